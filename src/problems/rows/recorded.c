/* A recorded sequence (sequence_file.h) played again, with the comparator of its header. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "data/sequence_file.h"
#include "problems/problem.h"

static const parameter parameters[] = {
    {.name = "file", .type = PARAMETER_FILE, .meaning = "sequence file: JSON lines, as --record writes them"},
    {.name = "passes",
     .type = PARAMETER_INTEGER,
     .value = "1",
     .low = 1,
     .high = 1e6,
     .meaning = "how often the sequence is played"},
    {.name = "gap",
     .type = PARAMETER_NUMBER,
     .value = "0.5",
     .low = 0,
     .open_low = true,
     .high = 1e7,
     .meaning =
         "margin of the header's comparator: tr(UX) >= gap on positive instances; on negative ones 0, of entries "
         "and matrices of trace norm at most 1 -gap"},
};

typedef struct recorded {
  sequence *file;
  size_t length, passes, pass, t;
  double label;
} recorded;

static void destroy(void *self) {
  recorded *source = self;
  if (source == NULL) return;
  sequence_close(source->file);
  free(source);
}

static status open_file(const problem_setting *setting, const options *values, sequence **out) {
  char *path = NULL;
  *out = NULL;
  status code = problem_data_path(setting, option_text(values, "file"), &path);
  if (code != STATUS_OK) return status_context(code, "%s: file", option_who(values));
  code = sequence_open(path, out);
  free(path);
  return code;
}

static void say_facts(sequence *file, const options *values, problem_facts *out) {
  sequence_facts(file, out);
  out->trials *= option_count(values, "passes");
  if (sequence_comparator(file) == NULL || out->labels != LABEL_SIGN) return;
  const comparator_kind kind = comparator_kind_of(sequence_comparator(file));
  const bool sign = kind == COMPARATOR_EMBEDDING || kind == COMPARATOR_TRACE_NORM || out->kind == INSTANCE_ENTRY;
  out->gap_high = option_number(values, "gap");
  out->gap_low = sign ? -out->gap_high : 0;
}

static status facts(const problem_setting *setting, const options *values, problem_facts *out) {
  sequence *file = NULL;
  TRY(open_file(setting, values, &file));
  say_facts(file, values, out);
  sequence_close(file);
  return STATUS_OK;
}

static status create(const problem_setting *setting, const options *values, void **self) {
  recorded *source = NULL;
  TRY(NEW_ARRAY(1, source));
  const status code = open_file(setting, values, &source->file);
  if (code != STATUS_OK) {
    destroy(source);
    return code;
  }
  problem_facts known;
  sequence_facts(source->file, &known);
  source->length = known.trials;
  source->passes = option_count(values, "passes");
  *self = source;
  return STATUS_OK;
}

static status next(void *self, const learner *player, instance *x) {
  recorded *source = self;
  (void)player;
  if (source->t == source->length) {
    source->t = 0;
    source->pass++;
  }
  if (source->pass >= source->passes) return STATUS_END;
  sequence_trial(source->file, source->t++, x, &source->label);
  return STATUS_OK;
}

static status reveal(void *self, const prediction *predicted, double *label) {
  (void)predicted;
  *label = ((const recorded *)self)->label;
  return STATUS_OK;
}

static comparator *given(void *self) {
  return sequence_comparator(((recorded *)self)->file);
}

const problem_class problem_recorded = {
    .about = {.name = "recorded",
              .title = "Recorded sequence",
              .citation = "the sequence file",
              .help = "plays a recorded sequence of trials, with the comparator of its header",
              .formula = "$X_t$ and $y_t$ as they stand in the file",
              .family = "subspace",
              .result_version = 2,
              PARAMETERS(parameters)},
    .facts = facts,
    .create = create,
    .destroy = destroy,
    .next = next,
    .reveal = reveal,
    .comparator = given,
};
