#include "audit/trace.h"

#include <stdlib.h>
#include <string.h>

#include "audit/teller.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/memory_stream.h"
#include "base/text.h"
#include "run/pool.h"

typedef struct traced {
  const trace_request *request;
  cell_address address;
  bool started;
  char *reason; /* why it failed, NULL: it did not */
} traced;

static status find_learner(const trace_request *request, const plan_point *point, size_t *place) {
  const char **names = NULL;
  size_t count = 0;
  char nearest[NEAREST_TEXT];
  *place = 0;
  if (request->learner == NULL) return STATUS_OK;
  TRY(NEW_ARRAY(2 * point->learner_count, names));
  for (size_t i = 0; i < point->learner_count; i++) names[count++] = point->learners[i].label;
  for (size_t i = 0; i < point->learner_count; i++) names[count++] = point->learners[i].class->about.name;
  size_t found = 0;
  while (found < count && strcmp(names[found], request->learner) != 0) found++;
  *place = found < point->learner_count ? found : found - point->learner_count;
  (void)nearest_names(request->learner, names, count, true, nearest);
  free(names);
  return found < count ? STATUS_OK
                       : FAIL(STATUS_INVALID, "--learner %s: no learner of this scenario%s", request->learner, nearest);
}

static bool next_cell(void *context, size_t *index) {
  traced *self = context;
  *index = 0;
  if (self->started) return false;
  return self->started = true;
}

/* In the worker: a line with the reason of a failure, or an empty one, and the story. */
static status tell_cell(void *context, size_t index, char **told) {
  const traced *self = context;
  cell_settings settings = self->request->settings;
  char *story = NULL;
  size_t length = 0;
  cJSON *record = NULL;
  (void)index;
  FILE *out = memory_stream(&story, &length);
  if (out == NULL) return FAIL(STATUS_MEMORY, "no memory for what is told");
  teller teller = {.out = out,
                   .plan = settings.plan,
                   .address = &self->address,
                   .trials = self->request->trials,
                   .most = self->request->most};
  const cell_watcher watcher = teller_watcher(&teller);
  settings.watcher = &watcher;
  status code = cell_run(&settings, &self->address, "trace", &record);
  teller_end(&teller);
  if (fclose(out) != 0 && code == STATUS_OK) code = FAIL(STATUS_MEMORY, "no memory for what is told");
  if (code == STATUS_OK) code = memory_format(told, "%s\n%s", json_text(record, "reason", ""), story);
  cJSON_Delete(record);
  free(story);
  return code;
}

static status print_told(void *context, size_t index, const char *told, size_t length) {
  traced *self = context;
  const size_t reason = strcspn(told, "\n");
  (void)index, (void)length;
  (void)fputs(told + reason + 1, self->request->out);
  return reason == 0 ? STATUS_OK : memory_format(&self->reason, "%.*s", (int)reason, told);
}

static status note_loss(void *context, size_t index, const char *reason, bool timeout) {
  (void)index, (void)timeout;
  return memory_text(reason, &((traced *)context)->reason);
}

status trace_scenario(const trace_request *request) {
  const plan *plan = request->settings.plan;
  const plan_point *point = &plan->points[0];
  size_t place = 0;
  if (plan->procedure) return FAIL(STATUS_INVALID, "%s: a procedure has no trials to tell", plan->path);
  TRY(find_learner(request, point, &place));
  traced self = {.request = request,
                 .address = {.point = point, .learner = &point->learners[place], .seed = request->seed}};
  const pool_tasks tasks = {
      .context = &self, .workers = 1, .next = next_cell, .run = tell_cell, .done = print_told, .lost = note_loss};
  status code = pool_run(&tasks);
  if (code == STATUS_OK && self.reason != NULL)
    code = FAIL(STATUS_FAILED, "%s: %s", self.address.learner->label, self.reason);
  free(self.reason);
  return code;
}
