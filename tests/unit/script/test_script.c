/* Scenarios: what a plan holds, and the exact message of every refusal. */
#include <criterion/criterion.h>
#include <lauxlib.h>
#include <lualib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/fixed_math.h"
#include "base/json.h"
#include "base/random.h"
#include "bounds/bound.h"
#include "cell/observer.h"
#include "learners/learner.h"
#include "plot/spec.h"
#include "problems/problem.h"
#include "script/sandbox/tables.h"
#include "script/sandbox/texts.h"
#include "script/script.h"
#include "script/script_plan.h"

/* Each test runs in a process and a folder of its own. */
static void enter_folder(void) {
  char folder[] = "/tmp/winnow-script-XXXXXX";
  cr_assert_not_null(mkdtemp(folder));
  cr_assert_eq(chdir(folder), 0);
}

static void leave_folder(void) {
  char here[256];
  unlink("x.lua");
  unlink("data.libsvm");
  if (getcwd(here, sizeof here) != NULL && strncmp(here, "/tmp/winnow-script-", 19) == 0) rmdir(here);
}

TestSuite(script, .init = enter_folder, .fini = leave_folder, .timeout = 60);

static const script_limits small = {.seconds = 5, .memory = (size_t)32 << 20};
static const script_limits brief = {.seconds = 0.2, .memory = (size_t)32 << 20};

static void write_file(const char *name, const char *text) {
  FILE *file = fopen(name, "w");
  cr_assert_not_null(file);
  fputs(text, file);
  fclose(file);
}

static cJSON *plan_with(const char *text, const script_request *request, const script_limits *limits) {
  cJSON *plan = NULL;
  script_request asked = *request;
  asked.path = "x.lua";
  write_file("x.lua", text);
  const status code = script_plan(&asked, limits, &plan);
  cr_assert_eq(code == STATUS_OK, plan != NULL);
  if (code != STATUS_OK) cr_expect_eq(code, STATUS_INVALID, "status %d: %s", (int)code, status_message());
  return plan;
}

static cJSON *plan_of(const char *text) {
  cJSON *plan = plan_with(text, &(script_request){0}, &small);
  cr_assert_not_null(plan, "%s", status_message());
  return plan;
}

static void refused_with(const char *text, const script_request *request, const script_limits *limits,
                         const char *message) {
  cJSON *plan = plan_with(text, request, limits);
  cr_expect_null(plan, "taken: %s", text);
  cr_expect_str_eq(status_message(), message, "\n  %s\ngave\n  %s\ninstead of\n  %s", text, status_message(), message);
  cJSON_Delete(plan);
}

static void refused(const char *text, const char *message) {
  refused_with(text, &(script_request){0}, &small, message);
}

/* Adds a name to a list of them, after ", ". */
static void add_name(char *list, size_t size, const char *name) {
  const size_t used = strlen(list);
  snprintf(list + used, size - used, "%s%s", used > 0 ? ", " : "", name);
}

/* A whole scenario of close_to_subspace with other lines in place of some of its own. */
#define SCENARIO(rest)                                        \
  "return {\n"                                                \
  "  params = { n = 8, r = 2, mode = \"none\", x = 0.5 },\n"  \
  "  trials = 10, seeds = 2,\n"                               \
  "  problem = problem.close_to_subspace { n = 8, r = 2 },\n" \
  "  learners = { learner.matrix_perceptron {} },\n" rest "}\n"

/* The same with the problem and learners to be given. */
#define FRAME(rest) "return { trials = 10, params = { n = 8, r = 2 },\n" rest "}\n"
#define PROBLEM "problem = problem.close_to_subspace { n = 8 },\n"
#define LEARNERS "learners = { learner.matrix_perceptron {} },\n"

static const char *text_at(const cJSON *object, const char *name) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
  cr_assert(cJSON_IsString(item), "%s", name);
  return item->valuestring;
}

static double number_at(const cJSON *object, const char *name) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
  cr_assert(cJSON_IsNumber(item), "%s", name);
  return item->valuedouble;
}

static const cJSON *entry(const cJSON *object, const char *name, int place) {
  const cJSON *item = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(object, name), place);
  cr_assert_not_null(item, "%s[%d]", name, place);
  return item;
}

static void expect_json(const cJSON *object, const char *name, const char *expected) {
  char *text = NULL;
  cr_assert_eq(json_print(cJSON_GetObjectItemCaseSensitive(object, name), 0, 0, &text), STATUS_OK);
  cr_expect_str_eq(text, expected, "%s: %s instead of %s", name, text, expected);
  free(text);
}

/* ---- plans */

static const char grid[] = "local function helper() return { seeds = 1 } end\n"
                           "return {\n"
                           "  title = 'Ein Überblick', source = \"Warmuth 2007\",\n"
                           "  params = { n = 16, r = 2, mode = 'none', fast = false },\n"
                           "  sweep = { n = { 32, 16, 64 }, mode = { 'none', 'trace' }, r = { 2 } },\n"
                           "  trials = function(p) return 10 * p.n end,\n"
                           "  seeds = 3,\n"
                           "  problem = function(p) return problem.close_to_subspace { n = p.n, r = p.r } end,\n"
                           "  learners = function(p) return {\n"
                           "    learner.matrix_winnow { r = p.r, normalize = p.mode },\n"
                           "    learner.matrix_perceptron { label = 'P 1' },\n"
                           "  } end,\n"
                           "  bounds = bound.subspace_mistakes {},\n"
                           "  observe = { 'trace', 'potential' },\n"
                           "  plot = { { x = function(p) return p.n / p.r end, fit = true, learners = { 'P 1' } },\n"
                           "           { y = 'trace', title = 'T', bounds = false, log = '', panels = 'n' } },\n"
                           "}\n";

Test(script, plan_of_a_grid) {
  cJSON *plan = plan_of(grid);
  cr_expect_str_eq(text_at(plan, "scenario"), "x");
  cr_expect_str_eq(text_at(plan, "path"), "x.lua");
  cr_expect_str_eq(text_at(plan, "text"), grid);
  cr_expect_str_eq(text_at(plan, "title"), "Ein Überblick");
  cr_expect_str_eq(text_at(plan, "source"), "Warmuth 2007");
  expect_json(plan, "parameters", "[\"fast\",\"mode\",\"n\",\"r\"]");
  expect_json(plan, "swept", "[\"mode\",\"n\"]");
  expect_json(plan, "overrides", "{}");
  expect_json(plan, "observe", "[\"trace\",\"potential\"]");
  expect_json(plan, "procedure", "false");
  cr_expect_eq(number_at(plan, "seeds"), 3);
  const int order[6] = {32, 16, 64, 32, 16, 64};
  cr_assert_eq(cJSON_GetArraySize(cJSON_GetObjectItem(plan, "points")), 6);
  for (int i = 0; i < 6; i++) {
    const cJSON *point = entry(plan, "points", i), *parameters = cJSON_GetObjectItem(point, "parameters");
    cr_expect_eq(number_at(parameters, "n"), order[i]);
    cr_expect_str_eq(text_at(parameters, "mode"), i < 3 ? "none" : "trace");
    cr_expect_eq(number_at(point, "trials"), 10 * order[i]);
    cr_expect_eq(number_at(cJSON_GetObjectItem(cJSON_GetObjectItem(point, "problem"), "options"), "n"), order[i]);
    cr_expect_eq(number_at(cJSON_GetObjectItem(point, "problem"), "line"), 8);
    cr_expect_str_eq(text_at(entry(point, "learners", 0), "label"), "matrix_winnow");
    cr_expect_eq(number_at(entry(point, "learners", 0), "line"), 10);
    cr_expect_str_eq(text_at(entry(point, "learners", 1), "label"), "P 1");
    cr_expect_str_eq(text_at(entry(point, "learners", 1), "name"), "matrix_perceptron");
    cr_expect_str_eq(text_at(entry(point, "bounds", 0), "name"), "subspace_mistakes");
    const cJSON *values = cJSON_GetObjectItem(entry(point, "learners", 0), "options");
    cr_expect_str_eq(text_at(values, "normalize"), i < 3 ? "none" : "trace");
    cr_expect_null(cJSON_GetObjectItem(values, "label"));
  }
  cr_expect_str_eq(text_at(entry(plan, "plots", 0), "name"), "mistakes_function");
  cr_expect_str_eq(text_at(entry(plan, "plots", 0), "x"), "function");
  expect_json(entry(plan, "plots", 0), "x_values", "[16,8,32,16,8,32]");
  expect_json(entry(plan, "plots", 0), "fit", "true");
  expect_json(entry(plan, "plots", 0), "log", "\"auto\"");
  expect_json(entry(plan, "plots", 0), "learners", "[\"P 1\"]");
  cr_expect_str_eq(text_at(entry(plan, "plots", 1), "x"), "trials");
  expect_json(entry(plan, "plots", 1), "bounds", "false");
  expect_json(entry(plan, "plots", 1), "panels", "\"n\"");
  cJSON_Delete(plan);
}

Test(script, overrides) {
  const char *sets[] = {"n=128,8", "mode=trace", "fast=true"};
  cJSON *plan = plan_with(grid, &(script_request){.sets = sets, .set_count = 3, .seeds = 7, .trials = 5}, &small);
  cr_assert_not_null(plan, "%s", status_message());
  expect_json(plan, "overrides",
              "{\"fast\":\"true\",\"mode\":\"trace\",\"n\":\"128,8\",\"seeds\":\"7\",\"trials\":\"5\"}");
  expect_json(plan, "swept", "[\"n\"]");
  cr_expect_eq(number_at(plan, "seeds"), 7);
  cr_assert_eq(cJSON_GetArraySize(cJSON_GetObjectItem(plan, "points")), 2);
  expect_json(entry(plan, "points", 0), "parameters", "{\"fast\":true,\"mode\":\"trace\",\"n\":128,\"r\":2}");
  cr_expect_eq(number_at(entry(plan, "points", 1), "trials"), 5);
  cJSON_Delete(plan);
}

static void refused_set(const char *set, const char *message) {
  const char *sets[] = {set};
  refused_with(SCENARIO(""), &(script_request){.sets = sets, .set_count = 1}, &small, message);
}

Test(script, override_refusals) {
  refused_set("nn=3", "--set nn=3: no such parameter; nearest: n (valid: mode, n, r, x)");
  refused_set("n", "--set n: expected NAME=VALUE or NAME=VALUE,VALUE...");
  refused_set("=3", "--set =3: expected NAME=VALUE or NAME=VALUE,VALUE...");
  refused_set("n=", "--set n=: n must be a number, not \"\"");
  refused_set("n=3,", "--set n=3,: n must be a number, not \"\"");
  refused_set("n=many", "--set n=many: n must be a number, not \"many\"");
  refused_set("n=0x10", "--set n=0x10: n must be a number, not \"0x10\"");
  refused_set("n=8,8.0", "--set n=8,8.0: 8.0 is listed twice");
  refused_set(
      "mode=a#b",
      "--set mode=a#b: mode must be a string on one line, without tab, '#' and leading '\"', not empty, not \"a#b\"");
  refused_set("seeds=5", "--set seeds=5: seeds is not a parameter; write --seeds 5");
  refused_set("trials=5", "--set trials=5: trials is not a parameter; write --trials 5");
  const char *twice[] = {"n=8", "n=16"};
  refused_with(SCENARIO(""), &(script_request){.sets = twice, .set_count = 2}, &small,
               "--set n=16: n is set twice; several values are written n=A,B");
  refused_with(SCENARIO(""), &(script_request){.seeds = 1000001}, &small,
               "--seeds 1000001: expected a whole number from 1 to 1000000");
  refused_with(SCENARIO(""), &(script_request){.trials = -1}, &small,
               "--trials -1: expected a whole number from 1 to 2^53");
}

Test(script, the_problem_may_say_how_long_it_is) {
  write_file("data.libsvm", "+1 1:1\n-1 2:1\n+1 1:1 2:1\n");
  cJSON *plan = plan_of(
      "return { problem = problem.libsvm { file = 'data.libsvm' },\n learners = { learner.winnow { r = 1 } } }");
  cr_expect_eq(number_at(entry(plan, "points", 0), "trials"), 3);
  cr_expect_eq(number_at(plan, "seeds"), 20);
  cr_expect_str_eq(text_at(plan, "title"), "x");
  cJSON_Delete(plan);
}

Test(script, same_bytes_twice) {
  char *first = NULL, *second = NULL;
  const char *text =
      "local t = {}\n"
      "for i = 1, 40 do t['k' .. i] = math.random() end\n"
      "local order, sum = {}, 0\n"
      "for k, v in pairs(t) do order[#order + 1] = k; sum = sum * 3 + v end\n"
      "return { title = table.concat(order, ' '), params = { sum = sum }, trials = 1,\n" PROBLEM LEARNERS "}\n";
  cJSON *plan = plan_of(text);
  cr_assert_eq(json_print(plan, 0, 0, &first), STATUS_OK);
  cJSON_Delete(plan);
  plan = plan_of(text);
  cr_assert_eq(json_print(plan, 0, 0, &second), STATUS_OK);
  cJSON_Delete(plan);
  cr_expect_str_eq(first, second);
  free(first);
  free(second);
}

/* ---- refusals of the form */

Test(script, form_refusals) {
  refused("return 3", "x.lua:1: a scenario must return one table, not a number");
  refused("local a = 1", "x.lua:1: a scenario must return one table, not nothing");
  refused("return {\n", "x.lua:2: unexpected symbol near <eof>");
  refused("\n\nlocal x = = 3", "x.lua:3: unexpected symbol near '='");
  refused("a\x1b", "x.lua:1: byte 2 is not UTF-8 text");
  refused("\x1bLua", "x.lua:1: byte 1 is not UTF-8 text");
  refused("-- \xff", "x.lua:1: byte 4 is not UTF-8 text");
  const char *fields =
      "(valid: title, source, params, sweep, trials, test, seeds, problem, learners, bounds, observe, plot, procedure)";
  char message[512];
  snprintf(message, sizeof message, "x.lua:6: learner: no such field; nearest: learners %s", fields);
  refused(SCENARIO("learner = 3"), message);
  snprintf(message, sizeof message, "x.lua:1: 3: no such field %s", fields);
  refused("return { [3] = 4 }", message);
  refused(SCENARIO("title = 3"), "x.lua:6: title must be a string, not a number");
  refused(SCENARIO("title = 'a\\nb'"), "x.lua:6: title must be one line of UTF-8 text");
  refused(SCENARIO("source = '\\255'"), "x.lua:6: source must be one line of UTF-8 text");
  refused("return {\n title = 'x' }",
          "x.lua:1: problem is missing: a scenario has a problem and learners, or a procedure");
  refused("return {" PROBLEM "}",
          "x.lua:1: learners is missing: a scenario has a problem and learners, or a procedure");
  refused(SCENARIO("procedure = function() end"),
          "x.lua:4: problem beside procedure: a scenario has either a procedure or a problem and learners");
  refused("return { procedure = 3 }", "x.lua:1: procedure must be a function(p, seed), not a number");
  refused("return { procedure = function() end,\n observe = { 'trace' } }",
          "x.lua:2: observe is for learners; a procedure returns its quantities itself");
  refused(SCENARIO("observe = 'trace'"), "x.lua:6: observe must be a list of names");
  char names[1024] = "", whole[1200];
  for (size_t i = 0; i < observed_quantity_count; i++) add_name(names, sizeof names, observed_quantities[i].name);
  snprintf(whole, sizeof whole,
           "x.lua:6: observe: \"tracer\": no such quantity; nearest: trace, brier (valid: %s, constant:NAME)", names);
  refused(SCENARIO("observe = { 'tracer' }"), whole);
  refused(SCENARIO("observe = { 'trace', 'rank', 'trace' }"), "x.lua:6: observe: \"trace\" is listed twice");
}

Test(script, grid_refusals) {
  refused(FRAME("params = 3," PROBLEM LEARNERS), "x.lua:1: params must be a table of names and values, not a number");
  refused("return { params = { 3 } }",
          "x.lua:1: problem is missing: a scenario has a problem and learners, or a procedure");
#define GRID(params, sweep) "return { procedure = function() end,\n params = {" params "},\n sweep = {" sweep "} }"
  refused(GRID("3", ""), "x.lua:2: params: \"\" must be a name: letters, digits and _, at most 63, no digit first");
  refused(GRID("['a b'] = 3", ""),
          "x.lua:2: params: \"a b\" must be a name: letters, digits and _, at most 63, no digit first");
  refused(GRID("a = 1,\n regret = 3", ""), "x.lua:3: params.regret: the result files have a column of this name");
  refused(GRID("a = {}", ""), "x.lua:2: params.a must list at least two texts");
  refused(GRID("a = { 'x' }", ""), "x.lua:2: params.a must list at least two texts");
  refused(GRID("a = { 'x', 2 }", ""), "x.lua:2: params.a: expected a string, as in params, not a number");
  refused(GRID("a = { 'x', 'y', 'x' }", ""), "x.lua:2: params.a: x is listed twice");
  refused(GRID("a = { 'x', 'y' }", "a = { 'x', 'z' }"), "x.lua:3: sweep.a = \"z\" must be one of \"x\", \"y\"");
  refused(GRID("a = 0/0", ""), "x.lua:2: params.a = nan must be a finite number; whole ones up to 2^53");
  refused(GRID("a = 2^53|0, b = (2^53|0) + 1", ""),
          "x.lua:2: params.b = 9007199254740992 must be a finite number; whole ones up to 2^53");
  refused(GRID("a = 'x\\ty'", ""),
          "x.lua:2: params.a: a string must be on one line, without tab, '#' and leading '\"', and not \"-\"");
  refused(GRID("a = '\"x'", ""),
          "x.lua:2: params.a: a string must be on one line, without tab, '#' and leading '\"', and not \"-\"");
  refused(GRID("a = '-'", ""),
          "x.lua:2: params.a: a string must be on one line, without tab, '#' and leading '\"', and not \"-\"");
  refused(GRID("a = 'x\\u{2028}y'", ""),
          "x.lua:2: params.a: a string must be on one line, without tab, '#' and leading '\"', and not \"-\"");
  refused(GRID("a = 'x\\u{85}y'", ""),
          "x.lua:2: params.a: a string must be on one line, without tab, '#' and leading '\"', and not \"-\"");
  refused(GRID("a = 1", "b = { 1 }"),
          "x.lua:3: sweep.b: no such parameter (valid: a); what is swept needs a value in params");
  refused(GRID("a = 1", "a = 1"), "x.lua:3: sweep.a must be a list of at least one value");
  refused(GRID("a = 1", "a = {}"), "x.lua:3: sweep.a must be a list of at least one value");
  refused(GRID("a = 1", "\n a = { 1, 'x' }"), "x.lua:4: sweep.a: expected a number, as in params, not a string");
  refused(GRID("a = 1", "a = { 1, 2, 1.0 }"), "x.lua:3: sweep.a: 1 is listed twice");
  refused("local l = {} for i = 1, 220 do l[i] = i end\n"
          "return { procedure = function() end, params = { a = 1, b = 1, c = 1 },\n sweep = { a = l, b = l, c = l } }",
          "x.lua:3: the grid has more than 10000000 points");
  refused("return { procedure = function() end, sweep = 3 }",
          "x.lua:1: sweep must be a table of names and lists, not a number");
}

Test(script, run_refusals) {
  refused("return {" PROBLEM LEARNERS "}", "x.lua:1: trials is missing, and close_to_subspace has no end of its own");
  refused("return {" PROBLEM LEARNERS " trials = 0 }",
          "x.lua:3: trials = 0 must be a whole number from 1 to 9007199254740992");
  refused("return {" PROBLEM LEARNERS " trials = 1.5 }",
          "x.lua:3: trials = 1.5 must be a whole number from 1 to 9007199254740992");
  refused("return {" PROBLEM LEARNERS " trials = function() return '9' end }",
          "x.lua:3: trials must be a whole number, not a string");
  refused(SCENARIO("seeds = 1e6 + 1"), "x.lua:3: seeds = 1000001 must be a whole number from 1 to 1000000");
  refused(FRAME(LEARNERS "problem = learner.matrix_perceptron {}"),
          "x.lua:3: problem must be a problem such as problem.NAME { ... }, not a learner");
  refused(FRAME(LEARNERS "problem = problem.close_to_subspace"),
          "x.lua:3: problem is a function of the harness, not a value; write problem = NAME { ... }");
  refused(FRAME(PROBLEM "learners = { problem.close_to_subspace { n = 8 } }"),
          "x.lua:3: learners[1] must be a learner such as learner.NAME { ... }, not a problem");
  refused(FRAME(PROBLEM "learners = { a = 3 }"),
          "x.lua:3: learners must be a list of learners such as learner.NAME { ... }, not a table with names");
  refused(FRAME(PROBLEM "learners = {}"), "x.lua:3: learners: at least one is needed");
  refused(FRAME(PROBLEM "learners = function(p) end"),
          "x.lua:3: learners must be a list of learners such as learner.NAME { ... }, not nothing");
  refused(
      FRAME(PROBLEM "learners = { learner.matrix_winnow {},\n learner.matrix_winnow { r = 2 } }"),
      "x.lua:4: two learners have the label \"matrix_winnow\"; give one of them a label of its own: label = \"...\"");
  refused(SCENARIO("bounds = { bound.subspace_mistakes {},\n bound.subspace_mistakes {} }"),
          "x.lua:7: bound.subspace_mistakes is listed twice");
  refused(FRAME(PROBLEM "learners = { learner.winnow {} }"),
          "x.lua:3: winnow takes vector instances, close_to_subspace produces dyad");
}

static void expect_valid(char *message, size_t size, const char *start, const char *const *names, size_t count) {
  size_t used = (size_t)snprintf(message, size, "%s (valid: ", start);
  for (size_t i = 0; i < count; i++)
    used += (size_t)snprintf(message + used, size - used, "%s%s", i > 0 ? ", " : "", names[i]);
  snprintf(message + used, size - used, ")");
}

Test(script, member_refusals) {
  const char *names[256];
  char message[4096];
  refused(FRAME(LEARNERS) "local a = problem.close_to_subpace {}", "x.lua:4: <eof> expected near 'local'");
  refused("local a\na = problem.close_to_subpace { n = 3 }",
          "x.lua:2: problem.close_to_subpace: no such problem; nearest: close_to_subspace (winnow list problems)");
  refused("return bound.jjjjjjjjjjjj {}", "x.lua:1: bound.jjjjjjjjjjjj: no such bound (winnow list bounds)");
  refused("return problem.matrix_winnow {}",
          "x.lua:1: problem.matrix_winnow: no such problem; matrix_winnow is a learner");
  const problem_class *class = problem_find("close_to_subspace");
  for (size_t i = 0; i < class->about.parameter_count; i++) names[i] = class->about.parameters[i].name;
  expect_valid(message, sizeof message, "x.lua:1: close_to_subspace: rr: no such parameter; nearest: r", names,
               class->about.parameter_count);
  refused("return problem.close_to_subspace { n = 8, rr = 2 }", message);
  refused("return problem.close_to_subspace(8)",
          "x.lua:1: problem.close_to_subspace: write problem.close_to_subspace { ... }");
  refused("return problem.close_to_subspace { 8 }",
          "x.lua:1: close_to_subspace: expected names with values, such as { n = 16 }");
  refused("return problem.close_to_subspace { n = 8, [2] = 1 }",
          "x.lua:1: close_to_subspace: a table is either a list or has names as keys");
  refused("return problem.close_to_subspace { n = print }",
          "x.lua:1: close_to_subspace: a function cannot be a value here");
  refused("return problem.close_to_subspace { n = '8' }",
          "x.lua:1: close_to_subspace: n = \"8\" must be a whole number: at least 1 and at most 10000000");
  refused("local t = {} t.t = t return learner.matrix_winnow { r = t }",
          "x.lua:1: matrix_winnow: tables are nested more than 16 deep");
  const char *label = "x.lua:1: matrix_winnow: label must have 1 to 80 bytes of text without tab, line end, '#' or "
                      "leading '\"', and not be \"-\"";
  refused("return learner.matrix_winnow { label = '' }", label);
  refused("return learner.matrix_winnow { label = 'a\\tb' }", label);
  refused("return learner.matrix_winnow { label = 'a#b' }", label);
  refused("return learner.matrix_winnow { label = '\"a' }", label);
  refused("return learner.matrix_winnow { label = 'a\\u{2029}b' }", label);
  refused("return learner.matrix_winnow { label = '-' }", label);
  refused("return learner.matrix_winnow { label = ('x'):rep(81) }", label);
  refused("return learner.matrix_winnow { label = 3 }", "x.lua:1: matrix_winnow: label must be a string, not a number");
  refused("local l = learner.matrix_winnow {}\nreturn l.label",
          "x.lua:2: a learner has no fields that a scenario could read or change");
}

Test(script, plot_refusals) {
  refused(SCENARIO("plot = 3"), "x.lua:6: plot must be a table or a list of tables, not a number");
  char names[1024] = "", message[1400];
  for (size_t i = 0; i < plot_field_count; i++) add_name(names, sizeof names, plot_fields[i].name);
  snprintf(message, sizeof message, "x.lua:7: plot.yy: no such field; nearest: y (valid: %s)", names);
  refused(SCENARIO("plot = { x = 'trials',\n yy = 'loss' }"), message);
  refused(SCENARIO("plot = { x = 'nn' }"),
          "x.lua:6: plot.x = \"nn\" must be \"trials\", a parameter or a function, x = function(p) return ... end; "
          "nearest: n (parameters: mode, n, r, x)");
  refused(SCENARIO("plot = { x = 'mode' }"), "x.lua:6: plot.x = \"mode\": this parameter has no numbers");
  refused(SCENARIO("plot = { x = function(p) return 1 / 0 end }"),
          "x.lua:6: plot.x: the function must return a finite number, not inf");
  refused(SCENARIO("plot = { x = function(p) end }"),
          "x.lua:6: plot.x: the function must return a finite number, not nothing");
  refused(SCENARIO("plot = { y = 'trace' }"), "x.lua:6: plot.y = \"trace\" needs observe = { \"trace\" }");
  snprintf(names, sizeof names, "mistakes, loss, regret, updates, potential, rolling_loss");
  for (size_t i = 1; i < observed_quantity_count; i++) add_name(names, sizeof names, observed_quantities[i].name);
  snprintf(message, sizeof message,
           "x.lua:6: plot.y = \"mistake\": no such quantity; nearest: mistakes, expected_mistakes (valid: %s)", names);
  refused(SCENARIO("plot = { y = 'mistake' }"), message);
  refused(SCENARIO("plot = { y = 3 }"), "x.lua:6: plot.y must be a string, not a number");
  refused(SCENARIO("plot = { log = 'z' }"), "x.lua:6: plot.log = \"z\" must be \"\", \"x\", \"y\", \"xy\" or \"auto\"");
  refused(SCENARIO("plot = { free = 'y' }"),
          "x.lua:6: plot.free = \"y\" must be \"x\" or \"\"; y axes are each panel's own");
  refused(SCENARIO("plot = { free = true }"), "x.lua:6: plot.free must be a string, not true or false");
  refused(SCENARIO("plot = { fit = 1 }"), "x.lua:6: plot.fit must be true or false, not a number");
  refused(SCENARIO("plot = { fit = true }"),
          "x.lua:6: plot.fit: a line is fitted over grid points; x must be a parameter or a function(p)");
  refused(SCENARIO("plot = { panels = 'q' }"),
          "x.lua:6: plot.panels = \"q\" must be a parameter (parameters: mode, n, r, x)");
  refused(SCENARIO("plot = { learners = { 'winnow' } }"),
          "x.lua:6: plot.learners: no learner has the label \"winnow\"");
  refused(SCENARIO("plot = { learners = 'winnow' }"), "x.lua:6: plot.learners must be a list of labels");
  refused(SCENARIO("plot = { name = '../x' }"),
          "x.lua:6: plot.name = \"../x\" must be a file name of letters, digits, '_', '-' and '.', at most 99");
  refused(SCENARIO("plot = { {}, {} }"),
          "x.lua:6: two plots are named \"mistakes\"; give one of them a name of its own: name = \"...\"");
  refused("return { procedure = function() end,\n plot = {} }",
          "x.lua:2: plot.y is missing: which quantity of the procedure?");
}

Test(script, heat_map_refusals) {
#define HEAT "plot = { kind = 'heat', x = 'n', "
  refused(SCENARIO("plot = { kind = 'hot' }"), "x.lua:6: plot.kind = \"hot\" must be \"curve\" or \"heat\"");
  refused(SCENARIO("plot = { kind = 'heat', y = 'r' }"), "x.lua:6: plot.x is missing: a heat map needs a parameter");
  refused(SCENARIO(HEAT "}"), "x.lua:6: plot.y is missing: a heat map needs a parameter");
  refused(SCENARIO(HEAT "y = 'mistakes' }"),
          "x.lua:6: plot.y = \"mistakes\" must be a parameter (parameters: mode, n, r, x)");
  refused(SCENARIO(HEAT "y = 'mode' }"), "x.lua:6: plot.y = \"mode\": this parameter has no numbers");
  refused(SCENARIO(HEAT "y = 'n' }"), "x.lua:6: plot.y = \"n\" must differ from plot.x");
  refused(SCENARIO(HEAT "y = 'r', z = 'bound:none' }"),
          "x.lua:6: plot.z = \"bound:none\": no such bound in the scenario's bounds");
  refused(SCENARIO(HEAT "y = 'r', z = 'trace' }"), "x.lua:6: plot.z = \"trace\" needs observe = { \"trace\" }");
  refused(SCENARIO(HEAT "y = 'r', fit = true }"), "x.lua:6: plot.fit has no effect with kind = \"heat\"");
  refused(SCENARIO("plot = { z = 'mistakes' }"), "x.lua:6: plot.z has no effect without kind = \"heat\"");
  refused(SCENARIO(HEAT "y = 'r', log = 'zx' }"),
          "x.lua:6: plot.log = \"zx\" must be \"auto\" or some of x, y and z in this order");
  refused(SCENARIO(HEAT "y = 'r', mark = 3 }"),
          "x.lua:6: plot.mark must be a list of tables { x = .., y = .., label = \"..\" }");
  refused(SCENARIO(HEAT "y = 'r', mark = { 3 } }"), "x.lua:6: plot.mark must be a list of tables, not of a number");
  refused(SCENARIO(HEAT "y = 'r', mark = { { x = 1 } } }"), "x.lua:6: plot.mark: y must be a finite number");
  refused(SCENARIO(HEAT "y = 'r', mark = { { x = 1, y = 0 / 0 } } }"), "x.lua:6: plot.mark: y must be a finite number");
  refused(SCENARIO(HEAT "y = 'r', mark = { { x = 1, y = 1, label = 3 } } }"),
          "x.lua:6: plot.mark: label must be one line of UTF-8 text");
  refused(SCENARIO(HEAT "y = 'r', mark = { { x = 1, y = 1, labl = 'a' } } }"),
          "x.lua:6: plot.labl: no such field; nearest: label (valid: x, y, label)");
#undef HEAT
}

Test(script, problems_with_files_and_facts) {
  refused("return { problem = problem.close_to_subspace {\n n = 4, r = 5 },\n trials = 1," LEARNERS "}",
          "x.lua:1: close_to_subspace: r = 5 must be at most n = 4");
  cJSON *plan = plan_with("return { problem = problem.libsvm { file = 'none.libsvm' }, trials = 1,\n" LEARNERS "}",
                          &(script_request){0}, &small);
  cr_expect_null(plan);
  cr_expect_eq(strncmp(status_message(), "x.lua:1: libsvm: ", 17), 0, "%s", status_message());
  cr_expect_not_null(strstr(status_message(), "none.libsvm"), "%s", status_message());
  cJSON *none = NULL;
  cr_expect_eq(script_plan(&(script_request){.path = "absent.lua"}, &small, &none), STATUS_INVALID);
  cr_expect_eq(strncmp(status_message(), "absent.lua: ", 12), 0, "%s", status_message());
}

/* ---- the sandbox */

Test(script, no_way_out_of_the_sandbox) {
  static const char *const absent[] = {"io",         "os",       "debug",  "package",   "require",        "load",
                                       "loadstring", "loadfile", "dofile", "coroutine", "collectgarbage", "utf8",
                                       "_G",         "warn"};
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
    char text[64], start[96];
    snprintf(text, sizeof text, "local a\nreturn %s", absent[i]);
    snprintf(start, sizeof start, "x.lua:2: %s: no such global", absent[i]);
    cr_expect_null(plan_with(text, &(script_request){0}, &small));
    cr_expect_eq(strncmp(status_message(), start, strlen(start)), 0, "%s", status_message());
  }
  refused("return string.dump(function() end)", "x.lua:1: attempt to call a nil value (field 'dump')");
  refused("return maths.floor(3)", "x.lua:1: maths: no such global; nearest: math, mat");
  refused("x = 3", "x.lua:1: x: a scenario cannot define globals; write: local x");
  refused("math.randomseed(3)",
          "x.lua:1: math.randomseed does not exist: math.random is a stream that depends on the cell's seed "
          "alone, so that a run can be repeated");
  refused("return string.format('%5p', {})",
          "x.lua:1: string.format: no %p here, because addresses change from run to run");
  refused("return string.format('\\0%p', {})",
          "x.lua:1: string.format: no %p here, because addresses change from run to run");
  refused("setmetatable({}, { __gc = print })", "x.lua:1: setmetatable: no __gc in a scenario");
  refused("setmetatable({}, { __mode = 'k' })", "x.lua:1: setmetatable: no __mode in a scenario");
  refused("setmetatable({}, { __concat = print })", "x.lua:1: setmetatable: no __concat in a scenario");
  refused("local mt = {}; local t = setmetatable({}, mt); mt.__mode = 'k'; for k in pairs(t) do end",
          "x.lua:1: pairs: no __mode in a scenario");
  refused("local mt = {}; local t = setmetatable({}, mt); mt.__mode = 'v'; return next(t)",
          "x.lua:1: next: no __mode in a scenario");
  refused("local mt = { __pairs = pairs }; local t = setmetatable({}, mt); mt.__gc = print; return pairs(t)",
          "x.lua:1: pairs: no __gc in a scenario");
  refused("for k in pairs { [{}] = 1 } do end",
          "x.lua:1: a table with a table as key cannot be visited in a fixed order");
  refused("return next { [true] = 1 }", "x.lua:1: a table with a boolean as key cannot be visited in a fixed order");
}

/* One value is pushed, whatever a scenario has put in the place of the name. */
Test(script, names_of_tables) {
  const char *const names[] = {"nil", "5", "true", "{}", "print", "''", "'mine'"};
  lua_State *lua = luaL_newstate();
  luaL_openlibs(lua);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char text[80];
    snprintf(text, sizeof text, "return setmetatable({}, { __name = %s })", names[i]);
    cr_assert_eq(luaL_dostring(lua, text), LUA_OK);
    const char *expected = i == 5 ? "" : i == 6 ? "mine" : "table";
    cr_expect_str_eq(texts_push(lua, -1), expected, "%s", names[i]);
    cr_expect_eq(lua_gettop(lua), 2, "%s: %d values", names[i], lua_gettop(lua));
    lua_settop(lua, 0);
  }
  lua_close(lua);
}

/* A table that has become weak loses keys while they are collected: those that are left come in order, and no others. */
Test(script, keys_that_go_away) {
  lua_State *lua = luaL_newstate();
  luaL_openlibs(lua);
  lua_gc(lua, LUA_GCINC, 100, 1000, 0); /* a new cycle as soon as one ends */
  size_t lost = 0;
  for (int round = 1; round <= 200; round++) {
    cr_assert_eq(
        luaL_dostring(lua, "local t = setmetatable({}, { __mode = 'v' })\n"
                           "for i = 1, 2000 do t['key number ' .. i .. ' that is longer than forty letters'] = {} end\n"
                           "return t"),
        LUA_OK);
    const size_t count = tables_sorted_keys(lua, -1);
    cr_assert_eq(lua_gettop(lua), 2);
    cr_assert_leq(count, 2000);
    lost += 2000 - count;
    const char *before = "";
    for (size_t i = 1; i <= count; i++) {
      cr_assert_eq(lua_rawgeti(lua, 2, (lua_Integer)i), LUA_TSTRING);
      const char *key = lua_tostring(lua, -1);
      cr_assert_lt(strcmp(before, key), 0, "%s, %s", before, key);
      before = key; /* alive in the list */
      lua_pop(lua, 1);
    }
    cr_assert_eq(lua_rawgeti(lua, 2, (lua_Integer)count + 1), LUA_TNIL);
    lua_settop(lua, 0);
  }
  cr_expect_gt(lost, 0, "the collector took no key");
  lua_close(lua);
}

/* C would read them up to the byte and take what is left for another name. The place is the word before ": a text", the text the word after it. */
Test(script, texts_with_a_zero_byte) {
  static const char *const cases[][3] = {
      {"params = { ['a\\0b'] = 1 },", "params", "a"},
      {"params = { a = 'x\\0y' },", "params.a", "x"},
      {"params = { a = { 'x', 'y\\0' } },", "params.a", "y"},
      {"params = { a = 1 }, sweep = { ['a\\0'] = { 1, 2 } },", "sweep", "a"},
      {"params = { a = 'x' }, sweep = { a = { 'y\\0' } },", "sweep.a", "y"},
      {"title = 'a\\0b',", "title", "a"},
      {"['title\\0'] = 'a',", "a field", "title"},
      {"observe = { 'trace\\0' },", "observe", "trace"},
      {"plot = { y = 'loss\\0' },", "plot.y", "loss"},
      {"plot = { name = 'x\\0' },", "plot.name", "x"},
      {"plot = { ['y\\0'] = 'loss' },", "plot", "y"},
      {"plot = { bounds = 'all\\0' },", "plot.bounds", "all"},
      {"plot = { bounds = { 'none\\0' } },", "plot.bounds", "none"},
      {"plot = { learners = { 'matrix_perceptron\\0' } },", "plot.learners", "matrix_perceptron"},
      {"bounds = bound['subspace_mistakes\\0'] {},", "bound", "subspace_mistakes"},
      {"bounds = learner.winnow { label = 'a\\0' },", "winnow.label", "a"},
      {"bounds = learner.winnow { ['eta\\0'] = 1 },", "winnow", "eta"},
      {"bounds = learner.matrix_winnow { normalize = 'trace\\0' },", "matrix_winnow", "trace"},
      {"bounds = premise['gap\\0'],", "premise", "gap"},
      {"bounds = learner.custom { name = 'a\\0' },", "learner.custom.name", "a"},
      {"bounds = learner.custom { ['name\\0'] = 'a' },", "learner.custom", "name"},
      {"bounds = problem.custom { name = 'a', title = 'b\\0' },", "a.title", "b"},
      {"bounds = learner.custom { name = 'a', instances = 'vector\\0', create = print, predict = print, update = print "
       "},",
       "a.instances", "vector"},
      {"bounds = learner.custom { name = 'a', instances = 'vector', create = print, predict = print, update = print, "
       "constants = { ['eta\\0'] = 1 } },",
       "a.constants", "eta"},
      {"bounds = bound.custom { name = 'a', measure = 'b\\0', value = print },", "a.measure", "b"},
      {"bounds = bound.custom { name = 'a', measure = 'b', value = print, asks_learner = { 'eta\\0' } },",
       "a.asks_learner", "eta"},
      {"bounds = bound.custom { name = 'a', measure = 'b', value = print, invariants = { ['c\\0'] = {} } },",
       "a.invariants", "c"},
      {"bounds = bound.custom { name = 'a', measure = 'b', value = print, premises = { { name = 'c\\0' } } },",
       "a.premises", "c"},
      {"bounds = bound.custom { name = 'a', measure = 'b', value = print, parameters = { ['c\\0'] = 1 } },",
       "a.parameters", "c"},
      {"bounds = bound.custom { name = 'a', measure = 'b', value = print, parameters = { c = 'd\\0' } },",
       "a.parameters", "d"},
      {"bounds = bound.custom { name = 'a', measure = 'b', value = print, parameters = { c = { type = 'text\\0' } } },",
       "a.parameters", "text"},
      {"problem = problem.custom { name = 'a', create = print, next = print, facts = { n = 1, instances = 'vector\\0' "
       "} } "
       "{},",
       "a.facts.instances", "vector"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[512], message[256];
    const bool source = strncmp(cases[i][0], "problem", strlen("problem")) == 0;
    snprintf(text, sizeof text, "return { trials = 1, %s " LEARNERS "%s }", cases[i][0], source ? "" : PROBLEM);
    snprintf(message, sizeof message, "x.lua:1: %s: a text with a zero byte, after \"%s\": leave the byte out",
             cases[i][1], cases[i][2]);
    refused(text, message);
  }
}

/* The scenario's assertions, each `assert(condition)` in `body`, hold. */
static void holds(const char *body) {
  char text[4096];
  snprintf(text, sizeof text, "%s\nreturn { trials = 1,\n" PROBLEM LEARNERS "}", body);
  cJSON *plan = plan_with(text, &(script_request){0}, &small);
  cr_expect_not_null(plan, "%s", status_message());
  cJSON_Delete(plan);
}

/* An iterator may be kept and called with anything; the metatable of strings is the scenario's to change, but not what a string is. */
Test(script, functions_called_with_anything) {
  holds("local following, refused = pairs { 1 }, 0\n"
        "for _, v in ipairs { 42, 'x', vec(40, 1), print, true, learner.winnow {} } do\n"
        "  local fine, why = pcall(following, v)\n"
        "  assert(not fine and why:find('table expected', 1, true), why) end\n"
        "assert(not pcall(following) and not pcall(following, nil) and following({ 5 }) == 1)");
  holds("getmetatable('').__tostring = function() return 'title' end assert(tostring('x') == 'x')");
}

/* A list may be changed by the functions of its members while it is read. */
Test(script, members_that_go_away) {
  cJSON *plan = plan_with(
      "local list\n"
      "local mine = learner.custom { name = 'mine', instances = 'vector', constants = { theta = 1, eta = 0.1 },\n"
      "  threshold = 1, predict = function() return 0 end, update = function() return true end,\n"
      "  create = function() list[1] = nil for i = 1, 200000 do local t = { i } end return {} end }\n"
      "list = { learner.winnow { eta = 0.5, theta = 1 }, mine {} }\n"
      "return { trials = 4, problem = problem.threshold_adversary { n = 8 }, learners = list,\n"
      "  bounds = bound.forced_mistakes {} }",
      &(script_request){0}, &small);
  cr_assert_not_null(plan, "%s", status_message());
  cJSON_Delete(plan);
}

/* A table that contains another four times, and that again: small in Lua, not in a plan. */
Test(script, values_that_are_small_in_lua_only) {
  static const script_limits few = {.seconds = 20, .memory = (size_t)4 << 20};
  static const char message[] = "x.lua:1: perceptron: its values need more than 4 MiB of memory";
  refused_with("local t = { 1, 1, 1, 1 } for i = 1, 12 do t = { t, t, t, t } end return learner.perceptron { x = t }",
               &(script_request){0}, &few, message);
  refused_with("return learner.perceptron { x = mat(2 ^ 29, 0) }", &(script_request){0}, &few, message);
}

Test(script, library) {
  holds("assert(string.format('%s|%s', setmetatable({}, { __name = 5 }), 'b') == 'table|b')");
  holds("local keys = {}\n"
        "for k, v in pairs { b = 1, a = 2, [10] = 3, [-1.5] = 4, [2] = 5, B = 6, ['a\\0'] = 7 } do\n"
        "  keys[#keys + 1] = tostring(k) end\n"
        "assert(table.concat(keys, ' ') == '-1.5 2 10 B a a\\0 b', table.concat(keys, ' '))");
  holds("local t, seen = { a = 1, b = 2, c = 3 }, ''\n"
        "for k in pairs(t) do seen = seen .. k; t.b = nil end\nassert(seen == 'ac')");
  holds("local t = { z = 1, [3] = 2 }\nlocal k, v = next(t)\nassert(k == 3 and v == 2)\n"
        "k, v = next(t, k)\nassert(k == 'z' and v == 1 and next(t, k) == nil and next({}) == nil)");
  holds("assert(tostring({}) == 'table' and tostring(print) == 'function' and tostring(0.1) == '0.1')\n"
        "assert(tostring(1/3) == '0.3333333333333333' and tostring(2^53) == '9007199254740992')\n"
        "assert(tostring(3) == '3' and tostring(nil) == 'nil' and tostring(true) == 'true')\n"
        "assert(tostring(setmetatable({}, { __tostring = function() return 'T' end })) == 'T')\n"
        "assert(tostring(learner.matrix_winnow {}) == 'learner' and type(learner.matrix_winnow {}) == 'userdata')");
  holds("assert(string.format('%s|%5s|%d|%g|%%|%-4s|', {}, 0.1, 3, 0.5, 'x') == 'table|  0.1|3|0.5|%|x   |')\n"
        "assert(('%s'):format(1/3) == '0.3333333333333333')");
  holds("local t = {}\nfor i = 1, 500 do t[i] = { key = i * 7 % 10, place = i } end\n"
        "table.sort(t, function(a, b) return a.key < b.key end)\n"
        "for i = 2, 500 do local a, b = t[i - 1], t[i]\n"
        "  assert(a.key < b.key or (a.key == b.key and a.place < b.place)) end\n"
        "local s = { 'b', 'a', 'c' }\ntable.sort(s)\nassert(table.concat(s) == 'abc')\ntable.sort({})");
  holds("local t = {}\nfor i = 1, 1000 do t[i] = i end\n"
        "table.sort(t, function() return true end)\ntable.sort(t, function() return math.random() < 0.5 end)\n"
        "assert(#t == 1000 and not pcall(table.sort, { 1, 'x' }))");
  holds("assert(not pcall(setmetatable, {}, { __gc = 1 }) and getmetatable(problem) == false and getmetatable(_ENV) == "
        "false)\n"
        "assert(not pcall(setmetatable, _ENV, nil) and select('#', 1, nil) == 2 and rawlen({ 1, 2 }) == 2)\n"
        "local ok, message = pcall(function() return problem.nothing_like_it {} end)\n"
        "assert(not ok and message:find('^x.lua:3: problem.nothing_like_it: no such problem'), message)");
}

Test(script, mathematics_is_fixed) {
  const double a = fixed_pow(2, 0.5), b = fixed_pow(10, -3), c = fixed_pow(3.7, 2.9);
  struct {
    const char *code;
    double value;
  } cases[] = {{"x ^ 0.5", a},
               {"math.tointeger(10) ^ -3", b},
               {"(x + 1.7) ^ 2.9", c},
               {"x ^ 53", 9007199254740992.0},
               {"3.7 ^ 2", 3.7 * 3.7},
               {"(x + 1) ^ 33", 5559060566555523.0},
               {"math.exp(x - 0.7)", fixed_exp(2 - 0.7)},
               {"math.log(x + 1)", fixed_log(3)},
               {"math.log(x + 1, 2)", fixed_log2(3)},
               {"math.log(x + 1, 10)", fixed_log10(3)},
               {"math.log(x + 1, 7)", fixed_log(3) / fixed_log(7)},
               {"math.sin(x)", fixed_sin(2)},
               {"math.cos(x)", fixed_cos(2)},
               {"math.tan(x)", fixed_tan(2)},
               {"math.asin(x / 3)", fixed_asin(2.0 / 3)},
               {"math.acos(x / 3)", fixed_acos(2.0 / 3)},
               {"math.atan(x)", fixed_atan2(2, 1)},
               {"math.atan(x, -3)", fixed_atan2(2, -3)},
               {"math.sqrt(x)", sqrt(2)},
               {"math.fmod(-7, 3)", -1},
               {"math.floor(-0.5)", -1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[256];
    snprintf(text, sizeof text, "local x = 2.0\nreturn { params = { v = %s }, procedure = function() end }",
             cases[i].code);
    cJSON *plan = plan_of(text);
    const double value = number_at(cJSON_GetObjectItem(entry(plan, "points", 0), "parameters"), "v");
    cr_expect(value == cases[i].value, "%s = %.17g instead of %.17g", cases[i].code, value, cases[i].value);
    cJSON_Delete(plan);
  }
  cr_expect_eq(fixed_pow(2, 53), 0x1p53);
}

Test(script, random_numbers_are_the_seeded_stream) {
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(0, "scenario", &stream), STATUS_OK);
  const double first = random_uniform(stream);
  const double second = (double)(5 + random_index(stream, 6));
  random_stream_free(stream);
  cJSON *plan = plan_of("local a, b = math.random(), math.random(5, 10)\n"
                        "return { params = { a = a, b = b }, procedure = function() end }");
  const cJSON *parameters = cJSON_GetObjectItem(entry(plan, "points", 0), "parameters");
  cr_expect_eq(number_at(parameters, "a"), first);
  cr_expect_eq(number_at(parameters, "b"), second);
  cJSON_Delete(plan);
  holds("local seen = {}\nfor i = 1, 200 do local k = math.random(3); seen[k] = true; assert(k >= 1 and k <= 3) end\n"
        "assert(seen[1] and seen[2] and seen[3] and math.type(math.random(0)) == 'integer')\n"
        "for i = 1, 99 do assert(math.random(-4, math.maxinteger) >= -4) end\n"
        "math.random(math.mininteger, math.maxinteger)\n"
        "assert(not pcall(math.random, 2, 1) and not pcall(math.random, 1, 2, 3) and not pcall(math.random, 1.5))");
}

/* ---- errors and limits */

Test(script, errors_of_functions) {
  refused(FRAME(LEARNERS "problem = function(p)\n return problem.close_to_subspace { n = p.nn } end"),
          "x.lua:4: p.nn: no such parameter; nearest: n");
  refused(FRAME(LEARNERS "problem = function(p) p.q = 3 end"), "x.lua:3: p.q: no such parameter");
  refused("local function f(x)\n  return x + {}\nend\nlocal function g(x)\n  local y = f(x)\n  return y\nend\nlocal z "
          "= g(3)",
          "x.lua:2: attempt to perform arithmetic on a table value (called from line 5, 8)");
  refused("error('plain')", "x.lua:1: plain");
  refused("\nassert(false, 'no place')", "x.lua:2: no place");
  refused("error({})", "x.lua:1: error was called with a table, expected a string");
  refused("error()", "x.lua:1: error was called with nil, expected a string");
  refused_with("local function f() return 1 + f() end\nreturn f()", &(script_request){0}, &script_default_limits,
               "x.lua:1: stack overflow (called from line 1, 1, 1, 1, 1, 1, ...)");
  cr_expect_null(plan_with("local s = ('x'):rep(1e9)", &(script_request){0}, &small));
  cr_expect_str_eq(status_message(), "x.lua: evaluation needs more than 32 MiB of memory");
  refused("local t = {}\nwhile true do t = { t, t, t, t } end", "x.lua: evaluation needs more than 32 MiB of memory");
  refused("local s = ('('):rep(200000) return s:find(('.-'):rep(300) .. 'x')", "x.lua:1: pattern too complex");
}

Test(script, parameters_are_fresh_for_each_call) {
  cJSON *plan = plan_of("return { params = { n = 8 }, trials = function(p) p.n = 4; return p.n end,\n"
                        "problem = function(p) return problem.close_to_subspace { n = p.n } end,\n" LEARNERS "}");
  cr_expect_eq(number_at(entry(plan, "points", 0), "trials"), 4);
  cr_expect_eq(number_at(cJSON_GetObjectItem(cJSON_GetObjectItem(entry(plan, "points", 0), "problem"), "options"), "n"),
               8);
  cJSON_Delete(plan);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

Test(script, endless_loops_end) {
  const double start = seconds();
  refused_with("\nwhile true do end", &(script_request){0}, &brief, "x.lua:2: evaluation took longer than 0.2 s");
  refused_with("\n\nwhile true do pcall(function() while true do end end) end", &(script_request){0}, &brief,
               "x.lua:3: evaluation took longer than 0.2 s");
  refused_with("local function f() return f() end return f()", &(script_request){0}, &brief,
               "x.lua:1: evaluation took longer than 0.2 s");
  refused_with("local s = ('a'):rep(30000) return s:find('.-.-.-.-b')", &(script_request){0}, &brief,
               "x.lua: evaluation took longer than 0.2 s");
  refused_with("pcall(string.find, ('a?'):rep(30) .. ('a'):rep(30), '.-.-.-.-.-.-.-.-.-.-c')", &(script_request){0},
               &brief, "x.lua: evaluation took longer than 0.2 s");
  refused_with("table.move({}, 1, 1 << 60, 2)", &(script_request){0}, &brief,
               "x.lua: evaluation took longer than 0.2 s");
  refused_with("local t = {}\nwhile true do pcall(string.rep, 'x', 1 << 40) end", &(script_request){0}, &brief,
               "x.lua:2: evaluation took longer than 0.2 s");
  cr_expect_lt(seconds() - start, 7 * 1.0, "seven loops took %.17g s", seconds() - start);
}

/* ---- procedures */

static const char procedure[] =
    "local calls = 0\n"
    "return { params = { n = 3, x = 1.0 }, seeds = 2,\n"
    "  procedure = function(p, seed)\n"
    "    calls = calls + 1\n"
    "    return { seed = seed, twice = 2 * p.n, calls = calls, yes = true, nothing = 0/0,\n"
    "      draw = math.random(), whole = math.type(p.n) == 'integer', float = math.type(p.x) == 'float' }\n"
    "  end,\n"
    "  plot = { x = 'n', y = 'twice' } }\n";

Test(script, plan_of_a_procedure) {
  cJSON *plan = plan_of(procedure);
  expect_json(plan, "procedure", "true");
  expect_json(plan, "points", "[{\"parameters\":{\"n\":3,\"x\":1},\"trials\":1,\"bounds\":[]}]");
  cJSON_Delete(plan);
}

Test(script, procedures_are_pure_functions_of_point_and_seed) {
  script *opened = NULL;
  cJSON *first = NULL, *again = NULL, *parameters = NULL;
  random_stream *stream = NULL;
  cr_assert_eq(json_parse("{\"n\":21,\"x\":1}", &parameters), STATUS_OK);
  cr_assert_eq(script_open("x.lua", procedure, parameters, &small, &opened), STATUS_OK, "%s", status_message());
  cr_assert_eq(script_procedure(opened, parameters, 5, &first), STATUS_OK, "%s", status_message());
  cr_assert_eq(script_procedure(opened, NULL, 5, &again), STATUS_OK, "%s", status_message());
  cr_expect_eq(number_at(first, "seed"), 5);
  cr_expect_eq(number_at(first, "twice"), 42);
  cr_expect_eq(number_at(first, "yes"), 1);
  cr_expect_eq(number_at(first, "whole"), 1);
  cr_expect_eq(number_at(first, "float"), 1);
  cr_expect(isnan(number_at(first, "nothing")));
  cr_expect_eq(number_at(again, "calls"), 1);
  cr_assert_eq(random_stream_new(5, "scenario", &stream), STATUS_OK);
  const double draw = random_uniform(stream);
  cr_expect_eq(number_at(first, "draw"), draw);
  cr_expect_eq(number_at(again, "draw"), draw);
  cr_expect_str_eq(first->child->string, "calls");
  random_stream_free(stream);
  cJSON_Delete(first);
  cJSON_Delete(again);
  cJSON_Delete(parameters);
  script_close(opened);
}

static void procedure_fails(const char *body, const char *message) {
  char text[512];
  script *opened = NULL;
  cJSON *quantities = NULL;
  snprintf(text, sizeof text, "return { procedure = function(p, seed)\n%s end }", body);
  cr_assert_eq(script_open("x.lua", text, NULL, &small, &opened), STATUS_OK);
  cr_expect_eq(script_procedure(opened, NULL, 1, &quantities), STATUS_FAILED, "%s", body);
  cr_expect_str_eq(status_message(), message, "%s", status_message());
  cr_expect_null(quantities);
  script_close(opened);
}

Test(script, procedure_refusals) {
  procedure_fails("error('broken')", "x.lua:2: broken");
  procedure_fails("local function f() error('deep') end\nf()", "x.lua:2: deep (called from line 3)");
  procedure_fails("return 3", "x.lua: procedure must return a table of names and numbers, not a number");
  procedure_fails("return { a = 'x' }", "x.lua: procedure: a must be a number, not a string");
  procedure_fails("return { a = 1/0 }", "x.lua: procedure: a is infinite");
  procedure_fails("return { ['a b'] = 1 }",
                  "x.lua: procedure returned a quantity called \"a b\"; names have letters, digits and _");
  procedure_fails("return { 3 }",
                  "x.lua: procedure returned a quantity called \"1\"; names have letters, digits and _");
  procedure_fails("return { a = p.q }", "x.lua:2: p.q: no such parameter");
  procedure_fails("local t = {} for i = 1, 10001 do t['a' .. i] = i end return t",
                  "x.lua: procedure returned more than 10000 quantities");
  procedure_fails("local s = ('x'):rep(1e9)", "x.lua: procedure needs more than 32 MiB of memory");
}

/* Runs the procedure in a process, as a worker does, and expects its end by a limit. */
static void procedure_is_ended(const char *body, const char *reason) {
  char text[512], answer[512] = "";
  int ends[2], state = 0;
  snprintf(text, sizeof text, "return { procedure = function(p, seed)\n%s end }", body);
  cr_assert_eq(pipe(ends), 0);
  const pid_t child = fork();
  cr_assert_geq(child, 0);
  if (child == 0) {
    script_limits limits = brief;
    script *opened = NULL;
    cJSON *quantities = NULL;
    limits.reason_fd = ends[1];
    if (script_open("x.lua", text, NULL, &limits, &opened) == STATUS_OK) script_procedure(opened, NULL, 1, &quantities);
    _exit(0);
  }
  close(ends[1]);
  cr_assert_eq(waitpid(child, &state, 0), child);
  cr_expect(WIFEXITED(state) && WEXITSTATUS(state) == 124, "state %d", state);
  cr_expect_gt(read(ends[0], answer, sizeof answer - 1), 0);
  cr_expect_str_eq(answer, reason, "%s", answer);
  close(ends[0]);
}

Test(script, limits_end_the_worker) {
  procedure_is_ended("\nwhile true do pcall(function() while true do end end) end",
                     "x.lua:3: procedure took longer than 0.2 s");
  procedure_is_ended("local s = ('a'):rep(30000) return s:find('.-.-.-.-b')",
                     "x.lua: procedure took longer than 0.2 s");
}
