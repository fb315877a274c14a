/* Entries of the legend for bounds: which lines share one, and what it says. */
#include <string.h>

#include "plot/bounds.h"

static const char *const bad_texts[BAD_VERDICTS] = {"VIOLATED", "refuted", "inconclusive", "premise not met"};

typedef struct grouping {
  plot_arena *arena;
  const plot_result *result;
  const char *measure;
  plot_figure *figure;
} grouping;

static bool same_line(const plot_line *a, const plot_line *b) {
  if (a->count != b->count || a->constant != b->constant || a->verdict != b->verdict) return false;
  for (size_t i = 0; i < a->count; i++) {
    if (!(a->constant || a->x[i] == b->x[i]) || !bounds_same_number(a->y[i], b->y[i])) return false;
  }
  return true;
}

/* Whether the bound is drawn for both keys in some panel and says the same wherever it is. */
static bool same_in_all_panels(const plot_figure *figure, const char *bound, size_t key, size_t other) {
  bool met = key == other;
  for (size_t panel = 0; panel < figure->panel_count; panel++) {
    const plot_line *a = bounds_line(figure, bound, panel, key), *b = bounds_line(figure, bound, panel, other);
    if (a == NULL || b == NULL) continue;
    if (!same_line(a, b)) return false;
    met = true;
  }
  return met;
}

/* What bound_titles of the manifest says of the bound, or of the theorem whose invariant it is. */
static const cJSON *bound_entry(const plot_result *result, const char *bound) {
  const cJSON *titles = cJSON_GetObjectItemCaseSensitive(result->manifest, "bound_titles");
  const cJSON *entry = cJSON_GetObjectItemCaseSensitive(titles, bound);
  const char *dot = strchr(bound, '.');
  if (entry != NULL || dot == NULL) return entry;
  cJSON_ArrayForEach (entry, titles) {
    if (strlen(entry->string) == (size_t)(dot - bound) && strncmp(entry->string, bound, (size_t)(dot - bound)) == 0)
      break;
  }
  return entry;
}

/* Whether an entry of the legend above says what the theorem of this bound is, for the same first key. */
static bool theorem_is_above(const plot_figure *figure, size_t group, const char *theorem) {
  for (size_t i = 0; i < figure->line_count; i++) {
    const plot_line *line = &figure->lines[i];
    if (line->group < group && line->key == figure->groups[group].key && strcmp(line->bound, theorem) == 0) return true;
  }
  return false;
}

/* ": VIOLATED in 2 of 5", of the worst verdict in the group; "" if readers need not know of any. */
static status describe_verdicts(const grouping *g, size_t group, const char **text) {
  size_t rows = 0, flagged = 0;
  int worst = PLOT_NONE;
  *text = "";
  for (size_t i = 0; i < g->figure->line_count; i++) {
    const plot_line *line = &g->figure->lines[i];
    if (line->group != group) continue;
    rows += line->rows;
    if (line->verdict == PLOT_NONE || (worst != PLOT_NONE && line->verdict > worst)) continue;
    flagged = line->verdict == worst ? flagged + line->flagged : line->flagged;
    worst = line->verdict;
  }
  if (worst == PLOT_NONE) return STATUS_OK;
  if (flagged == rows) return arena_format(g->arena, text, ": %s", bad_texts[worst]);
  return arena_format(g->arena, text, ": %s in %zu of %zu", bad_texts[worst], flagged, rows);
}

/* "upper bound 7.18 r ln(n/r), Warmuth 2007, Theorem 2 (matrix_winnow)"; "the same bound: tuned (widrow_hoff)" */
static status label_group(const grouping *g, size_t group, const plot_line *first, const char *keys) {
  const char *bound = first->bound, *dot = strchr(bound, '.'), **label = &g->figure->groups[group].label;
  const cJSON *entry = bound_entry(g->result, bound);
  const char *title = json_text(entry, "title", bound), *citation = json_text(entry, "citation", ""), *flag = NULL;
  const bool proved = strcmp(json_text(entry, "status", "proved"), "proved") == 0;
  const size_t cited = strlen(citation);
  const bool brackets = cited > 0 && citation[cited - 1] == ')';
  const char *open = *keys == 0 ? "" : brackets ? " [" : " (", *close = *keys == 0 ? "" : brackets ? "]" : ")";
  if (first->level) {
    *label = "the target's own level, mean over the seeds";
    return STATUS_OK;
  }
  TRY(describe_verdicts(g, group, &flag));
  if (dot != NULL && entry != NULL && strcmp(entry->string, bound) != 0) { /* not the theorem's title alone */
    const bool another =
        strcmp(json_text(entry, "measure", ""), g->measure) == 0; /* value for what the theorem bounds */
    if (another && theorem_is_above(g->figure, group, entry->string)) {
      return arena_format(g->arena, label, "the same bound: %s%s%s%s%s", dot + 1, open, keys, close, flag);
    }
    TRY(another ? arena_format(g->arena, &title, "%s: %s", title, dot + 1)
                : arena_format(g->arena, &title, "on %s", dot + 1));
  }
  return arena_format(g->arena, label, "%s%s%s bound %s%s%s%s%s%s%s",
                      proved ? "" : json_text(entry, "status", "proved"), proved ? "" : " ",
                      first->lower ? "lower" : "upper", title, *citation != 0 ? ", " : "", citation, open, keys, close,
                      flag);
}

/* Whether the bound is drawn for the key and no group has taken it. */
static bool awaits_group(const plot_figure *figure, const char *bound, size_t key) {
  for (size_t i = 0; i < figure->line_count; i++) {
    const plot_line *line = &figure->lines[i];
    if (line->key == key && line->group == (size_t)-1 && strcmp(line->bound, bound) == 0) return true;
  }
  return false;
}

status bounds_group(plot_arena *arena, const plot_result *result, const char *measure, plot_figure *figure) {
  const grouping g = {arena, result, measure, figure};
  TRY(ARENA_ARRAY(arena, figure->line_count, figure->groups));
  for (size_t i = 0; i < figure->line_count; i++) figure->lines[i].group = (size_t)-1;
  for (size_t i = 0; i < figure->line_count; i++) {
    const plot_line first = figure->lines[i];
    if (first.group != (size_t)-1) continue;
    const size_t group = figure->group_count++;
    const char *keys = "";
    size_t sharing = 0;
    for (size_t key = 0; key < figure->key_count; key++) {
      if (!same_in_all_panels(figure, first.bound, first.key, key)) continue;
      if (!awaits_group(figure, first.bound, key)) continue;
      for (size_t j = 0; j < figure->line_count; j++) {
        plot_line *line = &figure->lines[j];
        if (line->key == key && line->group == (size_t)-1 && strcmp(line->bound, first.bound) == 0) line->group = group;
      }
      TRY(arena_join(arena, &keys, ", ", figure->keys[key].label));
      sharing++;
    }
    if (sharing == figure->key_count && sharing > 1) keys = "every learner";
    if (strcmp(result->learners[figure->keys[first.key].learner], "-") == 0) keys = "";
    figure->groups[group] = (plot_group){"", first.key, sharing > 1 || first.level};
    TRY(label_group(&g, group, &first, keys));
  }
  return STATUS_OK;
}
