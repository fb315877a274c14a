/* `winnow serve`: any bytes are a conversation, or end it with one line that says why; each message but bye has one answer. The first byte
 * chooses the learner; lines "--set NAME=VALUE" before the conversation are options. */
#include <ctype.h>

#include "fuzz_input.h"
#include "serve/serve.h"

/* Orders and counts of trials above 9999 only take memory and time. */
static int asks_for_much(const uint8_t *data, size_t size) {
  size_t digits = 0;
  for (size_t i = 0; i < size; i++) {
    digits = isdigit(data[i]) ? digits + 1 : 0;
    if (digits > 4 || data[i] == 'e' || data[i] == 'E') {
      if (digits > 4 || (i > 0 && isdigit(data[i - 1]))) return 1;
    }
  }
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const learners[] = {"winnow", "matrix_perceptron", "matrix_winnow",
                                         "elo",    "constant",          "general_matrix_winnow"};
  if (size < 2 || asks_for_much(data, size)) return 0;
  const char *sets[FUZZ_SETS];
  serve_request request = {.learner = learners[data[0] % 6], .sets = sets};
  char *answers = NULL, *text = malloc(size);
  size_t length = 0;
  char path[FUZZ_PATH];
  if (text == NULL) abort();
  memcpy(text, data + 1, size - 1);
  text[size - 1] = 0;
  const char *messages = fuzz_sets(text, sets, &request.set_count);
  const int file = fuzz_file((const uint8_t *)messages, size - 1 - (size_t)(messages - text), path);
  FILE *in = fopen(path, "r"), *out = open_memstream(&answers, &length);
  if (in == NULL || out == NULL) abort();
  const status code = serve(&request, in, out);
  if (fclose(out) != 0 || fclose(in) != 0) abort();
  fuzz_check_message(code, NULL);
  size_t lines = 0, asked = 0;
  for (size_t i = 0; i < length; i++) lines += answers[i] == '\n';
  for (size_t i = 1; i < size; i++) asked += data[i] == '\n';
  if (lines > asked + 1) abort(); /* the last line may lack its end */
  if (length > 0 && answers[0] != '{') abort();
  free(answers);
  free(text);
  (void)close(file);
  return 0;
}
