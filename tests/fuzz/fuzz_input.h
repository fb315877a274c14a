/* What the fuzz targets share. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/status.h"
#include "data/shared_data.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FUZZ_PATH = 64 };

/* A file in memory with these bytes; its path is written to `path`. */
static inline int fuzz_file(const uint8_t *data, size_t size, char path[FUZZ_PATH]) {
  shared_data_forget(); /* the inputs before */
  const int file = memfd_create("input", MFD_CLOEXEC);
  if (file < 0 || (size > 0 && write(file, data, size) != (ssize_t)size)) abort();
  (void)snprintf(path, FUZZ_PATH, "/proc/self/fd/%d", file);
  return file;
}

/* The lines "--set NAME=VALUE" that a text begins with, cut off from it; as the command line lets them through. Returns what follows. */
enum { FUZZ_SETS = 4 };
static inline char *fuzz_sets(char *text, const char *sets[FUZZ_SETS], size_t *count) {
  static const char option[] = "--set ";
  *count = 0;
  while (*count < FUZZ_SETS && strncmp(text, option, sizeof option - 1) == 0) {
    char *set = text + sizeof option - 1, *end = strchr(set, '\n');
    if (end == NULL || *set == '=' || memchr(set, '=', (size_t)(end - set)) == NULL) break;
    *end = 0;
    sets[(*count)++] = set;
    text = end + 1;
  }
  return text;
}

/* A failure has a message: one line of printable text that begins with `start` (NULL: anything). */
static inline void fuzz_check_message(status code, const char *start) {
  if (code == STATUS_OK) return;
  const char *message = status_message();
  if (*message == 0) abort();
  for (const char *c = message; *c != 0; c++) {
    if ((unsigned char)*c < ' ' || *c == 127) abort();
  }
  if (start != NULL && strncmp(message, start, strlen(start)) != 0) abort();
}
