/* Winnow with weights on the simplex, the learner of linear thresholds with a margin.
 *
 *   predict the sign of <w,x> (0 counts as +1); if y <w,x> <= threshold:  w_i <- w_i exp(eta y x_i) / Z
 *
 * (Littlestone 1988; Kivinen & Warmuth 1997). A comparator u on the simplex with y <u,x> >= margin > threshold, entries of the
 * instances in [-range, range]: every update lowers the divergence of u from w by at least
 *
 *   C = eta margin - ln( b e^(eta range) + (1 - b) e^(-eta range) ),   b = (range + threshold) / (2 range),
 *
 * the most for eta = (atanh(margin/range) - atanh(threshold/range)) / range, where C is the binary relative entropy between
 * (range + margin)/(2 range) and b.
 *
 * Balanced Winnow is the same learner on the doubled instances (x, -x), for comparators of any sign.
 *
 * Symmetric matrices X with eigenvalues in [-range, range] take the place of vectors: W = exp(H)/tr exp(H), the sign of tr(WX), on an
 * update H += eta y X. A comparator is a density U; by Golden-Thompson and the chord of e^x on [-range, range] C is the same, with
 * ln n for the divergence of equal weights. It is General Matrix Winnow's sign problem (gap_low = -gap, so theta = 0) without the
 * embedding: for symmetric X with |X| <= 1 none is needed. The spectral parameter's representation is that of the kind. */
#ifndef LEARNERS_WINNOW_SIMPLEX_WINNOW_H
#define LEARNERS_WINNOW_SIMPLEX_WINNOW_H

#include "learners/learner.h"

/* eta that makes the guaranteed progress largest. */
double simplex_winnow_rate(double range, double margin, double threshold);
/* C above; any eta. */
double simplex_winnow_progress(double eta, double range, double margin, double threshold);

/* NaN eta: the best for the margin. start: NULL for equal weights, or weights >= 0 of any sum > 0; what starts at 0 stays 0
 * (vectors only, as `doubled`). */
typedef struct simplex_winnow_settings {
  double range, margin, threshold, eta;
  bool doubled;
  size_t start_count;
  const double *start;
} simplex_winnow_settings;

/* The options of SIMPLEX_WINNOW_PARAMETERS; threshold 0, equal start. */
simplex_winnow_settings simplex_winnow_settings_of(const options *options);
status simplex_winnow_settings_check(const char *who, const learner_setting *setting,
                                     const simplex_winnow_settings *settings);
status simplex_winnow_build(const learner_setting *setting, const simplex_winnow_settings *settings, void **self);
/* Equal weights again, tuned for another margin. */
status simplex_winnow_restart(void *self, double margin);

void simplex_winnow_destroy(void *self);
status simplex_winnow_predict(void *self, const instance *x, prediction *out);
status simplex_winnow_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated);
status simplex_winnow_score(void *self, const instance *x, double *score);
status simplex_winnow_save(void *self, cJSON *state);
status simplex_winnow_load(void *self, const cJSON *state);
spectral *simplex_winnow_parameter(void *self); /* of order 2n when doubled */
/* "eta", "threshold", "margin", "range", "doubled" (1 or 0), "given" (1 if eta is written in the scenario) */
bool simplex_winnow_constant(const void *self, const char *name, double *value);

#define SIMPLEX_WINNOW_PARAMETERS                                                                           \
  {.name = "margin",                                                                                        \
   .type = PARAMETER_NUMBER,                                                                                \
   .value = NULL,                                                                                           \
   .low = 0,                                                                                                \
   .high = 1e100,                                                                                           \
   .open_low = true,                                                                                        \
   .meaning = "the learner is tuned for comparators with y <u,x> >= margin, |u|_1 = 1; it is below range"}, \
      {.name = "range",                                                                                     \
       .type = PARAMETER_NUMBER,                                                                            \
       .value = "1",                                                                                        \
       .low = 0,                                                                                            \
       .high = 1e100,                                                                                       \
       .open_low = true,                                                                                    \
       .meaning = "largest modulus of an entry of the instances"},                                          \
  {                                                                                                         \
    .name = "eta", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 100, .open_low = true,          \
    .meaning = "learning rate; absent: the best for margin, atanh(margin/range)/range at threshold 0"       \
  }

#endif
