/* The regret that the paper on online learning of quantum states gives for k qubits and a loss of slope at most L: 2 L sqrt(2 k T ln 2).
 * Reported. Hoeffding's lemma gives a quarter of it, L sqrt(k T ln(2)/2) (matrix_multiplicative_weights_regret, row hoeffding). */

#include "bounds/bound.h"

typedef struct published {
  double slope, qubits;
  size_t t;
} published;

static const ask asks[] = {ASK(published, slope), ASK_PROBLEM(published, qubits)};

static status watch(void *data, const trial_event *event) {
  ((published *)data)->t = event->t;
  return STATUS_OK;
}

static double current(void *data) {
  const published *self = data;
  return 2.0 * self->slope * sqrt(2.0 * self->qubits * (double)self->t * fixed_log(2.0));
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  bound_row *row = bound_row_add(rows, NULL);
  row->measured = totals->regret;
  row->value = current(data);
  return STATUS_OK;
}

const bound_class bound_quantum_state_regret_published = {
    .about = {.name = "quantum_state_regret_published",
              .short_name = "Aaronson et al., Theorem 2",
              .title = "2 L sqrt(2 k T ln 2)",
              .citation = "Aaronson, Chen, Hazan, Kale & Nayak 2018, Theorem 2",
              .help = "the published regret of learning a quantum state of k qubits",
              .formula = "regret $\\le2L\\sqrt{2kT\\ln2}$, $L$ the largest slope of the loss",
              .result_version = 1},
    .premises = "not judged",
    .learner_family = "matrix_multiplicative_weights",
    .problem_family = "quantum_state",
    .status = BOUND_REPORTED,
    .measure = "regret",
    .methods =
        &(const bound_methods){
            .size = sizeof(published), FIELDS(asks, asks), .watch = watch, .current = current, .finish = finish},
};
