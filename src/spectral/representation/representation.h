/* What a representation of the spectral parameter implements. spectral.c is the front: it checks that the order and
 * kind of instances fit and that instances of a step are finite, and records failures. Functions that a representation
 * does not offer are NULL; the front refuses them by name. */
#pragma once

#include "base/arena.h"
#include "spectral/spectral_options.h"
#include <cjson/cJSON.h>

typedef double eigenvalue_map(void *context, double eigenvalue);

typedef struct spectral_backend {
  const char *name;
  unsigned kinds;          /* bit (1u << INSTANCE_x) for each kind it takes */
  unsigned argument_kinds; /* further kinds that `argument` takes */
  bool decomposes;         /* needs an eigen_backend */
  status (*create)(const spectral_options *options, arena *memory, void **self);
  status (*score)(void *self, const instance *x, double *value); /* tr(f(H) X) */
  /* values[i] = score of xs[i], bit for bit, but without checks; for instances that score_panel_takes. NULL: no gain */
  status (*score_block)(void *self, size_t count, const instance *xs, double *values);
  status (*opposite_score)(void *self, const instance *x, double *value);   /* vectors: tr(f(H) diag(x, -x)) */
  status (*normalized_score)(void *self, const instance *x, double *value); /* tr(f(H)^T X) / tr f(H) */
  status (*step)(void *self, double a, const instance *x);                  /* H += a X */
  status (*shift)(void *self, double c);                                    /* H += c I */
  status (*trace)(void *self, double *value);                               /* tr f(H) */
  status (*log_trace)(void *self, double *value);                   /* ln tr e^H; not called for LINK_IDENTITY */
  status (*argument)(void *self, const instance *x, double *value); /* tr(H X) */
  status (*squared_norm)(void *self, double *value);                /* |H|_F^2 */
  status (*extremes)(void *self, double *least, double *largest);   /* of the eigenvalues of H (not f(H)) */
  status (*spectrum)(void *self, double *values);                   /* eigenvalues of H, ascending */
  status (*top)(void *self, size_t r, double *rows);                /* eigenvectors of the r largest, largest first */
  status (*map)(void *self, eigenvalue_map *map, void *context);    /* f(H) <- map(f(H)) */
  size_t (*window_order)(const void *self, size_t count);
  status (*window)(void *self, size_t count, const double *vectors, size_t *order, double *t);
  double (*error)(void *self);       /* of score, per unit of nuclear norm; infinity if unknown */
  double (*trace_error)(void *self); /* of trace */
  size_t (*rank)(const void *self);
  status (*save)(const void *self,
                 cJSON *state); /* everything but link, order and representation, which the front adds */
  status (*load)(void *self, const cJSON *state); /* into a new parameter; checks what it reads */
} spectral_backend;
