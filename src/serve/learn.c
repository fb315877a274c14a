#include "serve/learn.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory_stream.h"
#include "base/process/child.h"
#include "serve/member_text.h"
#include "serve/row_stream.h"
#include "serve/trial.h"
#include "spectral/instance/instance_json.h"

typedef struct student {
  const learn_request *request;
  saved_learner saved; /* its class is NULL until the first row is known */
  const learner_class *class;
  cJSON *given; /* options of the rows */
  const problem_class *rows;
  row_stream stream;
  sequence *waiting; /* reads instances that wait; NULL without --id */
  prediction_counts *counts;
  size_t learned;
} student;

/* --- before the first row --- */

static status find_learner(student *self) {
  char name[MEMBER_NAME];
  CLEANUP(json_free_at) cJSON *given = NULL;
  TRY(member_text_parse("--learner", self->request->learner, name, &given));
  TRY(learner_named(name, &self->class));
  TRY(options_new(&self->class->about, given, &self->saved.options));
  const cJSON *command = strcmp(name, "external") == 0 ? option_structure(self->saved.options, "command") : NULL;
  if (command != NULL) TRY(child_allow_command(command)); /* the user names it */
  if (learner_saves(self->class) || self->request->save == NULL) return STATUS_OK;
  return FAIL(STATUS_INVALID, "--save-state: %s has no state", name);
}

static status find_rows(student *self) {
  char name[MEMBER_NAME];
  if (self->request->rows == NULL) {
    self->given = cJSON_CreateObject();
    return status_memory();
  }
  TRY(member_text_parse("--rows", self->request->rows, name, &self->given));
  self->rows = problem_find(name);
  if (self->rows != NULL && self->rows->methods->begin != NULL) return STATUS_OK;
  return FAIL(STATUS_INVALID, "--rows: %s: expected table, libsvm or regression_data", name);
}

static status load(student *self) {
  const learn_request *request = self->request;
  FREED char *who = NULL;
  if (request->learner != NULL) return FAIL(STATUS_INVALID, "--learner: not together with --load, whose state has it");
  if (request->rows != NULL) return FAIL(STATUS_INVALID, "--rows: not together with --load, whose state has them");
  TRY(learner_state_read_classes(request->load, request->trials, &self->saved));
  if (!problem_describes_reading(self->saved.problem)) {
    return FAIL(STATUS_INVALID, "%s: does not say how rows are read: expected the state of a learner of rows",
                request->load);
  }
  self->class = self->saved.learner.class;
  TRY(memory_format(&who, "%s: problem", request->load));
  return row_stream_open(who, self->saved.problem, &self->stream);
}

/* What cannot be saved is not learned: a new file is begun there, and given up. */
static status try_place(const char *path) {
  replacement *file = NULL;
  if (replacement_begin(path, &file) != STATUS_OK) return status_context(STATUS_INVALID, "--save-state");
  replacement_abandon(file);
  return STATUS_OK;
}

static status prepare(student *self) {
  const learn_request *request = self->request;
  if (request->every > 0 && request->save == NULL) return FAIL(STATUS_INVALID, "--save-every: needs --save-state FILE");
  if (request->save != NULL) TRY(try_place(request->save));
  if (request->load != NULL) return load(self);
  if (request->learner == NULL) {
    return FAIL(STATUS_INVALID, "winnow learn: expected --learner 'NAME{option = value}', or --load STATE");
  }
  TRY(find_learner(self));
  return find_rows(self);
}

/* --- the first row --- */

/* What reads instances like x back. */
static status open_waiting(student *self, const instance *x) {
  CLEANUP(json_free_at) cJSON *header = cJSON_CreateObject();
  if (self->request->id == NULL) return STATUS_OK;
  json_set(header, "format", cJSON_CreateString("winnow-lab sequence 1"));
  json_set(header, "instances", cJSON_CreateString(instance_kind_name(x->kind)));
  json_set(header, "n", cJSON_CreateNumber((double)x->n));
  json_set(header, "labels", cJSON_CreateString("sign"));
  TRY(status_memory());
  return sequence_begin("waiting", 0, header, &self->waiting);
}

static status begin_rows(student *self) {
  const learner_class *class = self->class;
  const bool real = class->predicts == PREDICTION_REAL, vectors = (class->instances >> INSTANCE_VECTOR & 1U) != 0;
  TRY(row_stream_begin(self->rows, self->given, real, vectors, &self->stream, &self->saved.problem));
  TRY(saved_learner_name_signs(&self->saved));
  return row_stream_open("--rows", self->saved.problem, &self->stream);
}

static status make_learner(student *self, const instance *x) {
  const bool real = strcmp(self->stream.reading.class->about.family, "regression") == 0;
  const problem_facts facts = {.n = x->n,
                               .kind = x->kind,
                               .rank = x->kind == INSTANCE_DYAD ? 1 : x->n,
                               .labels = real ? LABEL_REAL : LABEL_SIGN,
                               .gap_low = NAN,
                               .gap_high = NAN};
  const learn_request *request = self->request;
  if (self->class->predicts != PREDICTION_EITHER && (self->class->predicts == PREDICTION_REAL) != real) {
    return FAIL(STATUS_INVALID, "--learner: %s does not predict %s, as --rows %s asks", self->class->about.name,
                real ? "numbers" : "signs", self->stream.reading.class->about.name);
  }
  self->saved.setting = problem_learner_setting(&facts, request->trials, request->seed, request->eigen);
  return learner_new(self->class, &self->saved.setting, self->saved.options, &self->saved.learner);
}

static status first_row(student *self, instance *x, double *label) {
  if (self->class != self->saved.learner.class) TRY(begin_rows(self));
  TRY(row_stream_next(&self->stream, x, label));
  TRY(open_waiting(self, x));
  return self->saved.learner.class == NULL ? make_learner(self, x)
                                           : prediction_shape(self->request->load, &self->saved, x);
}

/* --- rows --- */

static status count_label(student *self) {
  if (self->learned == self->request->trials) {
    return FAIL(STATUS_INVALID, "the learner is made for %zu rows with a label, expected --trials T of all that come",
                self->learned);
  }
  self->learned++;
  return STATUS_OK;
}

/* Predicts the row, and learns its label. */
static status play_row(student *self, const instance *x, double label, tsv_writer *writer) {
  prediction predicted;
  bool updated = false;
  TRY(prediction_row(&self->saved, x, label, writer, self->counts, &predicted));
  tsv_end(writer);
  if (isnan(label)) return STATUS_OK;
  TRY(count_label(self));
  return trial_update(&self->saved, x, &predicted, label, &updated);
}

/* The same of classes: `label` is the number of one. */
static status play_class(student *self, const instance *x, double label, tsv_writer *writer) {
  const problem *rows = &self->stream.rows;
  const char *class = isnan(label) ? NULL : rows->class->methods->name_of(rows->self, true, (size_t)label);
  TRY(prediction_row_of_classes(&self->saved, x, class, writer, self->counts));
  tsv_end(writer);
  if (class == NULL) return STATUS_OK;
  TRY(count_label(self));
  return trial_update_class(&self->saved, x, class);
}

/* A row without a label waits for it under its name. */
static status wait_for_label(student *self, const instance *x, const char *id) {
  FREED char *text = NULL;
  cJSON *trial = NULL;
  size_t length = 0;
  FILE *file = memory_stream(&text, &length);
  if (file == NULL) return FAIL(STATUS_MEMORY, "no memory for a row that waits");
  (void)fputs("{\"id\":", file);
  json_write_text(file, id);
  instance_write_members(file, x);
  (void)fputc('}', file);
  if (fclose(file) != 0) return FAIL(STATUS_MEMORY, "no memory for a row that waits");
  TRY(json_parse(text, &trial));
  return saved_learner_wait(&self->saved, 0.0, id, trial);
}

static status take_waiting(student *self, const cJSON *late, instance *x) {
  CLEANUP(json_free_at) cJSON *trial = cJSON_Duplicate(late, true);
  cJSON_DeleteItemFromObjectCaseSensitive(trial, "id");
  TRY(status_memory());
  return sequence_instance(self->waiting, "waiting", 0, trial, x);
}

/* A row with a name: of a label that comes late *x becomes the instance that waited. */
static status play_named(student *self, instance *x, double label, tsv_writer *writer) {
  FREED char *id = NULL;
  TRY(row_stream_id(&self->stream, &id));
  cJSON *late = isnan(label) ? NULL : saved_learner_waiting(&self->saved, 0.0, id);
  if (late != NULL) TRY(take_waiting(self, late, x));
  TRY((row_stream_of_classes(&self->stream) ? play_class : play_row)(self, x, label, writer));
  if (late != NULL) saved_learner_forget(&self->saved, late);
  return isnan(label) && *id != '\0' ? wait_for_label(self, x, id) : STATUS_OK;
}

static status write_out(FILE *out) {
  return fflush(out) == 0 ? STATUS_OK : FAIL(STATUS_IO, "standard output cannot be written: %s", strerror(errno));
}

static status save(student *self) {
  TRY(row_stream_describe(&self->stream));
  return saved_learner_write(self->request->save, &self->saved);
}

static status play(student *self, FILE *out) {
  tsv_writer writer = {.file = out};
  instance x;
  double label = NAN;
  status code = first_row(self, &x, &label);
  if (code == STATUS_END) return STATUS_OK;
  TRY(code);
  prediction_table(&self->saved, PREDICT_ROWS, &writer, self->counts);
  const bool classes = row_stream_of_classes(&self->stream);
  if (classes) self->counts->chances = false;
  while (code == STATUS_OK) {
    const size_t row = self->counts->instances + 1;
    TRY(status_context(self->request->id != NULL ? play_named(self, &x, label, &writer)
                       : classes                 ? play_class(self, &x, label, &writer)
                                                 : play_row(self, &x, label, &writer),
                       "row %zu", row));
    row_stream_keep(&self->stream);
    if (self->request->every > 0 && row % self->request->every == 0) {
      TRY(write_out(out)); /* no state is ahead of the predictions */
      TRY(save(self));
    }
    code = row_stream_next(&self->stream, &x, &label);
  }
  return code == STATUS_END ? STATUS_OK : code;
}

/* The classes, as far as there is room for them. */
static void say_classes(const saved_learner *saved, size_t room, char out[]) {
  size_t length = 0;
  for (const saved_learner *k = saved->next; k != NULL && length < room; k = k->next) {
    const bool fits = length + strlen(k->class) + strlen(", ...") < room;
    length += (size_t)snprintf(out + length, room - length, "%s%s", length == 0 ? "" : ", ", fits ? k->class : "...");
    if (!fits) return;
  }
}

static void free_student(student *self) {
  row_stream_close(&self->stream);
  sequence_close(self->waiting);
  saved_learner_free(&self->saved);
  cJSON_Delete(self->given);
}

status learn(const learn_request *request, FILE *in, FILE *out, prediction_counts *counts) {
  CLEANUP(free_student)
  student self = {.request = request, .counts = counts, .stream = {.in = in, .out = out, .id = request->id}};
  *counts = (prediction_counts){0};
  TRY(prepare(&self));
  status code = play(&self, out);
  say_classes(&self.saved, sizeof counts->classes, counts->classes);
  counts->waiting = (size_t)cJSON_GetArraySize(self.saved.waiting);
  if (write_out(out) != STATUS_OK && code != STATUS_MEMORY) code = STATUS_IO;
  /* what was learned before a row that is refused is kept; learners that failed are not */
  const bool keep = request->save != NULL && counts->instances > 0 && (code == STATUS_OK || code == STATUS_INVALID);
  if (keep) TRY(save(&self));
  return code;
}
