/* Plots: gnuplot scripts and pictures made from the files of a result folder alone. */
#pragma once

#include "plot/figure.h"

typedef struct plot_request {
  const char *folder;  /* of results */
  const char *formats; /* some of svg, pdf, png, separated by commas; NULL: all */
  const char *style;   /* "paper": NAME.tex with NAME.pdf; "slides"; NULL: for the screen */
  const char *spread;  /* of all plots, in place of their own: "sd", "se", "ci", "quantiles", "none"; NULL */
  const char *out;     /* folder for the pictures; NULL: plots/<the folder's path below results/> */
} plot_request;

typedef struct plot_outcome {
  char *out;           /* where the pictures are; owned */
  size_t drawn, empty; /* plots; those left out because their quantity was asked for but never took a value */
} plot_outcome;

/* Draws every plot of the folder's manifest. Writes <name>.gp and <name>.dat beside the pictures, so that a plot can be
 * edited and redrawn with `gnuplot <name>.gp`. Prints nothing. A plot that fails does not keep the others from being
 * drawn; the first failure is returned. *outcome (may be NULL) is set also then; the caller frees outcome->out. */
status plot_results(const plot_request *request, plot_outcome *outcome);

/* Called for each plot that was drawn, in the manifest's order. The figure is valid during the call. */
typedef struct plot_visitor {
  status (*visit)(void *context, const plot_figure *figure);
  void *context;
} plot_visitor;
/* plot_results with a visitor, which may be NULL. */
status plot_results_visited(const plot_request *request, const plot_visitor *visitor, plot_outcome *outcome);

/* The folder for the pictures of a result folder where none is given; the caller frees it. */
status plot_default_folder(const char *folder, char **out);
