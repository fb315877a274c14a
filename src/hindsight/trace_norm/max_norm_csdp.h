/* The max-norm by an outside program. */
#ifndef HINDSIGHT_TRACE_NORM_MAX_NORM_CSDP_H
#define HINDSIGHT_TRACE_NORM_MAX_NORM_CSDP_H

#include "hindsight/trace_norm/max_norm.h"

/* By the program csdp (Borchers 1999), which is found in PATH and run in a temporary folder; only its solution is used,
 * for max_norm_certify, and the interval is rounded outward to multiples of 1e-6, so that its last digits reach no
 * result. STATUS_ABSENT if the program is missing. */
status max_norm_by_csdp(size_t m, size_t n, const double *w, const eigen_backend *eigen, norm_interval *out);

#endif
