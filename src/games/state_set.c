#include "games/state_set.h"
#include "base/memory.h"

enum { FIRST_ROOM = 1 << 8 };

/* The slot of a state, or the empty one where it belongs. */
static size_t find_slot(const state_set *set, const unsigned char *state) {
  uint64_t value = UINT64_C(0x9E3779B97F4A7C15);
  for (size_t i = 0; i < set->width; i++) {
    value = (value ^ state[i]) * UINT64_C(0xD6E8FEB86659FD93);
    value ^= value >> 32;
  }
  size_t slot = (size_t)value & (set->slots - 1);
  while (set->slot[slot] != 0 && memcmp(state_set_at(set, set->slot[slot] - 1), state, set->width) != 0) {
    slot = (slot + 1) & (set->slots - 1);
  }
  return slot;
}

static status make_slots(state_set *set, size_t slots) {
  uint32_t *made = NULL;
  TRY(NEW_ARRAY(slots, made));
  free(set->slot);
  set->slot = made;
  set->slots = slots;
  for (size_t i = 0; i < set->count; i++) set->slot[find_slot(set, state_set_at(set, i))] = (uint32_t)i + 1;
  return STATUS_OK;
}

status state_set_init(state_set *set, size_t width) {
  *set = (state_set){.width = width, .room = FIRST_ROOM};
  TRY(NEW_ARRAY(set->room * width, set->states));
  return make_slots(set, 2 * FIRST_ROOM);
}

void state_set_clear(state_set *set) {
  free(set->states);
  free(set->slot);
  *set = (state_set){0};
}

status state_set_add(state_set *set, const void *state, size_t *number) {
  if (state_set_find(set, state, number)) return STATUS_OK;
  if (set->count == set->room) {
    TRY(memory_grow(&set->states, 2 * set->room * set->width, 1));
    TRY(make_slots(set, 2 * set->slots));
    set->room *= 2;
  }
  memcpy(set->states + set->count * set->width, state, set->width);
  *number = set->count++;
  set->slot[find_slot(set, state)] = (uint32_t)set->count;
  return STATUS_OK;
}

bool state_set_find(const state_set *set, const void *state, size_t *number) {
  const uint32_t found = set->slot[find_slot(set, state)];
  *number = found == 0 ? 0 : found - 1;
  return found != 0;
}

const void *state_set_at(const state_set *set, size_t number) {
  return set->states + number * set->width;
}
