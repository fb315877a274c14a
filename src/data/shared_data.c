#include "data/shared_data.h"
#include "base/json.h"
#include "registry/member.h"
#include <sys/stat.h>

enum { MOST_UNUSED = 1024 };

typedef struct shared {
  struct shared *next; /* the one before it */
  const data_reader *reader;
  char *key;
  size_t users;
  max_align_t data[];
} shared;

static shared *newest;

static void forget(shared *old) {
  old->reader->clear(old->data);
  free(old->key);
  free(old);
}

static void release(shared *used) {
  used->users--;
}

/* Forgets the oldest that nobody uses, beyond so many. */
static void tidy(size_t most) {
  size_t unused = 0;
  for (shared **at = &newest; *at != NULL;) {
    shared *here = *at;
    unused += here->users == 0;
    if (here->users == 0 && unused > most) {
      *at = here->next;
      forget(here);
    } else {
      at = &here->next;
    }
  }
}

void shared_data_forget(void) {
  tidy(0);
}

/* Device, number, size and time of change. */
static status identity_of(const char *path, char **out) {
  struct stat about;
  if (stat(path, &about) != 0) memset(&about, 0, sizeof about); /* the reader says so */
  return memory_format(out, "%llu:%llu %lld %lld.%09ld %s", (unsigned long long)about.st_dev,
                       (unsigned long long)about.st_ino, (long long)about.st_size, (long long)about.st_mtim.tv_sec,
                       about.st_mtim.tv_nsec, path);
}

/* The options of the question as JSON, then the files. */
static status key_of(const data_question *question, const char *path, const char *second, char **key) {
  CLEANUP(json_free_at) cJSON *given = NULL;
  FREED char *text = NULL, *first_file = NULL, *second_file = NULL;
  *key = NULL;
  TRY(options_json_within(question->values, question->from, question->to, &given));
  TRY(json_print(given, 1, 0, &text));
  TRY(identity_of(path, &first_file));
  if (second != NULL) TRY(identity_of(second, &second_file));
  return memory_format(key, "%s %zu %s\n%s", text, question->trials, first_file, second != NULL ? second_file : "");
}

/* Is the file below the folder, links followed? */
static bool is_below(const char *folder, const char *path) {
  FREED char *parent = folder == NULL ? NULL : realpath(folder, NULL), *file = realpath(path, NULL);
  if (parent == NULL || file == NULL) return false;
  const size_t length = strlen(parent);
  return strncmp(file, parent, length) == 0 && (file[length] == '/' || parent[length - 1] == '/');
}

/* A scenario may be a stranger's, and name any file: messages show what is in a file only where the user has said that it is data. */
static void hide_contents(const data_folders *folders, const char *path, status code) {
  if (code != STATUS_INVALID || is_below(folders->given, path) || is_below(folders->scenario, path) ||
      is_below(".", path)) {
    return;
  }
  FREED char *message = NULL;
  if (memory_text(status_message(), &message) != STATUS_OK) return;
  char *text = strncmp(message, path, strlen(path)) == 0 ? message + strlen(path) : message;
  char *first = strchr(text, '\''), *last = strrchr(text, '\'');
  if (first == last) return;
  *first = '\0';
  (void)FAIL(code,
             "%s'...'%s; what is in a file is shown only below the scenario's folder, that of --data "
             "and the working folder",
             message, last + 1);
}

static status read_new(const data_question *question, const char *path, const char *second, char *key, shared **out) {
  const data_reader *reader = question->reader;
  shared *made = NULL;
  TRY(memory_array(1, sizeof *made + reader->size, &made));
  made->reader = reader;
  const status code = reader->read(made->data, path, second, question->how);
  if (code != STATUS_OK) {
    forget(made);
    hide_contents(question->folders, path, code);
    return code;
  }
  made->key = key;
  made->next = newest;
  newest = *out = made;
  return STATUS_OK;
}

/* What the option at this place says; NULL: nothing. */
static const char *name_at(const void *self, size_t place) {
  const char *name = NULL;
  if (place > 0) memcpy(&name, (const char *)self + place - 1, sizeof name);
  return name;
}

static status path_of(const data_question *question, size_t place, const char *name, char **out) {
  return status_context(data_path(question->folders, name, out), "%s: %s", option_who(question->values),
                        options_row(question->values, place)->name);
}

status shared_data(void *self, const data_question *question, const void **out) {
  FREED char *key = NULL, *path = NULL, *second = NULL;
  *out = NULL;
  TRY(path_of(question, question->from, name_at(self, question->from), &path));
  const char *name = name_at(self, question->second);
  if (name != NULL) TRY(path_of(question, question->second, name, &second));
  TRY(key_of(question, path, second, &key));
  shared *found = newest;
  while (found != NULL && (found->reader != question->reader || strcmp(found->key, key) != 0)) found = found->next;
  if (found == NULL) {
    tidy(MOST_UNUSED);
    TRY(read_new(question, path, second, key, &found));
    key = NULL;
  }
  found->users++;
  TRY(OWN(self, found, release));
  *out = found->data;
  return STATUS_OK;
}
