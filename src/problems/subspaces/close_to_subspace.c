/* Instances whose closeness to a hidden subspace of dimension r decides the label: tr(PX) >= gap for positive ones,
 * tr(PX) <= gap_low for negative ones, P = F^T F for a Haar-random r x n frame F (Warmuth 2007, "Close to Subspace
 * problem").
 *
 * With u a random unit vector in the subspace, v one in its complement and 0 <= s <= 1
 *   dyad        X = x x^T, x = sqrt(s) u + sqrt(1-s) v                        tr(PX) = s
 *   projection  X = x x^T + sum of b_j b_j^T, b_j orthonormal in the complement   tr(PX) = s
 *   full        X = l_1 x x^T + sum of l_j b_j b_j^T, l_j uniform in [0,1]        tr(PX) = l_1 s
 * s is chosen so that tr(PX) = c, the margin drawn for the trial; l_1 is uniform in [c,1], since it is at least tr(PX). With margin =
 * "sampled" the factors of positive instances are Haar-random in the whole space instead, and drawn anew until tr(PX) >= gap; those of
 * negative ones are Haar-random in the complement. Only the frame and the
 * factors are kept, never an n x n matrix, but for a rotation X -> R X R^T and for form = "matrix". Finally X becomes aI + (b-a) X for an
 * interval [a,b] other than [0,1]. Streams: "subspace", "labels", "instances", "noise", "rotation". */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "linalg/kernels.h"
#include "problems/problem.h"
#include "problems/subspaces/mixture.h"
#include "problems/subspaces/planted.h"
#include "problems/subspaces/subspace_factors.h"
#include "registry/field.h"

static const parameter parameters[] = {
    {.name = "n", .type = PARAMETER_INTEGER, .low = 1, .high = 1e7, .meaning = "order of the instances"},
    PLANTED_RANK_PARAMETER(1e7, "dimension of the hidden subspace"),
    PLANTED_GAP_PARAMETER("positive instances have tr(PX) >= gap"),
    {.name = "gap_low",
     .type = PARAMETER_NUMBER,
     .value = "0",
     .low = 0,
     .high = 1,
     .open_high = true,
     .meaning = "negative instances have tr(PX) <= gap_low, which is below gap"},
    {.name = "instances",
     .type = PARAMETER_CHOICE,
     .value = "dyad",
     .choices = "dyad projection full",
     .meaning = "x x^T; projections of rank `rank`; matrices of rank `rank` with eigenvalues uniform in [0,1], but the "
                "first in [tr(PX),1]"},
    {.name = "rank",
     .type = PARAMETER_INTEGER,
     .value = "2",
     .low = 1,
     .high = 1e7,
     .meaning = "rank of the instances that are no dyads"},
    PLANTED_MARGIN_PARAMETER("boundary uniform sampled",
                             "tr(PX) is at the boundary; uniform beyond it; sampled: positive instances have "
                             "Haar-random factors, drawn anew until tr(PX) >= gap (all "
                             "eigenvalues uniform in [0,1]), negative ones such factors of the complement, tr(PX) = 0"),
    PLANTED_POSITIVES_PARAMETER,
    PLANTED_NOISE_PARAMETER,
    {.name = "hinge",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1e300,
     .meaning = "labels are flipped while the hinge loss of the subspace stays at most this; absent: no limit"},
    {.name = "interval_low",
     .type = PARAMETER_NUMBER,
     .value = "0",
     .meaning = "instances are aI + (b-a) X: a; the gap, the margin and the hinge loss are those of X"},
    {.name = "interval_high", .type = PARAMETER_NUMBER, .value = "1", .meaning = "b"},
    {.name = "rotation",
     .type = PARAMETER_BOOLEAN,
     .value = "false",
     .meaning = "rotate instances and subspace by another fixed random rotation"},
    {.name = "form",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto matrix",
     .meaning = "auto: dyads and sums of dyads; matrix: all entries of X"},
};

enum {
  SAMPLE_LIMIT = 100000, /* draws for one instance with margin = "sampled" */
  SAMPLE_TRIAL = 1000    /* trial draws that show whether rejection will end */
};

/* In the order of the choices. */
typedef enum margin_rule { MARGIN_BOUNDARY, MARGIN_UNIFORM, MARGIN_SAMPLED } margin_rule;

typedef struct close_to_subspace {
  subspace_factors draw; /* the subspace, and factors and weights of the trial's instance */
  mixtures ahead;        /* dyads of the next trials, where no margin is sampled; otherwise capacity 0 */
  bool *ahead_positive;
  size_t at, drawn; /* of those */
  bool dyads;
  margin_rule margin;
  double gap, gap_low, positives, noise;
  double hinge_limit, hinge; /* of the flipped labels: at most, and so far */
  bool moved;                /* the interval is not [0,1] */
  double low, width;         /* a, b - a */
  random_stream *labels, *flips;
  double *inner_work; /* r x rank + n */
  double *rotation;   /* n x n or NULL */
  double *rotated;    /* rank x n or NULL */
  double *matrix;     /* n x n or NULL */
  double label;
  comparator *comparator;
} close_to_subspace;

static size_t rank_of(const options *values) {
  return option_is(values, "instances", "dyad") ? 1 : option_count(values, "rank");
}

/* An instance needs a direction of the complement for each factor, but none for a first factor inside the subspace. */
static status check_dimensions(const options *values) {
  const size_t n = option_count(values, "n"), r = option_count(values, "r"), rank = rank_of(values);
  const char *who = option_who(values);
  TRY(planted_at_most(values, "r", "n"));
  if (rank > n) return FAIL(STATUS_INVALID, "%s: rank = %zu must be at most n = %zu", who, rank, n);
  if (option_number(values, "gap_low") >= option_number(values, "gap")) {
    return FAIL(STATUS_INVALID, "%s: gap_low = %g must be below gap = %g", who, option_number(values, "gap_low"),
                option_number(values, "gap"));
  }
  if (r == n) { /* P = I: every dyad is positive */
    if (option_number(values, "positives") < 1) {
      return FAIL(STATUS_INVALID, "%s: r = n = %zu leaves no negative instances: positives must be 1", who, n);
    }
    return STATUS_OK;
  }
  const bool inside = option_number(values, "gap") >= 1 && option_number(values, "positives") >= 1;
  const bool sampled = option_is(values, "margin", "sampled") && option_number(values, "positives") >= 1;
  const size_t needed = sampled ? 0 : inside ? rank - 1 : rank;
  if (needed > n - r) {
    return FAIL(STATUS_INVALID, "%s: rank = %zu needs %zu dimensions outside the subspace, n - r = %zu", who, rank,
                needed, n - r);
  }
  return STATUS_OK;
}

static status check_interval(const options *values) {
  const double low = option_number(values, "interval_low"), high = option_number(values, "interval_high");
  if (low < high) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: interval_low = %g must be below interval_high = %g", option_who(values), low, high);
}

static status check_hinge(const options *values) {
  if (!option_given(values, "hinge") || option_number(values, "hinge") <= 0 || option_number(values, "noise") > 0) {
    return STATUS_OK;
  }
  return FAIL(STATUS_INVALID, "%s: hinge = %g needs noise > 0, the probability with which a label is flipped",
              option_who(values), option_number(values, "hinge"));
}

/* Is there a limit to the hinge loss of flipped labels? */
static bool limited(const options *values) {
  return option_given(values, "hinge") && option_number(values, "hinge") > 0 && option_number(values, "noise") > 0;
}

static bool moved(const options *values) {
  return option_number(values, "interval_low") != 0 || option_number(values, "interval_high") != 1;
}

static void clear(void *self) {
  close_to_subspace *source = self;
  comparator_free(source->comparator);
  subspace_factors_end(&source->draw);
  mixtures_end(&source->ahead);
  free(source->ahead_positive);
  random_stream_free(source->labels);
  random_stream_free(source->flips);
  free(source->inner_work);
  free(source->rotation);
  free(source->rotated);
  free(source->matrix);
}

/* Everything but rotation, matrix and comparator. */
static status build(close_to_subspace *source, uint64_t seed, const options *values) {
  const size_t n = option_count(values, "n"), r = option_count(values, "r"), rank = rank_of(values);
  source->dyads = option_is(values, "instances", "dyad");
  source->margin = option_choice(values, "margin");
  source->gap = option_number(values, "gap");
  source->gap_low = option_number(values, "gap_low");
  source->positives = option_number(values, "positives");
  source->noise = option_number(values, "noise");
  source->hinge_limit = option_number_or(values, "hinge", INFINITY);
  source->moved = moved(values);
  source->low = option_number(values, "interval_low");
  source->width = option_number(values, "interval_high") - source->low;
  TRY(random_stream_new(seed, "labels", &source->labels));
  TRY(random_stream_new(seed, "noise", &source->flips));
  TRY(NEW_ARRAY(r * rank + n, source->inner_work));
  if (source->dyads && source->margin != MARGIN_SAMPLED) {
    TRY(mixtures_begin(n, r, mixtures_capacity(n), &source->ahead));
    TRY(NEW_ARRAY(source->ahead.capacity, source->ahead_positive));
  }
  return subspace_factors_begin(seed, n, r, rank, option_is(values, "instances", "full"), &source->draw);
}

/* rows (count x n) -> R rows, that is row_i -> R row_i */
static void rotate(const double *rotation, size_t n, size_t count, const double *rows, double *out) {
  for (size_t i = 0; i < count; i++) kernel_rows_dot(n, n, rotation, n, rows + i * n, out + i * n);
}

static status build_forms(close_to_subspace *source, uint64_t seed, const options *values) {
  const size_t n = source->draw.n, r = source->draw.r;
  if (option_is(values, "form", "matrix")) TRY(NEW_ARRAY(n * n, source->matrix));
  if (!option_flag(values, "rotation")) {
    return comparator_from_frame(COMPARATOR_PLANTED, n, r, source->draw.frame, &source->comparator);
  }
  TRY(planted_rotation(seed, n, &source->rotation));
  TRY(NEW_ARRAY(source->draw.rank * n, source->rotated));
  double *frame = NULL;
  TRY(NEW_ARRAY(r * n, frame));
  rotate(source->rotation, n, r, source->draw.frame, frame);
  const status code = comparator_from_frame(COMPARATOR_PLANTED, n, r, frame, &source->comparator);
  free(frame);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
  TRY(build(self, setting->seed, values));
  return build_forms(self, setting->seed, values);
}

/* tr(PX) of the trial, where it is not sampled. */
static double draw_margin(close_to_subspace *source, bool positive) {
  double margin = positive ? source->gap : source->gap_low;
  if (source->margin == MARGIN_UNIFORM) {
    const double u = random_uniform(source->draw.instances);
    margin = positive ? margin + (1 - margin) * u : margin * u;
  }
  return source->draw.r == source->draw.n ? 1 : margin;
}

static status draw_factors(close_to_subspace *source, bool positive) {
  if (source->margin == MARGIN_SAMPLED && positive) {
    for (int i = 0; i < SAMPLE_LIMIT; i++) {
      if (subspace_factors_anywhere(&source->draw) >= source->gap) return STATUS_OK;
    }
    return FAIL(STATUS_FAILED, "close_to_subspace: none of %d random instances had tr(PX) >= gap = %g",
                (int)SAMPLE_LIMIT, source->gap);
  }
  subspace_factors_at(&source->draw, source->margin == MARGIN_SAMPLED ? 0 : draw_margin(source, positive));
  return STATUS_OK;
}

/* The dyad of the next trial. */
static double *next_dyad(close_to_subspace *source, bool *positive) {
  if (source->at == source->drawn) {
    source->at = 0;
    source->drawn = source->ahead.capacity;
    for (size_t i = 0; i < source->drawn; i++) {
      const bool above = source->ahead_positive[i] = random_chance(source->labels, source->positives);
      mixtures_draw(&source->ahead, source->draw.instances, draw_margin(source, above));
    }
    mixtures_make(&source->ahead, source->draw.instances, source->draw.frame);
  }
  *positive = source->ahead_positive[source->at];
  return source->ahead.x + source->at++ * source->draw.n;
}

/* With margin = "sampled": will rejection end? E tr(PX) is at most r rank / n, so by Markov's inequality at most one draw in 100 passes if
 * gap is 100 times that: refused at once, because draws at large n are slow. Otherwise some draws are made. */
static status check_sampled(const options *values) {
  const double n = (double)option_count(values, "n"), r = (double)option_count(values, "r");
  const double gap = option_number(values, "gap"), mean = r * (double)rank_of(values) / n;
  if (!option_is(values, "margin", "sampled") || option_number(values, "positives") <= 0 || r >= n) return STATUS_OK;
  double largest = 0;
  if (mean >= gap / 100) {
    close_to_subspace source = {.gap = 0};
    const status code = build(&source, 0, values);
    for (int i = 0; code == STATUS_OK && i < SAMPLE_TRIAL && largest < gap; i++)
      largest = fmax(largest, subspace_factors_anywhere(&source.draw));
    clear(&source);
    TRY(code);
  }
  if (largest >= gap) return STATUS_OK;
  return FAIL(STATUS_INVALID,
              "%s: margin = sampled cannot reach gap = %g: the mean of tr(PX) is at most r rank/n = %g; "
              "use boundary or uniform",
              option_who(values), gap, mean);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  const bool matrix = option_is(values, "form", "matrix");
  TRY(check_dimensions(values));
  if (matrix) TRY(planted_limit(values, PLANTED_MATRIX_LIMIT, "form = matrix"));
  if (option_flag(values, "rotation")) TRY(planted_limit(values, PLANTED_ROTATION_LIMIT, "rotation = true"));
  TRY(check_sampled(values));
  TRY(check_interval(values));
  TRY(check_hinge(values));
  const bool dyads = option_is(values, "instances", "dyad") && !moved(values);
  const instance_kind kind = dyads ? INSTANCE_DYAD : INSTANCE_LOW_RANK;
  const double low = option_number(values, "interval_low"), width = option_number(values, "interval_high") - low;
  const double least = low * (double)option_count(values, "r"); /* tr(P (aI + (b-a) X)) = a r + (b-a) tr(PX) */
  *out = (problem_facts){.n = option_count(values, "n"),
                         .kind = matrix ? INSTANCE_MATRIX : kind,
                         .rank = matrix ? option_count(values, "n") : rank_of(values),
                         .labels = LABEL_SIGN,
                         .exchangeable = !limited(values),
                         .gap_low = least + width * option_number(values, "gap_low"),
                         .gap_high = least + width * option_number(values, "gap")};
  return STATUS_OK;
}

/* Is the label flipped? The subspace loses the distance of tr(PX) from the other side of the gap. */
static bool flips(close_to_subspace *source, const instance *x, bool positive) {
  if (!random_chance(source->flips, source->noise)) return false;
  size_t r = 0;
  const double *frame = comparator_frame(source->comparator, &r);
  const double inner = instance_inner_rows(x, r, frame, NULL, source->inner_work);
  const double loss = fmax(0, positive ? inner - source->gap_low : source->gap - inner);
  if (source->hinge + loss > source->hinge_limit * (1 + 1e-12)) return false;
  source->hinge += loss;
  return true;
}

static status next(void *self, const learner *player, instance *x) {
  close_to_subspace *source = self;
  (void)player;
  bool positive;
  const double *factors = source->draw.factors;
  if (source->ahead.capacity > 0) {
    factors = next_dyad(source, &positive);
    source->draw.weights[0] = 1;
  } else {
    positive = random_chance(source->labels, source->positives);
    TRY(draw_factors(source, positive));
  }
  if (source->rotation != NULL) {
    rotate(source->rotation, source->draw.n, source->draw.rank, factors, source->rotated);
    factors = source->rotated;
  }
  *x = source->dyads ? instance_dense_dyad(source->draw.n, factors)
                     : instance_low_rank(source->draw.n, source->draw.rank, factors, source->draw.weights, 0);
  source->label = positive != flips(source, x, positive) ? 1 : -1;
  if (source->moved) {
    for (size_t j = 0; j < source->draw.rank; j++) source->draw.weights[j] *= source->width;
    *x = instance_low_rank(source->draw.n, source->draw.rank, factors, source->draw.weights, source->low);
  }
  if (source->matrix != NULL) {
    instance_to_dense(x, source->matrix);
    *x = instance_matrix(source->draw.n, source->matrix);
  }
  return STATUS_OK;
}

static const field constants[] = {{FIELD(close_to_subspace, hinge, FIELD_NUMBER)}};

static const problem_methods methods = {
    .size = sizeof(close_to_subspace),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .label_at = PLACE(close_to_subspace, label),
    .comparator_at = PLACE(close_to_subspace, comparator),
    FIELDS(constants, constants),
};

const problem_class problem_close_to_subspace = {
    .about = {.name = "close_to_subspace",
              .title = "Close to a subspace",
              .citation = "Warmuth 2007, Close to Subspace problem",
              .help = "instances near to or orthogonal to a hidden random subspace of dimension r",
              .formula = "$y=1$ if $\\mathrm{tr}(PX)\\ge g_1$, $y=-1$ if $\\mathrm{tr}(PX)\\le g_0$, $P$ a random "
                         "projection of rank $r$; a dyad is $X=xx^T$, $x=\\sqrt su+\\sqrt{1-s}v$ for random unit "
                         "vectors $u$ of the range of $P$ and $v$ of its complement: $\\mathrm{tr}(PX)=s$",
              .family = "subspace",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &methods,
};
