/* The command that makes the results of a manifest again. */
#pragma once

#include "base/status.h"
#include <cjson/cJSON.h>

/* "winnow run scenarios/x.lua --seeds 3 --set n=4,8 --data "$DATA"", for a shell. scenario: its name, used where the
 * manifest has no path. */
void command_write(FILE *file, const cJSON *manifest, const char *scenario);
/* The value of an override of the manifest as people read it: learners of --learner by their labels, "one,other". The caller frees it. */
status command_override_text(const cJSON *override, char **text);
/* A word for a shell, in single quotes unless all its characters are plain. */
void command_word_write(FILE *file, const char *word);
