/* Makes the sequence that an attack found shorter: ddmin over trials (Zeller & Hildebrandt 2002), then numbers with fewer digits. */
#pragma once

#include "attack/search.h"

/* *out = a minimised copy of the best sequence (fewer trials, shorter numbers) that still breaks the bound; its origin is NULL where the sequence alone does not break it. *out starts as {0} and is freed by the caller, after a failure too. */
status attack_shrink(attack_search *search, attack_found *out);
