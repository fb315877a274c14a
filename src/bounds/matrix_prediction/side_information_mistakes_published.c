/* The published mistake bound of completion with side information, 3.6 (D/gamma^2) ln n for D = tr U (Herbster, Pasteris & Tse 2020; quoted from
 * memory): reported, drawn beside the one that is proved here, never judged. */
#include <math.h>

#include "base/fixed_math.h"
#include "bounds/bound.h"

typedef struct published {
  double gamma, largest_trace;
  double value;
} published;

/* Of the family, completion alone has them. */
static const ask asks[] = {ASK_OR(published, gamma, NAN), ASK_OR(published, largest_trace, NAN)};

static bool applies(const void *self, const bound_context *context) {
  return bound_of_signs(self, context) && !isnan(((const published *)self)->largest_trace);
}

static status init(void *data, const bound_context *context) {
  published *self = data;
  const double n = (double)context->problem->facts.n;
  const double trace = context->comparator == NULL ? NAN : comparator_trace(context->comparator);
  self->value = 3.6 * trace / (self->gamma * self->gamma) * fixed_log(n);
  return STATUS_OK;
}

static double current(void *data) {
  return ((const published *)data)->value;
}

static status finish(void *data, const cell_totals *totals, bound_row_list *rows) {
  bound_row *row = bound_row_add(rows, NULL);
  row->measured = (double)totals->mistakes;
  row->value = current(data);
  return STATUS_OK;
}

const bound_class bound_side_information_mistakes_published = {
    .about = {.name = "side_information_mistakes_published",
              .short_name = "published",
              .title = "3.6 (D/gamma^2) ln n",
              .citation = "Herbster, Pasteris & Tse 2020, quoted from memory",
              .help = "the published mistake bound of completion with side information",
              .formula = "$M\\le3.6\\frac{\\mathrm{tr}U}{\\gamma^2}\\ln n$",
              .result_version = 1},
    .premises = "not judged",
    .learner_family = "winnow",
    .status = BOUND_REPORTED,
    .direction = BOUND_UPPER,
    .level = LEVEL_CELL,
    .measure = "mistakes",
    .applies = applies,
    .methods =
        &(const bound_methods){
            .size = sizeof(published), FIELDS(asks, asks), .init = init, .current = current, .finish = finish},
};
