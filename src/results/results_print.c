#include "results/results_print.h"
#include "base/text.h"
#include "results/table_reader.h"
#include <unistd.h>

enum { DIGITS = 4, SHOWN_ROWS = 200, WIDTH = 100, NARROWEST = 10, SHOWN_TEXT = 2 * NUMBER_TEXT };

/* ---- columns */

typedef struct column {
  bool hidden, right;
  int width;
} column;

/* Characters on the terminal: bytes that do not continue a UTF-8 sequence. */
static int columns_of(const char *text) {
  int columns = 0;
  for (; *text != 0; text++) columns += ((unsigned char)*text & 0xC0) != 0x80;
  return columns;
}

static bool is_among(const char *name, const char *const *names) {
  while (*names != NULL && strcmp(*names, name) != 0) names++;
  return *names != NULL;
}

/* Of a column of the table's own; NaN in a table without it. */
static double named_value(const tsv_table *table, size_t row, const char *name) {
  const size_t place = result_own_column(table, name);
  return place == (size_t)-1 ? NAN : tsv_value(table, row, place);
}

/* In a table of bounds, how far the mean is from the end of its interval, which is as wide on both sides but for bets; NaN without one. */
static double radius_of(const tsv_table *table, size_t row) {
  if (tsv_column(table, "direction") == (size_t)-1) return NAN;
  const double mean = named_value(table, row, "mean");
  return fmax(named_value(table, row, "high") - mean, mean - named_value(table, row, "low"));
}

static bool is_lower(const tsv_table *table, size_t row) {
  const size_t place = tsv_column(table, "direction");
  return place != (size_t)-1 && strcmp(tsv_cell(table, row, place), "lower") == 0;
}

/* Columns that are shown in others. */
static bool is_within_another(const tsv_table *table, size_t place) {
  static const char *const names[] = {"low", "high", "direction", NULL};
  return tsv_column(table, "direction") != (size_t)-1 && is_among(table->names[place], names) &&
         result_own_column(table, table->names[place]) == place;
}

/* By how much the measured mean is on the wrong side of the bound; not above 0: on the right one. */
static double excess_of(const tsv_table *table, size_t row) {
  const double excess = named_value(table, row, "mean") - named_value(table, row, "value");
  return is_lower(table, row) ? -excess : excess;
}

/* A bound in the mean that is not broken though the measured mean is on the wrong side. */
static bool is_within_chance(const tsv_table *table, size_t row) {
  const double excess = excess_of(table, row);
  return excess > 0.0 && excess <= radius_of(table, row);
}

static const char *number_shown(const tsv_table *table, size_t row, size_t place, double number,
                                char buffer[SHOWN_TEXT]) {
  const char *text = tsv_cell(table, row, place);
  if (strlen(text) < 12 && strspn(text, "-0123456789") == strlen(text)) return text; /* whole numbers in full */
  if (strcmp(table->names[place], "sd") == 0 && place > 0) { /* after the mean: its rounding is no deviation */
    const double mean = tsv_value(table, row, place - 1);
    if (fabs(number) <= 1e-12 * fabs(mean)) return "0";
  }
  return number_short(number, DIGITS, buffer);
}

static const char *shown(const tsv_table *table, size_t row, size_t place, char buffer[SHOWN_TEXT]) {
  const char *name = table->names[place], *text = tsv_cell(table, row, place);
  char own[SHOWN_TEXT], radius[NUMBER_TEXT];
  double number = 0.0;
  if (strcmp(text, "nan") == 0) return "-";
  if (strcmp(name, "verdict") == 0 && is_within_chance(table, row)) {
    (void)snprintf(buffer, SHOWN_TEXT, "%s, within chance", text);
    return buffer;
  }
  if (!number_parse(text, &number)) return text;
  const double off = strcmp(name, "mean") == 0 ? radius_of(table, row) : NAN;
  const bool lower = strcmp(name, "value") == 0 && is_lower(table, row);
  if (isnan(off) && !lower) return number_shown(table, row, place, number, buffer);
  (void)snprintf(buffer, SHOWN_TEXT, lower ? ">= %s" : "%s +- %s", number_shown(table, row, place, number, own),
                 number_short(off, 3, radius));
  return buffer;
}

/* Invariants have names "<bound>.<invariant>". */
static bool is_main(const tsv_table *table, size_t row) {
  const size_t place = tsv_column(table, "bound");
  return place == (size_t)-1 || strchr(tsv_cell(table, row, place), '.') == NULL;
}

/* A number, nothing, or "2 of 3". */
static bool is_number(const char *text) {
  double number = 0.0;
  return number_parse(text, &number) || strcmp(text, "nan") == 0 || strcmp(text, "-") == 0 ||
         strncmp(text + strspn(text, "0123456789"), " of ", 4) == 0;
}

/* The columns whose cells are all equal, as "n = 128, r = 3": parameters and those of `heads`. */
static void print_head(FILE *out, const tsv_table *table, const bool *varies, const char *const *heads,
                       column *columns) {
  char buffer[SHOWN_TEXT];
  const char *before = "";
  bool before_learner = tsv_column(table, "learner") != (size_t)-1;
  for (size_t c = 0; c < table->columns; c++) {
    if (strcmp(table->names[c], "learner") == 0) before_learner = false;
    if (varies[c] || !(before_learner || is_among(table->names[c], heads))) continue;
    columns[c].hidden = true;
    (void)fprintf(out, "%s%s = %s", before, table->names[c], shown(table, 0, c, buffer));
    before = ", ";
  }
  if (*before != 0) (void)fputc('\n', out);
}

static void measure_columns(const tsv_table *table, column *columns) {
  char buffer[SHOWN_TEXT];
  for (size_t c = 0; c < table->columns; c++) {
    bool empty = true;
    columns[c].width = columns_of(table->names[c]);
    columns[c].right = true;
    for (size_t r = 0; r < table->rows; r++) {
      if (!is_main(table, r)) continue;
      const char *text = shown(table, r, c, buffer);
      const int width = columns_of(text);
      empty = empty && strcmp(text, "-") == 0;
      if (width > columns[c].width) columns[c].width = width;
      columns[c].right = columns[c].right && is_number(tsv_cell(table, r, c));
    }
    columns[c].hidden = columns[c].hidden || (empty && table->rows > 0) || is_within_another(table, c);
  }
}

static int width_of(const column *columns, size_t count, int gap) {
  int width = -gap;
  for (size_t c = 0; c < count; c++) width += columns[c].hidden ? 0 : columns[c].width + gap;
  return width;
}

/* Returns the number of blanks between two columns. */
static int fit_columns(FILE *out, const tsv_table *table, const char *const *spares, column *columns) {
  if (width_of(columns, table->columns, 2) <= WIDTH) return 2;
  for (size_t c = 0; c < table->columns; c++)
    columns[c].hidden = columns[c].hidden || is_among(table->names[c], spares);
  if (width_of(columns, table->columns, 2) <= WIDTH) return 2;
  while (isatty(fileno(out)) != 0 && width_of(columns, table->columns, 1) > WIDTH) {
    column *widest = NULL;
    for (size_t c = 0; c < table->columns; c++) {
      if (columns[c].hidden || columns[c].right || columns[c].width <= NARROWEST) continue;
      if (widest == NULL || columns[c].width > widest->width) widest = &columns[c];
    }
    if (widest == NULL) break;
    widest->width--;
  }
  return 1;
}

/* Characters from..to-1 of a text. */
static void put_part(FILE *out, const char *text, int from, int to) {
  int at = -1;
  for (; *text != 0; text++) {
    at += ((unsigned char)*text & 0xC0) != 0x80;
    if (at >= from && at < to) (void)fputc(*text, out);
  }
}

static void print_cell(FILE *out, const char *text, const column *of, int gap) {
  const int length = columns_of(text), pad = of->width - length, kept = of->width - 2, head = kept - kept / 2;
  if (pad < 0) {
    put_part(out, text, 0, head);
    (void)fputs("..", out);
    put_part(out, text, length - kept / 2, length);
  } else {
    if (of->right) (void)fprintf(out, "%*s", pad, "");
    (void)fputs(text, out);
    if (!of->right && gap > 0) (void)fprintf(out, "%*s", pad, "");
  }
  (void)fprintf(out, "%*s", gap, "");
}

static void print_row(FILE *out, const tsv_table *table, const column *columns, size_t row, int gap, bool names) {
  char buffer[SHOWN_TEXT];
  size_t last = 0;
  for (size_t c = 0; c < table->columns; c++) last = columns[c].hidden ? last : c;
  for (size_t c = 0; c < table->columns; c++) {
    if (columns[c].hidden) continue;
    print_cell(out, names ? table->names[c] : shown(table, row, c, buffer), &columns[c], c == last ? 0 : gap);
  }
  (void)fputc('\n', out);
}

static status print_table(FILE *out, const tsv_table *table, const bool *varies, const char *const *heads,
                          const char *const *spares) {
  FREED column *columns = NULL;
  TRY(NEW_ARRAY(table->columns, columns));
  if (table->rows > 0) print_head(out, table, varies, heads, columns);
  measure_columns(table, columns);
  const int gap = fit_columns(out, table, spares, columns);
  print_row(out, table, columns, 0, gap, true);
  for (size_t r = 0; r < table->rows; r++) {
    if (is_main(table, r)) print_row(out, table, columns, r, gap, false);
  }
  return STATUS_OK;
}

status results_print_columns(const tsv_table *table, const char *const *heads, const char *const *spares, FILE *out) {
  FREED bool *varies = NULL;
  TRY(NEW_ARRAY(table->columns, varies));
  for (size_t c = 0; c < table->columns; c++) {
    for (size_t r = 1; r < table->rows; r++) {
      varies[c] = varies[c] || strcmp(tsv_cell(table, 0, c), tsv_cell(table, r, c)) != 0;
    }
  }
  return print_table(out, table, varies, heads, spares);
}

/* ---- summary.tsv */

/* The rows of a table that are printed, its first main ones, and the verdicts of the others. */
typedef struct shown_table {
  const results_source *source;
  tsv_table table; /* the cells are owned */
  size_t room;
  size_t *parameters;                          /* their columns, in the order of the plan */
  bool *varies;                                /* by column: of all main rows, those left out among them */
  bool *has_rows;                              /* by bound of the first grid point */
  size_t group;                                /* the (grid point, learner) of the last row */
  bool group_seen;                             /* it has a row */
  size_t failure;                              /* the first of failures that is not of an earlier group */
  size_t silent;                               /* groups without a row */
  size_t left_out, verdicts[VERDICT_NONE + 1]; /* of main rows that are not shown */
  size_t of_bounds[VERDICT_NONE + 1], of_invariants[VERDICT_NONE + 1]; /* of all of them */
  arena memory;                                                        /* of the arrays */
} shown_table;

static size_t column_of(const shown_table *shown, const char *name) {
  return tsv_column(&shown->table, name);
}

static status keep_row(shown_table *shown, const char *const *cells, verdict judged) {
  tsv_table *table = &shown->table;
  for (size_t c = 0; table->rows > 0 && c < table->columns; c++) {
    shown->varies[c] = shown->varies[c] || strcmp(tsv_cell(table, 0, c), cells[c]) != 0;
  }
  if (table->rows == SHOWN_ROWS) {
    shown->left_out++;
    shown->verdicts[judged]++;
    return STATUS_OK;
  }
  char **row = NULL;
  TRY(tsv_add_row(table, &shown->room, &row));
  for (size_t c = 0; c < table->columns; c++) TRY(memory_text(cells[c], &row[c]));
  return STATUS_OK;
}

/* A row for learner `group` of which every cell that ran has failed. */
static status add_failed(shown_table *shown, const cell_address *address, size_t failed) {
  const plan *planned = shown->source->plan;
  char seeds[48];
  FREED char(*values)[NUMBER_TEXT] = NULL;
  FREED const char **cells = NULL;
  TRY(NEW_ARRAY(shown->table.columns, cells));
  TRY(memory_array(planned->parameter_count + 1, sizeof *values, &values));
  for (size_t c = 0; c < shown->table.columns; c++) cells[c] = "-";
  for (size_t i = 0; i < planned->parameter_count; i++) {
    cells[shown->parameters[i]] = plan_parameter(planned, address->point, i, values[i]);
  }
  cells[column_of(shown, "learner")] = address->learner->label;
  (void)snprintf(seeds, sizeof seeds, "0 of %zu", planned->seeds);
  cells[column_of(shown, "seeds")] = seeds;
  cells[column_of(shown, "measure")] = failed == planned->seeds ? "failed" : "failed, unfinished";
  return keep_row(shown, cells, VERDICT_NONE);
}

/* Ends the group: one without rows is shown if cells of it failed. */
static status end_group(shown_table *shown) {
  const failure_list *failures = shown->source->failures;
  const size_t seeds = shown->source->plan->seeds, first = shown->group * seeds;
  size_t failed = 0;
  for (; shown->failure < failures->count && failures->items[shown->failure].index < first + seeds; shown->failure++) {
    failed++;
  }
  shown->silent += !shown->group_seen;
  if (!shown->group_seen && failed > 0) {
    const cell_address address = plan_cell(shown->source->plan, first);
    TRY(add_failed(shown, &address, failed));
  }
  shown->group++;
  shown->group_seen = false;
  return STATUS_OK;
}

static bool is_of_group(const shown_table *shown, char *const *cells) {
  const plan *planned = shown->source->plan;
  const cell_address address = plan_cell(planned, shown->group * planned->seeds);
  char buffer[NUMBER_TEXT];
  for (size_t i = 0; i < planned->parameter_count; i++) {
    const char *value = plan_parameter(planned, address.point, i, buffer);
    if (strcmp(*value == 0 ? "-" : value, cells[shown->parameters[i]]) != 0) return false;
  }
  return strcmp(address.learner->label, cells[column_of(shown, "learner")]) == 0;
}

/* Rows are in the order of the plan. */
static status find_group(shown_table *shown, char *const *cells) {
  const size_t groups = shown->source->plan->cell_count / shown->source->plan->seeds;
  while (shown->group < groups && !is_of_group(shown, cells)) TRY(end_group(shown));
  shown->group_seen = true;
  return STATUS_OK;
}

static void note_bound(shown_table *shown, const char *name) {
  const plan_point *point = &shown->source->plan->points[0];
  for (size_t i = 0; i < point->bound_count; i++) {
    const char *claim = point->bounds[i].class->about.name;
    const size_t length = strlen(claim);
    if (strncmp(name, claim, length) == 0 && (name[length] == 0 || name[length] == '.')) shown->has_rows[i] = true;
  }
}

static status add_row(shown_table *shown, char **cells) {
  const char *claim = cells[column_of(shown, "bound")];
  const verdict judged = verdict_by_name(cells[column_of(shown, "verdict")]);
  const size_t seeds = column_of(shown, "seeds");
  TRY(find_group(shown, cells));
  note_bound(shown, claim);
  if (strchr(claim, '.') != NULL) { /* invariants have names "<bound>.<invariant>" */
    shown->of_invariants[judged]++;
    return STATUS_OK;
  }
  shown->of_bounds[judged]++;
  char asked[NUMBER_TEXT], text[80], *given = cells[seeds];
  (void)snprintf(asked, sizeof asked, "%zu", shown->source->plan->seeds);
  (void)snprintf(text, sizeof text, "%.20s of %s", given, asked);
  if (strcmp(given, asked) != 0) cells[seeds] = text;
  const status code = keep_row(shown, (const char *const *)cells, judged);
  cells[seeds] = given;
  return code;
}

static status read_shown(const char *folder, shown_table *shown) {
  static const char *const needed[] = {"learner", "seeds", "measure", "bound", "verdict"};
  const plan *planned = shown->source->plan;
  CLEANUP(reader_close) line_reader reader = {.file = NULL};
  size_t place;
  status code = STATUS_OK;
  TRY(reader_open(folder, "summary", &reader));
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) TRY(reader_column(&reader, needed[i], &place));
  shown->table.columns = reader.columns;
  TRY(NEW_ARRAY(reader.columns, shown->table.names));
  TRY(ARENA_ARRAY(&shown->memory, reader.columns, shown->varies));
  TRY(ARENA_ARRAY(&shown->memory, planned->parameter_count, shown->parameters));
  TRY(ARENA_ARRAY(&shown->memory, planned->points[0].bound_count, shown->has_rows));
  for (size_t c = 0; c < reader.columns; c++) TRY(memory_text(reader.names[c], &shown->table.names[c]));
  for (size_t i = 0; i < planned->parameter_count; i++) {
    TRY(reader_column(&reader, planned->parameters[i], &shown->parameters[i]));
  }
  while ((code = reader_row(&reader)) == STATUS_OK) TRY(add_row(shown, reader.cells));
  if (code != STATUS_END) return code;
  while (shown->group < planned->cell_count / planned->seeds) TRY(end_group(shown));
  return STATUS_OK;
}

static void free_shown(shown_table *shown) {
  tsv_free_rows(&shown->table);
  for (size_t c = 0; shown->table.names != NULL && c < shown->table.columns; c++) free(shown->table.names[c]);
  tsv_free(&shown->table);
  arena_free(&shown->memory);
}

/* ---- below the table */

static void print_counts(FILE *out, const size_t counts[VERDICT_NONE + 1]) {
  for (int i = VERDICT_VIOLATED; i < VERDICT_NONE; i++) {
    if (counts[i] > 0) (void)fprintf(out, ", %zu %s", counts[i], verdict_name((verdict)i));
  }
  (void)fputc('\n', out);
}

/* "bounds: 3, 2 holds, 1 vacuous"; nothing where none is judged. */
static void print_verdicts(FILE *out, const char *of, const size_t counts[VERDICT_NONE + 1]) {
  size_t count = 0;
  for (int i = VERDICT_VIOLATED; i < VERDICT_NONE; i++) count += counts[i];
  if (count == 0) return;
  (void)fprintf(out, "%s: %zu", of, count);
  print_counts(out, counts);
}

static bool has_family(const plan *planned, const char *family, bool of_problem) {
  for (size_t p = 0; p < planned->point_count; p++) {
    const plan_point *point = &planned->points[p];
    const char *of = of_problem ? point->problem->about.family : NULL;
    if (of != NULL && strcmp(of, family) == 0) return true;
    for (size_t i = 0; !of_problem && i < point->learner_count; i++) {
      of = point->learners[i].class->about.family;
      if (of != NULL && strcmp(of, family) == 0) return true;
    }
  }
  return false;
}

/* "exponentiated_gradient" */
static void print_words(FILE *out, const char *name) {
  for (; *name != 0; name++) (void)fputc(*name == '_' ? ' ' : *name, out);
}

/* Bounds of the scenario that no learner and problem of it are in the scope of; where some have not played, nothing is known. */
static void print_silent_bounds(FILE *out, const shown_table *shown) {
  const plan *planned = shown->source->plan;
  if (planned->procedure || shown->silent > 0) return;
  for (size_t i = 0; i < planned->points[0].bound_count; i++) {
    const bound_class *class = planned->points[0].bounds[i].class;
    if (shown->has_rows[i]) continue;
    const bool no_learner = class->learner_family != NULL && !has_family(planned, class->learner_family, false);
    const bool no_problem = class->problem_family != NULL && !has_family(planned, class->problem_family, true);
    (void)fprintf(out, "%s speaks of ", class->about.name);
    if (no_learner || no_problem) {
      print_words(out, no_learner ? class->learner_family : class->problem_family);
    } else {
      (void)fputs("none of these learners on this problem, or not with these options", out);
    }
    (void)fprintf(out, ": no row (winnow list bounds %s)\n", class->about.name);
  }
}

/* For each bound with a mean on the wrong side within chance, how many seeds tell by themselves: with K of them the radius is 1/sqrt(K) of that
 * with one. */
static void print_chances(FILE *out, const tsv_table *table) {
  const size_t claim = tsv_column(table, "bound");
  for (size_t first = 0; first < table->rows; first++) {
    const char *name = tsv_cell(table, first, claim);
    double least = INFINITY, most = 0.0;
    size_t before = 0;
    while (before < first && strcmp(tsv_cell(table, before, claim), name) != 0) before++;
    for (size_t r = before == first ? first : table->rows; r < table->rows; r++) {
      if (strcmp(tsv_cell(table, r, claim), name) != 0 || !is_within_chance(table, r)) continue;
      const double times = radius_of(table, r) / excess_of(table, r), seeds = named_value(table, r, "seeds");
      least = fmin(least, ceil(seeds * times * times));
      most = fmax(most, ceil(seeds * times * times));
    }
    char texts[2][NUMBER_TEXT];
    if (most == 0.0) continue;
    (void)fprintf(out, "%s: a mean on the wrong side, within chance: ", name);
    if (least < most) (void)fprintf(out, "%s to ", number_short(least, DIGITS, texts[0]));
    (void)fprintf(out, "%s seeds would decide\n", number_short(most, DIGITS, texts[1]));
  }
}

static void print_notes(FILE *out, const shown_table *shown, const results_outcome *outcome) {
  print_chances(out, &shown->table);
  print_silent_bounds(out, shown);
  if (outcome->early > 0) {
    (void)fprintf(out, "%zu", outcome->least_trials);
    if (outcome->most_trials > outcome->least_trials) (void)fprintf(out, " to %zu", outcome->most_trials);
    (void)fprintf(out, " of %zu trials played: the sequence ends there\n", outcome->trials_asked);
  }
  if (outcome->idle > 0) {
    const cell_address address = plan_cell(shown->source->plan, outcome->first_idle);
    (void)fprintf(out,
                  "%s reports updates, but its state never changes (%zu cells): in update write to the fields of the "
                  "state, as in "
                  "state.w = ..., not to a local name\n",
                  address.learner->label, outcome->idle);
  }
}

status results_print(const results_source *source, const results_outcome *outcome, FILE *out) {
  static const char *const heads[] = {"seeds", "measure", NULL}, *const spares[] = {"min", "max", NULL};
  CLEANUP(free_shown) shown_table shown = {.source = source};
  TRY(read_shown(source->folder, &shown));
  TRY(print_table(out, &shown.table, shown.varies, heads, spares));
  if (shown.left_out > 0) {
    (void)fprintf(out, "%zu rows more, in %s/summary.tsv", shown.left_out, source->folder);
    print_counts(out, shown.verdicts);
  }
  print_verdicts(out, "bounds", shown.of_bounds);
  print_verdicts(out, "invariants of the proofs", shown.of_invariants);
  print_notes(out, &shown, outcome);
  return STATUS_OK;
}
