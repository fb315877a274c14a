/* Members written in a scenario, in cells. What is expected follows from the few lines of the scenario. */
#include "unit/custom_cell.h"

#include <math.h>
#include <time.h>

#include "unit/check.h"

/* A Lua function of no arguments that asserts what it has to. */
static void expect_true(const char *body) {
  char text[8192];
  custom_cells cells;
  snprintf(text, sizeof text, "return { seeds = 1, procedure = function() %s return { done = 1 } end }", body);
  custom_cells_make(text, &cells);
  cJSON *record = custom_cells_run(&cells, 0);
  cr_expect_str_eq(custom_text(record, "status"), "done", "%s", custom_text(record, "reason"));
  cJSON_Delete(record);
  custom_cells_free(&cells);
}

static void expect_error(const char *body, const char *message) {
  char text[2048];
  snprintf(text, sizeof text,
           "local fine, why = pcall(function() %s end) assert(not fine and why:find('%s', 1, true), why)", body,
           message);
  expect_true(text);
}

Test(custom, vectors) {
  expect_true(
      "local v = vec{ 1, 0.5, 3 } v[2] = 7 assert(#v == 3 and v[1] == 1 and v[2] == 7 and v[4] == nil)\n"
      "local sum = 0 for i, x in pairs(v) do sum = sum + i * x end assert(sum == 1 + 14 + 9)\n"
      "for i, x in ipairs(v) do sum = sum - i * x end assert(sum == 0)\n"
      "local w = v:copy() w[1] = 9 assert(v[1] == 1 and w[1] == 9 and w[3] == 3)\n"
      "assert(vec(2, 0.5)[2] == 0.5 and vec(2)[2] == 0 and #vec(0) == 0 and tostring(vec{ 1, 2 }) == '{1, 2}')");
  expect_true("local v, w = vec{ 1, 2, 3 }, vec{ 4, 5, 6 } assert(v:dot(w) == 32)\n"
              "assert(v:add(2, w) == v and v[1] == 9 and v[3] == 15) v:scale(2) assert(v[2] == 24)\n"
              "local s = sparse(3, { [3] = 2, [1] = 1 }) assert(s:dot(w) == 16 and w:dot(s) == 16 and s:dot(s) == 5)\n"
              "w:add(-1, s) assert(w[1] == 3 and w[2] == 5 and w[3] == 4)\n"
              "local e = vec{ 0, 1 }:exp() assert(e[1] == 1 and e[2] == math.exp(1))");
  expect_error("vec(3)[0] = 1", "has no position 0");
  expect_error("return vec(3)[5]", "a vec of 3 numbers has no position 5");
  expect_error("return vec(3)[1.5]", "has no position 1.5");
  expect_error("vec(3)[1] = true", "v[1] must be a number, not true or false");
  expect_error("vec(3).x = 1", "has no \"x\" to set");
  expect_error("return vec(3).cop", "has no \"cop\"; nearest: copy");
  expect_error("vec(-1)", "whole number from 0");
  expect_error("vec{ 1, 'x' }", "entry 2 must be a number, not a string");
  expect_error("vec(3):dot(vec(4))", "dot: a vec of 3 numbers and one of 4");
  expect_error("vec(3):add(1, 5)", "add: expected a vec or a sparse vector, not a number");
}

Test(custom, sparse_vectors_and_matrices) {
  expect_true("local s = sparse(10, { [7] = 0.5, [3] = 1 })\n"
              "assert(#s == 10 and s.count == 2 and s[3] == 1 and s[7] == 0.5 and s[4] == 0 and s[11] == nil)\n"
              "local seen = {} for i, x in pairs(s) do seen[#seen + 1] = i .. ':' .. x end\n"
              "assert(table.concat(seen, ' ') == '3:1.0 7:0.5' or table.concat(seen, ' ') == '3:1 7:0.5')\n"
              "local d = s:dense() assert(#d == 10 and d[7] == 0.5 and d[1] == 0)\n"
              "local c = s:copy() assert(c[7] == 0.5 and c.count == 2)");
  expect_true("local M = mat{ { 1, 2 }, { 3, 4 }, { 5, 6 } } assert(M.rows == 3 and M.columns == 2 and #M == 3)\n"
              "M[2][1] = 9 local row = M[2] M = nil for _ = 1, 2000 do local other = vec(500) end\n"
              "assert(row[1] == 9 and row[2] == 4 and mat(2, 2, 5)[2][1] == 5)\n"
              "local A = mat(2, 2) local B = A:copy() A[1][2] = 7 assert(B[1][2] == 0 and A[1][2] == 7)");
  expect_error("sparse(3, { [4] = 1 })", "no position 4 in a vector of 3 numbers");
  expect_error("sparse(3, {})[1] = 5", "a sparse vector cannot be changed");
  expect_error("mat{ { 1, 2 }, { 3 } }", "row 2 must be a list of 2 numbers");
  expect_error("mat(2, 2)[3] = 1", "a row of a mat cannot be replaced");
  expect_error("return mat(2, 2)[3]", "a mat of 2 rows has no row 3");
}

/* ---- instances */

/* A problem that plays `instance` (Lua) of the facts, and a learner that asserts what it sees; +1 is predicted and
 * right. */
static void expect_seen(const char *facts, const char *x, const char *kind, const char *sees) {
  char text[4096];
  custom_cells cells;
  snprintf(
      text, sizeof text,
      "local p = problem.custom { name = 'p', facts = { %s, instances = '%s' }, create = function() return {} end,\n"
      "  next = function() return %s, 1 end }\n"
      "local l = learner.custom { name = 'l', instances = '%s', create = function() return {} end,\n"
      "  predict = function(s, x) %s return 1 end, update = function(s, x, p, y) %s return p ~= y end }\n"
      "return { trials = 3, seeds = 1, problem = p {}, learners = l {} }",
      facts, kind, x, kind, sees, sees);
  custom_cells_make(text, &cells);
  cJSON *record = custom_cells_run(&cells, 0);
  cr_expect_str_eq(custom_text(record, "status"), "done", "%s: %s", kind, custom_text(record, "reason"));
  cJSON_Delete(record);
  custom_cells_free(&cells);
}

Test(custom, instances_of_every_kind) {
  expect_seen("n = 3", "vec{ 1, 0, -2 }", "vector", "assert(#x == 3 and x[3] == -2)");
  expect_seen("n = 3", "{ 1, 0, -2 }", "vector", "assert(#x == 3 and x[3] == -2)");
  expect_seen("n = 9", "sparse(9, { [4] = 0.5 })", "vector", "assert(#x == 9 and x.count == 1 and x[4] == 0.5)");
  expect_seen("n = 3", "vec{ 0.6, 0.8, 0 }", "dyad", "assert(x[2] == 0.8)");
  expect_seen("n = 2", "mat{ { 1, 2 }, { 2, 5 } }", "matrix", "assert(x.rows == 2 and x[2][1] == 2 and x[2][2] == 5)");
  expect_seen("n = 2, m = 3", "mat{ { 1, 2 }, { 3, 4 }, { 5, 6 } }", "rectangular",
              "assert(x.rows == 3 and x[3][1] == 5)");
  expect_seen("n = 3, rank = 2", "{ factors = mat{ { 1, 0, 0 }, { 0, 1, 0 } }, weights = vec{ 0.5, 0.25 }, shift = 2 }",
              "low_rank", "assert(x.factors[2][2] == 1 and x.weights[2] == 0.25 and x.shift == 2)");
  expect_seen("n = 4, m = 6", "{ i = 6, j = 2 }", "entry", "assert(x.i == 6 and x.j == 2)");
  expect_seen("n = 4", "{ i = 4, j = 2 }", "distance", "assert(x.i == 4 and x.j == 2)");
}

/* ---- problems */

/* An adversary that always says the opposite, and knows its comparator at the end only: every trial is a mistake. */
Test(custom, adversary_with_a_late_comparator) {
  custom_cells cells;
  custom_cells_make("local p = problem.custom { name = 'opposite',\n"
                    "  facts = { n = 2, instances = 'vector', adaptive = true, late = true, gap = { -1, 1 } },\n"
                    "  create = function() return { t = 0, plus = 0 } end,\n"
                    "  next = function(s, learner)\n"
                    "    s.t = s.t + 1 assert(learner.name == 'winnow' and learner:constant('eta') > 0 and "
                    "learner.threshold == learner:constant('theta'))\n"
                    "    local x = vec{ 1, s.t % 2 } assert(learner:score(x) == learner:score(x)) return x\n"
                    "  end,\n"
                    "  reveal = function(s, prediction, score) s.plus = s.plus + (prediction < 0 and 1 or 0) return "
                    "-prediction end,\n"
                    "  comparator = function(s) return { vector = { s.plus * 2 >= s.t and 1 or -1, 0 } } end }\n"
                    "return { trials = 9, seeds = 1, problem = p {}, learners = learner.winnow { r = 1, gap = 1 } }",
                    &cells);
  cJSON *record = custom_cells_run(&cells, 0);
  cr_expect_eq(custom_value(record, "mistakes"), 9);
  cr_expect_leq(custom_value(record, "comparator_loss"), 4, "the majority label errs in less than half of the trials");
  cJSON_Delete(record);
  custom_cells_free(&cells);
}

/* |p - y| with labels 0, 0.25, 1 again and again, and a learner that always says 0.5: 0.5 + 0.25 + 0.5 in three
 * trials. */
Test(custom, real_labels) {
  custom_cells cells;
  const char *text =
      "local p = problem.custom { name = 'p', create = function() return { t = 0 } end,\n"
      "  facts = { n = 1, instances = 'vector', labels = 'real', loss = 'absolute', interval = { 0, 1 } },\n"
      "  next = function(s) s.t = s.t + 1 return { 1 }, ({ 0, 0.25, 1 })[s.t % 3 + 1] end }\n"
      "local l = learner.custom { name = 'l', instances = 'vector', predicts = 'real', parameters = { say = 0.5 },\n"
      "  create = function(setting, p) assert(setting.low == 0 and setting.high == 1) return p end,\n"
      "  predict = function(p) return p.say end, update = function() return false end }\n"
      "return { trials = 30, seeds = 1, problem = p {}, learners = { l {}, l { say = 2, label = 'wild' } } }";
  custom_cells_make(text, &cells);
  cJSON *record = custom_cells_run(&cells, 0), *wild = custom_cells_run(&cells, 1);
  cr_expect_eq(custom_value(record, "loss"), 12.5);
  cr_expect_str_eq(custom_text(wild, "reason"),
                   "trial 1: the learner's prediction is 2, expected a number from 0 to 1");
  cJSON_Delete(record);
  cJSON_Delete(wild);
  custom_cells_free(&cells);
}

/* Whatever coins a learner tosses, the problem's are its own; and the same seed tosses the same. */
Test(custom, streams_are_separate) {
  custom_cells cells;
  custom_cells_make(
      "local p = problem.custom { name = 'p', facts = { n = 1, instances = 'vector' }, create = function() return {} "
      "end,\n"
      "  next = function() return { math.random() }, math.random() < 0.5 and 1 or -1 end }\n"
      "local function l(name, coins) return learner.custom { name = name, instances = 'vector', randomised = true,\n"
      "  create = function() return {} end, update = function() return false end,\n"
      "  predict = function() local c for _ = 1, coins do c = math.random() end return c, c < 0.25 and 1 or -1, 0.25 "
      "end } {} end\n"
      "return { trials = 20, seeds = 2, problem = p {}, learners = { l('one', 1), l('many', 5) } }",
      &cells);
  cJSON *records[5];
  for (size_t i = 0; i < 4; i++) records[i] = custom_cells_run(&cells, i);
  records[4] = custom_cells_run(&cells, 0);
  cr_expect_str_eq(custom_text(records[0], "stream"), custom_text(records[2], "stream"),
                   "another learner, another sequence");
  cr_expect_str_neq(custom_text(records[0], "stream"), custom_text(records[1], "stream"),
                    "another seed, the same sequence");
  cr_expect_str_eq(custom_text(records[0], "curves"), custom_text(records[4], "curves"), "the same cell again");
  for (size_t i = 0; i < 5; i++) cJSON_Delete(records[i]);
  custom_cells_free(&cells);
}

/* ---- bounds */

/* `constant` errs on every second trial: 1 at t = 1, 1 at 2, 2 at 3, ... against value. */
static cJSON *judge(const char *claim) {
  char text[4096];
  custom_cells cells;
  snprintf(text, sizeof text,
           "local p = problem.custom { name = 'p', facts = { n = 1, instances = 'vector' }, create = function() return "
           "{ t = 0 } end,\n"
           "  next = function(s) s.t = s.t + 1 return { 1 }, s.t %% 2 == 1 and -1 or 1 end }\n"
           "local l = learner.custom { name = 'l', instances = 'vector', create = function() return {} end,\n"
           "  predict = function() return 1 end, update = function(s, x, p, y) return p ~= y end }\n"
           "local b = bound.custom { name = 'b', measure = 'mistakes', %s }\n"
           "return { trials = 10, seeds = 1, problem = p {}, learners = l {}, bounds = b {} }",
           claim);
  custom_cells_make(text, &cells);
  cJSON *record = custom_cells_run(&cells, 0);
  cr_expect_str_eq(custom_text(record, "status"), "done", "%s", custom_text(record, "reason"));
  custom_cells_free(&cells);
  return record;
}

static void expect_row(const cJSON *record, int index, const char *judged, double measured, double value) {
  const cJSON *row = custom_row(record, index);
  cr_assert_not_null(row);
  cr_expect_str_eq(custom_text(row, "verdict"), judged);
  cr_expect_eq(custom_value(row, "measured"), measured);
  cr_expect_eq(custom_value(row, "value"), value);
}

Test(custom, bounds) {
  cJSON *record = judge("status = 'proved', value = function() return 5 end");
  expect_row(record, 0, "holds", 5, 5);
  cJSON_Delete(record);
  record = judge("status = 'proved', value = function() return 4.5 end");
  expect_row(record, 0, "violated", 5, 4.5);
  cJSON_Delete(record);
  record = judge("value = function(s, totals) return totals.trials end");
  expect_row(record, 0, "vacuous", 5, 10);
  cJSON_Delete(record);
  record = judge("direction = 'lower', value = function() return 6 end");
  expect_row(record, 0, "refuted", 5, 6);
  cJSON_Delete(record);
  record = judge("status = 'reported', value = function() return 1 end");
  expect_row(record, 0, "-", 5, 1);
  cJSON_Delete(record);
  record = judge("comparator = true, value = function() return 1 end");
  cr_expect_str_eq(custom_text(custom_row(record, 0), "verdict"), "unchecked");
  cJSON_Delete(record);
  record =
      judge("value = function() return 1 end, premises = { { name = 'first', holds = function() return true end },\n"
            "  { name = 'few trials', holds = function(s, totals) return totals.trials < 5, totals.trials end } }");
  cr_expect_str_eq(custom_text(custom_row(record, 0), "verdict"), "premise");
  cr_expect_str_eq(custom_text(custom_row(record, 0), "premise"), "few trials");
  cr_expect_eq(custom_value(custom_row(record, 0), "premise_value"), 10);
  cJSON_Delete(record);
}

/* What was checked when a bound was declared counts, whatever the scenario does with its tables afterwards. */
Test(custom, definitions_that_are_changed_later) {
  cJSON *record = judge("value = function() return 5 end, applies = function()\n"
                        "  for i = 1, 99 do shared['more' .. i] = shared.one end shared.one = 3 return true end,\n"
                        "invariants = (function() rawset(_ENV, 'shared', { one = { measure = 'm', judge = function() "
                        "return 0, 1 end } })\n"
                        "  return shared end)()");
  expect_row(record, 1, "holds", 0, 1);
  cr_expect_null(custom_row(record, 2));
  cJSON_Delete(record);
  record = judge("value = function() return 5 end,\n"
                 "premises = (function() rawset(_ENV, 'shared', { { name = 'first', holds = function()\n"
                 "  shared[1].name = 'other' shared[2] = 5 return false end } }) return shared end)()");
  cr_expect_str_eq(custom_text(custom_row(record, 0), "premise"), "first");
  cJSON_Delete(record);
  expect_true(
      "local asked = 0 local mine = learner.custom(setmetatable({ name = \"l\", instances = \"vector\" }, { __index =\n"
      "  function(t, field) if field == \"family\" then asked = asked + 1 return asked == 1 and \"f\" or {} end\n"
      "    if field == \"create\" or field == \"predict\" or field == \"update\" then return function() end end end "
      "}))\n"
      "assert(asked == 1) mine {}");
}

/* A problem whose second trial contradicts its comparator, whose third one is in the gap, and whose fourth one has another length. */
static void expect_ready(const char *name, double trial, double measured) {
  char text[4096];
  custom_cells cells;
  snprintf(text, sizeof text,
           "local trials = { { { 1, 0 }, 1 }, { { 0, 1 }, 1 }, { { 0.6, 0.8 }, -1 }, { { 3, 0 }, 1 } }\n"
           "local p = problem.custom { name = 'p', facts = { n = 2, instances = 'vector', gap = { 0, 1 } },\n"
           "  create = function() return { t = 0 } end,\n"
           "  comparator = function() return { vector = { 1, 0 } } end,\n"
           "  next = function(s) s.t = s.t + 1 return trials[s.t][1], trials[s.t][2] end }\n"
           "local b = bound.custom { name = 'b', measure = 'mistakes', value = function() return 9 end, premises = { "
           "%s } }\n"
           "return { trials = 4, seeds = 1, problem = p {}, learners = learner.perceptron {}, bounds = b {} }",
           name);
  custom_cells_make(text, &cells);
  cJSON *record = custom_cells_run(&cells, 0);
  cr_expect_str_eq(custom_text(record, "status"), "done", "%s", custom_text(record, "reason"));
  const cJSON *row = custom_row(record, 0);
  cr_expect_str_eq(custom_text(row, "verdict"), isnan(trial) ? "vacuous" : "premise", "%s", name);
  if (!isnan(trial)) {
    cr_expect_eq(custom_value(row, "trial"), trial, "%s", name);
    cr_expect_float_eq(custom_value(row, "premise_value"), measured, 1e-15, "%s", name);
  }
  cJSON_Delete(record);
  custom_cells_free(&cells);
}

Test(custom, ready_premises) {
  expect_ready("premise.noise_free", 2, 1.0);
  expect_ready("premise.gap", 3, 0.4);
  expect_ready("premise.unit_length", 4, 8.0);
  expect_ready("premise.one_comparator", NAN, NAN);
  expect_ready("premise.one_comparator, premise.gap, premise.noise_free", 3, 0.4);
}

/* Half of the trials, less a half, is broken at t = 1, 3, ...: worst relative excess at t = 1 (1 against 0). */
Test(custom, bounds_of_every_trial) {
  cJSON *record = judge("level = 'trial', value = function(s, totals) return (totals.trials - 1) / 2 + 0.25 end");
  const cJSON *row = custom_row(record, 0);
  expect_row(record, 0, "refuted", 1, 0.25);
  cr_expect_eq(custom_value(row, "trial"), 1);
  cJSON_Delete(record);
  record = judge("level = 'trial', direction = 'lower', value = function(s, totals) return totals.trials / 2 + 1 end");
  expect_row(record, 0, "refuted", 1, 2); /* used = value/measured: 1.5 at t = 1, 2 at t = 2, 1.25 at t = 3 */
  cr_expect_eq(custom_value(custom_row(record, 0), "trial"), 1);
  cJSON_Delete(record);
  record = judge("value = function() return 9 end, watch = function(s, trial) s.seen = (s.seen or 0) + 1 end, create = "
                 "function() return {} end,\n"
                 "  invariants = { step = { measure = 'step', judge = function(s, trial) return trial.t, 7.5 end } }");
  expect_row(record, 1, "refuted", 10, 7.5); /* of the trial with the least slack */
  cr_expect_str_eq(custom_text(custom_row(record, 1), "bound"), "b.step");
  cJSON_Delete(record);
}

/* The instance that update is lent is the trial's, also where predict was asked of another one in between. */
Test(custom, update_gets_its_own_instance) {
  custom_cells cells;
  prepared_cell cell = {0};
  learner player = {0};
  custom_cells_make(
      "local l = learner.custom { name = 'l', instances = 'vector', create = function() return { seen = 0 } end,\n"
      "  predict = function(s, x) return s.seen + x[1] end,\n"
      "  update = function(s, x) s.seen = s.seen + 10 * x[1] return true end }\n"
      "return { trials = 9, seeds = 1, problem = problem.linear_threshold { n = 2 }, learners = l {} }",
      &cells);
  const cell_address address = plan_cell(&cells.plan, 0);
  OK(prepared_cell_open(&cells.settings.custom, &address, &cell));
  const learner_setting setting = {
      .n = 2, .kind = INSTANCE_VECTOR, .rank = 2, .trials = 9, .seed = 1, .eigen = &eigen_own};
  options *values = NULL;
  OK(options_new(&cell.address.learner->class->about, cell.address.learner->options, &values));
  OK(learner_new(cell.address.learner->class, &setting, values, &player));
  const double mine[] = {0.25, 0}, other[] = {0.5, 0};
  const instance x = instance_dense_vector(2, mine), probe = instance_dense_vector(2, other);
  prediction predicted = {0};
  double score = 0.0;
  bool updated = false;
  OK(learner_predict(&player, &x, &predicted));
  OK(learner_score(&player, &probe, &score));
  cr_expect_eq(score, 0.5);
  OK(learner_update(&player, &x, &predicted, -1, &updated));
  OK(learner_score(&player, &probe, &score));
  cr_expect_eq(score, 0.5 + 2.5);
  double moved[] = {0.25, 0};
  const instance again = instance_dense_vector(2, moved);
  OK(learner_predict(&player, &again, &predicted));
  moved[0] = 9; /* the caller may keep its numbers elsewhere by now */
  OK(learner_update(&player, &x, &predicted, -1, &updated));
  OK(learner_score(&player, &probe, &score));
  cr_expect_eq(score, 0.5 + 2 * 2.5);
  learner_destroy(&player);
  options_free(values);
  prepared_cell_close(&cell);
  custom_cells_free(&cells);
}

/* The record of a cell whose learner counts in every trial; each call of it may take `seconds`. */
static cJSON *count_in_trials(int trials, double seconds) {
  char text[600];
  custom_cells cells;
  (void)snprintf(text, sizeof text,
                 "local l = learner.custom { name = 'l', instances = 'vector', seconds = %.17g,\n"
                 "  create = function() return {} end, update = function() return false end,\n"
                 "  predict = function() local sum = 0 for i = 1, 4000000 do sum = sum + i end return sum end }\n"
                 "return { trials = %d, seeds = 1, problem = problem.linear_threshold { n = 2 }, learners = l {} }",
                 seconds, trials);
  custom_cells_make(text, &cells);
  cJSON *record = custom_cells_run(&cells, 0);
  custom_cells_free(&cells);
  return record;
}

/* The time is that of a call: twenty together take longer than one may. */
Test(custom, the_time_of_a_call_begins_anew) {
  const clock_t start = clock();
  cJSON *record = count_in_trials(1, 60);
  const double one = (double)(clock() - start) / CLOCKS_PER_SEC;
  cr_assert_str_eq(custom_text(record, "status"), "done", "%s", custom_text(record, "reason"));
  cJSON_Delete(record);
  record = count_in_trials(20, fmax(5 * one, 0.05));
  cr_expect_str_eq(custom_text(record, "status"), "done", "%s", custom_text(record, "reason"));
  cJSON_Delete(record);
}

/* ---- errors */

Test(custom, an_error_names_trial_line_and_callers) {
  custom_cells cells;
  custom_cells_make(
      "local function inner(s)\n"
      "  return s.nothing.field\n"
      "end\n"
      "local l = learner.custom { name = 'l', instances = 'vector', create = function() return { t = 0 } end,\n"
      "  predict = function(s) s.t = s.t + 1\n"
      "    return s.t < 3 and 1 or inner(s) + 1\n"
      "  end, update = function() return true end }\n"
      "return { trials = 9, seeds = 1, problem = problem.linear_threshold { n = 4 }, learners = l {} }",
      &cells);
  cJSON *record = custom_cells_run(&cells, 0);
  cr_expect_str_eq(custom_text(record, "reason"),
                   "trial 3: x.lua:2: attempt to index a nil value (field 'nothing') (called from line 6)");
  cJSON_Delete(record);
  custom_cells_free(&cells);
}

/* Functions without a status of their own report with the next one that has. */
Test(custom, errors_of_constants_and_applies_are_not_lost) {
  custom_cells cells;
  custom_cells_make("local l = learner.custom { name = 'l', instances = 'vector', create = function() return {} end,\n"
                    "  predict = function() return 1 end, update = function() return true end,\n"
                    "  constants = { eta = function() error('no eta today') end } }\n"
                    "local b = bound.custom { name = 'b', measure = 'mistakes', value = function() return 1 end,\n"
                    "  applies = function(p, l) return l:constant('eta') ~= nil end }\n"
                    "local c = bound.custom { name = 'c', measure = 'mistakes', value = function() return 1 end,\n"
                    "  applies = function(p, l) error('no view') end }\n"
                    "return { trials = 9, seeds = 1, problem = problem.linear_threshold { n = 4 }, learners = { l {}, "
                    "learner.perceptron {} },\n"
                    "  bounds = { b {}, c {} } }",
                    &cells);
  cJSON *first = custom_cells_run(&cells, 0), *second = custom_cells_run(&cells, 1);
  cr_expect_str_eq(custom_text(second, "reason"), "x.lua:7: no view");
  cr_expect_str_eq(custom_text(first, "status"), "failed");
  cJSON_Delete(first);
  cJSON_Delete(second);
  custom_cells_free(&cells);
}

/* The same of a problem, whose next trial says it. */
Test(custom, errors_of_constants_of_a_problem_are_not_lost) {
  custom_cells cells;
  custom_cells_make(
      "local p = problem.custom { name = 'p', facts = { n = 2, instances = 'vector' }, create = function() return {} "
      "end,\n"
      "  next = function() return vec { 1, 0 }, 1 end, constants = { c = function() error('no c today') end } }\n"
      "local b = bound.custom { name = 'b', measure = 'mistakes', value = function() return 1 end,\n"
      "  applies = function(p) return p.constant('c') == nil end }\n"
      "return { trials = 9, seeds = 1, problem = p {}, learners = learner.perceptron {}, bounds = b {} }",
      &cells);
  cJSON *record = custom_cells_run(&cells, 0);
  cr_expect_str_eq(custom_text(record, "reason"), "trial 1: x.lua:2: no c today (called from line 4)");
  cJSON_Delete(record);
  custom_cells_free(&cells);
}
