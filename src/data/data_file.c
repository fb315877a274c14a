#include "data/data_file.h"
#include <fcntl.h>
#ifdef HAVE_ZLIB
#define ZLIB_CONST
#include <zlib.h>
#endif

#include "base/file.h"

static bool is_compressed(const char *bytes, size_t length) {
  return length >= 2 && (unsigned char)bytes[0] == 0x1f && (unsigned char)bytes[1] == 0x8b;
}

#ifdef HAVE_ZLIB

const char *data_file_zlib_version(void) {
  return zlibVersion();
}

/* Inflates until the input ends; *used bytes are then in *out, which has room for one more. */
static status inflate_all(const char *path, z_stream *z, char **out, size_t *used) {
  size_t room = 0;
  int code = Z_OK;
  while (code != Z_STREAM_END || z->avail_in > 0) {
    if (code == Z_STREAM_END && inflateReset(z) != Z_OK) return FAIL(STATUS_INVALID, "%s: gzip: damaged", path);
    if (room - *used < 2) {
      room = room == 0 ? 1 << 16 : 2 * room;
      TRY(memory_grow(out, room, 1));
    }
    z->next_out = (Bytef *)*out + *used;
    z->avail_out = (uInt)(room - *used - 1);
    code = inflate(z, Z_NO_FLUSH);
    *used = (size_t)((char *)z->next_out - *out);
    if (code == Z_MEM_ERROR) return FAIL(STATUS_MEMORY, "%s: no memory to decompress it", path);
    if (code == Z_BUF_ERROR && z->avail_in == 0) return FAIL(STATUS_INVALID, "%s: gzip: ends too early", path);
    if (code != Z_OK && code != Z_STREAM_END) return FAIL(STATUS_INVALID, "%s: gzip: damaged", path);
    if (*used > DATA_FILE_LIMIT) {
      return FAIL(STATUS_INVALID, "%s: gzip: longer than %d bytes when decompressed", path, DATA_FILE_LIMIT);
    }
  }
  (*out)[*used] = 0;
  return STATUS_OK;
}

static status decompress(const char *path, const char *bytes, size_t length, char **out, size_t *used) {
  enum { GZIP_ONLY = 16 + MAX_WBITS };
  z_stream z = {.next_in = (const Bytef *)bytes, .avail_in = (uInt)length};
  if (length > DATA_FILE_LIMIT) return FAIL(STATUS_INVALID, "%s: gzip: longer than %d bytes", path, DATA_FILE_LIMIT);
  if (inflateInit2(&z, GZIP_ONLY) != Z_OK) return FAIL(STATUS_MEMORY, "%s: no memory to decompress it", path);
  const status code = inflate_all(path, &z, out, used);
  (void)inflateEnd(&z);
  if (code != STATUS_OK) {
    free(*out);
    *out = NULL;
    *used = 0;
  }
  return code;
}

#else

const char *data_file_zlib_version(void) {
  return NULL;
}

static status decompress(const char *path, const char *bytes, size_t length, char **out, size_t *used) {
  return FAIL(STATUS_ABSENT, "%s: is compressed with gzip, and this program was built without zlib (zlib1g-dev)", path);
}

#endif

status data_file_read(const char *path, char **out, size_t *length) {
  FREED char *bytes = NULL;
  size_t count = 0;
  *out = NULL;
  *length = 0;
  TRY(file_read(path, &bytes, &count));
  if (is_compressed(bytes, count)) return decompress(path, bytes, count, out, length);
  *length = count;
  return HAND_OVER(bytes, *out);
}

status data_file_open(const char *path, FILE **stream, char **text) {
  char head[2] = "";
  size_t length = 0;
  *text = NULL;
  if (file_stream(path, O_RDONLY, stream) != STATUS_OK) {
    return FAIL(errno == ENOMEM ? STATUS_MEMORY : STATUS_INVALID, "%s", status_message());
  }
  const size_t got = fread(head, 1, sizeof head, *stream);
  rewind(*stream);
  if (!is_compressed(head, got)) return STATUS_OK;
  (void)fclose(*stream);
  *stream = NULL;
  TRY(data_file_read(path, text, &length));
  *stream = length > 0 ? fmemopen(*text, length, "r") : fopen("/dev/null", "re");
  if (*stream != NULL) return STATUS_OK;
  free(*text);
  *text = NULL;
  return FAIL(STATUS_MEMORY, "%s: no memory to read it", path);
}
