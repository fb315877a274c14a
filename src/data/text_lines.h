/* The lines of a text file, and the cells of a line of a table (CSV, RFC 4180). A cell may be in double quotes, which are doubled inside;
 * it ends with its line. Blanks around a cell without quotes are ignored. */
#pragma once

#include "registry/parameter.h"

enum { TEXT_SHOWN = 40 };        /* bytes of a cell in messages */
#define TEXT_NOTHING " \t\r\n,;" /* a line with nothing else is blank, as programs for tables write below theirs */

typedef struct text_lines {
  const char *path; /* the caller's */
  char *text, *next, *end;
  size_t line;   /* number, from 1, of the line read last */
  size_t latin1; /* letters of Latin-1, which the text has in UTF-8 */
  bool arff;     /* text may also be in single quotes, and lines with % are comments */
  bool damaged;  /* it has bytes of neither: cells with them are refused */
} text_lines;

/* Reads the file. A byte order mark is skipped, and first lines "# ..." without a comma, semicolon or tab. STATUS_INVALID for UTF-16 and what
 * text_check_kind names. */
status text_lines_open(const char *path, text_lines *lines);
/* "UTF-16" or NULL, from the first two bytes. */
const char *text_wide_encoding(const char *text, size_t length);
/* STATUS_INVALID, "FILE:1: ...", for what begins as a file without lines of data does: a workbook, a web page, JSON and others. */
status text_check_kind(const char *path, const char *text, size_t length);
/* *line = the next line that is not blank, without its end (LF, CRLF, or CR in all of the file); it may be changed and lives until close. STATUS_END after the
 * last; STATUS_INVALID, "FILE:LINE: ...", for control characters other than tabs. */
status text_lines_next(text_lines *lines, char **line);
void text_lines_close(text_lines *lines);
/* Skips a first line sep=C, which says that C separates. STATUS_INVALID for another C than a comma, semicolon, tab or blank. */
status text_lines_separator(text_lines *lines, char *separator);
/* Until the next call of this thread, text_lines_open of this path gives the text, whose first line has the number `line`; the caller
 * keeps both. NULL: no path. For rows that come one by one. */
void text_lines_show(const char *path, const char *text, size_t line);

/* The cells of one line. */
typedef struct text_row {
  size_t count, room;
  const char **cell; /* count */
} text_row;

/* Cuts the line that `lines` read last into cells; `row` is used again for the next line. */
status text_row_split(const text_lines *lines, char separator, char *line, text_row *row);
status text_row_append(text_row *row, const char *cell);
/* The cell becomes the first one. */
status text_row_insert(text_row *row, const char *cell);
void text_row_free(text_row *row); /* safe on a zeroed one */
/* Nothing, ?, NA, N/A, #N/A, #NA, <NA>, nan, -nan and null, small or large, None, NaT and \N. */
bool text_is_gap(const char *cell);
/* Also - and dots: gaps among numbers, where they may be texts elsewhere. */
bool text_is_gap_of_numbers(const char *cell);
/* How to go on where a cell is no number, "; missing = ..." for a gap. `top`: the cell may be a column's name. `texts`:
 * the advice for other texts. "" where there is none: for what was meant as a number. */
const char *text_number_advice(const char *cell, bool top, const char *texts);

/* In the order of a choice "comma semicolon tab blank"; blank: any run of blanks and tabs. */
typedef enum text_separator { SEPARATOR_COMMA, SEPARATOR_SEMICOLON, SEPARATOR_TAB, SEPARATOR_BLANK } text_separator;
extern const char text_separators[]; /* of each its character, ' ' for blank */
const char *text_separator_name(char separator);
