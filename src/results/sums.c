#include "results/sums.h"
#include "base/process/interruption.h"
#include "base/sorting.h"
#include "base/text.h"
#include "cell/cell_files.h"
#include <dirent.h>
#include <sys/stat.h>

static status add_name(result_files *list, const char *folder, const char *name) {
  TRY(memory_room(&list->items, &list->capacity, list->count + 1, sizeof *list->items));
  TRY(*folder == 0 ? memory_text(name, &list->items[list->count])
                   : memory_format(&list->items[list->count], "%s/%s", folder, name));
  list->count++;
  return STATUS_OK;
}

static void close_directory(DIR **directory) {
  if (*directory != NULL) (void)closedir(*directory);
}

/* Adds the regular files of root/folder: no hidden ones, no temporary ones, not the sums themselves. */
static status list_folder(result_files *list, const char *root, const char *folder) {
  FREED char *path = NULL;
  CLEANUP(close_directory) DIR *directory = NULL;
  TRY(memory_format(&path, "%s/%s", root, folder));
  directory = opendir(path);
  if (directory == NULL && errno == ENOENT) return STATUS_OK;
  if (directory == NULL) return FAIL(STATUS_IO, "%s: cannot be listed: %s", path, strerror(errno));
  for (struct dirent *entry = NULL; (errno = 0, entry = readdir(directory)) != NULL;) {
    const char *name = entry->d_name;
    if (*name == '.' || strcmp(name, "SHA256SUMS") == 0 || strstr(name, ".tmp.") != NULL) continue;
    FREED char *full = NULL;
    struct stat about;
    TRY(memory_format(&full, "%s/%s", path, name));
    if (lstat(full, &about) == 0 && S_ISREG(about.st_mode)) TRY(add_name(list, folder, name));
  }
  return errno == 0 ? STATUS_OK : FAIL(STATUS_IO, "%s: cannot be listed: %s", path, strerror(errno));
}

/* Where the bytes of folder/name are: a file that is not committed yet is under its temporary name. */
static const char *source_of(const char *path, const results_files *files) {
  for (size_t i = 0; i < files->count; i++) {
    if (strcmp(replacement_path(files->file[i]), path) == 0) return replacement_temporary(files->file[i]);
  }
  return path;
}

static bool is_obsolete(const char *path, const results_files *files) {
  bool found = false;
  for (size_t i = 0; i < files->obsolete_count; i++) found = found || strcmp(files->obsolete[i], path) == 0;
  return found;
}

bool result_file_of_cell(const char *name) {
  return strncmp(name, "sequences/", 10) == 0 || strncmp(name, "states/", 7) == 0;
}

/* ---- as they were written */

char *sum_line_name(char *line) {
  enum { DIGITS = 64 };
  const size_t length = strspn(line, "0123456789abcdef");
  if (length != DIGITS || line[DIGITS] != ' ' || line[DIGITS + 1] != ' ' || line[DIGITS + 2] == 0) return NULL;
  line[DIGITS] = 0;
  return line + DIGITS + 2;
}

static status cut_sums(recorded_sums *sums) {
  size_t lines = 1;
  for (const char *c = sums->text; *c != 0; c++) lines += *c == '\n';
  TRY(NEW_ARRAY(lines, sums->items));
  for (char *rest = sums->text, *line = NULL; (line = strsep(&rest, "\n")) != NULL;) {
    const char *name = sum_line_name(line);
    if (name != NULL) sums->items[sums->count++] = (recorded_sum){name, line};
  }
  if (sums->count > 1) qsort(sums->items, sums->count, sizeof *sums->items, order_texts);
  return STATUS_OK;
}

status recorded_sums_read(const char *folder, recorded_sums *sums) {
  CLEANUP(recorded_sums_free) recorded_sums read = {0};
  FREED char *path = NULL;
  size_t length = 0;
  *sums = read;
  TRY(memory_format(&path, "%s/SHA256SUMS", folder));
  if (!file_exists(path)) return STATUS_OK;
  TRY(file_read(path, &read.text, &length));
  TRY(cut_sums(&read));
  return HAND_OVER(read, *sums);
}

void recorded_sums_free(recorded_sums *sums) {
  free(sums->text);
  free(sums->items);
  *sums = (recorded_sums){0};
}

static const recorded_sum *find_sum(const recorded_sums *sums, const char *name) {
  return sums->count == 0 ? NULL : bsearch(&name, sums->items, sums->count, sizeof *sums->items, order_texts);
}

status recorded_sums_check(const recorded_sums *sums, const char *folder,
                           status (*visit)(void *context, const char *name), void *context) {
  for (size_t i = 0; i < sums->count; i++) {
    const recorded_sum *sum = &sums->items[i];
    FREED char *path = NULL;
    char digits[65];
    if (!result_file_of_cell(sum->name) || strstr(sum->name, "..") != NULL) continue;
    if (interruption_pending()) return FAIL(STATUS_INTERRUPTED, "interrupted: nothing was written");
    TRY(memory_format(&path, "%s/%s", folder, sum->name));
    if (!file_exists(path)) continue;
    TRY(sha256_file(path, digits));
    if (strcmp(digits, sum->digits) != 0) TRY(visit(context, sum->name));
  }
  return STATUS_OK;
}

/* ---- written */

/* A file of sequences/ or states/: is its cell in the journal, or had the file a sum before? */
static bool is_known(const store *records, const recorded_sums *before, const char *name) {
  char cell[CELL_NAME];
  cell_of_file(name, cell);
  return store_has(records, cell) || find_sum(before, name) != NULL;
}

/* Leaves out what is nobody's. */
static status keep_known(result_files *list, const char *folder, const store *records) {
  CLEANUP(recorded_sums_free) recorded_sums before = {0};
  size_t kept = 0;
  TRY(recorded_sums_read(folder, &before));
  for (size_t i = 0; i < list->count; i++) {
    if (result_file_of_cell(list->items[i]) && !is_known(records, &before, list->items[i])) {
      free(list->items[i]);
    } else {
      list->items[kept++] = list->items[i];
    }
  }
  list->count = kept;
  return STATUS_OK;
}

static status write_sums(const result_files *list, const char *folder, const results_files *files, FILE *file) {
  for (size_t i = 0; i < list->count; i++) {
    FREED char *path = NULL;
    char digits[65];
    TRY(memory_format(&path, "%s/%s", folder, list->items[i]));
    if (is_obsolete(path, files)) continue;
    TRY(sha256_file(source_of(path, files), digits));
    (void)fprintf(file, "%s  %s\n", digits, list->items[i]);
  }
  return STATUS_OK;
}

static void sort_names(result_files *list) {
  if (list->count > 1) qsort(list->items, list->count, sizeof *list->items, text_compare);
}

status result_files_list(const char *folder, result_files *list) {
  CLEANUP(result_files_free) result_files found = {0};
  *list = found;
  TRY(list_folder(&found, folder, ""));
  TRY(list_folder(&found, folder, "sequences"));
  TRY(list_folder(&found, folder, "states"));
  sort_names(&found);
  return HAND_OVER(found, *list);
}

void result_files_free(result_files *list) {
  for (size_t i = 0; i < list->count; i++) free(list->items[i]);
  free(list->items);
  *list = (result_files){0};
}

/* Adds files that are new in the folder. */
static status add_new(result_files *list, const results_files *files) {
  const size_t there = list->count;
  for (size_t i = 0; i < files->count; i++) {
    const char *name = strrchr(replacement_path(files->file[i]), '/') + 1;
    bool known = false;
    for (size_t k = 0; k < there; k++) known = known || strcmp(list->items[k], name) == 0;
    if (!known) TRY(add_name(list, "", name));
  }
  sort_names(list);
  return STATUS_OK;
}

status results_write_sums(const char *folder, const store *records, results_files *files) {
  CLEANUP(result_files_free) result_files list = {0};
  CLEANUP(replacement_abandon_at) replacement *file = NULL;
  FREED char *path = NULL;
  TRY(result_files_list(folder, &list));
  TRY(keep_known(&list, folder, records));
  TRY(add_new(&list, files));
  TRY(memory_format(&path, "%s/SHA256SUMS", folder));
  TRY(replacement_begin(path, &file));
  TRY(write_sums(&list, folder, files, replacement_stream(file)));
  TRY(replacement_settle(file));
  files->file[files->count++] = file;
  file = NULL;
  return STATUS_OK;
}
