/* A growing set of states, byte strings of one length, numbered 0, 1, 2, ... in the order in which they came. */
#pragma once

#include "base/status.h"

typedef struct state_set {
  size_t width, count;
  unsigned char *states; /* count times width bytes */
  size_t room;
  uint32_t *slot; /* 1 + the number of a state, 0: empty */
  size_t slots;   /* a power of two, at least twice the count */
} state_set;

/* Cleared also after a failure. */
status state_set_init(state_set *set, size_t width);
void state_set_clear(state_set *set);
/* The number of a state, which is added if it is not there; at most 2^31 of them. */
status state_set_add(state_set *set, const void *state, size_t *number);
bool state_set_find(const state_set *set, const void *state, size_t *number);
/* Valid until the next one is added. */
const void *state_set_at(const state_set *set, size_t number);
