/* winnow predict: predictions of a saved learner on standard output, counts on standard error. */
#include "serve/predict.h"
#include "commands/command_line.h"
#include <errno.h>

static status run(const command_line *line, int *exit_status) {
  prediction_counts counts;
  *exit_status = 0;
  const char *data = line->argument_count > 1 ? line->arguments[1] : NULL;
  if (line->weights) return predict_weights(line->arguments[0], line->top > 0 ? (size_t)line->top : 3, stdout);
  if (data == NULL && line->top == 0)
    return FAIL(STATUS_INVALID, "winnow predict: expected STATE FILE, STATE --top N or STATE --weights");
  TRY(predict_file(line->arguments[0], data, (size_t)line->top, stdout, &counts));
  if (fflush(stdout) != 0) return FAIL(STATUS_IO, "standard output cannot be written: %s", strerror(errno));
  prediction_counts_print(&counts, stderr);
  return STATUS_OK;
}

const command command_predict = {
    .name = "predict",
    .arguments = "STATE [FILE]",
    .summary = "predict the rows of a data file with a saved state (run --save-state), without learning",
    .least = 1,
    .most = 2,
    .run = run};
