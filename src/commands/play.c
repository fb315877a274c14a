#include "commands/play.h"
#include "audit/trace.h"
#include "base/folder.h"
#include "base/json.h"
#include "base/memory_stream.h"
#include "base/process/interruption.h"
#include "commands/scenario.h"
#include "run/run.h"
#include <fcntl.h>

enum { PATH_ROOM = 64, TOLD = 512 /* all that a page draws as bars */ };

typedef struct asked {
  const cJSON *request;
  command_line line;
  char *path;
  cJSON *answer;
} asked;

static void free_asked(asked *self) {
  cJSON_Delete(self->answer);
  free(self->path);
}

/* ---- tables */

typedef struct tables {
  const char *folder;
  cJSON *object;
  status code;
} tables;

static status read_one(const tables *found, const char *name) {
  FREED char *path = NULL, *text = NULL;
  size_t length = 0;
  TRY(memory_format(&path, "%s/%s", found->folder, name));
  TRY(file_read(path, &text, &length));
  json_set(found->object, name, cJSON_CreateString(text));
  return STATUS_OK;
}

static void add_table(void *context, int folder, const char *name) {
  tables *found = context;
  const char *end = strrchr(name, '.');
  if (found->code == STATUS_OK && end != NULL && strcmp(end, ".tsv") == 0) found->code = read_one(found, name);
}

static status read_tables(asked *self, const char *folder) {
  tables found = {.folder = folder, .object = cJSON_CreateObject()};
  const status code = folder_each(folder, add_table, &found);
  json_set(self->answer, "tables", found.object);
  return code == STATUS_OK ? found.code : code;
}

/* ---- what is asked for */

/* Calls with a stream and keeps what was written as answer[name]. */
static status with_stream(asked *self, const char *name, status (*act)(asked *self, const plan *planned, FILE *out),
                          const plan *planned) {
  FREED char *text = NULL;
  size_t length = 0;
  FILE *out = memory_stream(&text, &length);
  if (out == NULL) return FAIL(STATUS_MEMORY, "no memory for an answer");
  status code = act(self, planned, out);
  if (fclose(out) != 0 && code == STATUS_OK) code = FAIL(STATUS_MEMORY, "no memory for an answer");
  if (text != NULL) json_set(self->answer, name, cJSON_CreateString(text));
  return code;
}

static status run_in(asked *self, const plan *planned, const char *folder, FILE *notes) {
  cell_script opened = {.plan = planned};
  run_request request = {.jobs = 1, .notes = notes, .lua = script_lua_release()};
  run_report report;
  TRY(scenario_settings(&self->line, &opened, &request.settings));
  request.settings.folder = ".";
  request.settings.results = folder;
  TRY(run_plan(&request, &report));
  json_set(self->answer, "exit", cJSON_CreateNumber(report.exit));
  return read_tables(self, folder);
}

static status run(asked *self, const plan *planned, FILE *notes) {
  char folder[PATH_ROOM] = "/tmp/winnow-play-XXXXXX";
  int ticket;
  if (!interruption_folder(folder, &ticket)) return FAIL(STATUS_IO, "%s cannot be made", folder);
  const status code = run_in(self, planned, folder, notes);
  folder_remove(folder);
  interruption_forget(ticket);
  return code;
}

static status trace(asked *self, const plan *planned, FILE *out) {
  cell_script opened = {.plan = planned};
  const cJSON *asks = self->request;
  trace_request request = {.learner = json_text(asks, "learner", NULL),
                           .seed = (uint64_t)json_number(asks, "seed", 1),
                           .trials = (size_t)json_number(asks, "first", 5),
                           .most = TOLD,
                           .out = out};
  TRY(scenario_settings(&self->line, &opened, &request.settings));
  request.settings.folder = ".";
  request.settings.results = ".";
  return trace_scenario(&request);
}

static status act_on(asked *self, const plan *planned) {
  const char *what = json_text(self->request, "what", "run");
  json_set(self->answer, "plan", cJSON_Duplicate(planned->document, 1));
  if (strcmp(what, "run") == 0) return with_stream(self, "notes", run, planned);
  if (strcmp(what, "trace") == 0) return with_stream(self, "told", trace, planned);
  return STATUS_OK;
}

/* ---- the request */

static bool is_whole(const cJSON *object, const char *name) {
  const double number = json_number(object, name, 1);
  return number >= 1 && number < 0x1p31 && number == (double)(long)number;
}

static bool is_word(const char *text) {
  return text[0] != '\0' &&
         strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == strlen(text);
}

static status read_request(asked *self) {
  static const char *const numbers[] = {"seeds", "trials", "seed", "first"};
  const cJSON *asks = self->request, *set = NULL;
  command_line *line = &self->line;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    if (!is_whole(asks, numbers[i])) return FAIL(STATUS_INVALID, "%s: expected a whole number from 1 on", numbers[i]);
  }
  line->curves = "all"; /* the page draws lines from row to row */
  line->seeds = (long long)json_number(asks, "seeds", 0);
  line->trials = (long long)json_number(asks, "trials", 0);
  cJSON_ArrayForEach (set, json_member(asks, "set")) {
    const char *text = cJSON_GetStringValue(set);
    if (text == NULL || strchr(text, '=') == NULL || line->set_count == LARGEST_SETS) {
      return FAIL(STATUS_INVALID, "set: expected at most %d texts \"name=value\"", LARGEST_SETS);
    }
    line->sets[line->set_count++] = text;
  }
  if (json_text(asks, "text", NULL) == NULL || !is_word(json_text(asks, "scenario", ""))) {
    return FAIL(STATUS_INVALID, "expected the scenario's name, of letters, digits, _ and -, and its text");
  }
  return memory_format(&self->path, "%s.lua", json_text(asks, "scenario", ""));
}

static status answer_to(asked *self) {
  CLEANUP(plan_close) plan made = {.document = NULL};
  TRY(scenario_plan(&self->line, self->path, json_text(self->request, "text", ""), &made));
  return act_on(self, &made);
}

status play(const char *request, char **answer) {
  CLEANUP(json_free_at) cJSON *given = NULL;
  *answer = NULL;
  TRY(json_parse(request, &given));
  CLEANUP(free_asked) asked self = {.request = given, .answer = cJSON_CreateObject()};
  TRY(read_request(&self));
  const status code = answer_to(&self);
  if (code == STATUS_MEMORY) return code;
  if (code != STATUS_OK) json_set(self.answer, "error", cJSON_CreateString(status_message()));
  return json_print(self.answer, 0, 0, answer);
}
