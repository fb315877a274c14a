/* `winnow learn`: any options of a learner and of rows, any rows: a line for each row that was read, and one that says why it ended. The first
 * byte chooses the learner, the rest of the first line is its options; the second line is --rows, or empty; then the rows come. A state that
 * is saved can be loaded, and the rows go on. */
#include <ctype.h>

#include "fuzz_input.h"
#include "serve/learn.h"

/* Orders above 9999 only take memory and time. */
static int asks_for_much(const uint8_t *data, size_t size) {
  size_t digits = 0;
  for (size_t i = 0; i < size; i++) {
    digits = isdigit(data[i]) ? digits + 1 : 0;
    if (digits > 4 || ((data[i] == 'e' || data[i] == 'E') && i > 0 && isdigit(data[i - 1]))) return 1;
  }
  return 0;
}

static status play(const learn_request *request, char *rows, prediction_counts *counts) {
  char *answers = NULL;
  size_t length = 0, lines = 0;
  FILE *in = fmemopen(rows, strlen(rows) + 1, "r"), *out = open_memstream(&answers, &length);
  if (in == NULL || out == NULL) abort();
  (void)fseek(in, 0, SEEK_SET);
  const status code = learn(request, in, out, counts);
  if (fclose(out) != 0 || fclose(in) != 0) abort();
  fuzz_check_message(code, NULL);
  for (size_t i = 0; i < length; i++) lines += answers[i] == '\n';
  if (lines != (length == 0 ? 0 : 3) + counts->instances) abort();
  free(answers);
  return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const learners[] = {"winnow", "perceptron", "matrix_winnow", "widrow_hoff", "ridge", "eg_pm"};
  if (size < 2) return 0;
  char *text = strndup((const char *)data, size), player[400], state[] = "/dev/shm/fuzz-learn-XXXXXX";
  if (text == NULL) abort();
  char *rows = strchr(text, '\n'), *lines = rows == NULL ? NULL : strchr(rows + 1, '\n');
  if (lines == NULL || rows - text > 300 || asks_for_much(data, (size_t)(lines - text))) {
    free(text);
    return 0;
  }
  *rows++ = *lines++ = 0;
  (void)snprintf(player, sizeof player, "%s%s", learners[data[0] % 6], text + 1);
  const int file = mkstemp(state);
  if (file < 0) abort();
  learn_request request = {.learner = player,
                           .rows = *rows == 0 ? NULL : rows,
                           .save = state,
                           .every = 3,
                           .trials = 50,
                           .seed = 1,
                           .eigen = &eigen_own};
  prediction_counts counts;
  if (play(&request, lines, &counts) == STATUS_OK && counts.instances > 0) {
    const learn_request again = {.load = state, .trials = 50, .seed = 1, .eigen = &eigen_own};
    if (play(&again, lines, &counts) != STATUS_OK) abort(); /* the same rows */
  }
  (void)close(file);
  (void)unlink(state);
  free(text);
  return 0;
}
