/* A recorded sequence (sequence_file.h) played again, with the comparator of its header. */
#include <math.h>
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
     .value = "",
     .low = 0,
     .open_low = true,
     .high = 1e7,
     .meaning = "tr(UX) >= gap on positive instances for the header's comparator; absent: as the header says"},
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

/* The ends of the gap: the header's; with the option the upper one is the option, and the lower one follows it where it mirrors it. */
static status set_gap(const options *values, problem_facts *found) {
  if (isnan(found->gap_high) || !option_given(values, "gap")) return STATUS_OK;
  const bool mirrored = found->gap_low == -found->gap_high;
  found->gap_high = option_number(values, "gap");
  if (mirrored) found->gap_low = -found->gap_high;
  if (found->gap_low < found->gap_high) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: gap = %g must be above %g, the lower end of the header's gap", option_who(values),
              found->gap_high, found->gap_low);
}

static status facts_of(sequence *file, const options *values, problem_facts *out) {
  const sequence_header header = sequence_header_of(file);
  const comparator *u = sequence_comparator(file);
  const size_t passes = option_count(values, "passes");
  *out = problem_facts_of(&header);
  out->trials *= passes;
  if (passes > 1 && u != NULL && comparator_segments(u) > 1) {
    return FAIL(STATUS_INVALID, "%s: passes = %zu must be 1: the comparator of the file changes", option_who(values),
                passes);
  }
  return set_gap(values, out);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  const options *values = setting->options;
  (void)self;
  sequence *file = NULL;
  TRY(open_file(setting, values, &file));
  const status code = facts_of(file, values, out);
  sequence_close(file);
  return code;
}

static status init(void *self, const problem_setting *setting) {
  const options *values = setting->options;
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
              .help = "plays a recorded sequence of trials, with the comparator and the gap of its header",
              .formula = "$X_t$ and $y_t$ as they stand in the file",
              .family = "subspace",
              .result_version = 4,
              PARAMETERS(parameters)},
    .methods = &methods,
};
