/* The mistake bounds of binary matrix completion, N = m + n: Winnow's analysis (bound_subspace_mistakes) for the dyads of order N and the
 * density U = [P;Q][P;Q]^T / N of an embedding by unit vectors, with the gap from g0 = (1 - gamma)/N to g1 = (1 + gamma)/N,
 * zeta = N theta sinh(eta)/eta and b = (1 - e^-eta) theta - eta zeta g0:
 *
 *   M <= ( D(zeta U, I/N) + eta zeta H ) / b,    H the sum over mistakes of [gamma - y <p_i,q_j>]_+ / N
 *
 * "progress": each mistake lowers D(zeta U, W) by at least b - eta zeta h_t.
 * "closed_form", what that is at most for a tuning, as the entropy of U is at least 0 (plus eta zeta H / b):
 *   sharp      N ln N / max_eta[ eta (gamma - tanh(eta/2)) ], below 2 N ln N/gamma^2; 1.7956 N ln N at gamma = 1
 *   published  3.55 N ln N / gamma^2 (Herbster, Pasteris & Pontil 2016). At eta = gamma, theta = 1/N: zeta = sinh(gamma)/gamma and
 *              N b = 1 - e^-gamma - (1 - gamma) sinh(gamma), so that gamma^2 zeta/(N b) falls from 2 at gamma = 0 to 1.86 at 1, and
 *              (zeta ln zeta + 1 - zeta) gamma^2/(N b) <= 0.024: together at most 2 N ln N/gamma^2 for N >= 2 */

#include "bounds/failed_premise.h"
#include "learners/matrix_prediction/matrix_completion.h"
#include "learners/winnow/winnow_tuning.h"

typedef struct completion_mistakes {
  double eta, theta, gamma;
  completion_tuning tuning;
  const comparator *comparator; /* NULL: none is known, or no embedding */
  problem problem;              /* the cell's, with the facts of the dyads */
  bound inner;                  /* subspace_mistakes */
  failed_premise failed;
  double order, leading, per_hinge; /* of the closed form */
  double hinge;
  size_t mistakes, broken_trial, broken_mistakes;
  double broken_value;
} completion_mistakes;

static const ask asks[] = {ASK(completion_mistakes, eta), ASK(completion_mistakes, theta),
                           ASK(completion_mistakes, gamma), ASK(completion_mistakes, tuning)};

static const double unit_tolerance = 1e-9;
static const double count_tolerance = 1e-9; /* M <= floor(B + 1e-9) */
static const double published = 3.55;

static void take_comparator(completion_mistakes *self, const comparator *given) {
  failed_premise *failed = &self->failed;
  if (given == NULL) return;
  if (comparator_segments(given) > 1) {
    premise_fail(failed, "one comparator for all trials", 0, (double)comparator_segments(given));
  } else if (comparator_kind_of(given) != COMPARATOR_EMBEDDING) {
    premise_fail(failed, "the comparator is an embedding of rows and columns", 0, NAN);
  } else {
    double defect = 0.0;
    self->comparator = given;
    (void)comparator_projection(given, NULL, &defect);
    premise_require(failed, !(defect > unit_tolerance), "the rows of P and Q are unit vectors", defect);
  }
}

static void set_closed_form(completion_mistakes *self) {
  const double low = (1.0 - self->gamma) / self->order, high = (1.0 + self->gamma) / self->order;
  const double b = winnow_progress(self->eta, self->theta, low, high), entropy = fixed_log(self->order);
  self->per_hinge = self->eta * winnow_scale(self->eta, self->theta, low, high) / b;
  self->leading = self->tuning == COMPLETION_PUBLISHED ? published * self->order * entropy / (self->gamma * self->gamma)
                                                       : entropy / b;
}

static status init(void *data, const bound_context *context) {
  completion_mistakes *self = data;
  self->problem = *context->problem;
  problem_facts *facts = &self->problem.facts;
  facts->n += facts->rows;
  facts->rows = 0;
  facts->kind = INSTANCE_DYAD;
  self->order = (double)facts->n;
  take_comparator(self, context->comparator);
  set_closed_form(self);
  const bound_context dyads = {.problem = &self->problem,
                               .learner = context->learner,
                               .comparator = self->comparator,
                               .trials = context->trials};
  TRY(OWN(self, &self->inner, bound_destroy));
  return bound_new(bound_find("subspace_mistakes"), &dyads, context->options, &self->inner);
}

static double closed_form(const completion_mistakes *self) {
  return self->leading + self->per_hinge * self->hinge;
}

static status watch(void *data, const trial_event *event) {
  completion_mistakes *self = data;
  if (!event->updated) return STATUS_OK;
  self->mistakes++;
  if (self->comparator != NULL) {
    const double agreement = event->label * comparator_value(self->comparator, event->x);
    self->hinge += fmax(0.0, self->gamma - agreement) / self->order;
    if (self->broken_trial == 0 && (double)self->mistakes > closed_form(self) + count_tolerance) {
      self->broken_trial = event->t;
      self->broken_mistakes = self->mistakes;
      self->broken_value = closed_form(self);
    }
  }
  size_t index[2];
  const instance dyad = matrix_completion_dyad(event->x, index);
  trial_event moved = *event;
  moved.x = &dyad;
  return bound_watch(&self->inner, &moved);
}

static double current(void *data) {
  const completion_mistakes *self = data;
  return self->failed.name != NULL ? NAN : bound_current(&self->inner);
}

/* From the theorem's row: premises, errors, and what was counted. */
static void closed_form_row(const completion_mistakes *self, bound_row_list *rows) {
  const bound_row *theorem = &rows->row[0];
  bound_row *row = bound_row_add(rows, "closed_form");
  row->measure = "updates"; /* each mistake is one; plots of mistakes show the theorem alone */
  row->measured = (double)self->mistakes;
  row->value = self->comparator == NULL ? NAN : closed_form(self);
  row->tolerance = count_tolerance;
  row->error = theorem->error;
  row->trivial = theorem->trivial;
  bound_row_copy_premise(theorem, row);
  if (self->broken_trial == 0 || row->premise != NULL) return;
  row->measured = (double)self->broken_mistakes;
  row->value = self->broken_value;
  row->trial = self->broken_trial;
}

/* The rows of subspace_mistakes under the names of this bound. */
static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  const completion_mistakes *self = data;
  TRY(self->inner.class->methods->finish(self->inner.self, totals, rows));
  for (size_t i = 0; i < rows->count && self->failed.name != NULL; i++) {
    bound_row *row = &rows->row[i];
    row->unchecked = false;
    row->premise = NULL;
    premise_row(&self->failed, row);
  }
  if (self->tuning > COMPLETION_GIVEN) closed_form_row(self, rows);
  return STATUS_OK;
}

const bound_class bound_matrix_completion_mistakes = {
    .about =
        {.name = "matrix_completion_mistakes",
         .short_name = "ours, after Herbster et al.",
         .symbols = "N: order, S(U): entropy of the target, H: its hinge losses, b: progress of a mistake",
         .title = "(ln N - S(U) + eta H) / b",
         .citation = "after Herbster, Pasteris & Pontil 2016",
         .help =
             "mistakes of matrix completion: 1.8 N ln N at margin 1, below 2 N ln N/gamma^2, N = m + n, and hinge loss",
         .formula =
             "$M\\le\\frac{\\Delta(\\zeta U,\\frac1NI)+\\eta\\zeta\\mathcal{H}}b$, "
             "$\\zeta=\\frac{N\\theta\\sinh\\eta}\\eta$, $b=(1-e^{-\\eta})\\theta-\\eta\\zeta\\frac{1-\\gamma}N$, "
             "$N=m+n$, $\\mathcal{H}=\\frac1N\\sum[\\gamma-y\\langle p_i,q_j\\rangle]_+$ over mistakes; sharp, without "
             "noise: at most $\\frac{2N\\ln N}{\\gamma^2}$",
         .result_version = 2},
    .premises = "the comparator is an embedding of rows and columns by unit vectors $p_i$, $q_j$, one for all trials; "
                "the progress $b$ is positive",
    .learner_family = "matrix_completion",
    .status = BOUND_PROVED,
    .measure = "mistakes",
    .applies = bound_of_signs,
    .methods = &(const bound_methods){.size = sizeof(completion_mistakes),
                                      FIELDS(asks, asks),
                                      .init = init,
                                      .watch = watch,
                                      .current = current,
                                      .finish = finish},
};
