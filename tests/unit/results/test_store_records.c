/* The records of a result folder. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/journal.h"
#include "results/store.h"
#include "unit/folder_fixture.h"

static char path[64];

static void make_store_folder(void) {
  make_folder();
  snprintf(path, sizeof path, "%s/.journal/cells", folder);
}

TestSuite(store_records, .init = make_store_folder, .fini = remove_folder);

static const char *const cells[] = {"0000000000000002", "0000000000000000", "0000000000000001"};

static store *open_store(void) {
  store *made = NULL;
  cr_assert_eq(store_open(folder, &made), STATUS_OK, "%s", status_message());
  return made;
}

static void append(store *to, const char *cell, int value) {
  char record[80];
  snprintf(record, sizeof record, "{\"cell\":\"%s\",\"value\":%d}", cell, value);
  cr_assert_eq(store_append(to, cell, record), STATUS_OK);
  cr_assert_eq(store_write(to, 0.0), STATUS_OK, "%s", status_message());
}

static int value_of(const store *from, const char *cell) {
  cJSON *record = NULL;
  cr_assert_eq(store_read(from, cell, &record), STATUS_OK, "%s", status_message());
  const int value = (int)cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(record, "value"));
  cJSON_Delete(record);
  return value;
}

static long length_of_journal(void) {
  struct stat about;
  return stat(path, &about) == 0 ? (long)about.st_size : -1;
}

Test(store_records, records_are_found_by_name) {
  store *written = open_store(), *read = NULL;
  for (int i = 0; i < 3; i++) append(written, cells[i], i);
  append(written, cells[1], 10);
  store_close(written);
  cr_assert_eq(store_open_reader(folder, &read), STATUS_OK);
  cr_expect_eq(store_count(read), 3);
  cr_expect_eq(store_unread(read), 0);
  cr_expect_eq(value_of(read, cells[0]), 0);
  cr_expect_eq(value_of(read, cells[1]), 10, "the later record counts");
  cr_expect_not(store_has(read, "0000000000000003"));
  cJSON *none = (cJSON *)read;
  cr_expect_eq(store_read(read, "0000000000000003", &none), STATUS_END);
  cr_expect_null(none);
  store_close(read);
}

Test(store_records, a_folder_without_records) {
  store *read = NULL;
  cr_assert_eq(store_open_reader(folder, &read), STATUS_OK);
  cr_expect_eq(store_count(read), 0);
  cr_expect_not(store_has(read, cells[0]));
  store_close(read);
  store_close(NULL);
}

typedef struct visits {
  size_t count, stop;
  char names[4][20];
} visits;

static status note(void *context, const char *cell, const cJSON *record) {
  visits *seen = context;
  cr_assert(cJSON_IsObject(record));
  snprintf(seen->names[seen->count++], sizeof seen->names[0], "%s", cell);
  return seen->count == seen->stop ? FAIL(STATUS_FAILED, "enough") : STATUS_OK;
}

static bool every_cell(void *context, const char *cell) {
  (void)context, (void)cell;
  return true;
}

Test(store_records, each_cell_once_in_order) {
  store *written = open_store(), *read = NULL;
  for (int i = 0; i < 3; i++) append(written, cells[i], i);
  append(written, cells[0], 3);
  store_close(written);
  cr_assert_eq(store_open_reader(folder, &read), STATUS_OK);
  visits all = {0}, some = {.stop = 2};
  cr_expect_eq(store_each(read, every_cell, note, &all), STATUS_OK);
  cr_expect_eq(all.count, 3);
  for (size_t i = 1; i < all.count; i++) cr_expect(strcmp(all.names[i - 1], all.names[i]) < 0);
  cr_expect_eq(store_each(read, every_cell, note, &some), STATUS_FAILED);
  cr_expect_eq(some.count, 2);
  store_close(read);
}

Test(store_records, compacting_keeps_the_newest_of_each) {
  store *written = open_store();
  for (int round = 0; round < 4; round++) {
    for (int i = 0; i < 3; i++) append(written, cells[i], 100 + 10 * round + i);
  }
  const long before = length_of_journal();
  cr_assert_eq(store_compact(written), STATUS_OK, "%s", status_message());
  cr_expect_eq(4 * length_of_journal(), before, "records of one length: a quarter stays");
  for (int i = 0; i < 3; i++) cr_expect_eq(value_of(written, cells[i]), 130 + i);
  append(written, "0000000000000009", 9); /* and it can be written on */
  store_close(written);
  written = open_store();
  cr_expect_eq(store_count(written), 4);
  cr_expect_eq(value_of(written, "0000000000000009"), 9);
  store_close(written);
}

/* Half of the records are of no use: not worth it. And a line that is not ours stays, whatever is to be won. */
Test(store_records, journals_that_are_not_compacted) {
  store *written = open_store();
  for (int i = 0; i < 6; i++) append(written, cells[i % 3], i);
  const long before = length_of_journal();
  cr_assert_eq(store_compact(written), STATUS_OK);
  cr_expect_eq(length_of_journal(), before);
  store_close(written);
  FILE *file = fopen(path, "a");
  cr_assert(file != NULL && fputs("somebody's\n", file) != EOF && fclose(file) == 0);
  written = open_store();
  cr_expect_eq(store_unread(written), 1);
  for (int i = 0; i < 9; i++) append(written, cells[i % 3], i);
  const long larger = length_of_journal();
  cr_assert_eq(store_compact(written), STATUS_OK);
  cr_expect_eq(length_of_journal(), larger);
  store_close(written);
}

Test(store_records, what_is_refused) {
  store *first = open_store(), *second = NULL;
  cr_expect_eq(store_open(folder, &second), STATUS_FAILED);
  cr_expect_null(second);
  cr_expect(strstr(status_message(), "another run is writing here") != NULL, "%s", status_message());
  cr_expect_eq(store_append(first, cells[0], "{\"value\":1}"), STATUS_FAILED);
  store_close(first);
  second = open_store();
  store_close(second);
}

/* A record of the right length and sum that is of another form. */
Test(store_records, records_of_another_version) {
  store *written = open_store(), *read = NULL;
  store_close(written);
  journal *file = NULL;
  cr_assert_eq(journal_open(path, &file), STATUS_OK);
  cr_assert_eq(journal_append(file, "{\"name\":\"0000000000000002\"}"), STATUS_OK);
  cr_assert_eq(journal_close(file), STATUS_OK);
  cr_assert_eq(store_open_reader(folder, &read), STATUS_OK);
  cr_expect_eq(store_count(read), 0);
  cr_expect_eq(store_unread(read), 1);
  store_close(read);
}
