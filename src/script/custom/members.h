/* problem.NAME { ... }, learner.NAME { ... }, bound.NAME { ... } as Lua values. */
#ifndef SCRIPT_CUSTOM_MEMBERS_H
#define SCRIPT_CUSTOM_MEMBERS_H

#include <cjson/cJSON.h>
#include <lua.h>

#include "bounds/bound.h"
#include "learners/learner.h"
#include "problems/problem.h"
#include "registry/parameter.h"

typedef enum member_kind { MEMBER_PROBLEM, MEMBER_LEARNER, MEMBER_BOUND, MEMBER_KINDS } member_kind;

enum { LABEL = 80 };

struct custom; /* custom.h */

typedef struct member {
  member_kind kind;
  const char *name;
  union {
    const problem_class *problem;
    const learner_class *learner;
    const bound_class *bound;
  } class;
  int line;                    /* of its constructor in the scenario */
  char label[LABEL + 1];       /* learners */
  const struct custom *custom; /* its definition; NULL: built in */
  cJSON *given;                /* what the scenario wrote; NULL once resolved */
  options *options;
  cJSON *resolved; /* options_json */
} member;

/* The member at index, or NULL if the value is none of that kind. It lives as long as the Lua value. */
const member *member_at(lua_State *lua, int index, member_kind kind);
const char *member_kind_name(member_kind kind);
/* NAME { ... } of a custom member, the table at index 1: pushes the member. */
int members_make(lua_State *lua, const struct custom *custom);

#endif
