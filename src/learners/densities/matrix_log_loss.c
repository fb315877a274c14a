/* Learning a density from unit vectors with the log loss (Koolen, Kotlowski and Warmuth 2011): the learner plays a density W, sees x and
 * pays -x^T ln(W) x.
 *
 *   H_1 = a I;  W = H/tr H;  H += x x^T
 *
 * a = 1: Laplace's rule of succession; a = 1/2: that of Krichevsky and Trofimov. Of a vector e_i the loss is -ln w_i, and W the shares of the
 * counts: the same learner on diagonal matrices. The prediction is the loss, and the label 1 with the linear loss makes the trial cost it.
 * ln H is seen from x only, through a window of H. */
#include "learners/weights.h"
#include "spectral/perturbation.h"
#include <float.h>

typedef struct matrix_log_loss {
  spectral *w; /* H */
  double prior;
  spectral_representation representation;
  size_t n, order; /* order: largest of a window; vectors: 0 */
  eigen_solver *solver;
  double *unit, *window, *values, *vectors;
  double error; /* bound of that of the last prediction */
} matrix_log_loss;

static const parameter parameters[] = {
    OPTION_ABOVE(matrix_log_loss, prior, "1", 0, 1e6,
                 "a, what each direction counts before the first trial; 1: Laplace, 1/2: Krichevsky and Trofimov"),
    WEIGHTS_CHOICE(matrix_log_loss, "of the sum H; auto: by the kind of the instances"),
};

static spectral_options spectral_of(const matrix_log_loss *self, const learner_setting *setting) {
  spectral_options wanted = weights_wanted(setting, self->representation, LINK_IDENTITY);
  wanted.shift = self->prior;
  return wanted;
}

static status check(const void *self, const learner_setting *setting) {
  const char *who = setting->class->about.name;
  const spectral_options wanted = spectral_of(self, setting);
  if (setting->loss.kind != LOSS_LINEAR) {
    return FAIL(STATUS_INVALID, "%s: predicts its own loss and needs real labels with the loss linear, this one is %s",
                who, loss_kind_name(setting->loss.kind));
  }
  const double most = fixed_log((double)setting->n + (double)setting->trials / wanted.shift);
  if (setting->loss.low > 0.0 || setting->loss.high < most) {
    return FAIL(STATUS_INVALID, "%s: predicts losses from 0 to %.4g, those of this problem are from %g to %g", who,
                most, setting->loss.low, setting->loss.high);
  }
  return weights_check(who, &wanted);
}

static size_t largest_window(const learner_setting *setting, const spectral_options *wanted) {
  if (setting->kind == INSTANCE_VECTOR) return 0;
  if (spectral_chosen(wanted) != REPRESENTATION_LOW_RANK || wanted->capacity >= setting->n) return setting->n;
  return wanted->capacity + 1;
}

static status init(void *self, const learner_setting *setting) {
  matrix_log_loss *made = self;
  const spectral_options wanted = spectral_of(made, setting);
  made->n = setting->n;
  made->order = largest_window(setting, &wanted);
  TRY(weights_new(self, &wanted, &made->w));
  if (made->order == 0) return STATUS_OK;
  TRY(OWN_RESERVED(self, made->n, made->unit));
  TRY(OWN_RESERVED(self, made->order * made->order, made->window));
  TRY(OWN_RESERVED(self, made->order, made->values));
  TRY(OWN_RESERVED(self, made->order * made->order, made->vectors));
  TRY(eigen_solver_new(setting->eigen, made->order, &made->solver));
  return OWN(self, made->solver, eigen_solver_free);
}

/* A term of x^T ln(H) x, of the eigenvalue h; *error is added to. Where H is off by at most e, it lies between H - e I and H + e I, and so do the
 * logarithms, which are monotone: each term is off by at most -ln(1 - e/h). */
static double term(double square, double h, double e, double *error) {
  *error += square * (e < h ? -fixed_log1p(-e / h) : INFINITY);
  return square * fixed_log(h);
}

/* *value = sum of x_i ln h_i */
static status of_vector(matrix_log_loss *made, const instance *x, double *value) {
  static const double one = 1.0;
  const double e = spectral_error(made->w);
  double sum = 0.0, error = 0.0;
  for (size_t j = 0; j < x->count; j++) {
    const size_t i = x->index != NULL ? x->index[j] : j;
    const instance coordinate = instance_sparse(INSTANCE_VECTOR, x->n, 1, &i, &one);
    double count = 0.0;
    if (x->value[j] == 0.0) continue;
    TRY(spectral_score(made->w, &coordinate, &count));
    sum += term(x->value[j], count, e, &error);
  }
  made->error = error + 4.0 * DBL_EPSILON * fabs(sum);
  *value = sum;
  return STATUS_OK;
}

/* made->unit = x/|x| */
static void make_unit(matrix_log_loss *made, const instance *x, double length) {
  for (size_t i = 0; i < x->n; i++) made->unit[i] = 0.0;
  for (size_t j = 0; j < x->count; j++) made->unit[x->index != NULL ? x->index[j] : j] = x->value[j] / length;
}

/* *value = x^T ln(H) x: x spans a window, in which it is the first unit vector. */
static status of_dyad(matrix_log_loss *made, const instance *x, double *value) {
  const double square = instance_trace(x);
  eigen_quality quality;
  size_t order = 0;
  double sum = 0.0, error = 0.0;
  *value = made->error = 0.0;
  if (!(square > 0.0)) return STATUS_OK;
  make_unit(made, x, sqrt(square));
  TRY(spectral_window(made->w, 1, made->unit, &order, made->window));
  TRY(eigen_solve(made->solver, order, made->window, order, made->values, made->vectors, &quality));
  const double largest = made->values[order - 1];
  const double e = spectral_error(made->w) + perturbation_of_decomposition(quality, largest);
  const double size = fmax(fabs(fixed_log(largest)), fabs(fixed_log(made->prior)));
  for (size_t l = 0; l < order; l++) {
    const double along = made->vectors[l * order]; /* H is at least a I */
    if (along != 0.0) sum += term(along * along, fmax(made->values[l], made->prior), e, &error);
  }
  made->error = square * (error + size * (perturbation_of_vectors(quality) + DBL_EPSILON * (double)order));
  *value = square * sum;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  matrix_log_loss *made = self;
  double inner = 0.0, trace = 0.0;
  TRY(x->kind == INSTANCE_VECTOR ? of_vector(made, x, &inner) : of_dyad(made, x, &inner));
  TRY(spectral_trace(made->w, &trace));
  out->score = out->value = instance_trace(x) * fixed_log(trace) - inner;
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  *updated = true;
  return spectral_step(((matrix_log_loss *)self)->w, 1.0, x);
}

static const field state[] = {WEIGHTS_STATE(matrix_log_loss, w)};
static const field constants[] = {
    {FIELD(matrix_log_loss, prior, FIELD_NUMBER)},
    {FIELD(matrix_log_loss, error, FIELD_NUMBER)},
};

WEIGHTS_FIRST(matrix_log_loss, w);
static const learner_methods methods = {
    .size = sizeof(matrix_log_loss),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .parameter = weights_parameter,
};

const learner_class learner_matrix_log_loss = {
    .about = {.name = "matrix_log_loss",
              .title = "Matrix log loss",
              .citation = "Koolen, Kotlowski & Warmuth 2011",
              .help = "learns a density from unit vectors: the average of their dyads and of a multiple of I",
              .formula = "predicts its loss $-x^T\\ln(W)x$, of vectors $-\\sum_ix_i\\ln w_i$; $W=H/\\mathrm{tr}H$, "
                         "$H_1=aI$, $H\\leftarrow H+X$",
              .family = "matrix_log_loss",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .methods = &methods,
};
