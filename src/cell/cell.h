/* One cell: a learner meets a problem for one seed. Its result is a pure function of its description.
 *
 * The record of a cell is a JSON object whose numbers are texts (number_text, so that nan and inf survive):
 *   "cell", "status" ("done" or "failed"), "reason" (failed),
 *   "trials", "mistakes", "loss", "comparator", "comparator_loss", "comparator_loss_high", "regret", "regret_low", "updates", "stream",
 *   "measure" (real labels only): "regret", or "loss" without a comparator: what is summed up of a learner without a bound,
 *   "rows": [{"bound","status","direction","level","measure","measured","value","used","verdict","premise","trial","premise_value",
 *             "confidence","tolerance","error","trivial", and of level mean "spread","least","most"}],
 *   "curves": "t mistakes loss regret potential;..." (JSON writes tabs and line ends with two letters each), "observations": "t\tquantity\tindex\tvalue\n...",
 *   "ordering": "place\titem\tname\tscore\tplanted\trating\n..." and "embedding": "kernel\titem\tclass\tx\ty\n..." (only where they are
 *   observed),
 *   "bound_curves": [{"bound", "t": [numbers], "value": [texts]}]   (only bounds whose value changed),
 *   "seconds", "memory" (KiB): of this run of the cell, for timing.tsv only */
#pragma once

#include "cell/cell_key.h"

/* *out = the record of the cell, run now. A failure of the cell is a record with status "failed", not a failure of this function. */
status cell_run(const cell_settings *settings, const cell_address *address, const char *name, cJSON **out);
