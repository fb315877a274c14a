/* Adversaries that halve blocks of coordinates: q = r/gap blocks of 2^k coordinates, k = floor(log2(n/q)), are halved k times each; an instance
 * is the first half of what is left of a block, and the label says whether the hidden coordinate is in it. At the end one coordinate of each
 * block survives, and a projection of rank r with the diagonal gap on the survivors (Schur and Horn) agrees with every label: tr(PX) is gap
 * or 0. Labels contradict every prediction, so that every learner errs q k times (docs/constants.md); or they are fair coins.
 *
 * forced_mistakes is the lower bound at gap 1 (Warmuth 2007, "Tightness of the bound", after Littlestone 1988; k = floor(log2(n/r)): rounding
 * up would need hypotheses that do not exist). block_adversary has any gap: r/gap blocks, which is nearly twice the mistakes at gap 1/2.
 *
 * matrix_block_adversary goes on where 1/gap is a whole number: the survivors are put into r groups of 1/gap, and P is the sum of the dyads of
 * sqrt(gap) sum s_i e_i, one for each group, with the same diagonal. The dyads of (e_i - e_j)/sqrt 2, i the first of a group, have
 * tr(PX) = (gap/2) (s_i - s_j)^2, 2 gap or 0: r (1/gap - 1) further labels are free.
 *
 * Constants: "forced", the trials; "fair", 1 where labels are coins. Stream: "coins". */

#include "comparators/schur_horn.h"
#include "problems/adversaries/forced_labels.h"
#include "problems/problem.h"
#include "problems/subspaces/planted.h"

typedef enum basis { BASIS_STANDARD, BASIS_ROTATED } basis; /* of matrix_block_adversary */

typedef struct forced {
  size_t n, m, r; /* m: rows; absent: n */
  double gap;     /* 0 in forced_mistakes, which has none: 1 */
  planted_form form;
  basis basis;
  forced_labels labels;
  size_t halvings;      /* k */
  size_t blocks;        /* q = r/gap */
  size_t forced;        /* trials */
  size_t trial;         /* trials finished */
  size_t block;         /* the current block */
  size_t first, alive;  /* its remaining coordinates: first .. first + alive - 1 */
  bool asked;           /* an instance has been shown, its label not */
  bool fair;            /* labels are coins */
  random_stream *coins; /* then */
  size_t *survivor;     /* of each block; the first remaining one of an unfinished block */
  size_t pair, pairs;   /* matrix_block_adversary: dyads with a label, and all of them */
  double *sign;         /* of each survivor */
  double *dyad;         /* of form matrix: n x n */
  size_t *index;
  double *ones;
  planted_diagonal diagonal;
  comparator *comparator;
  size_t comparator_trial; /* value of `trial` when it was built */
} forced;

static const parameter forced_parameters[] = {
    OPTION_COUNT(forced, n, REQUIRED, 2, 1e7, "order of the instances"),
    PLANTED_RANK(forced, 1e7, "rank of the hidden projection: number of blocks, at most n/2"),
    OPTION_CHOICE(
        forced, form, "vector", "vector matrix rotated rectangular",
        "diag(x) as a vector or as a matrix, R diag(x) R^T with a fixed random rotation R, or m x n with x on "
        "its diagonal"),
    OPTION_COUNT(forced, m, ABSENT, 2, PLANTED_MATRIX_LIMIT,
                 "form = \"rectangular\": rows, absent: n; min(m, n) takes the place of n"),
};

static const parameter block_parameters[] = {
    OPTION_COUNT(forced, n, REQUIRED, 2, 1e7, "order of the instances"),
    PLANTED_RANK(forced, 1e7, "rank of the hidden projection; r/gap, the number of blocks, is at most n/2"),
    PLANTED_GAP(forced, "tr(PX) of positive instances; negative ones have 0; r/gap is a whole number"),
    OPTION_CHOICE(forced, form, "vector", "vector matrix rotated",
                  "diag(x) as a vector or as a matrix, or R diag(x) R^T with a fixed random rotation R"),
    FORCED_LABELS(forced),
};

static const parameter matrix_parameters[] = {
    OPTION_COUNT(forced, n, REQUIRED, 2, PLANTED_MATRIX_LIMIT, "order of the instances"),
    PLANTED_RANK(forced, PLANTED_MATRIX_LIMIT,
                 "rank of the hidden projection; r/gap, the number of blocks, is at most n"),
    PLANTED_GAP(forced, "tr(PX) of positive instances, at least; negative ones have 0; 1/gap is a whole number"),
    OPTION_CHOICE_AS("form", forced, basis, "matrix", "matrix rotated",
                     "X as a matrix, or R X R^T with a fixed random rotation R"),
    FORCED_LABELS(forced),
};

static const option_rule matrix_rules[] = {
    RULE_AT_MOST(forced, r, n),
    RULE_LIMIT(forced, n, PLANTED_ROTATION_LIMIT, basis, BASIS_ROTATED),
};

static const bool with_dyads = true; /* the variant of matrix_block_adversary */

static const option_rule rules[] = {
    RULE_NEEDS(forced, m, form, PLANTED_RECTANGULAR),
    RULE_AT_MOST(forced, r, n),
    PLANTED_FORM_LIMITS(forced),
};

/* floor(log2(n/q)) */
static size_t halvings_of(size_t n, size_t blocks) {
  size_t k = 0;
  while (blocks <= n >> (k + 1)) k++;
  return k;
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  forced *adversary = self;
  const char *who = setting->class->about.name;
  const bool *dyads = setting->class->variant;
  if (dyads != NULL) adversary->form = adversary->basis == BASIS_ROTATED ? PLANTED_ROTATED : PLANTED_MATRIX;
  const bool rectangular = adversary->form == PLANTED_RECTANGULAR, has_gap = adversary->gap > 0;
  if (adversary->m == 0) adversary->m = adversary->n;
  const size_t n = adversary->m < adversary->n ? adversary->m : adversary->n; /* coordinates */
  const double gap = has_gap ? adversary->gap : 1, blocks = (double)adversary->r / gap, group = 1 / gap;
  const size_t q = (size_t)llround(blocks), k = halvings_of(n, q);
  if (dyads != NULL && fabs(group - round(group)) > 1e-9 * group) {
    return FAIL(STATUS_INVALID, "%s: 1/gap = %g must be a whole number, the size of a group", who, group);
  }
  adversary->pairs = dyads != NULL ? q - adversary->r : 0;
  if (fabs(blocks - (double)q) > 1e-9 * blocks) {
    return FAIL(STATUS_INVALID, "%s: r/gap = %g must be a whole number, the number of blocks", who, blocks);
  }
  if (dyads != NULL && q > n) {
    return FAIL(STATUS_INVALID, "%s: r/gap = %zu must be at most n = %zu", who, q, n);
  }
  if (k == 0 && adversary->pairs == 0) {
    return FAIL(STATUS_INVALID, "%s: %s = %zu must be at most %s/2 = %zu, or no mistake can be forced", who,
                has_gap ? "r/gap" : "r", q, rectangular ? "min(m, n)" : "n", n / 2);
  }
  adversary->blocks = q;
  adversary->halvings = k;
  adversary->forced = q * k + adversary->pairs;
  const size_t largest = k > 0 ? (size_t)1 << (k - 1) : 1; /* coordinates of an instance */
  *out = (problem_facts){.n = adversary->n,
                         .rows = rectangular ? adversary->m : 0,
                         .kind = planted_kind(adversary->form),
                         .rank = rectangular || adversary->form == PLANTED_MATRIX ? n : largest,
                         .labels = LABEL_SIGN,
                         .trials = adversary->forced,
                         .adaptive = true,
                         .comparator_late = true,
                         .gap_low = 0,
                         .gap_high = gap};
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  forced *adversary = self;
  adversary->fair = adversary->labels == LABELS_COINS;
  if (adversary->fair) TRY(member_stream(self, setting->seed, "coins", &adversary->coins));
  adversary->alive = (size_t)1 << adversary->halvings;
  const size_t most = adversary->alive > 1 ? adversary->alive / 2 : 1;
  if (adversary->halvings == 0) adversary->block = adversary->blocks;
  TRY(OWN_ARRAY(self, adversary->blocks, adversary->survivor));
  TRY(OWN_ARRAY(self, adversary->blocks, adversary->sign));
  TRY(OWN_ARRAY(self, most, adversary->index));
  TRY(OWN_ARRAY(self, most, adversary->ones));
  for (size_t i = 0; i < most; i++) adversary->ones[i] = 1;
  for (size_t b = 0; b < adversary->blocks; b++) {
    adversary->survivor[b] = b << adversary->halvings;
    adversary->sign[b] = 1;
  }
  if (adversary->pairs > 0 && adversary->form == PLANTED_MATRIX) {
    TRY(OWN_ARRAY(self, adversary->n * adversary->n, adversary->dyad));
  }
  TRY(OWN(self, &adversary->comparator, comparator_free_at));
  TRY(OWN(self, &adversary->diagonal, planted_diagonal_end));
  if (adversary->form == PLANTED_RECTANGULAR) {
    return planted_diagonal_begin_rectangular(&adversary->diagonal, adversary->m, adversary->n, most);
  }
  return planted_diagonal_begin(&adversary->diagonal, adversary->form, setting->seed, adversary->n, most);
}

/* The survivors of a pair: the first of its group, and another one. */
static void pair_of(const forced *adversary, size_t pair, size_t *first, size_t *other) {
  const size_t group = adversary->blocks / adversary->r;
  *first = pair / (group - 1) * group;
  *other = *first + 1 + pair % (group - 1);
}

/* The dyad of (e_i - e_j)/sqrt 2, or of (q_i - q_j)/sqrt 2. */
static instance dyad(forced *adversary) {
  planted_diagonal *diagonal = &adversary->diagonal;
  const size_t n = adversary->n;
  size_t first = 0, other = 0;
  pair_of(adversary, adversary->pair, &first, &other);
  const size_t i = adversary->survivor[first], j = adversary->survivor[other];
  double *x = diagonal->factors;
  if (x == NULL) {
    memset(adversary->dyad, 0, n * n * sizeof *adversary->dyad);
    adversary->dyad[i * n + i] = adversary->dyad[j * n + j] = 0.5;
    adversary->dyad[i * n + j] = adversary->dyad[j * n + i] = -0.5;
    return instance_matrix(n, adversary->dyad);
  }
  const double *q_i = diagonal->rotation + i * n, *q_j = diagonal->rotation + j * n;
  for (size_t k = 0; k < n; k++) x[k] = sqrt(0.5) * (q_i[k] - q_j[k]);
  return instance_low_rank(n, 1, x, adversary->ones, 0);
}

static status next(void *self, const learner *player, instance *x) {
  forced *adversary = self;
  if (adversary->trial == adversary->forced) return STATUS_END;
  adversary->asked = true;
  if (adversary->block == adversary->blocks) {
    *x = dyad(adversary);
    return STATUS_OK;
  }
  const size_t half = adversary->alive / 2;
  for (size_t i = 0; i < half; i++) adversary->index[i] = adversary->first + i;
  *x = planted_diagonal_instance(&adversary->diagonal, half, adversary->index, adversary->ones);
  return STATUS_OK;
}

static status reveal(void *self, const prediction *predicted, double *label) {
  forced *adversary = self;
  if (!adversary->asked) return FAIL(STATUS_FAILED, "a label was requested without an instance");
  adversary->asked = false;
  const bool contradicted = predicted->value > 0;
  *label = (adversary->fair ? random_chance(adversary->coins, 0.5) : contradicted) ? -1 : 1;
  adversary->trial++;
  if (adversary->block == adversary->blocks) {
    size_t first = 0, other = 0;
    pair_of(adversary, adversary->pair++, &first, &other);
    adversary->sign[other] = -*label;
    return STATUS_OK;
  }
  adversary->alive /= 2;
  if (*label < 0) adversary->first += adversary->alive;
  adversary->survivor[adversary->block] = adversary->first;
  if (adversary->alive == 1) {
    adversary->block++;
    adversary->alive = (size_t)1 << adversary->halvings;
    adversary->first = adversary->block << adversary->halvings;
  }
  return STATUS_OK;
}

/* P has the diagonal r/q on the survivors: as a vector that is all there is of it; otherwise a projection with it. */
static status smeared(const forced *adversary, comparator **out) {
  const size_t n = adversary->n, r = adversary->r, q = adversary->blocks;
  const double part = (double)r / (double)q, *rotation = adversary->diagonal.rotation;
  FREED double *diagonal = NULL, *small = NULL, *frame = NULL;
  TRY(NEW_ARRAY(n, diagonal));
  for (size_t b = 0; b < q; b++) diagonal[adversary->survivor[b]] = part;
  if (adversary->form == PLANTED_VECTOR) return comparator_from_vector(COMPARATOR_PLANTED, n, diagonal, out);
  TRY(NEW_ARRAY(r * q, small));
  TRY(NEW_ARRAY(r * n, frame));
  for (size_t b = 0; b < q; b++) diagonal[b] = part;
  TRY(schur_horn_frame(q, r, diagonal, small));
  for (size_t l = 0; l < r; l++) {
    for (size_t b = 0; b < q; b++) {
      const size_t place = adversary->survivor[b];
      const double value = small[l * q + b];
      if (rotation == NULL) frame[l * n + place] = value;
      if (rotation != NULL) kernel_axpy(n, value, rotation + place * n, frame + l * n);
    }
  }
  return comparator_from_frame(COMPARATOR_PLANTED, n, r, frame, out);
}

/* P is the sum of the dyads of sqrt(1/group) sum s_i e_i, one for each group. */
static status grouped(const forced *adversary, comparator **out) {
  const size_t n = adversary->n, r = adversary->r, group = adversary->blocks / r;
  const double *rotation = adversary->diagonal.rotation;
  FREED double *frame = NULL;
  TRY(NEW_ARRAY(r * n, frame));
  for (size_t b = 0; b < adversary->blocks; b++) {
    double *row = frame + b / group * n;
    const size_t place = adversary->survivor[b];
    const double value = adversary->sign[b] / sqrt((double)group);
    if (rotation == NULL) row[place] = value;
    if (rotation != NULL) kernel_axpy(n, value, rotation + place * n, row);
  }
  return comparator_from_frame(COMPARATOR_PLANTED, n, r, frame, out);
}

static status find(const forced *adversary, comparator **out) {
  if (adversary->pairs > 0) return grouped(adversary, out);
  if (adversary->blocks != adversary->r) return smeared(adversary, out);
  if (adversary->form == PLANTED_RECTANGULAR) {
    return planted_rectangular_comparator(adversary->m, adversary->n, adversary->r, adversary->survivor, out);
  }
  return planted_comparator(adversary->n, adversary->r, adversary->survivor, adversary->diagonal.rotation, out);
}

/* Survivors ascend with their blocks. When a run ends early several choices remain; each agrees with the labels so far. */
static comparator *consistent(void *self) {
  forced *adversary = self;
  if (adversary->comparator != NULL && adversary->comparator_trial == adversary->trial) return adversary->comparator;
  comparator_free(adversary->comparator);
  adversary->comparator = NULL;
  if (find(adversary, &adversary->comparator) != STATUS_OK) return NULL;
  adversary->comparator_trial = adversary->trial;
  return adversary->comparator;
}

static const field constants[] = {{FIELD(forced, forced, FIELD_COUNT)}, {FIELD(forced, fair, FIELD_FLAG)}};

static const problem_methods methods = {
    .size = sizeof(forced),
    .facts = facts,
    .init = init,
    .next = next,
    .reveal = reveal,
    .comparator = consistent,
    FIELDS(constants, constants),
};

const problem_class problem_forced_mistakes = {
    .about =
        {.name = "forced_mistakes",
         .title = "Forced mistakes",
         .citation = "Warmuth 2007, Tightness of the bound",
         .help =
             "contradicts every prediction, r floor(log2(n/r)) times, and stays consistent with a projection of rank r",
         .formula =
             "$x$ is the first half of those coordinates of a block that agree with the labels so far, $y=-\\hat y$; "
             "$r$ blocks of $2^k$ coordinates are halved $k=\\lfloor\\log_2(n/r)\\rfloor$ times each",
         .family = "forced_mistakes",
         .result_version = 3,
         PARAMETERS(forced_parameters),
         RULES(rules)},
    .methods = &methods,
};

const problem_class problem_block_adversary = {
    .about = {.name = "block_adversary",
              .title = "Blocks",
              .citation = "after Littlestone 1988 (docs/constants.md)",
              .help = "contradicts every prediction, (r/gap) floor(log2(gap n/r)) times, and stays consistent with a "
                      "projection of rank r",
              .formula = "$x$ is the first half of those coordinates of a block that agree with the labels so far, "
                         "$y=-\\hat y$; $\\frac r{g_1}$ blocks of $2^k$ coordinates are halved "
                         "$k=\\lfloor\\log_2\\frac{g_1n}r\\rfloor$ times each; $P$ has the diagonal $g_1$ on the "
                         "survivors",
              .family = "block_adversary",
              .result_version = 2,
              PARAMETERS(block_parameters),
              RULES(rules)},
    .methods = &methods,
};

const problem_class problem_matrix_block_adversary = {
    .about = {.name = "matrix_block_adversary",
              .title = "Blocks and dyads",
              .citation = "docs/constants.md",
              .help = "contradicts every prediction, (r/gap) floor(log2(gap n/r)) + r (1/gap - 1) times, and stays "
                      "consistent with a projection of rank r",
              .formula = "blocks, then $X=\\frac12(e_i-e_j)(e_i-e_j)^T$, $i$ the first of a group of "
                         "$\\frac1{g_1}$ survivors and $j$ another one, $y=-\\hat y$; $P$ is the sum of the dyads of "
                         "$\\sqrt{g_1}\\sum_i\\pm e_i$ over each group",
              .family = "matrix_block_adversary",
              .result_version = 1,
              PARAMETERS(matrix_parameters),
              RULES(matrix_rules)},
    .methods = &methods,
    .variant = &with_dyads,
};
