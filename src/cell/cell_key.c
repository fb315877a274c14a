#include "cell/cell_key.h"
#include "base/build_info.h"
#include "base/json.h"
#include "base/memory_stream.h"
#include "cell/data_files.h"
#include "cell/observer.h"

struct cell_keys {
  const cell_settings *settings;
  const plan_point *point; /* of which `head` and `tail` are; NULL: none yet */
  const plan_learner *learner;
  char *head, *tail; /* what stands before and after the seed */
  char *key;
  size_t room;
};

/* Canonical JSON: the members of each object below are written in the order of their names. */
static status write_member(FILE *file, const char *name, unsigned version, const cJSON *values) {
  (void)fprintf(file, "{\"name\":");
  json_write_text(file, name);
  (void)fprintf(file, ",\"options\":");
  if (values == NULL) {
    (void)fputs("{}", file);
  } else {
    TRY(json_write(file, values, 1, 0));
  }
  (void)fprintf(file, ",\"version\":%u}", version);
  return STATUS_OK;
}

static status write_bounds(FILE *file, const plan_point *point) {
  (void)fputs("\"bounds\":[", file);
  for (size_t i = 0; i < point->bound_count; i++) {
    const plan_bound *judge = &point->bounds[i];
    if (i > 0) (void)fputc(',', file);
    TRY(write_member(file, judge->class->about.name, judge->class->about.result_version, judge->options));
  }
  (void)fputc(']', file);
  return STATUS_OK;
}

static status write_data(FILE *file, const cell_settings *settings, const plan_point *point,
                         const plan_learner *player) {
  const problem_class *source = point->problem;
  const data_folders folders = {settings->data, settings->folder};
  CLEANUP(json_free_at) cJSON *files = cJSON_CreateObject();
  if (files == NULL) return FAIL(STATUS_MEMORY, "no memory for a cell's key");
  TRY(data_files_hash(source->about.parameters, source->about.parameter_count, point->problem_options, &folders,
                      files));
  TRY(data_files_hash(player->class->about.parameters, player->class->about.parameter_count, player->options, &folders,
                      files));
  (void)fputs(",\"data\":", file);
  TRY(json_write(file, files, 1, 0));
  return STATUS_OK;
}

/* The name of a quantity, with its version where that is above 1. */
static void write_observed(FILE *file, const plan *planned) {
  (void)fputs(",\"observe\":[", file);
  for (size_t i = 0; i < planned->observe_count; i++) {
    const observed_quantity *of = observed_find(planned->observe[i]);
    const bool mended = of != NULL && of->result_version > 1;
    if (i > 0) (void)fputc(',', file);
    if (mended) (void)fputs("{\"name\":", file);
    json_write_text(file, planned->observe[i]);
    if (mended) (void)fprintf(file, ",\"version\":%u}", of->result_version);
  }
  (void)fputc(']', file);
}

static status write_head(FILE *file, const cell_settings *settings, const cell_address *address) {
  const plan_point *point = address->point;
  const plan_learner *player = address->learner;
  const bool learns = !settings->plan->procedure;
  (void)fputc('{', file);
  TRY(write_bounds(file, point));
  if (learns) TRY(write_data(file, settings, point, player));
  (void)fputs(",\"eigen\":", file);
  json_write_text(file, settings->eigen->name);
  (void)fprintf(file, ",\"engine\":%d,\"label\":", ENGINE_RESULT_VERSION);
  json_write_text(file, player->label);
  if (learns) {
    (void)fputs(",\"learner\":", file);
    TRY(write_member(file, player->class->about.name, player->class->about.result_version, player->options));
  }
  write_observed(file, settings->plan);
  (void)fputs(",\"parameters\":", file);
  TRY(json_write(file, point->parameters, 1, 0));
  if (learns) {
    (void)fputs(",\"problem\":", file);
    TRY(write_member(file, point->problem->about.name, point->problem->about.result_version, point->problem_options));
  }
  (void)fprintf(file, ",\"record\":%s,\"seed\":", settings->record ? "true" : "false");
  return STATUS_OK;
}

/* The scenario's own functions have no version, but they may draw random numbers. */
static status write_tail(FILE *file, const cell_settings *settings, const cell_address *address) {
  if (address->point->test > 0) {
    (void)fputs(",\"test\":", file);
    number_write(file, (double)address->point->test);
  }
  if (settings->plan->procedure || cell_has_custom(address)) {
    (void)fprintf(file, ",\"streams\":%d,\"text\":", RANDOM_RESULT_VERSION);
    json_write_text(file, settings->plan->text);
  }
  (void)fputs(",\"trials\":", file);
  number_write(file, (double)address->point->trials);
  (void)fputc('}', file);
  return STATUS_OK;
}

typedef status part_writer(FILE *file, const cell_settings *settings, const cell_address *address);

static status make_part(part_writer *write, const cell_settings *settings, const cell_address *address, char **text) {
  size_t length = 0;
  free(*text);
  *text = NULL;
  FILE *file = memory_stream(text, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for a cell's key");
  status code = write(file, settings, address);
  const int failed = ferror(file) | fclose(file);
  if (failed && code == STATUS_OK) code = FAIL(STATUS_MEMORY, "no memory for a cell's key");
  return code;
}

status cell_keys_new(const cell_settings *settings, cell_keys **out) {
  TRY(memory_array(1, sizeof **out, out));
  (*out)->settings = settings;
  return STATUS_OK;
}

void cell_keys_free(cell_keys *keys) {
  if (keys == NULL) return;
  free(keys->head);
  free(keys->tail);
  free(keys->key);
  free(keys);
}

/* Makes the parts of a key that all seeds share, unless they are those of the last call. */
static status write_shared(cell_keys *keys, const cell_address *address) {
  if (keys->point == address->point && keys->learner == address->learner) return STATUS_OK;
  keys->point = NULL;
  TRY(make_part(write_head, keys->settings, address, &keys->head));
  TRY(make_part(write_tail, keys->settings, address, &keys->tail));
  TRY(memory_room(&keys->key, &keys->room, strlen(keys->head) + strlen(keys->tail) + 24, 1));
  keys->point = address->point;
  keys->learner = address->learner;
  return STATUS_OK;
}

status cell_keys_at(cell_keys *keys, const cell_address *address, const char **key, char name[CELL_NAME]) {
  TRY(write_shared(keys, address));
  const int length =
      snprintf(keys->key, keys->room, "%s%llu%s", keys->head, (unsigned long long)address->seed, keys->tail);
  char digits[33];
  hash_text(keys->key, (size_t)length, digits);
  (void)snprintf(name, CELL_NAME, "%.16s", digits);
  *key = keys->key;
  return STATUS_OK;
}
