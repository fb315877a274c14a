#include "results/command.h"
#include "base/json.h"
#include "base/memory.h"
#include "results/manifest_read.h"

static bool is_plain(const char *text) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,./:@%";
  return strspn(text, plain) == strlen(text);
}

static void write_character(FILE *file, char character) {
  if (character == '\'') {
    (void)fputs("'\\''", file);
  } else {
    (void)fputc(character, file);
  }
}

static void write_quoted(FILE *file, const char *text) {
  for (; *text != '\0'; text++) write_character(file, *text);
}

void command_word_write(FILE *file, const char *word) {
  if (word[0] != '\0' && is_plain(word)) {
    (void)fputs(word, file);
    return;
  }
  (void)fputc('\'', file);
  write_quoted(file, word);
  (void)fputc('\'', file);
}

/* "name=value" as one word. */
static void write_setting(FILE *file, const char *name, const char *value) {
  const bool plain = is_plain(name) && is_plain(value);
  if (!plain) (void)fputc('\'', file);
  write_quoted(file, name);
  (void)fputc('=', file);
  write_quoted(file, value);
  if (!plain) (void)fputc('\'', file);
}

static void write_option(FILE *file, const char *option, const char *value) {
  (void)fprintf(file, " --%s ", option);
  command_word_write(file, value);
}

/* A line for each. */
static void write_learners(FILE *file, const char *lines) {
  (void)fputs(" --learner '", file);
  for (; *lines != '\0'; lines++) {
    if (*lines == '\n') {
      (void)fputs("' --learner '", file);
    } else {
      write_character(file, *lines);
    }
  }
  (void)fputc('\'', file);
}

status command_override_text(const cJSON *override, char **text) {
  if (strcmp(override->string, "learner") != 0) return memory_text(cJSON_GetStringValue(override), text);
  FREED char *copy = NULL;
  *text = NULL;
  TRY(memory_text(cJSON_GetStringValue(override), &copy));
  for (char *rest = copy, *line = NULL; (line = strsep(&rest, "\n")) != NULL;) {
    CLEANUP(json_free_at) cJSON *program = NULL;
    FREED char *before = *text;
    *text = NULL;
    TRY(json_parse(line, &program));
    TRY(memory_format(text, "%s%s%s", before == NULL ? "" : before, before == NULL ? "" : ",",
                      json_text(program, "label", "external")));
  }
  return STATUS_OK;
}

void command_write(FILE *file, const cJSON *manifest, const char *scenario) {
  const cJSON *overrides = json_member(manifest, "overrides"), *item = NULL;
  const char *path = json_text(manifest, "path", scenario), *eigen = json_text(manifest, "eigensolver", "own");
  const char *shard = json_text(manifest, "shard", "");
  (void)fputs("winnow run ", file);
  command_word_write(file, path[0] == '-' ? scenario : path);
  cJSON_ArrayForEach (item, overrides) {
    const char *value = cJSON_GetStringValue(item);
    if (value == NULL) continue;
    if (strcmp(item->string, "learner") == 0) {
      write_learners(file, value);
    } else if (strcmp(item->string, "seeds") == 0 || strcmp(item->string, "trials") == 0) {
      write_option(file, item->string, value);
    } else {
      (void)fputs(" --set ", file);
      write_setting(file, item->string, value);
    }
  }
  if (cJSON_GetArraySize(json_member(manifest, "data")) > 0) (void)fputs(" --data \"$DATA\"", file);
  if (strcmp(eigen, "own") != 0) write_option(file, "eigen", eigen);
  if (json_is_true(manifest, "record")) (void)fputs(" --record", file);
  if (json_is_true(manifest, "save_state")) (void)fputs(" --save-state", file);
  if (manifest_has_all_curves(manifest)) (void)fputs(" --curves all", file);
  if (shard[0] != '\0') write_option(file, "shard", shard);
}
