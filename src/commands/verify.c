/* winnow verify: runs a result folder again and compares. */

#include "base/json.h"
#include "commands/run.h"
#include "commands/scenario.h"
#include "results/manifest_read.h"

/* The learners that its command line added, a line each; *copy is what they become parts of. */
static status read_learners(const char *lines, command_line *line, char **copy) {
  TRY(memory_text(lines, copy));
  for (char *rest = *copy, *one = NULL; (one = strsep(&rest, "\n")) != NULL;) {
    if (line->learner_count == LARGEST_LEARNERS) {
      return FAIL(STATUS_INVALID, "manifest.json: overrides: learner: expected at most %d lines", LARGEST_LEARNERS);
    }
    line->learners[line->learner_count++] = one;
  }
  return STATUS_OK;
}

/* What a command line points to: its learners, and a text for each parameter that was replaced. */
typedef struct texts {
  char *learners, *sets[LARGEST_SETS];
} texts;

static void free_texts(texts *made) {
  free(made->learners);
  for (size_t i = 0; i < LARGEST_SETS; i++) free(made->sets[i]);
}

/* The command line of the run that wrote the manifest. */
static status line_of_manifest(const verify_run *run, command_line *line, texts *made) {
  const cJSON *override = NULL;
  *line = (command_line){.data = run->data, .jobs = run->jobs, .out = run->out, .quiet = true};
  line->eigen = json_text(run->manifest, "eigensolver", NULL);
  line->shard = json_text(run->manifest, "shard", NULL);
  line->curves = manifest_has_all_curves(run->manifest) ? "all" : NULL;
  line->record = run->record;
  line->save_state = run->save_state;
  cJSON_ArrayForEach (override, json_member(run->manifest, "overrides")) {
    const char *name = override->string;
    if (!cJSON_IsString(override) || line->set_count == LARGEST_SETS) {
      return FAIL(STATUS_INVALID, "manifest.json: overrides: %s: expected at most %d strings", name, LARGEST_SETS);
    }
    const bool seeds = strcmp(name, "seeds") == 0;
    if (seeds || strcmp(name, "trials") == 0) {
      if (integer_parse(override->valuestring, seeds ? &line->seeds : &line->trials)) continue;
      return FAIL(STATUS_INVALID, "manifest.json: overrides: %s: expected a whole number", name);
    }
    if (strcmp(name, "learner") == 0) {
      TRY(read_learners(override->valuestring, line, &made->learners));
      continue;
    }
    TRY(memory_format(&made->sets[line->set_count], "%s=%s", name, override->valuestring));
    line->sets[line->set_count] = made->sets[line->set_count];
    line->set_count++;
  }
  return STATUS_OK;
}

static status run_manifest(const verify_run *run) {
  command_line line;
  CLEANUP(free_texts) texts made = {.learners = NULL};
  CLEANUP(plan_close) plan planned = {.document = NULL};
  int exit_status = 0;
  TRY(line_of_manifest(run, &line, &made));
  TRY(scenario_plan(&line, run->path, run->text, &planned));
  TRY(run_with_plan(&line, run->path, &planned, run, &exit_status));
  return exit_status == 130 ? FAIL(STATUS_INTERRUPTED, "interrupted") : STATUS_OK;
}

static status run(const command_line *line, int *exit_status) {
  size_t differences = 0;
  const verify_request request = {
      .folder = line->arguments[0], .data = line->data, .jobs = line->jobs, .run = run_manifest, .out = stdout};
  TRY(scenario_check_data(line));
  TRY(verify_folder(&request, &differences));
  *exit_status = differences > 0 ? 1 : 0;
  return STATUS_OK;
}

const command command_verify = {.name = "verify",
                                .arguments = "RESULT_DIR",
                                .summary = "run a result folder again from its manifest and compare all files",
                                .least = 1,
                                .most = 1,
                                .run = run};
