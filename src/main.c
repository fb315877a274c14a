/* The program: commands, exit status, and the wiring of scripts to the engine. */
#include <errno.h>
#include <gsl/gsl_errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "engine/command_line.h"
#include "engine/listing.h"
#include "engine/new_scenario.h"
#include "engine/paths.h"
#include "engine/plot.h"
#include "engine/pool.h"
#include "engine/predict.h"
#include "engine/run.h"
#include "engine/serve.h"
#include "engine/version.h"
#include "linalg/eigen.h"
#include "script/release.h"
#include "script/script.h"

enum { EXIT_FAILED = 1, EXIT_INVALID = 2, EXIT_INTERRUPTED = 130 };

static int exit_of(status code) {
  switch (code) {
  case STATUS_OK: return 0;
  case STATUS_INVALID:
  case STATUS_ABSENT: return EXIT_INVALID;
  case STATUS_INTERRUPTED: return EXIT_INTERRUPTED;
  default: return EXIT_FAILED;
  }
}

static const double procedure_seconds = 3600.0;

/* One worker opens the scenario once, when its first cell with a Lua function runs. */
typedef struct procedures {
  const plan *plan;
  script *script;
} procedures;

static status open_script(procedures *procedures, const cJSON *parameters) {
  if (procedures->script != NULL) return STATUS_OK;
  script_limits limits = script_default_limits;
  limits.seconds = procedure_seconds;
  limits.reason_fd = pool_reason_descriptor();
  return script_open(procedures->plan->path, procedures->plan->text, parameters, &limits, &procedures->script);
}

static status run_procedure(void *context, const cJSON *parameters, uint64_t seed, cJSON **quantities) {
  procedures *procedures = context;
  TRY(open_script(procedures, parameters));
  return script_procedure(procedures->script, parameters, seed, quantities);
}

static status open_members(void *context, const cell_address *address, const cell_members *members) {
  procedures *procedures = context;
  const cJSON *overrides = cJSON_GetObjectItemCaseSensitive(procedures->plan->document, "overrides");
  TRY(open_script(procedures, NULL));
  const script_members found = {.point = address->point->json,
                                .trials_given = cJSON_HasObjectItem(overrides, "trials"),
                                .label = address->learner->label,
                                .problem = members->problem,
                                .learner = members->learner,
                                .bounds = members->bounds,
                                .bound_count = members->bound_count};
  return script_open_members(procedures->script, &found);
}

static void close_members(void *context) {
  const procedures *procedures = context;
  if (procedures->script != NULL) script_close_members(procedures->script);
}

static status read_plan(const command_line *line, const char *path, plan *plan) {
  const script_request request = {.path = path,
                                  .sets = line->sets,
                                  .set_count = line->set_count,
                                  .seeds = line->seeds,
                                  .trials = line->trials,
                                  .data = line->data};
  cJSON *document = NULL;
  TRY(script_plan(&request, &script_default_limits, &document));
  return plan_open(document, plan);
}

static status run_with(const command_line *line, const char *path, const plan *plan, int *exit_status) {
  procedures procedures = {.plan = plan};
  char *folder = NULL, *results = NULL;
  status code = STATUS_OK;
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  run_request request = {.jobs = line->jobs > 0 ? (size_t)line->jobs
                                 : cores > 0    ? (size_t)cores
                                                : 1,
                         .fresh = line->fresh,
                         .quiet = line->quiet,
                         .lua = script_lua_release()};
  request.settings.plan = plan;
  request.settings.data = line->data;
  request.settings.record = line->record;
  request.settings.save_state = line->save_state;
  request.settings.procedure = run_procedure;
  request.settings.procedure_context = &procedures;
  request.settings.custom = (cell_custom){&procedures, open_members, close_members};
  code = eigen_backend_by_name(line->eigen == NULL ? "gsl" : line->eigen, &request.settings.eigen);
  if (code != STATUS_OK) {
    code = status_context(code, "--eigen");
    goto end;
  }
  CHECK(paths_folder_of(path, &folder));
  if (line->out != NULL) {
    CHECK(memory_text(line->out, &results));
  } else {
    CHECK(paths_results(plan->scenario, cJSON_GetObjectItemCaseSensitive(plan->document, "overrides"), &results));
  }
  request.settings.folder = folder;
  request.settings.results = results;
  code = directory_make(results);
  if (code != STATUS_OK) { /* nothing is written yet: bad usage */
    code = line->out == NULL ? STATUS_INVALID : status_context(STATUS_INVALID, "--out");
    goto end;
  }
  run_report report;
  CHECK(run_plan(&request, &report));
  *exit_status = report.exit;
  if (!line->quiet) (void)printf("results: %s\n", results);
end:
  free(folder);
  free(results);
  return code;
}

static status check_data_folder(const char *folder) {
  struct stat about;
  if (folder == NULL || (stat(folder, &about) == 0 && S_ISDIR(about.st_mode))) return STATUS_OK;
  return FAIL(STATUS_INVALID, "--data %s: no such folder", folder);
}

static status command_run(const command_line *line, int *exit_status) {
  char *path = NULL;
  plan plan;
  TRY(check_data_folder(line->data));
  TRY(paths_scenario(line->arguments[0], &path));
  status code = read_plan(line, path, &plan);
  if (code == STATUS_OK) {
    code = run_with(line, path, &plan, exit_status);
    plan_close(&plan);
  }
  free(path);
  return code;
}

static status command_plot(const command_line *line) {
  size_t drawn = 0, empty = 0;
  TRY(plot_results(line->arguments[0], line->format == NULL ? "svg,png,pdf" : line->format, line->out, &drawn, &empty));
  (void)printf("%zu pictures drawn\n", drawn);
  if (empty > 0) (void)printf("plots left out, because nothing of what they show happened: %zu\n", empty);
  return STATUS_OK;
}

static status command_list(const command_line *line) {
  const bool markdown = line->format != NULL && strcmp(line->format, "markdown") == 0;
  if (line->format != NULL && !markdown && strcmp(line->format, "text") != 0) {
    return FAIL(STATUS_INVALID, "--format %s: expected text or markdown", line->format);
  }
  return listing_print(stdout, line->arguments[0], line->arguments[1], markdown);
}

static status command_predict(const command_line *line) {
  prediction_counts counts;
  TRY(predict_file(line->arguments[0], line->arguments[1], stdout, &counts));
  if (fflush(stdout) != 0) return FAIL(STATUS_IO, "standard output cannot be written: %s", strerror(errno));
  if (counts.labelled == 0) {
    (void)fprintf(stderr, "%zu instances, none with a label\n", counts.instances);
    return STATUS_OK;
  }
  (void)fprintf(stderr, counts.real ? "%zu instances, loss %.9g" : "%zu instances, %.0f mistakes", counts.instances,
                counts.real ? counts.loss : (double)counts.mistakes);
  if (counts.labelled < counts.instances) (void)fprintf(stderr, " on the %zu with a label", counts.labelled);
  (void)fputc('\n', stderr);
  return STATUS_OK;
}

static status command_serve(const command_line *line) {
  const serve_request request = {.learner = line->arguments[0],
                                 .sets = line->sets,
                                 .set_count = line->set_count,
                                 .load = line->load,
                                 .save = line->save};
  return serve(&request, stdin, stdout);
}

static status command_new(const command_line *line) {
  char *path = NULL;
  TRY(new_scenario(line->arguments[0], &path));
  (void)printf("%s\n", path);
  free(path);
  return STATUS_OK;
}

static status dispatch(const command_line *line, int *exit_status) {
  if (line->version) {
    (void)printf("winnow %s (%s)\n", build_info.version, build_info.revision);
    return STATUS_OK;
  }
  if (line->help) {
    command_line_help(stdout, line->command);
    return STATUS_OK;
  }
  switch (line->command) {
  case COMMAND_RUN: return command_run(line, exit_status);
  case COMMAND_PLOT: return command_plot(line);
  case COMMAND_LIST: return command_list(line);
  case COMMAND_PREDICT: return command_predict(line);
  case COMMAND_NEW: return command_new(line);
  case COMMAND_SERVE: return command_serve(line);
  case COMMAND_NONE: break;
  }
  return STATUS_OK;
}

int main(int argc, char **argv) {
  (void)gsl_set_error_handler_off();
  (void)signal(SIGXFSZ, SIG_IGN); /* a limit on the size of files is an error of write like others, with a message */
  command_line line;
  int exit_status = 0;
  status code = command_line_parse(argc, argv, &line);
  if (code == STATUS_OK) code = dispatch(&line, &exit_status);
  if (code != STATUS_OK) {
    (void)fprintf(stderr, "winnow: %s\n", status_message());
    return exit_of(code);
  }
  if (fflush(stdout) != 0) {
    (void)fprintf(stderr, "winnow: standard output cannot be written: %s\n", strerror(errno));
    return EXIT_FAILED;
  }
  return exit_status;
}
