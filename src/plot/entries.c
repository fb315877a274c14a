#include "plot/entries.h"
#include "base/json.h"
#include "cell/observer.h"
#include "results/table_reader.h"

static bool is_place(double value) {
  return value >= 1 && value <= 4096 && value == floor(value);
}

static bool is_spectrum(const char *quantity) {
  return strcmp(quantity, "spectrum") == 0 || strcmp(quantity, "target_spectrum") == 0;
}

static status read_shape(const plot_result *result, const char *quantity, entry_values *out) {
  const cJSON *points = json_member(result->manifest, "points");
  const int place = result->point_count > 0 ? result->points[0].manifest : PLOT_NONE;
  const cJSON *entries = json_member(cJSON_GetArrayItem(points, place), "entries");
  const double rows = json_number(entries, "rows", NAN), columns = json_number(entries, "columns", NAN);
  out->low = json_number(entries, "low", NAN);
  out->high = json_number(entries, "high", NAN);
  if (!is_place(rows) || !is_place(columns) || !(out->low < out->high)) {
    return FAIL(STATUS_INVALID, "%s/manifest.json: does not describe the entries of which '%s' was observed",
                result->folder, quantity);
  }
  out->rows = (size_t)rows;
  out->columns = (size_t)columns;
  return STATUS_OK;
}

static status append(entry_values *out, entry_value value) {
  TRY(memory_room(&out->value, &out->room, out->count + 1, sizeof *out->value));
  out->value[out->count++] = value;
  return STATUS_OK;
}

static status read_values(const plot_result *result, line_reader *reader, const char *quantity, entry_values *out) {
  size_t cell, named, index, value;
  TRY(reader_column(reader, "cell", &cell));
  TRY(reader_column(reader, "quantity", &named));
  TRY(reader_column(reader, "index", &index));
  TRY(reader_column(reader, "value", &value));
  for (;;) {
    const status code = reader_row(reader);
    if (code == STATUS_END) break;
    TRY(code);
    double place, number;
    if (strcmp(reader->cells[named], quantity) != 0) continue;
    const plot_cell *of = result_cell(result, reader->cells[cell]);
    if (of == NULL || !of->done || of->point != 0 || !number_parse(reader->cells[value], &number)) continue;
    if (!number_parse(reader->cells[index], &place) || !is_place(place)) {
      return FAIL(STATUS_INVALID, "%s:%zu: index is '%s', expected a whole number from 1 to 4096", reader->path,
                  reader->number, reader->cells[index]);
    }
    if (isfinite(number)) TRY(append(out, (entry_value){of, (size_t)place, number}));
  }
  if (out->count > 0) return STATUS_OK;
  if (is_spectrum(quantity)) return STATUS_END;
  return FAIL(STATUS_INVALID, "%s: no values of '%s' in observations.tsv", result->folder, quantity);
}

status entry_values_read(const plot_result *result, const char *quantity, entry_values *out) {
  CLEANUP(reader_close) line_reader reader = {.file = NULL};
  const observed_quantity *of = observed_find(quantity);
  const bool shaped = of != NULL && of->needs & NEEDS_ENTRIES;
  if (shaped) TRY(read_shape(result, quantity, out));
  TRY(reader_open(result->folder, "observations", &reader));
  TRY(read_values(result, &reader, quantity, out));
  for (size_t i = 0; !shaped && i < out->count; i++) {
    out->columns = 1;
    if (out->value[i].index > out->rows) out->rows = out->value[i].index;
  }
  return STATUS_OK;
}

void entry_values_free(entry_values *values) {
  free(values->value);
  *values = (entry_values){0};
}

status entries_note(arena *memory, const plot_result *result, const char *words, const char **text) {
  const char *point = NULL;
  TRY(result_parameters_text(memory, result, 0, result->swept, true, &point));
  *text = point;
  if (point[0] != '\0') TRY(arena_format(memory, text, "the first grid point, %s", point));
  return arena_join(memory, text, "; ", words);
}
