/* What the program csdp writes: any solution leads to an interval that holds the max-norm, because only its certificate counts, or is refused. The
 * program is replaced by a function that copies the input. The first bytes choose the matrix, of entries -1, 0 and 1. */
#include <gsl/gsl_errno.h>
#include <math.h>

#include "base/process/program.h"
#include "fuzz_folder.h"
#include "hindsight/trace_norm/max_norm_csdp.h"

int LLVMFuzzerInitialize(int *count, char ***arguments);

int LLVMFuzzerInitialize(int *count, char ***arguments) {
  (void)count, (void)arguments;
  (void)gsl_set_error_handler_off();
  fuzz_set_temporary();
  return 0;
}

/* The folder is one below that of the input. */
status program_run(const char *folder, const char *const *arguments, int *exit_code) {
  char from[200], to[200];
  (void)arguments;
  (void)snprintf(from, sizeof from, "%s/../input", folder);
  (void)snprintf(to, sizeof to, "%s/solution", folder);
  if (rename(from, to) != 0) abort();
  *exit_code = 0;
  return STATUS_OK;
}

/* Nothing else starts a program. */
status program_start(const program *program, process *out) {
  (void)program, (void)out;
  abort();
}

const char *program_search_path(void) {
  abort();
}

/* gamma_2 is at least the largest entry's modulus and at most the root of the smaller order times it. */
static void check(const norm_interval *found, size_t m, size_t n, const double *w) {
  double largest = 0.0;
  for (size_t i = 0; i < m * n; i++) largest = fmax(largest, fabs(w[i]));
  if (!(found->low <= found->high) || !(found->high >= largest)) abort();
  if (found->low > largest * sqrt((double)(m < n ? m : n))) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  double w[9];
  norm_interval found;
  if (size < 3) return 0;
  const size_t m = 1 + (data[0] & 3) % 3, n = 1 + (data[0] >> 2 & 3) % 3;
  for (size_t i = 0; i < m * n; i++) w[i] = (double)(i < 4 ? data[1] >> 2 * i & 3 : data[2] >> (i - 4) & 1) - 1.0;
  fuzz_write(getenv("TMPDIR"), "input", data + 3, size - 3);
  const status code = max_norm_by_csdp(m, n, w, &eigen_gsl, &found);
  fuzz_check_message(code, NULL);
  if (code == STATUS_OK) check(&found, m, n, w);
  return 0;
}
