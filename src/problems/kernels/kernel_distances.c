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

static const parameter parameters[] = {
    TARGET_KERNEL_PARAMETERS,
    {.name = "pairs",
     .type = PARAMETER_CHOICE,
     .value = "random",
     .choices = "random all",
     .meaning = "two random items in every trial, or every pair once in a pass, shuffled"},
    {.name = "passes",
     .type = PARAMETER_INTEGER,
     .value = "1",
     .low = 1,
     .high = 1e6,
     .meaning = "pairs = all: how often"},
    {.name = "noise",
     .type = PARAMETER_NUMBER,
     .value = "0",
     .low = 0,
     .high = 1e6,
     .meaning = "standard deviation of the error of a label; labels are below 1"},
    {.name = "comparator",
     .type = PARAMETER_CHOICE,
     .value = "planted",
     .choices = "planted best_density none",
     .meaning = "the kernel, the best density matrix for the trials that are played, or none"},
};

typedef struct kernel_distances {
  target_kernel *kernel;
  bool random;
  double noise;
  random_stream *pairs, *errors;
  size_t *pair;              /* all: a n + b, a < b, in the order of the pass */
  size_t count, place, left; /* all: pairs; the next one; trials left */
  size_t a, b;
  comparator *u;
} kernel_distances;

static size_t pairs_of(size_t n) {
  return n * (n - 1) / 2;
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  size_t n = 0, classes = 0;
  TRY(target_kernel_order(setting, values, &n, &classes));
  const bool random = option_is(values, "pairs", "random");
  if (random && option_explicit(values, "passes")) {
    return FAIL(STATUS_INVALID, "%s: passes has no effect with pairs = random", option_who(values));
  }
  const size_t passes = option_count(values, "passes");
  *out = (problem_facts){.n = n,
                         .kind = INSTANCE_DISTANCE,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .trials = random ? 0 : pairs_of(n) * passes,
                         .exchangeable = random || passes == 1,
                         .population = random ? 0 : pairs_of(n),
                         .classes = classes,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static void clear(void *self) {
  kernel_distances *source = self;
  comparator_free(source->u);
  target_kernel_free(source->kernel);
  random_stream_free(source->pairs);
  random_stream_free(source->errors);
  free(source->pair);
}

static status build(kernel_distances *source, const problem_setting *setting, const options *values) {
  TRY(target_kernel_new(setting, values, &source->kernel));
  const size_t n = source->kernel->n;
  source->random = option_is(values, "pairs", "random");
  source->noise = option_number(values, "noise");
  TRY(random_stream_new(setting->seed, "pairs", &source->pairs));
  TRY(random_stream_new(setting->seed, "noise", &source->errors));
  if (source->random) return STATUS_OK;
  TRY(NEW_ARRAY(pairs_of(n), source->pair));
  for (size_t a = 0; a < n; a++) {
    for (size_t b = a + 1; b < n; b++) source->pair[source->count++] = a * n + b;
  }
  source->place = source->count;
  source->left = source->count * option_count(values, "passes");
  return STATUS_OK;
}

static void draw_pair(kernel_distances *source) {
  const size_t n = source->kernel->n;
  source->a = random_index(source->pairs, n);
  source->b = random_index(source->pairs, n - 1);
  source->b += source->b >= source->a;
}

static status next_of_pass(kernel_distances *source) {
  if (source->left == 0) return STATUS_END;
  source->left--;
  if (source->place == source->count) {
    source->place = 0;
    random_shuffle(source->pairs, source->count, source->pair);
  }
  const size_t pair = source->pair[source->place++];
  source->a = pair / source->kernel->n;
  source->b = pair % source->kernel->n;
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  kernel_distances *source = self;
  (void)player;
  if (source->random) {
    draw_pair(source);
  } else {
    TRY(next_of_pass(source));
  }
  *x = instance_distance(source->kernel->n, source->a, source->b);
  return STATUS_OK;
}

static status reveal(void *self, const prediction *predicted, double *label) {
  kernel_distances *source = self;
  const size_t n = source->kernel->n, a = source->a, b = source->b;
  const double *u = source->kernel->matrix;
  (void)predicted;
  *label = 0.5 * (u[a * n + a] + u[b * n + b]) - u[a * n + b];
  if (source->noise > 0.0) *label += source->noise * random_gaussian(source->errors);
  return STATUS_OK;
}

/* The trials that will be played, from a second source with the same streams. */
static status rehearse(const problem_setting *setting, const options *values, size_t *count, instance *x, double *y) {
  const size_t trials = *count;
  kernel_distances second = {0};
  const prediction none = {0};
  status code = build(&second, setting, values);
  for (*count = 0; code == STATUS_OK && *count < trials; ++*count) {
    code = next(&second, NULL, &x[*count]);
    if (code == STATUS_OK) code = reveal(&second, &none, &y[*count]);
    if (code != STATUS_OK) break;
  }
  clear(&second);
  return code == STATUS_END ? STATUS_OK : code;
}

static status find_best(kernel_distances *source, const problem_setting *setting, const options *values) {
  size_t count = setting->trials > 0 ? setting->trials : source->left;
  instance *x = NULL;
  double *y = NULL;
  status code = STATUS_OK;
  if (count == 0) {
    return FAIL(STATUS_INVALID, "%s: comparator = best_density needs a number of trials", option_who(values));
  }
  if (!source->random && count > source->left) count = source->left;
  CHECK(NEW_ARRAY(count, x));
  CHECK(NEW_ARRAY(count, y));
  CHECK(rehearse(setting, values, &count, x, y));
  code = comparator_density_fit(source->kernel->n, count, x, y, &eigen_gsl, &source->u);
  if (code != STATUS_OK) code = status_context(code, "%s", option_who(values));
end:
  free(x);
  free(y);
  return code;
}

static status compare(kernel_distances *source, const problem_setting *setting, const options *values) {
  if (option_is(values, "comparator", "best_density")) return find_best(source, setting, values);
  if (option_is(values, "comparator", "none")) return STATUS_OK;
  return comparator_from_matrix(COMPARATOR_PLANTED, source->kernel->n, source->kernel->matrix, &source->u);
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  TRY(build(self, setting, values));
  return compare(self, setting, values);
}

static status notes(void *self, cJSON *out) {
  return target_kernel_notes(((kernel_distances *)self)->kernel, out);
}

static const size_t *classes(const void *self, const char *const **names) {
  const target_kernel *kernel = ((const kernel_distances *)self)->kernel;
  if (names != NULL) *names = (const char *const *)kernel->class_names;
  return kernel->classes;
}

static const problem_methods methods = {
    .size = sizeof(kernel_distances),
    .facts = facts,
    .init = init,
    .clear = clear,
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
