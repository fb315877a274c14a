/* The options that choose the kernel of a learner (spectral/kernel_parameter.h). */
#ifndef LEARNERS_PERCEPTRON_KERNEL_CHOICE_H
#define LEARNERS_PERCEPTRON_KERNEL_CHOICE_H

#include "registry/parameter.h"
#include "spectral/kernel_parameter.h"

/* From the options that KERNEL_PARAMETERS declares. */
mercer_kernel kernel_choice_of(const options *values);
/* STATUS_INVALID for an option of another kernel than the chosen one. */
status kernel_choice_check(const options *values);

#define KERNEL_PARAMETERS                                                                            \
  {.name = "kernel",                                                                                 \
   .type = PARAMETER_CHOICE,                                                                         \
   .value = "linear",                                                                                \
   .choices = "linear polynomial gaussian",                                                          \
   .meaning = "<x,x'>; ((<x,x'> + offset)/(1 + offset))^degree; exp(-|x - x'|^2/(2 width^2))"},      \
      {.name = "degree",                                                                             \
       .type = PARAMETER_INTEGER,                                                                    \
       .value = "",                                                                                  \
       .low = 1,                                                                                     \
       .high = 20,                                                                                   \
       .meaning = "of the polynomial kernel; absent: 2"},                                            \
      {.name = "offset",                                                                             \
       .type = PARAMETER_NUMBER,                                                                     \
       .value = "",                                                                                  \
       .low = 0,                                                                                     \
       .high = 1e6,                                                                                  \
       .meaning = "of the polynomial kernel; 0: homogeneous polynomials; absent: 1"},                \
  {                                                                                                  \
    .name = "width", .type = PARAMETER_NUMBER, .value = "", .low = 0, .high = 1e6, .open_low = true, \
    .meaning = "of the Gaussian kernel; absent: 1"                                                   \
  }

#endif
