#include "problems/thresholds/set_family.h"

enum { BRANCHES = 10000000 };

void set_family_free(set_family *family) {
  free(family->member);
  *family = (set_family){0};
}

static status allocate(size_t count, size_t width, set_family *out) {
  *out = (set_family){.count = count, .width = width};
  return memory_array(count, width, &out->member);
}

static status read_set(const char *who, size_t place, const cJSON *set, size_t width, unsigned char *member) {
  if (!cJSON_IsArray(set)) return FAIL(STATUS_INVALID, "%s: family[%zu] must be a list of elements", who, place);
  for (const cJSON *item = set->child; item != NULL; item = item->next) {
    const double x = item->valuedouble;
    if (!cJSON_IsNumber(item) || x != floor(x) || x < 1.0 || x > (double)width) {
      return FAIL(STATUS_INVALID, "%s: family[%zu]: elements are whole numbers from 1 to %zu", who, place, width);
    }
    member[(size_t)x - 1] = 1;
  }
  return STATUS_OK;
}

status set_family_read(const char *who, const cJSON *given, size_t width, set_family *out) {
  *out = (set_family){0};
  if (!cJSON_IsArray(given) || given->child == NULL) {
    return FAIL(STATUS_INVALID, "%s: family must be a list of sets such as { { 1, 2 }, { 3 } }", who);
  }
  TRY(allocate((size_t)cJSON_GetArraySize(given), width, out));
  size_t i = 0;
  for (const cJSON *set = given->child; set != NULL; set = set->next, i++) {
    TRY(read_set(who, i + 1, set, width, out->member + i * width));
  }
  return STATUS_OK;
}

status set_family_random(random_stream *stream, size_t count, size_t width, size_t r, const size_t *solution,
                         double density, set_family *out) {
  FREED unsigned char *planted = NULL;
  TRY(memory_array(width, 1, &planted));
  TRY(allocate(count, width, out));
  for (size_t i = 0; i < r; i++) planted[solution[i]] = 1;
  for (size_t i = 0; i < count; i++) {
    unsigned char *member = out->member + i * width;
    for (size_t j = 0; j < width; j++) {
      if (!planted[j]) member[j] = random_chance(stream, density);
    }
    member[solution[random_index(stream, r)]] = 1;
  }
  return STATUS_OK;
}

status set_family_transpose(const set_family *family, set_family *out) {
  TRY(allocate(family->width, family->count, out));
  for (size_t i = 0; i < family->count; i++) {
    for (size_t j = 0; j < family->width; j++)
      out->member[j * family->count + i] = family->member[i * family->width + j];
  }
  return STATUS_OK;
}

typedef struct search {
  const set_family *family;
  unsigned char *chosen; /* elements */
  size_t branches;
} search;

/* The first set without a chosen element; count if all are hit. */
static size_t first_missed(const search *s) {
  const set_family *family = s->family;
  for (size_t i = 0; i < family->count; i++) {
    bool hit = false;
    for (size_t j = 0; j < family->width && !hit; j++) hit = family->member[i * family->width + j] && s->chosen[j];
    if (!hit) return i;
  }
  return family->count;
}

static bool hit_rest(search *s, size_t budget) {
  const size_t missed = first_missed(s);
  if (missed == s->family->count) return true;
  if (budget == 0) return false;
  for (size_t j = 0; j < s->family->width; j++) {
    if (!s->family->member[missed * s->family->width + j]) continue;
    if (++s->branches > BRANCHES) return false;
    s->chosen[j] = 1;
    if (hit_rest(s, budget - 1)) return true;
    s->chosen[j] = 0;
  }
  return false;
}

status set_family_hit(const set_family *family, size_t budget, size_t *solution, bool *found) {
  search s = {.family = family};
  TRY(memory_array(family->width, 1, &s.chosen));
  *found = hit_rest(&s, budget);
  size_t size = 0, listed = 0;
  for (size_t j = 0; j < family->width; j++) size += s.chosen[j];
  for (size_t j = 0; *found && j < family->width && size < budget; j++) {
    if (s.chosen[j]) continue;
    s.chosen[j] = 1;
    size++;
  }
  for (size_t j = 0; *found && j < family->width; j++) {
    if (s.chosen[j]) solution[listed++] = j;
  }
  free(s.chosen);
  if (s.branches <= BRANCHES) return STATUS_OK;
  return FAIL(STATUS_INVALID, "the search for %zu elements that hit all sets takes more than %d branches", budget,
              (int)BRANCHES);
}
