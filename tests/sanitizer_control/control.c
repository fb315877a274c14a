/* Proves that `make sanitize` can fail: each test does what its name says, and each must leave a report. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

static char *volatile kept;

Test(sanitizer_control, leak) {
  kept = malloc(123);
  kept[0] = 1;
  kept = NULL;
}

Test(sanitizer_control, overflow) {
  volatile size_t size = 8;
  kept = malloc(size);
  memset(kept, 0, size);
  kept[size] = 1;
  free(kept);
}

Test(sanitizer_control, undefined) {
  volatile int largest = INT_MAX;
  largest = largest + 1;
}

Test(sanitizer_control, conversion) {
  volatile double beyond = 1e300;
  volatile int whole = (int)beyond;
  (void)whole;
}
