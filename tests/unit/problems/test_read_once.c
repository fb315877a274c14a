/* A data file is parsed once for all members with the same options of reading: a second one is made after the bytes of the file have been
 * replaced by others of the same length and time, which no reader takes. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/problem_fixture.h"

static const char tree[] = "{\"game\": \"subspace\", \"n\": 2, \"r\": 1, \"gap\": \"1/2\", \"value\": 1, \"nodes\": [\n"
                           "{\"show\": [0], \"minus\": 1, \"plus\": 2},\n"
                           "{\"diagonal\": [\"0/1\", \"1/1\"]},\n"
                           "{\"diagonal\": [\"1/1\", \"0/1\"]}\n"
                           "]}\n";
static const char recording[] =
    "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":2,\"labels\":\"sign\"}\n"
    "{\"t\":1,\"index\":[1],\"value\":[1],\"y\":1}\n";
static const char bitmaps[] = "entwidth = 2\nentheight = 1\nntot = 2\n01\n 0\n11\n 1\n";
static const char matches[] = "a,b,x,y\nA,B,1,0\nB,C,2,3\n";
static const char ratings[] = "userId,movieId,rating,timestamp\nu,m,3,1\nv,n,4,2\n";
static const char numbers[] = "0.5,0.25,1\n1,0.5,2\n0.25,1,4\n";
static const char rows[] = "1 1:0.5 2:1\n-1 1:1\n1 2:0.5\n";
static const char points[] = "0 1\n1 0\n2 2\n";

/* One line for every problem that reads a file. `other`: options that reading does not depend on. */
static const struct {
  const char *name, *text, *reading, *other;
} files[] = {
    {"bitmaps", bitmaps, ",\"positive\":0", ",\"order\":\"shuffled\",\"passes\":2"},
    {"decision_stumps", rows, "", ",\"tolerance\":0.5"},
    {"distance_constraints", points, ",\"content\":\"points\",\"header\":\"none\",\"labels\":\"none\",\"eps\":0.5",
     ",\"order\":\"random\""},
    {"game_tree", tree, "", ""},
    {"graph", "3 2\n1 2 1\n2 3 -1\n", "", ",\"order\":\"file\",\"passes\":2,\"comparator\":\"hindsight\""},
    {"kernel_distances", points, ",\"content\":\"points\",\"header\":\"none\",\"labels\":\"none\"",
     ",\"pairs\":\"all\",\"passes\":2"},
    {"libsvm", rows, "", ",\"order\":\"shuffled\",\"relevant\":[1],\"gap\":0.5"},
    {"matches", matches, ",\"first\":\"a\",\"second\":\"b\",\"first_score\":\"x\",\"second_score\":\"y\"",
     ",\"order\":\"shuffled\",\"pair\":\"name\",\"loss\":\"square\",\"comparator\":\"hindsight\""},
    {"pca_rows", numbers, ",\"normalize\":\"unit\"", ",\"order\":\"shuffled\",\"passes\":3"},
    {"ratings", ratings, "", ",\"loss\":\"linear\",\"comparator\":\"hindsight\",\"trace_norm\":2"},
    {"recorded", recording, "", ",\"passes\":3"},
    {"regression_data", numbers, ",\"scaling\":\"standard\"",
     ",\"order\":\"shuffled\",\"passes\":2,\"comparator\":\"least_squares\""},
    {"table", numbers, ",\"positive\":\"1\"", ",\"order\":\"shuffled\",\"passes\":2"},
};
enum { FILES = sizeof files / sizeof *files };

static void replace_bytes(const char *path, size_t length) {
  struct stat about;
  const int file = open(path, O_WRONLY);
  cr_assert_eq(fstat(file, &about), 0);
  for (size_t i = 0; i < length; i++) cr_assert_eq(write(file, "\"", 1), 1);
  const struct timespec times[] = {about.st_atim, about.st_mtim};
  cr_assert_eq(futimens(file, times), 0);
  cr_assert_eq(close(file), 0);
}

static void make(size_t k, const char *path, const char *other, uint64_t seed) {
  char json[1000];
  instance x;
  double y = 0;
  fixture f;
  snprintf(json, sizeof json, "{\"file\":\"%s\"%s%s}", path, files[k].reading, other);
  cr_assert_eq(fixture_try(files[k].name, json, seed, NULL, &f), STATUS_OK, "%s: %s", json, status_message());
  if (!f.problem.facts.adaptive) cr_expect_eq(fixture_trial(&f, &x, &y), STATUS_OK, "%s", json);
  fixture_free(&f);
}

Test(read_once, problems) {
  for (size_t k = 0; k < FILES; k++) {
    char *path = fixture_file(files[k].text, strlen(files[k].text));
    make(k, path, "", 1);
    replace_bytes(path, strlen(files[k].text));
    make(k, path, files[k].other, 2);
    unlink(path);
    free(path);
  }
}

/* A file with other bytes of another time is another file. */
Test(read_once, a_changed_file_is_read_again) {
  fixture f;
  char *path = fixture_file(numbers, strlen(numbers)), json[1000];
  snprintf(json, sizeof json, "{\"file\":\"%s\"}", path);
  make(FILES - 2, path, "", 1);
  FILE *file = fopen(path, "w");
  fputs("1,2\n", file);
  cr_assert_eq(fclose(file), 0);
  cr_assert_eq(fixture_try("regression_data", json, 1, NULL, &f), STATUS_OK, "%s", status_message());
  cr_expect_eq(f.problem.facts.n, 1);
  fixture_free(&f);
  unlink(path);
  free(path);
}

Test(read_once, every_problem_with_a_file_is_here) {
  for (size_t i = 0; i < registry_problem_count; i++) {
    const descriptor *about = &registry_problems[i]->about;
    bool reads = false, here = false;
    for (size_t j = 0; j < about->parameter_count; j++) reads |= about->parameters[j].type == PARAMETER_FILE;
    for (size_t k = 0; k < FILES; k++) here |= strcmp(files[k].name, about->name) == 0;
    cr_expect_eq(reads, here, "%s", about->name);
  }
}
