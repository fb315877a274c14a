/* A Lua state with limits, for scenarios: memory by its allocator, time by an instruction hook that ends the
 * process, so that no pcall can swallow it. Everything here is for src/script alone. */
#ifndef SCRIPT_SANDBOX_SANDBOX_H
#define SCRIPT_SANDBOX_SANDBOX_H

#include <cjson/cJSON.h>
#include <lauxlib.h>
#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "base/status.h"
#include "base/text.h"
#include "script/script.h"
#include "script/sandbox/views.h"

enum { SANDBOX_LIMIT_EXIT = 124 };

typedef enum value_type { VALUE_VEC, VALUE_SPARSE, VALUE_MAT, VALUE_TYPES } value_type;

typedef struct sandbox {
  lua_State *lua;
  const char *path;     /* as messages show it */
  const char *text;     /* of the scenario */
  const char *activity; /* "evaluation", "procedure", "update of NAME" */
  script_limits limits;
  size_t used;                    /* bytes of Lua's heap */
  double wall_end, cpu_end;       /* seconds of the clocks; 0: no limit */
  bool per_call;                  /* limits.seconds is that of each outermost call with views.h, not of all together */
  uint64_t timed;                 /* the call that cpu_end is of */
  random_stream *random;          /* behind math.random; NULL: there are no coins to toss */
  uint64_t seed;                  /* of that stream, as sandbox_seed made it */
  bool drawn;                     /* from it since then */
  views views;                    /* what is lent to the functions that are running */
  const void *types[VALUE_TYPES]; /* metatables of vec, sparse and mat, to know values by */
} sandbox;

/* *out = state with the library of library.c. path and text must outlive it. */
status sandbox_new(const char *path, const char *text, const char *activity, const script_limits *limits,
                   sandbox **out);
void sandbox_free(sandbox *box);
sandbox *sandbox_of(lua_State *lua);
/* Before a large value is made: collects where the limit is near. Lua does so by itself, but then without finalizers, and what a `spectral`
 * holds would not be given back. */
void sandbox_make_room(lua_State *lua, size_t bytes);

/* Loads and runs the scenario's text and pushes its one result (nil if it has none or several). Raises errors. */
void sandbox_run(lua_State *lua);
/* Calls a C function in protected mode with `argument` as light userdata. `results` values stay on the stack. Errors
 * come back as "path:line: message" with the lines of the callers. */
status sandbox_call(sandbox *box, lua_CFunction function, void *argument, int results);
/* The limits count from now. `wall`: of real time as well. */
void sandbox_start_clock(sandbox *box, bool wall);
/* In the process that evaluates a scenario: the limits of real and of processor time count from now. */
void sandbox_watch(sandbox *box);
/* The same anew, after a part of a large grid; a blank on limits.reason_fd is a sign of life for the parent. */
void sandbox_go_on(sandbox *box);
/* Each call of a function of a custom member has limits.seconds of processor time, counted from now on in steps of the instruction hook:
 * what returns before it costs nothing. */
void sandbox_start_call_clock(sandbox *box);
/* The stream of math.random; raises where there is none. */
random_stream *sandbox_random(lua_State *lua);
/* math.random continues with the stream (seed, "scenario"). */
status sandbox_seed(sandbox *box, uint64_t seed);

/* Line of the innermost Lua function that is running, 0 if there is none. */
int sandbox_line(lua_State *lua);
/* Raises "path:line: message" (line 0: "path: message"). */
void sandbox_refuse(lua_State *lua, int line, const char *format, ...) __attribute__((noreturn, format(printf, 3, 4)));
/* Raises the message as it is. */
void sandbox_raise(lua_State *lua, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));
/* Raises the message of the last failure, with "path:line: " before it unless it begins with the path. */
_Noreturn void sandbox_raise_status(lua_State *lua, int line);

/* library.c: the globals that scenarios see; mathematics.c, texts.c, tables.c, members.c, operands.c: their parts. */
void library_open(lua_State *lua);
void mathematics_open(lua_State *lua); /* changes the table `math` on top of the stack */
void texts_open(lua_State *lua);       /* changes the table `string` on top of the stack */
void tables_open(lua_State *lua);      /* changes the table `table` on top of the stack */
void members_open(lua_State *lua);     /* adds `problem`, `learner`, `bound` to the table on top of the stack */

int tables_pairs(lua_State *lua);
int tables_next(lua_State *lua);
/* Pushes the list of the keys of the table at `index`: numbers ascending, then strings bytewise; other keys are
 * refused. */
size_t tables_sorted_keys(lua_State *lua, int index);
int texts_tostring(lua_State *lua);
/* Pushes the value at `index` as text: numbers round trip, no addresses. */
const char *texts_push(lua_State *lua, int index);

#endif
