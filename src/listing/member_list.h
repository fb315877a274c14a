/* Learners, problems and bounds behind one shape, for lists of what exists and references: the descriptor has what all have in common. */
#ifndef LISTING_MEMBER_LIST_H
#define LISTING_MEMBER_LIST_H

#include <stddef.h>

#include "bounds/bound.h"
#include "learners/learner.h"
#include "registry/descriptor.h"

typedef struct listed_member {
  const descriptor *about;
  const learner_class *learner; /* what only learners have; NULL: none */
  const bound_class *bound;     /* likewise */
} listed_member;

typedef struct listed_kind {
  const char *plural, *singular; /* the singular is the global of scenarios */
  const size_t *count;
  listed_member (*at)(size_t i); /* sorted by name */
} listed_kind;

enum { LISTED_KINDS = 3 };
extern const listed_kind listed_kinds[LISTED_KINDS];

/* One line about what only its kind has. Learners: "takes vector dyad; predicts signs; conservative"; bounds: status, direction, measure and
 * level; problems: "". */
enum { LISTED_REMARK = 240 };
const char *listed_remark(const listed_member *of, char text[LISTED_REMARK]);

/* "signs", "numbers", "signs or numbers" */
const char *listed_predictions(const learner_class *class);

/* The names of the bits EQUIVARIANT_x. */
typedef struct listed_invariance {
  unsigned bit;
  const char *name;
} listed_invariance;
enum { LISTED_INVARIANCES = 3 };
extern const listed_invariance listed_invariances[LISTED_INVARIANCES];

/* "number in (0, 1]", "integer from 1 on", "text", "one of: none trace" */
enum { LISTED_RANGE = 400 };
const char *listed_range(const parameter *row, char text[LISTED_RANGE]);

#endif
