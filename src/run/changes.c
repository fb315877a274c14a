#include "run/changes.h"
#include "base/json.h"
#include "base/memory_stream.h"

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
  FREED char *text = NULL;
  size_t length = 0;
  FILE *file = memory_stream(&text, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for the comparison of cells");
  json_write_text(file, label == NULL ? "" : label);
  number_write(file, seed);
  const status code = json_write(file, parameters, 1, 0);
  const bool failed = fclose(file) != 0;
  TRY(code);
  if (failed) return FAIL(STATUS_MEMORY, "no memory for the comparison of cells");
  hash_text(text, length, identity);
  return STATUS_OK;
}

static int compare_places(const void *a, const void *b) {
  return strcmp(((const place *)a)->identity, ((const place *)b)->identity);
}

/* The bit of a reason; those beyond the last share its bit. */
static uint32_t reason_bit(comparison *self, const char *reason) {
  size_t i = 0;
  while (i < self->reason_count && strcmp(self->reasons[i], reason) != 0) i++;
  if (i == REASONS) return UINT32_C(1) << (REASONS - 1);
  if (i == self->reason_count) {
    (void)snprintf(self->reasons[self->reason_count++], REASON, "%s", reason);
  }
  return UINT32_C(1) << i;
}

/* Names the members of the key that differ, "learner options" for those one level down. */
static uint32_t differences(comparison *self, const cJSON *before, const cJSON *now) {
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
      changed |= reason_bit(self, reason);
      named = true;
    }
    if (!named) changed |= reason_bit(self, item->string);
  }
  cJSON_ArrayForEach (item, before) { /* members that are gone */
    if (json_member(now, item->string) == NULL) changed |= reason_bit(self, item->string);
  }
  return changed;
}

/* A finished cell is not compared. */
static bool is_of_another(void *context, const char *cell) {
  const comparison *self = context;
  return bsearch(&cell, self->there, self->there_count, sizeof cell, text_compare) == NULL;
}

static status compare_with(comparison *self, const cJSON *before, place *found) {
  const changes_source *source = self->source;
  const cell_address address = plan_cell(source->settings->plan, found->index);
  const char *key = NULL;
  char name[CELL_NAME];
  CLEANUP(json_free_at) cJSON *now = NULL;
  TRY(cell_keys_at(source->keys, &address, &key, name));
  TRY(json_parse(key, &now));
  const uint32_t changed = differences(self, before, now);
  if (!found->again || __builtin_popcount(changed) < __builtin_popcount(found->changed)) found->changed = changed;
  found->again = true;
  return STATUS_OK;
}

static status compare_record(void *context, const char *cell, const cJSON *record) {
  comparison *self = context;
  const cJSON *before = json_member(record, "key");
  const cJSON *parameters = json_member(before, "parameters");
  const cJSON *seed = json_member(before, "seed");
  const char *label = json_text(before, "label", NULL);
  place wanted = {.again = false};
  if (parameters == NULL || !cJSON_IsNumber(seed)) return STATUS_OK;
  TRY(identity_of(parameters, label, seed->valuedouble, wanted.identity));
  place *found = bsearch(&wanted, self->places, self->count, sizeof wanted, compare_places);
  return found == NULL ? STATUS_OK : compare_with(self, before, found);
}

static status collect(comparison *self) {
  const changes_source *source = self->source;
  const plan *planned = source->settings->plan;
  size_t unfinished = 0;
  for (size_t index = 0; index < planned->cell_count; index++) unfinished += !source->finished[index];
  TRY(NEW_ARRAY(unfinished, self->places));
  TRY(NEW_ARRAY(planned->cell_count - unfinished, self->there));
  for (size_t index = 0; index < planned->cell_count; index++) {
    if (source->finished[index]) {
      if (source->names[index][0] != 0) self->there[self->there_count++] = source->names[index];
      continue;
    }
    const cell_address address = plan_cell(planned, index);
    place *added = &self->places[self->count++];
    added->index = index;
    TRY(identity_of(address.point->parameters, address.learner->label, (double)address.seed, added->identity));
  }
  qsort(self->places, self->count, sizeof *self->places, compare_places);
  qsort(self->there, self->there_count, sizeof *self->there, text_compare);
  return STATUS_OK;
}

static void print_changes(const comparison *self, FILE *out) {
  size_t again = 0;
  uint32_t changed = 0;
  for (size_t i = 0; i < self->count; i++) {
    again += self->places[i].again;
    changed |= self->places[i].changed;
  }
  (void)fprintf(out, "%zu cells done, %zu new, %zu to rerun", self->source->there, self->count - again, again);
  const char *lead = ": changed ";
  for (size_t i = 0; i < self->reason_count; i++) {
    if (!(changed & UINT32_C(1) << i)) continue;
    (void)fprintf(out, "%s%s", lead, self->reasons[i]);
    lead = ", ";
  }
  (void)fputc('\n', out);
}

static void free_comparison(comparison *self) {
  free(self->places);
  free(self->there);
}

status changes_report(const changes_source *source, FILE *out) {
  if (store_count(source->store) == 0) return STATUS_OK;
  CLEANUP(free_comparison) comparison self = {.source = source};
  TRY(collect(&self));
  TRY(store_each(source->store, is_of_another, compare_record, &self));
  print_changes(&self, out);
  return STATUS_OK;
}
