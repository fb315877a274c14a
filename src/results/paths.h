/* Where scenarios, results and installed files are. */
#pragma once

#include "base/status.h"
#include <cjson/cJSON.h>

/* The folder of installed files, PREFIX/share/winnow-lab or the one that the build names, or NULL if there is none. The caller frees
 * it. */
status paths_installed(char **folder);
/* `name` is a path (has a '/' or ends in .lua) or the name of a scenario in ./scenarios or the installed folder. The caller frees *path.
 * STATUS_INVALID names the nearest scenario. */
status paths_scenario(const char *name, char **path);
/* Is the file, all links resolved, below the working folder or among the installed ones? Others may be a stranger's. */
bool paths_is_own(const char *path);
/* Folder of a path: "." if it has none. The caller frees it. */
status paths_folder_of(const char *path, char **folder);
/* results/<scenario> or results/<scenario>/<overrides>, overrides sorted by name, lists joined by '+': "n=16+32,seeds=50".
 * A '/' in a value becomes '_', and a learner of --learner is called by its label. Long names, those with a learner, and names from which a value cannot be read back ('/', or '+' outside of a number), end in
 * "..." and a hash of the overrides. */
status paths_results(const char *scenario, const cJSON *overrides, char **folder);
/* The folder of a shard: shards/I-of-N in the result folder. It does not belong to the files of the whole run. */
status paths_shard(const char *results, size_t number, size_t count, char **folder);
