#include "hindsight/hindsight_answer.h"
#include "base/memo.h"
#include "base/memory.h"

enum { PARTS = 3 };

static void list_parts(hindsight_answer *answer, memo_part parts[PARTS]) {
  parts[0] = (memo_part){answer->numbers, answer->count * sizeof *answer->numbers};
  parts[1] = (memo_part){&answer->least, sizeof answer->least};
  parts[2] = (memo_part){&answer->own, sizeof answer->own};
}

status hindsight_answer_new(size_t count, hindsight_answer *out) {
  *out = (hindsight_answer){.count = count};
  return NEW_ARRAY(count, out->numbers);
}

bool hindsight_answer_find(const char key[33], hindsight_answer *answer) {
  memo_part parts[PARTS];
  list_parts(answer, parts);
  return memo_find(key, PARTS, parts);
}

status hindsight_answer_keep(const char key[33], hindsight_answer *answer) {
  memo_part parts[PARTS];
  list_parts(answer, parts);
  return memo_keep(key, PARTS, parts);
}
