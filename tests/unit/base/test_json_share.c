/* Documents whose parts are kept and sent once. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/json_share.h"
#include "base/memory.h"

static const char *const texts[] = {
    "{\"p\":{\"a\":1},\"one\":{\"s\":\"x\",\"o\":{\"n\":4,\"l\":[1,[3]]}},\"many\":[{\"o\":{\"r\":1}},{\"o\":{}}]}",
    "{\"p\":{\"a\":2},\"one\":{\"s\":\"x\",\"o\":{\"n\":4,\"l\":[1,[3]]}},\"many\":[{\"o\":{\"r\":2}},{\"o\":{}}]}",
    "{\"p\":{\"a\":2},\"one\":{\"s\":\"x\",\"o\":{\"n\":5,\"l\":[1,[3]]}},\"many\":[{\"o\":{\"r\":2}}]}",
    /* other members, another order, another type, nothing at all */
    "{\"one\":{\"s\":\"x\",\"o\":{\"n\":5,\"l\":[1,[3]]}},\"p\":{\"a\":2},\"many\":[{\"o\":{\"r\":2}}]}",
    "{\"one\":null,\"p\":[1],\"many\":\"none\",\"more\":true}",
    "{}",
    "{\"p\":{\"a\":1}}",
};
enum { COUNT = sizeof texts / sizeof texts[0] };

static cJSON *parse_all(void) {
  cJSON *list = cJSON_CreateArray();
  for (size_t i = 0; i < COUNT; i++) {
    cJSON *item = NULL;
    cr_assert_eq(json_parse(texts[i], &item), STATUS_OK);
    cJSON_AddItemToArray(list, item);
  }
  return list;
}

static void for_each_pair(cJSON *list, void (*visit)(cJSON *, const cJSON *)) {
  for (cJSON *item = list->child->next, *before = list->child; item != NULL; before = item, item = item->next) {
    visit(item, before);
  }
}

static void expect_texts(const cJSON *list) {
  size_t i = 0;
  for (const cJSON *item = list->child; item != NULL; item = item->next, i++) {
    char *text = NULL;
    cr_assert_eq(json_print(item, 0, 0, &text), STATUS_OK);
    cr_expect_str_eq(text, texts[i]);
    free(text);
  }
  cr_expect_eq(i, COUNT);
}

static size_t owned_items(const cJSON *item) {
  size_t count = 1;
  if (item->type & cJSON_IsReference) return count;
  for (const cJSON *child = item->child; child != NULL; child = child->next) count += owned_items(child);
  return count;
}

Test(json_share, shared_items_read_as_before) {
  cJSON *list = parse_all();
  const size_t before = owned_items(list);
  for_each_pair(list, json_share);
  expect_texts(list);
  cr_expect_lt(owned_items(list), before);
  cJSON *copy = cJSON_Duplicate(list, 1); /* shares nothing */
  cr_expect_eq(owned_items(copy), before);
  cJSON_Delete(list);
  expect_texts(copy);
  cJSON_Delete(copy);
}

/* The parts of an item that equals the one before are the first one's, however many there are. */
Test(json_share, equal_items_own_next_to_nothing) {
  enum { ITEMS = 1000 };
  cJSON *list = cJSON_CreateArray();
  for (int i = 0; i < ITEMS; i++) {
    cJSON *item = NULL, *before = i > 0 ? list->child->prev : NULL;
    cr_assert_eq(json_parse(texts[0], &item), STATUS_OK);
    if (before != NULL) json_share(item, before);
    cJSON_AddItemToArray(list, item);
  }
  const size_t first = owned_items(list->child);
  cr_expect_gt(first, 12);
  cr_expect_eq(owned_items(list), 1 + first + (ITEMS - 1) * 4); /* the item, p, one, many */
  cJSON_Delete(list);
}

Test(json_share, sent_and_filled_it_is_the_same) {
  cJSON *list = parse_all(), *received = NULL;
  char *text = NULL, *whole = NULL;
  cr_assert_eq(json_print(list, 0, 0, &whole), STATUS_OK);
  for_each_pair(list, json_share);
  json_share_hide(list);
  cr_assert_eq(json_print(list, 0, 0, &text), STATUS_OK);
  cr_expect_lt(strlen(text), strlen(whole));
  cr_assert_eq(json_parse(text, &received), STATUS_OK);
  cJSON_DeleteItemFromArray(received, 4); /* a null that is one: the item before must have no container there */
  for_each_pair(received, json_share_fill);
  for (size_t i = 0, k = 0; i < COUNT; i++) {
    char *part = NULL;
    if (i == 4) continue;
    cr_assert_eq(json_print(cJSON_GetArrayItem(received, (int)k++), 0, 0, &part), STATUS_OK);
    cr_expect_str_eq(part, texts[i]);
    free(part);
  }
  free(text);
  free(whole);
  cJSON_Delete(list);
  cJSON_Delete(received);
}
