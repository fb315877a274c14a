/* Log-determinant mirror descent for online matrix prediction, with the constants of log_det_tuning.h (after Christiano 2014; Moridomi,
 * Hatano and Takimoto 2018). With jj = j + offset and Y_1 = a I:
 *
 *   query (i, j): for q = i, jj: if Y_qq > cap: d = 1/cap - 1/Y_qq;  Y -= d/(1 + d Y_qq) Y_q Y_q^T
 *                 (the projection in the divergence of -ln det: Y^{-1} += d e_q e_q^T; it lowers the other diagonal entry)
 *   predict centre + stretch y, clipped, y = s Y_ij;  g = slope of the extended loss (loss.h) in y
 *   Y^{-1} += eta g s (e_i e_jj^T + e_jj e_i^T)
 *
 * O(p^2) per round. Pairs i = j of max-cut are -1 for every cut: predicted so, nothing is learnt. */
#ifndef LEARNERS_MATRIX_PREDICTION_LOG_DET_H
#define LEARNERS_MATRIX_PREDICTION_LOG_DET_H

#include "learners/learner.h"

status log_det_check(const learner_setting *setting, const options *options);
status log_det_create(const learner_setting *setting, const options *options, void **self);
void log_det_destroy(void *self);
status log_det_predict(void *self, const instance *x, prediction *out);
status log_det_update(void *self, const instance *x, const prediction *predicted, double label, bool *updated);
status log_det_score(void *self, const instance *x, double *score);
status log_det_save(void *self, cJSON *state);
status log_det_load(void *self, const cJSON *state);
/* "order", "offset", "class", "decomposition", "tau" (of both blocks, as in prediction_class.h), "stretch", "centre", "slope" (G'),
 * "sign" (s), "diagonal" (b), "eps", "cap", "start" (a), "divergence" (Dv), "eta".
 * Of the round last updated: "y" (unclipped), "g", "skipped" (1: i = j of max-cut), "row_multiplier" and "column_multiplier" (d of i and
 * jj, 0: not active), and Y on {i, jj}: "before_row", "before_entry", "before_column"; after the projection "projected_row", ...; and as it
 * is now "now_row", ... */
bool log_det_constant(const void *self, const char *name, double *value);

enum { LOG_DET_PARAMETERS = 4 };
extern const parameter log_det_parameters[LOG_DET_PARAMETERS];

#endif
