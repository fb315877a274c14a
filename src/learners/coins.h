/* The coins of a randomised learner: one number of [0,1) for each trial, tossed before it, so that asking twice within a trial gives one
 * answer. A stream of coins is a function of the seed and its purpose: a saved state has only their number, and loading tosses them again. */
#pragma once

#include "base/random.h"
#include "registry/field.h"

typedef struct coins {
  random_stream *stream;
  size_t tosses; /* those of the state: 1 or more, once there is a stream */
  size_t made;   /* those of the stream */
  double next;   /* the last coin */
} coins;

enum { COINS_LARGEST = 1000000000 }; /* the most tosses that a saved state may have */

/* With the first toss; owned by the learner `self` (registry/member.h). A zeroed struct has no coins: tossing and loading 0 tosses do nothing. */
status coins_init(void *self, coins *tossed, uint64_t seed, const char *purpose);
void coins_toss(coins *tossed);
/* After `tosses` was loaded. STATUS_INVALID unless there are as many or more to toss. */
status coins_loaded(coins *tossed);

/* A row of a state table; loaded_ calls coins_loaded. */
#define COINS_STATE(type_, member, loaded_)                                                             \
  {                                                                                                     \
    .name = "tosses", .offset = offsetof(type_, member) + offsetof(coins, tosses), .type = FIELD_COUNT, \
    .high = COINS_LARGEST, .loaded = (loaded_)                                                          \
  }
