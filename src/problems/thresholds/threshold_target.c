#include "problems/thresholds/threshold_target.h"

/* Random moduli are at least this part of the largest. */
static const double least_weight = 0.05;

static void draw(random_stream *stream, threshold_weights weights, bool any_sign, threshold_target *target) {
  const size_t relevant = target->relevant, *where = target->where;
  double sum = 0.0;
  size_t positive = 0;
  for (size_t j = 0; j < relevant; j++) {
    const double modulus = weights == WEIGHTS_RANDOM ? random_range(stream, least_weight, 1.0) : 1.0;
    bool plus = !any_sign || random_chance(stream, 0.5);
    if (any_sign && relevant > 1 && j + 1 == relevant && (positive == 0 || positive == j)) plus = positive == 0;
    positive += plus;
    target->u[where[j]] = plus ? modulus : -modulus;
    sum += modulus;
  }
  for (size_t j = 0; j < relevant; j++) {
    const double value = target->u[where[j]] /= sum;
    if (value > 0.0) target->positive += value;
    if (value < 0.0) target->negative -= value;
  }
}

status threshold_target_begin(uint64_t seed, size_t n, size_t relevant, threshold_weights weights, bool any_sign,
                              threshold_target *target) {
  CLEANUP(random_stream_free_at) random_stream *stream = NULL;
  *target = (threshold_target){.n = n, .relevant = relevant};
  TRY(NEW_ARRAY(n, target->u));
  TRY(NEW_ARRAY(relevant, target->where));
  TRY(random_stream_new(seed, "target", &stream));
  random_subset(stream, n, relevant, target->where);
  draw(stream, weights, any_sign, target);
  return comparator_from_signed_vector(COMPARATOR_PLANTED, n, target->u, &target->comparator);
}

void threshold_target_end(threshold_target *target) {
  free(target->u);
  free(target->where);
  comparator_free(target->comparator);
  *target = (threshold_target){0};
}

/* <u,x> */
static double value_at(const threshold_target *target, const double *x) {
  return kernel_dot_at(target->n, target->relevant, target->where, x, target->u);
}

double threshold_target_reach(const threshold_target *target, double low) {
  return low < 0.0 ? target->positive + target->negative : fmin(target->positive, target->negative);
}

void threshold_target_move(const threshold_target *target, double low, double label, double margin, double *x) {
  const double now = label * value_at(target, x);
  if (now >= margin) return;
  const double best = low < 0.0     ? target->positive + target->negative
                      : label > 0.0 ? target->positive
                                    : target->negative;
  const double part = (margin - now) / (best - now);
  for (size_t j = 0; j < target->relevant; j++) {
    const size_t i = target->where[j];
    const double end = label * target->u[i] > 0.0 ? 1.0 : low;
    x[i] += part * (end - x[i]);
  }
}

problem_facts threshold_facts(size_t n, double margin) {
  return (problem_facts){
      .n = n, .kind = INSTANCE_VECTOR, .rank = n, .labels = LABEL_SIGN, .gap_low = -margin, .gap_high = margin};
}
