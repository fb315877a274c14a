#include "hindsight/max_cut/max_cut_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { KEPT = 16 };

typedef struct answer {
  char key[33];
  size_t n;
  double *signs; /* NULL: none */
  max_cut_found found;
} answer;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static answer kept[KEPT];
static size_t oldest;

status max_cut_cache_key(const cut_graph *graph, double tolerance, char key[33]) {
  stream_hash *hash = NULL;
  TRY(stream_hash_new(&hash));
  stream_hash_bytes(hash, &tolerance, sizeof tolerance);
  stream_hash_bytes(hash, &graph->n, sizeof graph->n);
  stream_hash_bytes(hash, &graph->edges, sizeof graph->edges);
  stream_hash_bytes(hash, graph->first, graph->edges * sizeof *graph->first);
  stream_hash_bytes(hash, graph->second, graph->edges * sizeof *graph->second);
  stream_hash_bytes(hash, graph->weight, graph->edges * sizeof *graph->weight);
  stream_hash_text(hash, key);
  stream_hash_free(hash);
  return STATUS_OK;
}

bool max_cut_cache_find(const char key[33], size_t n, double *signs, max_cut_found *found) {
  bool there = false;
  (void)pthread_mutex_lock(&lock);
  for (size_t i = 0; i < KEPT && !there; i++) {
    if (kept[i].signs == NULL || kept[i].n != n || strcmp(kept[i].key, key) != 0) continue;
    memcpy(signs, kept[i].signs, n * sizeof *signs);
    *found = kept[i].found;
    there = true;
  }
  (void)pthread_mutex_unlock(&lock);
  return there;
}

status max_cut_cache_keep(const char key[33], size_t n, const double *signs, const max_cut_found *found) {
  double *copy = NULL;
  TRY(NEW_ARRAY(n, copy));
  memcpy(copy, signs, n * sizeof *signs);
  (void)pthread_mutex_lock(&lock);
  free(kept[oldest].signs);
  kept[oldest] = (answer){.n = n, .signs = copy, .found = *found};
  memcpy(kept[oldest].key, key, sizeof kept[oldest].key);
  oldest = (oldest + 1) % KEPT;
  (void)pthread_mutex_unlock(&lock);
  return STATUS_OK;
}
