#include "learners/coins.h"
#include "registry/member.h"

status coins_init(void *self, coins *tossed, uint64_t seed, const char *purpose) {
  TRY(member_stream(self, seed, purpose, &tossed->stream));
  coins_toss(tossed);
  return STATUS_OK;
}

void coins_toss(coins *tossed) {
  if (tossed->stream == NULL) return;
  tossed->next = random_uniform(tossed->stream);
  tossed->tosses = ++tossed->made;
}

status coins_loaded(coins *tossed) {
  const size_t tosses = tossed->tosses;
  if (tossed->stream == NULL && tosses > 0) return FAIL(STATUS_INVALID, "tosses: %zu, expected 0", tosses);
  if (tosses < tossed->made) {
    return FAIL(STATUS_INVALID, "tosses: %zu, but %zu are made already", tosses, tossed->made);
  }
  while (tossed->made < tosses) coins_toss(tossed);
  return STATUS_OK;
}
