/* winnow new: a commented scenario to start from. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "commands/command_line.h"
#include "commands/new_data.h"
#include "script/script_plan.h"

enum { LONGEST = 60 };

/* Takes the name, the name, and the title. */
static const char text[] =
    "-- What is asked, and what was found: a sentence or two for those who read this later.\n"
    "--\n"
    "--   make experiment SCEN=%s                       runs it, says what the theorems say, draws it\n"
    "--   build/winnow run %s --set n=64 --seeds 50     another size, more seeds\n"
    "--   build/winnow list problems | learners | bounds  what there is to put in here; docs/scenarios.md has the "
    "rest\n"
    "return {\n"
    "  title = \"%s\",\n"
    "  source = \"Littlestone 1988; Warmuth 2007, Theorem 2\",\n"
    "\n"
    "  -- Parameters that functions below get as p; `sweep` lists values to run over.\n"
    "  params = { n = 32, r = 2 },\n"
    "  sweep = { n = { 8, 16, 32, 64, 128 } },\n"
    "  trials = 1000,\n"
    "  seeds = 10,\n"
    "\n"
    "  -- Where instances and labels come from: here a hidden disjunction of r of n attributes.\n"
    "  problem = function(p)\n"
    "    return problem.disjunction { n = p.n, r = p.r }\n"
    "  end,\n"
    "\n"
    "  -- Who plays. All see the same sequence; a label names one in tables and legends.\n"
    "  learners = function(p)\n"
    "    return {\n"
    "      learner.winnow { r = p.r },\n"
    "      learner.winnow { r = p.r, eta = 0.5, label = \"Winnow, smaller rate\" },\n"
    "    }\n"
    "  end,\n"
    "\n"
    "  -- Theorems that speak of these learners and this problem; each gets a verdict, premises checked.\n"
    "  bounds = { bound.subspace_mistakes {} },\n"
    "\n"
    "  -- One picture, or a list of them.\n"
    "  plot = { x = \"n\", y = \"mistakes\", log = \"x\", xlabel = \"attributes n\" },\n"
    "}\n";

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

/* Does the scenario with this text run? */
static status check_scenario(const char *path) {
  const script_request request = {.path = path};
  cJSON *plan = NULL;
  const status code = script_plan(&request, NULL, &plan);
  cJSON_Delete(plan);
  return code;
}

/* Writes scenarios/NAME.lua, or NAME.lua where there is no folder scenarios; the caller frees *path. The scenario runs as it is, in a
 * second, or with data in a minute; one that would not is not left. */
static status write_scenario(const command_line *line, char **path) {
  const char *name = line->arguments[0];
  struct stat about;
  char title[LONGEST + 1];
  replacement *file = NULL;
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
  if (data.file == NULL) {
    (void)fprintf(replacement_stream(file), text, name, name, title);
    return replacement_commit(file);
  }
  status code = new_data(replacement_stream(file), &data);
  if (code != STATUS_OK) {
    replacement_abandon(file);
    return code;
  }
  TRY(replacement_commit(file));
  code = check_scenario(*path);
  if (code != STATUS_OK) (void)unlink(*path);
  return code;
}

static status run(const command_line *line, int *exit_status) {
  char *path = NULL;
  *exit_status = 0;
  const status code = write_scenario(line, &path);
  if (code == STATUS_OK) (void)printf("%s\n", path);
  free(path);
  return code;
}

const command command_new = {
    .name = "new",
    .arguments = "NAME",
    .summary = "write a commented scenario to start from, also about your own data: scenarios/NAME.lua",
    .least = 1,
    .most = 1,
    .run = run};
