#include "listing/listing_text.h"

#include <string.h>

#include "listing/formula_text.h"

void listing_text(FILE *file, const listed_kind *kind) {
  int width = 0;
  for (size_t i = 0; i < *kind->count; i++) {
    const int length = (int)strlen(kind->at(i).about->name);
    if (length > width) width = length;
  }
  (void)fprintf(file, "%s\n", kind->plural);
  for (size_t i = 0; i < *kind->count; i++) {
    const descriptor *about = kind->at(i).about;
    (void)fprintf(file, "  %-*s  %s  [%s]\n", width, about->name, about->help, about->citation);
  }
  (void)fputc('\n', file);
}

static void write_formula(FILE *file, const char *what, const char *formula) {
  (void)fprintf(file, "  %s: ", what);
  formula_text(file, formula);
  (void)fputc('\n', file);
}

void listing_text_of(FILE *file, const listed_kind *kind, const listed_member *of) {
  const descriptor *about = of->about;
  char remark[LISTED_REMARK], range[LISTED_RANGE];
  (void)fprintf(file, "%s.%s: %s\n  %s\n  source: %s\n", kind->singular, about->name, about->title, about->help,
                about->citation);
  if (*listed_remark(of, remark) != 0) (void)fprintf(file, "  %s\n", remark);
  if (about->formula != NULL) write_formula(file, "formula", about->formula);
  if (of->bound != NULL && of->bound->premises != NULL) write_formula(file, "premises", of->bound->premises);
  if (about->parameter_count == 0) (void)fputs("  no parameters\n", file);
  for (size_t i = 0; i < about->parameter_count; i++) {
    const parameter *row = &about->parameters[i];
    (void)fprintf(file, "  %-16s %s\n  %-16s %s", row->name, row->meaning, "", listed_range(row, range));
    if (row->value == NULL) (void)fputs("; required", file);
    if (row->value != NULL && *row->value != 0) (void)fprintf(file, "; default %s", row->value);
    (void)fputc('\n', file);
  }
}
