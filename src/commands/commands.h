/* All commands of the program. */
#ifndef COMMANDS_COMMANDS_H
#define COMMANDS_COMMANDS_H

#include "commands/command_line.h"

extern const command *const commands[]; /* as --help lists them; ends with NULL */

#endif
