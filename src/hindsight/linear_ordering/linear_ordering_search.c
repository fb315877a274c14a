/* Annealing, then iterated local search over insertions (after Schiavinotto & Stuetzle 2004). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fixed_math.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/random.h"
#include "hindsight/linear_ordering/linear_ordering.h"

/* Steps in all, whatever k: of one annealing run, and of the kicks' passes. */
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
} search;

/* The best place for the item at `from`: *gain < 0 is what the cost changes by. */
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

/* Until no insertion gains; returns what was gained (<= 0). */
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

/* A block of items moves a little; what that costs. */
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

/* From the content: no two instances share their kicks by accident, and the same one always has the same. */
static status content_stream(size_t k, const double *excess, random_stream **out) {
  stream_hash *hash = NULL;
  char text[33];
  TRY(stream_hash_new(&hash));
  stream_hash_bytes(hash, excess, k * k * sizeof *excess);
  stream_hash_text(hash, text);
  stream_hash_free(hash);
  text[16] = '\0';
  return random_stream_new(strtoull(text, NULL, 16), "order search", out);
}

/* One annealing run over insertions, from any order; budget / k moves (but at most k^2 at each temperature) by up to `far` places. */
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

/* The best of several runs, each taken down to where no insertion gains. */
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

static status search_new(size_t k, const double *excess, search *s) {
  double size = 0.0, pairs = 0.0;
  *s = (search){.k = k};
  TRY(NEW_ARRAY(k * k, s->turn));
  TRY(NEW_ARRAY(k, s->order));
  TRY(NEW_ARRAY(k, s->best));
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
  search s;
  random_stream *random = NULL;
  status code = STATUS_OK;
  if (k < 3) return FAIL(STATUS_INVALID, "order search of %zu items, expected at least 3", k);
  CHECK(search_new(k, excess, &s));
  CHECK(content_stream(k, excess, &random));
  start_order(&s, excess, random);
  iterate(&s, random);
  memcpy(order, s.best, k * sizeof *order);
  *found = excess_of(&s, excess, order);
end:
  random_stream_free(random);
  free(s.turn);
  free(s.order);
  free(s.best);
  return code;
}
