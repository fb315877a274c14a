#include "games/pair_files.h"
#include "games/state_set.h"

const char *pair_kind_name(pair_kind kind) {
  static const char *const names[] = {"cut", "order", "completion"};
  return names[kind];
}

void pair_write_value(const pair_game *game, FILE *file) {
  const int8_t zeros[PAIRS] = {0};
  char text[2][PAIR_NUMBER_TEXT];
  pair_number_type number = pair_game_number(game, 0, zeros);
  pair_number_type power = (pair_number_type)1 << (pair_game_trials(game) + 1);
  for (; number % 2 == 0 && power > 1; power /= 2) number /= 2;
  (void)fprintf(file, "%s/%s", pair_number_text(number, text[0]), pair_number_text(power, text[1]));
}

static void write_head(const pair_game *game, const char *list, FILE *file) {
  const pair_class *of = pair_game_class(game);
  (void)fprintf(file, "{\"game\": \"%s\", ", pair_kind_name(of->kind));
  if (of->kind == PAIR_COMPLETION) (void)fprintf(file, "\"m\": %zu, ", of->m);
  (void)fprintf(file, "\"n\": %zu, \"T\": %zu, \"value\": \"", of->n, pair_game_trials(game));
  pair_write_value(game, file);
  (void)fprintf(file, "\", \"%s\": [", list);
}

static void write_list(const int8_t *list, size_t count, FILE *file) {
  for (size_t z = 0; z < count; z++) (void)fprintf(file, "%s%d", z == 0 ? "" : ", ", list[z]);
}

static size_t sum_of(const int8_t *sums, size_t count) {
  size_t sum = 0;
  for (size_t z = 0; z < count; z++) sum += (size_t)abs(sums[z]);
  return sum;
}

/* The first pair that attains the value after k trials. */
static size_t best_pair(const pair_game *game, size_t k, const int8_t *sums) {
  const size_t pairs = pair_count(pair_game_class(game));
  const pair_number_type number = pair_game_number(game, k, sums);
  int8_t after[PAIRS];
  memcpy(after, sums, pairs);
  for (size_t z = 0; z < pairs; z++) {
    after[z]++;
    const pair_number_type plus = pair_game_number(game, k + 1, after);
    after[z] = (int8_t)(after[z] - 2);
    if (plus + pair_game_number(game, k + 1, after) == number) return z;
    after[z]++;
  }
  return 0; /* not reached: the value is attained */
}

/* The nodes after k trials are the sums that the adversary meets then; those of each k are numbered on from `first`. */
static status write_level(const pair_game *game, size_t k, size_t first, const state_set *here, state_set *next,
                          FILE *file) {
  const pair_class *of = pair_game_class(game);
  const size_t pairs = pair_count(of);
  for (size_t state = 0; state < here->count; state++) {
    int8_t sums[PAIRS], answer[PAIRS];
    size_t i = 0, j = 0, minus = 0, plus = 0;
    memcpy(sums, state_set_at(here, state), pairs);
    (void)fputs(first + state == 0 ? "\n" : ",\n", file);
    if (k == pair_game_trials(game)) {
      (void)pair_best(of, sums, answer);
      (void)fputs("{\"answer\": [", file);
      write_list(answer, pairs, file);
      (void)fputs("]}", file);
      continue;
    }
    const size_t z = best_pair(game, k, sums);
    pair_entry(of, z, &i, &j);
    sums[z]--;
    TRY(state_set_add(next, sums, &minus));
    sums[z] = (int8_t)(sums[z] + 2);
    TRY(state_set_add(next, sums, &plus));
    (void)fprintf(file, "{\"show\": [%zu, %zu], \"minus\": %zu, \"plus\": %zu}", i, j, first + here->count + minus,
                  first + here->count + plus);
  }
  return STATUS_OK;
}

status pair_write_tree(const pair_game *game, FILE *file) {
  const size_t pairs = pair_count(pair_game_class(game));
  const int8_t zeros[PAIRS] = {0};
  CLEANUP(state_set_clear) state_set here = {0}, next = {0};
  size_t first = 0, number = 0;
  write_head(game, "nodes", file);
  TRY(state_set_init(&next, pairs));
  TRY(state_set_add(&next, zeros, &number));
  for (size_t k = 0; k <= pair_game_trials(game); k++) {
    state_set_clear(&here);
    here = next;
    TRY(state_set_init(&next, pairs));
    TRY(write_level(game, k, first, &here, &next, file));
    first += here.count;
  }
  (void)fputs("\n]}\n", file);
  return STATUS_OK;
}

status pair_write_table(const pair_game *game, FILE *file) {
  const size_t pairs = pair_count(pair_game_class(game)), trials = pair_game_trials(game);
  write_head(game, "states", file);
  for (size_t state = 0; state < pair_game_states(game); state++) {
    const int8_t *sums = pair_game_sums(game, state);
    const size_t least = sum_of(sums, pairs);
    (void)fprintf(file, "%s{\"sums\": [", state == 0 ? "\n" : ",\n");
    write_list(sums, pairs, file);
    (void)fputs("], \"numbers\": [", file);
    for (size_t k = least; k <= trials; k += 2) {
      char text[PAIR_NUMBER_TEXT];
      (void)fprintf(file, "%s\"%s\"", k == least ? "" : ", ", pair_number_text(pair_game_number(game, k, sums), text));
    }
    (void)fputs("]}", file);
  }
  (void)fputs("\n]}\n", file);
  return STATUS_OK;
}
