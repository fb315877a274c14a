/* Widrow-Hoff, stochastic gradient descent on the square loss, for symmetric matrices; on vectors (diagonal matrices)
 * it is the algorithm of Widrow & Hoff 1960:
 *
 *   W_1 = 0;  z = tr(W X),  yhat = clip(z);  e = z - y;  W <- Pi(W - eta e X)
 *
 * clip is onto the interval of the loss; on the whole line it does nothing. Since y is in the interval, (clip(z) - y)^2
 * <= (z - y)^2: the clipped learner never pays more. With error = "clipped" the update has e = clip(z) - y. The proof is
 * the same:
 *
 *   e_U = tr(U X) - y,
 *   |W - U|^2 - |W' - U|^2 = 2 eta e (z - tr(U X)) - eta^2 e^2 |X|^2 >= eta e^2 - eta e_U^2 / (1 - eta |X|^2),
 *
 * as e (z - clip(z)) >= 0, and 2 e e_U <= (1 - eta |X|^2) e^2 + e_U^2 / (1 - eta |X|^2). Norms are Frobenius norms
 * (vectors: |x|_2).
 *
 * Pi is nothing or the projection onto the semidefinite cone, W_+ (negative eigenvalues become 0). It is the nearest
 * matrix of a convex set, so it brings W nearer to every U of the cone, and the inequality stays for U >= 0.
 *
 * eta: given, tuned on a grid (tuned_grid.h), or by theory from |X| <= length, L_U <= loss_at_most = K and |U| <=
 * radius = R, then eta length^2 = R length / (sqrt K + R length) and the loss is at most (sqrt K + R length)^2
 * (Cesa-Bianchi, Long & Warmuth 1996; Schapire, COS 511). With a loss of scale s, K is in units of the loss.
 *
 * Constants: "eta", "length", "loss_at_most", "radius" (NaN if not given), "clipped", "semidefinite" (0 or 1), and
 * those of tuned_grid.h. */
#pragma once

#include "learners/tuned_grid.h"
#include "learners/weights.h"

/* In the order of the choices. */
typedef enum widrow_hoff_error { ERROR_RAW, ERROR_CLIPPED } widrow_hoff_error;
typedef enum widrow_hoff_projection { PROJECT_NONE, PROJECT_SEMIDEFINITE } widrow_hoff_projection;

typedef struct widrow_hoff {
  spectral *w;
  loss loss;
  double eta, length, loss_at_most, radius;
  widrow_hoff_error error;
  widrow_hoff_projection project;
  spectral_representation representation;
} widrow_hoff;

/* Parameters of both widrow_hoff and matrix_widrow_hoff. */
#define WIDROW_HOFF_OPTIONS(type)                                                                                \
  OPTION_ABOVE(type, eta, ABSENT, 0, 1e12, "learning rate; absent: from length, loss_at_most and radius"),       \
      TUNED_GRID_PARAMETER,                                                                                      \
      OPTION_ABOVE(type, length, ABSENT, 0, 1e12,                                                                \
                   "X: no instance is longer (Frobenius norm); absent: eta or grid is given"),                   \
      OPTION_NUMBER(type, loss_at_most, ABSENT, 0, 1e15,                                                         \
                    "K: the comparator's total loss is at most this; absent: eta or grid is given"),             \
      OPTION_ABOVE(type, radius, ABSENT, 0, 1e12,                                                                \
                   "U: the comparator's length (Frobenius norm) is at most this; absent: eta or grid is given"), \
      OPTION_CHOICE(                                                                                             \
          type, error, "raw", "raw clipped",                                                                     \
          "what drives the update: that of the raw prediction, or of the one clipped to the loss's interval")

/* At one rate (tuned_grid.h). */
extern const learner_methods widrow_hoff_methods;
