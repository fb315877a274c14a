/* With JUMP_CLOCK in the environment the time of day jumps at the 2nd, 4th, 8th, 16th, ... look at it, by up to sixty years, back and forth; linked
 * into winnow-starved.
 * Time that only passes (CLOCK_MONOTONIC, processor time) is what it is. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static bool jumping;
static uint64_t state = 1;

static void __attribute__((constructor)) begin(void) {
  jumping = getenv("JUMP_CLOCK") != NULL;
}

/* Up to thirty years to either side. */
static time_t jump(void) {
  enum { HALF = 946080000 };
  static uint64_t looks;
  static time_t offset;
  looks++;
  if ((looks & (looks - 1)) != 0) return offset;
  state = state * 6364136223846793005U + 1442695040888963407U;
  offset = (time_t)((state >> 33) % (2 * (uint64_t)HALF)) - HALF;
  return offset;
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the headers' names are the library's own */
int clock_gettime(clockid_t clock, struct timespec *out) {
  const long code = syscall(SYS_clock_gettime, clock, out);
  if (code == 0 && jumping && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) out->tv_sec += jump();
  return (int)code;
}

time_t time(time_t *out) {
  struct timespec now = {0};
  (void)clock_gettime(CLOCK_REALTIME, &now);
  if (out != NULL) *out = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
  struct timespec now = {0};
  (void)zone;
  const int code = clock_gettime(CLOCK_REALTIME, &now);
  *out = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return code;
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
