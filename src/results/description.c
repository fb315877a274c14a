#include "results/description.h"
#include "base/json.h"
#include "base/memory.h"
#include "results/file_difference.h"

static const char *const of_plan[] = {"scenario", "text",      "parameters", "swept", "seeds",
                                      "observe",  "procedure", "points",     "plots", NULL};
static const char *const of_run[] = {"record", "save_state", "eigensolver", "data", NULL};

static status say_text(const char *text, const char *other, char **what) {
  FREED char *line = NULL;
  TRY(text_difference(text, other, "and", &line));
  return line == NULL ? memory_text("text: line ends", what) : memory_format(what, "text: %s", line);
}

status json_two_sided_difference(const cJSON *a, const cJSON *b, const char *const *ignored, char **what) {
  static const char between[] = ", run again ";
  FREED char *place = NULL;
  *what = NULL;
  TRY(json_difference(a, b, ignored, &place));
  if (place == NULL) return STATUS_OK;
  const char *end = strstr(place, between);
  return end == NULL ? memory_format(what, "%s", place)
                     : memory_format(what, "%.*s and %s", (int)(end - place), place, end + sizeof between - 1);
}

/* The place within a member that differs: "points[2].trials: 200 and 100". */
static status say_inside(const char *name, cJSON *a, cJSON *b, char **what) {
  CLEANUP(json_free_at) cJSON *first = cJSON_CreateObject();
  CLEANUP(json_free_at) cJSON *second = cJSON_CreateObject();
  cJSON_AddItemReferenceToObject(first, name, a);
  cJSON_AddItemReferenceToObject(second, name, b);
  TRY(json_two_sided_difference(first, second, NULL, what));
  return *what == NULL ? memory_text(name, what) : STATUS_OK;
}

static status difference(const cJSON *manifest, const cJSON *other, const char *const *names, char **what) {
  for (; *names != NULL; names++) {
    cJSON *a = json_member(manifest, *names);
    cJSON *b = json_member(other, *names);
    if ((a == NULL && b == NULL) || cJSON_Compare(a, b, 1)) continue;
    if (a == NULL || b == NULL) return memory_format(what, "%s: is %s", *names, a == NULL ? "missing" : "there");
    if (strcmp(*names, "text") == 0 && cJSON_IsString(a) && cJSON_IsString(b)) {
      return say_text(a->valuestring, b->valuestring, what);
    }
    return say_inside(*names, a, b, what);
  }
  return STATUS_OK;
}

status description_difference(const cJSON *manifest, const cJSON *other, char **what) {
  *what = NULL;
  TRY(difference(manifest, other, of_plan, what));
  return *what != NULL ? STATUS_OK : difference(manifest, other, of_run, what);
}

status description_of_plan_difference(const cJSON *manifest, const cJSON *plan, char **what) {
  *what = NULL;
  return difference(manifest, plan, of_plan, what);
}
