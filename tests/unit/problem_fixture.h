/* Making problems in tests. */
#pragma once

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "problems/problem.h"

typedef struct fixture {
  problem problem;
  options *values;
  problem_setting setting;
  comparator *u; /* NULL for late ones */
} fixture;

/* Resolves the options (JSON) and makes the problem; the status of the first failure. */
static inline status fixture_try_for(size_t trials, const char *name, const char *json, uint64_t seed, const char *data,
                                     fixture *out) {
  *out = (fixture){.setting = {.seed = seed, .trials = trials, .folders = {.given = data}}};
  const problem_class *class = problem_find(name);
  cr_assert_not_null(class, "there is no problem %s", name);
  cJSON *given = NULL;
  cr_assert_eq(json_parse(json, &given), STATUS_OK, "%s", json);
  status code = options_new(&class->about, given, &out->values);
  cJSON_Delete(given);
  if (code == STATUS_OK) code = problem_new(class, &out->setting, out->values, &out->problem);
  return code;
}

static inline status fixture_try(const char *name, const char *json, uint64_t seed, const char *data, fixture *out) {
  return fixture_try_for(0, name, json, seed, data, out);
}

static inline void fixture_free(fixture *f) {
  problem_destroy(&f->problem);
  options_free(f->values);
}

/* For this number of trials; 0: as many as the problem has. */
static inline fixture fixture_make_for(size_t trials, const char *name, const char *json, uint64_t seed) {
  fixture f;
  cr_assert_eq(fixture_try_for(trials, name, json, seed, NULL, &f), STATUS_OK, "%s %s: %s", name, json,
               status_message());
  if (!f.problem.facts.comparator_late) {
    f.u = problem_comparator(&f.problem);
    if (f.u != NULL) cr_assert_eq(comparator_prepare(f.u, f.problem.facts.kind, f.problem.facts.rank), STATUS_OK);
  }
  return f;
}

static inline fixture fixture_make(const char *name, const char *json, uint64_t seed) {
  return fixture_make_for(0, name, json, seed);
}

/* One trial of an oblivious problem. */
static inline status fixture_trial(fixture *f, instance *x, double *label) {
  const prediction none = {.value = 1};
  const status code = problem_next(&f->problem, NULL, x);
  if (code != STATUS_OK) return code;
  return problem_reveal(&f->problem, &none, label);
}

/* The problem must be refused with exactly this message. */
static inline void fixture_refused(const char *name, const char *json, const char *message) {
  fixture f;
  const status code = fixture_try(name, json, 1, NULL, &f);
  cr_expect_eq(code, STATUS_INVALID, "%s %s: status %d", name, json, (int)code);
  cr_expect_str_eq(status_message(), message, "%s %s gave: %s", name, json, status_message());
  fixture_free(&f);
}

/* A file with the given text in the folder for temporary files; the caller removes and frees the path. */
static inline char *fixture_file(const char *text, size_t length) {
  char *path = strdup("/tmp/winnow-test-XXXXXX");
  const int opened = mkstemp(path);
  cr_assert(opened >= 0);
  cr_assert_eq(write(opened, text, length), (ssize_t)length);
  close(opened);
  return path;
}
