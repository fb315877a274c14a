/* What both forms of `winnow compare` share: tables of result folders, and differences of numbers that were measured on the same sequences. */
#ifndef AUDIT_PAIRED_H
#define AUDIT_PAIRED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "base/tsv.h"

/* A table of a result folder. STATUS_INVALID "FOLDER: not a result folder: it has no NAME". */
status paired_read(const char *folder, const char *name, tsv_table *table);
/* The names of the columns, and the rows. */
void paired_write(const tsv_table *table, tsv_writer *writer);

/* Mean and sample standard deviation, and the 95 % interval of the mean by Student's t distribution with count - 1 degrees of freedom; sd, low
 * and high are NaN for one pair. note: "one pair", "all pairs equal", "all differences equal" or "-". */
typedef struct paired_statistics {
  double mean, sd, low, high;
  const char *note;
} paired_statistics;
paired_statistics paired_statistics_of(const double *difference, size_t count);

/* *cell = all digits of the number, owned by the caller. */
status paired_put(double value, char **cell);
/* Of --format: NULL, "text" or "tsv". */
status paired_format(const char *format, bool *tsv);

#endif
