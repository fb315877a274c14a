/* Online learning as batch learning, measured after a run on a sample of further trials (cell/online_to_batch.h). */
#pragma once

#include <stddef.h>

typedef struct batch_totals {
  size_t test; /* trials of the test sample; 0: nothing was measured */
  /* (1/m) sum over t = 1..m of the error of the state before trial t */
  double average_error;
  /* The compression scheme: the examples at which a pass over the sorted sample updated, and the hypothesis they give. */
  size_t kept, sample_errors;
  double test_error;
  /* The state at the end of that pass. */
  size_t final_sample_errors;
  double final_test_error;
  /* Cycling over the sample until a pass without update; NaN where there was none. */
  double cycled_updates, cycled_passes, cycled_test_error;
  /* examples that differ from the one before, an equal instance in the sorted sample, by the label */
  size_t contradictions;
} batch_totals;

/* The quantities of observations.tsv, by name; closed by NULL. */
extern const char *const batch_quantities[];
/* Of batch_quantities[i]. */
double batch_quantity(const batch_totals *totals, size_t i);
