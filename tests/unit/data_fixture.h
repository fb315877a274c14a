/* Problems from files in tests: the text stands in the test, messages have the file's path replaced by F. */
#pragma once

#include <string.h>

#include "unit/problem_fixture.h"

typedef struct refusal {
  const char *text, *more, *message;
} refusal;

/* The last message, with the path replaced by F. */
static inline void message_without(const char *path, char message[500]) {
  const char *said = status_message(), *at = strstr(said, path);
  if (at == NULL) {
    snprintf(message, 500, "%s", said);
  } else {
    snprintf(message, 500, "%.*sF%s", (int)(at - said), said, at + strlen(path));
  }
}

/* Makes the problem for a file with these bytes and further options. */
static inline status open_bytes(const char *name, const char *bytes, size_t length, const char *more, uint64_t seed,
                                fixture *f, char message[500]) {
  char *path = fixture_file(bytes, length), json[1000];
  snprintf(json, sizeof json, "{\"file\":\"%s\"%s}", path, more);
  const status code = fixture_try(name, json, seed, "/tmp", f); /* whose texts are shown */
  message_without(path, message);
  unlink(path);
  free(path);
  return code;
}

static inline status open_text(const char *name, const char *text, const char *more, uint64_t seed, fixture *f,
                               char message[500]) {
  return open_bytes(name, text, strlen(text), more, seed, f, message);
}

static inline void refused(const char *name, const refusal *refusals, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const refusal *r = &refusals[i];
    fixture f;
    char message[500];
    const status code = open_text(name, r->text, r->more, 1, &f, message);
    cr_expect_eq(code, STATUS_INVALID, "%s%s gave status %d", r->text, r->more, (int)code);
    cr_expect_str_eq(message, r->message, "%s%s gave: %s", r->text, r->more, message);
    fixture_free(&f);
  }
}
#define REFUSED(name, list) refused(name, list, sizeof(list) / sizeof *(list))

/* Plays all trials of dense vectors or dyads: "label x1 x2 ...;" with %.15g. */
static inline void plays_dense(const char *name, const char *text, const char *more, const char *expected) {
  fixture f;
  char message[500], said[2000] = "";
  cr_assert_eq(open_text(name, text, more, 1, &f, message), STATUS_OK, "%s", message);
  size_t used = 0;
  instance x;
  double y = 0;
  while (fixture_trial(&f, &x, &y) == STATUS_OK) {
    used += (size_t)snprintf(said + used, sizeof said - used, "%g", y);
    for (size_t i = 0; i < x.n; i++) used += (size_t)snprintf(said + used, sizeof said - used, " %.15g", x.value[i]);
    used += (size_t)snprintf(said + used, sizeof said - used, ";");
  }
  cr_expect_str_eq(said, expected, "%s %s gave: %s", text, more, said);
  fixture_free(&f);
}
