#include "learners/matrix_prediction/online_matrix_prediction.h"

const parameter online_matrix_prediction_parameters[ONLINE_MATRIX_PREDICTION_PARAMETERS] = {
    ONLINE_MATRIX_PREDICTION_ROWS,
};

static bool skips(const matrix_predictor *p, const instance *x) {
  return p->class.offset == 0 && x->row == x->column;
}

static status check(const void *self, const learner_setting *setting) {
  const matrix_predictor *p = self;
  const char *who = setting->class->about.name;
  const bool doubling = p->horizon == HORIZON_DOUBLING;
  const double *grid = NULL;
  prediction_class class;
  TRY(prediction_class_new(setting, &p->choice, &class));
  if (p->representation == PREDICTOR_DEFINITION && class.blocks == ENTRY_NEGATIVE) {
    return FAIL(STATUS_INVALID, "%s: representation = definition needs two blocks, decomposition = one_block has one",
                who);
  }
  if (options_explicit(setting->options, PLACE(matrix_predictor, eta)) && doubling) {
    return FAIL(STATUS_INVALID, "%s: eta has no effect with horizon = doubling: leave it out", who);
  }
  const bool shares = tuned_grid_values(setting, PLACE(matrix_predictor, forgetting.share), &grid) > 0;
  const bool share = p->forgetting.share > 0.0 || shares;
  if (share && doubling) {
    return FAIL(STATUS_INVALID, "%s: share needs horizon = known, it is doubling", who);
  }
  if (share && p->representation == PREDICTOR_SPARSE) {
    return FAIL(STATUS_INVALID, "%s: share needs representation = dense or definition, it is sparse", who);
  }
  if (tuned_grid_values(setting, PLACE(matrix_predictor, eta), &grid) > 0 && doubling) {
    return FAIL(STATUS_INVALID, "%s: grid has no effect with horizon = doubling: leave it out", who);
  }
  return STATUS_OK;
}

static status make_parameter(matrix_predictor *p, const learner_setting *setting) {
  const bool dense = p->representation == PREDICTOR_DENSE || p->forgetting.share > 0.0;
  const entry_form form = p->representation == PREDICTOR_DEFINITION ? ENTRY_DEFINITION
                          : dense                                   ? ENTRY_DENSE
                                                                    : ENTRY_SPARSE;
  const entry_options wanted = {.order = p->class.order,
                                .blocks = form == ENTRY_DEFINITION ? ENTRY_TWO_BLOCKS : p->class.blocks,
                                .form = form,
                                .start = p->class.start,
                                .rounds = setting->trials,
                                .eigen = setting->eigen};
  return entry_parameter_new(member_memory(p), &wanted, &p->x);
}

/* |y| <= d/2, so that a small enough limit of d keeps y in its interval (one_block, and the smallest orders of exact and sharp). Then
 * only d is constrained: near a matrix of rank one the choice between the two multipliers would depend on rounding. */
static bool constrains_box(const matrix_predictor *p) {
  const double reach = 0.5 * p->class.diagonal_limit * (1.0 - 1e-12);
  return p->project && (!p->constrained || reach > p->class.high || reach > -p->class.low);
}

static status init(void *self, const learner_setting *setting) {
  matrix_predictor *p = self;
  TRY(prediction_class_new(setting, &p->choice, &p->class));
  p->loss = setting->loss;
  p->project = p->box == BOX_PROJECT;
  p->constrained = p->diagonal == DIAGONAL_PROJECT;
  p->last_round = p->horizon == HORIZON_DOUBLING ? 1 : setting->trials > 0 ? setting->trials : 1;
  if (isnan(p->eta)) p->eta = prediction_class_rate(&p->class, (double)p->last_round);
  p->limits = (entry_limits){.diagonal = p->constrained ? p->class.diagonal_limit : INFINITY,
                             .low = constrains_box(p) ? p->class.low : -INFINITY,
                             .high = constrains_box(p) ? p->class.high : INFINITY,
                             .trace = p->class.tau};
  if (setting->class->randomised) TRY(coins_init(self, &p->coins, setting->seed, "matrix prediction"));
  return make_parameter(p, setting);
}

/* The projection for this pair; X stays. */
static status look(matrix_predictor *p, const instance *x) {
  if (p->looked && p->i == x->row && p->j == x->column) return STATUS_OK;
  p->looked = false;
  TRY(entry_parameter_project(p->x, x->row, x->column + p->class.offset, &p->limits, &p->solution));
  p->looked = true;
  p->i = x->row;
  p->j = x->column;
  return STATUS_OK;
}

static status predict(void *self, const instance *x, prediction *out) {
  matrix_predictor *p = self;
  out->score = p->class.class == CLASS_MAX_CUT ? -1.0 : 0.0;
  if (!skips(p, x)) {
    TRY(look(p, x));
    out->score = loss_clip(&p->loss, p->class.centre + p->class.stretch * p->solution.y);
  }
  out->value = out->score;
  if (p->coins.stream == NULL) return STATUS_OK;
  out->probability = (out->score - p->loss.low) / (p->loss.high - p->loss.low);
  out->value = p->coins.next < out->probability ? p->loss.high : p->loss.low;
  return STATUS_OK;
}

/* A stage of doubling ends when as many rounds as before it have been played. */
static void start_stage(matrix_predictor *p) {
  p->last.restarted = false;
  if (p->horizon == HORIZON_KNOWN || p->rounds < p->last_round) return;
  entry_parameter_reset(p->x);
  const size_t length = p->last_round; /* rounds so far; the next stage is as long */
  p->eta = prediction_class_rate(&p->class, (double)length);
  p->last_round += length;
  p->looked = false;
  p->last.restarted = true;
}

static double subgradient(const matrix_predictor *p, double label) {
  const double z = p->class.centre + p->class.stretch * p->solution.y;
  if (!p->project) return p->class.stretch * loss_extended_subgradient(&p->loss, z, label);
  return p->class.stretch * loss_subgradient(&p->loss, loss_clip(&p->loss, z), label);
}

static status learn(matrix_predictor *p, double label, bool *updated) {
  p->last.solution = p->solution;
  p->last.g = subgradient(p, label);
  TRY(entry_parameter_apply(p->x, &p->solution, -p->eta * p->last.g));
  *updated = p->last.g != 0.0 || p->solution.mu != 0.0 || p->solution.nu != 0.0 || p->solution.alpha != 0.0;
  if (p->forgetting.share == 0.0) return STATUS_OK;
  *updated = true;
  return entry_parameter_keep(p->x, p->forgetting.share, p->forgetting.method == FORGETTING_FLOOR, p->class.tau,
                              &p->last.stepped);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  matrix_predictor *p = self;
  *updated = false;
  p->last.skipped = skips(p, x);
  if (!p->last.skipped) {
    TRY(look(p, x));
    TRY(learn(p, label, updated));
  }
  p->looked = false;
  p->rounds++;
  coins_toss(&p->coins);
  start_stage(p);
  return STATUS_OK;
}

static status save_parameter(void *x, cJSON *state) {
  return entry_parameter_save(x, state);
}

static status load_parameter(void *x, const cJSON *state) {
  return entry_parameter_load(x, state);
}

static status horizon_loaded(void *self) {
  const matrix_predictor *p = self;
  if (p->horizon == HORIZON_KNOWN || p->last_round > p->rounds) return STATUS_OK;
  return FAIL(STATUS_INVALID, "horizon: %zu, expected more than rounds = %zu", p->last_round, p->rounds);
}

static status tosses_loaded(void *self) {
  matrix_predictor *p = self;
  if (p->coins.stream != NULL && p->coins.tosses != p->rounds + 1) {
    return FAIL(STATUS_INVALID, "tosses: %zu, expected one for each round and one more, %zu", p->coins.tosses,
                p->rounds + 1);
  }
  return coins_loaded(&p->coins);
}

const field online_matrix_prediction_state[ONLINE_MATRIX_PREDICTION_STATE] = {
    {FIELD(matrix_predictor, rounds, FIELD_COUNT)},
    {FIELD_NAMED("horizon", matrix_predictor, last_round, FIELD_COUNT), .low = 1, .loaded = horizon_loaded},
    {FIELD(matrix_predictor, eta, FIELD_NUMBER), .open_low = true},
    COINS_STATE(matrix_predictor, coins, tosses_loaded),
    {FIELD_NAMED("parameter", matrix_predictor, x, FIELD_PART), .save = save_parameter, .load = load_parameter},
};

static const field constants[] = {
    PREDICTION_CLASS_CONSTANTS(matrix_predictor, class),
    {FIELD_NAMED("beta", matrix_predictor, class.beta, FIELD_NUMBER)},
    {FIELD_NAMED("divergence", matrix_predictor, class.divergence, FIELD_NUMBER)},
    {FIELD_NAMED("diagonal_limit", matrix_predictor, class.diagonal_limit, FIELD_NUMBER)},
    {FIELD_NAMED("slope", matrix_predictor, class.slope, FIELD_NUMBER)},
    {FIELD_NAMED("start", matrix_predictor, class.start, FIELD_NUMBER)},
    {FIELD(matrix_predictor, eta, FIELD_NUMBER)},
    {FIELD_NAMED("box", matrix_predictor, project, FIELD_FLAG)},
    {FIELD(matrix_predictor, constrained, FIELD_FLAG)},
    {FIELD_NAMED("share", matrix_predictor, forgetting.share, FIELD_NUMBER)},
    {FIELD_NAMED("floors", matrix_predictor, forgetting.method, FIELD_CHOICE)},
    {FIELD_NAMED("trace_stepped", matrix_predictor, last.stepped, FIELD_NUMBER)},
    {FIELD_NAMED("y", matrix_predictor, last.solution.y, FIELD_NUMBER)},
    {FIELD_NAMED("g", matrix_predictor, last.g, FIELD_NUMBER)},
    {FIELD_NAMED("d", matrix_predictor, last.solution.diagonal, FIELD_NUMBER)},
    {FIELD_NAMED("mu", matrix_predictor, last.solution.mu, FIELD_NUMBER)},
    {FIELD_NAMED("nu", matrix_predictor, last.solution.nu, FIELD_NUMBER)},
    {FIELD_NAMED("alpha", matrix_predictor, last.solution.alpha, FIELD_NUMBER)},
    {FIELD_NAMED("trace_before", matrix_predictor, last.solution.start_trace, FIELD_NUMBER)},
    {FIELD_NAMED("trace_projected", matrix_predictor, last.solution.trace, FIELD_NUMBER)},
    {FIELD_NAMED("residual", matrix_predictor, last.solution.residual, FIELD_NUMBER)},
    {FIELD_NAMED("restarted", matrix_predictor, last.restarted, FIELD_FLAG)},
    {FIELD_NAMED("skipped", matrix_predictor, last.skipped, FIELD_FLAG)},
};

static bool constant(const void *self, const char *name, double *value) {
  const matrix_predictor *p = self;
  if (strcmp(name, "trace") == 0) return entry_parameter_trace(p->x, value) == STATUS_OK;
  if (strcmp(name, "horizon") != 0) return false;
  *value = p->horizon == HORIZON_DOUBLING ? NAN : (double)p->last_round;
  return true;
}

const learner_methods online_matrix_prediction_methods = {
    .size = sizeof(matrix_predictor),
    .check = check,
    .init = init,
    .predict = predict,
    .update = update,
    FIELDS(state, online_matrix_prediction_state),
    FIELDS(constants, constants),
    .constant = constant,
};

const learner_class learner_online_matrix_prediction = {
    .about =
        {.name = "online_matrix_prediction",
         .title = "Online matrix prediction",
         .citation = "Hazan, Kale & Shalev-Shwartz 2012, Algorithm 1 and section 6",
         .help = "exponentiated gradient on decompositions of the matrices, projected for the queried entry",
         .formula =
             "predicts $c_0+c_1z$, $z=P_{ij}-N_{ij}$, $P_1=N_1=\\frac\\tau{2p}I$; before, $(P,N)$ is projected, by "
             "$\\Delta$, onto $P_{ii}+P_{jj}+N_{ii}+N_{jj}\\le4\\beta$, $\\mathrm{tr}P+\\mathrm{tr}N\\le\\tau$ and $z$ "
             "in its interval; after, $\\ln P\\leftarrow\\ln P-\\eta\\ell'(E_{ij}+E_{ji})$, $\\ln N\\leftarrow\\ln "
             "N+\\eta\\ell'(E_{ij}+E_{ji})$, $\\ell'$ in $z$; $\\eta=\\sqrt{\\frac{\\tau\\ln(2p)}{4\\beta G^2T}}$; "
             "where $W$ is not symmetric column $j$ is index $m+j$; with a share $a$ then, scaled to a trace of at "
             "most "
             "$\\tau$, $P\\leftarrow(1-a)P+aP_1$ (mix), or the eigenvalues become at least those of $aP_1$ (floor), "
             "and $N$ "
             "the same",
         .family = "matrix_prediction",
         .result_version = 3,
         .parameters = online_matrix_prediction_parameters,
         .parameter_count = ONLINE_MATRIX_PREDICTION_PARAMETERS},
    .instances = 1u << INSTANCE_ENTRY,
    .predicts = PREDICTION_REAL,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .methods = &tuned_grid_methods,
    .rated = &online_matrix_prediction_methods,
    .tuned = {TUNED(matrix_predictor, eta), TUNED(matrix_predictor, forgetting.share)},
};
