#include "plot/page/latex_text.h"

#include <string.h>

#include "base/plain_text.h"

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

void latex_text(FILE *file, const char *text) {
  const size_t length = strlen(text);
  for (size_t i = 0; i < length;) {
    const size_t bytes = utf8_length(text + i, length - i);
    if (bytes == 0) {
      (void)fputc('?', file);
    } else if (!is_plain_text(text + i, bytes)) {
      (void)fputc(' ', file);
    } else if (!put_replacement(file, text + i, bytes)) {
      (void)fwrite(text + i, 1, bytes, file);
    }
    i += bytes > 0 ? bytes : 1;
  }
}
