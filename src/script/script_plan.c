#include "script/script_plan.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/json_share.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/text.h"
#include "script/sandbox/sandbox.h"
#include "script/scenario/evaluate_scenario.h"
#include "script/scenario/library.h"
#include "script/values/names.h"

/* The child's exit status: 0 with the plan on the pipe, SANDBOX_LIMIT_EXIT with the reason, else FAILED + status
 * with the message. */
enum { FAILED = 64, TEXT_LIMIT = 16 << 20, PLAN_LIMIT = 1 << 30 };

static status write_all(int fd, const char *text, size_t length) {
  while (length > 0) {
    const ssize_t written = write(fd, text, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return FAIL(STATUS_IO, "cannot write to a pipe: %s", strerror(errno));
    text += written;
    length -= (size_t)written;
  }
  return STATUS_OK;
}

static status evaluate_text(const script_request *request, const char *text, const script_limits *limits, char **json) {
  sandbox *box = NULL;
  cJSON *plan = NULL;
  TRY(sandbox_new(request->path, text, "evaluation", limits, library_open, &box));
  sandbox_limit_process(box);
  status code = evaluate_scenario(box, request, &plan);
  if (code == STATUS_OK) {
    json_share_hide(cJSON_GetObjectItemCaseSensitive(plan, "points"));
    code = json_print(plan, 0, 0, json);
  }
  cJSON_Delete(plan);
  sandbox_free(box);
  return code;
}

/* Never returns. */
static _Noreturn void run_child(const script_request *request, const char *text, script_limits limits, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) process_exit(FAILED);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  signal(SIGHUP, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  const struct rlimit none = {0, 0};
  (void)setrlimit(RLIMIT_CORE, &none);
  char *json = NULL;
  status code = evaluate_text(request, text, &limits, &json);
  const char *answer = code == STATUS_OK ? json : status_message();
  const status written = write_all(limits.reason_fd, answer, strlen(answer));
  free(json);
  process_exit(written != STATUS_OK ? FAILED + (int)written : code == STATUS_OK ? 0 : FAILED + (int)code);
}

typedef struct answer {
  char *text;
  size_t length, size;
} answer;

/* Reads until the child closes the pipe. *late: nothing came in time. */
static status read_answer(const char *path, int fd, double seconds, answer *a, bool *late) {
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start); /* or when it last said something */
  *late = false;
  for (;;) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    const double left = seconds - (double)(now.tv_sec - start.tv_sec) - 1e-9 * (double)(now.tv_nsec - start.tv_nsec);
    struct pollfd watched = {.fd = fd, .events = POLLIN};
    *late = left <= 0;
    if (*late) return STATUS_OK;
    const int ready = poll(&watched, 1, left < 1e6 ? (int)(left * 1000) + 1 : 1000000000);
    if (ready < 0 && errno != EINTR)
      return FAIL(STATUS_IO, "%s: cannot wait for its evaluation: %s", path, strerror(errno));
    if (ready <= 0) continue;
    if (a->size - a->length < 65536) {
      const size_t size = 2 * a->size + 131072;
      char *grown = size <= PLAN_LIMIT ? realloc(a->text, size) : NULL;
      if (grown == NULL && size <= PLAN_LIMIT) return FAIL(STATUS_MEMORY, "%s: no memory for its plan", path);
      if (grown == NULL) return FAIL(STATUS_INVALID, "%s: its plan needs more than 1 GiB: use fewer grid points", path);
      a->text = grown;
      a->size = size;
    }
    const ssize_t count = read(fd, a->text + a->length, a->size - a->length - 1);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FAIL(STATUS_IO, "%s: cannot read its plan: %s", path, strerror(errno));
    a->length += (size_t)count;
    a->text[a->length] = '\0';
    if (count == 0) return STATUS_OK;
    clock_gettime(CLOCK_MONOTONIC, &start);
  }
}

static status wait_for(pid_t child, int *state) {
  while (waitpid(child, state, 0) < 0) {
    if (errno != EINTR) return FAIL(STATUS_IO, "cannot wait for a process: %s", strerror(errno));
  }
  return STATUS_OK;
}

/* The child sends once what the points share. */
static status read_plan(const char *path, const char *text, cJSON **plan) {
  const cJSON *before = NULL;
  cJSON *point = NULL;
  if (json_parse(text, plan) != STATUS_OK) {
    return status_context(status_memory() == STATUS_OK ? STATUS_FAILED : STATUS_MEMORY, "%s: its plan", path);
  }
  cJSON_ArrayForEach (point, cJSON_GetObjectItemCaseSensitive(*plan, "points")) {
    if (before != NULL) json_share_fill(point, before);
    before = point;
  }
  return status_memory();
}

static status interpret(const char *path, const script_limits *limits, const answer *a, bool late, int state,
                        cJSON **plan) {
  char seconds[NUMBER_TEXT];
  number_short(limits->seconds, 4, seconds);
  if (late || (WIFSIGNALED(state) && WTERMSIG(state) == SIGXCPU)) {
    return FAIL(STATUS_INVALID, "%s: evaluation took longer than %s s", path, seconds);
  }
  if (WIFSIGNALED(state) && (WTERMSIG(state) == SIGINT || WTERMSIG(state) == SIGTERM)) {
    return FAIL(STATUS_INTERRUPTED, "%s: interrupted", path);
  }
  if (WIFSIGNALED(state)) {
    return FAIL(STATUS_INVALID, "%s: its evaluation crashed (signal %d, %s)", path, WTERMSIG(state),
                strsignal(WTERMSIG(state)));
  }
  const int code = WEXITSTATUS(state);
  const char *text = a->text == NULL ? "" : a->text + strspn(a->text, " "); /* signs of life come first */
  if (code == 0 && *text != 0) return read_plan(path, text, plan);
  if (code == SANDBOX_LIMIT_EXIT && *text != 0) return FAIL(STATUS_INVALID, "%s", text);
  if (code > FAILED && code <= FAILED + (int)STATUS_INTERRUPTED && *text != 0) {
    return FAIL((status)(code - FAILED), "%s", text);
  }
  return FAIL(STATUS_INVALID, "%s: its evaluation ended with exit status %d without a reason", path, code);
}

static status evaluate_in_child(const script_request *request, const char *text, const script_limits *limits,
                                cJSON **plan) {
  int ends[2];
  if (pipe2(ends, 0) != 0) return FAIL(STATUS_IO, "%s: no pipe: %s", request->path, strerror(errno));
  const pid_t parent = getpid(), child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    return FAIL(STATUS_IO, "%s: no process for its evaluation: %s", request->path, strerror(errno));
  }
  if (child == 0) {
    close(ends[0]);
    run_child(request, text, (script_limits){limits->seconds, limits->memory, ends[1]}, parent);
  }
  close(ends[1]);
  answer a = {0};
  bool late = false;
  int state = 0;
  const double grace = 0.1 + 0.1 * limits->seconds; /* the hook, which knows the line, comes first */
  status code = read_answer(request->path, ends[0], limits->seconds + grace, &a, &late);
  close(ends[0]);
  if (code != STATUS_OK || late) kill(child, SIGKILL);
  const status waited = wait_for(child, &state);
  if (code == STATUS_OK) code = waited;
  if (code == STATUS_OK) code = interpret(request->path, limits, &a, late, state, plan);
  free(a.text);
  return code;
}

status script_plan(const script_request *request, const script_limits *limits, cJSON **plan) {
  char *text = NULL;
  size_t length = 0;
  *plan = NULL;
  status code = STATUS_OK;
  if (request->text == NULL) {
    code = file_read(request->path, &text, &length);
  } else {
    length = strlen(request->text);
    code = memory_text(request->text, &text);
  }
  if (code != STATUS_OK) return code == STATUS_MEMORY ? code : FAIL(STATUS_INVALID, "%s", status_message());
  const size_t trouble = text_trouble(text, length);
  status result;
  if (length > TEXT_LIMIT) {
    result = FAIL(STATUS_INVALID, "%s: longer than 16 MiB: not a scenario", request->path);
  } else if (trouble < length) {
    size_t line = 1;
    for (size_t i = 0; i < trouble; i++) line += text[i] == '\n';
    result = FAIL(STATUS_INVALID, "%s:%zu: byte %zu is not UTF-8 text", request->path, line, trouble + 1);
  } else {
    result = evaluate_in_child(request, text, limits != NULL ? limits : &script_default_limits, plan);
  }
  free(text);
  return result;
}
