/* Attacks: variations stay inside the premises (seen by naive sums here), edits do what they say, and the same
 * number gives the same edit. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attack/attack.h"
#include "attack/candidate.h"
#include "attack/parameters.h"
#include "attack/variations.h"
#include "base/file.h"
#include "base/json.h"

enum { ORDER = 6 };

/* P = projection on (e1 + e2)/sqrt2 and e3. */
static double in_range(const double *x) {
  return 0.5 * (x[0] + x[1]) * (x[0] + x[1]) + x[2] * x[2];
}

/* header, then trials, as a file of its own in the present folder. */
static void sequence_of(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  cr_assert_not_null(file);
  fputs(text, file);
  cr_assert_eq(fclose(file), 0);
}

static void open_text(const char *text, attack_sequence *out) {
  char path[64];
  (void)snprintf(path, sizeof path, "/tmp/test_attack.%ld.jsonl", (long)getpid());
  sequence_of(path, text);
  cr_assert_eq(attack_sequence_open(path, 12, out), STATUS_OK, "%s", status_message());
  (void)remove(path);
}

static const char dyads[] = "{\"format\":\"winnow-lab sequence "
                            "1\",\"instances\":\"dyad\",\"n\":6,\"labels\":\"sign\",\"comparator\":{\"frame\":"
                            "[[0.70710678118654757,0.70710678118654757,0,0,0,0],[0,0,1,0,0,0]]}}\n"
                            "{\"t\":1,\"x\":[0,0,1,0,0,0],\"y\":1}\n"
                            "{\"t\":2,\"x\":[0,0,0,0.6,0.8,0],\"y\":-1}\n"
                            "{\"t\":3,\"x\":[0,0,0.8,0,0,0.6],\"y\":1}\n"
                            "{\"t\":4,\"x\":[0.5,-0.5,0,0.5,0.5,0],\"y\":-1}\n";

Test(attack, variations_of_dyads_meet_the_premises) {
  attack_sequence s;
  random_stream *random = NULL;
  size_t met_count = 0, positive = 0;
  open_text(dyads, &s);
  cr_assert(s.domain.unit);
  cr_assert_eq(random_stream_new(1, "test", &random), STATUS_OK);
  for (size_t k = 0; k < 400; k++) {
    attack_trial trial;
    bool met = false;
    cr_assert_eq(attack_vary(&s, random, &trial, &met), STATUS_OK);
    if (!met) continue;
    met_count++;
    positive += trial.label > 0.0;
    double square = 0.0;
    for (size_t i = 0; i < ORDER; i++) square += trial.x.value[i] * trial.x.value[i];
    cr_expect_float_eq(square, 1.0, 1e-12, "%.17g", square);
    const double value = in_range(trial.x.value);
    if (trial.label > 0.0) {
      cr_expect_geq(value, 0.5, "no noise of rounding: %.17g", value);
    } else {
      cr_expect_leq(value, 1e-12, "%.17g", value);
    }
  }
  cr_expect_gt(met_count, 350, "what has a part in the range and one outside can be brought to either side");
  cr_expect(positive > 0 && positive < met_count);
  random_stream_free(random);
  attack_sequence_close(&s);
}

Test(attack, variations_of_disjunctions_stay_binary_and_consistent) {
  attack_sequence s;
  random_stream *random = NULL;
  size_t met_count = 0, positive = 0;
  open_text("{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":6,\"labels\":\"sign\",\"gap\":[0,1],"
            "\"comparator\":{\"coordinates\":[2,5]}}\n"
            "{\"t\":1,\"index\":[1,2],\"value\":[1,1],\"y\":1}\n{\"t\":2,\"index\":[1,4],\"value\":[1,1],\"y\":-1}\n",
            &s);
  cr_assert(s.domain.whole && s.domain.low == 0.0 && s.domain.high == 1.0);
  cr_assert_eq(random_stream_new(2, "test", &random), STATUS_OK);
  for (size_t k = 0; k < 400; k++) {
    attack_trial trial;
    bool met = false;
    cr_assert_eq(attack_vary(&s, random, &trial, &met), STATUS_OK);
    if (!met) continue;
    met_count++;
    positive += trial.label > 0.0;
    for (size_t i = 0; i < ORDER; i++) cr_expect(trial.x.value[i] == 0.0 || trial.x.value[i] == 1.0);
    cr_expect_eq(trial.x.value[1] + trial.x.value[4] >= 1.0, trial.label > 0.0);
  }
  cr_expect_gt(met_count, 200);
  cr_expect(positive > 0 && positive < met_count);
  random_stream_free(random);
  attack_sequence_close(&s);
}

/* u.x = 2 x1 + x2 - x3 / 2 beyond 0.75: a variation stays in the range of the entries, and with probability 1/2 is brought to the end of the gap,
 * which entries between the range's ends can reach. */
Test(attack, variations_of_vectors_end_at_the_gap) {
  attack_sequence s;
  random_stream *random = NULL;
  size_t met_count = 0, ends = 0;
  open_text(
      "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":3,\"labels\":\"sign\",\"gap\":[-0.75,0.75],"
      "\"comparator\":{\"vector\":[2,1,-0.5]}}\n"
      "{\"t\":1,\"x\":[0.9,0.3,-0.2],\"y\":1}\n{\"t\":2,\"x\":[-0.8,0.1,1],\"y\":-1}\n",
      &s);
  cr_assert(!s.domain.whole && s.domain.low == -0.8 && s.domain.high == 1.0);
  cr_assert_eq(random_stream_new(3, "test", &random), STATUS_OK);
  for (size_t k = 0; k < 400; k++) {
    attack_trial trial;
    bool met = false;
    cr_assert_eq(attack_vary(&s, random, &trial, &met), STATUS_OK);
    if (!met) continue;
    const double *x = trial.x.value, value = trial.label * (2.0 * x[0] + x[1] - 0.5 * x[2]);
    for (size_t i = 0; i < 3; i++) cr_expect(x[i] >= -0.8 && x[i] <= 1.0, "%.17g", x[i]);
    cr_expect_geq(value, 0.75 - 1e-12, "%.17g", value);
    met_count++;
    ends += fabs(value - 0.75) <= 1e-11;
  }
  cr_expect_gt(met_count, 350);
  cr_expect_gt(ends, met_count / 3, "%zu of %zu", ends, met_count);
  random_stream_free(random);
  attack_sequence_close(&s);
}

/* A reflection that commutes with U keeps tr(UX) and the norm of the one matrix, mixing it with itself changes nothing, and what is
 * brought to the end of the gap is made smaller for it. */
Test(attack, variations_of_matrices_keep_the_spectrum) {
  static const char header[] =
      "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"matrix\",\"n\":3,\"labels\":\"sign\",\"gap\":[-0.5,0.5],"
      "\"comparator\":{\"frame\":[[0.70710678118654757,0.70710678118654757,0]]}}\n"
      "{\"t\":1,\"X\":[[0.7,0,0.5],[0,0.7,0],[0.5,0,1]],\"y\":1}\n";
  attack_sequence s;
  random_stream *random = NULL;
  size_t ends = 0, stays = 0, reflected = 0;
  open_text(header, &s);
  const double *first = s.trials[0].x.matrix, norm = sqrt(2 * 0.49 + 2 * 0.25 + 1.0);
  cr_assert_eq(random_stream_new(4, "test", &random), STATUS_OK);
  for (size_t k = 0; k < 400; k++) {
    attack_trial trial;
    bool met = false;
    double square = 0.0, moved = 0.0;
    cr_assert_eq(attack_vary(&s, random, &trial, &met), STATUS_OK);
    cr_expect_eq(met, trial.label > 0.0, "its value is 0.7, or 0.5");
    if (!met) continue;
    const double *x = trial.x.matrix, value = 0.5 * (x[0] + x[1] + x[3] + x[4]), share = value / 0.7;
    for (size_t i = 0; i < 9; i++) {
      square += x[i] * x[i];
      moved = fmax(moved, fabs(x[i] / share - first[i]));
      cr_expect_float_eq(x[i], x[i % 3 * 3 + i / 3], 1e-12, "symmetric");
    }
    cr_expect_float_eq(sqrt(square), share * norm, 1e-12, "%.17g", sqrt(square));
    ends += fabs(value - 0.5) <= 1e-12;
    stays += fabs(value - 0.7) <= 1e-12;
    reflected += moved > 1e-3;
  }
  cr_expect(ends > 100 && stays > 100 && reflected > 100, "%zu, %zu, %zu", ends, stays, reflected);
  random_stream_free(random);
  attack_sequence_close(&s);
}

Test(attack, between_two_dyads_stays_inside) {
  attack_sequence s;
  open_text(dyads, &s);
  for (int k = 0; k <= 20; k++) {
    attack_trial middle, other = s.trials[2];
    double opposite[ORDER];
    for (size_t i = 0; i < ORDER; i++) opposite[i] = -other.x.value[i];
    if (k > 10) other.x = instance_dense_dyad(ORDER, opposite); /* the same dyad */
    bool met = false;
    cr_assert_eq(attack_between(&s, &s.trials[0], &other, k % 11 / 10.0, &middle, &met), STATUS_OK);
    cr_expect(met);
    cr_expect_geq(in_range(middle.x.value), 0.64 - 1e-12, "between 1 and 0.64");
  }
  attack_sequence_close(&s);
}

Test(attack, removes_and_rounds) {
  attack_sequence s;
  open_text(dyads, &s);
  const attack_edit away = {.kind = EDIT_REMOVE, .from = 1, .count = 2};
  cr_assert_eq(attack_edit_apply(&away, NULL, &s), STATUS_OK);
  cr_assert_eq(s.count, 2);
  cr_expect_eq(s.trials[0].x.value[2], 1.0);
  cr_expect_eq(s.trials[1].x.value[1], -0.5);
  const attack_edit all = {.kind = EDIT_REMOVE, .from = 0, .count = 2};
  cr_assert_eq(attack_edit_apply(&all, NULL, &s), STATUS_OK);
  cr_expect_eq(s.count, 2, "a sequence keeps a trial");
  attack_sequence_close(&s);

  open_text("{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":2,\"labels\":\"sign\"}\n"
            "{\"t\":1,\"x\":[0.123456,0.98765],\"y\":1}\n{\"t\":2,\"x\":[0.123456,0.98765],\"y\":1}\n",
            &s);
  const attack_edit rounds = {.kind = EDIT_ROUND, .from = 1, .count = 1, .digits = 2};
  cr_assert_eq(attack_edit_apply(&rounds, NULL, &s), STATUS_OK);
  cr_expect_eq(s.trials[0].x.value[0], 0.123456);
  cr_expect_eq(s.trials[1].x.value[0], 0.12);
  cr_expect_eq(s.trials[1].x.value[1], 0.99);
  attack_sequence_close(&s);
}

Test(attack, the_same_number_is_the_same_edit) {
  for (uint64_t draw = 1; draw <= 50; draw++) {
    attack_sequence a, b;
    const attack_edit edit = {.kind = EDIT_RANDOM, .draw = draw};
    open_text(dyads, &a);
    open_text(dyads, &b);
    cr_assert_eq(attack_edit_apply(&edit, NULL, &a), STATUS_OK);
    cr_assert_eq(attack_edit_apply(&edit, NULL, &b), STATUS_OK);
    cr_assert(a.count == b.count && a.count >= 1 && a.count <= 12);
    for (size_t t = 0; t < a.count; t++) {
      cr_expect_eq(a.trials[t].label, b.trials[t].label);
      cr_expect_eq(memcmp(a.trials[t].x.value, b.trials[t].x.value, a.trials[t].x.count * sizeof(double)), 0);
    }
    attack_sequence_close(&a);
    attack_sequence_close(&b);
  }
}

/* The comparator x1 or x3 with the gap from 0 to 1: trial 2 has value 1 and label -1, trial 3 value 0.25 and label 1, trial 4 value 0.5 and
 * label -1. */
static const char contradictory[] =
    "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":3,\"labels\":\"sign\",\"gap\":[0,1],"
    "\"comparator\":{\"coordinates\":[1,3]}}\n"
    "{\"t\":1,\"x\":[1,0,0],\"y\":1}\n{\"t\":2,\"x\":[0,0,1],\"y\":-1}\n"
    "{\"t\":3,\"x\":[0.25,0.75,0],\"y\":1}\n{\"t\":4,\"x\":[0.25,0,0.25],\"y\":-1}\n{\"t\":5,\"x\":[0,1,0],\"y\":-1}\n";

Test(attack, what_contradicts_the_comparator_is_counted) {
  attack_sequence s;
  open_text(contradictory, &s);
  const attack_noise all = attack_sequence_noise(&s);
  cr_expect_eq(all.trials, 3);
  cr_expect_eq(all.amount, 1.0 + 0.75 + 0.5);
  const attack_edit removal = {.kind = EDIT_REMOVE, .from = 1, .count = 3};
  cr_assert_eq(attack_edit_apply(&removal, NULL, &s), STATUS_OK);
  cr_expect_eq(attack_sequence_noise(&s).trials, 0);
  cr_expect_eq(attack_sequence_noise(&s).amount, 0.0);
  cr_expect(attack_sequence_keeps_length(&s));
  attack_sequence_close(&s);

  open_text(dyads, &s);
  cr_expect_eq(attack_sequence_noise(&s).trials, 0);
  cr_expect(attack_sequence_keeps_length(&s));
  const attack_edit rounding = {.kind = EDIT_ROUND, .from = 1, .count = 1, .digits = 1};
  cr_assert_eq(attack_edit_apply(&rounding, NULL, &s), STATUS_OK);
  cr_expect(attack_sequence_keeps_length(&s), "0.6 and 0.8 have one digit");
  double *x = NULL;
  size_t count = 0;
  instance own;
  cr_assert_eq(attack_copy(&s, &s.trials[1].x, &own), STATUS_OK);
  x = attack_values(&own, &count);
  x[3] = 0.5;
  s.trials[1].x = own;
  cr_expect(!attack_sequence_keeps_length(&s));
  attack_sequence_close(&s);

  open_text("{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":1,\"labels\":\"sign\"}\n"
            "{\"t\":1,\"x\":[1],\"y\":1}\n",
            &s);
  cr_expect(isnan(attack_sequence_noise(&s).amount), "there is no comparator");
  attack_sequence_close(&s);
}

Test(attack, a_result_that_is_not_judged_is_worth_nothing) {
  attack_result lost, premise, good, lower, all;
  attack_result_read(NULL, &lost);
  attack_result_read("{\"used\":\"3\",\"judged\":false,\"violated\":true,\"verdict\":\"premise\"}", &premise);
  attack_result_read("{\"used\":\"0.25\",\"judged\":true,\"verdict\":\"holds\"}", &good);
  attack_result_read("{\"used\":\"0.25\",\"judged\":true,\"lower\":true,\"verdict\":\"holds\"}", &lower);
  attack_result_read("{\"trials\":\"7\",\"noise_trials\":\"2\",\"noise\":\"0.5\",\"measured\":\"3\",\"value\":\"4\","
                     "\"measure\":\"mistakes\"}",
                     &all);
  cr_expect(isinf(lost.worth) && lost.worth < 0.0);
  cr_expect(isinf(premise.worth) && premise.worth < 0.0);
  cr_expect_not(premise.violated);
  cr_expect_eq(premise.trials, 0, "no number of trials is none");
  cr_expect(attack_better(&good, &premise) && attack_better(&good, &lost) && !attack_better(&premise, &good));
  cr_expect(all.trials == 7 && all.noise.trials == 2 && all.noise.amount == 0.5);
  cr_expect(all.measured == 3.0 && all.value == 4.0 && strcmp(all.measure, "mistakes") == 0);
  cr_expect_eq(lower.worth, -0.25, "of a lower bound little is looked for");
}

Test(attack, budget) {
  size_t evaluations = 1;
  double seconds = 1.0;
  cr_assert_eq(attack_budget("250", &evaluations, &seconds), STATUS_OK);
  cr_expect(evaluations == 250 && seconds == 0.0);
  cr_assert_eq(attack_budget("1.5s", &evaluations, &seconds), STATUS_OK);
  cr_expect(evaluations == 0 && seconds == 1.5);
  static const char *const bad[] = {"", "0", "-3", "s", "xs", "0s", "1e300s", "12 s", "1.5"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    cr_expect_eq(attack_budget(bad[i], &evaluations, &seconds), STATUS_INVALID, "%s", bad[i]);
  }
}

/* What the file has of an instance is copied, and only the copy is changed. */
static void expect_own_copy(const char *text, const double *expected, size_t count) {
  attack_sequence s;
  instance own;
  size_t found = 0;
  open_text(text, &s);
  const instance *x = &s.trials[0].x;
  cr_assert_eq(attack_copy(&s, x, &own), STATUS_OK);
  cr_expect(own.kind == x->kind && own.n == x->n && own.m == x->m && own.rank == x->rank);
  double *values = attack_values(&own, &found);
  cr_assert_eq(found, count);
  for (size_t i = 0; i < count; i++) cr_expect_eq(values[i], expected[i], "number %zu", i);
  double before[16], after[16];
  const size_t entries = x->kind == INSTANCE_RECTANGULAR ? x->m * x->n : x->n * x->n;
  cr_assert(entries <= 16);
  instance_to_dense(x, before);
  for (size_t i = 0; i < count; i++) values[i] += 1.0;
  instance_to_dense(x, after);
  for (size_t i = 0; i < entries; i++) cr_expect_eq(before[i], after[i]);
  attack_sequence_close(&s);
}

Test(attack, copies_of_every_kind) {
  const double low_rank[] = {0.6, 0.8, 0, 1, 0.5, 0.25}, rectangular[] = {1, 2, 3, 4, 5, 6},
               matrix[] = {1, 0.5, 0.5, 2};
  const double sparse[] = {0, 0.5, 0};
  expect_own_copy("{\"format\":\"winnow-lab sequence 1\",\"instances\":\"low_rank\",\"n\":2,\"labels\":\"sign\"}\n"
                  "{\"t\":1,\"factors\":[[0.6,0.8],[0,1]],\"weights\":[0.5,0.25],\"shift\":0.125,\"y\":1}\n",
                  low_rank, 6);
  expect_own_copy(
      "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"matrix\",\"m\":2,\"n\":3,\"labels\":\"sign\"}\n"
      "{\"t\":1,\"X\":[[1,2,3],[4,5,6]],\"y\":1}\n",
      rectangular, 6);
  expect_own_copy("{\"format\":\"winnow-lab sequence 1\",\"instances\":\"matrix\",\"n\":2,\"labels\":\"sign\"}\n"
                  "{\"t\":1,\"X\":[[1,0.5],[0.5,2]],\"y\":1}\n",
                  matrix, 4);
  expect_own_copy("{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":3,\"labels\":\"sign\"}\n"
                  "{\"t\":1,\"index\":[2],\"value\":[0.5],\"y\":1}\n",
                  sparse, 3);
}

/* Entries stay inside of the matrix, labels inside of the interval, and all of them come up. */
Test(attack, variations_of_entries_stay_inside) {
  attack_sequence s;
  random_stream *random = NULL;
  bool rows[3] = {false}, columns[4] = {false}, low = false, high = false;
  open_text(
      "{\"format\":\"winnow-lab sequence "
      "1\",\"instances\":\"entry\",\"m\":3,\"n\":4,\"labels\":\"real\",\"loss\":\"absolute\",\"interval\":[-1,1]}\n"
      "{\"t\":1,\"i\":3,\"j\":4,\"y\":0.5}\n{\"t\":2,\"i\":1,\"j\":2,\"y\":-0.5}\n",
      &s);
  cr_assert_eq(random_stream_new(1, "test", &random), STATUS_OK);
  for (size_t k = 0; k < 400; k++) {
    attack_trial trial;
    bool met = false;
    cr_assert_eq(attack_vary(&s, random, &trial, &met), STATUS_OK);
    cr_assert(met && trial.x.row < 3 && trial.x.column < 4 && trial.label >= -1.0 && trial.label <= 1.0);
    rows[trial.x.row] = columns[trial.x.column] = true;
    low = low || trial.label == -1.0;
    high = high || trial.label == 1.0;
  }
  cr_expect(rows[0] && rows[1] && rows[2] && columns[0] && columns[1] && columns[2] && columns[3] && low && high);
  random_stream_free(random);
  attack_sequence_close(&s);
}

/* Each trial is one at which the learner errs, if the edit finds one, up to the room; what is written is read as the same. */
Test(attack, a_greedy_edit_lengthens_to_the_room) {
  attack_sequence s, again;
  CLEANUP(options_free_at) options *values = NULL;
  const learner_class *class = learner_find("perceptron");
  learner player;
  size_t mistakes = 0;
  char path[64];
  open_text(contradictory, &s);
  s.count = 2;
  cr_assert_eq(options_new(&class->about, NULL, &values), STATUS_OK, "%s", status_message());
  const attack_maker maker = {class, problem_learner_setting(&s.domain.facts, 12, 1, NULL), values};
  const attack_edit edit = {.kind = EDIT_GREEDY, .draw = 1};
  cr_assert_eq(attack_edit_apply(&edit, &maker, &s), STATUS_OK, "%s", status_message());
  cr_expect_eq(s.count, 12);
  cr_assert_eq(learner_new(class, &maker.setting, values, &player), STATUS_OK);
  for (size_t t = 0; t < s.count; t++) {
    prediction predicted;
    bool updated = false;
    cr_assert_eq(learner_predict(&player, &s.trials[t].x, &predicted), STATUS_OK);
    mistakes += predicted.value != s.trials[t].label;
    cr_assert_eq(learner_update(&player, &s.trials[t].x, &predicted, s.trials[t].label, &updated), STATUS_OK);
  }
  cr_expect_eq(mistakes, 12);
  learner_destroy(&player);
  (void)snprintf(path, sizeof path, "/tmp/test_attack.%ld.jsonl", (long)getpid());
  cr_assert_eq(attack_sequence_write(&s, path), STATUS_OK);
  cr_assert_eq(attack_sequence_open(path, 0, &again), STATUS_OK, "%s", status_message());
  (void)remove(path);
  cr_assert_eq(again.count, s.count);
  for (size_t t = 0; t < s.count; t++) {
    double written[9], read[9];
    instance_to_dense(&s.trials[t].x, written);
    instance_to_dense(&again.trials[t].x, read);
    cr_expect(s.trials[t].label == again.trials[t].label && memcmp(written, read, sizeof read) == 0, "trial %zu", t);
  }
  attack_sequence_close(&again);
  attack_sequence_close(&s);
}

/* Numbers, whole numbers and words of the problem are drawn anew within their ranges, r up to the larger of 8 and twice its start. */
Test(attack, parameters_move_within_their_ranges) {
  static const char text[] = "{\"problem\":{\"options\":{\"r\":2,\"density\":0.1,\"relevant\":\"random\"}},"
                             "\"learners\":[{\"options\":{}}],\"bounds\":[{}]}";
  CLEANUP(json_free_at) cJSON *origin = NULL, *point = NULL;
  random_stream *random = NULL;
  plan_learner player = {.class = learner_find("winnow")};
  plan_bound judge = {.class = bound_find("subspace_mistakes")};
  const plan_point classes = {.problem = problem_find("disjunction"), .learners = &player, .bounds = &judge};
  bool low_rank = false, high_rank = false, low = false, high = false, first = false;
  cr_assert_eq(json_parse(text, &origin), STATUS_OK);
  cr_assert_eq(json_parse(text, &point), STATUS_OK);
  cr_assert_eq(random_stream_new(5, "test", &random), STATUS_OK);
  for (size_t k = 0; k < 600; k++) {
    bool moved = false;
    cr_assert_eq(attack_move_parameters(&classes, origin, NULL, k % 3 == 0, random, point, &moved), STATUS_OK);
    cr_expect(moved);
    const cJSON *given = json_member(json_member(point, "problem"), "options");
    const double rank = json_number(given, "r", NAN), density = json_number(given, "density", NAN);
    const char *relevant = json_text(given, "relevant", "");
    cr_expect(rank >= 1.0 && rank <= 8.0 && rank == floor(rank), "%.17g", rank);
    cr_expect(density >= 0.0 && density <= 1.0, "%.17g", density);
    cr_expect(strcmp(relevant, "random") == 0 || strcmp(relevant, "first") == 0, "%s", relevant);
    low_rank = low_rank || rank == 1.0;
    high_rank = high_rank || rank > 4.0;
    low = low || density < 0.05;
    high = high || density > 0.2;
    first = first || strcmp(relevant, "first") == 0;
  }
  cr_expect(low_rank && high_rank && low && high && first);
  random_stream_free(random);
}

/* Where P is a projection, X changes by reflections that commute with it: tr(P X) stays, here 0.5 0.6^2. */
static void expect_reflections(const char *target, bool stays) {
  attack_sequence s;
  random_stream *random = NULL;
  char text[400];
  size_t moved = 0, kept = 0;
  snprintf(text, sizeof text,
           "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"low_rank\",\"n\":3,\"labels\":\"sign\"%s}\n"
           "{\"t\":1,\"factors\":[[0.6,0.8,0],[0,0,1]],\"weights\":[0.5,0.25],\"y\":1}\n",
           target);
  open_text(text, &s);
  cr_assert_eq(random_stream_new(1, "test", &random), STATUS_OK);
  for (size_t k = 0; k < 100; k++) {
    attack_trial trial;
    bool met = false;
    cr_assert_eq(attack_vary(&s, random, &trial, &met), STATUS_OK);
    const double *z = trial.x.factors, inner = 0.5 * z[0] * z[0] + 0.25 * z[3] * z[3];
    moved += fabs(z[1] - 0.8) > 1e-6;
    kept += fabs(inner - 0.18) <= 1e-12;
  }
  cr_expect(moved > 20, "%zu moved", moved);
  cr_expect(stays ? kept == 100 : kept < 80, "%zu keep their value", kept);
  random_stream_free(random);
  attack_sequence_close(&s);
}

Test(attack, reflections_keep_the_value_of_a_projection) {
  expect_reflections(",\"comparator\":{\"frame\":[[1,0,0]]}", true);
  expect_reflections("", false);
}
