/* Reading manifest.json of a result folder. */
#pragma once

#include "base/status.h"
#include <cjson/cJSON.h>

/* *out = the manifest; the caller deletes it. Grid points of a file in the form that the program writes are read one by one and share
 * equal members (base/json_share.h), so that memory grows with what differs, not with the text. STATUS_INVALID with path and line if the
 * file is not JSON. */
status manifest_read(const char *path, cJSON **out);
/* Was the run made with --curves all, or by an earlier version, which knew nothing else? */
bool manifest_has_all_curves(const cJSON *manifest);
/* Did the run end before its last cell, or is it a merge that lacks some? */
bool manifest_is_unfinished(const cJSON *manifest);
/* The cells of the whole run. */
double manifest_cells(const cJSON *manifest);
