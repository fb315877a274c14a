/* A learner or a problem as a command line names it: NAME, or NAME{option = value, ...} as in a scenario, with numbers, "texts" (or 'texts'),
 * true, false and lists {1, 2} for values. */
#pragma once

#include "base/status.h"
#include <cjson/cJSON.h>

enum { MEMBER_NAME = 64 };

/* `name` = the name, *given = the options as an object, which the caller deletes. STATUS_INVALID, "OPTION: what was expected", for anything
 * else. */
status member_text_parse(const char *option, const char *text, char name[MEMBER_NAME], cJSON **given);
