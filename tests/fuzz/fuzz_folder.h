/* Folders in memory for readers of whole folders: the input is cut into files at lines "== NAME". */
#pragma once

#include <ftw.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "fuzz_input.h"

static inline int fuzz_remove_one(const char *path, const struct stat *about, int kind, struct FTW *where) {
  (void)about, (void)kind, (void)where;
  return remove(path);
}

static inline void fuzz_folder_remove(const char *path) {
  enum { DESCRIPTORS = 8 };
  if (nftw(path, fuzz_remove_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS) != 0) abort();
}

/* An empty folder; its path is written to `path`. */
static inline void fuzz_folder_make(char path[FUZZ_PATH]) {
  const char *memory = "/dev/shm";
  (void)snprintf(path, FUZZ_PATH, "%s/winnow-fuzz-XXXXXX", access(memory, W_OK) == 0 ? memory : "/tmp");
  if (mkdtemp(path) == NULL) abort();
}

/* For code that takes the folder of temporary files from the environment: one for the process, because each setenv takes memory. */
static inline void fuzz_remove_temporary(void) {
  fuzz_folder_remove(getenv("TMPDIR"));
}

static inline void fuzz_set_temporary(void) {
  char path[FUZZ_PATH];
  fuzz_folder_make(path);
  if (setenv("TMPDIR", path, 1) != 0 || atexit(fuzz_remove_temporary) != 0) abort();
}

static inline void fuzz_write(const char *folder, const char *name, const uint8_t *data, size_t size) {
  char path[2 * FUZZ_PATH];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  if (file == NULL || fwrite(data, 1, size, file) != size || fclose(file) != 0) abort();
}

/* The name after "== ", if it is one of `names` (closed by NULL). */
static inline const char *fuzz_part_name(const uint8_t *line, size_t length, const char *const *names) {
  if (length < 3 || memcmp(line, "== ", 3) != 0) return NULL;
  for (; *names != NULL; names++) {
    if (strlen(*names) == length - 3 && memcmp(line + 3, *names, length - 3) == 0) return *names;
  }
  return NULL;
}

/* Writes the parts with these names into the folder; a part that comes twice is the last one. */
static inline void fuzz_folder_fill(const char *folder, const uint8_t *data, size_t size, const char *const *names) {
  const char *name = NULL;
  size_t start = 0;
  for (size_t at = 0; at <= size;) {
    const uint8_t *end = at < size ? memchr(data + at, '\n', size - at) : NULL;
    const size_t stop = end == NULL ? size : (size_t)(end - data);
    const char *next = at < size ? fuzz_part_name(data + at, stop - at, names) : NULL;
    if (name != NULL && (next != NULL || at >= size)) fuzz_write(folder, name, data + start, at - start);
    if (at >= size) return;
    at = stop + 1 < size ? stop + 1 : size;
    if (next != NULL) {
      name = next;
      start = at;
    }
  }
}

/* What is printed is of no interest. */
static inline void fuzz_silence(void) {
  if (freopen("/dev/null", "w", stdout) == NULL) abort();
}
