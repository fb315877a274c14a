/* Bounds whose value the scenario writes: claims that can be made to hold or to break at will. Each counts mistakes. */
#include <math.h>

#include "bounds/bound.h"

typedef struct control {
  double value, confidence;
} control;

static const parameter parameters[] = {
    OPTION_NUMBER(control, value, REQUIRED, -1e9, 1e9, "what is claimed"),
    OPTION_NUMBER(control, confidence, "0.9", 0, 1, "share of the seeds in which it holds, for control_probability"),
};

static double current(void *self) {
  return ((const control *)self)->value;
}

static status finish(void *self, const cell_totals *totals, bound_row_list *rows) {
  const control *made = self;
  bound_row *row = bound_row_add(rows, NULL);
  row->measured = (double)totals->mistakes;
  row->value = made->value;
  row->trivial = row->direction == BOUND_UPPER ? (double)totals->trials : 0.0;
  if (row->level == LEVEL_PROBABILITY) row->confidence = made->confidence;
  if (row->level == LEVEL_MEAN) row->spread = 0.5 * sqrt((double)totals->trials); /* of coins */
  return STATUS_OK;
}

static const bound_methods methods = {.size = sizeof(control), .current = current, .finish = finish};

#define MEMBERS(kind, standing, way, reach)                                                                      \
  .about.name = "control_" #kind, .about.title = "control", .about.citation = "none",                            \
  .about.help = "a claim made in the scenario", .about.result_version = 1, .status = standing, .direction = way, \
  .level = reach, .measure = "mistakes", .about.parameters = parameters,                                         \
  .about.parameter_count = sizeof parameters / sizeof parameters[0], .methods = &methods

const bound_class bound_control_upper = {MEMBERS(upper, BOUND_PROVED, BOUND_UPPER, LEVEL_CELL)};
const bound_class bound_control_lower = {MEMBERS(lower, BOUND_PROVED, BOUND_LOWER, LEVEL_CELL)};
const bound_class bound_control_claimed = {MEMBERS(claimed, BOUND_CLAIMED, BOUND_UPPER, LEVEL_CELL)};
const bound_class bound_control_reported = {MEMBERS(reported, BOUND_REPORTED, BOUND_UPPER, LEVEL_CELL)};
const bound_class bound_control_mean = {MEMBERS(mean, BOUND_PROVED, BOUND_UPPER, LEVEL_MEAN)};
const bound_class bound_control_mean_claimed = {MEMBERS(mean_claimed, BOUND_CLAIMED, BOUND_UPPER, LEVEL_MEAN)};
const bound_class bound_control_probability = {MEMBERS(probability, BOUND_PROVED, BOUND_UPPER, LEVEL_PROBABILITY)};
