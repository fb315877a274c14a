/* A learner with a fault, which its option "fault" names: everything but what the fault changes is done by a real learner, the one whose
 * name is the variant of the class. */
#pragma once

#include "learners/learner.h"
#include "problems/problem.h"

/* The state, or its first member. */
typedef struct faulty {
  learner learner;
  unsigned fault; /* the option "fault", an enum in the order of its choices; 0: none */
} faulty;

/* *out = those of the control's options that the real member has too. */
static inline status faulty_options(const descriptor *real, const options *given, options **out) {
  cJSON *all = NULL;
  TRY(options_json(given, &all));
  cJSON *known = cJSON_CreateObject();
  for (size_t i = 0; i < real->parameter_count; i++) {
    cJSON *item = cJSON_DetachItemFromObjectCaseSensitive(all, real->parameters[i].name);
    if (item != NULL) cJSON_AddItemToObject(known, real->parameters[i].name, item);
  }
  const status code = options_new(real, known, out);
  cJSON_Delete(all);
  cJSON_Delete(known);
  return code;
}

/* *out = the real learner, made with the control's options. */
static inline status faulty_learner(const learner_class *real, const learner_setting *setting, learner *out) {
  options *values = NULL;
  TRY(faulty_options(&real->about, setting->options, &values));
  const status code = learner_new(real, setting, values, out);
  options_free(values);
  return code;
}

/* The same of a real problem, or only its facts where out is NULL. */
static inline status faulty_problem(const problem_class *real, const problem_setting *setting, problem *out,
                                    problem_facts *facts) {
  options *values = NULL;
  TRY(faulty_options(&real->about, setting->options, &values));
  const status code =
      out != NULL ? problem_new(real, setting, values, out) : problem_ask_facts(real, setting, values, facts);
  options_free(values);
  return code;
}

static inline status faulty_check(const void *self, const learner_setting *setting) {
  const learner_class *real = learner_find(setting->class->variant);
  options *values = NULL;
  (void)self;
  TRY(faulty_options(&real->about, setting->options, &values));
  const status code = learner_check(real, setting, values);
  options_free(values);
  return code;
}

static inline status faulty_init(void *self, const learner_setting *setting) {
  return faulty_learner(learner_find(setting->class->variant), setting, &((faulty *)self)->learner);
}

static inline void faulty_clear(void *self) {
  learner_destroy(&((faulty *)self)->learner);
}

static inline status faulty_predict(void *self, const instance *x, prediction *out) {
  return learner_predict(&((faulty *)self)->learner, x, out);
}

static inline status faulty_update(void *self, const instance *x, const prediction *predicted, double label,
                                   bool *updated) {
  return learner_update(&((faulty *)self)->learner, x, predicted, label, updated);
}

/* Says that it learns, and does not. */
static inline status faulty_stay(void *self, const instance *x, const prediction *predicted, double label,
                                 bool *updated) {
  (void)self;
  (void)x;
  *updated = predicted->value != label;
  return STATUS_OK;
}

static inline status faulty_score(void *self, const instance *x, double *score) {
  return learner_score(&((faulty *)self)->learner, x, score);
}

static inline spectral *faulty_parameter(void *self) {
  return learner_parameter(&((faulty *)self)->learner);
}

static inline bool faulty_constant(const void *self, const char *name, double *value) {
  return learner_constant(&((const faulty *)self)->learner, name, value);
}

/* Methods of a control whose state is `state_type`, with those that its fault changes; the others are the real learner's. */
#define FAULTY_METHODS(state_type, init_with, predict_with, update_with, constant_with)                     \
  {                                                                                                         \
    .size = sizeof(state_type), .check = faulty_check, .init = (init_with), .clear = faulty_clear,          \
    .predict = (predict_with), .update = (update_with), .score = faulty_score, .constant = (constant_with), \
    .parameter = faulty_parameter,                                                                          \
  }

/* What the lists say of a control. */
#define CONTROL_ABOUT(its_name, text, its_family, its_parameters)                                    \
  {                                                                                                  \
    .name = (its_name), .title = (text), .citation = "none", .help = (text), .family = (its_family), \
    .result_version = 1, PARAMETERS(its_parameters)                                                  \
  }

#define FAULT_PARAMETER(faults, its_meaning) OPTION_CHOICE(faulty, fault, "none", faults, its_meaning)

#define REPRESENTATION_PARAMETER(its_choices)                                                    \
  {                                                                                              \
    .name = "representation", .type = PARAMETER_CHOICE, .value = "auto", .choices = its_choices, \
    .meaning = "of the parameter"                                                                \
  }
