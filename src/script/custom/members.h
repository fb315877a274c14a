/* problem.NAME { ... }, learner.NAME { ... }, bound.NAME { ... } as Lua values. */
#pragma once

#include "bounds/bound.h"
#include <lua.h>

typedef enum member_kind { MEMBER_PROBLEM, MEMBER_LEARNER, MEMBER_BOUND, MEMBER_KINDS } member_kind;

enum { LABEL = 80 };

typedef union member_class {
  const descriptor *about; /* each class begins with it */
  const problem_class *problem;
  const learner_class *learner;
  const bound_class *bound;
} member_class;

typedef struct member {
  member_class class;
  member_kind kind;
  const char *name;      /* that of the descriptor */
  int line;              /* of its constructor in the scenario */
  char label[LABEL + 1]; /* learners */
  cJSON *given;          /* as written; NULL once resolved */
  options *options;
  cJSON *resolved; /* options_json */
} member;

/* The member at index, or NULL if the value is none of that kind. It lives as long as the Lua value. */
const member *member_at(lua_State *lua, int index, member_kind kind);
const char *member_kind_name(member_kind kind);
/* The descriptor of the built-in member of that name, or NULL. */
const descriptor *member_built_in(member_kind kind, const char *name);
/* NAME { ... }, the table at index 1: pushes the member. Returns 1, as a Lua function does. */
int member_make(lua_State *lua, member_kind kind, member_class class);
/* The same for one that the scenario does not write: line 0. */
int member_make_at(lua_State *lua, member_kind kind, member_class class, int line);

/* Adds `problem`, `learner` and `bound` to the table on top of the stack. problem.custom and the like are the function `declare`, whose upvalue
 * is the kind. */
void members_open(lua_State *lua, lua_CFunction declare);
