/* SIGINT, SIGTERM and SIGHUP end the program at once with exit status 130 and leave nothing temporary. While they are held, to put results in
 * order, only a second signal ends it, half a second later or more: timeout(1) and batch systems send the same signal twice. */
#pragma once

#include <signal.h>
#include <stdbool.h>

/* Installs the handlers. SIGHUP stays ignored where it was (nohup). */
void interruption_begin(void);

/* Until the release a signal only makes interruption_pending true. Holds nest; the last release ends the program if there was a signal. */
void interruption_hold(void);
void interruption_release(void);
bool interruption_pending(void);

/* A file or folder that is removed, with all its contents, if a signal ends this process; the path is copied. Returns a ticket for
 * interruption_forget. Beyond a few dozen paths are not watched: a later run removes what they leave. */
int interruption_watch(const char *path);
void interruption_forget(int ticket);
/* mkdtemp(name), watched from the start. False: errno is set. */
bool interruption_folder(char *name, int *ticket);

/* For a child process that is useless without its parent. It ignores the signals above: a terminal or a batch system sends them to all processes,
 * and the parent decides. INTERRUPTION_BY_PARENT ends it at once and silently, and what it watches is removed. */
#define INTERRUPTION_BY_PARENT SIGUSR1
void interruption_follow_parent(void);
