/* Links: the scalar function f of W = f(H), with what is needed to evaluate it without cancellation or overflow. */
#pragma once

#include "base/status.h"

typedef enum spectral_link { LINK_EXP, LINK_IDENTITY, LINK_SINH } spectral_link;
const char *spectral_link_name(spectral_link link); /* "exp", "identity", "sinh" */

double link_value(spectral_link link, double argument);                    /* f(h) */
double link_difference(spectral_link link, double base, double increment); /* f(c + s) - f(c) */

/* Maps an eigenvalue of the argument: *argument = f^-1(map(f(h))). An eigenvalue that map does not change keeps its
 * argument to the last digit. STATUS_NUMERIC if map leaves the range of f. */
status link_map(spectral_link link, double (*map)(void *context, double eigenvalue), void *context, double *argument);
