/* What a plot is to show: one entry of the manifest's "plots", with defaults for what it leaves open. */
#ifndef PLOT_SPEC_H
#define PLOT_SPEC_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/status.h"
#include "plot/result.h"

typedef enum plot_kind {
  PLOT_CURVES,   /* over the trials, or means against a parameter or a function of the parameters */
  PLOT_BY_INDEX, /* x = "index": y is an observed quantity of rows or eigenvalues; x = "forecast": calibration */
  PLOT_HEAT,     /* kind = "heat": z as colours over the parameters x and y */
  PLOT_MAP,      /* a learned matrix */
  PLOT_EMBEDDING /* map = "embedding": items in the plane */
} plot_kind;

/* Which bounds are drawn. */
typedef enum plot_bounds {
  BOUNDS_NONE,
  BOUNDS_SHARPEST, /* of each learner: the sharpest proved one, and claims that were refuted */
  BOUNDS_NAMED,
  BOUNDS_ALL
} plot_bounds;

/* Texts belong to the manifest or the arena. */
typedef struct plot_spec {
  plot_kind kind;
  const char *name; /* of the files, without ending */
  const char *x, *y, *title, *xlabel, *ylabel;
  const char *log;    /* the logarithmic axes, as in "xy", or "auto" */
  const char *panels; /* a parameter; NULL if not given */
  bool fit, free_x;
  plot_bounds bounds;
  const cJSON *bound_names;         /* of BOUNDS_NAMED */
  const cJSON *x_values, *learners; /* NULL if not given */
  const char *z, *zlabel;           /* of a heat map: a quantity, or "bound:NAME" */
  const cJSON *mark;                /* of a heat map: list of {x, y, label}; NULL if not given */
  const char *map;                  /* the quantity that is drawn as a matrix; NULL if not given */
} plot_spec;

status spec_read(arena *arena, const plot_result *result, const cJSON *entry, plot_spec *spec);

/* Whether the learner is drawn: one of spec->learners, or any if these are not given. */
bool spec_draws_learner(const plot_spec *spec, const char *label);
/* STATUS_INVALID if one of spec->learners is not in the results. */
status spec_check_learners(const plot_spec *spec, const plot_result *result);

#endif
