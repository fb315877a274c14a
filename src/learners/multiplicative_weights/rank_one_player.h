/* What learners share that play a density v v^T, |v| = 1, against loss matrices: v is drawn from the sum G of the losses so far, afresh in each
 * round, so that no decomposition and no matrix of order n is needed. The prediction v^T X v is the loss that is paid; only the linear loss
 * fits: the theorems are about the mean of v v^T given the past, and the slope of another loss would depend on v itself.
 *
 * A learner has a rank_one_player as its first member. Its draw, a function of G and of the round's own random numbers alone, sets v; it comes
 * with the first prediction of a round. */
#pragma once

#include "learners/learner.h"
#include "learners/multiplicative_weights/loss_sum.h"
#include "linalg/eigen/lanczos.h"

typedef struct rank_one_player {
  size_t n;
  loss loss;
  double slope; /* of the loss, the largest */
  loss_sum *sum;
  size_t rounds; /* so far */
  uint64_t key;  /* of the random numbers of all rounds */
  random_stream *stream;
  lanczos *lanczos;
  double *v, *drawn; /* n; the round's Gaussian numbers */
  double *part;      /* n: numbers of the active rows */
  double *work;
  bool ready; /* v is this round's */
  status (*draw)(struct rank_one_player *self);
} rank_one_player;

/* What `check` of learner_methods needs. */
status rank_one_check(const void *self, const learner_setting *setting);
/* What it makes belongs to the learner `self`. */
status rank_one_init(void *self, const learner_setting *setting, const char *purpose,
                     status (*draw)(rank_one_player *self));

status rank_one_predict(void *self, const instance *x, prediction *out);
status rank_one_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated);

/* part = the active rows of `full`; the reverse, the other rows of `full` stay. */
void rank_one_gather(rank_one_player *self, const double *full);
void rank_one_scatter(const rank_one_player *self, double *full);

/* Rows of state and constant tables of a learner `type_` whose member it is: "rounds", "sum", and "slope". */
status rank_one_loaded(void *self);
#define RANK_ONE_STATE(type_, member)                                                                             \
  {FIELD_INSIDE(type_, member, rank_one_player, rounds, FIELD_COUNT), .high = 1e15, .loaded = rank_one_loaded}, { \
    FIELD_INSIDE(type_, member, rank_one_player, sum, FIELD_PART), .save = loss_sum_save, .load = loss_sum_load   \
  }
#define RANK_ONE_SLOPE(type_, member) \
  { FIELD_INSIDE(type_, member, rank_one_player, slope, FIELD_NUMBER) }
