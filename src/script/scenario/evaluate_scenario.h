/* From the table that a scenario returns to its plan (script_plan.h). */
#pragma once

#include "script/sandbox/sandbox.h"
#include "script/scenario/request.h"
#include <cjson/cJSON.h>

/* Runs the scenario of box->text in the child process and checks all of it; the facts of problems with files are asked at the desk (facts_desk.h).
 * The caller frees *plan. */
status evaluate_scenario(sandbox *box, const script_request *request, int desk, cJSON **plan);
