#include "script/script_plan.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/json_share.h"
#include "base/plain_text.h"
#include "base/process/confine.h"
#include "base/process/process.h"
#include "results/paths.h"
#include "script/scenario/evaluate_scenario.h"
#include "script/scenario/facts_desk.h"
#include "script/scenario/library.h"
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

enum { TEXT_LIMIT = 16 << 20, PLAN_LIMIT = 1 << 30 };

static status evaluate_text(const script_request *request, const char *text, const script_limits *limits, int desk,
                            char **json) {
  CLEANUP(sandbox_free_at) sandbox *box = NULL;
  CLEANUP(json_free_at) cJSON *plan = NULL;
  TRY(sandbox_new(request->path, text, "evaluation", limits, library_open, &box));
  sandbox_limit_process(box);
  TRY(evaluate_scenario(box, request, desk, &plan));
  json_share_hide(json_member(plan, "points"));
  return json_print(plan, 0, 0, json);
}

/* Data are read by the parent; a check of members may look at them, too. */
static status confine_evaluation(const script_request *request) {
  FREED char *folder = NULL;
  TRY(paths_folder_of(request->path, &folder));
  return confine((const char *const[]){folder, request->data, NULL}, (const char *const[]){NULL});
}

typedef struct evaluating {
  const script_request *request;
  const char *text;
  const script_limits *limits;
  pid_t parent;
  int desks[2]; /* facts_desk.h */
} evaluating;

/* In the child. Its answer is the plan, after signs of life; beyond a limit the reason, with exit status SANDBOX_LIMIT_EXIT. */
static status answer_plan(void *context, int output) {
  evaluating *self = context;
  const int desk =
      getpid() == self->parent ? -1 : self->desks[1]; /* in a build without processes nobody is there to answer */
  const script_limits limits = {self->limits->seconds, self->limits->memory, output};
  const struct rlimit none = {0, 0};
  FREED char *json = NULL;
  (void)setrlimit(RLIMIT_CORE, &none);
  if (desk >= 0) facts_desk_close(&self->desks[0]);
  TRY(confine_evaluation(self->request));
  TRY(evaluate_text(self->request, self->text, &limits, desk, &json));
  if (descriptor_write(output, json, strlen(json))) return STATUS_OK;
  return FAIL(STATUS_IO, "cannot write to a pipe: %s", strerror(errno));
}

typedef struct answer {
  char *text;
  size_t length, size;
} answer;

static void free_answer(answer *a) {
  free(a->text);
}

/* Reads until the child closes the pipe, and answers what it asks at the desk. *late: nothing came in time. */
static status read_answer(const char *path, int fd, int *desk, double seconds, answer *a, bool *late) {
  double start = clock_seconds(); /* or the last sign of life */
  *late = false;
  for (;;) {
    const double left = start + seconds - clock_seconds();
    struct pollfd watched[] = {{.fd = fd, .events = POLLIN}, {.fd = *desk, .events = POLLIN}};
    *late = left <= 0;
    if (*late) return STATUS_OK;
    const int ready = poll(watched, 2, left < 1e6 ? (int)(left * 1000) + 1 : 1000000000);
    if (ready < 0 && errno != EINTR)
      return FAIL(STATUS_IO, "%s: cannot wait for its evaluation: %s", path, strerror(errno));
    if (ready <= 0) continue;
    if (watched[1].revents != 0) {
      if (!facts_answer(*desk)) facts_desk_close(desk);
      start = clock_seconds();
    }
    if (watched[0].revents == 0) continue;
    if (a->length + 65536 > PLAN_LIMIT) {
      return FAIL(STATUS_INVALID, "%s: its plan needs more than 1 GiB: use fewer grid points", path);
    }
    TRY(status_context(memory_room(&a->text, &a->size, a->length + 65536, 1), "%s: its plan", path));
    const ssize_t count = read(fd, a->text + a->length, a->size - a->length - 1);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FAIL(STATUS_IO, "%s: cannot read its plan: %s", path, strerror(errno));
    a->length += (size_t)count;
    a->text[a->length] = '\0';
    if (count == 0) return STATUS_OK;
    start = clock_seconds();
  }
}

/* The child sends once what the points share. */
static status read_plan(const char *path, const char *text, cJSON **plan) {
  const cJSON *before = NULL;
  cJSON *point = NULL;
  if (json_parse(text, plan) != STATUS_OK) {
    return status_context(status_memory() == STATUS_OK ? STATUS_FAILED : STATUS_MEMORY, "%s: its plan", path);
  }
  cJSON_ArrayForEach (point, json_member(*plan, "points")) {
    if (before != NULL) json_share_fill(point, before);
    before = point;
  }
  return status_memory();
}

static status interpret(const char *path, const script_limits *limits, const answer *a, bool late, const process *child,
                        cJSON **plan) {
  char seconds[NUMBER_TEXT], end[PROCESS_END_TEXT];
  const int number = process_end_signal(child);
  status code = STATUS_OK;
  number_short(limits->seconds, 4, seconds);
  if (late || number == SIGXCPU) return FAIL(STATUS_INVALID, "%s: evaluation took longer than %s s", path, seconds);
  if (number == SIGINT || number == SIGTERM) return FAIL(STATUS_INTERRUPTED, "%s: interrupted", path);
  if (number != 0) {
    return FAIL(STATUS_INVALID, "%s: its evaluation crashed (signal %d, %s)", path, number, strsignal(number));
  }
  const char *text = a->text == NULL ? "" : a->text + strspn(a->text, " "); /* signs of life come first */
  if (*text != 0 && process_result(child, &code)) {
    return code == STATUS_OK ? read_plan(path, text, plan) : FAIL(code, "%s", text);
  }
  if (*text != 0 && process_exit_status(child) == SANDBOX_LIMIT_EXIT) {
    return FAIL(STATUS_INVALID, "%s", text);
  }
  return FAIL(STATUS_INVALID, "%s: its evaluation %s without a reason", path, process_end_text(child, end));
}

static status evaluate_in_child(const script_request *request, const char *text, const script_limits *limits,
                                cJSON **plan) {
  evaluating work = {.request = request, .text = text, .limits = limits, .parent = getpid()};
  process child;
  CLEANUP(free_answer) answer a = {0};
  bool late = false;
  facts_desk_open(work.desks);
  const status forked = process_fork("its evaluation", PROCESS_SIGNALS_END, answer_plan, &work, &child);
  facts_desk_close(&work.desks[1]);
  if (forked != STATUS_OK) {
    facts_desk_close(&work.desks[0]);
    return status_context(STATUS_IO, "%s", request->path);
  }
  const double grace = 0.1 + 0.1 * limits->seconds; /* the hook, which knows the line, comes first */
  const status code = read_answer(request->path, child.output, &work.desks[0], limits->seconds + grace, &a, &late);
  process_end(&child, code != STATUS_OK || late ? 0.0 : INFINITY);
  process_close(&child);
  facts_desk_close(&work.desks[0]);
  TRY(code);
  return interpret(request->path, limits, &a, late, &child, plan);
}

status script_plan(const script_request *request, const script_limits *limits, cJSON **plan) {
  FREED char *read = NULL;
  const char *text = request->text;
  size_t length = text == NULL ? 0 : strlen(text);
  *plan = NULL;
  if (text == NULL) {
    const status code = file_read(request->path, &read, &length);
    if (code != STATUS_OK) return code == STATUS_MEMORY ? code : FAIL(STATUS_INVALID, "%s", status_message());
    text = read;
  }
  if (length > TEXT_LIMIT) return FAIL(STATUS_INVALID, "%s: longer than 16 MiB: not a scenario", request->path);
  const size_t trouble = text_trouble(text, length);
  if (trouble < length) {
    size_t line = 1;
    for (size_t i = 0; i < trouble; i++) line += text[i] == '\n';
    return FAIL(STATUS_INVALID, "%s:%zu: byte %zu is not UTF-8 text", request->path, line, trouble + 1);
  }
  return evaluate_in_child(request, text, limits != NULL ? limits : &script_default_limits, plan);
}
