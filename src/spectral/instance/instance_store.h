/* Owned copies of instances of one kind, in memory reserved in advance, so that copying allocates nothing. */
#pragma once

#include "spectral/instance/instance.h"

typedef struct instance_store {
  instance *items; /* views of the copies */
  size_t count, capacity;
  double *numbers;
  size_t number_count, number_capacity;
  size_t *indices; /* vectors and dyads only, otherwise NULL */
  size_t index_count, index_capacity;
} instance_store;

/* Room for `capacity` instances like `shape`: its kind, n, m and, for low rank, rank (the largest). STATUS_MEMORY if
 * there is not enough address space; memory is used as instances are added. */
status instance_store_new(size_t capacity, const instance *shape, instance_store *out);
void instance_store_free(instance_store *store); /* safe on a zeroed one */

void instance_store_clear(instance_store *store); /* removes all instances; their space is reused */

/* Copies what x views; entries of vectors and dyads stay sparse or dense. STATUS_MEMORY if the store is full. */
status instance_store_add(instance_store *store, const instance *x);
