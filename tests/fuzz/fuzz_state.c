/* The reader of saved states takes any bytes: it makes a learner of them or refuses them with a message. */
#include <gsl/gsl_errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "learners/state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[] = "/tmp/winnow-fuzz-state-XXXXXX";
  const int file = mkstemp(path);
  (void)gsl_set_error_handler_off();
  if (file < 0) return 0;
  saved_learner saved;
  if (write(file, data, size) == (ssize_t)size && learner_state_read(path, 10, &saved) == STATUS_OK) {
    spectral *w = learner_parameter(&saved.learner);
    double trace = 0.0;
    if (w != NULL) (void)spectral_trace(w, &trace);
    saved_learner_free(&saved);
  }
  (void)close(file);
  (void)unlink(path);
  return 0;
}
