/* Numbers of a summary for readers. */
#pragma once

#include "base/text.h"

/* Whole numbers in full, others with at most five digits; "inf", "-inf"; NULL for a text that is not a number. */
const char *report_number(const char *text, char buffer[NUMBER_TEXT]);
