/* A sum of entries Theta (m x n), and a matrix with its singular vectors, W = U diag(f_l s_l) V^T for Theta = U diag(s) V^T: the learner
 * sets the factors f_l, one for each of the k = min(m,n) singular values. Nothing is allocated after singular_map_new. */
#pragma once

#include "registry/field.h"

enum { SINGULAR_MAP_ENTRIES = 16384 };

typedef struct singular_map {
  size_t m, n, k;
  double *values;  /* k singular values of Theta */
  double *factors; /* k, to be filled by the learner after a decomposition */
  double *theta;   /* m x n; the rest is private */
  double *rows, *rotation;
  bool current; /* values, rows and rotation belong to Theta */
} singular_map;

/* STATUS_INVALID "WHO: ..." for more than SINGULAR_MAP_ENTRIES entries. */
status singular_map_check(const char *who, size_t m, size_t n);
/* Theta = 0; what is made belongs to the learner `self` (registry/member.h). */
status singular_map_new(void *self, size_t m, size_t n, singular_map *out);
/* Theta_ij += a */
void singular_map_step(singular_map *map, size_t i, size_t j, double a);
/* The singular values of Theta now; *changed: they are not those of the last call. O(m n min(m,n)) if so. */
status singular_map_decompose(singular_map *map, bool *changed);
/* W_ij; after a decomposition, and factors filled. O(k) */
double singular_map_entry(const singular_map *map, size_t i, size_t j);

/* A row of the state table of a learner with a map; loaded_ must set `current` to false. */
#define SINGULAR_MAP_STATE(type_, member, loaded_)                                                          \
  {                                                                                                         \
    .name = "theta", .offset = offsetof(type_, member) + offsetof(singular_map, theta), .type = FIELD_ROWS, \
    .rows = offsetof(type_, member) + offsetof(singular_map, m),                                            \
    .columns = offsetof(type_, member) + offsetof(singular_map, n), .loaded = (loaded_)                     \
  }
