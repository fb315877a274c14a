#include "run/shard.h"

/* The digits before `end`, which end the text there. */
static bool read_number(const char **text, char end, size_t *number) {
  const size_t digits = strspn(*text, "0123456789");
  if (digits == 0 || digits > 7 || (*text)[digits] != end) return false;
  *number = 0;
  for (size_t i = 0; i < digits; i++) *number = 10 * *number + (size_t)((*text)[i] - '0');
  *text += digits + (end != 0);
  return true;
}

status shard_parse(const char *text, shard *out) {
  const char *rest = text;
  size_t number = 0, count = 0;
  if (read_number(&rest, '/', &number) && read_number(&rest, 0, &count) && number >= 1 && number <= count &&
      count <= LARGEST_SHARDS) {
    *out = (shard){number, count};
    return STATUS_OK;
  }
  return FAIL(STATUS_INVALID, "--shard %.80s: expected I/N, whole numbers with 1 <= I <= N <= %d", text,
              (int)LARGEST_SHARDS);
}

bool shard_has(const shard *part, size_t cell) {
  return part->count == 0 || cell % part->count == part->number - 1;
}

size_t shard_cells(const shard *part, size_t cells) {
  if (part->count == 0) return cells;
  return cells / part->count + (cells % part->count >= part->number);
}

const char *shard_text(const shard *part, char text[SHARD_TEXT]) {
  (void)snprintf(text, SHARD_TEXT, "%zu/%zu", part->number, part->count);
  return text;
}
