/* Log-determinant mirror descent for online matrix prediction, with the constants of log_det_tuning.h (after Christiano 2014; Moridomi,
 * Hatano and Takimoto 2018). With jj = j + offset and Y_1 = a I:
 *
 *   query (i, j): for q = i, jj: if Y_qq > cap: d = 1/cap - 1/Y_qq;  Y -= d/(1 + d Y_qq) Y_q Y_q^T
 *                 (the projection in the divergence of -ln det: Y^{-1} += d e_q e_q^T; it lowers the other diagonal entry)
 *   predict centre + stretch y, clipped, y = s Y_ij;  g = slope of the extended loss (loss.h) in y
 *   Y^{-1} += eta g s (e_i e_jj^T + e_jj e_i^T)
 *
 * floor: then eigenvalues of Y below eps become eps, for comparators that change; that of Z + eps I is no further from Y for it. O(p^3).
 *
 * O(p^2) per round. Pairs i = j of max-cut are -1 for every cut: that is predicted, and nothing is learnt. */

#include "base/state.h"
#include "learners/learning_rate.h"
#include "learners/matrix_prediction/log_det_tuning.h"
#include "learners/tuned_grid.h"
#include "linalg/symmetric_inverse.h"

/* A query: Y on {i, jj} and what its projection does there. */
typedef struct query {
  size_t i, jj;
  pair_block before, multipliers, projected, now; /* now: before the floor */
  double y, g;
  bool skipped; /* i = j of max-cut */
} query;

typedef struct log_det {
  class_choice choice;
  double eps, eta; /* as given, or NaN */
  bool floor;
  log_det_constants constants;
  loss loss;
  symmetric_inverse *matrix;
  eigen_solver *solver; /* for the floor */
  double *work;
  query last;
} log_det;

static const parameter parameters[] = {
    PREDICTION_CLASS_OPTION(log_det, ""),
    PREDICTION_TRACE_NORM_OPTION(log_det),
    OPTION_ABOVE(log_det, eps, ABSENT, 0, 1e6,
                 "multiple of the identity that is added; absent: the one with the least bound"),
    LEARNING_RATE(log_det, "learning rate; absent: the theorem's for the number of rounds"),
    TUNED_GRID_PARAMETER,
    OPTION_FLAG(log_det, floor, "false", "eigenvalues stay at least eps, for matrices that change"),
};

/* The largest rate of a grid must keep matrices positive definite. */
static status check(const void *self, const learner_setting *setting) {
  const log_det *made = self;
  log_det_constants constants;
  const double *rates = NULL;
  const size_t count = tuned_grid_values(setting, PLACE(log_det, eta), &rates);
  double eta = made->eta;
  for (size_t k = 0; k < count; k++) eta = fmax(eta, rates[k]); /* of NaN and a number: the number */
  return log_det_constants_new(setting, &made->choice, made->eps, eta, &constants);
}

static status init(void *self, const learner_setting *setting) {
  log_det *made = self;
  made->loss = setting->loss;
  TRY(log_det_constants_new(setting, &made->choice, made->eps, made->eta, &made->constants));
  const size_t order = made->constants.class.order;
  made->last.jj = 1; /* any pair, until there is one */
  if (made->floor) {
    TRY(eigen_solver_new(setting->eigen, order, &made->solver));
    TRY(OWN(self, made->solver, eigen_solver_free));
    TRY(OWN_ARRAY(self, order * (2 * order + 1), made->work));
  }
  TRY(symmetric_inverse_new(order, made->constants.start, &made->matrix));
  return OWN(self, made->matrix, symmetric_inverse_free);
}

static bool skips(const log_det *self, const instance *x) {
  return self->constants.class.class == CLASS_MAX_CUT && x->row == x->column;
}

static double multiplier(double cap, double diagonal) {
  return diagonal > cap ? 1.0 / cap - 1.0 / diagonal : 0.0;
}

/* The projection for this pair; Y stays. */
static query look(const log_det *self, const instance *x) {
  const double cap = self->constants.cap;
  query made = {.i = x->row, .jj = x->column + self->constants.class.offset};
  made.before = symmetric_inverse_pair(self->matrix, made.i, made.jj);
  const pair_block row = {.ii = multiplier(cap, made.before.ii)};
  const pair_block between = pair_block_changed(&made.before, &row);
  const pair_block column = {.jj = multiplier(cap, between.jj)};
  made.projected = pair_block_changed(&between, &column);
  made.multipliers = (pair_block){.ii = row.ii, .jj = column.jj};
  made.y = self->constants.sign * made.projected.ij;
  return made;
}

static status predict(void *self, const instance *x, prediction *out) {
  const log_det *made = self;
  out->score = out->value = -1.0;
  if (skips(made, x)) return STATUS_OK;
  const query asked = look(made, x);
  const double z = made->constants.class.centre + made->constants.class.stretch * asked.y;
  out->score = out->value = loss_clip(&made->loss, z);
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  log_det *made = self;
  const log_det_constants *c = &made->constants;
  *updated = false;
  made->last.skipped = skips(made, x);
  if (made->last.skipped) return STATUS_OK;
  query *now = &made->last;
  *now = look(made, x);
  const double z = c->class.centre + c->class.stretch * now->y;
  now->g = c->class.stretch * loss_extended_subgradient(&made->loss, z, label);
  pair_block change = now->multipliers;
  change.ij = c->eta * now->g * c->sign;
  *updated = change.ii != 0.0 || change.ij != 0.0 || change.jj != 0.0;
  if (*updated) TRY(symmetric_inverse_change(made->matrix, now->i, now->jj, &change));
  now->now = symmetric_inverse_pair(made->matrix, now->i, now->jj);
  return made->floor ? symmetric_inverse_raise(made->matrix, c->eps, made->solver, made->work) : STATUS_OK;
}

static status save(void *self, cJSON *state) {
  const log_det *made = self;
  TRY(state_add_number(state, "eps", made->constants.eps));
  TRY(state_add_number(state, "eta", made->constants.eta));
  return symmetric_inverse_save(made->matrix, state);
}

static status load(void *self, const cJSON *state) {
  log_det *made = self;
  double eps = 0.0, eta = 0.0;
  TRY(state_check_names(state, "eps eta matrix"));
  TRY(state_get_number(state, "eps", &eps));
  TRY(state_get_number(state, "eta", &eta));
  if (!(eps > 0.0)) return FAIL(STATUS_INVALID, "eps: %g, expected a positive number", eps);
  if (!(eta > 0.0)) return FAIL(STATUS_INVALID, "eta: %g, expected a positive number", eta);
  TRY(log_det_constants_set(&made->constants, eps, eta));
  return symmetric_inverse_load(made->matrix, state);
}

/* "order", "offset", "class", "decomposition", "tau" (of both blocks, as in prediction_class.h), "stretch", "centre", "slope" (G'),
 * "sign" (s), "diagonal" (b), "eps", "cap", "start" (a), "divergence" (Dv), "eta", "floor".
 * Of the round last updated: "y" (unclipped), "g", "skipped" (1: i = j of max-cut), "row_multiplier" and "column_multiplier" (d of i and
 * jj, 0: not active), and Y on {i, jj}: "before_row", "before_entry", "before_column"; after the projection "projected_row", ...; and as it
 * is now, with a floor as it was before that, "now_row", ... */
static const field constants[] = {
    PREDICTION_CLASS_CONSTANTS(log_det, constants.class),
    {FIELD_NAMED("slope", log_det, constants.slope, FIELD_NUMBER)},
    {FIELD_NAMED("sign", log_det, constants.sign, FIELD_NUMBER)},
    {FIELD_NAMED("diagonal", log_det, constants.diagonal, FIELD_NUMBER)},
    {FIELD_NAMED("eps", log_det, constants.eps, FIELD_NUMBER)},
    {FIELD_NAMED("cap", log_det, constants.cap, FIELD_NUMBER)},
    {FIELD_NAMED("start", log_det, constants.start, FIELD_NUMBER)},
    {FIELD_NAMED("divergence", log_det, constants.divergence, FIELD_NUMBER)},
    {FIELD_NAMED("eta", log_det, constants.eta, FIELD_NUMBER)},
    {FIELD_NAMED("y", log_det, last.y, FIELD_NUMBER)},
    {FIELD_NAMED("g", log_det, last.g, FIELD_NUMBER)},
    {FIELD_NAMED("skipped", log_det, last.skipped, FIELD_FLAG)},
    {FIELD_NAMED("row_multiplier", log_det, last.multipliers.ii, FIELD_NUMBER)},
    {FIELD_NAMED("column_multiplier", log_det, last.multipliers.jj, FIELD_NUMBER)},
    {FIELD_NAMED("before_row", log_det, last.before.ii, FIELD_NUMBER)},
    {FIELD_NAMED("before_entry", log_det, last.before.ij, FIELD_NUMBER)},
    {FIELD_NAMED("before_column", log_det, last.before.jj, FIELD_NUMBER)},
    {FIELD_NAMED("projected_row", log_det, last.projected.ii, FIELD_NUMBER)},
    {FIELD_NAMED("projected_entry", log_det, last.projected.ij, FIELD_NUMBER)},
    {FIELD_NAMED("projected_column", log_det, last.projected.jj, FIELD_NUMBER)},
    {FIELD(log_det, floor, FIELD_FLAG)},
};

static bool constant(const void *self, const char *name, double *value) {
  const log_det *made = self;
  const query *last = &made->last;
  const pair_block now = made->floor ? last->now : symmetric_inverse_pair(made->matrix, last->i, last->jj);
  if (strcmp(name, "now_row") == 0) {
    *value = now.ii;
  } else if (strcmp(name, "now_entry") == 0) {
    *value = now.ij;
  } else if (strcmp(name, "now_column") == 0) {
    *value = now.jj;
  } else {
    return false;
  }
  return true;
}

static const learner_methods methods = {
    .size = sizeof(log_det),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    .save = save,
    .load = load,
    FIELDS(constants, constants),
    .constant = constant,
};

const learner_class learner_log_det = {
    .about =
        {.name = "log_det",
         .title = "Log-determinant matrix prediction",
         .citation = "after Christiano 2014; Moridomi, Hatano & Takimoto 2018",
         .help = "mirror descent with -ln det on one block of the matrices' decompositions: no logarithm in the regret",
         .formula = "predicts $c_0+c_1z$, clipped, $z=sY_{ij}$, $Y_1=aI$; before, where $Y_{qq}\\gt\\bar b$ for "
                    "$q=i,j$: $Y^{-1}\\leftarrow Y^{-1}+\\left(\\frac1{\\bar b}-\\frac1{Y_{qq}}\\right)E_{qq}$; after, "
                    "$Y^{-1}\\leftarrow Y^{-1}+\\eta s\\ell'(E_{ij}+E_{ji})$, $\\ell'$ in $z$; $\\bar b=b+\\epsilon$, "
                    "$s=-1$ for cuts, otherwise $2$; floor: then eigenvalues of $Y$ below $\\epsilon$ become "
                    "$\\epsilon$; where $W$ is not symmetric column $j$ is index $m+j$",
         .family = "log_det",
         .result_version = 1,
         PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &tuned_grid_methods,
    .rated = &methods,
    .tuned = {TUNED(log_det, eta)},
};
