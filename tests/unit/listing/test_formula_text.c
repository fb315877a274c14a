/* TeX of descriptors as text. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory_stream.h"
#include "bounds/bound.h"
#include "learners/learner.h"
#include "listing/formula_text.h"
#include "problems/problem.h"

static char *told(const char *formula) {
  char *text = NULL;
  size_t length = 0;
  FILE *file = memory_stream(&text, &length);
  formula_text(file, formula);
  cr_assert_eq(fclose(file), 0);
  return text;
}

Test(formula_text, signs_fractions_and_indices) {
  static const char *const cases[][2] = {
      {"no formula", "no formula"},
      {"$\\eta\\le1$", "η ≤ 1"},
      {"$\\frac rn$, $\\frac12$, $\\frac{a+b}c$, $\\frac{a}{bc}$, $\\frac1{10}$", "r/n, 1/2, (a+b)/c, a/(bc), 1/10"},
      {"$\\frac{g(a+b)}c$", "g(a+b)/c"},       /* the sum has brackets already */
      {"$\\frac{\\rho^2}2\\Delta$", "ρ²/2 Δ"}, /* not rho^2/(2 Delta) */
      {"$e^{-\\eta}$, $x^2$, $V^T$, $w_{10}$, $w_i$, $P_{j+1}$, $x_i'$", "e^(-η), x², Vᵀ, w₁₀, w_i, P_(j+1), x_i'"},
      {"$\\sum_{t=1}^m y_t$, $\\sum_{s\\le t}x$", "Σ_(t=1)^m y_t, Σ_(s≤t)x"},
      {"$\\sqrt{\\beta T}$, $\\sqrt2$, $\\sqrt{2}$", "√(βT), √2, √2"},
      {"$r\\ln\\frac nr$, $\\ln(n/r)$, $\\max\\left(0,x\\right)$", "r ln n/r, ln(n/r), max(0,x)"},
      {"$\\mathrm{tr}P$, $\\mathrm{tr}(WX)$, $U\\mathrm{diag}(a)$", "tr P, tr(WX), U diag(a)"},
      {"$\\langle w,x\\rangle\\ge\\theta$, $2\\langle\\sinh H,X\\rangle$", "⟨w,x⟩ ≥ θ, 2⟨sinh H,X⟩"},
      {"$\\hat y=\\mathcal{H}$, $\\binom nk$, $\\lfloor x\\rfloor$", "y\u0302 = H, C(n, k), ⌊x⌋"},
      {"$\\nosuch x$, $x", "nosuch x, x"}, /* unknown, and without an end */
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char *text = told(cases[i][0]);
    cr_expect_str_eq(text, cases[i][1], "%s: expected %s, got %s", cases[i][0], cases[i][1], text);
    free(text);
  }
}

Test(formula_text, a_long_formula_is_cut) {
  char long_formula[6003] = "$";
  memset(long_formula + 1, 'x', 6000);
  long_formula[6001] = '$';
  char *text = told(long_formula);
  cr_expect_lt(strlen(text), 2048);
  free(text);
}

/* Every formula and premise of the registry has become text. */
static size_t without_tex(const descriptor *about, const char *formula) {
  if (formula == NULL) return 0;
  char *text = told(formula);
  cr_expect(strpbrk(text, "\\$") == NULL, "%s: %s", about->name, text);
  cr_expect(strstr(text, "math") == NULL && strstr(text, "frac") == NULL, "%s: %s", about->name, text);
  free(text);
  return 1;
}

Test(formula_text, nothing_of_tex_is_left) {
  size_t checked = 0;
  for (size_t i = 0; i < registry_learner_count; i++) {
    checked += without_tex(&registry_learners[i]->about, registry_learners[i]->about.formula);
  }
  for (size_t i = 0; i < registry_problem_count; i++) {
    checked += without_tex(&registry_problems[i]->about, registry_problems[i]->about.formula);
  }
  for (size_t i = 0; i < registry_bound_count; i++) {
    checked += without_tex(&registry_bounds[i]->about, registry_bounds[i]->about.formula);
    checked += without_tex(&registry_bounds[i]->about, registry_bounds[i]->premises);
  }
  cr_assert_gt(checked, 100);
}
