#include "results/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/journal.h"
#include "base/json.h"
#include "base/memory.h"

enum { NAME = 17 };

typedef struct entry {
  char cell[NAME];
  size_t offset, length; /* of the payload in the journal */
} entry;

struct store {
  char *path;
  int lock;   /* -1: none */
  int reader; /* descriptor for reading records, -1: no journal yet */
  journal *journal;
  entry *entries; /* sorted by cell, newest only; appended ones at the end until store_compact */
  size_t count, capacity;
  size_t sorted;  /* entries[0..sorted-1] are sorted and unique */
  size_t records; /* in the journal, replaced ones included */
  size_t unread;  /* lines of the journal that are no records of this version */
};

static int compare_entries(const void *a, const void *b) {
  const entry *first = a;
  const entry *second = b;
  const int order = strcmp(first->cell, second->cell);
  if (order != 0) return order;
  return first->offset < second->offset ? -1 : first->offset > second->offset;
}

/* Sorts and keeps the newest of each cell. */
static void sort_entries(store *store) {
  if (store->count > 1) qsort(store->entries, store->count, sizeof *store->entries, compare_entries);
  size_t kept = 0;
  for (size_t i = 0; i < store->count; i++) {
    if (i + 1 < store->count && strcmp(store->entries[i].cell, store->entries[i + 1].cell) == 0) continue;
    store->entries[kept++] = store->entries[i];
  }
  store->count = kept;
  store->sorted = kept;
}

static status add_entry(store *store, const char *cell, size_t offset, size_t length) {
  if (store->count == store->capacity) {
    const size_t capacity = store->capacity == 0 ? 64 : 2 * store->capacity;
    entry *larger = realloc(store->entries, capacity * sizeof *larger);
    if (larger == NULL) return FAIL(STATUS_MEMORY, "no memory for the index of %s", store->path);
    store->entries = larger;
    store->capacity = capacity;
  }
  entry *added = &store->entries[store->count++];
  *added = (entry){.offset = offset, .length = length};
  (void)snprintf(added->cell, sizeof added->cell, "%s", cell);
  return STATUS_OK;
}

/* Records begin with {"cell":"<16 digits>", as store_append writes them. */
static const char record_start[] = "{\"cell\":\"";

static status visit_record(void *context, const char *payload, size_t length, size_t offset) {
  store *store = context;
  const size_t prefix = sizeof record_start - 1;
  char cell[NAME];
  if (length < prefix + NAME || strncmp(payload, record_start, prefix) != 0) {
    store->unread++;
    return STATUS_OK;
  }
  memcpy(cell, payload + prefix, NAME - 1);
  cell[NAME - 1] = 0;
  store->records++;
  return add_entry(store, cell, offset, length);
}

static status load(store *store) {
  size_t damaged = 0;
  store->count = 0;
  store->records = 0;
  store->unread = 0;
  TRY(journal_scan(store->path, visit_record, store, &damaged));
  store->unread += damaged;
  sort_entries(store);
  if (store->reader >= 0) (void)close(store->reader);
  const status code = file_open(store->path, O_RDONLY, &store->reader);
  return code != STATUS_OK && errno != ENOENT ? code : STATUS_OK;
}

static status take_lock(store *store, const char *folder) {
  char *path = NULL;
  TRY(memory_format(&path, "%s/.journal/lock", folder));
  const status code = file_open(path, O_RDWR | O_CREAT, &store->lock);
  free(path);
  if (code != STATUS_OK) return status_context(code, "%s: cannot be locked", folder);
  if (flock(store->lock, LOCK_EX | LOCK_NB) != 0) {
    return FAIL(STATUS_FAILED, "%s: another run is writing here", folder);
  }
  return STATUS_OK;
}

static status make(const char *folder, store **out) {
  store *made = NULL;
  TRY(NEW_ARRAY(1, made));
  made->lock = -1;
  made->reader = -1;
  *out = made;
  return memory_format(&made->path, "%s/.journal/cells", folder);
}

status store_open(const char *folder, store **out) {
  *out = NULL;
  store *store = NULL;
  char *journal_folder = NULL;
  status code = STATUS_OK;
  CHECK(make(folder, &store));
  CHECK(memory_format(&journal_folder, "%s/.journal", folder));
  CHECK(directory_make(journal_folder));
  CHECK(take_lock(store, folder));
  CHECK(journal_open(store->path, &store->journal));
  CHECK(load(store));
  *out = store;
  store = NULL;
end:
  free(journal_folder);
  store_close(store);
  return code;
}

status store_open_reader(const char *folder, store **out) {
  *out = NULL;
  store *store = NULL;
  status code = make(folder, &store);
  if (code == STATUS_OK) code = load(store);
  if (code != STATUS_OK) {
    store_close(store);
    return code;
  }
  *out = store;
  return STATUS_OK;
}

void store_close(store *store) {
  if (store == NULL) return;
  (void)journal_close(store->journal);
  if (store->reader >= 0) (void)close(store->reader);
  if (store->lock >= 0) (void)close(store->lock);
  free(store->entries);
  free(store->path);
  free(store);
}

static const entry *find(const store *store, const char *cell) {
  size_t low = 0;
  size_t high = store->sorted;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order = strcmp(store->entries[middle].cell, cell);
    if (order == 0) return &store->entries[middle];
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return NULL;
}

bool store_has(const store *store, const char *cell) {
  return find(store, cell) != NULL;
}

size_t store_count(const store *store) {
  return store->count;
}

size_t store_unread(const store *store) {
  return store->unread;
}

status store_append(store *store, const char *cell, const char *record) {
  if (strncmp(record, record_start, sizeof record_start - 1) != 0) {
    return FAIL(STATUS_FAILED, "a record does not begin with its cell");
  }
  TRY(journal_append(store->journal, record));
  store->records++;
  return add_entry(store, cell, journal_last(store->journal), strlen(record));
}

/* The whole record; a read may return less than asked for. */
static status read_record(const store *store, const entry *from, char *text) {
  for (size_t done = 0; done < from->length;) {
    const ssize_t got = pread(store->reader, text + done, from->length - done, (off_t)(from->offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      return FAIL(STATUS_IO, "%s: cannot be read: %s", store->path, got < 0 ? strerror(errno) : "it became shorter");
    }
    done += (size_t)got;
  }
  return STATUS_OK;
}

status store_read_text(const store *store, const char *cell, char **record) {
  *record = NULL;
  const entry *found = find(store, cell);
  if (found == NULL || store->reader < 0) return STATUS_END;
  char *text = NULL;
  TRY(NEW_ARRAY(found->length + 1, text));
  const status code = read_record(store, found, text);
  if (code != STATUS_OK) {
    free(text);
    return code;
  }
  *record = text;
  return STATUS_OK;
}

status store_read(const store *store, const char *cell, cJSON **record) {
  char *text = NULL;
  *record = NULL;
  status code = store_read_text(store, cell, &text);
  if (code == STATUS_OK) code = json_parse(text, record);
  free(text);
  return code;
}

status store_each(const store *store, bool (*wanted)(void *context, const char *cell),
                  status (*visit)(void *context, const char *cell, const cJSON *record), void *context) {
  for (size_t i = 0; i < store->sorted; i++) {
    cJSON *record = NULL;
    if (!wanted(context, store->entries[i].cell)) continue;
    TRY(store_read(store, store->entries[i].cell, &record));
    const status code = visit(context, store->entries[i].cell, record);
    cJSON_Delete(record);
    TRY(code);
  }
  return STATUS_OK;
}

/* Copies the newest records to a new journal, which then replaces the old one. */
static status rewrite(store *store, const char *temporary) {
  journal *fresh = NULL;
  status code = journal_open(temporary, &fresh);
  for (size_t i = 0; code == STATUS_OK && i < store->sorted; i++) {
    char *text = NULL;
    code = NEW_ARRAY(store->entries[i].length + 1, text);
    if (code != STATUS_OK) break;
    code = read_record(store, &store->entries[i], text);
    if (code == STATUS_OK) code = journal_append(fresh, text);
    free(text);
  }
  const status closed = journal_close(fresh);
  if (code == STATUS_OK) code = closed;
  if (code == STATUS_OK && rename(temporary, store->path) != 0) {
    code = FAIL(STATUS_IO, "%s: cannot be replaced: %s", store->path, strerror(errno));
  }
  if (code != STATUS_OK) (void)unlink(temporary);
  return code;
}

status store_compact(store *store) {
  sort_entries(store);
  if (store->unread > 0 || store->records <= 2 * store->count) return STATUS_OK;
  char *temporary = NULL;
  TRY(memory_format(&temporary, "%s.tmp", store->path));
  (void)unlink(temporary);
  status code = rewrite(store, temporary);
  free(temporary);
  TRY(code);
  (void)journal_close(store->journal);
  store->journal = NULL;
  TRY(journal_open(store->path, &store->journal));
  return load(store);
}
