#include "hindsight/margin/margin_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { KEPT = 16 };

typedef struct answer {
  char key[33];
  size_t n;
  double *u; /* NULL: none */
  margin_found found;
} answer;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static answer kept[KEPT];
static size_t oldest;

status margin_cache_key(const labelled_vectors *vectors, int kind, double margin, char key[33]) {
  stream_hash *hash = NULL;
  const size_t entries = vectors->start[vectors->count];
  TRY(stream_hash_new(&hash));
  stream_hash_bytes(hash, &kind, sizeof kind);
  stream_hash_bytes(hash, &margin, sizeof margin);
  stream_hash_bytes(hash, &vectors->n, sizeof vectors->n);
  stream_hash_bytes(hash, &vectors->count, sizeof vectors->count);
  stream_hash_bytes(hash, vectors->start, (vectors->count + 1) * sizeof *vectors->start);
  stream_hash_bytes(hash, vectors->index, entries * sizeof *vectors->index);
  stream_hash_bytes(hash, vectors->value, entries * sizeof *vectors->value);
  stream_hash_bytes(hash, vectors->label, vectors->count * sizeof *vectors->label);
  stream_hash_text(hash, key);
  stream_hash_free(hash);
  return STATUS_OK;
}

bool margin_cache_find(const char key[33], size_t n, double *u, margin_found *found) {
  bool there = false;
  (void)pthread_mutex_lock(&lock);
  for (size_t i = 0; i < KEPT && !there; i++) {
    if (kept[i].u == NULL || kept[i].n != n || strcmp(kept[i].key, key) != 0) continue;
    memcpy(u, kept[i].u, n * sizeof *u);
    *found = kept[i].found;
    there = true;
  }
  (void)pthread_mutex_unlock(&lock);
  return there;
}

status margin_cache_keep(const char key[33], size_t n, const double *u, const margin_found *found) {
  double *copy = NULL;
  TRY(NEW_ARRAY(n, copy));
  memcpy(copy, u, n * sizeof *u);
  (void)pthread_mutex_lock(&lock);
  free(kept[oldest].u);
  kept[oldest] = (answer){.n = n, .u = copy, .found = *found};
  memcpy(kept[oldest].key, key, sizeof kept[oldest].key);
  oldest = (oldest + 1) % KEPT;
  (void)pthread_mutex_unlock(&lock);
  return STATUS_OK;
}
