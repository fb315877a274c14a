#include "listing/formula_text.h"
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { LONGEST = 2048 };

/* ---- signs */

typedef struct sign {
  const char *name, *text;
} sign;

static const sign signs[] = {
    {"alpha", "α"},    {"beta", "β"},        {"gamma", "γ"},   {"delta", "δ"},    {"epsilon", "ε"},  {"zeta", "ζ"},
    {"eta", "η"},      {"theta", "θ"},       {"kappa", "κ"},   {"lambda", "λ"},   {"mu", "μ"},       {"nu", "ν"},
    {"xi", "ξ"},       {"pi", "π"},          {"rho", "ρ"},     {"varrho", "ϱ"},   {"sigma", "σ"},    {"tau", "τ"},
    {"phi", "φ"},      {"psi", "ψ"},         {"omega", "ω"},   {"Gamma", "Γ"},    {"Delta", "Δ"},    {"Theta", "Θ"},
    {"Lambda", "Λ"},   {"Pi", "Π"},          {"Sigma", "Σ"},   {"Phi", "Φ"},      {"ell", "ℓ"},      {"sum", "Σ"},
    {"prod", "Π"},     {"infty", "∞"},       {"pm", "±"},      {"mp", "∓"},       {"cdot", "·"},     {"times", "×"},
    {"langle", "⟨"},   {"rangle", "⟩"},      {"Vert", "‖"},    {"vert", "|"},     {"lbrace", "{"},   {"rbrace", "}"},
    {"lfloor", "⌊"},   {"rfloor", "⌋"},      {"lceil", "⌈"},   {"rceil", "⌉"},    {"dots", "..."},   {"ldots", "..."},
    {"top", "T"},      {"le", " ≤ "},        {"ge", " ≥ "},    {"lt", " < "},     {"gt", " > "},     {"ne", " ≠ "},
    {"in", " ∈ "},     {"leftarrow", " ← "}, {"to", " → "},    {"mapsto", " ↦ "}, {"preceq", " ≼ "}, {"succeq", " ≽ "},
    {"approx", " ≈ "}, {"left", ""},         {"right", ""},    {"mathcal", ""},   {"mathbb", ""},    {"mathbf", ""},
    {"text", ""},      {"quad", " "},        {"partial", "∂"}, {"nabla", "∇"},    {"otimes", "⊗"}};

static const char *sign_of(const char *name, size_t length) {
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
    if (strlen(signs[i].name) == length && strncmp(signs[i].name, name, length) == 0) return signs[i].text;
  }
  return NULL;
}

/* ---- text in the making */

typedef struct text {
  char bytes[LONGEST];
  size_t length;
} text;

static void put(text *to, const char *bytes) {
  if (*bytes == ' ' && (to->length == 0 || to->bytes[to->length - 1] == ' ')) bytes++;
  const size_t length = strlen(bytes);
  if (to->length + length >= LONGEST) return;
  memcpy(to->bytes + to->length, bytes, length + 1);
  to->length += length;
}

static size_t characters(const char *bytes) {
  size_t count = 0;
  for (; *bytes != 0; bytes++) count += ((unsigned char)*bytes & 0xC0) != 0x80;
  return count;
}

/* A sum, a relation, a list, outside of brackets: it needs brackets beside another operation. */
static bool is_compound(const text *of) {
  int depth = 0;
  for (size_t i = 0; i < of->length; i++) {
    depth += of->bytes[i] == '(' ? 1 : of->bytes[i] == ')' ? -1 : 0;
    if (depth == 0 && i > 0 && strchr("+- <>=,", of->bytes[i]) != NULL) return true;
  }
  return false;
}

/* Does a letter, a digit or a bracket stand on this side? */
static bool ends_in_letter(const text *of) {
  static const char *const openings[] = {"⟨", "‖", "√", "⌊", "⌈", " "};
  if (of->length == 0) return false;
  for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++) {
    const size_t length = strlen(openings[i]);
    if (of->length >= length && strcmp(of->bytes + of->length - length, openings[i]) == 0) return false;
  }
  return strchr("([{|+-*/^_,.", of->bytes[of->length - 1]) == NULL;
}

static bool begins_with_letter(const char *from) {
  if (*from != '\\') return isalnum((unsigned char)*from);
  const char *known = sign_of(from + 1, strspn(from + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"));
  return known == NULL || (*known != 0 && *known != ' ' && strchr("{}|.", *known) == NULL && strcmp(known, "⟩") != 0 &&
                           strcmp(known, "‖") != 0 && strcmp(known, "±") != 0 && strcmp(known, "·") != 0);
}

/* Blanks beside signs, as in "t = 1", are left out of an index. */
static void tighten(text *of) {
  size_t kept = 0;
  for (size_t i = 0; i < of->length; i++) {
    const bool blank = of->bytes[i] == ' ' && i > 0 && i + 1 < of->length;
    if (blank && !(isalnum((unsigned char)of->bytes[i - 1]) && isalnum((unsigned char)of->bytes[i + 1]))) continue;
    of->bytes[kept++] = of->bytes[i];
  }
  of->bytes[kept] = 0;
  of->length = kept;
}

static void put_bracketed(text *to, const text *of, bool brackets) {
  if (brackets) put(to, "(");
  put(to, of->bytes);
  if (brackets) put(to, ")");
}

static void put_index(text *to, text *of, bool raised) {
  static const char *const digits[2][10] = {{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"},
                                            {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"}};
  const bool brackets = raised ? characters(of->bytes) > 1 : is_compound(of);
  tighten(of);
  if (of->length > 0 && strspn(of->bytes, "0123456789") == of->length) {
    for (size_t i = 0; i < of->length; i++) put(to, digits[raised][(size_t)(of->bytes[i] - '0') % 10]);
  } else if (raised && strcmp(of->bytes, "T") == 0) {
    put(to, "ᵀ");
  } else if (strcmp(of->bytes, "'") == 0) {
    put(to, "'");
  } else {
    put(to, raised ? "^" : "_");
    put_bracketed(to, of, brackets);
  }
}

/* ---- TeX */

static void read_until(const char **from, char end, text *to);

/* {...}, a command with its arguments, or one character. */
static void read_group(const char **from, text *to) {
  to->length = 0;
  to->bytes[0] = 0;
  *from += strspn(*from, " ");
  if (**from == '{') {
    ++*from;
    read_until(from, '}', to);
    return;
  }
  char one[LONGEST] = "";
  size_t length = 1;
  if (**from == '\\') {
    while (isalpha((unsigned char)(*from)[length])) length++;
    const bool takes = strncmp(*from, "\\frac", 5) == 0 || strncmp(*from, "\\sqrt", 5) == 0 ||
                       strncmp(*from, "\\math", 5) == 0 || strncmp(*from, "\\hat", 4) == 0 ||
                       strncmp(*from, "\\bar", 4) == 0;
    if (takes && (*from)[length] == '{') length += strcspn(*from + length, "}") + 1;
  }
  if (**from == 0 || length >= sizeof one) return;
  memcpy(one, *from, length);
  *from += length;
  const char *rest = one;
  read_until(&rest, 0, to);
}

static void read_command(const char **from, text *to) {
  text first, second;
  const char *name = *from + 1;
  size_t length = 0;
  while (isalpha((unsigned char)name[length])) length++;
  if (length == 0) { /* \, and the like */
    *from += name[0] == 0 ? 1 : 2;
    put(to, strchr(",;: ", name[0]) != NULL ? " " : (char[]){name[0], 0});
    return;
  }
  *from = name + length;
  const char *known = sign_of(name, length);
  if (known != NULL) {
    put(to, known);
    *from += strspn(*from, " ");
  } else if (strncmp(name, "frac", length) == 0) {
    read_group(from, &first);
    read_group(from, &second);
    put_bracketed(to, &first, is_compound(&first));
    put(to, "/");
    put_bracketed(to, &second, characters(second.bytes) > 1 && strspn(second.bytes, "0123456789") != second.length);
    if (begins_with_letter(*from)) put(to, " ");
  } else if (strncmp(name, "sqrt", length) == 0) {
    read_group(from, &first);
    put(to, "√");
    put_bracketed(to, &first, characters(first.bytes) > 1);
  } else if (strncmp(name, "binom", length) == 0) {
    read_group(from, &first);
    read_group(from, &second);
    put(to, "C(");
    put(to, first.bytes);
    put(to, ", ");
    put(to, second.bytes);
    put(to, ")");
  } else if (strncmp(name, "hat", length) == 0 || strncmp(name, "bar", length) == 0) {
    read_group(from, &first);
    put(to, first.bytes);
    put(to, *name == 'h' ? "\u0302" : "\u0304");
  } else { /* ln, max, sinh: words apart from letters on both sides */
    (void)snprintf(first.bytes, sizeof first.bytes, "%.*s", (int)length, name);
    if (strncmp(name, "mathrm", length) == 0) read_group(from, &first);
    const bool word = strlen(first.bytes) > 1;
    if (word && ends_in_letter(to)) put(to, " ");
    put(to, first.bytes);
    *from += strspn(*from, " ");
    if (word && begins_with_letter(*from)) put(to, " ");
  }
}

/* Up to `end` and behind it, or to the end of the text. */
static void read_until(const char **from, char end, text *to) {
  text index;
  to->length = 0;
  to->bytes[0] = 0;
  while (**from != 0 && **from != end) {
    const char c = **from;
    if (c == '\\') {
      read_command(from, to);
    } else if (c == '{') {
      read_group(from, &index);
      put(to, index.bytes);
    } else if (c == '^' || c == '_') {
      ++*from;
      read_group(from, &index);
      put_index(to, &index, c == '^');
    } else {
      put(to, c == '=' ? " = " : (char[]){c, 0});
      ++*from;
    }
  }
  if (**from == end && end != 0) ++*from;
}

void formula_text(FILE *file, const char *formula) {
  text told;
  while (*formula != 0) {
    const size_t words = strcspn(formula, "$");
    (void)fwrite(formula, 1, words, file);
    formula += words;
    if (*formula != '$') continue;
    formula++;
    read_until(&formula, '$', &told);
    (void)fputs(told.bytes, file);
  }
}
