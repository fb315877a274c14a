#include "commands/commands.h"

extern const command command_run, command_plot, command_list, command_predict, command_learn, command_serve,
    command_new, command_verify, command_compare, command_report, command_attack, command_trace, command_explain,
    command_merge, command_value;

const command *const commands[] = {&command_run,     &command_plot,   &command_list,   &command_predict,
                                   &command_learn,   &command_serve,  &command_new,    &command_verify,
                                   &command_compare, &command_report, &command_attack, &command_trace,
                                   &command_explain, &command_merge,  &command_value,  NULL};
