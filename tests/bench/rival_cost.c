/* What learners cost on sequences that programs of others play too (scripts/bench/rivals.py).
 *
 *   rival_cost PROBLEM OPTIONS LEARNER OPTIONS TRIALS TARGET ROWS PREDICTIONS
 *
 * The trials are drawn first. ROWS gets them as doubles of this machine: the label, then the n entries, or row and column from 0, of each.
 * PREDICTIONS gets the value predicted in each, in a line of its own.
 *
 * Prints one line: trials row_ns mean_loss reached reached_ns
 *
 *   row_ns      processor time of prediction and update, the mean; one clock for 50 trials, without what reading it takes
 *   mean_loss   of all trials; mistakes where labels are signs
 *   reached     the trial at which the mean loss of the last 500 is first at most TARGET, and the time until then; - - if never */
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "bench/check.h"
#include "bench/game.h"
#include "bench/timing.h"
#include "spectral/instance/instance_store.h"

enum { CHUNK = 50, WINDOW = 500 };

typedef struct trials {
  instance_store drawn;
  double *label, *loss;
  prediction *predicted;
  double *clock; /* after each chunk */
} trials;

static status trials_new(const problem_facts *facts, size_t count, trials *out) {
  const instance shape = {.kind = facts->kind, .n = facts->n, .m = facts->rows, .rank = facts->rank};
  *out = (trials){.clock = NULL};
  TRY(instance_store_new(count, &shape, &out->drawn));
  TRY(NEW_ARRAY(count, out->label));
  TRY(NEW_ARRAY(count, out->loss));
  TRY(NEW_ARRAY(count, out->predicted));
  return NEW_ARRAY(count / CHUNK, out->clock);
}

static void trials_free(trials *all) {
  instance_store_free(&all->drawn);
  free(all->label);
  free(all->loss);
  free(all->predicted);
  free(all->clock);
}

/* The problem is oblivious: no label depends on a prediction. */
static status draw(const game *self, size_t count, trials *all) {
  const prediction none = {.value = 1.0, .probability = 1.0};
  for (size_t t = 0; t < count; t++) {
    instance x;
    TRY(problem_next(&self->problem, &self->learner, &x));
    TRY(instance_store_add(&all->drawn, &x));
    TRY(problem_reveal(&self->problem, &none, &all->label[t]));
  }
  return STATUS_OK;
}

static status play(const game *self, size_t count, trials *all) {
  const learner *player = &self->learner;
  const loss l = problem_loss(&self->problem.facts);
  const double clock_cost = clock_cost_ns(CLOCK_THREAD_CPUTIME_ID);
  double spent = 0.0;
  for (size_t start = 0; start < count; start += CHUNK) {
    bool updated;
    const double began = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    for (size_t t = start; t < start + CHUNK; t++) {
      TRY(learner_predict(player, &all->drawn.items[t], &all->predicted[t]));
      TRY(learner_update(player, &all->drawn.items[t], &all->predicted[t], all->label[t], &updated));
    }
    all->clock[start / CHUNK] = spent += clock_ns(CLOCK_THREAD_CPUTIME_ID) - began - clock_cost;
    for (size_t t = start; t < start + CHUNK; t++)
      all->loss[t] = loss_value(&l, all->predicted[t].value, all->label[t]);
  }
  return STATUS_OK;
}

static void report(size_t count, double target, const trials *all) {
  double sum = 0.0, window = 0.0;
  size_t reached = 0;
  for (size_t t = 0; t < count; t++) {
    sum += all->loss[t];
    window += all->loss[t] - (t >= WINDOW ? all->loss[t - WINDOW] : 0.0);
    const bool ends_chunk = (t + 1) % CHUNK == 0;
    if (reached == 0 && ends_chunk && t + 1 >= WINDOW && window <= target * WINDOW) reached = t + 1;
  }
  printf("%zu %.6g %.6g", count, all->clock[count / CHUNK - 1] / (double)count, sum / (double)count);
  if (reached > 0) printf(" %zu %.6g\n", reached, all->clock[reached / CHUNK - 1]);
  if (reached == 0) puts(" - -");
}

static status write_rows(const char *path, size_t count, const trials *all) {
  FILE *file = fopen(path, "we");
  if (file == NULL) return FAIL(STATUS_IO, "%s: cannot be written", path);
  for (size_t t = 0; t < count; t++) {
    const instance *x = &all->drawn.items[t];
    const double place[2] = {(double)x->row, (double)x->column};
    (void)fwrite(&all->label[t], sizeof(double), 1, file);
    if (x->kind == INSTANCE_ENTRY) (void)fwrite(place, sizeof(double), 2, file);
    if (x->kind != INSTANCE_ENTRY) (void)fwrite(x->value, sizeof(double), x->n, file);
  }
  const bool failed = ferror(file) != 0;
  return fclose(file) == 0 && !failed ? STATUS_OK : FAIL(STATUS_IO, "%s: cannot be written", path);
}

static status write_predictions(const char *path, size_t count, const trials *all) {
  char text[NUMBER_TEXT];
  FILE *file = fopen(path, "we");
  if (file == NULL) return FAIL(STATUS_IO, "%s: cannot be written", path);
  for (size_t t = 0; t < count; t++) (void)fprintf(file, "%s\n", number_text(all->predicted[t].value, text));
  return fclose(file) == 0 ? STATUS_OK : FAIL(STATUS_IO, "%s: cannot be written", path);
}

static status compare(char **arguments) {
  const size_t count = strtoul(arguments[5], NULL, 10);
  const game_request request = {arguments[1], arguments[2], arguments[3], arguments[4], count};
  game played = {0};
  trials all = {.clock = NULL};
  status code = STATUS_OK;
  if (count == 0 || count % CHUNK != 0) return FAIL(STATUS_INVALID, "TRIALS must be a multiple of %d", CHUNK);
  CHECK(game_new(&request, &played));
  CHECK(trials_new(&played.problem.facts, count, &all));
  CHECK(draw(&played, count, &all));
  CHECK(write_rows(arguments[7], count, &all));
  CHECK(play(&played, count, &all));
  CHECK(write_predictions(arguments[8], count, &all));
  report(count, strtod(arguments[6], NULL), &all);
end:
  trials_free(&all);
  game_free(&played);
  return code;
}

int main(int count, char **arguments) {
  gsl_set_error_handler_off();
  const status code =
      count == 9
          ? compare(arguments)
          : FAIL(STATUS_INVALID, "usage: rival_cost PROBLEM OPTIONS LEARNER OPTIONS TRIALS TARGET ROWS PREDICTIONS");
  if (code != STATUS_OK) fprintf(stderr, "rival_cost: %s\n", status_message());
  return code == STATUS_OK ? 0 : 2;
}
