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

#include "problems/problem.h"

enum { MOST_QUBITS = 14, MATRIX_QUBITS = 9, MOST_RANK = 1 << MATRIX_QUBITS, CANDIDATES = 16 };

static const double tie = 1e-9; /* of errors that differ by less the first counts */

typedef enum measurement { PROJECTION, OVERLAP, PAULI, WORST_PAULI } measurement;
typedef enum state_kind { PURE, LOW_RANK, THERMAL } state_kind;
typedef enum loss_choice { ABSOLUTE, SQUARE } loss_choice;

typedef struct pauli {
  size_t flips, signs; /* bits: X or Y; Z or Y */
  double sign;
} pauli;

typedef struct quantum_state {
  size_t qubits, rank;
  state_kind state;
  measurement measurements;
  loss_choice loss;
  double beta, noise;
  size_t order; /* N */
  double label;
  random_stream *instances, *labels;
  double *pairs;  /* dyads: a vector and i times it, after another such pair, 4 x n */
  double *matrix; /* pauli: n x n */
  comparator *comparator;
} quantum_state;

static const parameter parameters[] = {
    OPTION_COUNT(quantum_state, qubits, "3", 1, MOST_QUBITS,
                 "k; instances have the order 2^(k+1); at most 9 but for projection and overlap of a state that is not "
                 "thermal"),
    OPTION_CHOICE(quantum_state, state, "pure", "pure low_rank thermal", "what is hidden"),
    OPTION_COUNT(quantum_state, rank, "2", 1, MOST_RANK, "of a state of low rank, at most 2^k"),
    OPTION_NUMBER(quantum_state, beta, "1", 0, 1e3, "of a thermal state: weights exp(-beta j)"),
    OPTION_CHOICE(quantum_state, measurements, "pauli", "projection overlap pauli worst_pauli", "what is shown"),
    OPTION_NUMBER(quantum_state, noise, "0", 0, 1, "labels are wrong by up to this"),
    OPTION_CHOICE(quantum_state, loss, "absolute", "absolute square", "loss of predictions from 0 to 1"),
};

/* Are measurements of rank one? */
static bool shows_dyads(measurement kind) {
  return kind == PROJECTION || kind == OVERLAP;
}

static size_t rank_of(const quantum_state *source) {
  const size_t order = (size_t)1 << source->qubits;
  const size_t ranks[] = {1, source->rank, order};
  return ranks[source->state];
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const quantum_state *source = self;
  const size_t order = (size_t)1 << source->qubits, rank = rank_of(source);
  const bool dyads = shows_dyads(source->measurements);
  const loss_kind kind = source->loss == SQUARE ? LOSS_SQUARE : LOSS_ABSOLUTE;
  if (rank > order) {
    return FAIL(STATUS_INVALID, "%s: rank = %zu must be at most 2^qubits = %zu", setting->class->about.name, rank,
                order);
  }
  if (order > MOST_RANK && (!dyads || rank > MOST_RANK)) {
    return FAIL(STATUS_INVALID,
                "%s: qubits = %zu is above %d, for which measurements are projection or overlap and the "
                "state is not thermal",
                setting->class->about.name, source->qubits, MATRIX_QUBITS);
  }
  *out = (problem_facts){.n = 2 * order,
                         .kind = dyads ? INSTANCE_LOW_RANK : INSTANCE_MATRIX,
                         .rank = dyads ? 2 : 2 * order,
                         .labels = LABEL_REAL,
                         .loss = {kind, 0.0, 1.0, 0.0, 1.0, 1.0},
                         .adaptive = source->measurements == WORST_PAULI,
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
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
static status hide(quantum_state *source, random_stream *stream) {
  const size_t n = 2 * source->order, rank = rank_of(source);
  const double beta = source->state == THERMAL ? source->beta : 0.0;
  FREED double *rows = NULL, *weights = NULL, *u = NULL;
  double total = 0.0;
  TRY(OWN(source, &source->comparator, comparator_free_at));
  TRY(NEW_ARRAY(2 * rank * n, rows));
  TRY(NEW_ARRAY(2 * rank, weights));
  for (size_t j = 0; j < rank; j++) {
    draw_pair(stream, source->order, 2 * j, rows);
    weights[2 * j] = weights[2 * j + 1] = fixed_exp(-beta * (double)j);
    total += 2.0 * weights[2 * j];
  }
  for (size_t j = 0; j < 2 * rank; j++) weights[j] /= total;
  if (shows_dyads(source->measurements)) {
    TRY(comparator_from_low_rank(COMPARATOR_PLANTED, n, 2 * rank, rows, weights, &source->comparator));
    return comparator_prepare(source->comparator, INSTANCE_LOW_RANK, 2);
  }
  const instance sum = instance_low_rank(n, 2 * rank, rows, weights, 0.0);
  TRY(NEW_ARRAY(n * n, u));
  instance_add_to_dense(&sum, 1.0, u);
  TRY(comparator_from_matrix(COMPARATOR_PLANTED, n, u, &source->comparator));
  return comparator_prepare(source->comparator, INSTANCE_MATRIX, n);
}

static status init(void *self, const problem_setting *setting) {
  quantum_state *source = self;
  CLEANUP(random_stream_free_at) random_stream *subspace = NULL;
  source->order = (size_t)1 << source->qubits;
  const size_t n = 2 * source->order;
  TRY(member_stream(source, setting->seed, "instances", &source->instances));
  TRY(member_stream(source, setting->seed, "labels", &source->labels));
  if (shows_dyads(source->measurements))
    TRY(OWN_ARRAY(source, 4 * n, source->pairs));
  else
    TRY(OWN_ARRAY(source, n * n, source->matrix));
  TRY(random_stream_new(setting->seed, "subspace", &subspace));
  return hide(source, subspace);
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
  if (source->measurements == PROJECTION) {
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
  if (source->measurements == WORST_PAULI) {
    TRY(next_worst(source, player, x));
  } else if (source->measurements == PAULI) {
    *x = show_pauli(source, draw_pauli(source));
  } else {
    *x = show_dyads(source);
  }
  const double off = source->noise * random_range(source->labels, -1.0, 1.0);
  source->label = fmin(fmax(comparator_value(source->comparator, x) + off, 0.0), 1.0);
  return STATUS_OK;
}

static const field constants[] = {{FIELD(quantum_state, qubits, FIELD_COUNT)}};

static const problem_methods methods = {
    .size = sizeof(quantum_state),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(quantum_state, label),
    .comparator_at = PLACE(quantum_state, comparator),
    FIELDS(constants, constants),
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
