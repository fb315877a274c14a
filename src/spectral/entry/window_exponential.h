/* The exponential of a window at its two leading rows: by power series where the window is narrow, else by eigenvalues. Both agree to rounding; the
 * series is 5 to 10 times faster at the orders that such windows have. */
#pragma once

#include "spectral/entry/window_series.h"

typedef struct window_exponential window_exponential;

/* Work space for windows of at most this order. */
status window_exponential_new(arena *memory, size_t largest, window_exponential **out);

/* Of e^(T - C + shift I). t: T, order x order, symmetric; entries beyond half-bandwidth 2 are not read. C = [[mu, off], [off, mu]] in the leading
 * rows; order 1: C is mu alone, the entries (1,2) and (2,2) are 0. STATUS_NUMERIC if an entry of T or of a result is not finite. */
status window_exponential_values(window_exponential *w, size_t order, const double *t, double shift, double mu,
                                 double off, window_values *out);
status window_exponential_change(window_exponential *w, size_t order, const double *t, double shift, double mu,
                                 double off, window_change *out);
/* No eigenvalue of e^(T + shift I) is larger, but for rounding. */
status window_exponential_largest(window_exponential *w, size_t order, const double *t, double shift, double *largest);
