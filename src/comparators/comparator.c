#include "comparators/comparator.h"
#include "base/json.h"
#include "comparators/form/segments.h"
#include "linalg/eigen.h"
#include "spectral/instance/vector_arithmetic.h"

/* Each is defined in a file of comparators/form. */
extern const comparator_form form_frame, form_coordinates, form_vector, form_matrix, form_low_rank, form_rectangular;
extern const comparator_form form_embedding, form_cut, form_order, form_entries, form_decomposition;

/* The segment chosen last, or the comparator itself if it has none. */
static const comparator *active(const comparator *u) {
  const segmented *all = segments_of(u);
  return all == NULL ? u : all->segment[all->current];
}

const char *comparator_origin_name(comparator_origin origin) {
  static const char *const names[] = {"planted", "given", "exact", "interval"};
  return names[origin];
}

void comparator_free(comparator *u) {
  form_free(u);
}

/* ---- making */

static status make_as(const comparator_form *form, comparator_origin origin, const comparator_parts *parts,
                      comparator **out) {
  CLEANUP(comparator_free_at) comparator *u = NULL;
  TRY(memory_array(1, form->size, &u));
  u->form = form;
  u->origin = origin;
  u->m = parts->m;
  u->n = parts->n;
  u->trace = u->entropy = u->squared_norm = NAN;
  TRY(form->init(u, parts));
  if (u->n < 1) return FAIL(STATUS_INVALID, "order 0, expected at least 1");
  comparator_parts others;
  const comparator_form *simpler = form->simpler == NULL ? NULL : form->simpler(u, &others);
  if (simpler != NULL) return make_as(simpler, origin, &others, out);
  return HAND_OVER(u, *out);
}

static status make(const comparator_form *form, comparator_origin origin, const comparator_parts *parts,
                   comparator **out) {
  *out = NULL;
  return status_context(make_as(form, origin, parts, out), "comparator");
}

status comparator_from_frame(comparator_origin origin, size_t n, size_t r, const double *frame, comparator **out) {
  return make(&form_frame, origin, &(comparator_parts){.n = n, .r = r, .frame = frame}, out);
}

status comparator_from_low_rank(comparator_origin origin, size_t n, size_t r, const double *frame,
                                const double *weights, comparator **out) {
  return make(&form_low_rank, origin, &(comparator_parts){.n = n, .r = r, .frame = frame, .weights = weights}, out);
}

status comparator_from_coordinates(comparator_origin origin, size_t n, size_t r, const size_t *coordinates,
                                   comparator **out) {
  return make(&form_coordinates, origin, &(comparator_parts){.n = n, .r = r, .coordinates = coordinates}, out);
}

status comparator_from_vector(comparator_origin origin, size_t n, const double *u, comparator **out) {
  return make(&form_vector, origin, &(comparator_parts){.n = n, .vector = u}, out);
}

status comparator_from_signed_vector(comparator_origin origin, size_t n, const double *u, comparator **out) {
  return make(&form_vector, origin, &(comparator_parts){.n = n, .vector = u, .any_sign = true}, out);
}

status comparator_from_matrix(comparator_origin origin, size_t n, const double *u, comparator **out) {
  return make(&form_matrix, origin, &(comparator_parts){.n = n, .matrix = u}, out);
}

status comparator_from_rectangular(comparator_origin origin, size_t m, size_t n, const double *g, comparator **out) {
  return make(&form_rectangular, origin, &(comparator_parts){.m = m, .n = n, .matrix = g}, out);
}

status comparator_from_embedding(comparator_origin origin, size_t m, size_t n, size_t d, const double *p,
                                 const double *q, comparator **out) {
  return make(&form_embedding, origin, &(comparator_parts){.m = m, .n = m + n, .r = d, .p = p, .q = q}, out);
}

status comparator_rectangular_of_embedding(const comparator *u, comparator **out) {
  const size_t m = u->m, n = u->n - m;
  FREED double *k = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(m * n, k));
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) {
      const instance entry = instance_entry(m, n, i, j);
      k[i * n + j] = 2.0 * comparator_value(u, &entry) / (double)u->n;
    }
  }
  return comparator_from_rectangular(u->origin, m, n, k, out);
}

status comparator_rectangular_of_vector(const comparator *u, comparator **out) {
  u = active(u);
  return make(&form_rectangular, u->origin, &(comparator_parts){.n = u->n, .vector = u->as_instance.value}, out);
}

status comparator_from_cut(comparator_origin origin, size_t n, const double *signs, comparator **out) {
  return make(&form_cut, origin, &(comparator_parts){.m = n, .n = n, .signs = signs}, out);
}

status comparator_from_order(comparator_origin origin, size_t n, const size_t *items, comparator **out) {
  return make(&form_order, origin, &(comparator_parts){.m = n, .n = n, .items = items}, out);
}

status comparator_from_entries(comparator_origin origin, size_t m, size_t n, const double *w, comparator **out) {
  return make(&form_entries, origin, &(comparator_parts){.m = m, .n = n, .matrix = w}, out);
}

status comparator_from_decomposition(comparator_origin origin, size_t m, size_t n, size_t p, const double *positive,
                                     const double *negative, comparator **out) {
  return make(&form_decomposition, origin, &(comparator_parts){.m = m, .n = n, .r = p, .p = positive, .q = negative},
              out);
}

/* ---- segments */

status comparator_from_segments(size_t count, const size_t *first, comparator **segments, comparator **out) {
  const comparator_parts parts = {
      .n = count > 0 ? segments[0]->n : 0, .r = count, .first = first, .segments = segments};
  const status code = make(&form_segments, COMPARATOR_PLANTED, &parts, out);
  for (size_t j = 0; j < count && code != STATUS_OK; j++) comparator_free(segments[j]);
  return code;
}

size_t comparator_segments(const comparator *u) {
  const segmented *all = segments_of(u);
  return all == NULL ? 1 : all->count;
}

const comparator *comparator_segment(const comparator *u, size_t j, size_t *first) {
  const segmented *all = segments_of(u);
  *first = all == NULL ? 1 : all->first[j];
  return all == NULL ? u : all->segment[j];
}

bool comparator_at(comparator *u, size_t t) {
  if (u->form != &form_segments) return false;
  segmented *all = (segmented *)u;
  const size_t before = all->current;
  all->current = 0;
  while (all->current + 1 < all->count && all->first[all->current + 1] <= t) all->current++;
  return all->current != before;
}

status comparator_shift_distance(const comparator *u, double *distance) {
  const segmented *all = segments_of(u);
  *distance = 0.0;
  return all == NULL ? STATUS_OK : segments_shift_distance(all, distance);
}

/* ---- questions */

comparator_kind comparator_kind_of(const comparator *u) {
  return active(u)->form->kind;
}

void comparator_set_least(comparator *u, double least, double own) {
  u->certified = true;
  u->least = least;
  u->origin = own - least <= 1e-9 * fmax(1.0, fabs(least)) ? COMPARATOR_EXACT : COMPARATOR_INTERVAL;
}

double comparator_least(const comparator *u) {
  return u->certified ? u->least : NAN;
}

comparator_origin comparator_origin_of(const comparator *u) {
  return active(u)->origin;
}

size_t comparator_order(const comparator *u) {
  return active(u)->n;
}

const instance *comparator_instance(const comparator *u) {
  return &active(u)->as_instance;
}

bool comparator_projection(const comparator *u, size_t *rank, double *defect) {
  u = active(u);
  if (rank != NULL) *rank = u->rank;
  if (defect != NULL) *defect = u->defect;
  return u->projection;
}

/* The instance of one of this form, otherwise one of no numbers. */
static const instance *instance_of(const comparator *u, const comparator_form *form) {
  static const instance none;
  u = active(u);
  return u->form == form ? &u->as_instance : &none;
}

const double *comparator_frame(const comparator *u, size_t *rank) {
  const instance *frame = instance_of(u, &form_frame);
  if (rank != NULL) *rank = frame->rank;
  return frame->factors;
}

const size_t *comparator_coordinates(const comparator *u, size_t *rank) {
  const instance *coordinates = instance_of(u, &form_coordinates);
  if (rank != NULL) *rank = coordinates->count;
  return coordinates->index;
}

const double *comparator_signs(const comparator *u) {
  return instance_of(u, &form_cut)->value;
}

const size_t *comparator_order_items(const comparator *u) {
  u = active(u);
  return u->form->items == NULL ? NULL : u->form->items(u);
}

size_t comparator_decomposition(const comparator *u, const double **positive, const double **negative) {
  u = active(u);
  return u->form->decomposition == NULL ? 0 : u->form->decomposition(u, positive, negative);
}

const double *comparator_entries(const comparator *u, size_t *m) {
  const instance *entries = instance_of(u, &form_entries);
  if (m != NULL) *m = entries->m;
  return entries->matrix;
}

double comparator_trace(const comparator *u) {
  return active(u)->trace;
}

double comparator_entropy(const comparator *u) {
  return active(u)->entropy;
}

double comparator_squared_norm(const comparator *u) {
  return active(u)->squared_norm;
}

void comparator_rows(const comparator *u, double *rows) {
  u = active(u);
  u->form->rows(u, rows);
}

/* A vector and a matrix count as rank 1. */
status comparator_prepare(comparator *u, instance_kind kind, size_t rank) {
  if (u->form->prepare == NULL) return STATUS_OK;
  return u->form->prepare(u, kind == INSTANCE_LOW_RANK && rank > 0 ? rank : 1);
}

double comparator_value(const comparator *u, const instance *x) {
  if (x == u->met) return u->met_value;
  u = active(u);
  if (u->form->prediction != NULL) {
    const bool inside = x->kind == INSTANCE_ENTRY && x->row < u->m && x->column < u->n;
    return inside ? u->form->prediction(u, x->row, x->column) : NAN;
  }
  return u->form->value != NULL ? u->form->value(u, x) : instance_inner(x, &u->as_instance);
}

void comparator_meet(comparator *u, const instance *x) {
  u->met = NULL;
  if (x == NULL) return;
  u->met_value = comparator_value(u, x);
  u->met = x;
}

status comparator_moved(const comparator *u, const comparator *v, double *moved) {
  const instance *from = comparator_instance(u), *to = comparator_instance(v);
  const size_t n = comparator_order(u);
  const bool diagonal = from->kind == INSTANCE_VECTOR && to->kind == INSTANCE_VECTOR;
  FREED double *difference = NULL;
  *moved = comparator_trace(v);
  if (!diagonal && n > COMPARATOR_SPECTRUM_LIMIT) return STATUS_OK;
  TRY(NEW_ARRAY(diagonal ? n : n * n, difference));
  if (!diagonal) {
    instance_add_to_dense(to, 1.0, difference);
    instance_add_to_dense(from, -1.0, difference);
    return eigen_positive_sum(&eigen_own, n, difference, moved);
  }
  (void)vector_add_instance(difference, 1.0, to);
  (void)vector_add_instance(difference, -1.0, from);
  *moved = 0.0;
  for (size_t i = 0; i < n; i++) *moved += fmax(difference[i], 0.0);
  return STATUS_OK;
}

/* The member that says what it is. */
static void save_member(const comparator *u, FILE *file) {
  const instance *x = &u->as_instance;
  fprintf(file, "\"%s\":", u->form->member);
  if (u->form->save != NULL) {
    u->form->save(u, file);
  } else if (x->kind == INSTANCE_LOW_RANK) {
    json_write_rows(file, x->rank, x->n, x->factors);
  } else if (x->kind != INSTANCE_VECTOR) {
    json_write_rows(file, x->kind == INSTANCE_RECTANGULAR ? x->m : x->n, x->n, x->matrix);
  } else if (x->index != NULL) {
    json_write_positions(file, x->count, x->index);
  } else {
    json_write_numbers(file, x->n, x->value);
  }
}

void comparator_save(const comparator *u, FILE *file) {
  const size_t count = comparator_segments(u);
  fputs(count > 1 ? "{\"segments\":" : "{", file);
  for (size_t j = 0; j < count; j++) {
    size_t first = 1;
    const comparator *segment = comparator_segment(u, j, &first);
    if (count > 1) fprintf(file, "%s{\"first\":%zu,", j == 0 ? "[" : ",", first);
    save_member(segment, file);
    if (count > 1) fputs(j + 1 < count ? "}" : "}]", file);
  }
  fputc('}', file);
}
