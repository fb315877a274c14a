#include "registry/member.h"

typedef struct owned {
  struct owned *next;
  void *object;
  void (*destroy)(void *object);
} owned;

/* Before the state: what it owns, the last first. */
typedef union head {
  owned *owns;
  max_align_t aligned;
} head;

static head *head_of(void *self) {
  return (head *)self - 1;
}

status member_new(size_t size, const options *values, void **self) {
  char *made = NULL;
  *self = NULL;
  TRY(memory_array(1, sizeof(head) + size, &made));
  *self = made + sizeof(head);
  if (values != NULL) options_fill(values, *self);
  return STATUS_OK;
}

void member_free(void *self) {
  if (self == NULL) return;
  head *of = head_of(self);
  while (of->owns != NULL) {
    owned *last = of->owns;
    of->owns = last->next;
    last->destroy(last->object);
    free(last);
  }
  free(of);
}

status member_owns(void *self, void *object, void (*destroy)(void *)) {
  owned *noted = NULL;
  if (object == NULL) return STATUS_OK;
  const status code = NEW_ARRAY(1, noted);
  if (code != STATUS_OK) {
    destroy(object);
    return code;
  }
  *noted = (owned){head_of(self)->owns, object, destroy};
  head_of(self)->owns = noted;
  return STATUS_OK;
}

status member_array(void *self, size_t count, size_t size, void *pointer) {
  void *made = NULL;
  TRY(memory_array(count, size, &made));
  TRY(member_owns(self, made, free));
  memcpy(pointer, &made, sizeof made);
  return STATUS_OK;
}

typedef struct reserved {
  void *pointer;
  size_t count, size;
} reserved;

static void unreserve(void *object) {
  const reserved *made = object;
  memory_unreserve(made->pointer, made->count, made->size);
  free(object);
}

status member_reserve(void *self, size_t count, size_t size, void *pointer) {
  reserved *made = NULL;
  TRY(NEW_ARRAY(1, made));
  TRY(member_owns(self, made, unreserve));
  TRY(memory_reserve(count, size, &made->pointer));
  made->count = count;
  made->size = size;
  memcpy(pointer, &made->pointer, sizeof made->pointer);
  return STATUS_OK;
}

status member_stream(void *self, uint64_t seed, const char *purpose, random_stream **out) {
  random_stream *made = NULL;
  TRY(random_stream_new(seed, purpose, &made));
  TRY(OWN(self, made, random_stream_free));
  *out = made;
  return STATUS_OK;
}
