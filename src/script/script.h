/* A scenario opened inside a worker process, to run its Lua functions: procedures, and the learners, problems and bounds that it defines. */
#pragma once

#include "script/scenario/opened_members.h"

typedef struct script script;

/* path and text: from the plan. parameters: an object for calls of script_procedure without any, or NULL. limits: NULL for the default
 * ones. */
status script_open(const char *path, const char *text, const cJSON *parameters, const script_limits *limits,
                   script **out);
void script_close(script *self);
POINTER_CLEANUP(script, script_close)
/* Calls procedure(p, seed). *quantities = JSON object name -> number, sorted by name. Each call loads the scenario again, so that nothing passes
 * from cell to cell. math.random is the stream (seed, "scenario"). STATUS_FAILED with path:line and a traceback in one line for an error of
 * the script. When a limit is hit, the process writes the reason to `reason_fd` and ends with status 124: no pcall may swallow that. */
status script_procedure(script *self, const cJSON *parameters, uint64_t seed, cJSON **quantities);

/* Runs the scenario again in a state of its own and finds the members that it defines. They can be used until script_close_members or the next
 * opening. A call of one of their functions may take as long as its definition says (default 60 s); then the process ends, as with a
 * procedure. STATUS_FAILED with path:line for an error of the script. */
status script_open_members(script *self, const script_members *members);
void script_close_members(script *self); /* does nothing if none are open */

/* Which Lua runs the scenarios, for the manifest: "Lua 5.4.4" */
const char *script_lua_release(void);
