/* Bounds whose value the scenario writes: claims that can be made to hold or to break at will. Each counts mistakes. */
#include <stdlib.h>

#include "base/memory.h"
#include "bounds/bound.h"

typedef struct control {
  const bound_class *class;
  double value, confidence;
} control;

extern const bound_class bound_control_upper, bound_control_lower, bound_control_claimed, bound_control_reported,
    bound_control_mean, bound_control_mean_claimed, bound_control_probability;

static const parameter parameters[] = {
    {.name = "value", .type = PARAMETER_NUMBER, .value = NULL, .low = -1e9, .high = 1e9, .meaning = "what is claimed"},
    {.name = "confidence",
     .type = PARAMETER_NUMBER,
     .value = "0.9",
     .low = 0,
     .high = 1,
     .meaning = "share of the seeds in which it holds, for control_probability"},
};

static bool applies(const bound_context *context) {
  (void)context;
  return true;
}

static status create(const bound_class *class, const options *options, void **out) {
  control *made = NULL;
  TRY(NEW_ARRAY(1, made));
  *made = (control){
      .class = class, .value = option_number(options, "value"), .confidence = option_number(options, "confidence")};
  *out = made;
  return STATUS_OK;
}

static void destroy(void *self) {
  free(self);
}

static double current(void *self) {
  return ((const control *)self)->value;
}

static status finish(void *self, const cell_totals *totals, bound_row *rows, size_t *count) {
  const control *made = self;
  rows[0] = bound_row_of(made->class, NULL);
  rows[0].measured = (double)totals->mistakes;
  rows[0].value = made->value;
  rows[0].trivial = made->class->direction == BOUND_UPPER ? (double)totals->trials : 0.0;
  if (made->class->level == LEVEL_PROBABILITY) rows[0].confidence = made->confidence;
  *count = 1;
  return STATUS_OK;
}

#define CREATE(name)                                                                              \
  static status create_##name(const bound_context *context, const options *options, void **out) { \
    (void)context;                                                                                \
    return create(&bound_control_##name, options, out);                                           \
  }
CREATE(upper)
CREATE(lower)
CREATE(claimed)
CREATE(reported)
CREATE(mean)
CREATE(mean_claimed)
CREATE(probability)

#define MEMBERS(kind, standing, way, reach)                                                                       \
  .about.name = "control_" #kind, .about.title = "control", .about.citation = "none",                             \
  .about.help = "a claim made in the scenario", .about.result_version = 1, .status = standing, .direction = way,  \
  .level = reach, .measure = "mistakes", .about.parameters = parameters,                                          \
  .about.parameter_count = sizeof parameters / sizeof parameters[0], .applies = applies, .create = create_##kind, \
  .destroy = destroy, .current = current, .finish = finish

const bound_class bound_control_upper = {MEMBERS(upper, BOUND_PROVED, BOUND_UPPER, LEVEL_CELL)};
const bound_class bound_control_lower = {MEMBERS(lower, BOUND_PROVED, BOUND_LOWER, LEVEL_CELL)};
const bound_class bound_control_claimed = {MEMBERS(claimed, BOUND_CLAIMED, BOUND_UPPER, LEVEL_CELL)};
const bound_class bound_control_reported = {MEMBERS(reported, BOUND_REPORTED, BOUND_UPPER, LEVEL_CELL)};
const bound_class bound_control_mean = {MEMBERS(mean, BOUND_PROVED, BOUND_UPPER, LEVEL_MEAN)};
const bound_class bound_control_mean_claimed = {MEMBERS(mean_claimed, BOUND_CLAIMED, BOUND_UPPER, LEVEL_MEAN)};
const bound_class bound_control_probability = {MEMBERS(probability, BOUND_PROVED, BOUND_UPPER, LEVEL_PROBABILITY)};
