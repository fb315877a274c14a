/* winnow learn: a learner in a pipe, predictions on standard output, counts on standard error. */
#include "serve/learn.h"
#include "commands/command_line.h"

enum { TRIALS = 1000000 };

static status run(const command_line *line, int *exit_status) {
  learn_request request = {.learner = line->learner,
                           .rows = line->rows,
                           .load = line->load,
                           .save = line->save,
                           .id = line->id,
                           .every = (size_t)line->every,
                           .trials = line->trials > 0 ? (size_t)line->trials : TRIALS,
                           .seed = line->seed > 0 ? (uint64_t)line->seed : 1};
  prediction_counts counts;
  *exit_status = 0;
  TRY(eigen_backend_by_name("own", &request.eigen));
  TRY(learn(&request, stdin, stdout, &counts));
  prediction_counts_print(&counts, stderr);
  return STATUS_OK;
}

const command command_learn = {
    .name = "learn",
    .arguments = "< ROWS > PREDICTIONS",
    .summary = "learn rows as they come: predict each, then learn its label; CSV or LIBSVM's format, for a pipe",
    .least = 0,
    .most = 0,
    .run = run};
