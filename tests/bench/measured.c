/* measured FILE COMMAND [ARGUMENT]...: runs the command, with its standard output discarded, and writes a line "seconds
 * peak_KiB" to FILE: processor time of it and of the processes it waited for, and the largest resident memory that one of them ever had. Exit status:
 * the command's. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds_of(const struct timeval *time) {
  return (double)time->tv_sec + 1e-6 * (double)time->tv_usec;
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
  const pid_t child = fork();
  if (child == 0) become(arguments + 2);
  int state = 0;
  struct rusage usage;
  if (child < 0 || wait4(child, &state, 0, &usage) < 0) {
    perror("measured");
    return 2;
  }
  const double seconds = seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
  FILE *file = fopen(arguments[1], "we");
  if (file == NULL || fprintf(file, "%.6f %ld\n", seconds, usage.ru_maxrss) < 0 || fclose(file) != 0) {
    perror(arguments[1]);
    return 2;
  }
  return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}
