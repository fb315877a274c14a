/* Instances as members of a JSON object, the form of recorded sequences and of the pipe protocol:
 *   vector, dyad: "x", or "index" (from 1) and "value"; low_rank: "factors", "weights", "shift"; matrix,
 *     rectangular: "X";
 *   entry, distance: "i" and "j" (from 1); of a meeting also "side", "season", "weight". 17 significant digits. */
#pragma once

#include "spectral/instance/instance.h"

/* Each member begins with a comma, so another member must come before. */
void instance_write_members(FILE *file, const instance *x);
/* The member "margin" of a meeting, where it is known: as the label, it is no secret once the prediction is made. */
void instance_write_margin(FILE *file, const instance *x);
