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

/* Short tasks are given ahead, and while every worker has some the parent pauses: it need not wake for each record. So many that the records of nearly
 * all fit into the socket, where they wait; near the end of the run one at a time. */
enum { MOST_GIVEN = 160, MOST_BYTES = 160000 };
static const double most_seconds = 0.2, most_pause = 0.08;

typedef struct worker {
  process process; /* its output: the reason of its end */
  int channel;     /* socket to the worker */
  bool confined;
  size_t given[MOST_GIVEN], count; /* tasks, in their order; it is at the first one */
  size_t ended;                    /* tasks of this place, also of workers before */
  double started;                  /* the first one */
  char *buffer;                    /* incoming records, each with the 0 byte at its end */
  size_t filled, capacity;
  size_t longest; /* record */
} worker;

typedef struct pool {
  const pool_tasks *tasks;
  worker *workers;
  bool held; /* `next` is a task that nobody has yet */
  size_t next;
  size_t taken; /* tasks that somebody had */
} pool;

static int reason_descriptor = -1; /* in a worker */

int pool_reason_descriptor(void) {
  return reason_descriptor;
}

/* What a worker starts with. */
typedef struct beginning {
  const pool *of;
  int channel[2]; /* the parent's end, the worker's */
} beginning;

static confinement asks(const pool_tasks *tasks, size_t index) {
  return tasks->asks == NULL ? CONFINED_OR_NOT : tasks->asks(tasks->context, index);
}

/* The worker's life: an index in, a record out, until the parent closes the channel. */
static status work(void *context, int answer) {
  const beginning *own = context;
  const pool_tasks *tasks = own->of->tasks;
  const int channel = own->channel[1];
  size_t index = 0;
  bool confined = false;
  reason_descriptor = answer;
  (void)close(own->channel[0]);
  for (size_t i = 0; i < tasks->workers; i++) { /* the ends of others, which would not see each other's end */
    const worker *other = &own->of->workers[i];
    if (other->process.id == 0) continue;
    (void)close(other->channel);
    (void)close(other->process.output);
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
static status start(const pool *self, worker *started) {
  beginning own = {.of = self};
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
  started->confined = false;
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
}

/* What a worker that was killed could not end. */
static status end_orphans(const pool *self) {
  const size_t count = self->tasks->workers;
  FREED pid_t *known = NULL;
  TRY(NEW_ARRAY(count, known));
  for (size_t i = 0; i < count; i++) known[i] = self->workers[i].process.id;
  process_end_others(known, count);
  return STATUS_OK;
}

static void end_first(worker *of) {
  memmove(of->given, of->given + 1, --of->count * sizeof *of->given);
  of->ended++;
  of->started = clock_seconds();
}

/* Gives the worker what was added to its tasks. That it has ended is seen where its records are read. */
static void give(const pool *self, worker *to, size_t added) {
  const size_t *first = &to->given[to->count - added];
  for (size_t i = 0; i < added; i++) to->confined = to->confined || asks(self->tasks, first[i]) == CONFINED;
  if (added == to->count) to->started = clock_seconds();
  (void)channel_send(to->channel, first, added * sizeof *first);
}

/* The task at which it was is lost; the others are for the new one. */
static status replace(const pool *self, worker *ended, bool timeout) {
  const pool_tasks *tasks = self->tasks;
  char why[REASON_LENGTH];
  stop(ended, true, why);
  TRY(end_orphans(self));
  if (timeout) (void)snprintf(why, sizeof why, "took longer than %g s", tasks->seconds);
  if (ended->count > 0) {
    if (!interruption_pending()) TRY(tasks->lost(tasks->context, ended->given[0], why, timeout));
    end_first(ended);
  }
  TRY(start(self, ended));
  give(self, ended, ended->count);
  return STATUS_OK;
}

static bool has_next(pool *self) {
  self->held = self->held || self->tasks->next(self->tasks->context, &self->next);
  return self->held;
}

static double expected(const pool *self, size_t index) {
  return self->tasks->expected == NULL ? INFINITY : self->tasks->expected(self->tasks->context, index);
}

/* May it have the next task, too? */
static bool has_room(const pool *self, const worker *of) {
  const pool_tasks *tasks = self->tasks;
  if (of->count == 0) return true;
  if (of->count == MOST_GIVEN || of->count * of->longest > MOST_BYTES) return false;
  if (of->count > (tasks->count - self->taken) / (4 * tasks->workers)) return false;
  if (of->confined && asks(tasks, self->next) == NOT_CONFINED) return false;
  const double longest = fmax(expected(self, of->given[0]), expected(self, self->next));
  return (double)(of->count + 1) * longest < most_seconds;
}

static status feed(pool *self, worker *fed) {
  const size_t before = fed->count;
  while (has_next(self) && has_room(self, fed)) {
    if (fed->confined && asks(self->tasks, self->next) == NOT_CONFINED) TRY(replace(self, fed, false));
    fed->given[fed->count++] = self->next;
    self->held = false;
    self->taken++;
  }
  if (fed->count > before) give(self, fed, fed->count - before);
  return STATUS_OK;
}

/* Reads what is there; passes on complete records. */
static status receive(const pool *self, worker *from) {
  const pool_tasks *tasks = self->tasks;
  TRY(memory_room(&from->buffer, &from->capacity, from->filled + MOST_BYTES, 1));
  char *record = from->buffer, *added = from->buffer + from->filled, *end = NULL;
  const ssize_t got = recv(from->channel, added, from->capacity - from->filled, MSG_DONTWAIT);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return STATUS_OK;
  if (got <= 0) return replace(self, from, false);
  for (const char *stop = added + got; (end = memchr(added, 0, (size_t)(stop - added))) != NULL; record = added) {
    const size_t index = from->given[0], length = (size_t)(end - record);
    if (from->count == 0) return replace(self, from, false); /* nobody asked for it */
    if (length > from->longest) from->longest = length;
    end_first(from);
    TRY(tasks->done(tasks->context, index, record, length));
    added = end + 1;
  }
  from->filled += (size_t)got - (size_t)(record - from->buffer);
  memmove(from->buffer, record, from->filled);
  return STATUS_OK;
}

static status expire(const pool *self) {
  const pool_tasks *tasks = self->tasks;
  if (tasks->seconds <= 0.0) return STATUS_OK;
  const double now = clock_seconds();
  for (size_t i = 0; i < tasks->workers; i++) {
    worker *late = &self->workers[i];
    if (late->count > 0 && now - late->started > tasks->seconds) TRY(replace(self, late, true));
  }
  return STATUS_OK;
}

/* The time for all tasks is over. A task that had all of it would never end within it: it ran out of time. */
static status run_out(pool *self) {
  const pool_tasks *tasks = self->tasks;
  char why[REASON_LENGTH];
  bool left = has_next(self);
  for (size_t i = 0; i < tasks->workers; i++) {
    worker *ending = &self->workers[i];
    const size_t index = ending->given[0], first = ending->ended == 0 && ending->count > 0;
    left = left || ending->count > first;
    if (!first) continue;
    stop(ending, true, why);
    (void)snprintf(why, sizeof why, "took longer than the whole run's %g s", tasks->whole_seconds);
    TRY(tasks->lost(tasks->context, index, why, true));
  }
  *tasks->ran_out = left;
  return left ? FAIL(STATUS_INTERRUPTED, "the run's time is over") : STATUS_OK;
}

/* Until there are records; while all have tasks that wait, for half of the time that the first of them takes to do them. */
static status wait_for_records(const pool *self, struct pollfd *polled) {
  double seconds = most_pause;
  for (size_t i = 0; i < self->tasks->workers; i++) {
    const worker *of = &self->workers[i];
    if (of->count == 1) seconds = 0.0;
    if (of->count > 1)
      seconds = fmin(seconds, 0.5 * (double)(of->count - 1) * expected(self, of->given[of->count - 1]));
  }
  const int pause = (int)(1000.0 * seconds);
  const nfds_t count = pause > 0 ? 0 : self->tasks->workers;
  if (poll(polled, count, pause > 0 ? pause : TICK_MILLISECONDS) >= 0 || errno == EINTR) return STATUS_OK;
  return FAIL(STATUS_IO, "cannot wait for the workers: %s", strerror(errno));
}

static status serve(pool *self, struct pollfd *polled) {
  const pool_tasks *tasks = self->tasks;
  const double end = tasks->whole_seconds > 0.0 ? clock_seconds() + tasks->left_seconds : INFINITY;
  for (size_t i = 0; i < tasks->workers; i++) TRY(start(self, &self->workers[i]));
  for (;;) {
    size_t busy = 0;
    if (clock_seconds() >= end) return run_out(self);
    for (size_t i = 0; i < tasks->workers; i++) {
      worker *fed = &self->workers[i];
      TRY(feed(self, fed));
      busy += fed->count > 0;
      polled[i] = (struct pollfd){.fd = fed->channel, .events = POLLIN};
    }
    if (busy == 0) return STATUS_OK;
    if (interruption_pending()) return FAIL(STATUS_INTERRUPTED, "interrupted");
    TRY(wait_for_records(self, polled));
    for (size_t i = 0; i < tasks->workers; i++) TRY(receive(self, &self->workers[i]));
    TRY(expire(self));
    if (tasks->tick != NULL) tasks->tick(tasks->context);
  }
}

status pool_run(const pool_tasks *tasks) {
  FREED worker *workers = NULL;
  FREED struct pollfd *polled = NULL;
  TRY(NEW_ARRAY(tasks->workers, workers));
  TRY(NEW_ARRAY(tasks->workers, polled));
  pool self = {.tasks = tasks, .workers = workers};
  interruption_hold();
  const status code = serve(&self, polled);
  for (size_t i = 0; i < tasks->workers; i++) {
    char why[REASON_LENGTH];
    if (workers[i].process.id > 0) stop(&workers[i], code != STATUS_OK, why);
    free(workers[i].buffer);
  }
  process_end_others(NULL, 0);
  interruption_release();
  return code;
}
