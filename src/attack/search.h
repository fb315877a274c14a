/* The search of an attack, for one bound. */
#pragma once

#include "attack/candidate.h"

enum { ATTACK_BATCH = 8, ATTACK_SECONDS = 120, ATTACK_LARGEST_FILE = 64 << 20 };

/* A candidate that was evaluated. */
typedef struct attack_found {
  attack_candidate candidate; /* its file, if any, is `file`, unedited */
  char *file;                 /* owned; NULL: the point's own problem */
  attack_result result;
  cJSON *origin; /* owned: the point as the scenario has it */
} attack_found;

typedef struct attack_search {
  attack_target target;
  const char *scratch;  /* folder, absolute */
  const cJSON *fixed;   /* overrides of the scenario */
  size_t jobs;          /* workers */
  FILE *progress;       /* NULL: not printed */
  size_t limit;         /* of evaluations; 0: none */
  double seconds;       /* likewise */
  size_t evaluations;   /* so far */
  double started;       /* clock_seconds */
  uint64_t draws;       /* numbers of edits so far */
  attack_found *starts; /* the scenario's own cells, best first */
  size_t start_count;
  attack_found best; /* its file, if any, is <scratch>/best.jsonl */
} attack_search;

/* Plays the scenario's cells, then searches. Leaves `best`. */
status attack_search_run(attack_search *search);
void attack_search_close(attack_search *search);

/* Evaluates `count` <= ATTACK_BATCH candidates; files of edited sequences: attack_slot. */
status attack_batch(attack_search *search, const attack_candidate *candidates, size_t count, attack_result *results);
/* <scratch>/<slot>.jsonl; the caller frees it. */
status attack_slot(const attack_search *search, size_t slot, char **path);
/* Plays *from and records its sequence as the file `kept`, then plays that: *candidate and *result, its file in slot 0. *played = false: the bound
 * does not judge the candidate, or its file is longer than `largest` bytes. */
status attack_record(attack_search *search, const attack_candidate *from, const char *kept, long long largest,
                     attack_candidate *candidate, attack_result *result, bool *played);
/* Becomes *to: candidate and origin are copied, the file of the slot (NULL: the point's own problem) is moved to
 * <scratch>/<name>.jsonl. */
status attack_keep(const attack_search *search, const attack_candidate *candidate, const attack_result *result,
                   const cJSON *origin, const char *slot, const char *name, attack_found *to);
void attack_found_free(attack_found *found);
