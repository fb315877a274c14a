#include "games/subspace_files.h"

/* Where the tree has come to: coordinate i of `state` is coordinate place[i] of the game. */
typedef struct tree_place {
  subspace_state state;
  uint8_t place[SUBSPACE_COORDINATES];
} tree_place;

typedef struct tree_writer {
  subspace_game *game;
  FILE *file;
  size_t n, nodes; /* written or promised */
} tree_writer;

static void write_head(const subspace_game *game, size_t n, int value, const char *list, FILE *file) {
  const fraction gap = subspace_game_gap(game);
  (void)fprintf(file,
                "{\"game\": \"subspace\", \"n\": %zu, \"r\": %lld, \"gap\": \"%lld/%lld\", \"value\": %d, \"%s\": [", n,
                subspace_game_rank(game), gap.numerator, gap.denominator, value, list);
}

static void write_set(uint16_t set, const uint8_t *place, FILE *file) {
  const char *before = "";
  (void)fputc('[', file);
  for (size_t i = 0; i < SUBSPACE_COORDINATES; i++) {
    if ((set >> i & 1) == 0) continue;
    (void)fprintf(file, "%s%zu", before, place == NULL ? i : place[i]);
    before = ", ";
  }
  (void)fputc(']', file);
}

static status write_leaf(const tree_writer *writer, const tree_place *here) {
  subspace_proof proof;
  long long weight[SUBSPACE_COORDINATES] = {0};
  TRY(subspace_cover(&here->state, subspace_game_rank(writer->game), subspace_game_gap(writer->game), &proof));
  for (size_t i = 0; i < here->state.n; i++) weight[here->place[i]] = proof.weight[i];
  (void)fputs("{\"diagonal\": [", writer->file);
  for (size_t i = 0; i < writer->n; i++) {
    (void)fprintf(writer->file, "%s\"%lld/%lld\"", i == 0 ? "" : ", ", weight[i], proof.scale);
  }
  (void)fputs("]}", writer->file);
  return STATUS_OK;
}

/* Nodes in the order of a walk that goes to the minus side first: the node after it is its minus child, and the plus child follows the 2^k - 1 nodes
 * of that one's tree, where k answers are left after this node. */
static status write_node(tree_writer *writer, const tree_place *here, int k) {
  (void)fputs(writer->nodes++ == 0 ? "\n" : ",\n", writer->file);
  if (k == 0) return write_leaf(writer, here);
  uint16_t instance = 0;
  TRY(subspace_game_instance(writer->game, &here->state, k, &instance));
  (void)fputs("{\"show\": ", writer->file);
  write_set(instance, here->place, writer->file);
  (void)fprintf(writer->file, ", \"minus\": %zu, \"plus\": %zu}", writer->nodes, writer->nodes + ((size_t)1 << k) - 1);
  for (int positive = 0; positive <= 1; positive++) {
    tree_place after = *here;
    size_t count = 0;
    (void)subspace_after(&here->state, instance, positive == 1, &after.state);
    for (size_t i = 0; i < here->state.n; i++) {
      if (positive == 1 || (instance >> i & 1) == 0) after.place[count++] = here->place[i];
    }
    TRY(write_node(writer, &after, k - 1));
  }
  return STATUS_OK;
}

status subspace_write_tree(subspace_game *game, int value, FILE *file) {
  tree_writer writer = {.game = game, .file = file, .n = subspace_game_coordinates(game)};
  tree_place start = {.state = {.n = (uint8_t)writer.n}};
  for (size_t i = 0; i < writer.n; i++) start.place[i] = (uint8_t)i;
  write_head(game, writer.n, value, "nodes", file);
  TRY(write_node(&writer, &start, value));
  (void)fputs("\n]}\n", file);
  return STATUS_OK;
}

typedef struct table_writer {
  const subspace_game *game;
  FILE *file;
  size_t states;
} table_writer;

static status write_state(void *context, const subspace_state *state, int most) {
  table_writer *writer = context;
  FILE *file = writer->file;
  subspace_proof proof;
  (void)fprintf(file, "%s{\"n\": %d, \"rows\": [", writer->states++ == 0 ? "\n" : ",\n", state->n);
  for (size_t j = 0; j < state->rows; j++) {
    if (j > 0) (void)fputs(", ", file);
    write_set(subspace_row(state, j), NULL, file);
  }
  if (most >= 0) {
    (void)fprintf(file, "], \"errors\": %d}", most);
    return STATUS_OK;
  }
  TRY(subspace_cover(state, subspace_game_rank(writer->game), subspace_game_gap(writer->game), &proof));
  (void)fputs("], \"multipliers\": [", file);
  for (size_t j = 0; j < state->rows; j++) (void)fprintf(file, "%s%lld", j == 0 ? "" : ", ", proof.multiplier[j]);
  (void)fputs("]}", file);
  return STATUS_OK;
}

status subspace_write_table(subspace_game *game, int value, FILE *file) {
  table_writer writer = {.game = game, .file = file};
  write_head(game, subspace_game_coordinates(game), value, "states", file);
  TRY(subspace_game_table(game, write_state, &writer));
  (void)fputs("\n]}\n", file);
  return STATUS_OK;
}
