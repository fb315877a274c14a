/* Names and formulas as a reader expects them: eta as η, sqrt as √, ^2 as ², rolling_loss in words. */
#pragma once

#include "base/arena.h"

/* *out = the text with Greek letters for their names where these are whole words, √, ≤, ≥, superscripts for ^ before
 * a number and for ^n, subscripts for log2. All else stays. */
status letters_of_formula(arena *memory, const char *text, const char **out);

/* *out = a quantity or parameter in words: with spaces for '_', and letters_of_formula. */
status letters_of_name(arena *memory, const char *name, const char **out);
