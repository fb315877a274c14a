/* The kernel to be learned: made of clusters, points, squared distances or a matrix; the reader's refusals. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "data/kernel_file.h"
#include "problems/kernels/target_kernel.h"
#include "registry/member.h"
#include "unit/data_fixture.h"

static const parameter rows[] = {TARGET_KERNEL_PARAMETERS};

static void *members[256]; /* that own the kernels of a test */
static size_t member_count;

static void free_members(void) {
  while (member_count > 0) member_free(members[--member_count]);
}

TestSuite(target_kernel, .fini = free_members);

/* The kernel for these options (JSON), until the test ends. */
static status make(const char *json, uint64_t seed, const target_kernel **kernel) {
  const problem_class class = {.about = {.name = "k", PARAMETERS(rows)}};
  CLEANUP(options_free_at) options *values = NULL;
  cJSON *given = NULL;
  void *self = NULL;
  size_t n, classes;
  *kernel = NULL;
  cr_assert_eq(json_parse(json, &given), STATUS_OK, "%s", json);
  status code = options_new(&class.about, given, &values);
  cJSON_Delete(given);
  if (code != STATUS_OK) return code;
  const problem_setting setting = {.seed = seed, .class = &class, .options = values, .folders = {.given = "/tmp"}};
  cr_assert_eq(member_new(sizeof(kernel_source), values, &self), STATUS_OK);
  cr_assert_lt(member_count, sizeof members / sizeof *members);
  members[member_count++] = self;
  TRY(kernel_source_facts(self, &setting, &n, &classes));
  TRY(kernel_source_init(self, &setting));
  *kernel = ((kernel_source *)self)->kernel;
  return STATUS_OK;
}

/* The same for a file with this text; messages have its path replaced by F. */
static status make_text(const char *text, const char *more, const target_kernel **kernel, char message[500]) {
  char *path = fixture_file(text, strlen(text)), json[1000];
  snprintf(json, sizeof json, "{\"file\":\"%s\"%s}", path, more);
  const status code = make(json, 1, kernel);
  message_without(path, message);
  unlink(path);
  free(path);
  return code;
}

static const target_kernel *made_of(const char *text, const char *more) {
  const target_kernel *kernel;
  char message[500];
  cr_assert_eq(make_text(text, more, &kernel, message), STATUS_OK, "%s: %s", more, message);
  return kernel;
}

#define NO_LABELS ",\"labels\":\"none\""
#define KERNEL ",\"content\":\"kernel\"" NO_LABELS
#define BARE ",\"header\":\"none\""

static const refusal refusals[] = {
    {"", "", "F:1: the end of the file, expected a header"},
    {"x\n", "", "F:1: column 1 is 'x', expected a number of rows from 2 to 1024"},
    {"1\nA 0\n", "", "F:1: column 1 is '1', expected a number of rows from 2 to 1024"},
    {"1025\n", "", "F:1: column 1 is '1025', expected a number of rows from 2 to 1024"},
    {"2\n", "", "F:2: the end after 0 rows, expected 2 as line 1 says"},
    {"2\nA 0 1\n", "", "F:3: the end after 1 rows, expected 2 as line 1 says"},
    {"2\nA 0 1\nB 1 0\nC 1 1\n", "", "F:4: a row, expected the end after 2 as line 1 says"},
    {"2\nA\n", "", "F:3: the end after 1 rows, expected 2 as line 1 says"},
    {"2\nA\nB\n", "", "F:3: 1 columns, expected 2 after the triangle's first row in line 2"},
    {"2\nA 0 1 2\n", "", "F:2: 3 numbers, expected 2 as line 1 says"},
    {"2\nA 0 1\nB 1\n", "", "F:3: 2 columns, expected 3 as in line 2"},
    {"2\nA 0 x\nB 1 0\n", "", "F:2: column 3 is 'x', expected a finite number"},
    {"2\nA 0 nan\nB ? 0\n", "", "F:2: column 3 is a gap on both sides of the diagonal, expected a number"},
    {"2\nA 0 1e101\nB 1 0\n", "", "F:2: column 3 is '1e101', expected a number of size at most 1e100"},
    {"2\n0 1 A\n1 y A\n", ",\"labels\":\"last\"", "F:3: column 2 is 'y', expected a finite number"},
    {"2\nA,0,1\n ,1,0\n", ",\"separator\":\"comma\"", "F:3: column 1 is '', expected a class"},
    {"2\nA,0,\nB,,0\n", ",\"separator\":\"comma\"",
     "F:2: column 3 is a gap on both sides of the diagonal, expected a number"},
    {"2\nA 0 1\nB 2 0\n", "", "F:3: column 2 is 2, expected 1 as in line 2, column 3: symmetric"},
    {"2\nA 0 -1\nB -1 0\n", "", "F:2: column 3 is -1, expected a squared distance, not below 0"},
    {"2\nA 0 1\nB 1 0.5\n", "", "F:3: column 3 is 0.5, expected 0, a distance from itself"},
    {"2\nA 0 0\nB 0 0\n", "", "F: all numbers are 0, expected another one"},
    {"2\nA 0 \x01\nB 1 0\n", "", "F:2: byte 5 is a control character, expected text"},
    {"0 1\n1 0\n1 1\n", BARE NO_LABELS, "F:3: a row, expected the end after 2 rows, as many as numbers in a row"},
    {"0 1 1\n1 0 1\n", BARE NO_LABELS, "F:3: the end after 2 rows, expected 3, as many as numbers in a row"},
    {"0\n", BARE NO_LABELS, "F:2: the end after 1 rows, expected two at least"},
    {"1 2\n2 1\n", BARE KERNEL,
     "F: an eigenvalue of -0.333333 times the largest, expected none below 0 (or negative = clip)"},
    {"-1 0\n0 -1\n", BARE KERNEL ",\"negative\":\"clip\"", "k: file: no eigenvalue above 0, expected a kernel"},
    {"1\n1\n1\n1\n2\n", BARE NO_LABELS ",\"content\":\"points\"",
     "F: the median of the squared distances is 0, expected a bandwidth"},
    {"1 0\n0 1\n", BARE KERNEL ",\"bandwidth\":2", "k: bandwidth has no effect with a matrix"},
    {"1\n2\n", BARE NO_LABELS ",\"content\":\"points\",\"negative\":\"clip\"", "k: negative has no effect with points"},
    {"2\nA 0 1\nB 1 0\n", ",\"n\":5", "k: n has no effect with a file"},
    {"2\nA 0 1\nB 1 0\n", ",\"classes_file\":\"/dev/null\"", "k: classes_file has no effect unless labels = none"},
};

Test(target_kernel, refused) {
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
    const refusal *r = &refusals[i];
    const target_kernel *kernel;
    char message[500];
    const status code = make_text(r->text, r->more, &kernel, message);
    cr_expect_eq(code, STATUS_INVALID, "%s%s gave status %d", r->text, r->more, (int)code);
    cr_expect_str_eq(message, r->message, "%s%s gave: %s", r->text, r->more, message);
    cr_expect_null(kernel);
  }
  const target_kernel *kernel;
  cr_expect_eq(make("{\"clusters\":30}", 1, &kernel), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "k: clusters = 30 must be at most n = 24", "%s", status_message());
  cr_expect_eq(make("{\"content\":\"points\"}", 1, &kernel), STATUS_INVALID);
  cr_expect_str_eq(status_message(), "k: content has no effect without a file", "%s", status_message());
  cr_expect_eq(make("{\"file\":\"/no/such\"}", 1, &kernel), STATUS_INVALID);
  cr_expect(strncmp(status_message(), "k: file: ", 9) == 0, "%s", status_message());
}

/* Rows longer than there may be, each by itself. */
Test(target_kernel, too_large) {
  const size_t room = 40000;
  char *text = malloc(room), message[500], expected[100];
  cr_assert_not_null(text);
  const struct {
    size_t numbers, most;
    const char *more;
  } cases[] = {{KERNEL_FILE_ROWS + 1, KERNEL_FILE_ROWS, BARE NO_LABELS},
               {KERNEL_FILE_COLUMNS + 1, KERNEL_FILE_COLUMNS, BARE NO_LABELS ",\"content\":\"points\""}};
  for (size_t c = 0; c < 2; c++) {
    const target_kernel *kernel;
    for (size_t i = 0; i < cases[c].numbers; i++) memcpy(text + 2 * i, "1 ", 2);
    text[2 * cases[c].numbers] = '\0';
    cr_expect_eq(make_text(text, cases[c].more, &kernel, message), STATUS_INVALID);
    snprintf(expected, sizeof expected, "F:1: %zu numbers, expected at most %zu", cases[c].numbers, cases[c].most);
    cr_expect_str_eq(message, expected, "%s", message);
  }
  for (size_t i = 0; i <= KERNEL_FILE_ROWS; i++) memcpy(text + 2 * i, "1\n", 2);
  text[2 * (KERNEL_FILE_ROWS + 1)] = '\0';
  const target_kernel *kernel;
  cr_expect_eq(make_text(text, BARE NO_LABELS ",\"content\":\"points\"", &kernel, message), STATUS_INVALID);
  cr_expect_str_eq(message, "F:1025: a row, expected the end after 1024 rows at most", "%s", message);
  free(text);
}

static double trace(const target_kernel *kernel) {
  double sum = 0.0;
  for (size_t i = 0; i < kernel->n; i++) sum += kernel->matrix[i * kernel->n + i];
  return sum;
}

/* A text of an n x n matrix or n points, each row after its class if there are classes. */
static char *text_of(size_t n, size_t columns, const double *numbers, const char *const *classes) {
  char *text = malloc(100 + n * (columns + 1) * 40);
  cr_assert_not_null(text);
  size_t used = (size_t)sprintf(text, "%zu\n", n);
  for (size_t i = 0; i < n; i++) {
    if (classes != NULL) used += (size_t)sprintf(text + used, "%s ", classes[i]);
    for (size_t j = 0; j < columns; j++) used += (size_t)sprintf(text + used, "%.17g ", numbers[i * columns + j]);
    used += (size_t)sprintf(text + used, "\n");
  }
  return text;
}

enum { N = 7, P = 3 };

static void random_points(uint64_t seed, double x[N * P]) {
  random_stream *stream;
  cr_assert_eq(random_stream_new(seed, "test", &stream), STATUS_OK);
  random_gaussian_vector(stream, N * P, x);
  random_stream_free(stream);
}

static double squared_distance(const double *x, const double *y) {
  double sum = 0.0;
  for (size_t k = 0; k < P; k++) sum += (x[k] - y[k]) * (x[k] - y[k]);
  return sum;
}

/* Squared distances of points give the inner products of the centred points, divided by their trace. */
Test(target_kernel, of_squared_distances) {
  static const char *const classes[N] = {"b", "a", "b", "c", "a", "a", "c"};
  static const size_t numbers[N] = {1, 0, 1, 2, 0, 0, 2};
  double x[N * P], d[N * N], centred[N * P], all = 0.0;
  random_points(3, x);
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) d[i * N + j] = squared_distance(x + i * P, x + j * P);
  }
  for (size_t k = 0; k < P; k++) {
    double mean = 0.0;
    for (size_t i = 0; i < N; i++) mean += x[i * P + k] / N;
    for (size_t i = 0; i < N; i++) centred[i * P + k] = x[i * P + k] - mean;
  }
  for (size_t i = 0; i < N * P; i++) all += centred[i] * centred[i];
  char *text = text_of(N, N, d, classes);
  const target_kernel *kernel = made_of(text, "");
  cr_assert_eq(kernel->n, N);
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) {
      double product = 0.0;
      for (size_t k = 0; k < P; k++) product += centred[i * P + k] * centred[j * P + k];
      cr_expect_float_eq(kernel->matrix[i * N + j], product / all, 100 * DBL_EPSILON);
      cr_expect_eq(kernel->matrix[i * N + j], kernel->matrix[j * N + i], "not symmetric to the bit");
    }
    cr_expect_eq(kernel->classes[i], numbers[i]);
    cr_expect_str_eq(kernel->class_names[kernel->classes[i]], classes[i]);
  }
  cr_expect(kernel->class_count == 3 && kernel->negative == 0 && isnan(kernel->bandwidth));
  cr_expect_float_eq(trace(kernel), 1.0, 10 * DBL_EPSILON);
  free(text);
}

/* A kernel is divided by its trace; entries that mirror each other may differ by rounding. */
Test(target_kernel, of_a_matrix) {
  const target_kernel *kernel = made_of("2 0.5\n0.50000000001 6\n", BARE KERNEL);
  const double expected[] = {0.25, 0.0625, 0.0625, 0.75};
  for (size_t i = 0; i < 4; i++) cr_expect_float_eq(kernel->matrix[i], expected[i], 1e-11);
  cr_expect(kernel->classes == NULL && kernel->class_names == NULL && kernel->class_count == 0);
}

/* [[1,2],[2,1]] has the eigenvalues 3 for (1,1)/sqrt2 and -1: clipped it is 3/2 [[1,1],[1,1]]. */
Test(target_kernel, negative_eigenvalues_are_clipped) {
  const target_kernel *kernel = made_of("1 2\n2 1\n", BARE KERNEL ",\"negative\":\"clip\"");
  for (size_t i = 0; i < 4; i++) cr_expect_float_eq(kernel->matrix[i], 0.5, 10 * DBL_EPSILON);
  cr_expect_eq(kernel->negative, 1);
  cr_expect_float_eq(kernel->negative_share, 0.25, 10 * DBL_EPSILON);
  cJSON *notes = cJSON_CreateObject();
  cr_assert_eq(target_kernel_notes(kernel, notes), STATUS_OK);
  cr_expect_eq(cJSON_GetObjectItem(notes, "items")->valuedouble, 2.0);
  cr_expect_eq(cJSON_GetObjectItem(notes, "negative eigenvalues, clipped")->valuedouble, 1.0);
  cr_expect_eq(cJSON_GetObjectItem(notes, "their share of all")->valuedouble, kernel->negative_share);
  cJSON_Delete(notes);
  /* nothing to clip: nothing changes */
  const target_kernel *clipped = made_of("2 1\n1 2\n", BARE KERNEL ",\"negative\":\"clip\"");
  const target_kernel *plain = made_of("2 1\n1 2\n", BARE KERNEL);
  cr_expect(memcmp(clipped->matrix, plain->matrix, 4 * sizeof(double)) == 0 && clipped->negative == 0);
  /* distances that violate the triangle inequality, d = 1, 1, 5: clipping leaves distances that satisfy it */
  kernel = made_of("3\na 0 1 25\nb 1 0 1\nc 25 1 0\n", ",\"negative\":\"clip\"");
  cr_expect_eq(kernel->negative, 1);
  const double *u = kernel->matrix;
  const double ab = sqrt(u[0] + u[4] - 2 * u[1]), bc = sqrt(u[4] + u[8] - 2 * u[5]), ac = sqrt(u[0] + u[8] - 2 * u[2]);
  cr_expect(ac <= ab + bc + 1e-12, "%.17g > %.17g + %.17g", ac, ab, bc);
}

/* exp(-|x-x'|^2/(2 s^2))/n by its definition; s^2 the median for an odd (3) and an even (6) number of pairs, or as given. */
Test(target_kernel, gaussian) {
  static const struct {
    const char *text, *more;
    size_t n;
    double x[4], square;
  } cases[] = {
      {"0\n1\n3\n", "", 3, {0, 1, 3}, 4.0},                    /* 1, 9, 4 */
      {"0\n1\n3\n7\n", "", 4, {0, 1, 3, 7}, (9.0 + 16.0) / 2}, /* 1, 4, 9, 16, 36, 49 */
      {"0\n1\n3\n", ",\"bandwidth\":0.5", 3, {0, 1, 3}, 0.25},
  };
  for (size_t c = 0; c < 3; c++) {
    char more[200];
    snprintf(more, sizeof more, BARE NO_LABELS ",\"content\":\"points\"%s", cases[c].more);
    const target_kernel *kernel = made_of(cases[c].text, more);
    cr_assert_eq(kernel->n, cases[c].n);
    cr_expect_float_eq(kernel->bandwidth, sqrt(cases[c].square), 4 * DBL_EPSILON);
    for (size_t i = 0; i < kernel->n; i++) {
      for (size_t j = 0; j < kernel->n; j++) {
        const double d = cases[c].x[i] - cases[c].x[j];
        cr_expect_float_eq(kernel->matrix[i * kernel->n + j], exp(-d * d / (2 * cases[c].square)) / (double)kernel->n,
                           10 * DBL_EPSILON);
      }
    }
  }
}

/* Headers, separators and places of the class say the same thing. */
Test(target_kernel, forms) {
  static const struct {
    const char *text, *more;
  } forms[] = {
      {"3\nA 0 1 4\nB 1 0 1\nA 4 1 0\n", ""},
      {"\xef\xbb\xbf"
       "3 whatever else\r\n\r\n A\t0  1 4 \r\nB 1 0 1\r\nA 4 1 0",
       ""},
      {"names\nA,0,1,4\nB, 1 ,0,1\nA,4,1,0\n", ",\"header\":\"line\",\"separator\":\"comma\""},
      {"names\nA,0,,\n\"B\",1,0,\nA,4,1,0\n", ",\"header\":\"line\",\"separator\":\"comma\""},
      {"a b\nA,0,1,4\n\"B\",,0,\"1\"\nA,,,0\n", ",\"header\":\"line\",\"separator\":\"comma\""},
      {"A;0;1;4\nB;1;0;1\nA;4;1;0\n", BARE ",\"separator\":\"semicolon\""},
      {"0\t1\t4\tA\n1\t0\t1\tB\n4\t1\t0\tA\n", BARE ",\"separator\":\"tab\",\"labels\":\"last\""},
      {"0 1 4 A\n1 0 1 B\n4 1 0 A\n", BARE ",\"labels\":\"last\""},
  };
  for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
    const target_kernel *kernel = made_of(forms[f].text, forms[f].more);
    /* the points -1, 0, 1: inner products over 2 */
    const double expected[] = {0.5, 0, -0.5, 0, 0, 0, -0.5, 0, 0.5};
    cr_assert_eq(kernel->n, 3);
    for (size_t i = 0; i < 9; i++) cr_expect_float_eq(kernel->matrix[i], expected[i], 10 * DBL_EPSILON);
    cr_expect(kernel->class_count == 2 && kernel->classes[0] == 0 && kernel->classes[1] == 1 &&
              kernel->classes[2] == 0);
  }
  char *path = fixture_file("B\n A 1 \n\nB\n", 10), more[200];
  snprintf(more, sizeof more, BARE NO_LABELS ",\"classes_file\":\"%s\"", path);
  const target_kernel *kernel = made_of("0 1 4\n1 0 1\n4 1 0\n", more);
  cr_expect(kernel->class_count == 2 && kernel->classes[0] == 1 && kernel->classes[1] == 0 && kernel->classes[2] == 1);
  cr_expect_str_eq(kernel->class_names[0], "A 1");
  const target_kernel *none;
  char message[500];
  cr_expect_eq(make_text("0 1\n1 0\n", more, &none, message), STATUS_INVALID);
  cr_expect_not_null(strstr(message, ":4: a class, expected the end after 2, one for each row"), "%s", message);
  cr_expect_eq(make_text("0 1 1 1\n1 0 1 1\n1 1 0 1\n1 1 1 0\n", more, &none, message), STATUS_INVALID);
  cr_expect_not_null(strstr(message, ":5: the end after 3 classes, expected 4, one for each row"), "%s", message);
  unlink(path);
  free(path);
}

/* The same drawn again from the stream: centres, then points, one after the other. */
Test(target_kernel, clusters) {
  const target_kernel *kernel, *again, *other;
  const char *json = "{\"n\":7,\"clusters\":3,\"dimension\":3,\"spread\":0.2,\"bandwidth\":0.7}";
  cr_assert_eq(make(json, 5, &kernel), STATUS_OK);
  cr_assert_eq(make(json, 5, &again), STATUS_OK);
  cr_assert_eq(make(json, 6, &other), STATUS_OK);
  cr_expect(memcmp(kernel->matrix, again->matrix, N * N * sizeof(double)) == 0);
  cr_expect(memcmp(kernel->matrix, other->matrix, N * N * sizeof(double)) != 0);
  static const size_t classes[N] = {0, 0, 0, 1, 1, 2, 2}; /* floor(3 i / 7) */
  double centres[3 * P], x[N * P];
  random_stream *stream;
  cr_assert_eq(random_stream_new(5, "points", &stream), STATUS_OK);
  for (size_t k = 0; k < 3 * P; k++) centres[k] = random_gaussian(stream);
  for (size_t i = 0; i < N; i++) {
    cr_expect_eq(kernel->classes[i], classes[i]);
    for (size_t k = 0; k < P; k++) x[i * P + k] = centres[classes[i] * P + k] + 0.2 * random_gaussian(stream);
  }
  random_stream_free(stream);
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) {
      const double expected = exp(-squared_distance(x + i * P, x + j * P) / (2 * 0.49)) / N;
      cr_expect_float_eq(kernel->matrix[i * N + j], expected, 20 * DBL_EPSILON);
    }
  }
  cr_expect_str_eq(kernel->class_names[2], "cluster 3");
  cr_expect_eq(kernel->class_count, 3);
}
