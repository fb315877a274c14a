/* Work in a process and a folder of its own: what it returns, says and leaves. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "audit/scratch.h"
#include "base/file.h"

static status write_file(void *context) {
  FILE *file = fopen(context, "w");
  if (file == NULL || fclose(file) != 0) return FAIL(STATUS_IO, "not written");
  return STATUS_OK;
}

static status fail_so(void *context) {
  const status *code = context;
  return FAIL(*code, "it is %d", (int)*code);
}

static status end_by_signal(void *context) {
  const int *number = context;
  (void)raise(*number);
  return STATUS_OK;
}

/* Ends the caller's process as Ctrl-C does, and waits for what comes of it. */
static status interrupt_parent(void *context) {
  (void)context;
  (void)kill(getppid(), SIGTERM);
  (void)sleep(20);
  return STATUS_OK;
}

Test(scratch, work_is_done_elsewhere) {
  char *folder = NULL, inner[200], path[220];
  cr_assert_eq(scratch_make(&folder), STATUS_OK);
  snprintf(inner, sizeof inner, "%s/a/b", folder);
  snprintf(path, sizeof path, "%s/file", inner);
  cr_assert_eq(directory_make(inner), STATUS_OK);
  cr_expect_eq(scratch_work(write_file, path), STATUS_OK);
  cr_expect(file_exists(path));
  char *kept = strdup(folder);
  scratch_remove(folder);
  cr_expect_not(file_exists(kept), "%s is still there", kept);
  free(kept);
  scratch_remove(NULL);
}

Test(scratch, failures_come_back_with_their_message) {
  char *folder = NULL, expected[40];
  cr_assert_eq(scratch_make(&folder), STATUS_OK);
  for (int code = STATUS_FAILED; code <= STATUS_INTERRUPTED; code++) {
    status wanted = (status)code;
    (void)FAIL(STATUS_MEMORY, "something else");
    cr_expect_eq(scratch_work(fail_so, &wanted), wanted);
    snprintf(expected, sizeof expected, "it is %d", code);
    cr_expect_str_eq(status_message(), expected);
  }
  scratch_remove(folder);
}

Test(scratch, crashes_and_interruptions) {
  char *folder = NULL;
  int numbers[] = {SIGKILL, SIGINT, SIGTERM};
  cr_assert_eq(scratch_make(&folder), STATUS_OK);
  cr_expect_eq(scratch_work(end_by_signal, &numbers[0]), STATUS_FAILED);
  cr_expect(strstr(status_message(), "crashed (signal 9") != NULL, "%s", status_message());
  cr_expect_eq(scratch_work(end_by_signal, &numbers[1]), STATUS_INTERRUPTED);
  cr_expect_eq(scratch_work(end_by_signal, &numbers[2]), STATUS_INTERRUPTED);
  cr_expect_eq(scratch_work(interrupt_parent, NULL), STATUS_INTERRUPTED);
  cr_expect_str_eq(status_message(), "interrupted");
  scratch_remove(folder);
}

static status hang_up_parent(void *context) {
  (void)context;
  (void)kill(getppid(), SIGHUP);
  return STATUS_OK;
}

Test(scratch, an_ignored_hang_up_interrupts_nothing) {
  (void)signal(SIGHUP, SIG_IGN);
  cr_expect_eq(scratch_work(hang_up_parent, NULL), STATUS_OK);
  (void)signal(SIGHUP, SIG_DFL);
}

Test(scratch, no_place) {
  char *folder = NULL;
  cr_assert_eq(setenv("TMPDIR", "/nonexistent", 1), 0);
  cr_expect_eq(scratch_make(&folder), STATUS_IO);
  cr_expect_null(folder);
  cr_expect(strstr(status_message(), "/nonexistent/winnow-verify-") != NULL, "%s", status_message());
}
