/* Entries of a matrix of signs in blocks, with side information on rows and columns (after Herbster, Pasteris & Tse 2020). Rows have a graph
 * that tends to join rows of one class, columns likewise. With its Laplacian L and R_L = max_i (L^+)_ii,
 *
 *   M^{-1} = L^+ + R_L 1 1^T, R_M = max_i (M^{-1})_ii = 2 R_L;   without side information M = I, R_M = 1
 *
 * and N, R_N for columns. With Cholesky factors M = G G^T, N = H H^T, entry (i,j) is shown as the dyad X = x x^T of order m + n,
 *
 *   x = (G^{-1} e_i/sqrt(2 R_M); H^{-1} e_j/sqrt(2 R_N)), |x| <= 1
 *
 * that is M^{-1/2} e_i and N^{-1/2} e_j but for rotations, by + - x / and sqrt alone: the same bytes everywhere. A learner sees nothing else.
 *
 * The sign is that of <p_i,q_j>, |<p_i,q_j>| = gamma = 1/sqrt(k), p_i, q_j unit vectors as of biclusters.c, k the lesser number of classes. The
 * comparator U = F F^T, F = (sqrt(R_M) G^T P; sqrt(R_N) H^T Q), has tr(UX) = |p_i + q_j|^2/2 = 1 + <p_i,q_j> and the trace
 *
 *   D = R_M tr(P^T M P) + R_N tr(Q^T N Q),   m + n without side information; constant "trace" and in the manifest's notes
 *
 * A graph: the items of a class in a ring, rings joined one to the next, and `links` further edges from each item: to one of its class, or, with
 * probability `wrong`, to any.
 *
 * Streams: "rows", "columns" (classes), "signs", "row graph", "column graph", "order" (which entries), "noise". */

#include "base/state.h"
#include "linalg/cholesky.h"
#include "linalg/linear_system.h"
#include "problems/problem.h"
#include "problems/subspaces/planted.h"

enum { SIDE_LIMIT = 1024 };

/* Rows or columns. */
typedef struct side {
  size_t count;
  size_t *class, *sorted; /* of each item; the items by class */
  double *shown;          /* row i: G^{-1} e_i/sqrt(2 R_M), count x count */
  double *factor;         /* row i, d numbers: of sqrt(R_M) G^T P */
} side;

typedef enum side_choice { SIDE_GRAPHS, SIDE_NONE } side_choice;

typedef struct side_information {
  size_t m, n, classes, links;
  side_choice side;
  double wrong;
  side rows, columns;
  double *signs; /* classes x classes */
  double *x;     /* m + n */
  double noise, label, trace;
  random_stream *entries, *flips;
  comparator *comparator;
} side_information;

static const parameter parameters[] = {
    OPTION_COUNT(side_information, m, REQUIRED, 2, SIDE_LIMIT, "rows of the matrix"),
    OPTION_COUNT(side_information, n, REQUIRED, 2, SIDE_LIMIT, "columns of the matrix"),
    OPTION_COUNT(side_information, classes, "2", 1, SIDE_LIMIT, "of rows and of columns, at most m and n"),
    OPTION_CHOICE(side_information, side, "graphs", "graphs none", "what is known of rows and columns"),
    OPTION_COUNT(side_information, links, "3", 0, 100, "edges from each item, beyond the rings"),
    OPTION_NUMBER(side_information, wrong, "0", 0, 1,
                  "probability that such an edge goes to any item, not to one of the same class"),
    PLANTED_NOISE(side_information),
};

static const option_rule rules[] = {
    RULE_AT_MOST(side_information, classes, m),
    RULE_AT_MOST(side_information, classes, n),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const side_information *source = self;
  const size_t order = source->m + source->n;
  const double margin = 1.0 / sqrt((double)source->classes);
  *out = (problem_facts){.n = order,
                         .kind = INSTANCE_DYAD,
                         .rank = 1,
                         .labels = LABEL_SIGN,
                         .exchangeable = true,
                         .gap_low = 1.0 - margin,
                         .gap_high = 1.0 + margin};
  return STATUS_OK;
}

static status draw_classes(side_information *source, uint64_t seed, const char *purpose, side *s) {
  size_t place = 0;
  TRY(OWN_ARRAY(source, s->count, s->class));
  TRY(OWN_ARRAY(source, s->count, s->sorted));
  TRY(planted_classes(seed, purpose, s->count, source->classes, s->class));
  for (size_t c = 0; c < source->classes; c++) {
    for (size_t i = 0; i < s->count; i++) {
      if (s->class[i] == c) s->sorted[place++] = i;
    }
  }
  return STATUS_OK;
}

static void join(const side *s, size_t i, size_t j, double *laplacian) {
  if (i == j) return;
  laplacian[i * s->count + i] += 1.0;
  laplacian[j * s->count + j] += 1.0;
  laplacian[i * s->count + j] -= 1.0;
  laplacian[j * s->count + i] -= 1.0;
}

static void draw_graph(const side *s, random_stream *stream, size_t links, double wrong, double *laplacian) {
  for (size_t begin = 0, end = 0; begin < s->count; begin = end) {
    for (end = begin; end < s->count && s->class[s->sorted[end]] == s->class[s->sorted[begin]];) end++;
    const size_t size = end - begin;
    if (begin > 0) join(s, s->sorted[begin - 1], s->sorted[begin], laplacian);
    for (size_t a = begin; a < end; a++) {
      join(s, s->sorted[a], s->sorted[a + 1 < end ? a + 1 : begin], laplacian);
      for (size_t l = 0; l < links; l++) {
        const bool any = random_chance(stream, wrong);
        const size_t other = any ? random_index(stream, s->count) : begin + random_index(stream, size);
        join(s, s->sorted[a], s->sorted[other], laplacian);
      }
    }
  }
}

/* lower: G with G G^T = matrix + weight 1 1^T; s->shown: row i = G^{-1} e_i. */
static status factorise(side *s, const double *matrix, double weight, double *lower) {
  const size_t count = s->count;
  for (size_t k = 0; k < count * count; k++) lower[k] = matrix[k] + weight;
  if (cholesky_factor(count, lower, lower) < count) {
    return FAIL(STATUS_NUMERIC, "side_information: the Laplacian of a graph has no Cholesky factor");
  }
  for (size_t i = 0; i < count; i++) {
    double *column = s->shown + i * count;
    for (size_t l = 0; l < count; l++) column[l] = l == i ? 1.0 : 0.0;
    cholesky_solve_lower(count, lower, column);
  }
  return STATUS_OK;
}

/* G of M = L + 1 1^T/(R_L count^2), which has the inverse above; L^+ = (L + 1 1^T/count)^{-1} - 1 1^T/count. */
static status factorise_laplacian(side *s, const double *laplacian, double *lower, double *radius) {
  const size_t count = s->count;
  const double part = 1.0 / (double)count;
  double largest = 0.0;
  TRY(factorise(s, laplacian, part, lower));
  for (size_t i = 0; i < count; i++) {
    const double *column = s->shown + i * count;
    largest = fmax(largest, kernel_dot(count, column, column) - part);
  }
  *radius = 2.0 * largest;
  return factorise(s, laplacian, part * part / largest, lower);
}

/* shown and factor of unit vectors p, count x d, from G and G^{-1}; adds R_M tr(P^T M P) to *trace. */
static void embed_side(side *s, size_t d, const double *p, double radius, const double *lower, double *trace) {
  const size_t count = s->count;
  kernel_scale(count * count, sqrt(1.0 / (2.0 * radius)), s->shown);
  for (size_t l = 0; l < count; l++) {
    double *row = s->factor + l * d;
    for (size_t i = l; i < count; i++) kernel_axpy(d, lower[i * count + l], p + i * d, row);
    kernel_scale(d, sqrt(radius), row);
    for (size_t c = 0; c < d; c++) *trace += row[c] * row[c];
  }
}

static status make_side(side_information *source, side *s, uint64_t seed, const char *purpose, const double *p) {
  const size_t count = s->count, d = source->classes;
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  FREED double *matrix = NULL, *lower = NULL;
  double radius = 1.0;
  TRY(random_stream_new(seed, purpose, &stream));
  TRY(OWN_ARRAY(source, count * count, s->shown));
  TRY(OWN_ARRAY(source, count * d, s->factor));
  TRY(NEW_ARRAY(count * count, matrix));
  TRY(NEW_ARRAY(count * count, lower));
  if (source->side == SIDE_GRAPHS) {
    draw_graph(s, stream, source->links, source->wrong, matrix);
    TRY(factorise_laplacian(s, matrix, lower, &radius));
  } else {
    for (size_t l = 0; l < count; l++) matrix[l * (count + 1)] = 1.0;
    TRY(factorise(s, matrix, 0.0, lower));
  }
  embed_side(s, d, p, radius, lower, &source->trace);
  return STATUS_OK;
}

/* p: one-hot vectors of the rows' classes; q: columns of signs/sqrt(k). */
static status make_sides(side_information *source, uint64_t seed) {
  const size_t k = source->classes, m = source->rows.count, n = source->columns.count;
  const double scale = 1.0 / sqrt((double)k);
  FREED double *p = NULL, *q = NULL;
  TRY(NEW_ARRAY(m * k, p));
  TRY(NEW_ARRAY(n * k, q));
  for (size_t i = 0; i < m; i++) p[i * k + source->rows.class[i]] = 1.0;
  for (size_t j = 0; j < n; j++) {
    for (size_t l = 0; l < k; l++) q[j * k + l] = scale * source->signs[l * k + source->columns.class[j]];
  }
  TRY(make_side(source, &source->rows, seed, "row graph", p));
  return make_side(source, &source->columns, seed, "column graph", q);
}

static status init(void *self, const problem_setting *setting) {
  side_information *source = self;
  const size_t m = source->m, n = source->n;
  source->rows.count = m;
  source->columns.count = n;
  TRY(OWN_ARRAY(source, m + n, source->x));
  TRY(member_stream(source, setting->seed, "order", &source->entries));
  TRY(member_stream(source, setting->seed, "noise", &source->flips));
  TRY(draw_classes(source, setting->seed, "rows", &source->rows));
  TRY(draw_classes(source, setting->seed, "columns", &source->columns));
  TRY(OWN_ARRAY(source, source->classes * source->classes, source->signs));
  TRY(planted_signs(setting->seed, source->classes * source->classes, source->signs));
  TRY(make_sides(source, setting->seed));
  /* an embedding stands for its density, (m + n) times less */
  const double scale = sqrt((double)(m + n));
  for (size_t k = 0; k < m * source->classes; k++) source->rows.factor[k] *= scale;
  for (size_t k = 0; k < n * source->classes; k++) source->columns.factor[k] *= scale;
  TRY(comparator_from_embedding(COMPARATOR_PLANTED, m, n, source->classes, source->rows.factor, source->columns.factor,
                                &source->comparator));
  return OWN(source, source->comparator, comparator_free);
}

static status next(void *self, const learner *player, instance *x) {
  side_information *source = self;
  const size_t m = source->rows.count, n = source->columns.count;
  const size_t i = random_index(source->entries, m), j = random_index(source->entries, n);
  const size_t a = source->rows.class[i], b = source->columns.class[j];
  source->label = source->signs[a * source->classes + b];
  if (random_chance(source->flips, source->noise)) source->label = -source->label;
  for (size_t l = 0; l < m; l++) source->x[l] = source->rows.shown[i * m + l];
  for (size_t l = 0; l < n; l++) source->x[m + l] = source->columns.shown[j * n + l];
  *x = instance_dense_dyad(m + n, source->x);
  return STATUS_OK;
}

static status notes(void *self, cJSON *out) {
  return state_add_number(out, "trace of the comparator", ((side_information *)self)->trace);
}

static const field constants[] = {{FIELD(side_information, trace, FIELD_NUMBER)}};

static const problem_methods methods = {
    .size = sizeof(side_information),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(side_information, label),
    .comparator_at = PLACE(side_information, comparator),
    FIELDS(constants, constants),
    .notes = notes,
};

const problem_class problem_side_information = {
    .about = {.name = "side_information",
              .title = "Side information",
              .citation = "after Herbster, Pasteris & Tse 2020",
              .help = "entries of a matrix of signs in blocks, shown with what graphs on rows and columns say of them",
              .formula =
                  "$y=S_{a(i),b(j)}$, classes $a$, $b$, random signs $S$; $X=xx^T$, "
                  "$x=\\left(\\frac1{\\sqrt{2R_M}}G^{-1}e_i,\\frac1{\\sqrt{2R_N}}H^{-1}e_j\\right)$, Cholesky factors "
                  "$GG^T=M$, $HH^T=N$, $M^{-1}=L^++R_L11^T$ for the Laplacian $L$ of a graph, $R_L=\\max_iL^+_{ii}$, "
                  "$R_M=2R_L$; "
                  "$\\mathrm{tr}(UX)=1+\\langle p_i,q_j\\rangle$, $y=\\sqrt k\\langle p_i,q_j\\rangle$, "
                  "$\\mathrm{tr}U=R_M\\mathrm{tr}(P^TMP)+R_N\\mathrm{tr}(Q^TNQ)$",
              .family = "matrix",
              .result_version = 2,
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
};
