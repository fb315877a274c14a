#include "listing/listing_markdown.h"

#include <ctype.h>
#include <string.h>

enum { LINE = 110 };

/* A cell of a table, where | separates the columns. */
static void write_cell(FILE *file, const char *text) {
  for (; *text != 0; text++) {
    if (*text == '|') (void)fputc('\\', file);
    (void)fputc(*text, file);
  }
}

/* "one of: none trace" as `"none"`, `"trace"`: as they are written in a scenario. */
static void write_range(FILE *file, const parameter *row) {
  char range[LISTED_RANGE];
  if (row->type != PARAMETER_CHOICE) {
    (void)fputs(listed_range(row, range), file);
    return;
  }
  const char *before = "";
  for (const char *word = row->choices; *word != 0; word += strspn(word, " ")) {
    const size_t length = strcspn(word, " ");
    (void)fprintf(file, "%s`\"%.*s\"`", before, (int)length, word);
    before = ", ";
    word += length;
  }
}

static void write_default(FILE *file, const parameter *row) {
  if (row->value == NULL) {
    (void)fputs("required", file);
  } else if (*row->value == 0) {
    (void)fputs("-", file);
  } else if (row->type == PARAMETER_CHOICE || row->type == PARAMETER_TEXT) {
    (void)fprintf(file, "`\"%s\"`", row->value);
  } else {
    (void)fprintf(file, "`%s`", row->value);
  }
}

static void write_member(FILE *file, const listed_kind *kind, const listed_member *of) {
  const descriptor *about = of->about;
  char remark[LISTED_REMARK];
  (void)fprintf(file, "\n### %s.%s\n\n**%s**: %s.  \nSource: %s.", kind->singular, about->name, about->title,
                about->help, about->citation);
  if (*listed_remark(of, remark) != 0) (void)fprintf(file, "  \n%c%s.", toupper((unsigned char)*remark), remark + 1);
  (void)fputc('\n', file);
  if (about->formula != NULL) (void)fprintf(file, "\nFormula: %s.\n", about->formula);
  if (of->bound != NULL && of->bound->premises != NULL) (void)fprintf(file, "\nPremises: %s.\n", of->bound->premises);
  if (about->parameter_count == 0) return;
  (void)fputs("\n| parameter | value | without it | meaning |\n|---|---|---|---|\n", file);
  for (size_t i = 0; i < about->parameter_count; i++) {
    const parameter *row = &about->parameters[i];
    (void)fprintf(file, "| `%s` | ", row->name);
    write_range(file, row);
    (void)fputs(" | ", file);
    write_default(file, row);
    (void)fputs(" | ", file);
    write_cell(file, row->meaning);
    (void)fputs(" |\n", file);
  }
}

/* "[winnow](#learnerwinnow), ...", in lines of moderate length. */
static void write_names(FILE *file, const listed_kind *kind) {
  size_t column = 0;
  for (size_t i = 0; i < *kind->count; i++) {
    const char *name = kind->at(i).about->name;
    const size_t width = 2 * strlen(name) + strlen(kind->singular) + 6;
    if (i > 0) (void)fputs(column + width > LINE ? ",\n" : ", ", file);
    if (column + width > LINE) column = 0;
    (void)fprintf(file, "[%s](#%s%s)", name, kind->singular, name);
    column += width + 2;
  }
  (void)fputc('\n', file);
}

void listing_reference(FILE *file, const listed_kind *kind, const listed_member *one) {
  if (one != NULL) {
    write_member(file, kind, one);
    return;
  }
  (void)fprintf(file, "\n## %c%s\n\n", toupper((unsigned char)*kind->plural), kind->plural + 1);
  write_names(file, kind);
  for (size_t i = 0; i < *kind->count; i++) {
    const listed_member of = kind->at(i);
    write_member(file, kind, &of);
  }
}

void listing_table(FILE *file, const listed_kind *kind) {
  (void)fprintf(file, "| %s | what it is | source |\n|---|---|---|\n", kind->singular);
  for (size_t i = 0; i < *kind->count; i++) {
    const descriptor *about = kind->at(i).about;
    (void)fprintf(file, "| `%s` | ", about->name);
    write_cell(file, about->help);
    (void)fputs(" | ", file);
    write_cell(file, about->citation);
    (void)fputs(" |\n", file);
  }
}
