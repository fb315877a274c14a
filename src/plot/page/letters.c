#include "plot/page/letters.h"
#include <ctype.h>

typedef struct replacement {
  const char *from, *to;
} replacement;

static const replacement words[] = {{"alpha", "α"},   {"beta", "β"},  {"gamma", "γ"}, {"delta", "δ"}, {"eps", "ε"},
                                    {"zeta", "ζ"},    {"eta", "η"},   {"theta", "θ"}, {"kappa", "κ"}, {"lambda", "λ"},
                                    {"mu", "μ"},      {"pi", "π"},    {"rho", "ρ"},   {"sigma", "σ"}, {"tau", "τ"},
                                    {"phi", "φ"},     {"omega", "ω"}, {"Delta", "Δ"}, {"sqrt", "√"},  {"log2", "log₂"},
                                    {"lambda1", "λ₁"}};
static const replacement signs[] = {{"<=", "≤"}, {">=", "≥"}, {"^n", "ⁿ"}};
static const char *const superscripts[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
enum { WORDS = sizeof words / sizeof words[0], SIGNS = sizeof signs / sizeof signs[0] };

static bool in_word(char c) {
  return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static char *put(char *to, const char *text) {
  while (*text != '\0') *to++ = *text++;
  return to;
}

/* Replaces the word at *from, if it is one of ours. */
static bool replace_word(const char **from, char **to) {
  size_t length = 0;
  while (in_word((*from)[length])) length++;
  for (size_t i = 0; i < WORDS; i++) {
    if (strlen(words[i].from) != length || strncmp(words[i].from, *from, length) != 0) continue;
    *to = put(*to, words[i].to);
    *from += length;
    return true;
  }
  return false;
}

/* ^2, ^-1, ^n, <= and >=. */
static bool replace_sign(const char **from, char **to) {
  for (size_t i = 0; i < SIGNS; i++) {
    const size_t length = strlen(signs[i].from);
    if (strncmp(*from, signs[i].from, length) != 0 || (**from == '^' && in_word((*from)[length]))) continue;
    *to = put(*to, signs[i].to);
    *from += length;
    return true;
  }
  const char *digit = *from + 1;
  if (**from != '^') return false;
  if (*digit == '-') digit++;
  if (!isdigit((unsigned char)*digit)) return false;
  if (digit[-1] == '-') *to = put(*to, "⁻");
  for (; isdigit((unsigned char)*digit); digit++) *to = put(*to, superscripts[*digit - '0']);
  *from = digit;
  return true;
}

status letters_of_formula(arena *memory, const char *text, const char **out) {
  char *copy = NULL;
  TRY(ARENA_ARRAY(memory, 3 * strlen(text) + 1, copy)); /* a digit becomes at most three bytes */
  char *to = copy;
  for (const char *from = text; *from != '\0';) {
    const bool begins = from == text || !in_word(from[-1]);
    if (begins && in_word(*from) && replace_word(&from, &to)) continue;
    if (replace_sign(&from, &to)) continue;
    *to++ = *from++;
  }
  *out = copy;
  return STATUS_OK;
}

status letters_of_name(arena *memory, const char *name, const char **out) {
  char *copy = NULL;
  TRY(ARENA_ARRAY(memory, strlen(name) + 1, copy));
  for (size_t i = 0; name[i] != '\0'; i++) copy[i] = name[i] == '_' ? ' ' : name[i];
  return letters_of_formula(memory, copy, out);
}
