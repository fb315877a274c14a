/* U = F^T diag(w) F for the r rows of F, r x n: low rank, and with weights of 1 a frame, which is a projection where its rows are orthonormal. */
#include "linalg/frame.h"
#include "base/fixed_math.h"
#include "base/json.h"
#include "comparators/form/form.h"
#include "linalg/kernels.h"

typedef struct frame {
  comparator common;
  double *rows;    /* F */
  double *weights; /* w */
  double *work;    /* of values: r times the rank of an instance, and n */
} frame;

static void clear(void *self) {
  free(((const frame *)self)->work);
}

static status prepare(void *self, size_t rank) {
  frame *made = self;
  double *work = NULL;
  TRY(NEW_ARRAY(made->common.rank * rank + made->common.n, work));
  free(made->work);
  made->work = work;
  return STATUS_OK;
}

/* Rows, weights, and work space for vectors and dyads. */
static status copy(frame *made, const comparator_parts *parts) {
  const size_t n = parts->n, r = parts->r;
  made->common.rank = r;
  TRY(FORM_ARRAY(made, r * n, parts->frame, made->rows));
  TRY(FORM_ARRAY(made, r, parts->weights, made->weights));
  for (size_t i = 0; i < r && parts->weights == NULL; i++) made->weights[i] = 1.0;
  return prepare(made, 1);
}

static status view(frame *made) {
  return form_view(&made->common, instance_low_rank(made->common.n, made->common.rank, made->rows, made->weights, 0.0));
}

/* |F^T F|_F^2 = |F F^T|_F^2 */
static double gram_squared_norm(size_t n, size_t r, const double *rows) {
  double sum = 0.0;
  for (size_t i = 0; i < r; i++) {
    for (size_t j = 0; j < r; j++) {
      const double product = kernel_dot(n, rows + i * n, rows + j * n);
      sum += product * product;
    }
  }
  return sum;
}

static status frame_init(void *self, const comparator_parts *parts) {
  frame *made = self;
  const size_t n = parts->n, r = parts->r;
  if (r < 1 || r > n) return FAIL(STATUS_INVALID, "a frame of %zu vectors, expected 1 to %zu", r, n);
  TRY(copy(made, parts));
  made->common.defect = frame_defect(n, r, made->rows);
  made->common.projection = made->common.defect <= COMPARATOR_TOLERANCE;
  if (made->common.projection) made->common.entropy = 0.0;
  made->common.squared_norm = made->common.projection ? (double)r : gram_squared_norm(n, r, made->rows);
  return view(made);
}

static status low_rank_init(void *self, const comparator_parts *parts) {
  frame *made = self;
  const size_t n = parts->n, r = parts->r;
  if (r < 1 || r > n) return FAIL(STATUS_INVALID, "%zu factors, expected 1 to %zu", r, n);
  TRY(copy(made, parts));
  made->common.entropy = made->common.squared_norm = 0.0;
  for (size_t i = 0; i < r; i++) {
    const double weight = made->weights[i];
    if (!(weight >= 0.0)) return FAIL(STATUS_INVALID, "weight %zu is %g, expected a number >= 0", i + 1, weight);
    made->common.entropy += fixed_u_ln_u(weight);
    made->common.squared_norm += weight * weight;
  }
  if (!(frame_defect(n, r, made->rows) <= COMPARATOR_TOLERANCE)) {
    return FAIL(STATUS_INVALID, "factors that are not orthonormal");
  }
  return view(made);
}

static double value(const void *self, const instance *x) {
  const frame *made = self;
  return instance_inner_rows(x, made->common.rank, made->rows, made->weights, made->work);
}

static void rows(const void *self, double *out) {
  const frame *made = self;
  memcpy(out, made->rows, made->common.rank * made->common.n * sizeof *out);
}

static void save(const void *self, FILE *file) {
  const frame *made = self;
  fputs("{\"factors\":", file);
  json_write_rows(file, made->common.rank, made->common.n, made->rows);
  fputs(",\"weights\":", file);
  json_write_numbers(file, made->common.rank, made->weights);
  fputc('}', file);
}

const comparator_form form_frame = {.kind = COMPARATOR_FRAME,
                                    .member = "frame",
                                    .size = sizeof(frame),
                                    .init = frame_init,
                                    .clear = clear,
                                    .prepare = prepare,
                                    .value = value,
                                    .rows = rows};
const comparator_form form_low_rank = {.kind = COMPARATOR_LOW_RANK,
                                       .member = "low_rank",
                                       .size = sizeof(frame),
                                       .init = low_rank_init,
                                       .clear = clear,
                                       .prepare = prepare,
                                       .value = value,
                                       .save = save};
