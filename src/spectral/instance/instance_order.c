#include "spectral/instance/instance_order.h"

static int compare_sizes(size_t a, size_t b) {
  return (a > b) - (a < b);
}

static int compare_doubles(double a, double b) {
  return (a > b) - (a < b);
}

/* (a,b) and (b,a) are one instance. */
static int compare_distances(const instance *a, const instance *b) {
  const bool turn_a = a->row > a->column, turn_b = b->row > b->column;
  const int order = compare_sizes(turn_a ? a->column : a->row, turn_b ? b->column : b->row);
  return order != 0 ? order : compare_sizes(turn_a ? a->row : a->column, turn_b ? b->row : b->column);
}

static int compare_arrays(size_t count, const double *a, const double *b) {
  int order = 0;
  for (size_t i = 0; order == 0 && i < count; i++) order = compare_doubles(a[i], b[i]);
  return order;
}

/* The position of the next entry that is not 0, from entry *i on; SIZE_MAX after the last. */
static size_t next_position(const instance *x, size_t *i) {
  while (*i < x->count && x->value[*i] == 0.0) (*i)++;
  if (*i == x->count) return SIZE_MAX;
  return x->index != NULL ? x->index[*i] : *i;
}

static int compare_entries(const instance *a, const instance *b) {
  size_t i = 0, j = 0;
  for (;;) {
    const size_t at = next_position(a, &i), other = next_position(b, &j);
    if (at == SIZE_MAX && other == SIZE_MAX) return 0;
    if (at < other) return compare_doubles(a->value[i], 0.0);
    if (other < at) return compare_doubles(0.0, b->value[j]);
    const int order = compare_doubles(a->value[i++], b->value[j++]);
    if (order != 0) return order;
  }
}

int instance_compare(const instance *a, const instance *b) {
  int order = compare_sizes((size_t)a->kind, (size_t)b->kind);
  if (order == 0) order = compare_sizes(a->n, b->n);
  if (order == 0) order = compare_sizes(a->m, b->m);
  if (order != 0) return order;
  switch (a->kind) {
  case INSTANCE_VECTOR:
  case INSTANCE_DYAD: return compare_entries(a, b);
  case INSTANCE_LOW_RANK:
    order = compare_doubles(a->shift, b->shift);
    if (order == 0) order = compare_sizes(a->rank, b->rank);
    if (order == 0) order = compare_arrays(a->rank, a->weights, b->weights);
    return order != 0 ? order : compare_arrays(a->rank * a->n, a->factors, b->factors);
  case INSTANCE_RECTANGULAR: return compare_arrays(a->m * a->n, a->matrix, b->matrix);
  case INSTANCE_DISTANCE: return compare_distances(a, b);
  case INSTANCE_ENTRY:
    order = compare_sizes(a->row, b->row);
    return order != 0 ? order : compare_sizes(a->column, b->column);
  default: return compare_arrays(a->n * a->n, a->matrix, b->matrix);
  }
}

static int compare_places(const void *a, const void *b) {
  const instance_place *first = a, *second = b;
  const int order = instance_compare(first->x, second->x);
  return order != 0 ? order : compare_sizes(first->position, second->position);
}

void instance_sort(size_t count, const instance *x, instance_place *order) {
  for (size_t i = 0; i < count; i++) order[i] = (instance_place){&x[i], i};
  if (count > 1) qsort(order, count, sizeof *order, compare_places);
}
