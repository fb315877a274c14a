/* The manifest of a merged folder: that of its first part, which has the same description. */
#include "audit/merge_parts.h"
#include "results/manifest.h"

static void set(cJSON *manifest, const char *name, cJSON *value) {
  if (cJSON_HasObjectItem(manifest, name)) {
    cJSON_ReplaceItemInObjectCaseSensitive(manifest, name, value);
  } else {
    cJSON_AddItemToObject(manifest, name, value);
  }
}

status merge_write_manifest(const merging *m, const results_source *source, int exit_status, results_files *files) {
  cJSON *manifest = cJSON_Duplicate(m->manifest, 1);
  if (manifest == NULL) return FAIL(STATUS_MEMORY, "no memory for the manifest");
  const char *state = m->missing > 0 ? "incomplete" : m->failures.count > 0 ? "failed in part" : "complete";
  cJSON_DeleteItemFromObjectCaseSensitive(manifest, "shard");
  cJSON_DeleteItemFromObjectCaseSensitive(manifest, "made_with");
  if (cJSON_GetArraySize(m->made_with) > 1) set(manifest, "made_with", cJSON_Duplicate(m->made_with, 1));
  set(manifest, "started", cJSON_CreateString(m->started));
  set(manifest, "ended", cJSON_CreateString(m->ended));
  set(manifest, "state", cJSON_CreateString(state));
  set(manifest, "exit", cJSON_CreateNumber(exit_status));
  set(manifest, "failures", manifest_failures(source));
  const status code = manifest_put(manifest, m->request->out, files);
  cJSON_Delete(manifest);
  return code;
}
