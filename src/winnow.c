#include "winnow.h"
#include "base/build_info.h"
#include "base/json.h"
#include "base/process/child.h"
#include "serve/trial.h"
#include <gsl/gsl_errno.h>

struct winnow_learner {
  saved_learner is; /* with its setting and options */
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

/* A learner of the caller's, empty. */
static status begin(winnow_learner **out) {
  *out = NULL;
  status_forget_memory();
  (void)gsl_set_error_handler_off(); /* GSL's own handler would abort the caller's program */
  return NEW_ARRAY(1, *out);
}

static status make(const char *name, const char *text, const winnow_setting *setting, winnow_learner **out) {
  TRY(begin(out));
  if (name == NULL || setting == NULL)
    return FAIL(STATUS_INVALID, "the learner's %s is NULL", name == NULL ? "name" : "setting");
  const learner_class *class = NULL;
  TRY(learner_named(name, &class));
  saved_learner *made = &(*out)->is;
  loss cost;
  CLEANUP(json_free_at) cJSON *given = NULL;
  TRY(check_setting(class, setting));
  TRY(read_loss(name, setting, &cost));
  if (text != NULL) TRY(json_parse(text, &given));
  TRY(options_new(&class->about, given, &made->options));
  made->setting = (learner_setting){.n = setting->n,
                                    .rows = setting->m,
                                    .loss = cost,
                                    .kind = (instance_kind)setting->kind,
                                    .rank = setting->kind == WINNOW_VECTOR ? setting->n : setting->rank,
                                    .trials = setting->trials == 0 ? setting->n : setting->trials,
                                    .seed = setting->seed,
                                    .eigen = &eigen_own};
  /* The caller names the program; a saved state that names another one starts none. */
  if (strcmp(name, "external") == 0) TRY(child_allow_command(option_structure(made->options, "command")));
  return learner_new(class, &made->setting, made->options, &made->learner);
}

static winnow_status end(status code, winnow_learner **out) {
  if (code != STATUS_OK) {
    winnow_learner_free(*out);
    *out = NULL;
  }
  return public_status(code);
}

winnow_status winnow_learner_new(const char *name, const char *json, const winnow_setting *setting,
                                 winnow_learner **out) {
  return end(make(name, json, setting, out), out);
}

void winnow_learner_free(winnow_learner *self) {
  if (self == NULL) return;
  saved_learner_free(&self->is);
  free(self);
}

unsigned winnow_learner_kinds(const char *name) {
  const learner_class *class = name == NULL ? NULL : learner_find(name);
  return class == NULL ? 0 : class->instances;
}

winnow_status winnow_learner_setting(const winnow_learner *self, winnow_setting *setting) {
  if (self == NULL) return public_status(FAIL(STATUS_INVALID, "the learner is NULL"));
  const learner_setting *is = &self->is.setting;
  const bool signs = is->loss.kind == LOSS_ZERO_ONE;
  *setting = (winnow_setting){.n = is->n,
                              .kind = (winnow_kind)is->kind,
                              .rank = is->rank,
                              .trials = is->trials,
                              .seed = is->seed,
                              .m = is->rows,
                              .loss = signs ? NULL : loss_kind_name(is->loss.kind),
                              .low = is->loss.low,
                              .high = is->loss.high,
                              .scale = is->loss.scale};
  return WINNOW_OK;
}

winnow_status winnow_learner_weights(winnow_learner *self, double *weights, double *offset) {
  if (self == NULL || weights == NULL || offset == NULL)
    return public_status(FAIL(STATUS_INVALID, "the learner, the weights or the offset is NULL"));
  return public_status(trial_weights(&self->is, weights, offset));
}

/* ---- states */

static status save(winnow_learner *self, char **text) {
  CLEANUP(json_free_at) cJSON *document = NULL;
  if (self == NULL) return FAIL(STATUS_INVALID, "the learner is NULL");
  const saved_learner *is = &self->is;
  TRY(learner_state_document(&is->learner, &is->setting, is->options, is->problem, &document));
  return json_print(document, 0, 0, text);
}

winnow_status winnow_learner_save(winnow_learner *self, char **text) {
  *text = NULL;
  status_forget_memory();
  return public_status(save(self, text));
}

void winnow_text_free(char *text) {
  free(text);
}

static status load(const char *text, size_t more, winnow_learner **out) {
  CLEANUP(json_free_at) cJSON *document = NULL;
  TRY(begin(out));
  if (text == NULL) return FAIL(STATUS_INVALID, "the state's text is NULL");
  TRY(json_parse(text, &document));
  return learner_state_open(document, more, &(*out)->is);
}

winnow_status winnow_learner_load(const char *text, size_t more, winnow_learner **out) {
  return end(load(text, more, out), out);
}

/* ---- trials */

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

static status view(const winnow_learner *self, const winnow_instance *x, instance *out) {
  if (self == NULL || x == NULL) return FAIL(STATUS_INVALID, "the %s is NULL", self == NULL ? "learner" : "instance");
  const learner_setting *setting = &self->is.setting;
  if ((instance_kind)x->kind != setting->kind || x->n != setting->n || x->m != setting->rows) {
    return FAIL(STATUS_INVALID, "the instance has kind %d, n = %zu and m = %zu, expected kind %d, n = %zu and m = %zu",
                (int)x->kind, x->n, x->m, (int)setting->kind, setting->n, setting->rows);
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

static status predict(winnow_learner *self, const winnow_instance *x, winnow_prediction *out) {
  instance inner;
  TRY(view(self, x, &inner));
  TRY(trial_predict(&self->is, &inner, &self->predicted));
  *out = (winnow_prediction){self->predicted.score, self->predicted.value};
  return STATUS_OK;
}

winnow_status winnow_predict(winnow_learner *self, const winnow_instance *x, winnow_prediction *out) {
  *out = (winnow_prediction){NAN, NAN};
  return public_status(predict(self, x, out));
}

static status update(winnow_learner *self, const winnow_instance *x, double label, bool *updated) {
  instance inner;
  TRY(view(self, x, &inner));
  const loss *cost = &self->is.setting.loss;
  char given[NUMBER_TEXT], low[NUMBER_TEXT], high[NUMBER_TEXT];
  if (cost->kind == LOSS_ZERO_ONE && label != 1.0 && label != -1.0) {
    return FAIL(STATUS_INVALID, "label %s: expected 1 or -1", number_text(label, given));
  }
  if (!(label >= cost->label_low && label <= cost->label_high)) {
    return FAIL(STATUS_INVALID, "label %s: expected a number from %s to %s", number_text(label, given),
                number_text(cost->label_low, low), number_text(cost->label_high, high));
  }
  return trial_update(&self->is, &inner, &self->predicted, label, updated);
}

winnow_status winnow_update(winnow_learner *self, const winnow_instance *x, double label, int *updated) {
  bool changed = false;
  const status code = update(self, x, label, &changed);
  if (updated != NULL) *updated = changed;
  return public_status(code);
}

typedef struct block {
  size_t count;
  const winnow_instance *xs;
  ptrdiff_t stride;
  bool learns;
  const double *labels;
  winnow_prediction *out;
} block;

/* An array of instance i, where those of all lie in one. */
static const double *array_at(const block *b, const double *first, size_t i) {
  return first == NULL ? NULL : first + (ptrdiff_t)i * b->stride;
}

/* label: NULL, if nothing is learned. */
static status play_one(winnow_learner *self, const winnow_instance *x, const double *label, winnow_prediction *said) {
  bool changed = false;
  TRY(predict(self, x, said));
  return label != NULL ? update(self, x, *label, &changed) : STATUS_OK;
}

static status play(winnow_learner *self, const block *b, size_t *played) {
  winnow_prediction said;
  if (b->count > 0 && (b->xs == NULL || (b->learns && b->labels == NULL)))
    return FAIL(STATUS_INVALID, "the %s are NULL", b->xs == NULL ? "instances" : "labels");
  if (b->stride != 0 && b->count > 0 && b->xs->index != NULL)
    return FAIL(STATUS_INVALID, "the instances are sparse and have a stride, expected an instance for each");
  for (size_t i = 0; i < b->count; i++) {
    winnow_instance x = b->xs[b->stride == 0 ? i : 0];
    if (b->stride != 0) {
      x.value = array_at(b, x.value, i);
      x.matrix = array_at(b, x.matrix, i);
    }
    const status code = play_one(self, &x, b->learns ? &b->labels[i] : NULL, &said);
    if (code != STATUS_OK) return b->count == 1 ? code : status_context(code, "instance %zu", i + 1);
    if (b->out != NULL) b->out[i] = said;
    *played = i + 1;
  }
  return STATUS_OK;
}

static winnow_status play_block(winnow_learner *self, const block *b, size_t *done) {
  size_t played = 0;
  const status code = play(self, b, &played);
  for (size_t i = played; i < b->count && b->out != NULL; i++) b->out[i] = (winnow_prediction){NAN, NAN};
  if (done != NULL) *done = played;
  return public_status(code);
}

winnow_status winnow_predict_block(winnow_learner *self, size_t count, const winnow_instance *xs, ptrdiff_t stride,
                                   winnow_prediction *out, size_t *done) {
  const block b = {.count = count, .xs = xs, .stride = stride, .out = out};
  return play_block(self, &b, done);
}

winnow_status winnow_learn_block(winnow_learner *self, size_t count, const winnow_instance *xs, ptrdiff_t stride,
                                 const double *labels, winnow_prediction *out, size_t *done) {
  const block b = {.count = count, .xs = xs, .stride = stride, .learns = true, .labels = labels, .out = out};
  return play_block(self, &b, done);
}
