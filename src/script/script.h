/* Scenarios: Lua programs that describe experiments. The only face of the only folder that knows Lua.
 *
 * A scenario is evaluated in a child process with a time and memory limit and becomes a plan: a JSON document in which
 * every function has been called and every option resolved and checked. The rest of the program never runs Lua, except
 * for cells that contain a Lua function (procedure), which run it in their worker process.
 *
 * plan = {
 *   "scenario": "close_to_subspace",          file name without folder and .lua
 *   "path": "scenarios/close_to_subspace.lua", as messages show it
 *   "text": "...",                             the whole file
 *   "title": "...", "source": "...",
 *   "parameters": ["n", "r"],                  names, sorted
 *   "swept": ["n"],                            those with more than one value, sorted
 *   "overrides": {"n": "16,32", "seeds": "50"}, as given; only what was overridden (seeds, trials included)
 *   "seeds": 20,
 *   "observe": ["potential", "trace"],
 *   "procedure": false,
 *   "points": [{                               the grid in order: swept names sorted, the last varies fastest
 *      "parameters": {"n": 16, "r": 4},        numbers, booleans or texts
 *      "trials": 2000,
 *      "test": 1000,                           only if the scenario has it
 *      "problem": {"name": "close_to_subspace", "line": 9, "options": {...as resolved by options_json...}},
 *      "learners": [{"name": "matrix_winnow", "label": "matrix_winnow", "line": 11, "options": {...}}],
 *      "bounds": [{"name": "subspace_mistakes", "line": 15, "options": {...}}]
 *   }],
 *   "plots": [{"name": "mistakes", "x": "trials", "y": "mistakes", ...}]   see docs/scenarios.md;
 *                       a function for x is called for each point: "x": "function", "x_values": [one number a point]
 * }
 * Members that the scenario writes itself (learner.custom and the like) have "custom": what results and plots show of them, such as
 * {"title": "...", "citation": "...", "help": "...", "family": "...", "instances": bits, "predicts": 0, "randomised": false}; their
 * functions stay in the text.
 * With a procedure the points have no problem, learners and bounds of learners: "bounds" only. */
#ifndef SCRIPT_SCRIPT_H
#define SCRIPT_SCRIPT_H

#include <cjson/cJSON.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "bounds/bound.h"
#include "learners/learner.h"
#include "problems/problem.h"

typedef struct script_request {
  const char *path;        /* of the scenario file */
  const char *text;        /* its text; NULL: what the file has */
  const char *const *sets; /* "name=value" or "name=value,value" */
  size_t set_count;
  long long seeds;  /* 0: the scenario's */
  long long trials; /* 0: the scenario's */
  const char *data; /* --data or NULL */
} script_request;

typedef struct script_limits {
  double seconds; /* of processor and of wall time for evaluating the scenario; again for each 1000 grid points */
  size_t memory;  /* bytes of Lua's heap */
  int reason_fd;  /* where a worker writes why a limit ended it; 0: standard error */
} script_limits;

extern const script_limits script_default_limits; /* 10 s, 512 MiB */

/* What `observe` may ask for, closed by NULL. */
extern const char *const script_observables[];

/* Forks, evaluates, returns the plan; the caller frees it with cJSON_Delete. STATUS_INVALID with a message that
 * begins with path:line (or names the option) for everything that is wrong with the scenario, an override or a data
 * file; nothing is written. */
status script_plan(const script_request *request, const script_limits *limits, cJSON **plan);

/* A scenario opened inside a worker process to run its Lua functions. `text` and `path` from the plan. `parameters`
 * (an object; may be NULL) is used where script_procedure is given none. */
typedef struct script script;
status script_open(const char *path, const char *text, const cJSON *parameters, const script_limits *limits,
                   script **out);
void script_close(script *self);
/* Loads the scenario anew, so that nothing passes from cell to cell, and calls procedure(p, seed): *quantities =
 * JSON object name -> number (sorted by name). math.random is the stream (seed, "scenario"). STATUS_FAILED with
 * path:line and a traceback in one line for an error of the script; the process ends with status 124 after writing
 * the reason to `reason_fd` when a limit is hit, because no pcall may swallow that. */
status script_procedure(script *self, const cJSON *parameters, uint64_t seed, cJSON **quantities);

/* ---- members that the scenario writes itself */

/* Those of one cell. */
typedef struct script_members {
  const cJSON *point; /* of the plan */
  bool trials_given;  /* --trials */
  const char *label;  /* of the cell's learner */
  /* In: `name` of a bound. Out: the classes with parameters and functions. NULL: built in. */
  problem_class *problem;
  learner_class *learner;
  bound_class **bounds;
  size_t bound_count;
} script_members;

/* Runs the scenario anew in a state of its own and finds its members; they serve until script_close_members or the next opening. A call of
 * one of their functions may take as long as its definition says (60 s without); where it does not end the process does, as with a
 * procedure. STATUS_FAILED with path:line for an error of the script. */
status script_open_members(script *self, const script_members *members);
void script_close_members(script *self); /* also where nothing is open */

#endif
