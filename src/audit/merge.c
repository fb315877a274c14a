#include "audit/merge.h"
#include "audit/plan_form.h"
#include "base/build_info.h"
#include "base/json.h"
#include "base/process/interruption.h"
#include "cell/cell_files.h"
#include "cell/data_files.h"
#include "cell/observer.h"
#include "results/command.h"
#include "results/description.h"
#include "results/manifest.h"
#include "results/manifest_read.h"
#include "results/result_folder.h"
#include "results/results_print.h"
#include "results/sums.h"
#include "results/table_reader.h"
#include "run/leftovers.h"
#include "run/shard.h"
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct source_folder {
  const char *folder;
  store *store;
  bool ended; /* its tables are of the run */
} source_folder;

typedef struct known_reason {
  char cell[CELL_NAME];
  size_t source; /* the first folder that names a reason is believed */
  bool timeout;
  char *reason;
} known_reason;

typedef struct merging {
  const merge_request *request;
  source_folder *sources; /* the folders, then `out` if it has records already */
  size_t source_count;
  cJSON *manifest;   /* of the first folder that has one */
  const char *first; /* that folder */
  cJSON *made_with;  /* programs and machines, each once */
  char started[32], ended[32];
  known_reason *reasons; /* of cells that failed somewhere, sorted by cell once all are there */
  size_t reason_count;
  plan plan;              /* the manifest's */
  cell_settings settings; /* of the plan, results = out */
  char (*names)[CELL_NAME], (*sorted)[CELL_NAME];
  bool out_is_source;
  size_t shards;         /* N of a folder that is shard I/N; 0: none is */
  store *store;          /* of `out`, for writing */
  failure_list failures; /* cells without a record, with a reason */
  results_outcome outcome;
  size_t missing; /* those without one */
} merging;

/* For loops before anything is written. */
static status check_interruption(void) {
  return interruption_pending() ? FAIL(STATUS_INTERRUPTED, "interrupted: nothing was written") : STATUS_OK;
}

/* ---- the folders: are they of one description, and what is the plan? */

static const char *const circumstances[] = {"version", "revision", "compiler", "flags", "libraries", "cpu"};

static void note_maker(merging *m, cJSON *found) {
  const cJSON *known = NULL;
  cJSON_ArrayForEach (known, m->made_with) {
    if (!cJSON_Compare(known, found, 1)) continue;
    cJSON_Delete(found);
    return;
  }
  json_append(m->made_with, found);
}

/* What made the folder, and when: a merged one names several programs or machines. */
static status note_origin(merging *m, const cJSON *manifest) {
  const char *started = json_text(manifest, "started", ""), *ended = json_text(manifest, "ended", "");
  if (*m->started == 0 || strcmp(started, m->started) < 0) (void)snprintf(m->started, sizeof m->started, "%s", started);
  if (strcmp(ended, m->ended) > 0) (void)snprintf(m->ended, sizeof m->ended, "%s", ended);
  const cJSON *several = json_member(manifest, "made_with"), *item = NULL;
  cJSON_ArrayForEach (item, several) {
    note_maker(m, cJSON_Duplicate(item, 1));
  }
  if (several != NULL) return status_memory();
  cJSON *found = cJSON_CreateObject();
  for (size_t i = 0; i < sizeof circumstances / sizeof circumstances[0]; i++) {
    const cJSON *member = json_member(manifest, circumstances[i]);
    if (member != NULL) json_set(found, circumstances[i], cJSON_Duplicate(member, 1));
  }
  note_maker(m, found);
  return status_memory();
}

static status note_failures(merging *m, const cJSON *manifest) {
  const cJSON *failures = json_member(manifest, "failures"), *failure = NULL;
  const size_t count = (size_t)cJSON_GetArraySize(failures);
  if (count == 0) return STATUS_OK;
  TRY(memory_grow(&m->reasons, m->reason_count + count, sizeof *m->reasons));
  cJSON_ArrayForEach (failure, failures) {
    known_reason *added = &m->reasons[m->reason_count];
    *added =
        (known_reason){.source = m->source_count, .timeout = strcmp(json_text(failure, "status", ""), "timeout") == 0};
    (void)snprintf(added->cell, sizeof added->cell, "%s", json_text(failure, "cell", ""));
    TRY(memory_text(json_text(failure, "reason", ""), &added->reason));
    m->reason_count++;
  }
  return STATUS_OK;
}

static status note_manifest(merging *m, const cJSON *manifest) {
  shard part;
  if (shard_parse(json_text(manifest, "shard", ""), &part) == STATUS_OK) m->shards = part.count;
  TRY(note_origin(m, manifest));
  return note_failures(m, manifest);
}

/* Takes the manifest over if it is the first, otherwise compares it with that. */
static status take_manifest(merging *m, const char *folder, cJSON **manifest) {
  if (m->manifest == NULL) {
    TRY(note_manifest(m, *manifest));
    m->manifest = *manifest;
    m->first = folder;
    *manifest = NULL;
    cJSON_DeleteItemFromObjectCaseSensitive(m->manifest, "shard");
    return STATUS_OK;
  }
  FREED char *what = NULL;
  TRY(description_difference(m->manifest, *manifest, &what));
  if (what == NULL) return note_manifest(m, *manifest);
  return FAIL(STATUS_INVALID, "%s and %s are not of one run: %s", m->first, folder, what);
}

static status has_journal(const char *folder, bool *has) {
  FREED char *path = NULL;
  TRY(memory_format(&path, "%s/.journal/cells", folder));
  *has = file_exists(path);
  return STATUS_OK;
}

/* Adds a folder that has a journal. */
static status add_source(merging *m, const char *folder, source_folder **added) {
  *added = &m->sources[m->source_count];
  **added = (source_folder){.folder = folder};
  TRY(store_open_reader(folder, &(*added)->store));
  m->source_count++;
  store_note_unread((*added)->store, m->request->notes, "are not taken");
  return STATUS_OK;
}

static status refuse_changed(void *context, const char *name) {
  const char *const *folder = context;
  return FAIL(STATUS_INVALID, "%s/%s: was changed since SHA256SUMS was written: winnow verify %s", *folder, name,
              *folder);
}

/* What it holds is what a run wrote there. */
static status check_folder(const char *folder) {
  CLEANUP(recorded_sums_free) recorded_sums sums = {.text = NULL};
  TRY(result_folder_check(folder));
  TRY(recorded_sums_read(folder, &sums));
  return recorded_sums_check(&sums, folder, refuse_changed, &folder);
}

/* A run that has not ended is what its journal says. */
static status read_manifest(const char *folder, cJSON **manifest, bool *ended) {
  FREED char *journal = NULL;
  TRY(memory_format(&journal, "%s/.journal", folder));
  TRY(manifest_of_folder(journal, manifest));
  *ended = *manifest == NULL;
  if (*ended) TRY(manifest_of_folder(folder, manifest));
  const status code = *manifest == NULL ? STATUS_OK : plan_form_check(*manifest);
  return status_context(code, "%s/manifest.json", *ended ? folder : journal);
}

static status open_source(merging *m, const char *folder) {
  CLEANUP(json_free_at) cJSON *manifest = NULL;
  source_folder *source = NULL;
  bool journal = false, ended = true;
  TRY(check_folder(folder));
  TRY(read_manifest(folder, &manifest, &ended));
  TRY(has_journal(folder, &journal));
  if (!journal) {
    return manifest == NULL
               ? FAIL(STATUS_INVALID, "%s: not a result folder: it has neither a manifest.json nor a journal", folder)
               : FAIL(STATUS_INVALID, "%s: has no journal (.journal/cells), from which cells are taken", folder);
  }
  TRY(add_source(m, folder, &source));
  if (m->request->goes_on != NULL && store_count(source->store) == 0) {
    return FAIL(STATUS_INVALID, "%s: the run has not ended, and no cell has finished; winnow run goes on with it",
                folder);
  }
  source->ended = ended && manifest != NULL;
  if (!source->ended) (void)fprintf(m->request->notes, "%s: the run has not ended; its cells are taken\n", folder);
  return manifest == NULL ? STATUS_OK : take_manifest(m, folder, &manifest);
}

static bool same_folder(const char *a, const char *b) {
  struct stat first, second;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

static status open_sources(merging *m) {
  const merge_request *request = m->request;
  TRY(memory_array(request->folder_count + 1, sizeof *m->sources, &m->sources));
  m->made_with = cJSON_CreateArray();
  for (size_t i = 0; i < request->folder_count; i++) {
    m->out_is_source = m->out_is_source || same_folder(request->folders[i], request->out);
    TRY(check_interruption());
    TRY(open_source(m, request->folders[i]));
  }
  if (m->manifest == NULL) {
    return FAIL(STATUS_INVALID, "%s: no manifest.json in any of the folders: nothing says what they are of",
                request->folders[0]);
  }
  return STATUS_OK;
}

/* The manifest has the whole plan: the scenario need not be evaluated again. */
static status open_plan(merging *m) {
  cJSON *document = cJSON_Duplicate(m->manifest, 1);
  if (document == NULL) return FAIL(STATUS_MEMORY, "no memory for a plan");
  if (plan_open(document, &m->plan) != STATUS_OK) return status_context(STATUS_INVALID, "%s/manifest.json", m->first);
  m->settings = (cell_settings){.plan = &m->plan,
                                .results = m->request->out,
                                .folder = ".",
                                .record = json_is_true(m->manifest, "record"),
                                .save_state = json_is_true(m->manifest, "save_state"),
                                .all_curves = manifest_has_all_curves(m->manifest)};
  return STATUS_OK;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(a, b);
}

static status name_cells(merging *m) {
  /* Only the name of the eigensolver counts here; it need not be installed. */
  const eigen_backend eigen = {.name = json_text(m->manifest, "eigensolver", "")};
  m->settings.eigen = &eigen;
  TRY(memory_array(m->plan.cell_count, sizeof *m->names, &m->names));
  data_files_stated(json_member(m->manifest, "data"));
  CLEANUP(cell_keys_free_at) cell_keys *keys = NULL;
  TRY(cell_keys_new(&m->settings, &keys));
  for (size_t i = 0; i < m->plan.cell_count; i++) {
    const cell_address address = plan_cell(&m->plan, i);
    const char *key = NULL;
    TRY(check_interruption());
    TRY(cell_keys_at(keys, &address, &key, m->names[i]));
  }
  m->settings.eigen = NULL;
  TRY(memory_array(m->plan.cell_count, sizeof *m->sorted, &m->sorted));
  memcpy(m->sorted, m->names, m->plan.cell_count * sizeof *m->sorted);
  qsort(m->sorted, m->plan.cell_count, sizeof *m->sorted, compare_names);
  return STATUS_OK;
}

/* ---- does this program give the cells of their tables the same names? */

static status refuse_version(const source_folder *source, const char *cell, const char *kind, const char *name,
                             double then, double now) {
  return FAIL(STATUS_INVALID, "%s: cell %s was made with result version %g of %s%s, this program has version %g",
              source->folder, cell, then, kind, name, now);
}

/* kind: with a space at its end. about: what the program has under the name of this part of a key; NULL: nothing. */
static status check_version(const source_folder *source, const char *cell, const char *kind, const cJSON *part,
                            const descriptor *about) {
  const double then = json_number(part, "version", -1.0);
  if (about == NULL || then == about->result_version) return STATUS_OK;
  return refuse_version(source, cell, kind, about->name, then, about->result_version);
}

/* Names the first part of the key that this program has in another version. */
static status refuse_cell_of_table(const source_folder *source, const char *cell) {
  CLEANUP(json_free_at) cJSON *record = NULL;
  const status read = store_read(source->store, cell, &record);
  if (read != STATUS_OK && read != STATUS_END) return read;
  const cJSON *key = json_member(record, "key");
  const cJSON *of_problem = json_member(key, "problem"), *of_learner = json_member(key, "learner"), *of_bound = NULL,
              *observed = NULL;
  const double engine = json_number(key, "engine", ENGINE_RESULT_VERSION);
  if (engine != ENGINE_RESULT_VERSION) {
    return refuse_version(source, cell, "the engine", "", engine, ENGINE_RESULT_VERSION);
  }
  const problem_class *problem_now = problem_find(json_text(of_problem, "name", ""));
  TRY(check_version(source, cell, "problem ", of_problem, problem_now == NULL ? NULL : &problem_now->about));
  const learner_class *learner_now = learner_find(json_text(of_learner, "name", ""));
  TRY(check_version(source, cell, "learner ", of_learner, learner_now == NULL ? NULL : &learner_now->about));
  cJSON_ArrayForEach (of_bound, json_member(key, "bounds")) {
    const bound_class *bound_now = bound_find(json_text(of_bound, "name", ""));
    TRY(check_version(source, cell, "bound ", of_bound, bound_now == NULL ? NULL : &bound_now->about));
  }
  cJSON_ArrayForEach (observed, json_member(key, "observe")) { /* a name alone is version 1 */
    const char *name = cJSON_IsString(observed) ? observed->valuestring : json_text(observed, "name", "");
    const observed_quantity *of = observed_find(name);
    const double then = json_number(observed, "version", 1.0),
                 now = of == NULL || of->result_version == 0 ? 1.0 : of->result_version;
    if (then != now) return refuse_version(source, cell, "quantity ", name, then, now);
  }
  return FAIL(STATUS_INVALID, "%s: cells.tsv has cell %s, which is none of its manifest.json", source->folder, cell);
}

/* other = the first cell of its table that is none of the plan, "" if there is none: otherwise another version of the program made it. A
 * folder whose run has written no tables yet has no cells.tsv. */
static status find_other_cell(const merging *m, const source_folder *source, char other[CELL_NAME]) {
  FREED char *path = NULL;
  CLEANUP(reader_close) line_reader reader = {.file = NULL};
  size_t cell = 0;
  other[0] = '\0';
  TRY(memory_format(&path, "%s/cells.tsv", source->folder));
  if (!file_exists(path)) return STATUS_OK;
  TRY(reader_open(source->folder, "cells", &reader));
  TRY(reader_column(&reader, "cell", &cell));
  status code = STATUS_OK;
  while (other[0] == '\0' && (code = reader_row(&reader)) == STATUS_OK) {
    const char *name = reader.cells[cell];
    if (bsearch(name, m->sorted, m->plan.cell_count, sizeof *m->sorted, compare_names) == NULL)
      (void)snprintf(other, CELL_NAME, "%s", name);
  }
  return code == STATUS_END ? STATUS_OK : code;
}

static status check_versions(const merging *m) {
  for (size_t i = 0; i < m->source_count; i++) {
    char other[CELL_NAME] = "";
    if (m->sources[i].ended) TRY(find_other_cell(m, &m->sources[i], other));
    if (other[0] != '\0') return refuse_cell_of_table(&m->sources[i], other);
  }
  return STATUS_OK;
}

/* What an earlier merge or run left in `out`. If it is of another description or version, its records stay, as those of a run do. */
static status open_out(merging *m) {
  const char *out = m->request->out;
  CLEANUP(json_free_at) cJSON *manifest = NULL;
  FREED char *what = NULL;
  source_folder *source = NULL;
  bool journal = false;
  struct stat about;
  char other[CELL_NAME];
  if (m->out_is_source) return STATUS_OK;
  if (stat(out, &about) == 0 && !S_ISDIR(about.st_mode)) {
    return FAIL(STATUS_INVALID, "--out: %s: is a file, expected a folder", out);
  }
  TRY(check_folder(out));
  TRY(manifest_of_folder(out, &manifest));
  TRY(results_check(out));
  TRY(has_journal(out, &journal));
  if (!journal) return STATUS_OK;
  TRY(add_source(m, out, &source));
  if (manifest == NULL) return STATUS_OK;
  TRY(description_difference(m->manifest, manifest, &what));
  if (what != NULL) return STATUS_OK;
  TRY(find_other_cell(m, source, other));
  if (other[0] == '\0') return note_manifest(m, manifest);
  const status code = refuse_cell_of_table(source, other);
  if (code != STATUS_INVALID) return code;
  (void)fprintf(m->request->notes, "%s: what is of another version stays, and is not used\n", status_message());
  return STATUS_OK;
}

/* ---- files of cells */

static const struct part {
  const char *folder, *ending;
} parts[] = {{"sequences", ".jsonl"}, {"states", ".json"}, {"stderr", ".txt"}};
enum { SEQUENCES, STATES, LOGS, PARTS };

static status path_of(const merging *m, const char *folder, size_t index, int part, char **path) {
  const cell_address address = plan_cell(&m->plan, index);
  if (part == STATES) return cell_state_path(folder, &m->plan, &address, m->names[index], path);
  return memory_format(path, "%s/%s/%s%s", folder, parts[part].folder, m->names[index], parts[part].ending);
}

/* That of a source, whose states may have other names. */
static status source_path(const merging *m, const char *folder, size_t index, int part, char **path) {
  FREED char *plain = NULL;
  TRY(path_of(m, folder, index, part, &plain));
  if (part == STATES && !file_exists(plain)) TRY(cell_state_find(folder, m->names[index], path));
  if (*path != NULL) return STATUS_OK;
  return HAND_OVER(plain, *path);
}

/* ---- are records and files of one cell equal? */

static status refuse_cell(const merging *m, size_t index, const source_folder *a, const source_folder *b,
                          const char *what) {
  const cell_address address = plan_cell(&m->plan, index);
  return FAIL(STATUS_INVALID, "%s and %s differ in cell %s (%s, seed %llu): %s", a->folder, b->folder, m->names[index],
              address.learner->label, (unsigned long long)address.seed, what);
}

static status compare_records(const merging *m, size_t index, const source_folder *a, const source_folder *b) {
  static const char *const of_the_run[] = {"seconds", "memory", NULL};
  CLEANUP(json_free_at) cJSON *first = NULL, *second = NULL;
  FREED char *what = NULL;
  TRY(store_read(a->store, m->names[index], &first));
  TRY(store_read(b->store, m->names[index], &second));
  TRY(json_two_sided_difference(first, second, of_the_run, &what));
  return what == NULL ? STATUS_OK : refuse_cell(m, index, a, b, what);
}

static status compare_files(const merging *m, size_t index, const source_folder *a, const source_folder *b, int part) {
  FREED char *first = NULL, *second = NULL;
  char first_digits[65], second_digits[65];
  TRY(source_path(m, a->folder, index, part, &first));
  TRY(source_path(m, b->folder, index, part, &second));
  if (!file_exists(first) || !file_exists(second)) return STATUS_OK;
  TRY(sha256_file(first, first_digits));
  TRY(sha256_file(second, second_digits));
  if (strcmp(first_digits, second_digits) == 0) return STATUS_OK;
  return refuse_cell(m, index, a, b, first + strlen(a->folder) + 1);
}

static status compare_cell(const merging *m, size_t index, const source_folder *a, const source_folder *b) {
  TRY(compare_records(m, index, a, b));
  if (m->settings.record) TRY(compare_files(m, index, a, b, SEQUENCES));
  if (m->settings.save_state) TRY(compare_files(m, index, a, b, STATES));
  return STATUS_OK;
}

static status check_records(const merging *m) {
  for (size_t index = 0; index < m->plan.cell_count; index++) {
    const source_folder *first = NULL;
    TRY(check_interruption());
    for (size_t i = 0; i < m->source_count; i++) {
      const source_folder *source = &m->sources[i];
      if (!store_has(source->store, m->names[index])) continue;
      if (first != NULL) TRY(compare_cell(m, index, first, source));
      if (first == NULL) first = source;
    }
  }
  return STATUS_OK;
}

/* ---- records and files come to the merged folder */

/* Logs exist only where something was written to standard error. */
static bool is_needed(const merging *m, int part) {
  if (m->request->goes_on != NULL) return false;
  if (part == SEQUENCES) return m->settings.record;
  return part == STATES && m->settings.save_state && !m->plan.procedure;
}

static status has_cell(const merging *m, const source_folder *source, size_t index, bool *has) {
  *has = store_has(source->store, m->names[index]);
  for (int part = 0; part < PARTS && *has; part++) {
    FREED char *path = NULL;
    if (!is_needed(m, part)) continue;
    TRY(source_path(m, source->folder, index, part, &path));
    *has = file_exists(path);
  }
  return STATUS_OK;
}

static status make_part(const merging *m, int part) {
  FREED char *folder = NULL;
  TRY(memory_format(&folder, "%s/%s", m->request->out, parts[part].folder));
  return directory_make(folder);
}

static status take_file(const merging *m, const source_folder *source, size_t index, int part, bool *copied) {
  FREED char *from = NULL, *to = NULL;
  TRY(source_path(m, source->folder, index, part, &from));
  TRY(path_of(m, m->request->out, index, part, &to));
  /* Without a record in the journal the file may have been cut by a crash of the system. */
  if (!file_exists(from) || (file_exists(to) && store_has(m->store, m->names[index]))) return STATUS_OK;
  if (part == LOGS) TRY(make_part(m, part));
  TRY(file_copy(from, to)); /* synced later, with others: take_batch */
  *copied = true;
  return STATUS_OK;
}

/* Cells whose files are copied and whose records are not yet in the journal. */
enum { BATCH = 512 };
typedef struct batch {
  const source_folder *sources[BATCH];
  size_t cells[BATCH];
  size_t count;
  bool files; /* some were copied */
} batch;

/* Files first: a record in the journal has its files. One sync for many files. */
static status take_batch(const merging *m, batch *waiting) {
  if (waiting->files) {
    const int folder = open(m->request->out, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = folder >= 0 && syncfs(folder) == 0;
    const int failure = errno;
    if (folder >= 0) (void)close(folder);
    if (!synced) return FAIL(STATUS_IO, "%s: cannot be synced: %s", m->request->out, strerror(failure));
  }
  for (size_t i = 0; i < waiting->count; i++) {
    const char *name = m->names[waiting->cells[i]];
    FREED char *record = NULL;
    if (store_has(m->store, name)) continue;
    TRY(store_read_text(waiting->sources[i]->store, name, &record));
    TRY(store_append(m->store, name, record));
  }
  waiting->count = 0;
  waiting->files = false;
  return STATUS_OK;
}

static status take_cell(const merging *m, batch *waiting, const source_folder *source, size_t index) {
  for (int part = 0; part < PARTS; part++) {
    if (part == LOGS || is_needed(m, part)) TRY(take_file(m, source, index, part, &waiting->files));
  }
  waiting->sources[waiting->count] = source;
  waiting->cells[waiting->count++] = index;
  return waiting->count == BATCH ? take_batch(m, waiting) : STATUS_OK;
}

static int compare_reasons(const void *a, const void *b) {
  const known_reason *first = a, *second = b;
  const int order = strcmp(first->cell, second->cell);
  if (order != 0) return order;
  return first->source < second->source ? -1 : first->source > second->source;
}

static int compare_cell_name(const void *name, const void *reason) {
  return strcmp(name, ((const known_reason *)reason)->cell);
}

static status note_missing(merging *m, size_t index) {
  const known_reason *found = m->reason_count == 0 ? NULL
                                                   : bsearch(m->names[index], m->reasons, m->reason_count,
                                                             sizeof *m->reasons, compare_cell_name);
  if (found == NULL) {
    m->missing++;
    return STATUS_OK;
  }
  while (found > m->reasons && strcmp(found[-1].cell, found->cell) == 0) found--;
  return failures_add(&m->failures, index, found->reason, found->timeout);
}

static status take_from_any(merging *m, batch *waiting, size_t index) {
  for (size_t i = 0; i < m->source_count; i++) {
    bool has = false;
    TRY(has_cell(m, &m->sources[i], index, &has));
    if (has) return take_cell(m, waiting, &m->sources[i], index);
  }
  return note_missing(m, index);
}

static status take_cells(merging *m) {
  batch waiting = {.count = 0};
  if (m->reason_count > 1) qsort(m->reasons, m->reason_count, sizeof *m->reasons, compare_reasons);
  for (int part = 0; part < LOGS; part++) {
    if (is_needed(m, part)) TRY(make_part(m, part));
  }
  for (size_t index = 0; index < m->plan.cell_count; index++) {
    if (interruption_pending()) {
      TRY(take_batch(m, &waiting));
      return FAIL(STATUS_INTERRUPTED, "interrupted: the cells merged so far are kept in %s", m->request->out);
    }
    TRY(take_from_any(m, &waiting, index));
  }
  return take_batch(m, &waiting);
}

/* ---- the files of the merged folder */

static void set_member(cJSON *manifest, const char *name, cJSON *value) {
  if (cJSON_HasObjectItem(manifest, name)) {
    cJSON_ReplaceItemInObjectCaseSensitive(manifest, name, value);
  } else {
    cJSON_AddItemToObject(manifest, name, value);
  }
}

static status write_manifest(const merging *m, const results_source *source, int exit_status, results_files *files) {
  CLEANUP(json_free_at) cJSON *manifest = cJSON_Duplicate(m->manifest, 1);
  if (manifest == NULL) return FAIL(STATUS_MEMORY, "no memory for the manifest");
  const char *state = m->missing > 0 ? "incomplete" : m->failures.count > 0 ? "failed in part" : "complete";
  cJSON_DeleteItemFromObjectCaseSensitive(manifest, "shard");
  cJSON_DeleteItemFromObjectCaseSensitive(manifest, "made_with");
  if (cJSON_GetArraySize(m->made_with) > 1) set_member(manifest, "made_with", cJSON_Duplicate(m->made_with, 1));
  set_member(manifest, "started", cJSON_CreateString(m->started));
  set_member(manifest, "ended", cJSON_CreateString(m->ended));
  set_member(manifest, "state", cJSON_CreateString(state));
  set_member(manifest, "exit", cJSON_CreateNumber(exit_status));
  set_member(manifest, "failures", manifest_failures(source));
  return manifest_put(manifest, m->request->out, files);
}

static bool lacks_cells(const merging *m, size_t number) {
  for (size_t index = number - 1; index < m->plan.cell_count; index += m->shards) {
    if (!store_has(m->store, m->names[index])) return true;
  }
  return false;
}

/* "missing cells are of shards 2-4, 7 of 9" */
static void report_shards(const merging *m) {
  FILE *notes = m->request->notes;
  const char *lead = "missing cells are of shards ";
  for (size_t number = 1; number <= m->shards; number++) {
    const size_t first = number;
    if (!lacks_cells(m, number)) continue;
    while (number < m->shards && lacks_cells(m, number + 1)) number++;
    (void)fprintf(notes, "%s%zu", lead, first);
    if (number > first) (void)fprintf(notes, "-%zu", number);
    lead = ", ";
  }
  (void)fprintf(notes, " of %zu\n", m->shards);
}

static void report_missing(const merging *m) {
  FILE *notes = m->request->notes;
  const size_t left = m->missing + m->failures.count;
  failures_print(&m->failures, &m->plan, m->names, notes);
  if (left == 0) return;
  (void)fprintf(notes, "%zu of %zu cells are missing; what runs them: ", left, m->plan.cell_count);
  command_write(notes, m->manifest, m->plan.scenario);
  (void)fputs(" --out ", notes);
  command_word_write(notes, m->request->goes_on != NULL ? m->request->goes_on : m->request->out);
  (void)fputc('\n', notes);
  if (m->shards > 0) report_shards(m);
}

static results_source source_of(const merging *m) {
  return (results_source){.plan = &m->plan,
                          .store = m->store,
                          .names = m->names,
                          .failures = &m->failures,
                          .folder = m->request->out,
                          .all_curves = m->settings.all_curves,
                          .part = m->missing > 0 ? MERGE_PART : NULL};
}

/* All files under temporary names first, as a run does it. */
static status write_files(merging *m, int *exit_status) {
  CLEANUP(results_abandon) results_files files = {0};
  TRY(store_compact(m->store));
  const results_source source = source_of(m);
  TRY(results_write(&source, &m->outcome, &files));
  *exit_status = m->outcome.verdicts[VERDICT_VIOLATED] > 0 ? 3 : m->missing + m->failures.count > 0 ? 1 : 0;
  TRY(write_manifest(m, &source, *exit_status, &files));
  TRY(results_write_sums(m->request->out, m->store, &files));
  return results_commit(m->request->out, &files);
}

static status merge_into(merging *m, int *exit_status) {
  const char *out = m->request->out;
  FILE *table = m->request->table;
  if (directory_make(out) != STATUS_OK) return status_context(STATUS_INVALID, "--out");
  TRY(store_open(out, &m->store));
  TRY(leftovers_remove(out));
  TRY(take_cells(m));
  TRY(write_files(m, exit_status));
  if (table != NULL) {
    const results_source source = source_of(m);
    TRY(results_print(&source, &m->outcome, table));
    (void)fprintf(table, "merged: %zu of %zu cells\n", m->plan.cell_count - m->missing - m->failures.count,
                  m->plan.cell_count);
  }
  report_missing(m);
  return STATUS_OK;
}

static void close_all(merging *m) {
  data_files_stated(NULL);
  for (size_t i = 0; m->sources != NULL && i < m->source_count; i++) store_close(m->sources[i].store);
  for (size_t i = 0; i < m->reason_count; i++) free(m->reasons[i].reason);
  store_close(m->store);
  plan_close(&m->plan);
  cJSON_Delete(m->manifest);
  cJSON_Delete(m->made_with);
  free(m->sources);
  free(m->reasons);
  free(m->names);
  free(m->sorted);
  failures_free(&m->failures);
}

/* A descriptor is open for each folder. */
static void allow_many_files(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  (void)setrlimit(RLIMIT_NOFILE, &limit);
}

status merge_folders(const merge_request *request, int *exit_status) {
  CLEANUP(close_all) merging m = {.request = request};
  allow_many_files();
  interruption_hold(); /* to the end of the program */
  TRY(open_sources(&m));
  TRY(open_plan(&m));
  TRY(name_cells(&m));
  TRY(check_versions(&m));
  TRY(open_out(&m));
  TRY(check_records(&m));
  return merge_into(&m, exit_status);
}
