/* The first cell of a plan, in this process: where the problem and the first learner are the scenario's own. */
#pragma once

#include <cjson/cJSON.h>

#include "cell/cell.h"
#include "fuzz_sandbox.h"
#include "linalg/eigen.h"
#include "script/scenario/opened_members.h"

/* A sandbox of the target's own for the text. */
typedef sandbox *fuzz_open(const char *text);

typedef struct fuzz_stage {
  const char *text;
  fuzz_open *open;
  sandbox *box;
} fuzz_stage;

static inline status fuzz_open_members(void *context, const cell_address *address, const cell_members *members) {
  fuzz_stage *self = context;
  const script_members found = {.point = address->point->json,
                                .label = address->learner->label,
                                .problem = members->problem,
                                .learner = members->learner,
                                .bounds = members->bounds,
                                .bound_count = members->bound_count};
  self->box = self->open(self->text);
  TRY(opened_members_find(self->box, &found));
  self->box->per_call = true;
  random_stream_free(self->box->random);
  self->box->random = NULL;
  return STATUS_OK;
}

static inline void fuzz_close_members(void *context) {
  (void)context; /* kept: an opening that fails is not closed either */
}

/* Its own problem, of a size that is worth playing. */
static inline bool fuzz_is_playable(const cJSON *point) {
  const cJSON *source = cJSON_GetObjectItemCaseSensitive(point, "problem");
  const cJSON *learners = cJSON_GetObjectItemCaseSensitive(point, "learners");
  return cJSON_HasObjectItem(source, "custom") && learners != NULL && cJSON_HasObjectItem(learners->child, "custom");
}

/* Frees the document. */
static inline void fuzz_play(const char *text, cJSON *document, fuzz_open *open) {
  enum { TRIALS = 12 };
  cJSON *point = cJSON_GetObjectItemCaseSensitive(document, "points")->child;
  const bool playable = point != NULL && fuzz_is_playable(point);
  if (playable && cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(point, "trials")) > TRIALS)
    cJSON_ReplaceItemInObjectCaseSensitive(point, "trials", cJSON_CreateNumber(TRIALS));
  if (playable) cJSON_DeleteItemFromObjectCaseSensitive(point, "test");
  plan planned;
  if (plan_open(document, &planned) != STATUS_OK) abort();
  if (playable) {
    fuzz_stage self = {.text = text, .open = open};
    const cell_settings settings = {.plan = &planned,
                                    .eigen = &eigen_own,
                                    .results = ".",
                                    .custom = {&self, fuzz_open_members, fuzz_close_members}};
    const cell_address address = plan_cell(&planned, 0);
    cJSON *record = NULL;
    if (cell_run(&settings, &address, "0123456789abcdef", &record) != STATUS_OK) abort();
    const char *state = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(record, "status"));
    if (strcmp(state, "done") != 0) fuzz_check_message(STATUS_FAILED, NULL);
    cJSON_Delete(record);
    sandbox_free(self.box);
  }
  plan_close(&planned);
}
