/* Learners, problems and bounds that a scenario defines:
 *
 *   local mine = learner.custom { name = "mine", ..., predict = function(state, x) ... end, ... }
 *   mine { eta = 0.1, label = "..." }                 a learner like learner.NAME { ... }
 *
 * A custom member is an ordinary class (learner_class, ...) whose functions call Lua; its descriptor's `definition` is the struct custom below.
 * It is made when the scenario is read: in the child that makes the plan, where only facts of problems are called, and again in the worker of
 * a cell. Its description goes into the plan (custom_declare.h), its functions do not. docs/extend.md has the fields.
 *
 * This file: what the three kinds share, above all how their functions are called. */
#pragma once

#include "script/custom/members.h"
#include "script/sandbox/sandbox.h"

/* Functions and tables of a definition. */
typedef enum custom_slot {
  SLOT_CREATE,
  SLOT_PREDICT,
  SLOT_UPDATE,
  SLOT_SCORE,
  SLOT_THRESHOLD,
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
  SLOT_SPREAD,
  SLOT_RANGE,
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
  union {
    problem_methods problem;
    bound_methods bound;
  } methods; /* of the class, with the asks */
  ask *asks; /* names alone: asks_learner, asks_problem */
  size_t ask_count;
  int slots[CUSTOM_SLOTS]; /* references in the registry; LUA_NOREF: absent */
  const char *activity[CUSTOM_SLOTS];
  double seconds;        /* limit of one call */
  bool needs_comparator; /* bounds */
  double tolerance, confidence;
  char *failure; /* CUSTOM_MESSAGE bytes: of a function that returns no status; the next one that does reports it */
} custom;

/* A learner, problem or bound at work. */
typedef struct custom_object {
  const custom *of;
  int state; /* reference to what create returned */
  random_stream *random;
} custom_object;

bool custom_has(const custom *c, custom_slot slot);
/* *object = new object with the random stream (seed, "custom KIND"); seed NULL: it may not draw. */
status custom_object_begin(const custom *c, const uint64_t *seed, custom_object *object);
void custom_object_end(custom_object *object);
/* Calls a C function in protected mode on behalf of the object: views, limits, activity and random numbers are those of `slot`. Errors are
 * STATUS_FAILED (STATUS_INVALID while the scenario is read) with path, line and callers. */
status custom_call(const custom_object *object, custom_slot slot, lua_CFunction function, void *argument);
/* Inside such a function: pushes the Lua function of the slot, and the object's state. */
void custom_push_function(lua_State *lua, const custom_object *object, custom_slot slot);
void custom_push_state(lua_State *lua, const custom_object *object);
/* Pops the value on top of the stack, which becomes the state; raises for nil. */
void custom_keep_state(lua_State *lua, custom_object *object);
/* Raises "PATH:LINE of the declaration: NAME: SLOT ...". */
void custom_refuse(lua_State *lua, const custom *c, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));
/* The text at index, and the value on top of the stack, pushed as text; they refuse zero bytes in the field. */
const char *custom_word(lua_State *lua, const custom *c, int index, const char *name);
const char *custom_push_word(lua_State *lua, const custom *c, const char *name);
/* A finite number at index, or raises "WHAT is ..., expected a finite number". */
double custom_number(lua_State *lua, const custom *c, int index, const char *what);
/* Set a field of the table on top of the stack; a count becomes an integer of Lua. */
void custom_set_number(lua_State *lua, const char *name, double value);
void custom_set_count(lua_State *lua, const char *name, size_t value);
void custom_set_flag(lua_State *lua, const char *name, bool value);
void custom_set_text(lua_State *lua, const char *name, const char *value);
/* Raises an error, in a call of learner:constant or problem.constant, for a name that is not among those that it asks for; it may ask for any if it
 * names none. */
void custom_check_ask(lua_State *lua, const custom *c, const char *name, bool of_problem);
/* The entry `name` of the table of `slot`: a number, or a function(state) that returns one. *known = false if there is none. */
status custom_named_number(const custom_object *object, custom_slot slot, const char *name, double *value, bool *known);
/* For functions that return no status: keeps the message of the last failure. */
void custom_keep_failure(const custom *c);
/* Reports the kept failure. */
status custom_kept_failure(const custom *c);
/* Pushes the resolved options as p. */
void custom_push_options(lua_State *lua, const custom *c, const options *values);
