/* Data files as they are or compressed with gzip. */
#pragma once

#include "base/status.h"

enum { DATA_FILE_LIMIT = 1 << 29 }; /* bytes after decompression */

/* As file_read; a file that begins with the bytes 1f 8b is decompressed, all its members one after the other. STATUS_ABSENT if the program
 * was built without zlib; STATUS_INVALID for a damaged or torn file or one that is longer than the limit. The caller frees. */
status data_file_read(const char *path, char **out, size_t *length);
/* The same as a stream; *text is freed by the caller after closing the stream (NULL for a file that is not compressed). */
status data_file_open(const char *path, FILE **stream, char **text);
/* Version of zlib, or NULL if the program was built without. */
const char *data_file_zlib_version(void);
