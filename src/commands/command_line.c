#include "commands/command_line.h"

#include <string.h>

#include "base/text.h"

typedef enum option_kind { OPTION_FLAG, OPTION_COUNT, OPTION_TEXT, OPTION_SET } option_kind;

typedef struct option_row {
  const char *name;     /* with the dashes */
  const char *argument; /* as --help shows it: WHAT, a|b to choose one, a,b to choose some; NULL for flags */
  option_kind kind;
  size_t offset;     /* of the member of command_line */
  unsigned commands; /* bit (1u << COMMAND_x) */
  long long largest; /* of a count */
  const char *meaning;
} option_row;

#define MEMBER(name) offsetof(command_line, name)
enum {
  RUN = 1u << COMMAND_RUN,
  PLOT = 1u << COMMAND_PLOT,
  LIST = 1u << COMMAND_LIST,
  PREDICT = 1u << COMMAND_PREDICT,
  SERVE = 1u << COMMAND_SERVE,
  NEW = 1u << COMMAND_NEW,
  VERIFY = 1u << COMMAND_VERIFY,
  COMPARE = 1u << COMMAND_COMPARE,
  REPORT = 1u << COMMAND_REPORT,
  ATTACK = 1u << COMMAND_ATTACK,
  MERGE = 1u << COMMAND_MERGE,
  EVERY = 0x7fffffff
};
enum { LONGEST_TIME = 366 * 24 * 3600 };

static const option_row rows[] = {
    {"--set", "NAME=VALUE", OPTION_SET, 0, RUN | ATTACK, 0,
     "replace a parameter; NAME=A,B,C sweeps it; may be repeated"},
    {"--seeds", "K", OPTION_COUNT, MEMBER(seeds), RUN | ATTACK, 1000000, "run seeds 1..K"},
    {"--trials", "T", OPTION_COUNT, MEMBER(trials), RUN | ATTACK, 1LL << 53, "at most T trials a cell"},
    {"--jobs", "J", OPTION_COUNT, MEMBER(jobs), RUN | VERIFY | ATTACK, 1024, "worker processes (default: all cores)"},
    {"--data", "DIR", OPTION_TEXT, MEMBER(data), RUN | LIST | VERIFY | ATTACK, 0, "folder of data files"},
    {"--out", "DIR", OPTION_TEXT, MEMBER(out), RUN | ATTACK, 0,
     "the result folder itself (default: one below results)"},
    {"--out", "DIR", OPTION_TEXT, MEMBER(out), PLOT, 0, "folder for the pictures (default: one below plots)"},
    {"--out", "DIR", OPTION_TEXT, MEMBER(out), MERGE, 0, "the result folder to be written (needed)"},
    {"--out", "FILE", OPTION_TEXT, MEMBER(out), REPORT, 0,
     "the page (default report.html); pictures and LaTeX go to FILE without .html, _files"},
    {"--record", NULL, OPTION_FLAG, MEMBER(record), RUN, 0, "write every sequence to sequences/<cell>.jsonl"},
    {"--save-state", NULL, OPTION_FLAG, MEMBER(save_state), RUN, 0,
     "write every learner's state at its end to states/<cell>.json"},
    {"--fresh", NULL, OPTION_FLAG, MEMBER(fresh), RUN, 0, "run finished cells again"},
    {"--shard", "I/N", OPTION_TEXT, MEMBER(shard), RUN, 0,
     "run only every N-th cell, from the I-th on, into shards/I-of-N of the result folder; winnow merge joins them"},
    {"--cell-time", "SECONDS", OPTION_COUNT, MEMBER(cell_time), RUN, LONGEST_TIME,
     "end a cell that takes longer: status timeout (default: no limit, 3600 for procedures)"},
    {"--run-time", "SECONDS", OPTION_COUNT, MEMBER(run_time), RUN, LONGEST_TIME,
     "end the run then, keep finished cells, exit status 130; a cell that had all of that time: status timeout"},
    {"--keep-timeouts", NULL, OPTION_FLAG, MEMBER(keep_timeouts), RUN, 0,
     "do not try again what ran out of time in the run before"},
    {"--dry-run", NULL, OPTION_FLAG, MEMBER(dry_run), RUN, 0,
     "say how many cells there are, how many are finished, and where; run and write nothing"},
    {"--eigen", "gsl|lapack", OPTION_TEXT, MEMBER(eigen), RUN | ATTACK, 0, "eigensolver (default gsl)"},
    {"--quiet", NULL, OPTION_FLAG, MEMBER(quiet), RUN | ATTACK | MERGE, 0, "no progress and no table"},
    {"--format", "svg,pdf,png", OPTION_TEXT, MEMBER(format), PLOT, 0, "kinds of pictures (default all)"},
    {"--format", "text|markdown|reference|luals|json", OPTION_TEXT, MEMBER(format), LIST, 0,
     "how to show it (default text)"},
    {"--format", "text|tsv", OPTION_TEXT, MEMBER(format), COMPARE, 0,
     "an aligned table or one with tabs and all digits (default text)"},
    {"--set", "NAME=VALUE", OPTION_SET, 0, SERVE, 0, "an option of the learner; lists as NAME=A,B; may be repeated"},
    {"--load", "FILE", OPTION_TEXT, MEMBER(load), SERVE, 0, "go on from a saved state"},
    {"--save", "FILE", OPTION_TEXT, MEMBER(save), SERVE, 0, "write the state there at the end"},
    {"--format", "html,latex", OPTION_TEXT, MEMBER(format), REPORT, 0,
     "what to write (default both); html alone draws no pdf"},
    {"--bound", "NAME", OPTION_TEXT, MEMBER(bound), ATTACK, 0,
     "the bound, or BOUND.INVARIANT (default: every bound of the scenario)"},
    {"--budget", "N|Ss", OPTION_TEXT, MEMBER(budget), ATTACK, 0,
     "evaluations for each bound (default 1000), or seconds as 60s"},
    {"--help", NULL, OPTION_FLAG, MEMBER(help), EVERY, 0, "show the usage and the options"},
};

typedef struct command_row {
  const char *name, *arguments, *meaning;
  size_t least, most; /* number of arguments */
} command_row;

static const command_row commands[] = {
    [COMMAND_NONE] = {"", "", "", 0, 0},
    [COMMAND_RUN] = {"run", "SCENARIO", "run a scenario: a path, or a name in ./scenarios or the installed folder", 1,
                     1},
    [COMMAND_PLOT] = {"plot", "RESULT_DIR", "draw the plots of a result folder", 1, 1},
    [COMMAND_LIST] = {"list", "[learners|problems|bounds|scenarios] [NAME]",
                      "what exists, with parameters, defaults and sources", 0, 2},
    [COMMAND_PREDICT] = {"predict", "STATE FILE",
                         "predict the rows of a data file with a saved state (run --save-state), without learning", 2,
                         2},
    [COMMAND_NEW] = {"new", "NAME", "write a commented scenario to start from: scenarios/NAME.lua", 1, 1},
    [COMMAND_REPORT] = {"report", "RESULT_DIR...",
                        "one page that shows result folders: verdicts, plots, sources; and LaTeX tables", 1,
                        LARGEST_ARGUMENTS},
    [COMMAND_SERVE] = {"serve", "LEARNER", "a learner for other programs: JSON lines on standard input and output", 1,
                       1},
    [COMMAND_VERIFY] = {"verify", "RESULT_DIR", "run a result folder again from its manifest and compare all files", 1,
                        1},
    [COMMAND_COMPARE] = {"compare", "RESULT_DIR RESULT_DIR",
                         "differences of two result folders on the same sequences, paired by grid point, learner and "
                         "seed",
                         2, 2},
    [COMMAND_ATTACK] = {"attack", "SCENARIO",
                        "search parameters and sequences at which a bound is used most, or broken", 1, 1},
    [COMMAND_MERGE] = {"merge", "--out DIR RESULT_DIR...",
                       "unite result folders of one scenario: shards, whole or unfinished ones", 1, LARGEST_ARGUMENTS},
};
enum { COMMANDS = sizeof commands / sizeof commands[0], ROWS = sizeof rows / sizeof rows[0] };

/* "run, plot or list" */
static void list_commands(char *text, size_t size) {
  size_t length = 0;
  for (size_t i = 1; i < COMMANDS && length < size; i++) {
    const char *before = i == 1 ? "" : i + 1 == COMMANDS ? " or " : ", ";
    length += (size_t)snprintf(text + length, size - length, "%s%s", before, commands[i].name);
  }
}

static status find_command(const char *word, command_line *out) {
  const char *names[COMMANDS];
  for (size_t i = 1; i < COMMANDS; i++) {
    names[i - 1] = commands[i].name;
    if (strcmp(commands[i].name, word) == 0) {
      out->command = (command)i;
      return STATUS_OK;
    }
  }
  const char *nearest = nearest_name(word, names, COMMANDS - 1);
  if (nearest != NULL) return FAIL(STATUS_INVALID, "%s: no such command; nearest: %s", word, nearest);
  char list[256];
  list_commands(list, sizeof list);
  return FAIL(STATUS_INVALID, "%s: no such command, expected %s (winnow --help)", word, list);
}

static status find_option(const char *word, size_t length, command command, const option_row **out) {
  const char *names[ROWS];
  size_t count = 0;
  char text[64];
  (void)snprintf(text, sizeof text, "%.*s", (int)(length < 60 ? length : 60), word);
  for (size_t i = 0; i < ROWS; i++) {
    if (!(rows[i].commands & (1u << command))) continue;
    names[count++] = rows[i].name + 2; /* the dashes, which all have, would make everything near */
    if (strcmp(rows[i].name, text) == 0) {
      *out = &rows[i];
      return STATUS_OK;
    }
  }
  const char *nearest = nearest_name(text + strspn(text, "-"), names, count);
  if (nearest != NULL)
    return FAIL(STATUS_INVALID, "%s: no such option of winnow %s; nearest: --%s", text, commands[command].name,
                nearest);
  return FAIL(STATUS_INVALID, "%s: no such option of winnow %s (winnow %s --help)", text, commands[command].name,
              commands[command].name);
}

static status store_value(const option_row *row, const char *value, command_line *out) {
  char *member = (char *)out + row->offset;
  long long count = 0;
  switch (row->kind) {
  case OPTION_COUNT:
    if (!integer_parse(value, &count) || count < 1 || count > row->largest) {
      return FAIL(STATUS_INVALID, "%s %s: expected a whole number from 1 to %lld", row->name, value, row->largest);
    }
    memcpy(member, &count, sizeof count);
    return STATUS_OK;
  case OPTION_TEXT:
    if (*value == 0) return FAIL(STATUS_INVALID, "%s: expected %s, got nothing", row->name, row->argument);
    memcpy(member, &value, sizeof value);
    return STATUS_OK;
  case OPTION_SET:
    if (strchr(value, '=') == NULL || *value == '=') {
      return FAIL(STATUS_INVALID, "--set %s: expected NAME=VALUE", value);
    }
    if (out->set_count == LARGEST_SETS) return FAIL(STATUS_INVALID, "--set: at most %d of them", LARGEST_SETS);
    out->sets[out->set_count++] = value;
    return STATUS_OK;
  case OPTION_FLAG: break;
  }
  return STATUS_OK;
}

/* "--name value", "--name=value" or a flag. */
static status parse_option(int argc, char *const *argv, int *i, command_line *out) {
  const char *word = argv[*i];
  const char *equals = strchr(word, '=');
  const size_t length = equals == NULL ? strlen(word) : (size_t)(equals - word);
  const option_row *row = NULL;
  TRY(find_option(word, length, out->command, &row));
  if (row->kind == OPTION_FLAG) {
    if (equals != NULL) return FAIL(STATUS_INVALID, "%s takes no value", row->name);
    *((bool *)((char *)out + row->offset)) = true;
    return STATUS_OK;
  }
  if (equals != NULL) return store_value(row, equals + 1, out);
  if (*i + 1 >= argc) return FAIL(STATUS_INVALID, "%s: expected %s after it", row->name, row->argument);
  return store_value(row, argv[++*i], out);
}

static status check(const command_line *line) {
  const command_row *row = &commands[line->command];
  if (line->argument_count < row->least)
    return FAIL(STATUS_INVALID, "winnow %s: expected %s", row->name, row->arguments);
  return STATUS_OK;
}

status command_line_parse(int argc, char *const *argv, command_line *out) {
  memset(out, 0, sizeof *out);
  if (argc < 2) {
    char list[256];
    list_commands(list, sizeof list);
    return FAIL(STATUS_INVALID, "expected a command: %s (winnow --help)", list);
  }
  if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "--help") == 0) {
    out->version = argv[1][2] == 'v';
    out->help = !out->version;
    return argc == 2 ? STATUS_OK : FAIL(STATUS_INVALID, "%s: nothing expected after %s", argv[2], argv[1]);
  }
  TRY(find_command(argv[1], out));
  bool options = true; /* until "--": what follows are arguments, whatever they begin with */
  for (int i = 2; i < argc; i++) {
    if (options && strcmp(argv[i], "--") == 0) {
      options = false;
      continue;
    }
    if (options && argv[i][0] == '-' && argv[i][1] != 0) {
      TRY(parse_option(argc, argv, &i, out));
      continue;
    }
    if (out->argument_count == commands[out->command].most) {
      return FAIL(STATUS_INVALID, "%s: one argument too many for winnow %s %s", argv[i], commands[out->command].name,
                  commands[out->command].arguments);
    }
    out->arguments[out->argument_count++] = argv[i];
  }
  return out->help ? STATUS_OK : check(out);
}

void command_line_help(FILE *file, command command) {
  if (command == COMMAND_NONE) {
    (void)fputs("winnow: a reference laboratory for online matrix learning\n\n", file);
    for (size_t i = 1; i < COMMANDS; i++) {
      (void)fprintf(file, "  winnow %s %s\n      %s\n", commands[i].name, commands[i].arguments, commands[i].meaning);
    }
    (void)fputs(
        "  winnow --version | --help | COMMAND --help\n\n"
        "Exit status: 0 all well; 1 failed in part, or differs from what is verified; 2 bad usage, scenario or\n"
        "  data; 3 a proved bound was violated; 130 interrupted.\n",
        file);
    return;
  }
  (void)fprintf(file, "winnow %s %s [options]\n  %s\n\n", commands[command].name, commands[command].arguments,
                commands[command].meaning);
  for (size_t i = 0; i < ROWS; i++) {
    if (!(rows[i].commands & (1u << command))) continue;
    char left[64];
    (void)snprintf(left, sizeof left, "%s %s", rows[i].name, rows[i].argument == NULL ? "" : rows[i].argument);
    (void)fprintf(file, "  %-20s %s\n", left, rows[i].meaning);
  }
}
