/* The reader of trees of games: any bytes are a tree that can be walked, or one line that says why not. A tree ends after as many trials as it
 * says, whatever is answered, with an answer of its class. */
#include <math.h>

#include "data/game_tree_file.h"
#include "fuzz_input.h"

static void walk(const game_tree *tree, unsigned answers) {
  size_t node = 0;
  for (size_t t = 0; t < tree->length; t++, answers = answers >> 1 | answers << 31) {
    const game_tree_node *here = &tree->node[node];
    if (here->shown == 0 || here->depth != t) abort();
    for (size_t i = 0; i < here->shown && !tree->matrices; i++) {
      if (tree->shown[here->first + i] >= tree->width) abort();
    }
    node = here->after[answers & 1];
    if (node >= tree->count) abort();
  }
  if (tree->node[node].shown != 0) abort();
  for (size_t z = 0; z < tree->width; z++) {
    if (!(fabs(tree->answer[tree->node[node].first + z]) <= 1.0)) abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[FUZZ_PATH];
  const int file = fuzz_file(data, size, path);
  game_tree tree;
  const status code = game_tree_read(path, &tree);
  fuzz_check_message(code, NULL);
  if (code == STATUS_OK) {
    for (unsigned answers = 0; answers < 64; answers++) walk(&tree, answers * 0x9E3779B9u);
    if (tree.pairs && !(tree.node[0].value >= -PAIR_SUM && tree.node[0].value <= PAIR_SUM)) abort();
  }
  game_tree_free(&tree);
  (void)close(file);
  return 0;
}
