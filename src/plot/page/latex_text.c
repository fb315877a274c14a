#include "plot/page/latex_text.h"
#include "base/plain_text.h"
#include <ctype.h>
#include <string.h>

static const struct {
  const char *from, *to;
} replacements[] = {
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"%", "\\%"},
    {"_", "\\_\\allowbreak{}"},
    {"[", "{[}"}, /* at the beginning of a row of a table it would be an option of the end of the row before, */
    {"*", "{*}"}, /* and so would this */
    {"„", ",,"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "$<$"},
    {">", "$>$"},
    {"|", "$|$"},
    {"\"", "''"},
    {"≤", "$\\le$"},
    {"≥", "$\\ge$"},
    {"≠", "$\\ne$"},
    {"±", "$\\pm$"},
    {"·", "$\\cdot$"},
    {"×", "$\\times$"},
    {"−", "$-$"},
    {"–", "--"},
    {"—", "---"},
    {"…", "\\ldots{}"},
    {"√", "$\\surd$"},
    {"∞", "$\\infty$"},
    {"→", "$\\to$"},
    {"↑", "$\\uparrow$"},
    {"↓", "$\\downarrow$"},
    {"Δ", "$\\Delta$"},
    {"Σ", "$\\Sigma$"},
    {"Λ", "$\\Lambda$"},
    {"⁻", "$^-$"},
    {"²", "$^2$"},
    {"³", "$^3$"},
    {"¹", "$^1$"},
    {"ⁿ", "$^n$"},
    {" ", "~"},
};

static const char *const greek[] = {"alpha",     "beta", "gamma", "delta",    "varepsilon", "zeta", "eta",
                                    "theta",     "iota", "kappa", "lambda",   "mu",         "nu",   "xi",
                                    "mathit{o}", "pi",   "rho",   "varsigma", "sigma",      "tau",  "upsilon",
                                    "varphi",    "chi",  "psi",   "omega"};
enum { GREEK = sizeof greek / sizeof greek[0], ALPHA = 0x3B1, RAISED = 0x2070, LOWERED = 0x2080 };

/* Greek letters, and raised and lowered digits, by the number of the character. */
static bool put_by_number(FILE *file, const char *text, size_t bytes) {
  unsigned number = (unsigned char)text[0] & (bytes == 2 ? 0x1F : 0xF);
  for (size_t i = 1; i < bytes; i++) number = number << 6 | ((unsigned char)text[i] & 0x3F);
  if (number >= ALPHA && number < ALPHA + GREEK) return fprintf(file, "$\\%s$", greek[number - ALPHA]) > 0;
  const bool raised = number == RAISED || (number > RAISED + 3 && number < RAISED + 10);
  if (raised) return fprintf(file, "$^%u$", number - RAISED) > 0;
  return number >= LOWERED && number < LOWERED + 10 && fprintf(file, "$_%u$", number - LOWERED) > 0;
}

/* Writes the replacement of the character at text. False: it has none. */
static bool put_replacement(FILE *file, const char *text, size_t bytes) {
  if (bytes > 1 && put_by_number(file, text, bytes)) return true;
  for (size_t i = 0; i < sizeof replacements / sizeof replacements[0]; i++) {
    if (strlen(replacements[i].from) != bytes || strncmp(replacements[i].from, text, bytes) != 0) continue;
    (void)fputs(replacements[i].to, file);
    return true;
  }
  return false;
}

static bool in_word(char c) {
  return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 || c == '_' || c == '\'';
}

static bool is_symbol(const char *text, size_t at) {
  const char c = text[at];
  return isalpha((unsigned char)c) && strchr("aAI", c) == NULL && (at == 0 || !in_word(text[at - 1])) &&
         !in_word(text[at + 1]);
}

static void put(FILE *file, const char *text, bool symbols) {
  const size_t length = strlen(text);
  for (size_t i = 0; i < length;) {
    const size_t bytes = utf8_length(text + i, length - i);
    if (bytes == 0) {
      (void)fputc('?', file);
    } else if (!is_plain_text(text + i, bytes)) {
      (void)fputc(' ', file);
    } else if (symbols && is_symbol(text, i)) {
      (void)fprintf(file, "$%c$", text[i]);
    } else if (!put_replacement(file, text + i, bytes)) {
      (void)fwrite(text + i, 1, bytes, file);
    }
    if (text[i] == '.' && isalpha((unsigned char)text[i + 1])) (void)fputs("\\allowbreak{}", file);
    i += bytes > 0 ? bytes : 1;
  }
}

void latex_text(FILE *file, const char *text) {
  put(file, text, false);
}

void latex_label(FILE *file, const char *text) {
  put(file, text, true);
}
