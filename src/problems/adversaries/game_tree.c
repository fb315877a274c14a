/* The optimal adversary of a small game, from a tree that `winnow value --tree` wrote (data/game_tree_file.h).
 *
 *   Close to Subspace         shows coordinates, contradicts every prediction, and ends with the diagonal of a projection that agrees; or shows
 *                             projections, and ends with one of rank r (results/reference/values/matrix_n=5_r=1_gap=1-2.tree.json)
 *   cuts, orders, completion  shows pairs; with yhat in [-1, 1] the prediction in units of the interval, the label is the y for which
 *                             V(after y) - y yhat/2 is greater, 1 if both are equal; ends with an answer W that loses least
 *
 * The first kind forces as many mistakes as there are trials. In the second one the sum of V and of the losses -y yhat/2 never falls, because V is the
 * mean of both that follow: every learner has the regret V of the first node, or more, against the W at the end. */

#include "data/game_tree_file.h"
#include "data/shared_data.h"
#include "games/subspace_state.h"
#include "problems/problem.h"

typedef struct adversary {
  const char *file;
  const game_tree *tree;
  size_t node;
  double value; /* what is forced: mistakes, or regret */
  double ones[SUBSPACE_COORDINATES];
  comparator *comparator;
  size_t comparator_node; /* from which it was found */
} adversary;

static const parameter parameters[] = {
    OPTION_FILE(adversary, file, REQUIRED, "tree that winnow value --tree wrote, or one of matrices")};

static status read_tree(void *data, const char *path, const char *second, const void *how) {
  return game_tree_read(path, data);
}

static void clear_tree(void *data) {
  game_tree_free(data);
}

static loss loss_of(const game_tree *tree) {
  if (tree->of.kind == PAIR_ORDER) return (loss){LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0};
  return (loss){LOSS_ABSOLUTE, -1.0, 1.0, -1.0, 1.0, 0.5};
}

static status facts(void *self, const problem_setting *setting, problem_facts *out) {
  static const data_reader reader = {sizeof(game_tree), read_tree, clear_tree};
  const data_question question = {.reader = &reader,
                                  .folders = &setting->folders,
                                  .values = setting->options,
                                  .from = PLACE(adversary, file),
                                  .to = PLACE(adversary, file) + 1};
  adversary *made = self;
  const void *found = NULL;
  TRY(shared_data(self, &question, &found));
  const game_tree *tree = made->tree = found;
  if (tree->length == 0) {
    return FAIL(STATUS_INVALID, "%s: the tree has no trial: no mistake can be forced", setting->class->about.name);
  }
  *out = (problem_facts){.n = tree->n,
                         .rows = tree->pairs ? tree->of.m : 0,
                         .kind = tree->pairs      ? INSTANCE_ENTRY
                                 : tree->matrices ? INSTANCE_LOW_RANK
                                                  : INSTANCE_VECTOR,
                         .rank = tree->pairs ? 1 : tree->n,
                         .labels = tree->pairs ? LABEL_REAL : LABEL_SIGN,
                         .loss = loss_of(tree),
                         .trials = tree->length,
                         .adaptive = true,
                         .comparator_late = true,
                         .gap_low = tree->pairs ? NAN : 0.0,
                         .gap_high = tree->pairs ? NAN : tree->gap};
  return STATUS_OK;
}

static status init(void *self, const problem_setting *setting) {
  adversary *made = self;
  for (size_t i = 0; i < SUBSPACE_COORDINATES; i++) made->ones[i] = 1.0;
  made->value = made->tree->pairs ? made->tree->node[0].value : (double)made->tree->length;
  return STATUS_OK;
}

static void clear(void *self) {
  comparator_free(((adversary *)self)->comparator);
}

static status next(void *self, const learner *player, instance *x) {
  adversary *made = self;
  const game_tree *tree = made->tree;
  const game_tree_node *node = &tree->node[made->node];
  size_t i = 0, j = 0;
  if (node->shown == 0) return STATUS_END;
  if (tree->matrices) {
    *x = instance_low_rank(tree->n, node->shown, tree->answer + node->first, made->ones, 0.0);
    return STATUS_OK;
  }
  if (!tree->pairs) {
    *x = instance_sparse(INSTANCE_VECTOR, tree->n, node->shown, tree->shown + node->first, made->ones);
    return STATUS_OK;
  }
  pair_entry(&tree->of, tree->shown[node->first], &i, &j);
  *x = instance_entry(tree->of.m, tree->of.n, i, j);
  return STATUS_OK;
}

static status reveal(void *self, const prediction *predicted, double *label) {
  adversary *made = self;
  const game_tree *tree = made->tree;
  const game_tree_node *node = &tree->node[made->node];
  bool positive = predicted->value <= 0.0;
  if (node->shown == 0) return FAIL(STATUS_FAILED, "game_tree: a label was requested without an instance");
  if (tree->pairs) {
    const loss cost = loss_of(tree);
    const double yhat = (2.0 * predicted->value - cost.low - cost.high) / (cost.high - cost.low);
    positive = tree->node[node->after[1]].value - tree->node[node->after[0]].value >= yhat;
    *label = positive ? cost.high : cost.low;
  } else {
    *label = positive ? 1.0 : -1.0;
  }
  made->node = node->after[positive];
  return STATUS_OK;
}

static status find_comparator(const game_tree *tree, const double *answer, comparator **out) {
  const size_t n = tree->of.n;
  double signs[PAIR_ITEMS];
  size_t items[PAIR_ITEMS] = {0};
  if (tree->matrices) return comparator_from_frame(COMPARATOR_PLANTED, tree->n, tree->r, answer, out);
  if (!tree->pairs) return comparator_from_vector(COMPARATOR_PLANTED, tree->n, answer, out);
  if (tree->of.kind == PAIR_COMPLETION) return comparator_from_entries(COMPARATOR_PLANTED, tree->of.m, n, answer, out);
  if (tree->of.kind == PAIR_CUT) {
    signs[0] = 1.0;
    for (size_t j = 1; j < n; j++) signs[j] = -answer[pair_number(&tree->of, 0, j)];
    return comparator_from_cut(COMPARATOR_PLANTED, n, signs, out);
  }
  for (size_t i = 0; i < n; i++) {
    size_t place = 0;
    for (size_t j = 0; j < n; j++) {
      if (j < i) place += answer[pair_number(&tree->of, j, i)] > 0.0;
      if (j > i) place += answer[pair_number(&tree->of, i, j)] < 0.0;
    }
    items[place] = i;
  }
  return comparator_from_order(COMPARATOR_PLANTED, n, items, out);
}

/* Where a run ended early, the first of those that agree with the labels so far. */
static comparator *agreeing(void *self) {
  adversary *made = self;
  if (made->comparator != NULL && made->comparator_node == made->node) return made->comparator;
  comparator_free(made->comparator);
  made->comparator = NULL;
  size_t node = made->comparator_node = made->node;
  while (made->tree->node[node].shown > 0) node = made->tree->node[node].after[0];
  const double *answer = made->tree->answer + made->tree->node[node].first;
  return find_comparator(made->tree, answer, &made->comparator) == STATUS_OK ? made->comparator : NULL;
}

static const field constants[] = {{FIELD(adversary, value, FIELD_NUMBER)}};

static const problem_methods methods = {
    .size = sizeof(adversary),
    .facts = facts,
    .init = init,
    .clear = clear,
    .next = next,
    .reveal = reveal,
    .comparator = agreeing,
    FIELDS(constants, constants),
};

const problem_class problem_game_tree = {
    .about = {.name = "game_tree",
              .title = "Optimal adversary",
              .citation = "after Littlestone 1988; docs/constants.md",
              .help = "plays the tree that winnow value wrote: forces the exact value of a small game on every learner",
              .formula =
                  "the instance of a node, and the label after which more is left: $y=-\\hat y$, or the $y$ for which "
                  "$V(y)-\\frac12y\\hat y$ is greater",
              .family = "game_tree",
              .result_version = 2,
              PARAMETERS(parameters)},
    .methods = &methods,
};
