/* The exponential of windows, by power series and by eigenvalues, against closed forms and against Taylor's series of the whole matrix in long
 * doubles. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "spectral/entry/window_exponential.h"

static arena memory; /* of what a test makes */

enum { LARGEST = 40, TAYLOR = 400 };

static window_exponential *work_of(size_t largest) {
  window_exponential *s = NULL;
  cr_assert_eq(window_exponential_new(&memory, largest, &s), STATUS_OK);
  return s;
}

/* Relative to the entry by series; by eigenvalues, of size up to `size`, relative to the largest eigenvalue of the exponential. */
static double limit_of(bool series, double size) {
  return (series ? 64.0 : 4.0 * (4.0 + size)) * DBL_EPSILON;
}

static void near(double value, double expected, double limit, const char *what, const char *of) {
  cr_expect(fabs(value - expected) <= limit, "%s: %s %.17g, expected %.17g", of, what, value, expected);
}

/* ---- closed forms */

/* T = [a b; b a] has the eigenvalues a + b and a - b, and commutes with C. */
static void closed_form(double a, double b, double mu, double off, double shift, const char *of) {
  window_exponential *s = work_of(2);
  const double t[] = {a, b, b, a}, level = a - mu + shift;
  const double even = 0.5 * (exp(level + b - off) + exp(level - b + off));
  const double odd = 0.5 * (exp(level + b - off) - exp(level - b + off));
  const double before = exp(a + shift + b) + exp(a + shift - b), after = 2 * even;
  const double limit = limit_of(fabs(b) + fabs(mu) + fabs(off) <= 24, fabs(a) + fabs(mu) + fabs(b) + fabs(off));
  window_values values;
  window_change step;
  cr_assert_eq(window_exponential_values(s, 2, t, shift, mu, off, &values), STATUS_OK);
  cr_assert_eq(window_exponential_change(s, 2, t, shift, mu, off, &step), STATUS_OK);
  near(values.entry[0], even, limit * even, "(1,1)", of);
  near(values.entry[1], odd, limit * even, "(1,2)", of);
  near(values.entry[2], even, limit * even, "(2,2)", of);
  near(values.curvature[0], 2 * even, 1e-8 * even, "in D and D", of);
  near(values.curvature[1], 2 * odd, 1e-8 * even, "in D and X", of);
  near(values.curvature[2], 2 * even, 1e-8 * even, "in X and X", of);
  near(step.change, after - before, limit * (after + before), "change", of);
  double largest = 0;
  cr_assert_eq(window_exponential_largest(s, 2, t, shift, &largest), STATUS_OK);
  near(largest, exp(a + fabs(b) + shift), limit_of(false, fabs(a) + fabs(b)) * largest, "largest", of);
  arena_free(&memory);
}

Test(window_exponential, closed_forms) {
  closed_form(0, 0, 0, 0, 0, "zero");
  closed_form(0, 0, 0, 0, -3, "zero, shifted");
  closed_form(0, 0, 0.7, 0.2, 0, "zero less C");
  closed_form(-2, 0, 0, 0, 1, "a multiple of I");
  closed_form(0.3, 0.4, 0.1, -0.2, -0.5, "small");
  closed_form(0.3, 0.4, 1e-9, -1e-9, -0.5, "hardly changed");
  closed_form(1, -5, 0, 3, 2, "odd");
  closed_form(-30, 20, 5, 1, 0, "wide");
  closed_form(-400, 10, -3, 30, 380, "far below, shifted");
}

Test(window_exponential, order_one) {
  window_exponential *s = work_of(1);
  const double t = 0.75;
  window_values values;
  window_change step;
  cr_assert_eq(window_exponential_values(s, 1, &t, 0.5, 0.25, 0.125, &values), STATUS_OK);
  cr_assert_eq(window_exponential_change(s, 1, &t, 0.5, 0.25, 0.125, &step), STATUS_OK);
  near(values.entry[0], exp(1.0), 1e-15 * exp(1.0), "(1,1)", "order 1");
  cr_expect(values.entry[1] == 0 && values.entry[2] == 0);
  near(step.change, exp(1.0) - exp(1.25), 4e-15, "change", "order 1");
  double largest = 0;
  cr_assert_eq(window_exponential_largest(s, 1, &t, 0.5, &largest), STATUS_OK);
  near(largest, exp(1.25), 4e-15, "largest", "order 1");
  arena_free(&memory);
}

/* ---- random windows */

typedef struct window {
  size_t n;
  double t[LARGEST * LARGEST];
} window;

static void set(window *w, size_t i, size_t j, double value) {
  w->t[i * w->n + j] = w->t[j * w->n + i] = value;
}

static void draw(window *w, random_stream *stream, size_t n, double size) {
  memset(w, 0, sizeof *w);
  w->n = n;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = i; j < n && j <= i + 2; j++) set(w, i, j, random_range(stream, -size, size));
  }
}

/* e^(T - C) e_column, by the series of T - C - low I, a matrix without negative eigenvalues. */
static void taylor(const window *w, double mu, double off, double low, size_t column, long double *out) {
  long double term[LARGEST] = {0}, next[LARGEST];
  const size_t n = w->n;
  memset(out, 0, n * sizeof *out);
  term[column] = 1;
  for (size_t k = 1; k <= TAYLOR; k++) {
    for (size_t i = 0; i < n; i++) out[i] += term[i];
    for (size_t i = 0; i < n; i++) {
      next[i] = 0;
      for (size_t j = 0; j < n; j++) {
        const long double c = i > 1 || j > 1 ? 0 : i == j ? (long double)mu : (long double)off;
        next[i] += ((long double)w->t[i * n + j] - c - (i == j ? (long double)low : 0)) * term[j] / (long double)k;
      }
    }
    memcpy(term, next, n * sizeof *term);
  }
  for (size_t i = 0; i < n; i++) out[i] *= expl((long double)low);
}

static long double trace_of(const window *w, double mu, double off, double low) {
  long double out[LARGEST], sum = 0;
  for (size_t i = 0; i < w->n; i++) {
    taylor(w, mu, off, low, i, out);
    sum += out[i];
  }
  return sum;
}

/* (1,1), (1,2), (2,2) */
static void entries_of(const window *w, double mu, double off, double low, long double entry[3]) {
  long double out[LARGEST];
  taylor(w, mu, off, low, 0, out);
  entry[0] = out[0];
  entry[1] = out[1];
  taylor(w, mu, off, low, 1, out);
  entry[2] = out[1];
}

/* The first derivative of the trace is minus the entries' sums, so that the second ones are differences of entries. */
static void check_curvature(const window *w, double mu, double off, double low, const window_values *values) {
  const double h = 1e-5, size = values->entry[0] + values->entry[2];
  long double up[3], down[3];
  entries_of(w, mu + h, off, low, up);
  entries_of(w, mu - h, off, low, down);
  near(values->curvature[0], (double)((down[0] + down[2] - up[0] - up[2]) / (2 * h)), 1e-7 * size, "in D and D",
       "random");
  near(values->curvature[1], (double)((down[1] - up[1]) / h), 1e-7 * size, "in D and X", "random");
  entries_of(w, mu, off + h, low, up);
  entries_of(w, mu, off - h, low, down);
  near(values->curvature[2], (double)((down[1] - up[1]) / h), 1e-7 * size, "in X and X", "random");
}

static void check(window_exponential *s, const window *w, double mu, double off, double size) {
  const double low = -5 * size - fabs(mu) - fabs(off), high = -low; /* all discs are between these */
  const bool series = high - low <= 48;
  const double limit = limit_of(series, high);
  window_values values;
  window_change step;
  long double entry[3];
  cr_assert_eq(window_exponential_values(s, w->n, w->t, 0, mu, off, &values), STATUS_OK, "%s", status_message());
  cr_assert_eq(window_exponential_change(s, w->n, w->t, 0, mu, off, &step), STATUS_OK, "%s", status_message());
  double largest = 0;
  cr_assert_eq(window_exponential_largest(s, w->n, w->t, 0, &largest), STATUS_OK);
  cr_expect_geq((double)w->n * largest, (1 - 1e-12) * (double)trace_of(w, 0, 0, low));
  largest *= exp(fmax(0, fabs(off) - mu));
  entries_of(w, mu, off, low, entry);
  const double first = (double)entry[0], across = (double)entry[1], second = (double)entry[2];
  near(values.entry[0], first, limit * (series ? first : largest), "(1,1)", "random");
  near(values.entry[1], across, limit * (series ? sqrt(first * second) : largest), "(1,2)", "random");
  near(values.entry[2], second, limit * (series ? second : largest), "(2,2)", "random");
  const long double before = trace_of(w, 0, 0, low), after = trace_of(w, mu, off, low);
  near(step.change, (double)(after - before), step.rounding + 100 * (double)(LDBL_EPSILON * (after + before)), "change",
       "random");
  cr_expect_leq(fmax(values.entry[0], values.entry[2]), largest * (1 + 1e-12));
  cr_expect(step.rounding <= 1e-12 * (double)(after + before), "rounding %g", step.rounding);
  if (fabs(mu) + fabs(off) < 2) check_curvature(w, mu, off, low, &values);
}

/* Without signs, the bound of the eigenvalues is nearly the largest one, which the trace of a power shows. */
Test(window_exponential, largest_is_near) {
  random_stream *stream = NULL;
  window_exponential *s = work_of(LARGEST);
  window w;
  double largest = 0;
  cr_assert_eq(random_stream_new(1, "windows", &stream), STATUS_OK);
  for (size_t n = 3; n <= 24; n += 3) {
    draw(&w, stream, n, 1);
    for (size_t i = 0; i < n * n; i++) w.t[i] = fabs(w.t[i]);
    cr_assert_eq(window_exponential_largest(s, n, w.t, 0, &largest), STATUS_OK);
    for (size_t i = 0; i < n * n; i++) w.t[i] *= 16;
    const double least = pow((double)trace_of(&w, 0, 0, 0) / (double)n, 1.0 / 16),
                 most = pow((double)trace_of(&w, 0, 0, 0), 1.0 / 16);
    cr_expect(largest >= least && largest <= 1.4 * most, "order %zu: %g, expected %g to %g", n, largest, least, most);
  }
  random_stream_free(stream);
  arena_free(&memory);
}

Test(window_exponential, random_windows) {
  static const double sizes[] = {0.01, 0.3, 1, 2, 4};
  static const double changes[][2] = {{0, 0}, {1e-9, 0}, {0, -1e-6}, {0.05, 0.02}, {0.4, -0.7}, {1, 6}, {15, -3}};
  random_stream *stream = NULL;
  window_exponential *s = work_of(LARGEST);
  window w;
  cr_assert_eq(random_stream_new(1, "windows", &stream), STATUS_OK);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    for (size_t c = 0; c < sizeof changes / sizeof *changes; c++) {
      draw(&w, stream, 2 + random_index(stream, 12), sizes[i]);
      check(s, &w, changes[c][0], changes[c][1], sizes[i]);
    }
    draw(&w, stream, LARGEST, sizes[i]);
    check(s, &w, 0.1, 0.1, sizes[i]);
  }
  draw(&w, stream, 9, 1); /* the space is exhausted in parts */
  set(&w, 3, 4, 0);
  set(&w, 3, 5, 0);
  set(&w, 2, 4, 0);
  check(s, &w, 0.1, 0.3, 1);
  random_stream_free(stream);
  arena_free(&memory);
}

/* ---- refused */

static void refuse(const double t[9], double shift, const char *piece) {
  window_exponential *s = work_of(3);
  window_values values;
  window_change step;
  cr_expect_eq(window_exponential_values(s, 3, t, shift, 0, 0, &values), STATUS_NUMERIC, "%s", piece);
  cr_expect_eq(window_exponential_change(s, 3, t, shift, 0, 0, &step), STATUS_NUMERIC, "%s", piece);
  cr_expect(strstr(status_message(), piece) != NULL, "%s", status_message());
  arena_free(&memory);
}

Test(window_exponential, refused) {
  refuse((double[]){0, 0, 0, 0, INFINITY, 0, 0, 0, 0}, 0, "moments");
  refuse((double[]){NAN, 0, 0, 0, 1, 0, 0, 0, 2}, 0, "moments");
  refuse((double[]){0, 0, 0, 0, 1, 0, 0, 0, NAN}, 0, "moments");
  refuse((double[]){0, 0, NAN, 0, 1, 0, NAN, 0, 2}, 0, "moments");
  refuse((double[]){0, 100, 0, 100, 0, 0, 0, 0, 0}, 650, "exp of a matrix");
  refuse((double[]){2, 1, 0, 1, 2, 0, 0, 0, 2}, 710, "exp of a matrix");
  closed_form(-3000, 3000, 0, 0, 0, "very wide");
}
