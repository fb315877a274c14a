#include "serve/trial.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
