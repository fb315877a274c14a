#include "results/results.h"
#include "base/json.h"
#include "base/process/process.h"
#include "base/tsv.h"
#include "results/summary.h"
#include <fcntl.h>
#include <unistd.h>

/* ---- the columns of each table, in their order */

typedef struct cell_line {
  const char *cell, *learner, *status;
  size_t seed;
} cell_line;

static const table_column cell_columns[] = {
    {"cell", COLUMN_TEXT, offsetof(cell_line, cell), "its name, sixteen digits", NULL},
    {"learner", COLUMN_TEXT, offsetof(cell_line, learner), "the learner's label", NULL},
    {"seed", COLUMN_COUNT, offsetof(cell_line, seed), "of the random streams", NULL},
    {"status", COLUMN_TEXT, offsetof(cell_line, status), "done, failed or timeout", NULL},
    {"trials", COLUMN_NUMBER, COLUMN_OF_RECORD, "that were played", NULL},
    {"mistakes", COLUMN_NUMBER, COLUMN_OF_RECORD, "wrong predictions", NULL},
    {"loss", COLUMN_NUMBER, COLUMN_OF_RECORD, "of all predictions", NULL},
    {"comparator", COLUMN_TEXT, COLUMN_OF_RECORD, "where it comes from", "none"},
    {"comparator_loss", COLUMN_NUMBER, COLUMN_OF_RECORD, "the least that the best comparator can have", NULL},
    {"comparator_loss_high", COLUMN_NUMBER, COLUMN_OF_RECORD, "of the comparator at hand", NULL},
    {"regret", COLUMN_NUMBER, COLUMN_OF_RECORD, "loss - comparator_loss", NULL},
    {"regret_low", COLUMN_NUMBER, COLUMN_OF_RECORD, "loss - comparator_loss_high", NULL},
    {"updates", COLUMN_NUMBER, COLUMN_OF_RECORD, "trials at which the learner changed", NULL},
    {"stream", COLUMN_TEXT, COLUMN_OF_RECORD, "a hash of the trials: equal for learners that saw the same ones", NULL},
};

typedef struct verdict_line {
  const char *cell, *learner;
} verdict_line;

static const table_column verdict_columns[] = {
    {"cell", COLUMN_TEXT, offsetof(verdict_line, cell), "- where all seeds are judged together", NULL},
    {"learner", COLUMN_TEXT, offsetof(verdict_line, learner), "the learner's label", NULL},
    {"bound", COLUMN_TEXT, COLUMN_OF_RECORD, "its name, or NAME.INVARIANT", NULL},
    {"status", COLUMN_TEXT, COLUMN_OF_RECORD, "proved, claimed or reported", NULL},
    {"direction", COLUMN_TEXT, COLUMN_OF_RECORD, "upper or lower", NULL},
    {"level", COLUMN_TEXT, COLUMN_OF_RECORD, "trial, cell, mean or probability: where it is judged", NULL},
    {"measure", COLUMN_TEXT, COLUMN_OF_RECORD, "what is bounded", NULL},
    {"measured", COLUMN_NUMBER, COLUMN_OF_RECORD, "its number", NULL},
    {"value", COLUMN_NUMBER, COLUMN_OF_RECORD, "of the bound", NULL},
    {"used", COLUMN_NUMBER, COLUMN_OF_RECORD, "measured / value", NULL},
    {"verdict", COLUMN_TEXT, COLUMN_OF_RECORD, "holds, ..., violated", NULL},
    {"premise", COLUMN_TEXT, COLUMN_OF_RECORD, "the one that failed", NULL},
    {"trial", COLUMN_NUMBER, COLUMN_OF_RECORD, "where the premise failed or the bound broke", NULL},
    {"premise_value", COLUMN_NUMBER, COLUMN_OF_RECORD, "by how much the premise failed", NULL},
};

/* cell/cell_record.c writes the lines of these into the record. */
typedef struct record_line {
  const char *cell;
} record_line;

static const table_column curve_columns[] = {
    {"cell", COLUMN_TEXT, offsetof(record_line, cell), "its name", NULL},
    {"t", COLUMN_COUNT, COLUMN_OF_RECORD, "the trial; 0: before the first", NULL},
    {"mistakes", COLUMN_COUNT, COLUMN_OF_RECORD, "so far", NULL},
    {"loss", COLUMN_NUMBER, COLUMN_OF_RECORD, "so far", NULL},
    {"regret", COLUMN_NUMBER, COLUMN_OF_RECORD, "so far", NULL},
    {"potential", COLUMN_NUMBER, COLUMN_OF_RECORD, "the divergence of the comparator from the parameter", NULL},
};

typedef struct bound_line {
  const char *learner, *bound;
  size_t t;
  double value;
} bound_line;

static const table_column bound_columns[] = {
    {"learner", COLUMN_TEXT, offsetof(bound_line, learner), "the learner's label", NULL},
    {"bound", COLUMN_TEXT, offsetof(bound_line, bound), "its name", NULL},
    {"t", COLUMN_COUNT, offsetof(bound_line, t), "the trial", NULL},
    {"value", COLUMN_NUMBER, offsetof(bound_line, value), "of the bound, the mean over seeds", NULL},
};

typedef struct summary_line {
  const char *learner, *measure, *bound, *direction, *verdict, *premise;
  size_t seeds;
  double mean, sd, low, high, min, max, value, used;
} summary_line;

static const table_column summary_columns[] = {
    {"learner", COLUMN_TEXT, offsetof(summary_line, learner), "the learner's label", NULL},
    {"seeds", COLUMN_COUNT, offsetof(summary_line, seeds), "cells that are summed up", NULL},
    {"measure", COLUMN_TEXT, offsetof(summary_line, measure), "what is bounded", NULL},
    {"mean", COLUMN_NUMBER, offsetof(summary_line, mean), "of the measure over seeds, at the end of the run", NULL},
    {"sd", COLUMN_NUMBER, offsetof(summary_line, sd), "standard deviation over seeds", NULL},
    {"low", COLUMN_NUMBER, offsetof(summary_line, low), "of a bound in the mean: it is broken where its value is below",
     NULL},
    {"high", COLUMN_NUMBER, offsetof(summary_line, high),
     "of a bound in the mean: it is broken where its value is above", NULL},
    {"min", COLUMN_NUMBER, offsetof(summary_line, min), "the least over seeds", NULL},
    {"max", COLUMN_NUMBER, offsetof(summary_line, max), "the largest over seeds", NULL},
    {"bound", COLUMN_TEXT, offsetof(summary_line, bound), "its name, or NAME.INVARIANT", NULL},
    {"direction", COLUMN_TEXT, offsetof(summary_line, direction), "upper or lower", NULL},
    {"value", COLUMN_NUMBER, offsetof(summary_line, value), "of the bound, the mean over seeds", NULL},
    {"used", COLUMN_NUMBER, offsetof(summary_line, used), "the largest measured / value (smallest for a lower bound)",
     NULL},
    {"verdict", COLUMN_TEXT, offsetof(summary_line, verdict), "the worst over seeds", NULL},
    {"premise", COLUMN_TEXT, offsetof(summary_line, premise), "the first that failed, in the first seed where one did",
     NULL},
};

static const table_column observation_columns[] = {
    {"cell", COLUMN_TEXT, offsetof(record_line, cell), "its name", NULL},
    {"t", COLUMN_COUNT, COLUMN_OF_RECORD, "the trial", NULL},
    {"quantity", COLUMN_TEXT, COLUMN_OF_RECORD, "its name", NULL},
    {"index", COLUMN_COUNT, COLUMN_OF_RECORD, "of those with several values; 0: it has one", NULL},
    {"value", COLUMN_NUMBER, COLUMN_OF_RECORD, "of the quantity", NULL},
};

typedef struct timing_line {
  const char *cell;
  double seconds, memory;
} timing_line;

static const table_column timing_columns[] = {
    {"cell", COLUMN_TEXT, offsetof(timing_line, cell), "its name", NULL},
    {"seconds", COLUMN_NUMBER, offsetof(timing_line, seconds), "that it took", NULL},
    {"peak_KiB", COLUMN_NUMBER, offsetof(timing_line, memory), "the most memory at a time", NULL},
};

static const table_column ordering_columns[] = {
    {"cell", COLUMN_TEXT, offsetof(record_line, cell), "its name", NULL},
    {"place", COLUMN_COUNT, COLUMN_OF_RECORD, "in the learned order", NULL},
    {"item", COLUMN_COUNT, COLUMN_OF_RECORD, "the number of the row", NULL},
    {"name", COLUMN_TEXT, COLUMN_OF_RECORD, "of the row, where the data have names", NULL},
    {"score", COLUMN_NUMBER, COLUMN_OF_RECORD, "mean over the columns", NULL},
    {"planted", COLUMN_COUNT, COLUMN_OF_RECORD, "the planted place", NULL},
    {"rating", COLUMN_NUMBER, COLUMN_OF_RECORD, "the learner's own number; records of version 1.0.0 have none", "-"},
};

static const table_column embedding_columns[] = {
    {"cell", COLUMN_TEXT, offsetof(record_line, cell), "its name", NULL},
    {"kernel", COLUMN_TEXT, COLUMN_OF_RECORD, "learned or target", NULL},
    {"item", COLUMN_COUNT, COLUMN_OF_RECORD, "its number", NULL},
    {"class", COLUMN_TEXT, COLUMN_OF_RECORD, "of the item", NULL},
    {"x", COLUMN_NUMBER, COLUMN_OF_RECORD, "the first coordinate", NULL},
    {"y", COLUMN_NUMBER, COLUMN_OF_RECORD, "the second coordinate", NULL},
};

enum { CELLS, VERDICTS, CURVES, BOUND_CURVES, SUMMARY, OBSERVATIONS, TIMING, ORDERINGS, EMBEDDINGS };

#define COLUMNS(list) .columns = (list), .column_count = sizeof(list) / sizeof *(list)

const result_table result_tables[RESULT_TABLES] = {
    [CELLS] = {.name = "cells", .format = 1, .parameters = true, COLUMNS(cell_columns)},
    [VERDICTS] = {.name = "verdicts", .format = 1, .parameters = true, COLUMNS(verdict_columns)},
    [CURVES] = {.name = "curves", .format = 1, COLUMNS(curve_columns), .comment = "kept trials: " CURVE_RULE},
    [BOUND_CURVES] = {.name = "bound_curves",
                      .format = 1,
                      .parameters = true,
                      COLUMNS(bound_columns),
                      .comment = "bounds that depend on t, mean over seeds, at 100 trials a decade"},
    [SUMMARY] = {.name = "summary", .format = 1, .parameters = true, COLUMNS(summary_columns)},
    [OBSERVATIONS] = {.name = "observations", .format = 1, COLUMNS(observation_columns)},
    [TIMING] = {.name = "timing", .format = 1, COLUMNS(timing_columns)},
    [ORDERINGS] = {.name = "orderings", .format = 1, COLUMNS(ordering_columns), .quantity = "ordering"},
    [EMBEDDINGS] = {.name = "embeddings", .format = 1, COLUMNS(embedding_columns), .quantity = "embedding"},
};

status result_table_check(const char *path, const char *name, const char *line, const char *more) {
  char expected[64];
  for (size_t i = 0; i < RESULT_TABLES; i++) {
    const result_table *table = &result_tables[i];
    if (strcmp(table->name, name) != 0) continue;
    (void)snprintf(expected, sizeof expected, "# winnow-lab %s %u", name, table->format);
    if (strcmp(line, expected) == 0) return STATUS_OK;
  }
  return FAIL(STATUS_INVALID, "%s: begins with '%.40s', expected '%s'%s", path, line, expected, more);
}

/* Than version 1.1.0, whose scenarios may have parameters of these names. */
static bool is_newer(const char *name) {
  return strcmp(name, "low") == 0 || strcmp(name, "high") == 0;
}

bool result_column_is_reserved(const char *name) {
  for (size_t i = 0; i < RESULT_TABLES; i++) {
    const result_table *table = &result_tables[i];
    for (size_t k = 0; k < table->column_count && table->quantity == NULL; k++) {
      if (!is_newer(table->columns[k].name) && strcmp(table->columns[k].name, name) == 0) return true;
    }
  }
  return false;
}

/* ---- how they are written */

static const double false_verdict =
    1e-6; /* probability of a false violated or refuted over the seeds, in all of a run */

typedef struct folder_writer {
  const results_source *source;
  results_outcome *outcome;
  replacement *files[RESULT_TABLES];
  tsv_writer tables[RESULT_TABLES];
  summary_group *group;
  double alpha; /* of a false verdict on a row that is judged over the seeds */
  /* the bound curves of the group: sums over seeds at equal trials */
  struct bound_sum {
    const char *bound;
    size_t t, count;
    double sum, first;
    bool equal;
  } * sums;
  size_t sum_count, sum_capacity;
  size_t next_sum; /* where the next one is expected: cells of a group have their curves at the same trials */
} folder_writer;

static void write_parameters(const folder_writer *writer, tsv_writer *table, const plan_point *point) {
  const plan *planned = writer->source->plan;
  char buffer[NUMBER_TEXT];
  for (size_t i = 0; i < planned->parameter_count; i++) {
    tsv_text(table, point == NULL ? planned->parameters[i] : plan_parameter(planned, point, i, buffer));
  }
}

static bool is_learner(const table_column *column) {
  return strcmp(column->name, "learner") == 0;
}

static bool is_left_out(const folder_writer *writer, const table_column *column) {
  const plan *planned = writer->source->plan;
  bool taken = false;
  for (size_t i = 0; i < planned->parameter_count && is_newer(column->name); i++) {
    taken = taken || strcmp(planned->parameters[i], column->name) == 0;
  }
  return taken;
}

static void write_headers(folder_writer *writer) {
  for (size_t i = 0; i < RESULT_TABLES; i++) {
    const result_table *of = &result_tables[i];
    tsv_writer *table = &writer->tables[i];
    if (writer->files[i] == NULL) continue;
    tsv_comment(table, "winnow-lab %s %u", of->name, of->format);
    tsv_comment(table, "scenario %s", writer->source->plan->scenario);
    if (writer->source->part != NULL) tsv_comment(table, "part: %s", writer->source->part);
    if (of->comment != NULL) tsv_comment(table, "%s", of->comment);
    if (i == CURVES && !writer->source->all_curves) tsv_comment(table, CURVE_OMITTED);
    for (size_t k = 0; k < of->column_count; k++) {
      if (of->parameters && is_learner(&of->columns[k])) write_parameters(writer, table, NULL);
      if (!is_left_out(writer, &of->columns[k])) tsv_text(table, of->columns[k].name);
    }
    tsv_end(table);
  }
}

static const char *absent(const table_column *column) {
  return column->absent != NULL ? column->absent : column->kind == COLUMN_TEXT ? "-" : "nan";
}

/* A row: `line` is the struct whose members are the columns; record: of the cell, NULL where there is none. point: NULL in a table without
 * parameters. */
static void write_row(folder_writer *writer, size_t which, const plan_point *point, const void *line,
                      const cJSON *record) {
  const result_table *of = &result_tables[which];
  tsv_writer *table = &writer->tables[which];
  for (size_t k = 0; k < of->column_count; k++) {
    const table_column *column = &of->columns[k];
    if (of->parameters && is_learner(column)) write_parameters(writer, table, point);
    if (is_left_out(writer, column)) continue;
    if (column->place == COLUMN_OF_RECORD) {
      tsv_text(table, json_text(record, column->name, absent(column)));
      continue;
    }
    const void *value = (const char *)line + column->place;
    if (column->kind == COLUMN_TEXT) {
      tsv_text(table, *(const char *const *)value);
    } else if (column->kind == COLUMN_COUNT) {
      tsv_count(table, *(const size_t *)value);
    } else {
      tsv_number(table, *(const double *)value);
    }
  }
  tsv_end(table);
}

/* record: NULL for a cell that failed. */
static void write_cell_row(folder_writer *writer, const cell_address *address, const char *name, const cJSON *record,
                           const char *standing) {
  const cell_line line = {.cell = name, .learner = address->learner->label, .status = standing, .seed = address->seed};
  write_row(writer, CELLS, address->point, &line, record);
}

/* row: as it stands in a record. */
static void write_verdict_row(folder_writer *writer, const char *cell, const cell_address *address, const cJSON *row) {
  const verdict_line line = {.cell = cell, .learner = address->learner->label};
  write_row(writer, VERDICTS, address->point, &line, row);
  writer->outcome->verdicts[verdict_by_name(record_text(row, "verdict"))]++;
}

/* The lines of a record, with the cell's name before each. Lines of an earlier version may lack the last columns. */
static void write_lines(folder_writer *writer, size_t which, const char *cell, const char *lines) {
  const result_table *of = &result_tables[which];
  FILE *file = writer->tables[which].file;
  while (*lines != 0) {
    const size_t length = strcspn(lines, "\n");
    size_t columns = 2; /* the cell, and what stands before the first tab */
    (void)fprintf(file, "%s\t%.*s", cell, (int)length, lines);
    for (size_t i = 0; i < length; i++) columns += lines[i] == '\t';
    for (; columns < of->column_count; columns++) (void)fprintf(file, "\t%s", absent(&of->columns[columns]));
    (void)fputc('\n', file);
    lines += length + (lines[length] == '\n');
  }
}

/* A point of a curve, which begins with its trial; t: that, or one of those after it at which nothing changed. */
static void write_point(FILE *file, const char *cell, size_t t, const char *point, size_t length) {
  (void)fprintf(file, "%s\t%zu", cell, t);
  for (size_t i = strspn(point, "0123456789"); i < length; i++) (void)fputc(point[i] == ' ' ? '\t' : point[i], file);
  (void)fputc('\n', file);
}

/* With all_curves also the trials of the grid that a curve leaves out (cell/curve.h). */
static void write_curve(const folder_writer *writer, const char *cell, const char *points) {
  FILE *file = writer->tables[CURVES].file;
  const char *last = points;
  size_t last_length = 0, next = 0;
  curve grid = {.count = 0};
  for (const char *point = points; *point != 0;) {
    const size_t length = strcspn(point, ";\n"), t = strtoull(point, NULL, 10);
    for (; writer->source->all_curves && next < t; next = curve_grid_after(&grid, next)) {
      write_point(file, cell, next, last, last_length);
    }
    write_point(file, cell, t, point, length);
    if (writer->source->all_curves) next = curve_grid_after(&grid, t);
    last = point;
    last_length = length;
    point += length + (point[length] != 0);
  }
}

/* The name as the plan has it, which outlives the record. */
static const char *bound_name(const plan_point *point, const char *name) {
  for (size_t i = 0; i < point->bound_count; i++) {
    if (strcmp(point->bounds[i].class->about.name, name) == 0) return point->bounds[i].class->about.name;
  }
  return "-";
}

/* `name` must outlive the writer. */
static status add_bound_sum(folder_writer *writer, const char *name, size_t t, double value) {
  for (size_t step = 0; step < writer->sum_count; step++) {
    const size_t place = (writer->next_sum + step) % writer->sum_count;
    struct bound_sum *sum = &writer->sums[place];
    if (sum->t != t || strcmp(sum->bound, name) != 0) continue;
    writer->next_sum = place + 1;
    sum->equal = sum->equal && value == sum->first;
    sum->sum += value;
    sum->count++;
    return STATUS_OK;
  }
  TRY(memory_room(&writer->sums, &writer->sum_capacity, writer->sum_count + 1, sizeof *writer->sums));
  writer->sums[writer->sum_count++] =
      (struct bound_sum){.bound = name, .t = t, .count = 1, .sum = value, .first = value, .equal = true};
  return STATUS_OK;
}

typedef struct bound_sums {
  folder_writer *writer;
  const plan_point *point;
} bound_sums;

static status add_bound_value(void *context, const char *name, size_t t, double value) {
  const bound_sums *sums = context;
  return add_bound_sum(sums->writer, bound_name(sums->point, name), t, value);
}

/* The rows of a cell's bounds, each with its own verdict, and what is summed up over the seeds. */
static status write_bounds(folder_writer *writer, const cell_address *address, const char *name, const cJSON *record) {
  bound_sums sums = {writer, address->point};
  FREED judged_row *rows = NULL;
  size_t count = 0;
  TRY(record_rows(record, &rows, &count));
  const cJSON *list = json_member(record, "rows"), *row = list == NULL ? NULL : list->child;
  for (size_t i = 0; i < count && row != NULL; i++, row = row->next) {
    if (!bound_level_is_joint(rows[i].level)) write_verdict_row(writer, name, address, row);
  }
  TRY(record_each_bound_value(record, add_bound_value, &sums));
  return summary_add(writer->group, record, rows, count);
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

static status write_record(folder_writer *writer, const cell_address *address, const char *name, const cJSON *record) {
  write_cell_row(writer, address, name, record, "done");
  write_curve(writer, name, json_text(record, "curves", ""));
  write_lines(writer, OBSERVATIONS, name, json_text(record, "observations", ""));
  if (writer->files[ORDERINGS] != NULL && cJSON_HasObjectItem(record, "ordering")) {
    write_lines(writer, ORDERINGS, name, record_text(record, "ordering"));
  }
  if (writer->files[EMBEDDINGS] != NULL && cJSON_HasObjectItem(record, "embedding")) {
    write_lines(writer, EMBEDDINGS, name, record_text(record, "embedding"));
  }
  const timing_line timing = {
      .cell = name, .seconds = record_value(record, "seconds"), .memory = record_value(record, "memory")};
  write_row(writer, TIMING, NULL, &timing, NULL);
  note_cell(writer->outcome, address, record);
  return status_context(write_bounds(writer, address, name, record), "%s: cell %s", writer->source->folder, name);
}

static void write_joint_verdict(folder_writer *writer, const cell_address *address, const summary_row *row,
                                const summary_statistics *of) {
  CLEANUP(json_free_at) cJSON *joint = cJSON_CreateObject();
  cJSON_AddStringToObject(joint, "bound", row->bound);
  cJSON_AddStringToObject(joint, "status", bound_status_name(row->status));
  cJSON_AddStringToObject(joint, "direction", bound_direction_name(row->direction));
  cJSON_AddStringToObject(joint, "level", bound_level_name(row->level));
  cJSON_AddStringToObject(joint, "measure", row->measure);
  record_number(joint, "measured", of->mean);
  record_number(joint, "value", of->value);
  record_number(joint, "used", of->used);
  cJSON_AddStringToObject(joint, "verdict", verdict_name(of->verdict));
  if (of->verdict == VERDICT_PREMISE) {
    cJSON_AddStringToObject(joint, "premise", row->premise);
    record_number(joint, "trial", row->premise_trial);
    record_number(joint, "premise_value", row->premise_value);
  }
  write_verdict_row(writer, "-", address, joint);
}

static void write_summary_row(folder_writer *writer, const cell_address *address, const summary_row *row) {
  summary_statistics of = summary_statistics_of(row, writer->alpha);
  const bool judged = writer->source->part == NULL || writer->group->finished == writer->source->plan->seeds;
  if (bound_level_is_joint(row->level) && !judged) {
    of.used = of.low = of.high = NAN;
    of.verdict = VERDICT_NONE;
  }
  const summary_line line = {.learner = address->learner->label,
                             .seeds = row->count,
                             .measure = row->measure,
                             .mean = of.mean,
                             .sd = of.sd,
                             .low = of.low,
                             .high = of.high,
                             .min = of.least,
                             .max = of.largest,
                             .bound = row->bound,
                             .direction = strcmp(row->bound, "-") == 0 ? "-" : bound_direction_name(row->direction),
                             .value = of.value,
                             .used = of.used,
                             .verdict = verdict_name(of.verdict),
                             .premise = row->premise};
  write_row(writer, SUMMARY, address->point, &line, NULL);
  if (bound_level_is_joint(row->level) && judged) write_joint_verdict(writer, address, row, &of);
}

/* Of the cells of a (grid point, learner), all of which have the same rows. */
static status count_joint_rows(const results_source *source, size_t first, size_t *count) {
  status read = STATUS_END;
  CLEANUP(json_free_at) cJSON *record = NULL;
  FREED judged_row *rows = NULL;
  size_t row_count = 0;
  for (size_t i = 0; i < source->plan->seeds && read == STATUS_END; i++) {
    read = store_read(source->store, source->names[first + i], &record);
  }
  if (read != STATUS_OK) return read == STATUS_END ? STATUS_OK : read;
  TRY(record_rows(record, &rows, &row_count));
  for (size_t i = 0; i < row_count; i++)
    *count += bound_level_is_joint(rows[i].level) && rows[i].status != BOUND_REPORTED;
  return STATUS_OK;
}

/* The probability of a false verdict somewhere in the run is divided among its rows. */
static status divide_alpha(folder_writer *writer) {
  const plan *planned = writer->source->plan;
  size_t rows = 0;
  for (size_t first = 0; first < planned->cell_count; first += planned->seeds) {
    TRY(count_joint_rows(writer->source, first, &rows));
  }
  writer->alpha = false_verdict / (double)(rows > 0 ? rows : 1);
  return STATUS_OK;
}

static int compare_sums(const void *a, const void *b) {
  const struct bound_sum *first = a;
  const struct bound_sum *second = b;
  const int order = strcmp(first->bound, second->bound);
  if (order != 0) return order;
  return first->t < second->t ? -1 : first->t > second->t;
}

/* After the last seed of a (grid point, learner). */
static void end_group(folder_writer *writer, const cell_address *address) {
  for (size_t i = 0; i < writer->group->row_count; i++) write_summary_row(writer, address, &writer->group->rows[i]);
  if (writer->sum_count > 1) qsort(writer->sums, writer->sum_count, sizeof *writer->sums, compare_sums);
  for (size_t i = 0; i < writer->sum_count; i++) {
    const struct bound_sum *sum = &writer->sums[i];
    const bound_line line = {.learner = address->learner->label,
                             .bound = sum->bound,
                             .t = sum->t,
                             .value = sum->equal ? sum->first : sum->sum / (double)sum->count};
    write_row(writer, BOUND_CURVES, address->point, &line, NULL);
  }
  writer->sum_count = 0;
  writer->next_sum = 0;
  summary_group_clear(writer->group);
}

/* The rows of cells first..last-1: of whole (grid point, learner). */
static status write_cells(folder_writer *writer, size_t first, size_t last) {
  const results_source *source = writer->source;
  const failure_list *failures = source->failures;
  size_t failure = 0;
  for (size_t index = first; index < last; index++) {
    const cell_address address = plan_cell(source->plan, index);
    while (failure < failures->count && failures->items[failure].index < index) failure++;
    CLEANUP(json_free_at) cJSON *record = NULL;
    const status read = store_read(source->store, source->names[index], &record);
    if (read == STATUS_OK) {
      TRY(write_record(writer, &address, source->names[index], record));
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

/* ---- in parts: processes write the rows of their cells, and the parent joins them */

typedef struct part {
  folder_writer writer;
  results_outcome outcome;
  size_t first, last; /* its cells */
  char *paths[RESULT_TABLES];
  process process;
} part;

static void free_part(part *self) {
  process_end(&self->process, INFINITY);
  process_close(&self->process);
  for (size_t i = 0; i < RESULT_TABLES; i++) {
    if (self->paths[i] != NULL) (void)unlink(self->paths[i]);
    free(self->paths[i]);
  }
}

static status write_part(void *context, int answer) {
  part *self = context;
  for (size_t i = 0; i < RESULT_TABLES; i++) {
    if (self->paths[i] != NULL) TRY(file_stream(self->paths[i], O_WRONLY | O_CREAT, &self->writer.tables[i].file));
  }
  self->writer.outcome = &self->outcome;
  TRY(write_cells(&self->writer, self->first, self->last));
  for (size_t i = 0; i < RESULT_TABLES; i++) {
    FILE *file = self->paths[i] == NULL ? NULL : self->writer.tables[i].file;
    if (file != NULL && (ferror(file) | fclose(file)) != 0) return FAIL_SYSTEM(self->paths[i], "written");
  }
  TRY(status_memory());
  const ssize_t said = write(answer, &self->outcome, sizeof self->outcome);
  return said == sizeof self->outcome ? STATUS_OK : FAIL(STATUS_IO, "rows of a table: no answer");
}

static status begin_part(const folder_writer *writer, size_t number, size_t count, part *self) {
  const plan *planned = writer->source->plan;
  const size_t groups = planned->cell_count / planned->seeds;
  self->writer = *writer;
  self->first = groups * number / count * planned->seeds;
  self->last = groups * (number + 1) / count * planned->seeds;
  for (size_t i = 0; i < RESULT_TABLES; i++) {
    if (writer->files[i] == NULL) continue;
    TRY(memory_format(&self->paths[i], "%s.%zu", replacement_temporary(writer->files[i]), number));
  }
  return process_fork("a table", PROCESS_SIGNALS_PARENT, write_part, self, &self->process);
}

static void add_outcome(results_outcome *sum, const results_outcome *more) {
  for (size_t i = 0; i <= VERDICT_NONE; i++) sum->verdicts[i] += more->verdicts[i];
  if (sum->early == 0 || (more->early > 0 && more->least_trials < sum->least_trials))
    sum->least_trials = more->least_trials;
  if (more->most_trials > sum->most_trials) sum->most_trials = more->most_trials;
  if (more->trials_asked > sum->trials_asked) sum->trials_asked = more->trials_asked;
  if (sum->idle == 0) sum->first_idle = more->first_idle;
  sum->done += more->done;
  sum->failed += more->failed;
  sum->early += more->early;
  sum->idle += more->idle;
}

static status join_part(const folder_writer *writer, part *self) {
  TRY(process_answer(&self->process, "the writer of a table", &self->outcome, sizeof self->outcome));
  add_outcome(writer->outcome, &self->outcome);
  for (size_t i = 0; i < RESULT_TABLES; i++) {
    if (self->paths[i] != NULL) TRY(file_append(self->paths[i], 0, writer->tables[i].file));
  }
  return STATUS_OK;
}

static status write_parts(const folder_writer *writer, part *parts, size_t count) {
  for (size_t i = 0; i < count; i++) TRY(begin_part(writer, i, count, &parts[i]));
  for (size_t i = 0; i < count; i++) TRY(join_part(writer, &parts[i]));
  return STATUS_OK;
}

static status write_all(folder_writer *writer) {
  const plan *planned = writer->source->plan;
  const size_t groups = planned->cell_count / planned->seeds;
  const size_t count = writer->source->jobs < groups ? writer->source->jobs : groups;
  FREED part *parts = NULL;
  write_headers(writer);
  if (count == 0) return write_cells(writer, 0, planned->cell_count);
  TRY(NEW_ARRAY(count, parts));
  for (size_t i = 0; i < count; i++) parts[i].process = PROCESS_NONE;
  const status code = write_parts(writer, parts, count);
  for (size_t i = 0; i < count; i++) free_part(&parts[i]);
  return code;
}

static bool is_wanted(const plan *planned, const result_table *table) {
  for (size_t i = 0; i < planned->observe_count && table->quantity != NULL; i++) {
    if (strcmp(planned->observe[i], table->quantity) == 0) return true;
  }
  return table->quantity == NULL;
}

static status open_tables(folder_writer *writer, results_files *files) {
  for (size_t i = 0; i < RESULT_TABLES; i++) {
    FREED char *path = NULL;
    TRY(memory_format(&path, "%s/%s.tsv", writer->source->folder, result_tables[i].name));
    if (!is_wanted(writer->source->plan, &result_tables[i])) {
      files->obsolete[files->obsolete_count++] = path;
      path = NULL;
      continue;
    }
    TRY(replacement_begin(path, &writer->files[i]));
    writer->tables[i].file = replacement_stream(writer->files[i]);
  }
  return STATUS_OK;
}

/* Hands over the settled files; after an error no file is left. */
static status hand_over(folder_writer *writer, status code, results_files *files) {
  for (size_t i = 0; i < RESULT_TABLES; i++) {
    if (writer->files[i] == NULL) continue;
    if (code == STATUS_OK) code = replacement_settle(writer->files[i]);
    files->file[files->count++] = writer->files[i];
  }
  if (code != STATUS_OK) results_abandon(files);
  return code;
}

static status write_tables(folder_writer *writer, results_files *files) {
  TRY(summary_group_new(writer->source->plan->seeds, &writer->group));
  TRY(divide_alpha(writer));
  TRY(open_tables(writer, files));
  TRY(write_all(writer));
  return status_memory();
}

status results_write(const results_source *source, results_outcome *outcome, results_files *files) {
  folder_writer writer = {.source = source, .outcome = outcome};
  *outcome = (results_outcome){0};
  *files = (results_files){0};
  const status code = hand_over(&writer, write_tables(&writer, files), files);
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
  char line[64];
  const status code = first_line(path, line);
  if (code != STATUS_OK) return code == STATUS_END ? STATUS_OK : code;
  return result_table_check(path, name, line, "; it is not overwritten: choose another --out");
}

status results_check(const char *folder) {
  for (size_t i = 0; i < RESULT_TABLES; i++) {
    FREED char *path = NULL;
    TRY(memory_format(&path, "%s/%s.tsv", folder, result_tables[i].name));
    TRY(check_table(path, result_tables[i].name));
  }
  return STATUS_OK;
}
