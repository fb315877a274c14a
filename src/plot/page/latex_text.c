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
    {"α", "$\\alpha$"},
    {"β", "$\\beta$"},
    {"γ", "$\\gamma$"},
    {"δ", "$\\delta$"},
    {"ε", "$\\varepsilon$"},
    {"ζ", "$\\zeta$"},
    {"η", "$\\eta$"},
    {"θ", "$\\theta$"},
    {"κ", "$\\kappa$"},
    {"λ", "$\\lambda$"},
    {"μ", "$\\mu$"},
    {"ν", "$\\nu$"},
    {"π", "$\\pi$"},
    {"ρ", "$\\rho$"},
    {"σ", "$\\sigma$"},
    {"τ", "$\\tau$"},
    {"φ", "$\\varphi$"},
    {"ψ", "$\\psi$"},
    {"ω", "$\\omega$"},
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
    {"²", "$^2$"},
    {"³", "$^3$"},
    {"¹", "$^1$"},
    {"Δ", "$\\Delta$"},
    {"Σ", "$\\Sigma$"},
    {"Λ", "$\\Lambda$"},
    {"₁", "$_1$"},
    {"₂", "$_2$"},
    {"⁻", "$^-$"},
    {"ⁿ", "$^n$"},
    {"⁰", "$^0$"},
    {"⁴", "$^4$"},
    {"⁵", "$^5$"},
    {"⁶", "$^6$"},
    {"⁷", "$^7$"},
    {"⁸", "$^8$"},
    {"⁹", "$^9$"},
    {" ", "~"},
};

/* Writes the replacement of the character at text. False: it has none. */
static bool put_replacement(FILE *file, const char *text, size_t bytes) {
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
