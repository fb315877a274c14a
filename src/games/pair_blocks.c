#include "games/pair_blocks.h"
#include "games/state_set.h"

enum { REPORT_STATES = 1 << 12, HALVES = 21 }; /* unit: lambda's denominator times 2^HALVES */

static const uint32_t outside = UINT32_MAX;

struct pair_blocks {
  pair_class of;
  size_t pairs;
  fraction lambda;
  int box;
  state_set states; /* lists of canonical sums in the box */
  uint32_t *after;  /* 2 pairs for each state: the states after labels 1 and -1 */
  long long *number;
};

static long long unit_of(const pair_blocks *blocks) {
  return blocks->lambda.denominator << HALVES;
}

static status list_states(pair_blocks *blocks, size_t largest, pair_report *report, void *context) {
  const size_t width = 2 * blocks->pairs;
  int8_t sums[PAIRS] = {0}, canonical[PAIRS];
  size_t index = 0, room = 0;
  TRY(state_set_add(&blocks->states, sums, &index));
  for (size_t state = 0; state < blocks->states.count; state++) {
    TRY(memory_room(&blocks->after, &room, (state + 1) * width, sizeof *blocks->after));
    for (size_t z = 0; z < width; z++) {
      memcpy(sums, state_set_at(&blocks->states, state), blocks->pairs);
      sums[z / 2] = (int8_t)(sums[z / 2] + (z % 2 == 0 ? 1 : -1));
      blocks->after[state * width + z] = outside;
      if (abs(sums[z / 2]) > blocks->box) continue;
      pair_canonical(&blocks->of, sums, canonical);
      TRY(state_set_add(&blocks->states, canonical, &index));
      blocks->after[state * width + z] = (uint32_t)index;
    }
    if (blocks->states.count > largest) {
      return FAIL(STATUS_INVALID, "box=%d: more than %zu states, expected a smaller box", blocks->box, largest);
    }
    if (report != NULL && state % REPORT_STATES == 0) report(context, blocks->states.count);
  }
  return STATUS_OK;
}

/* What one more coin is worth; *pair: the first for which it is worth most. */
static long long going_on(const pair_blocks *blocks, size_t state, size_t *pair) {
  const uint32_t *after = blocks->after + state * 2 * blocks->pairs;
  long long most = 0;
  for (size_t z = 0; z < blocks->pairs; z++) {
    if (after[2 * z] == outside || after[2 * z + 1] == outside) continue;
    const long long sum = blocks->number[after[2 * z]] + blocks->number[after[2 * z + 1]];
    if (sum <= most) continue;
    most = sum;
    *pair = z;
  }
  return most / 2 - (blocks->lambda.numerator << HALVES);
}

static long long stopping(const pair_blocks *blocks, size_t state) {
  return unit_of(blocks) / 2 * pair_best(&blocks->of, state_set_at(&blocks->states, state), NULL);
}

/* Until nothing grows, up and down the list in turn. */
static status find_numbers(pair_blocks *blocks) {
  const size_t count = blocks->states.count;
  TRY(NEW_ARRAY(count, blocks->number));
  for (size_t state = 0; state < count; state++) blocks->number[state] = stopping(blocks, state);
  bool grown = true;
  for (size_t sweep = 0; grown; sweep++) {
    grown = false;
    for (size_t i = 0; i < count; i++) {
      size_t state = sweep % 2 == 0 ? count - 1 - i : i, pair = 0;
      const long long more = going_on(blocks, state, &pair);
      if (more <= blocks->number[state]) continue;
      blocks->number[state] = more;
      grown = true;
    }
  }
  return STATUS_OK;
}

status pair_blocks_new(size_t nodes, fraction lambda, int box, size_t largest, pair_report *report, void *context,
                       pair_blocks **out) {
  CLEANUP(pair_blocks_free_at) pair_blocks *made = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, made));
  *made = (pair_blocks){.of = {PAIR_CUT, nodes, nodes}, .lambda = lambda, .box = box};
  made->pairs = pair_count(&made->of);
  TRY(state_set_init(&made->states, made->pairs));
  TRY(list_states(made, largest, report, context));
  TRY(find_numbers(made));
  return HAND_OVER(made, *out);
}

void pair_blocks_free(pair_blocks *blocks) {
  if (blocks == NULL) return;
  state_set_clear(&blocks->states);
  free(blocks->after);
  free(blocks->number);
  free(blocks);
}

size_t pair_blocks_states(const pair_blocks *blocks) {
  return blocks->states.count;
}

void pair_blocks_value(const pair_blocks *blocks, long long *number, long long *unit) {
  *number = blocks->number[0];
  *unit = unit_of(blocks);
}

int pair_blocks_constant(const pair_blocks *blocks) {
  const pair_number_type edges = (pair_number_type)blocks->of.n - 1;
  const pair_number_type square = (pair_number_type)4 * blocks->lambda.numerator * blocks->number[0];
  const pair_number_type one = (pair_number_type)blocks->lambda.denominator * unit_of(blocks);
  int parts = 0;
  while ((parts + 1) * (parts + 1) * edges * one <= 100000000 * square) parts++;
  return parts;
}

status pair_blocks_write(const pair_blocks *blocks, FILE *file) {
  const size_t count = blocks->states.count;
  FREED bool *met = NULL;
  FREED size_t *list = NULL;
  size_t found = 1;
  TRY(NEW_ARRAY(count, met));
  TRY(NEW_ARRAY(count, list));
  met[0] = true;
  const int parts = pair_blocks_constant(blocks);
  (void)fprintf(file,
                "{\"game\": \"blocks\", \"n\": %zu, \"lambda\": \"%lld/%lld\", \"unit\": %lld, \"value\": \"0.%04d\", "
                "\"states\": [",
                blocks->of.n, blocks->lambda.numerator, blocks->lambda.denominator, unit_of(blocks), parts);
  for (size_t k = 0, written = 0; k < found; k++) {
    const int8_t *sums = state_set_at(&blocks->states, list[k]);
    const long long number = blocks->number[list[k]];
    size_t pair = 0, i = 0, j = 0;
    if (number == stopping(blocks, list[k])) continue;
    (void)going_on(blocks, list[k], &pair);
    pair_entry(&blocks->of, pair, &i, &j);
    (void)fprintf(file, "%s\n{\"sums\": [", written++ == 0 ? "" : ",");
    for (size_t z = 0; z < blocks->pairs; z++) (void)fprintf(file, "%s%d", z == 0 ? "" : ", ", sums[z]);
    (void)fprintf(file, "], \"show\": [%zu, %zu], \"number\": %lld}", i, j, number);
    for (size_t label = 0; label < 2; label++) {
      const uint32_t next = blocks->after[list[k] * 2 * blocks->pairs + 2 * pair + label];
      if (!met[next]) list[found++] = next;
      met[next] = true;
    }
  }
  (void)fputs("\n]}\n", file);
  return STATUS_OK;
}
