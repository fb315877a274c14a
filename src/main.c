/* The program: which command, and its exit status. */
#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/compare.h"
#include "audit/merge.h"
#include "base/build_info.h"
#include "base/interruption.h"
#include "base/json.h"
#include "commands/command_line.h"
#include "commands/commands.h"
#include "commands/new_scenario.h"
#include "commands/scenario.h"
#include "listing/listing.h"
#include "listing/listing_scenario.h"
#include "plot/plot.h"
#include "report/report.h"
#include "serve/predict.h"
#include "serve/serve.h"

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

static status command_plot(const command_line *line) {
  size_t drawn = 0, empty = 0;
  TRY(plot_results(line->arguments[0], line->format == NULL ? "svg,png,pdf" : line->format, line->out, &drawn, &empty));
  (void)printf("%zu picture%s drawn\n", drawn, drawn == 1 ? "" : "s");
  if (empty > 0) (void)printf("plots left out, because nothing of what they show happened: %zu\n", empty);
  return STATUS_OK;
}

static status list_plan(const command_line *line, const char *path, const plan *plan, int *exit_status) {
  (void)line, (void)path;
  listing_scenario(stdout, plan);
  *exit_status = 0;
  return STATUS_OK;
}

static status command_list(const command_line *line, int *exit_status) {
  listing_format format = LISTING_TEXT;
  if (line->format != NULL) TRY(listing_format_read(line->format, &format));
  const bool scenarios = line->argument_count == 2 && strcmp(line->arguments[0], "scenarios") == 0;
  if (scenarios) return scenario_act(line, line->arguments[1], list_plan, exit_status);
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
  const merge_request request = {.folders = line->arguments,
                                 .folder_count = line->argument_count,
                                 .out = line->out,
                                 .table = line->quiet ? NULL : stdout,
                                 .notes = stderr};
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
  case COMMAND_LIST: return command_list(line, exit_status);
  case COMMAND_PREDICT: return command_predict(line);
  case COMMAND_VERIFY: return command_verify(line, exit_status);
  case COMMAND_COMPARE: return compare_folders(line->arguments[0], line->arguments[1], line->format, stdout);
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
