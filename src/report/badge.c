#include "report/badge.h"

#include "bounds/bound.h"

void badge_write(FILE *file, verdict verdict) {
  static const struct {
    const char *class, *sign;
  } badges[] = {[VERDICT_VIOLATED] = {"violated", "✗"},
                [VERDICT_REFUTED] = {"refuted", "≠"},
                [VERDICT_INCONCLUSIVE] = {"inconclusive", "?"},
                [VERDICT_PREMISE] = {"premise", "!"},
                [VERDICT_UNCHECKED] = {"unchecked", "–"},
                [VERDICT_VACUOUS] = {"vacuous", "○"},
                [VERDICT_HOLDS] = {"holds", "✓"},
                [VERDICT_NONE] = {"none", "·"}};
  (void)fprintf(file, "<b class=\"v %s\"><i aria-hidden=\"true\">%s</i> %s</b>", badges[verdict].class,
                badges[verdict].sign, verdict == VERDICT_NONE ? "no verdict" : verdict_name(verdict));
}

void badge_counts_write(FILE *file, const size_t *counts) {
  const char *separator = "";
  for (int i = VERDICT_VIOLATED; i < VERDICT_NONE; i++) {
    if (counts[i] == 0) continue;
    (void)fprintf(file, "%s%zu ", separator, counts[i]);
    badge_write(file, (verdict)i);
    separator = ", ";
  }
  if (separator[0] == '\0') (void)fputs("no bounds", file);
}
