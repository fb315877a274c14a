/* Prints, for each case, "problem learner calls1 calls2": allocations in the trial loop of 1,000 and of 10,000 trials. */
#include <gsl/gsl_errno.h>
#include <stdio.h>

#include "unit/allocation_counter.h"
#include "unit/trial_allocations.h"

int main(void) {
  static const size_t trials[2] = {1000, 10000};
  gsl_set_error_handler_off();
  if (!allocation_counter_works()) {
    fprintf(stderr, "allocations: the allocator of this build cannot be counted\n");
    return 2;
  }
  for (size_t i = 0; i < allocation_case_count; i++) {
    size_t calls[2] = {0, 0}, played;
    for (size_t k = 0; k < 2; k++) {
      if (trial_allocations(&allocation_cases[i], trials[k], &calls[k], &played) == STATUS_OK) continue;
      fprintf(stderr, "allocations: %s\n", status_message());
      return 2;
    }
    printf("%s %s %zu %zu\n", allocation_cases[i].problem, allocation_cases[i].learner, calls[0], calls[1]);
  }
  return 0;
}
