/* How a child process ends: at once, without the exit handlers of the program it was forked from. */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

/* _exit(code); in a build for `make coverage` the counters are written first, which _exit would lose. */
_Noreturn void process_exit(int code);

#endif
