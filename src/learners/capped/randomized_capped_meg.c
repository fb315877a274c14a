#include "learners/capped/capped_meg.h"
#include "learners/weights.h"

static const capped_kind sampled = {LINK_EXP, true, capped_meg_rate};

const learner_class learner_randomized_capped_meg = {
    .about = {.name = "randomized_capped_meg",
              .title = "Randomised capped MEG",
              .citation = "Warmuth & Kuzmin 2008, section 3",
              .help = "capped_meg that keeps a subspace drawn so that its mean is what capped_meg keeps",
              .formula =
                  "predicts $\\mathrm{tr}(PX)$, $P$ a random projection of rank $k$ with the mean $I-W$, $W$ that of "
                  "capped_meg; learns as it does",
              .family = "capped_meg",
              .result_version = 1,
              PARAMETERS(capped_meg_parameters)},
    .instances = WEIGHTS_INSTANCES,
    .predicts = PREDICTION_REAL,
    .randomised = true,
    .methods = &capped_methods,
    .variant = &sampled,
};
