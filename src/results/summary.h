/* Statistics over the seeds of a (grid point, learner): summary rows, and the verdicts of bounds in the mean and in probability. */
#pragma once

#include "cell/cell_record.h"

enum { SUMMARY_NAME = 96 };

/* One bound (or "-") over seeds. */
typedef struct summary_row {
  char bound[SUMMARY_NAME], measure[SUMMARY_NAME];
  bound_status status;
  bound_direction direction;
  bound_level level;
  double *measured, *value, *used, *slack; /* `seeds` entries, count filled; slack: without the tolerance */
  verdict *verdicts;
  double tolerance, error, trivial, confidence;
  double squares, slack_low,
      slack_high; /* of level mean: the sum of spread^2, the least and the most; NaN: not known of all seeds */
  /* Of the first seed at which a premise failed: its name ("" if none did), trial and value. */
  char premise[SUMMARY_NAME];
  double premise_trial, premise_value;
  size_t count;
} summary_row;

typedef struct summary_group {
  summary_row *rows;
  size_t row_count, row_room;
  size_t next;     /* where the row after the last one found is likely: records list them in one order */
  size_t seeds;    /* capacity */
  size_t finished; /* cells seen */
} summary_group;

typedef struct summary_statistics {
  double mean, sd, least, largest, value, used;
  double low,
      high; /* of level mean: the bound is broken where its value is outside (mean_test.h); NaN: nothing is known of the chance */
  verdict verdict;
} summary_statistics;

status summary_group_new(size_t seeds, summary_group **out);
void summary_group_free(summary_group *group);
void summary_group_clear(summary_group *group);
/* Adds a finished cell with its rows (record_rows): a row for each, and one "-" for each score of forecasts that was asked for; the row "-" with its measure (mistakes, regret or loss)
 * if it has no bound; the quantities of a procedure as rows "-". Rows of regret hold the upper end of its interval,
 * with and without a bound. STATUS_INVALID if the record has a row twice. */
status summary_add(summary_group *group, const cJSON *record, const judged_row *rows, size_t count);

/* Over the seeds. sd: sample standard deviation (NaN for one seed). value: mean. used: largest (upper) or smallest (lower).
 * verdict: worst; of levels mean and probability: broken only if that has a probability of at most alpha where the bound is true. mean: by
 * mean_test.h; inconclusive where the mean is on the wrong side and nothing is known of the chance. probability: the binomial tail of the
 * failing seeds. */
summary_statistics summary_statistics_of(const summary_row *row, double alpha);

/* Probability of at least k failures among n, each with probability p. */
double summary_binomial_tail(size_t n, size_t k, double p);
