#include "data/columns/ranks.h"
#include "base/arena.h"
#include "base/sorting.h"
#include "base/state.h"

/* The different fitted numbers of all columns, one column after the other, ascending. */
typedef struct ranks {
  size_t columns, total;
  double *distinct; /* columns */
  double *number;   /* total */
  double *at_most;  /* total: how many numbers of the column are at most this one */
  arena memory;     /* of the arrays */
} ranks;

static void ranks_free(ranks *fitted) {
  arena_free(&fitted->memory);
}

static status ranks_new(size_t columns, size_t total, ranks *out) {
  out->columns = columns;
  TRY(ARENA_ARRAY(&out->memory, columns, out->distinct));
  TRY(ARENA_ARRAY(&out->memory, total, out->number));
  return ARENA_ARRAY(&out->memory, total, out->at_most);
}

static void add_column(ranks *out, size_t column, size_t count, const double *sorted) {
  const size_t first = out->total;
  for (size_t i = 0; i < count; i++) {
    if (i == 0 || sorted[i - 1] < sorted[i]) out->number[out->total++] = sorted[i];
    out->at_most[out->total - 1] = (double)(i + 1);
  }
  out->distinct[column] = (double)(out->total - first);
}

static status fit(size_t rows, size_t columns, const double *value, ranks *out) {
  double *sorted = NULL;
  TRY(ranks_new(columns, rows * columns, out));
  TRY(NEW_ARRAY(rows, sorted));
  for (size_t j = 0; j < columns; j++) {
    size_t count = 0;
    for (size_t i = 0; i < rows; i++) {
      const double x = value[i * columns + j];
      if (!isnan(x)) sorted[count++] = x + 0.0; /* -0 becomes 0 */
    }
    qsort(sorted, count, sizeof *sorted, order_doubles);
    add_column(out, j, count, sorted);
  }
  free(sorted);
  return STATUS_OK;
}

static status add(const ranks *fitted, cJSON *reading) {
  cJSON *object = NULL;
  TRY(state_add_object(reading, "ranks", &object));
  TRY(state_add_numbers(object, "distinct", fitted->columns, fitted->distinct));
  TRY(state_add_numbers(object, "numbers", fitted->total, fitted->number));
  return state_add_numbers(object, "at_most", fitted->total, fitted->at_most);
}

/* The numbers of each column ascend, and so do their counts. */
static status check(const ranks *fitted) {
  size_t first = 0;
  for (size_t j = 0; j < fitted->columns; j++) {
    const double distinct = fitted->distinct[j];
    if (!(distinct >= 0.0 && distinct <= (double)(fitted->total - first) && distinct == floor(distinct))) {
      return FAIL(STATUS_INVALID, "distinct: expected for each column how many of the numbers are its own");
    }
    for (size_t k = first; k < first + (size_t)distinct; k++) {
      const double before = k > first ? fitted->at_most[k - 1] : 0.0, count = fitted->at_most[k];
      if (k > first && !(fitted->number[k - 1] < fitted->number[k])) {
        return FAIL(STATUS_INVALID, "numbers: expected those of column %zu to ascend", j + 1);
      }
      if (!(count > before && count <= (double)STATE_LARGEST_COUNT && count == floor(count))) {
        return FAIL(STATUS_INVALID, "at_most: expected ascending counts of column %zu", j + 1);
      }
    }
    first += (size_t)distinct;
  }
  return first == fitted->total ? STATUS_OK : FAIL(STATUS_INVALID, "distinct: expected a sum of %zu", fitted->total);
}

static status take_members(const cJSON *object, size_t columns, ranks *out) {
  TRY(state_check_names(object, "distinct numbers at_most"));
  const size_t total = (size_t)cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(object, "numbers"));
  TRY(ranks_new(columns, total, out));
  out->total = total;
  TRY(state_get_numbers(object, "distinct", columns, out->distinct));
  TRY(state_get_numbers(object, "numbers", total, out->number));
  TRY(state_get_numbers(object, "at_most", total, out->at_most));
  return check(out);
}

static status take(const cJSON *given, size_t columns, ranks *out) {
  const cJSON *object = NULL;
  TRY(state_get_object(given, "ranks", &object));
  return status_context(take_members(object, columns, out), "ranks");
}

/* Of `count` numbers; 0 where there are none. */
static double share(size_t count, const double *number, const double *at_most, double x) {
  if (count == 0) return 0.0;
  size_t low = 0, high = count; /* the numbers before low are below x, those from high on are not */
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (number[middle] < x) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const double below = low > 0 ? at_most[low - 1] : 0.0;
  const double up_to = low < count && number[low] == x ? at_most[low] : below;
  return 0.5 * (below + up_to) / at_most[count - 1];
}

static void scale(const ranks *fitted, size_t rows, double *value) {
  size_t first = 0;
  for (size_t j = 0; j < fitted->columns; j++) {
    const size_t count = (size_t)fitted->distinct[j];
    for (size_t i = 0; i < rows; i++) {
      double *x = &value[i * fitted->columns + j];
      if (!isnan(*x)) *x = share(count, fitted->number + first, fitted->at_most + first, *x);
    }
    first += count;
  }
}

status ranks_scale(size_t fitted, size_t rows, size_t columns, double *value, const cJSON *given, cJSON *reading) {
  CLEANUP(ranks_free) ranks found = {.columns = 0};
  TRY(given != NULL ? take(given, columns, &found) : fit(fitted, columns, value, &found));
  if (given == NULL) TRY(add(&found, reading));
  scale(&found, rows, value);
  return STATUS_OK;
}
