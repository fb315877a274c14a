/* How a saved state says that files are read: the first line is any description, the rest any file. Rows come out, or one line
 * that says why not. */
#include <math.h>

#include "base/json.h"
#include "fuzz_input.h"
#include "problems/rows/reading.h"

/* Every row is finite and has a label of 1, -1 or none; in regression any number or none. */
static void read_rows(problem *rows) {
  const bool real = strcmp(rows->class->about.family, "regression") == 0;
  const prediction none = {.value = 1};
  for (;;) {
    instance x;
    double label = 0.0;
    if (problem_next(rows, NULL, &x) != STATUS_OK) return;
    if (problem_reveal(rows, &none, &label) != STATUS_OK) abort();
    if (!isnan(label) && (real ? !isfinite(label) : label != 1.0 && label != -1.0)) abort();
    if (instance_check_finite(&x) != STATUS_OK && *status_message() == 0) abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const uint8_t *end = memchr(data, '\n', size);
  cJSON *description = NULL;
  char path[FUZZ_PATH];
  if (end == NULL) return 0;
  const size_t length = (size_t)(end - data);
  char *text = strndup((const char *)data, length);
  if (text == NULL) abort();
  const status parsed = json_parse(text, &description);
  free(text);
  if (parsed != STATUS_OK) return 0;
  const int file = fuzz_file(end + 1, size - length - 1, path);
  problem rows;
  const status code = problem_reopen("state: problem", description, path, &rows);
  fuzz_check_message(code, NULL);
  if (code == STATUS_OK) read_rows(&rows);
  problem_destroy(&rows);
  cJSON_Delete(description);
  (void)close(file);
  return 0;
}
