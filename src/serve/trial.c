#include "serve/trial.h"

/* What arithmetic cannot do with the instance is the instance's fault. */
static status refuse(status code) {
  return code == STATUS_NUMERIC ? STATUS_INVALID : code;
}

static status check_instance(const instance *x) {
  TRY(refuse(instance_check_finite(x)));
  return instance_check_symmetric(x);
}

static status check_score(double score) {
  return isfinite(score) ? STATUS_OK : FAIL(STATUS_NUMERIC, "the score is %g, beyond a double", score);
}

static status predict(const learner *player, const instance *x, prediction *out) {
  TRY(learner_predict(player, x, out));
  TRY(check_score(out->score));
  return check_score(out->value);
}

status trial_predict(const saved_learner *saved, const instance *x, prediction *out) {
  *out = (prediction){.score = NAN};
  TRY(check_instance(x));
  return refuse(predict(&saved->learner, x, out));
}

status trial_score(const saved_learner *saved, const instance *x, double *score) {
  TRY(check_instance(x));
  TRY(refuse(learner_score(&saved->learner, x, score)));
  return refuse(check_score(*score));
}

static status update(const learner *player, const instance *x, const prediction *predicted, double label,
                     bool *updated) {
  prediction after;
  TRY(learner_update(player, x, predicted, label, updated));
  return *updated ? predict(player, x, &after) : STATUS_OK;
}

static bool can_go_back(const learner *player) {
  return learner_saves(player->class) && strcmp(player->class->about.name, "external") != 0;
}

/* The learner as it was before the last trial. */
static status go_back(saved_learner *saved) {
  past_drop(&saved->past);
  return past_make(&saved->past, &saved->setting, saved->options, &saved->learner);
}

status trial_update(saved_learner *saved, const instance *x, const prediction *predicted, double label, bool *updated) {
  char reason[256];
  *updated = false;
  if (!can_go_back(&saved->learner)) return learner_update(&saved->learner, x, predicted, label, updated);
  TRY(check_instance(x));
  TRY(past_add(&saved->past, &saved->learner, x, label));
  const status code = update(&saved->learner, x, predicted, label, updated);
  if (code == STATUS_OK) return STATUS_OK;
  (void)snprintf(reason, sizeof reason, "%s", status_message());
  *updated = false;
  TRY(go_back(saved));
  return FAIL(refuse(code), "the update is refused: %s", reason);
}

status trial_predict_class(const saved_learner *saved, const instance *x, const char **class, prediction *out) {
  double largest = -INFINITY;
  *class = NULL;
  TRY(check_instance(x));
  for (const saved_learner *k = saved->next; k != NULL; k = k->next) {
    prediction predicted;
    TRY(trial_predict(k, x, &predicted));
    const bool chance = k->learner.class->randomised;
    const double margin = chance ? predicted.probability : predicted.score - learner_threshold(&k->learner);
    if (*class != NULL && margin <= largest) continue;
    *class = k->class;
    *out = predicted;
    largest = margin;
  }
  return STATUS_OK;
}

static status update_class(saved_learner *k, const instance *x, const char *class) {
  prediction predicted;
  bool updated = false;
  TRY(trial_predict(k, x, &predicted));
  return trial_update(k, x, &predicted, strcmp(k->class, class) == 0 ? 1.0 : -1.0, &updated);
}

status trial_update_class(saved_learner *saved, const instance *x, const char *class) {
  char reason[256];
  saved_learner *k = saved->next, *added = NULL;
  status code = STATUS_OK;
  while (k != NULL && strcmp(k->class, class) != 0) k = k->next;
  if (k == NULL) TRY(saved_learner_add(saved, class, NULL, &added));
  for (k = saved->next; k != NULL; k = k->next) {
    code = update_class(k, x, class);
    if (code != STATUS_OK) break;
  }
  if (code == STATUS_OK || !can_go_back(&saved->learner)) return code;
  (void)snprintf(reason, sizeof reason, "%s", status_message());
  for (saved_learner *changed = saved->next; changed != k; changed = changed->next) TRY(go_back(changed));
  if (added != NULL) saved_learner_drop(saved, added);
  return FAIL(code, "%s", reason);
}

/* ---- weights */

/* An instance of one entry, or of two that mirror each other; dense ones are in `work`. */
typedef struct probe {
  const learner_setting *setting;
  bool symmetric;
  size_t index[2];
  double *work;
} probe;

static instance probe_entry(probe *self, size_t i, size_t j, double value) {
  static const double ones[2] = {1.0, 1.0};
  const size_t n = self->setting->n, rows = self->setting->rows;
  const instance_kind kind = self->setting->kind;
  self->index[0] = kind == INSTANCE_VECTOR ? j : i;
  self->index[1] = j;
  switch (kind) {
  case INSTANCE_ENTRY: return instance_entry(rows, n, i, j);
  case INSTANCE_LOW_RANK: self->work[i] = self->work[j] = value; return instance_low_rank(n, 1, self->work, ones, 0.0);
  case INSTANCE_MATRIX: self->work[i * n + j] = self->work[j * n + i] = value; return instance_matrix(n, self->work);
  case INSTANCE_RECTANGULAR: self->work[i * n + j] = value; return instance_rectangular(rows, n, self->work);
  default: break;
  }
  return instance_sparse(kind, n, value == 0.0 ? 0 : self->symmetric && i != j ? 2 : 1, self->index, ones);
}

static status ask_weight(const saved_learner *saved, probe *of, size_t i, size_t j, double *weights, double offset) {
  const size_t n = saved->setting.n;
  const instance x = probe_entry(of, i, j, 1.0);
  TRY(trial_score(saved, &x, &weights[i * n + j]));
  weights[i * n + j] -= offset;
  (void)probe_entry(of, i, j, 0.0);
  if (!of->symmetric || i == j) return STATUS_OK;
  if (saved->setting.kind != INSTANCE_MATRIX) weights[i * n + j] -= weights[i * n + i] + weights[j * n + j];
  weights[j * n + i] = weights[i * n + j] /= 2.0;
  return STATUS_OK;
}

/* Whether the score of two entries is the sum of theirs. */
static status check_linear(const saved_learner *saved, const double *weights, double offset) {
  const size_t n = saved->setting.n, index[2] = {0, n - 1};
  const double value[2] = {0.5, 0.25};
  double score = 0.0, sum = offset, size = fabs(offset);
  if (n < 2 || (saved->setting.kind != INSTANCE_VECTOR && saved->setting.kind != INSTANCE_DYAD)) return STATUS_OK;
  const bool vector = saved->setting.kind == INSTANCE_VECTOR;
  const instance x = instance_sparse(saved->setting.kind, n, 2, index, value);
  for (size_t a = 0; a < 2; a++) {
    for (size_t b = vector ? a : 0; b < (vector ? a + 1 : 2); b++) {
      const double part =
          vector ? value[a] * weights[index[a]] : value[a] * value[b] * weights[index[a] * n + index[b]];
      sum += part;
      size += fabs(part);
    }
  }
  TRY(trial_score(saved, &x, &score));
  if (fabs(score - sum) <= 1e-6 * size) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s has no weights: its score is no sum over the entries of the instance",
              saved->learner.class->about.name);
}

status trial_weights(const saved_learner *saved, double *weights, double *offset) {
  const learner_setting *setting = &saved->setting;
  const instance_kind kind = setting->kind;
  const size_t n = setting->n, rows = kind == INSTANCE_VECTOR ? 1 : setting->rows > 0 ? setting->rows : n;
  FREED double *work = NULL;
  if (kind == INSTANCE_DISTANCE)
    return FAIL(STATUS_INVALID, "%s: distances do not show weights", saved->learner.class->about.name);
  probe of = {.setting = setting, .symmetric = kind != INSTANCE_VECTOR && setting->rows == 0};
  TRY(NEW_ARRAY(rows * n, work));
  of.work = work;
  *offset = 0.0;
  const instance nothing = probe_entry(&of, 0, 0, 0.0);
  if (kind != INSTANCE_ENTRY) TRY(trial_score(saved, &nothing, offset));
  for (size_t k = 0; k < (of.symmetric ? n : rows); k++) { /* symmetric: the k-th diagonal; otherwise a row */
    for (size_t i = 0; i < (of.symmetric ? n - k : n); i++) {
      TRY(ask_weight(saved, &of, of.symmetric ? i : k, of.symmetric ? i + k : i, weights, *offset));
    }
  }
  return check_linear(saved, weights, *offset);
}
