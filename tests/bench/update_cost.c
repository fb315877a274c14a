/* What a step costs in the forms that follow the eigenpairs, against a decomposition of the same matrix, which it cost before they did.
 *
 *   update_cost [ROUNDS]   prints, for the low-rank form with k = 182 and n = 512 and for the dense form with n = 182 and 512, a line
 *                          form n k step_ns decomposition_ns budget
 *
 *   step_ns             from a step to a parameter that has answered a score again, median
 *   decomposition_ns    eigen_solve of a matrix of order k, by turns with the steps, median
 *   budget              spectral_error over the largest eigenvalue, after the last step */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>

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
  const spectral_options options = {load->n,       0,    LINK_EXP, load->representation,
                                    INSTANCE_DYAD, -3.0, load->n,  &eigen_own};
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

static status play_step(bench *b, const workload *load, double *cost) {
  double score;
  const double step = random_chance(b->stream, 0.5) ? 0.6 : -0.6;
  TRY(draw(b, load, step));
  const instance x = instance_dense_dyad(load->n, b->x);
  const double start = now();
  TRY(spectral_step(b->w, step, &x));
  TRY(spectral_score(b->w, &x, &score));
  *cost = now() - start;
  return STATUS_OK;
}

static status measure(bench *b, const workload *load, size_t rounds) {
  static double steps[MOST_ROUNDS * STEPS], decompositions[MOST_ROUNDS];
  double ignored, least, largest;
  for (size_t t = 0; t < load->k; t++) TRY(play_step(b, load, &ignored)); /* until k is reached */
  for (size_t round = 0; round < rounds; round++) {
    for (size_t t = 0; t < STEPS; t++) TRY(play_step(b, load, &steps[round * STEPS + t]));
    const double start = now();
    TRY(eigen_solve(b->solver, load->k, b->matrix, load->k, b->values, b->vectors, NULL));
    decompositions[round] = now() - start;
  }
  TRY(spectral_extremes(b->w, &least, &largest));
  printf("%s %zu %zu %.6g %.6g %.3g\n", spectral_representation_name(load->representation), load->n, load->k,
         median_of(rounds * STEPS, steps), median_of(rounds, decompositions), spectral_error(b->w) / largest);
  return STATUS_OK;
}

int main(int count, char **arguments) {
  static const workload loads[] = {
      {REPRESENTATION_LOW_RANK, 512, 182}, {REPRESENTATION_DENSE, 182, 182}, {REPRESENTATION_DENSE, 512, 512}};
  const size_t given = count > 1 ? strtoul(arguments[1], NULL, 10) : 5;
  const size_t rounds = given < 1 ? 1 : given > MOST_ROUNDS ? MOST_ROUNDS : given;
  status code = STATUS_OK;
  gsl_set_error_handler_off();
  for (size_t i = 0; i < sizeof loads / sizeof *loads && code == STATUS_OK; i++) {
    bench b = {0};
    code = bench_new(&loads[i], &b);
    if (code == STATUS_OK) code = measure(&b, &loads[i], rounds);
    bench_free(&b);
  }
  if (code != STATUS_OK) fprintf(stderr, "update_cost: %s\n", status_message());
  return code == STATUS_OK ? 0 : 2;
}
