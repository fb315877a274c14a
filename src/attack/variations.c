#include "attack/variations.h"

/* A trial that meets the gap's end only up to rounding would be noise of 1e-17. */
static const double inside = 1.0 + 1e-14;

static bool meets_gap(const attack_domain *domain, double value, double label) {
  if (isnan(domain->gap_high)) return true;
  return label > 0.0 ? value >= domain->gap_high : value <= domain->gap_low;
}

static double square_norm(size_t n, const double *x) {
  double sum = 0.0;
  for (size_t i = 0; i < n; i++) sum += x[i] * x[i];
  return sum;
}

static void scale_by(size_t n, double factor, double *x) {
  for (size_t i = 0; i < n; i++) x[i] *= factor;
}

/* own = the part of x in the range of the projection whose orthonormal rows are given. */
static void project_onto(size_t rank, size_t n, const double *rows, const double *x, double *own) {
  memset(own, 0, n * sizeof *own);
  for (size_t q = 0; q < rank; q++) {
    double inner = 0.0;
    for (size_t i = 0; i < n; i++) inner += rows[q * n + i] * x[i];
    for (size_t i = 0; i < n; i++) own[i] += inner * rows[q * n + i];
  }
}

/* x^T P x = |Px|^2: the parts in and outside the range of P are scaled. */
static status project_dyad(attack_sequence *edited, size_t rank, bool tight, attack_trial *trial, bool *met) {
  const attack_domain *domain = &edited->domain;
  const size_t n = domain->facts.n;
  size_t count = 0;
  double *x = attack_values(&trial->x, &count), *rows = NULL, *own = NULL;
  TRY(attack_numbers(edited, rank * n, &rows));
  TRY(attack_numbers(edited, n, &own));
  comparator_rows(domain->comparator, rows);
  project_onto(rank, n, rows, x, own);
  double out = 0.0; /* not |x|^2 - |Px|^2, which cancels */
  for (size_t i = 0; i < n; i++) out += (x[i] - own[i]) * (x[i] - own[i]);
  const double in = square_norm(n, own), square = in + out;
  const double wanted = domain->unit ? 1.0 : fmin(square, 1.0);
  double share = in * wanted / square; /* of |x|^2, for the range */
  if (trial->label > 0.0 && (tight || share < domain->gap_high)) share = fmin(wanted, domain->gap_high * inside);
  if (trial->label <= 0.0 && (tight || share > domain->gap_low)) share = domain->gap_low;
  *met = (share == 0.0 || in > 1e-20) && (wanted - share <= 0.0 || out > 1e-20) && square > 0.0;
  if (!*met) return STATUS_OK;
  const double a = share > 0.0 ? sqrt(share / in) : 0.0, b = wanted > share ? sqrt((wanted - share) / out) : 0.0;
  for (size_t i = 0; i < n; i++) x[i] = a * own[i] + b * (x[i] - own[i]);
  return STATUS_OK;
}

/* Coordinate by coordinate, from the one that matters most, until u.x is on the right side. */
static void project_vector(const attack_domain *domain, const double *u, bool tight, attack_trial *trial) {
  const size_t n = domain->facts.n;
  size_t count = 0;
  double *x = attack_values(&trial->x, &count);
  const double target = trial->label > 0.0 ? domain->gap_high : domain->gap_low;
  double value = 0.0;
  for (size_t i = 0; i < n; i++) value += u[i] * x[i];
  for (size_t step = 0; step < n; step++) {
    const double missing = target - value; /* > 0: too low */
    if (!tight && (trial->label > 0.0 ? missing <= 0.0 : missing >= 0.0)) return;
    if (missing == 0.0 || (tight && fabs(missing) < 1e-12)) return;
    size_t best = n;
    double reach = 0.0;
    for (size_t i = 0; i < n; i++) {
      const double end = (u[i] > 0.0) == (missing > 0.0) ? domain->high : domain->low, change = u[i] * (end - x[i]);
      if (fabs(change) > fabs(reach) && (change > 0.0) == (missing > 0.0)) {
        reach = change;
        best = i;
      }
    }
    if (best == n) return;
    double moved = (u[best] > 0.0) == (missing > 0.0) ? domain->high : domain->low;
    if (!domain->whole && fabs(reach) > fabs(missing)) moved = x[best] + missing / u[best];
    if (tight && domain->whole && fabs(reach) > fabs(missing) && meets_gap(domain, value, trial->label)) return;
    value += u[best] * (moved - x[best]);
    x[best] = moved;
  }
}

static void clamp_to_domain(const attack_domain *domain, attack_trial *trial) {
  size_t count = 0;
  double *x = attack_values(&trial->x, &count);
  for (size_t i = 0; i < count; i++) {
    if (domain->whole) x[i] = round(x[i]);
    x[i] = fmin(fmax(x[i], domain->low), domain->high);
  }
}

/* With `tight` the matrix is made smaller, to the end of the gap: the premises on its spectrum stay met. */
static void project_matrix(const attack_domain *domain, bool tight, attack_trial *trial) {
  size_t count = 0;
  double *x = attack_values(&trial->x, &count);
  const double value = comparator_value(domain->comparator, &trial->x);
  const double target = (trial->label > 0.0 ? domain->gap_high : domain->gap_low) * inside;
  if (tight && target != 0.0 && value / target > 1.0) scale_by(count, target / value, x);
}

/* *weights = the vector of weights of a comparator of vectors, or NULL. */
static status vector_of(attack_sequence *edited, const double **weights) {
  const comparator *u = edited->domain.comparator;
  double *ones = NULL;
  size_t rank = 0;
  const size_t *places = comparator_coordinates(u, &rank);
  if (places == NULL) {
    const instance *value = comparator_instance(u);
    *weights = comparator_kind_of(u) == COMPARATOR_VECTOR && value->index == NULL ? value->value : NULL;
    return STATUS_OK;
  }
  TRY(attack_numbers(edited, edited->domain.facts.n, &ones));
  for (size_t q = 0; q < rank; q++) ones[places[q]] = 1.0;
  *weights = ones;
  return STATUS_OK;
}

/* Brings x, made by attack_copy, back: entries into the domain's range, dyads to length 1 where all have it,
 * tr(UX) to the side of the label (with `tight`, to the end of its gap). Real labels are chosen by attack_vary.
 * *met = false: it could not be done. */
static status project(attack_sequence *edited, bool tight, attack_trial *trial, bool *met) {
  const attack_domain *domain = &edited->domain;
  const instance_kind kind = trial->x.kind;
  *met = true;
  if (kind == INSTANCE_VECTOR) clamp_to_domain(domain, trial);
  if (isnan(domain->gap_high)) {
    if (kind == INSTANCE_DYAD) {
      size_t count = 0;
      double *values = attack_values(&trial->x, &count);
      const double square = square_norm(count, values);
      *met = square > 0.0;
      if (*met && (domain->unit || square > 1.0)) scale_by(count, 1.0 / sqrt(square), values);
    }
    return STATUS_OK;
  }
  size_t rank = 0;
  double defect = 0.0;
  if (kind == INSTANCE_DYAD && comparator_projection(domain->comparator, &rank, &defect)) {
    TRY(project_dyad(edited, rank, tight, trial, met));
  } else if (kind == INSTANCE_VECTOR) {
    const double *u = NULL;
    TRY(vector_of(edited, &u));
    if (u != NULL) project_vector(domain, u, tight, trial);
  } else if (kind == INSTANCE_MATRIX || kind == INSTANCE_RECTANGULAR) {
    project_matrix(domain, tight, trial);
  }
  const double value = comparator_value(domain->comparator, &trial->x);
  const double slack = 1e-12 * fmax(1.0, fabs(domain->gap_high));
  *met = *met && (meets_gap(domain, value + slack, trial->label) || meets_gap(domain, value - slack, trial->label));
  return STATUS_OK;
}

/* --- variations --- */

/* z -> z - 2 v (v.z): a reflection of the rows of a rows x n matrix. */
static void reflect_rows(size_t rows, size_t n, const double *v, double *x) {
  for (size_t q = 0; q < rows; q++) {
    double inner = 0.0;
    for (size_t i = 0; i < n; i++) inner += v[i] * x[q * n + i];
    for (size_t i = 0; i < n; i++) x[q * n + i] -= 2.0 * inner * v[i];
  }
}

static void reflect_columns(size_t rows, size_t n, const double *v, double *x) {
  for (size_t i = 0; i < n; i++) {
    double inner = 0.0;
    for (size_t q = 0; q < rows; q++) inner += v[q] * x[q * n + i];
    for (size_t q = 0; q < rows; q++) x[q * n + i] -= 2.0 * inner * v[q];
  }
}

/* A unit vector in the range or the null space of a projection U, so that the reflection commutes with U. */
static status reflection_of(attack_sequence *edited, random_stream *random, double *v, bool *found) {
  const size_t n = edited->domain.facts.n;
  size_t rank = 0;
  double defect = 0.0, *rows = NULL, *own = NULL;
  random_unit_vector(random, n, v);
  *found = true;
  if (edited->domain.comparator == NULL) return STATUS_OK;
  *found = comparator_projection(edited->domain.comparator, &rank, &defect);
  if (!*found) return STATUS_OK;
  TRY(attack_numbers(edited, rank * n, &rows));
  TRY(attack_numbers(edited, n, &own));
  comparator_rows(edited->domain.comparator, rows);
  project_onto(rank, n, rows, v, own);
  const bool range = random_chance(random, 0.5);
  for (size_t i = 0; i < n; i++) v[i] = range ? own[i] : v[i] - own[i];
  const double square = square_norm(n, v);
  *found = square > 1e-12;
  if (*found) scale_by(n, 1.0 / sqrt(square), v);
  return STATUS_OK;
}

static status vary_matrix(attack_sequence *edited, random_stream *random, const attack_trial *other, instance *x) {
  size_t count = 0;
  double *values = attack_values(x, &count), *v = NULL;
  bool found = false;
  const bool mix = random_chance(random, 0.5) && x->kind != INSTANCE_LOW_RANK;
  const double share = random_uniform(random);
  if (mix || x->kind == INSTANCE_RECTANGULAR) {
    if (x->kind == INSTANCE_LOW_RANK) return STATUS_OK;
    for (size_t i = 0; i < count; i++) values[i] = (1.0 - share) * values[i] + share * other->x.matrix[i];
    return STATUS_OK;
  }
  TRY(attack_numbers(edited, x->n, &v));
  TRY(reflection_of(edited, random, v, &found));
  if (!found) return STATUS_OK;
  reflect_rows(x->kind == INSTANCE_LOW_RANK ? x->rank : x->n, x->n, v, values);
  if (x->kind == INSTANCE_MATRIX) reflect_columns(x->n, x->n, v, values);
  return STATUS_OK;
}

static void vary_vector(const attack_domain *domain, random_stream *random, const attack_trial *other, instance *x) {
  size_t n = 0;
  double *values = attack_values(x, &n);
  const double size = fixed_exp(-6.0 * random_uniform(random));
  if (x->kind == INSTANCE_VECTOR && random_chance(random, 0.5)) { /* a few entries anew */
    size_t changes = 1;
    while (changes < n && random_chance(random, 0.6)) changes *= 2;
    for (size_t k = 0; k < changes; k++) {
      const size_t i = random_index(random, n);
      const double anew = domain->whole && values[i] != domain->high ? domain->high
                          : domain->whole                            ? domain->low
                                                                     : random_range(random, domain->low, domain->high);
      values[i] = anew;
    }
    return;
  }
  if (random_chance(random, 0.5) && other->x.kind == x->kind && other->x.index == NULL) { /* of two */
    const double share = domain->whole ? 0.0 : random_uniform(random);
    for (size_t i = 0; i < n; i++) {
      const double theirs = other->x.value[i];
      values[i] = domain->whole ? (random_chance(random, 0.5) ? theirs : values[i])
                                : (1.0 - share) * values[i] + share * theirs;
    }
    return;
  }
  const double spread = x->kind == INSTANCE_DYAD ? 1.0 / sqrt((double)n) : domain->high - domain->low;
  for (size_t i = 0; i < n; i++) values[i] += size * spread * random_gaussian(random);
}

static double real_label(const attack_domain *domain, random_stream *random, const attack_trial *trial) {
  switch (random_index(random, 4)) {
  case 0: return domain->label_low;
  case 1: return domain->label_high;
  case 2: {
    const double own = domain->comparator == NULL ? trial->label : comparator_value(domain->comparator, &trial->x);
    return fmin(fmax(own, domain->label_low), domain->label_high);
  }
  default: return trial->label;
  }
}

static void vary_entry(const attack_domain *domain, random_stream *random, attack_trial *trial) {
  const size_t rows = trial->x.kind == INSTANCE_ENTRY ? domain->facts.rows : domain->facts.n;
  trial->x.row = random_index(random, rows);
  if (random_chance(random, 0.5)) trial->x.column = random_index(random, domain->facts.n);
  if (isnan(domain->gap_high)) return;
  trial->label = comparator_value(domain->comparator, &trial->x) > 0.0 ? 1.0 : -1.0;
}

status attack_vary_from(attack_sequence *edited, random_stream *random, const attack_trial *from, attack_trial *out,
                        bool *met) {
  const attack_domain *domain = &edited->domain;
  const attack_trial *other = &edited->trials[random_index(random, edited->count)];
  *out = *from;
  TRY(attack_copy(edited, &from->x, &out->x));
  switch (out->x.kind) {
  case INSTANCE_VECTOR:
  case INSTANCE_DYAD: vary_vector(domain, random, other, &out->x); break;
  case INSTANCE_ENTRY:
  case INSTANCE_DISTANCE: vary_entry(domain, random, out); break;
  default: TRY(vary_matrix(edited, random, other, &out->x)); break;
  }
  if (domain->facts.labels == LABEL_REAL) out->label = real_label(domain, random, out);
  return project(edited, random_chance(random, 0.5), out, met);
}

status attack_vary(attack_sequence *edited, random_stream *random, attack_trial *out, bool *met) {
  attack_trial from = edited->trials[random_index(random, edited->count)];
  if (edited->domain.facts.labels == LABEL_SIGN && random_chance(random, 0.15)) from.label = -from.label;
  return attack_vary_from(edited, random, &from, out, met);
}

status attack_between(attack_sequence *edited, const attack_trial *x, const attack_trial *z, double share,
                      attack_trial *out, bool *met) {
  const instance_kind kind = x->x.kind;
  attack_trial other = *z;
  size_t count = 0;
  *met = false;
  *out = *x;
  if (kind == INSTANCE_LOW_RANK || kind == INSTANCE_ENTRY || kind == INSTANCE_DISTANCE) return STATUS_OK;
  if (kind == INSTANCE_VECTOR && edited->domain.whole) return STATUS_OK;
  TRY(attack_copy(edited, &x->x, &out->x));
  TRY(attack_copy(edited, &z->x, &other.x));
  double *mine = attack_values(&out->x, &count);
  const double *theirs = attack_values(&other.x, &count);
  double sign = 1.0;
  if (kind == INSTANCE_DYAD) { /* x and -x are one dyad: the short way */
    double inner = 0.0;
    for (size_t i = 0; i < count; i++) inner += mine[i] * theirs[i];
    sign = inner < 0.0 ? -1.0 : 1.0;
  }
  for (size_t i = 0; i < count; i++) mine[i] = (1.0 - share) * mine[i] + share * sign * theirs[i];
  return project(edited, false, out, met);
}
