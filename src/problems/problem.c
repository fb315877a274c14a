#include "problems/problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"

const problem_class *problem_find(const char *name) {
  for (size_t i = 0; i < registry_problem_count; i++) {
    if (strcmp(registry_problems[i]->about.name, name) == 0) return registry_problems[i];
  }
  return NULL;
}

status problem_ask_facts(const problem_class *class, const problem_setting *setting, const options *values,
                         problem_facts *facts) {
  problem_setting told = *setting;
  told.definition = class->about.definition;
  return class->facts(&told, values, facts);
}

status problem_new(const problem_class *class, const problem_setting *setting, const options *values, problem *out) {
  *out = (problem){0};
  problem made = {.class = class};
  problem_setting told = *setting;
  told.definition = class->about.definition;
  TRY(class->facts(&told, values, &made.facts));
  TRY(class->create(&told, values, &made.self));
  if (class->refine != NULL) class->refine(made.self, &made.facts);
  *out = made;
  return STATUS_OK;
}

void problem_destroy(problem *source) {
  if (source->class != NULL && source->self != NULL) source->class->destroy(source->self);
  source->class = NULL;
  source->self = NULL;
}

bool problem_constant(const problem *source, const char *name, double *value) {
  return source->class->constant != NULL && source->class->constant(source->self, name, value);
}

/* *out = folder/name if that file is there, else NULL. */
static status look_in(const char *folder, const char *name, char **out) {
  *out = NULL;
  if (folder == NULL) return STATUS_OK;
  TRY(memory_format(out, "%s/%s", folder, name));
  if (!file_exists(*out)) {
    free(*out);
    *out = NULL;
  }
  return STATUS_OK;
}

/* A device or a pipe may have no end, and a sequence is read more than once. */
static status check_regular(char **path) {
  struct stat about;
  if (stat(*path, &about) == 0 && (S_ISREG(about.st_mode) || S_ISDIR(about.st_mode))) return STATUS_OK;
  const status code = FAIL(STATUS_INVALID, "%s: is no regular file, expected a file", *path);
  free(*path);
  *path = NULL;
  return code;
}

status problem_data_path(const problem_setting *setting, const char *name, char **out) {
  *out = NULL;
  if (name[0] == '/') {
    if (!file_exists(name)) return FAIL(STATUS_INVALID, "%s: no such file", name);
    TRY(memory_text(name, out));
    return check_regular(out);
  }
  TRY(look_in(setting->data, name, out));
  if (*out == NULL) TRY(look_in(setting->folder, name, out));
  if (*out != NULL) return check_regular(out);
  if (setting->data != NULL && setting->folder != NULL) {
    return FAIL(STATUS_INVALID, "%s: no such file in %s (--data) or %s (the scenario's folder)", name, setting->data,
                setting->folder);
  }
  if (setting->data != NULL) return FAIL(STATUS_INVALID, "%s: no such file in %s (--data)", name, setting->data);
  if (setting->folder != NULL) {
    return FAIL(STATUS_INVALID, "%s: no such file in %s (the scenario's folder); --data names another folder", name,
                setting->folder);
  }
  return FAIL(STATUS_INVALID, "%s: no folder to look in: --data names one", name);
}

loss problem_loss(const problem_facts *facts) {
  static const loss squares = {LOSS_SQUARE, -INFINITY, INFINITY, -INFINITY, INFINITY, 1.0};
  if (facts->labels == LABEL_SIGN) return loss_of_signs;
  return facts->loss.kind == LOSS_ZERO_ONE ? squares : facts->loss;
}

learner_setting problem_learner_setting(const problem_facts *facts, size_t trials, uint64_t seed,
                                        const eigen_backend *eigen) {
  const bool fewer = facts->trials != 0 && (trials == 0 || facts->trials < trials);
  return (learner_setting){.n = facts->n,
                           .rows = facts->rows,
                           .kind = facts->kind,
                           .rank = facts->rank,
                           .trials = fewer ? facts->trials : trials,
                           .loss = problem_loss(facts),
                           .seed = seed,
                           .eigen = eigen};
}
