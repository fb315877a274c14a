#include "audit/explain.h"
#include "attack/found_scenario.h"
#include "base/json.h"
#include "cell/cell_record.h"
#include "listing/formula_text.h"
#include "results/manifest_read.h"
#include "results/replacing.h"
#include "results/store.h"
#include "results/table_reader.h"

enum { DIGITS = 4, LARGEST_NAMES = 256, PREMISE_NAME = 96 };

typedef struct explaining {
  const char *folder;
  plan planned;
  tsv_table summary, verdicts, cells;
  FILE *out;
} explaining;

static const char *text_of(const tsv_table *table, size_t row, const char *column) {
  const size_t place = tsv_column(table, column);
  return place == (size_t)-1 ? "-" : tsv_cell(table, row, place);
}

static double number_of(const tsv_table *table, size_t row, const char *column) {
  const size_t place = result_own_column(table, column);
  return place == (size_t)-1 ? NAN : tsv_value(table, row, place);
}

static void put_number(FILE *out, double value) {
  char text[NUMBER_TEXT];
  (void)fputs(number_short(value, DIGITS, text), out);
}

/* ---- rows that belong together */

static const plan_point *point_of(const explaining *e, size_t row) {
  for (size_t p = 0; p < e->planned.point_count; p++) {
    char buffer[NUMBER_TEXT];
    bool same = true;
    for (size_t i = 0; i < e->planned.parameter_count; i++) {
      const char *value = plan_parameter(&e->planned, &e->planned.points[p], i, buffer);
      same = same && strcmp(*value == 0 ? "-" : value, text_of(&e->summary, row, e->planned.parameters[i])) == 0;
    }
    if (same) return &e->planned.points[p];
  }
  return NULL;
}

/* The name of a bound's row is the bound's, or begins with it and a dot. */
static const bound_class *class_of(const plan_point *point, const char *row) {
  for (size_t i = 0; point != NULL && i < point->bound_count; i++) {
    const bound_class *class = point->bounds[i].class;
    const size_t length = strlen(class->about.name);
    if (strncmp(class->about.name, row, length) == 0 && (row[length] == 0 || row[length] == '.')) return class;
  }
  return NULL;
}

static bool of_one_row(const explaining *e, size_t row, size_t judged, const char *name) {
  bool same = strcmp(text_of(&e->verdicts, judged, "bound"), name) == 0 &&
              strcmp(text_of(&e->verdicts, judged, "learner"), text_of(&e->summary, row, "learner")) == 0;
  for (size_t i = 0; same && i < e->planned.parameter_count; i++) {
    const char *column = e->planned.parameters[i];
    same = strcmp(text_of(&e->verdicts, judged, column), text_of(&e->summary, row, column)) == 0;
  }
  return same;
}

/* Of the cells with the worst verdict the one that used most; rows `name` at the grid point and learner of a row of the summary.
 * (size_t)-1: there is none. */
static size_t worst_cell(const explaining *e, size_t row, const char *name) {
  size_t worst = (size_t)-1;
  for (size_t v = 0; v < e->verdicts.rows; v++) {
    if (!of_one_row(e, row, v, name)) continue;
    const verdict now = verdict_by_name(text_of(&e->verdicts, v, "verdict"));
    const verdict before =
        worst == (size_t)-1 ? VERDICT_NONE : verdict_by_name(text_of(&e->verdicts, worst, "verdict"));
    const bool lower = strcmp(text_of(&e->verdicts, v, "direction"), "lower") == 0;
    const double used = number_of(&e->verdicts, v, "used"),
                 most = worst == (size_t)-1 ? NAN : number_of(&e->verdicts, worst, "used");
    if (worst == (size_t)-1 || now < before || (now == before && (lower ? used < most : used > most))) worst = v;
  }
  return worst;
}

/* "-" of rows that are judged over the seeds. */
static const char *seed_of(const explaining *e, size_t judged) {
  const char *cell = text_of(&e->verdicts, judged, "cell");
  for (size_t i = 0; i < e->cells.rows; i++) {
    if (strcmp(text_of(&e->cells, i, "cell"), cell) == 0) return text_of(&e->cells, i, "seed");
  }
  return "-";
}

/* ---- one line */

/* "mistakes 16 against at most 39.83, used 0.4017" */
static void put_claim(const explaining *e, const tsv_table *table, size_t row, const char *measured) {
  const bool lower = strcmp(text_of(table, row, "direction"), "lower") == 0;
  (void)fprintf(e->out, "%s ", text_of(table, row, "measure"));
  put_number(e->out, number_of(table, row, measured));
  (void)fputs(lower ? " against at least " : " against at most ", e->out);
  put_number(e->out, number_of(table, row, "value"));
  if (isnan(number_of(table, row, "used"))) return;
  (void)fputs(", used ", e->out);
  put_number(e->out, number_of(table, row, "used"));
}

static void put_place(const explaining *e, size_t row) {
  for (size_t i = 0; i < e->planned.parameter_count; i++) {
    const char *name = e->planned.parameters[i];
    (void)fprintf(e->out, "%s = %s, ", name, text_of(&e->summary, row, name));
  }
  (void)fputs(text_of(&e->summary, row, "learner"), e->out);
}

static void put_line(const explaining *e, size_t row, size_t number) {
  const char *premise = text_of(&e->summary, row, "premise");
  (void)fprintf(e->out, "%zu. ", number);
  put_place(e, row);
  (void)fprintf(e->out, ": %s: ", text_of(&e->summary, row, "bound"));
  put_claim(e, &e->summary, row, "mean");
  (void)fprintf(e->out, ": %s%s%s\n", text_of(&e->summary, row, "verdict"), strcmp(premise, "-") == 0 ? "" : ": ",
                strcmp(premise, "-") == 0 ? "" : premise);
}

/* ---- in full */

/* ", in seed 2, trial 17" */
static void put_where(const explaining *e, size_t judged) {
  const char *seed = seed_of(e, judged);
  const double trial = number_of(&e->verdicts, judged, "trial");
  if (strcmp(seed, "-") != 0) (void)fprintf(e->out, ", in seed %s", seed);
  if (trial > 0.0) (void)fprintf(e->out, ", trial %.0f", trial);
}

typedef struct nearest_premise {
  char name[PREMISE_NAME];
  double value, limit, trial;
  const char *seed;
} nearest_premise;

enum { MOST_PREMISES = 8 };
typedef struct nearest_premises {
  size_t count;
  nearest_premise of[MOST_PREMISES];
} nearest_premises;

static void keep_nearest(nearest_premises *all, const nearest_premise *now) {
  size_t i = 0;
  while (i < all->count && strcmp(all->of[i].name, now->name) != 0) i++;
  if (i == MOST_PREMISES) return;
  const bool is_nearer = fabs(now->limit - now->value) < fabs(all->of[i].limit - all->of[i].value);
  if (i == all->count || is_nearer) all->of[i] = *now;
  all->count += i == all->count;
}

/* The premises of the row `name` in the record of a cell. */
static void look_at_record(const cJSON *record, const char *name, const char *seed, nearest_premises *all) {
  const cJSON *row = NULL, *met = NULL;
  cJSON_ArrayForEach (row, json_member(record, "rows")) {
    if (strcmp(record_text(row, "bound"), name) != 0) continue;
    cJSON_ArrayForEach (met, json_member(row, "premises")) {
      nearest_premise now = {.value = record_value(met, "value"),
                             .limit = record_value(met, "limit"),
                             .trial = record_value(met, "trial"),
                             .seed = seed};
      (void)snprintf(now.name, sizeof now.name, "%s", record_text(met, "premise"));
      keep_nearest(all, &now);
    }
  }
}

static void put_nearest(const explaining *e, const nearest_premise *met) {
  (void)fprintf(e->out, "\n    %s: ", met->name);
  put_number(e->out, met->value);
  if (!isnan(met->limit)) {
    (void)fputs(met->value <= met->limit ? ", at most " : ", at least ", e->out);
    put_number(e->out, met->limit);
  }
  if (met->trial > 0.0) (void)fprintf(e->out, ", nearest in seed %s, trial %.0f", met->seed, met->trial);
}

/* How near the premises but `failed` came to failing in the cells of a row, as the journal has it. */
static status put_met(const explaining *e, size_t row, const char *name, const char *failed) {
  CLEANUP(store_close_at) store *records = NULL;
  nearest_premises all = {0};
  TRY(store_open_reader(e->folder, &records));
  for (size_t v = 0; v < e->verdicts.rows; v++) {
    CLEANUP(json_free_at) cJSON *record = NULL;
    if (!of_one_row(e, row, v, name)) continue;
    const status code = store_read(records, text_of(&e->verdicts, v, "cell"), &record);
    if (code != STATUS_END) TRY(code);
    if (code == STATUS_OK) look_at_record(record, name, seed_of(e, v), &all);
  }
  for (size_t i = 0; i < all.count; i++) {
    if (strcmp(all.of[i].name, failed) != 0) put_nearest(e, &all.of[i]);
  }
  return STATUS_OK;
}

static status put_premises(const explaining *e, const bound_class *class, size_t row, size_t judged) {
  const char *failed = text_of(&e->verdicts, judged, "premise");
  (void)fputs("  premises: ", e->out);
  formula_text(e->out, class->premises != NULL ? class->premises : "it states none");
  if (strcmp(failed, "-") != 0) {
    (void)fprintf(e->out, "\n    the first that failed: %s", failed);
    put_where(e, judged);
    (void)fputs(": measured ", e->out);
    put_number(e->out, number_of(&e->verdicts, judged, "premise_value"));
  }
  TRY(put_met(e, row, text_of(&e->verdicts, judged, "bound"), failed));
  (void)fputc('\n', e->out);
  return STATUS_OK;
}

/* Each step of the proof, where it came nearest to breaking. */
static void put_steps(const explaining *e, size_t row, const char *theorem) {
  const size_t length = strlen(theorem);
  for (size_t s = 0; s < e->summary.rows; s++) {
    const char *name = text_of(&e->summary, s, "bound");
    if (strncmp(name, theorem, length) != 0 || name[length] != '.') continue;
    const size_t judged = worst_cell(e, row, name);
    bool first = judged != (size_t)-1;
    for (size_t before = 0; first && before < s; before++) {
      first = strcmp(text_of(&e->summary, before, "bound"), name) != 0;
    }
    if (!first) continue;
    (void)fprintf(e->out, "  %s: ", name + length + 1);
    put_claim(e, &e->verdicts, judged, "measured");
    put_where(e, judged);
    (void)fprintf(e->out, ": %s\n", text_of(&e->verdicts, judged, "verdict"));
  }
}

static const char *what_to_do(verdict said, bool of_cell) {
  switch (said) {
  case VERDICT_VIOLATED: return "the code is wrong, or the proof is: run it with --record, and read that trial";
  case VERDICT_REFUTED: return "the claim is false, or lacks a premise: winnow attack finds a short sequence";
  case VERDICT_PREMISE: return "choose a problem or options that meet it; --record writes the sequence";
  case VERDICT_INCONCLUSIVE:
    return of_cell ? "it is nearer than the error of the computation, or a number is missing: other options decide"
                   : "run more seeds, or state spread or range in the bound";
  case VERDICT_UNCHECKED:
    return "choose a problem that knows a comparator, or comparator = \"hindsight\" where there is one";
  case VERDICT_VACUOUS: return "allow more trials, or options with which the value is smaller";
  default: return NULL;
  }
}

static void put_members(const explaining *e, const plan_point *point, size_t row) {
  const char *label = text_of(&e->summary, row, "learner");
  (void)fputs("  played: ", e->out);
  attack_put_member(e->out, "problem", cJSON_GetObjectItemCaseSensitive(point->json, "problem"), false);
  for (size_t i = 0; i < point->learner_count; i++) {
    if (strcmp(point->learners[i].label, label) != 0) continue;
    (void)fputs("; ", e->out);
    attack_put_member(e->out, "learner",
                      cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(point->json, "learners"), (int)i), false);
  }
  (void)fprintf(e->out, "; at most %zu trials\n", point->trials);
}

static status put_row(const explaining *e, size_t row) {
  const char *name = text_of(&e->summary, row, "bound");
  const plan_point *point = point_of(e, row);
  const bound_class *class = class_of(point, name);
  const size_t judged = worst_cell(e, row, name);
  if (class == NULL || judged == (size_t)-1)
    return FAIL(STATUS_INVALID, "%s: verdicts.tsv and manifest.json do not have the row %s of summary.tsv", e->folder,
                name);
  const verdict said = verdict_by_name(text_of(&e->summary, row, "verdict"));
  const bool of_cell = strcmp(seed_of(e, judged), "-") != 0;
  const char *advice = what_to_do(said, of_cell);
  put_place(e, row);
  (void)fprintf(e->out, ": %s\n  %s, level %s: %s%s%s\n", name, bound_status_name(class->status),
                text_of(&e->verdicts, judged, "level"), class->about.title, *class->about.citation == 0 ? "" : ", ",
                class->about.citation);
  if (class->about.formula != NULL) {
    (void)fputs("  formula: ", e->out);
    formula_text(e->out, class->about.formula);
    (void)fputc('\n', e->out);
  }
  (void)fputs("  here: ", e->out);
  put_claim(e, &e->summary, row, "mean");
  (void)fprintf(e->out, " (seeds: %s)", text_of(&e->summary, row, "seeds"));
  if (!isnan(number_of(&e->summary, row, "low"))) {
    (void)fputs("; chance allows a bound from ", e->out);
    put_number(e->out, number_of(&e->summary, row, "low"));
    (void)fputs(" to ", e->out);
    put_number(e->out, number_of(&e->summary, row, "high"));
  }
  if (of_cell && said != VERDICT_PREMISE) {
    (void)fputs("; the worst: ", e->out);
    put_claim(e, &e->verdicts, judged, "measured");
    put_where(e, judged);
  }
  (void)fputc('\n', e->out);
  if (point->problem != NULL) put_members(e, point, row);
  TRY(put_premises(e, class, row, judged));
  put_steps(e, row, name);
  (void)fprintf(e->out, "  %s: %s\n", verdict_name(said), verdict_meaning(said));
  if (advice != NULL) (void)fprintf(e->out, "  to do: %s\n", advice);
  return STATUS_OK;
}

/* ---- which rows */

static bool is_main(const explaining *e, size_t row) {
  const char *name = text_of(&e->summary, row, "bound");
  return strcmp(name, "-") != 0 && strchr(name, '.') == NULL;
}

static status refuse_row(const explaining *e, const char *asked, size_t rows) {
  const char *names[LARGEST_NAMES];
  char nearest[NEAREST_TEXT];
  size_t count = 0;
  for (size_t row = 0; row < e->summary.rows && count < LARGEST_NAMES; row++) {
    if (strcmp(text_of(&e->summary, row, "bound"), "-") != 0) names[count++] = text_of(&e->summary, row, "bound");
  }
  return FAIL(STATUS_INVALID, "%s: no such row in %s: expected a number from 1 to %zu or the name of a bound%s", asked,
              e->folder, rows, nearest_names(asked, names, count, false, nearest));
}

static status put_rows(const explaining *e, const char *asked) {
  long long wanted = 0;
  size_t number = 0, told = 0;
  const bool by_number = asked != NULL && integer_parse(asked, &wanted);
  for (size_t row = 0; row < e->summary.rows; row++) {
    number += is_main(e, row);
    if (asked == NULL) {
      if (is_main(e, row)) put_line(e, row, number);
      continue;
    }
    if (by_number ? !is_main(e, row) || (long long)number != wanted
                  : strcmp(text_of(&e->summary, row, "bound"), asked) != 0)
      continue;
    told++;
    TRY(put_row(e, row));
  }
  if (number == 0) return FAIL(STATUS_INVALID, "%s: no bound was judged", e->folder);
  return asked == NULL || told > 0 ? STATUS_OK : refuse_row(e, asked, number);
}

static void end(explaining *e) {
  plan_close(&e->planned);
  tsv_free(&e->summary);
  tsv_free(&e->verdicts);
  tsv_free(&e->cells);
}

status explain_rows(const char *folder, const char *row, FILE *out) {
  static const char *const needed[] = {"learner", "bound", "verdict", NULL}, *const cells[] = {"cell", "seed", NULL};
  CLEANUP(end) explaining e = {.folder = folder, .out = out};
  FREED char *path = NULL;
  cJSON *manifest = NULL;
  TRY(replacing_check(folder));
  TRY(result_table_read(folder, "summary", needed, &e.summary));
  TRY(result_table_read(folder, "verdicts", needed, &e.verdicts));
  TRY(result_table_read(folder, "cells", cells, &e.cells));
  TRY(memory_format(&path, "%s/manifest.json", folder));
  TRY(manifest_read(path, &manifest));
  if (plan_open(manifest, &e.planned) != STATUS_OK) return status_context(STATUS_INVALID, "%s", path);
  return put_rows(&e, row);
}
