/* Matrix Winnow with linear side constraints on W (Warmuth 2007, side constraints). W_1 is the Bregman projection of (r/n) I
 * onto the constraints, and each update exp(log W + eta y X) is projected again. By the generalised Pythagorean theorem a
 * projection never takes W further from a P that satisfies the constraints, so the mistake bound still holds.
 *
 * Learners of the family "constrained_winnow" have constrained_winnow_methods, whose state constrained_winnow_violation looks into. */
#pragma once

#include "learners/learner.h"

/* Options of the family. */
enum { CONSTRAINED_WINNOW_PARAMETERS = 5 };
extern const parameter constrained_winnow_parameters[CONSTRAINED_WINNOW_PARAMETERS];
enum { CONSTRAINED_WINNOW_RULES = 1 };
extern const option_rule constrained_winnow_rules[CONSTRAINED_WINNOW_RULES];

/* Constants: "eta", "theta", "w0", "r", "gap", "comparator_scale" (1); of the projections: "kkt_residual" (largest so far, in units of
 * the constraints' values), "projection_weight" (of the last one: what a comparator that violates the constraints by v costs is at most
 * weight * v), "constraint_scale" */
extern const learner_methods constrained_winnow_methods;
/* How far U is from satisfying the constraints (projection_violation). */
status constrained_winnow_violation(void *self, const instance *u, double *violation);
