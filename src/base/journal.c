#include "base/journal.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

struct journal {
  int descriptor;
  char *path;
  size_t last;   /* where the payload appended last begins */
  size_t length; /* of the file */
  char *waiting; /* lines that are not written yet */
  size_t waiting_length, room;
  double written, synced; /* clock_seconds() of the last write, and sync */
  bool dirty;             /* written to since */
};

enum { MOST_WAITING = 1 << 16, PREFIX = 64 };

typedef struct record {
  const char *payload;
  size_t length;
} record;

/* The record in line[0..length-1] (without line end); false if it is no whole record. A zero byte is in none. */
static bool record_parse(const char *line, size_t length, record *out) {
  size_t stated = 0, i = 0;
  for (; i < length && line[i] >= '0' && line[i] <= '9'; i++) {
    const size_t digit = (size_t)(line[i] - '0');
    if (stated > (SIZE_MAX - digit) / 10) return false;
    stated = 10 * stated + digit;
  }
  const size_t prefix = i + 1 + 32 + 1; /* digits, blank, hash, blank */
  if (i == 0 || length < prefix || line[i] != ' ' || line[prefix - 1] != ' ' || length - prefix != stated) return false;
  if (memchr(line, 0, length) != NULL) return false;
  char digits[33];
  hash_text(line + prefix, stated, digits);
  if (memcmp(digits, line + i + 1, 32) != 0) return false;
  *out = (record){line + prefix, stated};
  return true;
}

/* *whole = bytes of the journal up to its last line end: what follows is torn. *begun = the first bytes of that. Reads the end only. */
enum { TAIL = 65536, BEGUN = 128, SCAN_BUFFER = 1 << 18 };
static status find_torn(const char *path, int descriptor, size_t length, size_t *whole, size_t *begun, char *text) {
  FREED char *block = NULL;
  TRY(NEW_ARRAY(TAIL, block));
  size_t end = length;
  *whole = 0;
  while (end > 0 && *whole == 0) {
    const size_t start = end > TAIL ? end - TAIL : 0;
    TRY(file_read_at(path, descriptor, start, end - start, block));
    const char *newline = memrchr(block, '\n', end - start);
    if (newline != NULL) *whole = start + (size_t)(newline - block) + 1;
    end = start;
  }
  *begun = length - *whole < BEGUN ? length - *whole : BEGUN;
  return file_read_at(path, descriptor, *whole, *begun, text);
}

/* Whether the text can be the beginning of a record, as a kill leaves it. */
static bool record_begins(const char *text, size_t length) {
  size_t i = 0;
  while (i < length && text[i] >= '0' && text[i] <= '9') i++;
  if (i == length) return true;
  if (i == 0 || text[i++] != ' ') return false;
  const size_t hash_end = i + 32;
  for (; i < length && i < hash_end; i++) {
    if (strchr("0123456789abcdef", text[i]) == NULL || text[i] == '\0') return false;
  }
  return i == length || text[i] == ' ';
}

/* What a kill tore is cut off. What never was the beginning of a record is somebody's: it gets a line of its own and stays. */
static status journal_repair(const char *path, int descriptor) {
  struct stat about;
  size_t whole = 0, begun = 0;
  char text[BEGUN];
  if (fstat(descriptor, &about) != 0) return FAIL_SYSTEM(path, "read");
  const size_t length = (size_t)about.st_size;
  TRY(find_torn(path, descriptor, length, &whole, &begun, text));
  if (whole == length) return STATUS_OK;
  const bool repaired =
      record_begins(text, begun) ? ftruncate(descriptor, (off_t)whole) == 0 : write(descriptor, "\n", 1) == 1;
  if (!repaired || fdatasync(descriptor) != 0) return FAIL_SYSTEM(path, "repaired");
  return STATUS_OK;
}

static void journal_free_at(journal **file_) {
  journal *file = *file_;
  if (file == NULL) return;
  descriptor_close_at(&file->descriptor);
  free(file->path);
  free(file->waiting);
  free(file);
}

status journal_open(const char *path, journal **out) {
  CLEANUP(journal_free_at) journal *file = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, file));
  file->descriptor = -1;
  TRY(memory_text(path, &file->path));
  TRY(file_open(path, O_RDWR | O_CREAT | O_APPEND, &file->descriptor));
  TRY(journal_repair(path, file->descriptor));
  TRY(file_sync_folder(path));
  const off_t end = lseek(file->descriptor, 0, SEEK_END);
  if (end < 0) return FAIL_SYSTEM(path, "read");
  file->length = (size_t)end;
  file->synced = clock_seconds();
  return HAND_OVER(file, *out);
}

status journal_write(journal *file, double patience) {
  const double now = clock_seconds();
  if (file->waiting_length == 0 || now - file->written < patience) return STATUS_OK;
  if (!descriptor_write(file->descriptor, file->waiting, file->waiting_length)) {
    const status code = FAIL_SYSTEM(file->path, "written");
    /* No half record before the next one; if this fails too, reading still skips it. */
    (void)!ftruncate(file->descriptor, (off_t)file->length);
    return code;
  }
  file->dirty = true;
  file->length += file->waiting_length;
  file->waiting_length = 0;
  file->written = now;
  return STATUS_OK;
}

static status journal_sync(journal *file) {
  TRY(journal_write(file, 0.0));
  if (!file->dirty) return STATUS_OK;
  if (fdatasync(file->descriptor) != 0) return FAIL_SYSTEM(file->path, "synced");
  file->dirty = false;
  file->synced = clock_seconds();
  return STATUS_OK;
}

status journal_append(journal *file, const char *payload) {
  const size_t length = strlen(payload);
  if (memchr(payload, '\n', length) != NULL) {
    return FAIL(STATUS_INVALID, "%s: a record holds a line end, expected one line", file->path);
  }
  char digits[33];
  TRY(memory_room(&file->waiting, &file->room, file->waiting_length + length + PREFIX, 1));
  hash_text(payload, length, digits);
  char *line = file->waiting + file->waiting_length;
  const size_t prefix = (size_t)snprintf(line, PREFIX, "%zu %s ", length, digits);
  memcpy(line + prefix, payload, length + 1);
  line[prefix + length] = '\n';
  file->last = file->length + file->waiting_length + prefix;
  file->waiting_length += prefix + length + 1;
  if (clock_seconds() - file->synced >= 1.0) return journal_sync(file);
  return journal_write(file, file->waiting_length < MOST_WAITING ? JOURNAL_PATIENCE : 0.0);
}

size_t journal_last(const journal *file) {
  return file->last;
}

status journal_close(journal *file) {
  CLEANUP(journal_free_at) journal *closing = file;
  if (closing == NULL) return STATUS_OK;
  TRY(journal_sync(file));
  const int descriptor = file->descriptor;
  file->descriptor = -1;
  return close(descriptor) == 0 ? STATUS_OK : FAIL_SYSTEM(file->path, "closed");
}

status journal_scan(const char *path, status (*visit)(void *context, const char *payload, size_t length, size_t offset),
                    void *context, size_t *damaged) {
  FREED char *line = NULL;
  size_t room = 0, start = 0;
  *damaged = 0;
  CLEANUP(stream_close_at) FILE *file = NULL;
  const status opened = file_stream(path, O_RDONLY, &file);
  if (opened != STATUS_OK) return errno == ENOENT ? STATUS_OK : opened;
  (void)setvbuf(file, NULL, _IOFBF, SCAN_BUFFER);
  for (;;) {
    errno = 0;
    const ssize_t got = getline(&line, &room, file);
    if (got < 0 && (ferror(file) || errno == ENOMEM)) return FAIL_SYSTEM(path, "read");
    if (got <= 0 || line[got - 1] != '\n') return STATUS_OK; /* what has no line end is torn */
    line[got - 1] = '\0';
    record found;
    if (record_parse(line, (size_t)got - 1, &found)) {
      TRY(visit(context, found.payload, found.length, start + (size_t)(found.payload - line)));
    } else {
      ++*damaged;
    }
    start += (size_t)got;
  }
}
