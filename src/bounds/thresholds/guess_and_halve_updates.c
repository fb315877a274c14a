/* Updates of Winnow for an unknown margin: with s the margin of u/|u|_1 and B the range,
 *
 *   updates <= (32/3) B^2 ln(n) / s^2 + log2(2B/s) + 1        2 ln(n) 4^k + 1 a stage, summed to the first k with B/2^k <= s
 *   stages <= max(1, ceil(log2(B/s)))                         "stages": that stage is never given up (Pinsker and KL(u, 1/n) <= ln n)
 *
 * Premises: u is a vector >= 0; s <= B, without which no instance has that margin; y <u,x> >= |u|_1 s and |x_i| <= B on updated trials. */

#include "bounds/potential.h"
#include "bounds/thresholds/margin_mistakes.h"

typedef struct guess_and_halve_updates {
  double range;
  live_constant stage;
  const comparator *comparator;
  double n, norm, margin; /* margin of u/|u|_1 */
  failed_premise failed;
} guess_and_halve_updates;

static const ask asks[] = {ASK(guess_and_halve_updates, range), ASK(guess_and_halve_updates, stage)};

static const double tolerance = 1e-9;

static bool applies(const void *self, const bound_context *context) {
  return bound_of_signs(self, context) && !isnan(margin_of_problem(context, NAN));
}

static status init(void *data, const bound_context *context) {
  guess_and_halve_updates *self = data;
  const comparator *u = context->comparator;
  self->n = (double)context->problem->facts.n;
  self->comparator = u;
  self->norm = self->margin = NAN;
  if (u == NULL) return STATUS_OK;
  self->norm = margin_one_norm(u);
  self->margin = margin_of_problem(context, NAN) / self->norm;
  premise_require(&self->failed, self->norm > 0.0, "the comparator is a vector that is not zero", self->norm);
  premise_require(&self->failed, !isnan(comparator_entropy(u)), "the comparator is not negative", NAN);
  premise_require(&self->failed, comparator_segments(u) <= 1, "one comparator for all trials", NAN);
  premise_require(&self->failed, self->margin <= self->range * (1.0 + tolerance), "margin <= range", self->margin);
  return STATUS_OK;
}

static status watch(void *data, const trial_event *event) {
  guess_and_halve_updates *self = data;
  if (!event->updated || self->comparator == NULL || self->failed.name != NULL) return STATUS_OK;
  const double entry = margin_largest_entry(event->x);
  premise_at_most(&self->failed, "entries within [-range, range]", event->t, entry, self->range * (1.0 + tolerance));
  const double margin = event->label * comparator_value(self->comparator, event->x) / self->norm;
  premise_at_least(&self->failed, "y <u,x> >= margin", event->t, margin, self->margin - tolerance * self->range);
  return STATUS_OK;
}

/* Below 0 only where s > B, and nothing is claimed. */
static double value_of(const guess_and_halve_updates *self) {
  const double ratio = self->range / self->margin;
  return at_least_zero(32.0 / 3.0 * ratio * ratio * fixed_log(self->n) + fixed_log2(2.0 * ratio) + 1.0);
}

static double current(void *data) {
  const guess_and_halve_updates *self = data;
  return self->failed.name != NULL ? NAN : value_of(self);
}

static bound_row *add_row(const guess_and_halve_updates *self, bound_row_list *rows, const char *invariant) {
  bound_row *row = bound_row_add(rows, invariant);
  row->unchecked = self->comparator == NULL;
  premise_row(&self->failed, row);
  row->tolerance = tolerance;
  return row;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const guess_and_halve_updates *self = data;
  bound_row *updates = add_row(self, rows, NULL);
  updates->measured = (double)totals->updates;
  updates->value = value_of(self);
  updates->trivial = cell_totals_allowed(totals);
  bound_row *stages = add_row(self, rows, "stages");
  stages->measure = "stages";
  stages->measured = live_constant_now(&self->stage);
  stages->value = fmax(1.0, ceil(fixed_log2(self->range / self->margin) - tolerance));
  return STATUS_OK;
}

const bound_class bound_guess_and_halve_updates = {
    .about = {.name = "guess_and_halve_updates",
              .short_name = "ours, guess and halve",
              .title = "(32/3) B^2 ln(n)/s^2 + log2(2B/s) + 1",
              .citation = "doubling over the margin; Kivinen & Warmuth 1997",
              .help = "updates of Winnow that does not know the margin: 16/3 times the bound of the tuned one",
              .formula = "updates $\\le\\frac{32B^2\\ln n}{3s^2}+\\log_2\\frac{2B}s+1$, $s$ the margin of $u/|u|_1$",
              .result_version = 2},
    .premises =
        "$u\\ge0$, $u\\ne0$; $s\\le B$; $y\\langle u,x\\rangle\\ge s|u|_1$ and $|x_i|\\le B$ in trials with an update",
    .learner_family = "guess_and_halve",
    .status = BOUND_PROVED,
    .level = LEVEL_CELL,
    .measure = "updates",
    .applies = applies,
    .methods = &(const bound_methods){.size = sizeof(guess_and_halve_updates),
                                      FIELDS(asks, asks),
                                      .init = init,
                                      .watch = watch,
                                      .current = current,
                                      .finish = finish},
};
