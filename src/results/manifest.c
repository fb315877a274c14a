#include "results/manifest.h"
#include "base/build_info.h"
#include "base/json.h"
#include "cell/data_files.h"
#include "data/data_file.h"
#include "hindsight/margin/margin_glpk.h"
#include "hindsight/margin/margin_libsvm.h"
#include "results/manifest_read.h"
#include <fcntl.h>
#include <gsl/gsl_version.h>
#include <xxhash.h>

static void add_versions(cJSON *manifest, const manifest_facts *facts) {
  cJSON_AddStringToObject(manifest, "version", build_info.version);
  cJSON_AddStringToObject(manifest, "revision", build_info.revision);
  cJSON_AddStringToObject(manifest, "compiler", build_info.compiler);
  cJSON_AddStringToObject(manifest, "flags", build_info.flags);
  cJSON *libraries = cJSON_AddObjectToObject(manifest, "libraries");
  char text[64];
  cJSON_AddStringToObject(libraries, "gsl", gsl_version);
  cJSON_AddStringToObject(libraries, "lua", facts->lua);
  cJSON_AddStringToObject(libraries, "cjson", cJSON_Version());
  (void)snprintf(text, sizeof text, "%u", XXH_versionNumber());
  cJSON_AddStringToObject(libraries, "xxhash", text);
  cJSON_AddStringToObject(libraries, "libc", build_libc());
  /* optional ones: null if the program was built without */
  const char *glpk = margin_glpk_version(), *libsvm = margin_libsvm_version(text);
  json_set(libraries, "glpk", glpk == NULL ? cJSON_CreateNull() : cJSON_CreateString(glpk));
  json_set(libraries, "libsvm", libsvm == NULL ? cJSON_CreateNull() : cJSON_CreateString(libsvm));
  const char *zlib = data_file_zlib_version();
  json_set(libraries, "zlib", zlib == NULL ? cJSON_CreateNull() : cJSON_CreateString(zlib));
  cJSON_AddStringToObject(manifest, "eigensolver", facts->settings->eigen->name);
}

static void add_processor(cJSON *manifest) {
  char line[512], name[512] = "unknown";
  FILE *file = fopen("/proc/cpuinfo", "re");
  if (file == NULL && errno == ENOMEM) status_note_memory();
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    if (strncmp(line, "model name", 10) == 0 && strchr(line, ':') != NULL) {
      (void)snprintf(name, sizeof name, "%s", strchr(line, ':') + 2);
      name[strcspn(name, "\n")] = 0;
      break;
    }
  }
  if (file != NULL) (void)fclose(file);
  cJSON_AddStringToObject(manifest, "cpu", name);
}

/* Everything of the plan but the order of its members. */
static void add_plan(cJSON *manifest, const plan *planned) {
  static const char *const members[] = {"scenario",  "path",  "title",   "source",    "text",  "parameters", "swept",
                                        "overrides", "seeds", "observe", "procedure", "plots", "points"};
  for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
    cJSON *item = json_member(planned->document, members[i]);
    if (item != NULL) cJSON_AddItemReferenceToObject(manifest, members[i], item);
  }
  char digits[65];
  sha256_bytes(planned->text, strlen(planned->text), digits);
  cJSON_AddStringToObject(manifest, "sha256", digits);
}

static status add_titles_and_data(cJSON *manifest, const cell_settings *settings) {
  cJSON *learners = cJSON_AddObjectToObject(manifest, "learner_titles");
  cJSON *bounds = cJSON_AddObjectToObject(manifest, "bound_titles");
  cJSON *data = cJSON_AddObjectToObject(manifest, "data");
  const data_folders folders = {settings->data, settings->folder};
  const cJSON *last_options = NULL;
  for (size_t i = 0; i < settings->plan->point_count; i++) {
    const plan_point *point = &settings->plan->points[i];
    for (size_t k = 0; k < point->learner_count; k++) {
      const plan_learner *player = &point->learners[k];
      if (cJSON_GetObjectItemCaseSensitive(learners, player->label) != NULL || player->class == NULL) continue;
      const bool plain = strcmp(player->label, player->class->about.name) == 0;
      cJSON_AddStringToObject(learners, player->label, plain ? player->class->about.title : player->label);
      TRY(data_files_hash(player->class->about.parameters, player->class->about.parameter_count, player->options,
                          &folders, data));
    }
    for (size_t k = 0; k < point->bound_count; k++) {
      const bound_class *judge = point->bounds[k].class;
      if (cJSON_GetObjectItemCaseSensitive(bounds, judge->about.name) != NULL) continue;
      cJSON *entry = cJSON_AddObjectToObject(bounds, judge->about.name);
      cJSON_AddStringToObject(entry, "title", judge->about.title);
      cJSON_AddStringToObject(entry, "citation", judge->about.citation);
      cJSON_AddStringToObject(entry, "status", bound_status_name(judge->status));
      cJSON_AddStringToObject(entry, "direction", bound_direction_name(judge->direction));
      cJSON_AddStringToObject(entry, "level", bound_level_name(judge->level));
      cJSON_AddStringToObject(entry, "measure", judge->measure);
    }
    if (point->problem == NULL || (last_options != NULL && cJSON_Compare(last_options, point->problem_options, 1)))
      continue;
    last_options = point->problem_options;
    TRY(data_files_hash(point->problem->about.parameters, point->problem->about.parameter_count, point->problem_options,
                        &folders, data));
  }
  return STATUS_OK;
}

static bool same_note(const cJSON *a, const cJSON *b) {
  if (cJSON_IsString(a)) return cJSON_IsString(b) && strcmp(a->valuestring, b->valuestring) == 0;
  return cJSON_IsNumber(b) && a->valuedouble == b->valuedouble;
}

/* The note in `notes` under its name; where grid points differ, a list of the values in their order. */
static void merge_note(cJSON *notes, const cJSON *note) {
  cJSON *before = cJSON_GetObjectItemCaseSensitive(notes, note->string);
  if (before == NULL) {
    cJSON_AddItemToObject(notes, note->string, cJSON_Duplicate(note, 0));
    return;
  }
  if (!cJSON_IsArray(before)) {
    if (same_note(before, note)) return;
    cJSON *list = cJSON_CreateArray();
    json_append(list, cJSON_Duplicate(before, 0));
    cJSON_ReplaceItemInObjectCaseSensitive(notes, note->string, list);
    before = list;
  }
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, before) {
    if (same_note(item, note)) return;
  }
  json_append(before, cJSON_Duplicate(note, 0));
}

/* The notes of a grid point's problem on its data. */
static status add_notes_of(cJSON *notes, const cell_settings *settings, const plan_point *point) {
  const problem_class *class = point->problem;
  const problem_setting setting = {
      .seed = 1, .trials = point->trials + point->test, .folders = {settings->data, settings->folder}};
  CLEANUP(json_free_at) cJSON *found = cJSON_CreateObject();
  CLEANUP(options_free_at) options *values = NULL;
  CLEANUP(problem_destroy) problem source = {0};
  if (found == NULL) return FAIL(STATUS_MEMORY, "no memory for the manifest");
  TRY(options_new(&class->about, point->problem_options, &values));
  TRY(problem_new(class, &setting, values, &source));
  TRY(class->methods->notes(source.self, found));
  const cJSON *note = NULL;
  cJSON_ArrayForEach (note, found) {
    merge_note(notes, note);
  }
  return STATUS_OK;
}

static status add_notes(cJSON *manifest, const cell_settings *settings) {
  const cJSON *last_options = NULL;
  cJSON *notes = NULL;
  for (size_t i = 0; i < settings->plan->point_count; i++) {
    const plan_point *point = &settings->plan->points[i];
    if (point->problem == NULL || point->problem->about.definition != NULL)
      continue; /* whose methods are the script's */
    if (point->problem->methods->notes == NULL) continue;
    if (last_options != NULL && cJSON_Compare(last_options, point->problem_options, 1)) continue;
    last_options = point->problem_options;
    if (notes == NULL) notes = cJSON_AddObjectToObject(manifest, "data_notes");
    /* Cells whose data cannot be read any more have failed; "failures" has them. */
    if (add_notes_of(notes, settings, point) == STATUS_MEMORY) return STATUS_MEMORY;
  }
  return STATUS_OK;
}

cJSON *manifest_failures(const results_source *source) {
  cJSON *failures = cJSON_CreateArray();
  for (size_t i = 0; i < source->failures->count; i++) {
    const cell_failure *failed = &source->failures->items[i];
    cJSON *failure = cJSON_CreateObject();
    cJSON_AddStringToObject(failure, "cell", source->names[failed->index]);
    cJSON_AddStringToObject(failure, "status", failed->timeout ? "timeout" : "failed");
    cJSON_AddStringToObject(failure, "reason", failed->reason);
    json_append(failures, failure);
  }
  return failures;
}

static const char manifest_format[] = "winnow-lab manifest 1";

/* Is the file a manifest of this version? */
static bool begins_as_ours(const char *path) {
  static const char expected[] = "{\n  \"format\": \"winnow-lab manifest 1\",\n";
  char begun[sizeof expected] = "";
  FILE *file = NULL;
  if (file_stream(path, O_RDONLY, &file) != STATUS_OK) return false;
  const size_t got = fread(begun, 1, sizeof expected - 1, file);
  (void)fclose(file);
  return got == sizeof expected - 1 && memcmp(begun, expected, got) == 0;
}

static status take_manifest(const char *path, cJSON **manifest) {
  const status read = manifest_read(path, manifest);
  if (read != STATUS_OK && read != STATUS_INVALID) return read;
  const char *format = json_text(*manifest, "format", NULL);
  if (read == STATUS_OK && format != NULL && strcmp(format, manifest_format) == 0) return STATUS_OK;
  const status code = FAIL(
      STATUS_INVALID, "%s: its format is %s%.40s%s, expected '%s'; it is not overwritten: choose another --out", path,
      format == NULL ? "" : "'", format == NULL ? "missing" : format, format == NULL ? "" : "'", manifest_format);
  cJSON_Delete(*manifest);
  *manifest = NULL;
  return code;
}

status manifest_of_folder(const char *folder, cJSON **manifest) {
  FREED char *path = NULL;
  *manifest = NULL;
  TRY(memory_format(&path, "%s/manifest.json", folder));
  return file_exists(path) ? take_manifest(path, manifest) : STATUS_OK;
}

status manifest_check(const char *folder) {
  FREED char *path = NULL;
  CLEANUP(json_free_at) cJSON *manifest = NULL;
  TRY(memory_format(&path, "%s/manifest.json", folder));
  return begins_as_ours(path) ? STATUS_OK : manifest_of_folder(folder, &manifest);
}

status manifest_put(const cJSON *manifest, const char *folder, results_files *files) {
  FREED char *path = NULL;
  replacement **file = &files->file[files->count++];
  TRY(memory_format(&path, "%s/manifest.json", folder));
  TRY(replacement_begin(path, file));
  TRY(json_write(replacement_stream(*file), manifest, 0, 1));
  (void)fputc('\n', replacement_stream(*file));
  TRY(replacement_settle(*file));
  return memory_format(&files->obsolete[files->obsolete_count++], "%s/.journal/manifest.json", folder);
}

status manifest_write(const manifest_facts *facts, const char *folder, results_files *files) {
  CLEANUP(json_free_at) cJSON *manifest = cJSON_CreateObject();
  if (manifest == NULL) return FAIL(STATUS_MEMORY, "no memory for the manifest");
  cJSON_AddStringToObject(manifest, "format", manifest_format);
  add_versions(manifest, facts);
  add_processor(manifest);
  cJSON_AddStringToObject(manifest, "started", facts->started);
  cJSON_AddStringToObject(manifest, "ended", facts->ended);
  cJSON_AddStringToObject(manifest, "state", facts->state);
  cJSON_AddNumberToObject(manifest, "exit", facts->exit);
  cJSON_AddBoolToObject(manifest, "record", facts->settings->record);
  cJSON_AddBoolToObject(manifest, "save_state", facts->settings->save_state);
  if (!facts->settings->all_curves) cJSON_AddStringToObject(manifest, "curves", "changes");
  if (facts->shard != NULL) cJSON_AddStringToObject(manifest, "shard", facts->shard);
  cJSON_AddItemToObject(manifest, "failures", manifest_failures(facts->source));
  TRY(add_titles_and_data(manifest, facts->settings));
  TRY(add_notes(manifest, facts->settings));
  add_plan(manifest, facts->settings->plan);
  return manifest_put(manifest, folder, files);
}

status manifest_print_read(const char *folder, FILE *out) {
  CLEANUP(json_free_at) cJSON *manifest = NULL;
  TRY(manifest_of_folder(folder, &manifest));
  const cJSON *read = json_member(json_member(manifest, "data_notes"), "read");
  if (cJSON_IsString(read)) (void)fprintf(out, "read: %s\n", read->valuestring);
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, read) {
    if (cJSON_IsString(item)) (void)fprintf(out, "read: %s\n", item->valuestring);
  }
  return STATUS_OK;
}
