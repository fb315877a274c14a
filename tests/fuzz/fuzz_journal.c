/* The journal of a result folder: any bytes are records, or lines that are none and stay. Opening it to append repairs the end and loses no
 * record; what is appended is found again; compacting keeps the newest record of every cell. The first byte chooses whether the lines are taken
 * as they are, or as texts of records, whose lengths and sums are put before them. */
#include "base/file.h"
#include "base/hash.h"
#include "fuzz_folder.h"
#include "results/store.h"

static const char added[] = "{\"cell\":\"0123456789abcdef\",\"status\":\"done\"}", added_cell[] = "0123456789abcdef";

static void write_records(const char *path, const uint8_t *data, size_t size) {
  FILE *file = fopen(path, "w");
  if (file == NULL) abort();
  for (size_t at = 0; at < size;) {
    const uint8_t *end = memchr(data + at, '\n', size - at);
    const size_t length = (end == NULL ? size : (size_t)(end - data)) - at;
    char digits[33];
    hash_text((const char *)data + at, length, digits);
    (void)fprintf(file, "%zu %s ", length, digits);
    (void)fwrite(data + at, 1, length, file);
    if (end != NULL) (void)fputc('\n', file); /* the last record may be torn */
    at += length + 1;
  }
  if (fclose(file) != 0) abort();
}

static bool every_cell(void *context, const char *cell) {
  (void)context, (void)cell;
  return true;
}

static status count_readable(void *context, const char *cell, const cJSON *record) {
  size_t *count = context;
  if (strlen(cell) != sizeof added_cell - 1 || record == NULL) abort();
  ++*count;
  return STATUS_OK;
}

/* Cells with a record, and how many lines are none. */
static void look(const char *folder, size_t *cells, size_t *unread) {
  store *seen = NULL;
  size_t readable = 0;
  if (store_open_reader(folder, &seen) != STATUS_OK) abort();
  *cells = store_count(seen);
  *unread = store_unread(seen);
  const status code = store_each(seen, every_cell, count_readable, &readable);
  fuzz_check_message(code, NULL); /* a record with the right sum may still be no JSON */
  if (readable > *cells || (code == STATUS_OK && readable < *cells)) abort();
  store_close(seen);
}

static void append(const char *folder, size_t cells, size_t unread) {
  store *written = NULL;
  if (store_open(folder, &written) != STATUS_OK) abort();
  const size_t more = store_has(written, added_cell) ? 0 : 1;
  if (store_count(written) != cells || store_unread(written) < unread)
    abort(); /* an end that is no record's counts, too */
  if (store_append(written, added_cell, added) != STATUS_OK) abort();
  if (store_compact(written) != STATUS_OK || store_count(written) != cells + more) abort();
  cJSON *record = NULL;
  if (store_read(written, added_cell, &record) != STATUS_OK) abort();
  const char *state = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(record, "status"));
  if (state == NULL || strcmp(state, "done") != 0) abort();
  cJSON_Delete(record);
  store_close(written);
  size_t now = 0, unread_now = 0;
  look(folder, &now, &unread_now);
  if (now != cells + more || unread_now < unread) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char folder[FUZZ_PATH], path[2 * FUZZ_PATH];
  size_t cells = 0, unread = 0;
  if (size == 0) return 0;
  fuzz_folder_make(folder);
  (void)snprintf(path, sizeof path, "%s/.journal", folder);
  if (directory_make(path) != STATUS_OK) abort();
  (void)snprintf(path, sizeof path, "%s/.journal/cells", folder);
  if ((data[0] & 1) != 0) {
    write_records(path, data + 1, size - 1);
  } else {
    fuzz_write(folder, ".journal/cells", data + 1, size - 1);
  }
  look(folder, &cells, &unread);
  append(folder, cells, unread);
  fuzz_folder_remove(folder);
  return 0;
}
