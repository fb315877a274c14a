/* A recorded sequence (sequence_file.h) played again, with the comparator of its header. */

#include "data/shared_data.h"
#include "problems/problem.h"

typedef struct recorded {
  const char *file;
  size_t passes;
  double gap;
  const sequence *recording;
  size_t length, pass, t;
  double label;
  comparator *u;
} recorded;

static const parameter parameters[] = {
    OPTION_FILE(recorded, file, REQUIRED, "sequence file: JSON lines, as --record writes them"),
    OPTION_COUNT(recorded, passes, "1", 1, 1e6, "number of passes over the sequence"),
    OPTION_ABOVE(recorded, gap, ABSENT, 0, 1e7,
                 "tr(UX) >= gap on positive instances for the header's comparator; absent: as the header says"),
};

static status read_file(void *data, const char *path, const char *second, const void *how) {
  return sequence_open(path, data);
}

static void close_file(void *data) {
  sequence_close(*(sequence **)data);
}

/* The ends of the gap: the header's; with the option the upper one is the option, and the lower one follows it where it mirrors it. */
static status set_gap(const recorded *source, const char *who, problem_facts *found) {
  if (isnan(found->gap_high) || isnan(source->gap)) return STATUS_OK;
  const bool mirrored = found->gap_low == -found->gap_high;
  found->gap_high = source->gap;
  if (mirrored) found->gap_low = -found->gap_high;
  if (found->gap_low < found->gap_high) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s: gap = %g must be above %g, the lower end of the header's gap", who, found->gap_high,
              found->gap_low);
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  static const data_reader reader = {sizeof(sequence *), read_file, close_file};
  const char *who = setting->class->about.name;
  recorded *source = self;
  const data_question question = {.reader = &reader,
                                  .folders = &setting->folders,
                                  .values = setting->options,
                                  .from = PLACE(recorded, file),
                                  .to = PLACE(recorded, passes)};
  const void *found = NULL;
  TRY(shared_data(self, &question, &found));
  source->recording = *(sequence *const *)found;
  const sequence_header header = sequence_header_of(source->recording);
  const comparator *u = sequence_comparator(source->recording);
  *out = problem_facts_of(&header);
  out->trials *= source->passes;
  if (source->passes > 1 && u != NULL && comparator_segments(u) > 1) {
    return FAIL(STATUS_INVALID, "%s: passes = %zu must be 1: the comparator of the file changes", who, source->passes);
  }
  return set_gap(source, who, out);
}

static status init(void *self, const problem_setting *setting) {
  recorded *source = self;
  source->length = sequence_header_of(source->recording).trials;
  TRY(sequence_comparator_new(source->recording, &source->u));
  return OWN(self, source->u, comparator_free);
}

static status next(void *self, const learner *player, instance *x) {
  recorded *source = self;
  if (source->t == source->length) {
    source->t = 0;
    source->pass++;
  }
  if (source->pass >= source->passes) return STATUS_END;
  sequence_trial(source->recording, source->t++, x, &source->label);
  return STATUS_OK;
}

static const problem_methods methods = {
    .size = sizeof(recorded),
    .facts = facts,
    .init = init,
    .next = next,
    .label_at = PLACE(recorded, label),
    .comparator_at = PLACE(recorded, u),
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
