#include "learners/matrix_prediction/log_det.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/state.h"
#include "learners/matrix_prediction/log_det_tuning.h"
#include "linalg/symmetric_inverse.h"

const parameter log_det_parameters[LOG_DET_PARAMETERS] = {
    PREDICTION_CLASS_PARAMETER,
    PREDICTION_TRACE_NORM_PARAMETER,
    {.name = "eps",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1e6,
     .open_low = true,
     .meaning = "multiple of the identity that is added; absent: the one with the least bound"},
    {.name = "eta",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1e6,
     .open_low = true,
     .meaning = "learning rate; absent: the theorem's for the number of rounds"},
};

/* A query: Y on {i, jj} and what its projection does there. */
typedef struct query {
  size_t i, jj;
  pair_block before, multipliers, projected;
  double y, g, skipped;
} query;

typedef struct log_det {
  log_det_constants constants;
  loss loss;
  symmetric_inverse *matrix;
  query last;
} log_det;

static double number_or_nan(const options *options, const char *name) {
  return option_given(options, name) ? option_number(options, name) : NAN;
}

static status constants_of(const learner_setting *setting, const options *options, log_det_constants *out) {
  return log_det_constants_new(setting, options, number_or_nan(options, "eps"), number_or_nan(options, "eta"), out);
}

status log_det_check(const learner_setting *setting, const options *options) {
  log_det_constants constants;
  return constants_of(setting, options, &constants);
}

status log_det_create(const learner_setting *setting, const options *options, void **self) {
  log_det *made = NULL;
  status code = STATUS_OK;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  made->loss = setting->loss;
  made->last.jj = 1; /* any pair, until there is one */
  CHECK(constants_of(setting, options, &made->constants));
  CHECK(symmetric_inverse_new(made->constants.class.order, made->constants.start, &made->matrix));
  *self = made;
  return STATUS_OK;
end:
  log_det_destroy(made);
  return code;
}

void log_det_destroy(void *self) {
  log_det *made = self;
  if (made == NULL) return;
  symmetric_inverse_free(made->matrix);
  free(made);
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

status log_det_score(void *self, const instance *x, double *score) {
  const log_det *made = self;
  *score = -1.0;
  if (skips(made, x)) return STATUS_OK;
  const query asked = look(made, x);
  *score = loss_clip(&made->loss, made->constants.class.centre + made->constants.class.stretch * asked.y);
  return STATUS_OK;
}

status log_det_predict(void *self, const instance *x, prediction *out) {
  TRY(log_det_score(self, x, &out->score));
  out->value = out->score;
  return STATUS_OK;
}

status log_det_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  log_det *made = self;
  const log_det_constants *c = &made->constants;
  (void)predicted;
  *updated = false;
  made->last.skipped = skips(made, x) ? 1.0 : 0.0;
  if (made->last.skipped != 0.0) return STATUS_OK;
  query *now = &made->last;
  *now = look(made, x);
  const double z = c->class.centre + c->class.stretch * now->y;
  now->g = c->class.stretch * loss_extended_subgradient(&made->loss, z, label);
  pair_block change = now->multipliers;
  change.ij = c->eta * now->g * c->sign;
  *updated = change.ii != 0.0 || change.ij != 0.0 || change.jj != 0.0;
  return *updated ? symmetric_inverse_change(made->matrix, now->i, now->jj, &change) : STATUS_OK;
}

status log_det_save(void *self, cJSON *state) {
  const log_det *made = self;
  TRY(state_add_number(state, "eps", made->constants.eps));
  TRY(state_add_number(state, "eta", made->constants.eta));
  return symmetric_inverse_save(made->matrix, state);
}

status log_det_load(void *self, const cJSON *state) {
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

typedef struct named_number {
  const char *name;
  double value;
} named_number;

static bool find(const named_number *known, size_t count, const char *name, double *value) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(known[i].name, name) != 0) continue;
    *value = known[i].value;
    return true;
  }
  return false;
}

static bool constant_of_round(const log_det *self, const char *name, double *value) {
  const query *q = &self->last;
  const pair_block now = symmetric_inverse_pair(self->matrix, q->i, q->jj);
  const named_number known[] = {{"y", q->y},
                                {"g", q->g},
                                {"skipped", q->skipped},
                                {"row_multiplier", q->multipliers.ii},
                                {"column_multiplier", q->multipliers.jj},
                                {"before_row", q->before.ii},
                                {"before_entry", q->before.ij},
                                {"before_column", q->before.jj},
                                {"projected_row", q->projected.ii},
                                {"projected_entry", q->projected.ij},
                                {"projected_column", q->projected.jj},
                                {"now_row", now.ii},
                                {"now_entry", now.ij},
                                {"now_column", now.jj}};
  return find(known, sizeof known / sizeof known[0], name, value);
}

bool log_det_constant(const void *self, const char *name, double *value) {
  const log_det *made = self;
  const log_det_constants *c = &made->constants;
  const named_number known[] = {{"order", (double)c->class.order},
                                {"offset", (double)c->class.offset},
                                {"class", (double)c->class.class},
                                {"decomposition", (double)c->class.decomposition},
                                {"tau", c->class.tau},
                                {"stretch", c->class.stretch},
                                {"centre", c->class.centre},
                                {"slope", c->slope},
                                {"sign", c->sign},
                                {"diagonal", c->diagonal},
                                {"eps", c->eps},
                                {"cap", c->cap},
                                {"start", c->start},
                                {"divergence", c->divergence},
                                {"eta", c->eta}};
  return find(known, sizeof known / sizeof known[0], name, value) || constant_of_round(made, name, value);
}

const learner_class learner_log_det = {
    .about =
        {.name = "log_det",
         .title = "Log-determinant matrix prediction",
         .citation = "after Christiano 2014; Moridomi, Hatano & Takimoto 2018",
         .help = "mirror descent with -ln det on one block of the matrices' decompositions: no logarithm in the regret",
         .formula =
             "predicts $c_0+c_1z$, clipped, $z=sY_{ij}$, $Y_1=aI$; before, where $Y_{qq}\\gt\\bar b$ for $q=i,j$: "
             "$Y^{-1}\\leftarrow Y^{-1}+\\left(\\frac1{\\bar b}-\\frac1{Y_{qq}}\\right)E_{qq}$; after, "
             "$Y^{-1}\\leftarrow Y^{-1}+\\eta s\\ell'(E_{ij}+E_{ji})$, $\\ell'$ in $z$; $\\bar b=b+\\epsilon$, "
             "$s=-1$ for cuts, otherwise $2$; where $W$ is not symmetric column $j$ is index $m+j$",
         .family = "log_det",
         .result_version = 1,
         .parameters = log_det_parameters,
         .parameter_count = LOG_DET_PARAMETERS},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .check = log_det_check,
    .create = log_det_create,
    .destroy = log_det_destroy,
    .predict = log_det_predict,
    .update = log_det_update,
    .score = log_det_score,
    .save = log_det_save,
    .load = log_det_load,
    .constant = log_det_constant,
};
