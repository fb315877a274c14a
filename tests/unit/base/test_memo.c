#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memo.h"
#include "unit/check.h"

static const char question[33] = "question", other[33] = "another question";

Test(memo, gives_back_what_was_kept) {
  double numbers[3] = {1.5, -2.0, 0.25}, least = 7.0;
  const memo_part parts[] = {{numbers, sizeof numbers}, {&least, sizeof least}};
  cr_expect_not(memo_find(question, 2, parts));
  OK(memo_keep(question, 2, parts));
  memset(numbers, 0, sizeof numbers);
  least = 0.0;
  cr_expect_not(memo_find(other, 2, parts));
  cr_expect_not(memo_find(question, 1, parts), "an answer of another size");
  cr_expect_eq(least, 0.0);
  cr_assert(memo_find(question, 2, parts));
  cr_expect(numbers[0] == 1.5 && numbers[1] == -2.0 && numbers[2] == 0.25 && least == 7.0);
}

/* A fixed number of answers is kept; the newest one is always there. */
Test(memo, oldest_answers_go_first) {
  size_t kept = 0;
  bool before = false;
  for (size_t i = 0; i < 1000; i++) {
    char key[33];
    const memo_part part = {&i, sizeof i};
    (void)snprintf(key, sizeof key, "%zu", i);
    OK(memo_keep(key, 1, &part));
  }
  for (size_t i = 0; i < 1000; i++) {
    char key[33];
    size_t found = 0;
    const memo_part part = {&found, sizeof found};
    (void)snprintf(key, sizeof key, "%zu", i);
    const bool there = memo_find(key, 1, &part);
    cr_expect(there || !before, "answer %zu is gone, an older one is kept", i);
    if (there) cr_expect_eq(found, i);
    kept += there;
    before = there;
  }
  cr_expect(before && kept < 1000);
}

/* Two answers of 96 MiB do not fit together: the newer one stays. */
Test(memo, large_answers_make_room) {
  const size_t size = (size_t)96 << 20;
  char *bytes = calloc(size, 1);
  cr_assert_not_null(bytes);
  const memo_part part = {bytes, size};
  bytes[size - 1] = 'a';
  OK(memo_keep(question, 1, &part));
  bytes[size - 1] = 'b';
  OK(memo_keep(other, 1, &part));
  cr_expect_not(memo_find(question, 1, &part));
  bytes[size - 1] = 0;
  cr_assert(memo_find(other, 1, &part));
  cr_expect_eq(bytes[size - 1], 'b');
  free(bytes);
}
