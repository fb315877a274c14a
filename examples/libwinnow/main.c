/* Two hidden structures, and how often a learner of libwinnow errs on them against what the theorem allows (Warmuth 2007, Theorem 2, without
 * noise): r ln(n/r) / ((1 - e^-eta) theta), theta = eta gap/(e^eta - e^-eta), eta = 1 + LambertW(1/e). */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <winnow.h>

static uint64_t state = 1;

/* Uniform on [0, 1): splitmix64. */
static double uniform(void) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static double bound(double n, double r, double gap) {
  const double eta = 1.2784645427610738;
  const double theta = eta * gap / (exp(eta) - exp(-eta));
  return r * log(n / r) / ((1.0 - exp(-eta)) * theta);
}

/* One trial; adds 1 to *mistakes if the prediction was wrong. */
static int play(winnow_learner *learner, const winnow_instance *x, double label, int *mistakes) {
  winnow_prediction said;
  if (winnow_predict(learner, x, &said) != WINNOW_OK || winnow_update(learner, x, label, NULL) != WINNOW_OK) {
    (void)fprintf(stderr, "%s\n", winnow_message());
    return 1;
  }
  *mistakes += said.value != label;
  return 0;
}

/* Is one of the first three of a hundred attributes on? Vectors are given as the positions of their ones. */
static int disjunction(int *mistakes) {
  enum { ATTRIBUTES = 100, RELEVANT = 3, TRIALS = 2000 };
  const winnow_setting setting = {.n = ATTRIBUTES, .kind = WINNOW_VECTOR, .trials = TRIALS};
  winnow_learner *learner = NULL;
  int wrong = winnow_learner_new("winnow", "{\"r\": 3, \"gap\": 1}", &setting, &learner) != WINNOW_OK;
  if (wrong) (void)fprintf(stderr, "%s\n", winnow_message());
  for (int t = 0; !wrong && t < TRIALS; t++) {
    size_t index[ATTRIBUTES], count = 0;
    double value[ATTRIBUTES], label = uniform() < 0.5 ? 1.0 : -1.0;
    if (label > 0.0) index[count++] = (size_t)(uniform() * RELEVANT);
    for (size_t i = RELEVANT; i < ATTRIBUTES; i++) {
      if (uniform() < 0.1) index[count++] = i;
    }
    for (size_t i = 0; i < count; i++) value[i] = 1.0;
    const winnow_instance x = {.kind = WINNOW_VECTOR, .n = ATTRIBUTES, .count = count, .index = index, .value = value};
    wrong = play(learner, &x, label, mistakes);
  }
  winnow_learner_free(learner);
  return wrong;
}

/* x = a random unit vector of the first `rank` coordinates or of the others, turned by the reflection I - 2 v v^T. */
enum { ORDER = 60, RANK = 2 };
static void unit_vector(double *x, int inside, const double *v) {
  double square = 0.0, along = 0.0;
  for (int i = 0; i < ORDER; i++) {
    x[i] = (i < RANK) == inside ? uniform() - 0.5 : 0.0;
    square += x[i] * x[i];
  }
  for (int i = 0; i < ORDER; i++) {
    x[i] /= sqrt(square);
    along += x[i] * v[i];
  }
  for (int i = 0; i < ORDER; i++) x[i] -= 2.0 * along * v[i];
}

/* Is x near to a hidden plane in sixty dimensions, at least half of its length squared, or orthogonal to it? */
static int subspace(int *mistakes) {
  enum { TRIALS = 2000 };
  const winnow_setting setting = {.n = ORDER, .kind = WINNOW_DYAD, .rank = 1, .trials = TRIALS};
  double v[ORDER], near[ORDER], far[ORDER], x[ORDER], square = 0.0;
  winnow_learner *learner = NULL;
  int wrong = winnow_learner_new("matrix_winnow", "{\"r\": 2, \"gap\": 0.5}", &setting, &learner) != WINNOW_OK;
  if (wrong) (void)fprintf(stderr, "%s\n", winnow_message());
  for (int i = 0; i < ORDER; i++) {
    v[i] = uniform() - 0.5;
    square += v[i] * v[i];
  }
  for (int i = 0; i < ORDER; i++) v[i] /= sqrt(square);
  for (int t = 0; !wrong && t < TRIALS; t++) {
    const double label = uniform() < 0.5 ? 1.0 : -1.0, share = label > 0.0 ? 0.5 + 0.5 * uniform() : 0.0;
    unit_vector(near, 1, v);
    unit_vector(far, 0, v);
    for (int i = 0; i < ORDER; i++) x[i] = sqrt(share) * near[i] + sqrt(1.0 - share) * far[i];
    const winnow_instance dyad = {.kind = WINNOW_DYAD, .n = ORDER, .count = ORDER, .value = x};
    wrong = play(learner, &dyad, label, mistakes);
  }
  winnow_learner_free(learner);
  return wrong;
}

int main(void) {
  int of_disjunction = 0, of_subspace = 0;
  if (strncmp(winnow_version(), "1.", 2) != 0) {
    (void)fprintf(stderr, "made for libwinnow 1, this is %s\n", winnow_version());
    return 1;
  }
  if (disjunction(&of_disjunction) || subspace(&of_subspace)) return 1;
  const double first = bound(100, 3, 1.0), second = bound(ORDER, RANK, 0.5);
  printf("disjunction: %d mistakes, bound %.6f\n", of_disjunction, first);
  printf("subspace: %d mistakes, bound %.6f\n", of_subspace, second);
  return of_disjunction > first || of_subspace > second;
}
