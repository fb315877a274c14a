/* The commands that run cells. Their statuses are those of main; *exit_status is set where it is not that of an error. */
#ifndef COMMANDS_COMMANDS_H
#define COMMANDS_COMMANDS_H

#include "base/status.h"
#include "commands/command_line.h"

/* winnow run */
status command_run(const command_line *line, int *exit_status);
/* winnow verify: 1 if something differs. */
status command_verify(const command_line *line, int *exit_status);
/* winnow attack: 3 if a proved bound was broken. */
status command_attack(const command_line *line, int *exit_status);

#endif
