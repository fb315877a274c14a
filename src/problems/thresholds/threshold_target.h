/* A hidden linear threshold: a vector u with |u|_1 = 1 on some attributes. Instances are moved to its margin. Also the facts
 * and the row of the margin that problems with such a threshold share. */
#pragma once

#include "problems/problem.h"

/* A row of parameter tables. */
#define THRESHOLD_MARGIN(type, value, text) OPTION_ABOVE(type, margin, value, 0, 1, text)

/* The words "equal random". */
typedef enum threshold_weights { WEIGHTS_EQUAL, WEIGHTS_RANDOM } threshold_weights;

typedef struct threshold_target {
  size_t n;
  double *u;                 /* n */
  size_t relevant, *where;   /* attributes where u is not 0, ascending */
  double positive, negative; /* sums of the positive and of the modulus of the negative entries */
  comparator *comparator;
} threshold_target;

/* `relevant` attributes, a random subset (stream "target"); equal moduli 1/relevant, or random ones; signs all +, or random. With at
 * least two attributes random signs are not all the same. To be ended even after a failure. */
status threshold_target_begin(uint64_t seed, size_t n, size_t relevant, threshold_weights weights, bool any_sign,
                              threshold_target *target);
void threshold_target_end(threshold_target *target);

/* If label <u,x> < margin, moves x on the relevant attributes straight towards the point of [low,1]^n (low 0 or -1) with the
 * largest label <u,x>, until label <u,x> = margin. The margin must be at most threshold_target_reach. */
void threshold_target_move(const threshold_target *target, double low, double label, double margin, double *x);
/* the largest margin that both labels can have with entries in [low,1] */
double threshold_target_reach(const threshold_target *target, double low);

/* The facts of a problem whose instances are vectors x of n attributes with labels y = +-1 and y <u,x> >= margin. */
problem_facts threshold_facts(size_t n, double margin);
