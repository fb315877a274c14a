#include "listing/listing_json.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

/* All of these return false if memory ran out. */

static bool add_text(cJSON *to, const char *name, const char *text) {
  return text == NULL || cJSON_AddStringToObject(to, name, text) != NULL;
}

static bool add_item(cJSON *list, cJSON *item) {
  if (cJSON_AddItemToArray(list, item)) return true;
  cJSON_Delete(item);
  return false;
}

static bool add_word(cJSON *list, const char *word, size_t length) {
  char text[64];
  (void)snprintf(text, sizeof text, "%.*s", (int)length, word);
  return add_item(list, cJSON_CreateString(text));
}

static bool add_choices(cJSON *to, const parameter *row) {
  cJSON *choices = cJSON_AddArrayToObject(to, "choices");
  for (const char *word = row->choices; *word != 0; word += strspn(word, " ")) {
    const size_t length = strcspn(word, " ");
    if (!add_word(choices, word, length)) return false;
    word += length;
  }
  return choices != NULL;
}

static bool add_parameter(cJSON *list, const parameter *row) {
  const bool choice = row->type == PARAMETER_CHOICE, has_default = row->value != NULL && *row->value != 0;
  cJSON *made = cJSON_CreateObject();
  char range[LISTED_RANGE];
  const bool whole =
      add_text(made, "name", row->name) && add_text(made, "range", choice ? "choice" : listed_range(row, range)) &&
      (!choice || add_choices(made, row)) && cJSON_AddBoolToObject(made, "required", row->value == NULL) != NULL &&
      add_text(made, "default", has_default ? row->value : NULL) && add_text(made, "meaning", row->meaning);
  return add_item(list, made) && whole;
}

static bool add_learner(cJSON *to, const learner_class *class) {
  cJSON *instances = cJSON_AddArrayToObject(to, "instances"), *equivariant = NULL;
  bool whole = instances != NULL;
  for (int kind = 0; kind < INSTANCE_KINDS; kind++) {
    const char *name = instance_kind_name((instance_kind)kind);
    if (class->instances & (1u << kind)) whole = whole && add_word(instances, name, strlen(name));
  }
  whole = whole && add_text(to, "predicts", listed_predictions(class)) &&
          cJSON_AddBoolToObject(to, "conservative", class->conservative) != NULL &&
          cJSON_AddBoolToObject(to, "randomised", class->randomised) != NULL &&
          cJSON_AddBoolToObject(to, "saves", learner_saves(class)) != NULL &&
          (equivariant = cJSON_AddArrayToObject(to, "equivariant")) != NULL;
  for (size_t i = 0; i < LISTED_INVARIANCES; i++) {
    const char *name = listed_invariances[i].name;
    if (class->equivariant & listed_invariances[i].bit) whole = whole && add_word(equivariant, name, strlen(name));
  }
  return whole;
}

static bool add_bound(cJSON *to, const bound_class *class) {
  return add_text(to, "status", bound_status_name(class->status)) &&
         add_text(to, "direction", bound_direction_name(class->direction)) &&
         add_text(to, "level", bound_level_name(class->level)) && add_text(to, "measure", class->measure);
}

static bool add_member(cJSON *list, const listed_member *of) {
  const descriptor *about = of->about;
  const bound_class *bound = of->bound;
  cJSON *made = cJSON_CreateObject(), *parameters = NULL;
  bool whole = add_text(made, "name", about->name) && add_text(made, "title", about->title) &&
               add_text(made, "help", about->help) && add_text(made, "source", about->citation) &&
               add_text(made, "formula", about->formula);
  if (bound != NULL) {
    whole = whole && add_text(made, "premises", bound->premises) &&
            add_text(made, "learner_family", bound->learner_family) &&
            add_text(made, "problem_family", bound->problem_family) && add_bound(made, bound);
  } else {
    whole = whole && add_text(made, "family", about->family);
  }
  if (of->learner != NULL) whole = whole && add_learner(made, of->learner);
  whole = whole && (parameters = cJSON_AddArrayToObject(made, "parameters")) != NULL;
  for (size_t i = 0; whole && i < about->parameter_count; i++) whole = add_parameter(parameters, &about->parameters[i]);
  return add_item(list, made) && whole;
}

static bool add_kind(cJSON *to, const listed_kind *kind, const listed_member *one) {
  cJSON *list = cJSON_AddArrayToObject(to, kind->plural);
  if (one != NULL) return add_member(list, one);
  bool whole = list != NULL;
  for (size_t i = 0; whole && i < *kind->count; i++) {
    const listed_member of = kind->at(i);
    whole = add_member(list, &of);
  }
  return whole;
}

status listing_json(FILE *file, const listed_kind *kind, const listed_member *one) {
  cJSON *all = cJSON_CreateObject();
  bool whole = all != NULL && (kind == NULL || add_kind(all, kind, one));
  for (size_t i = 0; kind == NULL && i < LISTED_KINDS; i++) whole = whole && add_kind(all, &listed_kinds[i], NULL);
  char *text = NULL;
  const status code = whole ? json_print(all, 0, 1, &text) : FAIL(STATUS_MEMORY, "no memory for the list");
  cJSON_Delete(all);
  if (code != STATUS_OK) return code;
  (void)fputs(text, file);
  (void)fputc('\n', file);
  free(text);
  return STATUS_OK;
}
