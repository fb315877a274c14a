/* A Lua state with limits, for scenarios. The allocator limits memory. Time is limited by ending the process, so that no pcall can swallow it:
 * here for whoever evaluates a scenario, by the alarm (alarm.h) for a procedure and for calls of custom members. */
#pragma once

#include "base/random.h"
#include "script/sandbox/limits.h"
#include "script/sandbox/views.h"
#include <lauxlib.h>
#include <lua.h>

enum { SANDBOX_LIMIT_EXIT = 124, SANDBOX_HOOK_INSTRUCTIONS = 10000 };

typedef enum value_type { VALUE_VEC, VALUE_SPARSE, VALUE_MAT, VALUE_TYPES } value_type;

typedef struct sandbox {
  lua_State *lua;
  const char *path;     /* as messages show it */
  const char *text;     /* of the scenario */
  const char *activity; /* "evaluation", "procedure", "update of NAME" */
  script_limits limits;
  size_t used;                 /* bytes of Lua's heap */
  double wall_end, cpu_end;    /* seconds of the clocks, of an evaluation */
  bool per_call;               /* limits.seconds is for each outermost call (views.h), not for all of them */
  uint64_t timed;              /* the outermost call that the alarm has timed */
  random_stream *random;       /* behind math.random; NULL: scenario code may not draw */
  uint64_t seed;               /* of that stream, from sandbox_seed */
  bool drawn;                  /* something was drawn since then */
  views views;                 /* what is lent to the running functions */
  int metatables[VALUE_TYPES]; /* of vec, sparse and mat, references in the registry */
} sandbox;

/* *out = a new state; `library` adds the globals of scenarios to it. path and text must outlive it. */
status sandbox_new(const char *path, const char *text, const char *activity, const script_limits *limits,
                   lua_CFunction library, sandbox **out);
void sandbox_free(sandbox *box);
POINTER_CLEANUP(sandbox, sandbox_free)
sandbox *sandbox_of(lua_State *lua);
/* Call before making a large value: collects garbage if the limit is near. Lua would do so too, but without calling finalizers, and the memory
 * behind a `spectral` value would stay allocated. */
void sandbox_make_room(lua_State *lua, size_t bytes);

/* Loads and runs the scenario's text and pushes its one result (nil if it has none or several). Raises errors. */
void sandbox_run(lua_State *lua);
/* Calls a C function in protected mode with `argument` as light userdata. `results` values stay on the stack. Errors
 * come back as "path:line: message" with the lines of the callers. */
status sandbox_call(sandbox *box, lua_CFunction function, void *argument, int results);
/* Real time and processor time count from now; every SANDBOX_HOOK_INSTRUCTIONS instructions they are looked at. */
void sandbox_start_clock(sandbox *box);
/* In the process that evaluates a scenario: real time, processor time and the kernel's limit on it count from now. */
void sandbox_limit_process(sandbox *box);
/* The same again, after a part of a large grid. A space on limits.reason_fd tells the parent that this process is alive. */
void sandbox_limit_again(sandbox *box);
/* Says why and ends the process: limits.seconds are over. line: where Lua is, or 0. */
_Noreturn void sandbox_end_process(const sandbox *box, int line);
/* The stream of math.random; raises where there is none. */
random_stream *sandbox_random(lua_State *lua);
/* Restarts math.random with the stream (seed, "scenario"). */
status sandbox_seed(sandbox *box, uint64_t seed);

/* The line at which the innermost Lua function is, 0 if none is running. */
int sandbox_line(lua_State *lua);
/* Raises "path:line: message" (line 0: "path: message"). */
void sandbox_refuse(lua_State *lua, int line, const char *format, ...) __attribute__((noreturn, format(printf, 3, 4)));
/* Raises the message as it is. */
void sandbox_raise(lua_State *lua, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));
/* Raises the message of the last failure, with "path:line: " before it unless it begins with the path. */
_Noreturn void sandbox_raise_status(lua_State *lua, int line);
