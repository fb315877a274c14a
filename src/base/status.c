#include "base/status.h"
#include "base/plain_text.h"
#include <stdarg.h>

enum { MESSAGE_LENGTH = 2048 };

static _Thread_local char message[MESSAGE_LENGTH]; /* of the last failure in this thread */

/* Why an allocation failed for the first time in this thread; "": none did. */
static _Thread_local char memory_message[MESSAGE_LENGTH];

/* Messages are one line, and go to terminals: whatever users and programs wrote into them. */
static void store(const char *text) {
  (void)snprintf(message, sizeof message, "%s", text);
  plain_text_make(message, "");
}

status status_fail(status code, const char *format, ...) {
  char text[MESSAGE_LENGTH]; /* apart, because an argument may be status_message() itself */
  va_list arguments;
  va_start(arguments, format);
  if (vsnprintf(text, sizeof text, format, arguments) < 0) text[0] = '\0';
  va_end(arguments);
  store(text);
  if (code == STATUS_MEMORY && memory_message[0] == '\0') memcpy(memory_message, message, MESSAGE_LENGTH);
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
  const char *separator = message[0] != '\0' ? ": " : "";
  const size_t room = sizeof text - (size_t)length;
  if (snprintf(text + length, room, "%s%s", separator, message) < 0) text[length] = '\0';
  store(text);
  return code;
}

const char *status_message(void) {
  return message;
}
