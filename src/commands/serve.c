/* winnow serve: a learner for other programs. */
#include "serve/serve.h"
#include "commands/command_line.h"

static status run(const command_line *line, int *exit_status) {
  const serve_request request = {.learner = line->arguments[0],
                                 .sets = line->sets,
                                 .set_count = line->set_count,
                                 .load = line->load,
                                 .save = line->save};
  *exit_status = 0;
  return serve(&request, stdin, stdout);
}

const command command_serve = {.name = "serve",
                               .arguments = "LEARNER",
                               .summary = "serve a learner to other programs: JSON lines on standard input and output",
                               .least = 1,
                               .most = 1,
                               .run = run};
