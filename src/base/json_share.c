#include "base/json_share.h"
#include <math.h>
#include <string.h>

static bool is_container(const cJSON *item) {
  return cJSON_IsObject(item) || cJSON_IsArray(item);
}

static bool same_name(const cJSON *a, const cJSON *b) {
  if (a->string == NULL || b->string == NULL) return a->string == b->string;
  return strcmp(a->string, b->string) == 0;
}

static int kind(const cJSON *item) {
  return item->type & 0xFF; /* without the flags */
}

bool json_same(const cJSON *a, const cJSON *b) {
  if (kind(a) != kind(b)) return false;
  if (cJSON_IsNumber(a))
    return a->valuedouble == b->valuedouble && !signbit(a->valuedouble) == !signbit(b->valuedouble);
  if (cJSON_IsString(a) || cJSON_IsRaw(a)) return strcmp(a->valuestring, b->valuestring) == 0;
  const cJSON *x = a->child, *y = b->child;
  if (x == y) return true; /* shared, or both empty */
  for (; x != NULL && y != NULL; x = x->next, y = y->next) {
    if (!same_name(x, y) || !json_same(x, y)) return false;
  }
  return x == NULL && y == NULL;
}

static void refer(cJSON *item, const cJSON *to) {
  item->type = kind(to) | cJSON_IsReference | (item->type & cJSON_StringIsConst);
  item->child = to->child;
}

void json_share(cJSON *item, const cJSON *before) {
  cJSON *x = item->child;
  const cJSON *y = before->child;
  for (; x != NULL && y != NULL && x != y && same_name(x, y); x = x->next, y = y->next) {
    if (!is_container(x) || kind(x) != kind(y) || (x->type & cJSON_IsReference) != 0) continue;
    if (!json_same(x, y)) {
      json_share(x, y);
      continue;
    }
    cJSON_Delete(x->child);
    refer(x, y);
  }
}

void json_share_hide(cJSON *item) {
  for (cJSON *x = item->child; x != NULL; x = x->next) {
    if (!is_container(x)) continue;
    if ((x->type & cJSON_IsReference) == 0) {
      json_share_hide(x);
      continue;
    }
    x->type = cJSON_NULL | (x->type & cJSON_StringIsConst);
    x->child = NULL;
  }
}

void json_share_fill(cJSON *item, const cJSON *before) {
  cJSON *x = item->child;
  const cJSON *y = before->child;
  for (; x != NULL && y != NULL && x != y && same_name(x, y); x = x->next, y = y->next) {
    if (cJSON_IsNull(x) && is_container(y)) {
      refer(x, y);
    } else if (is_container(x) && kind(x) == kind(y) && (x->type & cJSON_IsReference) == 0) {
      json_share_fill(x, y);
    }
  }
}
