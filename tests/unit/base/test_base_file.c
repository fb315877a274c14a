/* Files, durable replacement. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/file.h"
#include "unit/folder_fixture.h"

TestSuite(base_file, .init = make_folder, .fini = remove_folder);

static size_t synced_files, synced_folders;

/* In place of the C library's, for the whole program. */
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): the header's name is the library's own
int fsync(int descriptor) {
  struct stat about;
  const bool is_folder = fstat(descriptor, &about) == 0 && S_ISDIR(about.st_mode);
  synced_files += !is_folder;
  synced_folders += is_folder;
  return (int)syscall(SYS_fsync, descriptor);
}

static int count_files(void) {
  char command[128];
  snprintf(command, sizeof command, "test $(ls -A %s | wc -l) -eq 1", folder);
  return system(command) == 0 ? 1 : 0;
}

Test(base_file, read_gives_every_byte) {
  for (size_t length = 0; length < 20000; length = 3 * length + 1) {
    char *bytes = malloc(length + 1), *back = NULL;
    size_t got = 1;
    for (size_t i = 0; i < length; i++) bytes[i] = (char)(i * 7);
    write_bytes(bytes, length);
    cr_assert_eq(file_read(file_path, &back, &got), STATUS_OK);
    cr_assert_eq(got, length);
    cr_assert_eq(memcmp(bytes, back, length), 0);
    cr_assert_eq(back[length], '\0');
    free(bytes);
    free(back);
  }
}

Test(base_file, read_refuses_folders_and_absent_files_by_name) {
  char *back = NULL;
  size_t length;
  cr_assert_eq(file_read(folder, &back, &length), STATUS_IO);
  cr_assert_not_null(strstr(status_message(), folder), "%s", status_message());
  cr_assert_eq(file_read(file_path, &back, &length), STATUS_IO);
  cr_assert_not_null(strstr(status_message(), file_path), "%s", status_message());
  cr_assert_null(back);
}

Test(base_file, read_takes_files_that_state_no_size) {
  char *back = NULL;
  size_t length = 0;
  if (!file_exists("/proc/self/status")) cr_skip_test("no /proc");
  cr_assert_eq(file_read("/proc/self/status", &back, &length), STATUS_OK);
  cr_assert(length > 100 && strlen(back) == length);
  free(back);
}

/* None of these waits for the other end of the pipe. */
Test(base_file, only_regular_files_are_opened, .timeout = 10) {
  static const int flags[] = {O_RDONLY, O_WRONLY, O_RDWR | O_CREAT, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW};
  char *back = NULL;
  size_t length = 0;
  cr_assert_eq(mkfifo(file_path, 0600), 0);
  const char *const paths[] = {file_path, "/dev/null", "/dev/zero"};
  for (size_t i = 0; i < 3; i++) {
    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) {
      int descriptor = 0;
      cr_expect_eq(file_open(paths[i], flags[k], &descriptor), STATUS_INVALID, "%s %zu", paths[i], k);
      cr_expect_eq(descriptor, -1);
      cr_expect_not_null(strstr(status_message(), "is not a regular file, expected a file"), "%s", status_message());
    }
    cr_expect_eq(file_read(paths[i], &back, &length), STATUS_INVALID);
  }
}

Test(base_file, a_link_is_followed_unless_told_otherwise) {
  char link[128];
  int descriptor = -1;
  write_bytes("x", 1);
  (void)snprintf(link, sizeof link, "%s/link", folder);
  cr_assert_eq(symlink(file_path, link), 0);
  cr_expect_eq(file_open(link, O_RDONLY, &descriptor), STATUS_OK);
  (void)close(descriptor);
  cr_expect_eq(file_open(link, O_RDONLY | O_NOFOLLOW, &descriptor), STATUS_IO);
  cr_expect_eq(file_copy(link, file_path), STATUS_IO);
}

Test(base_file, folders_with_parents) {
  char deep[128];
  snprintf(deep, sizeof deep, "%s/a//b/c/", folder);
  cr_assert_eq(directory_make(deep), STATUS_OK, "%s", status_message());
  cr_assert_eq(directory_make(deep), STATUS_OK);
  cr_assert(file_exists(deep));
  write_bytes("x", 1);
  snprintf(deep, sizeof deep, "%s/d", file_path);
  cr_assert_eq(directory_make(deep), STATUS_INVALID);
  cr_assert_eq(directory_make(file_path), STATUS_INVALID);
  cr_assert_eq(directory_make(""), STATUS_IO);
}

Test(base_file, replacement_is_all_or_nothing) {
  replacement *file = NULL;
  char *back = NULL;
  size_t length;
  write_bytes("old", 3);
  cr_assert_eq(replacement_begin(file_path, &file), STATUS_OK);
  fputs("half", replacement_stream(file));
  cr_assert_eq(file_read(file_path, &back, &length), STATUS_OK);
  cr_assert_str_eq(back, "old"); /* until the commit */
  free(back);
  replacement_abandon(file);
  cr_assert(count_files() == 1);
  cr_assert_eq(replacement_begin(file_path, &file), STATUS_OK);
  fputs("new", replacement_stream(file));
  cr_assert_eq(replacement_commit(file), STATUS_OK);
  cr_assert_eq(file_read(file_path, &back, &length), STATUS_OK);
  cr_assert_str_eq(back, "new");
  free(back);
  cr_assert(count_files() == 1);
  replacement_abandon(NULL);
}

/* Of two files that belong together the first is settled; the second cannot be written: the first is not replaced either. */
Test(base_file, replacements_are_settled_before_the_first_rename) {
  replacement *first = NULL, *second = NULL;
  char *back = NULL, other[128];
  size_t length;
  snprintf(other, sizeof other, "%s/other", folder);
  write_bytes("old", 3);
  cr_assert_eq(replacement_begin(file_path, &first), STATUS_OK);
  cr_assert_eq(replacement_begin(other, &second), STATUS_OK);
  fputs("new", replacement_stream(first));
  fputs("new", replacement_stream(second));
  const int full = open("/dev/full", O_WRONLY);
  if (full < 0) cr_skip_test("no /dev/full");
  cr_assert(dup2(full, fileno(replacement_stream(second))) >= 0);
  close(full);
  cr_assert_eq(replacement_settle(first), STATUS_OK);
  cr_assert_eq(replacement_settle(first), STATUS_OK); /* nothing left to do */
  cr_assert_eq(replacement_settle(second), STATUS_IO);
  cr_assert_not_null(strstr(status_message(), other), "%s", status_message());
  replacement_abandon(second);
  cr_assert_eq(file_read(file_path, &back, &length), STATUS_OK);
  cr_assert_str_eq(back, "old");
  free(back);
  cr_assert_eq(replacement_commit(first), STATUS_OK);
  cr_assert_eq(file_read(file_path, &back, &length), STATUS_OK);
  cr_assert_str_eq(back, "new");
  free(back);
  cr_assert(count_files() == 1);
}

Test(base_file, replacement_reports_write_errors) {
  replacement *file = NULL;
  write_bytes("old", 3);
  cr_assert_eq(replacement_begin(file_path, &file), STATUS_OK);
  FILE *stream = replacement_stream(file);
  const int full = open("/dev/full", O_WRONLY); /* every write fails as on a full disk */
  if (full < 0) cr_skip_test("no /dev/full");
  cr_assert(dup2(full, fileno(stream)) >= 0);
  close(full);
  fputs("new", stream);
  cr_assert_eq(replacement_commit(file), STATUS_IO);
  cr_assert_not_null(strstr(status_message(), file_path), "%s", status_message());
  cr_assert(count_files() == 1);
  char *back = NULL;
  size_t length;
  cr_assert_eq(file_read(file_path, &back, &length), STATUS_OK);
  cr_assert_str_eq(back, "old");
  free(back);
  char absent[128];
  snprintf(absent, sizeof absent, "%s/no/such", folder);
  cr_assert_eq(replacement_begin(absent, &file), STATUS_IO);
  cr_assert_null(file);
}

/* A rename over a device or a pipe would be its end. */
Test(base_file, only_regular_files_are_replaced) {
  replacement *file = NULL;
  char pipe[128], *back = NULL;
  size_t length;
  struct stat about;
  snprintf(pipe, sizeof pipe, "%s/pipe", folder);
  cr_assert_eq(mkfifo(pipe, 0600), 0);
  const char *const others[] = {pipe, folder};
  for (size_t i = 0; i < 2; i++) {
    cr_expect_eq(file_check_place(others[i]), STATUS_INVALID);
    cr_expect_eq(replacement_begin(others[i], &file), STATUS_IO);
    cr_expect_null(file);
  }
  cr_expect_eq(file_check_place("/dev/null"), STATUS_INVALID);
  cr_assert_eq(unlink(pipe), 0);
  cr_expect_eq(file_check_place(pipe), STATUS_OK);
  /* A link stays one. */
  write_bytes("old", 3);
  cr_expect_eq(file_check_place(file_path), STATUS_OK);
  cr_assert_eq(symlink(file_path, pipe), 0);
  cr_assert_eq(replacement_begin(pipe, &file), STATUS_OK, "%s", status_message());
  fputs("new", replacement_stream(file));
  cr_assert_eq(replacement_commit(file), STATUS_OK);
  cr_assert(lstat(pipe, &about) == 0 && S_ISLNK(about.st_mode));
  cr_assert_eq(file_read(file_path, &back, &length), STATUS_OK);
  cr_assert_str_eq(back, "new");
  free(back);
}

Test(base_file, copies_have_every_byte) {
  char copy[80], *back = NULL;
  size_t length = 0;
  static char bytes[150000];
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)(i * 11);
  write_bytes(bytes, sizeof bytes);
  snprintf(copy, sizeof copy, "%s.copy", file_path);
  cr_assert_eq(file_copy(file_path, copy), STATUS_OK);
  cr_assert_eq(file_read(copy, &back, &length), STATUS_OK);
  cr_expect(length == sizeof bytes && memcmp(back, bytes, length) == 0);
  free(back);
  cr_assert_eq(unlink(copy), 0);
  cr_expect_eq(count_files(), 1, "a temporary file was left");
  cr_expect_eq(file_copy("/nonexistent", copy), STATUS_IO);
  cr_expect_eq(file_copy(file_path, folder), STATUS_IO, "a folder is not replaced");
  snprintf(copy, sizeof copy, "%s.tmp", folder);
  cr_expect_not(file_exists(copy), "a temporary file was left");
}

/* The new file's bytes, and then its name. */
Test(base_file, a_replacement_is_on_the_disk) {
  replacement *file = NULL;
  synced_files = synced_folders = 0;
  cr_assert_eq(replacement_begin(file_path, &file), STATUS_OK, "%s", status_message());
  (void)fputs("new", replacement_stream(file));
  cr_assert_eq(replacement_commit(file), STATUS_OK, "%s", status_message());
  cr_expect_eq(synced_files, 1, "%zu", synced_files);
  cr_expect_eq(synced_folders, 1, "%zu", synced_folders);
}

/* Refused before any folder on its way is made. */
Test(base_file, names_of_folders_that_are_too_long) {
  char longest[NAME_MAX + 2] = "", path[2 * NAME_MAX], parent[64];
  memset(longest, 'a', NAME_MAX + 1);
  (void)snprintf(parent, sizeof parent, "%s/parent", folder);
  (void)snprintf(path, sizeof path, "%s/%s/child", parent, longest);
  cr_expect_eq(directory_make(path), STATUS_IO);
  cr_expect_not_null(strstr(status_message(), "too long"), "%s", status_message());
  cr_expect(!file_exists(parent));
  longest[NAME_MAX] = '\0';
  (void)snprintf(path, sizeof path, "%s/%s/child", parent, longest);
  cr_expect_eq(directory_make(path), STATUS_OK, "%s", status_message());
  cr_expect(file_exists(path));
}
