/* What a learner in another program answers (learner.external): any lines are answers, or end the cell with one line that says why. The pipe is
 * replaced here by a file of answers, whose name is the command. The first byte chooses instances and labels. */
#include <math.h>

#include "base/json.h"
#include "base/process/child.h"
#include "fuzz_input.h"
#include "learners/learner.h"

struct child {
  FILE *answers;
  char *line;
  size_t room;
};

void child_allow(void) {
}

status child_allow_command(const cJSON *command) {
  (void)command;
  return STATUS_OK;
}

status child_check(const char *folder, const char *const *arguments) {
  (void)folder, (void)arguments;
  return STATUS_OK;
}

status child_start(const char *folder, const char *const *arguments, const char *log, child **out) {
  (void)folder, (void)log;
  child *made = calloc(1, sizeof *made);
  if (made == NULL) abort();
  made->answers = fopen(arguments[0], "r");
  if (made->answers == NULL) abort();
  *out = made;
  return STATUS_OK;
}

/* A message is one line, an object with one member. */
status child_write(child *to, const char *text, size_t length, double seconds) {
  (void)to, (void)seconds;
  cJSON *message = NULL;
  if (length < 2 || memchr(text, '\n', length) != text + length - 1 || strlen(text) < length) abort();
  char *copy = strndup(text, length - 1);
  if (copy == NULL || json_parse(copy, &message) != STATUS_OK || cJSON_GetArraySize(message) != 1) abort();
  cJSON_Delete(message);
  free(copy);
  return STATUS_OK;
}

status child_read_line(child *from, double seconds, char **line, size_t *length) {
  (void)seconds;
  const ssize_t got = getline(&from->line, &from->room, from->answers);
  if (got <= 0) return FAIL(STATUS_FAILED, "closed its output");
  *length = (size_t)got;
  if (from->line[*length - 1] == '\n') from->line[--*length] = 0;
  if (strlen(from->line) != *length) return FAIL(STATUS_FAILED, "wrote a zero byte");
  *line = from->line;
  return STATUS_OK;
}

void child_end(child *c, const char *last, double seconds) {
  (void)last, (void)seconds;
  if (c == NULL) return;
  (void)fclose(c->answers);
  free(c->line);
  free(c);
}

static const double numbers[] = {0.5, 0.25, -1.0, 0.25, 1.0, 0.0, -1.0, 0.0, 2.0};

static instance example(unsigned kind) {
  switch (kind) {
  case INSTANCE_DYAD: return instance_dense_dyad(3, numbers);
  case INSTANCE_LOW_RANK: return instance_low_rank(3, 2, numbers, numbers + 6, 0.5);
  case INSTANCE_MATRIX: return instance_matrix(3, numbers);
  case INSTANCE_RECTANGULAR: return instance_rectangular(2, 3, numbers);
  case INSTANCE_ENTRY: return instance_entry(2, 3, 1, 2);
  case INSTANCE_DISTANCE: return instance_distance(3, 0, 2);
  default: return instance_dense_vector(3, numbers);
  }
}

static status trial(learner *made, const instance *x, double label) {
  prediction said;
  bool updated = false;
  double score = 0.0, value = 0.0;
  TRY(learner_predict(made, x, &said));
  if (!isfinite(said.score) || !isfinite(said.value) || !isfinite(said.probability)) abort();
  TRY(learner_update(made, x, &said, label, &updated));
  TRY(learner_score(made, x, &score));
  if (!isfinite(score)) abort();
  (void)learner_constant(made, "eta", &value);
  (void)learner_constant(made, "norm", &value);
  return STATUS_OK;
}

static status keep(learner *made) {
  cJSON *state = cJSON_CreateObject();
  status code = learner_save(made, state);
  if (code == STATUS_OK) code = learner_load(made, state);
  cJSON_Delete(state);
  return code;
}

static status play(const learner_setting *setting, const options *values) {
  learner made = {0};
  const instance x = example(setting->kind);
  TRY(learner_new(learner_find("external"), setting, values, &made));
  status code = trial(&made, &x, 1.0);
  if (code == STATUS_OK) code = keep(&made);
  if (code == STATUS_OK) code = trial(&made, &x, -1.0);
  learner_destroy(&made);
  return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[FUZZ_PATH], json[200];
  if (size == 0) return 0;
  const instance_kind kind = (instance_kind)(data[0] % INSTANCE_KINDS);
  const bool rows = instance_kind_has_rows(kind);
  learner_setting setting = {.n = 3, .rows = rows ? 2 : 0, .kind = kind, .rank = 3, .trials = 2, .loss = loss_of_signs};
  if (data[0] >= 128) setting.loss = (loss){LOSS_SQUARE, -1.0, 1.0, 1.0, -1.0, 1.0};
  const int file = fuzz_file(data + 1, size - 1, path);
  const learner_class *class = learner_find("external");
  child_allow();
  cJSON *given = NULL;
  options *values = NULL;
  (void)snprintf(json, sizeof json, "{\"command\":[\"%s\"],\"options\":{\"rate\":0.5}}", path);
  if (json_parse(json, &given) != STATUS_OK) abort();
  if (options_new(&class->about, given, &values) != STATUS_OK) abort();
  fuzz_check_message(play(&setting, values), NULL);
  options_free(values);
  cJSON_Delete(given);
  (void)close(file);
  return 0;
}
