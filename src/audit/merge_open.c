/* The folders that are to be united: are they of one description, and what is the plan? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "audit/merge_parts.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "cell/data_files.h"
#include "results/description.h"
#include "results/manifest.h"

static const char *const circumstances[] = {"version", "revision", "compiler", "flags", "libraries", "cpu"};

static status add_circumstance(merging *m, cJSON *found) {
  const cJSON *known = NULL;
  if (found == NULL) return FAIL(STATUS_MEMORY, "no memory for a manifest");
  cJSON_ArrayForEach (known, m->made_with) {
    if (!cJSON_Compare(known, found, 1)) continue;
    cJSON_Delete(found);
    return STATUS_OK;
  }
  cJSON_AddItemToArray(m->made_with, found);
  return STATUS_OK;
}

/* With what and when the folder was made: a merged one names several programs or machines. */
static status note_circumstances(merging *m, const cJSON *manifest) {
  const char *started = manifest_text(manifest, "started"), *ended = manifest_text(manifest, "ended");
  if (*m->started == 0 || strcmp(started, m->started) < 0) (void)snprintf(m->started, sizeof m->started, "%s", started);
  if (strcmp(ended, m->ended) > 0) (void)snprintf(m->ended, sizeof m->ended, "%s", ended);
  const cJSON *several = cJSON_GetObjectItemCaseSensitive(manifest, "made_with"), *item = NULL;
  cJSON_ArrayForEach (item, several) {
    TRY(add_circumstance(m, cJSON_Duplicate(item, 1)));
  }
  if (several != NULL) return STATUS_OK;
  cJSON *found = cJSON_CreateObject();
  for (size_t i = 0; i < sizeof circumstances / sizeof circumstances[0]; i++) {
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(manifest, circumstances[i]);
    if (member != NULL) cJSON_AddItemToObject(found, circumstances[i], cJSON_Duplicate(member, 1));
  }
  return add_circumstance(m, found);
}

static status note_failures(merging *m, const cJSON *manifest) {
  const cJSON *failures = cJSON_GetObjectItemCaseSensitive(manifest, "failures"), *failure = NULL;
  const size_t count = (size_t)cJSON_GetArraySize(failures);
  if (count == 0) return STATUS_OK;
  TRY(memory_grow(&m->reasons, m->reason_count + count, sizeof *m->reasons));
  cJSON_ArrayForEach (failure, failures) {
    merge_reason *added = &m->reasons[m->reason_count];
    *added =
        (merge_reason){.source = m->source_count, .timeout = strcmp(manifest_text(failure, "status"), "timeout") == 0};
    (void)snprintf(added->cell, sizeof added->cell, "%s", manifest_text(failure, "cell"));
    TRY(memory_text(manifest_text(failure, "reason"), &added->reason));
    m->reason_count++;
  }
  return STATUS_OK;
}

static status note_manifest(merging *m, merge_source *source, const cJSON *manifest) {
  source->described = true;
  TRY(note_circumstances(m, manifest));
  return note_failures(m, manifest);
}

static const char *first_described(const merging *m) {
  for (size_t i = 0; i < m->source_count; i++) {
    if (m->sources[i].described) return m->sources[i].folder;
  }
  return "";
}

/* Takes the manifest over if it is the first, otherwise compares it with that. */
static status take_manifest(merging *m, merge_source *source, cJSON **manifest) {
  if (m->manifest == NULL) {
    TRY(note_manifest(m, source, *manifest));
    m->manifest = *manifest;
    *manifest = NULL;
    cJSON_DeleteItemFromObjectCaseSensitive(m->manifest, "shard");
    return STATUS_OK;
  }
  char *what = NULL;
  TRY(description_difference(m->manifest, *manifest, &what));
  if (what == NULL) return note_manifest(m, source, *manifest);
  const status code =
      FAIL(STATUS_INVALID, "%s and %s are not of one run: %s", first_described(m), source->folder, what);
  free(what);
  return code;
}

static status has_journal(const char *folder, bool *has) {
  char *path = NULL;
  TRY(memory_format(&path, "%s/.journal/cells", folder));
  *has = file_exists(path);
  free(path);
  return STATUS_OK;
}

static status open_source(merging *m, const char *folder) {
  cJSON *manifest = NULL;
  bool journal = false;
  merge_source *source = &m->sources[m->source_count];
  *source = (merge_source){.folder = folder};
  TRY(manifest_of_folder(folder, &manifest));
  status code = has_journal(folder, &journal);
  if (code == STATUS_OK && manifest != NULL) {
    code = merge_check_form(manifest);
    if (code != STATUS_OK) code = status_context(code, "%s/manifest.json", folder);
  }
  if (code == STATUS_OK && manifest == NULL && !journal) {
    code = FAIL(STATUS_INVALID, "%s: no result folder: it has neither a manifest.json nor a journal", folder);
  }
  if (code == STATUS_OK && manifest != NULL && !journal) {
    code = FAIL(STATUS_INVALID, "%s: has no journal (.journal/cells), from which cells are taken", folder);
  }
  if (code == STATUS_OK) code = store_open_reader(folder, &source->store);
  if (code == STATUS_OK) m->source_count++;
  if (code == STATUS_OK && manifest != NULL) code = take_manifest(m, source, &manifest);
  if (code == STATUS_OK && !source->described) {
    (void)fprintf(stderr, "%s: has no manifest.json: a run that did not end; its cells are taken\n", folder);
  }
  cJSON_Delete(manifest);
  return code;
}

static bool same_folder(const char *a, const char *b) {
  struct stat first, second;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

/* What an earlier merge or run has left in `out`. Of another description its records may stay, as after an edit of the scenario. */
static status open_out(merging *m) {
  const char *out = m->request->out;
  cJSON *manifest = NULL;
  char *what = NULL;
  bool journal = false;
  struct stat about;
  if (stat(out, &about) == 0 && !S_ISDIR(about.st_mode)) {
    return FAIL(STATUS_INVALID, "--out: %s: is a file, expected a folder", out);
  }
  TRY(manifest_of_folder(out, &manifest));
  status code = results_check(out);
  if (code == STATUS_OK) code = has_journal(out, &journal);
  if (code == STATUS_OK && journal) {
    merge_source *source = &m->sources[m->source_count];
    *source = (merge_source){.folder = out};
    code = store_open_reader(out, &source->store);
    if (code == STATUS_OK) m->source_count++;
    if (code == STATUS_OK && manifest != NULL) code = description_difference(m->manifest, manifest, &what);
    if (code == STATUS_OK && manifest != NULL && what == NULL) code = note_manifest(m, source, manifest);
  }
  free(what);
  cJSON_Delete(manifest);
  return code;
}

static int compare_reasons(const void *a, const void *b) {
  const merge_reason *first = a, *second = b;
  const int order = strcmp(first->cell, second->cell);
  if (order != 0) return order;
  return first->source < second->source ? -1 : first->source > second->source;
}

static status open_sources(merging *m) {
  const merge_request *request = m->request;
  TRY(memory_array(request->folder_count + 1, sizeof *m->sources, &m->sources));
  m->made_with = cJSON_CreateArray();
  bool itself = false;
  for (size_t i = 0; i < request->folder_count; i++) {
    itself = itself || same_folder(request->folders[i], request->out);
    TRY(merge_go_on());
    TRY(open_source(m, request->folders[i]));
  }
  if (m->manifest == NULL) {
    return FAIL(STATUS_INVALID, "%s: no manifest.json in any of the folders: nothing says what they are of",
                request->folders[0]);
  }
  if (!itself) TRY(open_out(m));
  if (m->reason_count > 1) qsort(m->reasons, m->reason_count, sizeof *m->reasons, compare_reasons);
  return STATUS_OK;
}

/* The manifest has the whole plan: the scenario need not be evaluated again. */
static status open_plan(merging *m) {
  cJSON *document = cJSON_Duplicate(m->manifest, 1);
  if (document == NULL) return FAIL(STATUS_MEMORY, "no memory for a plan");
  const status code = plan_open(document, &m->plan);
  if (code != STATUS_OK) return status_context(STATUS_INVALID, "%s/manifest.json", first_described(m));
  m->plan_is_open = true;
  m->settings =
      (cell_settings){.plan = &m->plan,
                      .results = m->request->out,
                      .folder = ".",
                      .record = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(m->manifest, "record")),
                      .save_state = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(m->manifest, "save_state"))};
  return STATUS_OK;
}

static status name_cells(merging *m) {
  /* Of an eigensolver only the name counts here; it need not be installed. */
  const eigen_backend eigen = {.name = manifest_text(m->manifest, "eigensolver")};
  m->settings.eigen = &eigen;
  TRY(memory_array(m->plan.cell_count, sizeof *m->names, &m->names));
  data_files_stated(cJSON_GetObjectItemCaseSensitive(m->manifest, "data"));
  cell_keys *keys = NULL;
  status code = cell_keys_new(&m->settings, &keys);
  for (size_t i = 0; code == STATUS_OK && i < m->plan.cell_count; i++) {
    const cell_address address = plan_cell(&m->plan, i);
    const char *key = NULL;
    code = merge_go_on();
    if (code == STATUS_OK) code = cell_keys_at(keys, &address, &key, m->names[i]);
  }
  cell_keys_free(keys);
  m->settings.eigen = NULL;
  return code;
}

status merge_open(merging *m) {
  TRY(open_sources(m));
  TRY(open_plan(m));
  return name_cells(m);
}
