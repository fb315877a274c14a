/* What learners, problems and bounds have in common: the descriptor that each of them registers. Checks of scenarios, `winnow list`, the
 * reference in docs/members.md and the annotations for editors are made from it. */
#pragma once

#include "registry/option_rule.h"

/* What stands beside a line in place of the bound's short name: the line of a row, or of learners that its source does not speak of. */
typedef struct line_name {
  const char *row;            /* "data"; NULL: the theorem's own */
  const char *option, *value; /* of the learner; option NULL: any learner; value NULL: any number but 0 */
  const char *name;
  const char *formula; /* for captions; NULL: the title, of a row none */
} line_name;

typedef struct descriptor {
  const char *name;  /* as scenarios write it: "matrix_winnow" */
  const char *title; /* for people: "Matrix Winnow"; of a bound, its formula */
  /* of a bound, beside its line in pictures, with who says it: "Warmuth, Theorem 2"; "ours, capacity" of what the laboratory adds. NULL: its
   * title, or its name if that is long. Rows that are not in line_names are ours. */
  const char *short_name;
  const line_name *line_names; /* the first that fits counts; the last has no name */
  const char *symbols;  /* of a bound, in captions: what the letters of its title are, "c: the progress of a mistake" */
  const char *citation; /* "Warmuth 2007, Algorithm 1" */
  const char *help;     /* one line */
  /* One paragraph of Markdown with TeX between dollar signs, in the symbols of docs/notation.md. Write TeX commands as
   * words: Markdown treats a backslash before a punctuation mark as an escape. Learners: prediction and update;
   * problems: instances and labels; bounds: the claim. */
  const char *formula;
  /* What bounds ask for: "winnow", "subspace". A member of a family claims that the family's theorems apply to it.
   * NULL for bounds. */
  const char *family;
  unsigned result_version; /* raised when results change: cells of earlier versions are run again */
  const parameter *parameters;
  size_t parameter_count;
  const option_rule *rules; /* what its options must be to each other; checked before `check`, `facts` and `init` */
  size_t rule_count;
  /* The description of a learner, problem or bound defined in a scenario, for its methods; NULL: it is compiled in. */
  const void *definition;
} descriptor;

/* For an initialiser: the parameters of a descriptor are those of a table. */
#define PARAMETERS(table) .parameters = (table), .parameter_count = sizeof(table) / sizeof(table)[0]
#define RULES(table) .rules = (table), .rule_count = sizeof(table) / sizeof(table)[0]

/* The options of a member as scenarios give them: options_read (parameter.h) with its parameters, its name before every message. */
status options_new(const descriptor *about, const cJSON *given, options **out);

/* Does it start a program that its options name? */
bool descriptor_is_program(const descriptor *about);

/* Checks the rules on a state that the options were written into; order: of a learner's instances. */
status descriptor_check(const descriptor *about, const options *values, const void *self, size_t order);
