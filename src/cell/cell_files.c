#include "cell/cell_files.h"
#include "base/folder.h"
#include "base/text.h"

enum { TITLE = 121 };

status cell_sequence_path(const char *results, const char *name, char **path) {
  return memory_format(path, "%s/sequences/%s.jsonl", results, name);
}

/* Adds to the title what of the text may stand in the name of a file anywhere. */
static void add(char title[TITLE], const char *text) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+=-";
  size_t length = strlen(title);
  for (; *text != '\0' && length + 1 < TITLE; text++) title[length++] = strchr(plain, *text) != NULL ? *text : '_';
  title[length] = '\0';
}

static bool is_swept(const plan *planned, const char *name) {
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, cJSON_GetObjectItemCaseSensitive(planned->document, "swept")) {
    if (strcmp(item->valuestring, name) == 0) return true;
  }
  return false;
}

status cell_state_path(const char *results, const plan *planned, const cell_address *address, const char *name,
                       char **path) {
  char title[TITLE] = "", seed[32];
  (void)snprintf(seed, sizeof seed, "-seed%llu", (unsigned long long)address->seed);
  add(title, address->learner->label);
  add(title, seed);
  for (size_t i = 0; i < planned->parameter_count; i++) {
    char number[NUMBER_TEXT];
    if (!is_swept(planned, planned->parameters[i])) continue;
    add(title, "-");
    add(title, planned->parameters[i]);
    add(title, "=");
    add(title, plan_parameter(planned, address->point, i, number));
  }
  return memory_format(path, "%s/states/%s-%s.json", results, title, name);
}

typedef struct state_search {
  const char *results, *name;
  char *path;
  status code;
} state_search;

static void look(void *context, int folder, const char *file) {
  state_search *self = context;
  char cell[CELL_NAME];
  cell_of_file(file, cell);
  if (self->path != NULL || self->code != STATUS_OK || strcmp(cell, self->name) != 0) return;
  self->code = memory_format(&self->path, "%s/states/%s", self->results, file);
}

status cell_state_find(const char *results, const char *name, char **path) {
  state_search search = {.results = results, .name = name};
  FREED char *states = NULL;
  *path = NULL;
  TRY(memory_format(&states, "%s/states", results));
  TRY(folder_each(states, look, &search));
  *path = search.path;
  return search.code;
}

void cell_of_file(const char *file, char cell[CELL_NAME]) {
  const char *end = strrchr(file, '.');
  const size_t length = end == NULL ? strlen(file) : (size_t)(end - file), digits = CELL_NAME - 1;
  (void)snprintf(cell, CELL_NAME, "%s", length < digits ? "" : file + length - digits);
}
