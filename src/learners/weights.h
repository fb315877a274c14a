/* The weights W = f(H) of a learner as a spectral parameter: its options, its row in the saved state. */
#pragma once

#include "learners/learner.h"
#include "registry/field.h"
#include "registry/member.h"

/* Order n, a representation as chosen by the option of WEIGHTS_CHOICE, WEIGHTS_ALWAYS_DIAGONAL or WEIGHTS_FORM (then weights_of_form), and room for
 * the factors that the trials may bring; the start is 0. */
spectral_options weights_wanted(const learner_setting *setting, spectral_representation representation,
                                spectral_link link);
/* *w = spectral_new, owned by the learner `self` (registry/member.h). */
status weights_new(void *self, const spectral_options *wanted, spectral **w);
/* At most this many factors are added to an argument of that order. */
size_t weights_capacity(const learner_setting *setting, size_t order);
/* spectral_check; messages begin with "WHO: ". */
status weights_check(const char *who, const spectral_options *wanted);

/* spectral_save and spectral_load as functions of a FIELD_PART. */
status weights_save(void *w, cJSON *state);
status weights_load(void *w, const cJSON *state);

/* `parameter` of learner_methods, for a learner whose first member is its spectral *w. */
spectral *weights_parameter(void *self);
/* Does not compile for a learner whose first member is another one. */
#define WEIGHTS_FIRST(type_, member) \
  _Static_assert(offsetof(type_, member) == 0, "weights_parameter reads the first member")

/* For `instances` of learner_class: symmetric matrices, of all kinds but distances. */
#define WEIGHTS_INSTANCES \
  (1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX)

/* A row of a state table: the member "parameter". */
#define WEIGHTS_STATE(type_, member) \
  { FIELD_NAMED("parameter", type_, member, FIELD_PART), .save = weights_save, .load = weights_load }

/* Rows of parameter tables, bound to a member `representation` of type spectral_representation. For vectors, auto is diagonal. */
#define WEIGHTS_CHOICE(type, text) OPTION_CHOICE(type, representation, "auto", "auto diagonal dense low_rank", text)
#define WEIGHTS_ALWAYS_DIAGONAL(type, others) \
  OPTION_CHOICE(type, representation, "diagonal", "diagonal", "always the diagonal one; " others " offers the others")
/* For dyads, without "diagonal"; bound to a member `form`. */
#define WEIGHTS_FORM(type, text) OPTION_CHOICE_AS("representation", type, form, "auto", "auto dense low_rank", text)
typedef enum weights_form { FORM_AUTO, FORM_DENSE, FORM_LOW_RANK } weights_form;
spectral_representation weights_of_form(weights_form form);
