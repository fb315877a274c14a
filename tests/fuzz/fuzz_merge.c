/* Result folders of shards, changed and signed anew, go through merge and verify: they are merged or refused in one line, and what was merged can be
 * merged again. Two shards of a small scenario are run when the program starts. The input is a list of changes, five bytes each: where, what, how; the
 * last one may be shorter, and what it lacks follows from it.
 * Of a journal the records are changed; their lengths and sums are put before them again. */
#include <cjson/cJSON.h>
#include <fcntl.h>

#include "audit/merge.h"
#include "audit/scratch.h"
#include "audit/verify.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "fuzz_folder.h"
#include "linalg/eigen.h"
#include "results/manifest.h"
#include "results/sums.h"
#include "run/run.h"
#include "script/sandbox/sandbox.h"
#include "script/scenario/evaluate_scenario.h"
#include "script/scenario/library.h"

int LLVMFuzzerInitialize(int *count, char ***arguments);

enum { SHARDS = 2, FILES = 64, NAME = 64, PATH = 256, CHANGE = 5, CHANGES = 12, FACTOR = 37 };

static const char scenario[] = "return { trials = 8, seeds = 2, params = { n = 4 }, sweep = { n = { 4, 6 } },\n"
                               "  problem = function(p) return problem.disjunction { n = p.n, r = 1 } end,\n"
                               "  learners = { learner.winnow {}, learner.perceptron { label = 'P' } },\n"
                               "  bounds = { bound.subspace_mistakes {} }, observe = { 'progress' } }\n";

typedef struct kept_file {
  char name[NAME];
  char *text;
  size_t length;
  bool journal;
} kept_file;

static kept_file kept[SHARDS][FILES], whole[FILES];
static size_t kept_count[SHARDS], whole_count;
static char root[FUZZ_PATH];

static const char *in_root(char path[PATH], const char *folder, const char *name) {
  (void)snprintf(path, PATH, "%s/%s%s%s", root, folder, *name == 0 ? "" : "/", name);
  return path;
}

/* ---- the shards */

/* Of each line "LENGTH SUM RECORD" what is behind the sum. */
static void keep_records(kept_file *file) {
  char *out = file->text, *line = file->text;
  while (*line != 0) {
    const size_t length = strcspn(line, "\n");
    const char *first = memchr(line, ' ', length), *second = first == NULL ? NULL : strchr(first + 1, ' ');
    if (second == NULL) abort();
    const size_t record = length - (size_t)(second + 1 - line);
    memmove(out, second + 1, record);
    out[record] = '\n';
    out += record + 1;
    line += length + 1;
  }
  file->length = (size_t)(out - file->text);
}

static void keep_file(const char *folder, const char *name, kept_file *files, size_t *count) {
  char path[PATH];
  kept_file *file = &files[(*count)++];
  if (*count > FILES || strlen(name) >= NAME) abort();
  (void)snprintf(file->name, NAME, "%s", name);
  if (file_read(in_root(path, folder, name), &file->text, &file->length) != STATUS_OK) abort();
  file->journal = strcmp(name, ".journal/cells") == 0;
  if (file->journal) keep_records(file);
}

static void keep_folder(const char *folder, kept_file *files, size_t *count) {
  result_files list = {0};
  char path[PATH];
  if (result_files_list(in_root(path, folder, ""), &list) != STATUS_OK) abort();
  for (size_t i = 0; i < list.count; i++) keep_file(folder, list.items[i], files, count);
  result_files_free(&list);
  keep_file(folder, ".journal/cells", files, count);
}

static void run_shard(const plan *planned, shard part, const char *folder) {
  char path[PATH];
  run_report report;
  const run_request request = {.settings = {.plan = planned,
                                            .eigen = &eigen_own,
                                            .results = in_root(path, folder, ""),
                                            .folder = ".",
                                            .save_state = true},
                               .jobs = 1,
                               .notes = stdout,
                               .lua = "",
                               .shard = part};
  if (run_plan(&request, &report) != STATUS_OK || report.exit != 0) {
    (void)fprintf(stderr, "%s\n", status_message());
    abort();
  }
}

static void remove_root(void) {
  fuzz_folder_remove(root);
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
  static const char *const names[SHARDS] = {"first", "second"};
  const script_request request = {.path = "a.lua", .seeds = 2};
  sandbox *box = NULL;
  cJSON *document = NULL;
  plan planned;
  (void)count, (void)arguments;
  fuzz_silence();
  fuzz_folder_make(root);
  if (atexit(remove_root) != 0) abort();
  if (sandbox_new("a.lua", scenario, "evaluation", &script_default_limits, library_open, &box) != STATUS_OK ||
      evaluate_scenario(box, &request, -1, &document) != STATUS_OK || plan_open(document, &planned) != STATUS_OK) {
    (void)fprintf(stderr, "%s\n", status_message());
    abort();
  }
  sandbox_free(box);
  for (size_t i = 0; i < SHARDS; i++) {
    run_shard(&planned, (shard){i + 1, SHARDS}, names[i]);
    keep_folder(names[i], kept[i], &kept_count[i]);
  }
  run_shard(&planned, (shard){0, 0}, "whole");
  keep_folder("whole", whole, &whole_count);
  plan_close(&planned);
  return 0;
}

/* ---- changes */

/* The place behind the k-th colon, or tab, counted around. */
static size_t place_of_value(const char *text, size_t length, size_t k) {
  size_t count = 0;
  for (size_t i = 0; i < length; i++) count += text[i] == ':' || text[i] == '\t';
  if (count == 0) return 0;
  k %= count;
  for (size_t i = 0; i < length; i++) {
    if ((text[i] == ':' || text[i] == '\t') && k-- == 0) return i + 1;
  }
  return 0;
}

/* The length of the value at `text`: to the comma, bracket, tab or line end behind it, brackets and texts whole. */
static size_t length_of_value(const char *text, size_t length) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < length; i++) {
    const char c = text[i];
    if (quoted && c == '\\')
      i++;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && (c == '{' || c == '['))
      depth++;
    else if (!quoted && depth == 0 && strchr(",]}\t\n", c) != NULL)
      return i;
    else if (!quoted && (c == '}' || c == ']'))
      depth--;
  }
  return length;
}

static void replace(kept_file *file, size_t at, size_t length, const char *with, size_t size) {
  char *text = malloc(file->length - length + size + 1);
  if (text == NULL) abort();
  memcpy(text, file->text, at);
  memcpy(text + at, with, size);
  memcpy(text + at + size, file->text + at + length, file->length - at - length);
  file->length += size - length;
  text[file->length] = 0;
  free(file->text);
  file->text = text;
}

static void change(kept_file *file, const kept_file *other, const uint8_t how[CHANGE]) {
  static const char *const values[] = {
      "null",      "true",  "false", "0",        "1",          "-1",       "3",
      "0.5",       "1e308", "1e999", "nan",      "-",          "\"\"",     "\"x\"",
      "[]",        "{}",    "[1]",   "\"../x\"", "\"winnow\"", "\"done\"", "18446744073709551616",
      "{\"x\":1}", ""};
  const size_t where = 256u * how[2] + how[3], room = file->length + 1, at = where % room;
  const char *value = values[how[4] % (sizeof values / sizeof *values)];
  const size_t begin = place_of_value(file->text, file->length, where),
               length = length_of_value(file->text + begin, file->length - begin);
  const size_t line = strcspn(file->text + at, "\n"), end = at + line < file->length ? line + 1 : line;
  switch (how[1] % 8) {
  case 0:
    if (at < file->length) file->text[at] = (char)how[4];
    break;
  case 1: replace(file, at, 0, value, strlen(value)); break;
  case 2: replace(file, at, end, "", 0); break; /* the rest of the line */
  case 3: replace(file, at, file->length - at, "", 0); break;
  case 4: replace(file, 0, file->length, other->text, other->length); break;
  case 5: replace(file, at, 0, file->text + at - at % (at + 1), at < 64 ? at : 64); break;
  default: replace(file, begin, length, value, strlen(value)); break;
  }
}

static void write_journal(const char *folder, const kept_file *file) {
  char path[PATH], digits[33];
  FILE *out = fopen(in_root(path, folder, file->name), "w");
  if (out == NULL) abort();
  for (const char *line = file->text; line < file->text + file->length;) {
    const char *end = memchr(line, '\n', (size_t)(file->text + file->length - line));
    const size_t length = (size_t)((end == NULL ? file->text + file->length : end) - line);
    hash_text(line, length, digits);
    (void)fprintf(out, "%zu %s ", length, digits);
    (void)fwrite(line, 1, length, out);
    if (end != NULL) (void)fputc('\n', out);
    line += length + 1;
  }
  if (fclose(out) != 0) abort();
}

static void sign(const char *folder) {
  result_files list = {0};
  char path[PATH], digits[65], sums[PATH];
  if (result_files_list(in_root(path, folder, ""), &list) != STATUS_OK) abort();
  FILE *out = fopen(in_root(sums, folder, "SHA256SUMS"), "w");
  if (out == NULL) abort();
  for (size_t i = 0; i < list.count; i++) {
    if (sha256_file(in_root(path, folder, list.items[i]), digits) != STATUS_OK) abort();
    (void)fprintf(out, "%s  %s\n", digits, list.items[i]);
  }
  if (fclose(out) != 0) abort();
  result_files_free(&list);
}

static void write_folder(const char *folder, const kept_file *files, size_t count) {
  static const char *const parts[] = {"", ".journal", "sequences", "states"};
  char path[PATH], part[PATH];
  in_root(path, folder, "");
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (mkdir(in_root(part, folder, parts[i]), 0700) != 0) abort();
  }
  for (size_t i = 0; i < count; i++) {
    if (files[i].journal)
      write_journal(folder, &files[i]);
    else
      fuzz_write(path, files[i].name, (const uint8_t *)files[i].text, files[i].length);
  }
  sign(folder);
}

/* ---- what is called */

status scratch_make(char **folder) {
  TRY(memory_format(folder, "%s/again", root));
  return directory_make(*folder);
}

void scratch_remove(char *folder) {
  fuzz_folder_remove(folder);
  free(folder);
}

status scratch_work(status (*work)(void *context), void *context) {
  return work(context);
}

/* The run made again is that of the scenario. */
static status run_again(const verify_run *run) {
  const size_t length = strlen(root);
  if (strncmp(run->out, root, length) != 0 || run->out[length] != '/') abort();
  write_folder(run->out + length + 1, whole, whole_count);
  return STATUS_OK;
}

/* Verifies one of the shards: each costs as much as a merge. */
static void check_folders(size_t verified) {
  char paths[4][PATH];
  const char *const folders[] = {in_root(paths[0], "first", ""), in_root(paths[1], "second", "")};
  const char *const merged[] = {in_root(paths[2], "merged", "")};
  size_t differences = 0;
  int exit_status = 0;
  const merge_request request = {folders, SHARDS, merged[0], stdout, stdout};
  const merge_request again = {merged, 1, in_root(paths[3], "once more", ""), stdout, stdout};
  const status code = merge_folders(&request, &exit_status);
  fuzz_check_message(code, NULL);
  if (code == STATUS_OK && merge_folders(&again, &exit_status) != STATUS_OK) {
    (void)fprintf(stderr, "%s\n", status_message());
    abort();
  }
  const verify_request verify = {.folder = folders[verified], .data = root, .run = run_again, .out = stdout};
  fuzz_check_message(verify_folder(&verify, &differences), NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const names[] = {"first", "second"}, *const made[] = {"first", "second", "merged", "once more"};
  kept_file changed[SHARDS][FILES];
  char path[PATH];
  if (size > CHANGE * CHANGES) return -1;
  for (size_t i = 0; i < SHARDS; i++) {
    memcpy(changed[i], kept[i], sizeof kept[i]);
    for (size_t k = 0; k < kept_count[i]; k++) {
      changed[i][k].text = malloc(kept[i][k].length + 1);
      if (changed[i][k].text == NULL) abort();
      memcpy(changed[i][k].text, kept[i][k].text, kept[i][k].length);
      changed[i][k].text[kept[i][k].length] = 0;
    }
  }
  uint8_t how[CHANGE] = {0};
  for (size_t at = 0; at < size; at += CHANGE) {
    for (size_t i = 0; i < CHANGE; i++) {
      how[i] = at + i < size ? data[at + i] : (uint8_t)(how[i] + FACTOR * how[(i + CHANGE - 1) % CHANGE] + i);
    }
    const size_t which = how[0] % SHARDS, place = how[0] / SHARDS % kept_count[which];
    const kept_file *other = &kept[1 - which][place < kept_count[1 - which] ? place : 0];
    change(&changed[which][place], other, how);
  }
  for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
    if (access(in_root(path, made[i], ""), F_OK) == 0) fuzz_folder_remove(path);
  }
  for (size_t i = 0; i < SHARDS; i++) {
    write_folder(names[i], changed[i], kept_count[i]);
    for (size_t k = 0; k < kept_count[i]; k++) free(changed[i][k].text);
  }
  check_folders(how[0] % SHARDS);
  return 0;
}
