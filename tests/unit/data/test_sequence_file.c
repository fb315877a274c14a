/* Recorded sequences: exact round trips, exact refusals, playing them again. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "data/sequence_file.h"
#include "linalg/frame.h"
#include "unit/problem_fixture.h"

enum { ORDER = 5, TRIALS = 7 };

/* Doubles of every size, zero and minus zero. */
static double wild(random_stream *stream) {
  static const double special[] = {0.0, -0.0, 1, -1, DBL_MAX, -DBL_MAX, DBL_MIN, 5e-324, 0.1, 1.0 / 3, 1 + DBL_EPSILON};
  if (random_chance(stream, 0.2)) return special[random_index(stream, sizeof special / sizeof *special)];
  return ldexp(random_range(stream, -1, 1), (int)random_index(stream, 600) - 300);
}

/* What was read has the bits of what was written, but for -0, which is written 0. */
static bool same(size_t count, const double *read, const double *written) {
  for (size_t i = 0; i < count; i++) {
    const double expected = written[i] + 0.0;
    if (memcmp(&read[i], &expected, sizeof expected) != 0) return false;
  }
  return true;
}

typedef struct pool {
  double numbers[ORDER * ORDER], weights[ORDER];
  size_t index[ORDER];
} pool;

/* A random instance of the kind; dense and sparse in turn. */
static instance random_instance(random_stream *stream, instance_kind kind, size_t t, pool *p) {
  for (size_t i = 0; i < ORDER * ORDER; i++) p->numbers[i] = wild(stream);
  for (size_t i = 0; i < ORDER; i++) p->weights[i] = wild(stream);
  if (kind == INSTANCE_MATRIX) {
    for (size_t i = 0; i < ORDER; i++) {
      for (size_t j = 0; j < i; j++) p->numbers[i * ORDER + j] = p->numbers[j * ORDER + i];
    }
    return instance_matrix(ORDER, p->numbers);
  }
  if (kind == INSTANCE_LOW_RANK) return instance_low_rank(ORDER, t % 4, p->numbers, p->weights, wild(stream));
  if (t % 2 == 0)
    return kind == INSTANCE_DYAD ? instance_dense_dyad(ORDER, p->numbers) : instance_dense_vector(ORDER, p->numbers);
  const size_t count = t % 4 == 1 ? 0 : 3;
  random_subset(stream, ORDER, count, p->index);
  return instance_sparse(kind, ORDER, count, p->index, p->numbers);
}

static void expect_same(const instance *a, const instance *b, const char *kind, size_t t) {
  cr_assert(a->kind == b->kind && a->n == b->n && a->rank == b->rank && a->count == b->count, "%s trial %zu", kind, t);
  cr_assert_eq(a->index == NULL, b->index == NULL, "%s trial %zu", kind, t);
  if (a->index != NULL) {
    for (size_t i = 0; i < a->count; i++) cr_assert_eq(a->index[i], b->index[i]);
  }
  cr_assert(same(a->count, a->value, b->value), "%s trial %zu", kind, t);
  cr_assert(same(a->rank * a->n, a->factors, b->factors) && same(a->rank, a->weights, b->weights), "%s trial %zu", kind,
            t);
  cr_assert(same(1, &a->shift, &b->shift), "%s trial %zu", kind, t);
  if (a->kind == INSTANCE_MATRIX) cr_assert(same(a->n * a->n, a->matrix, b->matrix), "%s trial %zu", kind, t);
}

static void round_trip(instance_kind kind, label_kind labels, const comparator *u, uint64_t seed) {
  random_stream *stream = NULL;
  pool pools[TRIALS];
  instance written[TRIALS];
  double label[TRIALS];
  char *text = NULL;
  size_t length = 0;
  cr_assert_eq(random_stream_new(seed, "round trip", &stream), STATUS_OK);
  FILE *memory = open_memstream(&text, &length);
  const problem_facts facts = {.n = ORDER, .kind = kind, .labels = labels};
  const sequence_header written_header = problem_header(&facts);
  cr_assert_eq(sequence_write_header(memory, &written_header, u), STATUS_OK);
  for (size_t t = 0; t < TRIALS; t++) {
    written[t] = random_instance(stream, kind, t, &pools[t]);
    label[t] = labels == LABEL_REAL ? wild(stream) : random_chance(stream, 0.5) ? 1 : -1;
    const prediction said = {.score = t == 3 ? NAN : wild(stream), .value = 1};
    cr_assert_eq(sequence_write_trial(memory, t + 1, &written[t], label[t], t % 2 == 0 ? NULL : &said), STATUS_OK);
  }
  fclose(memory);
  random_stream_free(stream);
  char *path = fixture_file(text, length);
  sequence *read = NULL;
  cr_assert_eq(sequence_open(path, &read), STATUS_OK, "%s in\n%s", status_message(), text);
  const sequence_header header = sequence_header_of(read);
  const problem_facts found = problem_facts_of(&header);
  cr_expect(found.n == ORDER && found.kind == kind && found.labels == labels && found.trials == TRIALS);
  for (size_t t = 0; t < TRIALS; t++) {
    instance x;
    double y = 0;
    sequence_trial(read, t, &x, &y);
    cr_assert(same(1, &y, &label[t]), "%s trial %zu: label %.17g was %.17g", instance_kind_name(kind), t + 1, y,
              label[t]);
    expect_same(&x, &written[t], instance_kind_name(kind), t + 1);
  }
  const comparator *v = sequence_comparator(read);
  cr_assert_eq(u == NULL, v == NULL);
  if (u != NULL) {
    cr_assert_eq(comparator_kind_of(u), comparator_kind_of(v));
    cr_assert_eq(comparator_origin_of(v), COMPARATOR_GIVEN);
    double a[ORDER * ORDER], b[ORDER * ORDER];
    instance_to_dense(comparator_instance(u), a);
    instance_to_dense(comparator_instance(v), b);
    cr_assert(same(ORDER * ORDER, a, b));
  }
  sequence_close(read);
  unlink(path);
  free(path);
  free(text);
}

Test(sequence_file, round_trips) {
  random_stream *stream = NULL;
  double frame[2 * ORDER], matrix[ORDER * ORDER] = {0};
  const size_t coordinates[] = {1, 4};
  const double vector[ORDER] = {0.1, 0, 1e-300, 1.0 / 3, 2};
  comparator *u[5] = {NULL};
  cr_assert_eq(random_stream_new(1, "frame", &stream), STATUS_OK);
  cr_assert_eq(frame_random(stream, ORDER, 2, frame), STATUS_OK);
  random_stream_free(stream);
  for (size_t i = 0; i < ORDER; i++) matrix[i * (ORDER + 1)] = 1.0 / (double)(i + 3);
  matrix[1] = matrix[ORDER] = 0.1;
  cr_assert_eq(comparator_from_frame(COMPARATOR_PLANTED, ORDER, 2, frame, &u[1]), STATUS_OK);
  cr_assert_eq(comparator_from_coordinates(COMPARATOR_PLANTED, ORDER, 2, coordinates, &u[2]), STATUS_OK);
  cr_assert_eq(comparator_from_vector(COMPARATOR_PLANTED, ORDER, vector, &u[3]), STATUS_OK);
  cr_assert_eq(comparator_from_matrix(COMPARATOR_PLANTED, ORDER, matrix, &u[4]), STATUS_OK);
  for (size_t c = 0; c < 5; c++) {
    for (instance_kind kind = 0; kind <= INSTANCE_MATRIX; kind++) {
      round_trip(kind, LABEL_SIGN, u[c], 10 * c + kind);
      round_trip(kind, LABEL_REAL, u[c], 100 + 10 * c + kind);
    }
  }
  for (size_t c = 0; c < 5; c++) comparator_free(u[c]);
}

/* The form that the documentation gives, to the letter. */
Test(sequence_file, written_text) {
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream(&text, &length);
  const problem_facts facts = {.n = 3, .kind = INSTANCE_VECTOR, .labels = LABEL_SIGN};
  const size_t coordinates[] = {0, 2}, index[] = {1, 2};
  const double value[] = {0.1, 1}, dense[] = {1, 0, 1.0 / 3};
  comparator *u = NULL;
  cr_assert_eq(comparator_from_coordinates(COMPARATOR_PLANTED, 3, 2, coordinates, &u), STATUS_OK);
  const instance x = instance_sparse(INSTANCE_VECTOR, 3, 2, index, value), z = instance_dense_vector(3, dense);
  const prediction said = {.score = 0.25, .value = -1};
  const sequence_header written_header2 = problem_header(&facts);
  cr_expect_eq(sequence_write_header(memory, &written_header2, u), STATUS_OK);
  cr_expect_eq(sequence_write_trial(memory, 1, &x, 1, &said), STATUS_OK);
  cr_expect_eq(sequence_write_trial(memory, 2, &z, -1, NULL), STATUS_OK);
  const double broken[] = {1, INFINITY, 0};
  const instance bad = instance_dense_vector(3, broken);
  cr_expect_eq(sequence_write_trial(memory, 3, &bad, -1, NULL), STATUS_NUMERIC);
  fclose(memory);
  cr_expect_str_eq(text,
                   "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":3,\"labels\":\"sign\","
                   "\"comparator\":{\"coordinates\":[1,3]}}\n"
                   "{\"t\":1,\"index\":[2,3],\"value\":[0.1,1],\"y\":1,\"score\":0.25,\"prediction\":-1}\n"
                   "{\"t\":2,\"x\":[1,0,0.3333333333333333],\"y\":-1}\n",
                   "%s", text);
  comparator_free(u);
  free(text);
}

/* --- refusals --- */

#define ENTRIES(more) \
  "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"entry\",\"m\":2,\"n\":3,\"labels\":\"sign\"" more "}\n"
#define HEADER(kind) "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"" kind "\",\"n\":2,\"labels\":\"sign\"}\n"
#define COMPARATOR(u) \
  "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":2,\"labels\":\"sign\",\"comparator\":" u "}\n"

static const struct {
  const char *text, *message;
} refusals[] = {
    {"", "F:1: the file ends, expected a header"},
    {"hello\n", "F:1: not JSON, expected one JSON object on each line"},
    {"[1]\n", "F:1: not an object, expected one JSON object on each line"},
    {"{}\n", "F:1: format: expected \"winnow-lab sequence 1\""},
    {"{\"format\":\"winnow-lab sequence 2\"}\n", "F:1: format: expected \"winnow-lab sequence 1\""},
    {"{\"format\":\"winnow-lab sequence 1\"}\n",
     "F:1: instances: expected vector, dyad, low_rank, matrix, entry or distance"},
    {HEADER("tensor"), "F:1: instances: 'tensor', expected vector, dyad, low_rank, matrix, entry or distance"},
    {HEADER("entry"), "F:1: m: expected a whole number from 1 to 10000000"},
    {ENTRIES("") "{\"t\":1,\"i\":3,\"j\":1,\"y\":1}\n", "F:2: i: expected a whole number from 1 to m = 2"},
    {ENTRIES("") "{\"t\":1,\"i\":0,\"j\":1,\"y\":1}\n", "F:2: i: expected a whole number from 1 to m = 2"},
    {ENTRIES("") "{\"t\":1,\"i\":2,\"j\":4,\"y\":1}\n", "F:2: j: expected a whole number from 1 to n = 3"},
    {ENTRIES("") "{\"t\":1,\"i\":2,\"j\":1.5,\"y\":1}\n", "F:2: j: expected a whole number from 1 to n = 3"},
    {ENTRIES("") "{\"t\":1,\"i\":2,\"y\":1}\n", "F:2: j: expected a whole number from 1 to n = 3"},
    {ENTRIES("") "{\"t\":1,\"i\":2,\"j\":1,\"x\":1,\"y\":1}\n",
     "F:2: x: unknown field, expected t i j side season weight margin y score prediction"},
    {ENTRIES("") "{\"t\":1,\"i\":2,\"j\":1}\n", "F:2: y: expected 1 or -1"},
    {ENTRIES(",\"comparator\":{\"frame\":[[1,0]]}"),
     "F:1: comparator: frame, expected an object with one of matrix, embedding"},
    {ENTRIES(",\"comparator\":{\"matrix\":[[1,0,0]]}"), "F:1: comparator.matrix: 1 rows, expected 2"},
    {ENTRIES(",\"comparator\":{\"matrix\":[[1,1,1],[1,1,-1]]}"),
     "F:1: comparator.matrix: comparator: trace norm 3.41421356, expected a generalised projection or a trace norm of "
     "at "
     "most 1"},
    {ENTRIES(",\"comparator\":{\"embedding\":[[1]]}"),
     "F:1: comparator.embedding: expected an object with rows and columns"},
    {ENTRIES(",\"comparator\":{\"embedding\":{\"rows\":[[1],[1]]}}"),
     "F:1: comparator.embedding.columns: expected a list of 3 rows"},
    {ENTRIES(",\"comparator\":{\"embedding\":{\"rows\":[[1,0],[1,0]],\"columns\":[[1],[1],[1]]}}"),
     "F:1: comparator.embedding.columns: vector 1 has 1 numbers, expected as in rows"},
    {ENTRIES(",\"comparator\":{\"embedding\":{\"rows\":[[],[]],\"columns\":[[1],[1],[1]]}}"),
     "F:1: comparator.embedding.rows: vector 1 has 0 numbers, expected some"},
    {ENTRIES(",\"comparator\":{\"embedding\":{\"rows\":[[1],[1,2]],\"columns\":[[1],[1],[1]]}}"),
     "F:1: comparator.embedding.rows[2]: 2 numbers, expected 1"},
    {ENTRIES(",\"comparator\":{\"embedding\":{\"rows\":[[1],[1]],\"columns\":[[1],[1],[1]],\"d\":1}}"),
     "F:1: d: unknown field, expected rows columns"},
    {HEADER("distances"), "F:1: instances: 'distances', expected vector, dyad, low_rank, matrix, entry or distance"},
    {"{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"labels\":\"sign\"}\n",
     "F:1: n: expected a whole number from 1 to 10000000"},
    {"{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":2.5,\"labels\":\"sign\"}\n",
     "F:1: n: expected a whole number from 1 to 10000000"},
    {"{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":2}\n",
     "F:1: labels: expected \"sign\" or \"real\""},
    {"{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":2,\"labels\":\"sign\",\"margin\":1}\n",
     "F:1: margin: unknown field, expected format instances n labels gap comparator"},
    {"{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":2,\"labels\":\"real\",\"gap\":[0,1]}\n",
     "F:1: gap: unknown field, expected format instances n labels loss interval scale comparator"},
    {"{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":2,\"labels\":\"sign\",\"gap\":1}\n",
     "F:1: gap: expected a list of 2 numbers"},
    {"{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":2,\"labels\":\"sign\",\"gap\":[1,1]}\n",
     "F:1: gap: expected two ascending numbers"},
    {COMPARATOR("{\"segments\":{}}"), "F:1: comparator.segments: expected a list of comparators"},
    {COMPARATOR("{\"segments\":[]}"), "F:1: comparator.segments: expected a list of comparators"},
    {COMPARATOR("{\"segments\":[{\"vector\":[1,2]}]}"),
     "F:1: comparator.segments: expected objects with first and a comparator"},
    {COMPARATOR("{\"segments\":[{\"first\":0,\"vector\":[1,2]}]}"),
     "F:1: comparator.segments: first: expected a trial, a whole number from 1"},
    {COMPARATOR("{\"segments\":[{\"first\":2,\"vector\":[1,2]}]}"),
     "F:1: comparator.segments: comparator: segments must begin with trial 1"},
    {COMPARATOR("{\"segments\":[{\"first\":1,\"vector\":[1,2]},{\"vector\":[1,2],\"first\":1}]}"),
     "F:1: comparator.segments: comparator: segments must begin at ascending trials"},
    {COMPARATOR("{\"segments\":[{\"first\":1,\"vector\":[1,2]},{\"vector\":[1],\"first\":2}]}"),
     "F:1: comparator.vector: 1 numbers, expected 2"},
    {COMPARATOR("{\"segments\":[{\"first\":1,\"segments\":[]}]}"),
     "F:1: comparator: segments, expected an object with one of frame, low_rank, coordinates, vector, matrix"},
    {COMPARATOR("{\"matrix\":[[1,0.5],[0.5000000011,1]]}"),
     "F:1: comparator.matrix: entries (1,2) and (2,1) differ, expected a symmetric matrix"},
    {"{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":2,\"n\":3,\"labels\":\"sign\"}\n",
     "F:1: n: there twice, expected once"},
    {"{\"format\":\"winnow-lab sequence 1\",\"instances\":\"matrix\",\"m\":0,\"n\":2,\"labels\":\"sign\"}\n",
     "F:1: m: expected a whole number from 1 to 10000000"},
    {"{\"format\":\"winnow-lab sequence 1\",\"instances\":\"rectangular\",\"m\":3,\"n\":2,\"labels\":\"sign\"}\n",
     "F:1: instances: 'rectangular', expected vector, dyad, low_rank, matrix, entry or distance"},
    {"{\"format\":\"winnow-lab sequence 1\",\"instances\":\"matrix\",\"m\":1,\"n\":2,\"labels\":\"sign\"}\n"
     "{\"t\":1,\"X\":[[1,0],[0,1]],\"y\":1}\n",
     "F:2: X: 2 rows, expected 1"},
    {"{\"format\":\"winnow-lab sequence 1\",\"instances\":\"matrix\",\"m\":1,\"n\":2,\"labels\":\"sign\"}\n"
     "{\"t\":1,\"X\":[[1,0,0]],\"y\":1}\n",
     "F:2: X[1]: 3 numbers, expected 2"},
    {"{\"format\":\"winnow-lab sequence 1\",\"instances\":\"matrix\",\"m\":1,\"n\":2,\"labels\":\"sign\","
     "\"comparator\":{\"vector\":[1,0]}}\n",
     "F:1: comparator: vector, expected an object with matrix: the instances have m rows"},
    {HEADER("vector"), "F:2: the file ends, expected at least one trial"},
    {HEADER("vector") "{\"t\":1,\"x\":[1,0],\"y\":1}\n{\"t\":2,\"x\":[1",
     "F:3: not JSON (the last line may be cut short), expected one JSON object on each line"},
    {HEADER("vector") "\n", "F:2: not JSON, expected one JSON object on each line"},
    {HEADER("vector") "{\"t\":2,\"x\":[1,0],\"y\":1}\n", "F:2: t: expected 1"},
    {HEADER("vector") "{\"x\":[1,0],\"y\":1}\n", "F:2: t: expected 1"},
    {HEADER("vector") "{\"t\":1,\"x\":[1,0],\"y\":1}\n{\"t\":3,\"x\":[1,0],\"y\":1}\n", "F:3: t: expected 2"},
    {HEADER("vector") "{\"t\":1,\"x\":[1,0],\"z\":1,\"y\":1}\n",
     "F:2: z: unknown field, expected t x index value y score prediction"},
    {HEADER("vector") "{\"t\":1,\"x\":[1,0],\"t x\":1,\"y\":1}\n",
     "F:2: t x: unknown field, expected t x index value y score prediction"},
    {HEADER("vector") "{\"t\":1,\"X\":[[1,0],[0,1]],\"y\":1}\n",
     "F:2: X: unknown field, expected t x index value y score prediction"},
    {HEADER("vector") "{\"t\":1,\"y\":1}\n", "F:2: x: missing, expected a list of 2 numbers, or index and value"},
    {HEADER("vector") "{\"t\":1,\"x\":[1],\"y\":1}\n", "F:2: x: 1 numbers, expected 2"},
    {HEADER("vector") "{\"t\":1,\"x\":[1,0,0],\"y\":1}\n", "F:2: x: 3 numbers, expected 2"},
    {HEADER("vector") "{\"t\":1,\"x\":3,\"y\":1}\n", "F:2: x: expected a list of 2 numbers"},
    {HEADER("vector") "{\"t\":1,\"x\":[1,null],\"y\":1}\n", "F:2: x: entry 2, expected a finite number"},
    {HEADER("vector") "{\"t\":1,\"x\":[1,\"0\"],\"y\":1}\n", "F:2: x: entry 2, expected a finite number"},
    {HEADER("vector") "{\"t\":1,\"x\":[1,1e999],\"y\":1}\n", "F:2: x: entry 2, expected a finite number"},
    {HEADER("vector") "{\"t\":1,\"x\":[1,NaN],\"y\":1}\n", "F:2: not JSON, expected one JSON object on each line"},
    {HEADER("vector") "{\"t\":1,\"x\":[1,0],\"index\":[1],\"y\":1}\n", "F:2: x: expected either x or index and value"},
    {HEADER("vector") "{\"t\":1,\"index\":[1],\"y\":1}\n",
     "F:2: value: missing, expected a list of numbers beside index"},
    {HEADER("vector") "{\"t\":1,\"value\":[1],\"y\":1}\n", "F:2: index: expected a list of indices from 1 to n = 2"},
    {HEADER("vector") "{\"t\":1,\"index\":[2,1],\"value\":[1,1],\"y\":1}\n",
     "F:2: index: 1 after 2, expected ascending indices"},
    {HEADER("vector") "{\"t\":1,\"index\":[2,2],\"value\":[1,1],\"y\":1}\n",
     "F:2: index: 2 after 2, expected ascending indices"},
    {HEADER("vector") "{\"t\":1,\"index\":[0],\"value\":[1],\"y\":1}\n",
     "F:2: index: entry 1, expected a whole number from 1 to n = 2"},
    {HEADER("vector") "{\"t\":1,\"index\":[1,3],\"value\":[1,1],\"y\":1}\n",
     "F:2: index: entry 2, expected a whole number from 1 to n = 2"},
    {HEADER("vector") "{\"t\":1,\"index\":[1,2,2],\"value\":[1,1,1],\"y\":1}\n",
     "F:2: index: 3 indices, expected at most n = 2"},
    {HEADER("vector") "{\"t\":1,\"index\":[1],\"value\":[1,1],\"y\":1}\n", "F:2: value: 2 numbers, expected 1"},
    {HEADER("vector") "{\"t\":1,\"x\":[1,0],\"y\":0}\n", "F:2: y: expected 1 or -1"},
    {HEADER("vector") "{\"t\":1,\"x\":[1,0]}\n", "F:2: y: expected 1 or -1"},
    {"{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":1,\"labels\":\"real\"}\n"
     "{\"t\":1,\"x\":[1],\"y\":null}\n",
     "F:2: y: expected a finite number"},
    {HEADER("vector") "{\"t\":1,\"x\":[1,0],\"y\":1,\"score\":\"a\"}\n", "F:2: score: expected a finite number"},
    {HEADER("vector") "{\"t\":1,\"x\":[1,0],\"y\":1,\"prediction\":null}\n",
     "F:2: prediction: expected a finite number"},
    {HEADER("low_rank") "{\"t\":1,\"x\":[1,0],\"y\":1}\n",
     "F:2: x: unknown field, expected t factors weights shift y score prediction"},
    {HEADER("low_rank") "{\"t\":1,\"weights\":[1],\"y\":1}\n", "F:2: factors: expected a list of lists of 2 numbers"},
    {HEADER("low_rank") "{\"t\":1,\"factors\":[[1,0]],\"y\":1}\n",
     "F:2: weights: expected a list of numbers, one for each factor"},
    {HEADER("low_rank") "{\"t\":1,\"factors\":[[1,0],[1]],\"weights\":[1,1],\"y\":1}\n",
     "F:2: factors[2]: 1 numbers, expected 2"},
    {HEADER("low_rank") "{\"t\":1,\"factors\":[[1]],\"weights\":[1],\"y\":1}\n",
     "F:2: factors[1]: 1 numbers, expected 2"},
    {HEADER("low_rank") "{\"t\":1,\"factors\":[1,0],\"weights\":[1],\"y\":1}\n",
     "F:2: factors: expected a list of lists of 2 numbers"},
    {HEADER("low_rank") "{\"t\":1,\"factors\":[[1,0]],\"weights\":[1,2],\"y\":1}\n",
     "F:2: weights: 2 numbers, expected 1"},
    {HEADER("low_rank") "{\"t\":1,\"factors\":[],\"weights\":[],\"shift\":true,\"y\":1}\n",
     "F:2: shift: expected a finite number"},
    {HEADER("matrix") "{\"t\":1,\"X\":[[1,0]],\"y\":1}\n", "F:2: X: 1 rows, expected 2"},
    {HEADER("matrix") "{\"t\":1,\"y\":1}\n", "F:2: X: expected a list of 2 rows"},
    {HEADER("matrix") "{\"t\":1,\"X\":[[1,0],[0]],\"y\":1}\n", "F:2: X[2]: 1 numbers, expected 2"},
    {HEADER("matrix") "{\"t\":1,\"X\":[[1,0.5],[0.25,1]],\"y\":1}\n",
     "F:2: X: entries (1,2) and (2,1) differ, expected a symmetric matrix"},
    {COMPARATOR("{\"low_rank\":[[1,0]]}"), "F:1: comparator.low_rank: expected an object with factors and weights"},
    {COMPARATOR("{\"low_rank\":{\"weights\":[1]}}"),
     "F:1: comparator.low_rank.factors: expected a list of 1 to n = 2 vectors"},
    {COMPARATOR("{\"low_rank\":{\"factors\":[[1,0]],\"weights\":[1,2]}}"),
     "F:1: comparator.low_rank.weights: 2 numbers, expected 1"},
    {COMPARATOR("{\"low_rank\":{\"factors\":[[1,0]],\"weights\":[-1]}}"),
     "F:1: comparator.low_rank: comparator: weight 1 is -1, expected a number >= 0"},
    {COMPARATOR("{\"low_rank\":{\"factors\":[[1,0],[1,1]],\"weights\":[1,1]}}"),
     "F:1: comparator.low_rank: comparator: factors that are not orthonormal"},
    {COMPARATOR("3"), "F:1: comparator: expected an object with one of frame, low_rank, coordinates, vector, matrix"},
    {COMPARATOR("{}"), "F:1: comparator: expected an object with one of frame, low_rank, coordinates, vector, matrix"},
    {COMPARATOR("{\"cut\":[1]}"),
     "F:1: comparator: cut, expected an object with one of frame, low_rank, coordinates, vector, matrix"},
    {COMPARATOR("{\"frame\":[]}"), "F:1: comparator.frame: expected a list of 1 to n = 2 vectors"},
    {COMPARATOR("{\"frame\":[[1,0],[0,1],[1,0]]}"), "F:1: comparator.frame: expected a list of 1 to n = 2 vectors"},
    {COMPARATOR("{\"frame\":[[1,0],[0]]}"), "F:1: comparator.frame[2]: 1 numbers, expected 2"},
    {COMPARATOR("{\"frame\":[[1,1]]}"),
     "F:1: comparator.frame: vector 1 has squared length 2, expected 1 within 1e-06"},
    {COMPARATOR("{\"frame\":[[1,0],[0.6,0.8]]}"),
     "F:1: comparator.frame: vectors 1 and 2 have inner product 0.6, expected 0 within 1e-06"},
    {COMPARATOR("{\"coordinates\":[]}"), "F:1: comparator.coordinates: expected a list of indices from 1 to n = 2"},
    {COMPARATOR("{\"coordinates\":[3]}"),
     "F:1: comparator.coordinates: entry 1, expected a whole number from 1 to n = 2"},
    {COMPARATOR("{\"coordinates\":[2,1]}"), "F:1: comparator.coordinates: 1 after 2, expected ascending indices"},
    {COMPARATOR("{\"vector\":[1]}"), "F:1: comparator.vector: 1 numbers, expected 2"},
    {COMPARATOR("{\"matrix\":[[1,2],[3,4]]}"),
     "F:1: comparator.matrix: entries (1,2) and (2,1) differ, expected a symmetric matrix"},
};

/* `message` with F in place of the path. */
static void expect_message(const char *path, const char *text, const char *message) {
  char expected[500];
  cr_assert_eq(message[0], 'F');
  snprintf(expected, sizeof expected, "%s%s", path, message + 1);
  cr_expect_str_eq(status_message(), expected, "%s\ngave: %s", text, status_message());
}

Test(sequence_file, refusals) {
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
    char *path = fixture_file(refusals[i].text, strlen(refusals[i].text));
    sequence *file = NULL;
    cr_expect_eq(sequence_open(path, &file), STATUS_INVALID, "%s was taken", refusals[i].text);
    cr_expect_null(file);
    expect_message(path, refusals[i].text, refusals[i].message);
    unlink(path);
    free(path);
  }
  sequence *file = NULL;
  char *path = fixture_file("{\"t\"\0:1}\n", 9);
  cr_expect_eq(sequence_open(path, &file), STATUS_INVALID);
  expect_message(path, "a 0 byte", "F:1: a 0 byte, expected text");
  unlink(path);
  cr_expect_eq(sequence_open(path, &file), STATUS_INVALID);
  expect_message(path, "a missing file", "F: cannot be opened: No such file or directory");
  free(path);
  cr_expect_eq(sequence_open("/tmp", &file), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "/tmp: this is a directory; expected a file");
  /* a semidefinite comparator is asked for */
  const char *indefinite = COMPARATOR("{\"matrix\":[[0,1],[1,0]]}");
  path = fixture_file(indefinite, strlen(indefinite));
  cr_expect_eq(sequence_open(path, &file), STATUS_INVALID);
  cr_expect(strstr(status_message(), ":1: comparator.matrix: ") != NULL, "%s", status_message());
  unlink(path);
  free(path);
}

/* --- playing them --- */

/* The option raises the header's upper end, and the lower one with it where that mirrors it; without either: 0.5 of a comparator, and 0, or
 * -0.5 for entries. */
Test(sequence_file, gaps) {
  static const struct {
    const char *header, *options;
    double low, high;
  } cases[] = {
      {"\"n\":2,\"labels\":\"sign\",\"gap\":[-0.2,0.2],\"comparator\":{\"vector\":[0.5,-0.5]}", "", -0.2, 0.2},
      {"\"n\":2,\"labels\":\"sign\",\"gap\":[-0.2,0.2],\"comparator\":{\"vector\":[0.5,-0.5]}", ",\"gap\":0.1", -0.1,
       0.1},
      {"\"n\":2,\"labels\":\"sign\",\"gap\":[0.1,0.4],\"comparator\":{\"vector\":[0.5,0.5]}", ",\"gap\":0.3", 0.1, 0.3},
      {"\"n\":2,\"labels\":\"sign\",\"gap\":[-3,-1],\"comparator\":{\"vector\":[0.5,-0.5]}", "", -3, -1},
      {"\"n\":2,\"labels\":\"sign\",\"gap\":[-0.2,0.2]", "", -0.2, 0.2},
      {"\"n\":2,\"labels\":\"sign\",\"comparator\":{\"vector\":[0.5,0.5]}", "", 0, 0.5},
      {"\"n\":2,\"labels\":\"sign\",\"comparator\":{\"vector\":[0.5,0.5]}", ",\"gap\":0.3", 0, 0.3},
      {"\"n\":2,\"labels\":\"sign\"", ",\"gap\":0.3", NAN, NAN},
      {"\"n\":2,\"labels\":\"real\"", ",\"gap\":0.3", NAN, NAN},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[400], json[200];
    const int length = snprintf(text, sizeof text,
                                "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",%s}\n"
                                "{\"t\":1,\"x\":[1,0],\"y\":1}\n",
                                cases[i].header);
    char *path = fixture_file(text, (size_t)length);
    snprintf(json, sizeof json, "{\"file\":\"%s\"%s}", path, cases[i].options);
    fixture f = fixture_make("recorded", json, 1);
    const double low = f.problem.facts.gap_low, high = f.problem.facts.gap_high;
    cr_expect(isnan(cases[i].high) ? isnan(low) && isnan(high) : low == cases[i].low && high == cases[i].high,
              "%s%s: %g and %g", cases[i].header, cases[i].options, low, high);
    fixture_free(&f);
    unlink(path);
    free(path);
  }
}

/* The mean of both triangles, where they differ by rounding. */
Test(sequence_file, comparators_are_made_symmetric) {
  static const char text[] =
      "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"matrix\",\"n\":2,\"labels\":\"sign\","
      "\"comparator\":{\"matrix\":[[4,1],[1.000000003,2]]}}\n{\"t\":1,\"X\":[[0,1],[1,0]],\"y\":1}\n";
  char *path = fixture_file(text, sizeof text - 1);
  sequence *file = NULL;
  cr_assert_eq(sequence_open(path, &file), STATUS_OK, "%s", status_message());
  const double *matrix = comparator_instance(sequence_comparator(file))->matrix;
  cr_expect_eq(matrix[1], matrix[2]);
  cr_expect(fabs(matrix[1] - 1.0000000015) < 1e-15, "%.17g", matrix[1]);
  sequence_close(file);
  unlink(path);
  free(path);
}

Test(sequence_file, recorded_problem_plays_what_was_recorded) {
  fixture f = fixture_make("close_to_subspace", "{\"n\":6,\"r\":2,\"instances\":\"full\",\"noise\":0.2}", 3);
  char *text = NULL, json[200], expected[33], said[33];
  size_t length = 0;
  stream_hash *hash = NULL;
  cr_assert_eq(stream_hash_new(&hash), STATUS_OK);
  FILE *memory = open_memstream(&text, &length);
  const sequence_header written_header3 = problem_header(&f.problem.facts);
  cr_assert_eq(sequence_write_header(memory, &written_header3, f.u), STATUS_OK);
  instance x;
  double y = 0;
  for (size_t t = 1; t <= 20; t++) {
    cr_assert_eq(fixture_trial(&f, &x, &y), STATUS_OK);
    cr_assert_eq(sequence_write_trial(memory, t, &x, y, NULL), STATUS_OK);
    instance_hash(&x, hash);
    stream_hash_bytes(hash, &y, sizeof y);
  }
  stream_hash_text(hash, expected);
  fclose(memory);
  char *path = fixture_file(text, length);
  snprintf(json, sizeof json, "{\"file\":\"%s\",\"passes\":2,\"gap\":0.25}", path);
  fixture again = fixture_make("recorded", json, 99);
  cr_expect(again.problem.facts.trials == 40 && again.problem.facts.n == 6 && again.problem.facts.rank == 2);
  cr_expect(again.problem.facts.gap_low == 0 && again.problem.facts.gap_high == 0.25);
  cr_expect_eq(again.problem.facts.kind, INSTANCE_LOW_RANK);
  for (size_t pass = 0; pass < 2; pass++) {
    stream_hash_reset(hash);
    for (size_t t = 0; t < 20; t++) {
      cr_assert_eq(fixture_trial(&again, &x, &y), STATUS_OK);
      cr_expect_eq(comparator_value(f.u, &x), comparator_value(again.u, &x));
      instance_hash(&x, hash);
      stream_hash_bytes(hash, &y, sizeof y);
    }
    stream_hash_text(hash, said);
    cr_expect_str_eq(said, expected);
  }
  cr_expect_eq(fixture_trial(&again, &x, &y), STATUS_END);
  cr_expect_eq(fixture_trial(&again, &x, &y), STATUS_END);
  fixture_free(&again);
  fixture_free(&f);
  stream_hash_free(hash);
  unlink(path);
  free(path);
  free(text);
}

Test(sequence_file, recorded_problem_without_a_comparator) {
  const char *text = HEADER("vector") "{\"t\":1,\"x\":[1,0],\"y\":1}\n{\"t\":2,\"index\":[],\"value\":[],\"y\":-1}";
  char *path = fixture_file(text, strlen(text)), json[200];
  snprintf(json, sizeof json, "{\"file\":\"%s\"}", path);
  fixture f = fixture_make("recorded", json, 1);
  cr_expect_null(f.u);
  cr_expect(isnan(f.problem.facts.gap_low) && isnan(f.problem.facts.gap_high));
  instance x;
  double y = 0;
  cr_expect_eq(fixture_trial(&f, &x, &y), STATUS_OK);
  cr_expect(y == 1 && x.index == NULL && x.count == 2);
  cr_expect_eq(fixture_trial(&f, &x, &y), STATUS_OK);
  cr_expect(y == -1 && x.index != NULL && x.count == 0);
  cr_expect_eq(fixture_trial(&f, &x, &y), STATUS_END);
  fixture_free(&f);
  unlink(path);
  free(path);
  fixture_refused("recorded", "{\"file\":\"missing.jsonl\"}",
                  "recorded: file: missing.jsonl: no folder to look in: --data names one");
}
