#include "run/pool.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/interruption.h"
#include "base/memory.h"
#include "base/process.h"

enum { REASON_LENGTH = 512, TICK_MILLISECONDS = 100, PATIENCE = 200 /* times 2 ms */ };

typedef struct worker {
  pid_t process; /* 0: none */
  int channel;   /* socket to the worker */
  int reason;    /* pipe on which it may leave a reason */
  bool busy;
  size_t index;
  size_t fed; /* tasks it was given, its forerunners in this place included */
  double started;
  char *buffer; /* incoming record: 8 bytes of length, then text */
  size_t filled, capacity;
} worker;

static int reason_descriptor = -1; /* in a worker */

int pool_reason_descriptor(void) {
  return reason_descriptor;
}

static double seconds_now(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool send_all(int descriptor, const void *data, size_t length) {
  const char *bytes = data;
  while (length > 0) {
    const ssize_t sent = send(descriptor, bytes, length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent;
    length -= (size_t)sent;
  }
  return true;
}

static bool receive_all(int descriptor, void *data, size_t length) {
  char *bytes = data;
  while (length > 0) {
    const ssize_t received = recv(descriptor, bytes, length, 0);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    bytes += received;
    length -= (size_t)received;
  }
  return true;
}

/* The worker's life: an index in, a record out, until the parent closes the channel. */
static void work(const pool_tasks *tasks, int channel) {
  size_t index = 0;
  while (receive_all(channel, &index, sizeof index)) {
    char *record = NULL;
    if (tasks->run(tasks->context, index, &record) != STATUS_OK) {
      (void)dprintf(reason_descriptor, "%s", status_message());
      process_exit(1);
    }
    const size_t length = strlen(record);
    const bool sent = send_all(channel, &length, sizeof length) && send_all(channel, record, length);
    free(record);
    if (!sent) process_exit(0);
  }
  process_exit(0);
}

static void close_both(const int ends[2]) {
  (void)close(ends[0]);
  (void)close(ends[1]);
}

/* Programs that a worker starts inherit neither: one that outlives it would keep the parent waiting for the end of the reason. */
static status open_ends(int channel[2], int reason[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel) != 0) {
    return FAIL(STATUS_IO, "cannot make a socket pair: %s", strerror(errno));
  }
  if (pipe2(reason, O_CLOEXEC) == 0) return STATUS_OK;
  const status code = FAIL(STATUS_IO, "cannot make a pipe: %s", strerror(errno));
  close_both(channel);
  return code;
}

static status start(const pool_tasks *tasks, worker *workers, size_t number) {
  int channel[2] = {-1, -1}, reason[2] = {-1, -1};
  TRY(open_ends(channel, reason));
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process < 0) {
    const status code = FAIL(STATUS_IO, "cannot start a worker: %s", strerror(errno));
    close_both(channel);
    close_both(reason);
    return code;
  }
  if (process == 0) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* no orphans after kill -9 of the parent */
    if (getppid() != parent) process_exit(0);
    interruption_follow_parent();
    (void)close(channel[0]);
    (void)close(reason[0]);
    for (size_t i = 0; i < tasks->workers; i++) {
      if (workers[i].process > 0) {
        (void)close(workers[i].channel);
        (void)close(workers[i].reason);
      }
    }
    reason_descriptor = reason[1];
    work(tasks, channel[1]);
  }
  (void)close(channel[1]);
  (void)close(reason[1]);
  worker *started = &workers[number];
  started->process = process;
  started->channel = channel[0];
  started->reason = reason[0];
  started->busy = false;
  started->filled = 0;
  return STATUS_OK;
}

/* What it said before its end; returns the length. */
static size_t read_reason(int descriptor, char why[REASON_LENGTH]) {
  size_t length = 0;
  for (;;) {
    const ssize_t got = read(descriptor, why + length, REASON_LENGTH - 1 - length);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    length += (size_t)got;
  }
  why[length] = 0;
  return length;
}

/* Ends a worker and collects it; `why` gets how it ended. */
static void stop(worker *ending, bool kill_it, char why[REASON_LENGTH]) {
  int code = 0;
  pid_t ended = 0;
  if (kill_it) (void)kill(ending->process, INTERRUPTION_BY_PARENT);
  (void)close(ending->channel);
  for (int i = 0; kill_it && ended == 0 && i < PATIENCE; i++) {
    ended = waitpid(ending->process, &code, WNOHANG);
    if (ended == 0) (void)poll(NULL, 0, 2);
  }
  if (kill_it && ended == 0) (void)kill(ending->process, SIGKILL);
  while (ended == 0 && waitpid(ending->process, &code, 0) < 0 && errno == EINTR) {
  }
  const size_t said = read_reason(ending->reason, why);
  (void)close(ending->reason);
  if (said == 0 && WIFSIGNALED(code)) {
    (void)snprintf(why, REASON_LENGTH, "the worker was ended by signal %d (%s)", WTERMSIG(code),
                   strsignal(WTERMSIG(code)));
  } else if (said == 0) {
    (void)snprintf(why, REASON_LENGTH, "the worker ended with status %d", WEXITSTATUS(code));
  }
  ending->process = 0;
  ending->busy = false;
}

static status replace(const pool_tasks *tasks, worker *workers, size_t number, bool timeout) {
  char why[REASON_LENGTH];
  const size_t index = workers[number].index;
  const bool busy = workers[number].busy;
  stop(&workers[number], true, why);
  if (timeout) (void)snprintf(why, sizeof why, "took longer than %g s", tasks->seconds);
  if (busy && !interruption_pending()) TRY(tasks->lost(tasks->context, index, why, timeout));
  return start(tasks, workers, number);
}

static status feed(const pool_tasks *tasks, worker *workers, size_t number, bool *more) {
  worker *idle = &workers[number];
  if (!*more) return STATUS_OK;
  size_t index = 0;
  *more = tasks->next(tasks->context, &index);
  if (!*more) return STATUS_OK;
  idle->index = index;
  idle->busy = true;
  idle->fed++;
  idle->started = seconds_now();
  if (!send_all(idle->channel, &index, sizeof index)) return replace(tasks, workers, number, false);
  return STATUS_OK;
}

static status grow(worker *receiving, size_t needed) {
  if (needed <= receiving->capacity) return STATUS_OK;
  char *larger = realloc(receiving->buffer, needed + needed / 2);
  if (larger == NULL) return FAIL(STATUS_MEMORY, "no memory for a record of %zu bytes", needed);
  receiving->buffer = larger;
  receiving->capacity = needed + needed / 2;
  return STATUS_OK;
}

/* Reads what is there; passes on a complete record. */
static status receive(const pool_tasks *tasks, worker *workers, size_t number) {
  worker *receiving = &workers[number];
  TRY(grow(receiving, receiving->filled + 65536));
  const ssize_t got =
      recv(receiving->channel, receiving->buffer + receiving->filled, receiving->capacity - receiving->filled, 0);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return STATUS_OK;
  if (got <= 0) return replace(tasks, workers, number, false);
  receiving->filled += (size_t)got;
  size_t length = 0;
  if (receiving->filled < sizeof length) return STATUS_OK;
  memcpy(&length, receiving->buffer, sizeof length);
  if (receiving->filled < sizeof length + length) return STATUS_OK;
  TRY(grow(receiving, sizeof length + length + 1));
  receiving->buffer[sizeof length + length] = 0;
  receiving->filled = 0;
  receiving->busy = false;
  return tasks->done(tasks->context, receiving->index, receiving->buffer + sizeof length, length);
}

static status expire(const pool_tasks *tasks, worker *workers) {
  if (tasks->seconds <= 0.0) return STATUS_OK;
  const double now = seconds_now();
  for (size_t i = 0; i < tasks->workers; i++) {
    if (workers[i].busy && now - workers[i].started > tasks->seconds) TRY(replace(tasks, workers, i, true));
  }
  return STATUS_OK;
}

/* The time of the whole is over. A task that had all of it would never end within it: it ran out of time. */
static status run_out(const pool_tasks *tasks, worker *workers, bool more) {
  char why[REASON_LENGTH];
  size_t next = 0;
  bool left = more && tasks->next(tasks->context, &next);
  for (size_t i = 0; i < tasks->workers; i++) {
    if (!workers[i].busy) continue;
    if (workers[i].fed > 1) {
      left = true;
      continue;
    }
    const size_t index = workers[i].index;
    stop(&workers[i], true, why);
    (void)snprintf(why, sizeof why, "took longer than the whole run's %g s", tasks->whole_seconds);
    TRY(tasks->lost(tasks->context, index, why, true));
  }
  *tasks->ran_out = left;
  return left ? FAIL(STATUS_INTERRUPTED, "the run's time is over") : STATUS_OK;
}

static status serve(const pool_tasks *tasks, worker *workers, struct pollfd *polled) {
  const double end = tasks->whole_seconds > 0.0 ? seconds_now() + tasks->left_seconds : INFINITY;
  bool more = true;
  for (size_t i = 0; i < tasks->workers; i++) TRY(start(tasks, workers, i));
  for (;;) {
    size_t busy = 0;
    for (size_t i = 0; i < tasks->workers; i++) {
      if (!workers[i].busy) TRY(feed(tasks, workers, i, &more));
      busy += workers[i].busy;
      polled[i] = (struct pollfd){.fd = workers[i].channel, .events = POLLIN};
    }
    if (busy == 0 && !more) return STATUS_OK;
    if (interruption_pending()) return FAIL(STATUS_INTERRUPTED, "interrupted");
    if (seconds_now() >= end) return run_out(tasks, workers, more);
    if (poll(polled, (nfds_t)tasks->workers, TICK_MILLISECONDS) < 0 && errno != EINTR) {
      return FAIL(STATUS_IO, "cannot wait for the workers: %s", strerror(errno));
    }
    for (size_t i = 0; i < tasks->workers; i++) {
      if (polled[i].revents != 0) TRY(receive(tasks, workers, i));
    }
    TRY(expire(tasks, workers));
    tasks->tick(tasks->context);
  }
}

status pool_run(const pool_tasks *tasks) {
  worker *workers = NULL;
  struct pollfd *polled = NULL;
  status code = NEW_ARRAY(tasks->workers, workers);
  if (code == STATUS_OK) code = NEW_ARRAY(tasks->workers, polled);
  if (code != STATUS_OK) {
    free(workers);
    return code;
  }
  interruption_hold();
  code = serve(tasks, workers, polled);
  for (size_t i = 0; i < tasks->workers; i++) {
    char why[REASON_LENGTH];
    if (workers[i].process > 0) stop(&workers[i], code != STATUS_OK, why);
    free(workers[i].buffer);
  }
  free(workers);
  free(polled);
  interruption_release();
  return code;
}
