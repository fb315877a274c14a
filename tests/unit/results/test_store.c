/* The records of a large sweep: what is read and kept does not grow with what was written. */
#include <criterion/criterion.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/journal.h"
#include "base/memory.h"
#include "results/store.h"
#include "unit/folder_fixture.h"

enum { RECORDS = 3000, FILLING = 2000 };

/* Names in no order; values of `round` tell records of one cell apart. */
static void name_of(int i, char name[17]) {
  (void)snprintf(name, 17, "%016llx", (unsigned long long)(i + 1) * 0x9E3779B97F4A7C15ULL);
}

static void append(store *records, int i, int round) {
  char name[17], *record = NULL;
  name_of(i, name);
  const char *form = "{\"cell\":\"%s\",\"status\":\"done\",\"round\":%d,\"filling\":\"%0*d\"}";
  cr_assert(asprintf(&record, form, name, round, FILLING, i) > 0);
  cr_assert_eq(store_append(records, name, record), STATUS_OK, "%s", status_message());
  free(record);
}

static double round_of(const store *records, int i) {
  char name[17];
  cJSON *record = NULL;
  name_of(i, name);
  if (store_read(records, name, &record) != STATUS_OK) return -1;
  const double round = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(record, "round"));
  cJSON_Delete(record);
  return round;
}

/* Bytes that this process has read so far, files and pipes. */
static unsigned long long bytes_read(void) {
  unsigned long long bytes = 0;
  FILE *file = fopen("/proc/self/io", "r");
  if (file == NULL || fscanf(file, "rchar: %llu", &bytes) != 1) bytes = 0;
  if (file != NULL) (void)fclose(file);
  return bytes;
}

TestSuite(store, .init = make_folder, .fini = remove_folder);

/* What was appended in a run is found after it without reading the journal again; the newest record of a cell counts. */
Test(store, appended_records_are_indexed_without_reading) {
  store *opened = NULL;
  cr_assert_eq(store_open(folder, &opened), STATUS_OK, "%s", status_message());
  for (int i = 0; i < RECORDS; i++) append(opened, i, 1);
  for (int i = 0; i < RECORDS; i += 10) append(opened, i, 2);
  (void)bytes_read(); /* which reads */
  const unsigned long long before = bytes_read();
  cr_assert_eq(store_compact(opened), STATUS_OK, "%s", status_message());
  const unsigned long long read = bytes_read() - before;
  cr_assert(before > 0 || read == 0);
  cr_expect_lt(read, 4096, "%llu bytes were read", read);
  cr_expect_eq(store_count(opened), RECORDS);
  for (int i = 0; i < RECORDS; i++) cr_expect_eq(round_of(opened, i), i % 10 == 0 ? 2 : 1, "record %d", i);
  store_close(opened);
}

/* Opened again, the same records at the same places. */
Test(store, what_was_indexed_is_what_a_scan_finds) {
  store *first = NULL, *second = NULL;
  cr_assert_eq(store_open(folder, &first), STATUS_OK);
  for (int i = 0; i < 50; i++) append(first, i % 40, i < 40 ? 1 : 2);
  cr_assert_eq(store_compact(first), STATUS_OK);
  cr_assert_eq(store_open_reader(folder, &second), STATUS_OK);
  cr_expect_eq(store_count(first), 40);
  cr_expect_eq(store_count(second), 40);
  for (int i = 0; i < 40; i++) {
    cr_expect_eq(round_of(first, i), i < 10 ? 2 : 1, "record %d", i);
    cr_expect_eq(round_of(second, i), i < 10 ? 2 : 1, "record %d", i);
  }
  store_close(first);
  store_close(second);
}

/* More than half of the records replaced: the journal is written anew, and shorter. */
Test(store, a_journal_of_replaced_records_shrinks) {
  store *opened = NULL;
  cr_assert_eq(store_open(folder, &opened), STATUS_OK);
  for (int round = 1; round <= 3; round++) {
    for (int i = 0; i < 20; i++) append(opened, i, round);
  }
  char *path = NULL, *text = NULL, *temporary = NULL;
  size_t length = 0, lines = 0;
  cr_assert_eq(memory_format(&path, "%s/.journal/cells", folder), STATUS_OK);
  cr_assert_eq(memory_format(&temporary, "%s.tmp", path), STATUS_OK);
  FILE *left = fopen(temporary, "w"); /* of a process that was killed: not read */
  cr_assert(left != NULL && fputs("{\"cell\":\"old\"}\n", left) >= 0 && fclose(left) == 0);
  cr_assert_eq(store_compact(opened), STATUS_OK, "%s", status_message());
  cr_assert_eq(file_read(path, &text, &length), STATUS_OK);
  for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
  cr_expect_eq(lines, 20);
  for (int i = 0; i < 20; i++) cr_expect_eq(round_of(opened, i), 3);
  free(path);
  free(text);
  free(temporary);
  store_close(opened);
}

/* A journal that cannot be replaced leaves nothing beside it. */
Test(store, a_journal_that_cannot_be_replaced) {
  store *opened = NULL;
  char *path = NULL, *moved = NULL, *temporary = NULL;
  cr_assert_eq(store_open(folder, &opened), STATUS_OK);
  for (int round = 1; round <= 3; round++) append(opened, 1, round);
  cr_assert_eq(memory_format(&path, "%s/.journal/cells", folder), STATUS_OK);
  cr_assert_eq(memory_format(&moved, "%s/moved", folder), STATUS_OK);
  cr_assert_eq(memory_format(&temporary, "%s.tmp", path), STATUS_OK);
  cr_assert_eq(rename(path, moved), 0);
  cr_assert_eq(directory_make(path), STATUS_OK);
  cr_expect_eq(store_compact(opened), STATUS_IO);
  cr_expect(strstr(status_message(), "cannot be replaced") != NULL, "%s", status_message());
  cr_expect(!file_exists(temporary), "%s is left", temporary);
  free(path);
  free(moved);
  free(temporary);
  store_close(opened);
}

typedef struct kept {
  size_t before, most, records;
} kept;

static status note_memory(void *context, const char *payload, size_t length, size_t offset) {
  (void)payload, (void)length, (void)offset;
  kept *self = context;
  const struct mallinfo2 now = mallinfo2();
  const size_t used = now.uordblks + now.hblkhd;
  if (used > self->before && used - self->before > self->most) self->most = used - self->before;
  self->records++;
  return STATUS_OK;
}

/* A scan of 6 MB holds one line and a buffer. */
Test(store, a_scan_keeps_one_line) {
  store *opened = NULL;
  char *path = NULL;
  size_t damaged = 0;
  cr_assert_eq(store_open(folder, &opened), STATUS_OK);
  for (int i = 0; i < RECORDS; i++) append(opened, i, 1);
  store_close(opened);
  cr_assert_eq(memory_format(&path, "%s/.journal/cells", folder), STATUS_OK);
  const struct mallinfo2 start = mallinfo2();
  kept scanned = {.before = start.uordblks + start.hblkhd};
  cr_assert_eq(journal_scan(path, note_memory, &scanned, &damaged), STATUS_OK);
  cr_expect_eq(scanned.records, RECORDS);
  cr_expect_eq(damaged, 0);
  cr_expect_lt(scanned.most, 1000000, "%zu bytes of memory", scanned.most);
  free(path);
}

static bool is_even(void *context, const char *cell) {
  (void)context;
  return (cell[15] - '0') % 2 == 0;
}

static status count_visits(void *context, const char *cell, const cJSON *record) {
  (void)record;
  ++*(size_t *)context;
  return is_even(NULL, cell) ? STATUS_OK : STATUS_FAILED;
}

/* Records that are not wanted are not read. */
Test(store, each_reads_what_is_wanted) {
  store *opened = NULL;
  size_t visits = 0, even = 0;
  cr_assert_eq(store_open(folder, &opened), STATUS_OK);
  for (int i = 0; i < 400; i++) {
    char name[17];
    append(opened, i, 1);
    name_of(i, name);
    even += is_even(NULL, name);
  }
  cr_assert_eq(store_compact(opened), STATUS_OK);
  const unsigned long long before = bytes_read();
  cr_expect_eq(store_each(opened, is_even, count_visits, &visits), STATUS_OK);
  const unsigned long long read = bytes_read() - before;
  cr_expect_eq(visits, even);
  cr_expect_lt(read, (even + 1) * (FILLING + 200), "%llu bytes were read", read);
  store_close(opened);
}
