/* The files of a result folder (docs/architecture.md, Files): the tables of their columns, and how they are written from the records of finished
 * cells in the order of the plan.
 *
 * A row of result_tables is a file, a row of its columns a column. Files, readers (table_reader.h), the names that scenarios reserve and the
 * documentation follow them. Readers find columns by name, so that one more changes no format: it may stand anywhere but where the parameters
 * are, before `learner` and behind `cell`. */
#pragma once

#include "cell/failures.h"
#include "results/replacing.h"
#include "results/store.h"

/* ---- the tables */

typedef enum column_kind { COLUMN_TEXT, COLUMN_COUNT, COLUMN_NUMBER } column_kind;

typedef struct table_column {
  const char *name;
  column_kind kind;
  size_t place;        /* in the line that the writer fills; COLUMN_OF_RECORD: it stands in the record of a cell */
  const char *meaning; /* one line */
  const char *absent;  /* where there is no value; NULL: nan of numbers, "-" of texts */
} table_column;

#define COLUMN_OF_RECORD ((size_t)-1)

typedef struct result_table {
  const char *name; /* NAME.tsv */
  /* "# winnow-lab NAME FORMAT" is its first line; raised when readers of the earlier one would go wrong */
  unsigned format;
  bool parameters; /* they stand before `learner` */
  const table_column *columns;
  size_t column_count;
  const char *comment;  /* one more line, or NULL */
  const char *quantity; /* the file is there only where this is observed; NULL: always */
} result_table;

enum { RESULT_TABLES = 9 };
extern const result_table result_tables[RESULT_TABLES];
/* STATUS_INVALID, with `more` behind the reason, unless `line` is the first line of NAME.tsv in the format of this program. */
status result_table_check(const char *path, const char *name, const char *line, const char *more);
/* Is it a column of the files that every run writes? Parameters have other names. But columns that are newer than version 1.1.0 are left out of
 * a table with such a parameter (result_own_column). */
bool result_column_is_reserved(const char *name);

/* ---- a run */

typedef struct results_outcome {
  size_t done, failed;
  size_t verdicts[VERDICT_NONE + 1]; /* rows of verdicts.tsv by verdict */
  /* Cells whose sequence ended before the trials that were asked for: how many, the fewest and most trials played, and what was asked. */
  size_t early, least_trials, most_trials, trials_asked;
  size_t idle,
      first_idle; /* cells whose learner reports updates but never changed (learner_idle), and the index of the first of them */
} results_outcome;

typedef struct results_source {
  const plan *plan;
  const store *store;
  char (*names)[CELL_NAME];     /* cell names by index */
  const failure_list *failures; /* ascending by index */
  const char *folder;
  /* NULL: the whole. Otherwise a part ("shard 1/4"): tables name it, and bounds of levels mean and probability, which speak of all seeds,
   * are not judged where seeds are missing. */
  const char *part;
  size_t jobs;     /* processes that write; 0: the caller */
  bool all_curves; /* rows of curves.tsv also at trials of the grid where nothing changed */
} results_source;

/* Writes cells, verdicts, curves, bound_curves, summary, observations and timing .tsv under temporary names; none is left after an
 * error. The caller commits or abandons them, so that a full disk leaves all earlier files as they were. */
status results_write(const results_source *source, results_outcome *outcome, results_files *files);
/* STATUS_INVALID if a table of the folder is not of this version's format. */
status results_check(const char *folder);
