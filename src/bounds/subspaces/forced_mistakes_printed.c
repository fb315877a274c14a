/* The lower bound as printed, with a ceiling: r ceil(log2(n/r)) (Warmuth 2007, "Tightness of the bound"). False where n/r is no power of
 * two: with n = 3, r = 1 there are three hypotheses, and halving errs at most once. */

#include "bounds/subspaces/forced_mistakes_premise.h"

typedef struct printed {
  double claimed, forced; /* forced: the mistakes that the adversary forces in all */
} printed;

static const ask asks[] = {ASK_PROBLEM(printed, forced)};

static status init(void *data, const bound_context *context) {
  printed *self = data;
  size_t r = 1;
  double defect = 0.0;
  if (context->comparator != NULL) (void)comparator_projection(context->comparator, &r, &defect);
  const size_t n = context->problem->facts.n;
  size_t doublings = 0; /* ceil(log2(n/r)) = least k with r 2^k >= n */
  for (size_t reach = r; reach < n; reach *= 2) doublings++;
  self->claimed = (double)(r * doublings);
  return STATUS_OK;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const printed *self = data;
  bound_row *row = bound_row_add(rows, NULL);
  row->measured = (double)totals->mistakes;
  row->value = self->claimed;
  row->trivial = 0.0;
  forced_mistakes_premise(totals, self->forced, row);
  return STATUS_OK;
}

const bound_class bound_forced_mistakes_printed = {
    .about = {.name = "forced_mistakes_printed",
              .short_name = "Warmuth, section 5",
              .title = "r ceil(log2(n/r)), as printed",
              .citation = "Warmuth 2007, section 5",
              .help = "the lower bound with the printed ceiling; refuted where n/r is no power of two",
              .formula = "$M\\ge r\\left\\lceil\\log_2\\frac nr\\right\\rceil$: claimed, and false where $\\frac nr$ "
                         "is no power of two",
              .result_version = 2},
    .premises = "the adversary could play to its end",
    .problem_family = "forced_mistakes",
    .status = BOUND_CLAIMED,
    .direction = BOUND_LOWER,
    .level = LEVEL_CELL,
    .measure = "mistakes",
    .methods = &(const bound_methods){.size = sizeof(printed), FIELDS(asks, asks), .init = init, .finish = finish},
};
