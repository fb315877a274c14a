#include "learners/tuned_grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/state.h"

enum { LARGEST_GRID = 32, TUNING_PART = 10, MEMBER_NAME = 32 };

typedef struct tuned_grid {
  const rated_learner *class;
  loss loss;
  bool tuned;
  size_t count;
  void **members;
  prediction *said; /* of the members, for the trial in which they were asked last */
  double *losses;
  size_t leader;         /* least loss so far */
  size_t played, tuning; /* trials; of them, how many all members play */
} tuned_grid;

status tuned_grid_check(const learner_setting *setting, const options *options, const char *rate) {
  if (!option_given(options, "grid")) return STATUS_OK;
  const double *rates = NULL;
  const size_t count = option_list(options, "grid", &rates);
  if (option_explicit(options, rate)) {
    return FAIL(STATUS_INVALID, "%s: %s is given, grid has rates of its own", option_who(options), rate);
  }
  if (count > LARGEST_GRID) {
    return FAIL(STATUS_INVALID, "%s: grid has %zu rates, expected at most %d", option_who(options), count,
                (int)LARGEST_GRID);
  }
  if (setting->trials > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: grid needs a known number of trials", option_who(options));
}

static bool tuning(const tuned_grid *self) {
  return self->tuned && self->played < self->tuning;
}

static status make_members(tuned_grid *made, const learner_setting *setting, const options *options, const char *rate) {
  const double *rates = NULL;
  if (made->tuned) made->count = option_list(options, "grid", &rates);
  TRY(NEW_ARRAY(made->count, made->members));
  TRY(NEW_ARRAY(made->count, made->said));
  TRY(NEW_ARRAY(made->count, made->losses));
  const double alone = option_given(options, rate) ? option_number(options, rate) : NAN;
  for (size_t i = 0; i < made->count; i++) {
    TRY(made->class->create(setting, options, rates != NULL ? rates[i] : alone, &made->members[i]));
  }
  return STATUS_OK;
}

status tuned_grid_create(const learner_setting *setting, const options *options, const char *rate,
                         const rated_learner *class, void **self) {
  tuned_grid *made = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  made->class = class;
  made->loss = setting->loss;
  made->tuned = option_given(options, "grid");
  made->count = 1;
  made->tuning = setting->trials < 2 * TUNING_PART ? 1 : setting->trials / TUNING_PART;
  const status code = make_members(made, setting, options, rate);
  if (code != STATUS_OK) {
    tuned_grid_destroy(made);
    return code;
  }
  *self = made;
  return STATUS_OK;
}

void tuned_grid_destroy(void *self) {
  tuned_grid *made = self;
  if (made == NULL) return;
  for (size_t i = 0; made->members != NULL && i < made->count; i++) made->class->destroy(made->members[i]);
  free(made->members);
  free(made->said);
  free(made->losses);
  free(made);
}

status tuned_grid_predict(void *self, const instance *x, prediction *out) {
  const tuned_grid *made = self;
  *out = (prediction){0};
  return made->class->predict(made->members[made->leader], x, out);
}

status tuned_grid_score(void *self, const instance *x, double *score) {
  prediction said = {0};
  TRY(tuned_grid_predict(self, x, &said));
  *score = said.score;
  return STATUS_OK;
}

static size_t least(const tuned_grid *self) {
  size_t best = 0;
  for (size_t i = 1; i < self->count; i++) {
    if (self->losses[i] < self->losses[best]) best = i;
  }
  return best;
}

static status update_all(tuned_grid *made, const instance *x, double label, bool *updated) {
  *updated = false;
  for (size_t i = 0; i < made->count; i++) {
    bool changed = false;
    made->said[i] = (prediction){0};
    TRY(made->class->predict(made->members[i], x, &made->said[i]));
    TRY(made->class->update(made->members[i], x, &made->said[i], label, &changed));
    made->losses[i] += loss_value(&made->loss, made->said[i].value, label);
    *updated = *updated || changed;
  }
  made->leader = least(made);
  return STATUS_OK;
}

status tuned_grid_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  tuned_grid *made = self;
  if (tuning(made)) {
    TRY(update_all(made, x, label, updated));
  } else {
    TRY(made->class->update(made->members[made->leader], x, predicted, label, updated));
  }
  made->played++;
  return STATUS_OK;
}

static const char *member_name(size_t i, char name[MEMBER_NAME]) {
  (void)snprintf(name, MEMBER_NAME, "member_%zu", i + 1);
  return name;
}

static bool kept(const tuned_grid *self, size_t i) {
  return tuning(self) || i == self->leader;
}

status tuned_grid_save(void *self, cJSON *state) {
  const tuned_grid *made = self;
  if (!made->tuned) return made->class->save(made->members[0], state);
  TRY(state_add_count(state, "played", made->played));
  TRY(state_add_count(state, "tuning", made->tuning));
  TRY(state_add_numbers(state, "losses", made->count, made->losses));
  for (size_t i = 0; i < made->count; i++) {
    char name[MEMBER_NAME];
    cJSON *member = NULL;
    if (!kept(made, i)) continue;
    TRY(state_add_object(state, member_name(i, name), &member));
    TRY(made->class->save(made->members[i], member));
  }
  return STATUS_OK;
}

static status check_names(const tuned_grid *self, const cJSON *state) {
  char names[64 + LARGEST_GRID * (MEMBER_NAME + 1)] = "played tuning losses", name[MEMBER_NAME];
  size_t length = strlen(names);
  for (size_t i = 0; i < self->count; i++) {
    if (!kept(self, i)) continue;
    (void)snprintf(names + length, sizeof names - length, " %s", member_name(i, name));
    length += strlen(names + length);
  }
  return state_check_names(state, names);
}

status tuned_grid_load(void *self, const cJSON *state) {
  tuned_grid *made = self;
  if (!made->tuned) return made->class->load(made->members[0], state);
  TRY(state_get_count(state, "played", 0, SIZE_MAX / 2, &made->played));
  TRY(state_get_count(state, "tuning", 1, SIZE_MAX / 2, &made->tuning));
  TRY(state_get_numbers(state, "losses", made->count, made->losses));
  made->leader = least(made);
  TRY(check_names(made, state));
  for (size_t i = 0; i < made->count; i++) {
    char name[MEMBER_NAME];
    const cJSON *member = NULL;
    if (!kept(made, i)) continue;
    TRY(state_get_object(state, member_name(i, name), &member));
    const status code = made->class->load(made->members[i], member);
    if (code != STATUS_OK) return status_context(code, "%s", name);
  }
  return STATUS_OK;
}

bool tuned_grid_constant(const void *self, const char *name, double *value) {
  const tuned_grid *made = self;
  if (strcmp(name, "tuned") == 0) {
    *value = made->tuned ? 1.0 : 0.0;
    return true;
  }
  if (strcmp(name, "rate_index") == 0) {
    *value = (double)made->leader;
    return true;
  }
  return made->class->constant != NULL && made->class->constant(made->members[made->leader], name, value);
}

spectral *tuned_grid_parameter(void *self) {
  const tuned_grid *made = self;
  return made->class->parameter == NULL ? NULL : made->class->parameter(made->members[made->leader]);
}
