/* The comparator in the header of a sequence file. */
#include "data/sequence_comparator.h"
#include "base/arena.h"
#include "base/text.h"
#include "linalg/kernels.h"

static const double orthonormal_within = 1e-6; /* frames: measured against the identity */
static const double symmetric_within = 1e-9;   /* matrices: relative to the largest entry */

static status check_orthonormal(const field_place *at, size_t n, size_t r, const double *frame) {
  for (size_t i = 0; i < r; i++) {
    for (size_t j = 0; j <= i; j++) {
      const double product = kernel_dot(n, frame + i * n, frame + j * n);
      if (fabs(product - (i == j ? 1 : 0)) <= orthonormal_within) continue;
      if (i == j) {
        return field_refuse(at, "comparator.frame", "vector %zu has squared length %.9g, expected 1 within %g", i + 1,
                            product, orthonormal_within);
      }
      return field_refuse(at, "comparator.frame", "vectors %zu and %zu have inner product %.9g, expected 0 within %g",
                          j + 1, i + 1, product, orthonormal_within);
    }
  }
  return STATUS_OK;
}

/* What a comparator refuses is in this member of the header. */
static status place_of(const field_place *at, const char *member, status code) {
  return code == STATUS_INVALID ? status_context(code, "%s:%zu: comparator.%s", at->path, at->line, member) : code;
}

static status read_frame(const field_place *at, const cJSON *list, const sequence_header *header, comparator **out) {
  const size_t n = header->n, r = cJSON_IsArray(list) ? field_length(list) : 0;
  FREED double *frame = NULL;
  if (r < 1 || r > n) return field_refuse(at, "comparator.frame", "expected a list of 1 to n = %zu vectors", n);
  TRY(NEW_ARRAY(r * n, frame));
  TRY(field_rows(at, "comparator.frame", list, r, n, frame));
  TRY(check_orthonormal(at, n, r, frame));
  return comparator_from_frame(COMPARATOR_GIVEN, n, r, frame, out);
}

static status read_coordinates(const field_place *at, const cJSON *list, const sequence_header *header,
                               comparator **out) {
  const size_t n = header->n, r = cJSON_IsArray(list) ? field_length(list) : 0;
  FREED size_t *coordinates = NULL;
  if (r < 1) return field_refuse(at, "comparator.coordinates", "expected a list of indices from 1 to n = %zu", n);
  TRY(NEW_ARRAY(r, coordinates));
  TRY(field_positions(at, "comparator.coordinates", list, n, coordinates));
  return comparator_from_coordinates(COMPARATOR_GIVEN, n, r, coordinates, out);
}

static status read_vector(const field_place *at, const cJSON *list, const sequence_header *header, comparator **out) {
  FREED double *u = NULL;
  TRY(NEW_ARRAY(header->n, u));
  TRY(field_numbers(at, "comparator.vector", list, header->n, u));
  bool negative = false; /* vectors may have a linear threshold as comparator; otherwise it is a diagonal U >= 0 */
  for (size_t i = 0; i < header->n; i++) {
    negative = negative || u[i] < 0.0;
    if (u[i] >= 0.0 || header->kind == INSTANCE_VECTOR) continue;
    return field_refuse(at, "comparator.vector", "entry %zu is negative, expected a number >= 0", i + 1);
  }
  return negative ? comparator_from_signed_vector(COMPARATOR_GIVEN, header->n, u, out)
                  : comparator_from_vector(COMPARATOR_GIVEN, header->n, u, out);
}

static status read_rectangular(const field_place *at, const cJSON *list, const sequence_header *header,
                               comparator **out) {
  FREED double *u = NULL;
  TRY(field_row_count(at, "comparator.matrix", list, header->m));
  TRY(NEW_ARRAY(header->m * header->n, u));
  TRY(field_rows(at, "comparator.matrix", list, header->m, header->n, u));
  return place_of(at, "matrix", comparator_from_rectangular(COMPARATOR_GIVEN, header->m, header->n, u, out));
}

/* A member of `embedding`: `count` vectors of *d numbers. *d = 0: the first vector determines it. */
static status read_embedded(const field_place *at, const cJSON *object, const char *name, size_t count, size_t *d,
                            double **rows) {
  const cJSON *list = field_get(object, name);
  char field[32];
  (void)snprintf(field, sizeof field, "comparator.embedding.%s", name);
  TRY(field_row_count(at, field, list, count));
  for (const cJSON *row = list->child; row != NULL; row = row->next) { /* before memory is allocated */
    if (!cJSON_IsArray(row)) return field_refuse(at, field, "expected a list of lists of numbers");
  }
  const size_t length = field_length(list->child);
  if (*d == 0) *d = length;
  if (length != *d || length == 0) {
    return field_refuse(at, field, "vector 1 has %zu numbers, expected %s", length,
                        length == 0 ? "some" : "as in rows");
  }
  TRY(NEW_ARRAY(count * length, *rows));
  return field_rows(at, field, list, count, length, *rows);
}

/* Instances other than entries have one order, m + n, and the rows say what is m. */
static status read_embedding(const field_place *at, const cJSON *object, const sequence_header *header,
                             comparator **out) {
  FREED double *p = NULL;
  FREED double *q = NULL;
  size_t d = 0, m = header->m, n = header->n;
  if (!cJSON_IsObject(object)) {
    return field_refuse(at, "comparator.embedding", "expected an object with rows and columns");
  }
  TRY(field_check_names(at, object, "rows columns"));
  if (header->kind != INSTANCE_ENTRY) {
    const cJSON *rows = field_get(object, "rows");
    m = cJSON_IsArray(rows) ? field_length(rows) : 0;
    if (m < 1 || m >= n) {
      return field_refuse(at, "comparator.embedding.rows", "%zu vectors, expected 1 to n - 1 = %zu", m, n - 1);
    }
    n -= m;
  }
  TRY(read_embedded(at, object, "rows", m, &d, &p));
  TRY(read_embedded(at, object, "columns", n, &d, &q));
  return comparator_from_embedding(COMPARATOR_GIVEN, m, n, d, p, q, out);
}

static status read_low_rank(const field_place *at, const cJSON *object, const sequence_header *header,
                            comparator **out) {
  const size_t n = header->n;
  FREED double *factors = NULL;
  FREED double *weights = NULL;
  if (!cJSON_IsObject(object))
    return field_refuse(at, "comparator.low_rank", "expected an object with factors and weights");
  TRY(field_check_names(at, object, "factors weights"));
  const cJSON *rows = field_get(object, "factors");
  const size_t r = cJSON_IsArray(rows) ? field_length(rows) : 0;
  if (r < 1 || r > n) {
    return field_refuse(at, "comparator.low_rank.factors", "expected a list of 1 to n = %zu vectors", n);
  }
  TRY(NEW_ARRAY(r * n, factors));
  TRY(NEW_ARRAY(r, weights));
  TRY(field_rows(at, "comparator.low_rank.factors", rows, r, n, factors));
  TRY(field_numbers(at, "comparator.low_rank.weights", field_get(object, "weights"), r, weights));
  return place_of(at, "low_rank", comparator_from_low_rank(COMPARATOR_GIVEN, n, r, factors, weights, out));
}

static status read_matrix(const field_place *at, const cJSON *list, const sequence_header *header, comparator **out) {
  FREED double *u = NULL;
  if (instance_kind_has_rows(header->kind)) return read_rectangular(at, list, header, out);
  TRY(field_row_count(at, "comparator.matrix", list, header->n));
  TRY(NEW_ARRAY(header->n * header->n, u));
  TRY(field_symmetric(at, "comparator.matrix", list, header->n, symmetric_within, u));
  return place_of(at, "matrix", comparator_from_matrix(COMPARATOR_GIVEN, header->n, u, out));
}

static status read_entries(const field_place *at, const cJSON *list, const sequence_header *header, comparator **out) {
  FREED double *w = NULL;
  TRY(field_row_count(at, "comparator.matrix", list, header->m));
  TRY(NEW_ARRAY(header->m * header->n, w));
  TRY(field_rows(at, "comparator.matrix", list, header->m, header->n, w));
  return comparator_from_entries(COMPARATOR_GIVEN, header->m, header->n, w, out);
}

/* P and N, of order n (W = P - N) or m + n. */
static status read_decomposition(const field_place *at, const cJSON *object, const sequence_header *header,
                                 comparator **out) {
  static const char *const names[2] = {"positive", "negative"}, *const fields[2] = {
                                                                    "comparator.decomposition.positive",
                                                                    "comparator.decomposition.negative"};
  CLEANUP(arena_free) arena pool = {0};
  double *parts[2] = {NULL, NULL};
  if (!cJSON_IsObject(object))
    return field_refuse(at, "comparator.decomposition", "expected an object with positive and negative");
  TRY(field_check_names(at, object, "positive negative"));
  const cJSON *first = field_get(object, names[0]);
  const size_t given = cJSON_IsArray(first) ? field_length(first) : 0, both = header->m + header->n;
  const size_t p = given == header->n && header->m == header->n ? given : both;
  for (size_t k = 0; k < 2; k++) {
    const cJSON *list = field_get(object, names[k]);
    TRY(field_row_count(at, fields[k], list, p));
    TRY(ARENA_ARRAY(&pool, p * p, parts[k]));
    TRY(field_symmetric(at, fields[k], list, p, symmetric_within, parts[k]));
  }
  return place_of(at, "decomposition",
                  comparator_from_decomposition(COMPARATOR_GIVEN, header->m, header->n, p, parts[0], parts[1], out));
}

static status read_cut(const field_place *at, const cJSON *list, const sequence_header *header, comparator **out) {
  FREED double *signs = NULL;
  if (header->m != header->n) return field_refuse(at, "comparator.cut", "needs m = n");
  TRY(NEW_ARRAY(header->n, signs));
  TRY(field_numbers(at, "comparator.cut", list, header->n, signs));
  for (size_t i = 0; i < header->n; i++) {
    if (signs[i] == 1.0 || signs[i] == -1.0) continue;
    return field_refuse(at, "comparator.cut", "entry %zu is %s, expected 1 or -1", i + 1,
                        number_text(signs[i], (char[NUMBER_TEXT]){0}));
  }
  return comparator_from_cut(COMPARATOR_GIVEN, header->n, signs, out);
}

static status read_order(const field_place *at, const cJSON *list, const sequence_header *header, comparator **out) {
  FREED size_t *items = NULL;
  size_t place = 0;
  if (header->m != header->n) return field_refuse(at, "comparator.order", "needs m = n");
  if (!cJSON_IsArray(list) || field_length(list) != header->n) {
    return field_refuse(at, "comparator.order", "expected a list of each of 1 to n = %zu once", header->n);
  }
  TRY(NEW_ARRAY(header->n, items));
  for (const cJSON *item = list->child; item != NULL; item = item->next, place++) {
    if (!field_whole(item, 1, (double)header->n, &items[place])) {
      return field_refuse(at, "comparator.order", "place %zu is no whole number from 1 to n = %zu", place + 1,
                          header->n);
    }
    items[place]--;
  }
  return place_of(at, "order", comparator_from_order(COMPARATOR_GIVEN, header->n, items, out));
}

/* The comparators that a header of such instances may have. */
static const char *allowed(const sequence_header *header) {
  const instance_kind kind = header->kind;
  if (kind == INSTANCE_ENTRY && header->real) return "expected an object with one of matrix, decomposition, cut, order";
  if (kind == INSTANCE_ENTRY) return "expected an object with one of matrix, embedding";
  if (kind == INSTANCE_RECTANGULAR) return "expected an object with matrix: the instances have m rows";
  if (kind == INSTANCE_DYAD) {
    return "expected an object with one of frame, low_rank, coordinates, vector, matrix, embedding";
  }
  return "expected an object with one of frame, low_rank, coordinates, vector, matrix";
}

/* Comparators of entries with real labels. */
static status read_predictions(const field_place *at, const cJSON *item, const sequence_header *header,
                               comparator **out) {
  if (strcmp(item->string, "matrix") == 0) return read_entries(at, item, header, out);
  if (strcmp(item->string, "decomposition") == 0) return read_decomposition(at, item, header, out);
  if (strcmp(item->string, "cut") == 0) return read_cut(at, item, header, out);
  if (strcmp(item->string, "order") == 0) return read_order(at, item, header, out);
  return field_refuse(at, "comparator", "%.40s, %s", item->string, allowed(header));
}

/* The member that says what it is. */
static status read_member(const field_place *at, const cJSON *item, const sequence_header *header, comparator **out) {
  const char *expected = allowed(header);
  if (header->kind == INSTANCE_ENTRY && header->real) return read_predictions(at, item, header, out);
  const bool rows = instance_kind_has_rows(header->kind);
  if (strcmp(item->string, "matrix") == 0) return read_matrix(at, item, header, out);
  if (!rows && strcmp(item->string, "frame") == 0) return read_frame(at, item, header, out);
  if (!rows && strcmp(item->string, "low_rank") == 0) return read_low_rank(at, item, header, out);
  if (!rows && strcmp(item->string, "coordinates") == 0) return read_coordinates(at, item, header, out);
  if (!rows && strcmp(item->string, "vector") == 0) return read_vector(at, item, header, out);
  if ((header->kind == INSTANCE_ENTRY || header->kind == INSTANCE_DYAD) && strcmp(item->string, "embedding") == 0) {
    return read_embedding(at, item, header, out);
  }
  return field_refuse(at, "comparator", "%.40s, %s", item->string, expected);
}

/* An object of `first` and one member that says what the comparator is. */
static status read_segment(const field_place *at, const cJSON *object, const sequence_header *header, size_t *first,
                           comparator **out) {
  const cJSON *begin = field_get(object, "first");
  if (!cJSON_IsObject(object) || field_length(object) != 2 || begin == NULL) {
    return field_refuse(at, "comparator.segments", "expected objects with first and a comparator");
  }
  if (!field_whole(begin, 1, 0x1p53, first)) {
    return field_refuse(at, "comparator.segments", "first: expected a trial, a whole number from 1");
  }
  return read_member(at, object->child == begin ? begin->next : object->child, header, out);
}

typedef struct segment_list {
  size_t count;
  comparator **segment;
} segment_list;

static void free_segments(segment_list *made) {
  for (size_t j = 0; j < made->count; j++) comparator_free(made->segment[j]);
  free(made->segment);
}

static status read_segments(const field_place *at, const cJSON *list, const sequence_header *header, comparator **out) {
  CLEANUP(free_segments) segment_list made = {.count = 0};
  FREED size_t *first = NULL;
  const size_t count = cJSON_IsArray(list) ? field_length(list) : 0;
  if (count < 1) return field_refuse(at, "comparator.segments", "expected a list of comparators");
  TRY(NEW_ARRAY(count, made.segment));
  TRY(NEW_ARRAY(count, first));
  for (const cJSON *object = list->child; object != NULL; object = object->next, made.count++) {
    TRY(read_segment(at, object, header, &first[made.count], &made.segment[made.count]));
  }
  made.count = 0; /* they belong to the comparator, or are freed */
  return place_of(at, "segments", comparator_from_segments(count, first, made.segment, out));
}

status sequence_read_comparator(const field_place *at, const cJSON *object, const sequence_header *header,
                                comparator **out) {
  *out = NULL;
  if (!cJSON_IsObject(object) || field_length(object) != 1) {
    return field_refuse(at, "comparator", "%s", allowed(header));
  }
  if (strcmp(object->child->string, "segments") == 0) return read_segments(at, object->child, header, out);
  return read_member(at, object->child, header, out);
}
