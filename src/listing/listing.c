#include "listing/listing.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "listing/listing_formats.h"
#include "listing/member_list.h"
#include "results/paths.h"

static void print_row(FILE *file, bool markdown, int width, const char *name, const char *help, const char *citation) {
  if (markdown) {
    (void)fprintf(file, "| `%s` | ", name);
    listing_cell(file, help);
    (void)fputs(" | ", file);
    listing_cell(file, citation);
    (void)fputs(" |\n", file);
  } else {
    (void)fprintf(file, "  %-*s  %s  [%s]\n", width, name, help, citation);
  }
}

static void print_kind(FILE *file, const listed_kind *kind, bool markdown) {
  int width = 0;
  for (size_t i = 0; i < kind->count(); i++) {
    const int length = (int)strlen(kind->get(i).name);
    if (length > width) width = length;
  }
  if (markdown) {
    (void)fprintf(file, "| %s | what it is | source |\n|---|---|---|\n", kind->singular);
  } else {
    (void)fprintf(file, "%s\n", kind->plural);
  }
  for (size_t i = 0; i < kind->count(); i++) {
    const listed_member of = kind->get(i);
    print_row(file, markdown, width, of.name, of.help, of.citation);
  }
  if (!markdown) (void)fputc('\n', file);
}

static void print_member(FILE *file, const listed_member *of, const char *singular) {
  (void)fprintf(file, "%s.%s: %s\n  %s\n  source: %s\n", singular, of->name, of->title, of->help, of->citation);
  if (*of->extra != 0) (void)fprintf(file, "  %s\n", of->extra);
  if (of->formula != NULL) (void)fprintf(file, "  formula: %s\n", of->formula);
  if (of->premises != NULL) (void)fprintf(file, "  premises: %s\n", of->premises);
  if (of->parameter_count == 0) (void)fputs("  no parameters\n", file);
  for (size_t i = 0; i < of->parameter_count; i++) {
    const parameter *row = &of->parameters[i];
    char range[400];
    listed_range(row, range, sizeof range);
    (void)fprintf(file, "  %-16s %s\n  %-16s %s%s%s%s\n", row->name, row->meaning, "", range,
                  row->value == NULL ? "; required"
                  : *row->value == 0 ? ""
                                     : "; default ",
                  row->value == NULL ? "" : row->value, "");
  }
}

/* The whole kind, or one of it. */
static status print_listed(FILE *file, const listed_kind *kind, const listed_member *one, listing_format format) {
  if (format == LISTING_JSON) return listing_json(file, kind, one);
  if (format == LISTING_REFERENCE) {
    listing_reference(file, kind, one);
  } else if (format == LISTING_TYPES) {
    listing_types(file, kind, one);
  } else if (one != NULL) {
    print_member(file, one, kind->singular);
  } else {
    print_kind(file, kind, format == LISTING_MARKDOWN);
  }
  return STATUS_OK;
}

static status fail_unknown(const listed_kind *kind, const char *name) {
  const char *names[256];
  size_t count = 0;
  for (size_t i = 0; i < kind->count() && count < 256; i++) names[count++] = kind->get(i).name;
  const char *nearest = nearest_name(name, names, count);
  if (nearest != NULL) return FAIL(STATUS_INVALID, "%s: no such %s; nearest: %s", name, kind->singular, nearest);
  return FAIL(STATUS_INVALID, "%s: no such %s (winnow list %s)", name, kind->singular, kind->plural);
}

/* The text of `title = "..."`, or "". */
static void title_of(const char *text, char *title, size_t size) {
  *title = 0;
  const char *start = strstr(text, "title");
  if (start == NULL || (start = strchr(start, '"')) == NULL) return;
  const char *end = strchr(start + 1, '"');
  if (end != NULL) (void)snprintf(title, size, "%.*s", (int)(end - start - 1), start + 1);
}

static status print_scenario_folder(FILE *file, const char *folder) {
  char *pattern = NULL;
  TRY(memory_format(&pattern, "%s/*.lua", folder));
  glob_t found;
  const int failed = glob(pattern, 0, NULL, &found);
  free(pattern);
  if (failed) return STATUS_OK;
  status code = STATUS_OK;
  for (size_t i = 0; code == STATUS_OK && i < found.gl_pathc; i++) {
    char *text = NULL, title[200];
    size_t length = 0;
    code = file_read(found.gl_pathv[i], &text, &length);
    if (code != STATUS_OK) break;
    title_of(text, title, sizeof title);
    free(text);
    const char *name = strrchr(found.gl_pathv[i], '/') + 1;
    (void)fprintf(file, "  %-28.*s %s\n", (int)strlen(name) - 4, name, title);
  }
  globfree(&found);
  return code;
}

static status print_scenarios(FILE *file) {
  char *installed = NULL;
  (void)fputs("scenarios\n", file);
  TRY(print_scenario_folder(file, "scenarios"));
  TRY(paths_installed(&installed));
  if (installed == NULL) return STATUS_OK;
  char *folder = NULL;
  status code = memory_format(&folder, "%s/scenarios", installed);
  free(installed);
  if (code == STATUS_OK) code = print_scenario_folder(file, folder);
  free(folder);
  return code;
}

static status print_named(FILE *file, const listed_kind *kind, const char *name, listing_format format) {
  for (size_t i = 0; i < kind->count(); i++) {
    const listed_member of = kind->get(i);
    if (strcmp(of.name, name) != 0) continue;
    return print_listed(file, kind, &of, format);
  }
  return fail_unknown(kind, name);
}

status listing_format_read(const char *text, listing_format *format) {
  static const char *const names[] = {"text", "markdown", "reference", "luals", "json"};
  for (int i = 0; i < 5; i++) {
    if (strcmp(text, names[i]) != 0) continue;
    *format = (listing_format)i;
    return STATUS_OK;
  }
  return FAIL(STATUS_INVALID, "--format %s: expected text, markdown, reference, luals or json", text);
}

status listing_print(FILE *file, const char *kind, const char *name, listing_format format) {
  if (kind != NULL && strcmp(kind, "scenarios") == 0) {
    if (format == LISTING_JSON) return FAIL(STATUS_INVALID, "--format json: winnow list scenarios gives text only");
    return print_scenarios(file);
  }
  bool known = kind == NULL;
  if (format == LISTING_JSON && kind == NULL) return listing_json(file, NULL, NULL);
  if (format == LISTING_TYPES && kind == NULL) listing_types_head(file);
  for (size_t i = 0; i < LISTED_KINDS; i++) {
    if (kind != NULL && strcmp(kind, listed_kinds[i].plural) != 0) continue;
    known = true;
    if (name != NULL) {
      TRY(print_named(file, &listed_kinds[i], name, format));
    } else {
      TRY(print_listed(file, &listed_kinds[i], NULL, format));
    }
  }
  if (!known) return FAIL(STATUS_INVALID, "%s: expected learners, problems, bounds or scenarios", kind);
  return kind == NULL && format == LISTING_TEXT ? print_scenarios(file) : STATUS_OK;
}
