/* What capped_loss and capped_regret share: a class of measure "regret" has the rows of the regret. */
#ifndef BOUNDS_CAPPED_CAPPED_LOSS_H
#define BOUNDS_CAPPED_CAPPED_LOSS_H

#include "bounds/bound.h"

bool capped_loss_applies(const void *self, const bound_context *context);
extern const bound_methods capped_loss_methods;

#endif
