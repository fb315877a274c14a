/* Blocks of trials: the kernel, the scores of a parameter and whole cells, each against one by one, to the last bit. */
#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/random.h"
#include "cell/cell.h"
#include "cell/cell_files.h"
#include "linalg/kernels.h"
#include "linalg/panel_kernel.h"
#include "spectral/spectral.h"
#include "unit/check.h"

static bool same_bits(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0;
}

/* ---- the kernel */

typedef void panel_kernel(size_t count, size_t n, const double *rows, size_t stride, size_t vector_count,
                          const double *const *vectors, double *out, size_t out_stride, double *work);

enum { MOST = 300, ROWS = 140 };

/* Numbers of all sizes, among them zeros of both signs and the smallest ones. */
static double any_number(random_stream *stream) {
  static const double odd[] = {0.0, -0.0, 4.9e-324, -1e-310, 1e150, -1e150, 1.0};
  return random_chance(stream, 0.2) ? odd[random_index(stream, 7)] : random_gaussian(stream);
}

static void check_kernel(panel_kernel *kernel, size_t count, size_t n, size_t vector_count, random_stream *stream) {
  static double rows[ROWS * (MOST + 3)], x[PANEL_VECTORS * MOST], out[PANEL_VECTORS * (ROWS + 1)], work[PANEL_WORK];
  const double *vectors[PANEL_VECTORS];
  const size_t stride = n + 3;
  for (size_t i = 0; i < count * stride; i++) rows[i] = any_number(stream);
  for (size_t i = 0; i < vector_count * n; i++) x[i] = any_number(stream);
  for (size_t v = 0; v < vector_count; v++) vectors[v] = x + (vector_count - 1 - v / 2) * n; /* in pairs, backwards */
  for (size_t i = 0; i < PANEL_VECTORS * (ROWS + 1); i++) out[i] = -7.0;
  kernel(count, n, rows, stride, vector_count, vectors, out, count + 1, work);
  for (size_t v = 0; v < vector_count; v++) {
    for (size_t i = 0; i < count; i++) {
      const double one = kernel_dot(n, rows + i * stride, vectors[v]), both = out[v * (count + 1) + i];
      cr_expect(same_bits(one, both), "%zu rows of %zu, row %zu with vector %zu of %zu: %.17g and %.17g", count, n, i,
                v, vector_count, one, both);
    }
    cr_expect_eq(out[v * (count + 1) + count], -7.0, "written beyond the last row");
  }
}

Test(blocks, kernel_is_kernel_dot) {
  static const size_t lengths[] = {1,  2,  3,  7,   8,   9,   10,  15,  16,  17,  47, 48,
                                   49, 64, 66, 100, 101, 102, 255, 256, 257, 264, 299};
  static const size_t counts[] = {1, 2, 3, 4, 5, 24, 65, 66, 67, 68, 133};
  panel_kernel *const kernels[] = {kernel_panel_dot, kernel_panel_dot_plain};
  random_stream *stream = stream_of("kernel");
  for (size_t k = 0; k < 2; k++) {
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
      for (size_t j = 0; j < sizeof counts / sizeof *counts; j++) {
        const size_t some = 1 + (3 * i + 7 * j) % PANEL_VECTORS;
        check_kernel(kernels[k], counts[j], lengths[i], some, stream);
      }
    }
    for (size_t v = 1; v <= PANEL_VECTORS; v++) check_kernel(kernels[k], 4, 51, v, stream);
  }
  kernel_panel_dot(0, 5, NULL, 5, 0, NULL, NULL, 0, NULL); /* no rows: nothing is touched */
  random_stream_free(stream);
}

/* ---- scores of a parameter */

enum { INSTANCES = 30, ORDER = 40, FACTORS = 27 };

static double numbers[INSTANCES][(FACTORS + 1) * ORDER];
static size_t places[INSTANCES][ORDER];

/* Dyads and low rank, dense; now and then of zeros, repeated or sparse. */
static instance draw(size_t i, size_t n, random_stream *stream) {
  double *z = numbers[i];
  const size_t kind = random_index(stream, 8), rank = random_index(stream, FACTORS + 1);
  for (size_t k = 0; k < (FACTORS + 1) * n; k++) z[k] = kind == 0 ? 0.0 : random_gaussian(stream) / (double)n;
  if (kind == 1 && i > 0) memcpy(z, numbers[i - 1], sizeof numbers[i]);
  if (kind == 2) {
    for (size_t k = 0; k < n; k++) places[i][k] = k;
    return (instance){.kind = INSTANCE_DYAD, .n = n, .count = n / 2, .index = places[i], .value = z};
  }
  if (kind < 6) return instance_dense_dyad(n, z);
  return (instance){.kind = INSTANCE_LOW_RANK,
                    .n = n,
                    .rank = rank,
                    .factors = z,
                    .weights = z + FACTORS * n,
                    .shift = kind == 6 ? 0.0 : random_gaussian(stream)};
}

static double score_of(spectral *w, const instance *x) {
  double score = NAN;
  cr_assert_eq(spectral_score(w, x, &score), STATUS_OK, "%s", status_message());
  return score;
}

/* The scores of xs in blocks of all lengths; how many there were. */
static size_t check_scores(spectral *w, const instance *xs, const char *what) {
  size_t blocks = 0;
  double scores[INSTANCES], one[INSTANCES];
  for (size_t i = 0; i < INSTANCES; i++) one[i] = score_of(w, &xs[i]);
  for (size_t length = 1; length <= INSTANCES; length += 1 + length / 3) {
    for (size_t start = 0; start + length <= INSTANCES; start += length) {
      cr_assert_eq(spectral_score_block(w, length, xs + start, scores), STATUS_OK, "%s", status_message());
      for (size_t i = 0; i < length; i++) {
        const bool taken = xs[start + i].index == NULL;
        const bool large = spectral_order(w) * spectral_rank(w) >= SPECTRAL_BLOCK_PRODUCTS;
        cr_expect_eq(spectral_gains_from_blocks(w, &xs[start + i]), taken && large, "%s", what);
        cr_expect(taken ? same_bits(scores[i], one[start + i]) : isnan(scores[i]),
                  "%s: %zu of a block of %zu: %.17g and %.17g", what, i, length, scores[i], one[start + i]);
        blocks += taken;
      }
    }
  }
  return blocks;
}

static void check_parameter(const spectral_options *values, const char *what) {
  random_stream *stream = stream_of(what);
  spectral *w = NULL;
  instance xs[INSTANCES];
  double trace = 0.0;
  cr_assert_eq(spectral_new(values, &w), STATUS_OK, "%s", status_message());
  for (size_t round = 0; round < 4; round++) {
    for (size_t i = 0; i < INSTANCES; i++) xs[i] = draw(i, values->n, stream);
    cr_expect_gt(check_scores(w, xs, what), INSTANCES, "%s", what);
    for (size_t i = 0; i < 5; i++) cr_assert_eq(spectral_step(w, i % 2 == 0 ? 0.7 : -0.4, &xs[i]), STATUS_OK);
    if (round == 1) cr_assert_eq(spectral_shift(w, 0.3), STATUS_OK);
    if (round == 2) { /* e^H is put together before a shift */
      cr_assert_eq(spectral_trace(w, &trace), STATUS_OK);
      (void)score_of(w, &xs[0]);
      cr_assert_eq(spectral_shift(w, -0.2), STATUS_OK);
    }
    cr_expect_gt(check_scores(w, xs, what), INSTANCES, "%s", what);
  }
  spectral_free(w);
  random_stream_free(stream);
}

Test(blocks, scores_are_those_of_one) {
  static const size_t orders[] = {1, 2, 3, 9, ORDER};
  static const spectral_representation forms[] = {REPRESENTATION_LOW_RANK, REPRESENTATION_DENSE};
  static const spectral_link links[] = {LINK_EXP, LINK_IDENTITY};
  gsl_set_error_handler_off();
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
    for (size_t k = 0; k < 4; k++) {
      char what[64];
      const spectral_options values = {.n = orders[i],
                                       .link = links[k / 2],
                                       .representation = forms[k % 2],
                                       .kind = INSTANCE_LOW_RANK,
                                       .shift = k / 2 == 0 ? -1.5 : 0.0,
                                       .capacity = 4 * 5 * FACTORS,
                                       .eigen = &eigen_own};
      snprintf(what, sizeof what, "%s, %s, n = %zu", spectral_representation_name(values.representation),
               spectral_link_name(values.link), values.n);
      check_parameter(&values, what);
    }
  }
}

/* What is wrong with one instance is its own affair, and of a representation without products of all. */
Test(blocks, an_instance_that_is_not_finite) {
  gsl_set_error_handler_off();
  random_stream *stream = stream_of("finite");
  double z[3][9], scores[3];
  instance xs[3];
  for (size_t i = 0; i < 3; i++) {
    for (size_t j = 0; j < 9; j++) z[i][j] = random_gaussian(stream);
    xs[i] = instance_dense_dyad(9, z[i]);
  }
  z[1][4] = INFINITY;
  spectral *w = NULL;
  spectral_options values = {.n = 9, .link = LINK_EXP, .kind = INSTANCE_DYAD, .capacity = 9, .eigen = &eigen_own};
  cr_assert_eq(spectral_new(&values, &w), STATUS_OK);
  cr_assert_eq(spectral_step(w, 0.5, &xs[0]), STATUS_OK);
  cr_assert_eq(spectral_score_block(w, 3, xs, scores), STATUS_OK, "%s", status_message());
  cr_expect(!isfinite(scores[1]));
  cr_expect(same_bits(scores[0], score_of(w, &xs[0])) && same_bits(scores[2], score_of(w, &xs[2])));
  xs[2].n = 8;
  cr_assert_eq(spectral_score_block(w, 3, xs, scores), STATUS_OK);
  cr_expect(isnan(scores[2]), "an instance of another order has the score %g", scores[2]);
  spectral_free(w);
  values.representation = REPRESENTATION_UPDATED;
  cr_assert_eq(spectral_new(&values, &w), STATUS_OK);
  cr_expect_not(spectral_gains_from_blocks(w, &xs[0]));
  cr_assert_eq(spectral_score_block(w, 1, xs, scores), STATUS_OK);
  cr_expect(isnan(scores[0]));
  spectral_free(w);
  random_stream_free(stream);
}

/* ---- whole cells */

typedef struct block_cell {
  const char *problem, *problem_options, *learner, *learner_options;
  size_t trials, test;
  size_t least_block; /* a block of at least so many trials is asked for; 0: none at all */
} block_cell;

#define SUBSPACE "close_to_subspace"
static const block_cell cells[] = {
    {SUBSPACE, "{\"n\":200,\"r\":2}", "matrix_winnow", "{\"r\":2}", 400, 0, PREDICTION_BLOCK},
    {SUBSPACE, "{\"n\":200,\"r\":2,\"noise\":0.1}", "matrix_winnow", "{\"r\":2,\"normalize\":\"trace\"}", 203, 50, 4},
    {SUBSPACE, "{\"n\":40,\"r\":2,\"noise\":0.1}", "matrix_winnow",
     "{\"r\":2,\"representation\":\"dense\",\"interval_high\":1.5}", 200, 0, 4},
    {SUBSPACE, "{\"n\":200,\"r\":2}", "matrix_perceptron", "{\"bias\":true,\"margin\":0.01}", 300, 0, 8},
    {SUBSPACE, "{\"n\":200,\"r\":2}", "doubling_matrix_winnow", "{}", 300, 0, 8},
    {"shifting_subspace", "{\"n\":200,\"r\":2,\"segments\":3}", "shifting_matrix_winnow", "{\"r\":2}", 300, 0, 4},
    {SUBSPACE, "{\"n\":40,\"r\":2}", "constrained_matrix_winnow",
     "{\"r\":2,\"constraints\":[{\"type\":\"trace\",\"value\":2}]}", 200, 0, 8},
    {SUBSPACE, "{\"n\":40,\"r\":2}", "matrix_winnow", "{\"r\":2,\"representation\":\"dense\"}", 1, 5, 0},
    {SUBSPACE, "{\"n\":40,\"r\":2}", "matrix_winnow", "{\"r\":2,\"representation\":\"dense\"}", 2, 5, 0},
    {"disjunction", "{\"n\":200,\"r\":2}", "matrix_winnow", "{\"r\":2,\"representation\":\"low_rank\"}", 200, 0, 0},
    {"forced_mistakes", "{\"n\":16}", "matrix_winnow", "{\"r\":1}", 100, 0, 0},
};
enum { CELLS = sizeof cells / sizeof *cells };

/* The members' own functions, with what a test adds to them; one cell at a time. */
static struct {
  const learner_class *learner;
  const problem_class *problem;
  size_t longest, drawn;                       /* block; trials drawn */
  bool wrong;                                  /* the last prediction of a block is off by an ulp */
  size_t fails, reveals_nothing, ends, breaks; /* at this trial, from 1 */
  double broken[200];
} watch;

static status watched_block(void *self, size_t count, const instance *xs, prediction *out) {
  if (count > watch.longest) watch.longest = count;
  TRY(watch.learner->methods->predict_block(self, count, xs, out));
  if (watch.wrong) out[count - 1].score = nextafter(out[count - 1].score, INFINITY);
  return STATUS_OK;
}

static status watched_next(void *self, const learner *player, instance *x) {
  watch.drawn++;
  if (watch.drawn == watch.fails) return FAIL(STATUS_IO, "the disk is gone");
  if (watch.drawn == watch.ends) return STATUS_END;
  TRY(watch.problem->methods->next(self, player, x));
  if (watch.drawn == watch.breaks) {
    memcpy(watch.broken, x->value, sizeof watch.broken);
    watch.broken[3] = NAN;
    x->value = watch.broken;
  }
  return STATUS_OK;
}

static status watched_reveal(void *self, const prediction *predicted, double *label) {
  if (watch.drawn == watch.reveals_nothing) return FAIL(STATUS_IO, "no label");
  problem source = {.class = watch.problem, .self = self};
  return problem_reveal(&source, predicted, label);
}

static void describe(const block_cell *cell, plan *out) {
  char *text = NULL;
  cJSON *document = NULL;
  cr_assert_eq(
      memory_format(&text,
                    "{\"scenario\":\"blocks\",\"seeds\":1,\"parameters\":[],\"observe\":[\"potential\",\"progress\","
                    "\"score\",\"trace\",\"least_eigenvalue\"],\"points\":[{\"parameters\":{},\"trials\":%zu,"
                    "\"test\":%zu,\"problem\":{\"name\":\"%s\",\"options\":%s},\"learners\":[{\"name\":\"%s\","
                    "\"label\":\"learner\",\"options\":%s}],\"bounds\":[{\"name\":\"subspace_mistakes\","
                    "\"options\":{}},{\"name\":\"average_error\",\"options\":{}}]}]}",
                    cell->trials, cell->test, cell->problem, cell->problem_options, cell->learner,
                    cell->learner_options),
      STATUS_OK);
  cr_assert_eq(json_parse(text, &document), STATUS_OK, "%s", status_message());
  cr_assert_eq(plan_open(document, out), STATUS_OK, "%s", status_message());
  free(text);
}

/* Record (times apart), recorded sequence and state of the cell, one after the other; the caller frees it. */
static char *play(const block_cell *cell, bool one_by_one) {
  static const char name[] = "0123456789abcdef", *const folders[] = {"sequences", "states"};
  char folder[] = "/tmp/winnow-blocks-XXXXXX", path[128];
  char *all = NULL, *parts[3] = {NULL, NULL, NULL};
  plan planned;
  describe(cell, &planned);
  watch.learner = planned.points[0].learners[0].class;
  watch.problem = planned.points[0].problem;
  watch.drawn = watch.longest = 0;
  learner_class player = *watch.learner;
  learner_methods playing = *watch.learner->methods;
  problem_class source = *watch.problem;
  problem_methods showing = *source.methods;
  if (playing.predict_block != NULL) playing.predict_block = watched_block;
  player.methods = &playing;
  showing.next = watched_next;
  showing.reveal = watched_reveal;
  source.methods = &showing;
  planned.points[0].learners[0].class = &player;
  planned.points[0].problem = &source;
  cr_assert_not_null(mkdtemp(folder));
  for (size_t i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, folders[i]);
    cr_assert_eq(mkdir(path, 0700), 0);
  }
  const cell_settings settings = {.plan = &planned,
                                  .eigen = &eigen_own,
                                  .one_by_one = one_by_one,
                                  .record = true,
                                  .save_state = true,
                                  .results = folder};
  const cell_address address = plan_cell(&planned, 0);
  cJSON *record = NULL;
  cr_assert_eq(cell_run(&settings, &address, name, &record), STATUS_OK, "%s", status_message());
  cJSON_DeleteItemFromObjectCaseSensitive(record, "seconds");
  cJSON_DeleteItemFromObjectCaseSensitive(record, "memory");
  cr_assert_eq(json_print(record, 0, 0, &parts[0]), STATUS_OK);
  char *written[2] = {NULL, NULL};
  cr_assert_eq(cell_sequence_path(folder, name, &written[0]), STATUS_OK);
  cr_assert_eq(cell_state_find(folder, name, &written[1]), STATUS_OK);
  for (size_t i = 0; i < 2; i++) {
    size_t length = 0;
    if (written[i] != NULL && file_exists(written[i])) {
      cr_assert_eq(file_read(written[i], &parts[i + 1], &length), STATUS_OK);
      (void)unlink(written[i]);
    }
    free(written[i]);
    snprintf(path, sizeof path, "%s/%s", folder, folders[i]);
    (void)rmdir(path);
  }
  (void)rmdir(folder);
  cr_assert_eq(
      memory_format(&all, "%s\n%s\n%s", parts[0], parts[1] != NULL ? parts[1] : "-", parts[2] != NULL ? parts[2] : "-"),
      STATUS_OK);
  for (size_t i = 0; i < 3; i++) free(parts[i]);
  cJSON_Delete(record);
  plan_close(&planned);
  return all;
}

/* Both ways of playing it; *longest = the longest block of the first. */
static bool plays_alike(const block_cell *cell, size_t *longest, char **blocks) {
  *blocks = play(cell, false);
  *longest = watch.longest;
  const size_t drawn = watch.drawn;
  char *single = play(cell, true);
  cr_expect_eq(watch.longest, 0, "a block although trials were to be predicted one by one");
  if (strstr(single, "\"status\":\"done\"") != NULL) { /* what comes after the last trial may be a test's */
    cr_expect_eq(watch.drawn, drawn, "%s: %zu and %zu trials drawn", cell->problem, drawn, watch.drawn);
  }
  const bool same = strcmp(*blocks, single) == 0;
  free(single);
  return same;
}

Test(blocks, cells_are_the_same) {
  gsl_set_error_handler_off();
  for (size_t i = 0; i < CELLS; i++) {
    const block_cell *cell = &cells[i];
    size_t longest = 0;
    char *text = NULL;
    cr_expect(plays_alike(cell, &longest, &text), "%s %s on %s differs", cell->learner, cell->learner_options,
              cell->problem);
    cr_expect_not_null(strstr(text, "\"status\":\"done\""), "%s", text);
    cr_expect(cell->least_block > 0 ? longest >= cell->least_block : longest == 0, "%s %s on %s: longest block %zu",
              cell->learner, cell->learner_options, cell->problem, longest);
    free(text);
  }
}

/* A sequence that ends, an instance, a label or a disk that fails within a block: said of the same trial, after the same trials. */
Test(blocks, what_goes_wrong_within_a_block) {
  gsl_set_error_handler_off();
  size_t longest = 0;
  for (size_t t = 60; t < 64; t++) {
    for (size_t k = 0; k < 4; k++) {
      char *text = NULL, trial[32];
      watch.fails = k == 0 ? t : 0;
      watch.reveals_nothing = k == 1 ? t : 0;
      watch.breaks = k == 2 ? t : 0;
      watch.ends = k == 3 ? t : 0;
      cr_expect(plays_alike(&cells[0], &longest, &text), "case %zu at trial %zu differs", k, t);
      cr_expect_gt(longest, 1);
      snprintf(trial, sizeof trial, k == 3 ? "\"trials\":\"%zu\"" : "\"reason\":\"trial %zu: ", k == 3 ? t - 1 : t);
      cr_expect_not_null(strstr(text, trial), "case %zu: no %s in %.300s", k, trial, text);
      free(text);
    }
  }
  watch.fails = watch.reveals_nothing = watch.breaks = watch.ends = 0;
}

/* The comparison of cells can fail. */
Test(blocks, a_block_that_is_wrong_is_found) {
  gsl_set_error_handler_off();
  size_t longest = 0;
  char *text = NULL;
  watch.wrong = true;
  cr_expect_not(plays_alike(&cells[0], &longest, &text));
  watch.wrong = false;
  free(text);
}
