#include "learners/multiplicative_weights/schatten_mirror_descent.h"
#include "learners/learning_rate.h"
#include "learners/multiplicative_weights/singular_map.h"
#include "learners/tuned_grid.h"

typedef struct schatten {
  singular_map map; /* Theta */
  loss loss;
  double p, q, radius, eta, centre;
  double norm;          /* |Theta|_q, as decomposed last */
  double entry, g;      /* of the last update */
  struct schatten *own; /* itself: a constant fills what is cached of Theta, which stays */
} schatten;

static const parameter parameters[] = {
    OPTION_ABOVE(schatten, p, ABSENT, 1, 2, "of the Schatten norm; absent: 1 + 1/ln(min(m,n)), at most 2"),
    OPTION_ABOVE(schatten, radius, ABSENT, 0, 1e12,
                 "bound on the norm of the matrices; absent: that of every matrix of the interval"),
    LEARNING_RATE(schatten, "learning rate; absent: the theorem's for the number of trials"),
    TUNED_GRID_PARAMETER,
};

double schatten_norm(size_t k, const double *values, double power) {
  double top = 0.0, sum = 0.0;
  for (size_t l = 0; l < k; l++) top = fmax(top, values[l]);
  if (top == 0.0) return 0.0;
  for (size_t l = 0; l < k; l++) sum += values[l] > 0.0 ? fixed_pow(values[l] / top, power) : 0.0;
  return top * fixed_pow(sum, 1.0 / power);
}

static status check(const void *self, const learner_setting *setting) {
  return singular_map_check(setting->class->about.name, setting->rows, setting->n);
}

static void tune(schatten *made, const learner_setting *setting) {
  const double k = (double)made->map.k, m = (double)made->map.m, n = (double)made->map.n;
  const double width = made->loss.high - made->loss.low;
  const double rounds = setting->trials > 0 ? (double)setting->trials : 1.0;
  if (isnan(made->p)) made->p = k > 1.0 ? fmin(2.0, 1.0 + 1.0 / fixed_log(k)) : 2.0;
  made->q = made->p / (made->p - 1.0);
  if (isnan(made->radius)) made->radius = 0.5 * width * sqrt(m * n) * fixed_pow(k, 1.0 / made->p - 0.5);
  if (isnan(made->eta)) made->eta = made->radius * sqrt((made->p - 1.0) / rounds) / loss_lipschitz(&made->loss);
}

static status init(void *self, const learner_setting *setting) {
  schatten *made = self;
  made->own = made;
  made->loss = setting->loss;
  made->centre = 0.5 * (made->loss.low + made->loss.high);
  TRY(singular_map_new(self, setting->rows, setting->n, &made->map));
  tune(made, setting);
  return STATUS_OK;
}

static status decompose(schatten *self) {
  singular_map *map = &self->map;
  bool changed = false;
  TRY(singular_map_decompose(map, &changed));
  if (!changed) return STATUS_OK;
  self->norm = schatten_norm(map->k, map->values, self->q);
  const double inside = self->norm > self->radius ? self->radius / self->norm : 1.0;
  for (size_t l = 0; l < map->k; l++) {
    const double share = self->norm > 0.0 ? map->values[l] / self->norm : 0.0;
    map->factors[l] = self->q == 2.0 ? inside : share > 0.0 ? inside * fixed_pow(share, self->q - 2.0) : 0.0;
  }
  return STATUS_OK;
}

static status entry_of(schatten *self, const instance *x, double *entry) {
  TRY(decompose(self));
  *entry = singular_map_entry(&self->map, x->row, x->column);
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  schatten *made = self;
  double entry = 0.0;
  TRY(entry_of(made, x, &entry));
  out->score = out->value = loss_clip(&made->loss, made->centre + entry);
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  schatten *made = self;
  TRY(entry_of(made, x, &made->entry));
  made->g = loss_extended_subgradient(&made->loss, made->centre + made->entry, label);
  *updated = made->g != 0.0;
  if (!*updated) return STATUS_OK;
  singular_map_step(&made->map, x->row, x->column, -made->eta * made->g);
  return STATUS_OK;
}

static status loaded(void *self) {
  ((schatten *)self)->map.current = false;
  return STATUS_OK;
}

static const field state[] = {
    {FIELD(schatten, eta, FIELD_NUMBER), .open_low = true},
    SINGULAR_MAP_STATE(schatten, map, loaded),
};

static const field constants[] = {
    {FIELD(schatten, eta, FIELD_NUMBER)},    {FIELD(schatten, p, FIELD_NUMBER)},
    {FIELD(schatten, radius, FIELD_NUMBER)}, {FIELD(schatten, centre, FIELD_NUMBER)},
    {FIELD(schatten, entry, FIELD_NUMBER)},  {FIELD(schatten, g, FIELD_NUMBER)},
};

/* The conjugate needs the singular values of Theta as it is now. */
static bool constant(const void *self, const char *name, double *value) {
  if (strcmp(name, "conjugate") != 0) return false;
  schatten *made = ((const schatten *)self)->own;
  if (decompose(made) != STATUS_OK) return false;
  const double norm = made->norm, radius = made->radius;
  *value = norm <= radius ? 0.5 * norm * norm : radius * norm - 0.5 * radius * radius;
  return true;
}

static const learner_methods methods = {
    .size = sizeof(schatten),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .constant = constant,
};

const learner_class learner_schatten_mirror_descent = {
    .about =
        {.name = "schatten_mirror_descent",
         .title = "Schatten mirror descent",
         .citation = "Kakade, Shalev-Shwartz & Tewari 2012",
         .help =
             "lazy mirror descent with |W|_p^2/2 of singular values: gradient descent at p = 2, the trace norm near 1",
         .formula = "predicts $c+W_{ij}$, clipped, $c=\\frac{p_0+p_1}2$, $W=\\arg\\max_{|W|_p\\le "
                    "R}\\langle\\Theta,W\\rangle-\\frac12|W|_p^2$, $\\Theta_1=0$; "
                    "$\\Theta\\leftarrow\\Theta-\\eta\\ell'E_{ij}$; $\\eta=\\frac RG\\sqrt{\\frac{p-1}T}$; $|W|_p$ is "
                    "the $p$-norm of the singular values, $1\\lt p\\le2$",
         .family = "schatten",
         .result_version = 1,
         PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &tuned_grid_methods,
    .rated = &methods,
    .tuned = {TUNED(schatten, eta)},
};
