#include "spectral/projection/projection_proof.h"

#include <math.h>
#include <stdio.h>

#include "spectral/projection/projection_dual.h"

enum { NAMED = 4 };

static const double certificate = 1e-6; /* relative error that a proof may have */

/* Least and largest eigenvalue of `work`, which holds a combination of constraints. */
static status extremes(projection *p, double *least, double *largest) {
  const size_t n = p->n;
  const double *values = p->work;
  if (!p->diagonal) {
    TRY(eigen_solve(p->solver, n, p->work, n, p->values, p->vectors, NULL));
    values = p->values;
  }
  *least = *largest = values[0];
  for (size_t l = 1; l < n; l++) {
    *least = fmin(*least, values[l]);
    *largest = fmax(*largest, values[l]);
  }
  return STATUS_OK;
}

/* The names of the constraints with d_j != 0, at most NAMED of them. Returns how many there are. */
static size_t names_of(const projection *p, const double *d, char *text, size_t size) {
  size_t used = 0, named = 0;
  text[0] = '\0';
  for (size_t j = 0; j < p->count; j++) {
    if (d[j] == 0.0 || named++ > NAMED || used >= size) continue;
    const char *name = named > NAMED ? "others" : p->constraints[j].name;
    used += (size_t)snprintf(text + used, size - used, "%s%s", named > 1 ? " and " : "", name);
  }
  return named;
}

/* With d >= 0 for inequalities and C = sum d_j C_j >= 0, every positive definite W that satisfies the constraints has
 * 0 < tr(W C) <= sum d_j b_j, or C = 0 and 0 <= sum d_j b_j. *proof: `trial` shows that there is none, or, if *singular,
 * only singular ones. Overwrites the decomposition. */
static status proves(projection *p, double tolerance, bool *proof, bool *singular) {
  double bound = 0.0, sum = 0.0, least, largest;
  for (size_t j = 0; j < p->count; j++) {
    bound += p->trial[j] * p->bound[j];
    sum += fabs(p->trial[j]);
  }
  dual_combination(p, p->trial, p->work);
  TRY(extremes(p, &least, &largest));
  *singular = bound >= -tolerance * p->scale * sum;
  *proof = sum > 0.0 && least >= -tolerance * sum && bound <= tolerance * p->scale * sum &&
           (!*singular || largest > 1e-3 * sum);
  return STATUS_OK;
}

status projection_refuse_infeasible(projection *p, const double *direction) {
  double sum = 0.0;
  bool proof = false, singular = false;
  for (size_t j = 0; j < p->count; j++) {
    p->trial[j] = p->constraints[j].at_most ? fmax(direction[j], 0.0) : direction[j];
    sum += fabs(p->trial[j]);
  }
  if (!(sum > 0.0) || !isfinite(sum)) return STATUS_OK;
  for (size_t j = 0; j < p->count; j++) p->trial[j] /= sum;
  TRY(proves(p, certificate, &proof, &singular));
  if (!proof) return STATUS_OK;
  for (size_t j = p->count; j-- > 0;) {
    const double share = p->trial[j];
    bool still = false, weaker = false;
    if (share == 0.0) continue;
    p->trial[j] = 0.0;
    TRY(proves(p, 10.0 * certificate, &still, &weaker));
    if (!still || weaker != singular) p->trial[j] = share;
  }
  char names[512];
  const bool several = names_of(p, p->trial, names, sizeof names) > 1;
  if (!singular) {
    return FAIL(STATUS_INVALID, "%s: no positive semidefinite W satisfies %s", names,
                several ? "these together" : "this");
  }
  return FAIL(STATUS_INVALID, "%s: only singular W can satisfy %s; a positive definite one is needed", names,
              several ? "these together" : "this");
}
