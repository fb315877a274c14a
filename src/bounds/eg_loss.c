/* Exponentiated gradient on squares (exponentiated_loss.h). */
#include <string.h>

#include "bounds/exponentiated_loss.h"

static bool applies(const bound_context *context) {
  return strcmp(context->learner->class->family, "exponentiated_gradient") == 0 &&
         context->problem->facts.labels == LABEL_REAL;
}

static status create(const bound_context *context, const options *options, void **out);

const bound_class bound_eg_loss = {
    .name = "eg_loss",
    .title = "(1 + c/2) L_U + Delta/eta",
    .citation = "Kivinen & Warmuth 1997; Schapire 2018, COS 511 lecture 17",
    .help = "loss of exponentiated gradient on squares, by that of any weights (eg_pm: of any |u|_1 <= radius)",
    .result_version = 2,
    .status = BOUND_PROVED,
    .direction = BOUND_UPPER,
    .level = LEVEL_TRIAL,
    .measure = "loss",
    .applies = applies,
    .create = create,
    .destroy = exponentiated_loss_destroy,
    .before = exponentiated_loss_before,
    .watch = exponentiated_loss_watch,
    .current = exponentiated_loss_current,
    .finish = exponentiated_loss_finish,
};

static status create(const bound_context *context, const options *options, void **out) {
  (void)options;
  return exponentiated_loss_create(&bound_eg_loss, context, out);
}
