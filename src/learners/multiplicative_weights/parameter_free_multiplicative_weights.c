/* Parameter-free matrix multiplicative weights (Gong, Li, Wang & Zhang 2025) on the mirrored block of m x n matrices W of trace norm at most
 * tau: c + W, c the middle of the interval, is predicted as z = c + 2 tau rho_{i,m+j} for a density rho of order m + n, clipped. With g the
 * slope of the extended loss (loss.h) at z and G its Lipschitz constant, trial t has the loss matrix
 *
 *   L_t = (g/G) (E_{i,m+j} + E_{m+j,i}),  |L_t| <= 1,  and the regret matrix is  S_t = sum over s <= t of (tr(rho_s L_s) I - L_s)
 *   rho_{t+1} ~ V max(0, erfi(s/(2 sqrt t))) V^T  on the eigenvalues s of S_t = V s V^T; I/(m+n) at first and where all are 0
 *
 * No rate and no horizon. The eigenvalues of S_t are b + a_l, b - a_l and |m - n| times b, for the singular values a_l of Theta = -sum of
 * (g/G) E_ij and b = sum of tr(rho L): W = tau U diag((w_l^+ - w_l^-)/Z) V^T with Theta's singular vectors and Z the sum of all weights. With
 * Dawson's integral D(x) = e^(-x^2) times the integral of e^(t^2) from 0 to x, erfi(x) = 2/sqrt(pi) e^(x^2) D(x): nothing overflows. */

#include "learners/learner.h"
#include "learners/multiplicative_weights/singular_map.h"

typedef struct parameter_free {
  singular_map map; /* Theta */
  loss loss;
  double centre, trace_norm, lipschitz; /* trace_norm: tau */
  size_t rounds;
  double gained; /* b */
} parameter_free;

static const parameter parameters[] = {
    OPTION_ABOVE(parameter_free, trace_norm, ABSENT, 0, 1e12,
                 "bound on the trace norm of the matrices; absent: that of every matrix of the interval"),
};

/* Dawson's integral: its series, or the sum over odd k of e^(-(x-kh)^2)/k, over sqrt(pi), accurate to e^(-(pi/2h)^2)
 * (Rybicki 1989). */
static double dawson(double x) {
  const double h = 0.25;
  if (fabs(x) < 0.2) {
    double term = x, sum = x;
    for (int k = 1; k < 12; k++) {
      term *= -2.0 * x * x / (2.0 * k + 1.0);
      sum += term;
    }
    return sum;
  }
  const double nearest = 2.0 * floor(0.5 * x / h) + 1.0; /* odd, within h of x/h */
  double sum = 0.0;
  for (int k = -26; k <= 26; k += 2) {
    const double odd = nearest + k, distance = x - odd * h;
    sum += fixed_exp(-distance * distance) / odd;
  }
  return sum * 0.5641895835477563; /* 1/sqrt(pi) */
}

/* erfi(x) sqrt(pi)/2 e^(-top^2) for x > 0, otherwise 0 */
static double weight(double x, double top) {
  return x > 0.0 ? fixed_exp((x - top) * (x + top)) * dawson(x) : 0.0;
}

static status check(const void *self, const learner_setting *setting) {
  return singular_map_check(setting->class->about.name, setting->rows, setting->n);
}

static status init(void *self, const learner_setting *setting) {
  parameter_free *made = self;
  const loss *l = &setting->loss;
  made->loss = *l;
  made->centre = 0.5 * (l->low + l->high);
  made->lipschitz = loss_lipschitz(l);
  TRY(singular_map_new(self, setting->rows, setting->n, &made->map));
  const double m = (double)made->map.m, n = (double)made->map.n, k = (double)made->map.k;
  if (isnan(made->trace_norm)) made->trace_norm = 0.5 * (l->high - l->low) * sqrt(m * n * k);
  return STATUS_OK;
}

/* The factors of W for Theta and b as they are. */
static void weigh(parameter_free *self) {
  singular_map *map = &self->map;
  const double unit = 2.0 * sqrt((double)self->rounds), zeros = (double)(map->m + map->n - 2 * map->k);
  double top = 0.0, sum = 0.0;
  for (size_t l = 0; l < map->k; l++) top = fmax(top, map->values[l]);
  top = (self->gained + top) / unit;
  for (size_t l = 0; l < map->k; l++) {
    const double up = weight((self->gained + map->values[l]) / unit, top);
    const double down = weight((self->gained - map->values[l]) / unit, top);
    map->factors[l] = map->values[l] > 0.0 ? self->trace_norm * (up - down) / map->values[l] : 0.0;
    sum += up + down;
  }
  sum += zeros * weight(self->gained / unit, top);
  for (size_t l = 0; l < map->k; l++) map->factors[l] = sum > 0.0 ? map->factors[l] / sum : 0.0;
}

/* W_ij */
static status entry_of(parameter_free *self, const instance *x, double *entry) {
  bool changed = false;
  *entry = 0.0;
  if (self->rounds == 0) return STATUS_OK;
  TRY(singular_map_decompose(&self->map, &changed));
  weigh(self);
  *entry = singular_map_entry(&self->map, x->row, x->column);
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  parameter_free *made = self;
  double entry = 0.0;
  TRY(entry_of(made, x, &entry));
  out->score = out->value = loss_clip(&made->loss, made->centre + entry);
  return STATUS_OK;
}

/* tr(rho L) = (g/G) 2 rho_{i,m+j} = (g/G) W_ij/tau */
static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  parameter_free *made = self;
  double entry = 0.0;
  TRY(entry_of(made, x, &entry));
  const double slope = loss_extended_subgradient(&made->loss, made->centre + entry, label) / made->lipschitz;
  singular_map_step(&made->map, x->row, x->column, -slope);
  made->gained += slope * entry / made->trace_norm;
  made->rounds++;
  *updated = true;
  return STATUS_OK;
}

static status loaded(void *self) {
  ((parameter_free *)self)->map.current = false;
  return STATUS_OK;
}

static const field state[] = {
    {FIELD(parameter_free, rounds, FIELD_COUNT)},
    {FIELD(parameter_free, gained, FIELD_NUMBER)},
    SINGULAR_MAP_STATE(parameter_free, map, loaded),
};

static const learner_methods methods = {
    .size = sizeof(parameter_free),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
};

const learner_class learner_parameter_free_multiplicative_weights = {
    .about = {.name = "parameter_free_multiplicative_weights",
              .title = "Parameter-free matrix multiplicative weights",
              .citation = "Gong, Li, Wang & Zhang 2025",
              .help =
                  "weights max(0, erfi(s/(2 sqrt t))) on the eigenvalues s of the regret matrix: no rate, no horizon",
              .formula = "predicts $c+2\\tau\\varrho_{i,m+j}$, clipped, $c=\\frac{p_0+p_1}2$, "
                         "$\\varrho_1=\\frac1{m+n}I$; $L_t=\\frac{\\ell'}G(E_{i,m+j}+E_{m+j,i})$, $S_t=\\sum_{s\\le "
                         "t}(\\mathrm{tr}(\\varrho_sL_s)I-L_s)=V\\mathrm{diag}(\\lambda)V^T$, "
                         "$\\varrho_{t+1}=\\frac1ZV\\mathrm{diag}\\left(\\max\\left(0,\\mathrm{erfi}\\frac{\\lambda}{"
                         "2\\sqrt t}\\right)\\right)V^T$",
              .family = "parameter_free",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &methods,
};
