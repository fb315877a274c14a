/* What `observe` of a scenario may list. */
#ifndef SCRIPT_CUSTOM_OBSERVABLES_H
#define SCRIPT_CUSTOM_OBSERVABLES_H

extern const char *const script_observables[]; /* ends with NULL */

#endif
