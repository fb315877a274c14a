#include "base/memory_stream.h"
#include "base/status.h"

/* Small enough for malloc's quick lists: most texts are short, and larger blocks make glibc tidy all its free ones each time. */
enum { BUFFER = 512 };

typedef struct target {
  char **text;
  size_t *length;
  size_t place, room;
  bool lost;
  char buffer[BUFFER]; /* of the stream */
} target;

/* Room for `needed` bytes and a 0 byte, doubling. */
static bool make_room(target *to, size_t needed) {
  if (needed < to->room) return true;
  if (needed > SIZE_MAX / 4) return false;
  const size_t room = 2 * needed + 64;
  char *larger = realloc(*to->text, room);
  if (larger == NULL) return false;
  *to->text = larger;
  to->room = room;
  return true;
}

static ssize_t put(void *cookie, const char *bytes, size_t count) {
  target *to = cookie;
  if (to->lost || !make_room(to, to->place + count)) {
    to->lost = true;
    status_note_memory();
    return 0;
  }
  memcpy(*to->text + to->place, bytes, count);
  to->place += count;
  if (to->place > *to->length) *to->length = to->place;
  (*to->text)[*to->length] = '\0';
  return (ssize_t)count;
}

static int move(void *cookie, off64_t *offset, int whence) {
  target *to = cookie;
  const off64_t start = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (off64_t)to->place : (off64_t)*to->length;
  const off64_t wanted = start + *offset;
  if (wanted < 0 || (size_t)wanted > *to->length) return -1;
  to->place = (size_t)wanted;
  *offset = wanted;
  return 0;
}

static int finish(void *cookie) {
  target *to = cookie;
  const bool lost = to->lost;
  if (lost) {
    free(*to->text);
    *to->text = NULL;
    *to->length = 0;
  }
  free(to);
  return lost ? -1 : 0;
}

FILE *memory_stream(char **text, size_t *length) {
  target *to = calloc(1, sizeof *to);
  *text = NULL;
  *length = 0;
  if (to == NULL) {
    status_note_memory();
    return NULL;
  }
  to->text = text;
  to->length = length;
  FILE *file = make_room(to, 0)
                   ? fopencookie(to, "w", (cookie_io_functions_t){.write = put, .seek = move, .close = finish})
                   : NULL;
  if (file == NULL) {
    status_note_memory();
    free(*text);
    *text = NULL;
    free(to);
    return NULL;
  }
  (void)setvbuf(file, to->buffer, _IOFBF, sizeof to->buffer);
  (*text)[0] = '\0';
  return file;
}
