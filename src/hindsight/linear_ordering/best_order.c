/* The best order, component by component: exact for few items, searched and bounded for many. */
#include "hindsight/linear_ordering/best_order.h"
#include "hindsight/hindsight_answer.h"
#include "hindsight/linear_ordering/linear_ordering.h"
#include <float.h>

/* The component of each item, and its place in the list of all components' items. */
typedef struct places {
  size_t *component, *place;
} places;

/* The dense excesses of the component items[first..first+k-1], in the order of that list. */
static void fill_excess(const ordering_costs *costs, const places *at, size_t component, size_t first, size_t k,
                        double *excess) {
  for (size_t e = 0; e < k * k; e++) excess[e] = 0.0;
  for (size_t p = 0; p < costs->count; p++) {
    const ordering_pair *pair = &costs->pairs[p];
    if (at->component[pair->a] != component || at->component[pair->b] != component) continue;
    const size_t a = at->place[pair->a] - first, b = at->place[pair->b] - first;
    excess[a * k + b] = fmax(0.0, pair->a_first - pair->b_first);
    excess[b * k + a] = fmax(0.0, pair->b_first - pair->a_first);
  }
}

/* The largest step of which all excesses are multiples; `step` is one such step. */
static double common_step(size_t k, const double *excess, double step) {
  uint64_t common = 0;
  for (size_t e = 0; e < k * k; e++) {
    uint64_t a = (uint64_t)(excess[e] / step);
    while (a != 0) {
      const uint64_t rest = common % a;
      common = a;
      a = rest;
    }
  }
  return common > 0 ? (double)common * step : step;
}

/* Reorders the component's items and adds a lower bound of their cost to *least. */
static status order_component(const ordering_costs *costs, const double *excess, size_t k, size_t *items,
                              double *least) {
  FREED size_t *order = NULL, *sorted = NULL;
  double found = 0.0, bound = 0.0;
  TRY(NEW_ARRAY(k, order));
  TRY(NEW_ARRAY(k, sorted));
  if (k <= ORDERING_EXACT_MOST) {
    TRY(ordering_exact(k, excess, order, &found));
    bound = found;
  } else {
    TRY(ordering_search(k, excess, order, &found));
    TRY(ordering_bound(k, excess, &bound));
    const double step = costs->step > 0.0 ? common_step(k, excess, costs->step) : 0.0;
    if (step > 0.0) bound = ceil(bound / step) * step;
    if (bound > found) bound = found; /* only by rounding, where data are not exact */
  }
  *least += bound;
  for (size_t l = 0; l < k; l++) sorted[l] = items[order[l]];
  for (size_t l = 0; l < k; l++) items[l] = sorted[l];
  return STATUS_OK;
}

static status order_components(const ordering_costs *costs, size_t *items, const size_t *start, size_t count,
                               double *least) {
  FREED size_t *component = NULL, *place = NULL;
  TRY(NEW_ARRAY(costs->n, component));
  TRY(NEW_ARRAY(costs->n, place));
  const places at = {component, place};
  for (size_t c = 0; c < count; c++) {
    for (size_t l = start[c]; l < start[c + 1]; l++) {
      at.component[items[l]] = c;
      at.place[items[l]] = l;
    }
  }
  for (size_t c = 0; c < count; c++) {
    const size_t k = start[c + 1] - start[c];
    if (k < 2) continue;
    if (k > ORDERING_MOST) {
      return FAIL(STATUS_INVALID, "%zu items beat each other in circles, expected at most %d for the best order", k,
                  ORDERING_MOST);
    }
    FREED double *excess = NULL;
    TRY(NEW_ARRAY(k * k, excess));
    fill_excess(costs, &at, c, start[c], k, excess);
    TRY(order_component(costs, excess, k, items + start[c], least));
  }
  return STATUS_OK;
}

/* Summed in the order of the trials, as a learner's regret is. */
static status own_loss(const entry_trials *trials, const double *items, double *own) {
  FREED size_t *place = NULL;
  TRY(NEW_ARRAY(trials->n, place));
  for (size_t l = 0; l < trials->n; l++) place[(size_t)items[l]] = l;
  *own = 0.0;
  for (size_t t = 0; t < trials->count; t++) {
    const double prediction = place[trials->row[t]] <= place[trials->column[t]] ? 1.0 : 0.0;
    *own += loss_value(&trials->loss, prediction, trials->label[t]);
  }
  return STATUS_OK;
}

static status find_order(const entry_trials *trials, hindsight_answer *found) {
  CLEANUP(ordering_costs_free) ordering_costs costs = {0};
  FREED size_t *items = NULL, *start = NULL;
  size_t count = 0;
  TRY(ordering_costs_of(trials, &costs));
  TRY(ordering_components(&costs, &items, &start, &count));
  found->least = costs.always;
  TRY(order_components(&costs, items, start, count, &found->least));
  for (size_t l = 0; l < trials->n; l++) found->numbers[l] = (double)items[l];
  TRY(own_loss(trials, found->numbers, &found->own));
  /* A sum has at most trials + pairs terms and stays below 4 times the sum of the absolute losses. */
  if (costs.step <= 0.0) found->least -= 8.0 * (double)(trials->count + 4) * DBL_EPSILON * costs.size;
  found->least = fmin(found->least, found->own);
  return STATUS_OK;
}

static status make_comparator(const entry_trials *trials, const hindsight_answer *found, comparator **out) {
  FREED size_t *items = NULL;
  TRY(NEW_ARRAY(trials->n, items));
  for (size_t l = 0; l < trials->n; l++) items[l] = (size_t)found->numbers[l];
  TRY(comparator_from_order(COMPARATOR_INTERVAL, trials->n, items, out));
  comparator_set_least(*out, found->least, found->own);
  return STATUS_OK;
}

status best_order(const entry_trials *trials, comparator **out) {
  char key[33];
  CLEANUP(hindsight_answer_free) hindsight_answer found = {0};
  *out = NULL;
  TRY(entry_trials_key(trials, "order", 0.0, key));
  TRY(hindsight_answer_new(trials->n, &found));
  if (!hindsight_answer_find(key, &found)) {
    TRY(find_order(trials, &found));
    TRY(hindsight_answer_keep(key, &found));
  }
  return make_comparator(trials, &found, out);
}
