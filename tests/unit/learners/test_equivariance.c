/* What a learner declares of itself (learner.h): that permuting or rotating all instances changes no prediction, and that it learns from
 * mistakes only. All learners are walked, none is named. */
#include "base/random.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include "unit/conformance_sequences.h"

static bool control; /* what breaks is counted, not reported */
static size_t broken;

#define HOLDS(condition, ...)         \
  do {                                \
    const bool holds_ = (condition);  \
    if (control) {                    \
      broken += !holds_;              \
    } else {                          \
      cr_expect(holds_, __VA_ARGS__); \
    }                                 \
  } while (0)

/* Orthogonal matrices for rows (m x m) and columns (n x n), row by row; with m = n they are the same. A permutation moves place[i] to i. */
typedef struct motion {
  bool rotates;
  size_t m, n;
  double *left, *right, *work;
  size_t *left_place, *right_place;
} motion;

static void permutation(random_stream *stream, size_t n, size_t *place) {
  for (size_t i = 0; i < n; i++) place[i] = i;
  for (size_t i = n; i > 1; i--) {
    const size_t j = random_index(stream, i), kept = place[i - 1];
    place[i - 1] = place[j];
    place[j] = kept;
  }
}

static void permutation_matrix(size_t n, const size_t *place, double *q) {
  memset(q, 0, n * n * sizeof *q);
  for (size_t i = 0; i < n; i++) q[i * n + place[i]] = 1.0;
}

static motion motion_of(const problem_facts *facts, bool rotates) {
  const size_t n = facts->n, m = facts->rows > 0 ? facts->rows : n, most = m > n ? m : n;
  motion made = {.rotates = rotates, .m = m, .n = n};
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(SEED, "motion", &stream), STATUS_OK);
  cr_assert_eq(memory_array(m * m, sizeof(double), &made.left), STATUS_OK);
  cr_assert_eq(memory_array(n * n, sizeof(double), &made.right), STATUS_OK);
  cr_assert_eq(memory_array(3 * most * most, sizeof(double), &made.work), STATUS_OK);
  cr_assert_eq(memory_array(m, sizeof(size_t), &made.left_place), STATUS_OK);
  cr_assert_eq(memory_array(n, sizeof(size_t), &made.right_place), STATUS_OK);
  permutation(stream, m, made.left_place);
  permutation(stream, n, made.right_place);
  if (m == n) memcpy(made.right_place, made.left_place, n * sizeof(size_t));
  permutation_matrix(m, made.left_place, made.left);
  permutation_matrix(n, made.right_place, made.right);
  if (rotates) {
    cr_assert_eq(frame_random(stream, m, m, made.left), STATUS_OK);
    cr_assert_eq(frame_random(stream, n, n, made.right), STATUS_OK);
    if (m == n) memcpy(made.right, made.left, n * n * sizeof(double));
  }
  random_stream_free(stream);
  return made;
}

static void motion_free(motion *m) {
  free(m->left);
  free(m->right);
  free(m->work);
  free(m->left_place);
  free(m->right_place);
}

/* out = Q z */
static void turn(size_t n, const double *q, const double *z, double *out) {
  for (size_t i = 0; i < n; i++) out[i] = kernel_dot(n, q + i * n, z);
}

/* out = left X right^T, m x n */
static void turn_matrix(const motion *by, size_t m, size_t n, const double *x, double *out) {
  double *half = by->work;
  for (size_t i = 0; i < m; i++) { /* half = X right^T */
    for (size_t j = 0; j < n; j++) half[i * n + j] = kernel_dot(n, x + i * n, by->right + j * n);
  }
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) {
      double sum = 0.0;
      for (size_t k = 0; k < m; k++) sum += by->left[i * m + k] * half[k * n + j];
      out[i * n + j] = sum;
    }
  }
}

static size_t place_of(size_t n, const size_t *place, size_t old) {
  for (size_t i = 0; i < n; i++) {
    if (place[i] == old) return i;
  }
  return n;
}

/* The instance moved; its numbers are in `numbers`. */
static instance moved(const motion *by, const instance *x, double *numbers) {
  const size_t n = x->n;
  instance out = *x;
  double *dense = by->work + n * n;
  switch (x->kind) {
  case INSTANCE_VECTOR:
  case INSTANCE_DYAD:
    memset(dense, 0, n * sizeof *dense);
    for (size_t k = 0; k < x->count; k++) dense[x->index != NULL ? x->index[k] : k] = x->value[k];
    turn(n, by->right, dense, numbers);
    return x->kind == INSTANCE_DYAD ? instance_dense_dyad(n, numbers) : instance_dense_vector(n, numbers);
  case INSTANCE_LOW_RANK:
    for (size_t q = 0; q < x->rank; q++) turn(n, by->right, x->factors + q * n, numbers + q * n);
    out.factors = numbers;
    return out;
  case INSTANCE_MATRIX:
  case INSTANCE_RECTANGULAR:
    turn_matrix(by, by->m, n, x->matrix, numbers);
    if (x->kind == INSTANCE_MATRIX) {
      for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) numbers[i * n + j] = numbers[j * n + i];
      }
    }
    out.matrix = numbers;
    return out;
  case INSTANCE_ENTRY:
    return instance_entry(x->m, n, place_of(x->m, by->left_place, x->row), place_of(n, by->right_place, x->column));
  default: return instance_distance(n, place_of(n, by->right_place, x->row), place_of(n, by->right_place, x->column));
  }
}

/* What a trial is counted by: the prediction of a sign, the side of the middle on which a real one lies. */
static int side_of(const problem_facts *facts, const prediction *said) {
  const loss l = problem_loss(facts);
  const double middle = isfinite(l.low) ? 0.5 * (l.low + l.high) : 0.0;
  return (said->value > middle) - (said->value < middle);
}

/* Both play from trial `from` on. `strict`: they decide alike in every trial; otherwise from a prediction that rounding decides on they
 * need not agree. */
static void compare_moved(const learner_class *class, const sequence *on, bool rotates, size_t from, bool strict) {
  learner plain = {NULL, NULL}, turned = {NULL, NULL};
  options *values[2] = {make_learner(class, &on->problem.facts, &plain),
                        make_learner(class, &on->problem.facts, &turned)};
  motion by = motion_of(&on->problem.facts, rotates);
  double *numbers = NULL;
  const problem_facts *facts = &on->problem.facts;
  const size_t most = facts->n > facts->rank ? facts->n : facts->rank;
  cr_assert_eq(memory_array((most + 1) * (by.m > by.n ? by.m : by.n), sizeof *numbers, &numbers), STATUS_OK);
  for (size_t t = from; t < on->count; t++) {
    const instance *x = &on->xs.items[t], y = moved(&by, x, numbers);
    prediction first = {0}, second = {0};
    bool updated[2] = {false, false};
    cr_assert_eq(learner_predict(&plain, x, &first), STATUS_OK, "%s: %s", class->about.name, status_message());
    cr_assert_eq(learner_predict(&turned, &y, &second), STATUS_OK, "%s: %s", class->about.name, status_message());
    const double size = fmax(1.0, fabs(first.score));
    const bool close = fabs(first.score - second.score) <= 1e-8 * size;
    HOLDS(close, "%s on %s, %s: trial %zu: score %.17g and %.17g", class->about.name, on->problem.class->about.name,
          rotates ? "rotated" : "permuted", t + 1, first.score, second.score);
    const bool alike = side_of(facts, &first) == side_of(facts, &second);
    HOLDS(alike || !strict, "%s on %s: trial %zu, permuted, from %zu on: prediction %.17g and %.17g", class->about.name,
          on->problem.class->about.name, t + 1, from + 1, first.value, second.value);
    if (!close || (facts->labels == LABEL_SIGN && !alike)) break;
    cr_assert_eq(learner_update(&plain, x, &first, on->labels[t], &updated[0]), STATUS_OK);
    cr_assert_eq(learner_update(&turned, &y, &second, on->labels[t], &updated[1]), STATUS_OK);
    HOLDS(updated[0] == updated[1] || !strict, "%s on %s: trial %zu, permuted, from %zu on: one of two updates",
          class->about.name, on->problem.class->about.name, t + 1, from + 1);
    if (updated[0] == updated[1]) continue;
    HOLDS(first.score != second.score, "%s on %s: trial %zu: one of two updates, and the scores are the same",
          class->about.name, on->problem.class->about.name, t + 1);
    break;
  }
  free(numbers);
  motion_free(&by);
  for (int i = 0; i < 2; i++) options_free(values[i]);
  learner_destroy(&plain);
  learner_destroy(&turned);
}

static void check_conservative(const learner_class *class, const sequence *on) {
  learner player = {NULL, NULL};
  options *values = make_learner(class, &on->problem.facts, &player);
  if (values == NULL) return;
  for (size_t t = 0; t < on->count; t++) {
    prediction said = {0};
    bool updated = false;
    cr_assert_eq(learner_predict(&player, &on->xs.items[t], &said), STATUS_OK);
    cr_assert_eq(learner_update(&player, &on->xs.items[t], &said, on->labels[t], &updated), STATUS_OK);
    HOLDS(said.value != on->labels[t] || !updated, "%s on %s: trial %zu: an update without a mistake",
          class->about.name, on->problem.class->about.name, t + 1);
  }
  learner_destroy(&player);
  options_free(values);
}

/* Does it declare that sequences of this kind may be rotated? */
static bool rotates(const learner_class *class, instance_kind kind) {
  if (kind == INSTANCE_ENTRY || kind == INSTANCE_DISTANCE) return false;
  return class->equivariant & (kind == INSTANCE_VECTOR ? EQUIVARIANT_VECTOR_ROTATION : EQUIVARIANT_ROTATION);
}

static void check_declared(const learner_class *class, const sequence *made, size_t count) {
  for (size_t i = 0; i < count; i++) {
    learner probe;
    options *values = make_learner(class, &made[i].problem.facts, &probe);
    if (values == NULL) continue;
    learner_destroy(&probe);
    options_free(values);
    if (class->equivariant & EQUIVARIANT_PERMUTATION) compare_moved(class, &made[i], false, 0, false);
    if (rotates(class, made[i].problem.facts.kind)) compare_moved(class, &made[i], true, 0, false);
    if (class->conservative && made[i].problem.facts.labels == LABEL_SIGN) check_conservative(class, &made[i]);
  }
}

Test(equivariance, declared) {
  sequence *made = NULL;
  custom_members custom = {0};
  custom_members_open(&custom);
  const size_t count = make_sequences(&made, &custom.problem);
  for (size_t i = 0; i < registry_learner_count; i++) check_declared(registry_learners[i], made, count);
  check_declared(&custom.learner, made, count);
  free_sequences(made, count);
  custom_members_close(&custom);
}

/* Learners that begin with equal weights, or none, begin with a tie: each of these sequences does, whatever its instances are. Which way a tie
 * goes must not depend on the order of the attributes. */
static const char tied_members[] =
    "local function draws(name, facts, label) return problem.custom { name = name, facts = facts,\n"
    "  create = function() return vec(11) end,\n"
    "  next = function(x) for i = 1, 11 do x[i] = 2 * math.random() - 1 end return x, label(x) end } end\n"
    "local signs = draws('signs', { n = 11, instances = 'vector', gap = { -0.1, 0.1 } }, function(x) return x[1] > 0 "
    "and 1 "
    "or -1 end)\n"
    "local reals = draws('reals', { n = 11, instances = 'vector', labels = 'real' }, function(x) return x[1] end)\n"
    "local same = learner.custom { name = 'same', instances = 'vector', predicts = 'either', create = function() "
    "return {} end,\n"
    "  predict = function() return 0 end, update = function() return false end }\n"
    "return { trials = 12, seeds = 1, problem = %s {}, learners = same {} }\n";

static size_t check_ties(const learner_class *class, const problem_class *source) {
  sequence tied = {.count = 0};
  size_t compared = 0;
  learner probe;
  tied.values = make_problem(source, &tied.problem);
  cr_assert_not_null(tied.values);
  play_problem(&tied.problem, true, &tied);
  options *values = make_learner(class, &tied.problem.facts, &probe);
  for (size_t t = 0; values != NULL && t < tied.count; t++, compared++) compare_moved(class, &tied, false, t, true);
  if (values != NULL) learner_destroy(&probe);
  options_free(values);
  instance_store_free(&tied.xs);
  problem_destroy(&tied.problem);
  options_free(tied.values);
  return compared;
}

Test(equivariance, ties) {
  static const char *const names[] = {"signs", "reals"};
  for (size_t k = 0; k < 2; k++) {
    char text[2048];
    custom_members custom = {0};
    size_t compared = 0;
    (void)snprintf(text, sizeof text, tied_members, names[k]);
    custom_members_open_text(&custom, text, "same", NULL);
    for (size_t i = 0; i < registry_learner_count; i++) {
      const learner_class *class = registry_learners[i];
      if (class->equivariant & EQUIVARIANT_PERMUTATION) compared += check_ties(class, &custom.problem);
    }
    cr_expect_gt(compared, TRIALS, "%s", names[k]);
    custom_members_close(&custom);
  }
}

/* Members that declare what they do not keep. */
static const char wrong_members[] =
    "local function wrong(name, declared, score, update) return learner.custom { name = name, instances = 'vector',\n"
    "  equivariant = declared, conservative = declared == nil,\n"
    "  create = function(setting) return { w = vec(setting.n) } end,\n"
    "  predict = function(s, x) return score(s, x) end,\n"
    "  update = update or function(s, x, prediction, y) s.w:add(y, x) return true end } end\n"
    "local first = wrong('first_counts_more', { 'permutation' }, function(s, x) return x:dot(s.w) + x[1] end)\n"
    "local sums = wrong('sum_of_entries', { 'vector_rotation' }, function(s, x) local t = 0 for i = 1, #x do t = t + "
    "x[i] end return t end)\n"
    "local eager = wrong('learns_always', nil, function(s, x) return x:dot(s.w) end)\n"
    "local coins = problem.custom { name = 'gauss', facts = { n = 3, instances = 'vector' }, create = function() "
    "return vec(3) end,\n"
    "  next = function(x) for i = 1, 3 do x[i] = math.random() - 0.5 end return x, x[1] > 0 and 1 or -1 end }\n"
    "return { trials = 12, seeds = 1, problem = coins {}, learners = { first {}, sums {}, eager {} } }\n";

Test(equivariance, the_checks_can_fail) {
  static const char *const names[] = {"first_counts_more", "sum_of_entries", "learns_always"};
  for (size_t i = 0; i < 3; i++) {
    sequence *made = NULL;
    custom_members custom = {0};
    custom_members_open_text(&custom, wrong_members, names[i], NULL);
    const size_t count = make_sequences(&made, &custom.problem);
    control = true;
    broken = 0;
    check_declared(&custom.learner, made, count);
    control = false;
    cr_expect_gt(broken, 0, "%s was not found out", names[i]);
    free_sequences(made, count);
    custom_members_close(&custom);
  }
}
