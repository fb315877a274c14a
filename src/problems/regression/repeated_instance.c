/* One instance in every trial: how close the square loss comes to the bounds of exponentiated gradient. The comparator is a density of
 * order 2 with
 * eigenvalues q and 1 - q, the instance X has eigenvalues 0 and 1 and <U, X> = q:
 *
 *   vector     X = diag(1, 0), U = diag(q, 1 - q)
 *   distance   X = of items 1 and 2, U = (1/2, 1/2 - q; 1/2 - q, 1/2)
 *
 * labels q + swing, q - swing, q + swing, ... Near q = 1/2 the variance of X in W is that of the proof, 1/4, and the bound is reached. */

#include "problems/problem.h"

typedef enum instances_choice { INSTANCES_VECTOR, INSTANCES_DISTANCE } instances_choice;

typedef struct repeated_instance {
  instances_choice instances;
  double q, swing, label;
  size_t t;
  comparator *u;
} repeated_instance;

static const parameter parameters[] = {
    OPTION_NUMBER(repeated_instance, q, "0.4", 0, 1, "<U, X>, an eigenvalue of the comparator"),
    OPTION_NUMBER(repeated_instance, swing, "0", 0, 1e6, "labels are q + swing and q - swing in turn"),
    OPTION_CHOICE(repeated_instance, instances, "vector", "vector distance",
                  "diag(1, 0), or the distance of two items"),
};

static const double unit[2] = {1.0, 0.0};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const repeated_instance *source = self;
  const bool distance = source->instances == INSTANCES_DISTANCE;
  *out = (problem_facts){.n = 2,
                         .kind = distance ? INSTANCE_DISTANCE : INSTANCE_VECTOR,
                         .rank = distance ? 1 : 2,
                         .labels = LABEL_REAL,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  repeated_instance *source = self;
  const double q = source->q, diagonal[2] = {q, 1.0 - q}, matrix[4] = {0.5, 0.5 - q, 0.5 - q, 0.5};
  TRY(OWN(source, &source->u, comparator_free_at));
  if (source->instances == INSTANCES_VECTOR) return comparator_from_vector(COMPARATOR_PLANTED, 2, diagonal, &source->u);
  return comparator_from_matrix(COMPARATOR_PLANTED, 2, matrix, &source->u);
}

static status next(void *self, const learner *player, instance *x) {
  repeated_instance *source = self;
  source->label = source->q + (source->t++ % 2 == 0 ? source->swing : -source->swing);
  *x = source->instances == INSTANCES_DISTANCE ? instance_distance(2, 0, 1) : instance_dense_vector(2, unit);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(repeated_instance),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(repeated_instance, label),
    .comparator_at = PLACE(repeated_instance, u),
};

const problem_class problem_repeated_instance = {
    .about = {.name = "repeated_instance",
              .title = "One repeated instance",
              .citation = "Tsuda, Raetsch & Warmuth 2005, Lemma 3.1 in its equality case",
              .help = "a density of order 2 seen through one instance: the bounds of exponentiated gradient are "
                      "reached near q = 1/2",
              .formula = "$X=\\mathrm{diag}(1,0)$, or the distance of two items, in every trial; $y=q\\pm\\epsilon$ by "
                         "turns, $U$ a density of order $2$ with eigenvalues $q$ and $1-q$, $\\mathrm{tr}(UX)=q$",
              .family = "repeated_instance",
              .result_version = 1,
              PARAMETERS(parameters)},
    .methods = &methods,
};
