#include "data/shared_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/json.h"
#include "base/memory.h"
#include "registry/member.h"

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
static void tidy(void) {
  size_t unused = 0;
  for (shared **at = &newest; *at != NULL;) {
    shared *here = *at;
    unused += here->users == 0;
    if (here->users == 0 && unused > MOST_UNUSED) {
      *at = here->next;
      forget(here);
    } else {
      at = &here->next;
    }
  }
}

/* The options of the question as JSON, then the file. */
static status key_of(const data_question *question, char **key) {
  struct stat about;
  cJSON *options = NULL;
  FREED char *text = NULL;
  *key = NULL;
  if (stat(question->path, &about) != 0) memset(&about, 0, sizeof about); /* the reader says so */
  TRY(options_json_within(question->values, question->from, question->to, &options));
  const status code = json_print(options, 1, 0, &text);
  cJSON_Delete(options);
  TRY(code);
  return memory_format(key, "%s %zu %llu:%llu %lld %lld.%09ld %s", text, question->trials,
                       (unsigned long long)about.st_dev, (unsigned long long)about.st_ino, (long long)about.st_size,
                       (long long)about.st_mtim.tv_sec, about.st_mtim.tv_nsec, question->path);
}

static status read_new(const data_question *question, char *key, shared **out) {
  const data_reader *reader = question->reader;
  shared *made = NULL;
  TRY(memory_array(1, sizeof *made + reader->size, &made));
  made->reader = reader;
  const status code = reader->read(made->data, question->path, question->how);
  if (code != STATUS_OK) {
    forget(made);
    return code;
  }
  made->key = key;
  made->next = newest;
  newest = *out = made;
  return STATUS_OK;
}

status shared_data(void *self, const data_question *question, const void **out) {
  FREED char *key = NULL;
  *out = NULL;
  TRY(key_of(question, &key));
  shared *found = newest;
  while (found != NULL && (found->reader != question->reader || strcmp(found->key, key) != 0)) found = found->next;
  if (found == NULL) {
    tidy();
    TRY(read_new(question, key, &found));
    key = NULL;
  }
  found->users++;
  TRY(OWN(self, found, release));
  *out = found->data;
  return STATUS_OK;
}
