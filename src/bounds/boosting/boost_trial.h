/* What the bounds on boosting take from a trial: the violation r of the constraint C = X - y I, the ends of its spectrum, ln rho(r). They
 * are computed here from the instance, apart from the learner's own numbers. The theorems speak of every trial with r > 0: where C has no
 * negative eigenvalue the learner takes no step, and that breaks their premise. */
#pragma once

#include "bounds/failed_premise.h"
#include "spectral/instance/instance_square.h"

typedef struct boost_trial {
  double given_low, given_high; /* the learner's options, or NaN */
  live_constant log_dual;
  learner learner;
  instance_square *ends;
  bool diagonal;
  double start_error; /* of the trace at the beginning */
  /* of the trial that began last */
  bool violated;         /* r > 0, beyond rounding */
  double r, low, high;   /* low, high: those of the formula */
  double log_rho;        /* 0 unless violated and C has a negative eigenvalue: a step is due */
  double before, after;  /* the learner's ln dual */
  double trace_error;    /* of ln Z */
  failed_premise failed; /* at a violated trial */
} boost_trial;

bool boost_trial_applies(const void *self, const bound_context *context);
/* For a state that begins with *trial. */
status boost_trial_begin(const bound_context *context, boost_trial *trial);
/* For before and watch of a bound. */
status boost_trial_before(boost_trial *trial, const trial_event *event);
status boost_trial_watch(boost_trial *trial);
void boost_trial_premise(const boost_trial *trial, bound_row *row);
