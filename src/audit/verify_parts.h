/* The steps of `winnow verify` (verify.h). */
#ifndef AUDIT_VERIFY_PARTS_H
#define AUDIT_VERIFY_PARTS_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "audit/verify.h"
#include "base/status.h"
#include "base/tsv.h"

typedef struct verification {
  const verify_request *request;
  cJSON *manifest;
  const char *path, *text; /* the manifest's */
  size_t differences;
  bool data_differ;  /* running again would only show that */
  tsv_table cells;   /* only for a run that did not end or had cells out of time: */
  const char **only; /* the cells that can be run again, sorted; NULL: all */
  size_t only_count;
} verification;

/* One line on stdout, counted. */
void verify_differs(verification *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *verify_member(const cJSON *manifest, const char *name); /* text of a member, "" if it is none */

/* SHA256SUMS: files changed, missing, extra. */
status verify_sums(verification *v);
/* The text against its sha256 and against the file at path, if that is there. */
status verify_text(verification *v);
/* Data files and those of commands. STATUS_INVALID if one is not found. */
status verify_data(verification *v);
/* Every file of the folder against those of `again`; notes about the programs that made them. */
status verify_results(verification *v, const char *again);

#endif
