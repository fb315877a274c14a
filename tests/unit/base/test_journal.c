/* Journals: what they give back, after cuts, changes and kills. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/journal.h"
#include "unit/folder_fixture.h"

TestSuite(journal, .init = make_folder, .fini = remove_folder);

static size_t synced;

/* In place of the C library's, for the whole program. */
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): the header's name is the library's own
int fdatasync(int descriptor) {
  synced++;
  return (int)syscall(SYS_fdatasync, descriptor);
}

static const char *const payloads[] = {"{\"cell\":\"a\"}", "", "12 34 not a length", "last one \xc3\xa4\t\r."};
enum { PAYLOADS = 4 };

typedef struct seen {
  size_t count;
  char text[16][64];
} seen;

static status note(void *context, const char *payload, size_t length, size_t offset) {
  (void)offset;
  seen *all = context;
  cr_assert(all->count < 16 && length < 64);
  cr_assert_eq(strlen(payload), length);
  memcpy(all->text[all->count++], payload, length + 1);
  return STATUS_OK;
}

static void append_all(void) {
  journal *file = NULL;
  cr_assert_eq(journal_open(file_path, &file), STATUS_OK, "%s", status_message());
  for (int i = 0; i < PAYLOADS; i++) cr_assert_eq(journal_append(file, payloads[i]), STATUS_OK);
  cr_assert_eq(journal_append(file, "two\nlines"), STATUS_INVALID);
  cr_assert_eq(journal_close(file), STATUS_OK);
}

static size_t scan(seen *all, size_t *damaged) {
  all->count = 0;
  cr_assert_eq(journal_scan(file_path, note, all, damaged), STATUS_OK);
  return all->count;
}

Test(journal, gives_back_its_records) {
  seen all;
  size_t damaged;
  cr_assert_eq(scan(&all, &damaged), 0); /* missing file */
  append_all();
  append_all();
  cr_assert_eq(scan(&all, &damaged), 2 * PAYLOADS);
  cr_assert_eq(damaged, 0);
  for (int i = 0; i < 2 * PAYLOADS; i++) cr_assert_str_eq(all.text[i], payloads[i % PAYLOADS]);
}

/* For every length to which a kill may have cut the file: the whole records before the cut are there, nothing else
 * is, and appending afterwards gives an undamaged journal. */
Test(journal, survives_a_cut_at_every_byte) {
  char *bytes = NULL;
  size_t length, damaged;
  seen all;
  append_all();
  cr_assert_eq(file_read(file_path, &bytes, &length), STATUS_OK);
  for (size_t cut = 0; cut <= length; cut++) {
    size_t whole = 0;
    for (size_t i = 0; i < cut; i++) whole += bytes[i] == '\n';
    write_bytes(bytes, cut);
    cr_assert_eq(scan(&all, &damaged), whole, "cut at %zu", cut);
    cr_assert_eq(damaged, 0);
    append_all();
    cr_assert_eq(scan(&all, &damaged), whole + PAYLOADS, "cut at %zu, appended", cut);
    cr_assert_eq(damaged, 0, "cut at %zu, appended", cut);
    for (size_t i = 0; i < whole; i++) cr_assert_str_eq(all.text[i], payloads[i]);
    for (size_t i = 0; i < PAYLOADS; i++) cr_assert_str_eq(all.text[whole + i], payloads[i]);
  }
  free(bytes);
}

/* Any changed byte costs its record (two if it is a line end), never gives a wrong one. */
Test(journal, notices_every_changed_byte) {
  char *bytes = NULL;
  size_t length, damaged;
  seen all;
  append_all();
  cr_assert_eq(file_read(file_path, &bytes, &length), STATUS_OK);
  for (size_t at = 0; at < length; at++) {
    const char before = bytes[at];
    bytes[at] = (char)(before ^ 1);
    write_bytes(bytes, length);
    const size_t count = scan(&all, &damaged);
    cr_assert(count < PAYLOADS && count + 2 >= PAYLOADS, "byte %zu: %zu records", at, count);
    /* Without its line end the last one is torn. */
    cr_assert_eq(damaged, at + 1 < length, "byte %zu: %zu damaged", at, damaged);
    for (size_t i = 0, j = 0; i < count; i++, j++) {
      while (j < PAYLOADS && strcmp(all.text[i], payloads[j]) != 0) j++;
      cr_assert(j < PAYLOADS, "byte %zu: record '%s' was never written", at, all.text[i]);
    }
    bytes[at] = before;
  }
  free(bytes);
}

/* What is no record of ours stays to the byte, wherever it stands, with or without a last line end; records are added after it. */
Test(journal, keeps_what_it_cannot_read) {
  static const char *const foreign[] = {"winnow journal 2\nid=1 data=abc\n",
                                        "winnow journal 2",
                                        "{\"cell\":\"0123456789abcdef\"}",
                                        "\001\002binary",
                                        "12 0123456789abcdefX",
                                        "7",
                                        "12 0123456789abcdef0123456789abcdef.",
                                        "x\n\n\n"};
  for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
    seen all;
    char *bytes = NULL;
    size_t length, damaged;
    const size_t given = strlen(foreign[i]);
    const bool torn = strcmp(foreign[i], "7") == 0; /* may be the length of a record, and is worth nothing */
    write_bytes(foreign[i], given);
    append_all();
    append_all();
    cr_assert_eq(scan(&all, &damaged), 2 * PAYLOADS, "%s", foreign[i]);
    for (size_t k = 0; k < 2 * PAYLOADS; k++) cr_assert_str_eq(all.text[k], payloads[k % PAYLOADS]);
    cr_assert_eq(damaged > 0, !torn, "%s: %zu damaged", foreign[i], damaged);
    cr_assert_eq(file_read(file_path, &bytes, &length), STATUS_OK);
    cr_assert_eq(memcmp(bytes, foreign[i], given) == 0, !torn, "%s", foreign[i]);
    free(bytes);
    unlink(file_path);
  }
}

/* Length and sum are right, but a payload is text: it would end at the zero byte wherever it is copied. */
Test(journal, refuses_zero_bytes) {
  static const char payload[] = "one\0two";
  char line[100], digits[33];
  seen all = {0};
  size_t damaged = 0;
  hash_text(payload, sizeof payload - 1, digits);
  const int start = snprintf(line, sizeof line, "%zu %s ", sizeof payload - 1, digits);
  memcpy(line + start, payload, sizeof payload - 1);
  line[(size_t)start + sizeof payload - 1] = '\n';
  write_bytes(line, (size_t)start + sizeof payload);
  cr_expect_eq(scan(&all, &damaged), 0);
  cr_expect_eq(damaged, 1);
}

static status stop_at_second(void *context, const char *payload, size_t length, size_t offset) {
  (void)offset;
  (void)payload;
  (void)length;
  return ++*(int *)context == 2 ? STATUS_END : STATUS_OK;
}

Test(journal, scan_ends_when_told) {
  int visited = 0;
  size_t damaged;
  append_all();
  cr_assert_eq(journal_scan(file_path, stop_at_second, &visited, &damaged), STATUS_END);
  cr_assert_eq(visited, 2);
}

static status check_sequence(void *context, const char *payload, size_t length, size_t offset) {
  (void)offset;
  long *expected = context;
  (void)length;
  cr_assert_eq(strtol(payload, NULL, 10), *expected);
  ++*expected;
  return STATUS_OK;
}

Test(journal, survives_a_kill) {
  for (int round = 0; round < 3; round++) {
    unlink(file_path);
    const pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
      journal *file = NULL;
      if (journal_open(file_path, &file) != STATUS_OK) _exit(1);
      for (long i = 0;; i++) {
        char payload[3000];
        snprintf(payload, sizeof payload, "%ld %02000d", i, 0);
        if (journal_append(file, payload) != STATUS_OK) _exit(1);
      }
    }
    struct stat about = {.st_size = 0}; /* on a busy machine the first record takes its time */
    for (int waited = 0; waited < 60000 && (stat(file_path, &about) != 0 || about.st_size == 0); waited++) usleep(1000);
    usleep(30000 + 7001 * (useconds_t)round);
    cr_assert_eq(kill(child, SIGKILL), 0);
    int how = 0;
    cr_assert_eq(waitpid(child, &how, 0), child);
    cr_assert(WIFSIGNALED(how));
    long count = 0;
    size_t damaged;
    cr_assert_eq(journal_scan(file_path, check_sequence, &count, &damaged), STATUS_OK);
    cr_assert(count > 0 && damaged == 0, "%ld records, %zu damaged", count, damaged);
  }
}

/* A kill costs at most the last second's records: what is older is on the disk, and so is everything after the close. */
Test(journal, synced_every_second) {
  journal *file = NULL;
  cr_assert_eq(journal_open(file_path, &file), STATUS_OK, "%s", status_message());
  synced = 0;
  cr_assert_eq(journal_append(file, "first"), STATUS_OK);
  (void)usleep(1050000);
  cr_assert_eq(journal_append(file, "second"), STATUS_OK);
  cr_expect_eq(synced, 1, "%zu", synced);
  cr_assert_eq(journal_append(file, "third"), STATUS_OK);
  const size_t before = synced;
  cr_assert_eq(journal_close(file), STATUS_OK);
  cr_expect_eq(synced, before + 1, "%zu", synced);
}
