/* The bound that Warmuth 2007, section 6, transfers from symmetric matrices to General Matrix Winnow: 7.18 r ln((m+n)/r) at gap 1/2, in
 * general (r ln((m+n)/r) + eta H)/c, c = eta gap/(1 + e^eta), eta = 1 + LambertW(1/e). It is false: the embedding has its spectrum in
 * [-1,1] and not in [0,1], and `general_two_cycle` forces a mistake of the repaired algorithm in every trial (docs/errata.md, E0.7). */

#include "bounds/rectangular/general_premises.h"
#include "learners/winnow/general_matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"

typedef struct claimed {
  general_premises premises; /* first */
  general_variant variant;
} claimed;

static const ask asks[] = {ASK(claimed, variant)};

static double value_now(const general_premises *premises) {
  if (!general_premises_hold(premises)) return NAN;
  const double eta = winnow_rate(), c = eta * premises->gap / (1.0 + fixed_exp(eta));
  return (premises->r * fixed_log(premises->order / premises->r) + eta * premises->hinge) / c;
}

static bool applies(const void *self, const bound_context *context) {
  return bound_of_signs(self, context) && ((const claimed *)self)->variant != GENERAL_POSITIVE_PART;
}

static status init(void *self, const bound_context *context) {
  general_premises *premises = self;
  failed_premise *failed = &premises->failed;
  TRY(general_premises_begin(context, premises));
  premise_require(failed, premises->comparator == NULL || premises->projection, "G is a generalised projection", NAN);
  premise_require(failed, premises->gap_low == 0.0, "gap_low = 0", premises->gap_low);
  premise_require(failed, premises->gap > 0.0, "gap > 0", premises->gap);
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
  return general_premises_hold(premises) ? value_now(premises) : NAN;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  general_mistakes_row(data, rows, totals, value_now(data), 0.0);
  return STATUS_OK;
}

const bound_class bound_general_matrix_mistakes_claimed = {
    .about = {.name = "general_matrix_mistakes_claimed",
              .short_name = "Warmuth, section 6",
              .title = "7.18 r ln((m+n)/r)",
              .citation = "Warmuth 2007, section 6",
              .help =
                  "mistakes of General Matrix Winnow as the paper claims them, 7.18 r ln((m+n)/r) at gap 1/2: false",
              .formula = "$M\\le\\frac{r\\ln((m+n)/r)+\\eta\\mathcal{H}}c$, $c=\\frac{\\eta g_1}{1+e^\\eta}$, "
                         "$\\eta=1.278\\dots$: claimed, and false",
              .result_version = 3},
    .premises = "$\\Vert X\\Vert\\le1$ in trials with an update; the comparator is a generalised projection of rank "
                "$r$; $g_0=0$ and $g_1\\gt0$",
    .learner_family = "general_winnow",
    .status = BOUND_CLAIMED,
    .measure = "mistakes",
    .applies = applies,
    .methods = &(const bound_methods){.size = sizeof(claimed),
                                      FIELDS(asks, asks),
                                      .init = init,
                                      .watch = watch,
                                      .current = current,
                                      .finish = finish},
};
