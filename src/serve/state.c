#include "serve/state.h"
#include "base/file.h"
#include "base/json.h"
#include "base/state.h"

static const char format_name[] = "winnow-lab state 1", format_of_classes[] = "winnow-lab classes 1";
enum {
  LARGEST_ORDER = 10000001
}; /* of the largest problems, with a bias: a damaged file must not ask for more memory */

static status add_loss(cJSON *setting, const loss *cost) {
  cJSON *object = NULL;
  TRY(state_add_object(setting, "loss", &object));
  TRY(state_add_text(object, "kind", loss_kind_name(cost->kind)));
  if (isfinite(cost->low)) { /* otherwise any number */
    TRY(state_add_number(object, "low", cost->low));
    TRY(state_add_number(object, "high", cost->high));
    TRY(state_add_number(object, "label_low", cost->label_low));
    TRY(state_add_number(object, "label_high", cost->label_high));
  }
  return state_add_number(object, "scale", cost->scale);
}

static status add_setting(cJSON *document, const learner_setting *setting) {
  cJSON *object = NULL;
  char seed[24];
  (void)snprintf(seed, sizeof seed, "%llu", (unsigned long long)setting->seed);
  TRY(state_add_object(document, "setting", &object));
  TRY(state_add_count(object, "n", setting->n));
  if (instance_kind_has_rows(setting->kind)) TRY(state_add_count(object, "rows", setting->rows));
  TRY(state_add_text(object, "kind", instance_kind_name(setting->kind)));
  TRY(state_add_count(object, "rank", setting->rank));
  TRY(state_add_count(object, "trials", setting->trials));
  TRY(state_add_text(object, "seed", seed));
  if (setting->loss.kind != LOSS_ZERO_ONE) TRY(add_loss(object, &setting->loss));
  return state_add_text(object, "eigen", setting->eigen->name);
}

static status fill(cJSON *document, const learner *player, const learner_setting *setting, const options *values,
                   const cJSON *problem) {
  const descriptor *about = &player->class->about;
  cJSON *resolved = NULL, *state = NULL;
  TRY(state_add_text(document, "format", format_name));
  TRY(state_add_text(document, "learner", about->name));
  TRY(state_add_count(document, "version", about->result_version));
  TRY(options_json(values, &resolved));
  json_set(document, "options", resolved);
  TRY(add_setting(document, setting));
  if (problem != NULL) json_set(document, "problem", cJSON_Duplicate(problem, true));
  TRY(state_add_object(document, "state", &state));
  TRY(learner_save(player, state));
  return status_memory();
}

status learner_state_document(const learner *player, const learner_setting *setting, const options *values,
                              const cJSON *problem, cJSON **out) {
  CLEANUP(json_free_at) cJSON *document = cJSON_CreateObject();
  *out = NULL;
  if (document == NULL) return FAIL(STATUS_MEMORY, "no memory for a learner's state");
  TRY(status_context(fill(document, player, setting, values, problem), "state of %s", player->class->about.name));
  return HAND_OVER(document, *out);
}

static status write_document(FILE *file, const cJSON *document) {
  TRY(json_write(file, document, 0, 1));
  (void)fputc('\n', file);
  return ferror(file) ? FAIL(STATUS_IO, "a learner's state could not be written") : STATUS_OK;
}

status learner_state_write(FILE *file, const learner *player, const learner_setting *setting, const options *values,
                           const cJSON *problem) {
  CLEANUP(json_free_at) cJSON *document = NULL;
  TRY(learner_state_document(player, setting, values, problem, &document));
  return write_document(file, document);
}

static status read_seed(const cJSON *object, uint64_t *seed) {
  const char *text = "";
  char *end = NULL;
  TRY(state_get_text(object, "seed", &text));
  errno = 0;
  const unsigned long long value = strtoull(text, &end, 10);
  if (errno != 0 || *text < '0' || *text > '9' || *end != '\0') {
    return FAIL(STATUS_INVALID, "seed: \"%.40s\", expected a string containing an integer", text);
  }
  *seed = value;
  return STATUS_OK;
}

static status read_loss(const cJSON *setting, loss *out) {
  const cJSON *object = NULL;
  const char *kind = "";
  TRY(state_get_object(setting, "loss", &object));
  const bool bounded = cJSON_HasObjectItem(object, "low");
  TRY(state_check_names(object, bounded ? "kind low high label_low label_high scale" : "kind scale"));
  TRY(state_get_text(object, "kind", &kind));
  if (!loss_kind_by_name(kind, &out->kind) || out->kind == LOSS_ZERO_ONE) {
    return FAIL(STATUS_INVALID, "kind: \"%.40s\", expected absolute, square, logistic, hinge, linear or violation",
                kind);
  }
  out->low = out->label_low = -INFINITY;
  out->high = out->label_high = INFINITY;
  if (bounded) {
    TRY(state_get_number(object, "low", &out->low));
    TRY(state_get_number(object, "high", &out->high));
    TRY(state_get_number(object, "label_low", &out->label_low));
    TRY(state_get_number(object, "label_high", &out->label_high));
  }
  TRY(state_get_number(object, "scale", &out->scale));
  if (out->low < out->high && out->label_low <= out->label_high && out->scale > 0.0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "expected low < high, label_low <= label_high and a positive scale");
}

static status read_setting(const cJSON *document, learner_setting *setting) {
  const cJSON *object = NULL;
  const char *text = "";
  char names[64];
  TRY(state_get_object(document, "setting", &object));
  const bool rectangular = cJSON_HasObjectItem(object, "rows"), real = cJSON_HasObjectItem(object, "loss");
  (void)snprintf(names, sizeof names, "n %skind rank trials seed %seigen", rectangular ? "rows " : "",
                 real ? "loss " : "");
  TRY(state_check_names(object, names));
  TRY(state_get_count(object, "n", 1, LARGEST_ORDER, &setting->n));
  if (rectangular) TRY(state_get_count(object, "rows", 1, LARGEST_ORDER, &setting->rows));
  TRY(state_get_text(object, "kind", &text));
  if (!instance_kind_by_name(text, &setting->kind)) {
    return FAIL(STATUS_INVALID,
                "kind: \"%.40s\", expected vector, dyad, low_rank, matrix, rectangular, entry or distance", text);
  }
  if (rectangular != instance_kind_has_rows(setting->kind)) {
    return FAIL(STATUS_INVALID, "rows: %s",
                rectangular ? "given, but only rectangular instances and entries have rows" : "missing");
  }
  TRY(state_get_count(object, "rank", 0, STATE_LARGEST_COUNT, &setting->rank));
  TRY(state_get_count(object, "trials", 0, STATE_LARGEST_COUNT, &setting->trials));
  setting->loss = loss_of_signs;
  if (real) {
    TRY(status_context(read_loss(object, &setting->loss), "loss"));
  }
  TRY(read_seed(object, &setting->seed));
  TRY(state_get_text(object, "eigen", &text));
  return eigen_backend_by_name(text, &setting->eigen);
}

status saved_learner_name_signs(saved_learner *saved) {
  const char *positive = json_text(json_member(saved->problem, "options"), "positive", ""), *name[2] = {NULL, NULL};
  const cJSON *class = NULL;
  cJSON_ArrayForEach (class, json_member(json_member(saved->problem, "reading"), "classes")) {
    const char *text = cJSON_IsString(class) ? class->valuestring : "";
    const bool is = equal_by_value(text, positive);
    if (name[is] == NULL) name[is] = is ? positive : text;
    if (!equal_by_value(name[is], text)) return STATUS_OK;
  }
  for (int k = 0; k < 2 && name[0] != NULL && name[1] != NULL; k++) TRY(memory_text(name[k], &saved->sign[k]));
  return STATUS_OK;
}

static status take_waiting(cJSON *document, cJSON **out) {
  const cJSON *trial = NULL;
  *out = cJSON_DetachItemFromObjectCaseSensitive(document, "waiting");
  bool right = *out == NULL || (cJSON_IsArray(*out) && cJSON_GetArraySize(*out) <= MOST_WAITING);
  cJSON_ArrayForEach (trial, *out) {
    const double t = json_number(trial, "t", -1.0);
    right = right && ((t >= 0.0 && t == floor(t)) || *json_text(trial, "id", "") != '\0');
  }
  return right ? STATUS_OK
               : FAIL(STATUS_INVALID, "waiting: expected a list of at most %d instances with whole numbers t or an id",
                      MOST_WAITING);
}

static status read_learner(cJSON *document, size_t more, saved_learner *out) {
  const cJSON *object = NULL;
  const char *name = "";
  size_t version = 0;
  const bool problem = cJSON_HasObjectItem(document, "problem");
  TRY(take_waiting(document, &out->waiting));
  TRY(state_expect_text(document, "format", format_name));
  TRY(state_check_names(document, problem ? "format learner version options setting problem state"
                                          : "format learner version options setting state"));
  TRY(state_get_text(document, "learner", &name));
  const learner_class *class = learner_find(name);
  if (class == NULL) return FAIL(STATUS_INVALID, "learner: \"%.60s\", expected the name of a built-in learner", name);
  /* An earlier version of the learner kept the same state; only last digits of what follows are then new, and
   * the coins of a randomised one. */
  TRY(state_get_count(document, "version", 1, class->about.result_version, &version));
  TRY(state_get_object(document, "options", &object));
  TRY(status_context(options_new(&class->about, object, &out->options), "options"));
  TRY(status_context(read_setting(document, &out->setting), "setting"));
  out->setting.trials = out->setting.trials > SIZE_MAX - more ? SIZE_MAX : out->setting.trials + more;
  TRY(learner_new(class, &out->setting, out->options, &out->learner));
  TRY(state_get_object(document, "state", &object));
  TRY(status_context(learner_load(&out->learner, object), "state"));
  past_begin(&out->past, cJSON_DetachItemFromObjectCaseSensitive(document, "state"));
  if (problem) out->problem = cJSON_DetachItemFromObjectCaseSensitive(document, "problem");
  return saved_learner_name_signs(out);
}

status learner_state_open(cJSON *document, size_t more, saved_learner *out) {
  *out = (saved_learner){0};
  const status code = read_learner(document, more, out);
  if (code != STATUS_OK) saved_learner_free(out);
  return code;
}

status saved_learner_add(saved_learner *saved, const char *class, cJSON *state, saved_learner **added) {
  CLEANUP(json_free_at) cJSON *given = NULL;
  saved_learner *made = NULL, **at = &saved->next;
  while (*at != NULL && strcmp((*at)->class, class) < 0) at = &(*at)->next;
  TRY(NEW_ARRAY(1, made));
  *made = (saved_learner){.setting = saved->setting, .next = *at};
  *added = *at = made; /* freed with the others from now on */
  TRY(memory_text(class, &made->class));
  TRY(options_json(saved->options, &given));
  TRY(options_new(&saved->learner.class->about, given, &made->options));
  TRY(learner_new(saved->learner.class, &made->setting, made->options, &made->learner));
  if (state == NULL) return STATUS_OK;
  TRY(status_context(learner_load(&made->learner, state), "classes: %.60s", class));
  past_begin(&made->past, state);
  return STATUS_OK;
}

void saved_learner_drop(saved_learner *saved, saved_learner *added) {
  saved_learner **at = &saved->next;
  while (*at != added) at = &(*at)->next;
  *at = added->next;
  added->next = NULL;
  saved_learner_free(added);
  free(added);
}

static status open_classes(cJSON *document, cJSON *classes, size_t more, saved_learner *out) {
  saved_learner *added = NULL;
  TRY(state_expect_text(document, "format", format_of_classes));
  cJSON_ReplaceItemInObjectCaseSensitive(document, "format", cJSON_CreateString(format_name));
  TRY(learner_state_open(document, more, out));
  while (classes->child != NULL) {
    cJSON *state = cJSON_DetachItemViaPointer(classes, classes->child);
    const status code = saved_learner_add(out, state->string, state, &added);
    if (code == STATUS_OK) continue;
    if (added == NULL || added->past.state != state) cJSON_Delete(state);
    return code;
  }
  return STATUS_OK;
}

static status read_state(const char *path, bool of_classes, size_t more, saved_learner *out) {
  CLEANUP(json_free_at) cJSON *document = NULL;
  FREED char *text = NULL;
  size_t length = 0;
  *out = (saved_learner){0};
  TRY(file_read(path, &text, &length));
  TRY(status_context(json_parse(text, &document), "%s", path));
  CLEANUP(json_free_at)
  cJSON *classes = of_classes ? cJSON_DetachItemFromObjectCaseSensitive(document, "classes") : NULL;
  return status_context(cJSON_IsObject(classes) ? open_classes(document, classes, more, out)
                                                : learner_state_open(document, more, out),
                        "%s", path);
}

status learner_state_read(const char *path, size_t more, saved_learner *out) {
  return read_state(path, false, more, out);
}

status learner_state_read_classes(const char *path, size_t more, saved_learner *out) {
  return read_state(path, true, more, out);
}

cJSON *saved_learner_waiting(const saved_learner *saved, double t, const char *id) {
  cJSON *trial = NULL;
  cJSON_ArrayForEach (trial, saved->waiting) {
    if (id == NULL ? json_number(trial, "t", -1.0) == t : strcmp(json_text(trial, "id", ""), id) == 0) return trial;
  }
  return NULL;
}

void saved_learner_forget(saved_learner *saved, cJSON *waiting) {
  cJSON_Delete(cJSON_DetachItemViaPointer(saved->waiting, waiting));
}

status saved_learner_wait(saved_learner *saved, double t, const char *id, cJSON *trial) {
  if (saved->waiting == NULL) saved->waiting = cJSON_CreateArray();
  cJSON *same = saved_learner_waiting(saved, t, id);
  if (same != NULL) saved_learner_forget(saved, same);
  if (cJSON_GetArraySize(saved->waiting) == MOST_WAITING) saved_learner_forget(saved, saved->waiting->child);
  json_append(saved->waiting, trial);
  return status_memory();
}

void saved_learner_free(saved_learner *saved) {
  learner_destroy(&saved->learner);
  options_free(saved->options);
  cJSON_Delete(saved->problem);
  cJSON_Delete(saved->waiting);
  past_free(&saved->past);
  free(saved->class);
  free(saved->sign[0]);
  free(saved->sign[1]);
  if (saved->next != NULL) saved_learner_free(saved->next);
  free(saved->next);
  *saved = (saved_learner){0};
}

status saved_learner_document(const saved_learner *saved, cJSON **out) {
  TRY(learner_state_document(&saved->learner, &saved->setting, saved->options, saved->problem, out));
  if (cJSON_GetArraySize(saved->waiting) > 0) json_set(*out, "waiting", cJSON_Duplicate(saved->waiting, true));
  if (saved->next == NULL) return status_memory();
  cJSON_ReplaceItemInObjectCaseSensitive(*out, "format", cJSON_CreateString(format_of_classes));
  cJSON *classes = NULL, *state = NULL;
  TRY(state_add_object(*out, "classes", &classes));
  for (const saved_learner *k = saved->next; k != NULL; k = k->next) {
    TRY(state_add_object(classes, k->class, &state));
    TRY(learner_save(&k->learner, state));
  }
  return status_memory();
}

status saved_learner_write(const char *path, const saved_learner *saved) {
  CLEANUP(replacement_abandon_at) replacement *file = NULL;
  CLEANUP(json_free_at) cJSON *document = NULL;
  TRY(saved_learner_document(saved, &document));
  TRY(replacement_begin(path, &file));
  TRY(write_document(replacement_stream(file), document));
  replacement *whole = file;
  file = NULL;
  return replacement_commit(whole);
}

status learner_named(const char *name, const learner_class **out) {
  *out = learner_find(name);
  if (*out != NULL) return STATUS_OK;
  FREED const char **names = NULL;
  TRY(NEW_ARRAY(registry_learner_count, names));
  for (size_t i = 0; i < registry_learner_count; i++) names[i] = registry_learners[i]->about.name;
  char nearest[NEAREST_TEXT];
  (void)nearest_names(name, names, registry_learner_count, true, nearest);
  return FAIL(STATUS_INVALID, "%s: no such learner%s (winnow list learners)", name, nearest);
}
