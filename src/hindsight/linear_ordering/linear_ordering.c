/* Minimum-loss orders: costs of pairs, components, exact and searched orders, lower bounds. */
#include "hindsight/linear_ordering/linear_ordering.h"
#include "base/arena.h"
#include "base/fixed_math.h"
#include "base/hash.h"
#include "base/random.h"
#include <float.h>

enum { STEP_DIGITS = 10 }; /* exact data are multiples of 2^-10 */

typedef struct pair_loss {
  size_t a, b, trial;
  double a_first, b_first;
} pair_loss;

static int compare_sizes(size_t x, size_t y) {
  return (x > y) - (x < y);
}

static int compare_pairs(const void *first, const void *second) {
  const pair_loss *x = first, *y = second;
  if (x->a != y->a) return compare_sizes(x->a, y->a);
  if (x->b != y->b) return compare_sizes(x->b, y->b);
  return compare_sizes(x->trial, y->trial);
}

static status check_class(const entry_trials *trials) {
  const loss *l = &trials->loss;
  if (trials->m != trials->n) {
    return FAIL(STATUS_INVALID, "orders: %zu rows and %zu columns, expected as many", trials->m, trials->n);
  }
  if (l->kind == LOSS_ZERO_ONE || l->low > 0.0 || l->high < 1.0) {
    return FAIL(STATUS_INVALID, "orders: loss %s on [%g, %g], expected real predictions with 0 and 1",
                loss_kind_name(l->kind), l->low, l->high);
  }
  return STATUS_OK;
}

static bool multiple(double value) {
  const double steps = ldexp(value, STEP_DIGITS);
  return steps == floor(steps);
}

/* Lists the losses of trials off the diagonal; those on the diagonal are added to `always`. */
static status list_losses(const entry_trials *trials, pair_loss *list, size_t *count, ordering_costs *out) {
  bool exact = true;
  for (size_t t = 0; t < trials->count; t++) {
    const size_t i = trials->row[t], j = trials->column[t];
    const double zero = loss_value(&trials->loss, 0.0, trials->label[t]);
    const double one = loss_value(&trials->loss, 1.0, trials->label[t]);
    if (i >= out->n || j >= out->n) {
      return FAIL(STATUS_INVALID, "orders: trial %zu is of the entry (%zu, %zu), expected 1 to %zu", t + 1, i + 1,
                  j + 1, out->n);
    }
    if (!isfinite(zero) || !isfinite(one)) {
      return FAIL(STATUS_INVALID, "orders: the loss of trial %zu is not finite", t + 1);
    }
    exact = exact && multiple(zero) && multiple(one);
    out->size += fmax(fabs(zero), fabs(one));
    if (i == j) {
      out->always += one;
    } else if (i < j) {
      list[(*count)++] = (pair_loss){.a = i, .b = j, .trial = t, .a_first = one, .b_first = zero};
    } else {
      list[(*count)++] = (pair_loss){.a = j, .b = i, .trial = t, .a_first = zero, .b_first = one};
    }
  }
  out->step = exact && out->size < ldexp(1.0, 52 - STEP_DIGITS) ? ldexp(1.0, -STEP_DIGITS) : 0.0;
  return STATUS_OK;
}

static void add_pairs(const pair_loss *list, size_t count, ordering_costs *out) {
  for (size_t l = 0; l < count; l++) {
    const bool again = l > 0 && list[l].a == list[l - 1].a && list[l].b == list[l - 1].b;
    if (!again) out->pairs[out->count++] = (ordering_pair){.a = list[l].a, .b = list[l].b};
    out->pairs[out->count - 1].a_first += list[l].a_first;
    out->pairs[out->count - 1].b_first += list[l].b_first;
  }
  for (size_t p = 0; p < out->count; p++) out->always += fmin(out->pairs[p].a_first, out->pairs[p].b_first);
}

status ordering_costs_of(const entry_trials *trials, ordering_costs *out) {
  FREED pair_loss *list = NULL;
  size_t count = 0;
  *out = (ordering_costs){.n = trials->n};
  TRY(check_class(trials));
  TRY(NEW_ARRAY(trials->count, list));
  TRY(list_losses(trials, list, &count, out));
  TRY(NEW_ARRAY(count, out->pairs));
  if (count > 1) qsort(list, count, sizeof *list, compare_pairs);
  add_pairs(list, count, out);
  return STATUS_OK;
}

/* ---- strongly connected components of the majority graph (Tarjan 1972), without recursion */

typedef struct graph {
  size_t n;
  size_t *start, *head; /* the arcs of v lead to head[start[v]..start[v+1]-1] */
  bool *paired;
  size_t *number, *low; /* number of the visit from 1 (0: not visited); smallest number that can be reached */
  size_t *next;         /* arc to follow next */
  size_t *path, depth;  /* being visited */
  size_t *open, opened; /* visited, component still unknown */
  bool *is_open;
  arena memory; /* of the arrays */
} graph;

static void graph_free(graph *g) {
  arena_free(&g->memory);
}

static void add_arcs(const ordering_costs *costs, graph *g) {
  for (size_t p = 0; p < costs->count; p++) {
    const ordering_pair *pair = &costs->pairs[p];
    g->paired[pair->a] = g->paired[pair->b] = true;
    if (pair->a_first != pair->b_first) g->start[(pair->a_first < pair->b_first ? pair->a : pair->b) + 1]++;
  }
  for (size_t v = 0; v < g->n; v++) g->start[v + 1] += g->start[v];
  for (size_t v = 0; v < g->n; v++) g->next[v] = g->start[v];
  for (size_t p = 0; p < costs->count; p++) {
    const ordering_pair *pair = &costs->pairs[p];
    if (pair->a_first < pair->b_first) g->head[g->next[pair->a]++] = pair->b;
    if (pair->b_first < pair->a_first) g->head[g->next[pair->b]++] = pair->a;
  }
  for (size_t v = 0; v < g->n; v++) g->next[v] = g->start[v];
}

static status graph_new(const ordering_costs *costs, graph *g) {
  const size_t n = costs->n;
  *g = (graph){.n = n};
  TRY(ARENA_ARRAY(&g->memory, n + 1, g->start));
  TRY(ARENA_ARRAY(&g->memory, costs->count, g->head));
  TRY(ARENA_ARRAY(&g->memory, n, g->paired));
  TRY(ARENA_ARRAY(&g->memory, n, g->number));
  TRY(ARENA_ARRAY(&g->memory, n, g->low));
  TRY(ARENA_ARRAY(&g->memory, n, g->next));
  TRY(ARENA_ARRAY(&g->memory, n, g->path));
  TRY(ARENA_ARRAY(&g->memory, n, g->open));
  TRY(ARENA_ARRAY(&g->memory, n, g->is_open));
  add_arcs(costs, g);
  return STATUS_OK;
}

static void enter(graph *g, size_t v, size_t *visits) {
  g->number[v] = g->low[v] = ++*visits;
  g->path[g->depth++] = v;
  g->open[g->opened++] = v;
  g->is_open[v] = true;
}

/* Moves the component that v closes from the open items to the end of the free part out[0..*first-1]. */
static void close_component(graph *g, size_t v, size_t *out, size_t *first, size_t *start, size_t *count) {
  size_t member;
  do {
    member = g->open[--g->opened];
    g->is_open[member] = false;
    out[--*first] = member;
  } while (member != v);
  start[(*count)++] = *first;
}

/* Sinks are found first, so components are written from the end to the front. */
static void visit(graph *g, size_t root, size_t *visits, size_t *out, size_t *first, size_t *start, size_t *count) {
  enter(g, root, visits);
  while (g->depth > 0) {
    const size_t v = g->path[g->depth - 1];
    if (g->next[v] < g->start[v + 1]) {
      const size_t w = g->head[g->next[v]++];
      if (g->number[w] == 0) {
        enter(g, w, visits);
      } else if (g->is_open[w] && g->number[w] < g->low[v]) {
        g->low[v] = g->number[w];
      }
      continue;
    }
    if (g->low[v] == g->number[v]) close_component(g, v, out, first, start, count);
    g->depth--;
    if (g->depth == 0) continue;
    const size_t parent = g->path[g->depth - 1];
    if (g->low[v] < g->low[parent]) g->low[parent] = g->low[v];
  }
}

status ordering_components(const ordering_costs *costs, size_t **items, size_t **start, size_t *count) {
  CLEANUP(graph_free) graph g = {0};
  FREED size_t *list = NULL, *first_of = NULL;
  const size_t n = costs->n;
  size_t visits = 0, paired = 0;
  *items = *start = NULL;
  *count = 0;
  TRY(graph_new(costs, &g));
  TRY(NEW_ARRAY(n, list));
  TRY(NEW_ARRAY(n + 1, first_of));
  for (size_t v = 0; v < n; v++) paired += g.paired[v] ? 1 : 0;
  size_t first = paired;
  for (size_t v = n; v-- > 0;) {
    if (g.paired[v] && g.number[v] == 0) visit(&g, v, &visits, list, &first, first_of, count);
  }
  for (size_t c = 0; c < *count / 2; c++) {
    const size_t kept = first_of[c];
    first_of[c] = first_of[*count - 1 - c];
    first_of[*count - 1 - c] = kept;
  }
  for (size_t v = 0; v < n; v++) {
    if (g.paired[v]) continue;
    first_of[(*count)++] = paired;
    list[paired++] = v;
  }
  first_of[*count] = n;
  *items = list;
  *start = first_of;
  list = first_of = NULL;
  return STATUS_OK;
}

/* ---- few items: dynamic programming over the sets that come first */

/* Cost of v when it comes last among `before` and v. */
static double cost_of_last(size_t k, const double *excess, size_t before, size_t v) {
  double sum = 0.0;
  for (size_t u = 0; u < k; u++) {
    if ((before >> u & 1U) != 0) sum += excess[u * k + v];
  }
  return sum;
}

static double best_last(size_t k, const double *excess, const double *least, size_t set, size_t *last) {
  double best = INFINITY;
  for (size_t v = 0; v < k; v++) {
    if ((set >> v & 1U) == 0) continue;
    const size_t before = set ^ (size_t)1 << v;
    const double value = least[before] + cost_of_last(k, excess, before, v);
    if (!(value < best)) continue;
    best = value;
    *last = v;
  }
  return best;
}

status ordering_exact(size_t k, const double *excess, size_t *order, double *found) {
  FREED double *least = NULL;
  size_t last = 0;
  if (k < 1 || k > ORDERING_EXACT_MOST) {
    return FAIL(STATUS_INVALID, "exact order of %zu items, expected 1 to %d", k, ORDERING_EXACT_MOST);
  }
  TRY(NEW_ARRAY((size_t)1 << k, least));
  for (size_t set = 1; set < (size_t)1 << k; set++) least[set] = best_last(k, excess, least, set, &last);
  size_t set = ((size_t)1 << k) - 1;
  *found = least[set];
  for (size_t place = k; place-- > 0;) {
    (void)best_last(k, excess, least, set, &last);
    order[place] = last;
    set ^= (size_t)1 << last;
  }
  return STATUS_OK;
}

/* ---- many items: annealing, then iterated local search over insertions (after Schiavinotto & Stuetzle 2004) */

/* Total number of steps for any k: of one annealing run, and of all passes after kicks. */
static const double annealing_budget = 5e8, kick_budget = 2e8;
static const double hottest = 15.0, coldest = 0.4; /* temperatures, in mean excesses of a pair */
enum { ANNEALING_RUNS = 32, ANNEALING_LEVELS = 200 };
enum { LEAST_KICKS = 200, MOST_KICKS = 20000, MOVES_OF_KICK = 3, LONGEST_BLOCK = 12 };

typedef struct search {
  size_t k;
  double *turn; /* turn[u * k + v] = excess of u before v - of v before u */
  double least_gain;
  double scale; /* mean excess of a pair */
  size_t *order, *best;
  arena memory; /* of the arrays */
} search;

/* The best place for the item at `from`; *gain < 0 is the change of the cost. */
static size_t best_place(const search *s, size_t from, double *gain) {
  const double *turn = s->turn + s->order[from] * s->k;
  size_t best = from;
  double change = 0.0;
  *gain = -s->least_gain;
  for (size_t place = from; place-- > 0;) {
    change += turn[s->order[place]];
    if (change >= *gain) continue;
    *gain = change;
    best = place;
  }
  change = 0.0;
  for (size_t place = from + 1; place < s->k; place++) {
    change -= turn[s->order[place]];
    if (change >= *gain) continue;
    *gain = change;
    best = place;
  }
  return best;
}

static void move_item(size_t *order, size_t from, size_t to) {
  const size_t item = order[from];
  if (to < from) memmove(order + to + 1, order + to, (from - to) * sizeof *order);
  if (to > from) memmove(order + from, order + from + 1, (to - from) * sizeof *order);
  order[to] = item;
}

/* Insertions until none gains; returns the change of the cost (<= 0). */
static double descend(search *s) {
  double total = 0.0;
  bool again = true;
  while (again) {
    again = false;
    for (size_t from = 0; from < s->k; from++) {
      double gain;
      const size_t to = best_place(s, from, &gain);
      if (to == from) continue;
      move_item(s->order, from, to);
      total += gain;
      again = true;
    }
  }
  return total;
}

static double excess_of(const search *s, const double *excess, const size_t *order) {
  double sum = 0.0;
  for (size_t a = 0; a < s->k; a++) {
    for (size_t b = a + 1; b < s->k; b++) sum += excess[order[a] * s->k + order[b]];
  }
  return sum;
}

/* Moves a block of items a little; returns the change of the cost. */
static double kick(search *s, random_stream *random) {
  double change = 0.0;
  for (int move = 0; move < MOVES_OF_KICK; move++) {
    const size_t length = 1 + random_index(random, s->k / 2 < LONGEST_BLOCK ? s->k / 2 : LONGEST_BLOCK);
    const size_t from = random_index(random, s->k - length), past = from + length;
    const size_t room = s->k - past;
    const size_t steps = 1 + random_index(random, room < 2 * LONGEST_BLOCK ? room : 2 * LONGEST_BLOCK);
    for (size_t step = 0; step < steps; step++) {
      const size_t item = s->order[past + step];
      for (size_t l = 0; l < length; l++) change += s->turn[item * s->k + s->order[from + step + l]];
      move_item(s->order, past + step, from + step);
    }
  }
  return change;
}

/* A stream seeded by the content: the same excesses always get the same kicks, and different ones do not share them. */
static status content_stream(size_t k, const double *excess, random_stream **out) {
  CLEANUP(stream_hash_free_at) stream_hash *hash = NULL;
  char text[33];
  TRY(stream_hash_new(&hash));
  stream_hash_bytes(hash, excess, k * k * sizeof *excess);
  stream_hash_text(hash, text);
  text[16] = '\0';
  return random_stream_new(strtoull(text, NULL, 16), "order search", out);
}

/* One annealing run over insertions, from any order; budget / k moves (but at most k^2 at each temperature) by up to
 * `far` places. */
static void anneal(search *s, random_stream *random, size_t far) {
  const double cool = fixed_pow(coldest / hottest, 1.0 / ANNEALING_LEVELS);
  const double affordable = annealing_budget / (ANNEALING_LEVELS * (double)s->k);
  const size_t moves = 1 + (size_t)fmin(affordable, (double)s->k * (double)s->k);
  double temperature = hottest * s->scale;
  random_shuffle(random, s->k, s->order);
  for (int level = 0; level < ANNEALING_LEVELS; level++, temperature *= cool) {
    for (size_t move = 0; move < moves; move++) {
      const size_t from = random_index(random, s->k), behind = s->k - 1 - from;
      const size_t left = from < far ? from : far, right = behind < far ? behind : far;
      const size_t offset = random_index(random, left + right);
      const size_t to = offset < left ? from - 1 - offset : from + 1 + (offset - left);
      const double *turn = s->turn + s->order[from] * s->k;
      double change = 0.0;
      for (size_t place = to; place < from; place++) change += turn[s->order[place]];
      for (size_t place = from + 1; place <= to; place++) change -= turn[s->order[place]];
      if (change > 0.0 && random_uniform(random) >= fixed_exp(-change / temperature)) continue;
      move_item(s->order, from, to);
    }
  }
}

/* The best of several runs, each improved until no insertion gains. */
static void start_order(search *s, const double *excess, random_stream *random) {
  double least = INFINITY;
  for (size_t u = 0; u < s->k; u++) s->order[u] = u;
  for (int run = 0; run < ANNEALING_RUNS; run++) {
    anneal(s, random, run % 2 == 0 ? s->k / 2 : s->k);
    (void)descend(s);
    const double value = excess_of(s, excess, s->order);
    if (!(value < least)) continue;
    least = value;
    memcpy(s->best, s->order, s->k * sizeof *s->order);
  }
  memcpy(s->order, s->best, s->k * sizeof *s->order);
}

static size_t kicks_of(size_t k) {
  const double kicks = kick_budget / ((double)k * (double)k);
  return kicks < LEAST_KICKS ? LEAST_KICKS : kicks > MOST_KICKS ? MOST_KICKS : (size_t)kicks;
}

static void iterate(search *s, random_stream *random) {
  for (size_t kicks = kicks_of(s->k); kicks > 0; kicks--) {
    double change = kick(s, random);
    change += descend(s);
    if (change <= s->least_gain) {
      memcpy(s->best, s->order, s->k * sizeof *s->order);
    } else {
      memcpy(s->order, s->best, s->k * sizeof *s->order);
    }
  }
}

static void search_free(search *s) {
  arena_free(&s->memory);
}

static status search_new(size_t k, const double *excess, search *s) {
  double size = 0.0, pairs = 0.0;
  *s = (search){.k = k};
  TRY(ARENA_ARRAY(&s->memory, k * k, s->turn));
  TRY(ARENA_ARRAY(&s->memory, k, s->order));
  TRY(ARENA_ARRAY(&s->memory, k, s->best));
  for (size_t u = 0; u < k; u++) {
    for (size_t v = 0; v < k; v++) s->turn[u * k + v] = excess[u * k + v] - excess[v * k + u];
    for (size_t v = 0; v < k; v++) size += excess[u * k + v];
    for (size_t v = 0; v < k; v++) pairs += excess[u * k + v] > 0.0 ? 1.0 : 0.0;
  }
  s->least_gain = 1e-13 * size; /* rounding is no gain */
  s->scale = size > 0.0 ? size / pairs : 1.0;
  return STATUS_OK;
}

status ordering_search(size_t k, const double *excess, size_t *order, double *found) {
  CLEANUP(search_free) search s = {0};
  CLEANUP(random_stream_free_at) random_stream *random = NULL;
  if (k < 3) return FAIL(STATUS_INVALID, "order search of %zu items, expected at least 3", k);
  TRY(search_new(k, excess, &s));
  TRY(content_stream(k, excess, &random));
  start_order(&s, excess, random);
  iterate(&s, random);
  memcpy(order, s.best, k * sizeof *order);
  *found = excess_of(&s, excess, order);
  return STATUS_OK;
}

/* ---- many items: a certified lower bound */

/* The width of the smoothing |x| ~ huber(x) falls from the mean absolute value in this number of stages. */
enum { STAGES = 11 };
static const double pass_budget = 1.2e9; /* total number of coordinate steps, for any k */
enum { LEAST_PASSES = 3, MOST_PASSES = 150 };

typedef struct dual {
  size_t k;
  double *margin;   /* d' of i < j at i * k + j */
  double *multiple; /* t of the triples, in the order of the loops */
} dual;

static double clip(double x) {
  return x < -1.0 ? -1.0 : x > 1.0 ? 1.0 : x;
}

/* One majorised coordinate step on every t: the smoothed function has curvature at most 3 / width along it. */
static void pass(dual *d, double width) {
  const size_t k = d->k;
  const double third = width / 3.0, inverse = 1.0 / width;
  double *t = d->multiple;
  for (size_t i = 0; i < k; i++) {
    double *row_i = d->margin + i * k;
    for (size_t j = i + 1; j < k; j++) {
      double *row_j = d->margin + j * k;
      double ij = row_i[j];
      for (size_t l = j + 1; l < k; l++, t++) {
        const double slope = clip(ij * inverse) + clip(row_j[l] * inverse) - clip(row_i[l] * inverse);
        const double free = *t + third * slope;
        const double next = free > third ? free - third : free < -third ? free + third : 0.0;
        const double change = next - *t;
        *t = next;
        ij -= change;
        row_j[l] -= change;
        row_i[l] += change;
      }
      row_i[j] = ij;
    }
  }
}

/* The bound for the present t: d' is computed afresh, and every sum is charged with its rounding. */
static double value_of(dual *d, const double *excess) {
  const size_t k = d->k;
  const double *t = d->multiple;
  double multiples = 0.0, gained = 0.0, size = 0.0;
  for (size_t i = 0; i < k; i++) {
    for (size_t j = i + 1; j < k; j++) d->margin[i * k + j] = excess[j * k + i] - excess[i * k + j];
  }
  for (size_t i = 0; i < k; i++) {
    for (size_t j = i + 1; j < k; j++) {
      double of_pair = 0.0;
      for (size_t l = j + 1; l < k; l++, t++) {
        d->margin[i * k + j] -= *t;
        d->margin[j * k + l] -= *t;
        d->margin[i * k + l] += *t;
        of_pair += fabs(*t);
      }
      multiples += of_pair;
    }
  }
  for (size_t i = 0; i < k; i++) {
    for (size_t j = i + 1; j < k; j++) {
      const double before = fabs(excess[j * k + i] - excess[i * k + j]);
      gained += before - fabs(d->margin[i * k + j]);
      size += before;
    }
  }
  /* no number takes part in more than k^2 / 2 + 2 k additions, whose results are at most size + 4 multiples */
  const double rounding = ((double)k * (double)k + 4.0 * (double)k) * DBL_EPSILON * (size + 4.0 * multiples);
  return 0.5 * (gained - multiples) - rounding;
}

static double mean_modulus(size_t k, const double *excess) {
  double sum = 0.0, count = 0.0;
  for (size_t e = 0; e < k * k; e++) {
    sum += excess[e];
    count += excess[e] > 0.0 ? 1.0 : 0.0;
  }
  return count > 0.0 ? sum / count : 0.0;
}

static int passes_of(size_t k) {
  const double triples = (double)k * (double)k * (double)k / 6.0;
  const double passes = pass_budget / (triples * STAGES);
  return passes < LEAST_PASSES ? LEAST_PASSES : passes > MOST_PASSES ? MOST_PASSES : (int)passes;
}

status ordering_bound(size_t k, const double *excess, double *least) {
  FREED double *margin = NULL, *multiple = NULL;
  double width = mean_modulus(k, excess);
  *least = 0.0;
  if (k < 3 || width <= 0.0) return STATUS_OK;
  TRY(NEW_ARRAY(k * k, margin));
  TRY(NEW_ARRAY(k * (k - 1) / 2 * (k - 2) / 3, multiple));
  dual d = {k, margin, multiple};
  (void)value_of(&d, excess);
  for (int stage = 0; stage < STAGES; stage++, width *= 0.5) {
    for (int p = passes_of(k); p > 0; p--) pass(&d, width);
    const double value = value_of(&d, excess);
    if (value > *least) *least = value;
  }
  return STATUS_OK;
}
