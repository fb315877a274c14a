/* The kernel to be learned from distances: a density U = K / tr K of n items, symmetric, positive semidefinite, of trace 1.
 *
 *   without a file   n points in the space R^dimension, in clusters: the centres are drawn from N(0, I), a point is its centre plus
 *                    spread N(0, I); items i with the same floor(i clusters / n) are one class. K is Gaussian
 *   points           the same for points from a file
 *   distances        squared distances D: K = -J D J / 2, J = I - 1 1^T / n, which has K_ii + K_jj - 2 K_ij = D_ij
 *   kernel           K itself
 *
 * A Gaussian kernel is K_ij = exp(-|x_i - x_j|^2 / (2 s^2)); without a bandwidth s^2 is the median of the squared distances of all pairs
 * (of
 * an even number of pairs the mean of the two in the middle).
 *
 * Matrices must be symmetric, to 1e-9 of their largest entry. An eigenvalue of K below -1e-10 |K|_F is negative: refused, or with
 * negative = "clip" all negative ones are replaced by 0. Stream: "points".
 *
 * Source: Tsuda, Raetsch & Warmuth 2005, section 5; centring: Torgerson 1952 (classical scaling). */
#ifndef PROBLEMS_KERNELS_TARGET_KERNEL_H
#define PROBLEMS_KERNELS_TARGET_KERNEL_H

#include <cjson/cJSON.h>
#include <stddef.h>

#include "base/status.h"
#include "problems/problem.h"
#include "registry/parameter.h"

enum { TARGET_KERNEL_ORDER = 1024 };

typedef struct target_kernel {
  size_t n;
  double *matrix;        /* n x n, trace 1 */
  size_t *classes;       /* n, from 0; NULL: not known */
  char **class_names;    /* class_count; NULL: not known */
  size_t class_count;    /* 0: not known */
  double bandwidth;      /* s; NaN: K is not Gaussian */
  size_t negative;       /* eigenvalues below 0 that were replaced by 0 */
  double negative_share; /* their sum over the sum of |eigenvalues| */
} target_kernel;

/* Rows of a parameter table. */
#define TARGET_KERNEL_PARAMETERS                                                                                     \
  {.name = "file",                                                                                                   \
   .type = PARAMETER_FILE,                                                                                           \
   .value = "",                                                                                                      \
   .meaning = "items, one per line; absent: points drawn in clusters"},                                              \
      {.name = "content",                                                                                            \
       .type = PARAMETER_CHOICE,                                                                                     \
       .value = "distances",                                                                                         \
       .choices = "distances kernel points",                                                                         \
       .meaning = "file: squared distances, a kernel matrix, or points for a Gaussian kernel"},                      \
      {.name = "separator",                                                                                          \
       .type = PARAMETER_CHOICE,                                                                                     \
       .value = "blank",                                                                                             \
       .choices = "blank comma semicolon tab",                                                                       \
       .meaning = "file: separator of columns; blank: any run of blanks and tabs"},                                  \
      {.name = "header",                                                                                             \
       .type = PARAMETER_CHOICE,                                                                                     \
       .value = "count",                                                                                             \
       .choices = "count line none",                                                                                 \
       .meaning = "file: the first line begins with the number of items, is skipped, or is an item"},                \
      {.name = "labels",                                                                                             \
       .type = PARAMETER_CHOICE,                                                                                     \
       .value = "first",                                                                                             \
       .choices = "first last none",                                                                                 \
       .meaning = "file: the column of the item's class"},                                                           \
      {.name = "classes_file",                                                                                       \
       .type = PARAMETER_FILE,                                                                                       \
       .value = "",                                                                                                  \
       .meaning = "labels = none: the classes of the items, one per line; absent: no classes"},                      \
      {.name = "negative",                                                                                           \
       .type = PARAMETER_CHOICE,                                                                                     \
       .value = "refuse",                                                                                            \
       .choices = "refuse clip",                                                                                     \
       .meaning = "a kernel with negative eigenvalues is refused; clip: they become 0"},                             \
      {.name = "n",                                                                                                  \
       .type = PARAMETER_INTEGER,                                                                                    \
       .value = "24",                                                                                                \
       .low = 2,                                                                                                     \
       .high = TARGET_KERNEL_ORDER,                                                                                  \
       .meaning = "without a file: points"},                                                                         \
      {.name = "clusters",                                                                                           \
       .type = PARAMETER_INTEGER,                                                                                    \
       .value = "3",                                                                                                 \
       .low = 1,                                                                                                     \
       .high = TARGET_KERNEL_ORDER,                                                                                  \
       .meaning = "without a file: their clusters, at most n; these are the classes"},                               \
      {.name = "dimension",                                                                                          \
       .type = PARAMETER_INTEGER,                                                                                    \
       .value = "2",                                                                                                 \
       .low = 1,                                                                                                     \
       .high = 4096,                                                                                                 \
       .meaning = "without a file: of the space of the points"},                                                     \
      {.name = "spread",                                                                                             \
       .type = PARAMETER_NUMBER,                                                                                     \
       .value = "0.3",                                                                                               \
       .low = 1e-9,                                                                                                  \
       .high = 1e6,                                                                                                  \
       .meaning = "without a file: standard deviation of a point about its cluster's centre, in each coordinate"},   \
  {                                                                                                                  \
    .name = "bandwidth", .type = PARAMETER_NUMBER, .value = "", .low = 1e-100, .high = 1e100,                        \
    .meaning = "points: s of the Gaussian kernel exp(-|x-x'|^2/(2 s^2)); absent: s^2 is the median squared distance" \
  }

/* For facts: refuses inconsistent options and unusable files. *n = the number of items, *classes that of their classes or 0. */
status target_kernel_order(const problem_setting *setting, const options *values, size_t *n, size_t *classes);
/* Freed by the caller. Messages: "WHO: option ...", or "FILE:LINE: column C ..., expected ...". */
status target_kernel_new(const problem_setting *setting, const options *values, target_kernel **out);
void target_kernel_free(target_kernel *kernel); /* safe on NULL */
/* For the manifest: items, classes, bandwidth, what was clipped. */
status target_kernel_notes(const target_kernel *kernel, cJSON *notes);

#endif
