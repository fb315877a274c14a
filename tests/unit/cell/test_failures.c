#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "cell/failures.h"

Test(failures, are_copied_and_sorted_by_cell) {
  enum { COUNT = 100 };
  failure_list list = {0};
  for (size_t i = 0; i < COUNT; i++) {
    char reason[32];
    const size_t index = i * 37 % COUNT; /* each once */
    (void)snprintf(reason, sizeof reason, "reason of %zu", index);
    cr_assert_eq(failures_add(&list, index, reason, index % 3 == 0), STATUS_OK);
  }
  failures_sort(&list);
  cr_assert_eq(list.count, COUNT);
  for (size_t i = 0; i < COUNT; i++) {
    char reason[32];
    (void)snprintf(reason, sizeof reason, "reason of %zu", i);
    cr_expect_eq(list.items[i].index, i);
    cr_expect_eq(list.items[i].timeout, i % 3 == 0);
    cr_expect_str_eq(list.items[i].reason, reason);
  }
  failures_free(&list);
  cr_expect_eq(list.count, 0);
  failures_sort(&list);
  failures_free(&list);
}
