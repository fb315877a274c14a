#include "engine/changes.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"

enum { REASONS = 32, REASON = 64 };

/* What makes two cells the same place of an experiment: parameters, label and seed. A place can have several records, of several
 * earlier runs; the nearest one says what changed. */
typedef struct place {
  char *identity;
  cJSON *key;
  bool again;       /* it has a record */
  uint32_t changed; /* bit i: reasons[i], against the record with the fewest */
} place;

typedef struct comparison {
  place *places; /* of the cells that will run, sorted by identity */
  size_t count;
  char reasons[REASONS][REASON];
  size_t reason_count;
} comparison;

static status identity_of(const cJSON *key, char **identity) {
  static const char *const members[] = {"parameters", "label", "seed"};
  cJSON *part = cJSON_CreateObject();
  for (size_t i = 0; i < 3; i++) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(key, members[i]);
    if (item != NULL) json_set(part, members[i], cJSON_Duplicate(item, 1));
  }
  const status code = json_print(part, 1, 0, identity);
  cJSON_Delete(part);
  return code;
}

static int compare_places(const void *a, const void *b) {
  return strcmp(((const place *)a)->identity, ((const place *)b)->identity);
}

/* The bit of a reason; those beyond the last share its bit. */
static uint32_t reason_bit(comparison *comparison, const char *reason) {
  size_t i = 0;
  while (i < comparison->reason_count && strcmp(comparison->reasons[i], reason) != 0) i++;
  if (i == REASONS) return UINT32_C(1) << (REASONS - 1);
  if (i == comparison->reason_count) {
    (void)snprintf(comparison->reasons[comparison->reason_count++], REASON, "%s", reason);
  }
  return UINT32_C(1) << i;
}

/* Names the members of the key that differ, "learner options" for those one level down. */
static uint32_t differences(comparison *comparison, const cJSON *before, const cJSON *now) {
  uint32_t changed = 0;
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, now) {
    const cJSON *old = cJSON_GetObjectItemCaseSensitive(before, item->string);
    if (cJSON_Compare(old, item, 1)) continue;
    const cJSON *inner = NULL;
    bool named = false;
    cJSON_ArrayForEach (inner, item) {
      if (inner->string == NULL || strcmp(item->string, "data") == 0) continue;
      if (cJSON_Compare(cJSON_GetObjectItemCaseSensitive(old, inner->string), inner, 1)) continue;
      char reason[REASON];
      (void)snprintf(reason, sizeof reason, "%s %s", item->string, inner->string);
      changed |= reason_bit(comparison, reason);
      named = true;
    }
    if (!named) changed |= reason_bit(comparison, item->string);
  }
  cJSON_ArrayForEach (item, before) { /* what is there no more */
    if (cJSON_GetObjectItemCaseSensitive(now, item->string) == NULL) changed |= reason_bit(comparison, item->string);
  }
  return changed;
}

static status compare_record(void *context, const char *cell, const cJSON *record) {
  (void)cell;
  comparison *comparison = context;
  const cJSON *before = cJSON_GetObjectItemCaseSensitive(record, "key");
  place wanted = {.identity = NULL};
  TRY(identity_of(before, &wanted.identity));
  place *found = bsearch(&wanted, comparison->places, comparison->count, sizeof wanted, compare_places);
  if (found != NULL) {
    const uint32_t changed = differences(comparison, before, found->key);
    if (!found->again || __builtin_popcount(changed) < __builtin_popcount(found->changed)) found->changed = changed;
    found->again = true;
  }
  free(wanted.identity);
  return STATUS_OK;
}

static status collect(const cell_settings *settings, const bool *finished, comparison *comparison) {
  const size_t cells = settings->plan->cell_count;
  TRY(NEW_ARRAY(cells, comparison->places));
  for (size_t index = 0; index < cells; index++) {
    if (finished[index]) continue;
    const cell_address address = plan_cell(settings->plan, index);
    place *added = &comparison->places[comparison->count++];
    char *key = NULL;
    char name[CELL_NAME];
    TRY(cell_key(settings, &address, &key, name));
    const status code = json_parse(key, &added->key);
    free(key);
    TRY(code);
    TRY(identity_of(added->key, &added->identity));
  }
  if (comparison->count > 1) qsort(comparison->places, comparison->count, sizeof *comparison->places, compare_places);
  return STATUS_OK;
}

status changes_report(const cell_settings *settings, const store *store, const bool *finished) {
  if (store_count(store) == 0) return STATUS_OK;
  comparison comparison = {.count = 0};
  status code = collect(settings, finished, &comparison);
  if (code == STATUS_OK) code = store_each(store, compare_record, &comparison);
  if (code == STATUS_OK) {
    size_t again = 0;
    uint32_t changed = 0;
    for (size_t i = 0; i < comparison.count; i++) {
      again += comparison.places[i].again;
      changed |= comparison.places[i].changed;
    }
    const size_t there = settings->plan->cell_count - comparison.count;
    (void)fprintf(stderr, "%zu cells are there, %zu are new, %zu run again", there, comparison.count - again, again);
    const char *lead = ": changed ";
    for (size_t i = 0; i < comparison.reason_count; i++) {
      if (!(changed & UINT32_C(1) << i)) continue;
      (void)fprintf(stderr, "%s%s", lead, comparison.reasons[i]);
      lead = ", ";
    }
    (void)fputc('\n', stderr);
  }
  for (size_t i = 0; i < comparison.count; i++) {
    free(comparison.places[i].identity);
    cJSON_Delete(comparison.places[i].key);
  }
  free(comparison.places);
  return code;
}
