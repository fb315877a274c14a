/* Scenarios are Lua programs that describe experiments; this folder is the only one that knows Lua. script_plan evaluates one in a child
 * process, with a time and memory limit. The result is a plan: a JSON document in which every function has been called and every option
 * resolved and checked. The rest of the program never runs Lua, except for cells that contain a Lua function (script.h).
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
 * Members that the scenario defines (learner.custom and the like) have "custom", what results and plots show of them: {"title": "...",
 * "citation": "...", "help": "...", "family": "...", "instances": bits, "predicts": 0, "randomised": false}. Their functions stay in the text.
 * With a procedure the points have no problem, learners and bounds of learners: "bounds" only. */
#pragma once

#include "base/status.h"
#include "script/sandbox/limits.h"
#include "script/scenario/request.h"
#include <cjson/cJSON.h>

/* Forks and evaluates; limits: NULL for the default ones. The caller frees *plan. Whatever is wrong with the scenario, an override or a data
 * file is STATUS_INVALID, with a message that begins with path:line or names the option; nothing is written. */
status script_plan(const script_request *request, const script_limits *limits, cJSON **plan);
