/* The line of a scenario's text on which a field is written, for messages. */
#ifndef SCRIPT_SCENARIO_SOURCE_LINE_H
#define SCRIPT_SCENARIO_SOURCE_LINE_H

/* Line of `field = ` in the returned table, or of `entry = ` inside that field's table (entry may be NULL). Falls
 * back on the field, then on the last `return`; 1 if there is none. field = NULL: the return. */
int source_line(const char *text, const char *field, const char *entry);

#endif
