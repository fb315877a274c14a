#include "learners/tuned_grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/state.h"
#include "registry/field.h"

enum { LARGEST_GRID = 32, TUNING_PART = 10, MEMBER_NAME = 32 };

typedef struct tuned_grid {
  learner_class class; /* of the members: that of the grid, with its methods at one rate */
  loss loss;
  bool tuned;
  size_t count;
  learner *members;
  double *losses;
  size_t leader;         /* least loss so far */
  size_t played, tuning; /* trials; of them, how many all members play */
} tuned_grid;

double tuned_grid_rate(const learner_setting *setting, const options *options, const char *name) {
  return setting->rate > 0.0 ? setting->rate : option_number_or(options, name, NAN);
}

static status check(const learner_setting *setting, const options *options) {
  const learner_class *class = setting->class;
  if (class->rated->check != NULL) TRY(class->rated->check(setting, options));
  if (!option_given(options, "grid")) return STATUS_OK;
  const double *rates = NULL;
  const size_t count = option_list(options, "grid", &rates);
  if (option_explicit(options, class->rate)) {
    return FAIL(STATUS_INVALID, "%s: %s is given, grid has rates of its own", option_who(options), class->rate);
  }
  if (count > LARGEST_GRID) {
    return FAIL(STATUS_INVALID, "%s: grid has %zu rates, expected at most %d", option_who(options), count,
                (int)LARGEST_GRID);
  }
  if (setting->trials > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: grid needs a known number of trials", option_who(options));
}

static status init(void *self, const learner_setting *setting, const options *options) {
  tuned_grid *grid = self;
  learner_setting of_member = *setting;
  const double *rates = NULL;
  grid->class = *setting->class;
  grid->class.methods = setting->class->rated;
  grid->loss = setting->loss;
  grid->tuned = option_given(options, "grid");
  grid->count = grid->tuned ? option_list(options, "grid", &rates) : 1;
  grid->tuning = setting->trials < 2 * TUNING_PART ? 1 : setting->trials / TUNING_PART;
  TRY(NEW_ARRAY(grid->count, grid->members));
  TRY(NEW_ARRAY(grid->count, grid->losses));
  for (size_t i = 0; i < grid->count; i++) {
    if (rates != NULL) of_member.rate = rates[i];
    TRY(learner_new(&grid->class, &of_member, options, &grid->members[i]));
  }
  return STATUS_OK;
}

static void clear(void *self) {
  tuned_grid *grid = self;
  for (size_t i = 0; grid->members != NULL && i < grid->count; i++) learner_destroy(&grid->members[i]);
  free(grid->members);
  free(grid->losses);
}

static bool tuning(const tuned_grid *grid) {
  return grid->tuned && grid->played < grid->tuning;
}

static status predict(void *self, const instance *x, prediction *out) {
  const tuned_grid *grid = self;
  *out = (prediction){0};
  return learner_predict(&grid->members[grid->leader], x, out);
}

static size_t least(const tuned_grid *grid) {
  size_t best = 0;
  for (size_t i = 1; i < grid->count; i++) {
    if (grid->losses[i] < grid->losses[best]) best = i;
  }
  return best;
}

static status update_all(tuned_grid *grid, const instance *x, double label, bool *updated) {
  *updated = false;
  for (size_t i = 0; i < grid->count; i++) {
    bool changed = false;
    prediction predicted = {0};
    TRY(learner_predict(&grid->members[i], x, &predicted));
    TRY(learner_update(&grid->members[i], x, &predicted, label, &changed));
    grid->losses[i] += loss_value(&grid->loss, predicted.value, label);
    *updated = *updated || changed;
  }
  grid->leader = least(grid);
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  tuned_grid *grid = self;
  if (tuning(grid)) {
    TRY(update_all(grid, x, label, updated));
  } else {
    TRY(learner_update(&grid->members[grid->leader], x, predicted, label, updated));
  }
  grid->played++;
  return STATUS_OK;
}

static const char *member_name(size_t i, char name[MEMBER_NAME]) {
  (void)snprintf(name, MEMBER_NAME, "member_%zu", i + 1);
  return name;
}

static bool kept(const tuned_grid *grid, size_t i) {
  return tuning(grid) || i == grid->leader;
}

static status save(void *self, cJSON *state) {
  const tuned_grid *grid = self;
  if (!grid->tuned) return learner_save(&grid->members[0], state);
  TRY(state_add_count(state, "played", grid->played));
  TRY(state_add_count(state, "tuning", grid->tuning));
  TRY(state_add_numbers(state, "losses", grid->count, grid->losses));
  for (size_t i = 0; i < grid->count; i++) {
    char name[MEMBER_NAME];
    cJSON *member = NULL;
    if (!kept(grid, i)) continue;
    TRY(state_add_object(state, member_name(i, name), &member));
    TRY(learner_save(&grid->members[i], member));
  }
  return STATUS_OK;
}

static status check_names(const tuned_grid *grid, const cJSON *state) {
  char names[64 + LARGEST_GRID * (MEMBER_NAME + 1)] = "played tuning losses", name[MEMBER_NAME];
  size_t length = strlen(names);
  for (size_t i = 0; i < grid->count; i++) {
    if (!kept(grid, i)) continue;
    (void)snprintf(names + length, sizeof names - length, " %s", member_name(i, name));
    length += strlen(names + length);
  }
  return state_check_names(state, names);
}

static status load(void *self, const cJSON *state) {
  tuned_grid *grid = self;
  if (!grid->tuned) return learner_load(&grid->members[0], state);
  TRY(state_get_count(state, "played", 0, SIZE_MAX / 2, &grid->played));
  TRY(state_get_count(state, "tuning", 1, SIZE_MAX / 2, &grid->tuning));
  TRY(state_get_numbers(state, "losses", grid->count, grid->losses));
  grid->leader = least(grid);
  TRY(check_names(grid, state));
  for (size_t i = 0; i < grid->count; i++) {
    char name[MEMBER_NAME];
    const cJSON *member = NULL;
    if (!kept(grid, i)) continue;
    TRY(state_get_object(state, member_name(i, name), &member));
    const status code = learner_load(&grid->members[i], member);
    if (code != STATUS_OK) return status_context(code, "%s", name);
  }
  return STATUS_OK;
}

static bool constant(const void *self, const char *name, double *value) {
  const tuned_grid *grid = self;
  return learner_constant(&grid->members[grid->leader], name, value);
}

static spectral *parameter_of(void *self) {
  const tuned_grid *grid = self;
  return learner_parameter(&grid->members[grid->leader]);
}

static const field constants[] = {
    {FIELD(tuned_grid, tuned, FIELD_FLAG)},
    {FIELD_NAMED("rate_index", tuned_grid, leader, FIELD_COUNT)},
};

const learner_methods tuned_grid_methods = {
    .size = sizeof(tuned_grid),
    .check = check,
    .init = init,
    .clear = clear,
    .predict = predict,
    .update = update,
    .save = save,
    .load = load,
    FIELDS(constants, constants),
    .constant = constant,
    .parameter = parameter_of,
};
