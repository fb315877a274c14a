/* Decision stumps over examples: h(x) = 1 if x_f > threshold, otherwise -1, and -h; also the constant ones. The examples are kept feature by
 * feature, sorted, without zeros, so that the best of all stumps is found in one pass over the entries. */
#pragma once

#include "base/arena.h"
#include "data/libsvm_file.h"

typedef struct stump_columns {
  size_t rows, features;
  size_t *start; /* features + 1 */
  size_t *row;   /* entries: of one feature by falling value, of equal values by rising row */
  double *value;
  arena memory; /* of the arrays */
} stump_columns;

typedef struct stump {
  size_t feature;
  double threshold; /* halfway between two neighbouring values of the feature; -infinity: h = 1 */
  bool negated;
  double edge; /* sum of weights[i] h(x_i) */
} stump;

/* Of every (data->rows / rows)-th row of the data, `rows` of them; 1 <= rows <= data->rows: row i is that number floor(i data->rows / rows). */
status stump_columns_new(const libsvm_data *data, size_t rows, stump_columns *out);
size_t stump_columns_row(const libsvm_data *data, size_t rows, size_t i);
void stump_columns_free(stump_columns *columns);

/* The stump with the largest edge; of equal ones (to 1e-9) the first by feature, falling threshold, h before -h, after the constant ones. */
stump stump_best(const stump_columns *columns, const double *weights);
/* out[i] = h(x_i), 1 or -1 */
void stump_apply(const stump_columns *columns, const stump *h, double *out);
