/* The implicit step of a density W = exp(H)/tr exp(H), ln tr exp(H) = 0 before and after:
 *
 *   H -= l X, l the root of l - eta slope(p(l)),  p(l) = tr(W(l) X):   W' = argmin Delta(W', W) + eta loss(tr(W' X)),  slope = loss'
 *
 * (Tsuda, Raetsch & Warmuth 2005, (2) and (3)). p falls and slope rises, so there is one root, between 0 and eta
 * slope(p(0)). */
#pragma once

#include "spectral/spectral.h"

/* score: p(0). slope: increasing, finite. About ten scores of the moved parameter, each with its decomposition. */
status implicit_step(spectral *w, const instance *x, double eta, double score,
                     double (*slope)(void *context, double score), void *context);
