/* Distances in a kernel that is to be learned (problems/kernels/target_kernel.h): a trial shows a pair of items a != b as the instance
 * X_ab of a distance, with the label
 *
 *   y = <U, X_ab> + noise N(0,1),  <U, X_ab> = (U_aa + U_bb)/2 - U_ab, HALF the squared distance of a and b in the feature space of U
 *
 * pairs = "random": two different items, drawn uniformly in every trial. pairs = "all": every pair {a, b} once in a pass, in an order that
 * is random and new in every pass.
 *
 * comparator = "planted": U, of loss 0 without noise. "best_density": the density with the least square loss on the trials that are played.
 *
 * Streams: "points" (of the kernel), "pairs", "noise". */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "hindsight/square_loss/density_fit.h"
#include "linalg/eigen.h"
#include "problems/kernels/target_kernel.h"
#include "registry/member.h"

typedef enum pairs_choice { PAIRS_RANDOM, PAIRS_ALL } pairs_choice;
typedef enum comparator_choice { COMPARE_PLANTED, COMPARE_BEST_DENSITY, COMPARE_NONE } comparator_choice;

typedef struct kernel_distances {
  kernel_source source; /* first: TARGET_KERNEL_PARAMETERS */
  pairs_choice pairs;
  size_t passes;
  double noise;
  comparator_choice comparator;
  random_stream *choice, *errors;
  size_t *pair;              /* all: a n + b, a < b, in the order of the pass */
  size_t count, place, left; /* all: pairs; the next one; trials left */
  size_t a, b;
  comparator *u;
} kernel_distances;

static const parameter parameters[] = {
    TARGET_KERNEL_PARAMETERS,
    OPTION_CHOICE(kernel_distances, pairs, "random", "random all",
                  "two random items in every trial, or every pair once in a pass, shuffled"),
    OPTION_COUNT(kernel_distances, passes, "1", 1, 1e6, "pairs = all: how often"),
    OPTION_NUMBER(kernel_distances, noise, "0", 0, 1e6,
                  "standard deviation of the error of a label; labels are below 1"),
    OPTION_CHOICE(kernel_distances, comparator, "planted", "planted best_density none",
                  "the kernel, the best density matrix for the trials that are played, or none"),
};

static size_t pairs_of(size_t n) {
  return n * (n - 1) / 2;
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  kernel_distances *made = self;
  size_t n = 0, classes = 0;
  TRY(kernel_source_facts(&made->source, setting, &n, &classes));
  const bool random = made->pairs == PAIRS_RANDOM;
  if (random && options_explicit(setting->options, PLACE(kernel_distances, passes))) {
    return FAIL(STATUS_INVALID, "%s: passes has no effect with pairs = random", setting->class->about.name);
  }
  *out = (problem_facts){.n = n,
                         .kind = INSTANCE_DISTANCE,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .trials = random ? 0 : pairs_of(n) * made->passes,
                         .exchangeable = random || made->passes == 1,
                         .population = random ? 0 : pairs_of(n),
                         .classes = classes,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

/* The order of the trials and the noise, from their beginning. */
static status begin(kernel_distances *made, uint64_t seed) {
  const size_t n = made->source.kernel->n;
  TRY(random_stream_new(seed, "pairs", &made->choice));
  TRY(random_stream_new(seed, "noise", &made->errors));
  if (made->pairs == PAIRS_RANDOM) return STATUS_OK;
  TRY(NEW_ARRAY(pairs_of(n), made->pair));
  for (size_t a = 0; a < n; a++) {
    for (size_t b = a + 1; b < n; b++) made->pair[made->count++] = a * n + b;
  }
  made->place = made->count;
  made->left = made->count * made->passes;
  return STATUS_OK;
}

static void end(kernel_distances *made) {
  random_stream_free(made->choice);
  random_stream_free(made->errors);
  free(made->pair);
}

static void draw_pair(kernel_distances *made) {
  const size_t n = made->source.kernel->n;
  made->a = random_index(made->choice, n);
  made->b = random_index(made->choice, n - 1);
  made->b += made->b >= made->a;
}

static status next_of_pass(kernel_distances *made) {
  if (made->left == 0) return STATUS_END;
  made->left--;
  if (made->place == made->count) {
    made->place = 0;
    random_shuffle(made->choice, made->count, made->pair);
  }
  const size_t pair = made->pair[made->place++];
  made->a = pair / made->source.kernel->n;
  made->b = pair % made->source.kernel->n;
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  kernel_distances *made = self;
  (void)player;
  if (made->pairs == PAIRS_RANDOM) {
    draw_pair(made);
  } else {
    TRY(next_of_pass(made));
  }
  *x = instance_distance(made->source.kernel->n, made->a, made->b);
  return STATUS_OK;
}

static status reveal(void *self, const prediction *predicted, double *label) {
  kernel_distances *made = self;
  const size_t n = made->source.kernel->n, a = made->a, b = made->b;
  const double *u = made->source.kernel->matrix;
  (void)predicted;
  *label = 0.5 * (u[a * n + a] + u[b * n + b]) - u[a * n + b];
  if (made->noise > 0.0) *label += made->noise * random_gaussian(made->errors);
  return STATUS_OK;
}

/* The trials that will be played, from a second source with the same streams. */
static status rehearse(const kernel_distances *made, uint64_t seed, size_t *count, instance *x, double *y) {
  const size_t trials = *count;
  const prediction none = {0};
  CLEANUP(end)
  kernel_distances second = {
      .source = made->source, .pairs = made->pairs, .passes = made->passes, .noise = made->noise};
  TRY(begin(&second, seed));
  for (*count = 0; *count < trials; ++*count) {
    const status code = next(&second, NULL, &x[*count]);
    if (code != STATUS_OK) return code == STATUS_END ? STATUS_OK : code;
    TRY(reveal(&second, &none, &y[*count]));
  }
  return STATUS_OK;
}

static status find_best(kernel_distances *made, const problem_setting *setting) {
  const char *who = setting->class->about.name;
  size_t count = setting->trials > 0 ? setting->trials : made->left;
  FREED instance *x = NULL;
  FREED double *y = NULL;
  if (count == 0) return FAIL(STATUS_INVALID, "%s: comparator = best_density needs a number of trials", who);
  if (made->pairs == PAIRS_ALL && count > made->left) count = made->left;
  TRY(NEW_ARRAY(count, x));
  TRY(NEW_ARRAY(count, y));
  TRY(rehearse(made, setting->seed, &count, x, y));
  const status code = comparator_density_fit(made->source.kernel->n, count, x, y, &eigen_gsl, &made->u);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "%s", who);
}

static status init(void *self, const problem_setting *setting) {
  kernel_distances *made = self;
  TRY(kernel_source_init(&made->source, setting));
  const target_kernel *kernel = made->source.kernel;
  TRY(OWN(self, made, end));
  TRY(begin(made, setting->seed));
  if (made->comparator == COMPARE_NONE) return STATUS_OK;
  TRY(made->comparator == COMPARE_BEST_DENSITY
          ? find_best(made, setting)
          : comparator_from_matrix(COMPARATOR_PLANTED, kernel->n, kernel->matrix, &made->u));
  return OWN(self, made->u, comparator_free);
}

static status notes(void *self, cJSON *out) {
  return target_kernel_notes(((kernel_distances *)self)->source.kernel, out);
}

static const size_t *classes(const void *self, const char *const **names) {
  const target_kernel *kernel = ((const kernel_distances *)self)->source.kernel;
  if (names != NULL) *names = (const char *const *)kernel->class_names;
  return kernel->classes;
}

static const problem_methods methods = {
    .size = sizeof(kernel_distances),
    .facts = facts,
    .init = init,
    .next = next,
    .reveal = reveal,
    .comparator_at = PLACE(kernel_distances, u),
    .notes = notes,
    .classes = classes,
};

const problem_class problem_kernel_distances = {
    .about = {.name = "kernel_distances",
              .title = "Distances in a kernel",
              .citation = "Tsuda, Raetsch & Warmuth 2005, section 5",
              .help = "half squared distances of pairs of items in a hidden kernel, drawn or from a file",
              .formula = "$y=\\frac12(U_{aa}+U_{bb})-U_{ab}+\\sigma z$ for pairs $a\\ne b$ of items and a hidden "
                         "kernel $U$ of trace $1$, $z$ Gaussian: half the squared distance; loss $(\\hat y-y)^2$",
              .family = "kernel_distances",
              .result_version = 3,
              PARAMETERS(parameters)},
    .methods = &methods,
};
