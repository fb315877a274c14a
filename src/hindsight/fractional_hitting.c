#include "hindsight/fractional_hitting.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/process/isolated.h"

#ifdef HAVE_GLPK

#include <glpk.h>
#include <limits.h>
#include <stdbool.h>

enum { MOST_ITERATIONS = 2000000, CLOCK_JUMPS = 20 };

status fractional_hitting_available(void) {
  return STATUS_OK;
}

typedef struct question {
  size_t count, sets;
  const hitting_element *elements;
  double total;
} question;

/* Columns w_i and, last, t; rows: sum of w over set s - t >= 0, and sum w = total; t as large as possible. */
static void build(const question *q, glp_prob *problem, int *index, double *value) {
  const int sets = (int)q->sets, count = (int)q->count;
  glp_set_obj_dir(problem, GLP_MAX);
  glp_add_rows(problem, sets + 1);
  glp_add_cols(problem, count + 1);
  for (int s = 1; s <= sets; s++) glp_set_row_bnds(problem, s, GLP_LO, 0.0, 0.0);
  glp_set_row_bnds(problem, sets + 1, GLP_FX, q->total, q->total);
  for (int i = 1; i <= count; i++) {
    const hitting_element *element = &q->elements[i - 1];
    int used = 0;
    for (int s = 0; s < sets; s++) {
      if ((element->sets[s / 64] >> (s % 64) & 1) == 0) continue;
      index[++used] = s + 1;
      value[used] = 1.0;
    }
    index[++used] = sets + 1;
    value[used] = 1.0;
    glp_set_mat_col(problem, i, used, index, value);
    glp_set_col_bnds(problem, i, GLP_DB, 0.0, element->capacity);
  }
  for (int s = 1; s <= sets; s++) {
    index[s] = s;
    value[s] = -1.0;
  }
  glp_set_mat_col(problem, count + 1, sets, index, value);
  glp_set_col_bnds(problem, count + 1, GLP_DB, 0.0, q->total);
  glp_set_obj_coef(problem, count + 1, 1.0);
}

static status work(void *context, double *weight) {
  const question *q = context;
  int *index = NULL;
  double *value = NULL;
  status code = NEW_ARRAY(q->sets + 2, index);
  if (code == STATUS_OK) code = NEW_ARRAY(q->sets + 2, value);
  if (code == STATUS_OK) {
    glp_prob *problem = glp_create_prob();
    glp_smcp control;
    build(q, problem, index, value);
    glp_init_smcp(&control);
    control.msg_lev = GLP_MSG_OFF;
    control.it_lim = MOST_ITERATIONS;
    (void)glp_term_out(GLP_OFF);
    int failed = glp_simplex(problem, &control);
    for (int again = 0; failed == GLP_ETMLIM && again < CLOCK_JUMPS; again++) { /* as in margin_glpk.c */
      glp_std_basis(problem);
      failed = glp_simplex(problem, &control);
    }
    const bool found = failed == 0 && glp_get_status(problem) == GLP_OPT;
    for (size_t i = 0; found && i < q->count; i++) weight[i] = glp_get_col_prim(problem, (int)i + 1);
    if (!found) code = FAIL(STATUS_NUMERIC, "GLPK found no fractional hitting set");
    glp_delete_prob(problem);
  }
  free(index);
  free(value);
  return code;
}

status fractional_hitting(size_t count, const hitting_element *elements, size_t sets, double total, double *weight) {
  question q = {.count = count, .sets = sets, .elements = elements, .total = total};
  if (count > INT_MAX - 8 || sets > HITTING_SETS) {
    return FAIL(STATUS_INVALID, "%zu elements of %zu sets are too many", count, sets);
  }
  return isolated_work("GLPK", work, &q, count, weight);
}

#else

status fractional_hitting_available(void) {
  return FAIL(STATUS_ABSENT,
              "coding_adversary needs GLPK, which this program was built without: install libglpk-dev (Debian; "
              "glpk elsewhere) and type make again");
}

status fractional_hitting(size_t count, const hitting_element *elements, size_t sets, double total, double *weight) {
  (void)count;
  (void)elements;
  (void)sets;
  (void)total;
  (void)weight;
  return fractional_hitting_available();
}

#endif
