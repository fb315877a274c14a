#include "run/changes.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/memory_stream.h"
#include "base/text.h"

enum { REASONS = 32, REASON = 64 };

/* Cells with the same parameters, label and seed have the same place in an experiment. A place can have records of several earlier runs; the most
 * similar one shows what changed. */
enum { IDENTITY = 33 };
typedef struct place {
  char identity[IDENTITY]; /* hash of parameters, label and seed */
  bool again;              /* it has a record */
  uint32_t changed;        /* bit i: reasons[i], against the record with the fewest */
  size_t index;
} place;

typedef struct comparison {
  const changes_source *source;
  place *places; /* of the cells that will run, sorted by identity */
  size_t count;
  const char **there; /* names of the others, sorted */
  size_t there_count;
  char reasons[REASONS][REASON];
  size_t reason_count;
} comparison;

static status identity_of(const cJSON *parameters, const char *label, double seed, char identity[IDENTITY]) {
  char *text = NULL;
  size_t length = 0;
  FILE *file = memory_stream(&text, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for the comparison of cells");
  json_write_text(file, label == NULL ? "" : label);
  number_write(file, seed);
  status code = json_write(file, parameters, 1, 0);
  const int failed = ferror(file) | fclose(file);
  if (failed && code == STATUS_OK) code = FAIL(STATUS_MEMORY, "no memory for the comparison of cells");
  if (code == STATUS_OK) hash_text(text, length, identity);
  free(text);
  return code;
}

static int compare_places(const void *a, const void *b) {
  return strcmp(((const place *)a)->identity, ((const place *)b)->identity);
}

static int compare_texts(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
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
    const cJSON *old = json_member(before, item->string);
    if (cJSON_Compare(old, item, 1)) continue;
    const cJSON *inner = NULL;
    bool named = false;
    cJSON_ArrayForEach (inner, item) {
      if (inner->string == NULL || strcmp(item->string, "data") == 0) continue;
      if (cJSON_Compare(json_member(old, inner->string), inner, 1)) continue;
      char reason[REASON];
      (void)snprintf(reason, sizeof reason, "%s %s", item->string, inner->string);
      changed |= reason_bit(comparison, reason);
      named = true;
    }
    if (!named) changed |= reason_bit(comparison, item->string);
  }
  cJSON_ArrayForEach (item, before) { /* members that are gone */
    if (json_member(now, item->string) == NULL) changed |= reason_bit(comparison, item->string);
  }
  return changed;
}

/* A finished cell is not compared. */
static bool is_of_another(void *context, const char *cell) {
  const comparison *comparison = context;
  return bsearch(&cell, comparison->there, comparison->there_count, sizeof cell, compare_texts) == NULL;
}

static status compare_with(comparison *comparison, const cJSON *before, place *found) {
  const changes_source *source = comparison->source;
  const cell_address address = plan_cell(source->settings->plan, found->index);
  const char *key = NULL;
  char name[CELL_NAME];
  cJSON *now = NULL;
  TRY(cell_keys_at(source->keys, &address, &key, name));
  TRY(json_parse(key, &now));
  const uint32_t changed = differences(comparison, before, now);
  cJSON_Delete(now);
  if (!found->again || __builtin_popcount(changed) < __builtin_popcount(found->changed)) found->changed = changed;
  found->again = true;
  return STATUS_OK;
}

static status compare_record(void *context, const char *cell, const cJSON *record) {
  (void)cell;
  comparison *comparison = context;
  const cJSON *before = json_member(record, "key");
  const cJSON *parameters = json_member(before, "parameters");
  const cJSON *seed = json_member(before, "seed");
  const char *label = json_text(before, "label", NULL);
  place wanted = {.again = false};
  if (parameters == NULL || !cJSON_IsNumber(seed)) return STATUS_OK;
  TRY(identity_of(parameters, label, seed->valuedouble, wanted.identity));
  place *found = bsearch(&wanted, comparison->places, comparison->count, sizeof wanted, compare_places);
  return found == NULL ? STATUS_OK : compare_with(comparison, before, found);
}

static status collect(comparison *comparison) {
  const changes_source *source = comparison->source;
  const plan *plan = source->settings->plan;
  size_t unfinished = 0;
  for (size_t index = 0; index < plan->cell_count; index++) unfinished += !source->finished[index];
  TRY(NEW_ARRAY(unfinished, comparison->places));
  TRY(NEW_ARRAY(plan->cell_count - unfinished, comparison->there));
  for (size_t index = 0; index < plan->cell_count; index++) {
    if (source->finished[index]) {
      if (source->names[index][0] != 0) comparison->there[comparison->there_count++] = source->names[index];
      continue;
    }
    const cell_address address = plan_cell(plan, index);
    place *added = &comparison->places[comparison->count++];
    added->index = index;
    TRY(identity_of(address.point->parameters, address.learner->label, (double)address.seed, added->identity));
  }
  if (comparison->count > 1) qsort(comparison->places, comparison->count, sizeof *comparison->places, compare_places);
  if (comparison->there_count > 1) {
    qsort(comparison->there, comparison->there_count, sizeof *comparison->there, compare_texts);
  }
  return STATUS_OK;
}

static void print_changes(const comparison *comparison, FILE *out) {
  size_t again = 0;
  uint32_t changed = 0;
  for (size_t i = 0; i < comparison->count; i++) {
    again += comparison->places[i].again;
    changed |= comparison->places[i].changed;
  }
  (void)fprintf(out, "%zu cells done, %zu new, %zu to rerun", comparison->source->there, comparison->count - again,
                again);
  const char *lead = ": changed ";
  for (size_t i = 0; i < comparison->reason_count; i++) {
    if (!(changed & UINT32_C(1) << i)) continue;
    (void)fprintf(out, "%s%s", lead, comparison->reasons[i]);
    lead = ", ";
  }
  (void)fputc('\n', out);
}

status changes_report(const changes_source *source, FILE *out) {
  if (store_count(source->store) == 0) return STATUS_OK;
  comparison comparison = {.source = source};
  status code = collect(&comparison);
  if (code == STATUS_OK) code = store_each(source->store, is_of_another, compare_record, &comparison);
  if (code == STATUS_OK) print_changes(&comparison, out);
  free(comparison.places);
  free(comparison.there);
  return code;
}
