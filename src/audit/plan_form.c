#include "audit/plan_form.h"
#include "base/json.h"

static const double most_seeds = 1e6, most_trials = 9007199254740992.0, most_cells = 1e9;

static status refuse(const char *place, const char *expected) {
  return FAIL(STATUS_INVALID, "%s: expected %s", place, expected);
}

static status check_texts(const cJSON *list, const char *name) {
  const cJSON *item = NULL;
  if (!cJSON_IsArray(list)) return refuse(name, "a list of strings");
  cJSON_ArrayForEach (item, list) {
    if (!cJSON_IsString(item)) return refuse(name, "a list of strings");
  }
  return STATUS_OK;
}

static bool is_count(const cJSON *item, double least, double most) {
  return cJSON_IsNumber(item) && item->valuedouble >= least && item->valuedouble <= most &&
         item->valuedouble == floor(item->valuedouble);
}

/* "name" and "options" of a problem, learner or bound. */
static status check_member(const cJSON *member, const char *place) {
  const cJSON *custom = json_member(member, "custom");
  if (!cJSON_IsObject(member) || !cJSON_IsString(json_member(member, "name")) ||
      !cJSON_IsObject(json_member(member, "options")) || (custom != NULL && !cJSON_IsObject(custom))) {
    return refuse(place, "a name and options");
  }
  return STATUS_OK;
}

static status check_members(const cJSON *list, const char *place) {
  const cJSON *member = NULL;
  if (!cJSON_IsArray(list)) return refuse(place, "a list");
  cJSON_ArrayForEach (member, list) {
    TRY(check_member(member, place));
  }
  return STATUS_OK;
}

static status check_learners(const cJSON *list) {
  const cJSON *item = NULL;
  TRY(check_members(list, "points: learners"));
  if (cJSON_GetArraySize(list) == 0) return refuse("points: learners", "at least one");
  cJSON_ArrayForEach (item, list) {
    if (!cJSON_IsString(json_member(item, "label"))) return refuse("points: learners: label", "a string");
  }
  return STATUS_OK;
}

static status check_point(const cJSON *point, bool procedure) {
  const cJSON *test = json_member(point, "test");
  if (!cJSON_IsObject(json_member(point, "parameters"))) {
    return refuse("points: parameters", "an object");
  }
  if (!is_count(json_member(point, "trials"), 0.0, most_trials)) {
    return refuse("points: trials", "a whole number");
  }
  if (test != NULL && !is_count(test, 0.0, most_trials)) return refuse("points: test", "a whole number");
  TRY(check_members(json_member(point, "bounds"), "points: bounds"));
  if (procedure) return STATUS_OK;
  TRY(check_member(json_member(point, "problem"), "points: problem"));
  return check_learners(json_member(point, "learners"));
}

static status check_hashes(const cJSON *data) {
  const cJSON *file = NULL;
  if (!cJSON_IsObject(data)) return refuse("data", "an object");
  cJSON_ArrayForEach (file, data) {
    if (!cJSON_IsString(file)) return refuse("data", "a sha256 for each file");
  }
  return STATUS_OK;
}

status plan_form_check(const cJSON *manifest) {
  static const char *const texts[] = {"scenario", "path", "title", "source", "text", "eigensolver", "started", "ended"};
  const cJSON *points = json_member(manifest, "points"), *point = NULL;
  const cJSON *seeds = json_member(manifest, "seeds");
  const bool procedure = json_is_true(manifest, "procedure");
  double cells = 0.0;
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    if (!cJSON_IsString(json_member(manifest, texts[i]))) return refuse(texts[i], "a string");
  }
  if (!is_count(seeds, 1.0, most_seeds)) return refuse("seeds", "a whole number from 1 to 1000000");
  TRY(check_texts(json_member(manifest, "parameters"), "parameters"));
  TRY(check_texts(json_member(manifest, "observe"), "observe"));
  TRY(check_hashes(json_member(manifest, "data")));
  if (cJSON_GetArraySize(points) == 0) return refuse("points", "a list of grid points");
  cJSON_ArrayForEach (point, points) {
    TRY(check_point(point, procedure));
    const int learners = cJSON_GetArraySize(json_member(point, "learners"));
    cells += (procedure ? 1.0 : (double)learners) * seeds->valuedouble;
  }
  return cells <= most_cells ? STATUS_OK : refuse("points", "at most 1000000000 cells");
}
