/* What a step costs in the forms that follow the eigenpairs, against a decomposition of the same matrix, which it cost before they did.
 *
 *   update_cost [ROUNDS]   prints, for the low-rank form with k = 182 and n = 512 and for the dense form with n = 182 and 512, a line
 *                          form n k step_ns decomposition_ns budget
 *
 *   update_cost laws       prints what a score and a step cost in four forms as n, k and the number of steps double, a line
 *                          form n k steps score_ns step_ns
 *
 *   step_ns             from a step to a parameter that has answered a score again, median
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
#include "spectral/spectral.h"

enum { MOST_ROUNDS = 401, STEPS = 20 }; /* steps for each decomposition */

typedef struct workload {
  spectral_representation representation;
  size_t n, k;
} workload;

typedef struct bench {
  random_stream *stream;
  spectral *w;
  eigen_solver *solver;
  double *frame, *part, *x, *matrix, *values, *vectors;
} bench;

static double now(void) {
  return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

static void bench_free(bench *b) {
  double *const arrays[] = {b->frame, b->part, b->x, b->matrix, b->values, b->vectors};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
  random_stream_free(b->stream);
  eigen_solver_free(b->solver);
  spectral_free(b->w);
}

static status bench_new(const workload *load, bench *b) {
  const instance_kind kind = load->representation == REPRESENTATION_DIAGONAL ? INSTANCE_VECTOR : INSTANCE_DYAD;
  const spectral_options options = {load->n, 0, LINK_EXP, load->representation, kind, -3.0, load->n, &eigen_own};
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

/* score: what one takes before the step; NULL: not measured. */
static status play_step(bench *b, const workload *load, double *score_cost, double *cost) {
  double score;
  const double step = random_chance(b->stream, 0.5) ? 0.6 : -0.6;
  TRY(draw(b, load, step));
  const bool diagonal = load->representation == REPRESENTATION_DIAGONAL;
  const instance x = diagonal ? instance_dense_vector(load->n, b->x) : instance_dense_dyad(load->n, b->x);
  const double before = now();
  if (score_cost != NULL) TRY(spectral_score(b->w, &x, &score));
  const double start = now();
  if (score_cost != NULL) *score_cost = start - before;
  TRY(spectral_step(b->w, step, &x));
  TRY(spectral_score(b->w, &x, &score));
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

/* Medians over the last STEPS of `steps` steps. */
static status measure_law(bench *b, const workload *load, size_t steps) {
  static double scores[STEPS], costs[STEPS];
  for (size_t t = 0; t < steps; t++) TRY(play_step(b, load, &scores[t % STEPS], &costs[t % STEPS]));
  printf("%s %zu %zu %zu %.6g %.6g\n", spectral_representation_name(load->representation), load->n, load->k, steps,
         median_of(STEPS, scores), median_of(STEPS, costs));
  return STATUS_OK;
}

static status show_law(workload load, size_t steps) {
  bench b = {0};
  status code = bench_new(&load, &b);
  if (code == STATUS_OK) code = measure_law(&b, &load, steps);
  bench_free(&b);
  return code;
}

/* Each form at a size, and with n, k (where there is one) and the number of steps twice as large. */
static status show_laws(void) {
  static const workload forms[] = {{REPRESENTATION_DIAGONAL, 20000, 20},
                                   {REPRESENTATION_LOW_RANK, 1000, 50},
                                   {REPRESENTATION_DENSE, 128, 50},
                                   {REPRESENTATION_UPDATED, 128, 50}};
  enum { MANY = 200 };
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    TRY(show_law(forms[i], MANY));
    TRY(show_law((workload){forms[i].representation, 2 * forms[i].n, forms[i].k}, MANY));
    TRY(show_law((workload){forms[i].representation, forms[i].n, 2 * forms[i].k}, MANY));
    TRY(show_law(forms[i], 2 * MANY));
  }
  return STATUS_OK;
}

int main(int count, char **arguments) {
  static const workload loads[] = {
      {REPRESENTATION_LOW_RANK, 512, 182}, {REPRESENTATION_DENSE, 182, 182}, {REPRESENTATION_DENSE, 512, 512}};
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
