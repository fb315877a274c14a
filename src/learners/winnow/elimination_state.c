/* Saving and loading of elimination_winnow. */
#include <stdlib.h>

#include "base/fixed_math.h"
#include "base/memory.h"
#include "base/state.h"
#include "learners/winnow/elimination_inner.h"
#include "linalg/frame.h"

status elimination_save(elimination_winnow *w, cJSON *state) {
  if (w->kind == INSTANCE_VECTOR) {
    double *gone = NULL;
    TRY(NEW_ARRAY(w->n, gone));
    for (size_t i = 0; i < w->n; i++) gone[i] = w->gone[i] ? 1.0 : 0.0;
    const status code = state_add_numbers(state, "removed", w->n, gone);
    free(gone);
    return code == STATUS_OK ? state_add_numbers(state, "argument", w->n, w->argument) : code;
  }
  TRY(state_add_number(state, "shift", w->shift));
  TRY(state_add_count(state, "removed", w->removed));
  TRY(state_add_count(state, "rank", w->rank));
  TRY(state_add_rows(state, "removed_rows", w->removed, w->n, w->n, w->rows));
  TRY(state_add_rows(state, "basis", w->rank, w->n, w->n, w->basis));
  return state_add_rows(state, "argument", w->rank, w->rank, w->capacity + 1, w->core);
}

static status load_diagonal(elimination_winnow *w, const cJSON *state) {
  TRY(state_check_names(state, "removed argument"));
  TRY(state_get_numbers(state, "removed", w->n, w->weight));
  TRY(state_get_numbers(state, "argument", w->n, w->argument));
  w->removed = 0;
  for (size_t i = 0; i < w->n; i++) {
    if (w->weight[i] != 0.0 && w->weight[i] != 1.0) return FAIL(STATUS_INVALID, "removed: expected 0 or 1");
    w->gone[i] = w->weight[i] != 0.0;
    w->weight[i] = w->gone[i] ? 0.0 : fixed_exp(w->argument[i]);
    w->removed += w->gone[i];
  }
  return STATUS_OK;
}

static status check_frame(const elimination_winnow *w, const char *name, size_t count, const double *rows) {
  const double defect = frame_defect(w->n, count, rows);
  return defect <= 1e-9 ? STATUS_OK : FAIL(STATUS_INVALID, "%s: expected orthonormal rows", name);
}

status elimination_load(elimination_winnow *w, const cJSON *state) {
  if (w->kind == INSTANCE_VECTOR) return load_diagonal(w, state);
  TRY(state_check_names(state, "shift removed rank removed_rows basis argument"));
  TRY(state_get_number(state, "shift", &w->shift));
  TRY(state_get_count(state, "removed", 0, elimination_row_room(w), &w->removed));
  TRY(state_get_count(state, "rank", 0, w->capacity, &w->rank));
  TRY(state_get_rows(state, "removed_rows", w->removed, w->n, w->n, w->rows));
  TRY(state_get_rows(state, "basis", w->rank, w->n, w->n, w->basis));
  TRY(state_get_rows(state, "argument", w->rank, w->rank, w->capacity + 1, w->core));
  w->current = false;
  TRY(check_frame(w, "removed_rows", w->removed, w->rows));
  return check_frame(w, "basis", w->rank, w->basis);
}
