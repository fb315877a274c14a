#include "learners/winnow/general_matrix_winnow.h"
#include "learners/winnow/capacity_tuning.h"
#include "learners/winnow/general_tuning.h"
#include "learners/winnow/matrix_winnow.h"
#include "learners/winnow/winnow_tuning.h"
#include "spectral/positive_part.h"

/* In the order of the choices of `rates`. */
typedef enum general_rates { RATES_SINGLE, RATES_CAPACITY } general_rates;

typedef struct general {
  general_variant variant;
  general_rates rates;
  size_t m, n, r;
  double gap_low, gap, eta, theta, w0; /* eta: of positive mistakes, or all */
  double eta_down;                     /* of negative ones */
  spectral *w;                         /* NULL for positive_part */
  positive_part *part;                 /* positive_part only, as are the following */
  matrix_winnow winnow;
  learner inner; /* its self is `winnow` */
  instance moved;
  spectral *saved; /* w, or that of `winnow` */
} general;

static const parameter parameters[] = {
    OPTION_CHOICE(general, variant, "normalized", "normalized printed signed repaired positive_part",
                  "normalized (proved); printed: Algorithm 2 to the letter; signed: with the label in its update; "
                  "repaired: signed from a neutral start; positive_part: Matrix Winnow on the positive part"),
    OPTION_COUNT(general, r, "1", 1, 1e7, "rank of the hidden generalised projection the learner is tuned for"),
    OPTION_NUMBER(general, gap, "0.5", -1e7, 1e7, "positive instances have tr(G^T X) >= gap, at most r"),
    OPTION_NUMBER(general, gap_low, "0", -1e7, 1e7,
                  "negative instances have tr(G^T X) <= gap_low, below gap and at least -r (not normalized: 0)"),
    WINNOW_RATE_OPTION(general, eta,
                       "learning rate; absent: normalized: largest progress; others: that of Warmuth 2007, Theorem 2"),
    OPTION_NUMBER(general, theta, ABSENT, ANY_NUMBER, "threshold; absent: the theorem's for eta and the gap"),
    OPTION_CHOICE(general, rates, ABSENT, "single capacity",
                  "single: one rate eta; capacity: a rate for each kind of mistake, the best ones (normalized only); "
                  "absent: single"),
    WINNOW_SCALE_OPTION(
        general,
        "printed, signed: R starts as w0 I, absent: r as printed; repaired: scale of the score, absent: r/(m + n)"),
};

static const option_rule rules[] = {
    RULE_BELOW(general, gap_low, gap),
    RULE_AT_MOST(general, gap, r),
    RULE_WITHOUT(general, w0, variant, GENERAL_NORMALIZED),
    RULE_WITHOUT(general, w0, variant, GENERAL_POSITIVE_PART),
    RULE_WITHOUT(general, eta, rates, RATES_CAPACITY),
    RULE_WITHOUT(general, theta, rates, RATES_CAPACITY),
};

static size_t rows_of(const learner_setting *setting) {
  return instance_kind_has_rows(setting->kind) ? setting->rows : setting->n;
}

static spectral_options spectral_of(const learner_setting *setting) {
  return (spectral_options){.n = setting->n,
                            .m = rows_of(setting),
                            .link = LINK_SINH,
                            .representation = REPRESENTATION_RECTANGULAR,
                            .kind = setting->kind,
                            .eigen = setting->eigen};
}

static const char *const variant_words[] = {"normalized", "printed", "signed", "repaired", "positive_part"};

static status check(const void *self, const learner_setting *setting) {
  const general *winnow = self;
  const general_variant variant = winnow->variant;
  const char *who = setting->class->about.name;
  const size_t m = rows_of(setting), n = setting->n, least = m < n ? m : n, r = winnow->r;
  const double low = winnow->gap_low;
  if (r > least) return FAIL(STATUS_INVALID, "%s: r = %zu must be at most min(m, n) = %zu", who, r, least);
  if (low < -(double)r) return FAIL(STATUS_INVALID, "%s: gap_low = %g must be at least -r = -%zu", who, low, r);
  if (variant != GENERAL_NORMALIZED && low != 0.0) {
    return FAIL(STATUS_INVALID, "%s: gap_low = %g must be 0 with variant = \"%s\"", who, low, variant_words[variant]);
  }
  if (winnow->rates == RATES_CAPACITY && variant != GENERAL_NORMALIZED) {
    return FAIL(STATUS_INVALID, "%s: rates = \"capacity\" needs variant = \"normalized\"", who);
  }
  if (variant == GENERAL_POSITIVE_PART && setting->kind != INSTANCE_RECTANGULAR) {
    return FAIL(STATUS_INVALID, "%s: variant = \"positive_part\" takes rectangular instances only", who);
  }
  const spectral_options wanted = spectral_of(setting);
  return weights_check(who, &wanted);
}

/* Matrix Winnow at the capacity on (Z + I)/2: instances in [0,1], half the rates, and a multiple of I that the trace takes away. */
static void tune_at_capacity(general *self) {
  const double r = (double)self->r;
  const capacity_channel channel = {.p1 = 0.5 * (1.0 + self->gap / r),
                                    .p0 = 0.5 * (1.0 + self->gap_low / r),
                                    .most_up = CAPACITY_MOST_UP,
                                    .most_down = CAPACITY_MOST_UP};
  const double theta = capacity_threshold(&channel);
  self->eta = 0.5 * capacity_up(&channel, theta);
  self->eta_down = 0.5 * capacity_down(&channel, theta);
  self->theta = 2.0 * theta - 1.0;
}

static void tune(general *self) {
  const double r = (double)self->r, low = self->gap_low / r, high = self->gap / r;
  const bool normalized = self->variant == GENERAL_NORMALIZED;
  if (isnan(self->eta)) self->eta = normalized ? general_rate(low, high) : winnow_rate();
  if (isnan(self->theta)) {
    self->theta = normalized ? general_threshold(self->eta, low + high) : winnow_threshold(self->eta, self->gap);
  }
  const bool scaled = self->variant == GENERAL_REPAIRED || self->variant == GENERAL_POSITIVE_PART;
  self->eta_down = self->eta;
  if (self->rates == RATES_CAPACITY) tune_at_capacity(self);
  if (isnan(self->w0)) self->w0 = scaled ? r / (double)(self->m + self->n) : r;
}

/* H = arcsinh(w0) I_{m x n} */
static status start_at_identity(general *self, const learner_setting *setting) {
  const double h = fixed_asinh(self->w0);
  FREED double *identity = NULL;
  const bool vector = setting->kind == INSTANCE_VECTOR;
  TRY(NEW_ARRAY(vector ? self->n : self->m * self->n, identity));
  for (size_t i = 0; i < self->m && i < self->n; i++) identity[vector ? i : i * (self->n + 1)] = 1.0;
  const instance x =
      vector ? instance_dense_vector(self->n, identity) : instance_rectangular(self->m, self->n, identity);
  return spectral_step(self->w, h, &x);
}

/* Matrix Winnow of order m + n for the positive part, which is of rank min(m, n). */
static status init_positive_part(general *self, const learner_setting *setting) {
  learner_setting moved = *setting;
  moved.n = self->m + self->n;
  moved.rows = 0;
  moved.kind = INSTANCE_LOW_RANK;
  moved.rank = self->m < self->n ? self->m : self->n;
  self->winnow = (matrix_winnow){
      .r = self->r, .gap = self->gap, .interval_high = 1.0, .eta = self->eta, .theta = self->theta, .w0 = NAN};
  TRY(positive_part_new(member_memory(self), self->m, self->n, &self->part));
  TRY(matrix_winnow_init(self, &self->winnow, &moved));
  self->inner = (learner){learner_find("matrix_winnow"), &self->winnow};
  self->saved = self->winnow.w;
  return STATUS_OK;
}

static status init(void *data, const learner_setting *setting) {
  general *self = data;
  self->m = rows_of(setting);
  self->n = setting->n;
  tune(self);
  if (self->variant == GENERAL_POSITIVE_PART) return init_positive_part(self, setting);
  const spectral_options wanted = spectral_of(setting);
  TRY(weights_new(self, &wanted, &self->w));
  self->saved = self->w;
  const bool neutral = self->variant != GENERAL_PRINTED && self->variant != GENERAL_SIGNED;
  return neutral ? STATUS_OK : start_at_identity(self, setting);
}

static status score(void *data, const instance *x, double *value) {
  general *self = data;
  switch (self->variant) {
  case GENERAL_NORMALIZED: return spectral_normalized_score(self->w, x, value);
  case GENERAL_POSITIVE_PART:
    TRY(positive_part_of(self->part, x, &self->moved));
    return matrix_winnow_score(&self->winnow, &self->moved, value);
  default:
    TRY(spectral_score(self->w, x, value));
    *value *= self->variant == GENERAL_REPAIRED ? self->w0 : 0.5; /* 2 w0 <sinh H, X>, or tr(R^T X) */
    return STATUS_OK;
  }
}

static status predict(void *data, const instance *x, prediction *out) {
  const general *self = data;
  TRY(score(data, x, &out->score));
  out->value = out->score >= self->theta ? 1.0 : -1.0;
  return STATUS_OK;
}

static status update(void *data, const instance *x, const prediction *predicted, double label, bool *updated) {
  general *self = data;
  *updated = predicted->value != label;
  if (!*updated) return STATUS_OK;
  if (self->variant == GENERAL_POSITIVE_PART) {
    TRY(positive_part_of(self->part, x, &self->moved));
    return matrix_winnow_update(&self->winnow, &self->moved, predicted, label, updated);
  }
  const double rate = label > 0.0 ? self->eta : self->eta_down;
  return spectral_step(self->w, self->variant == GENERAL_PRINTED ? rate : rate * label, x);
}

static spectral *parameter_of(void *data) {
  return ((general *)data)->w;
}

const learner *general_inner(const void *data) {
  const general *self = data;
  return self->variant == GENERAL_POSITIVE_PART ? &self->inner : NULL;
}

static bool constant(const void *data, const char *name, double *value) {
  const general *self = data;
  const bool normalized = self->variant == GENERAL_NORMALIZED;
  if (strcmp(name, normalized ? "comparator_trace" : "w0") != 0) return false;
  *value = normalized ? 1.0 : self->w0;
  return true;
}

static const field state[] = {WEIGHTS_STATE(general, saved)};
static const field constants[] = {
    {FIELD(general, variant, FIELD_CHOICE)},  {FIELD(general, eta, FIELD_NUMBER)},
    {FIELD(general, eta_down, FIELD_NUMBER)}, {FIELD(general, theta, FIELD_NUMBER)},
    {FIELD(general, r, FIELD_COUNT)},         {FIELD(general, gap, FIELD_NUMBER)},
    {FIELD(general, gap_low, FIELD_NUMBER)},  {FIELD_NAMED("rows", general, m, FIELD_COUNT)},
};

const learner_methods general_winnow_methods = {
    .size = sizeof(general),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    .score = score,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .constant = constant,
    .parameter = parameter_of,
};

const learner_class learner_general_matrix_winnow = {
    .about = {.name = "general_matrix_winnow",
              .title = "General Matrix Winnow",
              .citation = "Warmuth 2007, Algorithm 2 (normalised; docs/errata.md)",
              .help = "multiplicative updates sinh(arcsinh R + eta y X) of rectangular matrices on mistakes",
              .formula =
                  "predicts $+1$ iff $\\frac{2\\langle\\sinh H,X\\rangle}{2\\sum_i\\cosh a_i+|m-n|}\\ge\\theta$ "
                  "for $H=U\\mathrm{diag}(a)V^T$ of order $m\\times n$, $\\sinh H=U\\mathrm{diag}(\\sinh "
                  "a)V^T$, $H_1=0$; on a mistake $H\\leftarrow H+\\eta yX$; "
                  "$\\theta=\\frac{\\tanh(\\eta\\sigma/2)}{\\tanh\\eta}$, $\\sigma=\\frac{g_0+g_1}r$; capacity: rates "
                  "$\\eta_\\pm=\\pm(\\mathrm{artanh}\\frac{g_{1,0}}r-\\mathrm{artanh}\\theta)$ of equal progress",
              .family = "general_winnow",
              .result_version = 1,
              PARAMETERS(parameters),
              RULES(rules)},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_RECTANGULAR | 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .conservative = true,
    .methods = &general_winnow_methods,
};
