#include "listing/listing_scenario.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/data_path.h"
#include "results/paths.h"
#include "script/script_plan.h"

enum { SHOWN = 16, LONGEST = 256 };

/* The distinct values of parameter i, each after a space; "..." for those beyond SHOWN. */
static void print_values(FILE *file, const plan *planned, size_t i) {
  char shown[SHOWN][LONGEST], buffer[NUMBER_TEXT];
  size_t count = 0;
  for (size_t p = 0; p < planned->point_count; p++) {
    const char *value = plan_parameter(planned, &planned->points[p], i, buffer);
    size_t k = 0;
    while (k < count && strncmp(shown[k], value, LONGEST - 1) != 0) k++;
    if (k < count) continue;
    if (count == SHOWN) {
      (void)fputs(" ...", file);
      return;
    }
    (void)snprintf(shown[count++], LONGEST, "%s", value);
    (void)fprintf(file, " %s", value);
  }
}

void listing_scenario(FILE *file, const plan *planned) {
  (void)fprintf(file, "%s: %s\n", planned->scenario, planned->title);
  if (*planned->source != 0) (void)fprintf(file, "  source: %s\n", planned->source);
  (void)fprintf(file, "  file: %s\n  grid points: %zu, seeds: %zu, cells: %zu\n", planned->path, planned->point_count,
                planned->seeds, planned->cell_count);
  if (planned->parameter_count == 0) (void)fputs("  no parameters\n", file);
  for (size_t i = 0; i < planned->parameter_count; i++) {
    (void)fprintf(file, "  %-16s", planned->parameters[i]);
    print_values(file, planned, i);
    (void)fputc('\n', file);
  }
}

/* The text of `title = "..."`, or "". */
static void title_of(const char *text, char *title, size_t size) {
  *title = 0;
  const char *start = strstr(text, "title");
  if (start == NULL || (start = strchr(start, '"')) == NULL) return;
  const char *end = strchr(start + 1, '"');
  if (end != NULL) (void)snprintf(title, size, "%.*s", (int)(end - start - 1), start + 1);
}

/* Why it cannot run, on a line below its name; data that are somewhere else say nothing about it. */
static status mark_invalid(FILE *file, const char *path, const char *data) {
  const script_request request = {.path = path, .data = data};
  CLEANUP(json_free_at) cJSON *planned = NULL;
  const status code = script_plan(&request, NULL, &planned);
  if (code == STATUS_INTERRUPTED || code == STATUS_MEMORY) return code;
  if (code != STATUS_OK && strstr(status_message(), DATA_ELSEWHERE) == NULL) {
    (void)fprintf(file, "    invalid: %s\n", status_message());
  }
  return STATUS_OK;
}

static status list_folder(FILE *file, const char *folder, const char *data) {
  FREED char *pattern = NULL;
  CLEANUP(globfree) glob_t found = {0};
  TRY(memory_format(&pattern, "%s/*.lua", folder));
  if (glob(pattern, 0, NULL, &found) != 0) return STATUS_OK;
  for (size_t i = 0; i < found.gl_pathc; i++) {
    FREED char *text = NULL;
    char title[200];
    size_t length = 0;
    TRY(file_read(found.gl_pathv[i], &text, &length));
    title_of(text, title, sizeof title);
    const char *name = strrchr(found.gl_pathv[i], '/') + 1;
    (void)fprintf(file, "  %-28.*s %s\n", (int)strlen(name) - 4, name, title);
    TRY(mark_invalid(file, found.gl_pathv[i], data));
  }
  return STATUS_OK;
}

status listing_scenarios(FILE *file, const char *data) {
  FREED char *installed = NULL, *folder = NULL;
  (void)fputs("scenarios\n", file);
  TRY(list_folder(file, "scenarios", data));
  TRY(paths_installed(&installed));
  if (installed == NULL) return STATUS_OK;
  TRY(memory_format(&folder, "%s/scenarios", installed));
  return list_folder(file, folder, data);
}
