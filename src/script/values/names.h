/* Checks on names and texts of scenarios, and lists of names in messages. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* [A-Za-z_][A-Za-z0-9_]*, at most 63 bytes. */
bool is_identifier(const char *text);
/* Plain text that may stand in a column of a table: no '#', which begins a comment; not "-", a missing text; no '"' at the beginning, where R
 * and pandas look for the closing one. */
bool is_table_text(const char *text, size_t length);
/* text = "a, b, c"; cut with "..." if it is too long. */
void join_names(const char *const *names, size_t count, char *text, size_t size);
/* text = "no such WHAT; nearest: NAME (valid: a, b, c)". Returns text. */
enum { NO_SUCH_NAME = 1820 };
const char *no_such_name(const char *what, const char *name, const char *const *names, size_t count,
                         char text[NO_SUCH_NAME]);
