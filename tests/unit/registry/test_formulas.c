/* Every member says its formula, in the form that learner.h asks for: what the reference and the site show. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

#include "bounds/bound.h"
#include "learners/learner.h"
#include "problems/problem.h"

/* NULL, or what is wrong with it. */
static const char *fault(const char *text, bool needs_mathematics) {
  if (text == NULL || *text == '\0') return "it is missing";
  bool inside = false, seen = false;
  int depth = 0;
  for (const char *at = text; *at != '\0'; at++) {
    if ((unsigned char)*at < ' ' || (unsigned char)*at > '~') return "a character that is not printable ASCII";
    if (*at == '$') {
      if (depth != 0) return "a brace is open at the end of the mathematics";
      if (inside && at[-1] == '$') return "empty mathematics";
      inside = !inside;
      seen = true;
    } else if (*at == '\\' && (!inside || !isalpha((unsigned char)at[1]))) {
      return "a backslash before something else than a word, or outside mathematics";
    } else if (inside && (*at == '{' || *at == '}')) {
      depth += *at == '{' ? 1 : -1;
      if (depth < 0) return "a closing brace too many";
    } else if (strchr("<>*`#", *at) != NULL) {
      return "a sign that Markdown takes for its own";
    }
  }
  if (inside) return "a dollar sign is missing";
  return needs_mathematics && !seen ? "it has no mathematics" : NULL;
}

static void check(const char *kind, const char *name, const char *what, const char *text, bool needs_mathematics) {
  const char *found = fault(text, needs_mathematics);
  cr_expect_null(found, "%s.%s: %s: %s", kind, name, what, found);
}

Test(formulas, every_member_has_one) {
  for (size_t i = 0; i < registry_learner_count; i++) {
    check("learner", registry_learners[i]->about.name, "formula", registry_learners[i]->about.formula, true);
  }
  for (size_t i = 0; i < registry_problem_count; i++) {
    check("problem", registry_problems[i]->about.name, "formula", registry_problems[i]->about.formula, true);
    if (registry_problems[i]->opponent != NULL)
      check("problem", registry_problems[i]->about.name, "opponent", registry_problems[i]->opponent, false);
  }
  for (size_t i = 0; i < registry_bound_count; i++) {
    check("bound", registry_bounds[i]->about.name, "formula", registry_bounds[i]->about.formula, true);
    check("bound", registry_bounds[i]->about.name, "premises", registry_bounds[i]->premises, false);
  }
}

/* What a bound speaks of exists. */
Test(formulas, families_of_bounds) {
  for (size_t i = 0; i < registry_bound_count; i++) {
    const bound_class *class = registry_bounds[i];
    bool player = class->learner_family == NULL, source = class->problem_family == NULL;
    for (size_t k = 0; k < registry_learner_count; k++) {
      player = player || strcmp(registry_learners[k]->about.family, class->learner_family) == 0;
    }
    for (size_t k = 0; k < registry_problem_count; k++) {
      source = source || strcmp(registry_problems[k]->about.family, class->problem_family) == 0;
    }
    cr_expect(player, "%s: no learner of the family %s", class->about.name, class->learner_family);
    cr_expect(source, "%s: no problem of the family %s", class->about.name, class->problem_family);
  }
}

/* Learners and problems of other families are not even looked at: none was made. */
Test(formulas, bounds_keep_to_their_families) {
  size_t kept = 0;
  for (size_t i = 0; i < registry_bound_count; i++) {
    const bound_class *class = registry_bounds[i];
    const char *learners = class->learner_family, *problems = class->problem_family;
    const bound_context nothing = {.trials = 1};
    if (learners != NULL || problems != NULL) cr_expect_not(bound_applies(class, &nothing), "%s", class->about.name);
    for (size_t k = 0; learners != NULL && k < registry_learner_count; k++) {
      const learner other = {registry_learners[k], NULL};
      const bound_context context = {.learner = &other, .trials = 1};
      if (strcmp(other.class->about.family, learners) == 0) continue;
      cr_expect_not(bound_applies(class, &context), "%s speaks of %s", class->about.name, other.class->about.name);
      kept++;
    }
    for (size_t k = 0; problems != NULL && k < registry_problem_count; k++) {
      const problem other = {.class = registry_problems[k]};
      const bound_context context = {.problem = &other, .trials = 1};
      if (strcmp(other.class->about.family, problems) == 0) continue;
      cr_expect_not(bound_applies(class, &context), "%s speaks of %s", class->about.name, other.class->about.name);
      kept++;
    }
  }
  cr_expect_gt(kept, 1000);
}

Test(formulas, faults_are_found) {
  static const char *const wrong[] = {"",        "no mathematics", "$x",    "$x$ $", "$\\frac{1}{2$",   "$x}$",
                                      "$a\\,b$", "\\theta",        "$x<y$", "$$",    "caf\xc3\xa9 $x$", "$x$\n$y$"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    cr_expect_not_null(fault(wrong[i], true), "'%s' was taken", wrong[i]);
  }
  cr_expect_not_null(fault(NULL, false));
  cr_expect_null(fault("predicts $\\frac12x_{ij}$, else $-1$", true));
  cr_expect_null(fault("none", false));
}
