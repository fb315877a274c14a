/* Child processes: the one place that forks, waits and kills. In a build without processes (alone/process.c) the work is done by the caller.
 *
 * The system kills a child when its parent ends (PR_SET_PDEATHSIG). What a child
 * started itself, in a session of its own even, becomes a child of the process that adopts, and is killed with the others. Only what remains when
 * that process itself is killed (SIGKILL) is left behind. A process belongs to the thread that started it. */
#pragma once

#include "base/status.h"
#include <sys/types.h>

typedef struct process {
  pid_t id;                  /* 0: none, or its end was seen */
  int state;                 /* what waitpid said of its end; PROCESS_UNSEEN: nothing */
  bool leads_group;          /* it is killed with all that it started */
  int input, output, errors; /* this side's ends of pipes to its standard streams; -1: none */
} process;

enum { PROCESS_UNSEEN = -1, PROCESS_END_TEXT = 80 };
#define PROCESS_NONE ((process){.input = -1, .output = -1, .errors = -1, .state = PROCESS_UNSEEN})

typedef enum process_signals {
  PROCESS_SIGNALS_END,   /* SIGINT, SIGTERM, SIGHUP (unless it is ignored) and SIGPIPE end the child */
  PROCESS_SIGNALS_PARENT /* the parent decides: interruption_follow_parent */
} process_signals;

/* Calls work(context, answer) in a forked child, which then exits. What the work writes to the descriptor `answer` is read from out->output; when it
 * fails, its message is written there, too. name: what the child is for, as in "no process for NAME: ...", STATUS_IO. The caller ends it with
 * process_end and process_close. */
status process_fork(const char *name, process_signals signals, status (*work)(void *context, int answer), void *context,
                    process *out);
/* What the work of process_fork returned. False: the child was ended by something else (process_end_text). */
bool process_result(const process *ended, status *code);

/* Reads a pipe to its end; text gets the beginning, at most size - 1 bytes, and a 0. Returns their number. */
size_t process_read(int descriptor, char *text, size_t size);

/* Waits at most `seconds` (0: only looks; INFINITY). True: it has ended. */
bool process_wait(process *p, double seconds);
/* Waits at most `seconds`, then kills it, and reaps it. */
void process_end(process *p, double seconds);
void process_signal(const process *p, int number);
/* From now on this process adopts what its descendants leave behind. Does nothing in a process that has children already: they came with it
 * (a shell's, before exec), and are not ours. The children of process_fork adopt by themselves, and end what is left when their work is done. */
void process_adopt(void);
/* In a process that adopts: kills and reaps its children but known[0..count-1], until there are no others. */
void process_end_others(const pid_t *known, size_t count);
/* Closes the pipes. Safe on PROCESS_NONE and on closed ones. */
void process_close(process *p);

/* "was ended by signal 9 (Killed)", "ended with exit status 1". */
const char *process_end_text(const process *ended, char text[PROCESS_END_TEXT]);
/* What it gave to process_exit; -1 if it did not end like that. */
int process_exit_status(const process *ended);
/* The number of the signal that ended it; 0: none did. */
int process_end_signal(const process *ended);

/* From now on this process may use `seconds` more of processor time; then the kernel ends it (SIGXCPU), some two seconds late. */
void process_limit_processor(double seconds);

/* Waits for the end of a child whose work writes `size` bytes to `answer`, and closes it: they are in *bytes, or the failure is the work's. */
static inline status process_answer(process *of, const char *name, void *bytes, size_t size) {
  char said[4096], end[PROCESS_END_TEXT];
  status code = STATUS_OK;
  const size_t length = process_read(of->output, said, sizeof said);
  process_end(of, HUGE_VAL);
  process_close(of);
  const bool ended = process_result(of, &code);
  if (ended && code != STATUS_OK) return FAIL(code, "%s", said);
  if (!ended || length != size) return FAIL(STATUS_FAILED, "%s %s", name, process_end_text(of, end));
  memcpy(bytes, said, size);
  return STATUS_OK;
}

/* _exit(code): at once, without the exit handlers of the program it was forked from; in a build for `make coverage` the counters are
 * written first, which _exit would lose. */
_Noreturn void process_exit(int code);
