/* The lower bound: the adversary `forced_mistakes` makes every learner err r floor(log2(n/r)) times (Littlestone 1988; Warmuth 2007,
 * "Tightness of the bound", with the floor in place of the printed ceiling: docs/errata.md). It contradicts the realised prediction, so
 * the count is exact for randomised learners, too. */
#include <math.h>

#include "bounds/subspaces/forced_mistakes_premise.h"

static status init(void *data, const bound_context *context, const options *options) {
  (void)options;
  double *forced = data;
  *forced = NAN;
  (void)problem_constant(context->problem, "forced", forced);
  return STATUS_OK;
}

static double current(void *self) {
  return *(const double *)self;
}

static status finish(void *self, const cell_totals *totals, bound_row_list *rows) {
  const double forced = *(const double *)self;
  bound_row *row = bound_row_add(rows, NULL);
  row->measured = (double)totals->mistakes;
  row->value = forced;
  row->trivial = 0.0;
  forced_mistakes_premise(totals, forced, row);
  return STATUS_OK;
}

static const bound_methods methods = {
    .size = sizeof(double),
    .init = init,
    .current = current,
    .finish = finish,
};

const bound_class bound_forced_mistakes = {
    .about = {.name = "forced_mistakes",
              .short_name = "forced",
              .title = "r floor(log2(n/r))",
              .citation = "Littlestone 1988",
              .help = "mistakes that the adversary forces on every learner",
              .formula = "$M\\ge r\\left\\lfloor\\log_2\\frac nr\\right\\rfloor$",
              .result_version = 1},
    .premises = "the adversary could play to its end",
    .problem_family = "forced_mistakes",
    .status = BOUND_PROVED,
    .direction = BOUND_LOWER,
    .level = LEVEL_CELL,
    .measure = "mistakes",
    .methods = &methods,
};
