/* Every parameter of every learner, problem and bound: a wrong type, a value below and one above the range, a word that is none of the
 * choices are refused, and the message names the parameter. */
#include "unit/conformance.h"

#include <math.h>

static void expect_refusal(const declared *of, const parameter *p, cJSON *value, const char *what) {
  options *values = NULL;
  cJSON *given = conformance_required(of, 0);
  if (given == NULL)
    given = cJSON_CreateObject(); /* refused for what is missing, unless this value is looked at first */
  cJSON_DeleteItemFromObjectCaseSensitive(given, p->name);
  cJSON_AddItemToObject(given, p->name, value);
  const status code = options_read(of->name, of->parameters, of->count, given, &values);
  cr_expect_eq(code, STATUS_INVALID, "%s: %s: %s was taken", of->name, p->name, what);
  cr_expect_not_null(strstr(status_message(), p->name), "%s: %s: %s gave: %s", of->name, p->name, what,
                     status_message());
  options_free(values);
  cJSON_Delete(given);
}

static bool is_number(const parameter *p) {
  return p->type == PARAMETER_NUMBER || p->type == PARAMETER_INTEGER || p->type == PARAMETER_NUMBERS;
}

static cJSON *number_or_list(const parameter *p, double value) {
  return p->type == PARAMETER_NUMBERS ? cJSON_CreateDoubleArray(&value, 1) : cJSON_CreateNumber(value);
}

static size_t check_parameter(const declared *of, const parameter *p) {
  const bool ranged = !(p->low == 0 && p->high == 0);
  size_t tried = 3;
  expect_refusal(of, p, is_number(p) ? cJSON_CreateString("word") : cJSON_CreateNumber(0.5), "a wrong type");
  expect_refusal(of, p, cJSON_CreateNull(), "nothing");
  expect_refusal(of, p,
                 p->type == PARAMETER_STRUCTURE || p->type == PARAMETER_BOOLEAN ? cJSON_CreateString("word")
                                                                                : cJSON_CreateObject(),
                 "another wrong type");
  if (p->type == PARAMETER_CHOICE) expect_refusal(of, p, cJSON_CreateString("no_such_word"), "an unknown word");
  if (p->type == PARAMETER_INTEGER) expect_refusal(of, p, cJSON_CreateNumber(1.5), "half a number");
  if (!is_number(p)) return tried;
  expect_refusal(of, p, number_or_list(p, NAN), "nan");
  expect_refusal(of, p, number_or_list(p, INFINITY), "infinity");
  if (ranged && isfinite(p->low)) {
    expect_refusal(of, p, number_or_list(p, p->open_low ? p->low : p->low - 1.0 - fabs(p->low)), "a value below");
    tried++;
  }
  if (ranged && isfinite(p->high)) {
    expect_refusal(of, p, number_or_list(p, p->open_high ? p->high : p->high + 1.0 + fabs(p->high)), "a value above");
    tried++;
  }
  return tried + 2;
}

static void check_table(const declared *of, size_t *tried) {
  const parameter none = {.name = "no_such_parameter"};
  expect_refusal(of, &none, cJSON_CreateNumber(1), "an unknown name");
  for (size_t i = 0; i < of->count; i++) {
    const parameter *p = &of->parameters[i];
    cr_expect(p->name != NULL && p->meaning != NULL, "%s: parameter %zu has no name or meaning", of->name, i);
    *tried += check_parameter(of, p);
  }
}

Test(conformance_parameters, wrong_values_are_refused_by_name) {
  size_t tried = 0;
  for (size_t i = 0; i < registry_learner_count; i++) {
    const learner_class *class = registry_learners[i];
    check_table(&(declared){class->about.name, class->about.parameters, class->about.parameter_count}, &tried);
  }
  for (size_t i = 0; i < registry_problem_count; i++) {
    const problem_class *class = registry_problems[i];
    check_table(&(declared){class->about.name, class->about.parameters, class->about.parameter_count}, &tried);
  }
  for (size_t i = 0; i < registry_bound_count; i++) {
    const bound_class *class = registry_bounds[i];
    check_table(&(declared){class->about.name, class->about.parameters, class->about.parameter_count}, &tried);
  }
  cr_expect_gt(tried, 500, "only %zu values were tried", tried);
}

Test(conformance_parameters, those_of_a_scenario_as_well) {
  custom_members custom = {0};
  size_t tried = 0;
  custom_members_open(&custom);
  check_table(
      &(declared){custom.learner.about.name, custom.learner.about.parameters, custom.learner.about.parameter_count},
      &tried);
  check_table(
      &(declared){custom.problem.about.name, custom.problem.about.parameters, custom.problem.about.parameter_count},
      &tried);
  check_table(&(declared){custom.bound.about.name, custom.bound.about.parameters, custom.bound.about.parameter_count},
              &tried);
  cr_expect_gt(tried, 30, "only %zu values were tried", tried);
  custom_members_close(&custom);
}
