/* What a confined process can no longer do, and what it still can; each mechanism by itself. */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../folder_fixture.h"
#include "base/process/confine.h"
#include "base/process/isolated.h"
#include "base/process/process.h"

static char read_folder[48], written_folder[48], other_folder[48];

static void make_folders(void) {
  make_folder();
  (void)snprintf(read_folder, sizeof read_folder, "%s/read", folder);
  (void)snprintf(written_folder, sizeof written_folder, "%s/written", folder);
  (void)snprintf(other_folder, sizeof other_folder, "%s/other", folder);
  cr_assert(mkdir(read_folder, 0777) == 0 && mkdir(written_folder, 0777) == 0 && mkdir(other_folder, 0777) == 0);
}

TestSuite(confine, .init = make_folders, .fini = remove_folder);

/* ---- attempts: 0, or errno */

static int result(long code) {
  return code >= 0 ? 0 : errno;
}

static const char *in(const char *place, const char *name) {
  static char path[96];
  (void)snprintf(path, sizeof path, "%s/%s", place, name);
  return path;
}

static int opens(const char *path, int flags) {
  const int descriptor = open(path, flags | O_CLOEXEC, 0666);
  const int reason = result(descriptor);
  if (descriptor >= 0) (void)close(descriptor);
  return reason;
}

static int read_outside(void) {
  return opens(in(other_folder, "there"), O_RDONLY);
}

static int list_outside(void) {
  return opens(other_folder, O_RDONLY | O_DIRECTORY);
}

static int write_outside(void) {
  return opens(in(other_folder, "there"), O_WRONLY);
}

static int make_outside(void) {
  return opens(in(other_folder, "new"), O_WRONLY | O_CREAT);
}

static int remove_outside(void) {
  return result(unlink(in(other_folder, "gone")));
}

static int link_inside(void) { /* to read it there */
  char from[96];
  (void)snprintf(from, sizeof from, "%s/there", other_folder);
  return result(link(from, in(written_folder, "link")));
}

static int read_passwords(void) {
  return opens("/etc/passwd", O_RDONLY);
}

static int read_inside(void) {
  return opens(in(read_folder, "there"), O_RDONLY);
}

static int list_inside(void) {
  return opens(read_folder, O_RDONLY | O_DIRECTORY);
}

static int write_read_only(void) {
  return opens(in(read_folder, "new"), O_WRONLY | O_CREAT);
}

static int replace_inside(void) {
  char temporary[96];
  (void)snprintf(temporary, sizeof temporary, "%s/new.tmp", written_folder);
  const int made = opens(temporary, O_WRONLY | O_CREAT | O_TRUNC);
  return made != 0 ? made : result(rename(temporary, in(written_folder, "new")));
}

static int remove_inside(void) {
  return result(unlink(in(written_folder, "there")));
}

static int read_own_status(void) {
  return opens("/proc/self/status", O_RDONLY);
}

static int write_nowhere(void) {
  return opens("/dev/null", O_RDWR);
}

static int execute(void) {
  char *const arguments[] = {NULL}, *const environment[] = {NULL};
  int state = 0;
  const pid_t child = fork();
  if (child == 0) {
    (void)execve("/bin/true", arguments, environment);
    _exit(errno);
  }
  if (child < 0 || waitpid(child, &state, 0) != child) return errno;
  return WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

static int ask_socket(int domain) {
  const int descriptor = socket(domain, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int reason = result(descriptor);
  if (descriptor >= 0) (void)close(descriptor);
  return reason;
}

static int ask_network(void) {
  return ask_socket(AF_INET);
}

static int ask_local_socket(void) {
  return ask_socket(AF_UNIX);
}

static int signal_parent(void) {
  return result(kill(getppid(), 0));
}

static int signal_parent_thread(void) {
  return result(syscall(SYS_tgkill, getppid(), getppid(), 0));
}

static int limit_parent(void) {
  struct rlimit limit;
  return result(prlimit(getppid(), RLIMIT_NOFILE, NULL, &limit));
}

static int limit_itself(void) {
  struct rlimit limit;
  return result(getrlimit(RLIMIT_NOFILE, &limit));
}

static int change_mode(void) {
  return result(chmod(in(other_folder, "there"), 0644));
}

static int cut_outside(void) {
  return result(truncate(in(other_folder, "there"), 0));
}

static int empty_by_opening(int access) {
  const int descriptor = open(in(read_folder, "there"), access | O_TRUNC | O_CLOEXEC);
  const int reason = result(descriptor);
  if (descriptor >= 0) (void)close(descriptor);
  return reason;
}

static int empty_by_reading(void) {
  return empty_by_opening(O_RDONLY);
}

static int empty_by_neither(void) { /* for ioctl alone */
  return empty_by_opening(O_ACCMODE);
}

static int own_signals(void) {
  return result(fcntl(STDIN_FILENO, F_SETOWN, getpid()));
}

/* /dev/null is no terminal: ENOTTY unless it is refused before. */
static int terminal(unsigned long command) {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  const int reason = result(syscall(SYS_ioctl, nothing, command, "x"));
  (void)close(nothing);
  return reason;
}

static int type_text(void) {
  return terminal(TIOCSTI);
}

static int type_text_in_disguise(void) { /* the kernel looks at the lower half */
  return terminal((unsigned long)(TIOCSTI | UINT64_C(1) << 32));
}

static int look_into_parent(void) {
  char here;
  struct iovec to = {&here, 1}, from = {&here, 1};
  return result(process_vm_readv(getppid(), &to, 1, &from, 1, 0));
}

static int trace_parent(void) {
  return result(ptrace(PTRACE_SEIZE, getppid(), NULL, NULL));
}

static int leave_namespace(void) {
  return result(unshare(CLONE_NEWUSER));
}

static int fork_into_namespace(void) {
  const long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return result(child);
}

static int fork_by_clone3(void) {
  struct {
    uint64_t flags, rest[7];
  } how = {.flags = 0};
  how.rest[3] = SIGCHLD;
  const long child = syscall(SYS_clone3, &how, sizeof how);
  if (child == 0) _exit(0);
  return result(child);
}

static int ask_ring(void) {
  return result(syscall(SYS_io_uring_setup, 1, NULL));
}

static status abort_library(void *context, double *results) {
  (void)context, (void)results;
  abort();
}

/* Of a library in a process of its own: its end is seen as what it is. */
static int end_of_library(void) {
  double none = 0.0;
  return isolated_work("a library", abort_library, NULL, 0, &none) == STATUS_MEMORY ? 0 : -1;
}

/* ANY: the machine decides. */
enum { ANY = -1000 };

static const struct attempt {
  const char *name;
  int (*try)(void);
  int free, files, calls; /* what comes of it, in which process */
} attempts[] = {
    {"read outside", read_outside, 0, EACCES, 0},
    {"read /etc/passwd", read_passwords, 0, EACCES, 0},
    {"list outside", list_outside, 0, EACCES, 0},
    {"write outside", write_outside, 0, EACCES, 0},
    {"make outside", make_outside, 0, EACCES, 0},
    {"remove outside", remove_outside, 0, EACCES, 0},
    {"link inside", link_inside, 0, EXDEV, 0},
    {"read inside", read_inside, 0, 0, 0},
    {"list inside", list_inside, 0, 0, 0},
    {"write what is for reading", write_read_only, 0, EACCES, 0},
    {"replace inside", replace_inside, 0, 0, 0},
    {"remove inside", remove_inside, 0, 0, 0},
    {"read its own status", read_own_status, 0, 0, 0},
    {"write nowhere", write_nowhere, 0, 0, 0},
    {"execute", execute, 0, EACCES, EPERM},
    {"socket", ask_network, 0, 0, EPERM},
    {"local socket", ask_local_socket, 0, 0, EPERM},
    {"signal", signal_parent, 0, ANY, EPERM},
    {"signal to a thread", signal_parent_thread, 0, ANY, EPERM},
    {"limit another", limit_parent, 0, ANY, EPERM},
    {"limit itself", limit_itself, 0, 0, 0},
    {"mode of a file", change_mode, 0, 0, EPERM},
    {"cut a file", cut_outside, 0, ANY, EPERM},
    {"empty a file by opening it to read", empty_by_reading, 0, ANY, EPERM},
    {"empty a file by opening it for neither", empty_by_neither, 0, ANY, EPERM},
    {"signals of a file", own_signals, ANY, ANY, EPERM},
    {"type into the terminal", type_text, ENOTTY, ANY, EPERM},
    {"type in disguise", type_text_in_disguise, ENOTTY, ANY, EPERM},
    {"look into another", look_into_parent, ANY, ANY, EPERM},
    {"trace another", trace_parent, ANY, EPERM, EPERM},
    {"namespace", leave_namespace, ANY, ANY, EPERM},
    {"namespace by clone", fork_into_namespace, ANY, ANY, EPERM},
    {"clone3", fork_by_clone3, 0, 0, ENOSYS},
    {"ring of calls", ask_ring, ANY, ANY, EPERM},
    {"a library that aborts", end_of_library, 0, 0, 0},
};
enum { ATTEMPTS = sizeof attempts / sizeof attempts[0] };

typedef struct trial {
  bool files, calls;
  int *outcomes; /* shared with the child */
} trial;

static status try_all(void *context, int answer) {
  const trial *self = context;
  const char *const read[] = {read_folder, in(folder, "is-not-there"), NULL}, *const written[] = {written_folder, NULL};
  (void)answer;
  if (self->files && self->calls) {
    TRY(confine(read, written));
  } else if (self->files) {
    TRY(confine_files(read, written));
  } else if (self->calls) {
    TRY(confine_calls());
  }
  for (size_t i = 0; i < ATTEMPTS; i++) self->outcomes[i] = attempts[i].try();
  return STATUS_OK;
}

static void make_file(const char *place, const char *name) {
  FILE *file = fopen(in(place, name), "w");
  cr_assert_not_null(file);
  cr_assert_eq(fclose(file), 0);
}

static void expect(bool files, bool calls) {
  trial all = {files, calls, mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)};
  process child;
  status code = STATUS_FAILED;
  char said[256];
  cr_assert(all.outcomes != MAP_FAILED);
  make_file(other_folder, "there");
  make_file(other_folder, "gone");
  make_file(read_folder, "there");
  make_file(written_folder, "there");
  cr_assert_eq(process_fork("a test", PROCESS_SIGNALS_END, try_all, &all, &child), STATUS_OK);
  (void)process_read(child.output, said, sizeof said);
  process_end(&child, INFINITY);
  process_close(&child);
  cr_assert(process_result(&child, &code) && code == STATUS_OK, "%s", said);
  for (size_t i = 0; i < ATTEMPTS; i++) {
    const struct attempt *a = &attempts[i];
    int expected = a->free;
    if (files) expected = a->files;
    if (calls && (!files || a->calls != 0)) expected = a->calls;
    if (expected != ANY) cr_expect_eq(all.outcomes[i], expected, "%s: %d, not %d", a->name, all.outcomes[i], expected);
  }
  (void)munmap(all.outcomes, 4096);
}

Test(confine, nothing_is_refused_before) {
  expect(false, false);
}

Test(confine, files) {
  if (confine_files_lack() != NULL) cr_skip_test("without Landlock: %s", confine_files_lack());
  expect(true, false);
}

Test(confine, calls) {
  if (confine_calls_lack() != NULL) cr_skip_test("without seccomp: %s", confine_calls_lack());
  expect(false, true);
}

Test(confine, both) {
  if (confine_files_lack() != NULL || confine_calls_lack() != NULL) cr_skip_test("without one of the two");
  expect(true, true);
}
