#include "attack/candidate.h"
#include "base/json.h"
#include "cell/cell_files.h"
#include "cell/cell_record.h"

enum { MEAN_SEEDS = 8 };

static status no_memory(void) {
  return FAIL(STATUS_MEMORY, "no memory for a candidate of the attack");
}

/* The list `name` of the point keeps its entry `kept` alone. */
static void keep_one(cJSON *point, const char *name, size_t kept) {
  cJSON *list = json_member(point, name), *item = cJSON_DetachItemFromArray(list, (int)kept);
  while (list->child != NULL) cJSON_DeleteItemFromArray(list, 0);
  json_append(list, item);
}

status attack_point(const cJSON *point, size_t place_of_learner, size_t place_of_bound, cJSON **out) {
  *out = cJSON_Duplicate(point, true);
  if (*out == NULL) return no_memory();
  cJSON_DeleteItemFromObjectCaseSensitive(*out, "test");
  keep_one(*out, "learners", place_of_learner);
  keep_one(*out, "bounds", place_of_bound);
  return STATUS_OK;
}

/* The point's problem becomes problem.recorded of the file. */
static status point_recorded(cJSON *point, const char *file, size_t trials) {
  cJSON *described = cJSON_CreateObject(), *given = cJSON_CreateObject();
  cJSON_AddStringToObject(described, "name", "recorded");
  json_set(described, "options", given);
  cJSON_AddStringToObject(given, "file", file);
  cJSON_AddNumberToObject(given, "passes", 1);
  if (!cJSON_ReplaceItemInObjectCaseSensitive(point, "problem", described)) return no_memory();
  return cJSON_ReplaceItemInObjectCaseSensitive(point, "trials", cJSON_CreateNumber((double)trials)) ? STATUS_OK
                                                                                                     : no_memory();
}

status attack_plan_of(const plan *scenario, const cJSON *point, plan *out) {
  cJSON *document = cJSON_CreateObject();
  cJSON *copy = cJSON_Duplicate(point, true), *points = cJSON_CreateArray();
  cJSON_AddStringToObject(document, "scenario", scenario->scenario);
  cJSON_AddStringToObject(document, "path", scenario->path);
  cJSON_AddStringToObject(document, "title", scenario->title);
  cJSON_AddStringToObject(document, "source", scenario->source);
  json_set(document, "parameters", cJSON_CreateArray());
  json_set(document, "observe", cJSON_CreateArray());
  cJSON_AddNumberToObject(document, "seeds", 1);
  json_append(points, copy);
  json_set(document, "points", points);
  return plan_open(document, out);
}

/* ---- the verdict of a cell on the bound */

/* The row's name is the bound's or begins with it and a dot. */
static bool of_bound(const char *row, const char *name) {
  const size_t length = strlen(name);
  return strncmp(row, name, length) == 0 && (row[length] == 0 || row[length] == '.');
}

static bool plain_row(const cJSON *row) {
  const char *level = record_text(row, "level");
  return strcmp(level, "trial") == 0 || strcmp(level, "cell") == 0;
}

static void read_row(const cJSON *row, attack_result *out) {
  const char *said = record_text(row, "verdict");
  out->lower = strcmp(record_text(row, "direction"), "lower") == 0;
  out->plain = plain_row(row);
  out->measured = record_value(row, "measured");
  out->value = record_value(row, "value");
  out->used = record_value(row, "used");
  out->judged =
      strcmp(said, "premise") != 0 && strcmp(said, "unchecked") != 0 && strcmp(said, "-") != 0 && !isnan(out->used);
  /* one cell does not decide about a mean, and seeds that were searched for are no sample */
  (void)snprintf(out->verdict, sizeof out->verdict, "%s", out->plain ? said : record_text(row, "level"));
  (void)snprintf(out->measure, sizeof out->measure, "%s", record_text(row, "measure"));
}

/* 0 where the record has no such number. */
static size_t count_of(const cJSON *record, const char *name) {
  const double count = record_value(record, name);
  return count >= 0.0 && count <= 9007199254740992.0 ? (size_t)count : 0;
}

static void read_record(const attack_target *target, const cJSON *record, attack_result *out) {
  const cJSON *row = NULL;
  out->trials = count_of(record, "trials");
  cJSON_ArrayForEach (row, json_member(record, "rows")) {
    const char *name = record_text(row, "bound"), *said = record_text(row, "verdict");
    if (strcmp(name, target->row) == 0) read_row(row, out);
    if (!of_bound(name, target->bound) || !plain_row(row)) continue;
    out->violated = out->violated || strcmp(said, "violated") == 0;
    out->refuted = out->refuted || strcmp(said, "refuted") == 0;
  }
}

static status run_cell(const attack_target *target, const plan *played, uint64_t seed, attack_result *out) {
  cell_settings settings = *target->settings;
  cell_address address = plan_cell(played, 0);
  CLEANUP(json_free_at) cJSON *record = NULL;
  settings.plan = played;
  address.seed = seed;
  TRY(cell_run(&settings, &address, "attack", &record));
  *out = (attack_result){.used = NAN, .measured = NAN, .value = NAN};
  if (strcmp(record_text(record, "status"), "done") == 0) read_record(target, record, out);
  return STATUS_OK;
}

/* Bounds in the mean and in probability: the mean over seeds. */
static status run_seeds(const attack_target *target, const plan *played, uint64_t seed, attack_result *out) {
  TRY(run_cell(target, played, seed, out));
  if (out->plain || !out->judged) return STATUS_OK;
  double measured = out->measured, value = out->value;
  for (uint64_t k = 1; k < MEAN_SEEDS; k++) {
    attack_result next;
    TRY(run_cell(target, played, seed + k, &next));
    if (!next.judged) {
      out->judged = false;
      return STATUS_OK;
    }
    measured += next.measured;
    value += next.value;
  }
  out->measured = measured / MEAN_SEEDS;
  out->value = value / MEAN_SEEDS;
  out->used = out->value == 0.0 ? 0.0 : out->measured / out->value;
  return STATUS_OK;
}

/* ---- edited sequences */

static status make_maker(const attack_candidate *candidate, const plan *played, const cell_settings *settings,
                         const problem_facts *facts, options **values, attack_maker *maker) {
  const plan_learner *player = plan_cell(played, 0).learner;
  TRY(options_new(&player->class->about, player->options, values));
  *maker = (attack_maker){.class = player->class, .options = *values};
  maker->setting = problem_learner_setting(facts, candidate->room, candidate->seed, settings->eigen);
  maker->setting.trials = candidate->room;
  maker->setting.folder = settings->folder;
  return STATUS_OK;
}

static status edit_sequence(const attack_target *target, const attack_candidate *candidate, const plan *played,
                            attack_sequence *edited) {
  const learner_class *class = plan_cell(played, 0).learner->class;
  attack_maker maker;
  CLEANUP(options_free_at) options *values = NULL;
  if (candidate->edit.kind != EDIT_GREEDY || class->about.definition != NULL) {
    return attack_edit_apply(&candidate->edit, NULL, edited);
  }
  TRY(make_maker(candidate, played, target->settings, &edited->domain.facts, &values, &maker));
  return attack_edit_apply(&candidate->edit, &maker, edited);
}

/* Real labels: a regret charges what the comparator loses. */
static bool trusts_facts(const bound_class *judge, const problem_facts *facts) {
  return judge->trusts_facts && !(facts->labels == LABEL_REAL && strcmp(judge->measure, "regret") == 0);
}

/* See attack_evaluate. before: of the candidate's file. */
static status check_facts(const attack_target *target, const bound_class *judge, const attack_noise *before,
                          const attack_sequence *edited, const attack_noise *now) {
  const size_t allowed = before->trials > target->noise ? before->trials : target->noise;
  const bool trusted = trusts_facts(judge, &edited->domain.facts);
  const bool more = now->amount > before->amount + problem_contradiction_rounding && target->noise == 0;
  if (!trusted && target->noise == 0) return STATUS_OK;
  if (now->trials <= allowed && !more && (!trusted || attack_sequence_keeps_length(edited))) return STATUS_OK;
  return FAIL(STATUS_INVALID, "the sequence is outside of the problem's facts");
}

/* Leaves the edited sequence in `scratch` and makes the plan that plays it. */
static status make_sequence(const attack_target *target, const attack_candidate *candidate, const char *scratch,
                            attack_noise *noise, plan *out) {
  CLEANUP(attack_sequence_close) attack_sequence edited = {.file = NULL};
  CLEANUP(plan_close) plan before = {.document = NULL};
  CLEANUP(json_free_at) cJSON *point = cJSON_Duplicate(candidate->point, true);
  if (point == NULL) return no_memory();
  TRY(attack_sequence_open(candidate->file, candidate->room, &edited));
  TRY(attack_plan_of(target->settings->plan, point, &before));
  const attack_noise first = attack_sequence_noise(&edited);
  TRY(edit_sequence(target, candidate, &before, &edited));
  *noise = attack_sequence_noise(&edited);
  TRY(check_facts(target, before.points[0].bounds[0].class, &first, &edited, noise));
  TRY(attack_sequence_write(&edited, scratch));
  TRY(point_recorded(point, scratch, edited.count));
  return attack_plan_of(target->settings->plan, point, out);
}

/* Plays once more and keeps the sequence. */
static status record_sequence(const attack_target *target, const plan *played, uint64_t seed, const char *scratch) {
  cell_settings settings = *target->settings;
  cell_address address = plan_cell(played, 0);
  CLEANUP(json_free_at) cJSON *record = NULL;
  FREED char *path = NULL;
  const char *name = strrchr(scratch, '/') + 1;
  settings.plan = played;
  settings.record = true;
  address.seed = seed;
  TRY(cell_run(&settings, &address, name, &record));
  TRY(cell_sequence_path(settings.results, name, &path));
  return rename(path, scratch) == 0 ? STATUS_OK : FAIL(STATUS_FAILED, "the sequence was not recorded");
}

static status write_result(const attack_result *from, char **record) {
  CLEANUP(json_free_at) cJSON *object = cJSON_CreateObject();
  record_number(object, "measured", from->measured);
  record_number(object, "value", from->value);
  record_number(object, "used", from->used);
  record_number(object, "trials", (double)from->trials);
  record_number(object, "noise_trials", (double)from->noise.trials);
  record_number(object, "noise", from->noise.amount);
  cJSON_AddStringToObject(object, "verdict", from->verdict);
  cJSON_AddStringToObject(object, "measure", from->measure);
  cJSON_AddBoolToObject(object, "judged", from->judged);
  cJSON_AddBoolToObject(object, "violated", from->violated);
  cJSON_AddBoolToObject(object, "refuted", from->refuted);
  cJSON_AddBoolToObject(object, "lower", from->lower);
  cJSON_AddBoolToObject(object, "plain", from->plain);
  return json_print(object, 1, 0, record);
}

static status play(const attack_target *target, const attack_candidate *candidate, const char *scratch,
                   attack_result *out) {
  CLEANUP(plan_close) plan played = {.document = NULL};
  attack_noise noise = {.amount = NAN};
  TRY(candidate->file == NULL ? attack_plan_of(target->settings->plan, candidate->point, &played)
                              : make_sequence(target, candidate, scratch, &noise, &played));
  const status code = run_seeds(target, &played, candidate->seed, out);
  out->noise = noise;
  TRY(code);
  return candidate->record ? record_sequence(target, &played, candidate->seed, scratch) : STATUS_OK;
}

status attack_evaluate(const attack_target *target, const attack_candidate *candidate, const char *scratch,
                       char **record) {
  attack_result result = {.used = NAN, .measured = NAN, .value = NAN};
  const status code = play(target, candidate, scratch, &result);
  /* a candidate that cannot be played has the worth -inf */
  if (code != STATUS_OK) result.judged = false;
  return code == STATUS_MEMORY ? code : write_result(&result, record);
}

void attack_result_read(const char *text, attack_result *out) {
  CLEANUP(json_free_at) cJSON *object = NULL;
  *out = (attack_result){.used = NAN, .measured = NAN, .value = NAN, .worth = -INFINITY};
  if (text == NULL || json_parse(text, &object) != STATUS_OK) return;
  out->measured = record_value(object, "measured");
  out->value = record_value(object, "value");
  out->used = record_value(object, "used");
  out->trials = count_of(object, "trials");
  out->noise = (attack_noise){count_of(object, "noise_trials"), record_value(object, "noise")};
  out->judged = json_is_true(object, "judged");
  out->violated = out->judged && json_is_true(object, "violated");
  out->refuted = out->judged && json_is_true(object, "refuted");
  out->lower = json_is_true(object, "lower");
  out->plain = json_is_true(object, "plain");
  (void)snprintf(out->verdict, sizeof out->verdict, "%s", record_text(object, "verdict"));
  (void)snprintf(out->measure, sizeof out->measure, "%s", record_text(object, "measure"));
  if (out->judged) out->worth = out->lower ? -out->used : out->used;
}

bool attack_better(const attack_result *a, const attack_result *b) {
  if (a->violated != b->violated) return a->violated;
  return a->worth > b->worth;
}

void attack_candidate_free(attack_candidate *candidate) {
  cJSON_Delete(candidate->point);
  candidate->point = NULL;
}
