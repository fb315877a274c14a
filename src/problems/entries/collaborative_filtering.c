/* Ratings from -1 to 1: entries of a hidden m x n matrix W of low rank (Hazan, Kale and Shalev-Shwartz 2012, section 2.2).
 *
 *   blocks    row i is of a class a(i), column j of a class b(j), W_ij the random sign S[a(i)][b(j)]; `rank` classes of each
 *   low_rank  the product of Gaussian factors of that rank, scaled so that the largest |W_ij| is 1
 *
 * Constants: "trace_norm", that of W, and its limit "trace_norm_limit" = sqrt(rank m n), which a scenario can compute.
 *
 * Streams: "rows", "columns" (classes or factors), "signs", "drift" (which rows are exchanged), and those of entry_sequence.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "linalg/kernels.h"
#include "linalg/singular.h"
#include "problems/entries/entry_sequence.h"
#include "registry/field.h"

enum { SIDE_LIMIT = 2048 };

static const parameter parameters[] = {
    {.name = "m", .type = PARAMETER_INTEGER, .low = 1, .high = SIDE_LIMIT, .meaning = "rows: users"},
    {.name = "n", .type = PARAMETER_INTEGER, .low = 1, .high = SIDE_LIMIT, .meaning = "columns: what they rate"},
    {.name = "rank",
     .type = PARAMETER_INTEGER,
     .value = "2",
     .low = 1,
     .high = SIDE_LIMIT,
     .meaning = "largest rank of the hidden matrix, at most m and n"},
    {.name = "matrix",
     .type = PARAMETER_CHOICE,
     .value = "blocks",
     .choices = "blocks low_rank",
     .meaning = "signs in blocks of rank classes of rows and of columns, or a product of Gaussian factors"},
    {.name = "labels",
     .type = PARAMETER_CHOICE,
     .value = "signs",
     .choices = "signs entries",
     .meaning = "signs of the entries, or the entries"},
    ENTRY_SEQUENCE_PARAMETER,
    ENTRY_NOISE_PARAMETER("signs: probability that a label is flipped; entries: standard deviation of what is added"),
    ENTRY_LOSS_PARAMETERS("1"),
    DRIFT_SEGMENTS_PARAMETER,
    DRIFT_MOVED_PARAMETER("random rows that are exchanged from one segment to the next, at most m"),
};

typedef struct filtering {
  entry_sequence sequence; /* first: the members of entry_sequence.h take it */
  double trace_norm, trace_norm_limit;
} filtering;

static status check_rank(const options *values, const char *side) {
  if (option_count(values, "rank") <= option_count(values, side)) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: rank = %zu must be at most %s = %zu", option_who(values),
              option_count(values, "rank"), side, option_count(values, side));
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  TRY(check_rank(values, "m"));
  TRY(check_rank(values, "n"));
  const loss loss = entry_sequence_loss(values, -1.0, 1.0);
  const size_t m = option_count(values, "m");
  return entry_sequence_facts(setting, values, m, m, option_count(values, "n"), &loss, out);
}

/* rows (count x rank): one-hot vectors of random classes as equal in size as possible, or Gaussian. */
static status draw_factor(uint64_t seed, const char *purpose, bool blocks, size_t count, size_t rank, double **out) {
  random_stream *stream = NULL;
  size_t *classes = NULL;
  status code = STATUS_OK;
  CHECK(random_stream_new(seed, purpose, &stream));
  CHECK(NEW_ARRAY(count * rank, *out));
  CHECK(NEW_ARRAY(count, classes));
  for (size_t i = 0; i < count; i++) classes[i] = i % rank;
  if (blocks) random_shuffle(stream, count, classes);
  for (size_t i = 0; i < count && blocks; i++) (*out)[i * rank + classes[i]] = 1.0;
  if (!blocks) random_gaussian_vector(stream, count * rank, *out);
end:
  random_stream_free(stream);
  free(classes);
  return code;
}

/* rows <- rows S, S of random signs. */
static status mix(uint64_t seed, size_t count, size_t rank, double *rows) {
  random_stream *stream = NULL;
  double *signs = NULL, *row = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(rank * rank, signs));
  CHECK(NEW_ARRAY(rank, row));
  CHECK(random_stream_new(seed, "signs", &stream));
  for (size_t k = 0; k < rank * rank; k++) signs[k] = random_chance(stream, 0.5) ? 1.0 : -1.0;
  for (size_t i = 0; i < count; i++) {
    memset(row, 0, rank * sizeof *row);
    kernel_rows_combine(rank, rank, signs, rank, rows + i * rank, row);
    memcpy(rows + i * rank, row, rank * sizeof *row);
  }
end:
  random_stream_free(stream);
  free(signs);
  free(row);
  return code;
}

/* Scales the largest modulus to 1; returns the factor. */
static double scale_to_one(size_t count, double *w) {
  double largest = 0.0;
  for (size_t k = 0; k < count; k++) largest = fmax(largest, fabs(w[k]));
  for (size_t k = 0; k < count && largest > 0.0; k++) w[k] /= largest;
  return largest > 0.0 ? 1.0 / largest : 1.0;
}

/* *out = the rank x count transpose of rows. */
static status transpose(size_t count, size_t rank, const double *rows, double **out) {
  TRY(NEW_ARRAY(count * rank, *out));
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < rank; k++) (*out)[k * count + i] = rows[i * rank + k];
  }
  return STATUS_OK;
}

/* Of R C^T: with J R^T = diag(a) V^T of orthonormal rows V^T, its singular values are those of diag(a) J C^T, rank x n. */
static status trace_norm(size_t m, size_t n, size_t rank, const double *rows, const double *columns, double *norm) {
  double *left = NULL, *right = NULL, *product = NULL, *rotation = NULL, *values = NULL;
  status code = STATUS_OK;
  CHECK(transpose(m, rank, rows, &left));
  CHECK(transpose(n, rank, columns, &right));
  CHECK(NEW_ARRAY(rank * n, product));
  CHECK(NEW_ARRAY(rank * rank, rotation));
  CHECK(NEW_ARRAY(rank, values));
  CHECK(singular_rotate(rank, m, left, rotation, values));
  for (size_t k = 0; k < rank; k++) {
    kernel_rows_combine(rank, n, right, n, rotation + k * rank, product + k * n);
    kernel_scale(n, values[k], product + k * n);
  }
  CHECK(singular_rotate(rank, n, product, NULL, values));
  for (size_t k = 0; k < rank; k++) *norm += values[k];
end:
  free(left);
  free(right);
  free(product);
  free(rotation);
  free(values);
  return code;
}

/* W, which changes. */
typedef struct matrices {
  size_t m, n, moved;
  double *w;
  random_stream *drift;
} matrices;

static status next_matrix(void *context, size_t j, comparator **out) {
  matrices *a = context;
  if (j > 0) TRY(drift_shuffle(a->drift, a->m, a->moved, a->n * sizeof *a->w, a->w));
  return comparator_from_entries(COMPARATOR_PLANTED, a->m, a->n, a->w, out);
}

static status draw_matrices(const problem_setting *setting, const options *values, matrices a, comparator **out) {
  TRY(random_stream_new(setting->seed, "drift", &a.drift));
  const status code = drift_draw(setting, values, next_matrix, &a, out);
  random_stream_free(a.drift);
  return code;
}

static status draw_matrix(filtering *f, const problem_setting *setting, const options *values) {
  const uint64_t seed = setting->seed;
  const size_t m = f->sequence.m, n = f->sequence.n, rank = option_count(values, "rank");
  const bool blocks = option_is(values, "matrix", "blocks");
  double *rows = NULL, *columns = NULL, *w = NULL;
  status code = STATUS_OK;
  CHECK(draw_factor(seed, "rows", blocks, m, rank, &rows));
  CHECK(draw_factor(seed, "columns", blocks, n, rank, &columns));
  if (blocks) CHECK(mix(seed, m, rank, rows));
  CHECK(NEW_ARRAY(m * n, w));
  kernel_multiply_transposed(m, n, rank, rows, rank, columns, rank, w, n);
  CHECK(trace_norm(m, n, rank, rows, columns, &f->trace_norm));
  f->trace_norm *= scale_to_one(m * n, w);
  f->trace_norm_limit = sqrt((double)rank * (double)m * (double)n);
  const matrices first = {.m = m, .n = n, .moved = option_count(values, "moved"), .w = w};
  CHECK(draw_matrices(setting, values, first, &f->sequence.u));
end:
  free(rows);
  free(columns);
  free(w);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  filtering *f = self;
  const loss loss = entry_sequence_loss(values, -1.0, 1.0);
  f->sequence.m = option_count(values, "m");
  f->sequence.n = option_count(values, "n");
  f->sequence.graded = option_is(values, "labels", "entries");
  f->sequence.signs = !f->sequence.graded;
  TRY(entry_sequence_begin(&f->sequence, setting, values, &loss));
  return draw_matrix(f, setting, values);
}

static const field constants[] = {
    {FIELD(filtering, trace_norm, FIELD_NUMBER)},
    {FIELD(filtering, trace_norm_limit, FIELD_NUMBER)},
};

static const problem_methods methods = {
    .size = sizeof(filtering),
    .facts = facts,
    .init = init,
    .clear = entry_sequence_clear,
    .next = entry_sequence_next,
    .reveal = entry_sequence_reveal,
    .comparator_at = PLACE(filtering, sequence.u),
    FIELDS(constants, constants),
};

const problem_class problem_collaborative_filtering = {
    .about = {.name = "collaborative_filtering",
              .title = "Collaborative filtering",
              .citation = "Hazan, Kale & Shalev-Shwartz 2012, section 2.2",
              .help = "entries, from -1 to 1, of a hidden matrix of low rank or of their signs",
              .formula =
                  "$y=W_{ij}$ for random entries $(i,j)$; blocks: $W_{ij}=S_{a(i),b(j)}$ with random classes and "
                  "signs; low rank: $W=\\frac1{\\max_{ij}|(AB^T)_{ij}|}AB^T$ with Gaussian $A$, $B$ of the given rank",
              .family = "entries",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &methods,
};
