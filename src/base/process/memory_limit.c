#include "base/process/memory_limit.h"
#include "base/file.h"
#include "base/sanitizer.h"
#include <fcntl.h>
#include <unistd.h>

/* "NAME: N kB" of /proc/self/status in bytes, 0 if it is not there. Allocates nothing. */
static size_t look_up(const char *name) {
  char text[4096];
  unsigned long long kilobytes = 0;
  CLEANUP(descriptor_close_at) int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  const ssize_t length = file < 0 ? 0 : read(file, text, sizeof text - 1);
  text[length > 0 ? length : 0] = '\0';
  const char *line = strstr(text, name);
  return line != NULL && sscanf(line + strlen(name), "%llu", &kilobytes) == 1 ? (size_t)kilobytes * 1024 : 0;
}

memory_limit memory_limit_begin(size_t bytes) {
  memory_limit limit = {.begun = WITH_SANITIZER ? 0 : look_up("VmSize:")};
  if (limit.begun == 0 || getrlimit(RLIMIT_AS, &limit.before) != 0) return limit;
  struct rlimit lower = limit.before;
  if (limit.begun + bytes >= lower.rlim_cur) return limit;
  lower.rlim_cur = limit.begun + bytes;
  if (setrlimit(RLIMIT_AS, &lower) == 0) limit.bytes = bytes;
  return limit;
}

bool memory_limit_end(const memory_limit *limit) {
  if (limit->bytes == 0) return false;
  (void)setrlimit(RLIMIT_AS, &limit->before);
  /* What fails is mostly an array that doubles: twice what is there, beside it. */
  return look_up("VmPeak:") > limit->begun + limit->bytes / 4;
}
