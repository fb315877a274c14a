/* Planted linear regression: labels from the target, norms, distributions, streams; comparators in hindsight by their conditions of
 * optimality. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "unit/problem_fixture.h"

/* Options of the problem with its trials known beforehand. */
static fixture known(const char *name, const char *json, uint64_t seed, size_t trials) {
  fixture f = {.setting = {.seed = seed, .trials = trials}};
  const problem_class *class = problem_find(name);
  cJSON *given = NULL;
  cr_assert_eq(json_parse(json, &given), STATUS_OK);
  cr_assert_eq(options_new(&class->about, given, &f.values), STATUS_OK);
  cJSON_Delete(given);
  cr_assert_eq(problem_new(class, &f.setting, f.values, &f.problem), STATUS_OK, "%s", status_message());
  f.u = problem_comparator(&f.problem);
  if (f.u != NULL) cr_assert_eq(comparator_prepare(f.u, INSTANCE_VECTOR, f.problem.facts.rank), STATUS_OK);
  return f;
}

/* u as a list of n numbers */
static void target_of(const comparator *u, size_t n, double *list) {
  const instance *x = comparator_instance(u);
  for (size_t i = 0; i < n; i++) list[i] = 0.0;
  for (size_t k = 0; k < x->count; k++) list[x->index == NULL ? k : x->index[k]] = x->value[k];
}

/* x as a list of n numbers */
static void dense(const instance *x, double *list) {
  for (size_t i = 0; i < x->n; i++) list[i] = 0.0;
  for (size_t k = 0; k < x->count; k++) list[x->index == NULL ? k : x->index[k]] = x->value[k];
}

typedef struct target_case {
  const char *json;
  size_t relevant;
  double l1, l2; /* NaN: not given */
  bool signs, equal;
} target_case;

static const target_case target_cases[] = {
    {"{\"n\":16}", 16, 1, 0.25, true, true},
    {"{\"n\":16,\"relevant\":4}", 4, 1, 0.5, true, true},
    {"{\"n\":16,\"relevant\":4,\"target\":\"positive\"}", 4, 1, 0.5, false, true},
    {"{\"n\":16,\"relevant\":4,\"norm\":\"l2\",\"length\":3}", 4, 6, 3, true, true},
    {"{\"n\":16,\"relevant\":5,\"length\":2,\"weights\":\"random\"}", 5, 2, NAN, true, false},
    {"{\"n\":16,\"norm\":\"l2\",\"length\":0.5,\"weights\":\"random\",\"target\":\"positive\"}", 16, NAN, 0.5, false,
     false},
    {"{\"n\":1,\"length\":7}", 1, 7, 7, false, true},
};

Test(regression, targets) {
  for (size_t c = 0; c < sizeof target_cases / sizeof *target_cases; c++) {
    const target_case *want = &target_cases[c];
    fixture f = fixture_make("regression", want->json, 5);
    const size_t n = f.problem.facts.n;
    double u[16], l1 = 0.0, l2 = 0.0, least = INFINITY, most = 0.0;
    size_t relevant = 0, negative = 0;
    target_of(f.u, n, u);
    for (size_t i = 0; i < n; i++) {
      l1 += fabs(u[i]);
      l2 += u[i] * u[i];
      if (u[i] == 0.0) continue;
      relevant++;
      negative += u[i] < 0.0;
      least = fmin(least, fabs(u[i]));
      most = fmax(most, fabs(u[i]));
    }
    cr_expect_eq(relevant, want->relevant, "%s: %zu", want->json, relevant);
    if (!isnan(want->l1)) cr_expect_float_eq(l1, want->l1, 1e-14, "%s: |u|_1 = %.17g", want->json, l1);
    if (!isnan(want->l2)) cr_expect_float_eq(sqrt(l2), want->l2, 1e-14, "%s: |u|_2 = %.17g", want->json, sqrt(l2));
    if (n > 1) cr_expect_eq(want->signs, negative > 0 && negative < relevant, "%s", want->json);
    cr_expect_eq(want->equal, least == most, "%s", want->json);
    cr_expect(comparator_origin_of(f.u) == COMPARATOR_PLANTED);
    fixture_free(&f);
  }
}

typedef struct input_case {
  const char *json;
  double low, high; /* of |x_i| where x_i is not 0 */
  double inf, l2;   /* norms of each x; NaN: any */
  size_t active;
} input_case;

static const input_case input_cases[] = {
    {"{\"n\":12}", 0, 1, NAN, NAN, 12},
    {"{\"n\":12,\"scale\":4}", 0, 4, NAN, NAN, 12},
    {"{\"n\":12,\"inputs\":\"signs\",\"scale\":0.5,\"correlation\":-0.9}", 0.5, 0.5, 0.5, NAN, 12},
    {"{\"n\":12,\"inputs\":\"signs\",\"active\":3}", 1, 1, 1, NAN, 3},
    {"{\"n\":12,\"normalize\":\"inf\",\"scale\":2}", 0, 2, 2, NAN, 12},
    {"{\"n\":12,\"normalize\":\"l2\",\"inputs\":\"gaussian\",\"active\":5}", 0, 1, NAN, 1, 5},
    {"{\"n\":12,\"normalize\":\"inf\",\"inputs\":\"gaussian\",\"correlation\":0.5}", 0, 1, 1, NAN, 12},
    {"{\"n\":1,\"normalize\":\"l2\",\"scale\":3,\"correlation\":0.5}", 3, 3, 3, 3, 1},
};

/* Without noise the label is <u,x>, x as the options say. */
Test(regression, inputs) {
  for (size_t c = 0; c < sizeof input_cases / sizeof *input_cases; c++) {
    const input_case *want = &input_cases[c];
    fixture f = fixture_make("regression", want->json, 9);
    const size_t n = f.problem.facts.n;
    cr_expect_eq(f.problem.facts.rank, want->active);
    double u[12], x[12];
    target_of(f.u, n, u);
    for (size_t t = 0; t < 200; t++) {
      instance given;
      double y = 0.0, inner = 0.0, inf = 0.0, l2 = 0.0;
      cr_assert_eq(fixture_trial(&f, &given, &y), STATUS_OK);
      cr_assert_eq(given.count, want->active);
      for (size_t k = 0; k < given.count; k++) {
        cr_assert(fabs(given.value[k]) >= want->low * (1 - 1e-15) && fabs(given.value[k]) <= want->high * (1 + 1e-15),
                  "%s: %.17g", want->json, given.value[k]);
        cr_assert(given.index == NULL || k == 0 || given.index[k] > given.index[k - 1]);
      }
      dense(&given, x);
      for (size_t i = 0; i < n; i++) {
        inner += u[i] * x[i];
        inf = fmax(inf, fabs(x[i]));
        l2 += x[i] * x[i];
      }
      cr_assert_float_eq(y, inner, 1e-14, "%s: %.17g, expected %.17g", want->json, y, inner);
      cr_assert_float_eq(comparator_value(f.u, &given), y, 1e-14);
      if (!isnan(want->inf)) cr_assert_float_eq(inf, want->inf, 1e-14, "%s: %.17g", want->json, inf);
      if (!isnan(want->l2)) cr_assert_float_eq(sqrt(l2), want->l2, 1e-14, "%s: %.17g", want->json, sqrt(l2));
    }
    fixture_free(&f);
  }
}

/* Means of products of neighbours over many draws: rho times the variance, 1/3, 1 and 1; the next but one rho^2. Bounded products are within
 * Hoeffding's deviation at 1e-9, for blocks of 3 entries independent over trials; those of normal ones within 6.5 standard deviations,
 * at most sqrt(2) each for the product of two. */
Test(regression, correlation) {
  enum { TRIALS = 40000 };
  static const struct {
    const char *inputs;
    double variance, range;
  } kinds[] = {{"uniform", 1.0 / 3.0, 1.0}, {"signs", 1.0, 1.0}, {"gaussian", 1.0, NAN}};
  static const double rhos[] = {0.0, 0.7, -0.4};
  for (size_t k = 0; k < 3; k++) {
    for (size_t r = 0; r < 3; r++) {
      char json[200];
      double sums[3] = {0.0};
      (void)snprintf(json, sizeof json, "{\"n\":3,\"inputs\":\"%s\",\"correlation\":%g}", kinds[k].inputs, rhos[r]);
      fixture f = fixture_make("regression", json, 3 + r);
      for (size_t t = 0; t < TRIALS; t++) {
        instance x;
        double y = 0.0;
        cr_assert_eq(fixture_trial(&f, &x, &y), STATUS_OK);
        sums[0] += x.value[1] * x.value[1];
        sums[1] += x.value[0] * x.value[1];
        sums[2] += x.value[0] * x.value[2];
      }
      const double allowed =
          isnan(kinds[k].range) ? 6.5 * sqrt(2.0 / TRIALS) : 2.0 * kinds[k].range * sqrt(log(2e9) / (2.0 * TRIALS));
      for (size_t lag = 0; lag < 3; lag++) {
        const double mean = sums[lag] / TRIALS, expected = kinds[k].variance * pow(rhos[r], (double)lag);
        cr_expect(fabs(mean - expected) <= allowed, "%s lag %zu: %.6f, expected %.6f up to %.6f", json, lag, mean,
                  expected, allowed);
      }
      fixture_free(&f);
    }
  }
}

/* Noise changes the labels and nothing else; its mean is 0 and its deviation as stated. */
Test(regression, noise) {
  enum { TRIALS = 20000 };
  fixture clean = fixture_make("regression", "{\"n\":4}", 2);
  fixture noisy = fixture_make("regression", "{\"n\":4,\"noise\":0.5}", 2);
  fixture louder = fixture_make("regression", "{\"n\":4,\"noise\":1}", 2);
  double sum = 0.0, squares = 0.0;
  for (size_t t = 0; t < TRIALS; t++) {
    instance x, z, w;
    double y = 0.0, noisy_y = 0.0, louder_y = 0.0;
    cr_assert_eq(fixture_trial(&clean, &x, &y), STATUS_OK);
    cr_assert_eq(fixture_trial(&noisy, &z, &noisy_y), STATUS_OK);
    cr_assert_eq(fixture_trial(&louder, &w, &louder_y), STATUS_OK);
    cr_assert_eq(memcmp(x.value, z.value, 4 * sizeof *x.value), 0);
    const double e = noisy_y - y;
    cr_assert_float_eq(louder_y - y, 2.0 * e, 1e-14);
    sum += e;
    squares += e * e;
  }
  /* six standard deviations: of e 0.5, of e^2 0.25 sqrt2 */
  cr_expect(fabs(sum / TRIALS) <= 6.0 * 0.5 / sqrt(TRIALS), "%.6f", sum / TRIALS);
  cr_expect(fabs(squares / TRIALS - 0.25) <= 6.0 * 0.25 * sqrt(2.0 / TRIALS), "%.6f", squares / TRIALS);
  fixture_free(&clean);
  fixture_free(&noisy);
  fixture_free(&louder);
}

/* Options that concern something else leave the streams alone. */
Test(regression, streams) {
  fixture one = fixture_make("regression", "{\"n\":6,\"relevant\":2}", 4);
  fixture two =
      fixture_make("regression", "{\"n\":6,\"relevant\":5,\"target\":\"positive\",\"noise\":1,\"length\":9}", 4);
  fixture other = fixture_make("regression", "{\"n\":6,\"relevant\":2}", 5);
  bool differs = false;
  for (size_t t = 0; t < 20; t++) {
    instance x, z, w;
    double y = 0.0;
    cr_assert_eq(fixture_trial(&one, &x, &y), STATUS_OK);
    cr_assert_eq(fixture_trial(&two, &z, &y), STATUS_OK);
    cr_assert_eq(fixture_trial(&other, &w, &y), STATUS_OK);
    cr_assert_eq(memcmp(x.value, z.value, 6 * sizeof *x.value), 0);
    differs = differs || memcmp(x.value, w.value, 6 * sizeof *x.value) != 0;
  }
  cr_expect(differs);
  fixture_free(&one);
  fixture_free(&two);
  fixture_free(&other);
}

Test(regression, facts) {
  fixture f = fixture_make("regression", "{\"n\":6}", 1);
  const problem_facts *facts = &f.problem.facts;
  const loss costs = problem_loss(facts);
  cr_expect(facts->exchangeable && facts->population == 0 && facts->trials == 0 && facts->labels == LABEL_REAL);
  cr_expect(isnan(facts->gap_low) && isnan(facts->gap_high) && !facts->adaptive && !facts->comparator_late);
  cr_expect(costs.kind == LOSS_SQUARE && costs.scale == 1.0 && isinf(costs.low) && isinf(costs.high));
  fixture_free(&f);
  f = fixture_make("regression", "{\"n\":6,\"comparator\":\"none\"}", 1);
  cr_expect_null(f.u);
  fixture_free(&f);
  fixture_refused("regression", "{\"n\":6,\"relevant\":7}", "regression: relevant = 7 must be at most n = 6");
  fixture_refused("regression", "{\"n\":6,\"active\":7}", "regression: active = 7 must be at most n = 6");
  fixture_refused("regression", "{\"n\":6,\"radius\":1}",
                  "regression: radius has no effect without comparator = \"l1_ball\"");
  fixture_refused("regression", "{\"n\":6,\"comparator\":\"l1_ball\"}",
                  "regression: radius is missing: comparator = \"l1_ball\" needs it");
  fixture_refused("regression", "{\"n\":6,\"comparator\":\"simplex\"}",
                  "regression: comparator = \"simplex\" needs a known number of trials, at most 22369621 of 6 numbers");
}

/* The gradient g of the loss at u over the trials that are played, <u,g>, and how far u is from its class's conditions of optimality:
 * g = 0; g_i >= <u,g> on the simplex; |g_i| <= -<u,g>/radius in the ball (or g = 0 inside it). Relative to the largest sum |x_i y|. */
static double optimality(fixture *f, size_t trials, const char *kind, double radius, double *own) {
  enum { MOST = 16 };
  const size_t n = f->problem.facts.n;
  double u[MOST], x[MOST], g[MOST] = {0.0}, scale = 0.0, inner = 0.0, worst = 0.0;
  target_of(f->u, n, u);
  *own = 0.0;
  for (size_t t = 0; t < trials; t++) {
    instance given;
    double y = 0.0, p = 0.0;
    cr_assert_eq(fixture_trial(f, &given, &y), STATUS_OK);
    dense(&given, x);
    for (size_t i = 0; i < n; i++) p += u[i] * x[i];
    for (size_t i = 0; i < n; i++) g[i] += (p - y) * x[i];
    *own += (p - y) * (p - y);
    scale += fabs(y) + fabs(p);
  }
  for (size_t i = 0; i < n; i++) inner += u[i] * g[i];
  for (size_t i = 0; i < n; i++) {
    worst = fmax(worst, strcmp(kind, "least_squares") == 0 ? fabs(g[i])
                        : strcmp(kind, "simplex") == 0     ? inner - g[i]
                                                           : radius * fabs(g[i]) + inner);
  }
  return worst / scale;
}

/* A noisy target outside the simplex and outside a ball of radius 0.5; sparse and dense; the trials of the run alone count. */
Test(regression, hindsight) {
  static const char *const kinds[] = {"least_squares", "simplex", "l1_ball"};
  static const char *const inputs[] = {"\"correlation\":0.6", "\"active\":3"};
  for (size_t k = 0; k < 3; k++) {
    for (size_t i = 0; i < 2; i++) {
      char json[300];
      double own = 0.0, l1 = 0.0, least_entry = 0.0, u[9];
      (void)snprintf(json, sizeof json, "{\"n\":9,\"length\":2,\"noise\":0.3,%s,\"comparator\":\"%s\"%s}", inputs[i],
                     kinds[k], k == 2 ? ",\"radius\":0.5" : "");
      fixture f = known("regression", json, 6, 60);
      target_of(f.u, 9, u);
      for (size_t j = 0; j < 9; j++) l1 += fabs(u[j]);
      for (size_t j = 0; j < 9; j++) least_entry = fmin(least_entry, u[j]);
      const double worst = optimality(&f, 60, kinds[k], 0.5, &own), allowed = k == 0 ? 1e-12 : 1e-6;
      cr_expect(worst <= allowed, "%s: %.17g from optimality", json, worst);
      cr_expect(k != 1 || (fabs(l1 - 1.0) < 1e-9 && least_entry > -1e-12), "%s: |u|_1 = %.17g", json, l1);
      cr_expect(k != 2 || l1 <= 0.5 + 1e-9, "%s: |u|_1 = %.17g", json, l1);
      cr_expect(comparator_least(f.u) <= own * (1.0 + 1e-12), "%s", json);
      cr_expect(comparator_least(f.u) >= own - 1e-6 * (1.0 + own), "%s: %.17g, own %.17g", json, comparator_least(f.u),
                own);
      fixture_free(&f);
    }
  }
}

/* Of a file, the rows that are played, whatever their order. */
Test(regression, hindsight_of_files) {
  const char *text = "1,0,1\n0,1,2\n1,1,4\n2,1,3\n1,3,9\n";
  char *path = fixture_file(text, strlen(text)), json[300];
  (void)snprintf(json, sizeof json,
                 "{\"file\":\"%s\",\"comparator\":\"least_squares\",\"passes\":2,\"order\":\"shuffled\"}", path);
  double own = 0.0;
  fixture f = known("regression_data", json, 3, 7);
  cr_expect(optimality(&f, 7, "least_squares", 0.0, &own) <= 1e-12);
  fixture_free(&f);
  f = known("regression_data", json, 3, 0);
  /* X'X = (7 6; 6 12), X'y = (20, 36): by Cramer's rule */
  const double det = 7.0 * 12.0 - 6.0 * 6.0, first = (20.0 * 12.0 - 6.0 * 36.0) / det,
               second = (7.0 * 36.0 - 6.0 * 20.0) / det;
  double u[2];
  target_of(f.u, 2, u);
  cr_expect_float_eq(u[0], first, 1e-13, "%.17g, expected %.17g", u[0], first);
  cr_expect_float_eq(u[1], second, 1e-13, "%.17g, expected %.17g", u[1], second);
  fixture other = known("regression_data", json, 4, 0);
  double v[2];
  target_of(other.u, 2, v);
  cr_expect_eq(memcmp(u, v, sizeof u), 0, "the order of the rows does not reach the comparator");
  fixture_free(&f);
  fixture_free(&other);
  unlink(path);
  free(path);
}
