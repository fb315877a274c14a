/* Data files, compressed or not: any bytes are read or refused in one line, the same by both functions; what was compressed, in any number of
 * members, is read back; and nothing that was cut short. The first byte chooses between the bytes as they are and compressed ones. */
#include <stdbool.h>
#ifdef HAVE_ZLIB
#define ZLIB_CONST
#include <zlib.h>
#endif

#include "data/data_file.h"
#include "fuzz_input.h"

/* Both functions say the same. */
static status read_both(const uint8_t *data, size_t size, char **text, size_t *length) {
  char path[FUZZ_PATH], *kept = NULL;
  const int file = fuzz_file(data, size, path);
  FILE *stream = NULL;
  const status code = data_file_read(path, text, length);
  fuzz_check_message(code, path);
  if (code == STATUS_OK && (*text)[*length] != 0) abort();
  if (data_file_open(path, &stream, &kept) != code) abort();
  for (size_t i = 0; code == STATUS_OK && i < *length; i++) {
    if (fgetc(stream) != (unsigned char)(*text)[i]) abort();
  }
  if (code == STATUS_OK && fgetc(stream) != EOF) abort();
  if (stream != NULL) (void)fclose(stream);
  free(kept);
  (void)close(file);
  return code;
}

#ifdef HAVE_ZLIB

/* One member more at the end of `out`. */
static size_t compress_member(const uint8_t *data, size_t size, int level, uint8_t *out, size_t room) {
  enum { GZIP = 16 + MAX_WBITS, MEMORY = 8 };
  z_stream z = {.next_in = data, .avail_in = (uInt)size, .next_out = out, .avail_out = (uInt)room};
  if (deflateInit2(&z, level, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK) abort();
  if (deflate(&z, Z_FINISH) != Z_STREAM_END) abort();
  const size_t length = room - z.avail_out;
  (void)deflateEnd(&z);
  return length;
}

static void round_trip(const uint8_t *data, size_t size, size_t members, size_t cut) {
  const size_t room = 2 * size + 100 * members, piece = size / members;
  uint8_t *packed = malloc(room);
  char *text = NULL;
  size_t used = 0, length = 0;
  if (packed == NULL) abort();
  for (size_t i = 0; i < members; i++) {
    const size_t start = i * piece, count = i + 1 < members ? piece : size - start;
    used += compress_member(data + start, count, (int)(i % 10), packed + used, room - used);
  }
  if (read_both(packed, used, &text, &length) != STATUS_OK || length != size || memcmp(text, data, size) != 0) abort();
  free(text);
  text = NULL;
  if (members == 1 && cut >= 2 && cut < used && read_both(packed, cut, &text, &length) == STATUS_OK) abort();
  free(text);
  free(packed);
}

#else

static void round_trip(const uint8_t *data, size_t size, size_t members, size_t cut) {
  (void)data, (void)size, (void)members, (void)cut;
}

#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = NULL;
  size_t length = 0;
  if (size < 2) return 0;
  if ((data[0] & 1) != 0) {
    round_trip(data + 2, size - 2, 1 + ((data[0] >> 1) & 3), data[1]);
    return 0;
  }
  (void)read_both(data + 1, size - 1, &text, &length);
  free(text);
  return 0;
}
