/* A malloc that fails when it is told to; linked into winnow-starved, in place of the C library's own. It counts the calls of the program
 * and of all processes that it forks; programs that these run have their own malloc.
 * libseccomp 2.5 does not survive a failure where it writes a filter: its own calls neither fail nor count.
 *
 *   STARVE=K     the K-th call fails
 *   STARVE=K+    so do all after it
 *   STARVE_TRACE=1 says on stderr where the first one fails (addresses for addr2line)
 *   STARVE_LOG=FILE  gets, at the end, "CALLS FAILED\n" and then the numbers of the calls that came from a place (eight callers deep) for the
 *                first time, one a line: what fails is the same there, so that a sweep over these is one over all */
#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef SANITIZED
extern void *real_malloc(size_t size) __asm__("__interceptor_malloc");
extern void *real_calloc(size_t count, size_t size) __asm__("__interceptor_calloc");
extern void *real_realloc(void *pointer, size_t size) __asm__("__interceptor_realloc");
#else
extern void *real_malloc(size_t size) __asm__("__libc_malloc");
extern void *real_calloc(size_t count, size_t size) __asm__("__libc_calloc");
extern void *real_realloc(void *pointer, size_t size) __asm__("__libc_realloc");
#endif

enum { PLACES = 1 << 16, CALLERS = 8, SKIPPED = 3 };

/* Shared by all processes. */
static struct shared {
  _Atomic uint64_t calls, failed;
  _Atomic uint64_t place[PLACES], number[PLACES]; /* a table of hashes with the number of the first call */
} * shared;

static uint64_t first, last; /* of the calls that fail */
static const char *log_path;
static bool trace;
static _Thread_local bool inside;
static pid_t program;
static uintptr_t spared_low, spared_high; /* where the code of libseccomp is */

static void note_place(uint64_t call) {
  void *callers[CALLERS + SKIPPED];
  uint64_t hash = 1469598103934665603U;
  const int count = backtrace(callers, CALLERS + SKIPPED);
  for (int i = SKIPPED; i < count; i++) hash = (hash ^ (uint64_t)(uintptr_t)callers[i]) * 1099511628211U;
  if (hash == 0) hash = 1;
  for (size_t i = hash % PLACES, tries = 0; tries < PLACES; i = (i + 1) % PLACES, tries++) {
    uint64_t empty = 0;
    if (atomic_compare_exchange_strong(&shared->place[i], &empty, hash)) {
      atomic_store(&shared->number[i], call);
      return;
    }
    if (empty == hash) return;
  }
}

static void say_place(void) {
  void *callers[4 * CALLERS];
  inside = true;
  backtrace_symbols_fd(callers, backtrace(callers, 4 * CALLERS), STDERR_FILENO);
  inside = false;
  trace = false;
}

static int spare(struct dl_phdr_info *library, size_t size, void *context) {
  (void)size, (void)context;
  for (int i = 0; i < library->dlpi_phnum && strstr(library->dlpi_name, "/libseccomp.") != NULL; i++) {
    const uintptr_t low = library->dlpi_addr + library->dlpi_phdr[i].p_vaddr;
    if (library->dlpi_phdr[i].p_type != PT_LOAD || (library->dlpi_phdr[i].p_flags & PF_X) == 0) continue;
    spared_low = low;
    spared_high = low + library->dlpi_phdr[i].p_memsz;
  }
  return 0;
}

/* Counts a call from this place; whether it is to fail. */
static bool fails(const void *caller) {
  if (shared == NULL || inside || ((uintptr_t)caller >= spared_low && (uintptr_t)caller < spared_high)) return false;
  inside = true;
  const uint64_t call = atomic_fetch_add(&shared->calls, 1) + 1;
  if (log_path != NULL) note_place(call);
  inside = false;
  if (call < first || call > last) return false;
  atomic_fetch_add(&shared->failed, 1);
  if (trace) say_place();
  errno = ENOMEM;
  return true;
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the headers' names are the library's own */
void *malloc(size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : real_malloc(size);
}

void *calloc(size_t count, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : real_calloc(count, size);
}

void *realloc(void *pointer, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : real_realloc(pointer, size);
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  if (fails(__builtin_return_address(0))) return MAP_FAILED;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): a system call returns what the C library would
  return (void *)syscall(SYS_mmap, address, length, protection, flags, descriptor, offset);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */

/* The executable's constructors come after those of the libraries: what these allocate is not counted. */
static void __attribute__((constructor)) begin(void) {
  const char *wanted = getenv("STARVE");
  log_path = getenv("STARVE_LOG");
  trace = getenv("STARVE_TRACE") != NULL;
  program = getpid();
  if (wanted == NULL && log_path == NULL) return;
  char *rest = NULL;
  first = wanted == NULL ? UINT64_MAX : strtoull(wanted, &rest, 10);
  last = rest != NULL && *rest == '+' ? UINT64_MAX : first;
  void *callers[1];
  (void)backtrace(callers, 1); /* loads a library the first time */
  (void)dl_iterate_phdr(spare, NULL);
  const int flags = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE;
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  void *place = (void *)syscall(SYS_mmap, NULL, sizeof *shared, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (place != MAP_FAILED) shared = place;
}

static int ascending(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void __attribute__((destructor)) end(void) {
  static uint64_t numbers[PLACES];
  first = UINT64_MAX; /* whoever looks for leaks now has memory */
  last = 0;
  if (shared == NULL || log_path == NULL || getpid() != program) return;
  inside = true;
  size_t count = 0;
  for (size_t i = 0; i < PLACES; i++) {
    if (shared->number[i] > 0) numbers[count++] = shared->number[i];
  }
  qsort(numbers, count, sizeof *numbers, ascending);
  FILE *file = fopen(log_path, "w");
  if (file == NULL) return;
  (void)fprintf(file, "%llu %llu\n", (unsigned long long)shared->calls, (unsigned long long)shared->failed);
  for (size_t i = 0; i < count; i++) (void)fprintf(file, "%llu\n", (unsigned long long)numbers[i]);
  (void)fclose(file);
}
