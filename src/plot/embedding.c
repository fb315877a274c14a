#include "plot/embedding.h"
#include "plot/entries.h"
#include "results/table_reader.h"

typedef struct embedding {
  arena *arena;
  const plot_result *result;
  plot_figure *figure;
  tsv_table table;
  size_t cell, kernel, class, x, y; /* columns */
} embedding;

static status read_items(embedding *e) {
  static const char *const needed[] = {"cell", "kernel", "class", "x", "y", NULL};
  TRY(result_table_read(e->result->folder, "embeddings", needed, &e->table));
  e->cell = tsv_column(&e->table, "cell");
  e->kernel = tsv_column(&e->table, "kernel");
  e->class = tsv_column(&e->table, "class");
  e->x = tsv_column(&e->table, "x");
  e->y = tsv_column(&e->table, "y");
  return STATUS_OK;
}

static size_t key_of(const embedding *e, const char *class) {
  size_t key = 0;
  while (key < e->figure->key_count && strcmp(e->figure->keys[key].label, class) != 0) key++;
  return key;
}

static const char *class_of(const embedding *e, size_t row) {
  const char *class = tsv_cell(&e->table, row, e->class);
  return strcmp(class, "-") == 0 ? "item" : class;
}

/* The classes of the run that is drawn first, in the order of the table. */
static status find_keys(embedding *e, const char *cell) {
  plot_figure *figure = e->figure;
  TRY(ARENA_ARRAY(e->arena, e->table.rows, figure->keys));
  for (size_t row = 0; row < e->table.rows; row++) {
    plot_key *key = &figure->keys[figure->key_count];
    if (strcmp(tsv_cell(&e->table, row, e->cell), cell) != 0) continue;
    if (key_of(e, class_of(e, row)) < figure->key_count) continue;
    *key = (plot_key){.rest = "", .index = ""};
    TRY(arena_text(e->arena, &key->label, class_of(e, row)));
    figure->key_count++;
  }
  return STATUS_OK;
}

/* The rows of the run and the kernel with this class, if there are any. */
static status add_series(embedding *e, const char *cell, const char *kernel, size_t panel, size_t key) {
  plot_figure *figure = e->figure;
  plot_run *run = NULL;
  TRY(ARENA_ARRAY(e->arena, 1, run));
  TRY(ARENA_ARRAY(e->arena, e->table.rows, run->x));
  TRY(ARENA_ARRAY(e->arena, e->table.rows, run->y));
  for (size_t row = 0; row < e->table.rows; row++) {
    if (strcmp(tsv_cell(&e->table, row, e->cell), cell) != 0) continue;
    if (strcmp(tsv_cell(&e->table, row, e->kernel), kernel) != 0 || key_of(e, class_of(e, row)) != key) continue;
    run->x[run->count] = tsv_value(&e->table, row, e->x);
    run->y[run->count++] = tsv_value(&e->table, row, e->y);
  }
  if (run->count == 0) return STATUS_OK;
  figure->series[figure->series_count++] = (plot_series){.panel = panel, .key = key, .run_count = 1, .runs = run};
  return STATUS_OK;
}

static status add_panel(embedding *e, const char *cell, const char *kernel, const char *title) {
  plot_figure *figure = e->figure;
  const size_t before = figure->series_count;
  plot_panel *panel = figure_add_panel(figure);
  if (panel == NULL) return STATUS_OK;
  panel->title = title;
  for (size_t key = 0; key < figure->key_count; key++) TRY(add_series(e, cell, kernel, figure->panel_count - 1, key));
  if (figure->series_count == before) figure->panel_count--; /* there is nothing in it */
  return STATUS_OK;
}

static status add_panels(embedding *e, const plot_spec *spec) {
  const plot_cell *first = NULL;
  for (size_t learner = 0; learner < e->result->learner_count; learner++) {
    const plot_cell *run = result_first_run(e->result, learner);
    if (run == NULL || !spec_draws_learner(spec, e->result->learners[learner])) continue;
    if (first == NULL) {
      first = run;
      TRY(find_keys(e, first->name));
      TRY(ARENA_ARRAY(e->arena, PLOT_PANELS * e->figure->key_count, e->figure->series));
    }
    TRY(add_panel(e, run->name, "learned", result_learner_title(e->result, learner)));
  }
  if (first == NULL || e->figure->panel_count == 0) return FAIL(STATUS_INVALID, "no learner is drawn");
  return add_panel(e, first->name, "target", "target");
}

/* The range of one axis for all panels, with a margin. */
static void find_range(const plot_figure *figure, bool vertical, double *low, double *high) {
  *low = INFINITY;
  *high = -INFINITY;
  for (size_t i = 0; i < figure->series_count; i++) {
    const plot_run *run = &figure->series[i].runs[0];
    for (size_t k = 0; k < run->count; k++) {
      *low = fmin(*low, vertical ? run->y[k] : run->x[k]);
      *high = fmax(*high, vertical ? run->y[k] : run->x[k]);
    }
  }
  const double margin = *high > *low ? 0.06 * (*high - *low) : fmax(fabs(*high), 1.0);
  *low -= margin;
  *high += margin;
}

static status build(embedding *e, const plot_spec *spec) {
  plot_figure *figure = e->figure;
  plot_panel axes = {.title = ""};
  TRY(read_items(e));
  TRY(add_panels(e, spec));
  find_range(figure, false, &axes.x_low, &axes.x_high);
  find_range(figure, true, &axes.y_low, &axes.y_high);
  for (size_t i = 0; i < figure->panel_count; i++) {
    axes.title = figure->panels[i].title;
    figure->panels[i] = axes;
  }
  return entries_note(e->arena, e->result, "kernels after the last trial, one run: the first seed that finished",
                      &figure->note);
}

status embedding_build(arena *memory, const plot_result *result, const plot_spec *spec, plot_figure *figure) {
  TRY(figure_begin(memory, spec, SHAPE_ITEMS, figure));
  embedding e = {.arena = memory, .result = result, .figure = figure};
  const status code = build(&e, spec);
  tsv_free(&e.table);
  return code;
}
