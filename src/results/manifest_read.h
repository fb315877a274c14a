/* Reading manifest.json of a result folder. */
#ifndef RESULTS_MANIFEST_READ_H
#define RESULTS_MANIFEST_READ_H

#include <cjson/cJSON.h>

#include "base/status.h"

/* *out = the manifest; the caller deletes it. Grid points of a file in the form that the program writes are read one by one and keep once
 * what they share (base/json_share.h), so that memory is needed for what differs, not for the text. STATUS_INVALID with path and line
 * for what is no JSON. */
status manifest_read(const char *path, cJSON **out);

#endif
