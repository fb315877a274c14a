/* Numbers and names as text, whatever the locale. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

enum { NUMBER_TEXT = 32 };

/* The shortest of %.15g, %.16g, %.17g that reads back as the same double: "0.1", "2000", "1e-09"; "nan", "inf", "-inf".
 * Always a decimal point. text has NUMBER_TEXT bytes. Returns text. */
const char *number_text(double value, char text[NUMBER_TEXT]);
/* Same with at most `digits` significant digits, for tables that people read ("%.*g"). */
const char *number_short(double value, int digits, char text[NUMBER_TEXT]);
void number_write(FILE *file, double value); /* number_text to a file */

/* Parses all of text (no spaces around) as a finite decimal number, C locale. Hexadecimal, inf and nan are refused. */
bool number_parse(const char *text, double *value);
/* Parses all of text as a decimal integer without sign or with '-'; false on overflow. */
bool integer_parse(const char *text, long long *value);

/* The entry of names[0..count-1] nearest to `name` by edit distance (ties: first), or NULL if none is within
 * max(2, length/2) edits. For "did you mean". */
const char *nearest_name(const char *name, const char *const *names, size_t count);

#endif
