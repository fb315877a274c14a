#include "learners/matrix_prediction/online_matrix_prediction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/state.h"
#include "learners/matrix_prediction/prediction_class.h"
#include "learners/tuned_grid.h"
#include "spectral/entry/entry_parameter.h"

const parameter online_matrix_prediction_parameters[ONLINE_MATRIX_PREDICTION_PARAMETERS] = {
    PREDICTION_CLASS_PARAMETERS,
    {.name = "eta",
     .type = PARAMETER_NUMBER,
     .value = "",
     .low = 0,
     .high = 1e6,
     .open_low = true,
     .meaning = "learning rate; absent: the theorem's for the number of rounds"},
    {.name = "horizon",
     .type = PARAMETER_CHOICE,
     .value = "known",
     .choices = "known doubling",
     .meaning = "known: eta for all rounds; doubling: starts anew after 1, 2, 4, ... rounds with their eta"},
    {.name = "box",
     .type = PARAMETER_CHOICE,
     .value = "project",
     .choices = "project clip",
     .meaning = "predictions are kept in their interval by projecting X, or clipped and the loss extended"},
    {.name = "diagonal",
     .type = PARAMETER_CHOICE,
     .value = "project",
     .choices = "project none",
     .meaning = "none: X is not projected onto the bound of its diagonal; no theorem speaks of that"},
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto definition dense sparse",
     .meaning = "definition: one matrix of order 2p; dense: its blocks; sparse: windows of them, at every order the "
                "fastest; auto: sparse"},
    TUNED_GRID_PARAMETER,
};

/* What the bounds ask about the round last updated. */
typedef struct round_record {
  entry_solution solution;
  double g, restarted, skipped;
} round_record;

typedef struct predictor {
  prediction_class class;
  loss loss;
  entry_parameter *x;
  entry_limits limits;
  double eta;
  bool doubling, project, constrained, randomized;
  size_t rounds, horizon; /* rounds done; rounds of all, or up to which the stage of doubling goes */
  random_stream *coins;
  size_t tosses;
  double toss; /* uniform in [0,1), of this round */
  bool looked; /* solution is that of (i, j) now */
  size_t i, j;
  entry_solution solution;
  round_record last;
} predictor;

static bool skips(const predictor *p, const instance *x) {
  return p->class.class == CLASS_MAX_CUT && x->row == x->column;
}

static entry_form form_of(const options *options) {
  if (option_is(options, "representation", "definition")) return ENTRY_DEFINITION;
  return option_is(options, "representation", "dense") ? ENTRY_DENSE : ENTRY_SPARSE;
}

status online_matrix_prediction_check(const learner_setting *setting, const options *options) {
  prediction_class class;
  TRY(prediction_class_new(setting, options, &class));
  if (option_is(options, "representation", "definition") && class.blocks == ENTRY_NEGATIVE) {
    return FAIL(STATUS_INVALID, "%s: representation = definition has two blocks, decomposition = one_block has not",
                option_who(options));
  }
  if (option_given(options, "eta") && option_is(options, "horizon", "doubling")) {
    return FAIL(STATUS_INVALID, "%s: eta is given, horizon = doubling has rates of its own", option_who(options));
  }
  if (option_given(options, "grid") && option_is(options, "horizon", "doubling")) {
    return FAIL(STATUS_INVALID, "%s: grid is given, horizon = doubling has rates of its own", option_who(options));
  }
  return tuned_grid_check(setting, options, "eta");
}

static status make_parameter(predictor *p, const learner_setting *setting, const options *options) {
  const entry_form form = form_of(options);
  const entry_options wanted = {.order = p->class.order,
                                .blocks = form == ENTRY_DEFINITION ? ENTRY_TWO_BLOCKS : p->class.blocks,
                                .form = form,
                                .start = p->class.start,
                                .rounds = setting->trials,
                                .eigen = setting->eigen};
  return entry_parameter_new(&wanted, &p->x);
}

static void toss(predictor *p) {
  if (p->coins == NULL) return;
  p->toss = random_uniform(p->coins);
  p->tosses++;
}

/* |y| <= d/2, so that a small enough limit of d keeps y in its interval (one_block, and the smallest orders of exact and sharp). Then
 * only d is constrained: near a matrix of rank one rounding would choose between the multipliers of both. */
static bool constrains_box(const predictor *p) {
  const double reach = 0.5 * p->class.diagonal_limit * (1.0 - 1e-12);
  return p->project && (!p->constrained || reach > p->class.high || reach > -p->class.low);
}

static status make(const learner_setting *setting, const options *options, double rate, predictor *p) {
  TRY(prediction_class_new(setting, options, &p->class));
  p->loss = setting->loss;
  p->doubling = option_is(options, "horizon", "doubling");
  p->project = option_is(options, "box", "project");
  p->constrained = !option_is(options, "diagonal", "none");
  p->horizon = p->doubling ? 1 : setting->trials > 0 ? setting->trials : 1;
  p->eta = isnan(rate) ? prediction_class_rate(&p->class, (double)p->horizon) : rate;
  p->limits = (entry_limits){.diagonal = p->constrained ? p->class.diagonal_limit : INFINITY,
                             .low = constrains_box(p) ? p->class.low : -INFINITY,
                             .high = constrains_box(p) ? p->class.high : INFINITY,
                             .trace = p->class.tau};
  if (p->randomized) TRY(random_stream_new(setting->seed, "matrix prediction", &p->coins));
  toss(p);
  return make_parameter(p, setting, options);
}

static status create(const learner_setting *setting, const options *options, double rate, bool randomized,
                     void **self) {
  predictor *p = NULL;
  *self = NULL;
  TRY(NEW_ARRAY(1, p));
  p->randomized = randomized;
  const status code = make(setting, options, rate, p);
  if (code != STATUS_OK) {
    online_matrix_prediction_destroy(p);
    return code;
  }
  *self = p;
  return STATUS_OK;
}

static double rate_of(const options *options) {
  return option_given(options, "eta") ? option_number(options, "eta") : NAN;
}

status online_matrix_prediction_create(const learner_setting *setting, const options *options, void **self) {
  return create(setting, options, rate_of(options), false, self);
}

status online_matrix_prediction_create_randomized(const learner_setting *setting, const options *options, void **self) {
  return create(setting, options, rate_of(options), true, self);
}

static status create_rated(const learner_setting *setting, const options *options, double rate, void **self) {
  return create(setting, options, rate, false, self);
}

void online_matrix_prediction_destroy(void *self) {
  predictor *p = self;
  if (p == NULL) return;
  entry_parameter_free(p->x);
  random_stream_free(p->coins);
  free(p);
}

/* The projection for this pair; X stays. */
static status look(predictor *p, const instance *x) {
  if (p->looked && p->i == x->row && p->j == x->column) return STATUS_OK;
  p->looked = false;
  TRY(entry_parameter_project(p->x, x->row, x->column + p->class.offset, &p->limits, &p->solution));
  p->looked = true;
  p->i = x->row;
  p->j = x->column;
  return STATUS_OK;
}

status online_matrix_prediction_score(void *self, const instance *x, double *score) {
  predictor *p = self;
  if (skips(p, x)) {
    *score = -1.0;
    return STATUS_OK;
  }
  TRY(look(p, x));
  *score = loss_clip(&p->loss, p->class.centre + p->class.stretch * p->solution.y);
  return STATUS_OK;
}

status online_matrix_prediction_predict(void *self, const instance *x, prediction *out) {
  const predictor *p = self;
  TRY(online_matrix_prediction_score(self, x, &out->score));
  out->value = out->score;
  if (!p->randomized) return STATUS_OK;
  out->probability = (out->score - p->loss.low) / (p->loss.high - p->loss.low);
  out->value = p->toss < out->probability ? p->loss.high : p->loss.low;
  return STATUS_OK;
}

/* A stage of doubling ends when as many rounds as before it have been played. */
static void start_stage(predictor *p) {
  p->last.restarted = 0.0;
  if (!p->doubling || p->rounds < p->horizon) return;
  entry_parameter_reset(p->x);
  const size_t length = p->horizon; /* rounds so far: the next stage is as long, so that all of it is known */
  p->eta = prediction_class_rate(&p->class, (double)length);
  p->horizon += length;
  p->looked = false;
  p->last.restarted = 1.0;
}

static double subgradient(const predictor *p, double label) {
  const double z = p->class.centre + p->class.stretch * p->solution.y;
  if (!p->project) return p->class.stretch * loss_extended_subgradient(&p->loss, z, label);
  return p->class.stretch * loss_subgradient(&p->loss, loss_clip(&p->loss, z), label);
}

static status learn(predictor *p, double label, bool *updated) {
  p->last.solution = p->solution;
  p->last.g = subgradient(p, label);
  TRY(entry_parameter_apply(p->x, &p->solution, -p->eta * p->last.g));
  *updated = p->last.g != 0.0 || p->solution.mu != 0.0 || p->solution.nu != 0.0 || p->solution.alpha != 0.0;
  return STATUS_OK;
}

status online_matrix_prediction_update(void *self, const instance *x, const prediction *predicted, double label,
                                       bool *updated) {
  predictor *p = self;
  (void)predicted;
  *updated = false;
  p->last.skipped = skips(p, x) ? 1.0 : 0.0;
  if (p->last.skipped == 0.0) {
    TRY(look(p, x));
    TRY(learn(p, label, updated));
  }
  p->looked = false;
  p->rounds++;
  toss(p);
  start_stage(p);
  return STATUS_OK;
}

status online_matrix_prediction_save(void *self, cJSON *state) {
  const predictor *p = self;
  cJSON *parameter = NULL;
  TRY(state_add_count(state, "rounds", p->rounds));
  TRY(state_add_count(state, "horizon", p->horizon));
  TRY(state_add_number(state, "eta", p->eta));
  TRY(state_add_count(state, "tosses", p->tosses));
  TRY(state_add_object(state, "parameter", &parameter));
  return entry_parameter_save(p->x, parameter);
}

status online_matrix_prediction_load(void *self, const cJSON *state) {
  predictor *p = self;
  const cJSON *parameter = NULL;
  size_t tosses = 0;
  TRY(state_check_names(state, "rounds horizon eta tosses parameter"));
  TRY(state_get_count(state, "rounds", 0, SIZE_MAX / 2, &p->rounds));
  TRY(state_get_count(state, "horizon", 1, SIZE_MAX / 2, &p->horizon));
  if (p->doubling && p->horizon <= p->rounds) {
    return FAIL(STATUS_INVALID, "horizon: %zu, expected more than rounds = %zu", p->horizon, p->rounds);
  }
  TRY(state_get_number(state, "eta", &p->eta));
  if (!(p->eta > 0.0)) return FAIL(STATUS_INVALID, "eta: %g, expected a positive number", p->eta);
  TRY(state_get_count(state, "tosses", 0, p->coins == NULL ? 0 : 1000000000, &tosses));
  if (p->coins != NULL && tosses != p->rounds + 1) {
    return FAIL(STATUS_INVALID, "tosses: %zu, expected one for each round and one more, %zu", tosses, p->rounds + 1);
  }
  while (p->tosses < tosses) toss(p); /* the stream is a function of the seed */
  TRY(state_get_object(state, "parameter", &parameter));
  const status code = entry_parameter_load(p->x, parameter);
  return code == STATUS_OK ? STATUS_OK : status_context(code, "parameter");
}

typedef struct named_number {
  const char *name;
  double value;
} named_number;

bool online_matrix_prediction_constant(const void *self, const char *name, double *value) {
  const predictor *p = self;
  const prediction_class *c = &p->class;
  const entry_solution *s = &p->last.solution;
  if (strcmp(name, "trace") == 0) return entry_parameter_trace(p->x, value) == STATUS_OK;
  const named_number known[] = {{"beta", c->beta},
                                {"tau", c->tau},
                                {"order", (double)c->order},
                                {"offset", (double)c->offset},
                                {"divergence", c->divergence},
                                {"diagonal_limit", c->diagonal_limit},
                                {"slope", c->slope},
                                {"stretch", c->stretch},
                                {"centre", c->centre},
                                {"start", c->start},
                                {"eta", p->eta},
                                {"horizon", p->doubling ? NAN : (double)p->horizon},
                                {"class", (double)c->class},
                                {"decomposition", (double)c->decomposition},
                                {"box", p->project ? 1.0 : 0.0},
                                {"constrained", p->constrained ? 1.0 : 0.0},
                                {"y", s->y},
                                {"g", p->last.g},
                                {"d", s->diagonal},
                                {"mu", s->mu},
                                {"nu", s->nu},
                                {"alpha", s->alpha},
                                {"trace_before", s->start_trace},
                                {"trace_projected", s->trace},
                                {"residual", s->residual},
                                {"restarted", p->last.restarted},
                                {"skipped", p->last.skipped}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strcmp(known[i].name, name) != 0) continue;
    *value = known[i].value;
    return true;
  }
  return false;
}

static const rated_learner rated = {.create = create_rated,
                                    .destroy = online_matrix_prediction_destroy,
                                    .predict = online_matrix_prediction_predict,
                                    .update = online_matrix_prediction_update,
                                    .save = online_matrix_prediction_save,
                                    .load = online_matrix_prediction_load,
                                    .constant = online_matrix_prediction_constant};

static status create_tuned(const learner_setting *setting, const options *options, void **self) {
  return tuned_grid_create(setting, options, "eta", &rated, self);
}

const learner_class learner_online_matrix_prediction = {
    .about =
        {.name = "online_matrix_prediction",
         .title = "Online matrix prediction",
         .citation = "Hazan, Kale & Shalev-Shwartz 2012, Algorithm 1 and section 6",
         .help = "exponentiated gradient on decompositions of the matrices, projected for the queried entry",
         .formula =
             "predicts $c_0+c_1z$, $z=P_{ij}-N_{ij}$, $P_1=N_1=\\frac\\tau{2p}I$; before, $(P,N)$ is projected, by "
             "$\\Delta$, onto $P_{ii}+P_{jj}+N_{ii}+N_{jj}\\le4\\beta$, $\\mathrm{tr}P+\\mathrm{tr}N\\le\\tau$ and $z$ "
             "in "
             "its interval; after, $\\ln P\\leftarrow\\ln P-\\eta\\ell'(E_{ij}+E_{ji})$, $\\ln N\\leftarrow\\ln "
             "N+\\eta\\ell'(E_{ij}+E_{ji})$, $\\ell'$ in $z$; $\\eta=\\sqrt{\\frac{\\tau\\ln(2p)}{4\\beta G^2T}}$; "
             "where "
             "$W$ is not symmetric column $j$ is index $m+j$",
         .family = "matrix_prediction",
         .result_version = 1,
         .parameters = online_matrix_prediction_parameters,
         .parameter_count = ONLINE_MATRIX_PREDICTION_PARAMETERS},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .check = online_matrix_prediction_check,
    .create = create_tuned,
    .destroy = tuned_grid_destroy,
    .predict = tuned_grid_predict,
    .update = tuned_grid_update,
    .score = tuned_grid_score,
    .save = tuned_grid_save,
    .load = tuned_grid_load,
    .constant = tuned_grid_constant,
};
