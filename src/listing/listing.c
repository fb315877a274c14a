#include "listing/listing.h"
#include "base/json.h"
#include "cell/observer.h"
#include "listing/formula_text.h"
#include "listing/listing_scenario.h"
#include "plot/spec.h"

/* ---- learners, problems and bounds behind one shape */

typedef struct listed_member {
  const descriptor *about;
  const learner_class *learner; /* what only learners have; NULL: none */
  const bound_class *bound;     /* likewise */
  const char *opponent;         /* of an adversary, or NULL */
} listed_member;

typedef struct listed_kind {
  const char *plural, *singular; /* the singular is the global of scenarios */
  const size_t *count;
  listed_member (*at)(size_t i); /* sorted by name */
} listed_kind;

static listed_member learner_at(size_t i) {
  return (listed_member){.about = &registry_learners[i]->about, .learner = registry_learners[i]};
}

static listed_member problem_at(size_t i) {
  return (listed_member){.about = &registry_problems[i]->about, .opponent = registry_problems[i]->opponent};
}

static listed_member bound_at(size_t i) {
  return (listed_member){.about = &registry_bounds[i]->about, .bound = registry_bounds[i]};
}

enum { LISTED_KINDS = 3 };
static const listed_kind listed_kinds[LISTED_KINDS] = {{"learners", "learner", &registry_learner_count, learner_at},
                                                       {"problems", "problem", &registry_problem_count, problem_at},
                                                       {"bounds", "bound", &registry_bound_count, bound_at}};

/* ---- words about a member */

static const char *predictions_of(const learner_class *class) {
  static const char *const words[] = {
      [PREDICTION_SIGN] = "signs", [PREDICTION_REAL] = "numbers", [PREDICTION_EITHER] = "signs or numbers"};
  return words[class->predicts];
}

static const struct {
  unsigned bit;
  const char *name;
} invariances[] = {{EQUIVARIANT_PERMUTATION, "permutations"},
                   {EQUIVARIANT_ROTATION, "rotations"},
                   {EQUIVARIANT_VECTOR_ROTATION, "rotations of vectors"}};
enum { INVARIANCES = sizeof invariances / sizeof invariances[0] };

enum { RANGE = 400 };

/* "number in (0, 1]", "integer from 1 on", "text", "one of: none trace" */
static const char *range_of(const parameter *row, char text[RANGE]) {
  static const char *const types[] = {[PARAMETER_NUMBER] = "number",       [PARAMETER_INTEGER] = "integer",
                                      [PARAMETER_BOOLEAN] = "boolean",     [PARAMETER_CHOICE] = "choice",
                                      [PARAMETER_TEXT] = "text",           [PARAMETER_FILE] = "file",
                                      [PARAMETER_NUMBERS] = "numbers",     [PARAMETER_COMMAND] = "command",
                                      [PARAMETER_STRUCTURE] = "structure", [PARAMETER_COLUMN] = "a name, or integer"};
  char low[NUMBER_TEXT], high[NUMBER_TEXT];
  if (row->type == PARAMETER_CHOICE) {
    (void)snprintf(text, RANGE, "one of: %s", row->choices);
  } else if (row->low == 0.0 && row->high == 0.0) {
    (void)snprintf(text, RANGE, "%s", types[row->type]);
  } else if (row->high >= (row->type == PARAMETER_INTEGER ? 0x1p53 : 1e300)) {
    (void)snprintf(text, RANGE, row->open_low ? "%s above %s" : "%s from %s on", types[row->type],
                   number_short(row->low, 6, low));
  } else {
    (void)snprintf(text, RANGE, "%s in %s%s, %s%s", types[row->type], row->open_low ? "(" : "[",
                   number_short(row->low, 6, low), number_short(row->high, 6, high), row->open_high ? ")" : "]");
  }
  return text;
}

/* ---- text for a terminal */

/* Names, help and sources of the kind, aligned. */
static void write_kind(FILE *file, const listed_kind *kind) {
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

/* "  takes vector dyad; predicts signs; conservative" */
static void write_learner(FILE *file, const learner_class *class) {
  (void)fputs("  takes", file);
  for (int kind = 0; kind < INSTANCE_KINDS; kind++) {
    if (class->instances & (1u << kind)) (void)fprintf(file, " %s", instance_kind_name((instance_kind)kind));
  }
  (void)fprintf(file, "; predicts %s%s%s", predictions_of(class), class->conservative ? "; conservative" : "",
                class->randomised ? "; randomised" : "");
  const char *before = "; equivariant under ";
  for (size_t k = 0; k < INVARIANCES; k++) {
    if (!(class->equivariant & invariances[k].bit)) continue;
    (void)fprintf(file, "%s%s", before, invariances[k].name);
    before = ", ";
  }
  (void)fputc('\n', file);
}

static void write_bound(FILE *file, const bound_class *class) {
  (void)fprintf(file, "  %s %s bound on %s, level %s\n", bound_status_name(class->status),
                bound_direction_name(class->direction), class->measure, bound_level_name(class->level));
}

static void write_formula(FILE *file, const char *what, const char *formula) {
  (void)fprintf(file, "  %s: ", what);
  formula_text(file, formula);
  (void)fputc('\n', file);
}

/* One member in full. */
static void write_member(FILE *file, const listed_kind *kind, const listed_member *of) {
  const descriptor *about = of->about;
  (void)fprintf(file, "%s.%s: %s\n  %s\n  source: %s\n", kind->singular, about->name, about->title, about->help,
                about->citation);
  if (of->learner != NULL) write_learner(file, of->learner);
  if (of->bound != NULL) write_bound(file, of->bound);
  if (about->formula != NULL) write_formula(file, "formula", about->formula);
  if (of->bound != NULL && of->bound->premises != NULL) write_formula(file, "premises", of->bound->premises);
  if (of->opponent != NULL) write_formula(file, "its learner", of->opponent);
  if (about->parameter_count == 0) (void)fputs("  no parameters\n", file);
  for (size_t i = 0; i < about->parameter_count; i++) {
    const parameter *row = &about->parameters[i];
    char range[RANGE];
    (void)fprintf(file, "  %-16s %s\n  %-16s %s", row->name, row->meaning, "", range_of(row, range));
    if (row->value == NULL) (void)fputs("; required", file);
    if (row->value != NULL && *row->value != 0) (void)fprintf(file, "; default %s", row->value);
    (void)fputc('\n', file);
  }
}

/* ---- JSON for programs */

static void add_text(cJSON *to, const char *name, const char *text) {
  if (text != NULL) json_set(to, name, cJSON_CreateString(text));
}

static void add_choices(cJSON *to, const parameter *row) {
  cJSON *choices = cJSON_CreateArray();
  char text[64];
  const char *word = NULL;
  size_t length = 0;
  for (size_t i = 0; (word = word_at(row->choices, i, &length)) != NULL; i++) {
    (void)snprintf(text, sizeof text, "%.*s", (int)length, word);
    json_append(choices, cJSON_CreateString(text));
  }
  json_set(to, "choices", choices);
}

static void add_parameter(cJSON *list, const parameter *row) {
  const bool choice = row->type == PARAMETER_CHOICE, has_default = row->value != NULL && *row->value != 0;
  cJSON *made = cJSON_CreateObject();
  char range[RANGE];
  add_text(made, "name", row->name);
  add_text(made, "range", choice ? "choice" : range_of(row, range));
  if (choice) add_choices(made, row);
  json_set(made, "required", cJSON_CreateBool(row->value == NULL));
  add_text(made, "default", has_default ? row->value : NULL);
  add_text(made, "meaning", row->meaning);
  json_append(list, made);
}

static void add_instances(cJSON *to, unsigned kinds) {
  cJSON *instances = cJSON_CreateArray();
  for (int kind = 0; kind < INSTANCE_KINDS; kind++) {
    if (kinds & (1u << kind)) json_append(instances, cJSON_CreateString(instance_kind_name((instance_kind)kind)));
  }
  json_set(to, "instances", instances);
}

static void add_learner(cJSON *to, const learner_class *class) {
  cJSON *equivariant = cJSON_CreateArray();
  for (size_t i = 0; i < INVARIANCES; i++) {
    if (class->equivariant & invariances[i].bit) {
      json_append(equivariant, cJSON_CreateString(invariances[i].name));
    }
  }
  add_instances(to, class->instances);
  add_text(to, "predicts", predictions_of(class));
  json_set(to, "conservative", cJSON_CreateBool(class->conservative));
  json_set(to, "randomised", cJSON_CreateBool(class->randomised));
  json_set(to, "saves", cJSON_CreateBool(learner_saves(class)));
  json_set(to, "equivariant", equivariant);
}

static void add_bound(cJSON *to, const bound_class *class) {
  add_text(to, "premises", class->premises);
  add_text(to, "learner_family", class->learner_family);
  add_text(to, "problem_family", class->problem_family);
  add_text(to, "status", bound_status_name(class->status));
  add_text(to, "direction", bound_direction_name(class->direction));
  add_text(to, "level", bound_level_name(class->level));
  add_text(to, "measure", class->measure);
}

static void add_member(cJSON *list, const listed_member *of) {
  const descriptor *about = of->about;
  cJSON *made = cJSON_CreateObject(), *parameters = cJSON_CreateArray();
  add_text(made, "name", about->name);
  add_text(made, "title", about->title);
  if (about->short_name != NULL) add_text(made, "short", about->short_name);
  add_text(made, "help", about->help);
  add_text(made, "source", about->citation);
  add_text(made, "formula", about->formula);
  add_text(made, "family", about->family);
  if (of->learner != NULL) add_learner(made, of->learner);
  if (of->bound != NULL) add_bound(made, of->bound);
  add_text(made, "opponent", of->opponent);
  for (size_t i = 0; i < about->parameter_count; i++) add_parameter(parameters, &about->parameters[i]);
  json_set(made, "parameters", parameters);
  json_append(list, made);
}

/* {"learners":[..]}: all of the kind, or one. What a member does not have is left out: a "default" where the parameter
 * is required or has none, a family where a bound speaks of any. */
static void add_kind(cJSON *to, const listed_kind *kind, const listed_member *one) {
  cJSON *list = cJSON_CreateArray();
  if (one != NULL) add_member(list, one);
  for (size_t i = 0; one == NULL && i < *kind->count; i++) {
    const listed_member of = kind->at(i);
    add_member(list, &of);
  }
  json_set(to, kind->plural, list);
}

/* What `observe` of a scenario may list. */
/* What `observe` may list, with its meaning. */
static void add_observables(cJSON *to) {
  cJSON *observables = cJSON_CreateArray();
  for (size_t i = 0; i < observed_quantity_count; i++) {
    cJSON *quantity = cJSON_CreateObject();
    json_set(quantity, "name", cJSON_CreateString(observed_quantities[i].name));
    json_set(quantity, "meaning", cJSON_CreateString(observed_quantities[i].meaning));
    json_append(observables, quantity);
  }
  json_set(to, "observables", observables);
}

/* The fields of a plot: the words of a choice, or the type as editors write it. */
static void add_plot_fields(cJSON *to) {
  static const char *const types[] = {[PLOT_TEXT] = "string", [PLOT_FLAG] = "boolean", [PLOT_PARAMETER] = "string"};
  cJSON *fields = cJSON_CreateArray();
  for (size_t i = 0; i < plot_field_count; i++) {
    const plot_field *row = &plot_fields[i];
    cJSON *entry = cJSON_CreateObject(), *choices = cJSON_CreateArray();
    json_set(entry, "name", cJSON_CreateString(row->name));
    for (size_t j = 0; row->type == PLOT_CHOICE && row->choices[j] != NULL; j++) {
      json_append(choices, cJSON_CreateString(row->choices[j]));
    }
    if (row->type == PLOT_CHOICE) {
      json_set(entry, "choices", choices);
    } else {
      cJSON_Delete(choices);
      json_set(entry, "type", cJSON_CreateString(row->type == PLOT_OTHER ? row->annotation : types[row->type]));
    }
    json_set(entry, "meaning", cJSON_CreateString(row->meaning));
    json_append(fields, entry);
  }
  json_set(to, "plot", fields);
}

/* kind: NULL for all, with the kinds of instances, observables and the fields of plots; one: that member alone, NULL for all of the kind. */
static status write_json(FILE *file, const listed_kind *kind, const listed_member *one) {
  CLEANUP(json_free_at) cJSON *all = cJSON_CreateObject();
  if (kind != NULL) {
    add_kind(all, kind, one);
  } else {
    for (size_t i = 0; i < LISTED_KINDS; i++) add_kind(all, &listed_kinds[i], NULL);
    add_instances(all, ~0u);
    add_observables(all);
    add_plot_fields(all);
  }
  TRY(json_write(file, all, 0, 1));
  (void)fputc('\n', file);
  return STATUS_OK;
}

/* ---- what is asked for */

/* one: that member alone; NULL: all of the kind. */
static status print_listed(FILE *file, const listed_kind *kind, const listed_member *one, bool json) {
  if (json) return write_json(file, kind, one);
  if (one != NULL) {
    write_member(file, kind, one);
  } else {
    write_kind(file, kind);
  }
  return STATUS_OK;
}

static status fail_unknown(const listed_kind *kind, const char *name) {
  const char *names[256];
  size_t count = 0;
  for (; count < *kind->count && count < 256; count++) names[count] = kind->at(count).about->name;
  char nearest[NEAREST_TEXT];
  return FAIL(STATUS_INVALID, "%s: no such %s%s (winnow list %s)", name, kind->singular,
              nearest_names(name, names, count, true, nearest), kind->plural);
}

static status print_named(FILE *file, const listed_kind *kind, const char *name, bool json) {
  for (size_t i = 0; i < *kind->count; i++) {
    const listed_member of = kind->at(i);
    if (equal_names(of.about->name, name)) return print_listed(file, kind, &of, json);
  }
  return fail_unknown(kind, name);
}

status listing_format_read(const char *text, bool *json) {
  *json = strcmp(text, "json") == 0;
  if (*json || strcmp(text, "text") == 0) return STATUS_OK;
  return FAIL(STATUS_INVALID,
              "--format %s: expected text or json (Markdown and annotations for editors: scripts/member_tables.py)",
              text);
}

bool listing_is(const char *word, const char *plural) {
  const size_t length = strlen(plural) - 1; /* without its s */
  return strncmp(word, plural, length) == 0 && (word[length] == 0 || strcmp(word + length, "s") == 0);
}

/* `winnow list external`: every member of that name. */
static status print_everywhere(FILE *file, const char *name, bool json) {
  const char *names[1024] = {"scenarios"};
  size_t count = 1;
  bool found = false;
  for (size_t k = 0; k < LISTED_KINDS; k++) {
    names[count++] = listed_kinds[k].plural;
    for (size_t i = 0; i < *listed_kinds[k].count; i++) {
      const listed_member of = listed_kinds[k].at(i);
      if (count < sizeof names / sizeof names[0]) names[count++] = of.about->name;
      if (!equal_names(of.about->name, name)) continue;
      found = true;
      TRY(print_listed(file, &listed_kinds[k], &of, json));
    }
  }
  if (found) return STATUS_OK;
  char nearest[NEAREST_TEXT];
  return FAIL(STATUS_INVALID,
              "%s: expected learners, problems, bounds, scenarios, or the name of a learner, problem or bound%s", name,
              nearest_names(name, names, count, true, nearest));
}

status listing_print(FILE *file, const char *kind, const char *name, const char *data, bool json) {
  if (kind != NULL && listing_is(kind, "scenarios")) {
    if (json) return FAIL(STATUS_INVALID, "--format json: winnow list scenarios gives text only");
    return listing_scenarios(file, data);
  }
  if (json && kind == NULL) return write_json(file, NULL, NULL);
  for (size_t i = 0; i < LISTED_KINDS; i++) {
    const listed_kind *listed = &listed_kinds[i];
    if (kind != NULL && !listing_is(kind, listed->plural)) continue;
    TRY(name != NULL ? print_named(file, listed, name, json) : print_listed(file, listed, NULL, json));
    if (kind != NULL) return STATUS_OK;
  }
  if (kind != NULL && name != NULL) {
    return FAIL(STATUS_INVALID, "%s: expected learners, problems, bounds or scenarios before %s", kind, name);
  }
  if (kind != NULL) return print_everywhere(file, kind, json);
  return listing_scenarios(file, data);
}
