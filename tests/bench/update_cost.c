/* What a step costs in the forms that follow the eigenpairs, against a decomposition of the same matrix, which it cost before they did.
 *
 *   update_cost [ROUNDS]   prints, for the low-rank form with k = 182 and n = 512 and for the dense form with n = 182 and 512, a line
 *                          form n k step_ns decomposition_ns budget
 *
 *   update_cost laws       prints what a score and a step cost in seven forms as n, k and the number of steps double, a line
 *                          form n k steps score_ns step_ns
 *
 *   "entry" is the parameter of online matrix prediction in the sparse form, for max-cut: its score is a projection. The matrices of the rectangular
 *   form are n x n. The instances of "sparse" and "entry" are pairs of n items; k is nothing there.
 *
 *   step_ns             from a step to a parameter that has answered a score again, median; of "sparse" and "entry", which put nothing off, the step alone
 *   decomposition_ns    eigen_solve of a matrix of order k, by turns with the steps, median
 *   budget              spectral_error over the largest eigenvalue, after the last step */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "bench/timing.h"
#include "linalg/eigen.h"
#include "linalg/frame.h"
#include "linalg/kernels.h"
#include "spectral/entry/entry_parameter.h"
#include "spectral/spectral.h"

enum { MOST_ROUNDS = 401, STEPS = 20 }; /* steps for each decomposition */

typedef struct workload {
  spectral_representation representation;
  size_t n, k;
  size_t steps; /* of a law */
} workload;

typedef struct bench {
  random_stream *stream;
  spectral *w;
  eigen_solver *solver;
  double *frame, *part, *x, *matrix, *values, *vectors;
  double *product; /* of the rectangular form: an instance */
} bench;

static double now(void) {
  return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

static void bench_free(bench *b) {
  double *const arrays[] = {b->frame, b->part, b->x, b->matrix, b->values, b->vectors, b->product};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
  random_stream_free(b->stream);
  eigen_solver_free(b->solver);
  spectral_free(b->w);
}

static status bench_new(const workload *load, bench *b) {
  static const instance_kind kinds[] = {
      [REPRESENTATION_DIAGONAL] = INSTANCE_VECTOR, [REPRESENTATION_DENSE] = INSTANCE_DYAD,
      [REPRESENTATION_LOW_RANK] = INSTANCE_DYAD,   [REPRESENTATION_UPDATED] = INSTANCE_DYAD,
      [REPRESENTATION_SPARSE] = INSTANCE_DISTANCE, [REPRESENTATION_RECTANGULAR] = INSTANCE_RECTANGULAR};
  const bool rectangular = load->representation == REPRESENTATION_RECTANGULAR;
  const spectral_options options = {.n = load->n,
                                    .link = rectangular ? LINK_SINH : LINK_EXP,
                                    .representation = load->representation,
                                    .kind = kinds[load->representation],
                                    .shift = rectangular ? 0.0 : -3.0,
                                    .capacity = load->n,
                                    .eigen = &eigen_own};
  if (rectangular) TRY(NEW_ARRAY(load->n * load->n, b->product));
  TRY(random_stream_new(1, "updates", &b->stream));
  TRY(NEW_ARRAY(load->k * load->n, b->frame));
  TRY(NEW_ARRAY(load->k, b->part));
  TRY(NEW_ARRAY(load->n, b->x));
  TRY(NEW_ARRAY(load->k * load->k, b->matrix));
  TRY(NEW_ARRAY(load->k, b->values));
  TRY(NEW_ARRAY(load->k * load->k, b->vectors));
  TRY(spectral_new(&options, &b->w));
  TRY(eigen_solver_new(&eigen_own, load->k, &b->solver));
  return frame_random(b->stream, load->n, load->k, b->frame);
}

/* A dyad in the span of the frame, and the matrix of the eigenproblem that it changes. */
static status draw(bench *b, const workload *load, double step) {
  random_unit_vector(b->stream, load->k, b->part);
  for (size_t i = 0; i < load->n; i++) b->x[i] = 0.0;
  kernel_rows_combine(load->k, load->n, b->frame, load->n, b->part, b->x);
  for (size_t i = 0; i < load->k; i++) kernel_axpy(load->k, step * b->part[i], b->part, b->matrix + i * load->k);
  return STATUS_OK;
}

/* A random pair of n items. */
static void draw_pair(bench *b, size_t n, size_t pair[2]) {
  pair[0] = random_index(b->stream, n);
  pair[1] = (pair[0] + 1 + random_index(b->stream, n - 1)) % n;
}

static instance instance_of(bench *b, const workload *load) {
  size_t pair[2];
  switch (load->representation) {
  case REPRESENTATION_DIAGONAL: return instance_dense_vector(load->n, b->x);
  case REPRESENTATION_SPARSE: draw_pair(b, load->n, pair); return instance_distance(load->n, pair[0], pair[1]);
  case REPRESENTATION_RECTANGULAR:
    for (size_t i = 0; i < load->n; i++) {
      for (size_t j = 0; j < load->n; j++) b->product[i * load->n + j] = b->x[i] * b->x[j];
    }
    return instance_rectangular(load->n, load->n, b->product);
  default: return instance_dense_dyad(load->n, b->x);
  }
}

/* score: what one takes before the step; NULL: not measured. */
static status play_step(bench *b, const workload *load, double *score_cost, double *cost) {
  double score;
  const double step = random_chance(b->stream, 0.5) ? 0.6 : -0.6;
  TRY(draw(b, load, step));
  const instance x = instance_of(b, load);
  const double before = now();
  if (score_cost != NULL) TRY(spectral_score(b->w, &x, &score));
  const double start = now();
  if (score_cost != NULL) *score_cost = start - before;
  TRY(spectral_step(b->w, step, &x));
  if (load->representation != REPRESENTATION_SPARSE) TRY(spectral_score(b->w, &x, &score));
  *cost = now() - start;
  return STATUS_OK;
}

static status measure(bench *b, const workload *load, size_t rounds) {
  static double steps[MOST_ROUNDS * STEPS], decompositions[MOST_ROUNDS];
  double ignored, least, largest;
  for (size_t t = 0; t < load->k; t++) TRY(play_step(b, load, NULL, &ignored)); /* until k is reached */
  for (size_t round = 0; round < rounds; round++) {
    for (size_t t = 0; t < STEPS; t++) TRY(play_step(b, load, NULL, &steps[round * STEPS + t]));
    const double start = now();
    TRY(eigen_solve(b->solver, load->k, b->matrix, load->k, b->values, b->vectors, NULL));
    decompositions[round] = now() - start;
  }
  TRY(spectral_extremes(b->w, &least, &largest));
  printf("%s %zu %zu %.6g %.6g %.3g\n", spectral_representation_name(load->representation), load->n, load->k,
         median_of(rounds * STEPS, steps), median_of(rounds, decompositions), spectral_error(b->w) / largest);
  return STATUS_OK;
}

/* Medians over the last STEPS steps. */
static status measure_law(bench *b, const workload *load) {
  static double scores[STEPS], costs[STEPS];
  for (size_t t = 0; t < load->steps; t++) TRY(play_step(b, load, &scores[t % STEPS], &costs[t % STEPS]));
  printf("%s %zu %zu %zu %.6g %.6g\n", spectral_representation_name(load->representation), load->n, load->k,
         load->steps, median_of(STEPS, scores), median_of(STEPS, costs));
  return STATUS_OK;
}

static status show_law(workload load) {
  CLEANUP(bench_free) bench b = {0};
  TRY(bench_new(&load, &b));
  return measure_law(&b, &load);
}

static status play_rounds(bench *b, entry_parameter *x, size_t n, size_t steps) {
  static double scores[STEPS], costs[STEPS];
  const entry_limits limits = {2.0, -INFINITY, INFINITY, (double)n};
  entry_solution solution;
  for (size_t t = 0; t < steps; t++) {
    size_t pair[2];
    draw_pair(b, n, pair);
    const double before = now();
    TRY(entry_parameter_project(x, pair[0], pair[1], &limits, &solution));
    const double start = now();
    TRY(entry_parameter_apply(x, &solution, random_chance(b->stream, 0.5) ? 0.2 : -0.2));
    scores[t % STEPS] = start - before;
    costs[t % STEPS] = now() - start;
  }
  printf("entry %zu 0 %zu %.6g %.6g\n", n, steps, median_of(STEPS, scores), median_of(STEPS, costs));
  return STATUS_OK;
}

static status show_entry_law(size_t n, size_t steps) {
  const entry_options options = {
      .order = n, .blocks = ENTRY_NEGATIVE, .form = ENTRY_SPARSE, .rounds = steps, .eigen = &eigen_own};
  CLEANUP(bench_free) bench b = {0};
  CLEANUP(arena_free) arena memory = {0};
  entry_parameter *x = NULL;
  TRY(random_stream_new(1, "updates", &b.stream));
  TRY(entry_parameter_new(&memory, &options, &x));
  return play_rounds(&b, x, n, steps);
}

/* Each form at a size, and with n, k (where there is one) and the number of steps twice as large. */
static status show_laws(void) {
  enum { ITEMS = 500, PAIRS = 4 * ITEMS }; /* so many that most items hang together */
  static const workload forms[] = {{REPRESENTATION_DIAGONAL, 20000, 20, 200}, {REPRESENTATION_LOW_RANK, 1000, 50, 200},
                                   {REPRESENTATION_DENSE, 128, 50, 200},      {REPRESENTATION_UPDATED, 128, 50, 200},
                                   {REPRESENTATION_RECTANGULAR, 64, 25, 60},  {REPRESENTATION_SPARSE, ITEMS, 1, PAIRS}};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    const workload at = forms[i];
    TRY(show_law(at));
    TRY(show_law((workload){at.representation, 2 * at.n, at.k, at.steps}));
    if (at.k > 1) TRY(show_law((workload){at.representation, at.n, 2 * at.k, at.steps}));
    TRY(show_law((workload){at.representation, at.n, at.k, 2 * at.steps}));
  }
  TRY(show_entry_law(ITEMS, PAIRS));
  TRY(show_entry_law(2 * ITEMS, PAIRS));
  return show_entry_law(ITEMS, 2 * PAIRS);
}

int main(int count, char **arguments) {
  static const workload loads[] = {
      {REPRESENTATION_LOW_RANK, 512, 182, 0}, {REPRESENTATION_DENSE, 182, 182, 0}, {REPRESENTATION_DENSE, 512, 512, 0}};
  const size_t given = count > 1 ? strtoul(arguments[1], NULL, 10) : 5;
  const size_t rounds = given < 1 ? 1 : given > MOST_ROUNDS ? MOST_ROUNDS : given;
  status code = STATUS_OK;
  gsl_set_error_handler_off();
  const bool laws = count > 1 && strcmp(arguments[1], "laws") == 0;
  if (laws) code = show_laws();
  for (size_t i = 0; i < sizeof loads / sizeof *loads && code == STATUS_OK && !laws; i++) {
    bench b = {0};
    code = bench_new(&loads[i], &b);
    if (code == STATUS_OK) code = measure(&b, &loads[i], rounds);
    bench_free(&b);
  }
  if (code != STATUS_OK) fprintf(stderr, "update_cost: %s\n", status_message());
  return code == STATUS_OK ? 0 : 2;
}
