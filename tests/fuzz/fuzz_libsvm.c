/* The reader of LIBSVM files: any bytes are rows or one line that says why not. */
#include <math.h>

#include "data/libsvm_file.h"
#include "fuzz_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[FUZZ_PATH];
  const int file = fuzz_file(data, size, path);
  libsvm_data rows = {0};
  const status code = libsvm_read(path, &rows);
  fuzz_check_message(code, path);
  for (size_t i = 0; code == STATUS_OK && i < rows.rows; i++) {
    if (!isfinite(rows.label[i]) || rows.start[i] > rows.start[i + 1]) abort();
    for (size_t j = rows.start[i]; j < rows.start[i + 1]; j++) {
      if (!isfinite(rows.value[j]) || rows.index[j] >= rows.features) abort();
      if (j > rows.start[i] && rows.index[j] <= rows.index[j - 1]) abort();
    }
  }
  libsvm_free(&rows);
  (void)close(file);
  return 0;
}
