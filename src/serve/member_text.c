#include "serve/member_text.h"
#include "base/json.h"
#include "base/memory.h"

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
enum { DEEPEST = 8 };

typedef struct member_text {
  const char *option, *text, *at;
} member_text;

static status refuse(const member_text *self, const char *expected) {
  return FAIL(STATUS_INVALID, "%s '%.200s': at character %zu: expected %s", self->option, self->text,
              (size_t)(self->at - self->text) + 1, expected);
}

static void skip(member_text *self) {
  self->at += strspn(self->at, " \t\r\n");
}

static bool take(member_text *self, char c) {
  skip(self);
  if (*self->at != c) return false;
  self->at++;
  return true;
}

static status take_name(member_text *self, char name[MEMBER_NAME]) {
  skip(self);
  const size_t length = strspn(self->at, letters);
  if (length == 0 || length >= MEMBER_NAME) return refuse(self, "a name");
  memcpy(name, self->at, length);
  name[length] = '\0';
  self->at += length;
  return STATUS_OK;
}

static status keep(cJSON *item, cJSON **out) {
  *out = item;
  return item == NULL ? FAIL(STATUS_MEMORY, "no memory for options") : STATUS_OK;
}

/* A text ends with the quote that it begins with; a backslash keeps the next character. */
static status take_text(member_text *self, cJSON **out) {
  const char quote = *self->at;
  FREED char *text = NULL;
  TRY(memory_text(self->at + 1, &text));
  const char *from = self->at + 1;
  char *to = text;
  for (; *from != quote; *to++ = *from++) {
    from += *from == '\\' && from[1] != '\0';
    if (*from == '\0') return refuse(self, "a text that ends with its quote");
  }
  *to = '\0';
  self->at = from + 1;
  return keep(cJSON_CreateString(text), out);
}

static status take_word(member_text *self, cJSON **out) {
  char word[64];
  double value = 0.0;
  const size_t length = strcspn(self->at, ",} \t\r\n");
  (void)snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), self->at);
  const bool yes = strcmp(word, "true") == 0, no = strcmp(word, "false") == 0;
  if (!yes && !no && !number_parse(word, &value)) {
    return refuse(self, "a number, \"text\", true, false or a list {1, 2}");
  }
  self->at += length;
  return keep(yes ? cJSON_CreateTrue() : no ? cJSON_CreateFalse() : cJSON_CreateNumber(value), out);
}

/* Behind the opening brace: items, or options where they are named. */
static status take_table(member_text *self, bool named, int depth, cJSON **out);

static status take_value(member_text *self, int depth, cJSON **out) {
  skip(self);
  if (*self->at == '"' || *self->at == '\'') return take_text(self, out);
  if (*self->at != '{') return take_word(self, out);
  if (depth == DEEPEST) return refuse(self, "lists that are not nested deeper");
  self->at++;
  const char *ahead = self->at + strspn(self->at, " \t\r\n");
  ahead += strspn(ahead, letters);
  ahead += strspn(ahead, " \t\r\n");
  return take_table(self, *ahead == '=', depth + 1, out);
}

static status add_option(member_text *self, int depth, cJSON *object) {
  char name[MEMBER_NAME];
  cJSON *value = NULL;
  const char *start = self->at;
  TRY(take_name(self, name));
  if (cJSON_HasObjectItem(object, name)) {
    self->at = start;
    return refuse(self, "each option once");
  }
  if (!take(self, '=')) return refuse(self, "= and a value");
  TRY(take_value(self, depth, &value));
  json_set(object, name, value);
  return status_memory();
}

static status add_item(member_text *self, int depth, cJSON *list) {
  cJSON *value = NULL;
  TRY(take_value(self, depth, &value));
  json_append(list, value);
  return status_memory();
}

static status take_table(member_text *self, bool named, int depth, cJSON **out) {
  CLEANUP(json_free_at) cJSON *table = NULL;
  TRY(keep(named ? cJSON_CreateObject() : cJSON_CreateArray(), &table));
  while (!take(self, '}')) {
    TRY(named ? add_option(self, depth, table) : add_item(self, depth, table));
    if (!take(self, ',') && *self->at != '}') return refuse(self, "a comma or }");
  }
  return HAND_OVER(table, *out);
}

status member_text_parse(const char *option, const char *text, char name[MEMBER_NAME], cJSON **given) {
  member_text self = {option, text, text};
  CLEANUP(json_free_at) cJSON *table = NULL;
  *given = NULL;
  TRY(take_name(&self, name));
  TRY(take(&self, '{') ? take_table(&self, true, 0, &table) : keep(cJSON_CreateObject(), &table));
  skip(&self);
  if (*self.at != '\0') return refuse(&self, "NAME{option = value, ...} and no more");
  return HAND_OVER(table, *given);
}
