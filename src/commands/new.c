/* winnow new: a commented scenario to start from. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "commands/command_line.h"

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

/* Writes scenarios/NAME.lua, or NAME.lua where there is no folder scenarios; the caller frees *path. The scenario runs as it is, in a
 * second. */
static status write_scenario(const char *name, char **path) {
  struct stat about;
  char title[LONGEST + 1];
  replacement *file = NULL;
  *path = NULL;
  TRY(check_name(name));
  const bool folder = stat("scenarios", &about) == 0 && S_ISDIR(about.st_mode);
  TRY(memory_format(path, "%s%s.lua", folder ? "scenarios/" : "", name));
  if (file_exists(*path)) return FAIL(STATUS_INVALID, "%s exists: choose another name or edit it", *path);
  TRY(replacement_begin(*path, &file));
  title_of(name, title);
  (void)fprintf(replacement_stream(file), text, name, name, title);
  return replacement_commit(file);
}

static status run(const command_line *line, int *exit_status) {
  char *path = NULL;
  *exit_status = 0;
  const status code = write_scenario(line->arguments[0], &path);
  if (code == STATUS_OK) (void)printf("%s\n", path);
  free(path);
  return code;
}

const command command_new = {.name = "new",
                             .arguments = "NAME",
                             .summary = "write a commented scenario to start from: scenarios/NAME.lua",
                             .least = 1,
                             .most = 1,
                             .run = run};
