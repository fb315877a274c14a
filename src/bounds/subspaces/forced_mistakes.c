/* The lower bound: the adversary `forced_mistakes` makes every learner err r floor(log2(n/r)) times (Littlestone 1988; Warmuth 2007,
 * "Tightness of the bound", with the floor in place of the printed ceiling: docs/errata.md). It contradicts the realised prediction, so
 * the count is exact for randomised learners, too. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "bounds/bound.h"

static status create(const bound_context *context, const options *options, void **out) {
  (void)options;
  double *forced = NULL;
  TRY(NEW_ARRAY(1, forced));
  *forced = NAN;
  (void)problem_constant(context->problem, "forced", forced);
  *out = forced;
  return STATUS_OK;
}

static void destroy(void *self) {
  free(self);
}

static double current(void *self) {
  return *(const double *)self;
}

static status finish(void *self, const cell_totals *totals, bound_row *rows, size_t *count);

const bound_class bound_forced_mistakes = {
    .about = {.name = "forced_mistakes",
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
    .create = create,
    .destroy = destroy,
    .current = current,
    .finish = finish,
};

static status finish(void *self, const cell_totals *totals, bound_row *rows, size_t *count) {
  const double forced = *(const double *)self;
  rows[0] = bound_row_of(&bound_forced_mistakes, NULL);
  rows[0].measured = (double)totals->mistakes;
  rows[0].value = forced;
  rows[0].trivial = 0.0;
  if ((double)totals->trials < forced) {
    rows[0].premise = "the adversary could play to its end";
    rows[0].premise_trial = totals->trials;
    rows[0].premise_value = (double)totals->trials;
  }
  *count = 1;
  return STATUS_OK;
}
