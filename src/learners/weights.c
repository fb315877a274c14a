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

/* ---- the first density */

static const double asymmetry = 1e-9; /* times the largest of two entries that should be equal */

void density_start_free(density_start *start) {
  free(start->logarithms);
  free(start->vectors);
  *start = (density_start){0};
}

static status read_row(const char *who, const cJSON *list, const char *what, size_t n, double *row) {
  size_t count = 0;
  for (const cJSON *item = list->child; item != NULL; item = item->next, count++) {
    if (!cJSON_IsNumber(item)) {
      return FAIL(STATUS_INVALID, "%s: start: entry %zu%s, expected a number", who, count + 1, what);
    }
    if (count < n) row[count] = item->valuedouble;
  }
  if (count == n) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: start: %zu numbers%s, expected n = %zu", who, count, what, n);
}

static status read_diagonal(const char *who, const cJSON *list, density_start *out) {
  TRY(read_row(who, list, "", out->n, out->logarithms));
  out->trace = 0.0;
  out->least = INFINITY;
  for (size_t i = 0; i < out->n; i++) {
    const double value = out->logarithms[i];
    if (!(value > 0.0)) {
      return FAIL(STATUS_INVALID, "%s: start: entry %zu is %g, expected a number > 0", who, i + 1, value);
    }
    out->trace += value;
    out->least = fmin(out->least, value);
    out->logarithms[i] = fixed_log(value);
  }
  return STATUS_OK;
}

static status read_rows(const char *who, const cJSON *list, size_t n, double *rows) {
  size_t i = 0;
  for (const cJSON *item = list->child; item != NULL && i < n; item = item->next, i++) {
    char what[48];
    (void)snprintf(what, sizeof what, " in row %zu", i + 1);
    if (!cJSON_IsArray(item)) {
      return FAIL(STATUS_INVALID, "%s: start: row %zu, expected a list of n = %zu numbers", who, i + 1, n);
    }
    TRY(read_row(who, item, what, n, rows + i * n));
  }
  if (i < n) return FAIL(STATUS_INVALID, "%s: start: %zu rows, expected n = %zu", who, i, n);
  for (i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      double *below = &rows[i * n + j], *above = &rows[j * n + i];
      if (fabs(*below - *above) > asymmetry * fmax(fabs(*below), fabs(*above))) {
        return FAIL(STATUS_INVALID, "%s: start: entries (%zu,%zu) and (%zu,%zu) differ, expected a symmetric matrix",
                    who, j + 1, i + 1, i + 1, j + 1);
      }
      *below = *above = 0.5 * (*below + *above);
    }
  }
  return STATUS_OK;
}

static status decompose(const char *who, const eigen_backend *eigen, const double *rows, density_start *out) {
  CLEANUP(eigen_solver_free_at) eigen_solver *solver = NULL;
  TRY(eigen_solver_new(eigen, out->n, &solver));
  TRY(eigen_solve(solver, out->n, rows, out->n, out->logarithms, out->vectors, NULL));
  out->least = out->logarithms[0];
  if (!(out->least > 0.0)) {
    return FAIL(STATUS_INVALID, "%s: start: its least eigenvalue is %g, expected a positive definite matrix", who,
                out->least);
  }
  out->trace = 0.0;
  for (size_t i = 0; i < out->n; i++) out->trace += rows[i * (out->n + 1)];
  for (size_t i = 0; i < out->n; i++) out->logarithms[i] = fixed_log(out->logarithms[i]);
  return STATUS_OK;
}

static status read_matrix(const char *who, const cJSON *list, const eigen_backend *eigen, density_start *out) {
  FREED double *rows = NULL;
  TRY(NEW_ARRAY(out->n * out->n, rows));
  TRY(NEW_ARRAY(out->n * out->n, out->vectors));
  TRY(read_rows(who, list, out->n, rows));
  return decompose(who, eigen, rows, out);
}

status density_start_read(const char *who, const cJSON *list, size_t n, const eigen_backend *eigen,
                          density_start *out) {
  *out = (density_start){.n = n, .trace = 1.0, .least = 1.0 / (double)n};
  if (list == NULL) return STATUS_OK;
  if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != (int)n) {
    return FAIL(STATUS_INVALID, "%s: start: expected a list of n = %zu numbers or of %zu lists of numbers", who, n, n);
  }
  TRY(NEW_ARRAY(n, out->logarithms));
  return cJSON_IsArray(list->child) ? read_matrix(who, list, eigen, out) : read_diagonal(who, list, out);
}

status density_start_set(const density_start *start, spectral *w) {
  if (start->logarithms == NULL) return STATUS_OK;
  const instance logarithm = start->vectors == NULL
                                 ? instance_dense_vector(start->n, start->logarithms)
                                 : instance_low_rank(start->n, start->n, start->vectors, start->logarithms, 0.0);
  return spectral_step(w, 1.0, &logarithm);
}

spectral_representation density_start_form(const cJSON *start, spectral_representation chosen,
                                           const learner_setting *setting) {
  if (chosen != REPRESENTATION_AUTO || start == NULL) return chosen;
  if (setting->kind == INSTANCE_VECTOR && !cJSON_IsArray(start->child)) return REPRESENTATION_AUTO;
  return setting->kind == INSTANCE_DISTANCE ? REPRESENTATION_UPDATED : REPRESENTATION_DENSE;
}

status density_start_check(const char *who, const cJSON *list, const spectral_options *wanted) {
  CLEANUP(density_start_free) density_start start = {0};
  TRY(density_start_read(who, list, wanted->n, wanted->eigen, &start));
  if (start.vectors == NULL || wanted->representation != REPRESENTATION_DIAGONAL) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: start is a matrix, expected a list of n = %zu numbers: the parameter is diagonal",
              who, wanted->n);
}
