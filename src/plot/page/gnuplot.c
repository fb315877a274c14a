#include "plot/page/gnuplot.h"
#include "base/file.h"
#include "base/process/program.h"
#include <fcntl.h>
#include <sys/wait.h>

enum { OUTPUT = 4096, MESSAGE = 600 };

/* The beginning of the output as one line of printable characters. */
static void put_on_one_line(const char *output, char message[MESSAGE]) {
  size_t length = 0;
  for (; *output != '\0' && length + 1 < MESSAGE; output++) {
    const char c = (unsigned char)*output < ' ' || *output == 127 ? ' ' : *output;
    if (c == ' ' && (length == 0 || message[length - 1] == ' ')) continue;
    message[length++] = c;
  }
  while (length > 0 && message[length - 1] == ' ') length--;
  message[length] = '\0';
}

static status check_end(const process *ended, const char *script, const char *message) {
  const int number = process_end_signal(ended);
  if (number != 0) return FAIL(STATUS_FAILED, "gnuplot %s: killed by signal %d", script, number);
  if (ended->state != PROCESS_UNSEEN && WEXITSTATUS(ended->state) == 0) return STATUS_OK;
  return FAIL(STATUS_FAILED, "gnuplot %s: %s", script, message[0] != '\0' ? message : "failed without a message");
}

/* It gets nothing of our environment but the search path, so that GNUTERM, GNUPLOT_DEFAULT_*, locale and start-up files
 * do not change pictures. */
status gnuplot_run(const char *folder, const char *script) {
  static const char *const environment[] = {"LC_ALL=C.UTF-8", "LANG=C.UTF-8", "TZ=UTC0", NULL};
  FREED char *file = NULL;
  TRY(memory_format(&file, "./%s", script)); /* a name is never an option */
  const char *const arguments[] = {"gnuplot", "-d", file, NULL};
  const program gnuplot = {.arguments = arguments, .folder = folder, .environment = environment, .errors = true};
  char output[OUTPUT], message[MESSAGE];
  process child;
  const status code = program_start(&gnuplot, &child);
  if (code == STATUS_ABSENT) {
    return FAIL(STATUS_ABSENT, "%s: it is needed for plots (package gnuplot-nox on Debian and Ubuntu)",
                status_message());
  }
  TRY(code);
  (void)process_read(child.errors, output, sizeof output);
  process_end(&child, INFINITY);
  process_close(&child);
  put_on_one_line(output, message);
  return check_end(&child, script, message);
}

status gnuplot_check_picture(const char *path, const char *format) {
  enum { LAST = 16 };
  const char *end = strcmp(format, "svg") == 0   ? "</svg>"
                    : strcmp(format, "png") == 0 ? "IEND\256B`\202"
                    : strcmp(format, "tex") == 0 ? "\\endgroup"
                                                 : "%%EOF";
  char last[LAST];
  size_t got = 0;
  FILE *file = NULL;
  if (file_stream(path, O_RDONLY, &file) == STATUS_OK && fseek(file, -(long)LAST, SEEK_END) == 0)
    got = fread(last, 1, LAST, file);
  if (file != NULL) (void)fclose(file);
  if (memmem(last, got, end, strlen(end)) != NULL) return STATUS_OK;
  return FAIL(STATUS_IO, "gnuplot wrote only part of the %s picture: is the disk full?", format);
}
