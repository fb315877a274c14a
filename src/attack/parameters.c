#include "attack/parameters.h"
#include "base/json.h"

static cJSON *problem_options(const cJSON *point) {
  return json_member(json_member(point, "problem"), "options");
}

static cJSON *learner_options(const cJSON *point) {
  return json_member(cJSON_GetArrayItem(json_member(point, "learners"), 0), "options");
}

static bool movable(const parameter *p, const cJSON *given, const cJSON *fixed) {
  const bool kind = p->type == PARAMETER_NUMBER || p->type == PARAMETER_INTEGER || p->type == PARAMETER_BOOLEAN ||
                    p->type == PARAMETER_CHOICE;
  return kind && strcmp(p->name, "representation") != 0 && json_member(given, p->name) != NULL &&
         !cJSON_HasObjectItem(fixed, p->name);
}

static double draw_number(const parameter *p, double now, random_stream *random) {
  const bool ranged = p->low < p->high && p->high - p->low <= 1000.0;
  double value = now;
  if (ranged && random_chance(random, 0.3)) {
    value = random_range(random, p->low, p->high);
  } else if (now != 0.0) {
    value = now * fixed_exp(random_range(random, -1.0, 1.0) * (random_chance(random, 0.5) ? 0.1 : 1.0));
  } else {
    value = random_range(random, 0.0, 1.0);
  }
  if (p->low < p->high) value = fmin(fmax(value, p->low), p->high);
  if ((p->open_low && value == p->low) || (p->open_high && value == p->high)) return now;
  return value;
}

static double draw_whole(const parameter *p, double now, double origin, random_stream *random) {
  const double low = p->low < p->high ? p->low : 0.0;
  double high = 2.0 * fmax(fabs(origin), 4.0);
  if (p->low < p->high) high = fmin(high, p->high);
  double value = now;
  switch (random_index(random, 4)) {
  case 0: value = now + 1.0; break;
  case 1: value = now - 1.0; break;
  case 2: value = round(now * (random_chance(random, 0.5) ? 2.0 : 0.5)); break;
  default: value = floor(random_range(random, low, high + 1.0)); break;
  }
  return fmin(fmax(value, low), high);
}

static cJSON *draw_choice(const parameter *p, random_stream *random) {
  size_t count = 0, length = 0;
  while (word_at(p->choices, count, &length) != NULL) count++;
  const char *word = word_at(p->choices, random_index(random, count), &length);
  FREED char *text = NULL;
  return memory_format(&text, "%.*s", (int)length, word) == STATUS_OK ? cJSON_CreateString(text) : NULL;
}

static cJSON *draw_value(const parameter *p, const cJSON *now, const cJSON *origin, random_stream *random) {
  const double given = cJSON_IsNumber(origin) ? origin->valuedouble : 0.0;
  switch (p->type) {
  case PARAMETER_NUMBER:
    return cJSON_IsNumber(now) ? cJSON_CreateNumber(draw_number(p, now->valuedouble, random)) : NULL;
  case PARAMETER_INTEGER:
    return cJSON_IsNumber(now) ? cJSON_CreateNumber(draw_whole(p, now->valuedouble, given, random)) : NULL;
  case PARAMETER_BOOLEAN: return cJSON_CreateBool(!cJSON_IsTrue(now));
  default: return draw_choice(p, random);
  }
}

/* Sets the parameter, and the one of the same name and value on the other side. */
static status move_one(const parameter *p, cJSON *given, cJSON *others, const cJSON *origin, random_stream *random) {
  const cJSON *now = json_member(given, p->name), *theirs = json_member(others, p->name);
  const bool linked = theirs != NULL && cJSON_Compare(now, theirs, true);
  cJSON *value = draw_value(p, now, json_member(origin, p->name), random);
  if (value == NULL) return STATUS_OK;
  if (linked) cJSON_ReplaceItemInObjectCaseSensitive(others, p->name, cJSON_Duplicate(value, true));
  return cJSON_ReplaceItemInObjectCaseSensitive(given, p->name, value)
             ? STATUS_OK
             : FAIL(STATUS_MEMORY, "no memory for a parameter");
}

typedef struct side {
  const parameter *table;
  size_t count;
  cJSON *options, *others;
  const cJSON *origin;
} side;

static status move_chosen(const side *sides, const cJSON *fixed, size_t chosen, random_stream *random) {
  for (size_t s = 0; s < 2; s++) {
    for (size_t i = 0; i < sides[s].count; i++) {
      const parameter *p = &sides[s].table[i];
      if (!movable(p, sides[s].options, fixed)) continue;
      if (chosen == 0) return move_one(p, sides[s].options, sides[s].others, sides[s].origin, random);
      chosen--;
    }
  }
  return STATUS_OK;
}

status attack_move_parameters(const plan_point *classes, const cJSON *origin, const cJSON *fixed, bool all,
                              random_stream *random, cJSON *point, bool *moved) {
  const problem_class *source = classes->problem;
  const learner_class *player = classes->learners[0].class;
  const side sides[2] = {
      {source->about.parameters, source->about.definition != NULL ? 0 : source->about.parameter_count,
       problem_options(point), learner_options(point), problem_options(origin)},
      {player->about.parameters, player->about.definition != NULL ? 0 : player->about.parameter_count,
       learner_options(point), problem_options(point), learner_options(origin)}};
  size_t count = 0;
  for (size_t s = 0; s < 2; s++) {
    for (size_t i = 0; i < sides[s].count; i++) count += movable(&sides[s].table[i], sides[s].options, fixed);
  }
  *moved = count > 0 && source->about.definition == NULL && player->about.definition == NULL &&
           classes->bounds[0].class->about.definition == NULL;
  if (!*moved) return STATUS_OK;
  if (!all) return move_chosen(sides, fixed, random_index(random, count), random);
  for (size_t k = 0; k < count; k++) {
    if (random_chance(random, 0.5)) TRY(move_chosen(sides, fixed, k, random));
  }
  return STATUS_OK;
}
