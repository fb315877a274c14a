#include "commands/scenario.h"
#include "base/json.h"
#include "base/process/child.h"
#include "base/process/processors.h"
#include "results/paths.h"
#include "run/pool.h"
#include "run/run.h"
#include <gsl/gsl_errno.h>
#include <sys/stat.h>

static void note_gsl_error(const char *reason, const char *file, int line, int code) {
  if (code == GSL_ENOMEM) status_note_memory();
}

void scenario_watch_memory(void) {
  (void)gsl_set_error_handler(note_gsl_error);
  json_watch_memory();
}

static status open_script(cell_script *opened, const cJSON *parameters) {
  if (opened->script != NULL) return STATUS_OK;
  script_limits limits = script_default_limits;
  limits.seconds = fmax(opened->seconds, RUN_PROCEDURE_SECONDS); /* a shorter one is watched from outside */
  limits.reason_fd = pool_reason_descriptor();
  return script_open(opened->plan->path, opened->plan->text, parameters, &limits, &opened->script);
}

static status run_procedure(void *context, const cJSON *parameters, uint64_t seed, cJSON **quantities) {
  cell_script *opened = context;
  TRY(open_script(opened, parameters));
  return script_procedure(opened->script, parameters, seed, quantities);
}

static status open_members(void *context, const cell_address *address, const cell_members *members) {
  cell_script *opened = context;
  const cJSON *overrides = json_member(opened->plan->document, "overrides");
  TRY(open_script(opened, NULL));
  const script_members found = {.point = address->point->json,
                                .trials_given = cJSON_HasObjectItem(overrides, "trials"),
                                .label = address->learner->label,
                                .problem = members->problem,
                                .learner = members->learner,
                                .bounds = members->bounds,
                                .bound_count = members->bound_count};
  return script_open_members(opened->script, &found);
}

static void close_members(void *context) {
  const cell_script *opened = context;
  if (opened->script != NULL) script_close_members(opened->script);
}

status scenario_settings(const command_line *line, cell_script *opened, cell_settings *out) {
  *out = (cell_settings){.plan = opened->plan,
                         .data = line->data,
                         .procedure = run_procedure,
                         .procedure_context = opened,
                         .custom = {opened, open_members, close_members}};
  return status_context(eigen_backend_by_name(line->eigen == NULL ? "own" : line->eigen, &out->eigen), "--eigen");
}

/* The options of a program of the command line as one line of text. named: by the user, so that it may be started. */
static status read_program(const char *text, bool named, char **line) {
  CLEANUP(json_free_at) cJSON *given = NULL, *label = NULL;
  CLEANUP(options_free_at) options *checked = NULL;
  TRY(json_parse(text, &given));
  if (!cJSON_IsObject(given)) return FAIL(STATUS_INVALID, "expected an object of options");
  label = cJSON_DetachItemFromObjectCaseSensitive(given, "label");
  TRY(options_new(&learner_find("external")->about, given, &checked));
  if (named) TRY(child_allow_command(option_structure(checked, "command")));
  if (label != NULL) json_set(given, "label", label);
  label = NULL;
  return json_print(given, 0, 0, line);
}

/* *programs: a line each, NULL if there are none; the caller frees it. text: of a manifest, which only says what was named once. */
static status read_programs(const command_line *line, const char *text, char **programs) {
  *programs = NULL;
  for (size_t i = 0; i < line->learner_count; i++) {
    FREED char *one = NULL, *before = *programs;
    *programs = NULL;
    TRY(status_context(read_program(line->learners[i], text == NULL, &one), "--learner %.200s", line->learners[i]));
    TRY(before == NULL ? memory_text(one, programs) : memory_format(programs, "%s\n%s", before, one));
  }
  return STATUS_OK;
}

/* Overrides of a manifest that name no program. */
static bool are_numbers(const command_line *line) {
  bool numbers = line->learner_count == 0;
  for (size_t i = 0; i < line->set_count; i++) {
    FREED char *copy = NULL;
    numbers = numbers && memory_text(strchr(line->sets[i], '=') + 1, &copy) == STATUS_OK;
    for (char *rest = copy, *value = NULL; (value = strsep(&rest, ",")) != NULL;) {
      double number = 0.0;
      numbers = numbers && (number_parse(value, &number) || strcmp(value, "true") == 0 || strcmp(value, "false") == 0);
    }
  }
  return numbers;
}

/* May the scenario start programs? docs/trust.md. text: of a manifest, or NULL. */
static bool is_trusted(const command_line *line, const char *path, const char *text) {
  FREED char *own = NULL;
  size_t length = 0;
  if (!paths_is_own(path)) return false;
  if (text == NULL) return true;
  const bool same = file_read(path, &own, &length) == STATUS_OK && strlen(own) == length && strcmp(own, text) == 0;
  return same && are_numbers(line);
}

status scenario_plan(const command_line *line, const char *path, const char *text, plan *out) {
  FREED char *programs = NULL;
  cJSON *document = NULL;
  if (is_trusted(line, path, text)) child_allow();
  TRY(read_programs(line, text, &programs));
  const script_request request = {.path = path,
                                  .text = text,
                                  .sets = line->sets,
                                  .set_count = line->set_count,
                                  .seeds = line->seeds,
                                  .trials = line->trials,
                                  .data = line->data,
                                  .programs = programs};
  TRY(script_plan(&request, &script_default_limits, &document));
  return plan_open(document, out);
}

status scenario_check_data(const command_line *line) {
  struct stat about;
  if (line->data == NULL || (stat(line->data, &about) == 0 && S_ISDIR(about.st_mode))) return STATUS_OK;
  return FAIL(STATUS_INVALID, "--data %s: no such folder", line->data);
}

status scenario_with_plan(const command_line *line, const char *name, plan_action *act, int *exit_status) {
  FREED char *path = NULL;
  CLEANUP(plan_close) plan made = {.document = NULL};
  TRY(scenario_check_data(line));
  TRY(paths_scenario(name, &path));
  TRY(scenario_plan(line, path, NULL, &made));
  return act(line, path, &made, exit_status);
}

size_t scenario_jobs(const command_line *line) {
  return line->jobs > 0 ? (size_t)line->jobs : processors_allowed();
}
