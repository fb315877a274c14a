#include "learners/tuned_grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/state.h"
#include "registry/field.h"

enum { LARGEST_GRID = 32, MOST_MEMBERS = 512, TUNING_PART = 10, MEMBER_NAME = 32, GRID_NAME = 64 };

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
  const learner_class *class = setting->class;
  for (size_t k = 0; setting->tuned != NULL && k < LEARNER_TUNED && class->tuned[k] != NULL; k++) {
    if (strcmp(class->tuned[k], name) == 0 && !isnan(setting->tuned[k])) return setting->tuned[k];
  }
  const bool rated = setting->rate > 0.0 && strcmp(class->rate, name) == 0;
  return rated ? setting->rate : option_number_or(options, name, NAN);
}

/* Option k of the class: 0 the rate, then those of `tuned`; NULL: there are no more. *grid = the name of its grid. */
static const char *tuned_option(const learner_class *class, size_t k, char grid[GRID_NAME]) {
  const char *name = k == 0 ? class->rate : k <= LEARNER_TUNED ? class->tuned[k - 1] : NULL;
  if (name != NULL) (void)snprintf(grid, GRID_NAME, "%s%s", k == 0 ? "" : name, k == 0 ? "grid" : "_grid");
  return name;
}

static learner_class member_class(const learner_class *class) {
  learner_class member = *class;
  member.methods = class->rated;
  member.rated = NULL;
  return member;
}

static bool has_grid(const learner_class *class, const options *options) {
  char grid[GRID_NAME];
  for (size_t k = 0; tuned_option(class, k, grid) != NULL; k++) {
    if (option_given(options, grid)) return true;
  }
  return false;
}

/* The values of option k; one, NULL, without a grid. */
static size_t values_of(const learner_class *class, const options *options, size_t k, const double **values) {
  char grid[GRID_NAME];
  *values = NULL;
  if (tuned_option(class, k, grid) == NULL || !option_given(options, grid)) return 1;
  return option_list(options, grid, values);
}

static status check(const void *self, const learner_setting *setting) {
  const options *options = setting->options;
  (void)self;
  const learner_class *class = setting->class;
  const char *name = NULL;
  char grid[GRID_NAME];
  size_t product = 1;
  const learner_class member = member_class(class);
  TRY(learner_check(&member, setting, options));
  for (size_t k = 0; (name = tuned_option(class, k, grid)) != NULL; k++) {
    const double *values = NULL;
    const size_t count = values_of(class, options, k, &values);
    if (values == NULL) continue;
    if (option_explicit(options, name)) {
      return FAIL(STATUS_INVALID, "%s: %s has no effect with %s: leave it out", option_who(options), name, grid);
    }
    if (count > LARGEST_GRID) {
      return FAIL(STATUS_INVALID, "%s: %s has %zu %s, expected at most %d", option_who(options), grid, count,
                  k == 0 ? "rates" : "values", (int)LARGEST_GRID);
    }
    product *= count;
    if (product > MOST_MEMBERS) {
      return FAIL(STATUS_INVALID, "%s: the grids have more than %d combinations, expected fewer", option_who(options),
                  (int)MOST_MEMBERS);
    }
  }
  if (!has_grid(class, options) || setting->trials > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: grid needs a known number of trials", option_who(options));
}

/* Member i, the values of the rate changing fastest. */
static status make_member(tuned_grid *grid, const learner_setting *setting, const options *options, size_t i) {
  learner_setting of_member = *setting;
  double tuned[LEARNER_TUNED];
  size_t place = i;
  of_member.tuned = tuned;
  for (size_t k = 0; k <= LEARNER_TUNED; k++) {
    const double *values = NULL;
    const size_t count = values_of(&grid->class, options, k, &values);
    const double value = values == NULL ? NAN : values[place % count];
    place /= count;
    if (k > 0) {
      tuned[k - 1] = value;
    } else if (values != NULL) {
      of_member.rate = value;
    }
  }
  return learner_new(&grid->class, &of_member, options, &grid->members[i]);
}

static status init(void *self, const learner_setting *setting) {
  const options *options = setting->options;
  tuned_grid *grid = self;
  grid->class = member_class(setting->class);
  grid->loss = setting->loss;
  grid->tuned = has_grid(setting->class, options);
  grid->count = 1;
  for (size_t k = 0; k <= LEARNER_TUNED; k++) {
    const double *values = NULL;
    grid->count *= values_of(setting->class, options, k, &values);
  }
  grid->tuning = setting->trials < 2 * TUNING_PART ? 1 : setting->trials / TUNING_PART;
  TRY(NEW_ARRAY(grid->count, grid->members));
  TRY(NEW_ARRAY(grid->count, grid->losses));
  for (size_t i = 0; i < grid->count; i++) TRY(make_member(grid, setting, options, i));
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
  char name[MEMBER_NAME], *names = NULL;
  const size_t room = 64 + grid->count * (MEMBER_NAME + 1);
  TRY(NEW_ARRAY(room, names));
  size_t length = (size_t)snprintf(names, room, "played tuning losses");
  for (size_t i = 0; i < grid->count; i++) {
    if (kept(grid, i)) length += (size_t)snprintf(names + length, room - length, " %s", member_name(i, name));
  }
  const status code = state_check_names(state, names);
  free(names);
  return code;
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

static double rating(const void *self, size_t row) {
  const tuned_grid *grid = self;
  return learner_rating(&grid->members[grid->leader], row);
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
    .rating = rating,
};
