/* The reader of graphs. The first byte chooses format and labels. */
#include "fuzz_entries.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const formats[] = {"auto", "rudy", "matrix_market", "auto"};
  char more[200];
  if (size == 0) return 0;
  const bool weights = (data[0] & 4) != 0;
  (void)snprintf(more, sizeof more, ",\"format\":\"%s\",\"labels\":\"%s\"", formats[data[0] & 3],
                 weights ? "weights" : "signs");
  fuzz_entries("graph", more, data + 1, size - 1);
  return 0;
}
