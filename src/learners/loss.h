/* Losses of real-valued predictions on an interval, with their subgradients and Lipschitz constants.
 *
 *   LOSS_ZERO_ONE   1 if the prediction is not the label (signs; no subgradient)
 *   LOSS_ABSOLUTE   scale |p - y|
 *   LOSS_SQUARE     scale (p - y)^2
 *   LOSS_LOGISTIC   scale ln(1 + e^(-y p))
 *   LOSS_HINGE      scale max(0, 1 - y p)
 *   LOSS_LINEAR     scale y p: the label is the slope
 *   LOSS_VIOLATION  scale max(0, p - y): of the constraint p <= y
 *
 * p is in [low, high]. A learner whose raw prediction z may leave the interval predicts clip(z) and pays the extension:
 * outside the interval the loss continues linearly with slope max(0, outward slope at the end). It is convex, at least
 * the loss of clip(z), and equal on the interval. */
#pragma once

#include <stdbool.h>

typedef enum loss_kind {
  LOSS_ZERO_ONE,
  LOSS_ABSOLUTE,
  LOSS_SQUARE,
  LOSS_LOGISTIC,
  LOSS_HINGE,
  LOSS_LINEAR,
  LOSS_VIOLATION,
  LOSS_KINDS
} loss_kind;

typedef struct loss {
  loss_kind kind;
  double low, high;             /* of predictions, low < high; -1 and 1 for LOSS_ZERO_ONE */
  double label_low, label_high; /* of labels */
  double scale;                 /* > 0 */
} loss;

extern const loss loss_of_signs; /* LOSS_ZERO_ONE */

/* "zero_one", "absolute", "square", "logistic", "hinge", "linear", "violation" */
const char *loss_kind_name(loss_kind kind);
bool loss_kind_by_name(const char *name, loss_kind *kind);

/* Labels a loss is meant for on [low, high]: the interval itself; [-1, 1] for logistic, hinge and linear. */
void loss_label_range(loss_kind kind, double low, double high, double *label_low, double *label_high);

/* p: the prediction, y: the label. */
double loss_value(const loss *l, double p, double y);
/* A fixed subgradient in the prediction, independent of last digits: at a kink, and within 1e-9 (high - low) of it, 0, but where the
 * label is at an end of the range, so that the loss is linear on the interval, its one slope everywhere (absolute and hinge). */
double loss_subgradient(const loss *l, double p, double y);
/* Largest modulus of a subgradient over the interval and the labels. */
double loss_lipschitz(const loss *l);
/* Of the extension at any raw z, linear beyond the interval with the outward part of the slope at its end; at low and high, and within
 * 1e-9 (high - low) beyond them, the slope is that of the inside. */
double loss_extended_subgradient(const loss *l, double z, double y);
double loss_clip(const loss *l, double z);
