/* Sequences of 3 x 3 matrices, consistent with G = e_1 e_1^T (tr(G^T X) = 1/2 or 0) and ||X|| <= 1, that show where General Matrix Winnow
 * (Warmuth 2007, Algorithm 2) loses (docs/errata.md):
 *
 *   neutral   diag(1/2,1,1/2) +1, then diag(0,1,-1) -1 and diag(0,-1,1) -1 alternately: with labels in the update and the start R = 0 each
 *             mistake undoes the one before, so that every trial is one
 *   identity  diag(0,1,-1/2) -1 and diag(0,-1,1/2) -1 alternately: the same for the printed start R = I
 *   repeated  diag(0,1,0) -1 in every trial: without labels in the update it is never learned */
#include "problems/problem.h"

enum { ORDER = 3 };

typedef enum cycle { CYCLE_NEUTRAL, CYCLE_IDENTITY, CYCLE_REPEATED } cycle;

typedef struct two_cycle {
  cycle cycle;
  size_t trial;
  double label;
  double matrix[ORDER * ORDER];
  comparator *comparator;
} two_cycle;

static const parameter parameters[] = {
    OPTION_CHOICE(
        two_cycle, cycle, "neutral", "neutral identity repeated",
        "neutral: for a start at 0; identity: for a start at I; repeated: the same negative instance in every trial"),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  *out = (problem_facts){.n = ORDER,
                         .rows = ORDER,
                         .kind = INSTANCE_RECTANGULAR,
                         .rank = ORDER,
                         .labels = LABEL_SIGN,
                         .gap_low = 0,
                         .gap_high = 0.5};
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  static const double target[ORDER * ORDER] = {1, 0, 0, 0, 0, 0, 0, 0, 0};
  two_cycle *source = self;
  TRY(comparator_from_rectangular(COMPARATOR_PLANTED, ORDER, ORDER, target, &source->comparator));
  return OWN(source, source->comparator, comparator_free);
}

static status next(void *self, const learner *player, instance *x) {
  two_cycle *source = self;
  const bool first = source->trial == 0, odd = source->trial % 2 == 1;
  double diagonal[ORDER] = {0, 1, 0};
  source->label = -1;
  if (source->cycle == CYCLE_NEUTRAL && first) {
    diagonal[0] = diagonal[2] = 0.5;
    source->label = 1;
  } else if (source->cycle == CYCLE_NEUTRAL) {
    diagonal[1] = odd ? 1 : -1;
    diagonal[2] = -diagonal[1];
  } else if (source->cycle == CYCLE_IDENTITY) {
    diagonal[1] = odd ? -1 : 1;
    diagonal[2] = -0.5 * diagonal[1];
  }
  for (size_t i = 0; i < ORDER; i++) source->matrix[i * (ORDER + 1)] = diagonal[i];
  source->trial++;
  *x = instance_rectangular(ORDER, ORDER, source->matrix);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(two_cycle),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(two_cycle, label),
    .comparator_at = PLACE(two_cycle, comparator),
};

const problem_class problem_general_two_cycle = {
    .about =
        {.name = "general_two_cycle",
         .title = "Two-cycle",
         .citation = "against Warmuth 2007, section 6 (docs/errata.md, E0.5 to E0.7)",
         .help = "instances on which General Matrix Winnow, printed or repaired, errs in every trial",
         .formula =
             "$G=e_1e_1^T$; neutral: $\\mathrm{diag}(\\frac12,1,\\frac12)$, $y=1$, then by turns "
             "$\\mathrm{diag}(0,1,-1)$ and $\\mathrm{diag}(0,-1,1)$, $y=-1$; identity: $\\mathrm{diag}(0,1,-\\frac12)$ "
             "and $\\mathrm{diag}(0,-1,\\frac12)$; repeated: $\\mathrm{diag}(0,1,0)$",
         .family = "rectangular",
         .result_version = 1,
         PARAMETERS(parameters)},
    .methods = &methods,
};
