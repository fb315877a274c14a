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

#include "hindsight/square_loss/density_fit.h"
#include "problems/kernels/target_kernel.h"

typedef enum pairs_choice { PAIRS_RANDOM, PAIRS_ALL } pairs_choice;
typedef enum answer_choice { ANSWER_PLANTED, ANSWER_BEST_DENSITY, ANSWER_NONE } answer_choice;

typedef struct kernel_distances {
  kernel_source source; /* first: TARGET_KERNEL_PARAMETERS */
  pairs_choice pairs;
  size_t passes;
  double noise;
  answer_choice comparator;
  random_stream *stream, *errors;
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

static const option_rule rules[] = {
    RULE_WITH(kernel_distances, passes, pairs, PAIRS_ALL),
};

static size_t pairs_of(size_t n) {
  return n * (n - 1) / 2;
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  kernel_distances *source = self;
  const bool random = source->pairs == PAIRS_RANDOM;
  size_t n = 0, classes = 0;
  TRY(kernel_source_facts(&source->source, setting, &n, &classes));
  *out = (problem_facts){.n = n,
                         .kind = INSTANCE_DISTANCE,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .trials = random ? 0 : pairs_of(n) * source->passes,
                         .exchangeable = random || source->passes == 1,
                         .population = random ? 0 : pairs_of(n),
                         .classes = classes,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

/* Before the first trial. */
static void start(kernel_distances *source) {
  const size_t n = source->source.kernel->n;
  if (source->pairs == PAIRS_RANDOM) return;
  source->count = 0;
  for (size_t a = 0; a < n; a++) {
    for (size_t b = a + 1; b < n; b++) source->pair[source->count++] = a * n + b;
  }
  source->place = source->count;
  source->left = source->count * source->passes;
}

static void draw_pair(kernel_distances *source) {
  const size_t n = source->source.kernel->n;
  source->a = random_index(source->stream, n);
  source->b = random_index(source->stream, n - 1);
  source->b += source->b >= source->a;
}

static status next_of_pass(kernel_distances *source) {
  if (source->left == 0) return STATUS_END;
  source->left--;
  if (source->place == source->count) {
    source->place = 0;
    random_shuffle(source->stream, source->count, source->pair);
  }
  const size_t pair = source->pair[source->place++];
  source->a = pair / source->source.kernel->n;
  source->b = pair % source->source.kernel->n;
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  kernel_distances *source = self;
  if (source->pairs == PAIRS_RANDOM) {
    draw_pair(source);
  } else {
    TRY(next_of_pass(source));
  }
  *x = instance_distance(source->source.kernel->n, source->a, source->b);
  return STATUS_OK;
}

static status reveal(void *self, const prediction *predicted, double *label) {
  kernel_distances *source = self;
  const size_t n = source->source.kernel->n, a = source->a, b = source->b;
  const double *u = source->source.kernel->matrix;
  *label = 0.5 * (u[a * n + a] + u[b * n + b]) - u[a * n + b];
  if (source->noise > 0.0) *label += source->noise * random_gaussian(source->errors);
  return STATUS_OK;
}

/* The trials that will be played, from streams of their own. */
static status rehearse(kernel_distances *source, uint64_t seed, size_t count, instance *x, double *y) {
  const prediction none = {0};
  CLEANUP(random_stream_free_at) random_stream *stream = NULL, *errors = NULL;
  TRY(random_stream_new(seed, "pairs", &stream));
  TRY(random_stream_new(seed, "noise", &errors));
  source->stream = stream;
  source->errors = errors;
  for (size_t t = 0; t < count; t++) {
    TRY(next(source, NULL, &x[t]));
    TRY(reveal(source, &none, &y[t]));
  }
  start(source);
  return STATUS_OK;
}

static status find_best(kernel_distances *source, const problem_setting *setting) {
  size_t count = setting->trials > 0 ? setting->trials : source->left;
  FREED instance *x = NULL;
  FREED double *y = NULL;
  if (count == 0) {
    return FAIL(STATUS_INVALID, "%s: comparator = best_density needs a number of trials", setting->class->about.name);
  }
  if (source->pairs == PAIRS_ALL && count > source->left) count = source->left;
  TRY(NEW_ARRAY(count, x));
  TRY(NEW_ARRAY(count, y));
  TRY(rehearse(source, setting->seed, count, x, y));
  return status_context(comparator_density_fit(source->source.kernel->n, count, x, y, &eigen_own, &source->u), "%s",
                        setting->class->about.name);
}

static status compare(kernel_distances *source, const problem_setting *setting) {
  TRY(OWN(source, &source->u, comparator_free_at));
  if (source->comparator == ANSWER_BEST_DENSITY) return find_best(source, setting);
  if (source->comparator == ANSWER_NONE) return STATUS_OK;
  return comparator_from_matrix(COMPARATOR_PLANTED, source->source.kernel->n, source->source.kernel->matrix,
                                &source->u);
}

static status init(void *self, const problem_setting *setting) {
  kernel_distances *source = self;
  TRY(kernel_source_init(&source->source, setting));
  if (source->pairs == PAIRS_ALL) TRY(OWN_ARRAY(source, pairs_of(source->source.kernel->n), source->pair));
  start(source);
  TRY(compare(source, setting));
  TRY(member_stream(source, setting->seed, "pairs", &source->stream));
  return member_stream(source, setting->seed, "noise", &source->errors);
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
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
};
