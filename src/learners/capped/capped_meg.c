/* Online principal components (Warmuth and Kuzmin 2008; the rate: Nie, Kotlowski and Warmuth 2016). The learner keeps a k-dimensional
 * subspace of R^n and drops the m = n - k others; W, 0 <= W <= I of trace m, is a mixture of what it drops.
 *
 *   W_1 = (m/n) I
 *   predicts tr(X) - tr(W X), what is kept of X; the label is tr X, so that the absolute loss is what is dropped, tr(W X)
 *   W <- cap(exp(ln W - eta X)): the eigenvalues times c, cut at 1, c so that the trace is m: the projection with the relative entropy
 *
 * On vectors the subspaces are sets of coordinates, and this is capped Hedge (Warmuth and Kuzmin 2006 and 2008, section 3). With D = m ln(n/m)
 * and loss_at_most = K: eta = ln(1 + sqrt(2 D/K)). K is m T/n if it is not given: of dyads |x| <= 1 the best subspace drops at most that; of
 * other instances 0 <= X <= I, m T. dimension = n - 1 drops one direction: the variance u^T X u along it is minimised (Warmuth and Kuzmin
 * 2006).
 *
 * randomized_capped_meg plays one of the projections of which W is the mean: it drops m of the eigenvectors of W, each with the chance of its
 * eigenvalue, by one coin (systematic sampling: of the points u, u + 1, ..., u + m - 1 of an interval that the eigenvalues divide). */
#include "learners/capped/capped_meg.h"
#include "learners/learning_rate.h"
#include "learners/weights.h"
#include "linalg/capped_simplex.h"

const parameter capped_meg_parameters[CAPPED_MEG_PARAMETERS] = {
    CAPPED_DIMENSION,
    OPTION_ABOVE(capped, loss_at_most, ABSENT, 0, 1e12,
                 "K, a limit of what the best subspace drops, for the rate; absent: m T/n for dyads, otherwise m T"),
    LEARNING_RATE(capped, "learning rate; absent: ln(1 + sqrt(2 D/K)), D = m ln(n/m), m = n - dimension"),
    WEIGHTS_CHOICE(capped, "of the argument H; auto: by the kind of the instances"),
};

static spectral_options spectral_of(const capped *self, const learner_setting *setting) {
  const capped_kind *kind = setting->class->variant;
  const double n = (double)setting->n, share = 1.0 - (double)self->dimension / n;
  spectral_options wanted = weights_wanted(setting, self->representation, kind->link);
  wanted.shift = kind->link == LINK_EXP ? fixed_log(share) : share;
  return wanted;
}

static status check(const void *self, const learner_setting *setting) {
  const capped *made = self;
  const char *who = setting->class->about.name;
  if (made->dimension >= setting->n) {
    return FAIL(STATUS_INVALID, "%s: dimension = %zu must be below n = %zu", who, made->dimension, setting->n);
  }
  if (setting->loss.kind != LOSS_ABSOLUTE) {
    return FAIL(STATUS_INVALID, "%s: needs real labels, tr X, with the loss absolute, this one is %s", who,
                loss_kind_name(setting->loss.kind));
  }
  const spectral_options wanted = spectral_of(made, setting);
  return weights_check(who, &wanted);
}

static status init_sampling(capped *made, const learner_setting *setting) {
  if (!made->kind->sampled) return STATUS_OK;
  TRY(OWN_RESERVED(made, made->n * made->n, made->rows));
  TRY(OWN_RESERVED(made, made->n * (setting->rank + 1), made->inner)); /* instance_inner_rows */
  return coins_init(made, &made->coins, setting->seed, "projections");
}

static status init(void *self, const learner_setting *setting) {
  capped *made = self;
  const double rounds = setting->trials > 0 ? (double)setting->trials : 1.0;
  const double n = (double)setting->n, k = (double)made->dimension;
  made->kind = setting->class->variant;
  made->loss = setting->loss;
  made->n = setting->n;
  made->dropped = n - k;
  if (isnan(made->loss_at_most) || made->kind->link == LINK_IDENTITY) {
    made->loss_at_most = made->dropped * rounds / (setting->kind == INSTANCE_DYAD ? n : 1.0);
  }
  made->tuned = isnan(made->eta);
  if (made->tuned) made->eta = made->kind->rate(n, k, rounds, made->loss_at_most);
  TRY(OWN_ARRAY(self, made->n, made->values));
  TRY(OWN_ARRAY(self, made->n, made->work));
  TRY(init_sampling(made, setting));
  const spectral_options wanted = spectral_of(made, setting);
  return weights_new(self, &wanted, &made->w);
}

/* Draws m eigenvectors, which become the first rows. An eigenvector is drawn where the sum of the eigenvalues up to its own passes one of the
 * points; the sum of all is m. */
static status draw_rows(capped *made) {
  const size_t n = made->n;
  double sum = 0.0, point = 1.0 - made->coins.next; /* in (0,1] */
  size_t drawn = 0;
  TRY(spectral_eigenvalues(made->w, made->values));
  TRY(spectral_top(made->w, n, made->rows));
  for (size_t i = 0; i < n; i++) {
    sum = i + 1 < n ? sum + made->values[n - 1 - i] : made->dropped;
    if (sum < point) continue;
    if (i > drawn) memcpy(made->rows + drawn * n, made->rows + i * n, n * sizeof *made->rows);
    drawn++;
    point += 1.0;
  }
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  capped *made = self;
  double dropped = 0.0;
  TRY(spectral_score(made->w, x, &dropped));
  out->score = instance_trace(x) - dropped;
  out->value = loss_clip(&made->loss, out->score);
  if (!made->kind->sampled) return STATUS_OK;
  TRY(draw_rows(made));
  dropped = instance_inner_rows(x, made->n - made->dimension, made->rows, NULL, made->inner);
  out->value = loss_clip(&made->loss, instance_trace(x) - dropped);
  return STATUS_OK;
}

static double at_most_one(void *context, double eigenvalue) {
  return fmin(eigenvalue, 1.0);
}

static double cut(void *offset, double eigenvalue) {
  return fmin(fmax(eigenvalue - *(const double *)offset, 0.0), 1.0);
}

/* W <- c W is a shift of H, so that eigenvalues that underflow stay what they are. */
static status cap(capped *made) {
  TRY(spectral_eigenvalues(made->w, made->values));
  if (made->kind->link == LINK_IDENTITY) {
    double offset = capped_offset(made->n, made->values, made->dropped);
    return spectral_map_eigenvalues(made->w, cut, &offset);
  }
  const double c = capped_factor(made->n, made->values, made->dropped, made->work);
  TRY(spectral_shift(made->w, fixed_log(c)));
  return c * made->values[made->n - 1] > 1.0 ? spectral_map_eigenvalues(made->w, at_most_one, NULL) : STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  capped *made = self;
  *updated = true;
  coins_toss(&made->coins);
  TRY(spectral_step(made->w, -made->eta, x));
  return cap(made);
}

static status loaded(void *self) {
  return coins_loaded(&((capped *)self)->coins);
}

static const field state[] = {COINS_STATE(capped, coins, loaded), WEIGHTS_STATE(capped, w)};
static const field constants[] = {
    {FIELD(capped, eta, FIELD_NUMBER)},          {FIELD(capped, dropped, FIELD_NUMBER)},
    {FIELD(capped, loss_at_most, FIELD_NUMBER)}, {FIELD(capped, tuned, FIELD_FLAG)},
    {FIELD(capped, dimension, FIELD_COUNT)},
};

WEIGHTS_FIRST(capped, w);
const learner_methods capped_methods = {
    .size = sizeof(capped),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .parameter = weights_parameter,
};

double capped_meg_rate(double n, double k, double rounds, double loss_at_most) {
  const double m = n - k;
  return fixed_log1p(sqrt(2.0 * m * fixed_log(n / m) / loss_at_most));
}

static const capped_kind entropic = {LINK_EXP, false, capped_meg_rate};

const learner_class learner_capped_meg = {
    .about = {.name = "capped_meg",
              .title = "Capped MEG",
              .citation = "Warmuth & Kuzmin 2008; Nie, Kotlowski & Warmuth 2016",
              .help =
                  "online principal components: keeps a subspace of given dimension; on vectors a set of coordinates",
              .formula =
                  "predicts $\\mathrm{tr}X-\\mathrm{tr}(WX)$, $W_1=\\frac mnI$, $m=n-k$; $H\\leftarrow H-\\eta X$, "
                  "then $W\\leftarrow\\min(1,cW)$ on eigenvalues, $c$ so that $\\mathrm{tr}W=m$; "
                  "$\\eta=\\ln\\left(1+\\sqrt{2m\\ln(n/m)/K}\\right)$",
              .family = "capped_meg",
              .result_version = 1,
              PARAMETERS(capped_meg_parameters)},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .methods = &capped_methods,
    .variant = &entropic,
};
