/* measured FILE COMMAND [ARGUMENT]...: runs the command, with its standard output discarded, and writes a line "seconds
 * peak_KiB" to FILE: wall-clock time and the largest resident memory that it or a process it waited for ever had. Exit status:
 * the command's. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  (void)clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void become(char **command) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) (void)dup2(nowhere, STDOUT_FILENO);
  (void)execvp(command[0], command);
  perror(command[0]);
  _exit(127);
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: measured FILE COMMAND [ARGUMENT]...\n");
    return 2;
  }
  const double start = now();
  const pid_t child = fork();
  if (child == 0) become(arguments + 2);
  int state = 0;
  struct rusage usage;
  if (child < 0 || wait4(child, &state, 0, &usage) < 0) {
    perror("measured");
    return 2;
  }
  const double seconds = now() - start;
  FILE *file = fopen(arguments[1], "we");
  if (file == NULL || fprintf(file, "%.6f %ld\n", seconds, usage.ru_maxrss) < 0 || fclose(file) != 0) {
    perror(arguments[1]);
    return 2;
  }
  return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}
