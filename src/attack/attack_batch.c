/* Evaluations in worker processes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attack/attack_search.h"
#include "base/clock.h"
#include "base/memory.h"
#include "run/pool.h"

typedef struct batch {
  const attack_search *search;
  const attack_candidate *candidates;
  size_t count, next;
  attack_result *results;
} batch;

status attack_slot(const attack_search *search, size_t slot, char **path) {
  return memory_format(path, "%s/%zu.jsonl", search->scratch, slot);
}

static bool next_index(void *context, size_t *index) {
  batch *self = context;
  if (self->next == self->count) return false;
  *index = self->next++;
  return true;
}

static status run_index(void *context, size_t index, char **record) {
  const batch *self = context;
  char *path = NULL;
  TRY(attack_slot(self->search, index, &path));
  const status code = attack_evaluate(&self->search->target, &self->candidates[index], path, record);
  free(path);
  return code;
}

static status take_record(void *context, size_t index, const char *record, size_t length) {
  (void)length;
  attack_result_read(record, &((batch *)context)->results[index]);
  return STATUS_OK;
}

static status take_loss(void *context, size_t index, const char *reason, bool timeout) {
  (void)reason;
  (void)timeout;
  attack_result_read(NULL, &((batch *)context)->results[index]);
  return STATUS_OK;
}

static void no_tick(void *context) {
  (void)context;
}

status attack_batch(attack_search *search, const attack_candidate *candidates, size_t count, attack_result *results) {
  batch self = {.search = search, .candidates = candidates, .count = count, .results = results};
  const size_t jobs = search->request->jobs;
  const pool_tasks tasks = {.context = &self,
                            .workers = jobs < count ? jobs : count,
                            .seconds = ATTACK_SECONDS,
                            .next = next_index,
                            .run = run_index,
                            .done = take_record,
                            .lost = take_loss,
                            .tick = no_tick};
  search->evaluations += count;
  return count == 0 ? STATUS_OK : pool_run(&tasks);
}

bool attack_spent(const attack_search *search) {
  const double seconds = search->request->seconds;
  return (search->limit > 0 && search->evaluations >= search->limit) ||
         (seconds > 0.0 && clock_seconds() - search->started > seconds);
}
