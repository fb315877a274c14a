/* Matrix Winnow as a learner; `winnow` is the same learner on the diagonal representation.
 *
 *   W = exp(H), H starts as ln(w0) I; predict +1 iff tr(W X) >= theta; on a mistake H += eta y X      (Warmuth 2007, Algorithm 1)
 *   normalize = "trace":   W is kept at trace 1 (H starts as -ln(n) I)                                 (footnote 5)
 *   normalize = "project": after an update W is scaled to trace r, the Bregman projection onto {tr W = r}
 *
 * Scaling W is adding a multiple of I to H. Instances with spectrum in [a,b] other than [0,1] are read as (X - aI)/(b - a);
 * gaps, thresholds, scores and steps are those of what is read. */
#ifndef LEARNERS_WINNOW_MATRIX_WINNOW_H
#define LEARNERS_WINNOW_MATRIX_WINNOW_H

#include "learners/learner.h"
#include "learners/weights.h"
#include "learners/winnow/winnow_parameters.h"

/* In the order of the choices of `normalize`. */
typedef enum winnow_normalize { WINNOW_NONE, WINNOW_TRACE, WINNOW_PROJECT } winnow_normalize;

/* The options of a scenario; NaN: the theorem's value. */
typedef struct winnow_settings {
  size_t r;
  double gap_low, gap, hinge;
  double interval_low, interval_high;
  double eta, theta, w0;
  winnow_normalize normalize;
  spectral_representation representation;
} winnow_settings;

/* The options of WINNOW_GAP_PARAMETERS and `representation`; those of WINNOW_START_PARAMETERS have their defaults. */
winnow_settings winnow_settings_of(const options *options);
/* Refuses settings that contradict each other or the setting; `who` begins the message. */
status winnow_settings_check(const char *who, const learner_setting *setting, const winnow_settings *settings);
/* The state of a learner; learners on top of it have it as their first member, so that these functions are theirs, too. */
typedef struct matrix_winnow {
  spectral *w;
  size_t n, r;
  double gap_low, gap, hinge, interval_low, interval_high, eta, theta, w0;
  winnow_normalize normalize;
  bool given; /* eta, theta or w0 is written in the scenario */
  bool moved; /* the interval is not [0,1] */
} matrix_winnow;

status matrix_winnow_init(matrix_winnow *winnow, const learner_setting *setting, const winnow_settings *settings);
void matrix_winnow_clear(void *self);
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
#define WINNOW_GAP_PARAMETERS                                                                                         \
  WINNOW_RANK_PARAMETER("rank of the hidden subspace (literals of the disjunction) the learner is tuned for"),        \
      WINNOW_GAP_PARAMETER("positive instances, moved into [0,1], have tr(PX) >= gap"),                               \
      {.name = "gap_low",                                                                                             \
       .type = PARAMETER_NUMBER,                                                                                      \
       .value = "0",                                                                                                  \
       .low = 0,                                                                                                      \
       .high = 1,                                                                                                     \
       .open_high = true,                                                                                             \
       .meaning = "negative instances, moved into [0,1], have tr(PX) <= gap_low, which is below gap"},                \
      {.name = "interval_low",                                                                                        \
       .type = PARAMETER_NUMBER,                                                                                      \
       .value = "0",                                                                                                  \
       .meaning = "the instances' eigenvalues lie in [interval_low, interval_high] = [a,b]: they are moved into "     \
                  "[0,1] as (X - aI)/(b - a)"},                                                                       \
      {.name = "interval_high", .type = PARAMETER_NUMBER, .value = "1", .meaning = "the upper end of that interval"}, \
      WINNOW_RATE_PARAMETER("eta", "learning rate; absent: the theorem's for the gap"),                               \
      WINNOW_THRESHOLD_PARAMETER("threshold; absent: the theorem's for eta and the gap")

/* More parameters of `winnow` and `matrix_winnow`. */
#define WINNOW_START_PARAMETERS                                                                   \
  WINNOW_SCALE_PARAMETER("the parameter starts as w0 I; absent: r/n"),                            \
      {.name = "normalize",                                                                       \
       .type = PARAMETER_CHOICE,                                                                  \
       .value = "none",                                                                           \
       .choices = "none trace project",                                                           \
       .meaning = "none; trace: trace 1; project: scaled to trace r after each update"},          \
  {                                                                                               \
    .name = "hinge", .type = PARAMETER_NUMBER, .value = "0", .low = 0, .high = 1e300,             \
    .meaning = "hinge loss the subspace is known to have at most: eta minimises the bound for it" \
  }

#define WINNOW_PARAMETERS WINNOW_GAP_PARAMETERS, WINNOW_START_PARAMETERS

#endif
