#include "base/process/confine.h"
#include "base/file.h"
#include "base/sanitizer.h"
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if WITH_SANITIZER || defined(COVERAGE)
#define WITHOUT_REASON "this build does without" /* it has system calls and files of its own */
#endif
#if defined(HAVE_SECCOMP) && !defined(WITHOUT_REASON)
#include <seccomp.h>
#endif

__attribute__((unused)) static status fail(const char *what) {
  return FAIL(errno == ENOMEM ? STATUS_MEMORY : STATUS_IO, "a process that runs a scenario cannot be confined: %s: %s",
              what, strerror(errno));
}

/* ---- files */

#if defined(SYS_landlock_create_ruleset) && !defined(WITHOUT_REASON)

/* As in <linux/landlock.h>, of which older systems have older versions. */
enum {
  CREATE_VERSION = 1,
  RULE_PATH_BENEATH = 1,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  REMOVE_FILE = 1 << 5,
  MAKE_REG = 1 << 8,
  REFER = 1 << 13,
  TRUNCATE = 1 << 14
};
enum { READING = READ_FILE | READ_DIR, WRITING = READING | WRITE_FILE | REMOVE_FILE | MAKE_REG | REFER | TRUNCATE };
enum { OF_FILES = READ_FILE | WRITE_FILE | TRUNCATE }; /* what can be said of a file; the others are of folders */

typedef struct ruleset_attributes {
  uint64_t files, net, scopes;
} ruleset_attributes;

typedef struct path_attributes {
  uint64_t rights;
  int32_t parent;
} __attribute__((packed)) path_attributes;

static int landlock_version(void) {
  return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, CREATE_VERSION);
}

const char *confine_files_lack(void) {
  return landlock_version() >= 2 ? NULL : "the kernel, or the container, does not offer it";
}

/* All that the version can refuse. */
static ruleset_attributes refused_by(int version) {
  ruleset_attributes all = {.files = (TRUNCATE << 1) - 1};
  if (version < 3) all.files &= ~(uint64_t)TRUNCATE;
  if (version >= 4) all.net = 3;                /* bind and connect of TCP */
  if (version >= 5) all.files |= TRUNCATE << 1; /* ioctl of devices */
  if (version >= 6) all.scopes = 3;             /* abstract sockets, signals */
  return all;
}

/* *place: the file or folder, open; -1 if it cannot be reached, so that it needs no rule. */
static status allow(int ruleset, uint64_t handled, const char *path, uint64_t rights, int *place) {
  struct stat about;
  *place = open(path, O_PATH | O_CLOEXEC);
  if (*place < 0) return errno == EMFILE || errno == ENFILE || errno == ENOMEM ? fail(path) : STATUS_OK;
  if (fstat(*place, &about) != 0) return fail(path);
  if (!S_ISDIR(about.st_mode)) rights &= OF_FILES;
  const path_attributes rule = {rights & handled, *place};
  return syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0) == 0 ? STATUS_OK : fail(path);
}

static status allow_all(int ruleset, uint64_t handled, const char *const *paths, uint64_t rights) {
  for (; *paths != NULL; paths++) {
    CLEANUP(descriptor_close_at) int place = -1;
    TRY(allow(ruleset, handled, *paths, rights, &place));
  }
  return STATUS_OK;
}

/* These stay open: the kernel may forget an entry of /proc that nobody holds, and the rule with it. */
static status allow_own(int ruleset, uint64_t handled) {
  int held;
  TRY(allow(ruleset, handled, "/proc/self/status", READ_FILE, &held));
  TRY(allow(ruleset, handled, "/proc/self/clear_refs", WRITE_FILE, &held));
  return allow(ruleset, handled, "/dev/null", READ_FILE | WRITE_FILE, &held);
}

status confine_files(const char *const *read, const char *const *written) {
  if (confine_files_lack() != NULL) return STATUS_OK;
  const ruleset_attributes refused = refused_by(landlock_version());
  CLEANUP(descriptor_close_at)
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &refused, sizeof refused, 0);
  if (ruleset < 0) return fail("Landlock");
  TRY(allow_own(ruleset, refused.files));
  TRY(allow_all(ruleset, refused.files, read, READING));
  TRY(allow_all(ruleset, refused.files, written, WRITING));
  const bool restricted =
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  return restricted ? STATUS_OK : fail("Landlock");
}

#else

const char *confine_files_lack(void) {
#ifdef WITHOUT_REASON
  return WITHOUT_REASON;
#else
  return "built where the system has no Landlock";
#endif
}

status confine_files(const char *const *read, const char *const *written) {
  return STATUS_OK;
}

#endif

/* ---- system calls */

#if defined(HAVE_SECCOMP) && !defined(WITHOUT_REASON)

/* By name: libseccomp knows which of them this architecture has, and an older one does without what is newer. */
static const char *const refused_calls[] = {
    /* programs, and what listens or connects */
    "execve", "execveat", "socket", "socketpair", "bind", "listen", "accept", "accept4", "connect",
    /* other processes */
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "kcmp", "pidfd_open",
    "pidfd_getfd", "pidfd_send_signal", "kill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "setpriority", "ioprio_set",
    "sched_setaffinity", "sched_setattr", "sched_setparam", "sched_setscheduler", "migrate_pages", "move_pages",
    "shmget", "shmat", "shmctl", "semget", "semop", "semtimedop", "semctl", "msgget", "msgsnd", "msgrcv", "msgctl",
    "mq_open", "mq_unlink",
    /* what Landlock does not see of files */
    "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "lchown", "fchown", "fchownat", "utime", "utimes", "futimesat",
    "utimensat", "utimensat_time64", "setxattr", "lsetxattr", "fsetxattr", "setxattrat", "removexattr", "lremovexattr",
    "fremovexattr", "removexattrat", "truncate", "truncate64", "open_by_handle_at", "file_setattr",
    /* ways around a filter of calls, and large parts of the kernel */
    "io_uring_setup", "io_uring_enter", "io_uring_register", "userfaultfd", "bpf", "perf_event_open", "add_key",
    "request_key", "keyctl", "fanotify_init", "modify_ldt", "personality",
    /* the machine */
    "unshare", "setns", "mount", "umount", "umount2", "mount_setattr", "move_mount", "open_tree", "open_tree_attr",
    "fsopen", "fsconfig", "fsmount", "fspick", "pivot_root", "chroot", "swapon", "swapoff", "quotactl", "quotactl_fd",
    "acct", "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "iopl", "ioperm",
    "syslog", "vhangup", "sethostname", "setdomainname", "settimeofday", "stime", "clock_settime", "clock_settime64",
    "clock_adjtime", "clock_adjtime64", "adjtimex"};

/* Those that depend on an argument. The kernel looks at the lower half of a command, so does the filter. */
static const struct {
  const char *call;
  struct scmp_arg_cmp when;
} refused_arguments[] = {
    {"tkill", {1, SCMP_CMP_NE, SIGABRT, 0}}, /* abort() needs it */
    {"tgkill", {2, SCMP_CMP_NE, SIGABRT, 0}},
    {"prlimit64", {0, SCMP_CMP_NE, 0, 0}}, /* 0: this process */
    {"ioctl", {1, SCMP_CMP_MASKED_EQ, UINT32_MAX, TIOCSTI}},
    {"ioctl", {1, SCMP_CMP_MASKED_EQ, UINT32_MAX, TIOCLINUX}},
    {"ioctl", {1, SCMP_CMP_MASKED_EQ, UINT32_MAX, FIOSETOWN}}, /* whom the kernel signals */
    {"ioctl", {1, SCMP_CMP_MASKED_EQ, UINT32_MAX, SIOCSPGRP}},
    {"fcntl", {1, SCMP_CMP_MASKED_EQ, UINT32_MAX, F_SETOWN}},
    {"fcntl", {1, SCMP_CMP_MASKED_EQ, UINT32_MAX, F_SETOWN_EX}},
    {"fcntl64", {1, SCMP_CMP_MASKED_EQ, UINT32_MAX, F_SETOWN}},
    {"fcntl64", {1, SCMP_CMP_MASKED_EQ, UINT32_MAX, F_SETOWN_EX}},
    {"clone", {0, SCMP_CMP_MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER}}, /* the other namespaces need its rights */
    /* What is opened for no writing is emptied all the same, and Landlock sees that from Linux 6.2 on only. */
    {"open", {1, SCMP_CMP_MASKED_EQ, O_ACCMODE | O_TRUNC, O_RDONLY | O_TRUNC}},
    {"open", {1, SCMP_CMP_MASKED_EQ, O_ACCMODE | O_TRUNC, O_ACCMODE | O_TRUNC}},
    {"openat", {2, SCMP_CMP_MASKED_EQ, O_ACCMODE | O_TRUNC, O_RDONLY | O_TRUNC}},
    {"openat", {2, SCMP_CMP_MASKED_EQ, O_ACCMODE | O_TRUNC, O_ACCMODE | O_TRUNC}},
};

const char *confine_calls_lack(void) {
  /* EFAULT: it would have read a filter. */
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) != 0 && errno == EFAULT
             ? NULL
             : "the kernel, or the container, does not offer it";
}

static void release_at(scmp_filter_ctx *filter) {
  if (*filter != NULL) seccomp_release(*filter);
}

static status refuse(scmp_filter_ctx filter, int reason, const char *call, unsigned count,
                     const struct scmp_arg_cmp *when) {
  const int number = seccomp_syscall_resolve_name(call);
  if (number == __NR_SCMP_ERROR) return STATUS_OK;
  const int result = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(reason), number, count, when);
  errno = -result;
  return result == 0 ? STATUS_OK : fail(call);
}

static status refuse_all(scmp_filter_ctx filter) {
  for (size_t i = 0; i < sizeof refused_calls / sizeof refused_calls[0]; i++) {
    TRY(refuse(filter, EPERM, refused_calls[i], 0, NULL));
  }
  for (size_t i = 0; i < sizeof refused_arguments / sizeof refused_arguments[0]; i++) {
    TRY(refuse(filter, EPERM, refused_arguments[i].call, 1, &refused_arguments[i].when));
  }
  /* Their flags are in memory, where no filter looks. The C library takes clone and openat instead. */
  TRY(refuse(filter, ENOSYS, "openat2", 0, NULL));
  return refuse(filter, ENOSYS, "clone3", 0, NULL);
}

status confine_calls(void) {
  if (confine_calls_lack() != NULL) return STATUS_OK;
  CLEANUP(release_at) scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (filter == NULL) return FAIL(STATUS_MEMORY, "no memory for a filter of system calls");
  /* Lua is interpreted: it runs no code that could look into caches, and is not to be slower for it. */
  (void)seccomp_attr_set(filter, SCMP_FLTATR_CTL_SSB, 1);
  TRY(refuse_all(filter));
  const int result = seccomp_load(filter);
  errno = result == -EFAULT ? ENOMEM : -result; /* libseccomp's word for its own failures, of which that is one */
  return result == 0 ? STATUS_OK : fail("seccomp");
}

#else

const char *confine_calls_lack(void) {
#ifdef WITHOUT_REASON
  return WITHOUT_REASON;
#else
  return "built without libseccomp";
#endif
}

status confine_calls(void) {
  return STATUS_OK;
}

#endif

status confine(const char *const *read, const char *const *written) {
  TRY(confine_files(read, written));
  return confine_calls();
}
