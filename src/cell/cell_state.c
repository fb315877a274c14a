/* The state of a cell's learner at its end. */
#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "cell/cell.h"
#include "serve/state.h"

status cell_state_path(const cell_settings *settings, const char *name, char **path) {
  return memory_format(path, "%s/states/%s.json", settings->results, name);
}

status cell_log_path(const cell_settings *settings, const char *name, char **path) {
  return memory_format(path, "%s/stderr/%s.txt", settings->results, name);
}

status cell_save_state(const cell_settings *settings, const char *name, const learner *learner,
                       const learner_setting *setting, const options *options, const cJSON *problem) {
  char *path = NULL;
  replacement *file = NULL;
  TRY(cell_state_path(settings, name, &path));
  status code = replacement_begin(path, &file);
  free(path);
  TRY(code);
  code = learner_state_write(replacement_stream(file), learner, setting, options, problem);
  if (code == STATUS_OK) return replacement_commit(file);
  replacement_abandon(file);
  return code;
}
