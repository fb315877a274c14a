/* The reader of bitmaps takes any bytes: it reads them or refuses them with a message. */
#include "data/bitmaps_file.h"
#include "fuzz_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[FUZZ_PATH];
  const int file = fuzz_file(data, size, path);
  bitmaps_data bitmaps;
  const status code = bitmaps_read(path, &bitmaps);
  fuzz_check_message(code, NULL);
  for (size_t i = 0; code == STATUS_OK && i < bitmaps.count * bitmaps.width * bitmaps.height; i++) {
    if (bitmaps.pixel[i] > 1) abort();
  }
  for (size_t i = 0; code == STATUS_OK && i < bitmaps.count; i++) {
    if (bitmaps.class[i] > 9) abort();
  }
  bitmaps_free(&bitmaps);
  (void)close(file);
  return 0;
}
