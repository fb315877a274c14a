/* The reader of rows with real labels takes any bytes: it reads them or refuses them with a message. The first two bytes choose the form. */
#include <math.h>

#include "base/json.h"
#include "fuzz_input.h"
#include "problems/problem.h"

/* Every row is finite, and so is its label. */
static void play(problem *rows) {
  const prediction none = {.value = 0};
  for (;;) {
    instance x;
    double label = 0.0;
    if (problem_next(rows, NULL, &x) != STATUS_OK) return;
    if (problem_reveal(rows, &none, &label) != STATUS_OK) abort();
    if (instance_check_finite(&x) != STATUS_OK || !isfinite(label) || x.n != rows->facts.n) abort();
  }
}

static status read_rows(const char *json) {
  const problem_class *class = problem_find("regression_data");
  const problem_setting setting = {.seed = 1};
  problem rows = {.class = NULL};
  cJSON *given = NULL;
  options *values = NULL;
  if (json_parse(json, &given) != STATUS_OK) abort();
  if (options_new(&class->about, given, &values) != STATUS_OK) abort();
  const status code = problem_new(class, &setting, values, &rows);
  if (code == STATUS_OK) play(&rows);
  problem_destroy(&rows);
  options_free(values);
  cJSON_Delete(given);
  return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const separators[] = {"comma", "semicolon", "tab", "blank"};
  static const char *const scalings[] = {"none", "unit", "max_abs", "standard"};
  static const char *const lengths[] = {"none", "unit", "largest", "none"};
  static const char *const labels[] = {"none", "unit", "centred", "standard"};
  char path[FUZZ_PATH], json[500], form[200];
  if (size < 2) return 0;
  const int file = fuzz_file(data + 2, size - 2, path);
  (void)snprintf(form, sizeof form, ",\"separator\":\"%s\",\"header\":%s,\"label\":\"%d\"%s%s", separators[data[0] & 3],
                 (data[0] & 4) != 0 ? "true" : "false", 1 + ((data[0] >> 3) & 3),
                 (data[0] & 32) != 0 ? ",\"one_hot\":\"2\"" : "", (data[0] & 64) != 0 ? ",\"omit\":\"3\"" : "");
  (void)snprintf(
      json, sizeof json,
      "{\"file\":\"%s\",\"format\":\"%s\"%s,\"scaling\":\"%s\",\"normalize\":\"%s\",\"label_scaling\":\"%s\","
      "\"intercept\":%s}",
      path, (data[0] & 128) != 0 ? "libsvm" : "table",
      (data[0] & 128) == 0 ? form
      : (data[0] & 1) != 0 ? ",\"online\":true"
                           : "",
      (data[1] & 128) != 0 ? "rank" : scalings[data[1] & 3], lengths[(data[1] >> 2) & 3], labels[(data[1] >> 4) & 3],
      (data[1] & 64) != 0 ? "true" : "false");
  fuzz_check_message(read_rows(json), NULL);
  (void)close(file);
  return 0;
}
