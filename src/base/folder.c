#include "base/folder.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdalign.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER = 4096 };

/* opendir would allocate. */
static bool list(int folder, void (*visit)(void *context, int folder, const char *name), void *context) {
  alignas(struct dirent64) char buffer[BUFFER];
  for (;;) {
    const ssize_t length = getdents64(folder, (void *)buffer, sizeof buffer);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) return length == 0;
    for (ssize_t at = 0; at < length;) {
      const struct dirent64 *entry = (const struct dirent64 *)(const void *)(buffer + at);
      at += entry->d_reclen;
      if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) visit(context, folder, entry->d_name);
    }
  }
}

status folder_each(const char *path, void (*visit)(void *context, int folder, const char *name), void *context) {
  const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0 && errno == ENOENT) return STATUS_OK;
  const bool listed = folder >= 0 && list(folder, visit, context);
  const int reason = errno;
  if (folder >= 0) (void)close(folder);
  return listed ? STATUS_OK : FAIL(STATUS_IO, "%s: cannot be listed: %s", path, strerror(reason));
}

typedef struct odd_entry {
  char name[NAME_MAX + 1]; /* "": there is none */
  bool link;
} odd_entry;

static void note_odd(void *context, int folder, const char *name) {
  odd_entry *found = context;
  struct stat about;
  if (found->name[0] != '\0' || fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0) return;
  if (S_ISREG(about.st_mode) || S_ISDIR(about.st_mode)) return;
  (void)snprintf(found->name, sizeof found->name, "%s", name);
  found->link = S_ISLNK(about.st_mode);
}

status folder_check_plain(const char *path) {
  odd_entry found = {.name = ""};
  TRY(folder_each(path, note_odd, &found));
  if (found.name[0] == '\0') return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s/%s: is %s, expected a file or a folder", path, found.name,
              found.link ? "a link, which is not followed" : "not a regular file");
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the folders
static void remove_entry(void *context, int parent, const char *name) {
  if (unlinkat(parent, name, 0) == 0) return;
  const int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  (void)list(folder, remove_entry, context);
  (void)close(folder);
  (void)unlinkat(parent, name, AT_REMOVEDIR);
}

void folder_remove(const char *path) {
  remove_entry(NULL, AT_FDCWD, path);
}

bool folder_lock(const char *path, int *lock) {
  *lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return *lock < 0 || flock(*lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}
