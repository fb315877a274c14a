/* The options that choose the kernel of a learner (spectral/kernel_parameter.h). */
#pragma once

#include "registry/option_rule.h"
#include "spectral/kernel_parameter.h"

/* With the values of what is absent. */
static inline mercer_kernel kernel_choice_of(mercer_kernel kernel) {
  if (kernel.degree == 0) kernel.degree = 2;
  if (isnan(kernel.offset)) kernel.offset = 1.0;
  if (isnan(kernel.width)) kernel.width = 1.0;
  return kernel;
}

/* Rows of tables, bound to a member `kernel` of type mercer_kernel. */
#define KERNEL_OPTIONS(type)                                                                                \
  OPTION_CHOICE_AS("kernel", type, kernel.kind, "linear", "linear polynomial gaussian",                     \
                   "<x,x'>; ((<x,x'> + offset)/(1 + offset))^degree; exp(-|x - x'|^2/(2 width^2))"),        \
      OPTION_COUNT_AS("degree", type, kernel.degree, ABSENT, 1, 20, "of the polynomial kernel; absent: 2"), \
      OPTION_NUMBER_AS("offset", type, kernel.offset, ABSENT, 0, 1e6,                                       \
                       "of the polynomial kernel; 0: homogeneous polynomials; absent: 1"),                  \
      OPTION_ABOVE_AS("width", type, kernel.width, ABSENT, 0, 1e6, "of the Gaussian kernel; absent: 1")

/* No option of another kernel than the chosen one. */
#define KERNEL_RULES(type)                                             \
  RULE_WITHOUT(type, kernel.degree, kernel.kind, MERCER_LINEAR),       \
      RULE_WITHOUT(type, kernel.degree, kernel.kind, MERCER_GAUSSIAN), \
      RULE_WITHOUT(type, kernel.offset, kernel.kind, MERCER_LINEAR),   \
      RULE_WITHOUT(type, kernel.offset, kernel.kind, MERCER_GAUSSIAN), \
      RULE_WITHOUT(type, kernel.width, kernel.kind, MERCER_LINEAR),    \
      RULE_WITHOUT(type, kernel.width, kernel.kind, MERCER_POLYNOMIAL)
