/* SIGINT, SIGTERM and SIGHUP: the program ends at once with exit status 130 and leaves nothing temporary, except where it asked for time to put its
 * results in order; then a second signal, half a second later or more, ends it at once (programs like timeout(1) and batch systems send the same
 * signal twice). */
#ifndef BASE_INTERRUPTION_H
#define BASE_INTERRUPTION_H

#include <signal.h>
#include <stdbool.h>

/* From now on; SIGHUP stays ignored where it was (nohup). What a signal met before is ended by it. */
void interruption_begin(void);

/* Until the release a signal only makes interruption_pending true; holds may be nested. The last release ends the program if there was one. */
void interruption_hold(void);
void interruption_release(void);
bool interruption_pending(void);

/* A file or folder, with all that is in it, that is removed if a signal ends this process; the path is copied. Returns a ticket for
 * interruption_forget; those beyond a few dozen are not watched, a later run removes what they leave. */
int interruption_watch(const char *path);
void interruption_forget(int ticket);
/* mkdtemp(name), watched from the first moment on; false: errno says why not. */
bool interruption_folder(char *name, int *ticket);

/* In a process that is of no use without its parent: the signals above are ignored, because a terminal or a batch system sends them to all
 * processes and the parent decides; its own signal, this one, ends the process at once without a word; what it watches itself is then removed. */
#define INTERRUPTION_BY_PARENT SIGUSR1
void interruption_follow_parent(void);

#endif
