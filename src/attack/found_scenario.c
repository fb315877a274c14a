#include "attack/found_scenario.h"
#include "base/file.h"
#include "base/json.h"
#include "listing/formula_text.h"

static void put_text(FILE *file, const char *text) {
  fputc('"', file);
  for (; *text != 0; text++) {
    const unsigned char byte = (unsigned char)*text;
    if (byte < 32 || byte == '"' || byte == '\\') {
      (void)fprintf(file, "\\%03u", byte);
    } else {
      fputc(byte, file);
    }
  }
  fputc('"', file);
}

static void put_value(FILE *file, const cJSON *value);

static void put_members(FILE *file, const cJSON *table) {
  const cJSON *item = NULL;
  bool first = true;
  cJSON_ArrayForEach (item, table) {
    fputs(first ? "" : ", ", file);
    first = false;
    if (cJSON_IsObject(table)) {
      fputc('[', file);
      put_text(file, item->string);
      fputs("] = ", file);
    }
    put_value(file, item);
  }
}

static void put_value(FILE *file, const cJSON *value) {
  if (cJSON_IsString(value)) {
    put_text(file, value->valuestring);
  } else if (cJSON_IsNumber(value)) {
    number_write(file, value->valuedouble);
  } else if (cJSON_IsBool(value)) {
    fputs(cJSON_IsTrue(value) ? "true" : "false", file);
  } else {
    fputs("{ ", file);
    put_members(file, value);
    fputs(" }", file);
  }
}

/* name = value, ... with plain names. */
static void put_options(FILE *file, const cJSON *given) {
  const cJSON *item = NULL;
  bool first = true;
  cJSON_ArrayForEach (item, given) {
    (void)fprintf(file, "%s%s = ", first ? "" : ", ", item->string);
    put_value(file, item);
    first = false;
  }
}

void attack_put_member(FILE *file, const char *kind, const cJSON *described, bool labelled) {
  (void)fprintf(file, "%s.%s { ", kind, json_text(described, "name", ""));
  put_options(file, json_member(described, "options"));
  const char *label = json_text(described, "label", "");
  if (labelled && strcmp(label, json_text(described, "name", "")) != 0) {
    fputs(cJSON_GetArraySize(json_member(described, "options")) > 0 ? ", label = " : "label = ", file);
    put_text(file, label);
  }
  fputs(" }", file);
}

static void put_problem(FILE *file, const attack_found *found, const char *name) {
  if (found->file == NULL) {
    attack_put_member(file, "problem", json_member(found->candidate.point, "problem"), false);
    return;
  }
  (void)fprintf(file, "problem.recorded { file = \"%s.jsonl\" }", name);
}

bool attack_same_learner(const attack_found *found) {
  return cJSON_Compare(cJSON_GetArrayItem(json_member(found->candidate.point, "learners"), 0),
                       cJSON_GetArrayItem(json_member(found->origin, "learners"), 0), true);
}

static size_t trials_of(const attack_found *found) {
  if (found->file != NULL) return found->result.trials;
  return (size_t)cJSON_GetNumberValue(json_member(found->candidate.point, "trials"));
}

/* Its problem reads a file, which may be beside the first scenario and not beside this one. */
static bool reads_file(const attack_found *found) {
  const cJSON *described = json_member(found->candidate.point, "problem");
  const problem_class *class = problem_find(json_text(described, "name", ""));
  for (size_t i = 0; found->file == NULL && class != NULL && i < class->about.parameter_count; i++) {
    const parameter *p = &class->about.parameters[i];
    if (p->type == PARAMETER_FILE && json_member(json_member(described, "options"), p->name) != NULL) return true;
  }
  return false;
}

void attack_put_noise(FILE *file, size_t trials, const attack_noise *noise) {
  char amount[NUMBER_TEXT];
  if (isnan(noise->amount)) {
    (void)fputs("whether trials contradict a comparator is not known", file);
  } else if (noise->trials == 0) {
    (void)fputs("no trial contradicts the comparator", file);
  } else {
    (void)fprintf(file, "%zu of %zu trials contradict the comparator, by %s in all", noise->trials, trials,
                  number_short(noise->amount, 6, amount));
  }
}

void attack_put_premises(FILE *file, const char *premises) {
  (void)fputs("premises checked: ", file);
  formula_text(file, premises == NULL ? "none, the bound states none" : premises);
}

static void put_heading(FILE *file, const attack_search *search, const attack_found *found) {
  char used[NUMBER_TEXT];
  const attack_result *result = &found->result;
  (void)fprintf(file, "-- Found by an attack on the bound %s of the scenario %s: %s %.9g against %.9g,\n",
                search->target.row, search->target.settings->plan->scenario, result->measure, result->measured,
                result->value);
  (void)fprintf(file, "-- used %s", number_text(result->used, used));
  if (result->violated || result->refuted) (void)fprintf(file, ": %s", result->violated ? "violated" : "refuted");
  if (found->file == NULL) (void)fprintf(file, ", with seed %llu", (unsigned long long)found->candidate.seed);
  fputs(".\n-- Its sequence: ", file);
  attack_put_noise(file, result->trials, &result->noise);
  fputs(".\n-- The bound: ", file);
  attack_put_premises(file, search->target.premises);
  fputs(".\n", file);
  if (reads_file(found)) fputs("-- To read its data, run it with --data and the folder they are in.\n", file);
}

/* The file must contain the scenario's own text. */
static bool needs_text(const attack_found *found) {
  const cJSON *point = found->candidate.point;
  return json_member(cJSON_GetArrayItem(json_member(point, "learners"), 0), "custom") != NULL ||
         json_member(cJSON_GetArrayItem(json_member(point, "bounds"), 0), "custom") != NULL ||
         (found->file == NULL && json_member(json_member(point, "problem"), "custom") != NULL);
}

/* The scenario's own text as a function whose result is changed. */
static void put_wrapped(FILE *file, const attack_search *search, const attack_found *found, const char *name) {
  const cJSON *item = NULL;
  (void)fprintf(file, "local scenario = (function(...)\n%s\nend)(...)\n", search->target.settings->plan->text);
  fputs("scenario.sweep = nil\nscenario.plot = nil\nscenario.plots = nil\nscenario.params = scenario.params or {}\n",
        file);
  cJSON_ArrayForEach (item, json_member(found->candidate.point, "parameters")) {
    fputs("scenario.params[", file);
    put_text(file, item->string);
    fputs("] = ", file);
    put_value(file, item);
    fputc('\n', file);
  }
  if (found->file != NULL) {
    fputs("scenario.problem = ", file);
    put_problem(file, found, name);
    fputc('\n', file);
  }
  (void)fprintf(file, "scenario.trials = %zu\nscenario.seeds = %llu\nreturn scenario\n", trials_of(found),
                (unsigned long long)found->candidate.seed);
}

static void put_scenario(FILE *file, const attack_search *search, const attack_found *found, const char *name) {
  const cJSON *point = found->candidate.point;
  put_heading(file, search, found);
  if (needs_text(found)) {
    put_wrapped(file, search, found, name);
    return;
  }
  (void)fprintf(file, "return {\n  title = \"Found: %s\",\n  source = ", search->target.row);
  const bound_class *class = bound_find(search->target.bound);
  put_text(file, class == NULL ? search->target.bound : class->about.citation);
  (void)fprintf(file, ",\n  trials = %zu,\n  seeds = %llu,\n  problem = ", trials_of(found),
                (unsigned long long)found->candidate.seed);
  put_problem(file, found, name);
  fputs(",\n  learners = ", file);
  attack_put_member(file, "learner", cJSON_GetArrayItem(json_member(point, "learners"), 0), attack_same_learner(found));
  fputs(",\n  bounds = { ", file);
  attack_put_member(file, "bound", cJSON_GetArrayItem(json_member(point, "bounds"), 0), false);
  fputs(" },\n}\n", file);
}

static status replace_with(const char *path, const char *text, size_t length) {
  replacement *file = NULL;
  TRY(replacement_begin(path, &file));
  (void)fwrite(text, 1, length, replacement_stream(file));
  return replacement_commit(file);
}

status attack_write_scenario(const attack_search *search, const attack_found *found, const char *folder,
                             const char *name, char **path) {
  replacement *file = NULL;
  FREED char *trials = NULL, *text = NULL;
  size_t length = 0;
  *path = NULL;
  if (found->file != NULL) {
    TRY(memory_format(&trials, "%s/%s.jsonl", folder, name));
    TRY(file_read(found->file, &text, &length));
    TRY(replace_with(trials, text, length));
  }
  TRY(memory_format(path, "%s/%s.lua", folder, name));
  TRY(replacement_begin(*path, &file));
  put_scenario(replacement_stream(file), search, found, name);
  return replacement_commit(file);
}
