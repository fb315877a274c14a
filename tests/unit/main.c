/* Runs Criterion's tests without Criterion's library: it starts a new program with forty shared libraries for each test, which takes a tenth of a
 * second, and a second under valgrind; each is forked here.
 *
 *   unit [--jobs N] [--without PATTERN]... [PATTERN...]   tests whose SUITE/NAME fits a pattern (all), at most N at a time (1)
 *   unit --list [PATTERN...]                              their names
 *
 * Prints "not ok SUITE/NAME: what happened" and what it wrote for each test that fails, "skip SUITE/NAME: why" for each that is skipped, and
 * "N passed, N failed, N skipped" at the end. Patterns are those of ksh, with @(one|other). A leak that a sanitizer or valgrind finds in a test is
 * its exit status. */
#include <criterion/criterion.h>
#include <fnmatch.h>
#include <getopt.h>
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

enum { TEST_PASSED, TEST_FAILED, TEST_SKIPPED = 77, MOST_JOBS = 64 };

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
  (void)fprintf(stderr, "%s:%u: %s\n", assertion->file, assertion->line, assertion->message);
}

void criterion_continue_test(void) {
  outcome = TEST_FAILED;
}

void criterion_abort_test(void) {
  exit(TEST_FAILED);
}

void criterion_skip_test(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vfprintf(stderr, format, arguments);
  va_end(arguments);
  criterion_internal_test_teardown();
  exit(TEST_SKIPPED);
}

/* ---- the tests, each in a process of its own */

typedef struct {
  pid_t process; /* 0: no test runs here */
  const struct criterion_test *test;
  FILE *written; /* by the test */
} job;

static job jobs[MOST_JOBS];
static size_t passed, failed, skipped;

static bool fits(const char *name, char *const *patterns, int count) {
  for (int i = 0; i < count; i++) {
    if (fnmatch(patterns[i], name, FNM_EXTMATCH) == 0) return true;
  }
  return false;
}

static void start(job *free_job, const struct criterion_test *test) {
  *free_job = (job){.test = test, .written = tmpfile()};
  (void)fflush(NULL);
  free_job->process = free_job->written != NULL ? fork() : -1;
  if (free_job->process < 0) {
    perror("unit");
    exit(2);
  }
  if (free_job->process > 0) return;
  const int written = fileno(free_job->written);
  if (dup2(written, STDOUT_FILENO) < 0 || dup2(written, STDERR_FILENO) < 0) exit(TEST_FAILED);
  current = test;
  test->test();
  exit(outcome);
}

static void show(FILE *written) {
  char text[4096];
  size_t length = 0;
  rewind(written);
  while ((length = fread(text, 1, sizeof text, written)) > 0) (void)fwrite(text, 1, length, stdout);
}

/* Waits until any test ends. */
static job *end_one(void) {
  int ended = 0;
  const pid_t process = wait(&ended);
  job *done = jobs;
  while (done->process != process) done++;
  const char *suite = done->test->category, *name = done->test->name;
  const int code = WIFEXITED(ended) ? WEXITSTATUS(ended) : TEST_FAILED;
  done->process = 0;
  if (code == TEST_PASSED) {
    passed++;
  } else if (code == TEST_SKIPPED) {
    skipped++;
    (void)printf("skip %s/%s: ", suite, name);
    show(done->written);
    (void)putchar('\n');
  } else {
    failed++;
    (void)printf("not ok %s/%s: %s %d\n", suite, name, WIFSIGNALED(ended) ? "ended by signal" : "exit status",
                 WIFSIGNALED(ended) ? WTERMSIG(ended) : code);
    show(done->written);
  }
  (void)fclose(done->written);
  return done;
}

int main(int argc, char **argv) {
  static const struct option names[] = {{"jobs", required_argument, NULL, 'j'},
                                        {"without", required_argument, NULL, 'w'},
                                        {"list", no_argument, NULL, 'l'},
                                        {0}};
  char *without[100], *all[] = {"*"};
  int left_out = 0;
  size_t most = 1, running = 0;
  bool list = false;
  for (int letter = 0; (letter = getopt_long(argc, argv, "", names, NULL)) != -1;) {
    if (letter == 'l') list = true;
    if (letter == 'j') most = strtoul(optarg, NULL, 10);
    if (letter == 'w' && left_out < 100) without[left_out++] = optarg;
    if (letter == '?') return 2;
  }
  if (most < 1 || most > MOST_JOBS) most = MOST_JOBS;
  char *const *patterns = optind < argc ? argv + optind : all;
  const int count = optind < argc ? argc - optind : 1;
  for (struct criterion_test *const *test = first_test; test != last_test; test++) {
    char name[200];
    if (*test == NULL) continue;
    (void)snprintf(name, sizeof name, "%s/%s", (*test)->category, (*test)->name);
    if (!fits(name, patterns, count) || fits(name, without, left_out)) continue;
    if (list) {
      (void)puts(name);
      continue;
    }
    start(running < most ? &jobs[running++] : end_one(), *test);
  }
  for (; running > 0; running--) (void)end_one();
  if (!list) (void)printf("%zu passed, %zu failed, %zu skipped\n", passed, failed, skipped);
  return failed == 0 ? 0 : 1;
}
