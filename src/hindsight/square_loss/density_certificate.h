/* The lower bound of density_fit.h. */
#pragma once

#include "hindsight/square_loss/density_groups.h"
#include "linalg/eigen.h"

/* *least <= the loss of every density, from the residuals e of a good one (rounded outward). */
status density_certificate(const density_groups *groups, const double *e, const eigen_backend *eigen, double *least);
