#include "script/sandbox/limits.h"

const script_limits script_default_limits = {.seconds = 10, .memory = (size_t)512 << 20};
