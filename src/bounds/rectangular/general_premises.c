#include "bounds/rectangular/general_premises.h"
#include "bounds/potential.h"

static const double norm_tolerance = 1e-9;
static const double count_tolerance = 1e-9; /* M <= floor(B + 1e-9) */

static const ask asks[] = {ASK(general_premises, gap), ASK_OR(general_premises, gap_low, 0.0)};

/* K in place of the embedding, whose vectors must be short enough for it. */
static status take_embedding(general_premises *premises) {
  double defect = 0.0;
  (void)comparator_projection(premises->comparator, NULL, &defect);
  if (defect > norm_tolerance) {
    premise_fail(&premises->failed, "the rows of P and Q are unit vectors", 0, defect);
    return STATUS_OK;
  }
  const status code = comparator_rectangular_of_embedding(premises->comparator, &premises->made);
  if (code == STATUS_OK) premises->comparator = premises->made;
  if (code == STATUS_INVALID) premise_fail(&premises->failed, "P Q^T is not 0", 0, 0.0);
  return code == STATUS_INVALID ? STATUS_OK : code;
}

static const char any_of_two[] = "a generalised projection or a matrix of trace norm at most 1";

/* G or K in place of the vector. */
static status take_vector(general_premises *premises) {
  const double norm = instance_nuclear(comparator_instance(premises->comparator));
  const status code = comparator_rectangular_of_vector(premises->comparator, &premises->made);
  if (code == STATUS_OK) premises->comparator = premises->made;
  if (code == STATUS_INVALID) premise_fail(&premises->failed, norm > 0.0 ? any_of_two : "G is not 0", 0, norm);
  return code == STATUS_INVALID ? STATUS_OK : code;
}

status general_premises_begin(const bound_context *context, general_premises *premises) {
  const problem_facts *facts = &context->problem->facts;
  const size_t rows = instance_kind_has_rows(facts->kind) ? facts->rows : facts->n;
  const instance shape = {.kind = facts->kind, .n = facts->n, .m = facts->rows, .count = facts->n};
  premises->comparator = context->comparator;
  premises->order = (double)rows + (double)facts->n;
  TRY(ask_learner(asks, 2, context->class->about.name, context->learner, premises));
  TRY(OWN_ARRAY(premises, instance_norm_work(&shape), premises->work));
  if (context->comparator == NULL) return STATUS_OK;
  comparator_kind kind = comparator_kind_of(context->comparator);
  if (kind == COMPARATOR_EMBEDDING) TRY(take_embedding(premises));
  if (kind == COMPARATOR_VECTOR) TRY(take_vector(premises));
  TRY(OWN(premises, premises->made, comparator_free));
  kind = comparator_kind_of(premises->comparator);
  premises->r = comparator_trace(premises->comparator);
  premises->projection = kind == COMPARATOR_RECTANGULAR || kind == COMPARATOR_COORDINATES;
  premises->start =
      at_least_zero(fixed_log(premises->order / premises->r) + comparator_entropy(premises->comparator) / premises->r);
  premise_require(&premises->failed, premises->projection || kind == COMPARATOR_TRACE_NORM, any_of_two, NAN);
  const size_t segments = comparator_segments(context->comparator);
  premise_require(&premises->failed, segments <= 1, "one comparator for all trials", (double)segments);
  return STATUS_OK;
}

void general_premises_watch(general_premises *premises, const trial_event *event) {
  double worst = 0.0;
  if (instance_norm_within(event->x, norm_tolerance, premises->work, &worst)) {
    premise_at_most(&premises->failed, "||X|| <= 1", event->t, worst, norm_tolerance);
  } else {
    premise_fail(&premises->failed, "||X|| <= 1", event->t, worst);
  }
  premises->updates++;
  if (premises->comparator == NULL) return;
  const double inner = comparator_value(premises->comparator, event->x);
  premises->last_hinge = fmax(0.0, event->label > 0.0 ? premises->gap - inner : inner - premises->gap_low);
  premises->hinge += premises->last_hinge;
}

void general_premises_judge(general_premises *premises, size_t t, double value, double error) {
  theorem_judge_trial(&premises->theorem, (trial_figures){.trial = t,
                                                          .measured = (double)premises->updates,
                                                          .value = value,
                                                          .tolerance = count_tolerance,
                                                          .error = error});
}

bool general_premises_hold(const general_premises *premises) {
  return premises->comparator != NULL && premises->failed.name == NULL;
}

void general_premises_row(const general_premises *premises, bound_row *row) {
  row->unchecked = premises->comparator == NULL;
  premise_row(&premises->failed, row);
}

void general_mistakes_row(const general_premises *premises, bound_row_list *rows, const cell_totals *totals,
                          double value, double error) {
  bound_row *row = bound_row_add(rows, NULL);
  general_premises_row(premises, row);
  row->measured = (double)totals->mistakes;
  row->tolerance = count_tolerance;
  row->trivial = cell_totals_allowed(totals);
  if (premises->comparator != NULL) {
    row->value = value;
    row->error = error;
  }
  theorem_judge_row(&premises->theorem, row);
}
