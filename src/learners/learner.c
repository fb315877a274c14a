#include "learners/learner.h"
#include "base/text.h"

const learner_class *learner_find(const char *name) {
  for (size_t i = 0; i < registry_learner_count; i++) {
    if (equal_names(registry_learners[i]->about.name, name)) return registry_learners[i];
  }
  return NULL;
}

/* Of one learner of a grid: its values in place of those that the options have. */
static void fill_tuned(const learner_class *class, const learner_setting *setting, void *self) {
  for (size_t k = 0; setting->tuned != NULL && k<LEARNER_TUNED &&class->tuned[k]> 0; k++) {
    double *at = (double *)(void *)((char *)self + class->tuned[k] - 1);
    if (!isnan(setting->tuned[k])) *at = setting->tuned[k];
  }
}

/* *self = the state with the options, once they are found to be right. */
static status begin(const learner_class *class, const learner_setting *setting, void **self) {
  const learner_methods *methods = class->methods;
  TRY(member_new(methods->size, class->rated == NULL ? setting->options : NULL, self));
  status code = STATUS_OK;
  if (class->rated == NULL) {
    fill_tuned(class, setting, *self);
    code = descriptor_check(&class->about, setting->options, *self, setting->n);
  }
  if (code == STATUS_OK && methods->check != NULL) code = methods->check(*self, setting);
  if (code == STATUS_OK) return STATUS_OK;
  member_free(*self);
  *self = NULL;
  return code;
}

static learner_setting setting_of(const learner_class *class, const learner_setting *setting, const options *values) {
  learner_setting of_class = *setting;
  of_class.class = class;
  of_class.options = values;
  return of_class;
}

status learner_check(const learner_class *class, const learner_setting *setting, const options *values) {
  const learner_setting of_class = setting_of(class, setting, values);
  void *self = NULL;
  TRY(begin(class, &of_class, &self));
  member_free(self);
  return STATUS_OK;
}

status learner_new(const learner_class *class, const learner_setting *setting, const options *values, learner *out) {
  learner made = {.class = class};
  const learner_setting of_class = setting_of(class, setting, values);
  *out = (learner){NULL, NULL};
  if (setting->n < 1) return FAIL(STATUS_INVALID, "%s: the order n must be at least 1", class->about.name);
  if (!(class->instances & (1u << setting->kind))) {
    return FAIL(STATUS_INVALID, "%s does not take %s instances", class->about.name, instance_kind_name(setting->kind));
  }
  TRY(begin(class, &of_class, &made.self));
  const status code = class->methods->init(made.self, &of_class);
  if (code != STATUS_OK) {
    learner_destroy(&made);
    return code;
  }
  *out = made;
  return STATUS_OK;
}

void learner_destroy(learner *player) {
  if (player->self != NULL && player->class->methods->clear != NULL) player->class->methods->clear(player->self);
  member_free(player->self);
  player->class = NULL;
  player->self = NULL;
}

status learner_score(const learner *player, const instance *x, double *score) {
  const learner_methods *methods = player->class->methods;
  if (methods->score != NULL) return methods->score(player->self, x, score);
  prediction predicted = {0};
  TRY(methods->predict(player->self, x, &predicted));
  *score = predicted.score;
  return STATUS_OK;
}

status learner_observe(const learner *player, const char *name, double *value, bool *known) {
  const learner_methods *methods = player->class->methods;
  *known = false;
  return methods->observe == NULL ? STATUS_OK : methods->observe(player->self, name, value, known);
}

const char *learner_family(const learner *player) {
  const learner_methods *methods = player->class->methods;
  const char *claimed = methods->family == NULL || player->self == NULL ? NULL : methods->family(player->self);
  return claimed == NULL ? player->class->about.family : claimed;
}

bool learner_idle(const learner *player) {
  const learner_methods *methods = player->class->methods;
  return methods->idle != NULL && methods->idle(player->self);
}

spectral *learner_parameter(const learner *player) {
  const learner_methods *methods = player->class->methods;
  return methods->parameter == NULL ? NULL : methods->parameter(player->self);
}

double learner_rating(const learner *player, size_t row) {
  const learner_methods *methods = player->class->methods;
  return methods->rating == NULL ? NAN : methods->rating(player->self, row);
}

bool learner_saves(const learner_class *class) {
  return class->methods->load != NULL || class->methods->state_count > 0;
}

status learner_save(const learner *player, cJSON *state) {
  const learner_methods *methods = player->class->methods;
  if (methods->save != NULL) return methods->save(player->self, state);
  return fields_save(methods->state, methods->state_count, player->self, state);
}

status learner_load(const learner *player, const cJSON *state) {
  const learner_methods *methods = player->class->methods;
  if (methods->load != NULL) return methods->load(player->self, state);
  return fields_load(methods->state, methods->state_count, player->self, state);
}

bool learner_constant(const learner *player, const char *name, double *value) {
  const learner_methods *methods = player->class->methods;
  return fields_value(methods->constants, methods->constants_count, player->self, name, value) ||
         (methods->constant != NULL && methods->constant(player->self, name, value));
}

double learner_constant_or_nan(const learner *player, const char *name) {
  double value = NAN;
  (void)learner_constant(player, name, &value);
  return value;
}

double learner_threshold(const learner *player) {
  double threshold = 0.0;
  return learner_constant(player, "threshold", &threshold) || learner_constant(player, "theta", &threshold) ? threshold
                                                                                                            : 0.0;
}

const char *learner_observed_constant(const char *quantity) {
  static const char prefix[] = "constant:",
                    letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const char *name = quantity + sizeof prefix - 1;
  if (strncmp(quantity, prefix, sizeof prefix - 1) != 0) return NULL;
  return *name != '\0' && name[strspn(name, letters)] == '\0' ? name : NULL;
}
