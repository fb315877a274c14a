/* winnow predict: predictions of a saved learner on standard output, counts on standard error. */
#include "serve/predict.h"

#include <errno.h>
#include <string.h>

#include "commands/command_line.h"

static status run(const command_line *line, int *exit_status) {
  prediction_counts counts;
  *exit_status = 0;
  TRY(predict_file(line->arguments[0], line->arguments[1], stdout, &counts));
  if (fflush(stdout) != 0) return FAIL(STATUS_IO, "standard output cannot be written: %s", strerror(errno));
  prediction_counts_print(&counts, stderr);
  return STATUS_OK;
}

const command command_predict = {
    .name = "predict",
    .arguments = "STATE FILE",
    .summary = "predict the rows of a data file with a saved state (run --save-state), without learning",
    .least = 2,
    .most = 2,
    .run = run};
