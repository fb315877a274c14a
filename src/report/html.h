/* Text as HTML. Whatever a scenario, a label or a file contains comes out as text, never as markup. Errors of the
 * stream show in ferror. */
#pragma once

#include "report/number.h"

/* The text with & < > " ' as entities, fit for content and for quoted attributes. Bytes that are not UTF-8, and what
 * is_plain_text refuses other than tab and line end, become U+FFFD. NULL writes nothing. */
void html_text(FILE *file, const char *text);
void html_bytes(FILE *file, const char *text, size_t length);

/* Letters, digits, '-' and '_' of the text, '-' for other bytes: for ids and file names; "x" if nothing is left.
 * clean has `room` bytes. */
void html_identifier(const char *text, char *clean, size_t room);

/* Bytes in base 64, as data addresses and digests of a content security policy have them. */
void html_base64(FILE *file, const void *bytes, size_t count);

/* report_number of the text, "∞" and "-∞"; "–" for a text that is not a number. */
const char *html_number(const char *text, char buffer[NUMBER_TEXT]);

/* Markup with texts in it: %s is one, as html_text writes it; %d and %zu are whole numbers. */
void html_format(FILE *file, const char *markup, ...) __attribute__((format(printf, 2, 3)));
