/* winnow new: a commented scenario to start from. */
#include "base/file.h"
#include "base/json.h"
#include "commands/command_line.h"
#include "commands/new_data.h"
#include "commands/template.h"
#include "script/script_plan.h"
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST = 60 };

static status check_name(const char *name) {
  const char *letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const char *others = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const size_t length = strlen(name);
  if (length > 0 && length <= LONGEST && strspn(name, letters) > 0 && strspn(name, others) == length) return STATUS_OK;
  return FAIL(STATUS_INVALID, "new %.80s: expected letters, digits and _, beginning with a letter, at most %d of them",
              name, LONGEST);
}

/* "my_idea" is titled "My idea". */
static void title_of(const char *name, char title[LONGEST + 1]) {
  const size_t length = strlen(name);
  for (size_t i = 0; i <= length; i++) title[i] = name[i] == '_' ? ' ' : name[i];
  if (title[0] >= 'a' && title[0] <= 'z') title[0] = (char)(title[0] - 'a' + 'A');
}

/* The data file of the command line; at most one. STATUS_INVALID for options that do not go together. */
static status find_data(const command_line *line, data_request *data) {
  const struct {
    data_kind kind;
    const char *file;
  } options[] = {
      {DATA_ROWS, line->csv}, {DATA_MATCHES, line->matches}, {DATA_RATINGS, line->ratings}, {DATA_GRAPH, line->graph}};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    if (options[i].file == NULL) continue;
    if (data->file != NULL) {
      return FAIL(STATUS_INVALID,
                  "new: --csv, --matches, --ratings and --graph each name the data, expected one of them");
    }
    data->kind = options[i].kind;
    data->file = options[i].file;
  }
  if (line->class != NULL && line->csv == NULL) {
    return FAIL(STATUS_INVALID, "new: --class has no effect without --csv");
  }
  data->class = line->class;
  return STATUS_OK;
}

/* A failure about the data, whose scenario is not left: the message without the scenario's line. */
static status blame_data(const char *path, status code) {
  static const char above[] = "scenarios/../";
  FREED char *message = NULL;
  TRY(memory_text(status_message(), &message));
  const char *at = message;
  if (strncmp(at, path, strlen(path)) == 0 && at[strlen(path)] == ':') {
    at += strlen(path) + 1;
    at += strspn(at, "0123456789");
    at += strspn(at, ": ");
  }
  if (strncmp(at, above, strlen(above)) == 0) at += strlen(above);
  return FAIL(code, "%s", at);
}

/* Does the scenario run? One that does not is not left. */
static status check_scenario(const char *path) {
  const script_request request = {.path = path};
  CLEANUP(json_free_at) cJSON *document = NULL;
  const status code = script_plan(&request, NULL, &document);
  if (code == STATUS_OK) return STATUS_OK;
  (void)unlink(path);
  return blame_data(path, code);
}

/* A scenario to start from, about no data. */
static status write_plain(FILE *out, const char *name, const char *title) {
  CLEANUP(template_values_free) template_values values = {0};
  template_add(&values, "name", "%s", name);
  template_add(&values, "title", "%s", title);
  return template_write(template_plain, &values, out);
}

/* Writes scenarios/NAME.lua, or NAME.lua where there is no folder scenarios; the caller frees *path. The scenario runs as it is, in a
 * second, or with data in a minute; one that would not is not left. */
static status write_scenario(const command_line *line, char **path) {
  const char *name = line->arguments[0];
  struct stat about;
  char title[LONGEST + 1];
  CLEANUP(replacement_abandon_at) replacement *file = NULL;
  data_request data = {.name = name, .title = title};
  *path = NULL;
  TRY(check_name(name));
  TRY(find_data(line, &data));
  const bool folder = stat("scenarios", &about) == 0 && S_ISDIR(about.st_mode);
  TRY(memory_format(path, "%s%s.lua", folder ? "scenarios/" : "", name));
  if (file_exists(*path)) return FAIL(STATUS_INVALID, "%s exists: choose another name or edit it", *path);
  data.folder = folder ? "scenarios" : ".";
  title_of(name, title);
  TRY(replacement_begin(*path, &file));
  FILE *out = replacement_stream(file);
  TRY(data.file == NULL ? write_plain(out, name, title) : new_data(out, &data));
  replacement *whole = file;
  file = NULL;
  TRY(replacement_commit(whole));
  return data.file == NULL ? STATUS_OK : check_scenario(*path);
}

static status run(const command_line *line, int *exit_status) {
  FREED char *path = NULL;
  *exit_status = 0;
  TRY(write_scenario(line, &path));
  (void)printf("%s\n", path);
  return STATUS_OK;
}

const command command_new = {
    .name = "new",
    .arguments = "NAME",
    .summary = "write a commented scenario to start from, also about your own data: scenarios/NAME.lua",
    .least = 1,
    .most = 1,
    .run = run};
