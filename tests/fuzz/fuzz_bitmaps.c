/* The reader of bitmaps takes any bytes: it reads them or refuses them with a message. */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "problems/bitmaps_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[] = "/tmp/winnow-fuzz-bitmaps-XXXXXX";
  const int file = mkstemp(path);
  if (file < 0) return 0;
  bitmaps_data bitmaps;
  if (write(file, data, size) == (ssize_t)size && bitmaps_read(path, &bitmaps) == STATUS_OK) {
    for (size_t i = 0; i < bitmaps.count * bitmaps.width * bitmaps.height; i++) {
      if (bitmaps.pixel[i] > 1) abort();
    }
    for (size_t i = 0; i < bitmaps.count; i++) {
      if (bitmaps.class[i] > 9) abort();
    }
  }
  bitmaps_free(&bitmaps);
  (void)close(file);
  (void)unlink(path);
  return 0;
}
