/* Owned copies of instances of one kind, in memory that is reserved at once, so that copying allocates nothing. */
#ifndef SPECTRAL_INSTANCE_INSTANCE_STORE_H
#define SPECTRAL_INSTANCE_INSTANCE_STORE_H

#include <stddef.h>

#include "base/status.h"
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
 * there is no address space for them; memory is used when it is touched. */
status instance_store_new(size_t capacity, const instance *shape, instance_store *out);
void instance_store_free(instance_store *store); /* safe on a zeroed one */

void instance_store_clear(instance_store *store); /* of its instances; their room is used again */

/* Copies what x views; entries of vectors and dyads stay sparse or dense. STATUS_MEMORY if it does not fit. */
status instance_store_add(instance_store *store, const instance *x);

#endif
