/* The reader of kernels, distances and points. The first two bytes choose the form; what is read is a density, or refused in one line. */
#include <math.h>

#include "base/json.h"
#include "fuzz_input.h"
#include "problems/kernels/target_kernel.h"
#include "registry/member.h"

static const parameter parameters[] = {TARGET_KERNEL_PARAMETERS};

static void check_density(const target_kernel *kernel) {
  const size_t n = kernel->n;
  double trace = 0.0;
  if (n < 2 || n > TARGET_KERNEL_ORDER) abort();
  for (size_t i = 0; i < n; i++) {
    trace += kernel->matrix[i * n + i];
    if (kernel->classes != NULL && kernel->classes[i] >= kernel->class_count) abort();
    for (size_t j = 0; j < n; j++) {
      if (!isfinite(kernel->matrix[i * n + j]) || kernel->matrix[i * n + j] != kernel->matrix[j * n + i]) abort();
    }
  }
  if (!(fabs(trace - 1.0) < 1e-9)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const contents[] = {"distances", "kernel", "points", "distances"};
  static const char *const separators[] = {"blank", "comma", "semicolon", "tab"};
  static const char *const headers[] = {"count", "line", "none", "count"};
  static const char *const labels[] = {"first", "last", "none", "none"};
  char path[FUZZ_PATH], json[600];
  if (size < 2) return 0;
  const int file = fuzz_file(data + 2, size - 2, path), points = (data[0] & 3) == 2;
  const problem_class class = {.about = {.name = "k", PARAMETERS(parameters)}};
  cJSON *given = NULL;
  options *values = NULL;
  void *self = NULL;
  size_t n, classes;
  (void)snprintf(json, sizeof json,
                 "{\"file\":\"%s\",\"content\":\"%s\",\"separator\":\"%s\",\"header\":\"%s\",\"labels\":\"%s\"%s%s}",
                 path, contents[data[0] & 3], separators[data[0] >> 2 & 3], headers[data[0] >> 4 & 3],
                 labels[data[0] >> 6], (data[1] & 1) != 0 && !points ? ",\"negative\":\"clip\"" : "",
                 (data[1] & 2) != 0 && points ? ",\"bandwidth\":2" : "");
  if (json_parse(json, &given) != STATUS_OK) abort();
  if (options_new(&class.about, given, &values) != STATUS_OK) abort();
  if (member_new(sizeof(kernel_source), values, &self) != STATUS_OK) abort();
  const problem_setting setting = {.seed = 1, .class = &class, .options = values};
  const status code = kernel_source_facts(self, &setting, &n, &classes);
  fuzz_check_message(code, NULL);
  if (code == STATUS_OK) check_density(((kernel_source *)self)->kernel);
  member_free(self);
  options_free(values);
  cJSON_Delete(given);
  (void)close(file);
  return 0;
}
