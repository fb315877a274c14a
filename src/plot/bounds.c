#include "plot/bounds.h"
#include "base/file.h"
#include "base/json.h"
#include "bounds/bound.h"
#include "plot/page/letters.h"
#include "plot/samples.h"
#include "results/table_reader.h"

/* Verdicts that a reader of the picture must know of, worst first: plot_line.verdict is a place among them. */
enum { BAD_VERDICTS = 4 };
static const char *const bad_verdicts[BAD_VERDICTS] = {"violated", "refuted", "inconclusive", "premise"};
static const char *const bad_texts[BAD_VERDICTS] = {"VIOLATED", "refuted", "inconclusive", "premise not met"};

/* The "bound" of the line that is the target's own level, and the beginning of that quantity's name. */
static const char TARGET[] = "target_";

typedef struct builder {
  arena *arena;
  const plot_result *result;
  const plot_spec *spec;
  const char *y, *measure; /* the plot's quantity, and the measure of the bounds on it */
  const bounds_places *places;
  size_t *key_of; /* of each (grid point, learner); (size_t)-1: none is drawn */
  plot_figure *figure;
  size_t room; /* of figure->lines */
} builder;

/* ---- Lines. ---- */

/* An empty table where there is none. */
static status read_optional(arena *pool, const plot_result *result, const char *name, const char *const *needed,
                            tsv_table *table) {
  const char *path = NULL;
  TRY(arena_format(pool, &path, "%s/%s.tsv", result->folder, name));
  return file_exists(path) ? result_table_read(result->folder, name, needed, table) : STATUS_OK;
}

/* The key of (point, learner) is that of its first cell that has one. */
static status find_keys_of(builder *b) {
  const plot_result *result = b->result;
  const size_t learners = result->learner_count;
  TRY(ARENA_ARRAY(b->arena, result->point_count * learners, b->key_of));
  memset(b->key_of, 0xFF, result->point_count * learners * sizeof *b->key_of);
  for (size_t i = result->cell_count; i-- > 0;) {
    const plot_cell *cell = &result->cell[i];
    const size_t key = b->places->key_of_cell[i];
    if (key != (size_t)-1) b->key_of[cell->point * learners + cell->learner] = key;
  }
  return STATUS_OK;
}

/* The key of the cells of (point, learner); (size_t)-1 if none is drawn. */
static size_t find_key_of(const builder *b, int point, int player) {
  if (point < 0 || player < 0) return (size_t)-1;
  return b->key_of[(size_t)point * b->result->learner_count + (size_t)player];
}

static status add_line(builder *b, plot_line added, plot_line **out) {
  plot_figure *figure = b->figure;
  if (figure->line_count == b->room) {
    plot_line *larger = NULL;
    b->room = b->room > 0 ? 2 * b->room : 16;
    TRY(ARENA_ARRAY(b->arena, b->room, larger));
    if (figure->line_count > 0) memcpy(larger, figure->lines, figure->line_count * sizeof *larger);
    figure->lines = larger;
  }
  *out = &figure->lines[figure->line_count++];
  **out = added;
  return STATUS_OK;
}

static plot_line *find_line(const plot_figure *figure, const char *claim, size_t panel, size_t key) {
  for (size_t i = 0; i < figure->line_count; i++) {
    plot_line *line = &figure->lines[i];
    if (line->panel == panel && line->key == key && strcmp(line->bound, claim) == 0) return line;
  }
  return NULL;
}

static int bad_verdict(const char *text) {
  for (int i = 0; i < BAD_VERDICTS; i++) {
    if (strcmp(text, bad_verdicts[i]) == 0) return i;
  }
  return PLOT_NONE;
}

static void count_verdict(plot_line *line, const char *text) {
  const int bad = bad_verdict(text);
  line->rows++;
  if (bad == PLOT_NONE || (line->verdict != PLOT_NONE && bad > line->verdict)) return;
  line->flagged = bad == line->verdict ? line->flagged + 1 : 1;
  line->verdict = bad;
}

/* After those of the same x. */
static void insert_point(plot_line *line, double x, double y) {
  const size_t i = count_up_to(line->x, line->count, x);
  memmove(line->x + i + 1, line->x + i, (line->count - i) * sizeof *line->x);
  memmove(line->y + i + 1, line->y + i, (line->count - i) * sizeof *line->y);
  line->x[i] = x;
  line->y[i] = y;
  line->count++;
}

/* One value of a bound for (point, learner). Rows of single seeds repeat a place: the largest value of an upper bound
 * is kept, the smallest of a lower one, as in the summary. */
static status add_value(builder *b, int point, int player, const char *claim, bool lower, double value,
                        const char *judged) {
  const size_t key = find_key_of(b, point, player);
  if (key == (size_t)-1 || !isfinite(value)) return STATUS_OK;
  const size_t panel = b->places->panel_of_point[point];
  const double x = b->places->x_of_point != NULL ? b->places->x_of_point[point] : 0;
  plot_line *line = find_line(b->figure, claim, panel, key);
  if (line == NULL) {
    plot_line fresh = {.panel = panel, .key = key, .bound = claim, .lower = lower, .verdict = PLOT_NONE};
    fresh.constant = b->places->x_of_point == NULL;
    fresh.level = strcmp(claim, TARGET) == 0;
    const size_t room = fresh.constant ? 1 : b->result->point_count;
    TRY(ARENA_ARRAY(b->arena, room, fresh.x));
    TRY(ARENA_ARRAY(b->arena, room, fresh.y));
    TRY(add_line(b, fresh, &line));
  }
  count_verdict(line, judged);
  const size_t reached = count_up_to(line->x, line->count, x);
  if (reached == 0 || line->x[reached - 1] != x) {
    insert_point(line, x, value);
  } else if (lower ? value < line->y[reached - 1] : value > line->y[reached - 1]) {
    line->y[reached - 1] = value;
  }
  return STATUS_OK;
}

/* Lower or upper: from bound_titles; of invariants, which that does not name, from their rows in verdicts.tsv. */
static bool is_lower(const builder *b, const tsv_table *verdicts, const char *claim) {
  const cJSON *titles = json_member(b->result->manifest, "bound_titles");
  const cJSON *entry = json_member(titles, claim);
  const size_t name = tsv_column(verdicts, "bound"), direction = tsv_column(verdicts, "direction");
  if (entry != NULL) return strcmp(json_text(entry, "direction", "upper"), "lower") == 0;
  for (size_t row = 0; row < verdicts->rows; row++) {
    if (strcmp(tsv_cell(verdicts, row, name), claim) != 0) continue;
    return strcmp(tsv_cell(verdicts, row, direction), "lower") == 0;
  }
  return false;
}

static status add_from_summary(builder *b, const tsv_table *table, const tsv_table *verdicts) {
  const size_t label = tsv_column(table, "learner"), measure = tsv_column(table, "measure");
  const size_t claim = tsv_column(table, "bound"), value = tsv_column(table, "value");
  const size_t judged = tsv_column(table, "verdict");
  for (size_t row = 0; row < table->rows; row++) {
    const char *name = tsv_cell(table, row, claim);
    if (strcmp(name, "-") == 0 || strcmp(tsv_cell(table, row, measure), b->measure) != 0) continue;
    TRY(arena_text(b->arena, &name, name));
    const bool lower = is_lower(b, verdicts, name);
    TRY(add_value(b, result_point_of_row(b->result, table, row), result_learner(b->result, tsv_cell(table, row, label)),
                  name, lower, tsv_value(table, row, value), tsv_cell(table, row, judged)));
  }
  return STATUS_OK;
}

/* Rows whose bound the summary does not have. */
static status add_from_verdicts(builder *b, const tsv_table *table) {
  const size_t cell = tsv_column(table, "cell"), measure = tsv_column(table, "measure");
  const size_t claim = tsv_column(table, "bound"), direction = tsv_column(table, "direction");
  const size_t value = tsv_column(table, "value"), judged = tsv_column(table, "verdict");
  const size_t known = b->figure->line_count;
  for (size_t row = 0; row < table->rows; row++) {
    const plot_cell *of = result_cell(b->result, tsv_cell(table, row, cell));
    const char *name = tsv_cell(table, row, claim);
    if (of == NULL || !of->done || strcmp(tsv_cell(table, row, measure), b->measure) != 0) continue;
    bool in_summary = false;
    for (size_t i = 0; i < known && !in_summary; i++) in_summary = strcmp(b->figure->lines[i].bound, name) == 0;
    if (in_summary) continue;
    TRY(arena_text(b->arena, &name, name));
    TRY(add_value(b, (int)of->point, (int)of->learner, name, strcmp(tsv_cell(table, row, direction), "lower") == 0,
                  tsv_value(table, row, value), tsv_cell(table, row, judged)));
  }
  return STATUS_OK;
}

/* Samples by grid point and learner, else in their own order. */
static int compare_places(const void *x, const void *y, void *context) {
  const plot_samples *samples = context;
  const size_t p = *(const size_t *)x, q = *(const size_t *)y;
  const plot_cell *a = samples->sample[p].cell, *b = samples->sample[q].cell;
  if (a->point != b->point) return a->point < b->point ? -1 : 1;
  if (a->learner != b->learner) return a->learner < b->learner ? -1 : 1;
  return (p > q) - (p < q);
}

/* The target's own level of an observed quantity, which a run has under the quantity's name with TARGET before it: mean
 * over the seeds, which all learners share. Not a bound, but drawn like one. */
static status add_target(builder *b) {
  CLEANUP(samples_free) plot_samples samples = {0};
  const char *quantity = NULL;
  double *values = NULL;
  size_t *order = NULL;
  TRY(arena_format(b->arena, &quantity, "%s%s", TARGET, b->y));
  const status code = samples_read(b->result, quantity, false, &samples);
  if (code == STATUS_END) return STATUS_OK;
  TRY(code);
  TRY(ARENA_ARRAY(b->arena, samples.count, values));
  TRY(ARENA_ARRAY(b->arena, samples.count, order));
  for (size_t i = 0; i < samples.count; i++) order[i] = i;
  if (samples.count > 1) qsort_r(order, samples.count, sizeof *order, compare_places, &samples);
  for (size_t first = 0, last = 0; first < samples.count; first = last) {
    const plot_cell *cell = samples.sample[order[first]].cell;
    for (; last < samples.count; last++) {
      const plot_sample *sample = &samples.sample[order[last]];
      if (sample->cell->point != cell->point || sample->cell->learner != cell->learner) break;
      values[last - first] = sample->run.y[0];
    }
    const double mean = moments_of(values, last - first, SPREAD_NONE).mean;
    TRY(add_value(b, (int)cell->point, (int)cell->learner, TARGET, false, mean, "ok"));
  }
  return STATUS_OK;
}

/* How many rows, from this one on, have the same texts before column t: the rows of one curve. */
static size_t rows_alike(const tsv_table *table, size_t row, size_t t) {
  size_t count = 1;
  for (; row + count < table->rows; count++) {
    for (size_t i = 0; i < t; i++) {
      if (strcmp(tsv_cell(table, row, i), tsv_cell(table, row + count, i)) != 0) return count;
    }
  }
  return count;
}

/* The line's points become those of these rows, unless none of them is finite. */
static status make_curve(builder *b, plot_line *line, const tsv_table *table, size_t first, size_t last) {
  const size_t t = tsv_column(table, "t"), value = tsv_column(table, "value");
  plot_line curve = *line;
  curve.constant = false;
  curve.count = 0;
  TRY(ARENA_ARRAY(b->arena, last - first, curve.x));
  TRY(ARENA_ARRAY(b->arena, last - first, curve.y));
  for (size_t row = first; row < last; row++) {
    const double x = tsv_value(table, row, t), y = tsv_value(table, row, value);
    if (isfinite(x) && isfinite(y)) insert_point(&curve, x, y);
  }
  if (curve.count > 0) *line = curve;
  return STATUS_OK;
}

/* Turns constant lines into curves where bound_curves.tsv has one. */
static status add_curves(builder *b, const tsv_table *table) {
  const size_t label = tsv_column(table, "learner"), claim = tsv_column(table, "bound"), t = tsv_column(table, "t");
  if (b->places->x_of_point != NULL) return STATUS_OK;
  for (size_t row = 0, last = 0; row < table->rows; row = last) {
    const int point = result_point_of_row(b->result, table, row);
    const size_t key = find_key_of(b, point, result_learner(b->result, tsv_cell(table, row, label)));
    last = row + rows_alike(table, row, t);
    if (key == (size_t)-1) continue;
    plot_line *line = find_line(b->figure, tsv_cell(table, row, claim), b->places->panel_of_point[point], key);
    if (line != NULL) TRY(make_curve(b, line, table, row, last));
  }
  return STATUS_OK;
}

static bool same_number(double a, double b) {
  return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* Curves that do not change with t are constants. */
static void find_constants(plot_figure *figure) {
  for (size_t i = 0; i < figure->line_count; i++) {
    plot_line *line = &figure->lines[i];
    bool same = line->count > 0 && figure->shape != SHAPE_POINTS;
    for (size_t k = 1; k < line->count && same; k++) same = same_number(line->y[k], line->y[0]);
    if (!same) continue;
    line->constant = true;
    line->count = 1;
  }
}

/* ---- Which bounds are drawn. ---- */

enum { VIOLATED, REFUTED, INCONCLUSIVE, PREMISE };

/* What the scenario says of the bound after its name, ": 7.18 r ln(n/r)"; "" if that is all, NULL if it does not name the bound. */
static const char *words_of(const cJSON *names, const char *claim) {
  const cJSON *item;
  const size_t length = strlen(claim);
  cJSON_ArrayForEach (item, names) {
    const char *named = cJSON_IsString(item) ? item->valuestring : "";
    if (strncmp(named, claim, length) == 0 && strchr(":", named[length]) != NULL) return named + length;
  }
  return NULL;
}

static const char *status_of(const builder *b, const plot_line *line) {
  return json_text(manifest_bound(b->result->manifest, line->bound), "status", "proved");
}

/* Whether the first line says more at its end: its premises are met, or its value is nearer to the data. */
static bool sharper(const plot_line *a, const plot_line *b) {
  const bool met_a = a->verdict != PREMISE, met_b = b->verdict != PREMISE;
  const double end_a = a->y[a->count - 1], end_b = b->y[b->count - 1];
  if (met_a != met_b) return met_a;
  return a->lower ? end_a > end_b : end_a < end_b;
}

/* The options of the line's learner at its last grid point, as the manifest has them; NULL: they are not there. */
static const cJSON *options_of(const builder *b, const plot_line *line) {
  const size_t player = b->figure->keys[line->key].learner;
  const cJSON *points = json_member(b->result->manifest, "points"), *item = NULL;
  for (size_t point = b->result->point_count; point-- > 0;) {
    if (find_key_of(b, (int)point, (int)player) != line->key || b->places->panel_of_point[point] != line->panel)
      continue;
    const cJSON *learners = json_member(cJSON_GetArrayItem(points, b->result->points[point].manifest), "learners");
    cJSON_ArrayForEach (item, learners) {
      if (strcmp(json_text(item, "label", ""), b->result->learners[player]) == 0) return json_member(item, "options");
    }
  }
  return NULL;
}

/* A theorem in its source's own form, beside which the laboratory has a row that is sharper. */
static bool is_source_of(const builder *b, const plot_line *line, const plot_line *row) {
  const bound_class *class = bound_of_claim(line->bound);
  const line_name *named = bound_line_name(line->bound, options_of(b, line));
  if (class == NULL || class->about.short_name == NULL || strchr(line->bound, '.') != NULL) return false;
  return bound_of_claim(row->bound) == class && !bound_is_ours(named != NULL ? named->name : class->about.short_name);
}

/* What was broken makes the point of its picture; of the proved bounds the sharpest one does, and what its source says. */
static bool is_wanted(const builder *b, size_t place) {
  const plot_line *line = &b->figure->lines[place];
  if (b->spec->bounds == BOUNDS_ALL || line->level) return true;
  if (b->spec->bounds == BOUNDS_NAMED) return words_of(b->spec->bound_names, line->bound) != NULL;
  if (line->verdict == VIOLATED || line->verdict == REFUTED) return true;
  const char *standing = status_of(b, line);
  if (strcmp(standing, "proved") != 0) return strcmp(standing, "reported") == 0;
  for (size_t i = 0; i < b->figure->line_count; i++) {
    const plot_line *other = &b->figure->lines[i];
    if (i == place || other->panel != line->panel || other->key != line->key || other->lower != line->lower) continue;
    if (other->level || other->verdict == VIOLATED || other->verdict == REFUTED) continue;
    if (strcmp(status_of(b, other), "proved") != 0 || is_source_of(b, line, other)) continue;
    if (sharper(other, line) || (i < place && !sharper(line, other))) return false;
  }
  return true;
}

static status choose_lines(const builder *b) {
  plot_figure *figure = b->figure;
  bool *wanted = NULL;
  size_t kept = 0;
  TRY(ARENA_ARRAY(b->arena, figure->line_count, wanted));
  for (size_t i = 0; i < figure->line_count; i++) wanted[i] = is_wanted(b, i);
  for (size_t i = 0; i < figure->line_count; i++) {
    if (wanted[i]) figure->lines[kept++] = figure->lines[i];
  }
  figure->line_count = kept;
  return STATUS_OK;
}

/* ---- Names: which lines share one, and what it says. ---- */

static bool same_line(const plot_line *a, const plot_line *b) {
  if (a->count != b->count || a->constant != b->constant || a->verdict != b->verdict) return false;
  for (size_t i = 0; i < a->count; i++) {
    if (!(a->constant || a->x[i] == b->x[i]) || !same_number(a->y[i], b->y[i])) return false;
  }
  return true;
}

/* Whether the bound is drawn for both keys in some panel, and is the same wherever it is drawn for both. */
static bool same_in_all_panels(const plot_figure *figure, const char *claim, size_t key, size_t other) {
  bool met = key == other;
  for (size_t panel = 0; panel < figure->panel_count; panel++) {
    const plot_line *a = find_line(figure, claim, panel, key), *b = find_line(figure, claim, panel, other);
    if (a == NULL || b == NULL) continue;
    if (!same_line(a, b)) return false;
    met = true;
  }
  return met;
}

/* ", VIOLATED in 2 of 5", of the worst verdict in the group; "" if readers need not know of any. */
static status describe_verdicts(const builder *b, size_t group, const char **text) {
  size_t rows = 0, flagged = 0;
  int worst = PLOT_NONE;
  *text = "";
  for (size_t i = 0; i < b->figure->line_count; i++) {
    const plot_line *line = &b->figure->lines[i];
    if (line->group != group) continue;
    rows += line->rows;
    if (line->verdict == PLOT_NONE || (worst != PLOT_NONE && line->verdict > worst)) continue;
    flagged = line->verdict == worst ? flagged + line->flagged : line->flagged;
    worst = line->verdict;
  }
  if (worst == PLOT_NONE) return STATUS_OK;
  if (flagged == rows) return arena_format(b->arena, text, ", %s", bad_texts[worst]);
  return arena_format(b->arena, text, ", %s in %zu of %zu", bad_texts[worst], flagged, rows);
}

/* "proved upper bound 7.18 r ln(n/r), Warmuth 2007, Theorem 2", without what the line's name says already. */
static status theorem_text(const builder *b, const plot_line *line, const char *name, const char **text) {
  const cJSON *entry = manifest_bound(b->result->manifest, line->bound);
  const line_name *of_line = bound_line_name(line->bound, options_of(b, line));
  const char *citation = json_text(entry, "citation", ""), *formula = NULL;
  const char *title = strchr(line->bound, '.') != NULL ? "" : json_text(entry, "title", line->bound);
  const char *named = strstr(title, ": ");
  if (named != NULL) title = named + 2;
  if (of_line != NULL && of_line->formula != NULL) title = of_line->formula;
  TRY(letters_of_formula(b->arena, title, &formula));
  if (strcmp(formula, name) == 0) formula = "";
  const bool after = bound_is_ours(name) && *citation != '\0' && strncmp(citation, "after ", 6) != 0 &&
                     strncmp(citation, "docs/", 5) != 0;
  return arena_format(b->arena, text, "%s %s bound%s%s%s%s%s", status_of(b, line), line->lower ? "lower" : "upper",
                      *formula != '\0' ? " " : "", formula, *citation != '\0' ? ", " : "", after ? "after " : "",
                      citation);
}

/* "Theorem 2 of v, w: proved upper bound ..., VIOLATED in 2 of 5" */
static status label_group(const builder *b, size_t place, const plot_line *first) {
  plot_group *group = &b->figure->groups[place];
  const char *theorem = NULL, *keys = group->keys;
  if (first->level) {
    group->name = "target";
    group->flag = "";
    group->label = "the target's own level, mean over the seeds";
    return STATUS_OK;
  }
  const char *words = words_of(b->spec->bound_names, first->bound);
  words = words != NULL && *words != '\0' ? words + strspn(words, ": ") : NULL;
  TRY(bound_short_name(b->arena, b->result->manifest, first->bound, words, options_of(b, first), &group->name));
  TRY(describe_verdicts(b, place, &group->flag));
  TRY(theorem_text(b, first, group->name, &theorem));
  return arena_format(b->arena, &group->label, "%s%s%s: %s%s", group->name, *keys != '\0' ? " of " : "", keys, theorem,
                      group->flag);
}

/* "; H: the hinge loss", what the letters of the theorem's formula are, where no earlier line has told it. */
static status symbols_text(const builder *b, size_t place, const char **text) {
  const plot_line *lines = b->figure->lines;
  const bound_class *class = bound_of_claim(lines[place].bound);
  *text = "";
  if (class == NULL || class->about.symbols == NULL) return STATUS_OK;
  for (size_t i = 0; i < place; i++) {
    if (bound_of_claim(lines[i].bound) == class) return STATUS_OK;
  }
  TRY(letters_of_formula(b->arena, class->about.symbols, text));
  return arena_format(b->arena, text, "; %s", *text);
}

/* One line of the caption for each theorem: the names of its lines, each once, formula and source. */
static status write_theorems(const builder *b) {
  plot_figure *figure = b->figure;
  const char **texts = NULL, **names = NULL, **symbols = NULL;
  size_t *place_of = NULL;
  TRY(ARENA_ARRAY(b->arena, figure->line_count, place_of));
  TRY(ARENA_ARRAY(b->arena, figure->line_count, texts));
  TRY(ARENA_ARRAY(b->arena, figure->line_count, names));
  TRY(ARENA_ARRAY(b->arena, figure->line_count, symbols));
  TRY(ARENA_ARRAY(b->arena, figure->line_count, figure->theorems));
  for (size_t i = 0; i < figure->line_count; i++) {
    const plot_line *line = &figure->lines[i];
    const char *name = figure->groups[line->group].name, *text = NULL;
    size_t place = 0;
    if (line->level) {
      text = figure->groups[line->group].label;
    } else {
      TRY(theorem_text(b, line, name, &text));
    }
    while (place < figure->theorem_count && strcmp(texts[place], text) != 0) place++;
    if (place == figure->theorem_count) {
      TRY(symbols_text(b, i, &symbols[place]));
      texts[figure->theorem_count++] = text;
      names[place] = "";
    }
    place_of[i] = place;
    size_t before = 0;
    while (before < i &&
           (place_of[before] != place || strcmp(figure->groups[figure->lines[before].group].name, name) != 0))
      before++;
    if (before == i) TRY(arena_join(b->arena, &names[place], ", ", name));
  }
  for (size_t i = 0; i < figure->theorem_count; i++)
    TRY(arena_format(b->arena, &figure->theorems[i], "%s: %s%s", names[i], texts[i], symbols[i]));
  return STATUS_OK;
}

/* Whether the bound is drawn for the key, and is in no group yet. */
static bool is_ungrouped(const plot_figure *figure, const char *claim, size_t key) {
  for (size_t i = 0; i < figure->line_count; i++) {
    const plot_line *line = &figure->lines[i];
    if (line->key == key && line->group == (size_t)-1 && strcmp(line->bound, claim) == 0) return true;
  }
  return false;
}

static const char every_learner[] = "every learner";

/* Where different learners have bounds, each says whose it is. */
static status name_learners(const builder *b) {
  plot_figure *figure = b->figure;
  const char *first = "";
  bool several = false;
  for (size_t i = 0; i < figure->group_count; i++) {
    const char *keys = figure->groups[i].keys;
    if (*first == '\0') first = keys;
    several = several || (*keys != '\0' && strcmp(keys, first) != 0);
  }
  for (size_t i = 0; i < figure->group_count && several; i++) {
    plot_group *group = &figure->groups[i];
    if (*group->keys != '\0' && group->keys != every_learner)
      TRY(arena_format(b->arena, &group->whose, " for %s", group->keys));
  }
  return STATUS_OK;
}

static status make_groups(const builder *b) {
  plot_figure *figure = b->figure;
  TRY(ARENA_ARRAY(b->arena, figure->line_count, figure->groups));
  for (size_t i = 0; i < figure->line_count; i++) figure->lines[i].group = (size_t)-1;
  for (size_t i = 0; i < figure->line_count; i++) {
    const plot_line first = figure->lines[i];
    if (first.group != (size_t)-1) continue;
    const size_t group = figure->group_count++;
    const char *keys = "";
    size_t sharing = 0;
    for (size_t key = 0; key < figure->key_count; key++) {
      if (key != first.key && !same_in_all_panels(figure, first.bound, first.key, key)) continue;
      if (!is_ungrouped(figure, first.bound, key)) continue;
      for (size_t j = 0; j < figure->line_count; j++) {
        plot_line *line = &figure->lines[j];
        if (line->key == key && line->group == (size_t)-1 && strcmp(line->bound, first.bound) == 0) line->group = group;
      }
      TRY(arena_join(b->arena, &keys, ", ", figure->keys[key].label));
      sharing++;
    }
    if (sharing == figure->key_count && sharing > 1) keys = every_learner;
    if (first.level || strcmp(b->result->learners[figure->keys[first.key].learner], "-") == 0) keys = "";
    figure->groups[group] =
        (plot_group){.keys = keys, .whose = "", .key = first.key, .shared = sharing > 1 || first.level};
    TRY(label_group(b, group, &first));
  }
  return name_learners(b);
}

static status add_bounds(builder *b, const tsv_table *summary, const tsv_table *verdicts, const tsv_table *curves) {
  TRY(find_keys_of(b));
  TRY(add_from_summary(b, summary, verdicts));
  TRY(add_from_verdicts(b, verdicts));
  if (strcmp(b->y, "nearest_neighbour_error") == 0) TRY(add_target(b));
  TRY(add_curves(b, curves));
  find_constants(b->figure);
  TRY(choose_lines(b));
  TRY(make_groups(b));
  return write_theorems(b);
}

status bounds_add(arena *memory, const plot_result *result, const plot_spec *spec, const bounds_places *places,
                  plot_figure *figure) {
  const char *constant = learner_observed_constant(spec->y);
  builder b = {.arena = memory,
               .result = result,
               .spec = spec,
               .y = spec->y,
               .measure = constant != NULL ? constant : spec->y,
               .places = places,
               .figure = figure};
  static const char *const of_summary[] = {"learner", "measure", "bound", "value", "verdict", NULL};
  static const char *const of_verdicts[] = {"cell", "bound", "direction", "measure", "value", "verdict", NULL};
  static const char *const of_curves[] = {"learner", "bound", "t", "value", NULL};
  CLEANUP(tsv_free) tsv_table summary = {0}, verdicts = {0}, curves = {0};
  TRY(read_optional(memory, result, "summary", of_summary, &summary));
  TRY(read_optional(memory, result, "verdicts", of_verdicts, &verdicts));
  TRY(read_optional(memory, result, "bound_curves", of_curves, &curves));
  return add_bounds(&b, &summary, &verdicts, &curves);
}
