#include "commands/command_line.h"
#include "base/text.h"

typedef enum option_kind { OPTION_FLAG, OPTION_COUNT, OPTION_TEXT, OPTION_SET, OPTION_LEARNER } option_kind;

typedef struct option_row {
  const char *name;     /* with the dashes */
  const char *argument; /* as --help shows it: WHAT, a|b to choose one, a,b to choose some; NULL for flags */
  option_kind kind;
  size_t offset;        /* of the member of command_line */
  const char *commands; /* names separated by a space; NULL: all */
  long long largest;    /* of a count */
  const char *meaning;
} option_row;

#define MEMBER(name) offsetof(command_line, name)
enum { LONGEST_TIME = 366 * 24 * 3600 };

static const option_row rows[] = {
    {"--set", "NAME=VALUE", OPTION_SET, 0, "run attack trace", 0,
     "replace a parameter; NAME=A,B,C sweeps it; may be repeated"},
    {"--learner", "JSON", OPTION_LEARNER, 0, "run", 0,
     "play also a program, with the options of learner.external: "
     "{\"command\":[\"python3\",\"/home/me/mine.py\"],\"label\":\"mine\"}; may be repeated"},
    {"--seeds", "K", OPTION_COUNT, MEMBER(seeds), "run attack", 1000000, "run seeds 1..K"},
    {"--trials", "T", OPTION_COUNT, MEMBER(trials), "run attack", 1LL << 53, "at most T trials a cell"},
    {"--jobs", "J", OPTION_COUNT, MEMBER(jobs), "run verify attack", 1024,
     "worker processes (default: one for each processor it may use)"},
    {"--data", "DIR", OPTION_TEXT, MEMBER(data), "run list verify attack trace", 0, "folder of data files"},
    {"--out", "DIR", OPTION_TEXT, MEMBER(out), "run attack", 0,
     "the result folder itself (default: one below results)"},
    {"--out", "DIR", OPTION_TEXT, MEMBER(out), "plot", 0, "folder for the pictures (default: one below plots)"},
    {"--out", "DIR", OPTION_TEXT, MEMBER(out), "merge", 0, "the result folder to write (required)"},
    {"--out", "FILE", OPTION_TEXT, MEMBER(out), "report", 0,
     "the page (default report.html); pictures and LaTeX go to FILE without .html, _files"},
    {"--record", NULL, OPTION_FLAG, MEMBER(record), "run", 0, "write every sequence to sequences/<cell>.jsonl"},
    {"--save-state", NULL, OPTION_FLAG, MEMBER(save_state), "run", 0,
     "write every learner's final state to states/LEARNER-seedK-PARAMETERS-CELL.json"},
    {"--fresh", NULL, OPTION_FLAG, MEMBER(fresh), "run", 0, "run finished cells again"},
    {"--shard", "I/N", OPTION_TEXT, MEMBER(shard), "run", 0,
     "run only every N-th cell, from the I-th on, into shards/I-of-N of the result folder; winnow merge joins them"},
    {"--cell-time", "SECONDS", OPTION_COUNT, MEMBER(cell_time), "run", LONGEST_TIME,
     "end a cell that takes longer: status timeout (default: no limit, 3600 for procedures)"},
    {"--run-time", "SECONDS", OPTION_COUNT, MEMBER(run_time), "run", LONGEST_TIME,
     "end the run after that time, keep finished cells, exit status 130; a cell that used all of it: status timeout"},
    {"--run-time", "SECONDS", OPTION_COUNT, MEMBER(run_time), "attack", LONGEST_TIME,
     "end the search after that time, an equal share of it for each bound (then --budget has no default)"},
    {"--keep-timeouts", NULL, OPTION_FLAG, MEMBER(keep_timeouts), "run", 0,
     "do not retry cells that timed out in an earlier run"},
    {"--watch", NULL, OPTION_FLAG, MEMBER(watch), "run", 0,
     "run and draw again whenever the scenario or its data are saved; plots/NAME/index.html shows the pictures"},
    {"--dry-run", NULL, OPTION_FLAG, MEMBER(dry_run), "run", 0,
     "print how many cells there are, how many are finished, and where; run and write nothing"},
    {"--allow-external", NULL, OPTION_FLAG, MEMBER(allow_external), "run verify attack trace predict serve learn", 0,
     "start the programs of learner.external also where a scenario or state from elsewhere names them"},
    {"--eigen", "own|gsl", OPTION_TEXT, MEMBER(eigen), "run attack", 0, "eigensolver (default own)"},
    {"--curves", "all", OPTION_TEXT, MEMBER(curves), "run", 0,
     "rows of curves.tsv at every kept trial (default: of the 100 a decade only those where a value changed)"},
    {"--quiet", NULL, OPTION_FLAG, MEMBER(quiet), "run attack merge", 0, "no progress and no table"},
    {"--data", "tidy", OPTION_TEXT, MEMBER(data), "plot", 0,
     "write no pictures, but tidy.tsv: a row for each point of a curve with parameters, learner and seed"},
    {"--format", "svg,pdf,png", OPTION_TEXT, MEMBER(format), "plot", 0, "picture formats (default all)"},
    {"--style", "NAME", OPTION_TEXT, MEMBER(style), "plot", 0,
     "screen (default), paper (LaTeX and pdf, 3.3 or 6.9 inches wide) or slides (16:9)"},
    {"--spread", "NAME", OPTION_TEXT, MEMBER(spread), "plot", 0,
     "what bands and bars show: sd, se, ci (95 % interval of the mean), quantiles (10 % to 90 %) or none"},
    {"--format", "text|json", OPTION_TEXT, MEMBER(format), "list", 0, "how to show it (default text)"},
    {"--format", "text|tsv", OPTION_TEXT, MEMBER(format), "compare", 0,
     "an aligned table or one with tabs and all digits (default text)"},
    {"--latex", NULL, OPTION_FLAG, MEMBER(latex), "compare", 0, "tables for a paper"},
    {"--set", "NAME=VALUE", OPTION_SET, 0, "serve", 0, "an option of the learner; lists as NAME=A,B; may be repeated"},
    {"--load", "FILE", OPTION_TEXT, MEMBER(load), "serve", 0, "continue from a saved state"},
    {"--save", "FILE", OPTION_TEXT, MEMBER(save), "serve", 0, "write the state to FILE at the end"},
    {"--learner", "NAME", OPTION_TEXT, MEMBER(learner), "learn", 0,
     "the learner with its options, as in 'winnow{r = 2}'"},
    {"--rows", "PROBLEM", OPTION_TEXT, MEMBER(rows), "learn", 0,
     "how rows are read: table, libsvm or regression_data with its options, as in 'table{class_column = \"spam\", "
     "positive = \"yes\"}' (default: as the first line says)"},
    {"--load", "FILE", OPTION_TEXT, MEMBER(load), "learn", 0, "go on from a saved state, which says how rows are read"},
    {"--id", "COLUMN", OPTION_TEXT, MEMBER(id), "learn", 0,
     "the column with the names of rows, by name or number: a label may come in a later row of the same name"},
    {"--save-state", "FILE", OPTION_TEXT, MEMBER(save), "learn", 0, "write the state to FILE at the end"},
    {"--save-every", "N", OPTION_COUNT, MEMBER(every), "learn", 1LL << 53, "and after every N rows"},
    {"--trials", "T", OPTION_COUNT, MEMBER(trials), "learn", 1LL << 32,
     "the learner is made for T rows with a label, and learns no more (default 1000000)"},
    {"--format", "html,latex", OPTION_TEXT, MEMBER(format), "report", 0,
     "what to write (default both); html alone draws no pdf"},
    {"--bound", "NAME", OPTION_TEXT, MEMBER(bound), "attack", 0,
     "the bound, or BOUND.INVARIANT (default: all bounds of the scenario)"},
    {"--top", "N", OPTION_COUNT, MEMBER(top), "predict", 1000000,
     "ratings: the N highest for each row (or each of FILE, without those that it has), where no FILE is needed"},
    {"--weights", NULL, OPTION_FLAG, MEMBER(weights), "predict", 0,
     "instead the weights of the features, the largest first; of matrices the eigenvectors of the --top N (3) largest "
     "eigenvalues"},
    {"--noise", "K", OPTION_COUNT, MEMBER(noise), "attack", 1LL << 32,
     "K trials of a sequence may contradict the comparator (default: as many as the bound charges or judges, else as "
     "in the scenario's own)"},
    {"--learner", "NAME", OPTION_TEXT, MEMBER(learner), "trace", 0,
     "the learner, by its label or name (default: the first of the scenario)"},
    {"--seed", "K", OPTION_COUNT, MEMBER(seed), "trace learn", 1000000, "the seed (default 1)"},
    {"--trials", "T", OPTION_COUNT, MEMBER(first), "trace", 1000000,
     "tell the first T trials (default 5); the learner is tuned to all that the scenario has"},
    {"--budget", "N|Ss", OPTION_TEXT, MEMBER(budget), "attack", 0,
     "for each bound: evaluations (default 1000), or seconds as 60s"},
    {"--set", "NAME=VALUE", OPTION_SET, 0, "value", 0,
     "a parameter of the game: n, r and gap, or m, n and T; may be repeated"},
    {"--blocks", "K", OPTION_COUNT, MEMBER(blocks), "value", 7,
     "cut: what blocks of K nodes, stopped in time, force in games of many nodes; parameters lambda and box"},
    {"--tree", "FILE", OPTION_TEXT, MEMBER(tree), "value", 0,
     "write an optimal adversary: the proof that the value is no less"},
    {"--table", "FILE", OPTION_TEXT, MEMBER(table), "value", 0,
     "write an optimal learner: the proof that the value is no more"},
    {"--csv", "FILE", OPTION_TEXT, MEMBER(csv), "new", 0,
     "about a table with a column to predict: CSV, columns separated by semicolons, tabs or blanks, or LIBSVM's "
     "format"},
    {"--class", "COLUMN", OPTION_TEXT, MEMBER(class), "new", 0,
     "the column to predict, a class or a number, by its name or its number from 1 (default: the last)"},
    {"--matches", "FILE", OPTION_TEXT, MEMBER(matches), "new", 0,
     "about a table of matches: two teams, scores or a result, perhaps a date"},
    {"--ratings", "FILE", OPTION_TEXT, MEMBER(ratings), "new", 0, "about a table of ratings: who, what, rating"},
    {"--graph", "FILE", OPTION_TEXT, MEMBER(graph), "new", 0, "about a graph: lines \"i j weight\", or Matrix Market"},
    {"--help", NULL, OPTION_FLAG, MEMBER(help), NULL, 0, "show usage and options"},
};

enum { ROWS = sizeof rows / sizeof rows[0], LARGEST_COMMANDS = 64 };

/* Is it an option of the command? */
static bool has_command(const option_row *row, const command *asked) {
  return row->commands == NULL || word_place(row->commands, asked->name) >= 0;
}

static status find_command(const char *word, const command *const *commands, command_line *out) {
  const char *names[LARGEST_COMMANDS];
  size_t count = 0;
  for (; commands[count] != NULL; count++) {
    names[count] = commands[count]->name;
    if (strcmp(names[count], word) == 0) {
      out->command = commands[count];
      return STATUS_OK;
    }
  }
  char nearest[NEAREST_TEXT];
  return FAIL(STATUS_INVALID, "%s: no such command%s (winnow help)", word,
              nearest_names(word, names, count, false, nearest));
}

static status find_option(const char *word, size_t length, const command *asked, const option_row **out) {
  const char *names[ROWS];
  size_t count = 0;
  char text[64];
  (void)snprintf(text, sizeof text, "%.*s", (int)(length < 60 ? length : 60), word);
  for (size_t i = 0; i < ROWS; i++) {
    if (!has_command(&rows[i], asked)) continue;
    names[count++] = rows[i].name;
    if (strcmp(rows[i].name, text) == 0) {
      *out = &rows[i];
      return STATUS_OK;
    }
  }
  char nearest[NEAREST_TEXT];
  return FAIL(STATUS_INVALID, "%s: no such option of winnow %s%s (winnow help %s)", text, asked->name,
              nearest_names(text, names, count, false, nearest), asked->name);
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
  case OPTION_LEARNER:
    if (out->learner_count == LARGEST_LEARNERS)
      return FAIL(STATUS_INVALID, "--learner: at most %d of them", LARGEST_LEARNERS);
    out->learners[out->learner_count++] = value;
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

status command_line_parse(int argc, char *const *argv, const command *const *commands, command_line *out) {
  memset(out, 0, sizeof *out);
  if (argc < 2) return FAIL(STATUS_INVALID, "expected a command");
  if (strcmp(argv[1], "help") == 0) {
    out->help = true;
    if (argc > 3) return FAIL(STATUS_INVALID, "%s: one argument too many for winnow help [COMMAND]", argv[3]);
    return argc == 2 ? STATUS_OK : find_command(argv[2], commands, out);
  }
  if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "--help") == 0) {
    out->version = argv[1][2] == 'v';
    out->help = !out->version;
    return argc == 2 ? STATUS_OK : FAIL(STATUS_INVALID, "%s: nothing expected after %s", argv[2], argv[1]);
  }
  TRY(find_command(argv[1], commands, out));
  const command *asked = out->command;
  bool options = true; /* until "--": all that follows is arguments */
  for (int i = 2; i < argc; i++) {
    if (options && strcmp(argv[i], "--") == 0) {
      options = false;
      continue;
    }
    if (options && argv[i][0] == '-' && argv[i][1] != 0) {
      TRY(parse_option(argc, argv, &i, out));
      continue;
    }
    if (out->argument_count == asked->most) {
      return FAIL(STATUS_INVALID, "%s: one argument too many for winnow %s %s", argv[i], asked->name, asked->arguments);
    }
    out->arguments[out->argument_count++] = argv[i];
  }
  if (out->help || out->argument_count >= asked->least) return STATUS_OK;
  return FAIL(STATUS_INVALID, "winnow %s: expected %s", asked->name, asked->arguments);
}

static void print_program_help(FILE *file, const command *const *commands) {
  (void)fputs("winnow: a reference laboratory for online matrix learning\n\n", file);
  for (size_t i = 0; commands[i] != NULL; i++) {
    (void)fprintf(file, "  winnow %s %s\n      %s\n", commands[i]->name, commands[i]->arguments, commands[i]->summary);
  }
  (void)fputs("  winnow --version | help [COMMAND] | --help | COMMAND --help\n\n"
              "Exit status: 0 success; 1 failed in part, or verify found a difference; 2 bad usage, scenario or\n"
              "  data; 3 a proved bound was violated; 130 interrupted.\n",
              file);
}

void command_line_help(FILE *file, const command *const *commands, const command *one) {
  if (one == NULL) {
    print_program_help(file, commands);
    return;
  }
  (void)fprintf(file, "winnow %s %s [options]\n  %s\n\n", one->name, one->arguments, one->summary);
  for (size_t i = 0; i < ROWS; i++) {
    if (!has_command(&rows[i], one)) continue;
    char left[64];
    (void)snprintf(left, sizeof left, "%s %s", rows[i].name, rows[i].argument == NULL ? "" : rows[i].argument);
    (void)fprintf(file, "  %-20s %s\n", left, rows[i].meaning);
  }
}
