/* From trials to the costs of pairs. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "hindsight/linear_ordering/linear_ordering.h"

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

/* Losses of the trials off the diagonal; those on it go to always. */
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
  pair_loss *list = NULL;
  size_t count = 0;
  status code = STATUS_OK;
  *out = (ordering_costs){.n = trials->n};
  TRY(check_class(trials));
  CHECK(NEW_ARRAY(trials->count, list));
  CHECK(list_losses(trials, list, &count, out));
  CHECK(NEW_ARRAY(count, out->pairs));
  if (count > 1) qsort(list, count, sizeof *list, compare_pairs);
  add_pairs(list, count, out);
end:
  free(list);
  return code;
}
