/* What a form of a comparator implements. comparator.c is the front: it makes a comparator of a form, chooses the segment, and answers what the
 * common facts say. Functions that a form does not offer are NULL; the front says NaN, NULL or false for them. */
#pragma once

#include "comparators/comparator_kind.h"
#include "spectral/instance/instance.h"

/* Largest defect of a frame or generalised projection, of a semidefinite matrix (relative) and of a trace norm of 1. */
#define COMPARATOR_TOLERANCE 1e-9
enum { FORM_ARRAYS = 3, COMPARATOR_SPECTRUM_LIMIT = 1024 }; /* largest order at which a matrix is decomposed */

/* What a comparator is made from; each form reads those that define it (comparator.h) and copies them. */
typedef struct comparator_parts {
  size_t m, n, r;            /* rows; order, or columns; rank: of a frame, of coordinates, dimension of an embedding */
  const double *frame;       /* r x n */
  const double *weights;     /* r; NULL: ones */
  const size_t *coordinates; /* r */
  const double *vector;      /* n; rectangular: the diagonal of G or K, m = n */
  bool any_sign;             /* the vector may have negative entries, and stays a vector if it is binary */
  const double *matrix;      /* n x n; rectangular, entries: m x n */
  const double *p, *q;       /* m x r and (n - m) x r; of a decomposition r x r both */
  const double *signs;       /* n */
  const size_t *items;       /* n */
  const size_t *first;       /* r trials */
  comparator **segments;     /* r, which are taken over and not copied if init succeeds */
} comparator_parts;

typedef struct comparator_form comparator_form;
struct comparator_form {
  comparator_kind kind;
  const char *member; /* of an object that describes it in a sequence file (data/sequence_comparator.h) */
  size_t size;        /* of its struct, which begins with a comparator */
  /* Fills `self`, zeros but for form, origin, m, n and facts of NaN. */
  status (*init)(void *self, const comparator_parts *parts);
  void (*clear)(void *self); /* frees what it owns beside its arrays, also when init has failed */
  /* The form that says the same with more known, and its parts, views of self; NULL: there is none. */
  const comparator_form *(*simpler)(const void *self, comparator_parts *parts);
  status (*prepare)(void *self, size_t rank);                 /* work space for values of instances of this rank */
  double (*value)(const void *self, const instance *x);       /* NULL: the inner product of the two instances */
  double (*prediction)(const void *self, size_t i, size_t j); /* W_ij; other instances than entries have no value */
  void (*rows)(const void *self, double *rows);               /* projections: an orthonormal basis of the range */
  const size_t *(*items)(const void *self);                   /* orders: as given */
  size_t (*decomposition)(const void *self, const double **positive, const double **negative);
  void (*save)(const void *self, FILE *file); /* the value of the member; NULL: the numbers of the instance */
};

/* The beginning of each form's struct. */
struct comparator {
  const comparator_form *form;
  comparator_origin origin;
  size_t m, n;          /* rows of G, W or P, otherwise 0; order, or columns */
  size_t rank;          /* of projections; embedding: dimension */
  bool projection;      /* frame: within COMPARATOR_TOLERANCE */
  instance as_instance; /* U, a view of the form's numbers */
  double defect;        /* comparator_projection */
  double trace, entropy, squared_norm;
  bool certified; /* `least` is known */
  double least;
  const instance *met;
  double met_value;
  void *array[FORM_ARRAYS]; /* of the form */
  size_t arrays;
};

/* *out = a new array of the form: `count` items of `size` bytes, copied, or zeros where `from` is NULL. */
static inline status form_array(comparator *u, size_t count, size_t size, const void *from, void *out) {
  void **made = &u->array[u->arrays];
  TRY(memory_array(count, size, made));
  u->arrays++;
  if (from != NULL && count > 0) memcpy(*made, from, count * size);
  memcpy(out, made, sizeof *made);
  return STATUS_OK;
}
#define FORM_ARRAY(u, count, from, out) form_array(&(u)->common, (count), sizeof *(out), (from), &(out))

/* U is this instance, all of whose numbers must be finite; its trace. */
static inline status form_view(comparator *u, instance as_instance) {
  u->as_instance = as_instance;
  u->trace = instance_trace(&u->as_instance);
  return instance_check_finite(&u->as_instance);
}

static inline void form_free(comparator *u) {
  if (u == NULL) return;
  if (u->form->clear != NULL) u->form->clear(u);
  for (size_t k = 0; k < u->arrays; k++) free(u->array[k]);
  free(u);
}
