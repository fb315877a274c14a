/* The search of an attack, for one bound. */
#ifndef ATTACK_ATTACK_SEARCH_H
#define ATTACK_ATTACK_SEARCH_H

#include "attack/attack.h"
#include "attack/attack_candidate.h"

/* A candidate that was evaluated. */
typedef struct attack_found {
  attack_candidate candidate; /* its file, if any, is `file`, unedited */
  char *file;                 /* owned; NULL: the point's own problem */
  attack_result result;
  cJSON *origin; /* owned: the point as the scenario has it */
} attack_found;

typedef struct attack_search {
  const attack_request *request;
  attack_target target;
  const char *scratch;  /* folder, absolute */
  const cJSON *fixed;   /* overrides of the scenario */
  size_t evaluations;   /* so far */
  size_t limit;         /* of them */
  double started;       /* seconds */
  uint64_t draws;       /* numbers of edits so far */
  attack_found *starts; /* the scenario's own cells, best first */
  size_t start_count;
  attack_found best; /* its file, if any, is <scratch>/best.jsonl */
} attack_search;

/* Plays the scenario's cells, then searches. Leaves `best`. */
status attack_search_run(attack_search *search);
/* *out = the sequence of the best one, which breaks the bound, shorter and its numbers simpler, as long as it
 * still does; its origin is NULL where the sequence alone does not break it. */
status attack_shrink(attack_search *search, attack_found *out);
void attack_search_close(attack_search *search);

/* Evaluates `count` <= ATTACK_BATCH candidates; files of edited sequences: attack_slot. */
status attack_batch(attack_search *search, const attack_candidate *candidates, size_t count, attack_result *results);
/* <scratch>/<slot>.jsonl; the caller frees it. */
status attack_slot(const attack_search *search, size_t slot, char **path);
/* Becomes *to: candidate and origin are copied, the file of the slot (NULL: the point's own problem) is moved to
 * <scratch>/<name>.jsonl. */
status attack_keep(const attack_search *search, const attack_candidate *candidate, const attack_result *result,
                   const cJSON *origin, const char *slot, const char *name, attack_found *to);
/* The same for the best one so far, if it is better; the file is copied. */
status attack_take(attack_search *search, const attack_found *found);
void attack_found_free(attack_found *found);
status attack_copy_file(const char *from, const char *to);
bool attack_spent(const attack_search *search);

#endif
