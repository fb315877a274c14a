/* Learners, problems and bounds as rows of one shape, from the registry: what lists and references of them are made of. */
#ifndef LISTING_MEMBER_LIST_H
#define LISTING_MEMBER_LIST_H

#include <stddef.h>

#include "learners/learner.h"
#include "registry/parameter.h"

/* What the three kinds have in common. Texts belong to the descriptors. */
typedef struct listed_member {
  const char *name, *title, *citation, *help, *formula;
  const char *premises;       /* bounds; otherwise NULL */
  const char *family;         /* of learners and problems; bounds: NULL */
  const char *learner_family; /* that a bound speaks of; NULL: any, as for learners and problems */
  const char *problem_family;
  const parameter *parameters;
  size_t parameter_count;
  char
      extra[240]; /* learners: "takes vector dyad; predicts signs; conservative"; bounds: status, direction, measure and
                    * level; problems: "" */
} listed_member;

typedef struct listed_kind {
  const char *plural, *singular; /* the singular is the global of scenarios */
  size_t (*count)(void);
  listed_member (*get)(size_t i); /* sorted by name */
} listed_kind;

enum { LISTED_KINDS = 3 };
extern const listed_kind listed_kinds[LISTED_KINDS];

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
void listed_range(const parameter *row, char *text, size_t size);

#endif
