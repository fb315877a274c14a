/* A recorded sequence (sequence_file.h) played again, with the comparator of its header. */
#include <stdlib.h>

#include "data/sequence_file.h"
#include "problems/problem.h"

static const parameter parameters[] = {
    {.name = "file", .type = PARAMETER_FILE, .meaning = "sequence file: JSON lines, as --record writes them"},
    {.name = "passes",
     .type = PARAMETER_INTEGER,
     .value = "1",
     .low = 1,
     .high = 1e6,
     .meaning = "number of passes over the sequence"},
    {.name = "gap",
     .type = PARAMETER_NUMBER,
     .value = "0.5",
     .low = 0,
     .open_low = true,
     .high = 1e7,
     .meaning = "margin of the header's comparator: tr(UX) >= gap on positive instances; on negative ones 0, of "
                "entries and matrices of trace norm at most 1 -gap"},
};

typedef struct recorded {
  sequence *file;
  size_t length, passes, pass, t;
  double label;
} recorded;

static void clear(void *self) {
  recorded *source = self;
  sequence_close(source->file);
}

static status open_file(const problem_setting *setting, const options *values, sequence **out) {
  char *path = NULL;
  *out = NULL;
  TRY(data_path_of_option(&setting->folders, values, "file", &path));
  const status code = sequence_open(path, out);
  free(path);
  return code;
}

static problem_facts facts_of(sequence *file, const options *values) {
  const sequence_header header = sequence_header_of(file);
  problem_facts found = problem_facts_of(&header);
  found.trials *= option_count(values, "passes");
  if (sequence_comparator(file) == NULL || found.labels != LABEL_SIGN) return found;
  const comparator_kind kind = comparator_kind_of(sequence_comparator(file));
  const bool sign = kind == COMPARATOR_EMBEDDING || kind == COMPARATOR_TRACE_NORM || found.kind == INSTANCE_ENTRY;
  found.gap_high = option_number(values, "gap");
  found.gap_low = sign ? -found.gap_high : 0;
  return found;
}

static status facts(const problem_setting *setting, const options *values, problem_facts *out) {
  sequence *file = NULL;
  TRY(open_file(setting, values, &file));
  *out = facts_of(file, values);
  sequence_close(file);
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting, const options *values) {
  recorded *source = self;
  TRY(open_file(setting, values, &source->file));
  source->length = sequence_header_of(source->file).trials;
  source->passes = option_count(values, "passes");
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

static comparator *given(void *self) {
  return sequence_comparator(((recorded *)self)->file);
}

static const problem_methods methods = {
    .size = sizeof(recorded),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .label_at = PLACE(recorded, label),
    .comparator = given,
};

const problem_class problem_recorded = {
    .about = {.name = "recorded",
              .title = "Recorded sequence",
              .citation = "the sequence file",
              .help = "plays a recorded sequence of trials, with the comparator of its header",
              .formula = "$X_t$ and $y_t$ as they stand in the file",
              .family = "subspace",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &methods,
};
