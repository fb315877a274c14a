#include "hindsight/margin/margin_libsvm.h"
#include "base/memory.h"

#ifdef HAVE_LIBSVM

#if __has_include(<libsvm/svm.h>)
#include <libsvm/svm.h>
#else
#include <svm.h>
#endif
#include <limits.h>

/* LIBSVM stores the kernel in single precision, so a finer tolerance has no effect. */
static const double stopping = 1e-7;
static const double cache_megabytes = 200.0;

status margin_libsvm_available(void) {
  return STATUS_OK;
}

const char *margin_libsvm_version(char text[16]) {
  (void)snprintf(text, 16, "%d.%02d", libsvm_version / 100, libsvm_version % 100);
  return text;
}

static void print_nothing(const char *text) {
}

/* The rows in LIBSVM's form: pairs with indices from 1, closed by -1. */
static void fill_nodes(const margin_rows *rows, struct svm_node *nodes, struct svm_node **start) {
  for (size_t i = 0; i < rows->count; i++) {
    const margin_row *row = &rows->row[i];
    start[i] = nodes;
    for (size_t k = 0; k < row->count; k++) {
      *nodes++ = (struct svm_node){.index = (int)row->index[k] + 1, .value = row->label * row->value[k]};
    }
    *nodes++ = (struct svm_node){.index = -1};
  }
}

static status train(const struct svm_problem *problem, double *mixture) {
  const struct svm_parameter parameter = {.svm_type = ONE_CLASS,
                                          .kernel_type = LINEAR,
                                          .cache_size = cache_megabytes,
                                          .eps = stopping,
                                          .shrinking = 1,
                                          .nu = 1.0 / problem->l};
  const char *refusal = svm_check_parameter(problem, &parameter);
  if (refusal != NULL) return FAIL(STATUS_NUMERIC, "LIBSVM: %s", refusal);
  svm_set_print_string_function(print_nothing);
  struct svm_model *model = svm_train(problem, &parameter);
  for (int k = 0; k < model->l; k++) mixture[model->sv_indices[k] - 1] = model->sv_coef[0][k];
  svm_free_and_destroy_model(&model);
  return STATUS_OK;
}

status margin_by_libsvm(const margin_rows *rows, double *mixture) {
  size_t entries = 0;
  for (size_t i = 0; i < rows->count; i++) entries += rows->row[i].count + 1;
  if (rows->count > INT_MAX - 8 || rows->n > INT_MAX - 8) {
    return FAIL(STATUS_INVALID, "%zu rows of %zu features are more than LIBSVM can count", rows->count, rows->n);
  }
  FREED struct svm_node *nodes = NULL, **start = NULL;
  FREED double *labels = NULL;
  TRY(NEW_ARRAY(entries, nodes));
  TRY(NEW_ARRAY(rows->count, start));
  TRY(NEW_ARRAY(rows->count, labels));
  fill_nodes(rows, nodes, start);
  for (size_t i = 0; i < rows->count; i++) mixture[i] = 0.0;
  const struct svm_problem problem = {.l = (int)rows->count, .y = labels, .x = start};
  return train(&problem, mixture);
}

#else

status margin_libsvm_available(void) {
  return FAIL(STATUS_ABSENT,
              "l2 margins need LIBSVM, which this program was built without: install libsvm-dev (Debian; "
              "libsvm elsewhere) and type make again");
}

const char *margin_libsvm_version(char text[16]) {
  return NULL;
}

status margin_by_libsvm(const margin_rows *rows, double *mixture) {
  return margin_libsvm_available();
}

#endif
