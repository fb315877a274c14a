/* The comparator in the header of a sequence file (sequence_file.h). */
#ifndef DATA_SEQUENCE_COMPARATOR_H
#define DATA_SEQUENCE_COMPARATOR_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "comparators/comparator.h"
#include "data/sequence_fields.h"
#include "spectral/instance/instance.h"

/* What the header says of the instances. */
typedef struct sequence_shape {
  instance_kind kind;
  size_t m, n; /* m: rows of rectangular instances and entries */
  bool real;   /* entries: real labels */
} sequence_shape;

/* An object with one of frame, coordinates, vector, matrix; rectangular instances: matrix; entries: matrix, embedding;
 * with real labels matrix, cut, order. */
status sequence_read_comparator(const field_place *at, const cJSON *object, const sequence_shape *shape,
                                comparator **out);

#endif
