/* gamma_2(W) = max <sym W, X> over positive semidefinite X of order m + n with trace 1 and no entries off the diagonal
 * inside its two blocks; the multipliers of these constraints are t and the entries of Y1 and Y2 off their diagonal,
 * which is t. */
#include "hindsight/trace_norm/max_norm_csdp.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/process/interruption.h"
#include "base/process/program.h"
#include "base/text.h"

static const char problem_name[] = "problem.dat-s", solution_name[] = "solution";
/* the interval is rounded to multiples of 1e-6; allowance for a solution's last digits */
static const double PER_UNIT = 1e6, NOISE = 5e-7;

/* The constraints after the trace, in order: pairs i < j inside one block. */
static bool same_block(size_t m, size_t i, size_t j) {
  return (i < m) == (j < m);
}

static size_t constraints(size_t m, size_t n) {
  return 1 + m * (m - 1) / 2 + n * (n - 1) / 2;
}

/* SDPA's sparse format: "matrix block i j value", matrix 0 the objective. */
static void write_problem(FILE *file, size_t m, size_t n, const double *w) {
  const size_t p = m + n, count = constraints(m, n);
  (void)fprintf(file, "%zu\n1\n%zu\n1", count, p);
  for (size_t k = 1; k < count; k++) (void)fputs(" 0", file);
  (void)fputc('\n', file);
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < n; j++) {
      char text[NUMBER_TEXT];
      (void)fprintf(file, "0 1 %zu %zu %s\n", i + 1, m + j + 1, number_text(w[i * n + j], text));
    }
  }
  for (size_t i = 1; i <= p; i++) (void)fprintf(file, "1 1 %zu %zu 1\n", i, i);
  size_t k = 2;
  for (size_t i = 0; i < p; i++) {
    for (size_t j = i + 1; j < p; j++) {
      if (same_block(m, i, j)) (void)fprintf(file, "%zu 1 %zu %zu 1\n", k++, i + 1, j + 1);
    }
  }
}

static bool next_number(char **rest, double *value) {
  const char *word = strtok_r(NULL, " \t\n", rest);
  return word != NULL && number_parse(word, value);
}

/* First the multipliers, which go to y, then lines "matrix block i j value" with X as matrix 2: x gets the roots of its
 * diagonal. */
static status read_solution(char *text, size_t m, size_t n, double *y, double *x) {
  const size_t p = m + n;
  char *rest = NULL;
  const char *word = strtok_r(text, " \t\n", &rest);
  double value = 0.0;
  if (word == NULL || !number_parse(word, &value)) return FAIL(STATUS_FAILED, "csdp wrote no solution");
  for (size_t i = 0; i < p; i++) y[i * p + i] = value;
  for (size_t i = 0; i < p; i++) {
    for (size_t j = i + 1; j < p; j++) {
      if (!same_block(m, i, j)) continue;
      if (!next_number(&rest, &value)) return FAIL(STATUS_FAILED, "csdp's solution ends early");
      y[i * p + j] = y[j * p + i] = value;
    }
  }
  for (double matrix = 0.0, block = 0.0, i = 0.0, j = 0.0; next_number(&rest, &matrix);) {
    if (!next_number(&rest, &block) || !next_number(&rest, &i) || !next_number(&rest, &j) ||
        !next_number(&rest, &value) || !(i >= 1.0 && i <= (double)p)) {
      return FAIL(STATUS_FAILED, "csdp's solution has a malformed line");
    }
    if (matrix == 2.0 && i == j && value > 0.0) x[(size_t)i - 1] = sqrt(value);
  }
  return STATUS_OK;
}

static status solve(const char *folder, size_t m, size_t n, const double *w, char **solution) {
  const char *const arguments[] = {"csdp", problem_name, solution_name, NULL};
  char *path = NULL;
  int code_of_csdp = 0;
  size_t length = 0;
  TRY(memory_format(&path, "%s/%s", folder, problem_name));
  FILE *file = NULL;
  const status opened = file_stream(path, O_WRONLY | O_CREAT | O_TRUNC, &file);
  free(path);
  TRY(opened);
  write_problem(file, m, n, w);
  if (fclose(file) != 0) return FAIL(STATUS_IO, "%s: %s", folder, strerror(errno));
  const status code = program_run(folder, arguments, &code_of_csdp);
  if (code == STATUS_ABSENT) {
    return FAIL(STATUS_ABSENT,
                "the program csdp is not installed; scripts/setup.sh sdp installs it (package coinor-csdp)");
  }
  TRY(code);
  if (code_of_csdp != 0 && code_of_csdp != 3) { /* 3: a solution of reduced accuracy, which the certificate will show */
    return FAIL(STATUS_FAILED, "csdp found no solution (exit status %d)", code_of_csdp);
  }
  TRY(memory_format(&path, "%s/%s", folder, solution_name));
  const status read = file_read(path, solution, &length);
  free(path);
  return read;
}

static status certify(char *solution, size_t m, size_t n, const double *w, const eigen_backend *eigen,
                      norm_interval *out) {
  const size_t p = m + n;
  double *y = NULL, *x = NULL;
  status code = STATUS_OK;
  CHECK(NEW_ARRAY(p * p, y));
  CHECK(NEW_ARRAY(p, x));
  CHECK(read_solution(solution, m, n, y, x));
  CHECK(max_norm_certify(m, n, w, x, x + m, y, eigen, out));
  out->low = floor((out->low - NOISE) * PER_UNIT) / PER_UNIT;
  out->high = ceil((out->high + NOISE) * PER_UNIT) / PER_UNIT;
end:
  free(y);
  free(x);
  return code;
}

status max_norm_by_csdp(size_t m, size_t n, const double *w, const eigen_backend *eigen, norm_interval *out) {
  const char *place = getenv("TMPDIR");
  char *folder = NULL, *solution = NULL;
  *out = (norm_interval){0};
  TRY(memory_format(&folder, "%s/winnow-csdp-XXXXXX", place != NULL && *place != '\0' ? place : "/tmp"));
  int watch = -1;
  if (!interruption_folder(folder, &watch)) {
    const status code = FAIL(STATUS_IO, "%s: %s", folder, strerror(errno));
    free(folder);
    return code;
  }
  status code = solve(folder, m, n, w, &solution);
  if (code == STATUS_OK) code = certify(solution, m, n, w, eigen, out);
  folder_remove(folder);
  interruption_forget(watch);
  free(solution);
  free(folder);
  return code;
}
