#include "serve/serve.h"
#include "base/file.h"
#include "base/json.h"
#include "problems/problem.h"
#include "serve/pipe_protocol.h"
#include "serve/trial.h"

static const char place[] = "standard input";
static const double many = 9007199254740991.0; /* no larger number is surely what was written */
enum { TRIALS = 1000000 };

typedef struct server {
  const serve_request *request;
  const learner_class *class;
  cJSON *given;        /* options of the command line */
  saved_learner saved; /* the learner; its class is NULL before hello (unless a state was loaded) */
  bool greeted;
  sequence *shown, *asked; /* the instance of the trial; that of a score */
  instance x;
  prediction predicted;
  bool open;        /* the trial of x waits for its label */
  cJSON *message;   /* that asked for its prediction */
  bool stale;       /* its prediction is older than what the learner has learned */
  double threshold; /* that was told last; 0 before */
  size_t line;
  FILE *out;
} server;

/* ---- options */

static const parameter *find_parameter(const learner_class *class, const char *name) {
  for (size_t i = 0; i < class->about.parameter_count; i++) {
    if (strcmp(class->about.parameters[i].name, name) == 0) return &class->about.parameters[i];
  }
  return NULL;
}

static cJSON *numbers_of(const char *text) {
  cJSON *list = cJSON_CreateArray();
  while (list != NULL) {
    char word[64];
    double value = 0.0;
    const size_t length = strcspn(text, ",");
    (void)snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), text);
    if (!number_parse(word, &value) || !cJSON_AddItemToArray(list, cJSON_CreateNumber(value))) {
      cJSON_Delete(list);
      return cJSON_CreateString(text); /* which is refused by name */
    }
    if (text[length] == '\0') return list;
    text += length + 1;
  }
  return NULL;
}

/* A value of the command line as the parameter's type wants it; what does not fit stays text, and is refused by name. */
static cJSON *value_of(const parameter *p, const char *text) {
  double number = 0.0;
  cJSON *value = NULL;
  if (p != NULL && p->type == PARAMETER_NUMBERS) return numbers_of(text);
  if (p != NULL && (p->type == PARAMETER_STRUCTURE || p->type == PARAMETER_COMMAND)) {
    return json_parse(text, &value) == STATUS_OK ? value : cJSON_CreateString(text);
  }
  if (p != NULL && p->type == PARAMETER_BOOLEAN && strcmp(text, "true") == 0) return cJSON_CreateTrue();
  if (p != NULL && p->type == PARAMETER_BOOLEAN && strcmp(text, "false") == 0) return cJSON_CreateFalse();
  const bool numeric = p != NULL && (p->type == PARAMETER_NUMBER || p->type == PARAMETER_INTEGER);
  if (numeric && number_parse(text, &number)) return cJSON_CreateNumber(number);
  return cJSON_CreateString(text);
}

static status read_sets(server *self) {
  self->given = cJSON_CreateObject();
  for (size_t i = 0; i < self->request->set_count; i++) {
    const char *set = self->request->sets[i], *equals = strchr(set, '=');
    char name[64];
    (void)snprintf(name, sizeof name, "%.*s", (int)(equals - set < 63 ? equals - set : 63), set);
    if (cJSON_HasObjectItem(self->given, name)) return FAIL(STATUS_INVALID, "--set %.200s: %s is set twice", set, name);
    json_set(self->given, name, value_of(find_parameter(self->class, name), equals + 1));
  }
  return status_memory();
}

/* Checked first: what cannot be saved is not learned. */
static status check_save(const char *path) {
  return status_context(path == NULL ? STATUS_OK : file_check_place(path), "--save");
}

static status load_state(server *self) {
  const char *path = self->request->load;
  const status code = learner_state_read(path, TRIALS, &self->saved);
  if (code != STATUS_OK)
    return code == STATUS_IO ? STATUS_INVALID : code; /* a file of the command line that cannot be read */
  if (self->saved.learner.class == self->class) return STATUS_OK;
  return FAIL(STATUS_INVALID, "--load %s: the state of %s, not of %s", path, self->saved.learner.class->about.name,
              self->class->about.name);
}

static status prepare(server *self) {
  const serve_request *request = self->request;
  CLEANUP(options_free_at) options *checked = NULL;
  TRY(learner_named(request->learner, &self->class));
  TRY(read_sets(self));
  TRY(check_save(request->save));
  if (request->load == NULL && request->set_count == 0) return STATUS_OK; /* hello may have all of them */
  if (request->load == NULL) return options_new(&self->class->about, self->given, &checked);
  if (request->set_count > 0)
    return FAIL(STATUS_INVALID, "--set: not together with --load, whose state has its options");
  return load_state(self);
}

/* ---- hello */

static status refuse(const server *self, const char *name, const char *expected) {
  return FAIL(STATUS_INVALID, "%s:%zu: %s: expected %s", place, self->line, name, expected);
}

static status read_count(const server *self, const cJSON *body, const char *name, size_t least, size_t otherwise,
                         size_t *out) {
  const cJSON *item = json_member(body, name);
  *out = otherwise;
  if (item == NULL) return STATUS_OK;
  const double value = cJSON_IsNumber(item) ? item->valuedouble : -1.0;
  if (!(value >= (double)least && value <= many) || value != floor(value))
    return refuse(self, name, "a whole number below 2^53");
  *out = (size_t)value;
  return STATUS_OK;
}

/* The members that a sequence file has, too, as its header. */
static status open_sequences(server *self, const cJSON *body) {
  static const char *const names[] = {"instances", "n", "m", "labels", "loss", "interval", "scale"};
  CLEANUP(json_free_at) cJSON *header = cJSON_CreateObject();
  json_set(header, "format", cJSON_CreateString("winnow-lab sequence 1"));
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const cJSON *item = json_member(body, names[i]);
    if (item != NULL) json_set(header, names[i], cJSON_Duplicate(item, 1));
  }
  TRY(status_memory());
  TRY(sequence_begin(place, self->line, header, &self->shown));
  return sequence_begin(place, self->line, header, &self->asked);
}

static status read_setting(server *self, const cJSON *body, label_kind *labels) {
  learner_setting *setting = &self->saved.setting;
  const sequence_header header = sequence_header_of(self->shown);
  const problem_facts facts = problem_facts_of(&header);
  size_t seed = 1;
  *labels = facts.labels;
  const size_t rank = facts.kind == INSTANCE_VECTOR || facts.kind == INSTANCE_LOW_RANK ? facts.n : 1;
  *setting = problem_learner_setting(&facts, 0, seed, &eigen_own);
  TRY(read_count(self, body, "rank", 0, rank, &setting->rank));
  TRY(read_count(self, body, "trials", 1, TRIALS, &setting->trials));
  TRY(read_count(self, body, "seed", 0, 1, &seed));
  setting->seed = seed;
  return STATUS_OK;
}

static status join_options(server *self, const cJSON *body) {
  const cJSON *more = json_member(body, "options");
  if (more != NULL && !cJSON_IsObject(more) && !(cJSON_IsArray(more) && more->child == NULL))
    return refuse(self, "options", "an object");
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, more) {
    if (cJSON_HasObjectItem(self->given, item->string)) continue; /* the command line's wins */
    json_set(self->given, item->string, cJSON_Duplicate(item, 1));
  }
  return options_new(&self->class->about, self->given, &self->saved.options);
}

static status make_learner(server *self, const cJSON *body) {
  label_kind labels = LABEL_SIGN;
  TRY(read_setting(self, body, &labels));
  const bool signs = labels == LABEL_SIGN;
  if (self->class->predicts != PREDICTION_EITHER && (self->class->predicts == PREDICTION_SIGN) != signs) {
    return FAIL(STATUS_INVALID, "%s:%zu: labels: %s does not predict %s", place, self->line, self->class->about.name,
                signs ? "signs" : "numbers");
  }
  TRY(join_options(self, body));
  return learner_new(self->class, &self->saved.setting, self->saved.options, &self->saved.learner);
}

/* A loaded state has a setting of its own: shapes must agree. */
static status check_loaded(const server *self, const saved_learner *loaded) {
  const learner_setting *setting = &loaded->setting;
  const sequence_header header = sequence_header_of(self->shown);
  if (header.kind == setting->kind && header.n == setting->n && header.m == setting->rows) return STATUS_OK;
  return FAIL(STATUS_INVALID,
              "%s:%zu: instances: %s of order %zu, expected %s of order %zu as the loaded state's learner takes", place,
              self->line, instance_kind_name(header.kind), header.n, instance_kind_name(setting->kind), setting->n);
}

/* The member threshold after `before`, where it is another one than the program knows. */
static void tell_threshold(server *self, const char *before) {
  const learner *player = &self->saved.learner;
  const bool signs = self->saved.setting.loss.kind == LOSS_ZERO_ONE && !self->class->randomised;
  const double threshold = signs ? learner_threshold(player) : 0.0;
  if (threshold == self->threshold) return;
  self->threshold = threshold;
  (void)fprintf(self->out, "%s\"threshold\":", before);
  number_write(self->out, threshold);
}

static status answer_hello(server *self, const cJSON *body) {
  if (self->greeted) return refuse(self, "hello", "once");
  if (strcmp(json_text(body, "protocol", ""), PIPE_PROTOCOL) != 0) {
    return refuse(self, "protocol", "\"" PIPE_PROTOCOL "\"");
  }
  TRY(open_sequences(self, body));
  TRY(self->saved.learner.class != NULL ? check_loaded(self, &self->saved) : make_learner(self, body));
  self->greeted = true;
  (void)fprintf(self->out, "{\"hello\":{\"protocol\":\"" PIPE_PROTOCOL "\",\"name\":\"%s\",\"saves\":true",
                self->class->about.name);
  tell_threshold(self, ",");
  (void)fputs("}}\n", self->out);
  return STATUS_OK;
}

/* ---- trials */

static void write_number(server *self, const char *lead, double value) {
  (void)fputs(lead, self->out);
  number_write(self->out, value);
}

/* *t: the trial's number; -1: it has none. */
static status read_t(const server *self, const cJSON *body, double *t) {
  const cJSON *item = json_member(body, "t");
  *t = cJSON_IsNumber(item) ? item->valuedouble : -1.0;
  if (item == NULL || (*t >= 0.0 && *t <= many && *t == floor(*t))) return STATUS_OK;
  return refuse(self, "t", "a whole number below 2^53");
}

/* The open trial, if it has a number, waits from now on; the oldest one no longer where they are too many. */
static status put_aside(server *self) {
  double t = -1.0;
  if (self->open) TRY(read_t(self, self->message->child, &t));
  self->open = false;
  if (t < 0.0) return STATUS_OK;
  return saved_learner_wait(&self->saved, t, NULL, cJSON_DetachItemViaPointer(self->message, self->message->child));
}

static status answer_predict(server *self, const cJSON *body) {
  const learner *player = &self->saved.learner;
  double t = -1.0;
  TRY(read_t(self, body, &t));
  TRY(put_aside(self));
  self->stale = false;
  TRY(sequence_instance(self->shown, place, self->line, body, &self->x));
  TRY(status_context(trial_predict(&self->saved, &self->x, &self->predicted), "%s:%zu", place, self->line));
  self->open = true;
  write_number(self, "{\"predict\":{\"score\":", self->predicted.score);
  write_number(self, ",\"prediction\":", self->predicted.value);
  if (player->class->randomised) write_number(self, ",\"probability\":", self->predicted.probability);
  (void)fputs("}}\n", self->out);
  return STATUS_OK;
}

/* *late: what the update is about, NULL for the open trial. */
static status find_trial(const server *self, const cJSON *body, cJSON **late) {
  double t = -1.0, now = -1.0;
  TRY(read_t(self, body, &t));
  if (self->open) TRY(read_t(self, self->message->child, &now));
  *late = t < 0.0 || (self->open && t == now) ? NULL : saved_learner_waiting(&self->saved, t, NULL);
  if (*late != NULL) return STATUS_OK;
  if (!self->open && t < 0.0) return refuse(self, "update", "a predict before it");
  if (self->open && (t < 0.0 || now < 0.0 || t == now)) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: t: no prediction %.0f waits for its label; the last %d do", place, self->line, t,
              MOST_WAITING);
}

/* The learner's prediction is made anew where it has learned meanwhile. */
static status learn_label(server *self, cJSON *late, double label, bool *updated) {
  instance x = self->x;
  prediction predicted = self->predicted;
  if (late != NULL) TRY(sequence_instance(self->asked, place, self->line, late, &x));
  if (late != NULL || self->stale) TRY(trial_predict(&self->saved, &x, &predicted));
  TRY(trial_update(&self->saved, &x, &predicted, label, updated));
  self->stale = late != NULL;
  if (late == NULL) {
    self->open = false;
  } else {
    saved_learner_forget(&self->saved, late);
  }
  return STATUS_OK;
}

static status answer_update(server *self, const cJSON *body) {
  const cJSON *y = json_member(body, "y");
  const loss *cost = &self->saved.setting.loss;
  cJSON *late = NULL;
  bool updated = false;
  TRY(find_trial(self, body, &late));
  if (!cJSON_IsNumber(y) || !isfinite(y->valuedouble)) return refuse(self, "y", "a finite number");
  const double label = y->valuedouble;
  if (cost->kind == LOSS_ZERO_ONE && label != 1.0 && label != -1.0) return refuse(self, "y", "1 or -1");
  if (label < cost->label_low || label > cost->label_high) return refuse(self, "y", "a number of the loss's interval");
  TRY(status_context(learn_label(self, late, label, &updated), "%s:%zu", place, self->line));
  (void)fprintf(self->out, "{\"update\":{\"updated\":%s", updated ? "true" : "false");
  tell_threshold(self, ",");
  (void)fputs("}}\n", self->out);
  return STATUS_OK;
}

static status answer_score(server *self, const cJSON *body) {
  instance x;
  double score = 0.0;
  TRY(sequence_instance(self->asked, place, self->line, body, &x));
  TRY(status_context(trial_score(&self->saved, &x, &score), "%s:%zu", place, self->line));
  write_number(self, "{\"score\":{\"score\":", score);
  (void)fputs("}}\n", self->out);
  return STATUS_OK;
}

/* The open trial will wait. */
static status add_open(const server *self, cJSON *document) {
  double t = -1.0;
  if (self->open) TRY(read_t(self, self->message->child, &t));
  if (t < 0.0) return STATUS_OK;
  if (!cJSON_HasObjectItem(document, "waiting")) json_set(document, "waiting", cJSON_CreateArray());
  json_append(cJSON_GetObjectItemCaseSensitive(document, "waiting"), cJSON_Duplicate(self->message->child, true));
  return status_memory();
}

static status answer_save(server *self) {
  CLEANUP(json_free_at) cJSON *document = NULL;
  FREED char *text = NULL;
  TRY(saved_learner_document(&self->saved, &document));
  cJSON_DeleteItemFromObjectCaseSensitive(document, "problem");
  TRY(add_open(self, document));
  TRY(json_print(document, 0, 0, &text));
  (void)fprintf(self->out, "{\"save\":{\"state\":%s}}\n", text);
  return STATUS_OK;
}

static status answer_load(server *self, cJSON *body) {
  cJSON *state = json_member(body, "state");
  CLEANUP(saved_learner_free) saved_learner loaded = {0};
  if (!cJSON_IsObject(state)) return refuse(self, "state", "an object");
  if (learner_state_open(state, TRIALS, &loaded) != STATUS_OK)
    return status_context(STATUS_INVALID, "%s:%zu: state", place, self->line);
  TRY(check_loaded(self, &loaded));
  const saved_learner before = self->saved;
  self->saved = loaded;
  loaded = before;
  self->open = false;
  (void)fputs("{\"load\":{", self->out);
  tell_threshold(self, "");
  (void)fputs("}}\n", self->out);
  return STATUS_OK;
}

/* ---- messages */

static status follow(server *self, const char *name, cJSON *body, bool *bye) {
  *bye = strcmp(name, "bye") == 0;
  if (*bye) return STATUS_OK;
  if (strcmp(name, "hello") == 0) return answer_hello(self, body);
  if (!self->greeted) return refuse(self, name, "hello before it");
  if (strcmp(name, "predict") == 0) return answer_predict(self, body);
  if (strcmp(name, "update") == 0) return answer_update(self, body);
  if (strcmp(name, "score") == 0) return answer_score(self, body);
  if (strcmp(name, "save") == 0) return answer_save(self);
  if (strcmp(name, "load") == 0) return answer_load(self, body);
  return FAIL(STATUS_INVALID,
              "%s:%zu: %.60s: no such message, expected hello, predict, update, score, save, load or bye", place,
              self->line, name);
}

static status follow_line(server *self, const char *text, size_t length, bool *bye) {
  CLEANUP(json_free_at) cJSON *message = NULL;
  if (strlen(text) != length || json_parse(text, &message) != STATUS_OK) {
    if (strlen(text) == length && json_found_twice())
      return status_context(STATUS_INVALID, "%s:%zu", place, self->line);
    return FAIL(STATUS_INVALID, "%s:%zu: not JSON, expected one object on each line", place, self->line);
  }
  cJSON *body = cJSON_IsObject(message) ? message->child : NULL;
  if (body == NULL || body->next != NULL || !cJSON_IsObject(body)) {
    return FAIL(STATUS_INVALID, "%s:%zu: expected an object with one member, the message, an object", place,
                self->line);
  }
  const bool predict = strcmp(body->string, "predict") == 0;
  TRY(follow(self, body->string, body, bye));
  if (!predict) return STATUS_OK;
  cJSON_Delete(self->message);
  return HAND_OVER(message, self->message);
}

static void write_error(server *self) {
  (void)fputs("{\"error\":", self->out);
  json_write_text(self->out, status_message());
  (void)fputs("}\n", self->out);
  (void)fflush(self->out);
}

static status converse(server *self, FILE *in) {
  FREED char *text = NULL;
  size_t room = 0;
  for (bool bye = false; !bye;) {
    errno = 0;
    const ssize_t length = getline(&text, &room, in);
    if (length < 0 && feof(in)) break;
    if (length < 0) {
      return FAIL(errno == ENOMEM ? STATUS_MEMORY : STATUS_IO, "%s: cannot be read: %s", place, strerror(errno));
    }
    self->line++;
    const status code = follow_line(self, text, (size_t)length, &bye);
    if (code != STATUS_OK) {
      write_error(self);
      return code;
    }
    if (fflush(self->out) != 0) return FAIL(STATUS_IO, "standard output cannot be written: %s", strerror(errno));
  }
  return STATUS_OK;
}

static void free_server(server *self) {
  sequence_close(self->shown);
  sequence_close(self->asked);
  saved_learner_free(&self->saved);
  cJSON_Delete(self->given);
  cJSON_Delete(self->message);
}

status serve(const serve_request *request, FILE *in, FILE *out) {
  CLEANUP(free_server) server self = {.request = request, .out = out};
  TRY(prepare(&self));
  const status code = converse(&self, in);
  /* what was learned before a message that is refused is kept; a learner that failed is not */
  const bool keep =
      request->save != NULL && self.saved.learner.class != NULL && (code == STATUS_OK || code == STATUS_INVALID);
  if (!keep) return code;
  TRY(put_aside(&self));
  TRY(saved_learner_write(request->save, &self.saved));
  return code;
}
