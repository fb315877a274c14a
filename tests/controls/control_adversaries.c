/* Adversaries that do not keep what lower bounds say of them: with fault "agrees" each tells the label that it would give to the opposite
 * prediction, and with "boasts" it claims ten times what it forces. Everything else is the library's adversary's. */
#include <string.h>

#include "base/memory.h"
#include "faulty.h"
#include "problems/problem.h"
#include "registry/member.h"

/* In the order of the choices of `fault`. */
typedef enum fault { NO_FAULT, AGREES, BOASTS } fault;

typedef struct control {
  problem real;
  options *values;
  const cJSON *with;
  fault fault;
} control;

static const parameter parameters[] = {
    OPTION_STRUCTURE(control, with, REQUIRED, "options of the library's adversary"),
    OPTION_CHOICE(control, fault, "none", "none agrees boasts",
                  "agrees: with the learner; boasts: of ten times what it forces"),
};

extern const problem_class problem_forced_mistakes, problem_block_adversary, problem_matrix_block_adversary,
    problem_hadamard_adversary, problem_gambling_lower, problem_filtering_lower, problem_max_cut_lower,
    problem_median_adversary, problem_random_pairs_adversary, problem_product_hadamard, problem_sorting_adversary,
    problem_tree_adversary;

static status read_options(const control *made, const problem_setting *setting, options **out) {
  const problem_class *real = setting->class->variant;
  return options_new(&real->about, made->with, out);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  CLEANUP(options_free_at) options *values = NULL;
  TRY(read_options(self, setting, &values));
  return problem_ask_facts(setting->class->variant, setting, values, out);
}

static status init(void *self, const problem_setting *setting) {
  control *made = self;
  TRY(read_options(made, setting, &made->values));
  TRY(OWN(self, made->values, options_free));
  TRY(problem_new(setting->class->variant, setting, made->values, &made->real));
  return OWN(self, &made->real, problem_destroy);
}

static status next(void *self, const learner *player, instance *x) {
  return problem_next(&((control *)self)->real, player, x);
}

static status reveal(void *self, const prediction *predicted, double *label) {
  control *made = self;
  prediction opposite = *predicted;
  if (made->fault == AGREES) opposite.value = -predicted->value;
  return problem_reveal(&made->real, &opposite, label);
}

static comparator *best(void *self) {
  return problem_comparator(&((control *)self)->real);
}

static bool constant(const void *self, const char *name, double *value) {
  const control *made = self;
  if (!problem_constant(&made->real, name, value)) return false;
  if (made->fault == BOASTS && (strcmp(name, "lower_bound") == 0 || strcmp(name, "exact_regret") == 0)) *value *= 10.0;
  return true;
}

static const problem_methods methods = {
    .size = sizeof(control),
    .facts = facts,
    .init = init,
    .next = next,
    .reveal = reveal,
    .comparator = best,
    .constant = constant,
};

#define ADVERSARY(its_name)                                                                                      \
  .about = CONTROL_ABOUT("control_" its_name, "an adversary that does not keep its word", its_name, parameters), \
  .methods = &methods

const problem_class problem_control_forced_mistakes = {ADVERSARY("forced_mistakes"),
                                                       .variant = &problem_forced_mistakes};
const problem_class problem_control_block_adversary = {ADVERSARY("block_adversary"),
                                                       .variant = &problem_block_adversary};
const problem_class problem_control_matrix_block_adversary = {ADVERSARY("matrix_block_adversary"),
                                                              .variant = &problem_matrix_block_adversary};
const problem_class problem_control_hadamard_adversary = {ADVERSARY("hadamard_adversary"),
                                                          .variant = &problem_hadamard_adversary};
const problem_class problem_control_product_hadamard = {ADVERSARY("product_hadamard"),
                                                        .variant = &problem_product_hadamard};
const problem_class problem_control_gambling_lower = {ADVERSARY("gambling_lower"), .variant = &problem_gambling_lower};
const problem_class problem_control_filtering_lower = {ADVERSARY("filtering_lower"),
                                                       .variant = &problem_filtering_lower};
const problem_class problem_control_median_adversary = {ADVERSARY("median_adversary"),
                                                        .variant = &problem_median_adversary};
const problem_class problem_control_random_pairs_adversary = {ADVERSARY("random_pairs_adversary"),
                                                              .variant = &problem_random_pairs_adversary};
const problem_class problem_control_sorting_adversary = {ADVERSARY("sorting_adversary"),
                                                         .variant = &problem_sorting_adversary};
const problem_class problem_control_tree_adversary = {ADVERSARY("tree_adversary"), .variant = &problem_tree_adversary};
const problem_class problem_control_max_cut_lower = {ADVERSARY("max_cut_lower"), .variant = &problem_max_cut_lower};
