/* The reader of ratings. The first byte chooses order, loss and what is kept. */
#include "fuzz_entries.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const orders[] = {"time", "file", "shuffled", "time"};
  char more[300];
  if (size == 0) return 0;
  (void)snprintf(more, sizeof more,
                 ",\"row\":\"u\",\"column\":\"i\",\"rating\":\"q\",\"time\":\"t\",\"order\":\"%s\"%s%s%s",
                 orders[data[0] & 3], (data[0] & 4) != 0 ? ",\"loss\":\"linear\"" : "",
                 (data[0] & 8) != 0 ? ",\"top_rows\":1" : "", (data[0] & 16) != 0 ? ",\"top_columns\":2" : "");
  fuzz_entries("ratings", more, data + 1, size - 1);
  return 0;
}
