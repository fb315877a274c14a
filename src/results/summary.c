#include "results/summary.h"
#include "results/mean_test.h"
#include <gsl/gsl_cdf.h>

status summary_group_new(size_t seeds, summary_group **out) {
  TRY(memory_array(1, sizeof **out, out));
  (*out)->seeds = seeds;
  return STATUS_OK;
}

void summary_group_free(summary_group *group) {
  if (group == NULL) return;
  for (size_t i = 0; i < group->row_room; i++) {
    free(group->rows[i].measured);
    free(group->rows[i].value);
    free(group->rows[i].used);
    free(group->rows[i].slack);
    free(group->rows[i].verdicts);
  }
  free(group->rows);
  free(group);
}

void summary_group_clear(summary_group *group) {
  group->row_count = 0;
  group->finished = 0;
}

static bool is_row(const summary_row *row, const char *claim, const char *measure) {
  return strcmp(row->bound, claim) == 0 && strcmp(row->measure, measure) == 0;
}

static status reserve_row(summary_group *group) {
  const size_t before = group->row_room;
  TRY(memory_room(&group->rows, &group->row_room, group->row_count + 1, sizeof *group->rows));
  memset(group->rows + before, 0, (group->row_room - before) * sizeof *group->rows);
  return STATUS_OK;
}

static status open_row(summary_group *group, const char *claim, const char *measure, summary_row **out) {
  size_t found = group->next;
  if (found >= group->row_count || !is_row(&group->rows[found], claim, measure)) {
    for (found = 0; found < group->row_count && !is_row(&group->rows[found], claim, measure);) found++;
  }
  group->next = found + 1;
  if (found < group->row_count) {
    *out = &group->rows[found];
    return STATUS_OK;
  }
  TRY(reserve_row(group));
  summary_row *row = &group->rows[group->row_count++];
  if (row->measured == NULL) {
    TRY(NEW_ARRAY(group->seeds, row->measured));
    TRY(NEW_ARRAY(group->seeds, row->value));
    TRY(NEW_ARRAY(group->seeds, row->used));
    TRY(NEW_ARRAY(group->seeds, row->slack));
    TRY(NEW_ARRAY(group->seeds, row->verdicts));
  }
  row->count = 0;
  row->premise[0] = 0;
  row->squares = 0.0;
  row->slack_low = INFINITY;
  row->slack_high = -INFINITY;
  row->level = LEVEL_CELL;
  row->direction = BOUND_UPPER;
  (void)snprintf(row->bound, sizeof row->bound, "%s", claim);
  (void)snprintf(row->measure, sizeof row->measure, "%s", measure);
  *out = row;
  return STATUS_OK;
}

/* A record has each row once; one that has a row twice was not written by this program. */
static status push(const summary_group *group, summary_row *row, double measured, double value, double used,
                   verdict judged) {
  if (row->count >= group->finished) return FAIL(STATUS_INVALID, "rows: %s has %s twice", row->bound, row->measure);
  row->measured[row->count] = measured;
  row->value[row->count] = value;
  row->used[row->count] = used;
  row->slack[row->count] = row->direction == BOUND_UPPER ? value - measured : measured - value;
  row->verdicts[row->count++] = judged;
  return STATUS_OK;
}

/* What the statistics show of a row, where `measured` is what was judged. A bound that broke shows the trial where it
 * did; the statistics are of the whole run all the same. Regret is judged against the answer at hand, and shown against
 * the certified least loss, as that of a learner without a bound: the upper end, which does not flatter. Samples (mean,
 * probability) show what is judged over the seeds. */
static double shown_of(const cJSON *record, const summary_row *row, double measured, verdict outcome) {
  const bool broke = outcome == VERDICT_VIOLATED || outcome == VERDICT_REFUTED;
  const bool sampled = bound_level_is_joint(row->level);
  const bool of_theorem = strchr(row->bound, '.') == NULL;
  if (strcmp(row->measure, "mistakes") == 0 && of_theorem) return record_value(record, "mistakes");
  if (strcmp(row->measure, "loss") == 0 && of_theorem && broke && !sampled) return record_value(record, "loss");
  if (strcmp(row->measure, "regret") != 0 || sampled) return measured;
  const double width = record_value(record, "comparator_loss_high") - record_value(record, "comparator_loss");
  const double regret = record_value(record, "regret"), upper = measured + fmax(width, 0.0);
  const bool same = fabs(upper - regret) <= 1e-9 * fmax(1.0, fabs(regret)); /* but for rounding */
  return broke || (same && width > 0.0) ? regret : upper;
}

static void keep_premise(summary_row *row, const judged_row *claim) {
  if (row->premise[0] != 0) return;
  (void)snprintf(row->premise, sizeof row->premise, "%s", claim->premise);
  row->premise_trial = claim->trial;
  row->premise_value = claim->premise_value;
}

static status add_bound(summary_group *group, const cJSON *record, const judged_row *claim) {
  summary_row *row = NULL;
  TRY(open_row(group, claim->bound, claim->measure, &row));
  row->status = claim->status;
  row->direction = claim->direction;
  row->level = claim->level;
  row->tolerance = row->count == 0 ? claim->tolerance : fmax(row->tolerance, claim->tolerance);
  row->error = row->count == 0 ? claim->error : fmax(row->error, claim->error);
  row->trivial = claim->trivial;
  row->confidence = claim->confidence;
  row->squares += claim->spread * claim->spread;
  /* NaN stays. */
  row->slack_low = isnan(row->slack_low) || row->slack_low <= claim->least ? row->slack_low : claim->least;
  row->slack_high = isnan(row->slack_high) || row->slack_high >= claim->most ? row->slack_high : claim->most;
  if (claim->verdict == VERDICT_PREMISE) keep_premise(row, claim);
  return push(group, row, shown_of(record, row, claim->measured, claim->verdict), claim->value, claim->used,
              claim->verdict);
}

/* The quantities of a procedure: lines "0 name 0 value". */
static status add_quantities(summary_group *group, const char *observed) {
  char name[SUMMARY_NAME];
  for (const char *line = observed; *line != 0; line = strchr(line, '\n') + 1) {
    const char *begin = strchr(line, '\t'), *end = begin == NULL ? NULL : strchr(begin + 1, '\t');
    const char *last = end == NULL ? NULL : strchr(end + 1, '\t');
    if (last == NULL || strchr(last, '\n') == NULL) break;
    (void)snprintf(name, sizeof name, "%.*s", (int)(end - begin - 1), begin + 1);
    summary_row *row = NULL;
    TRY(open_row(group, "-", name, &row));
    TRY(push(group, row, strtod(last + 1, NULL), NAN, NAN, VERDICT_NONE));
  }
  return STATUS_OK;
}

/* What was asked for of forecasts (cell/forecast.h). */
static status add_scores(summary_group *group, const cJSON *record) {
  const cJSON *scores = cJSON_GetObjectItemCaseSensitive(record, "scores"), *score = NULL;
  cJSON_ArrayForEach (score, scores) {
    summary_row *row = NULL;
    TRY(open_row(group, "-", score->string, &row));
    TRY(push(group, row, record_value(scores, score->string), NAN, NAN, VERDICT_NONE));
  }
  return STATUS_OK;
}

status summary_add(summary_group *group, const cJSON *record, const judged_row *rows, size_t count) {
  group->finished++;
  for (size_t i = 0; i < count; i++) TRY(add_bound(group, record, &rows[i]));
  if (count > 0) return add_scores(group, record);
  if (strcmp(record_text(record, "stream"), "-") == 0)
    return add_quantities(group, record_text(record, "observations"));
  summary_row *row = NULL;
  const char *measure = record_text(record, "measure"); /* only of real labels */
  if (strcmp(measure, "-") == 0) measure = "mistakes";
  TRY(open_row(group, "-", measure, &row));
  TRY(push(group, row, record_value(record, measure), NAN, NAN, VERDICT_NONE));
  return add_scores(group, record);
}

static double mean_of(const double *values, size_t count) {
  bool equal = true;
  double sum = 0.0;
  for (size_t i = 0; i < count; i++) {
    equal = equal && values[i] == values[0];
    sum += values[i];
  }
  if (count == 0) return NAN;
  return equal ? values[0] : sum / (double)count;
}

static double deviation_of(const double *values, size_t count, double mean) {
  if (count < 2) return NAN;
  double sum = 0.0;
  for (size_t i = 0; i < count; i++) sum += (values[i] - mean) * (values[i] - mean);
  return sqrt(sum / (double)(count - 1));
}

double summary_binomial_tail(size_t n, size_t k, double p) {
  if (k == 0) return 1.0;
  return gsl_cdf_binomial_Q((unsigned)(k - 1), p, (unsigned)n);
}

static verdict worst_of(const summary_row *row) {
  verdict worst = VERDICT_NONE;
  for (size_t i = 0; i < row->count; i++) worst = row->verdicts[i] < worst ? row->verdicts[i] : worst;
  return worst;
}

static bool judged(verdict outcome) {
  return outcome != VERDICT_PREMISE && outcome != VERDICT_UNCHECKED && outcome != VERDICT_NONE;
}

/* Can all cells be judged together? Otherwise *worst is why not: the verdict of a single cell is not the bound's. */
static bool all_judged(const summary_row *row, verdict *worst) {
  *worst = VERDICT_NONE;
  bool all = true;
  for (size_t i = 0; i < row->count; i++) {
    if (judged(row->verdicts[i])) continue;
    all = false;
    *worst = row->verdicts[i] < *worst ? row->verdicts[i] : *worst;
  }
  return all;
}

static verdict broken(const summary_row *row) {
  return row->status == BOUND_PROVED ? VERDICT_VIOLATED : VERDICT_REFUTED;
}

/* Of the mean slack; NaN: nothing is known of the chance. */
static mean_interval interval_of(const summary_row *row, double mean, double alpha) {
  if (!isnan(row->squares)) return mean_interval_of_spread(mean, row->squares, row->count, alpha);
  if (row->slack_low < row->slack_high)
    return mean_interval_of_range(row->slack, row->count, row->slack_low, row->slack_high, alpha);
  return (mean_interval){NAN, NAN};
}

/* At this level each cell is a sample: its own verdict (holds, violated) is not the bound's. */
static void judge_mean(const summary_row *row, double alpha, summary_statistics *of) {
  const double slack = mean_of(row->slack, row->count), kept = slack + row->tolerance;
  const bool upper = row->direction == BOUND_UPPER;
  if (!all_judged(row, &of->verdict)) return;
  const mean_interval chance = interval_of(row, slack, alpha);
  of->low = of->mean - (upper ? chance.high - slack : slack - chance.low);
  of->high = of->mean + (upper ? slack - chance.low : chance.high - slack);
  of->verdict = VERDICT_INCONCLUSIVE;
  if (isnan(kept) || fabs(kept) < row->error || (kept < 0.0 && isnan(chance.high))) return;
  const bool empty = upper ? of->value >= row->trivial : of->value <= row->trivial;
  of->verdict = chance.high + row->tolerance < 0.0 ? broken(row) : empty ? VERDICT_VACUOUS : VERDICT_HOLDS;
}

static verdict verdict_in_probability(const summary_row *row, double alpha) {
  size_t failing = 0, vacuous = 0;
  verdict worst;
  if (!all_judged(row, &worst)) return worst;
  for (size_t i = 0; i < row->count; i++) {
    if (row->verdicts[i] == VERDICT_INCONCLUSIVE) return VERDICT_INCONCLUSIVE;
    failing += row->verdicts[i] == VERDICT_VIOLATED || row->verdicts[i] == VERDICT_REFUTED;
    vacuous += row->verdicts[i] == VERDICT_VACUOUS;
  }
  if (summary_binomial_tail(row->count, failing, 1.0 - row->confidence) < alpha) return broken(row);
  return vacuous == row->count ? VERDICT_VACUOUS : VERDICT_HOLDS;
}

summary_statistics summary_statistics_of(const summary_row *row, double alpha) {
  summary_statistics of = {.mean = mean_of(row->measured, row->count),
                           .least = NAN,
                           .largest = NAN,
                           .value = mean_of(row->value, row->count),
                           .used = NAN,
                           .low = NAN,
                           .high = NAN};
  of.sd = deviation_of(row->measured, row->count, of.mean);
  for (size_t i = 0; i < row->count; i++) {
    const double measured = row->measured[i];
    const double used = row->used[i];
    if (isnan(of.least) || measured < of.least) of.least = measured;
    if (isnan(of.largest) || measured > of.largest) of.largest = measured;
    if (isnan(used)) continue;
    if (isnan(of.used) || (row->direction == BOUND_UPPER ? used > of.used : used < of.used)) of.used = used;
  }
  of.verdict = row->level == LEVEL_PROBABILITY ? verdict_in_probability(row, alpha) : worst_of(row);
  if (row->level == LEVEL_MEAN) judge_mean(row, alpha, &of);
  if (row->count > 0 && row->level == LEVEL_MEAN && judged(of.verdict)) {
    of.used = of.mean == 0.0 && of.value == 0.0 ? 0.0 : of.mean / of.value;
  }
  return of;
}
