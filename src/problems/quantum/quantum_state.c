/* Learning a quantum state from measurements (Aaronson 2007; Aaronson, Chen, Hazan, Kale and Nayak 2018): a hidden density rho of k qubits,
 * N = 2^k; a trial shows a measurement 0 <= E <= I, and the label is the chance tr(E rho) of its outcome, wrong by a uniform number of
 * modulus at most `noise`. A Hermitian A + iB is shown as the symmetric matrix [[A, -B], [B, A]] of order n = 2N, whose eigenvalues are those
 * of A + iB, each twice: the comparator is rho/2 in this form, of trace 1, with D(U, I/n) = k ln 2 - S(rho).
 *
 *   state          rho = sum of p_j v_j v_j^*, random orthonormal v_j: "pure" one; "low_rank" `rank` of weight 1/rank; "thermal" N with p_j
 *                  proportional to exp(-beta j)
 *   measurements   "projection": onto a random vector; "overlap": onto sqrt(c) v_j + sqrt(1 - c) w, v_j drawn by its weight, w a random vector
 *                  orthogonal to it and c uniform on [0,1], so that the chance is c p_j or more; "pauli": (I + s P)/2, s a random sign, P a random product of Pauli matrices, not all
 *                  identities; "worst_pauli": of 16 such ones that for which the learner is wrong by most, and of errors within
 *                  1e-9 (P and -P have the same one) the first, so that rounding does not choose
 *
 * Projections are shown as sums of two dyads, and then no matrix is kept.
 *
 * Streams: "subspace", "instances", "labels". */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/random/portable_math.h"
#include "linalg/kernels.h"
#include "problems/problem.h"

enum { MOST_QUBITS = 14, MATRIX_QUBITS = 9, MOST_RANK = 1 << MATRIX_QUBITS, CANDIDATES = 16 };

static const double tie = 1e-9; /* of errors that differ by less the first counts */

typedef enum measurement { PROJECTION, OVERLAP, PAULI, WORST_PAULI } measurement;
typedef enum state_kind { PURE, LOW_RANK, THERMAL } state_kind;

static const parameter parameters[] = {
    {.name = "qubits",
     .type = PARAMETER_INTEGER,
     .value = "3",
     .low = 1,
     .high = MOST_QUBITS,
     .meaning = "k; instances have the order 2^(k+1); at most 9 but for projection and overlap of a state that is not "
                "thermal"},
    {.name = "state",
     .type = PARAMETER_CHOICE,
     .value = "pure",
     .choices = "pure low_rank thermal",
     .meaning = "what is hidden"},
    {.name = "rank",
     .type = PARAMETER_INTEGER,
     .value = "2",
     .low = 1,
     .high = MOST_RANK,
     .meaning = "of a state of low rank, at most 2^k"},
    {.name = "beta",
     .type = PARAMETER_NUMBER,
     .value = "1",
     .low = 0,
     .high = 1e3,
     .meaning = "of a thermal state: weights exp(-beta j)"},
    {.name = "measurements",
     .type = PARAMETER_CHOICE,
     .value = "pauli",
     .choices = "projection overlap pauli worst_pauli",
     .meaning = "what is shown"},
    {.name = "noise",
     .type = PARAMETER_NUMBER,
     .value = "0",
     .low = 0,
     .high = 1,
     .meaning = "labels are wrong by up to this"},
    {.name = "loss",
     .type = PARAMETER_CHOICE,
     .value = "absolute",
     .choices = "absolute square",
     .meaning = "loss of predictions from 0 to 1"},
};

typedef struct pauli {
  size_t flips, signs; /* bits: X or Y; Z or Y */
  double sign;
} pauli;

typedef struct quantum_state {
  measurement kind;
  size_t k, order; /* N */
  double noise, label;
  random_stream *instances, *labels;
  double *pairs;  /* dyads: a vector and i times it, after another such pair, 4 x n */
  double *matrix; /* pauli: n x n */
  comparator *comparator;
} quantum_state;

/* Are measurements of rank one? */
static bool shows_dyads(measurement kind) {
  return kind == PROJECTION || kind == OVERLAP;
}

static size_t rank_of(const options *values) {
  const size_t order = (size_t)1 << option_count(values, "qubits");
  const size_t ranks[] = {1, option_count(values, "rank"), order};
  return ranks[option_choice(values, "state")];
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const size_t order = (size_t)1 << option_count(values, "qubits");
  const bool dyads = shows_dyads((measurement)option_choice(values, "measurements"));
  const loss_kind loss = option_is(values, "loss", "square") ? LOSS_SQUARE : LOSS_ABSOLUTE;
  if (rank_of(values) > order) {
    return FAIL(STATUS_INVALID, "%s: rank = %zu must be at most 2^qubits = %zu", option_who(values), rank_of(values),
                order);
  }
  if (order > MOST_RANK && (!dyads || rank_of(values) > MOST_RANK)) {
    return FAIL(STATUS_INVALID,
                "%s: qubits = %zu is above %d, for which measurements are projection or overlap and the "
                "state is not thermal",
                option_who(values), option_count(values, "qubits"), MATRIX_QUBITS);
  }
  *out = (problem_facts){.n = 2 * order,
                         .kind = dyads ? INSTANCE_LOW_RANK : INSTANCE_MATRIX,
                         .rank = dyads ? 2 : 2 * order,
                         .labels = LABEL_REAL,
                         .loss = {loss, 0.0, 1.0, 0.0, 1.0, 1.0},
                         .adaptive = option_choice(values, "measurements") == WORST_PAULI,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

static void clear(void *self) {
  quantum_state *source = self;
  comparator_free(source->comparator);
  random_stream_free(source->instances);
  random_stream_free(source->labels);
  free(source->pairs);
  free(source->matrix);
}

/* pair = a + ib as (a, b), and i (a + ib) as (-b, a): orthonormal, and so are the pairs of orthogonal complex vectors. */
static void complete_pair(size_t order, double *pair) {
  for (size_t i = 0; i < order; i++) {
    pair[2 * order + i] = -pair[order + i];
    pair[3 * order + i] = pair[i];
  }
}

/* A random complex unit vector orthogonal to the `count` rows before it, which are pairs; with its pair. Two passes of Gram and Schmidt leave
 * rounding errors only. */
static void draw_pair(random_stream *stream, size_t order, size_t count, double *rows) {
  const size_t n = 2 * order;
  double *x = rows + count * n;
  random_unit_vector(stream, n, x);
  for (int pass = 0; pass < 2; pass++) {
    for (size_t i = 0; i < count; i++) {
      const double inner = kernel_dot(n, rows + i * n, x);
      for (size_t j = 0; j < n; j++) x[j] -= inner * rows[i * n + j];
    }
    const double norm = kernel_norm(n, x);
    for (size_t j = 0; j < n; j++) x[j] /= norm;
  }
  complete_pair(order, x);
}

/* The comparator rho/2. */
static status hide(quantum_state *source, random_stream *stream, const options *values) {
  const size_t n = 2 * source->order, rank = rank_of(values);
  const double beta = option_choice(values, "state") == THERMAL ? option_number(values, "beta") : 0.0;
  double *rows = NULL, *weights = NULL, *u = NULL, total = 0.0;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(2 * rank * n, rows));
  CHECK(NEW_ARRAY(2 * rank, weights));
  for (size_t j = 0; j < rank; j++) {
    draw_pair(stream, source->order, 2 * j, rows);
    weights[2 * j] = weights[2 * j + 1] = portable_exp(-beta * (double)j);
    total += 2.0 * weights[2 * j];
  }
  for (size_t j = 0; j < 2 * rank; j++) weights[j] /= total;
  if (shows_dyads(source->kind)) {
    CHECK(comparator_from_low_rank(COMPARATOR_PLANTED, n, 2 * rank, rows, weights, &source->comparator));
    CHECK(comparator_prepare(source->comparator, INSTANCE_LOW_RANK, 2));
  } else {
    const instance sum = instance_low_rank(n, 2 * rank, rows, weights, 0.0);
    CHECK(NEW_ARRAY(n * n, u));
    instance_add_to_dense(&sum, 1.0, u);
    CHECK(comparator_from_matrix(COMPARATOR_PLANTED, n, u, &source->comparator));
    CHECK(comparator_prepare(source->comparator, INSTANCE_MATRIX, n));
  }
end:
  free(rows);
  free(weights);
  free(u);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  quantum_state *source = self;
  random_stream *subspace = NULL;
  source->kind = (measurement)option_choice(values, "measurements");
  source->k = option_count(values, "qubits");
  source->order = (size_t)1 << source->k;
  source->noise = option_number(values, "noise");
  const size_t n = 2 * source->order;
  TRY(random_stream_new(setting->seed, "instances", &source->instances));
  TRY(random_stream_new(setting->seed, "labels", &source->labels));
  if (shows_dyads(source->kind))
    TRY(NEW_ARRAY(4 * n, source->pairs));
  else
    TRY(NEW_ARRAY(n * n, source->matrix));
  TRY(random_stream_new(setting->seed, "subspace", &subspace));
  const status code = hide(source, subspace, values);
  random_stream_free(subspace);
  return code;
}

static pauli draw_pauli(quantum_state *source) {
  const size_t product = 1 + random_index(source->instances, source->order * source->order - 1);
  const double sign = random_chance(source->instances, 0.5) ? 1.0 : -1.0;
  return (pauli){product % source->order, product / source->order, sign};
}

static unsigned ones(size_t bits) {
  unsigned count = 0;
  for (; bits != 0; bits &= bits - 1) count++;
  return count;
}

/* (I + s P)/2. P maps the j-th unit vector to (-1)^|j and signs| i^|flips and signs| times that of j xor flips: a Y is i X Z. */
static instance show_pauli(const quantum_state *source, pauli p) {
  const size_t order = source->order, n = 2 * order;
  double *x = source->matrix;
  const unsigned quarter = ones(p.flips & p.signs) % 4;
  memset(x, 0, n * n * sizeof *x);
  for (size_t j = 0; j < order; j++) {
    const size_t i = j ^ p.flips;
    const unsigned turns = (quarter + 2 * ones(j & p.signs)) % 4;
    const double value = 0.5 * p.sign * (turns < 2 ? 1.0 : -1.0);
    x[j * n + j] += 0.5;
    x[(order + j) * n + order + j] += 0.5;
    if (turns % 2 == 0) { /* real */
      x[i * n + j] += value;
      x[(order + i) * n + order + j] += value;
    } else { /* imaginary */
      x[i * n + order + j] -= value;
      x[(order + i) * n + j] += value;
    }
  }
  return instance_matrix(n, x);
}

static status next_worst(quantum_state *source, const learner *player, instance *x) {
  pauli worst = {0};
  double largest = -1.0;
  for (int i = 0; i < CANDIDATES; i++) {
    const pauli p = draw_pauli(source);
    double score = 0.0;
    *x = show_pauli(source, p);
    TRY(learner_score(player, x, &score));
    const double error = fabs(score - comparator_value(source->comparator, x));
    if (!(error > largest + tie)) continue;
    largest = error;
    worst = p;
  }
  *x = show_pauli(source, worst);
  return STATUS_OK;
}

/* The first vector of a pair of rho's, drawn by the weights. */
static const double *draw_eigenvector(quantum_state *source) {
  const instance *u = comparator_instance(source->comparator);
  double left = random_uniform(source->instances);
  size_t j = 0;
  for (; j + 2 < u->rank && left >= 2.0 * u->weights[j]; j += 2) left -= 2.0 * u->weights[j];
  return u->factors + j * u->n;
}

static instance show_dyads(quantum_state *source) {
  static const double weights[] = {1.0, 1.0};
  const size_t n = 2 * source->order;
  double *v = source->pairs, *shown = source->pairs + 2 * n;
  if (source->kind == PROJECTION) {
    draw_pair(source->instances, source->order, 0, shown);
    return instance_low_rank(n, 2, shown, weights, 0.0);
  }
  memcpy(v, draw_eigenvector(source), n * sizeof *v);
  complete_pair(source->order, v);
  draw_pair(source->instances, source->order, 2, v); /* orthogonal to both: the third row */
  const double chance = random_uniform(source->instances);
  kernel_scale(n, sqrt(1.0 - chance), shown);
  kernel_axpy(n, sqrt(chance), v, shown);
  complete_pair(source->order, shown);
  return instance_low_rank(n, 2, shown, weights, 0.0);
}

static status next(void *self, const learner *player, instance *x) {
  quantum_state *source = self;
  if (source->kind == WORST_PAULI) {
    TRY(next_worst(source, player, x));
  } else if (source->kind == PAULI) {
    *x = show_pauli(source, draw_pauli(source));
  } else {
    *x = show_dyads(source);
  }
  const double off = source->noise * random_range(source->labels, -1.0, 1.0);
  source->label = fmin(fmax(comparator_value(source->comparator, x) + off, 0.0), 1.0);
  return STATUS_OK;
}

/* "qubits" */
static bool constant(const void *self, const char *name, double *value) {
  const quantum_state *source = self;
  if (strcmp(name, "qubits") != 0) return false;
  *value = (double)source->k;
  return true;
}

static const problem_methods methods = {
    .size = sizeof(quantum_state),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .label_at = PLACE(quantum_state, label),
    .comparator_at = PLACE(quantum_state, comparator),
    .constant = constant,
};

const problem_class problem_quantum_state = {
    .about = {.name = "quantum_state",
              .title = "Quantum state",
              .citation = "Aaronson, Chen, Hazan, Kale & Nayak 2018",
              .help = "the chances of outcomes of measurements of a hidden state of k qubits",
              .formula = "$X=E$, a measurement $0\\preceq E\\preceq I$ as a real matrix of order $2^{k+1}$; "
                         "$y=\\mathrm{tr}(E\\rho)$ up to the noise; $U=\\frac12\\rho$ in the same form",
              .family = "quantum_state",
              .result_version = 3,
              PARAMETERS(parameters)},
    .methods = &methods,
};
