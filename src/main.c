/* The program: which command, and its exit status. */
#include "base/build_info.h"
#include "base/process/child.h"
#include "base/process/confine.h"
#include "base/process/interruption.h"
#include "base/process/process.h"
#include "commands/commands.h"
#include "commands/scenario.h"
#include <errno.h>
#include <fcntl.h>

enum { EXIT_FAILED = 1, EXIT_INVALID = 2, EXIT_INTERRUPTED = 130 };

static int exit_status_of(status code) {
  if (code == STATUS_INVALID || code == STATUS_ABSENT) return EXIT_INVALID;
  return code == STATUS_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_FAILED;
}

/* The next file opened would take the place of a closed standard stream, a journal perhaps, and get what is printed. /dev/null takes it
 * instead, opened so that it refuses to be read or written, as a closed stream does. */
static void hold_standard_streams(void) {
  for (int stream = 0; stream <= 2; stream++) {
    if (fcntl(stream, F_GETFD) < 0) (void)open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
  }
}

static void print_version(void) {
  const char *files = confine_files_lack(), *calls = confine_calls_lack();
  (void)printf("winnow %s (%s)\n", build_info.version, build_info.revision);
  if (files != NULL) (void)printf("without Landlock (%s): what runs a scenario may open files\n", files);
  if (calls != NULL)
    (void)printf("without seccomp (%s): what runs a scenario may use the network and start programs\n", calls);
}

static status run(const command_line *line, int *exit_status) {
  if (line->allow_external) child_allow();
  if (line->command != NULL && !line->help) return line->command->run(line, exit_status);
  if (line->version) {
    print_version();
  } else {
    command_line_help(stdout, commands, line->command);
  }
  return STATUS_OK;
}

int main(int argc, char **argv) {
  hold_standard_streams();
  interruption_begin();
  process_adopt();
  scenario_watch_memory();
  (void)signal(SIGXFSZ, SIG_IGN); /* a file beyond the size limit is a write error like others, with a message */
  command_line line;
  int exit_status = 0;
  status code = command_line_parse(argc, argv, commands, &line);
  if (code == STATUS_OK) code = run(&line, &exit_status);
  if (argc < 2) command_line_help(stderr, commands, NULL);
  process_end_others(NULL, 0);
  /* After a failed allocation a result may have holes, and an input error may be one of memory. */
  if (code != STATUS_INTERRUPTED && code != STATUS_MEMORY && status_memory() != STATUS_OK) code = STATUS_MEMORY;
  if (code == STATUS_OK && fflush(stdout) != 0) {
    code = FAIL(STATUS_IO, "standard output cannot be written: %s", strerror(errno));
  }
  if (code == STATUS_OK) return exit_status;
  (void)fprintf(stderr, "winnow: %s\n", status_message());
  return exit_status_of(code);
}
