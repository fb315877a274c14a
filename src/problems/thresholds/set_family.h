/* Families of subsets of {0, .., width - 1}, and sets of at most `budget` elements that hit all of them. */
#pragma once

#include "base/random.h"
#include <cjson/cJSON.h>

typedef struct set_family {
  size_t count, width;
  unsigned char *member; /* count x width: element j is in set i */
} set_family;

/* What these make is freed by set_family_free, also after a failure.
 *
 * A list of lists of elements from 1 to `width`. Messages begin with "WHO: family". */
status set_family_read(const char *who, const cJSON *given, size_t width, set_family *out);
/* `count` sets, each with one of the r elements of `solution`, and every other element with probability `density`. */
status set_family_random(random_stream *stream, size_t count, size_t width, size_t r, const size_t *solution,
                         double density, set_family *out);
/* Exchanges sets and elements: a cover of the elements is a hitting set of the transposed family. */
status set_family_transpose(const set_family *family, set_family *out);
void set_family_free(set_family *family);

/* Searches for a hitting set, branching on the elements of the first set that is not hit. If *found, solution has `budget` ascending
 * elements (where fewer suffice, filled up with the first unused ones). STATUS_INVALID if the search takes more than ten million branches.
 * */
status set_family_hit(const set_family *family, size_t budget, size_t *solution, bool *found);
