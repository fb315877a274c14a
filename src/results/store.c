#include "results/store.h"
#include "base/file.h"
#include "base/journal.h"
#include "base/json.h"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

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
static void sort_entries(store *self) {
  if (self->count > 1) qsort(self->entries, self->count, sizeof *self->entries, compare_entries);
  size_t kept = 0;
  for (size_t i = 0; i < self->count; i++) {
    if (i + 1 < self->count && strcmp(self->entries[i].cell, self->entries[i + 1].cell) == 0) continue;
    self->entries[kept++] = self->entries[i];
  }
  self->count = kept;
  self->sorted = kept;
}

static status add_entry(store *self, const char *cell, size_t offset, size_t length) {
  TRY(memory_room(&self->entries, &self->capacity, self->count + 1, sizeof *self->entries));
  entry *added = &self->entries[self->count++];
  *added = (entry){.offset = offset, .length = length};
  memcpy(added->cell, cell, NAME - 1);
  return STATUS_OK;
}

/* Records begin with {"cell":"<16 digits>", as store_append writes them. */
static const char record_start[] = "{\"cell\":\"";

static status visit_record(void *context, const char *payload, size_t length, size_t offset) {
  store *self = context;
  const size_t prefix = sizeof record_start - 1;
  char cell[NAME];
  if (length < prefix + NAME || strncmp(payload, record_start, prefix) != 0) {
    self->unread++;
    return STATUS_OK;
  }
  memcpy(cell, payload + prefix, NAME - 1);
  cell[NAME - 1] = 0;
  self->records++;
  return add_entry(self, cell, offset, length);
}

static status load(store *self) {
  size_t damaged = 0;
  self->count = 0;
  self->records = 0;
  self->unread = 0;
  TRY(journal_scan(self->path, visit_record, self, &damaged));
  self->unread += damaged;
  sort_entries(self);
  if (self->reader >= 0) (void)close(self->reader);
  const status code = file_open(self->path, O_RDONLY, &self->reader);
  return code != STATUS_OK && errno != ENOENT ? code : STATUS_OK;
}

static status take_lock(store *self, const char *folder) {
  FREED char *path = NULL;
  TRY(memory_format(&path, "%s/.journal/lock", folder));
  TRY(status_context(file_open(path, O_RDWR | O_CREAT, &self->lock), "%s: cannot be locked", folder));
  if (flock(self->lock, LOCK_EX | LOCK_NB) != 0) {
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
  CLEANUP(store_close_at) store *self = NULL;
  FREED char *journal_folder = NULL;
  TRY(make(folder, &self));
  TRY(memory_format(&journal_folder, "%s/.journal", folder));
  TRY(directory_make(journal_folder));
  TRY(take_lock(self, folder));
  TRY(journal_open(self->path, &self->journal));
  TRY(load(self));
  return HAND_OVER(self, *out);
}

status store_open_reader(const char *folder, store **out) {
  *out = NULL;
  CLEANUP(store_close_at) store *self = NULL;
  TRY(make(folder, &self));
  TRY(load(self));
  return HAND_OVER(self, *out);
}

void store_close(store *self) {
  if (self == NULL) return;
  (void)journal_close(self->journal);
  if (self->reader >= 0) (void)close(self->reader);
  if (self->lock >= 0) (void)close(self->lock);
  free(self->entries);
  free(self->path);
  free(self);
}

static int compare_cell(const void *cell, const void *with) {
  return strcmp(cell, ((const entry *)with)->cell);
}

static const entry *find(const store *self, const char *cell) {
  return self->sorted == 0 ? NULL : bsearch(cell, self->entries, self->sorted, sizeof *self->entries, compare_cell);
}

bool store_has(const store *self, const char *cell) {
  return find(self, cell) != NULL;
}

size_t store_count(const store *self) {
  return self->count;
}

size_t store_unread(const store *self) {
  return self->unread;
}

void store_note_unread(const store *self, FILE *notes, const char *then) {
  if (self->unread == 0) return;
  (void)fprintf(notes, "%s: %zu lines are damaged or of another version: they are kept, and their cells %s\n",
                self->path, self->unread, then);
}

status store_append(store *self, const char *cell, const char *record) {
  if (strncmp(record, record_start, sizeof record_start - 1) != 0) {
    return FAIL(STATUS_FAILED, "a record does not begin with its cell");
  }
  TRY(journal_append(self->journal, record));
  self->records++;
  return add_entry(self, cell, journal_last(self->journal), strlen(record));
}

status store_write(store *self, double patience) {
  return journal_write(self->journal, patience);
}

status store_read_text(const store *self, const char *cell, char **record) {
  *record = NULL;
  const entry *found = find(self, cell);
  if (found == NULL || self->reader < 0) return STATUS_END;
  FREED char *text = NULL;
  TRY(NEW_ARRAY(found->length + 1, text));
  TRY(file_read_at(self->path, self->reader, found->offset, found->length, text));
  return HAND_OVER(text, *record);
}

status store_read(const store *self, const char *cell, cJSON **record) {
  FREED char *text = NULL;
  *record = NULL;
  TRY(store_read_text(self, cell, &text));
  return json_parse(text, record);
}

status store_each(const store *self, bool (*wanted)(void *context, const char *cell),
                  status (*visit)(void *context, const char *cell, const cJSON *record), void *context) {
  for (size_t i = 0; i < self->sorted; i++) {
    CLEANUP(json_free_at) cJSON *record = NULL;
    if (!wanted(context, self->entries[i].cell)) continue;
    TRY(store_read(self, self->entries[i].cell, &record));
    TRY(visit(context, self->entries[i].cell, record));
  }
  return STATUS_OK;
}

static status copy_newest(store *self, journal *fresh) {
  for (size_t i = 0; i < self->sorted; i++) {
    FREED char *text = NULL;
    TRY(store_read_text(self, self->entries[i].cell, &text));
    TRY(journal_append(fresh, text));
  }
  return STATUS_OK;
}

static status replace_journal(store *self, const char *temporary) {
  journal *fresh = NULL;
  TRY(journal_open(temporary, &fresh));
  const status copied = copy_newest(self, fresh), closed = journal_close(fresh);
  TRY(copied);
  TRY(closed);
  if (rename(temporary, self->path) == 0) return STATUS_OK;
  return FAIL(STATUS_IO, "%s: cannot be replaced: %s", self->path, strerror(errno));
}

/* Copies the newest records to a new journal, which then replaces the old one. */
static status rewrite(store *self, const char *temporary) {
  const status code = replace_journal(self, temporary);
  if (code != STATUS_OK) (void)unlink(temporary);
  return code;
}

status store_compact(store *self) {
  TRY(store_write(self, 0.0));
  sort_entries(self);
  if (self->unread > 0 || self->records <= 2 * self->count) return STATUS_OK;
  FREED char *temporary = NULL;
  TRY(memory_format(&temporary, "%s.tmp", self->path));
  (void)unlink(temporary);
  TRY(rewrite(self, temporary));
  (void)journal_close(self->journal);
  self->journal = NULL;
  TRY(journal_open(self->path, &self->journal));
  return load(self);
}
