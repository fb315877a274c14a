#include "engine/changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"

enum { REASONS = 16, REASON = 64 };

/* What makes two cells the same place of an experiment: parameters, label and seed. */
typedef struct place {
  char *identity;
  cJSON *key;
} place;

typedef struct comparison {
  place *places; /* of the cells that will run, sorted by identity */
  size_t count;
  char reasons[REASONS][REASON];
  size_t reason_count;
  size_t again;
} comparison;

static status identity_of(const cJSON *key, char **identity) {
  static const char *const members[] = {"parameters", "label", "seed"};
  cJSON *part = cJSON_CreateObject();
  for (size_t i = 0; i < 3; i++) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(key, members[i]);
    if (item != NULL) cJSON_AddItemToObject(part, members[i], cJSON_Duplicate(item, 1));
  }
  const status code = json_print(part, 1, 0, identity);
  cJSON_Delete(part);
  return code;
}

static int compare_places(const void *a, const void *b) {
  return strcmp(((const place *)a)->identity, ((const place *)b)->identity);
}

static void add_reason(comparison *comparison, const char *reason) {
  for (size_t i = 0; i < comparison->reason_count; i++) {
    if (strcmp(comparison->reasons[i], reason) == 0) return;
  }
  if (comparison->reason_count == REASONS) return;
  (void)snprintf(comparison->reasons[comparison->reason_count++], REASON, "%s", reason);
}

/* Names the members of the key that differ, "learner options" for those one level down. */
static void add_differences(comparison *comparison, const cJSON *before, const cJSON *now) {
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
      add_reason(comparison, reason);
      named = true;
    }
    if (!named) add_reason(comparison, item->string);
  }
}

static status compare_record(void *context, const char *cell, const cJSON *record) {
  (void)cell;
  comparison *comparison = context;
  const cJSON *before = cJSON_GetObjectItemCaseSensitive(record, "key");
  place wanted = {NULL, NULL};
  TRY(identity_of(before, &wanted.identity));
  const place *found = bsearch(&wanted, comparison->places, comparison->count, sizeof wanted, compare_places);
  if (found != NULL) {
    comparison->again++;
    add_differences(comparison, before, found->key);
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
    const size_t there = settings->plan->cell_count - comparison.count;
    const size_t again = comparison.again < comparison.count ? comparison.again : comparison.count;
    (void)fprintf(stderr, "%zu cells are there, %zu are new, %zu run again", there, comparison.count - again, again);
    for (size_t i = 0; i < comparison.reason_count; i++) {
      (void)fprintf(stderr, "%s%s", i == 0 ? ": changed " : ", ", comparison.reasons[i]);
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
