/* The adversary of the lower bound: r blocks of 2^k coordinates, halved k times each; whatever the learner predicts
 * is wrong, and the survivors of the blocks are a disjunction that agrees with every label (Warmuth 2007, "Tightness
 * of the bound", after Littlestone 1988; k = floor(log2(n/r)): rounding up would need hypotheses that do not exist). */
#include <stdlib.h>

#include "base/memory.h"
#include "problems/problem.h"
#include "problems/subspaces/planted.h"
#include "registry/field.h"

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 2, .high = 1e7, .meaning = "order of the instances"},
    PLANTED_RANK_PARAMETER(1e7, "rank of the hidden projection: number of blocks, at most n/2"),
    {.name = "form",
     .type = PARAMETER_CHOICE,
     .value = "vector",
     .choices = "vector matrix rotated rectangular",
     .meaning = "diag(x) as a vector or as a matrix, R diag(x) R^T with a fixed random rotation R, or m x n with x on "
                "its diagonal"},
    {.name = "m",
     .type = PARAMETER_INTEGER,
     .value = "",
     .low = 2,
     .high = PLANTED_MATRIX_LIMIT,
     .meaning = "form = \"rectangular\": rows, absent: n; min(m, n) takes the place of n"},
};

typedef struct forced {
  size_t n, m, r, halvings; /* m: rows, n unless rectangular; halvings: k */
  size_t forced;            /* mistakes: r k */
  size_t trial;             /* trials finished */
  size_t block;             /* the current block */
  size_t first, alive;      /* its remaining coordinates: first .. first + alive - 1 */
  bool asked;               /* an instance has been shown, its label not */
  size_t *survivor;         /* of each block; the first remaining one of an unfinished block */
  size_t *index;
  double *ones;
  planted_diagonal diagonal;
  comparator *comparator;
  size_t comparator_trial; /* value of `trial` when it was built */
} forced;

static size_t rows_of(const options *values) {
  return option_given(values, "m") ? option_count(values, "m") : option_count(values, "n");
}

/* Number of coordinates. */
static size_t coordinates_of(const options *values) {
  const size_t m = rows_of(values), n = option_count(values, "n");
  return m < n ? m : n;
}

/* floor(log2(n/r)) */
static size_t halvings_of(size_t n, size_t r) {
  size_t k = 0;
  while (r <= n >> (k + 1)) k++;
  return k;
}

static status facts(const problem_setting *setting, const options *values, problem_facts *out) {
  (void)setting;
  const bool rectangular = planted_form_of(values) == PLANTED_RECTANGULAR;
  if (option_given(values, "m") && !rectangular) {
    return FAIL(STATUS_INVALID, "%s: m needs form = \"rectangular\"", option_who(values));
  }
  const size_t n = coordinates_of(values), r = option_count(values, "r"), k = halvings_of(n, r);
  TRY(planted_at_most(values, "r", "n"));
  if (k == 0 && rectangular) {
    return FAIL(STATUS_INVALID, "%s: r = %zu must be at most min(m, n)/2 = %zu, or no mistake can be forced",
                option_who(values), r, n / 2);
  }
  if (k == 0) {
    return FAIL(STATUS_INVALID, "%s: r = %zu must be at most n/2 = %zu, or no mistake can be forced",
                option_who(values), r, n / 2);
  }
  TRY(planted_form_check(values));
  *out = (problem_facts){.n = option_count(values, "n"),
                         .rows = rectangular ? rows_of(values) : 0,
                         .kind = planted_kind(planted_form_of(values)),
                         .rank = rectangular || planted_form_of(values) == PLANTED_MATRIX ? n : ((size_t)1 << k) / 2,
                         .labels = LABEL_SIGN,
                         .trials = r * k,
                         .adaptive = true,
                         .comparator_late = true,
                         .gap_low = 0,
                         .gap_high = 1};
  return STATUS_OK;
}

static void clear(void *self) {
  forced *adversary = self;
  comparator_free(adversary->comparator);
  planted_diagonal_end(&adversary->diagonal);
  free(adversary->survivor);
  free(adversary->index);
  free(adversary->ones);
}

static status init(void *self, const problem_setting *setting, const options *values) {
  forced *adversary = self;
  adversary->n = option_count(values, "n");
  adversary->m = rows_of(values);
  adversary->r = option_count(values, "r");
  adversary->halvings = halvings_of(coordinates_of(values), adversary->r);
  adversary->forced = adversary->r * adversary->halvings;
  const size_t most = ((size_t)1 << adversary->halvings) / 2;
  TRY(NEW_ARRAY(adversary->r, adversary->survivor));
  TRY(NEW_ARRAY(most, adversary->index));
  TRY(NEW_ARRAY(most, adversary->ones));
  for (size_t i = 0; i < most; i++) adversary->ones[i] = 1;
  for (size_t b = 0; b < adversary->r; b++) adversary->survivor[b] = b << adversary->halvings;
  adversary->alive = (size_t)1 << adversary->halvings;
  if (planted_form_of(values) == PLANTED_RECTANGULAR) {
    return planted_diagonal_begin_rectangular(&adversary->diagonal, adversary->m, adversary->n, most);
  }
  return planted_diagonal_begin(&adversary->diagonal, planted_form_of(values), setting->seed, adversary->n, most);
}

static status next(void *self, const learner *player, instance *x) {
  forced *adversary = self;
  (void)player;
  if (adversary->block == adversary->r) return STATUS_END;
  const size_t half = adversary->alive / 2;
  for (size_t i = 0; i < half; i++) adversary->index[i] = adversary->first + i;
  *x = planted_diagonal_instance(&adversary->diagonal, half, adversary->index, adversary->ones);
  adversary->asked = true;
  return STATUS_OK;
}

static status reveal(void *self, const prediction *predicted, double *label) {
  forced *adversary = self;
  if (!adversary->asked) return FAIL(STATUS_FAILED, "forced_mistakes: a label was requested without an instance");
  adversary->asked = false;
  *label = predicted->value > 0 ? -1 : 1;
  adversary->alive /= 2;
  if (*label < 0) adversary->first += adversary->alive;
  adversary->survivor[adversary->block] = adversary->first;
  adversary->trial++;
  if (adversary->alive == 1) {
    adversary->block++;
    adversary->alive = (size_t)1 << adversary->halvings;
    adversary->first = adversary->block << adversary->halvings;
  }
  return STATUS_OK;
}

/* Survivors ascend with their blocks. When a run ends early several choices remain; each agrees with the labels so far. */
static comparator *consistent(void *self) {
  forced *adversary = self;
  if (adversary->comparator != NULL && adversary->comparator_trial == adversary->trial) return adversary->comparator;
  comparator_free(adversary->comparator);
  adversary->comparator = NULL;
  if (adversary->diagonal.form == PLANTED_RECTANGULAR) {
    if (planted_rectangular_comparator(adversary->m, adversary->n, adversary->r, adversary->survivor,
                                       &adversary->comparator) != STATUS_OK) {
      return NULL;
    }
  } else if (planted_comparator(adversary->n, adversary->r, adversary->survivor, adversary->diagonal.rotation,
                                &adversary->comparator) != STATUS_OK) {
    return NULL;
  }
  adversary->comparator_trial = adversary->trial;
  return adversary->comparator;
}

static const field constants[] = {{FIELD(forced, forced, FIELD_COUNT)}};

static const problem_methods methods = {
    .size = sizeof(forced),
    .facts = facts,
    .init = init,
    .clear = clear,
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
         .result_version = 2,
         PARAMETERS(parameters)},
    .methods = &methods,
};
