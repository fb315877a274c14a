/* Who beats whom where strength is no order: n players of k styles, k odd, style c beats the (k - 1)/2 styles after it in a circle, as rock,
 * scissors and paper do. Styles are as frequent as each other. For the pair (i, j), i != j,
 *
 *   W_ij = 1 if j's style is among those that i's beats, -1 if i's is among those that j's beats, 0 for one style;
 *   y = 1 with probability (1 + (1 - 2 noise) W_ij)/2, otherwise -1
 *
 * and a prediction costs |p - y|/2 or (p - y)^2/4, that of the chance (1 + p)/2. All have the same strength: every player wins half of the
 * matches. The comparator is W. Constant: "trace_norm" of W, (n/k) sum_{m=1}^{k-1} |cot(pi m/(2k))| over odd m and |tan| over even m.
 *
 * Streams: "styles", "pairs", "labels". */

#include "problems/problem.h"
#include "problems/subspaces/planted.h"

typedef enum loss_choice { ABSOLUTE, SQUARE } loss_choice;

typedef struct cycles {
  size_t n, styles;
  loss_choice loss;
  size_t *style; /* n */
  double noise, trace_norm;
  random_stream *pairs, *labels;
  comparator *u;
  double label;
} cycles;

static const parameter parameters[] = {
    OPTION_COUNT(cycles, n, REQUIRED, 3, 2048, "players, a multiple of styles"),
    OPTION_COUNT(cycles, styles, "3", 3, 99, "an odd number"),
    OPTION_NUMBER(cycles, noise, "0", 0, 0.5, "probability that the style that is beaten wins"),
    OPTION_CHOICE(cycles, loss, "absolute", "absolute square", "of the chance (1 + p)/2 against 1 or 0"),
};

/* W between two styles. */
static double beats(size_t styles, size_t a, size_t b) {
  const size_t ahead = (b + styles - a) % styles;
  return ahead == 0 ? 0.0 : ahead <= styles / 2 ? 1.0 : -1.0;
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const cycles *c = self;
  const size_t n = c->n, styles = c->styles;
  const bool square = c->loss == SQUARE;
  if (styles % 2 == 0) return FAIL(STATUS_INVALID, "%s: styles = %zu must be odd", setting->class->about.name, styles);
  if (n % styles != 0) {
    return FAIL(STATUS_INVALID, "%s: n = %zu must be a multiple of styles = %zu", setting->class->about.name, n,
                styles);
  }
  *out = (problem_facts){.n = n,
                         .rows = n,
                         .kind = INSTANCE_ENTRY,
                         .rank = 1,
                         .labels = LABEL_REAL,
                         .loss = {square ? LOSS_SQUARE : LOSS_ABSOLUTE, -1.0, 1.0, -1.0, 1.0, square ? 0.25 : 0.5},
                         .gap_low = NAN,
                         .gap_high = NAN};
  return STATUS_OK;
}

/* The singular values of a circulant matrix are the moduli of its first row's Fourier sums, here 2 sum_{d=1}^{(k-1)/2} sin(2 pi m d/k); those
 * of W are n/k times as large. */
static double trace_norm(size_t n, size_t styles) {
  const size_t players = n / styles; /* of a style */
  double sum = 0.0;
  for (size_t m = 1; m < styles; m++) {
    const double tangent = fixed_tan(3.141592653589793 * (double)m / (2.0 * (double)styles));
    sum += m % 2 == 1 ? 1.0 / tangent : tangent;
  }
  return (double)players * sum;
}

static status find_matrix(cycles *c) {
  FREED double *w = NULL;
  TRY(NEW_ARRAY(c->n * c->n, w));
  for (size_t i = 0; i < c->n; i++) {
    for (size_t j = 0; j < c->n; j++) w[i * c->n + j] = beats(c->styles, c->style[i], c->style[j]);
  }
  TRY(comparator_from_entries(COMPARATOR_PLANTED, c->n, c->n, w, &c->u));
  return OWN(c, c->u, comparator_free);
}

static status init(void *self, const problem_setting *setting) {
  cycles *c = self;
  c->trace_norm = trace_norm(c->n, c->styles);
  TRY(OWN_ARRAY(c, c->n, c->style));
  TRY(planted_classes(setting->seed, "styles", c->n, c->styles, c->style));
  TRY(member_stream(c, setting->seed, "pairs", &c->pairs));
  TRY(member_stream(c, setting->seed, "labels", &c->labels));
  return find_matrix(c);
}

static status next(void *self, const learner *player, instance *x) {
  cycles *c = self;
  const size_t i = random_index(c->pairs, c->n), other = random_index(c->pairs, c->n - 1), j = other + (other >= i);
  const double w = beats(c->styles, c->style[i], c->style[j]);
  *x = instance_entry(c->n, c->n, i, j);
  c->label = random_chance(c->labels, 0.5 + (0.5 - c->noise) * w) ? 1.0 : -1.0;
  return STATUS_OK;
}

static const field constants[] = {{FIELD(cycles, trace_norm, FIELD_NUMBER)}};

static const problem_methods methods = {
    .size = sizeof(cycles),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(cycles, label),
    .comparator_at = PLACE(cycles, u),
    FIELDS(constants, constants),
};

const problem_class problem_cycles = {
    .about = {.name = "cycles",
              .title = "Cycles",
              .citation = "rock, paper, scissors; Hazan, Kale & Shalev-Shwartz 2012, section 2.2",
              .help = "pairs of players of styles that beat each other in a circle: all are equally strong",
              .formula = "$y=\\pm1$ with mean $(1-2p)W_{ij}$, $W_{ij}=1$ if $j$'s style is among the $\\frac{k-1}2$ "
                         "after $i$'s in a circle of $k$, $-W_{ji}$ if before, $0$ if it is $i$'s; loss "
                         "$\\frac12|\\hat y-y|$ or $\\frac14(\\hat y-y)^2$",
              .family = "entries",
              .result_version = 1,
              PARAMETERS(parameters)},
    .methods = &methods,
};
