/* What every learner, problem and bound must do, whoever wrote it. Members are not named here: the registries and a scenario's own ones are
 * walked, required parameters are filled from their declarations, and a learner meets the problems whose facts it takes. */
#pragma once

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "bounds/bound.h"
#include "learners/learner.h"
#include "problems/problem.h"
#include "script/script.h"
#include "script/script_plan.h"

/* One table of parameters and whose it is. */
typedef struct declared {
  const char *name;
  const parameter *parameters;
  size_t count;
} declared;

/* ---- members of a scenario */

static const char conformance_scenario[] =
    "local mine = learner.custom { name = 'custom_winnow', instances = { 'vector' },\n"
    "  conservative = true, equivariant = { 'permutation' },\n"
    "  parameters = { eta = { default = 0.5, low = 0, high = 10, open_low = true }, start = { default = 1, low = 0 },\n"
    "    steps = { type = 'integer', default = 1, low = 1, high = 9 }, on = true, rates = { default = { 1, 2 }, low = "
    "0 },\n"
    "    how = { choices = { 'fast', 'slow' }, default = 'fast' }, word = 'x' },\n"
    "  create = function(setting, p) return { w = vec(setting.n, p.start / setting.n), eta = p.eta } end,\n"
    "  predict = function(s, x) return x:dot(s.w) - 0.5 end,\n"
    "  update = function(s, x, prediction, y)\n"
    "    if prediction == y then return false end\n"
    "    for i, v in pairs(x) do s.w[i] = s.w[i] * math.exp(s.eta * y * v) end\n"
    "    return true\n"
    "  end,\n"
    "  constants = { eta = function(s) return s.eta end, theta = 0.5, w0 = 1, r = 1, gap = 0.5, saturation = 0.5, "
    "normalize = 0 },\n"
    "  save = function(s) return { w = s.w, eta = s.eta } end,\n"
    "  load = function(setting, p, saved) return { w = vec(saved.w), eta = saved.eta } end }\n"
    "local coins = problem.custom { name = 'custom_coins', parameters = { n = { type = 'integer', low = 1, high = 100 "
    "} },\n"
    "  facts = function(p) return { n = p.n, instances = 'vector', gap = { 0.2, 0.8 } } end,\n"
    "  create = function(setting, p) return vec(p.n) end,\n"
    "  next = function(x)\n"
    "    for i = 1, #x do x[i] = math.random(0, 1) end\n"
    "    return x, x[1] == 1 and 1 or -1\n"
    "  end,\n"
    "  comparator = function() return { coordinates = { 1 } } end }\n"
    "local few = bound.custom { name = 'custom_few', measure = 'mistakes', level = 'trial', status = 'proved',\n"
    "  parameters = { factor = { default = 1, low = 0 } },\n"
    "  value = function(p, totals) return p.factor * totals.trials end,\n"
    "  invariants = { label = { measure = 'label', judge = function(_, trial) return trial.label, 1 end } } }\n"
    "return { trials = 12, seeds = 1, problem = coins { n = 6 }, learners = mine {}, bounds = few {} }\n";

typedef struct custom_members {
  script *script;
  cJSON *plan;
  learner_class learner;
  problem_class problem;
  bound_class bound;
} custom_members;

/* The problem, the learner with that label and the bound of that name (NULL: none) of a scenario's first point. */
static inline void custom_members_open_text(custom_members *out, const char *text, const char *label,
                                            const char *bound_name) {
  char path[] = "/tmp/winnow-conformance-XXXXXX";
  const int fd = mkstemp(path);
  cr_assert(fd >= 0 && write(fd, text, strlen(text)) > 0);
  close(fd);
  const script_request request = {.path = path};
  const status planned = script_plan(&request, &script_default_limits, &out->plan);
  unlink(path);
  cr_assert_eq(planned, STATUS_OK, "%s", status_message());
  cr_assert_eq(script_open(path, text, NULL, &script_default_limits, &out->script), STATUS_OK);
  bound_class *claim = bound_name != NULL ? &out->bound : NULL;
  out->bound.about.name = bound_name;
  const script_members members = {
      .point = cJSON_GetObjectItemCaseSensitive(out->plan, "points")->child,
      .label = label,
      .problem = &out->problem,
      .learner = &out->learner,
      .bounds = &claim,
      .bound_count = 1,
  };
  cr_assert_eq(script_open_members(out->script, &members), STATUS_OK, "%s", status_message());
}

static inline void custom_members_open(custom_members *out) {
  custom_members_open_text(out, conformance_scenario, "custom_winnow", "custom_few");
}

static inline void custom_members_close(custom_members *custom) {
  script_close(custom->script);
  cJSON_Delete(custom->plan);
}

/* ---- options */

/* A value for a required parameter; `attempt` varies sizes and words. false: it needs a file. */
static inline bool conformance_fill(const parameter *p, size_t attempt, cJSON *given) {
  static const double sizes[] = {8, 4, 2, 1};
  const bool ranged = !(p->low == 0 && p->high == 0);
  double value = sizes[attempt % 4];
  switch (p->type) {
  case PARAMETER_NUMBER: value = 0.25; break;
  case PARAMETER_INTEGER: break;
  case PARAMETER_CHOICE: {
    char words[256];
    snprintf(words, sizeof words, "%s", p->choices);
    char *rest = NULL, *word = strtok_r(words, " ", &rest);
    for (size_t i = 0; i < attempt / 4 && word != NULL; i++) word = strtok_r(NULL, " ", &rest);
    if (word == NULL) return false;
    cJSON_AddStringToObject(given, p->name, word);
    return true;
  }
  default: return false;
  }
  if (ranged && value < p->low) value = p->low;
  if (ranged && value > p->high) value = p->high;
  cJSON_AddNumberToObject(given, p->name, value);
  return true;
}

/* The required parameters of a table, and from attempt CONFORMANCE_SIZES on one of those that may be absent; NULL if that cannot be done. */
enum { CONFORMANCE_SMALL = 2, CONFORMANCE_SIZES = 16, CONFORMANCE_ATTEMPTS = 32 };

static inline cJSON *conformance_required(const declared *of, size_t attempt) {
  cJSON *given = cJSON_CreateObject();
  for (size_t i = 0; i < of->count; i++) {
    /* a search of an adversary's: a short one keeps the rules as well as a long one */
    if (strcmp(of->parameters[i].name, "tries") == 0) cJSON_AddNumberToObject(given, "tries", 4);
    if (of->parameters[i].value != NULL || conformance_fill(&of->parameters[i], attempt, given)) continue;
    cJSON_Delete(given);
    return NULL;
  }
  for (size_t i = 0, absent = CONFORMANCE_SIZES; i < of->count && attempt >= CONFORMANCE_SIZES; i++) {
    const char *value = of->parameters[i].value;
    if (value == NULL || *value != '\0' || absent++ != attempt) continue;
    (void)conformance_fill(&of->parameters[i], 0, given);
  }
  return given;
}

static inline options *conformance_options(const declared *of, size_t attempt) {
  options *values = NULL;
  cJSON *given = conformance_required(of, attempt);
  if (given == NULL) return NULL;
  const status code = options_read(of->name, of->parameters, of->count, given, &values);
  cJSON_Delete(given);
  return code == STATUS_OK ? values : NULL;
}
