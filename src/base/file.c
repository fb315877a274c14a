#include "base/file.h"
#include "base/process/interruption.h"
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

/* FILE_UNKNOWN: errno says why. */
typedef enum file_kind { FILE_REGULAR, FILE_FOLDER, FILE_OTHER, FILE_UNKNOWN } file_kind;

static file_kind kind_of(int descriptor) {
  struct stat about;
  if (fstat(descriptor, &about) != 0) return FILE_UNKNOWN;
  return S_ISREG(about.st_mode) ? FILE_REGULAR : S_ISDIR(about.st_mode) ? FILE_FOLDER : FILE_OTHER;
}

status file_open(const char *path, int flags, int *descriptor) {
  *descriptor = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
  /* ENXIO: a pipe that nobody reads, or a socket */
  const file_kind kind = *descriptor >= 0  ? kind_of(*descriptor)
                         : errno == ENXIO  ? FILE_OTHER
                         : errno == EISDIR ? FILE_FOLDER
                                           : FILE_UNKNOWN;
  const int reason = kind == FILE_UNKNOWN ? errno : EINVAL;
  if (kind == FILE_REGULAR) return STATUS_OK;
  if (*descriptor >= 0) (void)close(*descriptor);
  *descriptor = -1;
  errno = reason;
  const status code = kind == FILE_FOLDER  ? FAIL(STATUS_IO, "%s: this is a directory; expected a file", path)
                      : kind == FILE_OTHER ? FAIL(STATUS_INVALID, "%s: is not a regular file, expected a file", path)
                                           : FAIL_SYSTEM(path, "opened");
  errno = reason;
  return code;
}

status file_stream(const char *path, int flags, FILE **out) {
  const char *mode = (flags & O_ACCMODE) == O_RDONLY ? "r" : (flags & O_APPEND) != 0 ? "a" : "w";
  int descriptor = -1;
  *out = NULL;
  TRY(file_open(path, flags, &descriptor));
  *out = fdopen(descriptor, mode);
  if (*out != NULL) return STATUS_OK;
  (void)close(descriptor);
  errno = ENOMEM;
  return FAIL(STATUS_MEMORY, "%s: no memory to open it", path);
}

void descriptor_close_at(int *descriptor) {
  if (*descriptor >= 0) (void)close(*descriptor);
  *descriptor = -1;
}

void stream_close_at(FILE **stream) {
  if (*stream != NULL) (void)fclose(*stream);
}

static status read_all(int descriptor, const char *path, char **out, size_t *length) {
  struct stat about;
  if (fstat(descriptor, &about) != 0) return FAIL_SYSTEM(path, "read");
  /* One byte more than expected shows the end of the file without growing; files that grow double. */
  size_t room = (about.st_size > 0 ? (size_t)about.st_size : 4096) + 2, used = 0;
  FREED char *bytes = malloc(room);
  if (bytes == NULL) return FAIL(STATUS_MEMORY, "%s: no memory for its %zu bytes", path, room);
  for (;;) {
    const ssize_t got = read(descriptor, bytes + used, room - used - 1);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FAIL_SYSTEM(path, "read");
    if (got == 0) break;
    used += (size_t)got;
    if (used + 1 < room) continue;
    char *larger = room > SIZE_MAX / 2 ? NULL : realloc(bytes, room * 2);
    if (larger == NULL) return FAIL(STATUS_MEMORY, "%s: no memory for more than %zu bytes", path, room);
    bytes = larger;
    room *= 2;
  }
  bytes[used] = '\0';
  *out = bytes;
  bytes = NULL;
  *length = used;
  return STATUS_OK;
}

status file_read(const char *path, char **out, size_t *length) {
  *out = NULL;
  *length = 0;
  CLEANUP(descriptor_close_at) int descriptor = -1;
  TRY(file_open(path, O_RDONLY, &descriptor));
  return read_all(descriptor, path, out, length);
}

status file_read_at(const char *path, int descriptor, size_t start, size_t count, char *bytes) {
  for (size_t done = 0; done < count;) {
    const ssize_t got = pread(descriptor, bytes + done, count - done, (off_t)(start + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FAIL_SYSTEM(path, "read");
    if (got == 0) return FAIL(STATUS_IO, "%s: cannot be read: it became shorter", path);
    done += (size_t)got;
  }
  return STATUS_OK;
}

bool descriptor_write(int descriptor, const char *bytes, size_t length) {
  while (length > 0) {
    const ssize_t put = write(descriptor, bytes, length);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    bytes += put;
    length -= (size_t)put;
  }
  return true;
}

bool file_exists(const char *path) {
  struct stat about;
  return stat(path, &about) == 0;
}

static status make_one_directory(const char *path) {
  struct stat about;
  if (mkdir(path, 0777) == 0) return STATUS_OK;
  const int reason = errno;
  if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) return STATUS_OK;
  if (reason == EEXIST) return FAIL(STATUS_INVALID, "%s: is a file, expected a folder", path);
  return FAIL(STATUS_IO, "%s: the folder cannot be made: %s", path, strerror(reason));
}

/* Before anything is made: what comes before a name that is too long would stay. */
static status check_length(const char *path) {
  bool fits = strlen(path) < PATH_MAX;
  for (const char *at = path; fits && *at != '\0';) {
    const size_t length = strcspn(at, "/");
    fits = length <= NAME_MAX;
    at += length;
    at += strspn(at, "/");
  }
  return fits ? STATUS_OK
              : FAIL(STATUS_IO, "%.300s%s: the folder cannot be made: %s", path, strlen(path) > 300 ? "..." : "",
                     strerror(ENAMETOOLONG));
}

status directory_make(const char *path) {
  FREED char *copy = NULL;
  if (path[0] == '\0') return FAIL(STATUS_IO, "the folder's name is empty");
  TRY(check_length(path));
  TRY(memory_text(path, &copy));
  for (char *slash = strchr(copy + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    TRY(make_one_directory(copy));
    *slash = '/';
  }
  return make_one_directory(path);
}

/* Some file systems have no fsync of folders (EINVAL): nothing better can be done. */
status file_sync_folder(const char *path) {
  char folder[PATH_MAX];
  if (snprintf(folder, sizeof folder, "%s", path) >= (int)sizeof folder) {
    return FAIL(STATUS_IO, "%s: the name is too long", path);
  }
  char *slash = strrchr(folder, '/');
  if (slash != NULL) slash[slash == folder ? 1 : 0] = '\0';
  const char *name = slash != NULL ? folder : ".";
  CLEANUP(descriptor_close_at) int descriptor = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return FAIL_SYSTEM(name, "synced");
  if (fsync(descriptor) != 0 && errno != EINVAL && errno != ENOTSUP) return FAIL_SYSTEM(name, "synced");
  return STATUS_OK;
}

struct replacement {
  FILE *stream;
  char *path, *temporary;
  int watch;
};

/* Frees everything; the temporary file stays as it is. */
static void replacement_release(replacement *file) {
  if (file->stream != NULL) fclose(file->stream);
  interruption_forget(file->watch);
  free(file->path);
  free(file->temporary);
  free(file);
}

static void replacement_release_at(replacement **file_) {
  replacement_release(*file_);
}

/* A rename would put a file in the place of a device or a pipe. */
static status refuse_other(const char *path, status code) {
  struct stat about;
  if (stat(path, &about) != 0 || S_ISREG(about.st_mode)) return STATUS_OK;
  if (S_ISDIR(about.st_mode)) return FAIL(code, "%s: this is a directory; expected a file", path);
  return FAIL(code, "%s: is not a regular file, expected one or none", path);
}

status file_check_place(const char *path) {
  return refuse_other(path, STATUS_INVALID);
}

/* Of a link the file that it leads to. */
static status find_place(const char *path, char **place) {
  struct stat about;
  TRY(refuse_other(path, STATUS_IO));
  if (lstat(path, &about) != 0 || !S_ISLNK(about.st_mode)) return memory_text(path, place);
  *place = realpath(path, NULL);
  return *place != NULL ? STATUS_OK : FAIL_SYSTEM(path, "written");
}

status replacement_begin(const char *path, replacement **out) {
  CLEANUP(replacement_abandon_at) replacement *file = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, file));
  file->watch = -1;
  TRY(find_place(path, &file->path));
  TRY(memory_format(&file->temporary, "%s.tmp.%ld", file->path, (long)getpid()));
  file->watch = interruption_watch(file->temporary);
  if (file_stream(file->temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, &file->stream) != STATUS_OK) {
    return FAIL_SYSTEM(path, "written");
  }
  return HAND_OVER(file, *out);
}

FILE *replacement_stream(replacement *file) {
  return file->stream;
}

const char *replacement_path(const replacement *file) {
  return file->path;
}

const char *replacement_temporary(const replacement *file) {
  return file->temporary;
}

status replacement_settle(replacement *file) {
  status code = STATUS_OK;
  if (file->stream == NULL) return STATUS_OK;
  if (ferror(file->stream) != 0) {
    /* Why is long forgotten, but what keeps failing says it again. */
    clearerr(file->stream);
    const bool passing =
        fputc('\n', file->stream) != EOF && fflush(file->stream) == 0 && fsync(fileno(file->stream)) == 0;
    const char *reason = passing ? "an earlier write failed" : strerror(errno);
    code = FAIL(STATUS_IO, "%s: cannot be written: %s", file->path, reason);
  } else if (fflush(file->stream) != 0 || fsync(fileno(file->stream)) != 0) {
    code = FAIL_SYSTEM(file->path, "written");
  }
  if (fclose(file->stream) != 0 && code == STATUS_OK) code = FAIL_SYSTEM(file->path, "written");
  file->stream = NULL;
  return code;
}

/* Leaves the freeing to the caller. */
static status settle_and_rename(replacement *file) {
  status code = replacement_settle(file);
  if (code == STATUS_OK && rename(file->temporary, file->path) != 0) code = FAIL_SYSTEM(file->path, "replaced");
  if (code != STATUS_OK) unlink(file->temporary);
  return code;
}

status replacement_rename(replacement *file) {
  CLEANUP(replacement_release_at) replacement *settled = file;
  return settle_and_rename(settled);
}

status replacement_commit(replacement *file) {
  CLEANUP(replacement_release_at) replacement *settled = file;
  TRY(settle_and_rename(settled));
  return file_sync_folder(settled->path);
}

void replacement_abandon(replacement *file) {
  if (file == NULL) return;
  if (file->temporary != NULL) (void)unlink(file->temporary);
  replacement_release(file);
}

status file_append(const char *path, int flags, FILE *to) {
  CLEANUP(stream_close_at) FILE *from = NULL;
  char block[1 << 16];
  TRY(file_stream(path, O_RDONLY | flags, &from));
  for (size_t got = 0; (got = fread(block, 1, sizeof block, from)) > 0;) (void)fwrite(block, 1, got, to);
  return ferror(from) ? FAIL_SYSTEM(path, "read") : STATUS_OK;
}

static status copy_by(const char *temporary, const char *from, const char *to) {
  CLEANUP(stream_close_at) FILE *out = NULL;
  TRY(file_stream(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, &out));
  TRY(file_append(from, O_NOFOLLOW, out));
  const bool written = ferror(out) == 0 && fflush(out) == 0;
  if (!written) return FAIL_SYSTEM(to, "written");
  return rename(temporary, to) == 0 ? STATUS_OK : FAIL_SYSTEM(to, "replaced");
}

status file_copy(const char *from, const char *to) {
  FREED char *temporary = NULL;
  TRY(memory_format(&temporary, "%s.tmp", to));
  const status code = copy_by(temporary, from, to);
  if (code != STATUS_OK) (void)unlink(temporary);
  return code;
}
