#include "script/custom/observables.h"

#include <stddef.h>

const char *const script_observables[] = {
    "potential", "trace",    "progress",          "least_eigenvalue",        "largest_eigenvalue",
    "rank",      "score",    "expected_mistakes", "subspace_angle",          "prediction_matrix",
    "ordering",  "spectrum", "embedding",         "nearest_neighbour_error", "absolute_error",
    "brier",     "log_loss", "accuracy",          "result_log_loss",         "calibration",
    NULL};
