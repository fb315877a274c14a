/* (Matrix) Winnow with different rates alpha, beta for the two kinds of updates, deterministic or randomised (Warmuth 2007,
 * section 1; weighted majority: Littlestone and Warmuth 1994).
 *
 *   W = exp(H), H starts as ln(r/n) I; positive update H += alpha X, negative update H -= beta X
 *   deterministic  predicts +1 iff tr(WX) >= theta, updates on mistakes
 *   randomised     predicts +1 with probability p = min(1, tr(WX) / theta), updates in every trial whose conditional
 *                  error probability is positive: the coins decide the prediction only, W does not depend on them
 *
 * beta may be infinite: a negative instance then removes its range from W (elimination_winnow.h). The constants of the
 * theorems are in asymmetric_tuning.h.
 *
 * normalize = "trace": W is kept at trace 1 and H starts as -ln(n) I; the constants of its theorems, with rates = "capacity" the best of all
 * that have two rates, are in capacity_tuning.h. The randomised learner of that name takes its rates from the score of each trial. */
#pragma once

#include "learners/learner.h"

/* The last one is the representation, which the learners of vectors do not have. */
enum { ASYMMETRIC_PARAMETERS = 12, ASYMMETRIC_VECTOR_PARAMETERS = 11, ASYMMETRIC_RULES = 7 };
extern const parameter asymmetric_parameters[ASYMMETRIC_PARAMETERS];
extern const option_rule asymmetric_rules[ASYMMETRIC_RULES];

/* A class that is randomised predicts by coins. The parameter is NULL in elimination. Constants: "alpha", "beta" (may be infinite; both NaN
 * where the score decides them), "theta" (deterministic), "saturation" (randomised, theta above), "w0", "r", "gap", "gap_low",
 * "given" (1 if a rate or theta is written in the scenario), "comparator_scale" (zeta of asymmetric_tuning.h); with trace 1
 * "comparator_trace" in its place, "most_up" and "most_down" (of capacity_tuning.h), "log_normalizer" (ln of the trace that the last update left before W was scaled), and
 * for a randomised learner "expected_progress" (J2 of capacity_tuning.h); in elimination "trace", tr W now */
extern const learner_methods asymmetric_winnow_methods;
