/* The reader of saved states takes any bytes: it makes a learner of them or refuses them with a message. What it makes and can be saved
 * is read again. */
#include <gsl/gsl_errno.h>

#include "fuzz_input.h"
#include "serve/state.h"

static void write_again(const saved_learner *saved) {
  char *text = NULL, path[FUZZ_PATH];
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  saved_learner again;
  if (file == NULL) abort();
  const status code = learner_state_write(file, &saved->learner, &saved->setting, saved->options, NULL);
  fuzz_check_message(code, NULL); /* weights that have become infinite are no state */
  if (fclose(file) != 0) abort();
  const int copy = fuzz_file((const uint8_t *)text, length, path);
  if (code == STATUS_OK && learner_state_read(path, 10, &again) != STATUS_OK) {
    (void)fprintf(stderr, "%s\n%s\n", status_message(), text);
    abort();
  }
  if (code == STATUS_OK) saved_learner_free(&again);
  (void)close(copy);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[FUZZ_PATH];
  const int file = fuzz_file(data, size, path);
  saved_learner saved;
  (void)gsl_set_error_handler_off();
  const status code = learner_state_read(path, 10, &saved);
  fuzz_check_message(code, NULL);
  if (code == STATUS_OK) {
    spectral *w = learner_parameter(&saved.learner);
    double trace = 0.0;
    if (w != NULL) (void)spectral_trace(w, &trace);
    if (learner_saves(saved.learner.class)) write_again(&saved);
    saved_learner_free(&saved);
  }
  (void)close(file);
  return 0;
}
