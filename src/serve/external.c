/* A learner in another program, over pipes (serve/pipe_protocol.h). Each learner has its own process, started in the scenario's folder. */

#include "base/json.h"
#include "base/memory_stream.h"
#include "base/process/child.h"
#include "base/state.h"
#include "learners/learner.h"
#include "serve/pipe_protocol.h"
#include "spectral/instance/instance_json.h"

static const double farewell = 5.0; /* seconds that a program has to end after its input is closed */

typedef struct external {
  const cJSON *command, *options; /* until init returns */
  double timeout;                 /* seconds */
  child *program;
  loss loss;
  FILE *line; /* where messages are composed, over text */
  char *text;
  size_t length;
  size_t t;                             /* of the trial that is predicted */
  cJSON *constants, *observes, *family; /* family: a text, or NULL */
  double threshold;                     /* what scores are compared with */
  bool saves, broken;
  struct external *own; /* itself: a constant may be asked of the program */
} external;

static const parameter parameters[] = {
    OPTION_COMMAND(
        external, command, REQUIRED,
        "program and arguments, {\"python3\", \"learner.py\"}, run in the scenario's folder; speaks winnow-lab "
        "pipe 1"),
    OPTION_STRUCTURE(external, options, ABSENT, "a table that is passed to the program"),
    OPTION_NUMBER(external, timeout, "10", 0.001, 86400, "seconds that the program may take for one answer"),
};

/* ---- messages */

static void compose_begin(external *self, const char *name) {
  rewind(self->line);
  (void)fprintf(self->line, "{\"%s\":{", name);
}

static status compose_end(external *self) {
  (void)fputs("}}\n", self->line);
  const long end = ftell(self->line);
  if (fflush(self->line) != 0 || end < 0) return FAIL(STATUS_MEMORY, "no memory for a message");
  self->length = (size_t)end;
  return STATUS_OK;
}

static status refuse(const char *name, const char *text, const char *expected) {
  const bool cut = strlen(text) > 120;
  return FAIL(STATUS_FAILED, "the program answered %s with %.120s%s, expected %s", name, text, cut ? "..." : "",
              expected);
}

/* The program gets no more time. */
static status lost(external *self, const char *name, status code) {
  self->broken = true;
  return status_context(code, "the program (%s)", name);
}

/* The answer's body, an object, detached; the caller deletes it. */
static status read_answer(external *self, const char *name, cJSON **body) {
  char *text = NULL;
  size_t length = 0;
  CLEANUP(json_free_at) cJSON *answer = NULL;
  char expected[64];
  (void)snprintf(expected, sizeof expected, "{\"%s\":{..}}", name);
  const status code = child_read_line(self->program, self->timeout, &text, &length);
  if (code != STATUS_OK) return lost(self, name, code);
  if (json_parse(text, &answer) != STATUS_OK) {
    if (!json_found_twice()) return refuse(name, text, expected);
    return status_context(STATUS_FAILED, "the program answered %s with %.120s", name, text);
  }
  const cJSON *error = json_member(answer, "error");
  if (cJSON_IsString(error)) return FAIL(STATUS_FAILED, "the program says: %.300s", error->valuestring);
  cJSON *member = answer->child;
  if (!cJSON_IsObject(answer) || member == NULL || member->next != NULL || strcmp(member->string, name) != 0 ||
      !cJSON_IsObject(member)) {
    return refuse(name, text, expected);
  }
  *body = cJSON_DetachItemViaPointer(answer, member);
  return STATUS_OK;
}

/* Sends what was composed; *body: the answer. */
static status ask(external *self, const char *name, cJSON **body) {
  *body = NULL;
  TRY(compose_end(self));
  const status code = child_write(self->program, self->text, self->length, self->timeout);
  if (code != STATUS_OK) return lost(self, name, code);
  return read_answer(self, name, body);
}

static status check_members(const char *name, const cJSON *body, const char *names) {
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, body) {
    if (word_place(names, item->string) < 0)
      return FAIL(STATUS_FAILED, "the program answered %s with a member \"%.60s\", expected %s", name, item->string,
                  names);
  }
  return STATUS_OK;
}

static status number_member(const char *name, const cJSON *body, const char *member, double otherwise, double *out) {
  const cJSON *item = json_member(body, member);
  *out = otherwise;
  if (item == NULL && !isnan(otherwise)) return STATUS_OK;
  if (item == NULL || !cJSON_IsNumber(item) || !isfinite(item->valuedouble)) {
    return FAIL(STATUS_FAILED, "the program answered %s %s %s, expected a finite number", name,
                item == NULL ? "without" : "with something else as", member);
  }
  *out = item->valuedouble;
  return STATUS_OK;
}

/* ---- hello */

static void write_setting(external *self, const learner_setting *setting) {
  FILE *file = self->line;
  const bool rectangular = setting->kind == INSTANCE_RECTANGULAR;
  (void)fprintf(file, "\"protocol\":\"" PIPE_PROTOCOL "\",\"instances\":\"%s\",\"n\":%zu",
                instance_kind_name(rectangular ? INSTANCE_MATRIX : setting->kind), setting->n);
  if (setting->rows > 0) (void)fprintf(file, ",\"m\":%zu", setting->rows);
  (void)fprintf(file, ",\"rank\":%zu,\"trials\":%zu,\"labels\":\"%s\"", setting->rank, setting->trials,
                setting->loss.kind == LOSS_ZERO_ONE ? "sign" : "real");
  if (setting->loss.kind != LOSS_ZERO_ONE && isfinite(setting->loss.low)) {
    const double interval[2] = {setting->loss.low, setting->loss.high};
    (void)fprintf(file, ",\"loss\":\"%s\",\"interval\":", loss_kind_name(setting->loss.kind));
    json_write_numbers(file, 2, interval);
    (void)fputs(",\"scale\":", file);
    number_write(file, setting->loss.scale);
  }
  (void)fprintf(file, ",\"seed\":%llu", (unsigned long long)setting->seed);
}

static status read_hello(external *self, cJSON *body) {
  const char *protocol = json_text(body, "protocol", "");
  TRY(check_members("hello", body, "protocol name constants observes saves threshold family"));
  if (strcmp(protocol, PIPE_PROTOCOL) != 0) {
    return FAIL(STATUS_FAILED, "the program speaks protocol \"%.60s\", expected \"" PIPE_PROTOCOL "\"", protocol);
  }
  TRY(number_member("hello", body, "threshold", 0.0, &self->threshold));
  self->saves = json_is_true(body, "saves");
  self->constants = cJSON_DetachItemFromObjectCaseSensitive(body, "constants");
  self->observes = cJSON_DetachItemFromObjectCaseSensitive(body, "observes");
  self->family = cJSON_DetachItemFromObjectCaseSensitive(body, "family");
  if (self->family != NULL && !cJSON_IsString(self->family))
    return FAIL(STATUS_FAILED, "the program's hello: family: expected a text");
  const cJSON *item = NULL;
  cJSON_ArrayForEach (item, self->constants) {
    if (!cJSON_IsNumber(item))
      return FAIL(STATUS_FAILED, "the program's hello: constants: expected an object of numbers");
  }
  cJSON_ArrayForEach (item, self->observes) {
    if (!cJSON_IsString(item)) return FAIL(STATUS_FAILED, "the program's hello: observes: expected a list of names");
  }
  return STATUS_OK;
}

static status greet(external *self, const learner_setting *setting) {
  FREED char *text = NULL;
  CLEANUP(json_free_at) cJSON *body = NULL;
  compose_begin(self, "hello");
  write_setting(self, setting);
  if (self->options != NULL) {
    TRY(json_print(self->options, 1, 0, &text));
    (void)fprintf(self->line, ",\"options\":%s", text);
  }
  TRY(ask(self, "hello", &body));
  return read_hello(self, body);
}

/* ---- a learner */

/* The words of the command, and NULL; the caller frees the array. */
static status words_of(const cJSON *command, const char ***words) {
  size_t count = 0;
  TRY(NEW_ARRAY((size_t)cJSON_GetArraySize(command) + 1, *words));
  for (const cJSON *item = command->child; item != NULL; item = item->next) (*words)[count++] = item->valuestring;
  return STATUS_OK;
}

static status check(const void *self, const learner_setting *setting) {
  FREED const char **words = NULL;
  TRY(words_of(((const external *)self)->command, &words));
  if (child_check(setting->folder, words) == STATUS_OK) return STATUS_OK;
  return status_context(STATUS_INVALID, "%s: command", option_who(setting->options));
}

static void clear(void *self) {
  static const char bye[] = "{\"bye\":{}}\n";
  external *made = self;
  child_end(made->program, bye, made->broken ? 0.0 : farewell);
  if (made->line != NULL) (void)fclose(made->line);
  free(made->text);
  cJSON_Delete(made->constants);
  cJSON_Delete(made->observes);
  cJSON_Delete(made->family);
}

static status start(external *self, const learner_setting *setting) {
  FREED const char **words = NULL;
  TRY(words_of(self->command, &words));
  const status code = child_start(setting->folder == NULL ? "." : setting->folder, words, setting->log, &self->program);
  return code == STATUS_ABSENT ? STATUS_FAILED : code;
}

static status begin(external *self, const learner_setting *setting) {
  self->own = self;
  self->loss = setting->loss;
  self->line = memory_stream(&self->text, &self->length);
  if (self->line == NULL) return FAIL(STATUS_MEMORY, "no memory for messages");
  TRY(start(self, setting));
  return greet(self, setting);
}

static status init(void *self, const learner_setting *setting) {
  return status_context(begin(self, setting), "%s", option_who(setting->options));
}

static status read_prediction(const external *self, const cJSON *body, prediction *out) {
  char digits[2][NUMBER_TEXT];
  TRY(check_members("predict", body, "score prediction probability"));
  TRY(number_member("predict", body, "score", NAN, &out->score));
  const bool signs = self->loss.kind == LOSS_ZERO_ONE;
  const double otherwise = !signs ? out->score : out->score >= self->threshold ? 1.0 : -1.0;
  TRY(number_member("predict", body, "prediction", otherwise, &out->value));
  TRY(number_member("predict", body, "probability", out->value > 0.0 ? 1.0 : 0.0, &out->probability));
  if (signs && out->value != 1.0 && out->value != -1.0) {
    return FAIL(STATUS_FAILED, "the program predicts %s, expected 1 or -1",
                number_text(out->value, (char[NUMBER_TEXT]){0}));
  }
  if (!signs || out->value == otherwise || json_member(body, "probability") != NULL) return STATUS_OK;
  return FAIL(STATUS_FAILED,
              "the program answered predict with the score %s and the prediction %g, but from its threshold %s on it "
              "is 1, below it "
              "-1; what its scores are compared with is the member threshold of its hello",
              number_text(out->score, digits[0]), out->value, number_text(self->threshold, digits[1]));
}

static status predict(void *self, const instance *x, prediction *out) {
  external *made = self;
  CLEANUP(json_free_at) cJSON *body = NULL;
  *out = (prediction){.score = NAN};
  compose_begin(made, "predict");
  (void)fprintf(made->line, "\"t\":%zu", made->t + 1);
  instance_write_members(made->line, x);
  TRY(ask(made, "predict", &body));
  return read_prediction(made, body, out);
}

static status update(void *self, const instance *x, const prediction *predicted, double label, bool *updated) {
  external *made = self;
  CLEANUP(json_free_at) cJSON *body = NULL;
  compose_begin(made, "update");
  (void)fprintf(made->line, "\"t\":%zu,\"y\":", ++made->t);
  number_write(made->line, label);
  TRY(ask(made, "update", &body));
  const cJSON *said = json_member(body, "updated");
  *updated = !cJSON_IsFalse(said);
  TRY(check_members("update", body, "updated threshold"));
  TRY(number_member("update", body, "threshold", made->threshold, &made->threshold));
  if (said == NULL || cJSON_IsBool(said)) return STATUS_OK;
  return FAIL(STATUS_FAILED, "the program answered update with something else, expected true or false as updated");
}

static status score(void *self, const instance *x, double *out) {
  external *made = self;
  CLEANUP(json_free_at) cJSON *body = NULL;
  compose_begin(made, "score");
  (void)fputs("\"t\":0", made->line);
  instance_write_members(made->line, x);
  TRY(ask(made, "score", &body));
  TRY(check_members("score", body, "score"));
  return number_member("score", body, "score", NAN, out);
}

/* ---- state */

static status save(void *self, cJSON *state) {
  external *made = self;
  CLEANUP(json_free_at) cJSON *body = NULL;
  TRY(state_add_count(state, "trials", made->t));
  if (!made->saves) return STATUS_OK;
  compose_begin(made, "save");
  TRY(ask(made, "save", &body));
  if (!cJSON_IsObject(json_member(body, "state"))) {
    return FAIL(STATUS_FAILED, "the program answered save without an object as state");
  }
  json_set(state, "program", cJSON_DetachItemFromObjectCaseSensitive(body, "state"));
  return status_memory();
}

static status load(void *self, const cJSON *state) {
  external *made = self;
  const cJSON *kept = NULL;
  CLEANUP(json_free_at) cJSON *body = NULL;
  FREED char *text = NULL;
  if (!made->saves) return FAIL(STATUS_INVALID, "the program does not support saving its state");
  TRY(state_check_names(state, "trials program"));
  TRY(state_get_count(state, "trials", 0, STATE_LARGEST_COUNT, &made->t));
  TRY(state_get_object(state, "program", &kept));
  TRY(json_print(kept, 0, 0, &text));
  compose_begin(made, "load");
  (void)fprintf(made->line, "\"state\":%s", text);
  TRY(ask(made, "load", &body));
  TRY(check_members("load", body, "threshold"));
  return number_member("load", body, "threshold", made->threshold, &made->threshold);
}

/* ---- what bounds and observers ask for */

static bool observed(external *self, const char *name, double *value) {
  CLEANUP(json_free_at) cJSON *body = NULL;
  const cJSON *item = NULL;
  bool offered = false;
  cJSON_ArrayForEach (item, self->observes) {
    offered = offered || strcmp(item->valuestring, name) == 0;
  }
  if (!offered) return false;
  compose_begin(self, "observe");
  if (ask(self, "observe", &body) != STATUS_OK) return false;
  item = json_member(body, name);
  if (!cJSON_IsNumber(item)) return false;
  *value = item->valuedouble;
  return true;
}

static bool constant(const void *self, const char *name, double *value) {
  const external *made = self;
  const cJSON *item = json_member(made->constants, name);
  if (strcmp(name, "threshold") == 0) {
    *value = made->threshold;
    return true;
  }
  if (item == NULL) return observed(made->own, name, value);
  *value = item->valuedouble;
  return true;
}

static const char *family(const void *self) {
  return cJSON_GetStringValue(((const external *)self)->family);
}

static const learner_methods methods = {
    .size = sizeof(external),
    .check = check,
    .init = init,
    .clear = clear,
    .predict = predict,
    .update = update,
    .score = score,
    .save = save,
    .load = load,
    .constant = constant,
    .family = family,
};

const learner_class learner_external = {
    .about = {.name = "external",
              .title = "Program",
              .citation = "user-defined",
              .help = "a learner in any language, over pipes in lines of JSON",
              .formula = "the program is sent $X_t$, answers $\\hat y_t$, and then receives $y_t$",
              .family = "external",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = (1u << INSTANCE_KINDS) - 1u,
    .predicts = PREDICTION_EITHER,
    .methods = &methods,
};
