/* The HTML of a report. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include <stdio.h>

#include "base/status.h"
#include "report/collection.h"

status report_page_write(FILE *file, const report_collection *collection);

/* Its parts. */
status report_table_write(FILE *file, const report_collection *collection); /* all verdicts, with filters */
status report_section_write(FILE *file, const report_result *result);       /* one experiment */
void report_badge(FILE *file, verdict verdict);                             /* "✓ holds" */
void report_counts(FILE *file, const size_t *verdicts);                     /* badges with numbers, by verdict */
/* The command that makes the results again, for a shell. */
void report_command_write(FILE *file, const report_result *result);
void report_word_write(FILE *file, const char *text); /* in single quotes unless it is plain */

/* Style sheet and script of the page, made from report.css and report.js by the build; each ends with a 0 byte. */
extern const char report_style[], report_script[];

#endif
