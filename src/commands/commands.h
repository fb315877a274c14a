/* All commands of the program. */
#pragma once

#include "commands/command_line.h"

extern const command *const commands[]; /* as --help lists them; ends with NULL */
