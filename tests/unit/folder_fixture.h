/* A folder for each test of a suite: TestSuite(name, .init = make_folder, .fini = remove_folder). */
#pragma once

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[32];
static char file_path[64]; /* of a file in it that is not there yet */

/* In memory where that is possible: what is written with care waits for a disk. */
static inline void make_folder(void) {
  strcpy(folder, access("/dev/shm", W_OK) == 0 ? "/dev/shm/winnow-test-XXXXXX" : "/tmp/winnow-test-XXXXXX");
  cr_assert_not_null(mkdtemp(folder));
  snprintf(file_path, sizeof file_path, "%s/file", folder);
}

static inline void remove_folder(void) {
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  cr_assert_eq(system(command), 0);
}

/* The file, with these bytes. */
static inline void write_bytes(const char *bytes, size_t length) {
  FILE *file = fopen(file_path, "w");
  cr_assert_not_null(file);
  cr_assert_eq(fwrite(bytes, 1, length, file), length);
  cr_assert_eq(fclose(file), 0);
}
