/* Verdicts of a result folder in words and numbers. */
#pragma once

#include "base/status.h"

/* row NULL: a line for each main row of summary.tsv, with its number. Otherwise such a number, or the name of a bound or of an invariant
 * (NAME.INVARIANT): its rows in full, with formula, numbers, premises, the steps of the proof, and what to do. Reads manifest.json and the tables;
 * what they do not keep, it says. STATUS_INVALID if the folder holds no results or no such row. */
status explain_rows(const char *folder, const char *row, FILE *out);
