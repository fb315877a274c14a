#include "bounds/batch/batch_totals.h"
#include <math.h>

const char *const batch_quantities[] = {"average_error",
                                        "kept",
                                        "sample_errors",
                                        "test_error",
                                        "final_sample_errors",
                                        "final_inconsistent",
                                        "final_test_error",
                                        "cycled_updates",
                                        "cycled_passes",
                                        "cycled_test_error",
                                        NULL};

double batch_quantity(const batch_totals *totals, size_t i) {
  const double values[] = {totals->average_error,
                           (double)totals->kept,
                           (double)totals->sample_errors,
                           totals->test_error,
                           (double)totals->final_sample_errors,
                           totals->final_sample_errors > 0 ? 1.0 : 0.0,
                           totals->final_test_error,
                           totals->cycled_updates,
                           totals->cycled_passes,
                           totals->cycled_test_error};
  return i < sizeof values / sizeof values[0] ? values[i] : NAN;
}
