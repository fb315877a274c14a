/* Lua source as HTML, with a class for each kind of word. */
#pragma once

#include <stdio.h>

/* Spans of class c (comments), s (strings), n (numbers), k (keywords) and m (the laboratory's tables: learner,
 * problem, bound, matrix). Takes any text: an open string or comment ends where Lua would complain. Without the spans
 * it is html_text of the source. */
void lua_highlight(FILE *file, const char *source);
