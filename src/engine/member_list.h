/* Learners, problems and bounds as rows of one shape, from the registry: what lists and references of them are made of. */
#ifndef ENGINE_MEMBER_LIST_H
#define ENGINE_MEMBER_LIST_H

#include <stddef.h>

#include "base/parameter.h"

/* What the three kinds have in common. Texts belong to the descriptors. */
typedef struct listed_member {
  const char *name, *title, *citation, *help;
  const parameter *parameters;
  size_t parameter_count;
  char extra[160]; /* learners: "takes vector dyad"; bounds: status, direction, measure and level; problems: "" */
} listed_member;

typedef struct listed_kind {
  const char *plural, *singular; /* the singular is the global of scenarios */
  size_t (*count)(void);
  listed_member (*get)(size_t i); /* sorted by name */
} listed_kind;

enum { LISTED_KINDS = 3 };
extern const listed_kind listed_kinds[LISTED_KINDS];

/* "number in (0, 1]", "integer from 1 on", "text", "one of: none trace" */
void listed_range(const parameter *row, char *text, size_t size);

#endif
