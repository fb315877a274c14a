#include "serve/past.h"
#include "base/json.h"

static const double FEW = 65536.0; /* numbers of trials that are always kept */

static void forget(past *from) {
  arena_free(&from->copies);
  from->count = 0;
  from->work = 0.0;
}

void past_free(past *from) {
  forget(from);
  free(from->trials);
  cJSON_Delete(from->state);
  *from = (past){0};
}

static double items_of(const cJSON *item) {
  double sum = 1.0;
  for (const cJSON *child = item->child; child != NULL; child = child->next) sum += items_of(child);
  return sum;
}

void past_begin(past *from, cJSON *state) {
  forget(from);
  cJSON_Delete(from->state);
  from->state = state;
  from->size = items_of(state);
}

static status keep_state(past *from, const learner *player) {
  CLEANUP(json_free_at) cJSON *state = cJSON_CreateObject();
  TRY(state == NULL ? FAIL(STATUS_MEMORY, "no memory for a learner's state") : learner_save(player, state));
  past_begin(from, state);
  state = NULL;
  return STATUS_OK;
}

static status copy(arena *owner, size_t count, size_t size, void *array) {
  const void *given = NULL;
  void *own = NULL;
  memcpy(&given, array, sizeof given);
  if (given == NULL) return STATUS_OK;
  TRY(arena_array(owner, count, size, &own));
  if (count > 0) memcpy(own, given, count * size);
  memcpy(array, &own, sizeof own);
  return STATUS_OK;
}

#define COPY(count, pointer) copy(owner, (count), sizeof *(pointer), &(pointer))

/* *x becomes a view of arrays of its own; what its kind does not use may point anywhere. */
static status own_arrays(arena *owner, instance *x) {
  switch (x->kind) {
  case INSTANCE_VECTOR:
  case INSTANCE_DYAD: TRY(COPY(x->count, x->index)); return COPY(x->count, x->value);
  case INSTANCE_LOW_RANK: TRY(COPY(x->rank * x->n, x->factors)); return COPY(x->rank, x->weights);
  case INSTANCE_MATRIX: return COPY(x->n * x->n, x->matrix);
  case INSTANCE_RECTANGULAR: return COPY(x->m * x->n, x->matrix);
  default: return COPY(1, x->meeting);
  }
}

/* Numbers that the trial keeps and that playing it again reads. A trial of a matrix reads the state, faster than the state is written. */
static double work_of(const past *from, const instance *x) {
  static const double faster = 64.0;
  switch (x->kind) {
  case INSTANCE_VECTOR: return 16.0 + 2.0 * (double)x->count;
  case INSTANCE_ENTRY:
  case INSTANCE_DISTANCE: return 16.0;
  case INSTANCE_DYAD: return 16.0 + 2.0 * (double)x->count + from->size / faster;
  case INSTANCE_LOW_RANK: return 16.0 + (double)x->rank * (double)x->n + from->size / faster;
  default: return 16.0 + (double)(x->m > 0 ? x->m : x->n) * (double)x->n + from->size / faster;
  }
}

status past_add(past *from, const learner *player, const instance *x, double label) {
  if (from->work > FEW + 4.0 * from->size) TRY(keep_state(from, player));
  TRY(memory_room(&from->trials, &from->room, from->count + 1, sizeof *from->trials));
  past_trial *trial = &from->trials[from->count];
  *trial = (past_trial){*x, label};
  TRY(own_arrays(&from->copies, &trial->x));
  from->work += work_of(from, x);
  from->count++;
  return STATUS_OK;
}

void past_drop(past *from) {
  from->count--;
}

static status play_again(const past *from, const learner *player) {
  if (from->state != NULL) TRY(learner_load(player, from->state));
  for (size_t t = 0; t < from->count; t++) {
    const past_trial *trial = &from->trials[t];
    prediction predicted = {.score = 0.0};
    bool updated = false;
    TRY(learner_predict(player, &trial->x, &predicted));
    TRY(learner_update(player, &trial->x, &predicted, trial->label, &updated));
  }
  return STATUS_OK;
}

status past_make(const past *from, const learner_setting *setting, const options *values, learner *player) {
  CLEANUP(learner_destroy) learner made = {0};
  TRY(learner_new(player->class, setting, values, &made));
  TRY(play_again(from, &made));
  const learner before = *player;
  *player = made;
  made = before;
  return STATUS_OK;
}
