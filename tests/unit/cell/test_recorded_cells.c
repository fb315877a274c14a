/* What a problem knows survives its sequence file: a recorded sequence has the rows of bounds that the problem itself has. All problems are
 * walked that can be made without a file, with all learners and all bounds. */
#include "unit/conformance_cells.h"

#include <sys/stat.h>

#include "unit/folder_fixture.h"

static void make_folders(void) {
  char path[64];
  make_folder();
  (void)snprintf(path, sizeof path, "%s/sequences", folder);
  cr_assert_eq(mkdir(path, 0777), 0);
}

TestSuite(recorded_cells, .init = make_folders, .fini = remove_folder);

/* Theorems about an adversary, not about the trials it happened to make, speak of the adversary only. */
static bool of_an_adversary(const char *row) {
  for (size_t i = 0; i < registry_bound_count; i++) {
    const bound_class *class = registry_bounds[i];
    const size_t length = strlen(class->about.name);
    if (class->problem_family != NULL && strncmp(row, class->about.name, length) == 0) return true;
  }
  return false;
}

static cJSON *run_document(cJSON *document, bool record) {
  plan planned;
  cJSON *made = NULL;
  cr_assert_eq(plan_open(document, &planned), STATUS_OK, "%s", status_message());
  const cell_settings settings = {.plan = &planned, .eigen = &eigen_own, .results = folder, .record = record};
  const cell_address address = plan_cell(&planned, 0);
  cr_assert_eq(cell_run(&settings, &address, "0123456789abcdef", &made), STATUS_OK, "%s", status_message());
  plan_close(&planned);
  return made;
}

static cJSON *recorded_problem(void) {
  cJSON *member = cJSON_CreateObject(), *values = cJSON_CreateObject();
  char path[128];
  (void)snprintf(path, sizeof path, "%s/sequences/0123456789abcdef.jsonl", folder);
  cJSON_AddStringToObject(values, "file", path);
  cJSON_AddNumberToObject(values, "passes", 1);
  cJSON_AddStringToObject(member, "name", "recorded");
  cJSON_AddStringToObject(member, "label", "recorded");
  cJSON_AddItemToObject(member, "options", values);
  return member;
}

static const cJSON *rows_of(const cJSON *record) {
  return cJSON_GetObjectItemCaseSensitive(record, "rows");
}

/* What the row of an adversary that ended the sequence is for the file, which has no trials but those that were played: there, not at the trials
 * that were allowed, a bound on a count says nothing. */
static void expect_file(cJSON *row, const char *played) {
  char allowed[32];
  const char *said = text_of(row, "verdict");
  (void)snprintf(allowed, sizeof allowed, "%d", CELL_TRIALS);
  if (strcmp(text_of(row, "trivial"), allowed) != 0 || strcmp(text_of(row, "direction"), "upper") != 0) return;
  cJSON_ReplaceItemInObjectCaseSensitive(row, "trivial", cJSON_CreateString(played));
  if (strcmp(said, "holds") != 0 && strcmp(said, "vacuous") != 0) return;
  const bool empty = strtod(text_of(row, "value"), NULL) >= strtod(played, NULL);
  cJSON_ReplaceItemInObjectCaseSensitive(row, "verdict", cJSON_CreateString(empty ? "vacuous" : "holds"));
}

/* The number of rows compared. */
static size_t compare_rows(cJSON *played, const cJSON *replayed, bool adaptive, const char *source,
                           const char *player) {
  cJSON *row = NULL;
  const cJSON *other = rows_of(replayed)->child;
  size_t count = 0;
  cJSON_ArrayForEach (row, cJSON_GetObjectItemCaseSensitive(played, "rows")) {
    const char *name = text_of(row, "bound");
    if (of_an_adversary(name)) continue;
    if (adaptive) expect_file(row, text_of(played, "trials"));
    const bool same = other != NULL && cJSON_Compare(row, other, true);
    cr_expect(same, "%s on %s: %s is %s of %s, %s; recorded %s: %s of %s, %s %s", player, source, name,
              text_of(row, "measured"), text_of(row, "value"), text_of(row, "verdict"), text_of(other, "bound"),
              text_of(other, "measured"), text_of(other, "value"), text_of(other, "verdict"),
              text_of(other, "premise"));
    if (!same) return count;
    other = other->next;
    count++;
  }
  cr_expect_null(other, "%s on %s: recorded it has a row more: %s", player, source, text_of(other, "bound"));
  return count;
}

static size_t check_pair(const problem_class *class, const options *values, const problem_facts *facts,
                         const learner_class *learner_of) {
  learner probe;
  size_t count = 0;
  options *learner_values = make_learner(learner_of, facts, &probe);
  if (learner_values == NULL) return 0;
  learner_destroy(&probe);
  cJSON *document = make_document(member_json(class->about.name, values), learner_of, learner_values);
  cJSON *played = run_document(document, true);
  /* an adversary may refuse its partner, or have nothing against it: no trial, no file to play */
  if (strcmp(text_of(played, "status"), "done") == 0 && strcmp(text_of(played, "trials"), "0") != 0) {
    cJSON *replayed = run_document(make_document(recorded_problem(), learner_of, learner_values), false);
    cr_expect_str_eq(text_of(replayed, "status"), "done", "%s on %s, recorded: %s", learner_of->about.name,
                     class->about.name, text_of(replayed, "reason"));
    if (rows_of(replayed) != NULL)
      count = compare_rows(played, replayed, facts->adaptive, class->about.name, learner_of->about.name);
    cJSON_Delete(replayed);
  }
  cJSON_Delete(played);
  options_free(learner_values);
  return count;
}

/* The problem with one more option given than it needs; NULL if it refuses that. */
static options *make_variant(const problem_class *class, const parameter *varied, const char *choice, problem *out) {
  const declared of = of_problem(class);
  for (size_t attempt = 0; attempt < 4; attempt++) {
    options *values = NULL;
    cJSON *given = conformance_required(&of, attempt);
    if (given == NULL) continue;
    cJSON_DeleteItemFromObjectCaseSensitive(given, varied->name);
    if (choice != NULL) cJSON_AddStringToObject(given, varied->name, choice);
    if (varied->type == PARAMETER_BOOLEAN) cJSON_AddBoolToObject(given, varied->name, true);
    if (varied->type == PARAMETER_NUMBER) cJSON_AddNumberToObject(given, varied->name, 0.2);
    status code = options_read(of.name, of.parameters, of.count, given, &values);
    cJSON_Delete(given);
    if (code == STATUS_OK && (code = problem_new(class, &setting_of_test, values, out)) == STATUS_OK) return values;
    options_free(values);
  }
  return NULL;
}

static size_t check_learners(const problem_class *class, options *values, problem *source) {
  size_t compared = 0;
  if (values == NULL) return 0;
  for (size_t k = 0; k < registry_learner_count; k++) {
    compared += check_pair(class, values, &source->facts, registry_learners[k]);
  }
  problem_destroy(source);
  options_free(values);
  return compared;
}

static size_t check_variants(const problem_class *class) {
  size_t compared = 0;
  problem source;
  for (size_t i = 0; i < class->about.parameter_count; i++) {
    const parameter *varied = &class->about.parameters[i];
    if (varied->type == PARAMETER_BOOLEAN || (varied->type == PARAMETER_NUMBER && varied->value != NULL)) {
      compared += check_learners(class, make_variant(class, varied, NULL, &source), &source);
    }
    if (varied->type != PARAMETER_CHOICE) continue;
    char words[256], *rest = NULL;
    (void)snprintf(words, sizeof words, "%s", varied->choices);
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
      compared += check_learners(class, make_variant(class, varied, word, &source), &source);
    }
  }
  return compared;
}

/* The problems in parts that are tested side by side. */
enum { PARTS = 8 };

static void check_part(size_t part) {
  size_t compared = 0;
  for (size_t i = part; i < registry_problem_count; i += PARTS) {
    problem source;
    options *values = make_problem(registry_problems[i], &source);
    compared += check_learners(registry_problems[i], values, &source);
    if (values != NULL) compared += check_variants(registry_problems[i]);
  }
  cr_expect_gt(compared, 100, "part %zu: %zu rows compared", part, compared);
}

#define HAVE_THE_ROWS_OF_THE_PROBLEM(part)                    \
  Test(recorded_cells, have_the_rows_of_the_problem_##part) { \
    check_part(part);                                         \
  }
HAVE_THE_ROWS_OF_THE_PROBLEM(0)
HAVE_THE_ROWS_OF_THE_PROBLEM(1)
HAVE_THE_ROWS_OF_THE_PROBLEM(2)
HAVE_THE_ROWS_OF_THE_PROBLEM(3)
HAVE_THE_ROWS_OF_THE_PROBLEM(4)
HAVE_THE_ROWS_OF_THE_PROBLEM(5)
HAVE_THE_ROWS_OF_THE_PROBLEM(6)
HAVE_THE_ROWS_OF_THE_PROBLEM(7)
