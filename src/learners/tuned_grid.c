#include "learners/tuned_grid.h"
#include "base/state.h"

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

/* Option k of the class. *grid = the name of its grid. */
static const parameter *tuned_option(const options *values, size_t k, size_t place, char grid[GRID_NAME]) {
  const parameter *row = options_row(values, place);
  (void)snprintf(grid, GRID_NAME, "%s%s", k == 0 ? "" : row->name, k == 0 ? "grid" : "_grid");
  return row;
}

size_t tuned_grid_values(const learner_setting *setting, size_t place, const double **values) {
  const learner_class *class = setting->class;
  char grid[GRID_NAME];
  size_t k = 0;
  *values = NULL;
  while (k < LEARNER_TUNED && class->tuned[k] != place) k++;
  if (k == LEARNER_TUNED || class->tuned[k] == 0) return 0;
  (void)tuned_option(setting->options, k, place, grid);
  return option_list(setting->options, grid, values);
}

static learner_class member_class(const learner_class *class) {
  learner_class member = *class;
  member.methods = class->rated;
  member.rated = NULL;
  return member;
}

static bool has_grid(const learner_setting *setting) {
  const double *values = NULL;
  size_t k = 0;
  while (k < LEARNER_TUNED && tuned_grid_values(setting, setting->class->tuned[k], &values) == 0) k++;
  return k < LEARNER_TUNED;
}

static status check(const void *self, const learner_setting *setting) {
  const learner_class member = member_class(setting->class);
  const char *who = setting->class->about.name;
  char grid[GRID_NAME];
  size_t product = 1;
  TRY(learner_check(&member, setting, setting->options));
  for (size_t k = 0; k < LEARNER_TUNED; k++) {
    const double *values = NULL;
    const size_t place = setting->class->tuned[k], count = tuned_grid_values(setting, place, &values);
    if (count == 0) continue;
    const parameter *row = tuned_option(setting->options, k, place, grid);
    if (options_explicit(setting->options, place)) {
      return FAIL(STATUS_INVALID, "%s: %s has no effect with %s: leave it out", who, row->name, grid);
    }
    if (count > LARGEST_GRID) {
      return FAIL(STATUS_INVALID, "%s: %s has %zu %s, expected at most %d", who, grid, count,
                  k == 0 ? "rates" : "values", (int)LARGEST_GRID);
    }
    product *= count;
    if (product > MOST_MEMBERS) {
      return FAIL(STATUS_INVALID, "%s: the grids have more than %d combinations, expected fewer", who,
                  (int)MOST_MEMBERS);
    }
  }
  if (!has_grid(setting) || setting->trials > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: grid needs a known number of trials", who);
}

/* Member i, the values of the rate changing fastest. */
static status make_member(tuned_grid *grid, const learner_setting *setting, size_t i) {
  learner_setting of_member = *setting;
  double tuned[LEARNER_TUNED];
  of_member.tuned = tuned;
  for (size_t k = 0, place = i; k < LEARNER_TUNED; k++) {
    const double *values = NULL;
    const size_t count = tuned_grid_values(setting, setting->class->tuned[k], &values);
    tuned[k] = count == 0 ? NAN : values[place % count];
    if (count > 0) place /= count;
  }
  TRY(learner_new(&grid->class, &of_member, setting->options, &grid->members[i]));
  return OWN(grid, &grid->members[i], learner_destroy);
}

static status init(void *self, const learner_setting *setting) {
  tuned_grid *grid = self;
  grid->class = member_class(setting->class);
  grid->loss = setting->loss;
  grid->tuned = has_grid(setting);
  grid->count = 1;
  for (size_t k = 0; k < LEARNER_TUNED; k++) {
    const double *values = NULL;
    const size_t count = tuned_grid_values(setting, setting->class->tuned[k], &values);
    if (count > 0) grid->count *= count;
  }
  grid->tuning = setting->trials < 2 * TUNING_PART ? 1 : setting->trials / TUNING_PART;
  TRY(OWN_ARRAY(self, grid->count, grid->members));
  TRY(OWN_ARRAY(self, grid->count, grid->losses));
  for (size_t i = 0; i < grid->count; i++) TRY(make_member(grid, setting, i));
  return STATUS_OK;
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
  FREED char *names = NULL;
  char name[MEMBER_NAME];
  const size_t room = 64 + grid->count * (MEMBER_NAME + 1);
  TRY(NEW_ARRAY(room, names));
  size_t length = (size_t)snprintf(names, room, "played tuning losses");
  for (size_t i = 0; i < grid->count; i++) {
    if (kept(grid, i)) length += (size_t)snprintf(names + length, room - length, " %s", member_name(i, name));
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
    TRY(status_context(learner_load(&grid->members[i], member), "%s", name));
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
    .predict = predict,
    .update = update,
    .save = save,
    .load = load,
    FIELDS(constants, constants),
    .constant = constant,
    .parameter = parameter_of,
    .rating = rating,
};
