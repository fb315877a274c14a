/* The procedure of a scenario, called inside the worker process of a cell. */
#ifndef SCRIPT_SCENARIO_PROCEDURE_H
#define SCRIPT_SCENARIO_PROCEDURE_H

#include <cjson/cJSON.h>
#include <stdint.h>

#include "base/status.h"
#include "script/sandbox/limits.h"

/* As script_procedure (script.h). */
status procedure_run(const char *path, const char *text, const script_limits *limits, const cJSON *parameters,
                     uint64_t seed, cJSON **quantities);

#endif
