#include "hindsight/square_loss/density_groups.h"

typedef struct named_trial {
  char key[33];
  size_t t;
} named_trial;

static int compare(const void *a, const void *b) {
  const named_trial *first = a, *second = b;
  const int order = strcmp(first->key, second->key);
  if (order != 0) return order;
  return first->t < second->t ? -1 : first->t > second->t;
}

/* of[t] = the first trial with the same instance. */
static status find_first(const square_trials *trials, size_t *of) {
  FREED named_trial *named = NULL;
  CLEANUP(stream_hash_free_at) stream_hash *hash = NULL;
  TRY(NEW_ARRAY(trials->count, named));
  TRY(stream_hash_new(&hash));
  for (size_t t = 0; t < trials->count; t++) {
    stream_hash_reset(hash);
    instance_hash(&trials->x[t], hash);
    stream_hash_text(hash, named[t].key);
    named[t].t = t;
  }
  if (trials->count > 1) qsort(named, trials->count, sizeof *named, compare);
  for (size_t k = 0; k < trials->count; k++) {
    const bool same = k > 0 && strcmp(named[k].key, named[k - 1].key) == 0;
    of[named[k].t] = same ? of[named[k - 1].t] : named[k].t;
  }
  return STATUS_OK;
}

status density_groups_new(const square_trials *trials, density_groups *out) {
  *out = (density_groups){.trials = trials};
  TRY(ARENA_ARRAY(&out->memory, trials->count, out->of));
  TRY(ARENA_ARRAY(&out->memory, trials->count, out->first));
  TRY(ARENA_ARRAY(&out->memory, trials->count, out->weight));
  TRY(ARENA_ARRAY(&out->memory, trials->count, out->mean));
  TRY(ARENA_ARRAY(&out->memory, trials->count, out->value));
  TRY(find_first(trials, out->of));
  for (size_t t = 0; t < trials->count; t++) {
    if (out->of[t] == t) {
      out->first[out->count] = t;
      out->of[t] = out->count++;
    } else {
      out->of[t] = out->of[out->of[t]];
    }
    out->weight[out->of[t]] += 1.0;
    out->mean[out->of[t]] += trials->y[t];
  }
  for (size_t g = 0; g < out->count; g++) out->mean[g] /= out->weight[g];
  return STATUS_OK;
}

void density_groups_free(density_groups *groups) {
  arena_free(&groups->memory);
}

void density_values(density_groups *groups, const double *u) {
  const instance matrix = instance_matrix(groups->trials->n, u);
  for (size_t g = 0; g < groups->count; g++) {
    groups->value[g] = instance_inner(&groups->trials->x[groups->first[g]], &matrix);
  }
}

void density_gradient(const density_groups *groups, double *gradient) {
  const size_t n = groups->trials->n;
  memset(gradient, 0, n * n * sizeof *gradient);
  for (size_t g = 0; g < groups->count; g++) {
    const double slope = groups->weight[g] * (groups->value[g] - groups->mean[g]);
    instance_add_to_dense(&groups->trials->x[groups->first[g]], slope, gradient);
  }
}
