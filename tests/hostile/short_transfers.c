/* With SHORT_TRANSFERS in the environment every read, write, send and receive of the program moves a few bytes only, from 1 to 7, and every fifth
 * is interrupted; linked into winnow-starved. What the C library calls by itself for its streams is not touched: it tries again by itself. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool shortened;
static unsigned long calls;

static void __attribute__((constructor)) begin(void) {
  shortened = getenv("SHORT_TRANSFERS") != NULL;
}

/* How many of `count` bytes are moved; 0: the call is interrupted. */
static size_t share(size_t count) {
  if (!shortened || count == 0) return count;
  calls++;
  if (calls % 5 == 0) {
    errno = EINTR;
    return 0;
  }
  const size_t few = 1 + calls % 7;
  return few < count ? few : count;
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the headers' names are the library's own */
ssize_t read(int descriptor, void *bytes, size_t count) {
  const size_t few = share(count);
  return few == 0 && count > 0 ? -1 : syscall(SYS_read, descriptor, bytes, few);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  const size_t few = share(count);
  return few == 0 && count > 0 ? -1 : syscall(SYS_write, descriptor, bytes, few);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  const size_t few = share(count);
  return few == 0 && count > 0 ? -1 : syscall(SYS_pread64, descriptor, bytes, few, offset);
}

ssize_t recv(int descriptor, void *bytes, size_t count, int flags) {
  const size_t few = share(count);
  return few == 0 && count > 0 ? -1 : syscall(SYS_recvfrom, descriptor, bytes, few, flags, NULL, NULL);
}

ssize_t send(int descriptor, const void *bytes, size_t count, int flags) {
  const size_t few = share(count);
  return few == 0 && count > 0 ? -1 : syscall(SYS_sendto, descriptor, bytes, few, flags, NULL, 0);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
