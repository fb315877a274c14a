/* What a learner written in Lua costs beside the same one in C, on the same dense vectors of 1000 and of 10,000 features.
 *
 * Prints for each pair one line: learner n trials updates c_ns lua_ns c_updates; processor time of a trial in nanoseconds, predict
 * and update, the learner alone; medians of the rounds, which alternate. The argument is the scenario that has the learners in Lua. */
#include <gsl/gsl_errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/random.h"
#include "bench/timing.h"
#include "cell/plan.h"
#include "script/script.h"
#include "script/script_plan.h"

enum { TRIALS = 4000, ROWS = 64, ROUNDS = 21, MOST_FEATURES = 10000 };

static const size_t features[] = {1000, MOST_FEATURES};

typedef struct bench_pair {
  const char *learner, *options;
  bool tuned;    /* the one in Lua gets eta and theta of the one in C */
  bool negative; /* entries of both signs */
} bench_pair;

/* In the order of the scenario's learners. */
static const bench_pair pairs[] = {{"winnow", "{\"r\":1,\"gap\":0.9,\"gap_low\":0.1}", true, false},
                                   {"perceptron", "{\"bias\":true}", false, true}};

/* Of this thread: what other programs take is not counted. */
static double now(void) {
  return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* Feature 0 has the label in its size, or in its sign. */
static status draw(size_t n, bool negative, double *rows, double *labels) {
  random_stream *stream = NULL;
  TRY(random_stream_new(1, "custom_cost", &stream));
  for (size_t t = 0; t < ROWS; t++) {
    double *x = rows + t * n;
    labels[t] = random_chance(stream, 0.5) ? 1.0 : -1.0;
    for (size_t i = 0; i < n; i++) x[i] = negative ? 2.0 * random_uniform(stream) - 1.0 : random_uniform(stream);
    const double size = 0.9 + 0.1 * x[1] * x[1];
    x[0] = negative ? labels[t] * size : labels[t] > 0.0 ? size : 1.0 - size;
  }
  random_stream_free(stream);
  return STATUS_OK;
}

static status make(const learner_class *class, size_t n, cJSON *given, learner *out, options **values) {
  const learner_setting setting = {
      .n = n, .rank = n, .trials = TRIALS, .seed = 1, .kind = INSTANCE_VECTOR, .eigen = &eigen_own};
  TRY(options_new(&class->about, given, values));
  return learner_new(class, &setting, *values, out);
}

/* A new learner plays all trials. */
static status play(const learner_class *class, size_t n, cJSON *given, const double *rows, const double *labels,
                   double *trial_ns, size_t *updates) {
  learner player = {NULL, NULL};
  options *values = NULL;
  status code = make(class, n, given, &player, &values);
  *updates = 0;
  const double start = now();
  for (size_t t = 0; t < TRIALS && code == STATUS_OK; t++) {
    prediction predicted;
    bool updated = false;
    const instance x = instance_dense_vector(n, rows + t % ROWS * n);
    code = learner_predict(&player, &x, &predicted);
    if (code == STATUS_OK) code = learner_update(&player, &x, &predicted, labels[t % ROWS], &updated);
    *updates += updated;
  }
  *trial_ns = (now() - start) / TRIALS;
  learner_destroy(&player);
  options_free(values);
  return code;
}

/* eta and theta of the learner in C. */
static status read_tuning(const learner_class *class, size_t n, cJSON *given, cJSON *tuning) {
  static const char *const names[] = {"eta", "theta"};
  learner player = {NULL, NULL};
  options *values = NULL;
  status code = make(class, n, given, &player, &values);
  for (size_t i = 0; i < 2 && code == STATUS_OK; i++) {
    double value = 0.0;
    if (!learner_constant(&player, names[i], &value) || !cJSON_AddNumberToObject(tuning, names[i], value))
      code = FAIL(STATUS_FAILED, "%s has no %s", class->about.name, names[i]);
  }
  learner_destroy(&player);
  options_free(values);
  return code;
}

static status measure(const bench_pair *pair, size_t n, const learner_class *in_lua) {
  static double rows[ROWS * MOST_FEATURES], labels[ROWS];
  double c_ns[ROUNDS], lua_ns[ROUNDS];
  size_t c_updates = 0, lua_updates = 0;
  cJSON *given = NULL, *tuning = cJSON_CreateObject();
  const learner_class *in_c = learner_find(pair->learner);
  status code = draw(n, pair->negative, rows, labels);
  if (code == STATUS_OK) code = json_parse(pair->options, &given);
  if (code == STATUS_OK && pair->tuned) code = read_tuning(in_c, n, given, tuning);
  for (size_t round = 0; round < ROUNDS && code == STATUS_OK; round++) {
    code = play(in_c, n, given, rows, labels, &c_ns[round], &c_updates);
    if (code == STATUS_OK) code = play(in_lua, n, tuning, rows, labels, &lua_ns[round], &lua_updates);
  }
  if (code == STATUS_OK) {
    printf("%s %zu %d %zu %.6g %.6g %zu\n", pair->learner, n, TRIALS, lua_updates, median_of(ROUNDS, c_ns),
           median_of(ROUNDS, lua_ns), c_updates);
  }
  cJSON_Delete(given);
  cJSON_Delete(tuning);
  return code;
}

static status measure_all(const char *path) {
  const script_request request = {.path = path};
  cJSON *planned = NULL;
  script *opened = NULL;
  status code = script_plan(&request, &script_default_limits, &planned);
  if (code != STATUS_OK) return code;
  const cJSON *point = cJSON_GetObjectItemCaseSensitive(planned, "points")->child;
  code = script_open(path, cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(planned, "text")), NULL,
                     &script_default_limits, &opened);
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs && code == STATUS_OK; i++) {
    const cJSON *member = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(point, "learners"), (int)i);
    learner_class *class = NULL;
    code = custom_learner_class(member, &class);
    const script_members members = {.point = point,
                                    .label = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(member, "label")),
                                    .learner = class};
    if (code == STATUS_OK) code = script_open_members(opened, &members);
    for (size_t k = 0; k < sizeof features / sizeof *features && code == STATUS_OK; k++) {
      code = measure(&pairs[i], features[k], class);
    }
    free(class);
  }
  script_close(opened);
  cJSON_Delete(planned);
  return code;
}

int main(int argc, char **argv) {
  gsl_set_error_handler_off();
  (void)mallopt(M_MMAP_THRESHOLD, 1 << 30);
  (void)mallopt(M_TRIM_THRESHOLD, 1 << 30);
  if (argc == 2 && measure_all(argv[1]) == STATUS_OK) return 0;
  fprintf(stderr, "custom_cost: %s\n", argc == 2 ? status_message() : "usage: custom_cost SCENARIO");
  return 2;
}
