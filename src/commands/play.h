/* The laboratory as one function, for a page or another program: a request in, an answer out, both JSON.
 *
 * request = {
 *   "scenario": "NAME", "text": "...",       the Lua text; messages call it NAME.lua
 *   "what": "plan", "run" or "trace",
 *   "set": ["n=32"], "seeds": K, "trials": T,  as the options of `winnow run`; all may be left out
 *   "learner": "LABEL", "seed": S, "first": F  of a trace, as for `winnow trace`
 * }
 * answer =
 *   {"error": "NAME.lua:12: ..."}                                  one line, where nothing ran
 *   {"plan": {...}}                                                what the scenario says, script/script_plan.h
 *   {"plan": {...}, "exit": 0, "notes": "...", "tables": {"cells.tsv": "...", ...}}   the tables of a result folder, to the byte
 *   {"plan": {...}, "told": "..."}                                 the text of `winnow trace`
 * The scenario is a stranger's: it starts no other program. Data files are looked for in the current folder. */
#pragma once

#include "base/status.h"

/* The caller frees *answer. Whatever is wrong with the scenario is in the answer; a status says that there is none: the request is not as
 * above, or memory is gone. */
status play(const char *request, char **answer);
