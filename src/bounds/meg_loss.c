/* Matrix exponentiated gradient on squares (exponentiated_loss.h). */
#include <string.h>

#include "bounds/exponentiated_loss.h"

static bool applies(const bound_context *context) {
  return strcmp(context->learner->class->family, "matrix_exponentiated_gradient") == 0 &&
         context->problem->facts.labels == LABEL_REAL;
}

static status create(const bound_context *context, const options *options, void **out);

const bound_class bound_meg_loss = {
    .name = "meg_loss",
    .title = "(1 + c/2) L_U + Delta/eta",
    .citation = "Tsuda, Raetsch & Warmuth 2005, Lemmas 3.1 and 3.2",
    .help = "loss of matrix exponentiated gradient on squares, by that of any density",
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
  return exponentiated_loss_create(&bound_meg_loss, context, out);
}
