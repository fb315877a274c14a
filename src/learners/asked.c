#include "learners/asked.h"

status ask_answer(const ask *asked, const char *who, const char *owner, bool known, double value, void *self) {
  void *at = (char *)self + asked->at - 1;
  if (!known && !asked->optional)
    return FAIL(STATUS_FAILED, "%s asks %s for the constant \"%s\", which it does not have", who, owner, asked->name);
  if (asked->at == 0) return STATUS_OK;
  if (!known) value = asked->otherwise;
  switch (asked->type) {
  case ASK_NUMBER: *(double *)at = value; break;
  case ASK_COUNT: *(size_t *)at = (size_t)value; break;
  case ASK_FLAG: *(bool *)at = value != 0.0; break;
  case ASK_CHOICE: *(int *)at = (int)value; break;
  case ASK_LIVE: break; /* ask_learner */
  }
  return STATUS_OK;
}

status ask_learner(const ask *asks, size_t count, const char *who, const learner *player, void *self) {
  for (size_t i = 0; i < count; i++) {
    const ask *asked = &asks[i];
    double value = 0.0;
    if (asked->of_problem) continue;
    const bool known = learner_constant(player, asked->name, &value);
    TRY(ask_answer(asked, who, player->class->about.name, known, value, self));
    if (asked->type != ASK_LIVE) continue;
    *(live_constant *)(void *)((char *)self + asked->at - 1) =
        (live_constant){player, known ? asked->name : NULL, asked->otherwise};
  }
  return STATUS_OK;
}

double live_constant_now(const live_constant *constant) {
  return constant->name == NULL ? constant->otherwise : learner_constant_or_nan(constant->learner, constant->name);
}
