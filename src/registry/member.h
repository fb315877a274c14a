/* The state of a learner, problem or bound at work: its options are written into it before anything is asked of it, and what it owns is freed
 * with it, last first, also when its init failed half way.
 *
 *   typedef struct elo {
 *     double k;
 *     size_t n;
 *     double *ratings;
 *   } elo;
 *   static const parameter parameters[] = {OPTION_NUMBER(elo, k, "30", 0, 1e6, "points that a surprise moves a rating by")};
 *   ...
 *   static status init(void *self, const learner_setting *setting) {
 *     elo *made = self;
 *     made->n = setting->n;
 *     return OWN_ARRAY(self, made->n, made->ratings);
 *   }
 *
 * Texts, lists and structures among the options belong to the options: they are there until init returns. */
#pragma once

#include "base/random.h"
#include "registry/parameter.h"

/* *self = `size` zeroed bytes with the options written into them (options_fill); values NULL: none. */
status member_new(size_t size, const options *values, void **self);
/* Frees what the member owns, and the member. NULL: nothing. */
void member_free(void *self);
POINTER_CLEANUP(void, member_free)

/* `owned` is destroyed with the member, or at once if there is no memory to note that. NULL is not noted. */
status member_owns(void *self, void *object, void (*destroy)(void *));
/* `pointer` = zeroed array of `count` items, owned by the member. */
status member_array(void *self, size_t count, size_t size, void *pointer);
/* *out = the stream of a seed and a purpose (base/random.h), owned by the member. */
status member_stream(void *self, uint64_t seed, const char *purpose, random_stream **out);

/* `pointer` = address space for `count` items (memory_reserve), owned by the member. */
status member_reserve(void *self, size_t count, size_t size, void *pointer);

#define OWN_ARRAY(self, count, pointer) member_array((self), (count), sizeof *(pointer), &(pointer))
#define OWN_RESERVED(self, count, pointer) member_reserve((self), (count), sizeof *(pointer), &(pointer))
/* destroy: of the type of the pointer. All pointers to objects are called alike on every machine that we know. */
#define OWN(self, pointer, destroy) \
  member_owns((self), (pointer), (void (*)(void *))(1 ? (destroy) : ((destroy)(pointer), (destroy))))
