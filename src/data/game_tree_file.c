#include "data/game_tree_file.h"
#include "base/json.h"
#include "data/data_file.h"
#include "data/sequence_fields.h"
#include "games/pair_files.h"
#include "games/subspace_state.h"

/* What is being read. */
typedef struct tree_reader {
  const char *path;
  game_tree *tree;
  size_t shown, answers, rooms[2]; /* numbers in the lists so far, and room for them */
  int8_t *sums;                    /* pairs: those with which each node is met */
  bool *met;
} tree_reader;

static status refuse(const tree_reader *reader, size_t k, const char *what) {
  return FAIL(STATUS_INVALID, "%s: nodes[%zu]: %s", reader->path, k, what);
}

/* "1/2" or "1". */
static bool read_fraction(const cJSON *item, double *out) {
  char text[64];
  long long numerator = 0, denominator = 1;
  if (!cJSON_IsString(item) || strlen(item->valuestring) >= sizeof text) return false;
  (void)snprintf(text, sizeof text, "%s", item->valuestring);
  char *slash = strchr(text, '/');
  if (slash != NULL) *slash = 0;
  if (!integer_parse(text, &numerator) || (slash != NULL && !integer_parse(slash + 1, &denominator))) return false;
  if (denominator < 1) return false;
  *out = (double)numerator / (double)denominator;
  return true;
}

static status read_pair_head(const tree_reader *reader, const cJSON *json, pair_kind kind) {
  game_tree *tree = reader->tree;
  const bool completion = kind == PAIR_COMPLETION;
  size_t m = 0;
  if (!field_whole(field_get(json, "n"), completion ? 1 : 2, completion ? PAIR_COLUMNS : PAIR_ITEMS, &tree->n)) {
    return FAIL(STATUS_INVALID, "%s: n: expected a whole number up to %d", reader->path,
                completion ? PAIR_COLUMNS : PAIR_ITEMS);
  }
  if (completion && !field_whole(field_get(json, "m"), 1, PAIR_ROWS, &m)) {
    return FAIL(STATUS_INVALID, "%s: m: expected a whole number from 1 to %d", reader->path, PAIR_ROWS);
  }
  if (!field_whole(field_get(json, "T"), 1, PAIR_SUM, &tree->length)) {
    return FAIL(STATUS_INVALID, "%s: T: expected a whole number from 1 to %d", reader->path, PAIR_SUM);
  }
  tree->pairs = true;
  tree->of = (pair_class){kind, completion ? m : tree->n, tree->n};
  tree->width = pair_count(&tree->of);
  return STATUS_OK;
}

static status read_head(const tree_reader *reader, const cJSON *json) {
  game_tree *tree = reader->tree;
  const char *game = json_text(json, "game", "");
  for (pair_kind kind = PAIR_CUT; kind <= PAIR_COMPLETION; kind++) {
    if (strcmp(game, pair_kind_name(kind)) == 0) return read_pair_head(reader, json, kind);
  }
  tree->matrices = strcmp(game, "matrix") == 0;
  if (!tree->matrices && strcmp(game, "subspace") != 0) {
    return FAIL(STATUS_INVALID, "%s: game: expected subspace, matrix, cut, order or completion", reader->path);
  }
  if (!field_whole(field_get(json, "n"), 1, SUBSPACE_COORDINATES, &tree->n) ||
      !field_whole(field_get(json, "value"), 0, SUBSPACE_COORDINATES, &tree->length)) {
    return FAIL(STATUS_INVALID, "%s: n and value: expected whole numbers up to %d", reader->path, SUBSPACE_COORDINATES);
  }
  if (!read_fraction(field_get(json, "gap"), &tree->gap) || tree->gap <= 0.0) {
    return FAIL(STATUS_INVALID, "%s: gap: expected a positive fraction such as \"1/2\"", reader->path);
  }
  tree->width = tree->n;
  if (!tree->matrices) return STATUS_OK;
  if (!field_whole(field_get(json, "r"), 1, (double)tree->n, &tree->r)) {
    return FAIL(STATUS_INVALID, "%s: r: expected a whole number from 1 to n = %zu", reader->path, tree->n);
  }
  tree->width = tree->r * tree->n;
  return STATUS_OK;
}

/* Appends a row of an orthonormal frame with `earlier` rows before it. */
static bool read_vector(tree_reader *reader, const cJSON *list, size_t earlier) {
  const size_t n = reader->tree->n;
  double *row = reader->tree->answer + reader->answers, square = 0.0;
  size_t i = 0;
  if (!cJSON_IsArray(list) || field_length(list) != n) return false;
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    const double value = field_is_finite(item) ? item->valuedouble : NAN;
    if (!(fabs(value) <= 9.0) || value != floor(value)) return false;
    row[i++] = value;
    square += value * value;
  }
  if (square == 0.0) return false;
  for (size_t k = 1; k <= earlier; k++) {
    double inner = 0.0;
    for (i = 0; i < n; i++) inner += row[i] * row[i - k * n];
    if (fabs(inner) > 1e-12) return false;
  }
  for (i = 0; i < n; i++) row[i] /= sqrt(square);
  reader->answers += n;
  return true;
}

/* The frame that a node shows, or, of r vectors, ends with. */
static status read_span(tree_reader *reader, size_t k, const cJSON *list, bool end) {
  game_tree *tree = reader->tree;
  game_tree_node *node = &tree->node[k];
  const char *expected = end ? "span: expected r orthogonal vectors of n whole numbers up to 9"
                             : "show: expected up to n orthogonal vectors of n whole numbers up to 9";
  const size_t count = cJSON_IsArray(list) ? field_length(list) : 0;
  if (count < 1 || count > tree->n || (end && count != tree->r)) return refuse(reader, k, expected);
  TRY(memory_room(&tree->answer, &reader->rooms[1], reader->answers + count * tree->n, sizeof *tree->answer));
  node->first = reader->answers;
  node->shown = end ? 0 : count;
  size_t earlier = 0;
  for (const cJSON *item = list->child; item != NULL; item = item->next) {
    if (!read_vector(reader, item, earlier++)) return refuse(reader, k, expected);
  }
  return STATUS_OK;
}

static status read_shown(tree_reader *reader, size_t k, const cJSON *show) {
  game_tree *tree = reader->tree;
  game_tree_node *node = &tree->node[k];
  const size_t before = reader->shown, most = tree->pairs ? 2 : tree->n;
  const char *expected = tree->pairs ? "show: expected a pair of the game" : "show: expected ascending coordinates";
  if (!cJSON_IsArray(show) || field_length(show) < 1 || field_length(show) > most) return refuse(reader, k, expected);
  TRY(memory_room(&tree->shown, &reader->rooms[0], before + most, sizeof *tree->shown));
  for (const cJSON *item = show->child; item != NULL; item = item->next) {
    size_t *here = &tree->shown[reader->shown];
    if (!field_whole(item, 0, (double)(tree->n > tree->of.m ? tree->n : tree->of.m) - 1.0, here) ||
        (!tree->pairs && reader->shown > before && here[0] <= here[-1])) {
      return refuse(reader, k, expected);
    }
    reader->shown++;
  }
  node->first = before;
  node->shown = tree->pairs ? 1 : reader->shown - before;
  if (!tree->pairs) return STATUS_OK;
  const size_t i = tree->shown[before], j = tree->shown[before + 1];
  const bool completion = tree->of.kind == PAIR_COMPLETION;
  if (reader->shown != before + 2 || (completion ? i >= tree->of.m || j >= tree->of.n : i >= j)) {
    return refuse(reader, k, expected);
  }
  tree->shown[before] = pair_number(&tree->of, i, j);
  reader->shown = before + 1;
  return STATUS_OK;
}

static status read_answer(tree_reader *reader, size_t k, const cJSON *list) {
  game_tree *tree = reader->tree;
  const char *expected = tree->pairs ? "answer: expected a cut, an order or a sign matrix of rank one"
                                     : "diagonal: expected fractions from \"0\" to \"1\", one for each coordinate";
  if (!cJSON_IsArray(list) || field_length(list) != tree->width) return refuse(reader, k, expected);
  TRY(memory_room(&tree->answer, &reader->rooms[1], reader->answers + tree->width, sizeof *tree->answer));
  tree->node[k].first = reader->answers;
  double *answer = tree->answer + reader->answers;
  int8_t signs[PAIRS];
  size_t z = 0;
  for (const cJSON *item = list->child; item != NULL; item = item->next, z++) {
    if (!tree->pairs) {
      if (!read_fraction(item, &answer[z]) || answer[z] < 0.0 || answer[z] > 1.0) return refuse(reader, k, expected);
      continue;
    }
    if (!field_is_finite(item) || (item->valuedouble != 1.0 && item->valuedouble != -1.0))
      return refuse(reader, k, expected);
    answer[z] = item->valuedouble;
    signs[z] = (int8_t)answer[z];
  }
  reader->answers += tree->width;
  /* An answer gains most on sums that are itself: all of them, if it is of the class. */
  if (tree->pairs && pair_best(&tree->of, signs, NULL) != (int)tree->width) return refuse(reader, k, expected);
  return STATUS_OK;
}

/* Notes how the node after a label is met. */
static status meet(tree_reader *reader, size_t k, size_t after, int label) {
  game_tree *tree = reader->tree;
  const size_t width = tree->width;
  const bool again = reader->met[after];
  if (again && tree->node[after].depth != tree->node[k].depth + 1)
    return refuse(reader, after, "paths of two lengths lead to it");
  tree->node[after].depth = tree->node[k].depth + 1;
  reader->met[after] = true;
  if (!tree->pairs) return STATUS_OK;
  int8_t sums[PAIRS];
  memcpy(sums, reader->sums + k * width, width);
  sums[tree->shown[tree->node[k].first]] = (int8_t)(sums[tree->shown[tree->node[k].first]] + label);
  if (again && memcmp(sums, reader->sums + after * width, width) != 0) {
    return refuse(reader, after, "two paths with different sums of labels lead to it");
  }
  memcpy(reader->sums + after * width, sums, width);
  return STATUS_OK;
}

static status read_node(tree_reader *reader, size_t k, const cJSON *item) {
  game_tree *tree = reader->tree;
  game_tree_node *node = &tree->node[k];
  const char *const names[2] = {"minus", "plus"};
  const cJSON *end = field_get(item, tree->pairs ? "answer" : tree->matrices ? "span" : "diagonal");
  if (!reader->met[k]) return refuse(reader, k, "no node before it leads to it");
  if ((end != NULL) != (node->depth == tree->length))
    return refuse(reader, k, "expected all paths to end after as many trials as the head says");
  if (end != NULL) return tree->matrices ? read_span(reader, k, end, true) : read_answer(reader, k, end);
  TRY(tree->matrices ? read_span(reader, k, field_get(item, "show"), false)
                     : read_shown(reader, k, field_get(item, "show")));
  for (size_t i = 0; i < 2; i++) {
    if (!field_whole(field_get(item, names[i]), (double)k + 1.0, (double)tree->count - 1.0, &node->after[i])) {
      return refuse(reader, k,
                    i == 0 ? "minus: expected the number of a later node"
                           : "plus: expected the number of a later node");
    }
    TRY(meet(reader, k, node->after[i], i == 0 ? -1 : 1));
  }
  return STATUS_OK;
}

static void find_values(const tree_reader *reader) {
  game_tree *tree = reader->tree;
  for (size_t k = tree->count; k-- > 0;) {
    game_tree_node *node = &tree->node[k];
    if (node->shown > 0) {
      node->value = 0.5 * (tree->node[node->after[0]].value + tree->node[node->after[1]].value);
      continue;
    }
    for (size_t z = 0; z < tree->width; z++)
      node->value += 0.5 * reader->sums[k * tree->width + z] * tree->answer[node->first + z];
  }
}

static status read_tree(tree_reader *reader, const cJSON *json) {
  game_tree *tree = reader->tree;
  const cJSON *nodes = field_get(json, "nodes");
  size_t k = 0;
  TRY(read_head(reader, json));
  tree->count = cJSON_IsArray(nodes) ? field_length(nodes) : 0;
  if (tree->count < 1 || tree->count > GAME_TREE_NODES) {
    return FAIL(STATUS_INVALID, "%s: nodes: expected a list of 1 to %d of them", reader->path, GAME_TREE_NODES);
  }
  TRY(NEW_ARRAY(tree->count, tree->node));
  TRY(NEW_ARRAY(tree->count, reader->met));
  TRY(NEW_ARRAY(tree->count * tree->width, reader->sums));
  reader->met[0] = true;
  for (const cJSON *item = nodes->child; item != NULL; item = item->next) TRY(read_node(reader, k++, item));
  if (tree->pairs) find_values(reader);
  return STATUS_OK;
}

static void end_reading(tree_reader *reader) {
  free(reader->sums);
  free(reader->met);
}

status game_tree_read(const char *path, game_tree *out) {
  CLEANUP(end_reading) tree_reader reader = {.path = path, .tree = out};
  CLEANUP(json_free_at) cJSON *json = NULL;
  FREED char *text = NULL;
  size_t length = 0;
  *out = (game_tree){0};
  TRY(data_file_read(path, &text, &length));
  TRY(status_context(json_parse(text, &json), "%s", path));
  return read_tree(&reader, json);
}

void game_tree_free(game_tree *tree) {
  free(tree->node);
  free(tree->shown);
  free(tree->answer);
  *tree = (game_tree){0};
}
