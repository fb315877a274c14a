#include "attack/search.h"
#include "attack/parameters.h"
#include "base/clock.h"
#include "base/file.h"
#include "cell/cell_confine.h"
#include "run/pool.h"
#include <sys/stat.h>

/* ---- evaluations in worker processes */

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
  FREED char *path = NULL;
  TRY(attack_slot(self->search, index, &path));
  return attack_evaluate(&self->search->target, &self->candidates[index], path, record);
}

static confinement asks(void *context, size_t index) {
  const batch *self = context;
  CLEANUP(plan_close) plan played = {.document = NULL};
  if (attack_plan_of(self->search->target.settings->plan, self->candidates[index].point, &played) != STATUS_OK) {
    return CONFINED; /* it cannot be played */
  }
  const cell_address address = plan_cell(&played, 0);
  return cell_confinement(&played, &address);
}

static status confine_worker(void *context) {
  const attack_search *search = ((const batch *)context)->search;
  return cell_confine(search->target.settings, search->scratch);
}

static status take_record(void *context, size_t index, const char *record, size_t length) {
  attack_result_read(record, &((batch *)context)->results[index]);
  return STATUS_OK;
}

static status take_loss(void *context, size_t index, const char *reason, bool timeout) {
  attack_result_read(NULL, &((batch *)context)->results[index]);
  return STATUS_OK;
}

status attack_batch(attack_search *search, const attack_candidate *candidates, size_t count, attack_result *results) {
  batch self = {.search = search, .candidates = candidates, .count = count, .results = results};
  const size_t jobs = search->jobs;
  const pool_tasks tasks = {.context = &self,
                            .workers = jobs < count ? jobs : count,
                            .seconds = ATTACK_SECONDS,
                            .next = next_index,
                            .run = run_index,
                            .asks = asks,
                            .confine = confine_worker,
                            .done = take_record,
                            .lost = take_loss};
  search->evaluations += count;
  return count == 0 ? STATUS_OK : pool_run(&tasks);
}

static bool is_spent(const attack_search *search) {
  const double seconds = search->seconds;
  return (search->limit > 0 && search->evaluations >= search->limit) ||
         (seconds > 0.0 && clock_seconds() - search->started > seconds);
}

/* ---- keeping what was found */

void attack_found_free(attack_found *found) {
  attack_candidate_free(&found->candidate);
  cJSON_Delete(found->origin);
  free(found->file);
  memset(found, 0, sizeof *found);
}

status attack_keep(const attack_search *search, const attack_candidate *candidate, const attack_result *result,
                   const cJSON *origin, const char *slot, const char *name, attack_found *to) {
  CLEANUP(attack_found_free) attack_found made = {.candidate = *candidate, .result = *result};
  made.candidate.point = cJSON_Duplicate(candidate->point, true);
  made.origin = cJSON_Duplicate(origin, true);
  if (made.candidate.point == NULL || made.origin == NULL) return FAIL(STATUS_MEMORY, "no memory for what was found");
  if (slot != NULL) {
    TRY(memory_format(&made.file, "%s/%s.jsonl", search->scratch, name));
    if (rename(slot, made.file) != 0) return FAIL(STATUS_IO, "%s: %s", made.file, strerror(errno));
  }
  made.candidate.file = made.file;
  made.candidate.edit = (attack_edit){.kind = EDIT_NONE};
  made.candidate.record = false;
  attack_found_free(to);
  return HAND_OVER(made, *to);
}

status attack_record(attack_search *search, const attack_candidate *from, const char *kept, long long largest,
                     attack_candidate *candidate, attack_result *result, bool *played) {
  FREED char *slot = NULL;
  struct stat about;
  *candidate = *from;
  *played = false;
  candidate->record = true;
  TRY(attack_batch(search, candidate, 1, result));
  TRY(attack_slot(search, 0, &slot));
  if (!result->judged || stat(slot, &about) != 0 || about.st_size > largest) return STATUS_OK;
  if (rename(slot, kept) != 0) return STATUS_OK;
  candidate->record = false;
  candidate->file = kept;
  TRY(attack_batch(search, candidate, 1, result));
  *played = true;
  return STATUS_OK;
}

/* Keeps a copy as the best one so far, if it is better. */
static status take_if_better(attack_search *search, const attack_found *found) {
  if (search->best.origin != NULL && !attack_better(&found->result, &search->best.result)) return STATUS_OK;
  FREED char *copy = NULL;
  if (found->file != NULL) {
    TRY(memory_format(&copy, "%s/copy.jsonl", search->scratch));
    TRY(file_copy(found->file, copy));
  }
  return attack_keep(search, &found->candidate, &found->result, found->origin, copy, "best", &search->best);
}

enum { LARGEST_STARTS = 32, ISLANDS = 3, CYCLE = 10, PARAMETER_BATCHES = 3, REFRESH = 30 };

typedef struct islands {
  attack_found island[ISLANDS]; /* origin NULL: empty */
  size_t turn, batches;
} islands;

/* ---- the scenario's own cells */

/* Place of the bound among those of the point; (size_t)-1 if it has none. */
static size_t bound_place(const attack_search *search, const plan_point *point) {
  for (size_t i = 0; i < point->bound_count; i++) {
    if (strcmp(point->bounds[i].class->about.name, search->target.bound) == 0) return i;
  }
  return (size_t)-1;
}

static status add_start(attack_search *search, const plan_point *point, size_t place, uint64_t seed) {
  attack_found *start = &search->starts[search->start_count];
  TRY(attack_point(point->json, place, bound_place(search, point), &start->origin));
  start->candidate.point = cJSON_Duplicate(start->origin, true);
  start->candidate.seed = seed;
  start->candidate.room = point->trials;
  search->start_count++;
  return start->candidate.point != NULL ? STATUS_OK : FAIL(STATUS_MEMORY, "no memory for the cells of the scenario");
}

static status list_starts(attack_search *search) {
  const plan *planned = search->target.settings->plan;
  TRY(NEW_ARRAY(LARGEST_STARTS, search->starts));
  for (uint64_t seed = 1; seed <= planned->seeds; seed++) {
    for (size_t p = 0; p < planned->point_count; p++) {
      const plan_point *point = &planned->points[p];
      for (size_t l = 0; l < point->learner_count && bound_place(search, point) != (size_t)-1; l++) {
        if (search->start_count == LARGEST_STARTS) return STATUS_OK;
        TRY(add_start(search, point, l, seed));
      }
    }
  }
  return STATUS_OK;
}

static size_t evaluations_left(const attack_search *search, size_t wanted) {
  const size_t rest = search->limit == 0 ? wanted : search->limit - search->evaluations;
  return rest < wanted ? rest : wanted;
}

static void sort_starts(attack_search *search) {
  for (size_t i = 1; i < search->start_count; i++) { /* equal ones stay in order */
    const attack_found moved = search->starts[i];
    size_t j = i;
    for (; j > 0 && moved.result.worth > search->starts[j - 1].result.worth; j--)
      search->starts[j] = search->starts[j - 1];
    search->starts[j] = moved;
  }
}

/* The names of a bound's invariants are known from what was judged only. */
static status check_row(const attack_search *search) {
  bool played = false, seen = false;
  for (size_t i = 0; i < search->start_count; i++) {
    played = played || search->starts[i].result.trials > 0;
    seen = seen || search->starts[i].result.measure[0] != 0;
  }
  if (seen || !played || strchr(search->target.row, '.') == NULL) return STATUS_OK;
  return FAIL(STATUS_INVALID, "--bound %s: the scenario's own cells have no such row", search->target.row);
}

static status play_starts(attack_search *search) {
  TRY(list_starts(search));
  size_t played = 0;
  while (played < search->start_count && (played == 0 || !is_spent(search))) {
    attack_candidate candidates[ATTACK_BATCH];
    attack_result results[ATTACK_BATCH];
    const size_t rest = search->start_count - played,
                 count = evaluations_left(search, rest < ATTACK_BATCH ? rest : ATTACK_BATCH);
    for (size_t i = 0; i < count; i++) candidates[i] = search->starts[played + i].candidate;
    TRY(attack_batch(search, candidates, count, results));
    for (size_t i = 0; i < count; i++) search->starts[played + i].result = results[i];
    played += count;
  }
  for (size_t i = played; i < search->start_count; i++) attack_found_free(&search->starts[i]);
  search->start_count = played;
  TRY(check_row(search));
  sort_starts(search);
  return search->start_count > 0 ? take_if_better(search, &search->starts[0]) : STATUS_OK;
}

/* ---- parameters */

/* Draws a candidate: near the best parameters so far, near one of the starts, or far from it. */
static status draw_parameters(attack_search *search, const attack_found *own, size_t place, attack_found *out,
                              bool *moved) {
  CLEANUP(random_stream_free_at) random_stream *random = NULL;
  CLEANUP(plan_close) plan classes = {.document = NULL};
  *moved = false;
  TRY(random_stream_new(++search->draws, "attack parameters", &random));
  const attack_found *base = place < 5 ? own : &search->starts[random_index(random, search->start_count)];
  *out = (attack_found){.candidate = base->candidate};
  out->candidate.point = cJSON_Duplicate(base->candidate.point, true);
  out->origin = cJSON_Duplicate(base->origin, true);
  if (random_chance(random, 0.2)) out->candidate.seed = 1 + random_index(random, 8);
  TRY(attack_plan_of(search->target.settings->plan, base->candidate.point, &classes));
  return attack_move_parameters(&classes.points[0], base->origin, search->fixed, place > 5, random,
                                out->candidate.point, moved);
}

static status add_island(attack_search *search, islands *all, const attack_found *from);

static status take_parameters(attack_search *search, islands *all, attack_found *own, const attack_found *found) {
  if (!attack_better(&found->result, &own->result)) return STATUS_OK;
  TRY(attack_keep(search, &found->candidate, &found->result, found->origin, NULL, NULL, own));
  TRY(take_if_better(search, own));
  return evaluations_left(search, 2) == 2 ? add_island(search, all, own) : STATUS_OK;
}

static void free_drawn(attack_found (*found)[ATTACK_BATCH]) {
  for (size_t i = 0; i < ATTACK_BATCH; i++) attack_found_free(&(*found)[i]);
}

static status parameter_batch(attack_search *search, islands *all, attack_found *own, bool *any) {
  CLEANUP(free_drawn) attack_found found[ATTACK_BATCH] = {{.origin = NULL}};
  attack_candidate candidates[ATTACK_BATCH];
  attack_result results[ATTACK_BATCH];
  size_t best = 0, count = evaluations_left(search, ATTACK_BATCH);
  bool moved = true;
  for (size_t i = 0; i < count; i++) {
    TRY(draw_parameters(search, own, i, &found[i], &moved));
    candidates[i] = found[i].candidate;
  }
  *any = moved;
  if (!moved) return STATUS_OK;
  TRY(attack_batch(search, candidates, count, results));
  for (size_t i = 0; i < count; i++) {
    found[i].result = results[i];
    if (attack_better(&results[i], &found[best].result)) best = i;
  }
  return take_parameters(search, all, own, &found[best]);
}

/* ---- sequences */

static size_t worst_island(const islands *all) {
  size_t worst = 0;
  for (size_t i = 0; i < ISLANDS; i++) {
    if (all->island[i].origin == NULL) return i;
    if (all->island[i].result.worth < all->island[worst].result.worth) worst = i;
  }
  return worst;
}

/* The file `from` is moved to the island's. */
static status become_island(const attack_search *search, islands *all, size_t place, const attack_candidate *candidate,
                            const attack_result *result, const cJSON *origin, const char *from) {
  char name[32];
  (void)snprintf(name, sizeof name, "island%zu", place);
  return attack_keep(search, candidate, result, origin, from, name, &all->island[place]);
}

/* The sequence that the candidate plays becomes an island, if the bound judges it when it is played again: two
 * evaluations. */
static status add_island(attack_search *search, islands *all, const attack_found *from) {
  attack_candidate candidate;
  attack_result result;
  FREED char *slot = NULL, *kept = NULL;
  bool played = false;
  const size_t place = worst_island(all);
  TRY(attack_slot(search, 0, &slot));
  TRY(memory_format(&kept, "%s/start.jsonl", search->scratch));
  TRY(attack_record(search, &from->candidate, kept, ATTACK_LARGEST_FILE, &candidate, &result, &played));
  if (!played || !result.judged) return STATUS_OK;
  TRY(become_island(search, all, place, &candidate, &result, from->origin, slot));
  return take_if_better(search, &all->island[place]);
}

static attack_edit draw_edit(attack_search *search, size_t place, size_t trials, random_stream *random) {
  attack_edit edit = {.kind = place < 5 ? EDIT_RANDOM : EDIT_GREEDY, .draw = ++search->draws};
  if (place < 6) return edit;
  edit.from = random_index(random, trials);
  if (place == 7) edit.count = 1 + random_index(random, 1 + trials / 8);
  return edit;
}

static status edit_island(attack_search *search, islands *all) {
  attack_found *island = &all->island[all->turn];
  attack_candidate candidates[ATTACK_BATCH];
  attack_result results[ATTACK_BATCH] = {{0}};
  CLEANUP(random_stream_free_at) random_stream *random = NULL;
  size_t best = 0;
  const size_t count = evaluations_left(search, ATTACK_BATCH);
  TRY(random_stream_new(++search->draws, "attack edits", &random));
  for (size_t i = 0; i < count; i++) {
    candidates[i] = island->candidate;
    candidates[i].edit = draw_edit(search, i, island->result.trials, random);
  }
  TRY(attack_batch(search, candidates, count, results));
  for (size_t i = 1; i < count; i++) {
    if (attack_better(&results[i], &results[best])) best = i;
  }
  if (!results[best].judged || results[best].worth < island->result.worth) return STATUS_OK; /* a plateau is crossed */
  FREED char *slot = NULL;
  TRY(attack_slot(search, best, &slot));
  TRY(become_island(search, all, all->turn, &candidates[best], &results[best], island->origin, slot));
  return take_if_better(search, island);
}

static status sequence_batch(attack_search *search, islands *all, bool *any) {
  size_t tried = 0;
  while (tried < ISLANDS && all->island[all->turn].origin == NULL) {
    all->turn = (all->turn + 1) % ISLANDS;
    tried++;
  }
  *any = tried < ISLANDS;
  if (!*any) return STATUS_OK;
  TRY(edit_island(search, all));
  all->turn = (all->turn + 1) % ISLANDS;
  all->batches++;
  return STATUS_OK;
}

/* Now and then the worst island goes on from the best sequence. */
static status refresh(attack_search *search, islands *all) {
  FREED char *copy = NULL;
  if (all->batches % REFRESH != 0 || all->batches == 0 || search->best.file == NULL) return STATUS_OK;
  TRY(memory_format(&copy, "%s/copy.jsonl", search->scratch));
  TRY(file_copy(search->best.file, copy));
  const attack_found *best = &search->best;
  return become_island(search, all, worst_island(all), &best->candidate, &best->result, best->origin, copy);
}

/* ---- both in turn */

static void show_progress(const attack_search *search, size_t *last) {
  if (search->progress == NULL || (search->evaluations < *last + 200 && search->evaluations != 0)) return;
  *last = search->evaluations;
  (void)fprintf(search->progress, "attack: %s: %zu evaluations, used %.6g\n", search->target.row, search->evaluations,
                search->best.result.used);
}

static status search_both(attack_search *search, islands *all, attack_found *own) {
  size_t last = search->evaluations;
  for (size_t i = 0; i < ISLANDS && i < search->start_count && evaluations_left(search, 2) == 2; i++) {
    if (search->starts[i].result.judged) TRY(add_island(search, all, &search->starts[i]));
  }
  for (size_t step = 0; !is_spent(search) && !search->best.result.violated; step++) {
    const bool turn = step % CYCLE >= PARAMETER_BATCHES;
    bool sequences = turn, parameters = !turn;
    if (turn) TRY(sequence_batch(search, all, &sequences));
    if (!sequences) TRY(parameter_batch(search, all, own, &parameters));
    if (!turn && !parameters) TRY(sequence_batch(search, all, &sequences));
    if (!sequences && !parameters) return STATUS_OK; /* nothing can be moved */
    TRY(refresh(search, all));
    show_progress(search, &last);
  }
  return STATUS_OK;
}

static void free_islands(islands *all) {
  for (size_t i = 0; i < ISLANDS; i++) attack_found_free(&all->island[i]);
}

status attack_search_run(attack_search *search) {
  CLEANUP(free_islands) islands all = {.turn = 0};
  CLEANUP(attack_found_free) attack_found own = {.origin = NULL};
  TRY(play_starts(search));
  if (search->start_count == 0) return STATUS_OK;
  const attack_found *first = &search->starts[0];
  TRY(attack_keep(search, &first->candidate, &first->result, first->origin, NULL, NULL, &own));
  return search_both(search, &all, &own);
}

void attack_search_close(attack_search *search) {
  for (size_t i = 0; i < search->start_count; i++) attack_found_free(&search->starts[i]);
  free(search->starts);
  attack_found_free(&search->best);
}
