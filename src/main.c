/* The program: commands, exit status, and the wiring of scripts to the engine. */
#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/interruption.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "engine/attack.h"
#include "engine/command_line.h"
#include "engine/compare.h"
#include "engine/listing.h"
#include "engine/listing_scenario.h"
#include "engine/merge.h"
#include "engine/new_scenario.h"
#include "engine/paths.h"
#include "engine/plot.h"
#include "engine/pool.h"
#include "engine/predict.h"
#include "engine/report.h"
#include "engine/run.h"
#include "engine/serve.h"
#include "engine/verify.h"
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
  double seconds; /* limit of a cell, 0: none is given */
  script *script;
} procedures;

static status open_script(procedures *procedures, const cJSON *parameters) {
  if (procedures->script != NULL) return STATUS_OK;
  script_limits limits = script_default_limits;
  limits.seconds = fmax(procedures->seconds, procedure_seconds); /* a shorter one is watched from outside */
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

/* text: of the scenario, NULL: that of the file. */
static status read_plan(const command_line *line, const char *path, const char *text, plan *plan) {
  const script_request request = {.path = path,
                                  .text = text,
                                  .sets = line->sets,
                                  .set_count = line->set_count,
                                  .seeds = line->seeds,
                                  .trials = line->trials,
                                  .data = line->data};
  cJSON *document = NULL;
  TRY(script_plan(&request, &script_default_limits, &document));
  return plan_open(document, plan);
}

static size_t jobs_of(const command_line *line) {
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  if (line->jobs > 0) return (size_t)line->jobs;
  return cores > 0 ? (size_t)cores : 1;
}

static status find_eigen(const command_line *line, const eigen_backend **out) {
  const status code = eigen_backend_by_name(line->eigen == NULL ? "gsl" : line->eigen, out);
  return code == STATUS_OK ? code : status_context(code, "--eigen");
}

static status find_shard(const command_line *line, shard *out) {
  *out = (shard){0, 0};
  return line->shard == NULL ? STATUS_OK : shard_parse(line->shard, out);
}

/* The result folder: --out, or results/... with shards/I-of-N for a shard. */
static status folder_of(const command_line *line, const plan *plan, const shard *shard, char **results) {
  if (line->out != NULL) return memory_text(line->out, results);
  char *whole = NULL;
  TRY(paths_results(plan->scenario, cJSON_GetObjectItemCaseSensitive(plan->document, "overrides"), &whole));
  if (shard->count == 0) {
    *results = whole;
    return STATUS_OK;
  }
  const status code = paths_shard(whole, shard->number, shard->count, results);
  free(whole);
  return code;
}

static status look(const run_request *request) {
  struct stat about;
  run_survey survey;
  if (stat(request->settings.results, &about) == 0 && !S_ISDIR(about.st_mode)) {
    return FAIL(STATUS_INVALID, "--out: %s: is a file, expected a folder", request->settings.results);
  }
  TRY(run_look(request, &survey));
  (void)printf("cells: %zu\nfinished: %zu\nstate: %s\nresults: %s\n", survey.cells, survey.finished, survey.state,
               request->settings.results);
  return STATUS_OK;
}

static status run_here(const command_line *line, const run_request *request, int *exit_status) {
  const char *results = request->settings.results;
  if (line->dry_run) return look(request);
  if (directory_make(results) != STATUS_OK) { /* nothing is written yet: bad usage */
    return line->out == NULL ? STATUS_INVALID : status_context(STATUS_INVALID, "--out");
  }
  run_report report;
  TRY(run_plan(request, &report));
  *exit_status = report.exit;
  if (!line->quiet) (void)printf("results: %s\n", results);
  return STATUS_OK;
}

/* again: NULL, or what says which cells of a result folder are to be run. */
static status run_with(const command_line *line, const char *path, const plan *plan, const verify_run *again,
                       int *exit_status) {
  procedures procedures = {.plan = plan, .seconds = (double)line->cell_time};
  char *folder = NULL, *results = NULL;
  status code = STATUS_OK;
  run_request request = {.jobs = jobs_of(line),
                         .fresh = line->fresh,
                         .quiet = line->quiet,
                         .lua = script_lua_release(),
                         .only = again == NULL ? NULL : again->only,
                         .only_count = again == NULL ? 0 : again->only_count,
                         .part = again == NULL ? NULL : again->part,
                         .cell_seconds = (double)line->cell_time,
                         .seconds = (double)line->run_time,
                         .keep_timeouts = line->keep_timeouts};
  request.settings.plan = plan;
  request.settings.data = line->data;
  request.settings.record = line->record;
  request.settings.save_state = line->save_state;
  request.settings.procedure = run_procedure;
  request.settings.procedure_context = &procedures;
  request.settings.custom = (cell_custom){&procedures, open_members, close_members};
  CHECK(find_shard(line, &request.shard));
  CHECK(find_eigen(line, &request.settings.eigen));
  CHECK(paths_folder_of(path, &folder));
  CHECK(folder_of(line, plan, &request.shard, &results));
  request.settings.folder = folder;
  request.settings.results = results;
  CHECK(run_here(line, &request, exit_status));
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
  shard shard;
  TRY(check_data_folder(line->data));
  TRY(find_shard(line, &shard)); /* before the scenario is evaluated */
  TRY(paths_scenario(line->arguments[0], &path));
  status code = read_plan(line, path, NULL, &plan);
  if (code == STATUS_OK) {
    code = run_with(line, path, &plan, NULL, exit_status);
    plan_close(&plan);
  }
  free(path);
  return code;
}

/* The command line that a manifest stands for; *sets, one text for each parameter that was replaced, is the caller's. */
static status line_of_manifest(const verify_run *run, command_line *line, char **sets) {
  const cJSON *override = NULL;
  *line = (command_line){.command = COMMAND_RUN, .data = run->data, .jobs = run->jobs, .out = run->out, .quiet = true};
  line->eigen = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(run->manifest, "eigensolver"));
  line->shard = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(run->manifest, "shard"));
  line->record = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(run->manifest, "record"));
  line->save_state = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(run->manifest, "save_state"));
  cJSON_ArrayForEach (override, cJSON_GetObjectItemCaseSensitive(run->manifest, "overrides")) {
    const char *name = override->string;
    if (!cJSON_IsString(override) || line->set_count == LARGEST_SETS) {
      return FAIL(STATUS_INVALID, "manifest.json: overrides: %s: expected at most %d texts", name, LARGEST_SETS);
    }
    const bool seeds = strcmp(name, "seeds") == 0;
    if (seeds || strcmp(name, "trials") == 0) {
      if (integer_parse(override->valuestring, seeds ? &line->seeds : &line->trials)) continue;
      return FAIL(STATUS_INVALID, "manifest.json: overrides: %s: expected a whole number", name);
    }
    TRY(memory_format(&sets[line->set_count], "%s=%s", name, override->valuestring));
    line->sets[line->set_count] = sets[line->set_count];
    line->set_count++;
  }
  return STATUS_OK;
}

static status run_manifest(const verify_run *run) {
  command_line line;
  char *sets[LARGEST_SETS] = {NULL};
  int exit_status = 0;
  plan plan;
  status code = line_of_manifest(run, &line, sets);
  if (code == STATUS_OK) code = read_plan(&line, run->path, run->text, &plan);
  if (code == STATUS_OK) {
    code = run_with(&line, run->path, &plan, run, &exit_status);
    plan_close(&plan);
  }
  for (size_t i = 0; i < LARGEST_SETS; i++) free(sets[i]);
  if (code == STATUS_OK && exit_status == EXIT_INTERRUPTED) return FAIL(STATUS_INTERRUPTED, "interrupted");
  return code;
}

static status command_verify(const command_line *line, int *exit_status) {
  size_t differences = 0;
  const verify_request request = {
      .folder = line->arguments[0], .data = line->data, .jobs = line->jobs, .run = run_manifest};
  TRY(check_data_folder(line->data));
  TRY(verify_folder(&request, &differences));
  *exit_status = differences > 0 ? EXIT_FAILED : 0;
  return STATUS_OK;
}

static status command_plot(const command_line *line) {
  size_t drawn = 0, empty = 0;
  TRY(plot_results(line->arguments[0], line->format == NULL ? "svg,png,pdf" : line->format, line->out, &drawn, &empty));
  (void)printf("%zu pictures drawn\n", drawn);
  if (empty > 0) (void)printf("plots left out, because nothing of what they show happened: %zu\n", empty);
  return STATUS_OK;
}

static status list_scenario(const command_line *line, const char *name) {
  char *path = NULL;
  plan plan;
  TRY(check_data_folder(line->data));
  TRY(paths_scenario(name, &path));
  const status code = read_plan(line, path, NULL, &plan);
  if (code == STATUS_OK) {
    listing_scenario(stdout, &plan);
    plan_close(&plan);
  }
  free(path);
  return code;
}

static status command_list(const command_line *line) {
  listing_format format = LISTING_TEXT;
  if (line->format != NULL) TRY(listing_format_read(line->format, &format));
  const bool scenarios = line->argument_count == 2 && strcmp(line->arguments[0], "scenarios") == 0;
  if (scenarios) return list_scenario(line, line->arguments[1]);
  return listing_print(stdout, line->arguments[0], line->arguments[1], format);
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

static status command_merge(const command_line *line, int *exit_status) {
  if (line->out == NULL) return FAIL(STATUS_INVALID, "winnow merge: expected --out DIR");
  const merge_request request = {
      .folders = line->arguments, .folder_count = line->argument_count, .out = line->out, .quiet = line->quiet};
  TRY(merge_folders(&request, exit_status));
  if (!line->quiet) (void)printf("results: %s\n", line->out);
  return STATUS_OK;
}

static status command_new(const command_line *line) {
  char *path = NULL;
  TRY(new_scenario(line->arguments[0], &path));
  (void)printf("%s\n", path);
  free(path);
  return STATUS_OK;
}

static status command_report(const command_line *line) {
  report_outcome outcome;
  const report_request request = {.folders = line->arguments,
                                  .folder_count = line->argument_count,
                                  .out = line->out == NULL ? "report.html" : line->out,
                                  .formats = line->format == NULL ? "html,latex" : line->format};
  TRY(report_write(&request, &outcome));
  (void)printf("%s: %zu experiments, %zu pictures, %zu rows of verdicts\n", request.out, line->argument_count,
               outcome.plots, outcome.rows);
  if (outcome.undrawn == 0) return STATUS_OK;
  return FAIL(STATUS_FAILED, "%zu of the plots could not be drawn; the page says why", outcome.undrawn);
}

/* Scenarios that the attack wrote: without overrides. */
typedef struct found_scenarios {
  const command_line *line;
  procedures *procedures;
  const plan *attacked;
} found_scenarios;

static status read_found(void *context, const char *path, plan *out) {
  const found_scenarios *found = context;
  const command_line line = {.data = found->line->data};
  TRY(read_plan(&line, path, NULL, out));
  found->procedures->plan = out;
  return STATUS_OK;
}

static void leave_found(void *context) {
  const found_scenarios *found = context;
  found->procedures->plan = found->attacked;
}

static status attack_with(const command_line *line, const char *path, const plan *plan, int *exit_status) {
  procedures procedures = {.plan = plan};
  char *folder = NULL, *results = NULL;
  found_scenarios found = {line, &procedures, plan};
  attack_request request = {.evaluations = ATTACK_EVALUATIONS,
                            .bound = line->bound,
                            .jobs = jobs_of(line),
                            .quiet = line->quiet,
                            .read_plan = read_found,
                            .leave_plan = leave_found,
                            .context = &found};
  request.settings.plan = plan;
  request.settings.data = line->data;
  request.settings.procedure = run_procedure;
  request.settings.procedure_context = &procedures;
  request.settings.custom = (cell_custom){&procedures, open_members, close_members};
  status code = line->budget == NULL ? STATUS_OK : attack_budget(line->budget, &request.evaluations, &request.seconds);
  if (code == STATUS_OK) code = find_eigen(line, &request.settings.eigen);
  if (code != STATUS_OK) goto end;
  CHECK(paths_folder_of(path, &folder));
  CHECK(line->out != NULL ? memory_text(line->out, &results)
                          : memory_format(&results, "results/attack_%s", plan->scenario));
  request.settings.folder = folder;
  request.settings.results = results;
  CHECK(attack_scenario(&request, exit_status));
  if (!line->quiet) (void)printf("results: %s\n", results);
end:
  free(folder);
  free(results);
  return code;
}

static status command_attack(const command_line *line, int *exit_status) {
  char *path = NULL;
  plan plan;
  TRY(check_data_folder(line->data));
  TRY(paths_scenario(line->arguments[0], &path));
  status code = read_plan(line, path, NULL, &plan);
  if (code == STATUS_OK) {
    code = attack_with(line, path, &plan, exit_status);
    plan_close(&plan);
  }
  free(path);
  return code;
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
  case COMMAND_VERIFY: return command_verify(line, exit_status);
  case COMMAND_COMPARE: return compare_folders(line->arguments[0], line->arguments[1], line->format);
  case COMMAND_NEW: return command_new(line);
  case COMMAND_SERVE: return command_serve(line);
  case COMMAND_REPORT: return command_report(line);
  case COMMAND_MERGE: return command_merge(line, exit_status);
  case COMMAND_ATTACK: return command_attack(line, exit_status);
  case COMMAND_NONE: break;
  }
  return STATUS_OK;
}

/* In place of GSL's own, which would abort. */
static void note_gsl_error(const char *reason, const char *file, int line, int code) {
  (void)reason, (void)file, (void)line;
  if (code == GSL_ENOMEM) status_note_memory();
}

/* A standard stream that is closed would be opened again as the next file, a journal perhaps, and what is printed would go into it. What
 * stands in for it refuses to be read or written, as a closed one does. */
static void hold_standard_streams(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor++) {
    if (fcntl(descriptor, F_GETFD) < 0) (void)open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
  }
}

int main(int argc, char **argv) {
  hold_standard_streams();
  interruption_begin();
  (void)gsl_set_error_handler(note_gsl_error);
  json_watch_memory();
  (void)signal(SIGXFSZ, SIG_IGN); /* a limit on the size of files is an error of write like others, with a message */
  command_line line;
  int exit_status = 0;
  status code = command_line_parse(argc, argv, &line);
  if (code == STATUS_OK) code = dispatch(&line, &exit_status);
  /* What seems well may have holes, and what seems to be wrong with the input may only have been read without memory. */
  if (code != STATUS_INTERRUPTED && code != STATUS_MEMORY && status_memory() != STATUS_OK) code = STATUS_MEMORY;
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
