/* Matrix Winnow as a learner; `winnow` is the same learner on the diagonal representation.
 *
 *   W = exp(H), H starts as ln(w0) I; predict +1 iff tr(W X) >= theta; on a mistake H += eta y X      (Warmuth 2007, Algorithm 1)
 *   normalize = "trace":   W is kept at trace 1 (H starts as -ln(n) I)                                 (footnote 5)
 *   normalize = "project": after an update W is scaled to trace r, the Bregman projection onto {tr W = r}
 *
 * Scaling W is adding a multiple of I to H. Instances with spectrum in [a,b] other than [0,1] are read as (X - aI)/(b - a);
 * gaps, thresholds, scores and steps are those of what is read. */
#pragma once

#include "learners/weights.h"
#include "learners/winnow/winnow_parameters.h"

/* The state of a learner; learners on top of it have it as their first member, so that these functions and rows are theirs, too. */
typedef struct matrix_winnow {
  spectral *w;
  size_t n, r;
  double gap_low, gap, hinge, interval_low, interval_high;
  double eta, theta, w0; /* NaN before matrix_winnow_init: the theorem's */
  winnow_normalize normalize;
  spectral_representation representation;
  bool given; /* eta, theta or w0 is written in the scenario */
  bool moved; /* the interval is not [0,1] */
} matrix_winnow;

/* What of its options no rule says; messages begin with the name of the setting's class. */
status matrix_winnow_check(const void *self, const learner_setting *setting);
/* Of a winnow with its options, or what stands for them; what it makes belongs to the learner `self` (registry/member.h). */
status matrix_winnow_init(void *self, matrix_winnow *winnow, const learner_setting *setting);
status matrix_winnow_predict(void *self, const instance *x, prediction *out);
status matrix_winnow_predict_block(void *self, size_t count, const instance *xs, prediction *out);
status matrix_winnow_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated);
status matrix_winnow_score(void *self, const instance *x, double *score);
/* "eta", "theta", "w0" (of I; 1/n with "trace"), "r", "gap", "gap_low", "interval_low", "interval_high", "hinge", "normalize"
 * (winnow_normalize), "given" (1 if eta, theta or w0 is written in the scenario, 0 if all are the theorem's); for the divergence of
 * its analysis: "comparator_scale" zeta (none: winnow_scale of winnow_tuning.h; project: 1) or "comparator_trace" (trace: the
 * comparator is scaled to trace 1) */
bool matrix_winnow_constant(const void *self, const char *name, double *value);
/* Tunes eta, theta and w0 by the theorem for another rank and gap; W stays. */
void matrix_winnow_tune(matrix_winnow *winnow, size_t r, double gap);
/* The same, and starts again from the first W. */
status matrix_winnow_restart(matrix_winnow *winnow, size_t r, double gap);

/* The saved state: "parameter". */
#define MATRIX_WINNOW_STATE WEIGHTS_STATE(matrix_winnow, w)

/* Of matrix_winnow and winnow. */
extern const learner_methods matrix_winnow_methods;

/* Parameters of the family: what the sequence is like, rate and threshold. */
#define WINNOW_GAP_OPTIONS(type)                                                                                    \
  WINNOW_RANK_OPTION(type, "rank of the hidden subspace (literals of the disjunction) the learner is tuned for"),   \
      WINNOW_GAP_OPTION(type, "positive instances, moved into [0,1], have tr(PX) >= gap"),                          \
      OPTION_BELOW(type, gap_low, "0", 0, 1,                                                                        \
                   "negative instances, moved into [0,1], have tr(PX) <= gap_low, which is below gap"),             \
      OPTION_NUMBER(type, interval_low, "0", ANY_NUMBER,                                                            \
                    "the instances' eigenvalues lie in [interval_low, interval_high] = [a,b]: they are moved into " \
                    "[0,1] as (X - aI)/(b - a)"),                                                                   \
      OPTION_NUMBER(type, interval_high, "1", ANY_NUMBER, "the upper end of that interval"),                        \
      WINNOW_RATE_OPTION(type, eta, "learning rate; absent: the theorem's for the gap"),                            \
      WINNOW_THRESHOLD_OPTION(type, "threshold; absent: the theorem's for eta and the gap")

/* More parameters of `winnow` and `matrix_winnow`. */
#define WINNOW_START_OPTIONS(type)                                                         \
  WINNOW_SCALE_OPTION(type, "the parameter starts as w0 I; absent: r/n"),                  \
      OPTION_CHOICE(type, normalize, "none", "none trace project",                         \
                    "none; trace: trace 1; project: scaled to trace r after each update"), \
      OPTION_NUMBER(type, hinge, "0", 0, 1e300,                                            \
                    "hinge loss the subspace is known to have at most: eta minimises the bound for it")

#define WINNOW_OPTIONS(type) WINNOW_GAP_OPTIONS(type), WINNOW_START_OPTIONS(type)

#define WINNOW_GAP_RULES(type) \
  RULE_AT_MOST_ORDER(type, r), RULE_BELOW(type, gap_low, gap), RULE_BELOW(type, interval_low, interval_high)
#define WINNOW_RULES(type)                                                 \
  WINNOW_GAP_RULES(type), RULE_WITHOUT(type, w0, normalize, WINNOW_TRACE), \
      RULE_WITHOUT(type, w0, normalize, WINNOW_PROJECT), RULE_ALONE(type, hinge, eta)
