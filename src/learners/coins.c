#include "learners/coins.h"

status coins_init(coins *coins, uint64_t seed, const char *purpose) {
  TRY(random_stream_new(seed, purpose, &coins->stream));
  coins_toss(coins);
  return STATUS_OK;
}

void coins_clear(coins *coins) {
  random_stream_free(coins->stream);
}

void coins_toss(coins *coins) {
  if (coins->stream == NULL) return;
  coins->next = random_uniform(coins->stream);
  coins->tosses = ++coins->made;
}

status coins_loaded(coins *coins) {
  const size_t tosses = coins->tosses;
  if (coins->stream == NULL && tosses > 0) return FAIL(STATUS_INVALID, "tosses: %zu, expected 0", tosses);
  if (tosses < coins->made) {
    return FAIL(STATUS_INVALID, "tosses: %zu, but %zu are made already", tosses, coins->made);
  }
  while (coins->made < tosses) coins_toss(coins);
  return STATUS_OK;
}
