/* Scores of many instances at once, for representations whose score is a sum of quadratic forms z^T M z: the vectors z
 * of several instances form a panel, so that M is read once for all of them (linalg/panel_kernel.h). */
#pragma once

#include "spectral/instance/instance.h"

/* forms[v] = z_v^T M z_v for count <= PANEL_VECTORS dense vectors of length n, bit for bit what `score` computes for
 * one. */
typedef void panel_forms(void *self, size_t count, const double *const *z, double *forms);

/* True for dense dyads and low rank. */
bool score_panel_takes(const instance *x);
/* A dyad: sums[i] = its form. Low rank: sums[i] += weight times form for each factor, in their order. score_panel_takes
 * must hold for all of them. */
void score_panels(void *self, panel_forms *forms, size_t count, const instance *xs, double *sums);
