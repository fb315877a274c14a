#include "data/entry_names.h"
#include "base/memory.h"
#include "base/sorting.h"
#include "data/columns/column_names.h"

typedef struct placed_text {
  const char *text;
  size_t place;
} placed_text;

typedef struct counted_name {
  size_t times, number;
} counted_name;

void entry_names_free(entry_names *names) {
  for (size_t i = 0; names->name != NULL && i < names->count; i++) free(names->name[i]);
  free(names->name);
  free(names->times);
  *names = (entry_names){0};
}

static int compare_times(const void *a, const void *b) {
  const counted_name *x = a, *y = b;
  if (x->times != y->times) return x->times < y->times ? 1 : -1;
  return (x->number > y->number) - (x->number < y->number);
}

/* same[k] = k if text[k] is among the `sorted`, otherwise an earlier place of the same text. Of texts with one hash only the latest is known, so
 * that nobody can choose texts that take long: a text may be there twice. Returns how many there are. latest: zero. */
static size_t drop_repeats(size_t count, const char *const *text, size_t *latest, size_t *same, placed_text *sorted) {
  size_t left = 0;
  for (size_t k = 0; k < count; k++) {
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (const char *c = text[k]; *c != '\0'; c++) hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    size_t *at = &latest[hash % count];
    same[k] = *at < k && strcmp(text[*at], text[k]) == 0 ? *at : k;
    if (same[k] == k) sorted[left++] = (placed_text){text[k], k};
    *at = k;
  }
  return left;
}

/* The distinct texts. */
static status take_names(size_t count, const placed_text *sorted, size_t *number, entry_names *names) {
  TRY(NEW_ARRAY(count, names->name));
  TRY(NEW_ARRAY(count, names->times));
  for (size_t k = 0; k < count; k++) {
    if (k == 0 || strcmp(sorted[k].text, sorted[k - 1].text) != 0) {
      TRY(memory_text(sorted[k].text, &names->name[names->count]));
      names->count++;
    }
    number[sorted[k].place] = names->count - 1;
  }
  return STATUS_OK;
}

status entry_names_new(size_t count, const char *const *text, size_t *number, entry_names *names) {
  FREED placed_text *sorted = NULL;
  FREED size_t *latest = NULL, *same = NULL;
  *names = (entry_names){0};
  TRY(NEW_ARRAY(count, sorted));
  TRY(NEW_ARRAY(count, latest));
  TRY(NEW_ARRAY(count, same));
  const size_t left = drop_repeats(count, text, latest, same, sorted);
  qsort(sorted, left, sizeof *sorted, order_texts);
  const status code = take_names(left, sorted, number, names);
  if (code != STATUS_OK) entry_names_free(names);
  for (size_t k = 0; code == STATUS_OK && k < count; k++) {
    number[k] = number[same[k]];
    names->times[number[k]]++;
  }
  return code;
}

/* fresh[i] = the new number of i, or ENTRY_DROPPED. */
static void renumber(entry_names *names, size_t most, const counted_name *sorted, size_t *fresh) {
  size_t kept = 0;
  for (size_t i = 0; i < names->count; i++) fresh[i] = ENTRY_DROPPED;
  for (size_t k = 0; k < most; k++) fresh[sorted[k].number] = 0;
  for (size_t i = 0; i < names->count; i++) {
    if (fresh[i] == ENTRY_DROPPED) {
      free(names->name[i]);
      continue;
    }
    fresh[i] = kept;
    names->name[kept] = names->name[i];
    names->times[kept++] = names->times[i];
  }
  names->count = kept;
}

status entry_names_keep(entry_names *names, size_t most, size_t count, size_t *number) {
  FREED counted_name *sorted = NULL;
  FREED size_t *fresh = NULL;
  if (most == 0 || most >= names->count) return STATUS_OK;
  TRY(NEW_ARRAY(names->count, sorted));
  TRY(NEW_ARRAY(names->count, fresh));
  for (size_t i = 0; i < names->count; i++) sorted[i] = (counted_name){names->times[i], i};
  qsort(sorted, names->count, sizeof *sorted, compare_times);
  renumber(names, most, sorted, fresh);
  for (size_t k = 0; k < count; k++) number[k] = fresh[number[k]];
  return STATUS_OK;
}

static int compare_name(const void *name, const void *of) {
  return strcmp(name, *(char *const *)of);
}

status entry_names_find(const entry_names *known, const char *text, entry_names *fresh, size_t *number) {
  char **found = bsearch(text, known->name, known->count, sizeof *known->name, compare_name);
  size_t k = 0;
  if (found != NULL) {
    *number = (size_t)(found - known->name);
    return STATUS_OK;
  }
  while (k < fresh->count && strcmp(fresh->name[k], text) != 0) k++;
  *number = known->count + k;
  if (k < fresh->count) return STATUS_OK;
  TRY(memory_grow(&fresh->name, k + 1, sizeof *fresh->name));
  TRY(memory_text(text, &fresh->name[k]));
  fresh->count++;
  return STATUS_OK;
}

status entry_names_append(entry_names *to, entry_names *from) {
  if (from->count == 0) return STATUS_OK;
  TRY(memory_grow(&to->name, to->count + from->count, sizeof *to->name));
  for (size_t k = 0; k < from->count; k++) to->name[to->count++] = from->name[k];
  from->count = 0;
  return STATUS_OK;
}

status entry_names_add(cJSON *reading, const char *member, const entry_names *names) {
  return column_names_add(reading, member, names->count, (const char *const *)names->name);
}

status entry_names_of(const char *who, const cJSON *given, const char *member, size_t least, entry_names *names) {
  FREED const char **found = NULL;
  size_t count = 0;
  TRY(column_names_of(who, given, member, &found, &count));
  TRY(NEW_ARRAY(count, names->name));
  while (names->count < count && (names->count == 0 || strcmp(found[names->count - 1], found[names->count]) < 0)) {
    TRY(memory_text(found[names->count], &names->name[names->count]));
    names->count++;
  }
  if (names->count == count && count >= least) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: reading: %s: expected a list of ascending texts", who, member);
}
