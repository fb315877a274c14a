#include "attack/shrink.h"
#include "base/file.h"
#include <limits.h>

enum { LARGEST_SHRINK = 1600 };

typedef struct shrinking {
  attack_search *search;
  attack_found *found;
  size_t end; /* evaluations that end it */
} shrinking;

static bool still_breaks(const shrinking *self, const attack_result *result) {
  return self->found->result.violated ? result->violated : result->refuted;
}

/* Tries the edits, a batch at a time; keeps the first that still breaks. */
static status try_edits(shrinking *self, const attack_edit *edits, size_t count, size_t *kept) {
  *kept = count;
  for (size_t from = 0; from < count && self->search->evaluations < self->end; from += ATTACK_BATCH) {
    attack_candidate candidates[ATTACK_BATCH];
    attack_result results[ATTACK_BATCH];
    const size_t some = count - from < ATTACK_BATCH ? count - from : ATTACK_BATCH;
    for (size_t i = 0; i < some; i++) {
      candidates[i] = self->found->candidate;
      candidates[i].edit = edits[from + i];
    }
    TRY(attack_batch(self->search, candidates, some, results));
    for (size_t i = 0; i < some; i++) {
      if (!still_breaks(self, &results[i])) continue;
      FREED char *slot = NULL;
      TRY(attack_slot(self->search, i, &slot));
      *kept = from + i;
      return attack_keep(self->search, &candidates[i], &results[i], self->found->origin, slot, "short", self->found);
    }
  }
  return STATUS_OK;
}

static status remove_blocks(shrinking *self) {
  size_t length = (self->found->result.trials + 1) / 2;
  while (length >= 1 && self->search->evaluations < self->end) {
    const size_t trials = self->found->result.trials;
    size_t removed = 0;
    /* from the end: what comes after a break is not needed */
    for (size_t end = trials; end > 0 && self->found->result.trials > 1;) {
      attack_edit edits[ATTACK_BATCH];
      size_t count = 0, kept = 0;
      for (size_t e = end; e > 0 && count<ATTACK_BATCH; e = e> length ? e - length : 0) {
        const size_t from = e > length ? e - length : 0;
        edits[count] = (attack_edit){.kind = EDIT_REMOVE, .from = from, .count = e - from};
        count++;
      }
      TRY(try_edits(self, edits, count, &kept));
      if (kept < count) removed++;
      end = kept < count ? edits[kept].from : edits[count - 1].from;
      if (self->search->evaluations >= self->end) break;
    }
    if (length == 1 && removed == 0) break;
    if (removed == 0 || length > 1) length = length > 1 ? (length + 1) / 2 : 1;
  }
  return STATUS_OK;
}

static status simplify(shrinking *self, size_t from, size_t count) {
  static const int digits[] = {1, 2, 3, 4, 6, 9};
  attack_edit edits[sizeof digits / sizeof digits[0]];
  size_t kept = 0;
  for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++) {
    edits[i] = (attack_edit){.kind = EDIT_ROUND, .from = from, .count = count, .digits = digits[i]};
  }
  return try_edits(self, edits, sizeof digits / sizeof digits[0], &kept);
}

static status shrink_found(shrinking *self) {
  TRY(remove_blocks(self));
  TRY(simplify(self, 0, self->found->result.trials));
  for (size_t t = 0; t < self->found->result.trials && self->search->evaluations < self->end; t++) {
    TRY(simplify(self, t, 1));
  }
  return STATUS_OK;
}

/* The sequence that the best parameters play, if it breaks the bound when it is played again. */
static status record_best(attack_search *search, const char *slot, attack_found *out) {
  const attack_found *best = &search->best;
  attack_candidate candidate;
  attack_result result;
  FREED char *kept = NULL, *first = NULL;
  bool played = false;
  TRY(memory_format(&kept, "%s/start.jsonl", search->scratch));
  TRY(attack_slot(search, 0, &first));
  TRY(attack_record(search, &best->candidate, kept, LLONG_MAX, &candidate, &result, &played));
  if (!played || !(best->result.violated ? result.violated : result.refuted)) return STATUS_OK;
  if (rename(first, slot) != 0) return STATUS_OK;
  return attack_keep(search, &candidate, &result, best->origin, slot, "short", out);
}

status attack_shrink(attack_search *search, attack_found *out) {
  shrinking self = {.search = search, .found = out, .end = search->evaluations + LARGEST_SHRINK};
  const attack_found *best = &search->best;
  FREED char *copy = NULL;
  TRY(attack_slot(search, ATTACK_BATCH, &copy));
  if (best->file == NULL) {
    TRY(record_best(search, copy, out));
  } else {
    TRY(file_copy(best->file, copy));
    TRY(attack_keep(search, &best->candidate, &best->result, best->origin, copy, "short", out));
  }
  return out->origin != NULL ? shrink_found(&self) : STATUS_OK;
}
