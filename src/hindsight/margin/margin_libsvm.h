/* LIBSVM's answers for margin_programme.h, not yet rounded. The library is optional: built without it, the functions
 * fail with STATUS_ABSENT. */
#pragma once

#include "hindsight/margin/margin_rows.h"

/* STATUS_ABSENT, with what to install, if it was built without LIBSVM. */
status margin_libsvm_available(void);
/* text has 16 bytes; returns it, or NULL: built without it */
const char *margin_libsvm_version(char text[16]);

/* LIBSVM's one-class machine with a linear kernel and nu = 1/count: the least vector of the hull of the z_i. */
status margin_by_libsvm(const margin_rows *rows, double *mixture);
