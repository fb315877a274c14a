/* Numbers of a summary for readers. */
#ifndef REPORT_NUMBER_H
#define REPORT_NUMBER_H

#include "base/text.h"

/* Whole numbers in full, others with at most five digits; "inf", "-inf"; NULL for a text that is not a number. */
const char *report_number(const char *text, char buffer[NUMBER_TEXT]);

#endif
