/* Arenas: arrays are zeroed, texts are copies, all is freed at once. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

Test(arena, arrays_are_zeroed_and_apart) {
  arena memory = {0};
  unsigned char *blocks[200] = {NULL}; /* more than the first list of blocks holds */
  for (size_t i = 0; i < 200; i++) {
    cr_assert_eq(arena_array(&memory, i, 1, &blocks[i]), STATUS_OK);
    for (size_t k = 0; k < i; k++) cr_assert_eq(blocks[i][k], 0);
    memset(blocks[i], (int)i, i);
  }
  for (size_t i = 0; i < 200; i++) {
    for (size_t k = 0; k < i; k++) cr_assert_eq(blocks[i][k], i);
  }
  double *large = NULL;
  cr_expect_eq(ARENA_ARRAY(&memory, (size_t)-1 / 4, large), STATUS_MEMORY);
  cr_expect_null(large);
  arena_free(&memory);
  cr_expect_eq(memory.count, 0);
}

Test(arena, texts) {
  arena memory = {0};
  char source[] = "first";
  const char *copy = NULL, *list = "", *number = NULL;
  cr_assert_eq(arena_text(&memory, &copy, source), STATUS_OK);
  source[0] = 'x';
  cr_expect_str_eq(copy, "first");
  cr_assert_eq(arena_join(&memory, &list, ", ", copy), STATUS_OK);
  cr_expect_str_eq(list, "first");
  cr_assert_eq(arena_format(&memory, &number, "%d of %d", 2, 3), STATUS_OK);
  cr_assert_eq(arena_join(&memory, &list, ", ", number), STATUS_OK);
  cr_expect_str_eq(list, "first, 2 of 3");
  cr_assert_eq(arena_own(&memory, malloc(10), free), STATUS_OK);
  arena_free(&memory);
}
