#include "learners/matrix_prediction/prediction_class.h"

static const double PI = 3.14159265358979323846;

double sign_matrix_diagonal(size_t n) {
  double sum = 0.0;
  for (size_t k = 0; k < n; k++) {
    const double angle = PI * (double)(2 * k + 1) / (double)(2 * n);
    sum += fabs(fixed_cos(angle) / fixed_sin(angle));
  }
  return n == 1 ? 0.0 : sum / (double)n;
}

/* T T^T has the entries min(a, b), a = n - i: singular values sigma_j = 1/(2 sin((2j-1) pi/(2(2n+1)))), vectors
 * 2/sqrt(2n+1) sin((2j-1) pi a/(2n+1)); and |sym T|_ii = sum_j sigma_j u_j(i)^2. */
void triangular_constants(size_t n, double *beta, double *tau) {
  const double width = (double)(2 * n + 1);
  double trace = 0.0, largest = 0.0;
  for (size_t a = 1; a <= n; a++) {
    double diagonal = 0.0;
    for (size_t j = 1; j <= n; j++) {
      const double odd = (double)(2 * j - 1), sigma = 0.5 / fixed_sin(odd * PI / (2.0 * width));
      /* the angle is reduced exactly: sine has period 2 width in odd * a */
      const double reduced = fmod(odd * (double)a, 2.0 * width);
      const double sine = fixed_sin(reduced * PI / width);
      diagonal += sigma * 4.0 / width * sine * sine;
      if (a == 1) trace += sigma;
    }
    if (diagonal > largest) largest = diagonal;
  }
  *beta = 0.5 * largest;
  *tau = 2.0 * trace;
}

static const char *const class_words[] = {"max_cut", "gambling", "collaborative_filtering", "own", "own_symmetric"};
static const char *const decomposition_words[] = {"two_blocks", "one_block", "recursive_printed", "recursive",
                                                  "svd",        "exact",     "printed",           "sharp"};
static const class_decomposition sharpest[] = {CLASS_ONE_BLOCK, CLASS_EXACT, CLASS_SHARP, CLASS_GIVEN, CLASS_GIVEN};

static status choose_decomposition(const char *who, const class_choice *choice, prediction_class *c) {
  static const class_decomposition papers[] = {CLASS_TWO_BLOCKS, CLASS_RECURSIVE, CLASS_PRINTED, CLASS_GIVEN,
                                               CLASS_GIVEN};
  static const class_decomposition first[] = {CLASS_TWO_BLOCKS, CLASS_RECURSIVE_PRINTED, CLASS_PRINTED, CLASS_GIVEN,
                                              CLASS_GIVEN};
  c->decomposition = papers[c->class];
  if (choice->decomposition == 0) return STATUS_OK;
  c->decomposition = choice->decomposition - 1;
  if (c->decomposition >= first[c->class] && c->decomposition <= sharpest[c->class]) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: decomposition = %s does not belong to class = %s", who,
              decomposition_words[c->decomposition], class_words[c->class]);
}

/* An own class is what its options say, and they say nothing of another one. */
static status check_own(const learner_setting *setting, const class_choice *choice, const prediction_class *c) {
  const char *who = setting->class->about.name;
  const bool beta = choice->beta > 0.0, tau = choice->tau > 0.0; /* learners without these options: 0 */
  if (c->class < CLASS_OWN && (beta || tau)) {
    return FAIL(STATUS_INVALID, "%s: %s is for class = own, this one is %s", who, beta ? "beta" : "tau",
                class_words[c->class]);
  }
  if (c->class < CLASS_OWN) return STATUS_OK;
  if (!beta || !tau) return FAIL(STATUS_INVALID, "%s: class = %s needs beta and tau", who, class_words[c->class]);
  if (c->class == CLASS_OWN_SYMMETRIC && (c->m != c->n || c->n < 2)) {
    return FAIL(STATUS_INVALID,
                "%s: class = own_symmetric: the entries are of %zu rows and %zu columns, expected a square", who, c->m,
                c->n);
  }
  if (setting->loss.low <= 0.0 && setting->loss.high >= 0.0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: class = own: predictions are from %g to %g, expected an interval with 0", who,
              setting->loss.low, setting->loss.high);
}

static status check_setting(const learner_setting *setting, const class_choice *choice, const prediction_class *c) {
  const char *who = setting->class->about.name, *class = class_words[c->class];
  const double low = c->class == CLASS_GAMBLING ? 0.0 : -1.0;
  TRY(check_own(setting, choice, c));
  if (c->class >= CLASS_OWN) return STATUS_OK;
  if (c->class != CLASS_COLLABORATIVE_FILTERING && c->m != c->n) {
    return FAIL(STATUS_INVALID, "%s: class = %s needs entries of square matrices, these have %zu rows and %zu columns",
                who, class, c->m, c->n);
  }
  if (c->n < 2 && (c->class == CLASS_MAX_CUT || c->decomposition == CLASS_EXACT)) {
    return FAIL(STATUS_INVALID, "%s: class = %s needs at least 2 of them", who, class);
  }
  if (setting->loss.low != low || setting->loss.high != 1.0) {
    return FAIL(STATUS_INVALID, "%s: class = %s needs predictions from %g to 1, the problem asks for %g to %g", who,
                class, low, setting->loss.low, setting->loss.high);
  }
  if (c->class == CLASS_COLLABORATIVE_FILTERING && isnan(choice->trace_norm)) {
    return FAIL(STATUS_INVALID, "%s: class = collaborative_filtering needs trace_norm", who);
  }
  return STATUS_OK;
}

static void set_gambling(prediction_class *c) {
  const double n = (double)c->n;
  double k = 0.0;
  for (size_t size = 1; size < c->n; size *= 2) k += 1.0;
  c->beta = k + 1.0;
  c->tau = c->decomposition == CLASS_RECURSIVE_PRINTED ? 4.0 * n * (k + 1.0) : 2.0 * n * (k + 2.0);
  if (c->decomposition == CLASS_SVD) triangular_constants(c->n, &c->beta, &c->tau);
  if (c->decomposition == CLASS_EXACT) {
    const double diagonal = sign_matrix_diagonal(c->n);
    c->beta = 0.5 * diagonal;
    c->tau = 2.0 * n * diagonal;
    c->stretch = c->centre = 0.5;
    c->low = -1.0;
  }
}

static void set_filtering(prediction_class *c, double trace_norm) {
  const double few = (double)(c->m < c->n ? c->m : c->n), many = (double)(c->m < c->n ? c->n : c->m);
  const double cap = few * sqrt(many);
  c->beta = c->decomposition == CLASS_PRINTED ? sqrt((double)(c->m + c->n)) : 0.5 * sqrt(many);
  c->tau = 2.0 * (trace_norm < cap ? trace_norm : cap);
}

/* The constants of c->class and c->decomposition. */
static status fill(const learner_setting *setting, const class_choice *choice, prediction_class *out) {
  prediction_class c = {
      .class = out->class, .decomposition = out->decomposition, .m = setting->rows, .n = setting->n, .stretch = 1.0};
  TRY(check_setting(setting, choice, &c));
  c.low = setting->loss.low;
  c.high = setting->loss.high;
  c.blocks = ENTRY_MIRRORED;
  c.order = c.m + c.n;
  c.offset = c.m;
  if (c.class == CLASS_MAX_CUT || c.class == CLASS_OWN_SYMMETRIC) {
    c.order = c.n;
    c.offset = 0;
    c.blocks = c.decomposition == CLASS_ONE_BLOCK ? ENTRY_NEGATIVE : ENTRY_TWO_BLOCKS;
  }
  if (c.class == CLASS_MAX_CUT) {
    c.beta = 1.0;
    c.tau = (double)c.n;
  } else if (c.class >= CLASS_OWN) {
    c.beta = choice->beta;
    c.tau = choice->tau;
  } else if (c.class == CLASS_GAMBLING) {
    set_gambling(&c);
  } else {
    set_filtering(&c, choice->trace_norm);
  }
  const bool one = c.blocks == ENTRY_NEGATIVE,
             printed = c.decomposition == CLASS_TWO_BLOCKS || c.decomposition == CLASS_RECURSIVE_PRINTED ||
                       c.decomposition == CLASS_RECURSIVE || c.decomposition == CLASS_PRINTED ||
                       c.decomposition == CLASS_GIVEN;
  const double p = (double)c.order;
  c.diagonal_limit = one ? 2.0 * c.beta : 4.0 * c.beta;
  c.divergence = c.tau * fixed_log(printed ? 2.0 * p : p);
  /* matrices of trace below tau, down to W = 0, are further away than tau ln(2) */
  if (c.class >= CLASS_COLLABORATIVE_FILTERING && c.divergence < c.tau) c.divergence = c.tau;
  c.slope = c.stretch * loss_lipschitz(&setting->loss);
  c.start = fixed_log(c.tau / (one ? p : 2.0 * p));
  *out = c;
  return STATUS_OK;
}

status prediction_class_new(const learner_setting *setting, const class_choice *choice, prediction_class *out) {
  out->class = choice->class;
  TRY(choose_decomposition(setting->class->about.name, choice, out));
  return fill(setting, choice, out);
}

status prediction_class_sharpest(const learner_setting *setting, const class_choice *choice, prediction_class *out) {
  out->class = choice->class;
  out->decomposition = sharpest[out->class];
  return fill(setting, choice, out);
}

double prediction_class_rate(const prediction_class *c, double rounds) {
  return sqrt(c->divergence / (c->diagonal_limit * c->slope * c->slope * rounds));
}
