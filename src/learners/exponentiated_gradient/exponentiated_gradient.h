/* Exponentiated gradient: a density W (on the diagonal: weights on the simplex) predicts tr(W X), and learns by
 *
 *   H -= eta g X,   W = exp(H)/tr exp(H)        explicit: g = loss'(tr(W_t X)), for squares 2 (tr(W_t X) - y)
 *                                               implicit: g = loss'(tr(W_{t+1} X)), that is W_{t+1} = argmin Delta(W, W_t) + eta loss(W)
 *
 * (Tsuda, Raetsch & Warmuth 2005; Kivinen & Warmuth 1997; the implicit form is their (2), with footnote 2 in its limit: as eta grows, the
 * projection of W_t onto {tr(W X) = y}). H is kept with ln tr exp(H) = 0, so that nothing overflows. Where g = 0 nothing changes.
 *
 * Square loss, U a density with total loss L_U, tr W_1 = 1, lambda_max - lambda_min <= r for every X, Delta = Delta(U, W_1):
 *
 *   eta = 2c/(r^2 (2+c)):  Delta(U, W_t) - Delta(U, W_{t+1}) >= eta e_t^2 - (c/r^2) (tr(U X_t) - y_t)^2,   e_t = tr(W_t X_t) - y_t
 *                          L <= (1 + c/2) L_U + (1/2 + 1/c) r^2 Delta = (1 + c/2) L_U + Delta/eta
 *   c = r sqrt(2 Dmax/Lmax), L_U <= Lmax, Delta <= Dmax:   L <= L_U + r sqrt(2 Lmax Dmax) + (r^2/2) Delta
 *   eta = 2/r^2, L_U = 0:                                  L <= (r^2/2) Delta
 *
 * The square loss is taken on the whole line, and the prediction is clipped to the problem's interval; other losses are
 * extended linearly outside it (loss.h). A square loss with a scale s has rates 1/s times these.
 *
 * Doubled: vectors x are read as radius (x, -x), which gives weights <w, x> with |w|_1 <= radius, w of any sign; r = 2 radius bound for
 * |x_i| <= bound.
 *
 * The implicit rate is the root of l - eta loss'(p(l)), p(l) = tr(W(l) X) of H - l X, which falls: about ten decompositions per update. */
#pragma once

#include "learners/weights.h"

/* Where the rate comes from: constant "tuned". */
typedef enum rate_origin { RATE_FROM_C, RATE_FROM_LOSS, RATE_SEPARABLE, RATE_GIVEN } rate_origin;

/* The variant of their classes: which options they have beside EXPONENTIATED_RATE_PARAMETERS. */
typedef struct exponentiated_form {
  bool matrix;  /* "range", "start", "representation"; otherwise vectors on the diagonal */
  bool doubled; /* "radius" and "bound" instead of "range" and "start" */
} exponentiated_form;

/* In the order of the choices. */
typedef enum rate_tuning { TUNING_AUTO, TUNING_SEPARABLE } rate_tuning;
typedef enum gradient_update { UPDATE_EXPLICIT, UPDATE_IMPLICIT } gradient_update;

/* The state of these learners. Numbers that are absent are NaN; a class without an option has 0 there before init. */
typedef struct exponentiated {
  spectral *w;
  loss loss;
  size_t n;
  bool doubled;
  double radius, bound;
  double eta, range, c, loss_at_most, divergence_at_most;
  rate_tuning tuning;
  gradient_update update;
  spectral_representation representation;
  const cJSON *start; /* until init; NULL: I/n */
  double saved_eta;   /* eta, or what a loaded state has instead */
  rate_origin tuned;
  double start_trace, start_divergence;
  size_t *index; /* doubled: room for (x, -x) */
  double *value;
} exponentiated;

/* The parameter is of order 2n when doubled. Constants: "eta"; "range": r, NaN if it is not known before; "c": NaN if eta is not from c;
 * "tuned": rate_origin; "loss_at_most", "divergence_at_most": NaN unless tuned from them; "implicit" and "doubled": 1 or 0; "radius" and
 * "bound" (doubled; bound NaN if not given); "start_trace": tr W_1; "start_divergence": -ln lambda_min(W_1), the largest Delta(U, W_1) */
extern const learner_methods exponentiated_methods;

#define EXPONENTIATED_RATE_OPTIONS(type)                                                                              \
  OPTION_ABOVE(type, eta, ABSENT, 0, 1e9, "learning rate; absent: the theorem's for squares"),                        \
      OPTION_ABOVE(type, c, ABSENT, 0, 1e9, "eta = 2c/(r^2 (2+c)); absent, with nothing else to tell the rate: 1"),   \
      OPTION_NUMBER(type, loss_at_most, ABSENT, 0, 1e100,                                                             \
                    "loss the comparator is known to have at most, Lmax: c = r sqrt(2 Dmax/Lmax)"),                   \
      OPTION_NUMBER(                                                                                                  \
          type, divergence_at_most, ABSENT, 0, 1e9,                                                                   \
          "divergence of the comparator from the start at most, Dmax, for loss_at_most; absent: the largest"),        \
      OPTION_CHOICE(type, tuning, "auto", "auto separable", "separable: eta = 2/r^2, for a comparator without loss"), \
      OPTION_CHOICE(type, update, "explicit", "explicit implicit", "slope of the loss at the old or at the new W")

#define EXPONENTIATED_RANGE_OPTION(type, text) OPTION_ABOVE(type, range, ABSENT, 0, 1e100, text)
