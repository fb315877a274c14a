/* Winnow on the simplex, or on density matrices, against a linear threshold with a margin, for three theorems that are one.
 *
 * u' = u/|u|_1 (for doubled instances its positive and negative parts), s its margin, H the sum over updates of
 * h_t = [s - y <u',x>]_+, C the progress of learners/winnow/simplex_winnow.h at margin s:
 *
 *   updates <= ( D(u', w_1) + eta H ) / C                              the theorem's row
 *   updates <= ( ln N + eta H ) / C                                    "any_target", from equal weights
 *   updates <= 2 range^2 ( ln N + eta H ) / (s' - threshold)^2         "simplified", eta tuned for a margin s' <= s; D for ln N
 *                                                                      from unequal weights (Pinsker)
 *   D(u', w_t) - D(u', w_{t+1}) >= C - eta h_t in every update         "progress"; for any eta and sign of C
 *
 * s is the problem's margin where it says one (labels +1 from gap, -1 from -gap on), otherwise the learner's.
 *
 * Symmetric matrices: u' = U/tr U for a semidefinite U, <u',x> = tr(u' X), the norm of X takes the place of |x_i|, and D is the
 * quantum relative entropy; D(u', I/n) = ln n - S(u'). The step of the proof is the vectors' after Golden-Thompson,
 * tr e^(H + s X) <= tr(e^H e^(s X)).
 *
 * Premises of all rows: u is a vector (>= 0 unless doubled) that is positive only where w_1 is, |x_i| <= range on updated trials. Of
 * all but the last: s > threshold, C > 0. Matrices: ||X|| <= range, and the entropy of U is known. */
#pragma once

#include "bounds/failed_premise.h"
#include "bounds/trial_judge.h"

/* `applies` of a class sees the answers of the learner: eta to doubled. */
typedef struct margin_mistakes {
  double eta, threshold, range, margin; /* margin: that the learner's rate is tuned for */
  bool given, doubled;                  /* given: the rate is; doubled: the instance is */
  learner learner;
  const comparator *comparator;
  bool equal_start;
  bool vectors;       /* the instances are vectors, not symmetric matrices */
  bool known;         /* there is a target */
  double s;           /* the margin of u' */
  double norm;        /* |u|_1, tr U */
  double *scaled;     /* vectors: u', as many entries as there are weights */
  instance target;    /* vectors: u'; matrices: U */
  double scale;       /* of the target: vectors 1, matrices 1/tr U */
  double entropy;     /* sum of eigenvalues of the target, each times its logarithm */
  double *work;       /* matrices: of instance_norm_within */
  double *over_range; /* matrices: X/range */
  double per_mistake; /* C */
  double start;       /* D(u', w_1) */
  double uniform;     /* ln N */
  double hinge, divergence;
  double score_error, trace_error, decision_budget;
  size_t updates, mistakes;
  failed_premise always, theorem;
  invariant_judge progress;
  theorem_judge judged_updates, judged_mistakes; /* a class has one of the two as its measure */
} margin_mistakes;

/* Rows of a class whose measure is "mistakes" or "updates". */
extern const bound_methods margin_methods;

/* Does the learner start from equal weights? */
bool margin_equal_start(const bound_context *context);

/* s above for the unscaled comparator: the problem's margin, or `otherwise`. */
double margin_of_problem(const bound_context *context, double otherwise);
/* sum |u_i|, or NaN for a comparator that is no vector */
double margin_one_norm(const comparator *u);
/* largest modulus of an entry */
double margin_largest_entry(const instance *x);
