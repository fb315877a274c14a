/* Texts in LaTeX, of pictures and of reports. */
#pragma once

#include <stdio.h>

/* The text with LaTeX's special characters escaped; Greek letters and the signs that plots use become mathematics;
 * what is_plain_text refuses becomes a space, bytes that are not UTF-8 question marks. */
void latex_text(FILE *file, const char *text);
/* The same with symbols, words of one letter other than "a", "A" and "I", in italics. */
void latex_label(FILE *file, const char *text);
