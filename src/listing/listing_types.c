#include "listing/listing_types.h"

#include <string.h>

#include "cell/observer.h"
#include "plot/spec.h"
#include "spectral/instance/instance.h"

/* ---@field log? ""|"x"|"y" logarithmic axes */
static void write_plot_field(FILE *file, const plot_field *row) {
  static const char *const types[] = {[PLOT_TEXT] = "string", [PLOT_FLAG] = "boolean", [PLOT_PARAMETER] = "string"};
  (void)fprintf(file, "---@field %s? ", row->name);
  if (row->type == PLOT_CHOICE) {
    for (size_t i = 0; row->choices[i] != NULL; i++) (void)fprintf(file, "%s\"%s\"", i > 0 ? "|" : "", row->choices[i]);
  } else {
    (void)fputs(row->type == PLOT_OTHER ? row->annotation : types[row->type], file);
  }
  (void)fprintf(file, " %s\n", row->meaning);
}

static void write_type(FILE *file, const parameter *row) {
  static const char *const types[] = {[PARAMETER_NUMBER] = "number",    [PARAMETER_INTEGER] = "integer",
                                      [PARAMETER_BOOLEAN] = "boolean",  [PARAMETER_CHOICE] = "",
                                      [PARAMETER_TEXT] = "string",      [PARAMETER_FILE] = "string",
                                      [PARAMETER_NUMBERS] = "number[]", [PARAMETER_COMMAND] = "string[]",
                                      [PARAMETER_STRUCTURE] = "table",  [PARAMETER_COLUMN] = "integer|string"};
  (void)fputs(types[row->type], file);
  if (row->type != PARAMETER_CHOICE) return;
  const char *before = "";
  for (const char *word = row->choices; *word != 0; word += strspn(word, " ")) {
    const size_t length = strcspn(word, " ");
    (void)fprintf(file, "%s\"%.*s\"", before, (int)length, word);
    before = "|";
    word += length;
  }
}

/* ---@field eta? number learning rate; number in (0, 100] */
static void write_field(FILE *file, const parameter *row) {
  (void)fprintf(file, "---@field %s%s ", row->name, row->value == NULL ? "" : "?");
  write_type(file, row);
  (void)fprintf(file, " %s", row->meaning);
  if (row->low != 0.0 || row->high != 0.0) {
    char range[LISTED_RANGE];
    (void)fprintf(file, "; %s", listed_range(row, range));
  }
  if (row->value != NULL && *row->value != 0) (void)fprintf(file, "; default %s", row->value);
  (void)fputc('\n', file);
}

static void write_member(FILE *file, const listed_kind *kind, const listed_member *of) {
  const descriptor *about = of->about;
  char remark[LISTED_REMARK];
  bool required = false;
  (void)fprintf(file, "\n---@class (exact) %s.%s.options\n", kind->singular, about->name);
  if (of->learner != NULL) (void)fputs("---@field label? string name in result files and legends\n", file);
  for (size_t i = 0; i < about->parameter_count; i++) {
    write_field(file, &about->parameters[i]);
    required = required || about->parameters[i].value == NULL;
  }
  (void)fprintf(file, "\n---%s: %s\n---\n---%s\n", about->title, about->help, about->citation);
  if (*listed_remark(of, remark) != 0) (void)fprintf(file, "---\n---%s\n", remark);
  (void)fprintf(file, "---@param options%s %s.%s.options\n---@return %s\nfunction %s.%s(options) end\n",
                required ? "" : "?", kind->singular, about->name, kind->singular, kind->singular, about->name);
}

void listing_types(FILE *file, const listed_kind *kind, const listed_member *one) {
  if (one != NULL) {
    write_member(file, kind, one);
    return;
  }
  for (size_t i = 0; i < *kind->count; i++) {
    const listed_member of = kind->at(i);
    write_member(file, kind, &of);
  }
}

void listing_types_head(FILE *file) {
  (void)fputs("---@meta\n"
              "-- Learners, problems, bounds, plots and what `observe` may list, for editors: made by `winnow list "
              "--format luals`.\n\n"
              "---@alias instance_kind",
              file);
  for (int kind = 0; kind < INSTANCE_KINDS; kind++) {
    (void)fprintf(file, "%s\"%s\"", kind > 0 ? "|" : " ", instance_kind_name((instance_kind)kind));
  }
  (void)fputs("\n\n---What `observe` may list, besides constant:NAME and the quantities of learner.custom.\n"
              "---@alias observable string\n",
              file);
  for (size_t i = 0; i < observed_quantity_count; i++) {
    (void)fprintf(file, "---| \"%s\" # %s\n", observed_quantities[i].name, observed_quantities[i].meaning);
  }
  (void)fputs("\n---@class (exact) plot\n", file);
  for (size_t i = 0; i < plot_field_count; i++) write_plot_field(file, &plot_fields[i]);
  for (int kind = 0; kind < LISTED_KINDS; kind++) {
    (void)fprintf(file, "\n---@class %s\n", listed_kinds[kind].singular);
  }
  (void)fputc('\n', file);
  for (int kind = 0; kind < LISTED_KINDS; kind++) (void)fprintf(file, "%s = {}\n", listed_kinds[kind].singular);
}
