#include "hindsight/fractional_hitting.h"
#include "base/arena.h"
#include "base/process/isolated.h"

#ifdef HAVE_GLPK

#include <glpk.h>
#include <limits.h>
#include <stdbool.h>

enum { MOST_ITERATIONS = 2000000, CLOCK_JUMPS = 20 };

static const double GLPK_ERROR = 1e-9; /* the caller checks the answer */

status fractional_hitting_available(void) {
  return STATUS_OK;
}

typedef struct questions {
  hitting_question *next;
  void *context;
  size_t asked, room;
  double total, least;
} questions;

/* One question, and room for a column or a row of its programme. */
typedef struct programme {
  hitting_element *elements;
  size_t count, sets;
  int *index;
  double *value;
  arena memory; /* of the arrays */
} programme;

static void programme_free(programme *q) {
  arena_free(&q->memory);
}

/* Columns w_i and, last, t; rows: sum of w over set s - t >= 0, and sum w = total; t as large as possible. */
static void build(const programme *q, double total, glp_prob *problem) {
  const int sets = (int)q->sets, count = (int)q->count;
  glp_set_obj_dir(problem, GLP_MAX);
  glp_add_rows(problem, sets + 1);
  glp_add_cols(problem, count + 1);
  for (int s = 1; s <= sets; s++) glp_set_row_bnds(problem, s, GLP_LO, 0.0, 0.0);
  glp_set_row_bnds(problem, sets + 1, GLP_FX, total, total);
  for (int i = 1; i <= count; i++) {
    const hitting_element *element = &q->elements[i - 1];
    int used = 0;
    for (int s = 0; s < sets; s++) {
      if ((element->sets[s / 64] >> (s % 64) & 1) == 0) continue;
      q->index[++used] = s + 1;
      q->value[used] = 1.0;
    }
    q->index[++used] = sets + 1;
    q->value[used] = 1.0;
    glp_set_mat_col(problem, i, used, q->index, q->value);
    glp_set_col_bnds(problem, i, GLP_DB, 0.0, element->capacity);
  }
  for (int s = 1; s <= sets; s++) {
    q->index[s] = s;
    q->value[s] = -1.0;
  }
  glp_set_mat_col(problem, count + 1, sets, q->index, q->value);
  glp_set_col_bnds(problem, count + 1, GLP_DB, 0.0, total);
  glp_set_obj_coef(problem, count + 1, 1.0);
}

/* Is there an answer? Then weight is it. */
static bool solve(const programme *q, double total, double least, double *weight) {
  glp_prob *problem = glp_create_prob();
  glp_smcp control;
  build(q, total, problem);
  glp_init_smcp(&control);
  control.msg_lev = GLP_MSG_OFF;
  control.it_lim = MOST_ITERATIONS;
  (void)glp_term_out(GLP_OFF);
  int failed = glp_simplex(problem, &control);
  for (int again = 0; failed == GLP_ETMLIM && again < CLOCK_JUMPS; again++) { /* as in margin_glpk.c */
    glp_std_basis(problem);
    failed = glp_simplex(problem, &control);
  }
  const bool found =
      failed == 0 && glp_get_status(problem) == GLP_OPT && glp_get_obj_val(problem) >= least - GLPK_ERROR;
  for (size_t i = 0; found && i < q->count; i++) weight[i] = glp_get_col_prim(problem, (int)i + 1);
  glp_delete_prob(problem);
  return found;
}

/* answer[0]: the number of the question; then the weights. */
static status work(void *context, double *answer) {
  const questions *all = context;
  CLEANUP(programme_free) programme q = {0};
  size_t k = 0;
  TRY(ARENA_ARRAY(&q.memory, all->room, q.elements));
  TRY(ARENA_ARRAY(&q.memory, HITTING_SETS + 2, q.index));
  TRY(ARENA_ARRAY(&q.memory, HITTING_SETS + 2, q.value));
  for (bool found = false; k < all->asked && !found; k += !found) {
    q.sets = all->next(all->context, k, q.elements, &q.count);
    found = solve(&q, all->total, all->least, answer + 1);
  }
  answer[0] = (double)k;
  return STATUS_OK;
}

status fractional_hitting(hitting_question *question, void *context, size_t asked, size_t room, double total,
                          double least, size_t *first, double *answer) {
  questions all = {.next = question, .context = context, .asked = asked, .room = room, .total = total, .least = least};
  if (room > INT_MAX - 8) return FAIL(STATUS_INVALID, "%zu elements are too many", room);
  TRY(isolated_work("GLPK", work, &all, room + 1, answer));
  *first = (size_t)answer[0];
  return STATUS_OK;
}

#else

status fractional_hitting_available(void) {
  return FAIL(STATUS_ABSENT,
              "coding_adversary needs GLPK, which this program was built without: install libglpk-dev (Debian; "
              "glpk elsewhere) and type make again");
}

status fractional_hitting(hitting_question *question, void *context, size_t asked, size_t room, double total,
                          double least, size_t *first, double *answer) {
  return fractional_hitting_available();
}

#endif
