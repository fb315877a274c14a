/* Learners and problems against the protocol (learner.h, problem.h), all of them, and all bounds in cells. */
#include "unit/conformance_cells.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "linalg/eigen.h"
#include "spectral/instance/instance_store.h"

enum { TURN = 6 };

extern const learner_class learner_matrix_winnow;

/* Controls: what a check finds is counted, not reported. */
static bool control;
static size_t found;
static size_t blocked; /* predictions that came from blocks */

#define EXPECT(condition, ...)           \
  do {                                   \
    const bool expected_ = (condition);  \
    if (control) {                       \
      found += !expected_;               \
    } else {                             \
      cr_expect(expected_, __VA_ARGS__); \
    }                                    \
  } while (0)

static bool same_instance(const instance *a, const instance *b) {
  char digits[2][33];
  for (int i = 0; i < 2; i++) {
    stream_hash *hash = NULL;
    cr_assert_eq(stream_hash_new(&hash), STATUS_OK);
    instance_hash(i == 0 ? a : b, hash);
    stream_hash_text(hash, digits[i]);
    stream_hash_free(hash);
  }
  return strcmp(digits[0], digits[1]) == 0;
}

static void check_trial(const problem *source, const instance *x, double label) {
  const problem_facts *facts = &source->facts;
  const loss l = problem_loss(facts);
  const char *name = source->class->about.name;
  cr_expect(x->kind == facts->kind && x->n == facts->n && x->m == facts->rows, "%s: an instance of another shape",
            name);
  cr_expect_eq(instance_check_finite(x), STATUS_OK, "%s: %s", name, status_message());
  if (facts->labels == LABEL_SIGN) cr_expect(label == 1.0 || label == -1.0, "%s: label %g", name, label);
  if (facts->labels == LABEL_REAL)
    cr_expect(label >= l.label_low && label <= l.label_high, "%s: label %g", name, label);
}

/* The same seed gives the same trials, and an oblivious problem the same whatever is answered. */
static bool check_problem(const problem_class *class) {
  sequence played[2];
  for (int i = 0; i < 2; i++) {
    played[i].values = make_problem(class, &played[i].problem);
    if (played[i].values == NULL) return false;
    if (played[i].problem.facts.adaptive) { /* needs a partner: check_learner plays it */
      problem_destroy(&played[i].problem);
      options_free(played[i].values);
      return true;
    }
    play_problem(&played[i].problem, i == 1, &played[i]);
  }
  cr_expect_eq(played[0].count, played[1].count, "%s: another number of trials", class->about.name);
  cr_expect_gt(played[0].count, 0, "%s: no trials", class->about.name);
  for (size_t t = 0; t < played[0].count && t < played[1].count; t++) {
    EXPECT(same_instance(&played[0].xs.items[t], &played[1].xs.items[t]), "%s: instance %zu differs", class->about.name,
           t + 1);
    EXPECT(played[0].labels[t] == played[1].labels[t], "%s: label %zu differs", class->about.name, t + 1);
    check_trial(&played[0].problem, &played[0].xs.items[t], played[0].labels[t]);
  }
  for (int i = 0; i < 2; i++) {
    instance_store_free(&played[i].xs);
    problem_destroy(&played[i].problem);
    options_free(played[i].values);
  }
  return true;
}

Test(conformance, problems) {
  size_t made = 0;
  for (size_t i = 0; i < registry_problem_count; i++) made += check_problem(registry_problems[i]);
  cr_expect_gt(made, registry_problem_count / 2, "only %zu problems were made", made);
  custom_members custom = {0};
  custom_members_open(&custom);
  cr_expect(check_problem(&custom.problem));
  custom_members_close(&custom);
}

/* ---- learners */

typedef struct answers {
  prediction given[TRIALS];
  bool updated[TRIALS];
} answers;

static double score_of(learner *player, const instance *x) {
  double score = NAN;
  cr_assert_eq(learner_score(player, x, &score), STATUS_OK, "%s: %s", player->class->about.name, status_message());
  return score;
}

static bool same_number(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0 || a == b;
}

static void expect_same(const learner_class *class, const char *source, const prediction *a, const prediction *b,
                        size_t t, const char *what) {
  EXPECT(same_number(a->score, b->score) && same_number(a->value, b->value),
         "%s on %s: %s: trial %zu: score %.17g and %.17g, prediction %g and %g", class->about.name, source, what, t + 1,
         a->score, b->score, a->value, b->value);
}

/* Trials from..to-1 of the sequence; labels after `turn` are the others. */
static void play(learner *player, const sequence *on, size_t from, size_t to, size_t turn, answers *out) {
  const problem_facts *facts = &on->problem.facts;
  const loss l = problem_loss(facts);
  const char *name = player->class->about.name;
  for (size_t t = from; t < to; t++) {
    const instance *x = &on->xs.items[t];
    double label = on->labels[t];
    if (t >= turn)
      label = facts->labels == LABEL_SIGN ? -label
              : isinf(l.label_low)        ? label + 1.0
                                          : l.label_low + l.label_high - label;
    cr_assert_eq(learner_predict(player, x, &out->given[t]), STATUS_OK, "%s: %s", name, status_message());
    cr_assert_eq(learner_update(player, x, &out->given[t], label, &out->updated[t]), STATUS_OK, "%s: %s", name,
                 status_message());
  }
}

/* Asking has no effect, and a trial that did not update the state left it as it was. */
static void check_quiet(learner *player, const sequence *on) {
  const char *name = player->class->about.name, *source = on->problem.class->about.name;
  for (size_t t = 0; t < on->count; t++) {
    prediction first, second;
    double before[TRIALS] = {0};
    bool updated = false;
    const instance *x = &on->xs.items[t];
    cr_assert_eq(learner_predict(player, x, &first), STATUS_OK, "%s: %s", name, status_message());
    for (size_t i = 0; i < on->count; i++) before[i] = score_of(player, &on->xs.items[i]);
    cr_assert_eq(learner_predict(player, x, &second), STATUS_OK);
    expect_same(player->class, source, &first, &second, t, "asked twice");
    cr_assert_eq(learner_update(player, x, &second, on->labels[t], &updated), STATUS_OK);
    for (size_t i = 0; i < on->count && !updated; i++) {
      const double after = score_of(player, &on->xs.items[i]);
      EXPECT(same_number(before[i], after), "%s on %s: trial %zu did not update, but a score was %.17g and is %.17g",
             name, source, t + 1, before[i], after);
    }
  }
}

/* Blocks are for dyads and sums of them; a learner of vectors may share the methods of one of matrices. */
static bool predicts_blocks(const learner_class *class) {
  return class->methods->predict_block != NULL && (class->instances & (1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK));
}

/* Trials in blocks of growing lengths, a prediction of which is used as long as no trial has updated the state. How many were used. */
static size_t check_blocks(const learner_class *class, const options *values, const sequence *on,
                           const answers *whole) {
  const learner_setting setting = problem_learner_setting(&on->problem.facts, TRIALS, SEED, &eigen_own);
  learner player;
  prediction given[TRIALS];
  size_t used = 0;
  cr_assert_eq(learner_new(class, &setting, values, &player), STATUS_OK);
  for (size_t t = 0, start = 0, end = 0, length = 1; t < on->count; t++) {
    bool updated = false;
    if (t == end) {
      start = t;
      end = t + length < on->count ? t + length : on->count;
      length++;
      memset(given, 0, sizeof given);
      cr_assert_eq(learner_predict_block(&player, end - start, &on->xs.items[start], given), STATUS_OK, "%s: %s",
                   class->about.name, status_message());
    }
    prediction said = given[t - start];
    if (isfinite(said.score)) {
      expect_same(class, on->problem.class->about.name, &whole->given[t], &said, t, "in a block");
      used++;
    } else {
      cr_assert_eq(learner_predict(&player, &on->xs.items[t], &said), STATUS_OK);
    }
    cr_assert_eq(learner_update(&player, &on->xs.items[t], &said, on->labels[t], &updated), STATUS_OK);
    EXPECT(updated == whole->updated[t], "%s on %s: trial %zu updates in one way only", class->about.name,
           on->problem.class->about.name, t + 1);
    if (updated) end = t + 1;
  }
  learner_destroy(&player);
  return used;
}

static void check_saved(const learner_class *class, const options *values, const sequence *on, const answers *whole) {
  const learner_setting setting = problem_learner_setting(&on->problem.facts, TRIALS, SEED, &eigen_own);
  learner first, second;
  answers again = {0};
  char *text = NULL;
  cJSON *state = cJSON_CreateObject(), *read = NULL;
  cr_assert_eq(learner_new(class, &setting, values, &first), STATUS_OK);
  cr_assert_eq(learner_new(class, &setting, values, &second), STATUS_OK);
  const size_t turn = on->count < TURN ? on->count : TURN;
  play(&first, on, 0, turn, TRIALS, &again);
  cr_assert_eq(learner_save(&first, state), STATUS_OK, "%s: %s", class->about.name, status_message());
  cr_assert_eq(json_print(state, 0, 0, &text), STATUS_OK);
  cr_assert_eq(json_parse(text, &read), STATUS_OK);
  cr_assert_eq(learner_load(&second, read), STATUS_OK, "%s: %s", class->about.name, status_message());
  play(&second, on, turn, on->count, TRIALS, &again);
  for (size_t t = 0; t < on->count; t++) {
    expect_same(class, on->problem.class->about.name, &whole->given[t], &again.given[t], t, "saved and loaded");
  }
  learner_destroy(&first);
  learner_destroy(&second);
  cJSON_Delete(state);
  cJSON_Delete(read);
  free(text);
}

/* On a sequence that was recorded: determinism, no peeking, quiet trials, states. */
static void check_on(const learner_class *class, const sequence *on) {
  const char *source = on->problem.class->about.name;
  learner players[3];
  options *values[3];
  answers whole = {0}, again = {0}, turned = {0};
  for (int i = 0; i < 3; i++) {
    values[i] = make_learner(class, &on->problem.facts, &players[i]);
    cr_assert_not_null(values[i]);
  }
  play(&players[0], on, 0, on->count, TRIALS, &whole);
  play(&players[1], on, 0, on->count, TURN, &turned);
  for (size_t t = 0; t < on->count && t <= TURN; t++) {
    expect_same(class, source, &whole.given[t], &turned.given[t], t, "other labels later");
  }
  check_quiet(&players[2], on);
  if (learner_saves(class)) check_saved(class, values[0], on, &whole);
  if (class->methods->predict_block != NULL) blocked += check_blocks(class, values[0], on, &whole);
  for (int i = 0; i < 3; i++) learner_destroy(&players[i]);
  cr_assert_eq(learner_new(class, &(learner_setting){0}, values[0], &players[0]), STATUS_INVALID, "n = 0 was taken");
  options *same = make_learner(class, &on->problem.facts, &players[0]);
  play(&players[0], on, 0, on->count, TRIALS, &again);
  for (size_t t = 0; t < on->count; t++) {
    expect_same(class, source, &whole.given[t], &again.given[t], t, "played twice");
    cr_expect_eq(whole.updated[t], again.updated[t], "%s on %s: updates differ", class->about.name, source);
  }
  learner_destroy(&players[0]);
  options_free(same);
  for (int i = 0; i < 3; i++) options_free(values[i]);
}

static size_t check_learner(const learner_class *class, const sequence *made, size_t count) {
  size_t met = 0;
  for (size_t i = 0; i < count; i++) {
    learner probe;
    options *values = make_learner(class, &made[i].problem.facts, &probe);
    if (values == NULL) continue;
    learner_destroy(&probe);
    options_free(values);
    check_on(class, &made[i]);
    met++;
  }
  return met;
}

/* It cannot be made from its declaration alone. */
static bool needs_program(const learner_class *class) {
  for (size_t i = 0; i < class->about.parameter_count; i++) {
    if (class->about.parameters[i].type == PARAMETER_COMMAND && class->about.parameters[i].value == NULL) return true;
  }
  return false;
}

/* Then test `adversaries` plays it. */
static bool meets_adversary(const learner_class *class) {
  bool met = false;
  for (size_t i = 0; i < registry_problem_count && !met; i++) {
    problem source;
    learner player;
    options *values = make_problem(registry_problems[i], &source);
    if (values == NULL) continue;
    options *taken = source.facts.adaptive ? make_learner(class, &source.facts, &player) : NULL;
    met = taken != NULL;
    if (met) learner_destroy(&player);
    problem_destroy(&source);
    options_free(taken);
    options_free(values);
  }
  return met;
}

Test(conformance, learners) {
  sequence *made = NULL;
  custom_members custom = {0};
  custom_members_open(&custom);
  const size_t count = make_sequences(&made, &custom.problem);
  for (size_t i = 0; i < registry_learner_count; i++) {
    const learner_class *class = registry_learners[i];
    blocked = 0;
    const size_t met = check_learner(class, made, count);
    cr_expect(!predicts_blocks(class) || blocked >= 2 * TRIALS, "%s: %zu predictions in blocks", class->about.name,
              blocked);
    cr_expect(met > 0 || needs_program(class) || meets_adversary(class), "%s met no problem", class->about.name);
  }
  cr_expect_gt(check_learner(&custom.learner, made, count), 1, "the custom learner met no built-in problem");
  free_sequences(made, count);
  custom_members_close(&custom);
}

/* Each breaks one rule, and the check for it must find that. */
static const char wrong_members[] =
    "local function wrong(name, predict, update, save) return learner.custom { name = name, instances = 'vector',\n"
    "  create = function(setting) return { w = vec(setting.n, 1 / setting.n), t = 0 } end,\n"
    "  predict = predict or function(s, x) return x:dot(s.w) - 0.5 end,\n"
    "  update = update or function(s, x, prediction, y) s.t = s.t + 1 s.w:add(y, x) return true end,\n"
    "  save = save and function(s) return { w = s.w } end,\n"
    "  load = save and function(setting, p, saved) return { w = vec(saved.w), t = 0 } end } end\n"
    "local asked = wrong('counts_questions', function(s, x) s.t = s.t + 1 return s.t end)\n"
    "local liar = wrong('hides_updates', nil, function(s, x, prediction, y) s.w:add(y, x) return false end)\n"
    "local forgets = wrong('forgets', function(s, x) return s.t end, nil, true)\n"
    "local moody = problem.custom { name = 'moody', facts = { n = 3, instances = 'vector', adaptive = false },\n"
    "  create = function() return vec(3) end, next = function(x) x[1] = x[1] + 1 return x, 1 end }\n"
    "return { trials = 12, seeds = 1, problem = moody {}, learners = { asked {}, liar {}, forgets {} } }\n";

Test(conformance, the_checks_can_fail) {
  static const char *const names[] = {"counts_questions", "hides_updates", "forgets"};
  for (size_t i = 0; i < 3; i++) {
    sequence *made = NULL;
    custom_members custom = {0};
    custom_members_open_text(&custom, wrong_members, names[i], NULL);
    const size_t count = make_sequences(&made, &custom.problem);
    control = true;
    found = 0;
    cr_expect_gt(check_learner(&custom.learner, made, count), 0);
    control = false;
    cr_expect_gt(found, 0, "%s was not found out", names[i]);
    free_sequences(made, count);
    custom_members_close(&custom);
  }
}

static status wrong_block(void *self, size_t count, const instance *xs, prediction *out) {
  TRY(learner_matrix_winnow.methods->predict_block(self, count, xs, out));
  for (size_t i = 1; i < count; i++) out[i].score = nextafter(out[i].score, 0.0);
  return STATUS_OK;
}

Test(conformance, a_wrong_block_is_found) {
  sequence *made = NULL;
  const size_t count = make_sequences(&made, NULL);
  learner_class wrong = learner_matrix_winnow;
  learner_methods methods = *wrong.methods;
  methods.predict_block = wrong_block;
  wrong.methods = &methods;
  control = true;
  found = 0;
  cr_expect_gt(check_learner(&wrong, made, count), 0);
  control = false;
  cr_expect_gt(found, 0, "scores that are off by an ulp were not found out");
  free_sequences(made, count);
}

/* ---- adversaries */

/* An adversary may need something of its learner, and says what. */
static bool refuses_partner(const char *reason) {
  return strstr(reason, "needs a learner") != NULL || strstr(reason, "expected a learner") != NULL;
}

/* Plays them, or is refused; the hash of what was played. */
static status meet(const problem_class *class, const learner_class *learner_of, char digits[33]) {
  problem source;
  learner player;
  options *values = make_problem(class, &source), *learner_values = NULL;
  stream_hash *hash = NULL;
  digits[0] = 0;
  if (values != NULL) learner_values = make_learner(learner_of, &source.facts, &player);
  status code = STATUS_OK;
  cr_assert_eq(stream_hash_new(&hash), STATUS_OK);
  if (learner_values != NULL) code = problem_meet(&source, &player);
  for (size_t t = 0; learner_values != NULL && code == STATUS_OK && t < TRIALS; t++) {
    instance x;
    prediction said = {0};
    double label = 0;
    bool updated = false;
    code = problem_next(&source, &player, &x);
    if (code == STATUS_OK) code = learner_predict(&player, &x, &said);
    if (code == STATUS_OK) code = problem_reveal(&source, &said, &label);
    if (code == STATUS_OK) code = learner_update(&player, &x, &said, label, &updated);
    if (code != STATUS_OK) break;
    check_trial(&source, &x, label);
    instance_hash(&x, hash);
    stream_hash_bytes(hash, &label, sizeof label);
  }
  stream_hash_text(hash, digits);
  stream_hash_free(hash);
  if (learner_values != NULL) learner_destroy(&player);
  if (values != NULL) problem_destroy(&source);
  options_free(learner_values);
  options_free(values);
  return code == STATUS_END ? STATUS_OK : code;
}

static void check_meeting(const problem_class *class, const learner_class *learner_of) {
  char first[33], second[33];
  const status code = meet(class, learner_of, first);
  cr_expect(code == STATUS_OK || refuses_partner(status_message()), "%s on %s: %s", learner_of->about.name,
            class->about.name, status_message());
  cr_expect_eq(meet(class, learner_of, second), code);
  cr_expect_str_eq(first, second, "%s on %s: another game the second time", learner_of->about.name, class->about.name);
}

Test(conformance, adversaries) {
  custom_members custom = {0};
  custom_members_open(&custom);
  for (size_t i = 0; i < registry_problem_count; i++) {
    problem source;
    options *values = make_problem(registry_problems[i], &source);
    if (values == NULL) continue;
    const bool adaptive = source.facts.adaptive;
    problem_destroy(&source);
    options_free(values);
    for (size_t k = 0; adaptive && k < registry_learner_count; k++)
      check_meeting(registry_problems[i], registry_learners[k]);
    if (adaptive) check_meeting(registry_problems[i], &custom.learner);
  }
  custom_members_close(&custom);
}

/* ---- bounds: every one that speaks of a pair judges it in a cell */

/* The record of the cell without its time and memory. */
static char *run_cell(const plan *planned, bool seen[]) {
  const cell_settings settings = {.plan = planned, .eigen = &eigen_own, .results = "."};
  const cell_address address = plan_cell(planned, 0);
  cJSON *record = NULL;
  char *text = NULL;
  cr_assert_eq(cell_run(&settings, &address, "0123456789abcdef", &record), STATUS_OK, "%s", status_message());
  const cJSON *row = NULL;
  cJSON_ArrayForEach (row, cJSON_GetObjectItemCaseSensitive(record, "rows")) {
    const char *name = text_of(row, "bound"), *judged = text_of(row, "verdict");
    const bool joint = strcmp(text_of(row, "level"), "mean") == 0 || strcmp(text_of(row, "level"), "probability") == 0;
    bool known = false;
    for (size_t i = 0; i < registry_bound_count; i++) {
      const size_t length = strlen(registry_bounds[i]->about.name);
      const bool its =
          strncmp(name, registry_bounds[i]->about.name, length) == 0 && (name[length] == 0 || name[length] == '.');
      known = known || its;
      seen[i] = seen[i] || its;
    }
    cr_expect(known, "a row of no bound: %s", name);
    cr_expect(joint || strcmp(judged, "violated") != 0, "%s on %s: %s is violated: %s > %s", address.learner->label,
              address.point->problem->about.name, name, text_of(row, "measured"), text_of(row, "value"));
    cr_expect(strcmp(judged, "premise") != 0 || strcmp(text_of(row, "premise"), "-") != 0, "%s names no premise", name);
  }
  cJSON_DeleteItemFromObjectCaseSensitive(record, "seconds");
  cJSON_DeleteItemFromObjectCaseSensitive(record, "memory");
  cr_assert_eq(json_print(record, 0, 0, &text), STATUS_OK);
  cJSON_Delete(record);
  return text;
}

static void check_pair(const problem_class *source, const options *problem_values, const problem_facts *facts,
                       const learner_class *learner_of, bool seen[]) {
  learner probe;
  options *values = make_learner(learner_of, facts, &probe);
  if (values == NULL) return;
  learner_destroy(&probe);
  plan planned;
  cJSON *played = member_json(source->about.name, problem_values);
  cr_assert_eq(plan_open(make_document(played, learner_of, values), &planned), STATUS_OK, "%s", status_message());
  char *first = run_cell(&planned, seen), *second = run_cell(&planned, seen);
  cr_expect_str_eq(first, second, "%s on %s gives other bytes the second time", learner_of->about.name,
                   source->about.name);
  const bool done = strstr(first, "\"status\":\"done\"") != NULL;
  cr_expect(done || (facts->adaptive && refuses_partner(first)), "%s on %s: %s", learner_of->about.name,
            source->about.name, first);
  free(first);
  free(second);
  plan_close(&planned);
  options_free(values);
}

Test(conformance, bounds_in_cells) {
  bool *seen = NULL;
  size_t judged = 0;
  cr_assert_eq(memory_array(registry_bound_count, sizeof *seen, &seen), STATUS_OK);
  for (size_t i = 0; i < registry_problem_count; i++) {
    problem source;
    options *values = make_problem(registry_problems[i], &source);
    if (values == NULL) continue;
    for (size_t k = 0; k < registry_learner_count; k++) {
      check_pair(registry_problems[i], values, &source.facts, registry_learners[k], seen);
    }
    problem_destroy(&source);
    options_free(values);
  }
  for (size_t i = 0; i < registry_bound_count; i++) judged += seen[i];
  cr_expect_gt(judged, registry_bound_count / 2, "only %zu of %zu bounds spoke", judged, registry_bound_count);
  free(seen);
}
