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

#include "linalg/frame.h"
#include "problems/problem.h"
#include "problems/subspaces/mixture.h"
#include "problems/subspaces/planted.h"

enum {
  SAMPLE_LIMIT = 100000, /* draws for one instance with margin = "sampled" */
  SAMPLE_TRIAL = 1000    /* trial draws that show whether rejection will end */
};

/* Factors x_j and weights l_j of random instances X = sum of l_j x_j x_j^T, orthonormal, with a given tr(PX) for a Haar-random
 * subspace P = F^T F. */
typedef struct subspace_factors {
  size_t n, r, rank;
  bool full; /* weights uniform in [0,1]; otherwise 1 */
  random_stream *instances;
  double *frame;        /* F, r x n */
  double *factors;      /* rank x n */
  double *weights;      /* rank */
  double *coefficients; /* r */
  double *work;         /* max(r, rank) */
  double *vector;       /* n */
  arena memory;         /* of the arrays */
} subspace_factors;

/* Draws the subspace. To be ended even after a failure. */
static status factors_begin(uint64_t seed, size_t n, size_t r, size_t rank, bool full, subspace_factors *draw) {
  *draw = (subspace_factors){.n = n, .r = r, .rank = rank, .full = full};
  TRY(random_stream_new(seed, "instances", &draw->instances));
  TRY(ARENA_ARRAY(&draw->memory, r * n, draw->frame));
  TRY(ARENA_ARRAY(&draw->memory, rank * n, draw->factors));
  TRY(ARENA_ARRAY(&draw->memory, rank, draw->weights));
  TRY(ARENA_ARRAY(&draw->memory, r, draw->coefficients));
  TRY(ARENA_ARRAY(&draw->memory, r > rank ? r : rank, draw->work));
  TRY(ARENA_ARRAY(&draw->memory, n, draw->vector));
  CLEANUP(random_stream_free_at) random_stream *subspace = NULL;
  TRY(random_stream_new(seed, "subspace", &subspace));
  return frame_random(subspace, n, r, draw->frame);
}

static void factors_end(subspace_factors *draw) {
  random_stream_free(draw->instances);
  arena_free(&draw->memory);
}

/* A random unit vector orthogonal to the subspace (if `outside`) and to the `count` orthonormal rows of `others`. */
static void draw_direction(subspace_factors *draw, bool outside, size_t count, const double *others, double *out) {
  planted_direction(draw->instances, draw->n, outside ? draw->r : 0, draw->frame, count, others, out, draw->work);
}

/* A random unit vector of the subspace. */
static void draw_inside(subspace_factors *draw, double *out) {
  random_unit_vector(draw->instances, draw->r, draw->coefficients);
  for (size_t i = 0; i < draw->n; i++) out[i] = 0;
  kernel_rows_combine(draw->r, draw->n, draw->frame, draw->n, draw->coefficients, out);
}

static void draw_weights(subspace_factors *draw) {
  for (size_t j = 0; j < draw->rank; j++) {
    draw->weights[j] = draw->full ? random_uniform(draw->instances) : 1;
  }
}

/* An instance with tr(PX) = margin. r = n: margin must be 1. */
static void draw_at(subspace_factors *draw, double margin) {
  const size_t n = draw->n;
  const bool everywhere = draw->r == n; /* no complement: then margin = 1 */
  draw_weights(draw);
  if (draw->full) draw->weights[0] = margin + (1 - margin) * draw->weights[0]; /* at least the margin */
  const double share = margin > 0 ? margin / draw->weights[0] : 0;
  const bool mixed = share < 1; /* the first factor has a part outside the subspace */
  double *first = draw->factors;
  if (mixed) {
    draw_direction(draw, true, 0, NULL, first);
  } else {
    draw_inside(draw, first);
  }
  for (size_t j = 1; j < draw->rank; j++) {
    const bool beside = mixed || everywhere; /* otherwise the first factor is inside and orthogonal anyway */
    draw_direction(draw, !everywhere, beside ? j : j - 1, beside ? first : first + n, first + j * n);
  }
  if (mixed && share > 0) {
    draw_inside(draw, draw->vector);
    kernel_scale(n, sqrt(1 - share), first);
    kernel_axpy(n, sqrt(share), draw->vector, first);
  }
}

/* One whose factors are Haar-random in the whole space; returns tr(PX). */
static double draw_anywhere(subspace_factors *draw) {
  const size_t n = draw->n;
  double trace = 0;
  draw_weights(draw);
  for (size_t j = 0; j < draw->rank; j++) {
    double *factor = draw->factors + j * n;
    draw_direction(draw, false, j, draw->factors, factor);
    kernel_rows_dot(draw->r, n, draw->frame, n, factor, draw->coefficients);
    trace += draw->weights[j] * kernel_dot(draw->r, draw->coefficients, draw->coefficients);
  }
  return trace;
}

typedef enum margin_choice { MARGIN_BOUNDARY, MARGIN_UNIFORM, MARGIN_SAMPLED } margin_choice;
typedef enum instances_choice { INSTANCES_DYAD, INSTANCES_PROJECTION, INSTANCES_FULL } instances_choice;
typedef enum form_choice { FORM_AUTO, FORM_MATRIX } form_choice;

typedef struct close_to_subspace {
  size_t n, r, rank;
  instances_choice instances;
  margin_choice margin;
  form_choice form;
  double gap, gap_low, positives, noise, hinge, interval_low, interval_high;
  bool rotation;
  subspace_factors draw; /* the subspace, and factors and weights of the trial's instance */
  mixtures ahead;        /* dyads of the next trials, where no margin is sampled; otherwise capacity 0 */
  bool *ahead_positive;
  size_t at, drawn; /* of those */
  bool dyads;
  double lost;  /* hinge loss of the flipped labels so far */
  bool moved;   /* the interval is not [0,1] */
  double width; /* b - a */
  random_stream *labels, *flips;
  double *inner_work; /* r x rank + n */
  double *turn;       /* the rotation, n x n, or NULL */
  double *rotated;    /* rank x n or NULL */
  double *matrix;     /* n x n or NULL */
  double label;
  comparator *comparator;
} close_to_subspace;

static const parameter parameters[] = {
    OPTION_COUNT(close_to_subspace, n, REQUIRED, 1, 1e7, "order of the instances"),
    PLANTED_RANK(close_to_subspace, 1e7, "dimension of the hidden subspace"),
    PLANTED_GAP(close_to_subspace, "positive instances have tr(PX) >= gap"),
    OPTION_BELOW(close_to_subspace, gap_low, "0", 0, 1,
                 "negative instances have tr(PX) <= gap_low, which is below gap"),
    OPTION_CHOICE(
        close_to_subspace, instances, "dyad", "dyad projection full",
        "x x^T; projections of rank `rank`; matrices of rank `rank` with eigenvalues uniform in [0,1], but the "
        "first in [tr(PX),1]"),
    OPTION_COUNT(close_to_subspace, rank, "2", 1, 1e7, "rank of the instances that are no dyads"),
    PLANTED_MARGIN(close_to_subspace, "boundary uniform sampled",
                   "tr(PX) is at the boundary; uniform beyond it; sampled: positive instances have "
                   "Haar-random factors, drawn anew until tr(PX) >= gap (all "
                   "eigenvalues uniform in [0,1]), negative ones such factors of the complement, tr(PX) = 0"),
    PLANTED_POSITIVES(close_to_subspace),
    PLANTED_NOISE(close_to_subspace),
    OPTION_NUMBER(close_to_subspace, hinge, ABSENT, 0, 1e300,
                  "labels are flipped while the hinge loss of the subspace stays at most this; absent: no limit"),
    OPTION_NUMBER(close_to_subspace, interval_low, "0", ANY_NUMBER,
                  "instances are aI + (b-a) X: a; the gap, the margin and the hinge loss are those of X"),
    OPTION_NUMBER(close_to_subspace, interval_high, "1", ANY_NUMBER, "b"),
    OPTION_FLAG(close_to_subspace, rotation, "false", "rotate instances and subspace by another fixed random rotation"),
    OPTION_CHOICE(close_to_subspace, form, "auto", "auto matrix",
                  "auto: dyads and sums of dyads; matrix: all entries of X"),
};

static const option_rule rules[] = {
    RULE_AT_MOST(close_to_subspace, r, n),
    RULE_BELOW(close_to_subspace, gap_low, gap),
    RULE_LIMIT(close_to_subspace, n, PLANTED_MATRIX_LIMIT, form, FORM_MATRIX),
    RULE_BELOW(close_to_subspace, interval_low, interval_high),
};

static size_t rank_of(const close_to_subspace *source) {
  return source->instances == INSTANCES_DYAD ? 1 : source->rank;
}

/* An instance needs a direction of the complement for each factor, but none for a first factor inside the subspace. */
static status check_dimensions(const close_to_subspace *source, const char *who) {
  const size_t n = source->n, r = source->r, rank = rank_of(source);
  if (rank > n) return FAIL(STATUS_INVALID, "%s: rank = %zu must be at most n = %zu", who, rank, n);
  if (r == n) { /* P = I: every dyad is positive */
    if (source->positives < 1) {
      return FAIL(STATUS_INVALID, "%s: r = n = %zu leaves no negative instances: positives must be 1", who, n);
    }
    return STATUS_OK;
  }
  const bool inside = source->gap >= 1 && source->positives >= 1;
  const bool sampled = source->margin == MARGIN_SAMPLED && source->positives >= 1;
  const size_t needed = sampled ? 0 : inside ? rank - 1 : rank;
  if (needed > n - r) {
    return FAIL(STATUS_INVALID, "%s: rank = %zu needs %zu dimensions outside the subspace, n - r = %zu", who, rank,
                needed, n - r);
  }
  return STATUS_OK;
}

static bool is_moved(const close_to_subspace *source) {
  return source->interval_low != 0 || source->interval_high != 1;
}

static status begin_draws(const close_to_subspace *source, uint64_t seed, subspace_factors *draw) {
  return factors_begin(seed, source->n, source->r, rank_of(source), source->instances == INSTANCES_FULL, draw);
}

/* Everything but rotation, matrix and comparator. */
static status build(close_to_subspace *source, uint64_t seed) {
  const size_t n = source->n, r = source->r;
  source->dyads = source->instances == INSTANCES_DYAD;
  source->moved = is_moved(source);
  source->width = source->interval_high - source->interval_low;
  TRY(member_stream(source, seed, "labels", &source->labels));
  TRY(member_stream(source, seed, "noise", &source->flips));
  TRY(OWN_ARRAY(source, r * rank_of(source) + n, source->inner_work));
  if (source->dyads && source->margin != MARGIN_SAMPLED) {
    TRY(OWN(source, &source->ahead, mixtures_end));
    TRY(mixtures_begin(n, r, mixtures_capacity(n), &source->ahead));
    TRY(OWN_ARRAY(source, source->ahead.capacity, source->ahead_positive));
  }
  TRY(OWN(source, &source->draw, factors_end));
  return begin_draws(source, seed, &source->draw);
}

/* rows (count x n) -> R rows, that is row_i -> R row_i */
static void rotate(const double *rotation, size_t n, size_t count, const double *rows, double *out) {
  for (size_t i = 0; i < count; i++) kernel_rows_dot(n, n, rotation, n, rows + i * n, out + i * n);
}

static status build_forms(close_to_subspace *source, uint64_t seed) {
  const size_t n = source->n, r = source->r;
  TRY(OWN(source, &source->comparator, comparator_free_at));
  if (source->form == FORM_MATRIX) TRY(OWN_ARRAY(source, n * n, source->matrix));
  if (!source->rotation) {
    return comparator_from_frame(COMPARATOR_PLANTED, n, r, source->draw.frame, &source->comparator);
  }
  TRY(planted_rotation(seed, n, &source->turn));
  TRY(OWN(source, source->turn, free));
  TRY(OWN_ARRAY(source, source->draw.rank * n, source->rotated));
  FREED double *frame = NULL;
  TRY(NEW_ARRAY(r * n, frame));
  rotate(source->turn, n, r, source->draw.frame, frame);
  return comparator_from_frame(COMPARATOR_PLANTED, n, r, frame, &source->comparator);
}

static status init(void *self, const problem_setting *setting) {
  TRY(build(self, setting->seed));
  return build_forms(self, setting->seed);
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
      if (draw_anywhere(&source->draw) >= source->gap) return STATUS_OK;
    }
    return FAIL(STATUS_FAILED, "close_to_subspace: none of %d random instances had tr(PX) >= gap = %g",
                (int)SAMPLE_LIMIT, source->gap);
  }
  draw_at(&source->draw, source->margin == MARGIN_SAMPLED ? 0 : draw_margin(source, positive));
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
static status check_sampled(const close_to_subspace *source, const char *who) {
  const double n = (double)source->n, r = (double)source->r;
  const double gap = source->gap, mean = r * (double)rank_of(source) / n;
  if (source->margin != MARGIN_SAMPLED || source->positives <= 0 || r >= n) return STATUS_OK;
  double largest = 0;
  if (mean >= gap / 100) {
    CLEANUP(factors_end) subspace_factors draw = {0};
    TRY(begin_draws(source, 0, &draw));
    for (int i = 0; i < SAMPLE_TRIAL && largest < gap; i++) largest = fmax(largest, draw_anywhere(&draw));
  }
  if (largest >= gap) return STATUS_OK;
  return FAIL(STATUS_INVALID,
              "%s: margin = sampled cannot reach gap = %g: the mean of tr(PX) is at most r rank/n = %g; "
              "use boundary or uniform",
              who, gap, mean);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const close_to_subspace *source = self;
  const char *who = setting->class->about.name;
  const bool matrix = source->form == FORM_MATRIX, limited = source->hinge > 0; /* the hinge loss of flipped labels */
  TRY(check_dimensions(source, who));
  if (source->rotation) TRY(planted_limit(who, source->n, PLANTED_ROTATION_LIMIT, "rotation = true"));
  TRY(check_sampled(source, who));
  if (limited && source->noise <= 0) {
    return FAIL(STATUS_INVALID, "%s: hinge = %g needs noise > 0, the probability with which a label is flipped", who,
                source->hinge);
  }
  const bool dyads = source->instances == INSTANCES_DYAD && !is_moved(source);
  const instance_kind kind = dyads ? INSTANCE_DYAD : INSTANCE_LOW_RANK;
  const double low = source->interval_low, width = source->interval_high - low;
  const double least = low * (double)source->r; /* tr(P (aI + (b-a) X)) = a r + (b-a) tr(PX) */
  *out = (problem_facts){.n = source->n,
                         .kind = matrix ? INSTANCE_MATRIX : kind,
                         .rank = matrix ? source->n : rank_of(source),
                         .labels = LABEL_SIGN,
                         .exchangeable = !limited,
                         .gap_low = least + width * source->gap_low,
                         .gap_high = least + width * source->gap};
  return STATUS_OK;
}

/* Is the label flipped? The subspace loses the distance of tr(PX) from the other side of the gap. */
static bool flips(close_to_subspace *source, const instance *x, bool positive) {
  if (!random_chance(source->flips, source->noise)) return false;
  size_t r = 0;
  const double *frame = comparator_frame(source->comparator, &r);
  const double inner = instance_inner_rows(x, r, frame, NULL, source->inner_work);
  const double cost = fmax(0, positive ? inner - source->gap_low : source->gap - inner);
  if (source->lost + cost > source->hinge * (1 + 1e-12)) return false;
  source->lost += cost;
  return true;
}

static status next(void *self, const learner *player, instance *x) {
  close_to_subspace *source = self;
  bool positive;
  const double *factors = source->draw.factors;
  if (source->ahead.capacity > 0) {
    factors = next_dyad(source, &positive);
    source->draw.weights[0] = 1;
  } else {
    positive = random_chance(source->labels, source->positives);
    TRY(draw_factors(source, positive));
  }
  if (source->turn != NULL) {
    rotate(source->turn, source->draw.n, source->draw.rank, factors, source->rotated);
    factors = source->rotated;
  }
  *x = source->dyads ? instance_dense_dyad(source->draw.n, factors)
                     : instance_low_rank(source->draw.n, source->draw.rank, factors, source->draw.weights, 0);
  source->label = positive != flips(source, x, positive) ? 1 : -1;
  if (source->moved) {
    for (size_t j = 0; j < source->draw.rank; j++) source->draw.weights[j] *= source->width;
    *x = instance_low_rank(source->draw.n, source->draw.rank, factors, source->draw.weights, source->interval_low);
  }
  if (source->matrix != NULL) {
    instance_to_dense(x, source->matrix);
    *x = instance_matrix(source->draw.n, source->matrix);
  }
  return STATUS_OK;
}

static const field constants[] = {{FIELD_NAMED("hinge", close_to_subspace, lost, FIELD_NUMBER)}};

static const problem_methods methods = {
    .size = sizeof(close_to_subspace),
    .facts = facts,
    .init = init,
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
              PARAMETERS(parameters),
              RULES(rules)},
    .methods = &methods,
};
