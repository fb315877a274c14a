/* UTF-8 text that is safe to show: on a terminal, in a table, in a line of a log. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Length of the UTF-8 character that begins the `left` bytes: 1 to 4; 0 if there is none. Overlong forms, surrogates and values beyond U+10FFFF
 * are not UTF-8. */
size_t utf8_length(const char *bytes, size_t left);
/* Position of the first byte that is not UTF-8 text, or is a control character other than tab and line ends; length if there is none. */
size_t text_trouble(const char *text, size_t length);
/* UTF-8 without control characters, U+0080 to U+009F included, without line ends, Unicode's among them, and without the characters that turn
 * the direction of writing or that nobody sees (U+200B, U+2060, U+FEFF), which make a line look like another one. */
bool is_plain_text(const char *text, size_t length);
/* Makes one line plain, in place: each character that is not becomes a blank, each byte that is not UTF-8 a '?'. The characters of `kept`
 * stay. */
void plain_text_make(char *text, const char *kept);
