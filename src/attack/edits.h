/* Edits of a recorded sequence: what an attack tries. Each is a function of the sequence and of a number that
 * seeds its stream. */
#pragma once

#include "attack/sequence.h"

typedef enum attack_edit_kind {
  EDIT_NONE,   /* the sequence itself */
  EDIT_RANDOM, /* one of the moves below, drawn */
  EDIT_GREEDY, /* from `from` on: the instance that errs with the least progress; asks the learner's scores */
  EDIT_REMOVE, /* trials from, ..., from + count - 1 */
  EDIT_ROUND   /* numbers of trials from, ..., from + count - 1 to `digits` significant digits */
} attack_edit_kind;

typedef struct attack_edit {
  attack_edit_kind kind;
  uint64_t draw;
  size_t from, count;
  int digits;
} attack_edit;

/* maker: the learner's class, setting and options; it plays the sequence where scores are asked for (NULL: none
 * may be). An edit that cannot be made leaves the sequence as it is. */
typedef struct attack_maker {
  const learner_class *class;
  learner_setting setting;
  const options *options;
} attack_maker;

status attack_edit_apply(const attack_edit *edit, const attack_maker *maker, attack_sequence *edited);
