#include "results/results.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/tsv.h"
#include "cell/cell_record.h"
#include "cell/curve.h"
#include "results/summary.h"

enum { CELLS, VERDICTS, CURVES, BOUND_CURVES, SUMMARY, OBSERVATIONS, TIMING, ORDERINGS, EMBEDDINGS, TABLES };

static const char *const table_names[TABLES] = {"cells",        "verdicts", "curves",    "bound_curves", "summary",
                                                "observations", "timing",   "orderings", "embeddings"};

typedef struct writer {
  const results_source *source;
  results_outcome *outcome;
  replacement *files[TABLES];
  tsv_writer tables[TABLES];
  summary_group *group;
  /* the bound curves of the group: sums over seeds at equal trials */
  struct bound_sum {
    const char *bound;
    size_t t, count;
    double sum, first;
    bool equal;
  } * sums;
  size_t sum_count, sum_capacity;
  size_t next_sum; /* where the next one is expected: cells of a group have their curves at the same trials */
} writer;

static void write_parameter_names(const writer *writer, tsv_writer *table) {
  for (size_t i = 0; i < writer->source->plan->parameter_count; i++)
    tsv_text(table, writer->source->plan->parameters[i]);
}

static void write_parameters(const writer *writer, tsv_writer *table, const plan_point *point) {
  char buffer[NUMBER_TEXT];
  for (size_t i = 0; i < writer->source->plan->parameter_count; i++) {
    tsv_text(table, plan_parameter(writer->source->plan, point, i, buffer));
  }
}

static void write_names(tsv_writer *table, const char *const *names) {
  for (; *names != NULL; names++) tsv_text(table, *names);
}

static void write_headers(writer *writer) {
  static const char *const columns[TABLES][20] = {
      [CELLS] = {"learner", "seed", "status", "trials", "mistakes", "loss", "comparator", "comparator_loss",
                 "comparator_loss_high", "regret", "regret_low", "updates", "stream", NULL},
      [VERDICTS] = {"learner", "bound", "status", "direction", "level", "measure", "measured", "value", "used",
                    "verdict", "premise", "trial", "premise_value", NULL},
      [CURVES] = {"cell", "t", "mistakes", "loss", "regret", "potential", NULL},
      [BOUND_CURVES] = {"learner", "bound", "t", "value", NULL},
      [SUMMARY] = {"learner", "seeds", "measure", "mean", "sd", "min", "max", "bound", "value", "used", "verdict",
                   NULL},
      [OBSERVATIONS] = {"cell", "t", "quantity", "index", "value", NULL},
      [TIMING] = {"cell", "seconds", "peak_KiB", NULL},
      [ORDERINGS] = {"cell", "place", "item", "name", "score", "planted", "rating", NULL},
      [EMBEDDINGS] = {"cell", "kernel", "item", "class", "x", "y", NULL}};
  for (size_t i = 0; i < TABLES; i++) {
    tsv_writer *table = &writer->tables[i];
    if (writer->files[i] == NULL) continue;
    tsv_comment(table, "winnow-lab %s 1", table_names[i]);
    tsv_comment(table, "scenario %s", writer->source->plan->scenario);
    if (writer->source->part != NULL) tsv_comment(table, "part: %s", writer->source->part);
    if (i == CURVES) tsv_comment(table, "kept trials: %s", CURVE_RULE);
    if (i == BOUND_CURVES) tsv_comment(table, "bounds that depend on t, mean over seeds, at 100 trials a decade");
    if (i == CELLS || i == VERDICTS) tsv_text(table, "cell");
    if (i != CURVES && i != OBSERVATIONS && i != TIMING && i < ORDERINGS) write_parameter_names(writer, table);
    write_names(table, columns[i]);
    tsv_end(table);
  }
}

static void copy_texts(tsv_writer *table, const cJSON *record, const char *const *names) {
  for (; *names != NULL; names++) {
    const char *text = record_text(record, *names);
    tsv_text(table, text);
  }
}

static void write_cell_row(writer *writer, const cell_address *address, const char *name, const cJSON *record,
                           const char *status_text) {
  static const char *const numbers[] = {"trials", "mistakes", "loss", NULL};
  static const char *const rest[] = {
      "comparator_loss", "comparator_loss_high", "regret", "regret_low", "updates", NULL};
  tsv_writer *table = &writer->tables[CELLS];
  tsv_text(table, name);
  write_parameters(writer, table, address->point);
  tsv_text(table, address->learner->label);
  tsv_count(table, address->seed);
  tsv_text(table, status_text);
  if (record == NULL) { /* failed: no numbers */
    for (int i = 0; i < 3; i++) tsv_number(table, NAN);
    tsv_text(table, "none");
    for (int i = 0; i < 5; i++) tsv_number(table, NAN);
    tsv_text(table, NULL);
  } else {
    copy_texts(table, record, numbers);
    tsv_text(table, record_text(record, "comparator"));
    copy_texts(table, record, rest);
    tsv_text(table, record_text(record, "stream"));
  }
  tsv_end(table);
}

static void write_verdict_row(writer *writer, const char *cell, const cell_address *address, const judged_row *row) {
  tsv_writer *table = &writer->tables[VERDICTS];
  tsv_text(table, cell);
  write_parameters(writer, table, address->point);
  tsv_text(table, address->learner->label);
  tsv_text(table, row->bound);
  tsv_text(table, bound_status_name(row->status));
  tsv_text(table, bound_direction_name(row->direction));
  tsv_text(table, bound_level_name(row->level));
  tsv_text(table, row->measure);
  tsv_number(table, row->measured);
  tsv_number(table, row->value);
  tsv_number(table, row->used);
  tsv_text(table, verdict_name(row->verdict));
  tsv_text(table, row->premise);
  tsv_number(table, row->trial);
  tsv_number(table, row->premise_value);
  tsv_end(table);
  writer->outcome->verdicts[row->verdict]++;
}

/* Lines of a record with the cell's name before each, and `more` after it. */
static void write_lines_with(FILE *file, const char *cell, const char *lines, const char *more) {
  while (*lines != 0) {
    const char *end = strchr(lines, '\n');
    const size_t length = end == NULL ? strlen(lines) : (size_t)(end - lines);
    (void)fprintf(file, "%s\t%.*s%s\n", cell, (int)length, lines, more);
    lines += length + (end != NULL);
  }
}

static void write_lines(FILE *file, const char *cell, const char *lines) {
  write_lines_with(file, cell, lines, "");
}

/* Records of version 1.0.0 have no ratings. */
static void write_ordering(FILE *file, const char *cell, const char *lines) {
  size_t tabs = 0;
  for (const char *c = lines; *c != '\0' && *c != '\n'; c++) tabs += *c == '\t';
  write_lines_with(file, cell, lines, tabs < 5 ? "\t-" : "");
}

/* The name as the plan has it, which outlives the record. */
static const char *bound_name(const plan_point *point, const char *name) {
  for (size_t i = 0; i < point->bound_count; i++) {
    if (strcmp(point->bounds[i].class->about.name, name) == 0) return point->bounds[i].class->about.name;
  }
  return "-";
}

/* `bound` must outlive the writer. */
static status add_bound_sum(writer *writer, const char *bound, size_t t, double value) {
  for (size_t step = 0; step < writer->sum_count; step++) {
    const size_t place = (writer->next_sum + step) % writer->sum_count;
    struct bound_sum *sum = &writer->sums[place];
    if (sum->t != t || strcmp(sum->bound, bound) != 0) continue;
    writer->next_sum = place + 1;
    sum->equal = sum->equal && value == sum->first;
    sum->sum += value;
    sum->count++;
    return STATUS_OK;
  }
  if (writer->sum_count == writer->sum_capacity) {
    const size_t capacity = writer->sum_capacity == 0 ? 256 : 2 * writer->sum_capacity;
    struct bound_sum *larger = realloc(writer->sums, capacity * sizeof *larger);
    if (larger == NULL) return FAIL(STATUS_MEMORY, "no memory for the curves of bounds");
    writer->sums = larger;
    writer->sum_capacity = capacity;
  }
  writer->sums[writer->sum_count++] =
      (struct bound_sum){.bound = bound, .t = t, .count = 1, .sum = value, .first = value, .equal = true};
  return STATUS_OK;
}

typedef struct bound_sums {
  writer *writer;
  const plan_point *point;
} bound_sums;

static status add_bound_value(void *context, const char *bound, size_t t, double value) {
  const bound_sums *sums = context;
  return add_bound_sum(sums->writer, bound_name(sums->point, bound), t, value);
}

/* Rows of level mean and probability are judged over the seeds. */
static bool is_joint(bound_level level) {
  return level == LEVEL_MEAN || level == LEVEL_PROBABILITY;
}

/* The rows of a cell's bounds, each with its own verdict, and what is summed up over the seeds. */
static status write_bounds(writer *writer, const cell_address *address, const char *name, const cJSON *record) {
  bound_sums sums = {writer, address->point};
  judged_row *rows = NULL;
  size_t count = 0;
  TRY(record_rows(record, &rows, &count));
  for (size_t i = 0; i < count; i++) {
    if (!is_joint(rows[i].level)) write_verdict_row(writer, name, address, &rows[i]);
  }
  status code = record_each_bound_value(record, add_bound_value, &sums);
  if (code == STATUS_OK) code = summary_add(writer->group, record, rows, count);
  free(rows);
  return code;
}

static void note_cell(results_outcome *outcome, const cell_address *address, const cJSON *record) {
  const double trials = record_value(record, "trials");
  outcome->done++;
  if (address->point->problem != NULL && trials < (double)address->point->trials) {
    const size_t played = (size_t)trials;
    if (outcome->early == 0 || played < outcome->least_trials) outcome->least_trials = played;
    if (played > outcome->most_trials) outcome->most_trials = played;
    if (address->point->trials > outcome->trials_asked) outcome->trials_asked = address->point->trials;
    outcome->early++;
  }
  if (json_member(record, "idle") == NULL) return;
  if (outcome->idle++ == 0) outcome->first_idle = address->index;
}

static status write_record(writer *writer, const cell_address *address, const char *name, const cJSON *record) {
  write_cell_row(writer, address, name, record, "done");
  write_lines(writer->tables[CURVES].file, name, record_text(record, "curves"));
  write_lines(writer->tables[OBSERVATIONS].file, name, record_text(record, "observations"));
  if (writer->files[ORDERINGS] != NULL && cJSON_HasObjectItem(record, "ordering")) {
    write_ordering(writer->tables[ORDERINGS].file, name, record_text(record, "ordering"));
  }
  if (writer->files[EMBEDDINGS] != NULL && cJSON_HasObjectItem(record, "embedding")) {
    write_lines(writer->tables[EMBEDDINGS].file, name, record_text(record, "embedding"));
  }
  tsv_writer *timing = &writer->tables[TIMING];
  tsv_text(timing, name);
  tsv_number(timing, record_value(record, "seconds"));
  tsv_number(timing, record_value(record, "memory"));
  tsv_end(timing);
  note_cell(writer->outcome, address, record);
  const status code = write_bounds(writer, address, name, record);
  return code == STATUS_OK ? code : status_context(code, "%s: cell %s", writer->source->folder, name);
}

static void write_joint_verdict(writer *writer, const cell_address *address, const summary_row *row,
                                const summary_statistics *of) {
  const bool failed = of->verdict == VERDICT_PREMISE;
  const judged_row joint = {.bound = row->bound,
                            .measure = row->measure,
                            .status = row->status,
                            .direction = row->direction,
                            .level = row->level,
                            .measured = of->mean,
                            .value = of->value,
                            .used = of->used,
                            .verdict = of->verdict,
                            .premise = failed ? row->premise : "-",
                            .trial = failed ? row->premise_trial : NAN,
                            .premise_value = failed ? row->premise_value : NAN};
  write_verdict_row(writer, "-", address, &joint);
}

static void write_summary_row(writer *writer, const cell_address *address, const summary_row *row) {
  summary_statistics of = summary_statistics_of(row);
  const bool judged = writer->source->part == NULL || writer->group->finished == writer->source->plan->seeds;
  if (is_joint(row->level) && !judged) {
    of.used = NAN;
    of.verdict = VERDICT_NONE;
  }
  tsv_writer *table = &writer->tables[SUMMARY];
  write_parameters(writer, table, address->point);
  tsv_text(table, address->learner->label);
  tsv_count(table, row->count);
  tsv_text(table, row->measure);
  tsv_number(table, of.mean);
  tsv_number(table, of.sd);
  tsv_number(table, of.least);
  tsv_number(table, of.largest);
  tsv_text(table, row->bound);
  tsv_number(table, of.value);
  tsv_number(table, of.used);
  tsv_text(table, verdict_name(of.verdict));
  tsv_end(table);
  if (is_joint(row->level) && judged) write_joint_verdict(writer, address, row, &of);
}

static int compare_sums(const void *a, const void *b) {
  const struct bound_sum *first = a;
  const struct bound_sum *second = b;
  const int order = strcmp(first->bound, second->bound);
  if (order != 0) return order;
  return first->t < second->t ? -1 : first->t > second->t;
}

/* After the last seed of a (grid point, learner). */
static void end_group(writer *writer, const cell_address *address) {
  for (size_t i = 0; i < writer->group->row_count; i++) write_summary_row(writer, address, &writer->group->rows[i]);
  if (writer->sum_count > 1) qsort(writer->sums, writer->sum_count, sizeof *writer->sums, compare_sums);
  tsv_writer *table = &writer->tables[BOUND_CURVES];
  for (size_t i = 0; i < writer->sum_count; i++) {
    const struct bound_sum *sum = &writer->sums[i];
    write_parameters(writer, table, address->point);
    tsv_text(table, address->learner->label);
    tsv_text(table, sum->bound);
    tsv_count(table, sum->t);
    tsv_number(table, sum->equal ? sum->first : sum->sum / (double)sum->count);
    tsv_end(table);
  }
  writer->sum_count = 0;
  writer->next_sum = 0;
  summary_group_clear(writer->group);
}

static status write_all(writer *writer) {
  const results_source *source = writer->source;
  const failure_list *failures = source->failures;
  size_t failure = 0;
  write_headers(writer);
  for (size_t index = 0; index < source->plan->cell_count; index++) {
    const cell_address address = plan_cell(source->plan, index);
    while (failure < failures->count && failures->items[failure].index < index) failure++;
    cJSON *record = NULL;
    const status read = store_read(source->store, source->names[index], &record);
    if (read == STATUS_OK) {
      const status code = write_record(writer, &address, source->names[index], record);
      cJSON_Delete(record);
      TRY(code);
    } else if (read != STATUS_END) {
      return read;
    } else if (failure < failures->count && failures->items[failure].index == index) {
      write_cell_row(writer, &address, source->names[index], NULL,
                     failures->items[failure].timeout ? "timeout" : "failed");
      writer->outcome->failed++;
    }
    if (address.seed == source->plan->seeds) end_group(writer, &address);
  }
  return STATUS_OK;
}

/* orderings.tsv and embeddings.tsv are there only where `ordering` and `embedding` are observed. */
static bool is_wanted(const plan *plan, size_t table) {
  if (table < ORDERINGS) return true;
  const char *quantity = table == ORDERINGS ? "ordering" : "embedding";
  for (size_t i = 0; i < plan->observe_count; i++) {
    if (strcmp(plan->observe[i], quantity) == 0) return true;
  }
  return false;
}

static status open_tables(writer *writer, results_files *files) {
  for (size_t i = 0; i < TABLES; i++) {
    char *path = NULL;
    TRY(memory_format(&path, "%s/%s.tsv", writer->source->folder, table_names[i]));
    if (!is_wanted(writer->source->plan, i)) {
      files->obsolete[files->obsolete_count++] = path;
      continue;
    }
    const status code = replacement_begin(path, &writer->files[i]);
    free(path);
    TRY(code);
    writer->tables[i].file = replacement_stream(writer->files[i]);
  }
  return STATUS_OK;
}

/* Hands over the settled files; after an error no file is left. */
static status hand_over(writer *writer, status code, results_files *files) {
  for (size_t i = 0; i < TABLES; i++) {
    if (writer->files[i] == NULL) continue;
    if (code == STATUS_OK) code = replacement_settle(writer->files[i]);
    files->file[files->count++] = writer->files[i];
  }
  if (code != STATUS_OK) results_abandon(files);
  return code;
}

status results_write(const results_source *source, results_outcome *outcome, results_files *files) {
  writer writer = {.source = source, .outcome = outcome};
  *outcome = (results_outcome){0};
  *files = (results_files){0};
  status code = summary_group_new(source->plan->seeds, &writer.group);
  if (code == STATUS_OK) code = open_tables(&writer, files);
  if (code == STATUS_OK) code = write_all(&writer);
  if (code == STATUS_OK) code = status_memory();
  code = hand_over(&writer, code, files);
  summary_group_free(writer.group);
  free(writer.sums);
  return code;
}

/* The first line of the file, without its end; a missing file has none. */
static status first_line(const char *path, char line[static 64]) {
  FILE *file = NULL;
  *line = 0;
  const status code = file_stream(path, O_RDONLY, &file);
  if (code != STATUS_OK) return errno == ENOENT ? STATUS_END : code;
  const bool read = fgets(line, 64, file) != NULL || !ferror(file);
  line[strcspn(line, "\n")] = 0;
  (void)fclose(file);
  return read ? STATUS_OK : FAIL(STATUS_IO, "%s: cannot be read", path);
}

static status check_table(const char *path, const char *name) {
  char line[64], expected[64];
  const status code = first_line(path, line);
  if (code != STATUS_OK) return code == STATUS_END ? STATUS_OK : code;
  (void)snprintf(expected, sizeof expected, "# winnow-lab %s 1", name);
  if (strcmp(line, expected) == 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: begins with '%.40s', expected '%s'; it is not overwritten: choose another --out",
              path, line, expected);
}

status results_check(const char *folder) {
  for (size_t i = 0; i < TABLES; i++) {
    char *path = NULL;
    TRY(memory_format(&path, "%s/%s.tsv", folder, table_names[i]));
    const status code = check_table(path, table_names[i]);
    free(path);
    TRY(code);
  }
  return STATUS_OK;
}
