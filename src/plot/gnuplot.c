#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "plot/gnuplot.h"

enum { COMPLAINT = 600 };
static const int NOT_STARTED = 127;

/* In the child: nothing of the caller's environment but the search path, so that GNUTERM, GNUPLOT_DEFAULT_*, locale and
 * start-up files change no picture. */
static _Noreturn void become_gnuplot(const char *folder, const char *script, char *path, int complaints) {
  char *const environment[] = {path, "LC_ALL=C.UTF-8", "LANG=C.UTF-8", "TZ=UTC0", NULL};
  char *const arguments[] = {"gnuplot", "-d", (char *)script, NULL};
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* it is of no use without its caller */
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing >= 0 && chdir(folder) == 0 && dup2(nothing, 0) >= 0 && dup2(nothing, 1) >= 0 &&
      dup2(complaints, 2) >= 0) {
    execvpe("gnuplot", arguments, environment);
  }
  (void)dprintf(complaints, "%s", strerror(errno));
  _exit(NOT_STARTED);
}

/* Reads all that the child says, keeps the beginning, in one line of printable characters. */
static void listen_to(int source, char text[COMPLAINT]) {
  char piece[512];
  size_t length = 0;
  for (;;) {
    const ssize_t got = read(source, piece, sizeof piece);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    for (ssize_t i = 0; i < got && length + 1 < COMPLAINT; i++) {
      const char c = (unsigned char)piece[i] < ' ' || piece[i] == 127 ? ' ' : piece[i];
      if (c == ' ' && (length == 0 || text[length - 1] == ' ')) continue;
      text[length++] = c;
    }
  }
  while (length > 0 && text[length - 1] == ' ') length--;
  text[length] = '\0';
}

static status judge(int ended, const char *script, const char *complaint) {
  if (WIFEXITED(ended) && WEXITSTATUS(ended) == 0) return STATUS_OK;
  if (WIFEXITED(ended) && WEXITSTATUS(ended) == NOT_STARTED) {
    return FAIL(STATUS_ABSENT,
                "gnuplot was not started: %s: it is needed for plots (package gnuplot-nox on Debian and Ubuntu)",
                complaint[0] != '\0' ? complaint : "no reason given");
  }
  if (WIFSIGNALED(ended)) return FAIL(STATUS_FAILED, "gnuplot %s: killed by signal %d", script, WTERMSIG(ended));
  return FAIL(STATUS_FAILED, "gnuplot %s: %s", script, complaint[0] != '\0' ? complaint : "failed without a message");
}

status gnuplot_run(const char *folder, const char *script) {
  char complaint[COMPLAINT] = "", *path = NULL;
  const char *search = getenv("PATH");
  int ends[2], ended = 0;
  TRY(memory_format(&path, "PATH=%s", search != NULL ? search : "/usr/local/bin:/usr/bin:/bin"));
  if (pipe2(ends, O_CLOEXEC) != 0) {
    free(path);
    return FAIL(STATUS_IO, "no pipe to gnuplot: %s", strerror(errno));
  }
  const pid_t child = fork();
  if (child == 0) become_gnuplot(folder, script, path, ends[1]);
  const int problem = errno;
  free(path);
  close(ends[1]);
  if (child > 0) listen_to(ends[0], complaint);
  close(ends[0]);
  if (child < 0) return FAIL(STATUS_IO, "gnuplot was not started: %s", strerror(problem));
  while (waitpid(child, &ended, 0) < 0) {
    if (errno != EINTR) return FAIL(STATUS_IO, "gnuplot's end was not seen: %s", strerror(errno));
  }
  return judge(ended, script, complaint);
}

status gnuplot_check_picture(const char *path, const char *format) {
  enum { LAST = 16 };
  const char *end = strcmp(format, "svg") == 0 ? "</svg>" : strcmp(format, "png") == 0 ? "IEND\256B`\202" : "%%EOF";
  char last[LAST];
  size_t got = 0;
  FILE *file = fopen(path, "re");
  if (file != NULL && fseek(file, -(long)LAST, SEEK_END) == 0) got = fread(last, 1, LAST, file);
  if (file != NULL) (void)fclose(file);
  if (memmem(last, got, end, strlen(end)) != NULL) return STATUS_OK;
  return FAIL(STATUS_IO, "gnuplot wrote only part of the %s picture: is the disk full?", format);
}
