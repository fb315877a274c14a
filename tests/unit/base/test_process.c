/* Child processes: how they end, what comes back, and that none stays. */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process/isolated.h"
#include "base/process/process.h"
#include "base/process/program.h"

static status answer_much(void *context, int answer) {
  const char *letter = context;
  for (int i = 0; i < 200000; i++) {
    if (write(answer, letter, 1) != 1) return FAIL(STATUS_IO, "not written");
  }
  return STATUS_OK;
}

static status fail_so(void *context, int answer) {
  const status *code = context;
  (void)answer;
  return FAIL(*code, "it is %d", (int)*code);
}

static status end_by(void *context, int answer) {
  const int *number = context;
  (void)answer;
  (void)raise(*number);
  return STATUS_OK;
}

static status leave(void *context, int answer) {
  (void)context, (void)answer;
  process_exit(3);
}

static status sleep_long(void *context, int answer) {
  (void)context, (void)answer;
  (void)sleep(60);
  return STATUS_OK;
}

static status start_and_leave(void *context, int answer) {
  process inner;
  (void)context;
  TRY(process_fork("a test", PROCESS_SIGNALS_END, sleep_long, NULL, &inner));
  return dprintf(answer, "%d", (int)inner.id) > 0 ? STATUS_OK : FAIL(STATUS_IO, "not written");
}

static void forked(status (*work)(void *context, int answer), void *context, process *out) {
  cr_assert_eq(process_fork("a test", PROCESS_SIGNALS_END, work, context, out), STATUS_OK);
}

static void closed(process *p) {
  process_close(p);
  cr_expect(p->input < 0 && p->output < 0 && p->errors < 0);
  cr_expect_eq(p->id, 0);
}

Test(process, answers_longer_than_a_pipe) {
  process child;
  char letter = 'x', text[100];
  status code = STATUS_FAILED;
  forked(answer_much, &letter, &child);
  cr_expect_eq(process_read(child.output, text, sizeof text), sizeof text - 1);
  cr_expect_eq(strspn(text, "x"), sizeof text - 1);
  cr_expect(process_wait(&child, INFINITY));
  cr_expect(process_result(&child, &code));
  cr_expect_eq(code, STATUS_OK);
  closed(&child);
}

Test(process, failures_come_back_with_their_message) {
  for (int number = STATUS_FAILED; number <= STATUS_INTERRUPTED; number++) {
    process child;
    char text[100], expected[40];
    status wanted = (status)number, code = STATUS_OK;
    forked(fail_so, &wanted, &child);
    (void)process_read(child.output, text, sizeof text);
    process_end(&child, INFINITY);
    snprintf(expected, sizeof expected, "it is %d", number);
    cr_expect_str_eq(text, expected);
    cr_expect(process_result(&child, &code));
    cr_expect_eq(code, wanted);
    closed(&child);
  }
}

Test(process, other_ends_are_told_apart) {
  process child;
  char text[PROCESS_END_TEXT];
  status code = STATUS_OK;
  int number = SIGKILL;
  forked(end_by, &number, &child);
  process_end(&child, INFINITY);
  cr_expect_str_eq(process_end_text(&child, text), "was ended by signal 9 (Killed)");
  cr_expect_eq(process_end_signal(&child), SIGKILL);
  cr_expect_not(process_result(&child, &code));
  closed(&child);
  forked(leave, NULL, &child);
  process_end(&child, INFINITY);
  cr_expect_str_eq(process_end_text(&child, text), "ended with exit status 3");
  cr_expect_eq(process_end_signal(&child), 0);
  cr_expect_not(process_result(&child, &code));
  closed(&child);
}

/* A run under nohup goes on when its terminal is closed. */
Test(process, an_ignored_hang_up_stays_ignored) {
  process child;
  status code = STATUS_FAILED;
  int number = SIGHUP;
  (void)signal(SIGHUP, SIG_IGN);
  forked(end_by, &number, &child);
  process_end(&child, INFINITY);
  cr_expect(process_result(&child, &code));
  cr_expect_eq(code, STATUS_OK);
  closed(&child);
  (void)signal(SIGHUP, SIG_DFL);
  forked(end_by, &number, &child);
  process_end(&child, INFINITY);
  cr_expect_eq(process_end_signal(&child), SIGHUP);
  closed(&child);
}

Test(process, waiting_ends_in_time_and_nothing_stays) {
  process child;
  forked(sleep_long, NULL, &child);
  const pid_t id = child.id;
  const double started = clock_seconds();
  cr_expect_not(process_wait(&child, 0.0));
  cr_expect_not(process_wait(&child, 0.05));
  cr_expect(clock_seconds() - started >= 0.05);
  process_end(&child, 0.0);
  cr_expect(clock_seconds() - started < 10.0);
  cr_expect_eq(process_end_signal(&child), SIGKILL);
  cr_expect(kill(id, 0) != 0 && errno == ESRCH);
  cr_expect_eq(waitpid(-1, NULL, WNOHANG), -1, "a child was not reaped");
  closed(&child);
}

/* The system kills a child whose parent has ended. */
Test(process, no_orphans) {
  process child;
  char text[20];
  int inner = 0;
  forked(start_and_leave, NULL, &child);
  (void)process_read(child.output, text, sizeof text);
  process_end(&child, INFINITY);
  closed(&child);
  cr_assert_eq(sscanf(text, "%d", &inner), 1);
  for (int i = 0; i < 500 && kill(inner, 0) == 0; i++) (void)usleep(10000);
  cr_expect_neq(kill(inner, 0), 0, "process %d is still there", inner);
}

/* Where SIGCHLD is ignored, as in a host program, the system tells no status: that is no success. */
/* Its child starts a session of its own, says its number and that of its own child, and leaves both behind. */
static status leave_others(void *context, int answer) {
  (void)context;
  const pid_t first = fork();
  if (first == 0) {
    (void)setsid();
    const pid_t second = fork();
    if (second > 0) dprintf(answer, "%d %d ", (int)getpid(), (int)second);
    for (int i = 0; i < 600; i++) sleep(1); /* a signal ends it */
    _exit(0);
  }
  (void)usleep(200000);
  return STATUS_OK;
}

Test(process, what_a_child_leaves_behind_is_ended, .timeout = 30) {
  process child;
  char text[100];
  int first = 0, second = 0;
  cr_assert_eq(process_fork("others", PROCESS_SIGNALS_END, leave_others, NULL, &child), STATUS_OK);
  (void)process_read(child.output, text, sizeof text); /* until nobody can write there any more */
  process_end(&child, INFINITY);
  process_close(&child);
  cr_assert_eq(sscanf(text, "%d %d", &first, &second), 2, "%s", text);
  cr_expect(kill(first, 0) != 0 && errno == ESRCH);
  cr_expect(kill(second, 0) != 0 && errno == ESRCH);
}

Test(process, unseen_ends) {
  process child;
  char text[PROCESS_END_TEXT];
  status code = STATUS_OK;
  (void)signal(SIGCHLD, SIG_IGN);
  forked(leave, NULL, &child);
  process_end(&child, INFINITY);
  cr_expect_not(process_result(&child, &code));
  cr_expect_str_eq(process_end_text(&child, text), "ended unseen");
  closed(&child);
}

/* Runs a program in the folder to its end. */
static status run_program(const char *where, const char *const *arguments, process *child) {
  static const char *const environment[] = {NULL};
  const program started = {.arguments = arguments, .folder = where, .environment = environment};
  const status code = program_start(&started, child);
  if (code == STATUS_OK) cr_expect(process_wait(child, INFINITY));
  return code;
}

Test(process, programs) {
  static const char *const absent[] = {"/nonexistent/program", NULL}, *const seven[] = {"sh", "-c", "exit 7", NULL},
                           *const killed[] = {"sh", "-c", "kill -9 $$", NULL},
                           *const group[] = {"sh", "-c", "echo $A; sleep 60 & sleep 60", NULL},
                           *const environment[] = {"A=b", NULL};
  process child;
  char text[10], end[PROCESS_END_TEXT];
  cr_expect_eq(run_program("/", absent, &child), STATUS_ABSENT);
  cr_expect_str_eq(status_message(), "/nonexistent/program was not started: No such file or directory");
  cr_expect_eq(run_program("/", seven, &child), STATUS_OK);
  cr_expect_eq(WEXITSTATUS(child.state), 7);
  cr_expect_eq(run_program("/nonexistent", seven, &child), STATUS_ABSENT);
  cr_expect_eq(run_program("/", killed, &child), STATUS_OK);
  cr_expect_str_eq(process_end_text(&child, end), "was ended by signal 9 (Killed)");
  const program started = {.arguments = group, .environment = environment, .output = true, .leads_group = true};
  cr_assert_eq(program_start(&started, &child), STATUS_OK);
  cr_expect(child.input < 0 && child.errors < 0);
  cr_expect_eq(read(child.output, text, sizeof text), 2);
  cr_expect_eq(memcmp(text, "b\n", 2), 0);
  process_end(&child, 0.0);
  cr_expect_eq(process_read(child.output, text, sizeof text), 0, "ends only when the whole group has");
  closed(&child);
}

static status fill(void *context, double *results) {
  const size_t *count = context;
  (void)printf("not seen\n");
  for (size_t i = 0; i < *count; i++) results[i] = (double)i;
  return *count > 0 ? STATUS_OK : FAIL(STATUS_NUMERIC, "nothing to fill");
}

static status abort_work(void *context, double *results) {
  (void)context, (void)results;
  (void)raise(SIGABRT);
  return STATUS_OK;
}

Test(process, isolated_work) {
  double results[3] = {9.0, 9.0, 9.0};
  size_t count = 3;
  cr_expect_eq(isolated_work("a library", fill, &count, 3, results), STATUS_OK);
  cr_expect(results[0] == 0.0 && results[1] == 1.0 && results[2] == 2.0);
  count = 0;
  cr_expect_eq(isolated_work("a library", fill, &count, 0, results), STATUS_NUMERIC);
  cr_expect_str_eq(status_message(), "nothing to fill");
  cr_expect_eq(isolated_work("a library", abort_work, NULL, 0, results), STATUS_MEMORY);
  cr_expect_str_eq(status_message(), "no memory for a library: it was ended by signal 6 (Aborted)");
}
