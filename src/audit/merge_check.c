/* Do the folders' cells fit together? */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/merge_parts.h"
#include "base/build_info.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "results/description.h"

/* ---- versions */

typedef struct table_check {
  const merging *m;
  const merge_source *source;
  char (*sorted)[CELL_NAME];
} table_check;

static int compare_names(const void *a, const void *b) {
  return strcmp(a, b);
}

static status say_version(const table_check *check, const char *cell, const char *kind, const char *name, double then,
                          double now) {
  return FAIL(STATUS_INVALID, "%s: cell %s was made with result version %g of %s%s%s, this program has version %g",
              check->source->folder, cell, then, kind, *name == 0 ? "" : " ", name, now);
}

static double version_of(const cJSON *member) {
  const cJSON *version = cJSON_GetObjectItemCaseSensitive(member, "version");
  return cJSON_IsNumber(version) ? version->valuedouble : -1.0;
}

static const char *name_of(const cJSON *member) {
  const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(member, "name"));
  return name == NULL ? "" : name;
}

/* The first part of the key that this program has in another version. */
static status compare_versions(const table_check *check, const char *cell, const cJSON *key) {
  const cJSON *engine = cJSON_GetObjectItemCaseSensitive(key, "engine");
  if (cJSON_IsNumber(engine) && engine->valuedouble != ENGINE_RESULT_VERSION) {
    return say_version(check, cell, "the engine", "", engine->valuedouble, ENGINE_RESULT_VERSION);
  }
  const cJSON *part = cJSON_GetObjectItemCaseSensitive(key, "problem"), *bound = NULL;
  const problem_class *problem = problem_find(name_of(part));
  if (problem != NULL && version_of(part) != problem->about.result_version) {
    return say_version(check, cell, "problem", problem->about.name, version_of(part), problem->about.result_version);
  }
  part = cJSON_GetObjectItemCaseSensitive(key, "learner");
  const learner_class *learner = learner_find(name_of(part));
  if (learner != NULL && version_of(part) != learner->about.result_version) {
    return say_version(check, cell, "learner", learner->about.name, version_of(part), learner->about.result_version);
  }
  cJSON_ArrayForEach (bound, cJSON_GetObjectItemCaseSensitive(key, "bounds")) {
    const bound_class *class = bound_find(name_of(bound));
    if (class == NULL || version_of(bound) == class->about.result_version) continue;
    return say_version(check, cell, "bound", class->about.name, version_of(bound), class->about.result_version);
  }
  return FAIL(STATUS_INVALID, "%s: cells.tsv has cell %s, which is none of its manifest.json", check->source->folder,
              cell);
}

static status check_cell(const table_check *check, const char *cell) {
  if (bsearch(cell, check->sorted, check->m->plan.cell_count, CELL_NAME, compare_names) != NULL) return STATUS_OK;
  cJSON *record = NULL;
  const status read = store_read(check->source->store, cell, &record);
  if (read != STATUS_OK && read != STATUS_END) return read;
  const status code = compare_versions(check, cell, cJSON_GetObjectItemCaseSensitive(record, "key"));
  cJSON_Delete(record);
  return code;
}

/* A row of cells.tsv begins with its cell. */
static status check_rows(const table_check *check, FILE *file) {
  char *line = NULL;
  size_t room = 0;
  bool header = true;
  status code = STATUS_OK;
  while (code == STATUS_OK && getline(&line, &room, file) > 0) {
    if (*line == '#') continue;
    line[strcspn(line, "\t\n")] = 0;
    if (!header) code = check_cell(check, line);
    header = false;
  }
  free(line);
  if (code == STATUS_OK && !feof(file)) {
    code = FAIL(STATUS_IO, "%s/cells.tsv: cannot be read: %s", check->source->folder, strerror(errno));
  }
  return code;
}

static status check_table(const table_check *check) {
  char *path = NULL;
  TRY(memory_format(&path, "%s/cells.tsv", check->source->folder));
  FILE *file = fopen(path, "re");
  status code = STATUS_OK;
  if (file != NULL) {
    code = check_rows(check, file);
    (void)fclose(file);
  } else if (errno != ENOENT) {
    code = FAIL(STATUS_IO, "%s: cannot be opened: %s", path, strerror(errno));
  }
  free(path);
  return code;
}

status merge_check_versions(const merging *m) {
  table_check check = {.m = m};
  status code = memory_array(m->plan.cell_count, sizeof *check.sorted, &check.sorted);
  if (code != STATUS_OK) return code;
  memcpy(check.sorted, m->names, m->plan.cell_count * sizeof *check.sorted);
  if (m->plan.cell_count > 1) qsort(check.sorted, m->plan.cell_count, sizeof *check.sorted, compare_names);
  for (size_t i = 0; code == STATUS_OK && i < m->source_count; i++) {
    check.source = &m->sources[i];
    if (check.source->described) code = check_table(&check);
  }
  free(check.sorted);
  return code;
}

/* ---- records */

static status refuse(const merging *m, size_t index, const merge_source *a, const merge_source *b, const char *what) {
  const cell_address address = plan_cell(&m->plan, index);
  return FAIL(STATUS_INVALID, "%s and %s differ in cell %s (%s, seed %llu): %s", a->folder, b->folder, m->names[index],
              address.learner->label, (unsigned long long)address.seed, what);
}

static status compare_records(const merging *m, size_t index, const merge_source *a, const merge_source *b) {
  static const char *const of_the_run[] = {"seconds", "memory", NULL};
  cJSON *first = NULL, *second = NULL;
  char *what = NULL;
  status code = store_read(a->store, m->names[index], &first);
  if (code == STATUS_OK) code = store_read(b->store, m->names[index], &second);
  if (code == STATUS_OK) code = two_sides_difference(first, second, of_the_run, &what);
  if (code == STATUS_OK && what != NULL) code = refuse(m, index, a, b, what);
  free(what);
  cJSON_Delete(first);
  cJSON_Delete(second);
  return code;
}

static status compare_files(const merging *m, size_t index, const merge_source *a, const merge_source *b,
                            const char *part, const char *ending) {
  char *first = NULL, *second = NULL, *name = NULL;
  char first_digits[65], second_digits[65];
  status code = STATUS_OK;
  CHECK(memory_format(&name, "%s/%s%s", part, m->names[index], ending));
  CHECK(memory_format(&first, "%s/%s", a->folder, name));
  CHECK(memory_format(&second, "%s/%s", b->folder, name));
  if (!file_exists(first) || !file_exists(second)) goto end;
  CHECK(sha256_file(first, first_digits));
  CHECK(sha256_file(second, second_digits));
  if (strcmp(first_digits, second_digits) != 0) {
    char what[64];
    (void)snprintf(what, sizeof what, "%s", name);
    code = refuse(m, index, a, b, what);
  }
end:
  free(name);
  free(first);
  free(second);
  return code;
}

static status compare_cell(const merging *m, size_t index, const merge_source *a, const merge_source *b) {
  TRY(compare_records(m, index, a, b));
  if (m->settings.record) TRY(compare_files(m, index, a, b, "sequences", ".jsonl"));
  if (m->settings.save_state) TRY(compare_files(m, index, a, b, "states", ".json"));
  return STATUS_OK;
}

status merge_check_records(const merging *m) {
  for (size_t index = 0; index < m->plan.cell_count; index++) {
    const merge_source *first = NULL;
    TRY(merge_go_on());
    for (size_t i = 0; i < m->source_count; i++) {
      const merge_source *source = &m->sources[i];
      if (!store_has(source->store, m->names[index])) continue;
      if (first != NULL) TRY(compare_cell(m, index, first, source));
      if (first == NULL) first = source;
    }
  }
  return STATUS_OK;
}
