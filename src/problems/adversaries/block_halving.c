#include "problems/adversaries/block_halving.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "comparators/schur_horn.h"
#include "linalg/kernels.h"
#include "problems/subspaces/planted.h"
#include "registry/field.h"

typedef struct forced {
  size_t n, m, r, halvings; /* m: rows, n unless rectangular; halvings: k */
  size_t blocks;            /* q = r/gap */
  size_t forced;            /* trials: q k */
  size_t trial;             /* trials finished */
  size_t block;             /* the current block */
  size_t first, alive;      /* its remaining coordinates: first .. first + alive - 1 */
  bool asked;               /* an instance has been shown, its label not */
  bool fair;                /* labels are coins */
  random_stream *coins;     /* then */
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

/* floor(log2(n/q)) */
static size_t halvings_of(size_t n, size_t blocks) {
  size_t k = 0;
  while (blocks <= n >> (k + 1)) k++;
  return k;
}

static double gap_of(const options *values) {
  return option_number_or(values, "gap", 1);
}

static size_t blocks_of(const options *values) {
  return (size_t)llround((double)option_count(values, "r") / gap_of(values));
}

static status check_blocks(const options *values) {
  const double blocks = (double)option_count(values, "r") / gap_of(values);
  if (fabs(blocks - (double)blocks_of(values)) <= 1e-9 * blocks) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: r/gap = %g must be a whole number, the number of blocks", option_who(values),
              blocks);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const bool rectangular = planted_form_of(values) == PLANTED_RECTANGULAR;
  if (option_given(values, "m") && !rectangular) {
    return FAIL(STATUS_INVALID, "%s: m needs form = \"rectangular\"", option_who(values));
  }
  TRY(planted_at_most(values, "r", "n"));
  TRY(check_blocks(values));
  const size_t n = coordinates_of(values), q = blocks_of(values), k = halvings_of(n, q);
  if (k == 0) {
    return FAIL(STATUS_INVALID, "%s: %s = %zu must be at most %s/2 = %zu, or no mistake can be forced",
                option_who(values), option_given(values, "gap") ? "r/gap" : "r", q, rectangular ? "min(m, n)" : "n",
                n / 2);
  }
  TRY(planted_form_check(values));
  *out = (problem_facts){.n = option_count(values, "n"),
                         .rows = rectangular ? rows_of(values) : 0,
                         .kind = planted_kind(planted_form_of(values)),
                         .rank = rectangular || planted_form_of(values) == PLANTED_MATRIX ? n : ((size_t)1 << k) / 2,
                         .labels = LABEL_SIGN,
                         .trials = q * k,
                         .adaptive = true,
                         .comparator_late = true,
                         .gap_low = 0,
                         .gap_high = gap_of(values)};
  return STATUS_OK;
}

static void clear(void *self) {
  forced *adversary = self;
  comparator_free(adversary->comparator);
  planted_diagonal_end(&adversary->diagonal);
  random_stream_free(adversary->coins);
  free(adversary->survivor);
  free(adversary->index);
  free(adversary->ones);
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  forced *adversary = self;
  adversary->n = option_count(values, "n");
  adversary->m = rows_of(values);
  adversary->r = option_count(values, "r");
  adversary->blocks = blocks_of(values);
  adversary->halvings = halvings_of(coordinates_of(values), adversary->blocks);
  adversary->forced = adversary->blocks * adversary->halvings;
  adversary->fair = option_is(values, "labels", "coins");
  if (adversary->fair) TRY(random_stream_new(setting->seed, "coins", &adversary->coins));
  const size_t most = ((size_t)1 << adversary->halvings) / 2;
  TRY(NEW_ARRAY(adversary->blocks, adversary->survivor));
  TRY(NEW_ARRAY(most, adversary->index));
  TRY(NEW_ARRAY(most, adversary->ones));
  for (size_t i = 0; i < most; i++) adversary->ones[i] = 1;
  for (size_t b = 0; b < adversary->blocks; b++) adversary->survivor[b] = b << adversary->halvings;
  adversary->alive = (size_t)1 << adversary->halvings;
  if (planted_form_of(values) == PLANTED_RECTANGULAR) {
    return planted_diagonal_begin_rectangular(&adversary->diagonal, adversary->m, adversary->n, most);
  }
  return planted_diagonal_begin(&adversary->diagonal, planted_form_of(values), setting->seed, adversary->n, most);
}

static status next(void *self, const learner *player, instance *x) {
  forced *adversary = self;
  (void)player;
  if (adversary->block == adversary->blocks) return STATUS_END;
  const size_t half = adversary->alive / 2;
  for (size_t i = 0; i < half; i++) adversary->index[i] = adversary->first + i;
  *x = planted_diagonal_instance(&adversary->diagonal, half, adversary->index, adversary->ones);
  adversary->asked = true;
  return STATUS_OK;
}

static status reveal(void *self, const prediction *predicted, double *label) {
  forced *adversary = self;
  if (!adversary->asked) return FAIL(STATUS_FAILED, "a label was requested without an instance");
  adversary->asked = false;
  const bool contradicted = predicted->value > 0;
  *label = (adversary->fair ? random_chance(adversary->coins, 0.5) : contradicted) ? -1 : 1;
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

/* P has the diagonal r/q on the survivors: as a vector that is all there is of it; otherwise a projection with it. */
static status smeared(const forced *adversary, comparator **out) {
  const size_t n = adversary->n, r = adversary->r, q = adversary->blocks;
  const double part = (double)r / (double)q, *rotation = adversary->diagonal.rotation;
  double *diagonal = NULL, *small = NULL, *frame = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(n, diagonal));
  for (size_t b = 0; b < q; b++) diagonal[adversary->survivor[b]] = part;
  if (adversary->diagonal.form == PLANTED_VECTOR) {
    code = comparator_from_vector(COMPARATOR_PLANTED, n, diagonal, out);
    goto end;
  }
  CHECK(NEW_ARRAY(r * q, small));
  CHECK(NEW_ARRAY(r * n, frame));
  for (size_t b = 0; b < q; b++) diagonal[b] = part;
  CHECK(schur_horn_frame(q, r, diagonal, small));
  for (size_t l = 0; l < r; l++) {
    for (size_t b = 0; b < q; b++) {
      const size_t place = adversary->survivor[b];
      const double value = small[l * q + b];
      if (rotation == NULL) frame[l * n + place] = value;
      if (rotation != NULL) kernel_axpy(n, value, rotation + place * n, frame + l * n);
    }
  }
  code = comparator_from_frame(COMPARATOR_PLANTED, n, r, frame, out);
end:
  free(diagonal);
  free(small);
  free(frame);
  return code;
}

static status find(const forced *adversary, comparator **out) {
  if (adversary->blocks != adversary->r) return smeared(adversary, out);
  if (adversary->diagonal.form == PLANTED_RECTANGULAR) {
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

const problem_methods block_halving_methods = {
    .size = sizeof(forced),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .reveal = reveal,
    .comparator = consistent,
    FIELDS(constants, constants),
};
