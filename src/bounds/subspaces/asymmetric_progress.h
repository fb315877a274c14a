/* What the proofs for (Matrix) Winnow with two rates have in common: the potential D(zeta P, W), what an update takes
 * off it, and what noise costs. With h_t the violation of the gap in trial t an update makes progress of at least
 *
 *   (progress of a mistake) * e_t - zeta (alpha or beta) h_t
 *
 * where e_t is the probability of the mistake (1 for deterministic learners), so that  sum e_t <= [ D(zeta P, w0 I) + zeta (alpha H+ +
 * beta H-) ] / (progress of a mistake). Learners of trace 1: zeta = 1/tr P, w0 = 1/n, D(zeta P, w0 I) = ln(n/r).
 *
 * In elimination (beta infinite) the potential is the limit: D = zeta sum u ln u + zeta tr(P) ln zeta - zeta <P,H> +
 * tr W - zeta tr P with <P,H> = tr(P) ln w0 + sum of alpha tr(P X_s) over the positive updates, less tr(P) for each ln of a trace that W was
 * divided by, since negative ones do not touch P; tr W drops by at least tr(WX). That tr(PX) = 0 on negative updates is a premise then (up to
 * 1e-14). */
#pragma once

#include "bounds/subspaces/subspace_premises.h"
#include "learners/winnow/capacity_tuning.h"

typedef struct asymmetric_progress {
  subspace_premises premises; /* first */
  const struct asymmetric_kind *kind;
  learner learner;
  double alpha, beta, w0, r;
  double theta;             /* of a deterministic learner, otherwise NaN */
  double saturation;        /* of a randomised one, otherwise NaN */
  double expected_progress; /* where the rates are those of capacity_tuning.h at each score, otherwise NaN */
  bool normalized;          /* trace 1 */
  live_constant trace, log_normalizer;
  capacity_channel channel;
  double scale;       /* zeta */
  double per_mistake; /* progress of a mistake */
  double start;       /* D(zeta P, w0 I) */
  double whole;       /* what asymmetric_kind.whole says */
  double charge;      /* zeta (alpha H+ + beta H-) */
  double added;       /* elimination: sum of alpha tr(P X_s) over positive updates, less tr(P) ln Z */
  double potential, trace_error, score_error;
  double spread;   /* of the mistakes less the sum of e_t, a martingale with steps of width 1 (Azuma, Hoeffding) */
  double budget;   /* progress that wrong digits of scores can have cost */
  double expected; /* sum of e_t over updates */
  theorem_judge theorem;
  invariant_judge progress;
} asymmetric_progress;

/* What a theorem says: the variant of its class. */
typedef struct asymmetric_kind {
  double (*per_mistake)(const asymmetric_progress *progress); /* scale and the gap are known */
  /* The value without noise, exactly, where it is so near to an integer that rounding would decide; otherwise NaN. NULL: never. */
  double (*whole)(const asymmetric_progress *progress, size_t n);
  bool of_trace_r; /* the comparator must have the trace r */
  bool sampled;    /* a row "sampled": the mistakes that the coins made, in the mean over seeds */
} asymmetric_kind;

/* For classes with an asymmetric_kind. Rows: the theorem's at the end, or where it broke; that of the invariant, if there was an update;
 * "sampled". */
extern const bound_methods asymmetric_progress_methods;
