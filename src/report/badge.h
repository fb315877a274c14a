/* Verdicts as badges: a sign, a colour and a word. */
#ifndef REPORT_BADGE_H
#define REPORT_BADGE_H

#include <stddef.h>
#include <stdio.h>

#include "bounds/bound.h"

void badge_write(FILE *file, verdict verdict); /* "✓ holds" */
/* "2 ✗ violated, 5 ✓ holds"; "no bounds" if all are 0. counts: of each verdict but VERDICT_NONE. */
void badge_counts_write(FILE *file, const size_t *counts);

#endif
