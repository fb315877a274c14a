#include "learners/perceptron/kernel_choice.h"

mercer_kernel kernel_choice_of(const options *values) {
  return (mercer_kernel){.kind = option_choice(values, "kernel"),
                         .degree = (unsigned)option_number_or(values, "degree", 2.0),
                         .offset = option_number_or(values, "offset", 1.0),
                         .width = option_number_or(values, "width", 1.0)};
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
