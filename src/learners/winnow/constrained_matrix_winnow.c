#include "learners/winnow/constrained_matrix_winnow.h"
#include "base/text.h"
#include "learners/weights.h"
#include "learners/winnow/winnow_parameters.h"
#include "learners/winnow/winnow_tuning.h"
#include "spectral/projection/projection.h"

/* ---- linear constraints on W as a scenario writes them: a list of tables,
 *
 *   { type = "trace", value = 4 }                 tr W = 4
 *   { type = "diagonal" }                         every entry off the diagonal is 0
 *   { type = "entry", i = 1, j = 2, value = 0 }   W_12 + W_21 = 0; with j = i or without j: W_ii
 *   { type = "dyad", vector = { .. }, value = 1 } v^T W v = 1
 *   { type = "matrix", matrix = { { .. }, .. }, value = 1 }   tr(W C) = 1, C symmetric
 *
 * at_most = b instead of value = b makes it an inequality. */

enum { CONSTRAINT_NAME = 64 };

typedef struct side_constraints {
  size_t count;
  linear_constraint *list; /* all but `diagonal` */
  char (*names)[CONSTRAINT_NAME];
  double **data;
  bool diagonal;          /* `diagonal` is among them */
  bool diagonal_matrices; /* the C of all others are diagonal */
} side_constraints;

/* Where an error is: "WHO: constraints[2]". */
typedef struct reader {
  const char *who;
  size_t place, n;
} reader;

#define REFUSE(reader, ...) refuse(reader, FAIL(STATUS_INVALID, __VA_ARGS__))

static status refuse(const reader *at, status code) {
  FREED char *text = NULL;
  if (memory_format(&text, "%s", status_message()) != STATUS_OK) return code;
  return FAIL(code, "%s: constraints[%zu]%s", at->who, at->place, text);
}

static const cJSON *member_of(const cJSON *table, const char *name) {
  return cJSON_GetObjectItemCaseSensitive(table, name);
}

/* takes: "type, value, at_most" */
static bool takes_field(const char *takes, const char *name) {
  static const char separators[] = ", ";
  const size_t length = strlen(name);
  for (; *takes != '\0'; takes += strspn(takes, separators)) {
    const size_t word = strcspn(takes, separators);
    if (word == length && memcmp(takes, name, length) == 0) return true;
    takes += word;
  }
  return false;
}

/* The fields that the type takes, and no others. */
static status check_fields(const reader *at, const cJSON *table, const char *type, const char *takes) {
  for (const cJSON *item = table->child; item != NULL; item = item->next) {
    if (takes_field(takes, item->string)) continue;
    return REFUSE(at, ": %.40s: no such field of type \"%s\" (valid: %s)", item->string, type, takes);
  }
  return STATUS_OK;
}

static status read_number(const reader *at, const cJSON *table, const char *name, double *out) {
  const cJSON *item = member_of(table, name);
  if (!cJSON_IsNumber(item)) return REFUSE(at, ".%s must be a number", name);
  *out = item->valuedouble;
  return STATUS_OK;
}

static status read_index(const reader *at, const cJSON *table, const char *name, size_t *out) {
  double x = 0.0;
  char digits[NUMBER_TEXT];
  TRY(read_number(at, table, name, &x));
  if (x != floor(x) || x < 1.0 || x > (double)at->n) {
    return REFUSE(at, ".%s = %s must be a whole number from 1 to n = %zu", name, number_text(x, digits), at->n);
  }
  *out = (size_t)x - 1;
  return STATUS_OK;
}

static status read_list(const reader *at, const cJSON *list, const char *name, double *out) {
  if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != (int)at->n) {
    return REFUSE(at, ".%s must be a list of n = %zu numbers", name, at->n);
  }
  size_t i = 0;
  for (const cJSON *item = list->child; item != NULL; item = item->next, i++) {
    if (!cJSON_IsNumber(item)) return REFUSE(at, ".%s[%zu] must be a number", name, i + 1);
    out[i] = item->valuedouble;
  }
  return STATUS_OK;
}

static status read_matrix(const reader *at, const cJSON *rows, double *out) {
  const size_t n = at->n;
  if (!cJSON_IsArray(rows) || cJSON_GetArraySize(rows) != (int)n) {
    return REFUSE(at, ".matrix must be a list of n = %zu lists of %zu numbers", n, n);
  }
  size_t i = 0;
  for (const cJSON *row = rows->child; row != NULL; row = row->next, i++) {
    char name[32];
    (void)snprintf(name, sizeof name, "matrix[%zu]", i + 1);
    TRY(read_list(at, row, name, out + i * n));
  }
  for (i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      if (out[i * n + j] != out[j * n + i]) {
        return REFUSE(at, ".matrix must be symmetric: [%zu][%zu] = %g, [%zu][%zu] = %g", j + 1, i + 1, out[j * n + i],
                      i + 1, j + 1, out[i * n + j]);
      }
    }
  }
  return STATUS_OK;
}

static bool is_diagonal(size_t n, const double *c, constraint_kind kind) {
  size_t entries = 0;
  for (size_t i = 0; i < n; i++) {
    if (kind == CONSTRAINT_DYAD) entries += c[i] != 0.0;
    for (size_t j = 0; kind == CONSTRAINT_MATRIX && j < i; j++) {
      if (c[i * n + j] != 0.0) return false;
    }
  }
  return entries <= 1;
}

/* value or at_most, one of them */
static status read_bound(const reader *at, const cJSON *table, linear_constraint *c) {
  const bool value = member_of(table, "value") != NULL, at_most = member_of(table, "at_most") != NULL;
  if (value == at_most) return REFUSE(at, ": give either value or at_most");
  c->at_most = at_most;
  return read_number(at, table, at_most ? "at_most" : "value", &c->value);
}

static void name_constraint(const reader *at, const linear_constraint *c, const char *type, char *name) {
  char digits[NUMBER_TEXT], place[48] = "";
  if (c->kind == CONSTRAINT_ENTRY) (void)snprintf(place, sizeof place, " %zu,%zu", c->i + 1, c->j + 1);
  (void)snprintf(name, CONSTRAINT_NAME, "constraints[%zu] (%s%s %s %s)", at->place, type, place,
                 c->at_most ? "<=" : "=", number_short(c->value, 6, digits));
}

static status read_constraint(const reader *at, const cJSON *table, side_constraints *out) {
  static const char *const types[] = {"trace", "entry", "dyad", "matrix"};
  static const char *const takes[] = {"type, value, at_most", "type, i, j, value, at_most",
                                      "type, vector, value, at_most", "type, matrix, value, at_most"};
  if (!cJSON_IsObject(table)) return REFUSE(at, " must be a table such as { type = \"trace\", value = 1 }");
  const cJSON *given = member_of(table, "type");
  const char *type = cJSON_IsString(given) ? given->valuestring : "";
  if (strcmp(type, "diagonal") == 0) {
    out->diagonal = true;
    return check_fields(at, table, type, "type");
  }
  size_t kind = 0;
  while (kind < 4 && strcmp(types[kind], type) != 0) kind++;
  if (kind == 4) return REFUSE(at, ".type = \"%.40s\" must be one of: trace diagonal entry dyad matrix", type);
  TRY(check_fields(at, table, type, takes[kind]));
  linear_constraint *c = &out->list[out->count];
  *c = (linear_constraint){.kind = (constraint_kind)kind, .name = out->names[out->count]};
  double **data = &out->data[out->count++];
  TRY(read_bound(at, table, c));
  if (c->kind == CONSTRAINT_ENTRY) {
    TRY(read_index(at, table, "i", &c->i));
    c->j = c->i;
    if (member_of(table, "j") != NULL) TRY(read_index(at, table, "j", &c->j));
    if (c->i != c->j) out->diagonal_matrices = false;
  } else if (c->kind != CONSTRAINT_TRACE) {
    TRY(memory_array(at->n, (c->kind == CONSTRAINT_MATRIX ? at->n : 1) * sizeof **data, data));
    TRY(c->kind == CONSTRAINT_MATRIX ? read_matrix(at, member_of(table, "matrix"), *data)
                                     : read_list(at, member_of(table, "vector"), "vector", *data));
    c->data = *data;
    if (!is_diagonal(at->n, *data, c->kind)) out->diagonal_matrices = false;
  }
  name_constraint(at, c, type, out->names[out->count - 1]);
  return STATUS_OK;
}

static void constraints_free(side_constraints *constraints) {
  for (size_t j = 0; constraints->data != NULL && j < constraints->count; j++) free(constraints->data[j]);
  free(constraints->data);
  free(constraints->names);
  free(constraints->list);
  *constraints = (side_constraints){0};
}

/* STATUS_INVALID with a message that begins with "WHO: constraints[2]" for anything else. After a failure, too, there is something to free. */
static status constraints_read(const char *who, const cJSON *given, size_t n, side_constraints *out) {
  *out = (side_constraints){.diagonal_matrices = true};
  reader at = {.who = who, .n = n};
  if (given == NULL) return STATUS_OK;
  if (!cJSON_IsArray(given)) return FAIL(STATUS_INVALID, "%s: constraints must be a list of tables", who);
  const size_t most = (size_t)cJSON_GetArraySize(given);
  TRY(NEW_ARRAY(most, out->list));
  TRY(NEW_ARRAY(most, out->names));
  TRY(NEW_ARRAY(most, out->data));
  for (const cJSON *item = given->child; item != NULL; item = item->next) {
    at.place++;
    TRY(read_constraint(&at, item, out));
  }
  return STATUS_OK;
}

/* ---- the learner */

static const double largest_work = 134217728.0; /* constraints times entries of W, in doubles: 1 GiB */

typedef struct constrained_winnow {
  spectral *w;
  projection *projection;
  bool diagonal; /* W stays diagonal: the argument is a vector, instances take part with their diagonals */
  size_t n, entries;
  double *argument; /* log W: n x n or n */
  double *change;   /* what a projection adds to it */
  double *x;        /* the diagonal of an instance */
  size_t r;
  double gap, eta, theta, w0;
  const cJSON *constraints; /* until init */
  double residual, weight;
} constrained_winnow;

const parameter constrained_winnow_parameters[CONSTRAINED_WINNOW_PARAMETERS] = {
    WINNOW_RANK_OPTION(constrained_winnow, "rank of the hidden subspace"),
    WINNOW_GAP_OPTION(constrained_winnow, "positive instances have tr(PX) >= gap, negative ones 0"),
    WINNOW_RATE_OPTION(constrained_winnow, eta, "learning rate; absent: the theorem's"),
    WINNOW_THRESHOLD_OPTION(constrained_winnow, "threshold; absent: the theorem's for eta and the gap"),
    OPTION_STRUCTURE(
        constrained_winnow, constraints, ABSENT,
        "list of { type = \"trace\" | \"diagonal\" | \"entry\", i, j | \"dyad\", vector | \"matrix\", matrix; "
        "value or at_most }; absent: none"),
};
const option_rule constrained_winnow_rules[CONSTRAINED_WINNOW_RULES] = {RULE_AT_MOST_ORDER(constrained_winnow, r)};

/* Everything but the spectral parameter: the constraints and the log of W_1. */
static status build_of(constrained_winnow *self, const learner_setting *setting, const side_constraints *constraints) {
  const size_t n = setting->n;
  self->n = n;
  self->w0 = (double)self->r / (double)n;
  if (isnan(self->eta)) self->eta = winnow_rate();
  if (isnan(self->theta)) self->theta = winnow_threshold(self->eta, self->gap);
  self->diagonal = constraints->diagonal || (setting->kind == INSTANCE_VECTOR && constraints->diagonal_matrices);
  self->entries = self->diagonal ? n : n * n;
  const double work = (double)constraints->count * (double)self->entries;
  if (work > largest_work) {
    return FAIL(STATUS_INVALID, "%zu constraints of order n = %zu need %.3g numbers of work space, at most %.3g",
                constraints->count, n, work, largest_work);
  }
  TRY(projection_new(member_memory(self), n, constraints->count, constraints->list, self->diagonal, setting->eigen,
                     &self->projection));
  TRY(OWN_ARRAY(self, self->entries, self->argument));
  TRY(OWN_ARRAY(self, self->entries, self->change));
  TRY(OWN_ARRAY(self, n, self->x));
  const double start = fixed_log(self->w0);
  for (size_t i = 0; i < n; i++) self->argument[self->diagonal ? i : i * (n + 1)] = start;
  projection_report report;
  TRY(projection_apply(self->projection, self->argument, &report));
  self->residual = report.residual;
  self->weight = report.weight;
  return STATUS_OK;
}

static status build(constrained_winnow *self, const learner_setting *setting) {
  const char *who = setting->class->about.name;
  CLEANUP(constraints_free) side_constraints constraints = {0};
  TRY(constraints_read(who, self->constraints, setting->n, &constraints));
  return status_context(build_of(self, setting, &constraints), "%s", who);
}

static status check(const void *self, const learner_setting *setting) {
  CLEANUP(member_free_at) void *tried = NULL;
  TRY(member_new(sizeof(constrained_winnow), setting->options, &tried));
  return build(tried, setting);
}

/* H += the matrix or diagonal of `entries` numbers. */
static status add(constrained_winnow *self, const double *entries) {
  const instance x = self->diagonal ? instance_dense_vector(self->n, entries) : instance_matrix(self->n, entries);
  return spectral_step(self->w, 1.0, &x);
}

static status init(void *self, const learner_setting *setting) {
  constrained_winnow *winnow = self;
  TRY(build(winnow, setting));
  const bool vector = winnow->diagonal && setting->kind == INSTANCE_VECTOR;
  const spectral_options wanted = {.n = setting->n,
                                   .link = LINK_EXP,
                                   .representation = vector ? REPRESENTATION_DIAGONAL : REPRESENTATION_DENSE,
                                   .kind = setting->kind,
                                   .capacity = setting->n,
                                   .eigen = setting->eigen};
  TRY(weights_new(self, &wanted, &winnow->w));
  return add(winnow, winnow->argument);
}

static status predict(void *self, const instance *x, prediction *out) {
  const constrained_winnow *winnow = self;
  TRY(spectral_score(winnow->w, x, &out->score));
  out->value = out->score >= winnow->theta ? 1.0 : -1.0;
  return STATUS_OK;
}

static status predict_block(void *self, size_t count, const instance *xs, prediction *out) {
  const constrained_winnow *winnow = self;
  double scores[PREDICTION_BLOCK];
  TRY(spectral_score_block(winnow->w, count, xs, scores));
  for (size_t i = 0; i < count; i++) {
    out[i] = (prediction){.score = scores[i], .value = scores[i] >= winnow->theta ? 1.0 : -1.0};
  }
  return STATUS_OK;
}

/* out += scale * the diagonal of X */
static void add_diagonal(const instance *x, double scale, double *out) {
  const size_t n = x->n;
  if (x->kind == INSTANCE_MATRIX) {
    for (size_t i = 0; i < n; i++) out[i] += scale * x->matrix[i * (n + 1)];
  } else if (x->kind == INSTANCE_LOW_RANK) {
    for (size_t i = 0; i < n; i++) {
      double entry = x->shift;
      for (size_t q = 0; q < x->rank; q++) entry += x->weights[q] * (x->factors[q * n + i] * x->factors[q * n + i]);
      out[i] += scale * entry;
    }
  } else {
    for (size_t k = 0; k < x->count; k++) {
      const double value = x->kind == INSTANCE_DYAD ? x->value[k] * x->value[k] : x->value[k];
      out[x->index != NULL ? x->index[k] : k] += scale * value;
    }
  }
}

/* On diagonal matrices the projection of exp(H + a X) is that of exp(H + a diag(X)). */
static status step(constrained_winnow *self, double a, const instance *x) {
  if (!self->diagonal) {
    TRY(spectral_step(self->w, a, x));
    instance_add_to_dense(x, a, self->argument);
    return STATUS_OK;
  }
  memset(self->x, 0, self->n * sizeof *self->x);
  add_diagonal(x, 1.0, self->x);
  const instance diagonal = instance_dense_vector(self->n, self->x);
  TRY(spectral_step(self->w, a, &diagonal));
  for (size_t i = 0; i < self->n; i++) self->argument[i] += a * self->x[i];
  return STATUS_OK;
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  constrained_winnow *winnow = self;
  *updated = predicted->value != label;
  if (!*updated) return STATUS_OK;
  projection_report report;
  TRY(step(winnow, winnow->eta * label, x));
  memcpy(winnow->change, winnow->argument, winnow->entries * sizeof *winnow->change);
  TRY(projection_apply(winnow->projection, winnow->argument, &report));
  winnow->residual = fmax(winnow->residual, report.residual);
  winnow->weight = report.weight;
  bool changed = false;
  for (size_t i = 0; i < winnow->entries; i++) {
    winnow->change[i] = winnow->argument[i] - winnow->change[i];
    if (winnow->change[i] != 0.0) changed = true;
  }
  return changed ? add(winnow, winnow->change) : STATUS_OK;
}

static bool constant(const void *self, const char *name, double *value) {
  const constrained_winnow *winnow = self;
  const bool scale = strcmp(name, "comparator_scale") == 0;
  if (!scale && strcmp(name, "constraint_scale") != 0) return false;
  *value = scale ? 1.0 : projection_scale(winnow->projection);
  return true;
}

static const field state[] = {
    {FIELD(constrained_winnow, residual, FIELD_NUMBER)},
    {FIELD(constrained_winnow, weight, FIELD_NUMBER)},
    {FIELD(constrained_winnow, argument, FIELD_LIST), FIELD_LENGTH(constrained_winnow, entries)},
    WEIGHTS_STATE(constrained_winnow, w),
};
static const field constants[] = {
    {FIELD(constrained_winnow, eta, FIELD_NUMBER)},
    {FIELD(constrained_winnow, theta, FIELD_NUMBER)},
    {FIELD(constrained_winnow, w0, FIELD_NUMBER)},
    {FIELD(constrained_winnow, r, FIELD_COUNT)},
    {FIELD(constrained_winnow, gap, FIELD_NUMBER)},
    {FIELD_NAMED("kkt_residual", constrained_winnow, residual, FIELD_NUMBER)},
    {FIELD_NAMED("projection_weight", constrained_winnow, weight, FIELD_NUMBER)},
};

WEIGHTS_FIRST(constrained_winnow, w);
const learner_methods constrained_winnow_methods = {
    .size = sizeof(constrained_winnow),
    .check = check,
    .init = init,
    .predict = predict,
    .predict_block = predict_block,
    .update = update,
    FIELDS(state, state),
    FIELDS(constants, constants),
    .constant = constant,
    .parameter = weights_parameter,
};

status constrained_winnow_violation(void *self, const instance *u, double *violation) {
  return projection_violation(((constrained_winnow *)self)->projection, u, violation);
}

const learner_class learner_constrained_matrix_winnow = {
    .about = {.name = "constrained_matrix_winnow",
              .title = "constrained Matrix Winnow",
              .citation = "Warmuth 2007, side constraints; Herbster and Warmuth 2001",
              .help = "Matrix Winnow whose W is projected onto linear constraints after each update",
              .formula = "predicts $+1$ iff $\\mathrm{tr}(WX)\\ge\\theta$, $W_1=\\Pi(\\frac rnI)$; on a mistake "
                         "$W\\leftarrow\\Pi(e^{\\ln W+\\eta yX})$; $\\Pi(V)=\\arg\\min_{W\\in C}\\Delta(W,V)$, $C$ the "
                         "matrices that meet the constraints; $\\theta=\\frac{\\eta g_1}{e^\\eta-e^{-\\eta}}$",
              .family = "constrained_winnow",
              .result_version = 1,
              PARAMETERS(constrained_winnow_parameters),
              RULES(constrained_winnow_rules)},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION,
    .conservative = true,
    .methods = &constrained_winnow_methods,
};
