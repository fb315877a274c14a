/* One evaluation of an attack: a learner plays a problem or an edited sequence, and one bound is judged. */
#pragma once

#include "attack/edits.h"
#include "cell/cell.h"

/* What all candidates share. */
typedef struct attack_target {
  const cell_settings *settings; /* of the scenario's plan; results is the scratch folder */
  const char *row;               /* the row that is attacked: a bound, or "<bound>.<invariant>" */
  char bound[BOUND_NAME];        /* the bound of it */
  const char *premises;          /* of the bound, as its class states them; NULL: it states none */
  size_t noise;                  /* trials of an edited sequence that may contradict the comparator; 0: as below */
} attack_target;

typedef struct attack_candidate {
  cJSON *point; /* owned: a grid point with one learner and the one bound */
  uint64_t seed;
  const char *file; /* sequence that is edited; NULL: the point's own problem plays. Not owned */
  size_t room;
  attack_edit edit;
  bool record; /* the point's own problem plays and its sequence is left in the scratch file */
} attack_candidate;

typedef struct attack_result {
  bool judged;   /* premises met, comparator known, numbers finite */
  bool violated; /* a proved row of the bound, with the theorem's premises met */
  bool refuted;  /* a claimed one */
  bool lower;    /* the row bounds from below: small `used` is what an attack looks for */
  /* judged trial by trial or cell by cell; otherwise in the mean or in probability, and never broken here */
  bool plain;
  double measured, value, used;
  double worth; /* used, of lower bounds -used; -inf when not judged: what is made larger */
  size_t trials;
  attack_noise noise; /* of the edited sequence; the point's own problem: amount NaN */
  char verdict[24], measure[40];
} attack_result;

/* *out = a copy of the point of the scenario's plan, with the learner and the bound of these places only. */
status attack_point(const cJSON *point, size_t place_of_learner, size_t place_of_bound, cJSON **out);
/* A plan of the one point; the point is copied. */
status attack_plan_of(const plan *scenario, const cJSON *point, plan *out);

/* In a worker: *record = what attack_result_read reads. An edited sequence that is outside of the problem's facts is not judged: of bounds that
 * trust them (bound_class.trusts_facts) its trials may contradict the comparator no more often, and by no more in all, than those of the
 * candidate's file, and length 1 stays. With target->noise that many may, by any amount, whatever the bound. The sequence of an edit or with `record` is left as the
 * file `scratch`. */
status attack_evaluate(const attack_target *target, const attack_candidate *candidate, const char *scratch,
                       char **record);
/* text: NULL for an evaluation whose worker was lost. */
void attack_result_read(const char *text, attack_result *out);
bool attack_better(const attack_result *a, const attack_result *b); /* broken before not broken, then worth */

void attack_candidate_free(attack_candidate *candidate);
