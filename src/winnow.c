#include "winnow.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/build_info.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/process/child.h"
#include "learners/learner.h"
#include "registry/parameter.h"

struct winnow_learner {
  learner learner;
  winnow_setting setting;
  loss loss;
  prediction predicted;
};

_Static_assert((int)WINNOW_VECTOR == (int)INSTANCE_VECTOR && (int)WINNOW_DISTANCE == (int)INSTANCE_DISTANCE,
               "kinds of the library are those of instances");

static winnow_status public_status(status code) {
  if (code == STATUS_OK) return WINNOW_OK;
  return code == STATUS_INVALID || code == STATUS_ABSENT ? WINNOW_INVALID : WINNOW_FAILED;
}

const char *winnow_version(void) {
  return build_info.version;
}

const char *winnow_message(void) {
  return status_message();
}

static status read_loss(const char *name, const winnow_setting *setting, loss *out) {
  *out = loss_of_signs;
  if (setting->loss == NULL) return STATUS_OK;
  if (!loss_kind_by_name(setting->loss, &out->kind) || out->kind == LOSS_ZERO_ONE) {
    return FAIL(STATUS_INVALID, "%s: loss '%.40s', expected absolute, square, logistic, hinge, linear or violation",
                name, setting->loss);
  }
  out->low = setting->low;
  out->high = setting->high;
  out->scale = setting->scale == 0.0 ? 1.0 : setting->scale;
  if (!(out->low < out->high) || !(out->scale > 0.0) || !isfinite(out->scale)) {
    return FAIL(STATUS_INVALID, "%s: low %g and high %g must ascend, scale %g be positive", name, out->low, out->high,
                out->scale);
  }
  loss_label_range(out->kind, out->low, out->high, &out->label_low, &out->label_high);
  return STATUS_OK;
}

static status check_setting(const learner_class *class, const winnow_setting *setting) {
  const bool rows = setting->kind == WINNOW_RECTANGULAR || setting->kind == WINNOW_ENTRY;
  if (setting->n < 1 || (unsigned)setting->kind > WINNOW_DISTANCE || rows != (setting->m > 0)) {
    return FAIL(STATUS_INVALID,
                "%s: n must be at least 1, kind one of winnow_kind, m the rows of what has rows, else 0",
                class->about.name);
  }
  const bool signs = setting->loss == NULL;
  if (class->predicts != PREDICTION_EITHER && (class->predicts == PREDICTION_SIGN) != signs) {
    return FAIL(STATUS_INVALID, "%s predicts %s: loss must be %s", class->about.name, signs ? "numbers" : "signs",
                signs ? "given" : "left out");
  }
  return STATUS_OK;
}

static status make(const char *name, const char *text, const winnow_setting *setting, winnow_learner *made) {
  if (name == NULL || setting == NULL)
    return FAIL(STATUS_INVALID, "the learner's %s is NULL", name == NULL ? "name" : "setting");
  made->setting = *setting;
  const learner_class *class = learner_find(name);
  if (class == NULL) return FAIL(STATUS_INVALID, "%s: no such learner (winnow list learners)", name);
  TRY(check_setting(class, setting));
  TRY(read_loss(name, setting, &made->loss));
  cJSON *given = NULL;
  options *options = NULL;
  if (text != NULL) TRY(json_parse(text, &given));
  status code = options_new(&class->about, given, &options);
  cJSON_Delete(given);
  TRY(code);
  const learner_setting inner = {.n = setting->n,
                                 .rows = setting->m,
                                 .loss = made->loss,
                                 .kind = (instance_kind)setting->kind,
                                 .rank = setting->kind == WINNOW_VECTOR ? setting->n : setting->rank,
                                 .trials = setting->trials == 0 ? setting->n : setting->trials,
                                 .seed = setting->seed,
                                 .eigen = &eigen_gsl};
  child_allow(); /* the caller names it */
  code = learner_new(class, &inner, options, &made->learner);
  options_free(options);
  return code;
}

winnow_status winnow_learner_new(const char *name, const char *options, const winnow_setting *setting,
                                 winnow_learner **out) {
  winnow_learner *made = NULL;
  *out = NULL;
  status_forget_memory();
  (void)gsl_set_error_handler_off(); /* GSL's own handler would abort the caller's program */
  status code = NEW_ARRAY(1, made);
  if (code == STATUS_OK) {
    code = make(name, options, setting, made);
  }
  if (code != STATUS_OK) {
    free(made);
    return public_status(code);
  }
  *out = made;
  return WINNOW_OK;
}

void winnow_learner_free(winnow_learner *learner) {
  if (learner == NULL) return;
  learner_destroy(&learner->learner);
  free(learner);
}

/* The name of an array that the instance's kind needs and that is NULL. */
static const char *missing_array(const winnow_instance *x) {
  switch (x->kind) {
  case WINNOW_VECTOR:
  case WINNOW_DYAD: return x->value == NULL && (x->index == NULL || x->count > 0) ? "value" : NULL;
  case WINNOW_LOW_RANK:
    if (x->rank == 0) return NULL;
    return x->factors == NULL ? "factors" : x->weights == NULL ? "weights" : NULL;
  case WINNOW_MATRIX:
  case WINNOW_RECTANGULAR: return x->matrix == NULL ? "matrix" : NULL;
  case WINNOW_ENTRY:
  case WINNOW_DISTANCE: break;
  }
  return NULL;
}

static status view(const winnow_learner *learner, const winnow_instance *x, instance *out) {
  if (learner == NULL || x == NULL)
    return FAIL(STATUS_INVALID, "the %s is NULL", learner == NULL ? "learner" : "instance");
  if (x->kind != learner->setting.kind || x->n != learner->setting.n || x->m != learner->setting.m) {
    return FAIL(STATUS_INVALID, "the instance has kind %d, n = %zu and m = %zu, expected kind %d, n = %zu and m = %zu",
                (int)x->kind, x->n, x->m, (int)learner->setting.kind, learner->setting.n, learner->setting.m);
  }
  const char *missing = missing_array(x);
  if (missing != NULL) return FAIL(STATUS_INVALID, "the instance's %s is NULL", missing);
  if (x->kind == WINNOW_ENTRY && (x->row >= x->m || x->column >= x->n)) {
    return FAIL(STATUS_INVALID, "entry (%zu, %zu) of a matrix of %zu x %zu, counted from 0", x->row, x->column, x->m,
                x->n);
  }
  if (x->kind == WINNOW_DISTANCE && (x->row >= x->n || x->column >= x->n)) {
    return FAIL(STATUS_INVALID, "distance of %zu and %zu of %zu items, counted from 0", x->row, x->column, x->n);
  }
  if (x->index != NULL) {
    for (size_t i = 0; i < x->count; i++) {
      if (x->index[i] >= x->n || (i > 0 && x->index[i] <= x->index[i - 1])) {
        return FAIL(STATUS_INVALID, "index[%zu] = %zu: expected ascending positions below n = %zu", i, x->index[i],
                    x->n);
      }
    }
  }
  *out = (instance){.kind = (instance_kind)x->kind,
                    .n = x->n,
                    .count = x->index == NULL ? x->n : x->count,
                    .index = x->index,
                    .value = x->value,
                    .rank = x->rank,
                    .factors = x->factors,
                    .weights = x->weights,
                    .shift = x->shift,
                    .matrix = x->matrix,
                    .m = x->m,
                    .row = x->row,
                    .column = x->column};
  return STATUS_OK;
}

static status predict(winnow_learner *learner, const winnow_instance *x, winnow_prediction *out) {
  instance inner;
  TRY(view(learner, x, &inner));
  TRY(learner_predict(&learner->learner, &inner, &learner->predicted));
  *out = (winnow_prediction){learner->predicted.score, learner->predicted.value};
  return STATUS_OK;
}

winnow_status winnow_predict(winnow_learner *learner, const winnow_instance *x, winnow_prediction *out) {
  *out = (winnow_prediction){NAN, NAN};
  return public_status(predict(learner, x, out));
}

static status update(winnow_learner *learner, const winnow_instance *x, double label, bool *updated) {
  instance inner;
  TRY(view(learner, x, &inner));
  const loss *loss = &learner->loss;
  if (loss->kind == LOSS_ZERO_ONE && label != 1.0 && label != -1.0) {
    return FAIL(STATUS_INVALID, "label %g: expected 1 or -1", label);
  }
  if (!(label >= loss->label_low && label <= loss->label_high)) {
    return FAIL(STATUS_INVALID, "label %g: expected a number from %g to %g", label, loss->label_low, loss->label_high);
  }
  return learner_update(&learner->learner, &inner, &learner->predicted, label, updated);
}

winnow_status winnow_update(winnow_learner *learner, const winnow_instance *x, double label, int *updated) {
  bool changed = false;
  const status code = update(learner, x, label, &changed);
  if (updated != NULL) *updated = changed;
  return public_status(code);
}
