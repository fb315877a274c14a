/* No learner of rectangular instances makes O(r ln((m+n)/r)) mistakes: N = (r/gap)^2 rows h_i of a Hadamard matrix, as instances diag(h_i, 0) of
 * order N + r and norm 1, with any labels at all. With c_i = gap where the label is 1 and 0 elsewhere, w = (1/N) sum c_i h_i has <w,h_i> = c_i,
 * |w|_1 <= sqrt(N) |w|_2 <= r and |w_j| <= gap; what it lacks of |w|_1 = r goes to the r further coordinates. Then G = diag(sign w) P, P a
 * projection of rank r with the diagonal |w| (comparators/schur_horn.h), is a generalised projection of rank r with tr(G^T X_i) = c_i
 * (docs/constants.md).
 *
 * product_hadamard shows b >= 2 copies of the rows, on (2N)^b coordinates, the b-tuples of pairs (j, s), s = 1 or -1: x = s_i h_{k,j_i} in row k of
 * copy i. w of copy i, divided by r, is a probability p_i on the pairs once its signs are read into s and what it lacks is spread
 * evenly; w = r p_1 x ... x p_b has the sum r and entries below 1, and agrees with all labels: b N mistakes.
 *
 * Constants: "forced", the trials; "fair", 1 where labels are coins. Stream: "coins". */

#include "comparators/schur_horn.h"
#include "problems/adversaries/forced_labels.h"
#include "problems/problem.h"
#include "problems/subspaces/planted.h"

enum { RATIO_LIMIT = 128, MOST_COPIES = 10, PRODUCT_LIMIT = 1 << 20 };

typedef enum form_choice { FORM_VECTOR, FORM_RECTANGULAR } form_choice;

typedef struct hadamard_adversary {
  size_t r;
  double gap;
  form_choice form;
  forced_labels labels;
  size_t copies;  /* b; 0: the rows themselves */
  size_t n, rows; /* rows: N */
  size_t forced;  /* trials */
  size_t trial;   /* trials with a label */
  bool fair;      /* labels are coins */
  double *label;  /* of each trial */
  double *w;      /* n */
  double *chance; /* product_hadamard: p_i(j, s) at (2 i N + 2 j), one more for s = -1 */
  double *x;      /* n */
  double *matrix; /* n x n; rectangular */
  random_stream *coins;
  comparator *comparator;
  size_t comparator_trial; /* value of `trial` when it was built */
} hadamard_adversary;

static const parameter parameters[] = {
    PLANTED_RANK(hadamard_adversary, RATIO_LIMIT, "rank of the hidden generalised projection"),
    PLANTED_GAP(hadamard_adversary,
                "tr(G^T X) of positive instances; negative ones have 0; r/gap is 1, 2, 4, ... up to 128"),
    OPTION_CHOICE(hadamard_adversary, form, "vector", "vector rectangular",
                  "diag(x) as a vector, or as a matrix with as many rows as columns"),
    FORCED_LABELS(hadamard_adversary),
};

static const parameter product_parameters[] = {
    PLANTED_RANK(hadamard_adversary, RATIO_LIMIT, "rank of the hidden projection"),
    PLANTED_GAP(hadamard_adversary,
                "tr(PX) of positive instances; negative ones have 0; r/gap is 1, 2, 4, ... up to 128"),
    OPTION_COUNT(hadamard_adversary, copies, "2", 2, MOST_COPIES,
                 "b: the order of the instances is (2 (r/gap)^2)^b, at most 2^20"),
    OPTION_CHOICE(hadamard_adversary, form, "vector", "vector rectangular",
                  "diag(x) as a vector, or as a matrix with as many rows as columns"),
    FORCED_LABELS(hadamard_adversary),
};

/* r/gap; 0 unless it is a power of 2 */
static size_t ratio_of(const hadamard_adversary *adversary) {
  const double ratio = (double)adversary->r / adversary->gap;
  for (size_t power = 1; power <= RATIO_LIMIT; power *= 2) {
    if (fabs(ratio - (double)power) <= 1e-9 * (double)power) return power;
  }
  return 0;
}

/* More than PRODUCT_LIMIT where it would be larger than that. */
static size_t order_of(const hadamard_adversary *adversary, size_t rows) {
  if (adversary->copies == 0) return rows + adversary->r;
  size_t n = 1;
  for (size_t i = 0; i < adversary->copies && n <= PRODUCT_LIMIT; i++) n *= 2 * rows;
  return n;
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  hadamard_adversary *adversary = self;
  const size_t ratio = ratio_of(adversary), rows = ratio * ratio, n = order_of(adversary, rows);
  const bool rectangular = adversary->form == FORM_RECTANGULAR;
  if (ratio == 0) {
    return FAIL(STATUS_INVALID, "%s: r/gap = %g must be 1, 2, 4, ... or %d", setting->class->about.name,
                (double)adversary->r / adversary->gap, RATIO_LIMIT);
  }
  if (adversary->copies > 0 && n > PRODUCT_LIMIT) {
    return FAIL(STATUS_INVALID, "%s: the order (2 (r/gap)^2)^copies must be at most %d", setting->class->about.name,
                PRODUCT_LIMIT);
  }
  if (rectangular && n > PLANTED_MATRIX_LIMIT) {
    return FAIL(STATUS_INVALID, "%s: the order %s = %zu must be at most %d with form = rectangular",
                setting->class->about.name, adversary->copies > 0 ? "(2 (r/gap)^2)^copies" : "(r/gap)^2 + r", n,
                PLANTED_MATRIX_LIMIT);
  }
  adversary->n = n;
  adversary->rows = rows;
  adversary->forced = adversary->copies > 0 ? adversary->copies * rows : rows;
  *out = (problem_facts){.n = n,
                         .rows = rectangular ? n : 0,
                         .kind = rectangular ? INSTANCE_RECTANGULAR : INSTANCE_VECTOR,
                         .rank = n,
                         .labels = LABEL_SIGN,
                         .trials = adversary->forced,
                         .adaptive = true,
                         .comparator_late = true,
                         .gap_low = 0,
                         .gap_high = adversary->gap};
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  hadamard_adversary *adversary = self;
  const size_t ratio = ratio_of(adversary);
  adversary->gap = (double)adversary->r / (double)ratio;
  adversary->fair = adversary->labels == LABELS_COINS;
  if (adversary->fair) TRY(member_stream(adversary, setting->seed, "coins", &adversary->coins));
  if (adversary->form == FORM_RECTANGULAR) {
    TRY(OWN_ARRAY(adversary, adversary->n * adversary->n, adversary->matrix));
  }
  TRY(OWN(adversary, &adversary->comparator, comparator_free_at));
  TRY(OWN_ARRAY(adversary, adversary->forced, adversary->label));
  TRY(OWN_ARRAY(adversary, adversary->n, adversary->w));
  TRY(OWN_ARRAY(adversary, 2 * adversary->copies * adversary->rows, adversary->chance));
  return OWN_ARRAY(adversary, adversary->n, adversary->x);
}

/* Sylvester's matrix: entry (i, j) is -1 to the number of digits 1 that i and j have in common. */
static double entry(size_t i, size_t j) {
  bool odd = false;
  for (size_t common = i & j; common > 0; common >>= 1) odd ^= common & 1;
  return odd ? -1.0 : 1.0;
}

/* x of a trial at a coordinate. Coordinate t of the product has the pairs (j, s) as its digits 2 j + (s < 0) to the base 2 N, the first one
 * last. */
static double entry_at(const hadamard_adversary *adversary, size_t trial, size_t coordinate) {
  const size_t rows = adversary->rows, base = 2 * rows;
  if (adversary->copies == 0) return coordinate < rows ? entry(trial, coordinate) : 0;
  size_t rest = coordinate;
  for (size_t i = 0; i < trial / rows; i++) rest /= base;
  const size_t digit = rest % base;
  return digit % 2 == 0 ? entry(trial % rows, digit / 2) : -entry(trial % rows, digit / 2);
}

static status next(void *self, const learner *player, instance *x) {
  hadamard_adversary *adversary = self;
  if (adversary->trial == adversary->forced) return STATUS_END;
  for (size_t j = 0; j < adversary->n; j++) adversary->x[j] = entry_at(adversary, adversary->trial, j);
  *x = instance_dense_vector(adversary->n, adversary->x);
  if (adversary->form == FORM_VECTOR) return STATUS_OK;
  for (size_t j = 0; j < adversary->n; j++) adversary->matrix[j * (adversary->n + 1)] = adversary->x[j];
  *x = instance_rectangular(adversary->n, adversary->n, adversary->matrix);
  return STATUS_OK;
}

static status reveal(void *self, const prediction *predicted, double *label) {
  hadamard_adversary *adversary = self;
  const bool negative = adversary->fair ? random_chance(adversary->coins, 0.5) : predicted->value > 0;
  *label = adversary->label[adversary->trial++] = negative ? -1 : 1;
  return STATUS_OK;
}

/* w (N) of the labels of N trials from `first` on; returns what |w|_1 lacks of r. */
static double weigh_rows(const hadamard_adversary *adversary, size_t first, double *w) {
  const size_t rows = adversary->rows;
  double missing = (double)adversary->r;
  memset(w, 0, rows * sizeof *w);
  for (size_t k = 0; k < rows && first + k < adversary->trial; k++) {
    if (adversary->label[first + k] < 0) continue;
    for (size_t j = 0; j < rows; j++) w[j] += entry(k, j);
  }
  for (size_t j = 0; j < rows; j++) {
    w[j] *= adversary->gap / (double)rows;
    missing -= fabs(w[j]);
  }
  return fmax(0.0, missing);
}

/* w = r p_1 x ... x p_b; its first N entries hold the weights of a copy meanwhile. */
static void weigh_product(hadamard_adversary *adversary) {
  const size_t rows = adversary->rows, base = 2 * rows;
  const double r = (double)adversary->r;
  double *w = adversary->w;
  for (size_t i = 0; i < adversary->copies; i++) {
    const double evenly = weigh_rows(adversary, i * rows, w) / (double)base;
    for (size_t j = 0; j < rows; j++) {
      double *pair = adversary->chance + i * base + 2 * j;
      pair[0] = (fmax(w[j], 0.0) + evenly) / r;
      pair[1] = (fmax(-w[j], 0.0) + evenly) / r;
    }
  }
  size_t filled = 1;
  w[0] = r;
  for (size_t i = 0; i < adversary->copies; i++) {
    for (size_t digit = base; digit-- > 0;) {
      for (size_t t = 0; t < filled; t++) w[digit * filled + t] = w[t] * adversary->chance[i * base + digit];
    }
    filled *= base;
  }
}

/* w (n), with |w|_1 = r */
static void weigh(hadamard_adversary *adversary) {
  if (adversary->copies > 0) {
    weigh_product(adversary);
    return;
  }
  const double missing = weigh_rows(adversary, 0, adversary->w);
  for (size_t j = 0; j < adversary->r; j++) adversary->w[adversary->rows + j] = missing / (double)adversary->r;
}

/* G = diag(sign w) F^T F */
static status spread(const hadamard_adversary *adversary, comparator **out) {
  const double *w = adversary->w;
  const size_t n = adversary->n, r = adversary->r;
  FREED double *size = NULL, *frame = NULL, *g = NULL;
  TRY(NEW_ARRAY(n, size));
  TRY(NEW_ARRAY(r * n, frame));
  TRY(NEW_ARRAY(n * n, g));
  for (size_t j = 0; j < n; j++) size[j] = fabs(w[j]);
  TRY(schur_horn_frame(n, r, size, frame));
  for (size_t i = 0; i < n; i++) {
    for (size_t l = 0; l < r; l++) kernel_axpy(n, (w[i] < 0 ? -1 : 1) * frame[l * n + i], frame + l * n, g + i * n);
  }
  return comparator_from_rectangular(COMPARATOR_PLANTED, n, n, g, out);
}

static comparator *consistent(void *self) {
  hadamard_adversary *adversary = self;
  if (adversary->comparator != NULL && adversary->comparator_trial == adversary->trial) return adversary->comparator;
  comparator_free(adversary->comparator);
  adversary->comparator = NULL;
  weigh(adversary);
  const status code =
      adversary->form == FORM_RECTANGULAR
          ? spread(adversary, &adversary->comparator)
          : comparator_from_signed_vector(COMPARATOR_PLANTED, adversary->n, adversary->w, &adversary->comparator);
  if (code != STATUS_OK) return NULL;
  adversary->comparator_trial = adversary->trial;
  return adversary->comparator;
}

static const field constants[] = {{FIELD(hadamard_adversary, forced, FIELD_COUNT)},
                                  {FIELD(hadamard_adversary, fair, FIELD_FLAG)}};

static const problem_methods methods = {
    .size = sizeof(hadamard_adversary),
    .facts = facts,
    .init = init,
    .next = next,
    .reveal = reveal,
    .comparator = consistent,
    FIELDS(constants, constants),
};

const problem_class problem_hadamard_adversary = {
    .about = {.name = "hadamard_adversary",
              .title = "Hadamard rows with any labels",
              .citation = "docs/constants.md",
              .help = "contradicts every prediction, (r/gap)^2 times, and stays consistent with a generalised "
                      "projection of rank r",
              .formula =
                  "$X_i=\\mathrm{diag}(h_i,0)$, $y=-\\hat y$, $h_i$ the rows of a Hadamard matrix of order "
                  "$N=\\left(\\frac r{g_1}\\right)^2$; $\\mathrm{tr}(G^TX_i)=\\langle w,h_i\\rangle$, $w=\\frac{g_1}N"
                  "\\sum_{y_i=1}h_i$",
              .family = "hadamard_adversary",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &methods,
};

const problem_class problem_product_hadamard = {
    .about = {.name = "product_hadamard",
              .title = "Products of Hadamard rows with any labels",
              .citation = "docs/constants.md",
              .help =
                  "contradicts every prediction, (r/gap)^2 times for each of its copies of Hadamard rows, and stays "
                  "consistent with a projection of rank r",
              .formula = "$X=\\mathrm{diag}(x)$ of order $n=(2N)^b$, $N=\\left(\\frac r{g_1}\\right)^2$, coordinates "
                         "$(j_1,s_1,\\dots,j_b,s_b)$: $x=s_ih_{k,j_i}$ for $i\\le b$, $k\\le N$, $y=-\\hat y$; "
                         "$w=rp_1\\otimes\\dots\\otimes p_b$",
              .family = "product_hadamard",
              .result_version = 1,
              PARAMETERS(product_parameters)},
    .methods = &methods,
};
