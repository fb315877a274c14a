/* `winnow new NAME`: a commented scenario to start from. */
#ifndef COMMANDS_NEW_SCENARIO_H
#define COMMANDS_NEW_SCENARIO_H

#include "base/status.h"

/* Writes scenarios/NAME.lua, or NAME.lua where there is no folder scenarios; *path, which the caller frees, says where. The scenario runs as it
 * is, in a second. STATUS_INVALID unless NAME is letters, digits and _, beginning with a letter, of at most 60; or if the file exists. */
status new_scenario(const char *name, char **path);

#endif
