#include "cell/cell_confine.h"
#include "base/json.h"
#include "cell/data_files.h"

confinement cell_confinement(const plan *planned, const cell_address *address) {
  if (planned->procedure) return CONFINED;
  if (descriptor_is_program(&address->learner->class->about)) return NOT_CONFINED;
  return cell_has_custom(address) ? CONFINED : CONFINED_OR_NOT;
}

/* The data files of all problems, wherever they are: name -> path. Of one that is not there the cell says so. */
static status find_files(const cell_settings *settings, cJSON *paths) {
  const data_folders folders = {settings->data, settings->folder};
  for (size_t i = 0; i < settings->plan->point_count; i++) {
    const plan_point *point = &settings->plan->points[i];
    if (point->problem == NULL) continue;
    const descriptor *about = &point->problem->about;
    TRY(data_files_find(about->parameters, about->parameter_count, point->problem_options, &folders, paths));
  }
  return STATUS_OK;
}

/* *list: the folders and the files, NULL at the end. */
static status list_read(const cell_settings *settings, const cJSON *paths, const char ***list) {
  size_t count = 0;
  TRY(memory_array((size_t)cJSON_GetArraySize(paths) + 3, sizeof **list, list));
  if (settings->folder != NULL) (*list)[count++] = settings->folder;
  if (settings->data != NULL) (*list)[count++] = settings->data;
  for (const cJSON *path = paths == NULL ? NULL : paths->child; path != NULL; path = path->next) {
    (*list)[count++] = path->valuestring;
  }
  return STATUS_OK;
}

status cell_confine(const cell_settings *settings, const char *scratch) {
  CLEANUP(json_free_at) cJSON *paths = cJSON_CreateObject();
  FREED const char **read = NULL;
  FREED char *sequences = NULL, *states = NULL;
  const char *written[4] = {NULL};
  size_t count = 0;
  TRY(find_files(settings, paths));
  TRY(list_read(settings, paths, &read));
  TRY(memory_format(&sequences, "%s/sequences", settings->results));
  TRY(memory_format(&states, "%s/states", settings->results));
  if (settings->record) written[count++] = sequences;
  if (settings->save_state) written[count++] = states;
  if (scratch != NULL) written[count] = scratch;
  return confine(read, written);
}
