/* Ratings from -1 to 1: entries of a hidden m x n matrix W of low rank (Hazan, Kale and Shalev-Shwartz 2012, section 2.2).
 *
 *   blocks    row i is of a class a(i), column j of a class b(j), W_ij the random sign S[a(i)][b(j)]; `rank` classes of each
 *   low_rank  the product of Gaussian factors of that rank, scaled so that the largest |W_ij| is 1
 *
 * Constants: "trace_norm", that of W, and its limit "trace_norm_limit" = sqrt(rank m n), which a scenario can compute.
 *
 * Streams: "rows", "columns" (classes or factors), "signs", "drift" (which rows are exchanged), and those of entry_sequence.h. */

#include "linalg/singular.h"
#include "problems/entries/entry_sequence.h"
#include "problems/subspaces/planted.h"

enum { SIDE_LIMIT = 2048 };

typedef enum matrix_choice { MATRIX_BLOCKS, MATRIX_LOW_RANK } matrix_choice;
typedef enum labels_choice { LABELS_SIGNS, LABELS_ENTRIES } labels_choice;

typedef struct filtering {
  entry_sequence sequence; /* first: see entry_sequence.h */
  size_t rank;
  matrix_choice matrix;
  labels_choice labels;
  double trace_norm, trace_norm_limit;
} filtering;

static const parameter parameters[] = {
    OPTION_COUNT(entry_sequence, m, REQUIRED, 1, SIDE_LIMIT, "rows: users"),
    OPTION_COUNT(entry_sequence, n, REQUIRED, 1, SIDE_LIMIT, "columns: what they rate"),
    OPTION_COUNT(filtering, rank, "2", 1, SIDE_LIMIT, "largest rank of the hidden matrix, at most m and n"),
    OPTION_CHOICE(filtering, matrix, "blocks", "blocks low_rank",
                  "signs in blocks of rank classes of rows and of columns, or a product of Gaussian factors"),
    OPTION_CHOICE(filtering, labels, "signs", "signs entries", "signs of the entries, or the entries"),
    ENTRY_SEQUENCE,
    ENTRY_NOISE("signs: probability that a label is flipped; entries: standard deviation of what is added"),
    ENTRY_LOSS("1"),
    ENTRY_DRIFT("random rows that are exchanged from one segment to the next, at most m"),
    ENTRY_COMPARATOR,
    OPTION_ABOVE(entry_sequence, trace_norm, ABSENT, 0, 1e12,
                 "comparator = hindsight: bound on its trace norm; absent: sqrt(rank m n)"),
};

static const option_rule rules[] = {
    RULE_AT_MOST(filtering, rank, sequence.m),
    RULE_AT_MOST(filtering, rank, sequence.n),
    ENTRY_NOISE_PLANTED,
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  static const size_t of_best = PLACE(entry_sequence, trace_norm);
  filtering *f = self;
  entry_sequence *s = &f->sequence;
  s->graded = f->labels == LABELS_ENTRIES;
  s->signs = !s->graded;
  s->loss = entry_loss(s->kind, s->scale, -1.0, 1.0);
  /* a fraction may be too cautious for a sign, and a loss other than these is not least at the label */
  const bool fitted = s->loss.kind == LOSS_ABSOLUTE || s->loss.kind == LOSS_SQUARE;
  s->inexact = f->matrix == MATRIX_LOW_RANK && !(s->graded && fitted);
  s->class = ENTRY_TRACE_NORM;
  f->trace_norm_limit = sqrt((double)f->rank * (double)s->m * (double)s->n);
  if (isnan(s->trace_norm)) s->trace_norm = f->trace_norm_limit;
  TRY(entry_sequence_facts(s, setting, s->m, out));
  return s->comparator == ANSWER_BEST
             ? STATUS_OK
             : options_needless(setting->options, 1, &of_best, "without comparator = hindsight");
}

/* rows (count x rank): one-hot vectors of random classes as equal in size as possible, or Gaussian. */
static status draw_factor(uint64_t seed, const char *purpose, bool blocks, size_t count, size_t rank, double **out) {
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  FREED size_t *classes = NULL;
  TRY(NEW_ARRAY(count * rank, *out));
  if (!blocks) {
    TRY(random_stream_new(seed, purpose, &stream));
    random_gaussian_vector(stream, count * rank, *out);
    return STATUS_OK;
  }
  TRY(NEW_ARRAY(count, classes));
  TRY(planted_classes(seed, purpose, count, rank, classes));
  for (size_t i = 0; i < count; i++) (*out)[i * rank + classes[i]] = 1.0;
  return STATUS_OK;
}

/* rows <- rows S, S of random signs. */
static status mix(uint64_t seed, size_t count, size_t rank, double *rows) {
  FREED double *signs = NULL, *row = NULL;
  TRY(NEW_ARRAY(rank * rank, signs));
  TRY(NEW_ARRAY(rank, row));
  TRY(planted_signs(seed, rank * rank, signs));
  for (size_t i = 0; i < count; i++) {
    memset(row, 0, rank * sizeof *row);
    kernel_rows_combine(rank, rank, signs, rank, rows + i * rank, row);
    memcpy(rows + i * rank, row, rank * sizeof *row);
  }
  return STATUS_OK;
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
  FREED double *left = NULL, *right = NULL, *product = NULL, *rotation = NULL, *values = NULL;
  TRY(transpose(m, rank, rows, &left));
  TRY(transpose(n, rank, columns, &right));
  TRY(NEW_ARRAY(rank * n, product));
  TRY(NEW_ARRAY(rank * rank, rotation));
  TRY(NEW_ARRAY(rank, values));
  TRY(singular_rotate(rank, m, left, rotation, values));
  for (size_t k = 0; k < rank; k++) {
    kernel_rows_combine(rank, n, right, n, rotation + k * rank, product + k * n);
    kernel_scale(n, values[k], product + k * n);
  }
  TRY(singular_rotate(rank, n, product, NULL, values));
  for (size_t k = 0; k < rank; k++) *norm += values[k];
  return STATUS_OK;
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

static status draw_matrix(filtering *f, const problem_setting *setting) {
  const uint64_t seed = setting->seed;
  const size_t m = f->sequence.m, n = f->sequence.n, rank = f->rank;
  const bool blocks = f->matrix == MATRIX_BLOCKS;
  FREED double *rows = NULL, *columns = NULL, *w = NULL;
  CLEANUP(random_stream_free_at) random_stream *later = NULL;
  TRY(draw_factor(seed, "rows", blocks, m, rank, &rows));
  TRY(draw_factor(seed, "columns", blocks, n, rank, &columns));
  if (blocks) TRY(mix(seed, m, rank, rows));
  TRY(NEW_ARRAY(m * n, w));
  kernel_multiply_transposed(m, n, rank, rows, rank, columns, rank, w, n);
  TRY(trace_norm(m, n, rank, rows, columns, &f->trace_norm));
  f->trace_norm *= scale_to_one(m * n, w);
  TRY(random_stream_new(seed, "drift", &later));
  matrices drawn = {.m = m, .n = n, .moved = f->sequence.moved, .w = w, .drift = later};
  return drift_draw(setting->trials, f->sequence.segments, next_matrix, &drawn, &f->sequence.hidden);
}

static status init(void *self, const problem_setting *setting) {
  filtering *f = self;
  TRY(entry_sequence_begin(&f->sequence, setting));
  TRY(draw_matrix(f, setting));
  return entry_sequence_compare(&f->sequence, setting);
}

static const field constants[] = {
    {FIELD(filtering, trace_norm, FIELD_NUMBER)},
    {FIELD(filtering, trace_norm_limit, FIELD_NUMBER)},
};

static const problem_methods methods = {
    ENTRY_SEQUENCE_METHODS(filtering),
    .facts = facts,
    .init = init,
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
              .result_version = 3,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
};
