/* Shards: their texts, and that they share out the cells. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "run/shard.h"

Test(shard, texts) {
  static const char *const bad[] = {"",
                                    "/",
                                    "1",
                                    "1/",
                                    "/1",
                                    "0/4",
                                    "5/4",
                                    "1/0",
                                    "0/0",
                                    "x",
                                    "1/x",
                                    "-1/4",
                                    "+1/4",
                                    " 1/4",
                                    "1/4 ",
                                    "1 /4",
                                    "1//4",
                                    "1/4/",
                                    "1/4/5",
                                    "1/1000001",
                                    "1/1e3",
                                    "0x1/4",
                                    "1.5/4",
                                    "1/4\n",
                                    "\t1/4",
                                    "1\\4",
                                    "00/004",
                                    "4294967297/4294967297",
                                    "18446744073709551617/4"};
  shard part = {0, 0};
  char text[SHARD_TEXT];
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    cr_expect_eq(shard_parse(bad[i], &part), STATUS_INVALID, "'%s' was taken", bad[i]);
    cr_expect_eq(part.count, 0, "'%s' left a shard", bad[i]);
  }
  cr_assert_eq(shard_parse("3/4", &part), STATUS_OK);
  cr_expect(part.number == 3 && part.count == 4);
  cr_assert_eq(shard_parse("1000000/1000000", &part), STATUS_OK);
  cr_expect_str_eq(shard_text(&part, text), "1000000/1000000");
}

/* Whatever is taken reads as "%zu/%zu" with 1 <= I <= N: random texts of the characters that matter. */
Test(shard, random_texts) {
  static const char letters[] = "0123456789/// -+.x";
  random_stream *stream = NULL;
  cr_assert_eq(random_stream_new(1, "shard texts", &stream), STATUS_OK);
  size_t taken = 0;
  for (int i = 0; i < 200000; i++) {
    char text[8] = "";
    const size_t length = 1 + random_index(stream, 6);
    for (size_t k = 0; k < length; k++) text[k] = letters[random_index(stream, sizeof letters - 1)];
    size_t number = 0, count = 0;
    int end = 0;
    const bool form = text[0] >= '0' && text[0] <= '9' && sscanf(text, "%zu/%n", &number, &end) == 1 && end > 0 &&
                      text[end] >= '0' && text[end] <= '9' && sscanf(text + end, "%zu", &count) == 1 &&
                      strspn(text, "0123456789/") == length && strchr(text, '/') == strrchr(text, '/');
    shard part;
    const bool good = form && number >= 1 && number <= count;
    cr_assert_eq(shard_parse(text, &part) == STATUS_OK, good, "'%s'", text);
    if (good) cr_assert(part.number == number && part.count == count, "'%s'", text);
    taken += good;
  }
  random_stream_free(stream);
  cr_expect_gt(taken, 1000);
}

/* Every cell has one shard, the I-th shard the cells with index mod N = I - 1, and the counts are theirs. */
Test(shard, shares) {
  for (size_t cells = 0; cells <= 20; cells++) {
    for (size_t count = 1; count <= 23; count++) {
      size_t owners[20] = {0}, all = 0;
      for (size_t number = 1; number <= count; number++) {
        const shard part = {number, count};
        size_t mine = 0;
        for (size_t cell = 0; cell < cells; cell++) {
          const bool has = shard_has(&part, cell);
          cr_assert_eq(has, cell % count + 1 == number);
          owners[cell] += has;
          mine += has;
        }
        cr_assert_eq(shard_cells(&part, cells), mine);
        all += mine;
      }
      cr_assert_eq(all, cells);
      for (size_t cell = 0; cell < cells; cell++) cr_assert_eq(owners[cell], 1);
    }
  }
  const shard whole = {0, 0};
  cr_expect(shard_has(&whole, 7));
  cr_expect_eq(shard_cells(&whole, 12), 12);
}
