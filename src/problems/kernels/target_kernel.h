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
#pragma once

#include "data/kernel_file.h"
#include "problems/problem.h"

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

typedef enum kernel_content { CONTENT_DISTANCES, CONTENT_KERNEL, CONTENT_POINTS } kernel_content;
/* In the order of a choice "blank comma semicolon tab". */
typedef enum kernel_separator { KERNEL_BLANK, KERNEL_COMMA, KERNEL_SEMICOLON, KERNEL_TAB } kernel_separator;
typedef enum kernel_negative { NEGATIVE_REFUSE, NEGATIVE_CLIP } kernel_negative;

/* Where the kernel comes from: the first member of a problem's state. */
typedef struct kernel_source {
  const char *file;
  kernel_content content;
  kernel_separator separator;
  kernel_file_header header;
  kernel_file_labels labels;
  const char *classes_file;
  kernel_negative negative;
  size_t n, clusters, dimension;
  double spread, bandwidth;
  const target_kernel *kernel; /* not an option, as what follows */
} kernel_source;

/* Rows of a parameter table. */
#define TARGET_KERNEL_PARAMETERS                                                                                     \
  OPTION_FILE(kernel_source, file, ABSENT, "items, one per line; absent: points drawn in clusters"),                 \
      OPTION_CHOICE(kernel_source, content, "distances", "distances kernel points",                                  \
                    "file: squared distances, a kernel matrix, or points for a Gaussian kernel"),                    \
      OPTION_CHOICE(kernel_source, separator, "blank", "blank comma semicolon tab",                                  \
                    "file: separator of columns; blank: any run of blanks and tabs"),                                \
      OPTION_CHOICE(kernel_source, header, "count", "count line none",                                               \
                    "file: the first line begins with the number of items, is skipped, or is an item"),              \
      OPTION_CHOICE(kernel_source, labels, "first", "first last none", "file: the column of the item's class"),      \
      OPTION_FILE(kernel_source, classes_file, ABSENT,                                                               \
                  "labels = none: the classes of the items, one per line; absent: no classes"),                      \
      OPTION_CHOICE(kernel_source, negative, "refuse", "refuse clip",                                                \
                    "a kernel with negative eigenvalues is refused; clip: they become 0"),                           \
      OPTION_COUNT(kernel_source, n, "24", 2, TARGET_KERNEL_ORDER, "without a file: points"),                        \
      OPTION_COUNT(kernel_source, clusters, "3", 1, TARGET_KERNEL_ORDER,                                             \
                   "without a file: their clusters, at most n; these are the classes"),                              \
      OPTION_COUNT(kernel_source, dimension, "2", 1, 4096, "without a file: of the space of the points"),            \
      OPTION_NUMBER(kernel_source, spread, "0.3", 1e-9, 1e6,                                                         \
                    "without a file: standard deviation of a point about its cluster's centre, in each coordinate"), \
      OPTION_NUMBER(                                                                                                 \
          kernel_source, bandwidth, ABSENT, 1e-100, 1e100,                                                           \
          "points: s of the Gaussian kernel exp(-|x-x'|^2/(2 s^2)); absent: s^2 is the median squared distance")

/* For facts, on the member that begins with the source: refuses inconsistent options and unusable files. *n = the number of items, *classes that
 * of their classes or 0. A file is read once for all members with the same options (data/shared_data.h).
 * Messages: "WHO: option ...", or "FILE:LINE: column C ..., expected ...". */
status kernel_source_facts(kernel_source *self, const problem_setting *setting, size_t *n, size_t *classes);
/* For init, afterwards: the kernel is there, owned by the member. */
status kernel_source_init(kernel_source *self, const problem_setting *setting);
/* For the manifest: items, classes, bandwidth, what was clipped. */
status target_kernel_notes(const target_kernel *kernel, cJSON *notes);
