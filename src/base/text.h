/* Numbers and names as text, whatever the locale. */
#pragma once

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
/* Equal texts, or numbers of one value, as 1, +1, 01 and 1.0 are. */
bool equal_by_value(const char *a, const char *b);
/* Equal but for the spelling of -ise and -ize, as normalise and normalize are. */
bool equal_names(const char *a, const char *b);
/* Parses all of text as a decimal integer without sign or with '-'; false on overflow. */
bool integer_parse(const char *text, long long *value);

/* The place of `word` among `words`, which one space separates; -1 if it is none of them. words may be NULL. */
int word_place(const char *words, const char *word);
/* The place-th of them, and its *length; NULL if there are not so many. */
const char *word_at(const char *words, size_t place, size_t *length);

/* Orders strings by their bytes, for qsort and bsearch. */
int text_compare(const void *a, const void *b);

/* For "did you mean": text = "; nearest: A, B, C", the up to three of names[0..count-1], each once, of which the least part is edited (ties:
 * first). A near name takes at most half as many edits as `name` has letters, or 2, or contains `name`; far: if there is none, the nearest of the others; otherwise "".
 * Returns text. */
enum { NEAREST_NAMES = 3, NEAREST_TEXT = 256 };
const char *nearest_names(const char *name, const char *const *names, size_t count, bool far, char text[NEAREST_TEXT]);
