#include "registry/option_rule.h"
#include "base/text.h"

enum { NAMED_NUMBER = 80, CHOICE_WORD = 40 };

/* NaN: absent. */
static double number_at(const parameter *p, const void *self) {
  const void *at = (const char *)self + p->at - 1;
  return p->type == PARAMETER_INTEGER ? (double)*(const size_t *)at : *(const double *)at;
}

/* "r = 70" */
static const char *named(const parameter *p, double value, char text[NAMED_NUMBER]) {
  (void)snprintf(text, NAMED_NUMBER, p->type == PARAMETER_INTEGER ? "%s = %.0f" : "%s = %g", p->name, value);
  return text;
}

static const char *word_of(const parameter *choice, unsigned place, char text[CHOICE_WORD]) {
  size_t length = 0;
  const char *word = word_at(choice->choices, place, &length);
  (void)snprintf(text, CHOICE_WORD, "%.*s", (int)length, word);
  return text;
}

/* a: the smaller number. */
static status compare(const char *who, const option_rule *rule, const parameter *a, const parameter *b,
                      const void *self, size_t order) {
  char small[NAMED_NUMBER], large[NAMED_NUMBER];
  const double x = number_at(a, self), y = b == NULL ? (double)order : number_at(b, self);
  const bool below = rule->kind == OPTION_BELOW;
  if (!(below ? x >= y : x > y)) return STATUS_OK;
  if (b == NULL) (void)snprintf(large, sizeof large, "n = %zu", order);
  return FAIL(STATUS_INVALID, "%s: %s must be %s %s", who, named(a, x, small), below ? "below" : "at most",
              b == NULL ? large : named(b, y, large));
}

static status check(const options *values, const option_rule *rule, const void *self, size_t order) {
  const char *who = option_who(values);
  const parameter *a = options_row(values, rule->option), *b = options_row(values, rule->other);
  char text[NAMED_NUMBER], word[CHOICE_WORD];
  if (a == NULL || (b == NULL && rule->kind != OPTION_AT_MOST_ORDER)) return STATUS_OK;
  if (rule->kind <= OPTION_AT_MOST_ORDER) return compare(who, rule, a, b, self, order);
  const bool given = options_explicit(values, rule->option);
  if (rule->kind == OPTION_ALONE) {
    if (!given || !options_explicit(values, rule->other)) return STATUS_OK;
    return FAIL(STATUS_INVALID, "%s: %s has no effect with a given %s: leave one of them out", who, a->name, b->name);
  }
  const bool chosen = *(const unsigned *)(const void *)((const char *)self + b->at - 1) == rule->word;
  if (rule->kind == OPTION_LIMIT) {
    const double x = number_at(a, self);
    if (!chosen || !(x > rule->limit)) return STATUS_OK;
    return FAIL(STATUS_INVALID, "%s: %s must be at most %.15g with %s = %s", who, named(a, x, text), rule->limit,
                b->name, word_of(b, rule->word, word));
  }
  if (!given || chosen == (rule->kind != OPTION_WITHOUT)) return STATUS_OK;
  if (rule->kind == OPTION_WITHOUT)
    return FAIL(STATUS_INVALID, "%s: %s has no effect with %s = \"%s\": leave it out", who, a->name, b->name,
                word_of(b, rule->word, word));
  return FAIL(STATUS_INVALID, "%s: %s %s %s = \"%s\"", who, a->name,
              rule->kind == OPTION_WITH ? "has no effect without" : "needs", b->name, word_of(b, rule->word, word));
}

status option_rules_check(const options *values, const option_rule *rules, size_t count, const void *self,
                          size_t order) {
  for (size_t i = 0; i < count; i++) TRY(check(values, &rules[i], self, order));
  return STATUS_OK;
}

status options_needless(const options *values, size_t count, const size_t *places, const char *why) {
  for (size_t i = 0; i < count; i++) {
    if (!options_explicit(values, places[i])) continue;
    return FAIL(STATUS_INVALID, "%s: %s has no effect %s", option_who(values), options_row(values, places[i])->name,
                why);
  }
  return STATUS_OK;
}
