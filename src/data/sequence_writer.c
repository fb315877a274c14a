/* The writing half of sequence_file.h. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "data/sequence_file.h"
#include "spectral/instance/instance_json.h"

static status written(FILE *file) {
  return ferror(file) ? FAIL(STATUS_IO, "a sequence file cannot be written: %s", strerror(errno)) : STATUS_OK;
}

/* The vectors from..to-1 of [P;Q], given by its columns. */
static void write_embedded(FILE *file, const double *factors, size_t order, size_t d, size_t from, size_t to) {
  fputc('[', file);
  for (size_t i = from; i < to; i++) {
    for (size_t l = 0; l < d; l++) {
      fputs(l > 0 ? "," : i > from ? ",[" : "[", file);
      number_write(file, factors[l * order + i]);
    }
    fputc(']', file);
  }
  fputc(']', file);
}

static void write_embedding(FILE *file, const comparator *u) {
  size_t m = 0, rank = 0;
  const size_t order = comparator_order(u);
  const double *factors = comparator_factors(u, &m, &rank);
  fputs("\"embedding\":{\"rows\":", file);
  write_embedded(file, factors, order, rank, 0, m);
  fputs(",\"columns\":", file);
  write_embedded(file, factors, order, rank, m, order);
  fputc('}', file);
}

static void write_comparator(FILE *file, const comparator *u) {
  const size_t n = comparator_order(u);
  const instance *value = comparator_instance(u);
  size_t rank = 0;
  fputs(",\"comparator\":{", file);
  switch (comparator_kind_of(u)) {
  case COMPARATOR_FRAME: {
    const double *frame = comparator_frame(u, &rank);
    fputs("\"frame\":", file);
    json_write_rows(file, rank, n, frame);
    break;
  }
  case COMPARATOR_COORDINATES: {
    const size_t *coordinates = comparator_coordinates(u, &rank);
    fputs("\"coordinates\":", file);
    json_write_positions(file, rank, coordinates);
    break;
  }
  case COMPARATOR_VECTOR:
    fputs("\"vector\":", file);
    json_write_numbers(file, n, value->value);
    break;
  case COMPARATOR_MATRIX:
  case COMPARATOR_RECTANGULAR:
  case COMPARATOR_TRACE_NORM:
    fputs("\"matrix\":", file);
    json_write_rows(file, value->kind == INSTANCE_RECTANGULAR ? value->m : n, n, value->matrix);
    break;
  case COMPARATOR_CUT:
    fputs("\"cut\":", file);
    json_write_numbers(file, n, comparator_signs(u));
    break;
  case COMPARATOR_ORDER:
    fputs("\"order\":", file);
    json_write_positions(file, n, comparator_order_items(u));
    break;
  case COMPARATOR_ENTRIES: {
    size_t m = 0;
    const double *entries = comparator_entries(u, &m);
    fputs("\"matrix\":", file);
    json_write_rows(file, m, n, entries);
    break;
  }
  case COMPARATOR_EMBEDDING: write_embedding(file, u); break;
  }
  fputc('}', file);
}

static void write_loss(FILE *file, const loss *loss) {
  const double interval[2] = {loss->low, loss->high};
  fprintf(file, ",\"loss\":\"%s\",\"interval\":", loss_kind_name(loss->kind));
  json_write_numbers(file, 2, interval);
  if (loss->scale == 1.0) return;
  fputs(",\"scale\":", file);
  number_write(file, loss->scale);
}

status sequence_write_header(FILE *file, const problem_facts *facts, const comparator *u) {
  const bool rectangular = facts->kind == INSTANCE_RECTANGULAR;
  const bool rows = instance_kind_has_rows(facts->kind);
  fprintf(file, "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"%s\"",
          instance_kind_name(rectangular ? INSTANCE_MATRIX : facts->kind));
  if (rows) fprintf(file, ",\"m\":%zu", facts->rows);
  fprintf(file, ",\"n\":%zu,\"labels\":\"%s\"", facts->n, facts->labels == LABEL_SIGN ? "sign" : "real");
  if (facts->labels == LABEL_REAL && facts->loss.kind != LOSS_ZERO_ONE) write_loss(file, &facts->loss);
  if (u != NULL) write_comparator(file, u);
  fputs("}\n", file);
  return written(file);
}

static size_t rows_of(const instance *x) {
  return x->kind == INSTANCE_RECTANGULAR ? x->m : x->n;
}

/* JSON has no number that is not finite. */
static bool all_finite(const instance *x, double label) {
  const size_t n = x->n;
  bool finite = isfinite(label);
  switch (x->kind) {
  case INSTANCE_VECTOR:
  case INSTANCE_DYAD:
    for (size_t i = 0; i < x->count; i++) finite = finite && isfinite(x->value[i]);
    break;
  case INSTANCE_LOW_RANK:
    finite = finite && isfinite(x->shift);
    for (size_t i = 0; i < x->rank; i++) finite = finite && isfinite(x->weights[i]);
    for (size_t i = 0; i < x->rank * n; i++) finite = finite && isfinite(x->factors[i]);
    break;
  case INSTANCE_ENTRY:
  case INSTANCE_DISTANCE: break;
  default:
    for (size_t i = 0; i < rows_of(x) * n; i++) finite = finite && isfinite(x->matrix[i]);
    break;
  }
  return finite;
}

status sequence_write_trial(FILE *file, size_t t, const instance *x, double label, const prediction *predicted) {
  if (!all_finite(x, label)) return FAIL(STATUS_NUMERIC, "trial %zu is not finite and cannot be recorded", t);
  fprintf(file, "{\"t\":%zu", t);
  instance_write_members(file, x);
  fputs(",\"y\":", file);
  number_write(file, label);
  if (predicted != NULL && isfinite(predicted->score)) {
    fputs(",\"score\":", file);
    number_write(file, predicted->score);
  }
  if (predicted != NULL && isfinite(predicted->value)) {
    fputs(",\"prediction\":", file);
    number_write(file, predicted->value);
  }
  fputs("}\n", file);
  return written(file);
}
