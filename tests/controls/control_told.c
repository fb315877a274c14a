/* A sequence file whose facts the scenario tells: the ends of the gap, and a second comparator from trial 2 on. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "problems/problem.h"

static const parameter parameters[] = {
    {.name = "file", .type = PARAMETER_FILE, .meaning = "sequence file"},
    {.name = "gap", .type = PARAMETER_NUMBER, .value = "", .low = -1e9, .high = 1e9, .meaning = "absent: not known"},
    {.name = "gap_low", .type = PARAMETER_NUMBER, .value = "0", .low = -1e9, .high = 1e9, .meaning = "the lower end"},
    {.name = "second",
     .type = PARAMETER_FILE,
     .value = "",
     .meaning = "another file with the comparator from trial 2 on"},
    {.name = "beyond",
     .type = PARAMETER_NUMBER,
     .value = "0",
     .low = 0,
     .high = 1,
     .meaning = "labels are longer by this share"},
    {.name = "rows",
     .type = PARAMETER_INTEGER,
     .value = "0",
     .low = 0,
     .high = 1e9,
     .meaning = "of which the trials are drawn"},
    {.name = "exchangeable",
     .type = PARAMETER_BOOLEAN,
     .value = "true",
     .meaning = "are the trials in a random order?"},
    {.name = "adaptive",
     .type = PARAMETER_BOOLEAN,
     .value = "false",
     .meaning = "are the trials said to depend on the learner?"},
};

typedef struct told {
  sequence *file, *second;
  comparator *changing; /* NULL: that of the file */
  size_t t;
  double label, beyond;
} told;

static status open_file(const problem_setting *setting, const options *values, const char *name, sequence **out) {
  char *path = NULL;
  *out = NULL;
  TRY(data_path_of_option(&setting->folders, values, name, &path));
  const status code = sequence_open(path, out);
  free(path);
  return code;
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  sequence *file = NULL;
  TRY(open_file(setting, values, "file", &file));
  const sequence_header header = sequence_header_of(file);
  *out = problem_facts_of(&header);
  out->gap_high = option_number_or(values, "gap", NAN);
  out->gap_low = isnan(out->gap_high) ? NAN : option_number(values, "gap_low");
  out->exchangeable = option_flag(values, "exchangeable");
  out->adaptive = option_flag(values, "adaptive");
  out->population = option_count(values, "rows");
  sequence_close(file);
  return STATUS_OK;
}

static void clear(void *self) {
  told *made = self;
  comparator_free(made->changing);
  sequence_close(made->file);
  sequence_close(made->second);
}

/* The comparator of a file as one that can be owned. */
static status copy(const comparator *u, comparator **out) {
  size_t r = 0;
  const size_t n = comparator_order(u), *coordinates = comparator_coordinates(u, &r);
  if (coordinates != NULL) return comparator_from_coordinates(COMPARATOR_GIVEN, n, r, coordinates, out);
  const double *frame = comparator_frame(u, &r);
  if (frame != NULL) return comparator_from_frame(COMPARATOR_GIVEN, n, r, frame, out);
  const double *signs = comparator_signs(u), *entries = comparator_entries(u, &r);
  if (signs != NULL) return comparator_from_cut(COMPARATOR_GIVEN, n, signs, out);
  if (entries != NULL) return comparator_from_entries(COMPARATOR_GIVEN, r, n, entries, out);
  const instance *x = comparator_instance(u);
  if (x->kind == INSTANCE_MATRIX) return comparator_from_matrix(COMPARATOR_GIVEN, n, x->matrix, out);
  return comparator_from_signed_vector(COMPARATOR_GIVEN, n, x->value, out);
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  static const size_t first[] = {1, 2};
  told *made = self;
  made->beyond = option_number(values, "beyond");
  TRY(open_file(setting, values, "file", &made->file));
  if (!option_given(values, "second")) return STATUS_OK;
  TRY(open_file(setting, values, "second", &made->second));
  comparator **segments = NULL;
  TRY(NEW_ARRAY(2, segments));
  TRY(copy(sequence_comparator(made->file), segments));
  TRY(copy(sequence_comparator(made->second), segments + 1));
  return comparator_from_segments(2, first, segments, &made->changing);
}

static status next(void *self, const learner *player, instance *x) {
  told *made = self;
  (void)player;
  if (made->t == sequence_header_of(made->file).trials) return STATUS_END;
  sequence_trial(made->file, made->t++, x, &made->label);
  made->label *= 1.0 + made->beyond;
  return STATUS_OK;
}

static comparator *given(void *self) {
  const told *made = self;
  return made->changing != NULL ? made->changing : sequence_comparator(made->file);
}

static const problem_methods methods = {
    .size = sizeof(told),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .label_at = PLACE(told, label),
    .comparator = given,
};

const problem_class problem_control_told = {
    .about = {.name = "control_told",
              .title = "A sequence whose facts are told",
              .citation = "none",
              .help = "a sequence whose facts are told",
              .family = "subspace",
              .result_version = 1,
              PARAMETERS(parameters)},
    .methods = &methods,
};
