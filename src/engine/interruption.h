/* SIGINT and SIGTERM ask for an end: what is finished is kept. A second one, half a second later or more, ends the process at once
 * with status 130 (programs like timeout(1) and batch systems send the same signal twice). */
#ifndef ENGINE_INTERRUPTION_H
#define ENGINE_INTERRUPTION_H

#include <stdbool.h>

/* In pairs, which may be nested; the outermost begin forgets earlier signals, its end brings the former handlers back. */
void interruption_begin(void);
void interruption_end(void);
bool interruption_seen(void);

#endif
