/* The bound that Warmuth 2007, section 6, transfers from symmetric matrices to General Matrix Winnow: 7.18 r ln((m+n)/r) at gap 1/2, in
 * general (r ln((m+n)/r) + eta H)/c, c = eta gap/(1 + e^eta), eta = 1 + LambertW(1/e). It is false: the embedding has its spectrum in
 * [-1,1] and not in [0,1], and `general_two_cycle` has the repaired algorithm err in every trial (docs/errata.md, E0.7). */
#include <math.h>
#include <stdlib.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "bounds/rectangular/general_premises.h"
#include "learners/winnow/general_matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"

static double value_now(const general_premises *premises) {
  const double eta = winnow_rate(), c = eta * premises->gap / (1.0 + fixed_exp(eta));
  return (premises->r * fixed_log(premises->order / premises->r) + eta * premises->hinge) / c;
}

static bool applies(const bound_context *context) {
  double variant = 0.0;
  return general_applies(context) && learner_constant(context->learner, "variant", &variant) &&
         variant != GENERAL_POSITIVE_PART;
}

static void destroy(void *data) {
  if (data == NULL) return;
  general_premises_end(data);
  free(data);
}

static status create(const bound_context *context, const options *options, void **out) {
  (void)options;
  general_premises *premises = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, premises));
  const status code = general_premises_begin(context, premises);
  if (code != STATUS_OK) {
    destroy(premises);
    return code;
  }
  if (premises->comparator != NULL && !premises->projection) {
    premise_fail(&premises->failed, "G is a generalised projection", 0, NAN);
  }
  if (premises->gap_low != 0.0) premise_fail(&premises->failed, "gap_low = 0", 0, premises->gap_low);
  if (!(premises->gap > 0.0)) premise_fail(&premises->failed, "gap > 0", 0, premises->gap);
  *out = premises;
  return STATUS_OK;
}

static status watch(void *data, const trial_event *event) {
  general_premises *premises = data;
  if (!event->updated) return STATUS_OK;
  general_premises_watch(premises, event);
  if (premises->comparator != NULL) general_premises_judge(premises, event->t, value_now(premises), 0.0);
  return STATUS_OK;
}

static double current(void *data) {
  const general_premises *premises = data;
  return premises->comparator == NULL || premises->failed.name != NULL ? NAN : value_now(premises);
}

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count);

const bound_class bound_general_matrix_mistakes_claimed = {
    .about = {.name = "general_matrix_mistakes_claimed",
              .title = "7.18 r ln((m+n)/r)",
              .citation = "Warmuth 2007, section 6",
              .help =
                  "mistakes of General Matrix Winnow as the paper claims them, 7.18 r ln((m+n)/r) at gap 1/2: false",
              .formula = "$M\\le\\frac{r\\ln((m+n)/r)+\\eta\\mathcal{H}}c$, $c=\\frac{\\eta g_1}{1+e^\\eta}$, "
                         "$\\eta=1.278\\dots$: claimed, and false",
              .result_version = 2},
    .premises = "$\\Vert X\\Vert\\le1$ in trials with an update; the comparator is a generalised projection of rank "
                "$r$; $g_0=0$ and $g_1\\gt0$",
    .learner_family = "general_winnow",
    .status = BOUND_CLAIMED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "mistakes",
    .applies = applies,
    .create = create,
    .destroy = destroy,
    .watch = watch,
    .current = current,
    .finish = finish,
};

static status finish(void *data, const cell_totals *totals, bound_row *rows, size_t *count) {
  const general_premises *premises = data;
  rows[0] = bound_row_of(&bound_general_matrix_mistakes_claimed, NULL);
  general_mistakes_row(premises, totals, value_now(premises), 0.0, &rows[0]);
  *count = 1;
  return STATUS_OK;
}
