/* Learners, problems and bounds that a scenario writes itself:
 *
 *   local mine = learner.custom { name = "mine", ..., predict = function(state, x) ... end, ... }
 *   mine { eta = 0.1, label = "..." }                 a learner like learner.NAME { ... }
 *
 * A custom member is an ordinary descriptor (learner_class, ...) whose functions call Lua; `definition` of the class is the struct custom
 * below. It is made while the scenario is read, in the child that makes the plan (where only facts of problems are called) and again in the
 * worker of a cell. Its description goes into the plan (custom_json), its functions never. docs/scenarios.md has the fields. */
#ifndef SCRIPT_CUSTOM_CUSTOM_H
#define SCRIPT_CUSTOM_CUSTOM_H

#include <cjson/cJSON.h>
#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

#include "script/custom/members.h"
#include "script/sandbox/sandbox.h"
#include "spectral/instance/instance_store.h"

/* Functions and tables of a definition. */
typedef enum custom_slot {
  SLOT_CREATE,
  SLOT_PREDICT,
  SLOT_UPDATE,
  SLOT_SCORE,
  SLOT_SAVE,
  SLOT_LOAD,
  SLOT_CONSTANTS,
  SLOT_OBSERVE,
  SLOT_FACTS,
  SLOT_NEXT,
  SLOT_REVEAL,
  SLOT_COMPARATOR,
  SLOT_APPLIES,
  SLOT_WATCH,
  SLOT_VALUE,
  SLOT_MEASURED,
  SLOT_TRIVIAL,
  SLOT_PREMISES,
  SLOT_INVARIANTS,
  CUSTOM_SLOTS
} custom_slot;

enum { CUSTOM_MESSAGE = 512 };

/* Lives as long as Lua's state. */
typedef struct custom {
  sandbox *box;
  member_kind kind;
  int line; /* of its declaration */
  const char *name;
  union {
    learner_class learner;
    problem_class problem;
    bound_class bound;
  } class;
  parameter *parameters; /* those of the class */
  size_t parameter_count;
  int slots[CUSTOM_SLOTS]; /* references in the registry; LUA_NOREF: absent */
  const char *activity[CUSTOM_SLOTS];
  double seconds;        /* the longest that one call may take */
  bool needs_comparator; /* bounds */
  double tolerance, confidence;
  char failure[CUSTOM_MESSAGE]; /* of a function that has no status to return; the next one that has reports it */
} custom;

/* A learner, problem or bound at work. */
typedef struct custom_object {
  custom *of;
  int state; /* reference to what create returned */
  random_stream *random;
} custom_object;

/* ---- custom_declare.c, custom_parameters.c: while the scenario is read */

/* learner.custom { ... } and the like; upvalue: kind. */
int custom_declare(lua_State *lua);
void custom_open(lua_State *lua);
/* The `parameters` of a definition, the table at `index` (or nil), as parameters of `c`; texts are kept alive by the
 * registry. */
void custom_read_parameters(lua_State *lua, int index, custom *c);
/* What the plan says of it, as "custom" of `member`. */
void custom_json(lua_State *lua, const custom *c, cJSON *member);
/* Is it a quantity that a custom learner declares for `observe`? */
bool custom_observes(lua_State *lua, const char *name);

/* ---- custom_call.c: calling */

bool custom_has(const custom *c, custom_slot slot);
/* *object = new object with its stream (seed, "custom KIND"); seed NULL: no coins. */
status custom_object_begin(custom *c, const uint64_t *seed, custom_object *object);
void custom_object_end(custom_object *object);
/* Calls a C function in protected mode on behalf of the object: views, limits, activity and coins are those of
 * `slot`. Errors are
 * STATUS_FAILED (STATUS_INVALID while the scenario is read) with path, line and callers. */
status custom_call(const custom_object *object, custom_slot slot, lua_CFunction function, void *argument);
/* Inside such a function: pushes the Lua function of the slot, and the object's state. */
void custom_push_function(lua_State *lua, const custom_object *object, custom_slot slot);
void custom_push_state(lua_State *lua, const custom_object *object);
/* Takes the value on top of the stack for the state; raises for nil. */
void custom_keep_state(lua_State *lua, custom_object *object);
/* Raises "PATH:LINE of the declaration: NAME: SLOT ...". */
void custom_refuse(lua_State *lua, const custom *c, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));
/* A finite number at index, or raises "WHAT is ..., expected a finite number". */
double custom_number(lua_State *lua, const custom *c, int index, const char *what);
/* Set a field of the table on top of the stack. */
void custom_set_number(lua_State *lua, const char *name, double value);
void custom_set_flag(lua_State *lua, const char *name, bool value);
void custom_set_text(lua_State *lua, const char *name, const char *value);
/* The entry `name` of the table of `slot`: a number, or a function(state) that returns one. *known = false if there
 * is none. */
status custom_named_number(const custom_object *object, custom_slot slot, const char *name, double *value, bool *known);
/* For functions without a status: keeps the message of the last failure / reports a kept one. */
void custom_keep_failure(custom *c);
status custom_kept_failure(const custom *c);
/* Pushes the resolved options as p. */
void custom_push_options(lua_State *lua, const custom *c, const options *values);

/* ---- custom_instance.c: instances and Lua values */

/* Vectors, dyads: a vec or sparse; matrices, rectangular ones: a mat; low rank: { factors = mat, weights = vec, shift
 * = c }; entries,
 * distances: { i = 3, j = 7 }. Views of the running call. */
void custom_push_instance(lua_State *lua, const instance *x);
/* The shape of what a problem produces, with room for one instance. */
typedef struct custom_shape {
  instance shape; /* kind, n, m, rank */
  double *numbers;
  size_t *indices;
} custom_shape;
status custom_shape_new(instance_kind kind, size_t n, size_t m, size_t rank, custom_shape *out);
void custom_shape_free(custom_shape *shape);
/* The value at index as an instance of that shape, copied; lists are taken for vectors. Raises "WHAT ... expected a
 * vec of 5 numbers". */
void custom_read_instance(lua_State *lua, int index, const custom *c, const char *what, custom_shape *shape,
                          instance *x);

/* ---- custom_partner.c: the learner as a Lua value, for adaptive problems and bounds */

/* learner.name, learner.family, learner:constant("eta"), learner:score(x); for the running call. */
void custom_push_partner(lua_State *lua, const custom *c, const learner *learner, custom_shape *shape);
void custom_partner_open(lua_State *lua);

/* ---- custom_told.c: pushes the problem of a bound: facts, comparator, constant(NAME) for the running call */

void custom_push_problem(lua_State *lua, const bound_context *context);

/* ---- custom_learner.c, custom_problem.c, custom_bound.c: the functions of the classes */

void custom_learner_functions(custom *c);
void custom_problem_functions(custom *c);
void custom_bound_functions(custom *c);

#endif
