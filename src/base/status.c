#include "base/status.h"
#include "base/plain_text.h"
#include <stdarg.h>

enum { MESSAGE_LENGTH = 2048, PLACE_LENGTH = 160 };

/* The last failure of this thread. */
static _Thread_local struct {
  char message[MESSAGE_LENGTH];
  char place[PLACE_LENGTH];
} failure;

/* Why an allocation failed for the first time in this thread; "": none did. */
static _Thread_local char memory_message[MESSAGE_LENGTH];

/* Messages are one line, and go to terminals: whatever users and programs wrote into them. */
static void store(const char *text) {
  (void)snprintf(failure.message, sizeof failure.message, "%s", text);
  plain_text_make(failure.message, "");
}

status status_fail(const char *file, int line, status code, const char *format, ...) {
  char text[MESSAGE_LENGTH]; /* apart, because an argument may be status_message() itself */
  va_list arguments;
  va_start(arguments, format);
  if (vsnprintf(text, sizeof text, format, arguments) < 0) text[0] = '\0';
  va_end(arguments);
  store(text);
  const char *slash = strrchr(file, '/');
  snprintf(failure.place, sizeof failure.place, "%s:%d", slash != NULL ? slash + 1 : file, line);
  if (code == STATUS_MEMORY && memory_message[0] == '\0') memcpy(memory_message, failure.message, MESSAGE_LENGTH);
  return code;
}

void status_note_memory(void) {
  if (memory_message[0] == '\0') snprintf(memory_message, sizeof memory_message, "no memory was left");
}

status status_memory(void) {
  return memory_message[0] == '\0' ? STATUS_OK : FAIL(STATUS_MEMORY, "%s", memory_message);
}

void status_forget_memory(void) {
  memory_message[0] = '\0';
}

status status_context(status code, const char *format, ...) {
  if (code == STATUS_OK) return code;
  char text[MESSAGE_LENGTH];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (length < 0) length = 0;
  if ((size_t)length >= sizeof text) length = sizeof text - 1;
  /* What does not fit is cut off. */
  const char *separator = failure.message[0] != '\0' ? ": " : "";
  const size_t room = sizeof text - (size_t)length;
  if (snprintf(text + length, room, "%s%s", separator, failure.message) < 0) text[length] = '\0';
  store(text);
  return code;
}

const char *status_message(void) {
  return failure.message;
}

const char *status_place(void) {
  return failure.place;
}

const char *status_name(status code) {
  switch (code) {
  case STATUS_OK: return "ok";
  case STATUS_FAILED: return "failed";
  case STATUS_INVALID: return "invalid";
  case STATUS_ABSENT: return "absent";
  case STATUS_MEMORY: return "memory";
  case STATUS_IO: return "io";
  case STATUS_NUMERIC: return "numeric";
  case STATUS_END: return "end";
  case STATUS_INTERRUPTED: return "interrupted";
  }
  return "unknown";
}
