/* From online to batch: the trials of a run are a sample of m examples, and further trials of the problem test what was learned from them.
 * New learners on copies of the examples measure it, so that the run is not disturbed:
 *
 *   average_error   (1/m) sum over t = 1..m of err(h_{t-1}), h_{t-1} the state before trial t, on the test sample
 *   compression     one pass over the sample sorted by instance_compare keeps the examples at which the learner updated; the
 *                   hypothesis h(x) is the prediction of the state reached after the kept examples that come before x,
 *                   and a kept example has its own label (Littlestone & Warmuth 1986). It errs nowhere on its sample, unless
 *                   that gives one instance two labels
 *   final state     of the pass over the sorted sample; it may err on the sample
 *   cycling         over the sample in its own order until a pass without update; NaN if there is none within m + 1000 updates */
#pragma once

#include "bounds/batch/batch_totals.h"
#include "problems/problem.h"
#include "spectral/instance/instance_store.h"

/* Copies of labelled instances. */
typedef struct sample {
  instance_store instances;
  double *label;
} sample;

status sample_new(const problem_facts *facts, size_t capacity, sample *out);
void sample_free(sample *examples); /* safe on a zeroed one */
status sample_add(sample *examples, const instance *x, double label);
/* Takes the next `count` trials of a problem that ignores learner and prediction. STATUS_FAILED if it ends before. */
status sample_draw(problem *source, size_t count, sample *out);

/* How the run made its learner. */
typedef struct batch_learner {
  const learner_class *class;
  const learner_setting *setting;
  const options *options;
} batch_learner;

/* Both samples have at least one example. STATUS_FAILED if the learner is not a function of the examples at which it
 * updated. */
status online_to_batch(const batch_learner *maker, const sample *examples, const sample *test, batch_totals *out);
