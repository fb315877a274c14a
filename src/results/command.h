/* The command that makes the results of a manifest again. */
#ifndef RESULTS_COMMAND_H
#define RESULTS_COMMAND_H

#include <cjson/cJSON.h>
#include <stdio.h>

/* "winnow run scenarios/x.lua --seeds 3 --set n=4,8 --data "$DATA"", for a shell. scenario: its name, used where the manifest
 * has no path. */
void command_write(FILE *file, const cJSON *manifest, const char *scenario);
/* A word for a shell, in single quotes unless all its characters are plain. */
void command_word_write(FILE *file, const char *word);

#endif
