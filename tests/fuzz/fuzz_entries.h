/* Problems of entries from files: any bytes are a sequence of entries with labels in their range, or one line that says why not. */
#pragma once

#include "base/json.h"
#include "fuzz_input.h"
#include "problems/problem.h"

enum { FUZZ_TRIALS = 500 };

static inline void fuzz_play(const problem *source) {
  const problem_facts *facts = &source->facts;
  const prediction none = {0};
  instance x;
  double label = 0.0;
  for (size_t t = 0; t < FUZZ_TRIALS; t++) {
    if (problem_next(source, NULL, &x) != STATUS_OK) break;
    if (problem_reveal(source, &none, &label) != STATUS_OK) abort();
    if (x.row >= facts->rows || x.column >= facts->n) abort();
    if (!(label >= facts->loss.label_low && label <= facts->loss.label_high)) abort();
  }
}

/* `more`: options beside the file. */
static inline void fuzz_entries(const char *name, const char *more, const uint8_t *data, size_t size) {
  char path[FUZZ_PATH], json[600];
  const int file = fuzz_file(data, size, path);
  const problem_class *class = problem_find(name);
  const problem_setting setting = {.seed = 1, .trials = FUZZ_TRIALS};
  cJSON *given = NULL;
  options *values = NULL;
  problem made = {0};
  (void)snprintf(json, sizeof json, "{\"file\":\"%s\"%s}", path, more);
  if (class == NULL || json_parse(json, &given) != STATUS_OK) abort();
  if (options_new(&class->about, given, &values) != STATUS_OK) abort();
  const status code = problem_new(class, &setting, values, &made);
  fuzz_check_message(code, NULL);
  if (code == STATUS_OK) fuzz_play(&made);
  problem_destroy(&made);
  options_free(values);
  cJSON_Delete(given);
  (void)close(file);
}
