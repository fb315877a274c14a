#include "learners/weights.h"

size_t weights_capacity(const learner_setting *setting, size_t order) {
  const size_t per_trial = setting->rank == 0 ? 1 : setting->rank;
  return setting->trials > order / per_trial ? order : setting->trials * per_trial;
}

spectral_options weights_wanted(const learner_setting *setting, spectral_representation representation,
                                spectral_link link) {
  return (spectral_options){.n = setting->n,
                            .link = link,
                            .representation = representation,
                            .kind = setting->kind,
                            .capacity = weights_capacity(setting, setting->n),
                            .eigen = setting->eigen};
}

status weights_new(void *self, const spectral_options *wanted, spectral **w) {
  TRY(spectral_new(wanted, w));
  return OWN(self, *w, spectral_free);
}

spectral_representation weights_of_form(weights_form form) {
  static const spectral_representation representations[] = {REPRESENTATION_AUTO, REPRESENTATION_DENSE,
                                                            REPRESENTATION_LOW_RANK};
  return representations[form];
}

status weights_check(const char *who, const spectral_options *wanted) {
  return status_context(spectral_check(wanted), "%s", who);
}

status weights_save(void *w, cJSON *state) {
  return spectral_save(w, state);
}

status weights_load(void *w, const cJSON *state) {
  return spectral_load(w, state);
}

spectral *weights_parameter(void *self) {
  return *(spectral **)self;
}
