/* What a plot is to show: the table of the fields that `plot` of a scenario may have, and one entry of the manifest's "plots", with defaults for
 * what it leaves open.
 *
 * A row of the table is a field; the checks of scenarios, their documentation and the annotations for editors take it from there. What draws asks
 * spec_text or spec_flag for it, or finds it in plot_spec. */
#pragma once

#include "plot/result.h"
#include "plot/statistics.h"

/* ---- the table */

typedef enum plot_field_type {
  PLOT_TEXT,      /* one line */
  PLOT_FLAG,      /* true or false */
  PLOT_CHOICE,    /* one of `choices` */
  PLOT_PARAMETER, /* the name of a parameter */
  PLOT_OTHER      /* script/scenario/plots.c reads it by a function of its own */
} plot_field_type;

/* The kinds of plots, as bits: in the others a field is refused. */
enum { IN_CURVES = 1, IN_HEAT = 2, IN_MATRIX = 4, IN_EMBEDDING = 8, IN_ALL = 15 };

typedef struct plot_field {
  const char *name;
  plot_field_type type;
  const char *const *choices; /* ends with NULL */
  const char *annotation;     /* the type of PLOT_OTHER, for editors */
  const char *absent; /* what counts where it is not given; NULL: it follows from other fields, or nothing does */
  bool written;       /* manifests have it also where it is not given */
  unsigned kinds;
  const char *meaning, *remark; /* one line; words that end the refusal of a choice, or NULL */
} plot_field;

extern const plot_field plot_fields[];
extern const size_t plot_field_count;
const plot_field *plot_field_find(const char *name); /* NULL if there is none */

/* ---- a plot */

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
  const cJSON *entry;
  const char *name; /* of the files, without ending */
  const char *x, *y, *title, *xlabel, *ylabel;
  const char *log;    /* the logarithmic axes, as in "xy", or "auto" */
  const char *panels; /* a parameter; NULL if not given */
  plot_spread spread;
  bool spread_given;
  bool fit, free_x;
  plot_bounds bounds;
  const cJSON *bound_names;         /* of BOUNDS_NAMED */
  const cJSON *x_values, *learners; /* NULL if not given */
  const char *z, *zlabel;           /* of a heat map: a quantity, or "bound:NAME" */
  const cJSON *mark;                /* of a heat map: list of {x, y, label}; NULL if not given */
  const char *map;                  /* the quantity that is drawn as a matrix; NULL if not given */
} plot_spec;

/* spread: its name, in place of the entry's; NULL: none. */
status spec_read(arena *memory, const plot_result *result, const cJSON *entry, const char *spread, plot_spec *spec);
/* A field of the table as the scenario gives it; otherwise what counts where it is absent. */
const char *spec_text(const plot_spec *spec, const char *name);
bool spec_flag(const plot_spec *spec, const char *name);

/* Whether the learner is drawn: one of spec->learners, or any if these are not given. */
bool spec_draws_learner(const plot_spec *spec, const char *label);
/* STATUS_INVALID if one of spec->learners is not in the results. */
status spec_check_learners(const plot_spec *spec, const plot_result *result);

/* *out = the name of a row for its place beside a line: "Warmuth, Theorem 2", as the descriptor says it for a learner with these options (may be
 * NULL), else by these words (may be NULL), or "ours (data)". A bound of a scenario is named by its title in the manifest (may be NULL) up to ": ", or by its
 * own name if that is long. */
status bound_short_name(arena *memory, const cJSON *manifest, const char *claim, const char *words, const cJSON *given,
                        const char **out);
const struct bound_class *bound_of_claim(
    const char *claim); /* the theorem, also of one of its rows; NULL: it is not compiled in */
const struct line_name *bound_line_name(const char *claim, const cJSON *given); /* NULL: the class has none for it */
/* Does this name say that the bound is the laboratory's, not its source's? */
bool bound_is_ours(const char *name);
