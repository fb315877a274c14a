/* Text into HTML. Whatever a scenario, a label or a file holds comes out as text, never as markup. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include <stddef.h>
#include <stdio.h>

/* The text with & < > " ' as entities, fit for content and for quoted attributes. Bytes that are no UTF-8, and control characters
 * other than tab and line end, become U+FFFD. NULL writes nothing. Errors show in ferror(file). */
void html_text(FILE *file, const char *text);
void html_bytes(FILE *file, const char *text, size_t length);

/* Number of bytes (1 to 4) of the UTF-8 character at text, 0 if there is none; looks at `length` bytes at most. */
size_t utf8_length(const char *text, size_t length);

/* Letters, digits, '-' and '_' of the text, others as '-': for ids and file names; "x" if nothing is left. clean has `room` bytes. */
void html_identifier(const char *text, char *clean, size_t room);

/* A number as people read it: whole numbers in full, others with five digits; "–" for a text that is no number. */
void html_number(FILE *file, const char *text);

#endif
