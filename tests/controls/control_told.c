/* A sequence file whose facts the scenario tells: the ends of the gap, and a second comparator from trial 2 on. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "problems/problem.h"

typedef struct told {
  const char *file, *second;
  double gap, gap_low, beyond;
  size_t rows;
  bool exchangeable, adaptive;
  sequence *first, *changed;
  comparator *changing; /* NULL: that of the file */
  size_t t;
  double label;
} told;

static const parameter parameters[] = {
    OPTION_FILE(told, file, REQUIRED, "sequence file"),
    OPTION_NUMBER(told, gap, ABSENT, -1e9, 1e9, "absent: not known"),
    OPTION_NUMBER(told, gap_low, "0", -1e9, 1e9, "the lower end"),
    OPTION_FILE(told, second, ABSENT, "another file with the comparator from trial 2 on"),
    OPTION_NUMBER(told, beyond, "0", 0, 1, "labels are longer by this share"),
    OPTION_COUNT(told, rows, "0", 0, 1e9, "of which the trials are drawn"),
    OPTION_FLAG(told, exchangeable, "true", "are the trials in a random order?"),
    OPTION_FLAG(told, adaptive, "false", "are the trials said to depend on the learner?"),
};

static status open_file(const problem_setting *setting, const char *name, sequence **out) {
  FREED char *path = NULL;
  *out = NULL;
  TRY(data_path(&setting->folders, name, &path));
  return sequence_open(path, out);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const told *made = self;
  sequence *file = NULL;
  TRY(open_file(setting, made->file, &file));
  const sequence_header header = sequence_header_of(file);
  *out = problem_facts_of(&header);
  out->gap_high = made->gap;
  out->gap_low = isnan(made->gap) ? NAN : made->gap_low;
  out->exchangeable = made->exchangeable;
  out->adaptive = made->adaptive;
  out->population = made->rows;
  sequence_close(file);
  return STATUS_OK;
}

static void clear(void *self) {
  told *made = self;
  comparator_free(made->changing);
  sequence_close(made->first);
  sequence_close(made->changed);
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
  static const size_t first[] = {1, 2};
  told *made = self;
  TRY(open_file(setting, made->file, &made->first));
  if (made->second == NULL) return STATUS_OK;
  TRY(open_file(setting, made->second, &made->changed));
  comparator **segments = NULL;
  TRY(NEW_ARRAY(2, segments));
  TRY(copy(sequence_comparator(made->first), segments));
  TRY(copy(sequence_comparator(made->changed), segments + 1));
  return comparator_from_segments(2, first, segments, &made->changing);
}

static status next(void *self, const learner *player, instance *x) {
  told *made = self;
  (void)player;
  if (made->t == sequence_header_of(made->first).trials) return STATUS_END;
  sequence_trial(made->first, made->t++, x, &made->label);
  made->label *= 1.0 + made->beyond;
  return STATUS_OK;
}

static comparator *given(void *self) {
  const told *made = self;
  return made->changing != NULL ? made->changing : sequence_comparator(made->first);
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
