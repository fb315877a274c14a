#include "registry/member.h"

/* Before the state: what it owns. */
typedef union head {
  arena memory;
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
  arena_free(member_memory(self));
  free(head_of(self));
}

arena *member_memory(void *self) {
  return &head_of(self)->memory;
}

status member_stream(void *self, uint64_t seed, const char *purpose, random_stream **out) {
  random_stream *made = NULL;
  TRY(random_stream_new(seed, purpose, &made));
  TRY(OWN(self, made, random_stream_free));
  *out = made;
  return STATUS_OK;
}
