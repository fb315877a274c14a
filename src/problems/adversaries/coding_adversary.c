/* The adversary of the lower bound by a random code (docs/constants.md): rows of independent coins Ber(theta), theta that of the capacity, are
 * the instances diag(x), and labels contradict the predictions. By Schur and Horn a projection of rank r with tr(PX) >= gap on positives and 0
 * on negatives is hidden as long as there are weights 0 <= w_i <= 1 with sum r, <w,x_t> >= gap on positives and 0 on negatives: a linear
 * programme, whose columns are the coordinates that no negative has, those in the same positives as one. The learner is asked before a row is
 * shown: only rows are whose contradicted label leaves such weights, so that every trial is a mistake; after `tries` rows in succession that are
 * not so, the sequence ends. This certifies what was forced on the learner at hand, not a bound for all.
 *
 * GLPK proposes the weights; they are rounded to whole multiples of 2^-30 and all conditions are checked in whole numbers. A wrong answer of the
 * library can only end the sequence early. Stream: "code". */

#include "hindsight/fractional_hitting.h"
#include "learners/winnow/capacity_tuning.h"
#include "problems/adversaries/moves.h"
#include "problems/subspaces/planted.h"

enum { ORDER_LIMIT = 1000000, MOST_ROWS = 128 };

static const double grid = 1073741824.0; /* 2^30 */

/* A coordinate that no negative instance has. */
typedef struct coordinate {
  uint64_t sets[HITTING_WORDS]; /* positive instances that have it */
  size_t index;
  int64_t weight; /* in multiples of 1/grid */
} coordinate;

/* What is possible after the labels so far, or after one more. */
typedef struct version {
  size_t count, sets;
  coordinate *left; /* n, sorted by sets */
} version;

typedef struct coding_adversary {
  size_t n, r, tries;
  bool pad, finished; /* finished: no row was found */
  double gap, theta;
  double label;
  random_stream *code;
  version now, then;          /* then: after the row that is shown */
  size_t drawn;               /* rows that wait */
  bool *rows;                 /* MOST_ROWS times n */
  double contrary[MOST_ROWS]; /* labels that contradict the learner */
  size_t *index;              /* n */
  double *ones;               /* n */
  hitting_element *elements;
  double *answer; /* 1 + n: of fractional_hitting */
  double *weight; /* n: of elements, those of the answer */
  int64_t *whole; /* n: the same in multiples of 1/grid */
  comparator *comparator;
  bool stale; /* the comparator */
} coding_adversary;

static const parameter parameters[] = {
    OPTION_COUNT(coding_adversary, n, REQUIRED, 2, ORDER_LIMIT, "order of the instances"),
    PLANTED_RANK(coding_adversary, ORDER_LIMIT, "rank of the hidden projection, at most n"),
    PLANTED_GAP(coding_adversary, "least tr(PX) of positive instances; negative ones have 0"),
    OPTION_COUNT(coding_adversary, tries, "1000", 1, 10000,
                 "rows drawn in search of one whose label can contradict the prediction, before the sequence ends"),
    MOVES_PAD(coding_adversary, pad),
};

static const option_rule rules[] = {
    RULE_AT_MOST(coding_adversary, r, n),
};

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const coding_adversary *adversary = self;
  const size_t n = adversary->n;
  TRY(fractional_hitting_available());
  *out = (problem_facts){.n = n,
                         .kind = INSTANCE_VECTOR,
                         .rank = n,
                         .labels = LABEL_SIGN,
                         .adaptive = true,
                         .comparator_late = true,
                         .gap_low = 0,
                         .gap_high = adversary->gap};
  return STATUS_OK;
}

static int by_sets(const void *a, const void *b) {
  const coordinate *x = a, *y = b;
  for (size_t k = 0; k < HITTING_WORDS; k++) {
    if (x->sets[k] != y->sets[k]) return x->sets[k] < y->sets[k] ? -1 : 1;
  }
  return (x->index > y->index) - (x->index < y->index);
}

/* Coordinates in the same sets are one element. Returns the number of elements. */
static size_t merge(const version *of, hitting_element *elements) {
  size_t count = 0;
  for (size_t i = 0; i < of->count; i++) {
    const bool same = i > 0 && memcmp(of->left[i].sets, of->left[i - 1].sets, sizeof of->left[i].sets) == 0;
    hitting_element *element = &elements[same ? count - 1 : count++];
    if (!same) memcpy(element->sets, of->left[i].sets, sizeof element->sets);
    element->capacity = same ? element->capacity + 1.0 : 1.0;
  }
  return count;
}

/* `then`, what is left after row k with its label, and its elements. */
static size_t extend(void *self, size_t k, hitting_element *elements, size_t *count) {
  coding_adversary *adversary = self;
  const version *now = &adversary->now;
  version *out = &adversary->then;
  const bool *row = adversary->rows + k * adversary->n, positive = adversary->contrary[k] > 0;
  out->sets = now->sets + positive;
  out->count = 0;
  for (size_t i = 0; i < now->count; i++) {
    const bool in = row[now->left[i].index];
    if (in && !positive) continue;
    coordinate *made = &out->left[out->count++];
    *made = now->left[i];
    if (in) made->sets[now->sets / 64] |= (uint64_t)1 << (now->sets % 64);
  }
  qsort(out->left, out->count, sizeof *out->left, by_sets);
  *count = merge(out, elements);
  return out->sets;
}

/* Rounds the elements' weights to the grid, with the sum r; false if there is no room. */
static bool round_weights(coding_adversary *adversary, size_t count, int64_t *whole) {
  int64_t rest = (int64_t)(grid * (double)adversary->r);
  for (size_t i = 0; i < count; i++) {
    const double most = grid * adversary->elements[i].capacity;
    whole[i] = (int64_t)floor(fmax(0.0, fmin(most, grid * adversary->weight[i] + 0.5)));
    rest -= whole[i];
  }
  for (size_t i = 0; i < count && rest != 0; i++) {
    const int64_t most = (int64_t)(grid * adversary->elements[i].capacity);
    if (whole[i] == 0) continue; /* a positive weight has slack where it is in no tight set */
    const int64_t change =
        rest > 0 ? (rest < most - whole[i] ? rest : most - whole[i]) : (rest > -whole[i] ? rest : -whole[i]);
    whole[i] += change;
    rest -= change;
  }
  return rest == 0;
}

/* Every positive instance has at least gap. */
static bool hits_all(const coding_adversary *adversary, const version *of, size_t count, const int64_t *whole) {
  const int64_t least = (int64_t)ceil(grid * adversary->gap);
  for (size_t s = 0; s < of->sets; s++) {
    int64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
      if ((adversary->elements[i].sets[s / 64] >> (s % 64) & 1) != 0) sum += whole[i];
    }
    if (sum < least) return false;
  }
  return true;
}

/* True if the weights of the elements of `then`, rounded, meet all conditions, and its coordinates have them. */
static bool settle(coding_adversary *adversary, size_t count) {
  version *then = &adversary->then;
  int64_t *whole = adversary->whole;
  const bool open = round_weights(adversary, count, whole) && hits_all(adversary, then, count, whole);
  for (size_t i = 0, place = 0; open && i < count; i++) { /* in equal parts */
    const int64_t members = (int64_t)adversary->elements[i].capacity;
    for (int64_t k = 0; k < members; k++) then->left[place++].weight = whole[i] / members + (k < whole[i] % members);
  }
  return open;
}

static status init(void *self, const problem_setting *setting) {
  coding_adversary *adversary = self;
  const size_t n = adversary->n, r = adversary->r;
  const capacity_channel channel = {
      .p1 = adversary->gap / (double)r, .p0 = 0.0, .most_up = CAPACITY_MOST_UP, .most_down = INFINITY};
  adversary->theta = capacity_threshold(&channel);
  TRY(member_stream(adversary, setting->seed, "code", &adversary->code));
  TRY(OWN(adversary, &adversary->comparator, comparator_free_at));
  TRY(OWN_ARRAY(adversary, n, adversary->now.left));
  TRY(OWN_ARRAY(adversary, n, adversary->then.left));
  TRY(OWN_ARRAY(adversary, MOST_ROWS * n, adversary->rows));
  TRY(OWN_ARRAY(adversary, n, adversary->index));
  TRY(OWN_ARRAY(adversary, n, adversary->ones));
  TRY(OWN_ARRAY(adversary, n, adversary->elements));
  TRY(OWN_ARRAY(adversary, n + 1, adversary->answer));
  adversary->weight = adversary->answer + 1;
  TRY(OWN_ARRAY(adversary, n, adversary->whole));
  adversary->now.count = n;
  adversary->stale = true;
  const int64_t whole = (int64_t)(grid * (double)r);
  for (size_t i = 0; i < n; i++) {
    adversary->ones[i] = 1.0;
    adversary->now.left[i] =
        (coordinate){.index = i, .weight = whole / (int64_t)n + (i < (size_t)(whole % (int64_t)n))};
  }
  return STATUS_OK;
}

static void show(coding_adversary *adversary, size_t k, instance *x) {
  const bool *row = adversary->rows + k * adversary->n;
  size_t count = 0;
  for (size_t i = 0; i < adversary->n; i++) {
    if (row[i]) adversary->index[count++] = i;
  }
  *x = instance_sparse(INSTANCE_VECTOR, adversary->n, count, adversary->index, adversary->ones);
}

/* Draws rows until `wanted` of them wait, and finds what the learner says to these. */
static status consult(coding_adversary *adversary, const learner *player, size_t wanted) {
  const size_t n = adversary->n;
  for (; adversary->drawn < wanted; adversary->drawn++) {
    bool *row = adversary->rows + adversary->drawn * n;
    for (size_t i = 0; i < n; i++) row[i] = random_chance(adversary->code, adversary->theta);
  }
  for (size_t k = 0; k < wanted; k++) {
    instance x;
    prediction said = {0};
    show(adversary, k, &x);
    TRY(learner_predict(player, &x, &said));
    adversary->contrary[k] = said.value > 0 ? -1 : 1;
  }
  return STATUS_OK;
}

static void drop(coding_adversary *adversary, size_t count) {
  adversary->drawn -= count;
  memmove(adversary->rows, adversary->rows + count * adversary->n, adversary->drawn * adversary->n);
}

/* Tries one row, then two, four, ... at a time, as GLPK's process costs more than a programme. *open: x contradicts the learner. */
static status find_row(coding_adversary *adversary, const learner *player, instance *x, bool *open) {
  size_t wanted = 1;
  *open = false;
  if (adversary->now.sets == HITTING_SETS) return STATUS_OK;
  for (size_t tried = 0; tried < adversary->tries && !*open; wanted = wanted < MOST_ROWS ? 2 * wanted : MOST_ROWS) {
    const size_t asked = wanted < adversary->tries - tried ? wanted : adversary->tries - tried;
    size_t k = 0, count = 0;
    TRY(consult(adversary, player, asked));
    TRY(fractional_hitting(extend, adversary, asked, adversary->now.count, (double)adversary->r, adversary->gap, &k,
                           adversary->answer));
    if (k < asked) {
      (void)extend(adversary, k, adversary->elements, &count);
      *open = settle(adversary, count);
      adversary->label = adversary->contrary[k];
      show(adversary, k, x);
      k++;
    }
    drop(adversary, k);
    tried += k;
  }
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  coding_adversary *adversary = self;
  bool open = false;
  if (player == NULL || player->class == NULL) {
    return FAIL(STATUS_INVALID, "coding_adversary needs a learner that it can ask");
  }
  if (!adversary->finished) TRY(find_row(adversary, player, x, &open));
  if (open) return STATUS_OK;
  adversary->finished = true;
  adversary->label = -1.0;
  *x = instance_sparse(INSTANCE_VECTOR, adversary->n, 0, adversary->index, adversary->ones);
  return adversary->pad ? STATUS_OK : STATUS_END;
}

static status reveal(void *self, const prediction *predicted, double *label) {
  coding_adversary *adversary = self;
  const version old = adversary->now;
  *label = adversary->label;
  if (adversary->finished) return STATUS_OK;
  adversary->now = adversary->then;
  adversary->then = old;
  adversary->stale = true;
  return STATUS_OK;
}

static comparator *consistent(void *self) {
  coding_adversary *adversary = self;
  if (!adversary->stale) return adversary->comparator;
  comparator_free(adversary->comparator);
  adversary->comparator = NULL;
  memset(adversary->weight, 0, adversary->n * sizeof *adversary->weight);
  for (size_t i = 0; i < adversary->now.count; i++) {
    const coordinate *at = &adversary->now.left[i];
    adversary->weight[at->index] = (double)at->weight / grid;
  }
  if (comparator_from_vector(COMPARATOR_PLANTED, adversary->n, adversary->weight, &adversary->comparator) !=
      STATUS_OK) {
    return NULL;
  }
  adversary->stale = false;
  return adversary->comparator;
}

static const problem_methods methods = {
    .size = sizeof(coding_adversary),
    .facts = facts,
    .init = init,
    .next = next,
    .reveal = reveal,
    .comparator = consistent,
};

const problem_class problem_coding_adversary = {
    .about =
        {.name = "coding_adversary",
         .title = "Random code",
         .citation = "docs/constants.md",
         .help = "rows of random bits, labels contradict the predictions, as long as a linear programme finds a "
                 "hidden projection",
         .formula =
             "$x_i\\sim\\mathrm{Ber}(\\theta)$, $\\theta=1-e^{-C}$ of the capacity, $y=-\\hat y$, as long as there is "
             "$0\\le w\\le1$ with $\\sum w_i=r$, $\\langle w,x_t\\rangle\\ge g_1$ where $y_t=1$ and $0$ elsewhere",
         .family = "coding_adversary",
         .result_version = 2,
         PARAMETERS(parameters),
         RULES(rules)},
    .methods = &methods,
};
