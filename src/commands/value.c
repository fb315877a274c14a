/* winnow value: exact values of small games, with proofs. */
#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "commands/command_line.h"
#include "games/pair_blocks.h"
#include "games/pair_files.h"
#include "games/subspace_files.h"
#include <unistd.h>

/* A parameter of a game; a gap is a fraction, the others are whole numbers. */
typedef struct game_parameter {
  const char *name;
  long long low, high; /* of the number, or of both parts of the fraction */
  bool is_fraction;
  fraction value; /* as given, or the default; denominator 0: required */
} game_parameter;

/* "3" or, for fractions, "1/2" or "0.5", which are put in lowest terms. */
static status read_value(game_parameter *parameter, const char *text) {
  const size_t length = parameter->is_fraction ? strcspn(text, "/.") : strlen(text);
  const char *rest = text[length] == 0 ? "" : text + length + 1;
  const bool decimal = text[length] == '.' && strlen(rest) < 7;
  char first[32] = "";
  fraction value = {0, 1};
  if (length < 24) (void)snprintf(first, sizeof first, "%.*s%s", (int)length, text, decimal ? rest : "");
  for (size_t i = 0; decimal && rest[i] != 0; i++) value.denominator *= 10;
  bool read = integer_parse(first, &value.numerator) &&
              (text[length] != '/' || integer_parse(rest, &value.denominator)) && (text[length] != '.' || decimal) &&
              value.denominator > 0;
  if (read) value = fraction_of(value.numerator, value.denominator);
  read = read && value.numerator >= parameter->low && value.numerator <= parameter->high &&
         value.denominator <= parameter->high;
  if (!read) {
    return FAIL(STATUS_INVALID, "--set %s=%.40s: expected a %s from %lld to %lld", parameter->name, text,
                parameter->is_fraction ? "fraction such as 1/2 or 0.5, of whole numbers" : "whole number",
                parameter->low, parameter->high);
  }
  parameter->value = value;
  return STATUS_OK;
}

static status read_parameters(const command_line *line, game_parameter *parameters, size_t count) {
  const char *names[8];
  for (size_t k = 0; k < count; k++) names[k] = parameters[k].name;
  for (size_t i = 0; i < line->set_count; i++) {
    const char *equals = strchr(line->sets[i], '=');
    const size_t length = (size_t)(equals - line->sets[i]);
    size_t k = 0;
    while (k < count && (strlen(names[k]) != length || strncmp(names[k], line->sets[i], length) != 0)) k++;
    if (k == count) {
      char word[32], list[64] = "";
      (void)snprintf(word, sizeof word, "%.*s", (int)(length < 31 ? length : 31), line->sets[i]);
      for (k = 0; k < count; k++) {
        (void)strncat(list, k == 0 ? "" : k + 1 == count ? " or " : ", ", sizeof list - strlen(list) - 1);
        (void)strncat(list, names[k], sizeof list - strlen(list) - 1);
      }
      return FAIL(STATUS_INVALID, "--set %s: no such parameter of %s, expected %s", word, line->arguments[0], list);
    }
    TRY(read_value(&parameters[k], equals + 1));
  }
  for (size_t k = 0; k < count; k++) {
    if (parameters[k].value.denominator == 0) {
      return FAIL(STATUS_INVALID, "%s: expected --set %s=, a whole number from %lld to %lld", line->arguments[0],
                  names[k], parameters[k].low, parameters[k].high);
    }
  }
  return STATUS_OK;
}

/* How far the search has come: on a terminal in place, ten times a second, elsewhere a line every ten seconds. */
typedef struct states_shown {
  bool terminal, any;
  double last;
} states_shown;

static void show_states(void *context, size_t states) {
  states_shown *shown = context;
  const double now = clock_seconds();
  if (now - shown->last < (shown->terminal ? 0.1 : 10.0)) return;
  (void)fprintf(stderr, shown->terminal ? "\r%zu states \033[K" : "%zu states\n", states);
  shown->last = now;
  shown->any = shown->terminal;
}

static void end_states(const states_shown *shown) {
  if (shown->any) (void)fputs("\r\033[K", stderr);
}

/* A game that has been solved, and how it writes its proofs. */
typedef status write_proof(void *game, FILE *file);

/* path NULL: not wanted, and *out stays NULL. */
static status begin_file(const char *path, write_proof *write, void *game, replacement **out) {
  *out = NULL;
  if (path == NULL) return STATUS_OK;
  TRY(replacement_begin(path, out));
  TRY(write(game, replacement_stream(*out)));
  return replacement_settle(*out);
}

static status end_file(replacement **file) {
  replacement *whole = *file;
  *file = NULL;
  return whole == NULL ? STATUS_OK : replacement_commit(whole);
}

/* Both files are whole before the first is renamed. */
static status write_files(const command_line *line, write_proof *write_tree, write_proof *write_table, void *game) {
  CLEANUP(replacement_abandon_at) replacement *table = NULL, *tree = NULL;
  TRY(begin_file(line->table, write_table, game, &table));
  TRY(begin_file(line->tree, write_tree, game, &tree));
  const status first = end_file(&table), last = end_file(&tree);
  return first == STATUS_OK ? last : first;
}

typedef struct solved_subspace {
  subspace_game *game;
  int value;
} solved_subspace;

static status write_subspace_tree(void *context, FILE *file) {
  const solved_subspace *solved = context;
  return subspace_write_tree(solved->game, solved->value, file);
}

static status write_subspace_table(void *context, FILE *file) {
  const solved_subspace *solved = context;
  return subspace_write_table(solved->game, solved->value, file);
}

static status run_subspace(const command_line *line, states_shown *shown) {
  game_parameter parameters[] = {{"n", 1, SUBSPACE_COORDINATES, false, {0, 0}},
                                 {"r", 1, SUBSPACE_COORDINATES, false, {1, 1}},
                                 {"gap", 1, 1000, true, {1, 2}}};
  solved_subspace solved = {0};
  CLEANUP(subspace_game_free_at) subspace_game *game = NULL;
  TRY(read_parameters(line, parameters, sizeof parameters / sizeof parameters[0]));
  const long long n = parameters[0].value.numerator, r = parameters[1].value.numerator;
  const fraction gap = parameters[2].value;
  if (r > n) return FAIL(STATUS_INVALID, "--set r=%lld: expected at most n = %lld", r, n);
  if (gap.numerator > r * gap.denominator) {
    return FAIL(STATUS_INVALID, "--set gap=%lld/%lld: expected at most r = %lld", gap.numerator, gap.denominator, r);
  }
  TRY(subspace_game_new((size_t)n, r, gap, show_states, shown, &game));
  solved.game = game;
  TRY(subspace_game_solve(game, &solved.value));
  const size_t states = subspace_game_states(game);
  TRY(write_files(line, write_subspace_tree, write_subspace_table, &solved));
  end_states(shown);
  (void)printf("subspace n=%lld r=%lld gap=%lld/%lld: %d mistakes (%zu states)\n", n, r, gap.numerator, gap.denominator,
               solved.value, states);
  return STATUS_OK;
}

static status write_pair_tree(void *game, FILE *file) {
  return pair_write_tree(game, file);
}

static status write_pair_table(void *game, FILE *file) {
  return pair_write_table(game, file);
}

enum { LARGEST_PAIR_STATES = 1 << 22, LARGEST_BLOCK_STATES = 1 << 24 };

static status run_pairs(const command_line *line, pair_kind kind, states_shown *shown) {
  const bool completion = kind == PAIR_COMPLETION;
  game_parameter parameters[] = {{"n", completion ? 1 : 2, completion ? PAIR_COLUMNS : PAIR_ITEMS, false, {0, 0}},
                                 {"T", 1, PAIR_TRIALS, false, {0, 0}},
                                 {"m", 1, PAIR_ROWS, false, {2, 1}}};
  CLEANUP(pair_game_free_at) pair_game *game = NULL;
  TRY(read_parameters(line, parameters, completion ? 3 : 2));
  const long long n = parameters[0].value.numerator, T = parameters[1].value.numerator;
  const size_t m = (size_t)(completion ? parameters[2].value.numerator : n);
  const pair_class of = {kind, m, (size_t)n};
  TRY(pair_game_new(&of, (size_t)T, LARGEST_PAIR_STATES, show_states, shown, &game));
  TRY(write_files(line, write_pair_tree, write_pair_table, game));
  end_states(shown);
  const int8_t zeros[PAIRS] = {0};
  const double value = pair_game_value(game, 0, zeros);
  (void)printf("%s ", pair_kind_name(kind));
  if (completion) (void)printf("m=%zu ", m);
  (void)printf("n=%lld T=%lld: ", n, T);
  pair_write_value(game, stdout);
  char text[NUMBER_TEXT], share[NUMBER_TEXT];
  (void)printf(" = %s = %s sqrt(n T) (%zu states)\n", number_short(value, 6, text),
               number_short(value / sqrt((double)(n * T)), 5, share), pair_game_states(game));
  return STATUS_OK;
}

static status write_rule(void *blocks, FILE *file) {
  return pair_blocks_write(blocks, file);
}

static status run_blocks(const command_line *line, states_shown *shown) {
  /* By the number of nodes, from 2 on: lambda and box; for those beyond, memory is short. */
  static const long long known[][2] = {{64, 16}, {24, 26}, {15, 10}, {10, 4}, {7, 2}, {8, 1}};
  const long long nodes = line->blocks;
  if (nodes < 2 || nodes > PAIR_ITEMS || line->table != NULL) {
    return FAIL(STATUS_INVALID, "--blocks: expected 2 to %d nodes, and --tree for the proof", PAIR_ITEMS);
  }
  const long long *own = known[nodes - 2];
  game_parameter parameters[] = {{"lambda", 1, 1000, true, {1, own[0]}}, {"box", 1, PAIR_SUM, false, {own[1], 1}}};
  CLEANUP(pair_blocks_free_at) pair_blocks *blocks = NULL;
  TRY(read_parameters(line, parameters, 2));
  const fraction lambda = parameters[0].value;
  const int box = (int)parameters[1].value.numerator;
  long long number = 0, unit = 1;
  TRY(pair_blocks_new((size_t)nodes, lambda, box, LARGEST_BLOCK_STATES, show_states, shown, &blocks));
  TRY(write_files(line, write_rule, NULL, blocks));
  end_states(shown);
  pair_blocks_value(blocks, &number, &unit);
  (void)printf("cut blocks=%lld lambda=%lld/%lld box=%d: u >= %lld/%lld, 0.%04d sqrt((n-1) T) for large n and T/n "
               "(%zu states)\n",
               nodes, lambda.numerator, lambda.denominator, box, number, unit, pair_blocks_constant(blocks),
               pair_blocks_states(blocks));
  return STATUS_OK;
}

static status run(const command_line *line, int *exit_status) {
  states_shown shown = {.terminal = isatty(STDERR_FILENO) == 1, .last = clock_seconds()};
  const char *game = line->arguments[0];
  *exit_status = 0;
  if (line->tree != NULL && line->table != NULL && strcmp(line->tree, line->table) == 0) {
    return FAIL(STATUS_INVALID, "--tree and --table: expected two files, both are %s", line->tree);
  }
  if (line->blocks > 0 && strcmp(game, "cut") == 0) return run_blocks(line, &shown);
  if (line->blocks > 0) return FAIL(STATUS_INVALID, "%.40s: --blocks is for the game cut", game);
  if (strcmp(game, "subspace") == 0) return run_subspace(line, &shown);
  for (pair_kind kind = PAIR_CUT; kind <= PAIR_COMPLETION; kind++) {
    if (strcmp(game, pair_kind_name(kind)) == 0) return run_pairs(line, kind, &shown);
  }
  return FAIL(STATUS_INVALID, "%.40s: no such game, expected subspace, cut, order or completion", game);
}

const command command_value = {.name = "value",
                               .arguments = "subspace|cut|order|completion",
                               .summary = "the exact value of a small game, with proofs that it is no less and no more",
                               .least = 1,
                               .most = 1,
                               .run = run};
