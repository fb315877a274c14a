#include "engine/listing.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "bounds/bound.h"
#include "engine/paths.h"
#include "learners/learner.h"
#include "problems/problem.h"

/* What the three kinds have in common. */
typedef struct member {
  const char *name, *title, *citation, *help;
  const parameter *parameters;
  size_t parameter_count;
  char extra[160]; /* kinds of instances; status, direction, level */
} member;

typedef struct member_kind {
  const char *plural, *singular;
  size_t (*count)(void);
  member (*get)(size_t i);
} member_kind;

static size_t learner_count(void) {
  return registry_learner_count;
}
static size_t problem_count(void) {
  return registry_problem_count;
}
static size_t bound_count(void) {
  return registry_bound_count;
}

static member learner_member(size_t i) {
  const learner_class *class = registry_learners[i];
  member of = {class->name,       class->title,           class->citation, class->help,
               class->parameters, class->parameter_count, "takes"};
  for (int kind = 0; kind < INSTANCE_KINDS; kind++) {
    if (!(class->instances & (1u << kind))) continue;
    const size_t used = strlen(of.extra);
    (void)snprintf(of.extra + used, sizeof of.extra - used, " %s", instance_kind_name((instance_kind)kind));
  }
  return of;
}

static member problem_member(size_t i) {
  const problem_class *class = registry_problems[i];
  return (member){class->name, class->title, class->citation, class->help, class->parameters, class->parameter_count,
                  ""};
}

static member bound_member(size_t i) {
  const bound_class *class = registry_bounds[i];
  member of = {class->name, class->title, class->citation, class->help, class->parameters, class->parameter_count, ""};
  (void)snprintf(of.extra, sizeof of.extra, "%s %s bound on %s, level %s", bound_status_name(class->status),
                 bound_direction_name(class->direction), class->measure, bound_level_name(class->level));
  return of;
}

static const member_kind kinds[] = {{"learners", "learner", learner_count, learner_member},
                                    {"problems", "problem", problem_count, problem_member},
                                    {"bounds", "bound", bound_count, bound_member}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void print_row(FILE *file, bool markdown, int width, const char *name, const char *help, const char *citation) {
  if (markdown) {
    (void)fprintf(file, "| `%s` | %s | %s |\n", name, help, citation);
  } else {
    (void)fprintf(file, "  %-*s  %s  [%s]\n", width, name, help, citation);
  }
}

static void print_kind(FILE *file, const member_kind *kind, bool markdown) {
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
    const member of = kind->get(i);
    print_row(file, markdown, width, of.name, of.help, of.citation);
  }
  if (!markdown) (void)fputc('\n', file);
}

static void range_text(const parameter *row, char *text, size_t size) {
  static const char *const types[] = {
      [PARAMETER_NUMBER] = "number",   [PARAMETER_INTEGER] = "integer", [PARAMETER_BOOLEAN] = "boolean",
      [PARAMETER_CHOICE] = "choice",   [PARAMETER_TEXT] = "text",       [PARAMETER_FILE] = "file",
      [PARAMETER_NUMBERS] = "numbers", [PARAMETER_COMMAND] = "command", [PARAMETER_STRUCTURE] = "structure"};
  char low[NUMBER_TEXT], high[NUMBER_TEXT];
  if (row->type == PARAMETER_CHOICE) {
    (void)snprintf(text, size, "one of: %s", row->choices);
  } else if (row->low == 0.0 && row->high == 0.0) {
    (void)snprintf(text, size, "%s", types[row->type]);
  } else {
    (void)snprintf(text, size, "%s in %s%s, %s%s", types[row->type], row->open_low ? "(" : "[",
                   number_short(row->low, 6, low), number_short(row->high, 6, high), row->open_high ? ")" : "]");
  }
}

static void print_member(FILE *file, const member *of, const char *singular) {
  (void)fprintf(file, "%s.%s: %s\n  %s\n  source: %s\n", singular, of->name, of->title, of->help, of->citation);
  if (*of->extra != 0) (void)fprintf(file, "  %s\n", of->extra);
  if (of->parameter_count == 0) (void)fputs("  no parameters\n", file);
  for (size_t i = 0; i < of->parameter_count; i++) {
    const parameter *row = &of->parameters[i];
    char range[200];
    range_text(row, range, sizeof range);
    (void)fprintf(file, "  %-16s %s\n  %-16s %s%s%s%s\n", row->name, row->meaning, "", range,
                  row->value == NULL ? "; required"
                  : *row->value == 0 ? ""
                                     : "; default ",
                  row->value == NULL ? "" : row->value, "");
  }
}

static status print_named(FILE *file, const member_kind *kind, const char *name, bool *found) {
  *found = false;
  for (size_t i = 0; i < kind->count(); i++) {
    const member of = kind->get(i);
    if (strcmp(of.name, name) != 0) continue;
    print_member(file, &of, kind->singular);
    *found = true;
  }
  return STATUS_OK;
}

static status fail_unknown(const member_kind *kind, const char *name) {
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

status listing_print(FILE *file, const char *kind, const char *name, bool markdown) {
  if (kind != NULL && strcmp(kind, "scenarios") == 0) {
    if (name != NULL) return FAIL(STATUS_INVALID, "%s: winnow list scenarios takes no name", name);
    return print_scenarios(file);
  }
  bool known = kind == NULL;
  for (size_t i = 0; i < KINDS; i++) {
    if (kind != NULL && strcmp(kind, kinds[i].plural) != 0) continue;
    known = true;
    if (name == NULL) {
      print_kind(file, &kinds[i], markdown);
      continue;
    }
    bool found = false;
    TRY(print_named(file, &kinds[i], name, &found));
    if (!found) return fail_unknown(&kinds[i], name);
  }
  if (!known) return FAIL(STATUS_INVALID, "%s: expected learners, problems, bounds or scenarios", kind);
  return kind == NULL && !markdown ? print_scenarios(file) : STATUS_OK;
}
