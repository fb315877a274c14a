#include "hindsight/margin/margin_glpk.h"
#include "base/memory.h"

#ifdef HAVE_GLPK

#include <glpk.h>
#include <limits.h>

enum { MOST_ITERATIONS = 2000000, CLOCK_JUMPS = 20 };

status margin_glpk_available(void) {
  return STATUS_OK;
}

const char *margin_glpk_version(void) {
  return glp_version();
}

/* The programme: columns p_i and, last, t, which the largest entry of the combination may not exceed. */
typedef struct programme {
  glp_prob *problem;
  const margin_rows *rows;
  double margin;
  bool soft, any_sign;
  int entries; /* rows of the programme that belong to features */
  int *index;  /* from 1, as GLPK counts */
  double *value;
} programme;

static void programme_free(programme *p) {
  if (p->problem != NULL) glp_delete_prob(p->problem);
  free(p->index);
  free(p->value);
}

static void set_bounds(programme *p) {
  const int count = (int)p->rows->count, last = count + 1;
  glp_set_obj_dir(p->problem, GLP_MAX);
  glp_add_rows(p->problem, p->entries + (p->soft ? 0 : 1));
  glp_add_cols(p->problem, last);
  for (int j = 1; j <= p->entries; j++) glp_set_row_bnds(p->problem, j, GLP_UP, 0.0, 0.0);
  if (!p->soft) glp_set_row_bnds(p->problem, p->entries + 1, GLP_FX, 1.0, 1.0);
  for (int i = 1; i <= count; i++) {
    if (p->soft) {
      glp_set_col_bnds(p->problem, i, GLP_DB, 0.0, p->rows->row[i - 1].weight);
      glp_set_obj_coef(p->problem, i, p->margin);
    } else {
      glp_set_col_bnds(p->problem, i, GLP_LO, 0.0, 0.0);
    }
  }
  glp_set_col_bnds(p->problem, last, p->soft || p->any_sign ? GLP_LO : GLP_FR, 0.0, 0.0);
  glp_set_obj_coef(p->problem, last, -1.0);
}

static void set_columns(programme *p) {
  const int n = (int)p->rows->n, count = (int)p->rows->count;
  for (int i = 1; i <= count; i++) {
    const margin_row *row = &p->rows->row[i - 1];
    int used = 0;
    for (size_t k = 0; k < row->count; k++) {
      if (row->value[k] == 0.0) continue;
      p->index[++used] = (int)row->index[k] + 1;
      p->value[used] = row->label * row->value[k];
      if (!p->any_sign) continue;
      p->index[++used] = n + (int)row->index[k] + 1;
      p->value[used] = -row->label * row->value[k];
    }
    if (!p->soft) {
      p->index[++used] = p->entries + 1;
      p->value[used] = 1.0;
    }
    glp_set_mat_col(p->problem, i, used, p->index, p->value);
  }
  for (int j = 1; j <= p->entries; j++) {
    p->index[j] = j;
    p->value[j] = -1.0;
  }
  glp_set_mat_col(p->problem, count + 1, p->entries, p->index, p->value);
}

static status solve(const programme *p) {
  glp_smcp control;
  glp_init_smcp(&control);
  control.msg_lev = GLP_MSG_OFF;
  control.it_lim = MOST_ITERATIONS;
  /* Boxed columns make any basis dual feasible, and the long-step ratio test flips them by the hundred. */
  control.meth = p->soft ? GLP_DUAL : GLP_PRIMAL;
  if (p->soft) control.r_test = GLP_RT_FLIP;
  const int terminal = glp_term_out(GLP_OFF);
  int failed = glp_simplex(p->problem, &control);
  /* We set no time limit, but GLPK reports one when the clock is set forward by weeks. */
  for (int again = 0; failed == GLP_ETMLIM && again < CLOCK_JUMPS; again++) {
    glp_std_basis(p->problem);
    failed = glp_simplex(p->problem, &control);
  }
  (void)glp_term_out(terminal);
  if (failed == 0 && glp_get_status(p->problem) == GLP_OPT) return STATUS_OK;
  return FAIL(STATUS_NUMERIC, "GLPK found no optimum of the margin's linear programme within %d iterations",
              MOST_ITERATIONS);
}

static void read_solution(const programme *p, double *u, double *mixture) {
  const int n = (int)p->rows->n;
  for (int j = 1; j <= n; j++) {
    u[j - 1] = glp_get_row_dual(p->problem, j);
    if (p->any_sign) u[j - 1] -= glp_get_row_dual(p->problem, n + j);
  }
  for (size_t i = 0; i < p->rows->count; i++) mixture[i] = glp_get_col_prim(p->problem, (int)i + 1);
}

status margin_by_glpk(const margin_rows *rows, double margin, bool any_sign, double *u, double *mixture) {
  if (rows->n > (INT_MAX - 8) / 2 || rows->count > INT_MAX - 8) {
    return FAIL(STATUS_INVALID, "%zu rows of %zu features are more than GLPK can count", rows->count, rows->n);
  }
  CLEANUP(programme_free)
  programme p = {.rows = rows,
                 .margin = margin,
                 .soft = !isnan(margin),
                 .any_sign = any_sign,
                 .entries = (int)rows->n * (any_sign ? 2 : 1)};
  TRY(NEW_ARRAY((size_t)p.entries + 2, p.index));
  TRY(NEW_ARRAY((size_t)p.entries + 2, p.value));
  p.problem = glp_create_prob();
  set_bounds(&p);
  set_columns(&p);
  TRY(solve(&p));
  read_solution(&p, u, mixture);
  return STATUS_OK;
}

#else

status margin_glpk_available(void) {
  return FAIL(STATUS_ABSENT, "l1 margins need GLPK, which this program was built without: install libglpk-dev (Debian; "
                             "glpk elsewhere) and type make again");
}

const char *margin_glpk_version(void) {
  return NULL;
}

status margin_by_glpk(const margin_rows *rows, double margin, bool any_sign, double *u, double *mixture) {
  return margin_glpk_available();
}

#endif
