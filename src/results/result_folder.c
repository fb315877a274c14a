#include "results/result_folder.h"
#include "base/folder.h"
#include "base/memory.h"

const char *const result_folder_parts[RESULT_FOLDER_PARTS] = {".", "sequences", "states", "stderr", ".journal"};

status result_folder_check(const char *folder) {
  TRY(folder_check_plain(folder));
  for (size_t i = 1; i < RESULT_FOLDER_PARTS; i++) {
    FREED char *path = NULL;
    TRY(memory_format(&path, "%s/%s", folder, result_folder_parts[i]));
    TRY(folder_check_plain(path));
  }
  return STATUS_OK;
}
