#include "hindsight/entry_trials.h"
#include "base/hash.h"

status entry_trials_key(const entry_trials *trials, const char *name, double parameter, char key[33]) {
  CLEANUP(stream_hash_free_at) stream_hash *hash = NULL;
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
  return STATUS_OK;
}
