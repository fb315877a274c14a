/* Runs Criterion's tests without Criterion, each in a process forked from this one: under valgrind a fork costs little, while the new program
 * that Criterion starts for every test costs a second.
 *
 *   runner PART PARTS LOG [PATTERN...]   the tests whose place is PART modulo PARTS, without those whose SUITE/NAME fits a pattern
 *
 * Prints "SUITE/NAME: what happened" for each test that fails, and "N passed, N failed" at the end. A test of which valgrind has found an error
 * ends with the exit status that valgrind was told. What tests print goes to the file LOG. */
#include <criterion/criterion.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the macro Test collects: the linker names both ends of each section. */
extern struct criterion_test *const first_test[] __asm__("__start_cr_tst");
extern struct criterion_test *const last_test[] __asm__("__stop_cr_tst");
extern struct criterion_suite *const first_suite[] __asm__("__start_cr_sts") __attribute__((weak));
extern struct criterion_suite *const last_suite[] __asm__("__stop_cr_sts") __attribute__((weak));

enum { TEST_PASSED, TEST_FAILED, TEST_SKIPPED = 77 };

/* The test of this process. */
static const struct criterion_test *current;
static int outcome = TEST_PASSED;

struct criterion_options criterion_options;

/* ---- what Criterion's macros call */

static const struct criterion_test_extra_data *suite_data(void) {
  for (struct criterion_suite *const *suite = first_suite; suite != last_suite; suite++) {
    if (*suite != NULL && strcmp((*suite)->name, current->category) == 0) return (*suite)->data;
  }
  return NULL;
}

void criterion_internal_test_setup(void) {
  const struct criterion_test_extra_data *suite = suite_data();
  if (suite != NULL && suite->init != NULL) suite->init();
  if (current->data->init != NULL) current->data->init();
}

void criterion_internal_test_main(void (*function)(void)) {
  function();
}

void criterion_internal_test_teardown(void) {
  const struct criterion_test_extra_data *suite = suite_data();
  if (current->data->fini != NULL) current->data->fini();
  if (suite != NULL && suite->fini != NULL) suite->fini();
}

int cr_asprintf(char **text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vasprintf(text, format, arguments);
  va_end(arguments);
  return length;
}

void cr_asprintf_free(char *text) {
  free(text);
}

char *cr_translate_assert_msg(int index, ...) {
  (void)index;
  return strdup("");
}

void cri_asserts_passed_incr(void) {
}

void criterion_send_assert(struct criterion_assert_stats *assertion) {
  if (assertion->passed) return;
  outcome = TEST_FAILED;
  (void)fprintf(stderr, "%s/%s: %s:%u: %s\n", current->category, current->name, assertion->file, assertion->line,
                assertion->message);
}

void criterion_continue_test(void) {
  outcome = TEST_FAILED;
}

void criterion_abort_test(void) {
  exit(TEST_FAILED);
}

void criterion_skip_test(const char *format, ...) {
  (void)format;
  criterion_internal_test_teardown();
  exit(TEST_SKIPPED);
}

/* ---- the tests, one after the other */

static bool is_left_out(const struct criterion_test *test, char *const *names) {
  char name[200];
  (void)snprintf(name, sizeof name, "%s/%s", test->category, test->name);
  for (; *names != NULL; names++) {
    if (fnmatch(*names, name, 0) == 0) return true;
  }
  return false;
}

static _Noreturn void run_here(const struct criterion_test *test, const char *log) {
  current = test;
  if (freopen(log, "a", stdout) == NULL || dup2(STDOUT_FILENO, STDERR_FILENO) < 0) exit(TEST_FAILED);
  test->test();
  exit(outcome);
}

/* Whether it passed, or was skipped. */
static bool run_forked(const struct criterion_test *test, const char *log) {
  int ended = 0;
  (void)fflush(NULL);
  const pid_t child = fork();
  if (child == 0) run_here(test, log);
  if (child < 0 || waitpid(child, &ended, 0) != child) return false;
  if (WIFSIGNALED(ended)) {
    (void)printf("%s/%s: ended by signal %d\n", test->category, test->name, WTERMSIG(ended));
    return false;
  }
  const int code = WEXITSTATUS(ended);
  if (code == TEST_PASSED || code == TEST_SKIPPED) return true;
  (void)printf("%s/%s: exit status %d\n", test->category, test->name, code);
  return false;
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  const size_t part = strtoul(argv[1], NULL, 10), parts = strtoul(argv[2], NULL, 10);
  size_t passed = 0, failed = 0, place = 0;
  for (struct criterion_test *const *test = first_test; test != last_test; test++) {
    if (*test == NULL || is_left_out(*test, argv + 4) || place++ % parts != part) continue;
    if (run_forked(*test, argv[3])) {
      passed++;
    } else {
      failed++;
    }
  }
  (void)printf("%zu passed, %zu failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
