/* Best answers in hindsight while they are found: numbers and a certified interval, before they become a comparator. */
#pragma once

#include "base/status.h"

typedef struct hindsight_answer {
  size_t count;
  double *numbers;
  double least; /* no answer of the class has a smaller loss */
  double own;   /* the loss of this one */
} hindsight_answer;

status hindsight_answer_new(size_t count, hindsight_answer *out); /* zeros */
static inline void hindsight_answer_free(hindsight_answer *answer) {
  free(answer->numbers);
}
/* Fills a new answer if it was kept under this key (base/memo.h). */
bool hindsight_answer_find(const char key[33], hindsight_answer *answer);
status hindsight_answer_keep(const char key[33], hindsight_answer *answer);
