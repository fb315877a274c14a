#include "hindsight/hindsight_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { KEPT = 16 };
static const size_t most_numbers = (size_t)1 << 24; /* of all answers together, but for the newest */

typedef struct kept_answer {
  char key[33];
  hindsight_answer answer; /* numbers NULL: none */
} kept_answer;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static kept_answer kept[KEPT]; /* newest first */

status hindsight_cache_key(const char *name, const entry_trials *trials, double parameter, char key[33]) {
  stream_hash *hash = NULL;
  const loss *l = &trials->loss;
  const int kind = (int)l->kind;
  const double numbers[] = {parameter, l->low, l->high, l->label_low, l->label_high, l->scale};
  const size_t sizes[] = {trials->m, trials->n, trials->count};
  TRY(stream_hash_new(&hash));
  stream_hash_bytes(hash, name, strlen(name));
  stream_hash_bytes(hash, &kind, sizeof kind);
  stream_hash_bytes(hash, numbers, sizeof numbers);
  stream_hash_bytes(hash, sizes, sizeof sizes);
  stream_hash_bytes(hash, trials->row, trials->count * sizeof *trials->row);
  stream_hash_bytes(hash, trials->column, trials->count * sizeof *trials->column);
  stream_hash_bytes(hash, trials->label, trials->count * sizeof *trials->label);
  stream_hash_text(hash, key);
  stream_hash_free(hash);
  return STATUS_OK;
}

static status copy_answer(const hindsight_answer *from, hindsight_answer *to) {
  double *numbers = NULL;
  TRY(NEW_ARRAY(from->count, numbers));
  memcpy(numbers, from->numbers, from->count * sizeof *numbers);
  *to = *from;
  to->numbers = numbers;
  return STATUS_OK;
}

bool hindsight_cache_find(const char key[33], hindsight_answer *out) {
  bool there = false;
  (void)pthread_mutex_lock(&lock);
  for (size_t i = 0; i < KEPT && !there; i++) {
    there = kept[i].answer.numbers != NULL && strcmp(kept[i].key, key) == 0 &&
            copy_answer(&kept[i].answer, out) == STATUS_OK;
  }
  (void)pthread_mutex_unlock(&lock);
  return there;
}

status hindsight_cache_keep(const char key[33], const hindsight_answer *found) {
  hindsight_answer copy;
  size_t numbers = found->count;
  TRY(copy_answer(found, &copy));
  (void)pthread_mutex_lock(&lock);
  free(kept[KEPT - 1].answer.numbers);
  memmove(kept + 1, kept, (KEPT - 1) * sizeof *kept);
  kept[0].answer = copy;
  memcpy(kept[0].key, key, sizeof kept[0].key);
  for (size_t i = 1; i < KEPT; i++) {
    numbers += kept[i].answer.count;
    if (numbers <= most_numbers) continue;
    free(kept[i].answer.numbers);
    kept[i] = (kept_answer){.answer = {.numbers = NULL}};
  }
  (void)pthread_mutex_unlock(&lock);
  return STATUS_OK;
}
