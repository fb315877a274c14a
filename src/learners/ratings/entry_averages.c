#include "learners/ratings/entry_averages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/state.h"
#include "learners/tuned_grid.h"

const parameter entry_averages_parameters[ENTRY_AVERAGES_PARAMETERS] = {
    {.name = "eta",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1e6,
     .open_low = true,
     .meaning = "learning rate; absent: the best one for as many visits of each entry"},
    TUNED_GRID_PARAMETER,
};

typedef struct averages {
  size_t m, n;
  loss loss;
  double eta;
  double *w; /* m x n */
  double before, after, g;
} averages;

static double rate_of_horizon(const learner_setting *setting) {
  const loss *l = &setting->loss;
  const double entries = (double)setting->rows * (double)setting->n;
  const double rounds = setting->trials > 0 ? (double)setting->trials : 1.0;
  return (l->high - l->low) / (2.0 * loss_lipschitz(l)) * sqrt(fmin(1.0, entries / rounds));
}

static void destroy(void *self) {
  averages *made = self;
  if (made == NULL) return;
  free(made->w);
  free(made);
}

static status create_rated(const learner_setting *setting, const options *options, double rate, void **self) {
  averages *made = NULL;
  (void)options;
  *self = NULL;
  TRY(NEW_ARRAY(1, made));
  made->m = setting->rows;
  made->n = setting->n;
  made->loss = setting->loss;
  made->eta = isnan(rate) ? rate_of_horizon(setting) : rate;
  const status code = NEW_ARRAY(made->m * made->n, made->w);
  if (code != STATUS_OK) {
    destroy(made);
    return code;
  }
  for (size_t i = 0; i < made->m * made->n; i++) made->w[i] = 0.5 * (made->loss.low + made->loss.high);
  *self = made;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  const averages *made = self;
  out->score = out->value = made->w[x->row * made->n + x->column];
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  averages *made = self;
  double *w = made->w + x->row * made->n + x->column;
  (void)predicted;
  made->before = *w;
  made->g = loss_subgradient(&made->loss, *w, label);
  *w = loss_clip(&made->loss, *w - made->eta * made->g);
  made->after = *w;
  *updated = made->after != made->before;
  return STATUS_OK;
}

static status save(void *self, cJSON *state) {
  const averages *made = self;
  TRY(state_add_number(state, "eta", made->eta));
  return state_add_rows(state, "entries", made->m, made->n, made->n, made->w);
}

static status load(void *self, const cJSON *state) {
  averages *made = self;
  TRY(state_check_names(state, "eta entries"));
  TRY(state_get_number(state, "eta", &made->eta));
  if (!(made->eta > 0.0)) return FAIL(STATUS_INVALID, "eta: %g, expected a positive number", made->eta);
  TRY(state_get_rows(state, "entries", made->m, made->n, made->n, made->w));
  for (size_t i = 0; i < made->m * made->n; i++) {
    if (made->w[i] == loss_clip(&made->loss, made->w[i])) continue;
    return FAIL(STATUS_INVALID, "entries: %g, expected numbers from %g to %g", made->w[i], made->loss.low,
                made->loss.high);
  }
  return STATUS_OK;
}

typedef struct named_number {
  const char *name;
  double value;
} named_number;

static bool constant(const void *self, const char *name, double *value) {
  const averages *made = self;
  const named_number known[] = {{"eta", made->eta},       {"low", made->loss.low}, {"high", made->loss.high},
                                {"before", made->before}, {"after", made->after},  {"g", made->g}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strcmp(known[i].name, name) != 0) continue;
    *value = known[i].value;
    return true;
  }
  return false;
}

static const rated_learner rated = {.create = create_rated,
                                    .destroy = destroy,
                                    .predict = predict,
                                    .update = update,
                                    .save = save,
                                    .load = load,
                                    .constant = constant};

status entry_averages_check(const learner_setting *setting, const options *options) {
  return tuned_grid_check(setting, options, "eta");
}

status entry_averages_create(const learner_setting *setting, const options *options, void **self) {
  return tuned_grid_create(setting, options, "eta", &rated, self);
}

const learner_class learner_entry_averages = {
    .about =
        {.name = "entry_averages",
         .title = "Entry averages",
         .citation = "Zinkevich 2003, Theorem 1, for each entry",
         .help = "online gradient descent for each entry by itself: nothing is learnt from the others",
         .formula =
             "predicts $w_{ij}$, $w_{ij}=\\frac{p_0+p_1}2$ at first; "
             "$w_{ij}\\leftarrow\\mathrm{clip}(w_{ij}-\\eta\\ell'(w_{ij}))$; $\\eta=\\frac{p_1-p_0}{2G}\\sqrt{V/T}$, "
             "$V=\\min(mn,T)$",
         .family = "entry_averages",
         .result_version = 1,
         .parameters = entry_averages_parameters,
         .parameter_count = ENTRY_AVERAGES_PARAMETERS},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .check = entry_averages_check,
    .create = entry_averages_create,
    .destroy = tuned_grid_destroy,
    .predict = tuned_grid_predict,
    .update = tuned_grid_update,
    .score = tuned_grid_score,
    .save = tuned_grid_save,
    .load = tuned_grid_load,
    .constant = tuned_grid_constant,
};
