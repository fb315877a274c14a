#include "listing/listing_json.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

static void add_text(cJSON *to, const char *name, const char *text) {
  if (text != NULL) json_set(to, name, cJSON_CreateString(text));
}

static void add_choices(cJSON *to, const parameter *row) {
  cJSON *choices = cJSON_CreateArray();
  char text[64];
  for (const char *word = row->choices; *word != 0; word += strspn(word, " ")) {
    const size_t length = strcspn(word, " ");
    (void)snprintf(text, sizeof text, "%.*s", (int)length, word);
    json_append(choices, cJSON_CreateString(text));
    word += length;
  }
  json_set(to, "choices", choices);
}

static void add_parameter(cJSON *list, const parameter *row) {
  const bool choice = row->type == PARAMETER_CHOICE, has_default = row->value != NULL && *row->value != 0;
  cJSON *made = cJSON_CreateObject();
  char range[LISTED_RANGE];
  add_text(made, "name", row->name);
  add_text(made, "range", choice ? "choice" : listed_range(row, range));
  if (choice) add_choices(made, row);
  json_set(made, "required", cJSON_CreateBool(row->value == NULL));
  add_text(made, "default", has_default ? row->value : NULL);
  add_text(made, "meaning", row->meaning);
  json_append(list, made);
}

static void add_learner(cJSON *to, const learner_class *class) {
  cJSON *instances = cJSON_CreateArray(), *equivariant = cJSON_CreateArray();
  for (int kind = 0; kind < INSTANCE_KINDS; kind++) {
    if (class->instances & (1u << kind))
      json_append(instances, cJSON_CreateString(instance_kind_name((instance_kind)kind)));
  }
  for (size_t i = 0; i < LISTED_INVARIANCES; i++) {
    if (class->equivariant & listed_invariances[i].bit) {
      json_append(equivariant, cJSON_CreateString(listed_invariances[i].name));
    }
  }
  json_set(to, "instances", instances);
  add_text(to, "predicts", listed_predictions(class));
  json_set(to, "conservative", cJSON_CreateBool(class->conservative));
  json_set(to, "randomised", cJSON_CreateBool(class->randomised));
  json_set(to, "saves", cJSON_CreateBool(learner_saves(class)));
  json_set(to, "equivariant", equivariant);
}

static void add_bound(cJSON *to, const bound_class *class) {
  add_text(to, "premises", class->premises);
  add_text(to, "learner_family", class->learner_family);
  add_text(to, "problem_family", class->problem_family);
  add_text(to, "status", bound_status_name(class->status));
  add_text(to, "direction", bound_direction_name(class->direction));
  add_text(to, "level", bound_level_name(class->level));
  add_text(to, "measure", class->measure);
}

static void add_member(cJSON *list, const listed_member *of) {
  const descriptor *about = of->about;
  cJSON *made = cJSON_CreateObject(), *parameters = cJSON_CreateArray();
  add_text(made, "name", about->name);
  add_text(made, "title", about->title);
  add_text(made, "help", about->help);
  add_text(made, "source", about->citation);
  add_text(made, "formula", about->formula);
  add_text(made, "family", about->family);
  if (of->learner != NULL) add_learner(made, of->learner);
  if (of->bound != NULL) add_bound(made, of->bound);
  for (size_t i = 0; i < about->parameter_count; i++) add_parameter(parameters, &about->parameters[i]);
  json_set(made, "parameters", parameters);
  json_append(list, made);
}

static void add_kind(cJSON *to, const listed_kind *kind, const listed_member *one) {
  cJSON *list = cJSON_CreateArray();
  if (one != NULL) add_member(list, one);
  for (size_t i = 0; one == NULL && i < *kind->count; i++) {
    const listed_member of = kind->at(i);
    add_member(list, &of);
  }
  json_set(to, kind->plural, list);
}

status listing_json(FILE *file, const listed_kind *kind, const listed_member *one) {
  cJSON *all = cJSON_CreateObject();
  if (kind != NULL) add_kind(all, kind, one);
  for (size_t i = 0; kind == NULL && i < LISTED_KINDS; i++) add_kind(all, &listed_kinds[i], NULL);
  const status code = json_write(file, all, 0, 1);
  cJSON_Delete(all);
  if (code == STATUS_OK) (void)fputc('\n', file);
  return code;
}
