#include "base/process/child.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory_stream.h"
#include "base/process/program.h"
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 1 << 16, LAST_LINE = 200 };

struct child {
  process process;
  char *buffer; /* filled bytes of its output, of which the first `used` were taken */
  size_t filled, used, room;
  char *log;
  size_t logged;
  char last[LAST_LINE],
      line[LAST_LINE]; /* of standard error: the last line with something in it, and the present one */
  size_t line_length;
};

/* ---- may it be started? */

static bool allowed;
static cJSON *allowed_commands; /* a list of lists of texts; kept until the process ends */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void child_allow(void) {
  allowed = true;
}

/* With the lock. */
static status add_command(const cJSON *command) {
  const cJSON *known = NULL;
  if (allowed_commands == NULL) allowed_commands = cJSON_CreateArray();
  cJSON_ArrayForEach (known, allowed_commands) {
    if (cJSON_Compare(known, command, 1)) return STATUS_OK;
  }
  cJSON *copy = cJSON_Duplicate(command, 1);
  if (copy != NULL && cJSON_AddItemToArray(allowed_commands, copy)) return STATUS_OK;
  cJSON_Delete(copy);
  return FAIL(STATUS_MEMORY, "no memory for a command");
}

status child_allow_command(const cJSON *command) {
  (void)pthread_mutex_lock(&lock);
  const status code = add_command(command);
  (void)pthread_mutex_unlock(&lock);
  return code;
}

static bool is_allowed(const char *const *arguments) {
  const cJSON *command = NULL;
  bool found = allowed;
  (void)pthread_mutex_lock(&lock);
  cJSON_ArrayForEach (command, allowed_commands) {
    const cJSON *word = command->child;
    size_t i = 0;
    for (; word != NULL && arguments[i] != NULL && strcmp(word->valuestring, arguments[i]) == 0; i++) word = word->next;
    found = found || (word == NULL && arguments[i] == NULL);
  }
  (void)pthread_mutex_unlock(&lock);
  return found;
}

static status refuse(const char *const *arguments) {
  FREED char *command = NULL;
  size_t length = 0;
  FILE *file = memory_stream(&command, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for a command");
  for (size_t i = 0; arguments[i] != NULL; i++) {
    if (i > 0) (void)fputs(", ", file);
    json_write_text(file, arguments[i]);
  }
  if (fclose(file) != 0) return FAIL(STATUS_MEMORY, "no memory for a command");
  return FAIL(STATUS_INVALID, "{%s} is not started, because it comes from elsewhere; --allow-external starts it",
              command);
}

static bool can_run(const char *folder, size_t length, const char *name) {
  FREED char *path = NULL;
  return memory_format(&path, "%.*s/%s", (int)length, folder, name) == STATUS_OK && access(path, X_OK) == 0;
}

status child_check(const char *folder, const char *const *arguments) {
  const char *name = arguments[0];
  if (!is_allowed(arguments)) return refuse(arguments);
  if (strchr(name, '/') != NULL) {
    const char *from = name[0] == '/' ? "" : folder == NULL ? "." : folder;
    if (can_run(from, strlen(from), name)) return STATUS_OK;
    return FAIL(STATUS_ABSENT, "%s: no such program", name);
  }
  for (const char *at = program_search_path(); *at != '\0';) {
    const size_t length = strcspn(at, ":");
    if (length > 0 && can_run(at, length, name)) return STATUS_OK;
    at += length;
    at += strspn(at, ":");
  }
  return FAIL(STATUS_ABSENT, "%s: no such program in PATH", name);
}

/* ---- start */

static void set_nonblocking(int descriptor) {
  (void)fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

static status start(child *c, const char *folder, const char *const *arguments) {
  const char *house = getenv("HOME");
  FREED char *home = NULL;
  TRY(memory_format(&home, "HOME=%s", house != NULL ? house : "/"));
  const char *const environment[] = {
      home, "LC_ALL=C", "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "PYTHONHASHSEED=0", "PYTHONDONTWRITEBYTECODE=1",
      NULL};
  const program wanted = {.arguments = arguments,
                          .folder = folder,
                          .environment = environment,
                          .input = true,
                          .output = true,
                          .errors = true,
                          .leads_group = true};
  TRY(program_start(&wanted, &c->process));
  set_nonblocking(c->process.input);
  set_nonblocking(c->process.output);
  set_nonblocking(c->process.errors);
  return STATUS_OK;
}

static void child_end_at(child **c_) {
  child_end(*c_, NULL, 0.0);
}

status child_start(const char *folder, const char *const *arguments, const char *log, child **out) {
  CLEANUP(child_end_at) child *c = NULL;
  *out = NULL;
  if (!is_allowed(arguments)) return refuse(arguments);
  TRY(NEW_ARRAY(1, c));
  c->process = PROCESS_NONE;
  (void)signal(SIGPIPE, SIG_IGN); /* a child that is gone is a failure of its cell only */
  TRY(memory_text(log, &c->log));
  TRY(start(c, folder, arguments));
  return HAND_OVER(c, *out);
}

/* ---- standard error */

/* The folder of a path. If it cannot be made, opening the file fails. */
static void make_folder(const char *path) {
  char folder[PATH_MAX];
  const char *slash = strrchr(path, '/');
  if (slash == NULL || slash == path || (size_t)(slash - path) >= sizeof folder) return;
  (void)snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
  (void)mkdir(folder, 0777);
}

static void keep_log(child *c, const char *text, size_t length) {
  static const char cut[] = "\n(the rest was not kept)\n";
  if (c->log == NULL || c->logged > CHILD_LOG_LIMIT) return;
  const bool much = length > CHILD_LOG_LIMIT - c->logged;
  if (c->logged == 0) make_folder(c->log);
  FILE *file = NULL;
  const int flags = O_WRONLY | O_CREAT | O_NOFOLLOW | (c->logged == 0 ? O_TRUNC : O_APPEND);
  if (file_stream(c->log, flags, &file) != STATUS_OK) return; /* a log is no result */
  (void)fwrite(text, 1, much ? CHILD_LOG_LIMIT - c->logged : length, file);
  if (much) (void)fputs(cut, file);
  (void)fclose(file);
  c->logged = much ? (size_t)CHILD_LOG_LIMIT + 1 : c->logged + length;
}

/* Keeps the printable ASCII of the last line, which often explains why a program ended. */
static void follow_lines(child *c, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '\n') {
      c->line_length = 0;
    } else if (text[i] >= ' ' && text[i] <= '~' && c->line_length + 1 < LAST_LINE) {
      c->line[c->line_length++] = text[i];
      memcpy(c->last, c->line, c->line_length);
      c->last[c->line_length] = '\0';
    }
  }
}

/* What is there to read. */
static void drain_errors(child *c) {
  char text[4096];
  while (c->process.errors >= 0) {
    const ssize_t count = read(c->process.errors, text, sizeof text);
    if (count > 0) {
      keep_log(c, text, (size_t)count);
      follow_lines(c, text, (size_t)count);
    } else if (count == 0) {
      (void)close(c->process.errors);
      c->process.errors = -1;
    } else if (errno != EINTR) {
      return;
    }
  }
}

/* ---- lines */

/* Why it is of no more use. Its end is awaited for a moment, to name the reason; otherwise it is `otherwise`. */
static status fail_ended(child *c, const char *otherwise) {
  char end[PROCESS_END_TEXT];
  const bool seen = process_wait(&c->process, 1.0);
  drain_errors(c);
  if (!seen) return FAIL(STATUS_FAILED, "%s", otherwise);
  const char *lead = c->last[0] != '\0' ? "; it said: " : "";
  return FAIL(STATUS_FAILED, "%s%s%s", process_end_text(&c->process, end), lead, c->last);
}

/* Waits until `wanted` is ready; meanwhile standard error is read. false: not before `until`. */
static bool wait_ready(child *c, int wanted, short events, double until) {
  for (;;) {
    struct pollfd ends[2] = {{.fd = wanted, .events = events}, {.fd = c->process.errors, .events = POLLIN}};
    const double left = until - clock_seconds();
    if (left <= 0.0) return false;
    const int count = poll(ends, 2, left > 1e6 ? 1000000000 : (int)(1000.0 * left) + 1);
    if (count < 0 && errno != EINTR) return true; /* the read or write that follows says what is wrong */
    if (count <= 0) continue;
    if (ends[1].revents != 0) drain_errors(c);
    if (ends[0].revents != 0) return true;
  }
}

static status fail_late(const char *what, double seconds) {
  char text[NUMBER_TEXT];
  return FAIL(STATUS_FAILED, "did not %s within %s s", what, number_short(seconds, 6, text));
}

status child_write(child *to, const char *text, size_t length, double seconds) {
  const double until = clock_seconds() + seconds;
  while (length > 0) {
    const ssize_t count = write(to->process.input, text, length);
    if (count >= 0) {
      text += count;
      length -= (size_t)count;
    } else if (errno == EAGAIN) {
      if (!wait_ready(to, to->process.input, POLLOUT, until)) return fail_late("read", seconds);
    } else if (errno != EINTR) {
      return fail_ended(to, "closed its input");
    }
  }
  return STATUS_OK;
}

static status read_more(child *from, double until, double seconds) {
  if (from->used > 0) {
    memmove(from->buffer, from->buffer + from->used, from->filled - from->used);
    from->filled -= from->used;
    from->used = 0;
  }
  if (from->room - from->filled < CHUNK) {
    if (from->room >= CHILD_LINE_LIMIT) {
      return FAIL(STATUS_FAILED, "wrote a line of more than %d bytes", CHILD_LINE_LIMIT);
    }
    TRY(memory_room(&from->buffer, &from->room, from->filled + CHUNK, 1));
  }
  for (;;) {
    const ssize_t count = read(from->process.output, from->buffer + from->filled, from->room - from->filled);
    if (count > 0) {
      from->filled += (size_t)count;
      return STATUS_OK;
    }
    if (count == 0) return fail_ended(from, "closed its output");
    if (errno == EAGAIN) {
      if (!wait_ready(from, from->process.output, POLLIN, until)) return fail_late("answer", seconds);
    } else if (errno != EINTR) {
      return fail_ended(from, "cannot be read");
    }
  }
}

status child_read_line(child *from, double seconds, char **line, size_t *length) {
  const double until = clock_seconds() + seconds;
  size_t looked = 0;
  for (;;) {
    char *begin = from->buffer + from->used;
    const size_t there = from->filled - from->used;
    char *end = there > looked ? memchr(begin + looked, '\n', there - looked) : NULL;
    if (end != NULL) {
      *end = '\0';
      *line = begin;
      *length = (size_t)(end - begin);
      from->used += *length + 1;
      if (memchr(begin, 0, *length) != NULL) return FAIL(STATUS_FAILED, "wrote a 0 byte");
      return STATUS_OK;
    }
    looked = there;
    TRY(read_more(from, until, seconds));
  }
}

/* ---- end */

void child_end(child *c, const char *last, double seconds) {
  if (c == NULL) return;
  process *ending = &c->process;
  const bool told = last != NULL && ending->input >= 0 && ending->id > 0;
  if (told && !descriptor_write(ending->input, last, strlen(last))) seconds = 0.0; /* it does not wait */
  if (ending->input >= 0) (void)close(ending->input);
  ending->input = -1;
  /* Who waits for room in a full pipe of standard error would not end. */
  for (const double until = clock_seconds() + seconds; clock_seconds() < until && !process_wait(ending, 0.002);) {
    drain_errors(c);
  }
  process_end(ending, 0.0);
  drain_errors(c);
  process_close(ending);
  free(c->buffer);
  free(c->log);
  free(c);
}
