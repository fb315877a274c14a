/* States of learners, written to a file and read again. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "serve/state.h"
#include "unit/check.h"
#include "unit/learner_fixture.h"
#include "unit/problem_fixture.h"

/* The text of the file, which the caller frees. source: the problem's description, or NULL. */
static inline char *state_written(const learner *player, const learner_setting *setting, const options *values,
                                  const cJSON *source) {
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream(&text, &length);
  OK(learner_state_write(memory, player, setting, values, source));
  cr_assert_eq(fclose(memory), 0);
  return text;
}

/* Of a file with this text; the message has the path replaced by F. */
static inline status state_read(const char *text, size_t more, saved_learner *out, char message[500]) {
  char *path = fixture_file(text, strlen(text));
  const status code = learner_state_read(path, more, out);
  const char *said = status_message(), *at = strstr(said, path);
  snprintf(message, 500, "%s%s", at == NULL ? "" : "F", at == NULL ? said : at + strlen(path));
  unlink(path);
  free(path);
  return code;
}

/* The learner as it is now, for `more` trials. */
static inline saved_learner state_again(const played *p, const learner_setting *setting, size_t more) {
  saved_learner saved;
  char message[500], *text = state_written(&p->learner, setting, p->values, NULL);
  cr_assert_eq(state_read(text, more, &saved, message), STATUS_OK, "%s", message);
  free(text);
  return saved;
}
