#include "learners/perceptron/kernel_choice.h"

static double number_or(const options *values, const char *name, double absent) {
  return option_given(values, name) ? option_number(values, name) : absent;
}

mercer_kernel kernel_choice_of(const options *values) {
  const mercer_kind kind = option_is(values, "kernel", "linear")       ? MERCER_LINEAR
                           : option_is(values, "kernel", "polynomial") ? MERCER_POLYNOMIAL
                                                                       : MERCER_GAUSSIAN;
  return (mercer_kernel){.kind = kind,
                         .degree = (unsigned)number_or(values, "degree", 2.0),
                         .offset = number_or(values, "offset", 1.0),
                         .width = number_or(values, "width", 1.0)};
}

status kernel_choice_check(const options *values) {
  const struct {
    const char *name, *kernel;
  } own[] = {{"degree", "polynomial"}, {"offset", "polynomial"}, {"width", "gaussian"}};
  for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
    if (!option_given(values, own[i].name) || option_is(values, "kernel", own[i].kernel)) continue;
    return FAIL(STATUS_INVALID, "%s: %s has no effect with kernel = \"%s\": leave it out", option_who(values),
                own[i].name, option_text(values, "kernel"));
  }
  return STATUS_OK;
}
