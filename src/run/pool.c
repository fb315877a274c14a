#include "run/pool.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/process/channel.h"
#include "base/process/interruption.h"
#include "base/process/process.h"
#include <poll.h>
#include <unistd.h>

enum { REASON_LENGTH = 512, TICK_MILLISECONDS = 100 };
static const double patience = 0.4; /* seconds that a worker has to clean up before it is killed */

typedef struct worker {
  process process; /* its output: the reason of its end */
  int channel;     /* socket to the worker */
  bool busy;
  bool confined;
  size_t index;
  size_t fed; /* tasks given to this place, also to workers before */
  double started;
  char *buffer; /* incoming record, with the 0 byte at its end */
  size_t filled, capacity;
} worker;

static int reason_descriptor = -1; /* in a worker */

int pool_reason_descriptor(void) {
  return reason_descriptor;
}

/* What a worker starts with. */
typedef struct beginning {
  const pool_tasks *tasks;
  const worker *workers; /* all of them */
  int channel[2];        /* the parent's end, the worker's */
} beginning;

static confinement asks(const pool_tasks *tasks, size_t index) {
  return tasks->asks == NULL ? CONFINED_OR_NOT : tasks->asks(tasks->context, index);
}

/* The worker's life: an index in, a record out, until the parent closes the channel. */
static status work(void *context, int answer) {
  const beginning *own = context;
  const pool_tasks *tasks = own->tasks;
  const int channel = own->channel[1];
  size_t index = 0;
  bool confined = false;
  reason_descriptor = answer;
  (void)close(own->channel[0]);
  for (size_t i = 0; i < tasks->workers; i++) { /* the ends of others, which would not see each other's end */
    if (own->workers[i].process.id == 0) continue;
    (void)close(own->workers[i].channel);
    (void)close(own->workers[i].process.output);
  }
  while (channel_receive(channel, &index, sizeof index)) {
    FREED char *record = NULL;
    if (!confined && asks(tasks, index) == CONFINED) {
      TRY(tasks->confine(tasks->context));
      confined = true;
    }
    TRY(tasks->run(tasks->context, index, &record));
    process_end_others(NULL, 0); /* what programs of the cell left behind */
    if (!channel_send(channel, record, strlen(record) + 1)) break;
  }
  return STATUS_OK;
}

/* Programs that a worker starts do not inherit the channel: one that outlives it would keep the parent waiting for its end. */
static status start(const pool_tasks *tasks, worker *workers, size_t number) {
  beginning own = {.tasks = tasks, .workers = workers};
  worker *started = &workers[number];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, own.channel) != 0) {
    return FAIL(STATUS_IO, "cannot make a socket pair: %s", strerror(errno));
  }
  const status code = process_fork("a worker", PROCESS_SIGNALS_PARENT, work, &own, &started->process);
  (void)close(own.channel[1]);
  if (code != STATUS_OK) {
    (void)close(own.channel[0]);
    return code;
  }
  started->channel = own.channel[0];
  started->busy = started->confined = false;
  started->filled = 0;
  return STATUS_OK;
}

/* Ends a worker; `why` gets what it said of its end, or how it ended. */
static void stop(worker *ending, bool at_once, char why[REASON_LENGTH]) {
  process *own = &ending->process;
  char end[PROCESS_END_TEXT];
  if (at_once) process_signal(own, INTERRUPTION_BY_PARENT);
  (void)close(ending->channel);
  process_end(own, at_once ? patience : INFINITY);
  if (process_read(own->output, why, REASON_LENGTH) == 0) {
    (void)snprintf(why, REASON_LENGTH, "the worker %s", process_end_text(own, end));
  }
  process_close(own);
  ending->busy = false;
}

/* What a worker that was killed could not end. */
static status end_orphans(const pool_tasks *tasks, const worker *workers) {
  FREED pid_t *known = NULL;
  TRY(NEW_ARRAY(tasks->workers, known));
  for (size_t i = 0; i < tasks->workers; i++) known[i] = workers[i].process.id;
  process_end_others(known, tasks->workers);
  return STATUS_OK;
}

static status replace(const pool_tasks *tasks, worker *workers, size_t number, bool timeout) {
  char why[REASON_LENGTH];
  const size_t index = workers[number].index;
  const bool busy = workers[number].busy;
  stop(&workers[number], true, why);
  TRY(end_orphans(tasks, workers));
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
  const confinement asked = asks(tasks, index);
  if (idle->confined && asked == NOT_CONFINED) TRY(replace(tasks, workers, number, false));
  idle->confined = idle->confined || asked == CONFINED;
  idle->index = index;
  idle->busy = true;
  idle->fed++;
  idle->started = clock_seconds();
  if (!channel_send(idle->channel, &index, sizeof index)) return replace(tasks, workers, number, false);
  return STATUS_OK;
}

/* Reads what is there; passes on a complete record. */
static status receive(const pool_tasks *tasks, worker *workers, size_t number) {
  worker *receiving = &workers[number];
  TRY(memory_room(&receiving->buffer, &receiving->capacity, receiving->filled + 65536, 1));
  const ssize_t got =
      recv(receiving->channel, receiving->buffer + receiving->filled, receiving->capacity - receiving->filled, 0);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return STATUS_OK;
  if (got <= 0) return replace(tasks, workers, number, false);
  receiving->filled += (size_t)got;
  if (receiving->buffer[receiving->filled - 1] != 0) return STATUS_OK;
  const size_t length = receiving->filled - 1;
  receiving->filled = 0;
  receiving->busy = false;
  return tasks->done(tasks->context, receiving->index, receiving->buffer, length);
}

static status expire(const pool_tasks *tasks, worker *workers) {
  if (tasks->seconds <= 0.0) return STATUS_OK;
  const double now = clock_seconds();
  for (size_t i = 0; i < tasks->workers; i++) {
    if (workers[i].busy && now - workers[i].started > tasks->seconds) TRY(replace(tasks, workers, i, true));
  }
  return STATUS_OK;
}

/* The time for all tasks is over. A task that had all of it would never end within it: it ran out of time. */
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
  const double end = tasks->whole_seconds > 0.0 ? clock_seconds() + tasks->left_seconds : INFINITY;
  bool more = true;
  for (size_t i = 0; i < tasks->workers; i++) TRY(start(tasks, workers, i));
  for (;;) {
    size_t busy = 0;
    if (clock_seconds() >= end) return run_out(tasks, workers, more);
    for (size_t i = 0; i < tasks->workers; i++) {
      if (!workers[i].busy) TRY(feed(tasks, workers, i, &more));
      busy += workers[i].busy;
      polled[i] = (struct pollfd){.fd = workers[i].channel, .events = POLLIN};
    }
    if (busy == 0 && !more) return STATUS_OK;
    if (interruption_pending()) return FAIL(STATUS_INTERRUPTED, "interrupted");
    if (poll(polled, (nfds_t)tasks->workers, TICK_MILLISECONDS) < 0 && errno != EINTR) {
      return FAIL(STATUS_IO, "cannot wait for the workers: %s", strerror(errno));
    }
    for (size_t i = 0; i < tasks->workers; i++) {
      if (polled[i].revents != 0) TRY(receive(tasks, workers, i));
    }
    TRY(expire(tasks, workers));
    if (tasks->tick != NULL) tasks->tick(tasks->context);
  }
}

status pool_run(const pool_tasks *tasks) {
  FREED worker *workers = NULL;
  FREED struct pollfd *polled = NULL;
  TRY(NEW_ARRAY(tasks->workers, workers));
  TRY(NEW_ARRAY(tasks->workers, polled));
  interruption_hold();
  const status code = serve(tasks, workers, polled);
  for (size_t i = 0; i < tasks->workers; i++) {
    char why[REASON_LENGTH];
    if (workers[i].process.id > 0) stop(&workers[i], code != STATUS_OK, why);
    free(workers[i].buffer);
  }
  process_end_others(NULL, 0);
  interruption_release();
  return code;
}
