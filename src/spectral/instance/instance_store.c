#include "spectral/instance/instance_store.h"

static bool is_sparse_kind(instance_kind kind) {
  return kind == INSTANCE_VECTOR || kind == INSTANCE_DYAD;
}

/* Given by row and column alone. */
static bool is_place_kind(instance_kind kind) {
  return kind == INSTANCE_ENTRY || kind == INSTANCE_DISTANCE;
}

/* Numbers of an instance; SIZE_MAX on overflow. */
static size_t numbers_of(const instance *x, size_t entries) {
  size_t rows = 1, count;
  if (is_sparse_kind(x->kind)) return entries;
  if (is_place_kind(x->kind)) return 0; /* row and column are in the view */
  if (x->kind == INSTANCE_LOW_RANK) {
    return __builtin_mul_overflow(x->rank, x->n + 1, &count) ? SIZE_MAX : count;
  }
  rows = x->kind == INSTANCE_RECTANGULAR ? x->m : x->n;
  return __builtin_mul_overflow(rows, x->n, &count) ? SIZE_MAX : count;
}

static size_t saturating_product(size_t a, size_t b) {
  size_t product;
  return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

status instance_store_new(size_t capacity, const instance *shape, instance_store *out) {
  CLEANUP(instance_store_free) instance_store made = {.capacity = capacity};
  *out = (instance_store){0};
  made.number_capacity = saturating_product(capacity, numbers_of(shape, shape->n));
  made.index_capacity = is_sparse_kind(shape->kind) ? saturating_product(capacity, shape->n) : 0;
  TRY(memory_reserve(capacity, sizeof *made.items, &made.items));
  TRY(memory_reserve(made.number_capacity, sizeof *made.numbers, &made.numbers));
  if (made.index_capacity > 0) TRY(memory_reserve(made.index_capacity, sizeof *made.indices, &made.indices));
  return HAND_OVER(made, *out);
}

void instance_store_free(instance_store *store) {
  memory_unreserve(store->items, store->capacity, sizeof *store->items);
  memory_unreserve(store->numbers, store->number_capacity, sizeof *store->numbers);
  memory_unreserve(store->indices, store->index_capacity, sizeof *store->indices);
  *store = (instance_store){0};
}

void instance_store_clear(instance_store *store) {
  store->count = store->number_count = store->index_count = 0;
}

static const double *copy_numbers(instance_store *store, size_t count, const double *numbers) {
  double *copy = store->numbers + store->number_count;
  if (count > 0) memcpy(copy, numbers, count * sizeof *copy);
  store->number_count += count;
  return copy;
}

status instance_store_add(instance_store *store, const instance *x) {
  const bool sparse = is_sparse_kind(x->kind);
  const size_t numbers = numbers_of(x, x->count), indices = sparse && x->index != NULL ? x->count : 0;
  if (store->count == store->capacity || numbers > store->number_capacity - store->number_count ||
      indices > store->index_capacity - store->index_count) {
    return FAIL(STATUS_MEMORY, "no room for another instance of %zu numbers", numbers);
  }
  instance copy = *x;
  if (sparse) {
    copy.value = copy_numbers(store, x->count, x->value);
    if (indices > 0) {
      size_t *index = store->indices + store->index_count;
      memcpy(index, x->index, indices * sizeof *index);
      store->index_count += indices;
      copy.index = index;
    } else if (x->index != NULL) { /* sparse and empty */
      copy.index = store->indices;
    }
  } else if (x->kind == INSTANCE_LOW_RANK) {
    copy.factors = copy_numbers(store, x->rank * x->n, x->factors);
    copy.weights = copy_numbers(store, x->rank, x->weights);
  } else if (!is_place_kind(x->kind)) {
    copy.matrix = copy_numbers(store, numbers, x->matrix);
  }
  store->items[store->count++] = copy;
  return STATUS_OK;
}
