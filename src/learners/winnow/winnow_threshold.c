/* Winnow that asks for a margin of its own: it updates until y <w,x> > threshold, from any weights. */
#include "learners/winnow/simplex_winnow.h"

static const parameter parameters[] = {
    SIMPLEX_WINNOW_PARAMETERS,
    {.name = "threshold",
     .type = PARAMETER_NUMBER,
     .value = "0",
     .low = 0,
     .high = 1e100,
     .meaning = "updates when y <w,x> <= threshold; it is below margin"},
    {.name = "start",
     .type = PARAMETER_NUMBERS,
     .value = "",
     .meaning = "weights >= 0 to start with, scaled to sum 1; what starts at 0 stays 0; absent: equal ones"},
};

static simplex_winnow_settings settings_of(const options *options) {
  simplex_winnow_settings settings = simplex_winnow_settings_of(options);
  settings.threshold = option_number(options, "threshold");
  if (option_given(options, "start")) settings.start_count = option_list(options, "start", &settings.start);
  return settings;
}

static status check(const learner_setting *setting, const options *options) {
  const simplex_winnow_settings settings = settings_of(options);
  return simplex_winnow_settings_check(option_who(options), setting, &settings);
}

static status create(const learner_setting *setting, const options *options, void **self) {
  const simplex_winnow_settings settings = settings_of(options);
  return simplex_winnow_build(setting, &settings, self);
}

const learner_class learner_winnow_threshold = {
    .about = {.name = "winnow_threshold",
              .title = "Winnow with a threshold",
              .citation = "Littlestone 1988; Kivinen & Warmuth 1997",
              .help = "multiplicative updates w_i exp(eta y x_i)/Z when y <w,x> <= threshold, from any start weights",
              .formula =
                  "predicts the sign of $\\langle w,x\\rangle$ ($0$ as $+1$); if $y\\langle w,x\\rangle\\le\\theta$: "
                  "$w_i\\leftarrow w_ie^{\\eta yx_i}/Z$, $Z$ such that $\\sum_iw_i=1$; "
                  "$\\eta=\\frac1B(\\mathrm{artanh}\\frac "
                  "sB-\\mathrm{artanh}\\frac\\theta B)$ for the margin $s$ and the range $B$; symmetric matrices: "
                  "$W=e^H/\\mathrm{tr}(e^H)$, $\\mathrm{tr}(WX)$ and $H\\leftarrow H+\\eta yX$",
              .family = "simplex_winnow",
              .result_version = 1,
              PARAMETERS(parameters)},
    .instances = 1u << INSTANCE_VECTOR | 1u << INSTANCE_DYAD | 1u << INSTANCE_LOW_RANK | 1u << INSTANCE_MATRIX,
    .predicts = PREDICTION_SIGN,
    .equivariant = EQUIVARIANT_PERMUTATION | EQUIVARIANT_ROTATION,
    .check = check,
    .create = create,
    .destroy = simplex_winnow_destroy,
    .predict = simplex_winnow_predict,
    .update = simplex_winnow_update,
    .score = simplex_winnow_score,
    .save = simplex_winnow_save,
    .load = simplex_winnow_load,
    .parameter = simplex_winnow_parameter,
    .constant = simplex_winnow_constant,
};
