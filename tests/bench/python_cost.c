/* What a program in C pays for trials with libwinnow's public functions, beside scripts/bench/python_cost.py on the same rows.
 *
 *   python_cost FILE LEARNER OPTIONS   FILE: two size_t, count and n, then count rows of n doubles and count labels
 *
 * Prints "NANOSECONDS MISTAKES": a trial's time in the fastest of all blocks of 1000 rows, after a pass that warms up; mistakes in all of them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/timing.h"
#include "winnow.h"

enum { PASSES = 151, BLOCK = 1000, LARGEST = 1 << 24 };

static int play(size_t count, size_t n, const double *rows, const double *labels, char *const *argv) {
  const winnow_setting setting = {.n = n, .kind = WINNOW_VECTOR, .trials = count * PASSES};
  winnow_learner *learner = NULL;
  double least = INFINITY;
  size_t mistakes = 0;
  if (winnow_learner_new(argv[2], argv[3], &setting, &learner) != WINNOW_OK) {
    (void)fprintf(stderr, "python_cost: %s\n", winnow_message());
    return 2;
  }
  for (size_t i = 0; i + BLOCK <= count * PASSES; i += BLOCK) {
    const double start = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    for (size_t j = i; j < i + BLOCK; j++) {
      const winnow_instance x = {.kind = WINNOW_VECTOR, .n = n, .value = rows + (j % count) * n};
      winnow_prediction said;
      if (winnow_predict(learner, &x, &said) != WINNOW_OK) break;
      mistakes += said.value != labels[j % count];
      (void)winnow_update(learner, &x, labels[j % count], NULL);
    }
    if (i >= count) least = fmin(least, (clock_ns(CLOCK_THREAD_CPUTIME_ID) - start) / BLOCK);
  }
  (void)printf("%.6g %zu\n", least, mistakes);
  winnow_learner_free(learner);
  return 0;
}

int main(int argc, char **argv) {
  size_t shape[2];
  double *numbers = NULL;
  FILE *file = argc == 4 ? fopen(argv[1], "rb") : NULL;
  int status = 2;
  if (file != NULL && fread(shape, sizeof shape, 1, file) == 1 && shape[0] < LARGEST && shape[1] < LARGEST / 16) {
    const size_t count = shape[0] * (shape[1] + 1);
    numbers = malloc(count * sizeof *numbers);
    if (numbers != NULL && fread(numbers, sizeof *numbers, count, file) == count)
      status = play(shape[0], shape[1], numbers, numbers + shape[0] * shape[1], argv);
  }
  if (file != NULL) (void)fclose(file);
  free(numbers);
  return status;
}
