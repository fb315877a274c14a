/* The weights W = f(H) of a learner as a spectral parameter: its options, its row in the saved state. */
#pragma once

#include "learners/learner.h"

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

/* The first density, as a scenario writes it: a list of n numbers > 0, the diagonal of W_1, or n lists of n numbers, a symmetric positive
 * definite W_1. It is not normalised, though theorems require trace 1. Absent: I/n. */
typedef struct density_start {
  size_t n;
  double *logarithms; /* of the eigenvalues; NULL: I/n */
  double *vectors;    /* rows; NULL: W_1 is diagonal */
  double trace;
  double least; /* eigenvalue */
} density_start;

/* list: as above; NULL: absent. STATUS_INVALID "WHO: ..." for other shapes and for a W_1 that is not positive definite. After a failure, too, there
 * is something to free. */
status density_start_read(const char *who, const cJSON *list, size_t n, const eigen_backend *eigen, density_start *out);
void density_start_free(density_start *start);
/* H += ln W_1 for a parameter that starts at 0, or that starts at -ln n if W_1 = I/n. */
status density_start_set(const density_start *start, spectral *w);
/* A start needs the whole of H: dense, or updated for distances, unless both instances and start are diagonal. */
spectral_representation density_start_form(const cJSON *start, spectral_representation chosen,
                                           const learner_setting *setting);
/* Is it one, and diagonal if the parameter is? */
status density_start_check(const char *who, const cJSON *list, const spectral_options *wanted);

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

/* Rows of parameter tables, bound to a member `start`. */
#define WEIGHTS_START(type, text) OPTION_STRUCTURE(type, start, ABSENT, text)

/* Rows of parameter tables, bound to a member `representation` of type spectral_representation. For vectors, auto is diagonal. */
#define WEIGHTS_CHOICE(type, text) OPTION_CHOICE(type, representation, "auto", "auto diagonal dense low_rank", text)
#define WEIGHTS_ALWAYS_DIAGONAL(type, others) \
  OPTION_CHOICE(type, representation, "diagonal", "diagonal", "always the diagonal one; " others " offers the others")
/* For dyads, without "diagonal"; bound to a member `form`. */
#define WEIGHTS_FORM(type, text) OPTION_CHOICE_AS("representation", type, form, "auto", "auto dense low_rank", text)
typedef enum weights_form { FORM_AUTO, FORM_DENSE, FORM_LOW_RANK } weights_form;
spectral_representation weights_of_form(weights_form form);
