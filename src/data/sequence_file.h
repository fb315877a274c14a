/* Sequence files: recorded trials as JSON lines, "winnow-lab sequence 1" (docs/formats.md). Reader and writer. */
#pragma once

#include "data/sequence_comparator.h"
#include "learners/learner.h"

/* Writing. 17 significant digits in number_text form. */
status sequence_write_header(FILE *file, const sequence_header *header, const comparator *u);
status sequence_write_trial(FILE *file, size_t t, const instance *x, double label, const prediction *predicted);

/* Reading. The whole file is checked and kept in memory by sequence_open; messages are "FILE:LINE: field: what was expected". */
typedef struct sequence sequence;
status sequence_open(const char *path, sequence **out);
void sequence_close(sequence *file);
sequence_header sequence_header_of(const sequence *file);
comparator *sequence_comparator(const sequence *file); /* NULL if the header has none; owned by the sequence */
/* *out = the same once more, NULL if there is none: values of a comparator need its work space (comparators/comparator.h). The caller frees. */
status sequence_comparator_new(const sequence *file, comparator **out);
/* Trial t from 0; the views are valid until sequence_close. */
void sequence_trial(const sequence *file, size_t t, instance *x, double *label);

/* Instances one at a time: a header as in a file, then objects with the members of a trial. The view is valid until the next call.
 * Messages begin with path and line, as above. */
status sequence_begin(const char *path, size_t line, const cJSON *header, sequence **out);
status sequence_instance(sequence *file, const char *path, size_t line, const cJSON *object, instance *x);
