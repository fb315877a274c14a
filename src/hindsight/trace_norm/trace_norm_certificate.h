/* A lower bound of the least loss in a ball of the trace norm: for any U on the entries,
 *
 *   sum_e min_x (h_e(x) - U_e x) - radius |U| <= min sum_e h_e(W_e)  over |W|_* <= radius, W_e in [low, high],
 *
 * |U| the largest singular value. */
#pragma once

#include "hindsight/trace_norm/trace_norm_entries.h"

/* *least <= the loss of every W of the class, from the weights u of the entries (rounded down). */
status fit_certificate(const fit_entries *entries, const double *u, double radius, double *least);
