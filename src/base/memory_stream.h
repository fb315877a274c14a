/* Streams into memory that report a failed allocation: glibc's open_memstream loses what was written, and neither ferror nor fclose shows it. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* As open_memstream: a stream whose bytes are *text, *length of them and a 0 byte, after fflush and fclose; it can be rewound. NULL if
 * there is no memory. fclose is not 0 if anything was lost: *text is NULL then. Both are noted as well (status_note_memory). The caller
 * frees *text. */
FILE *memory_stream(char **text, size_t *length);
