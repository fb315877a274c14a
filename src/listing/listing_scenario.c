#include "listing/listing_scenario.h"
#include "base/file.h"
#include "base/json.h"
#include "results/paths.h"
#include "script/script_plan.h"
#include <glob.h>

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

/* What a scenario that cannot be read here calls itself: the text of the first line `title = "..."`, which may follow
 * `return {`; or "". */
static void title_of(const char *text, char title[LONGEST]) {
  *title = 0;
  for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
    line += strspn(line, "\n ");
    if (sscanf(line, "title = \"%255[^\"\n]", title) == 1 || sscanf(line, "return { title = \"%255[^\"\n]", title) == 1)
      return;
  }
}

/* Its line, and below it why it cannot run; data that are somewhere else say nothing about that. */
static status list_one(FILE *file, const char *path, const char *data) {
  const script_request request = {.path = path, .data = data};
  CLEANUP(json_free_at) cJSON *planned = NULL;
  FREED char *text = NULL;
  char title[LONGEST];
  size_t length = 0;
  TRY(file_read(path, &text, &length));
  title_of(text, title);
  const status code = script_plan(&request, NULL, &planned);
  if (code == STATUS_INTERRUPTED || code == STATUS_MEMORY) return code;
  const cJSON *own = cJSON_GetObjectItem(planned, "title");
  const char *name = strrchr(path, '/') + 1;
  (void)fprintf(file, "  %-28.*s %s%s\n", (int)strlen(name) - 4, name, cJSON_IsString(own) ? own->valuestring : title,
                strstr(text, "It takes minutes.") != NULL ? " (minutes)" : "");
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
    TRY(list_one(file, found.gl_pathv[i], data));
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
