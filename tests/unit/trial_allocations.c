#include "unit/trial_allocations.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "base/memory.h"
#include "cell/cell.h"
#include "unit/allocation_counter.h"

#define SUBSPACE "close_to_subspace"
#define WINNOW "matrix_winnow"
#define PERCEPTRON "matrix_perceptron"
#define BOUND "subspace_mistakes"

/* Sequences long enough that updates go on after the first trials: labels are noisy, or the threshold is hit. */
const allocation_case allocation_cases[] = {
    {SUBSPACE, "{\"n\":16,\"r\":2,\"noise\":0.2}", WINNOW, "{\"r\":2}", .bound = BOUND, .observed = true},
    {SUBSPACE, "{\"n\":16,\"r\":2,\"noise\":0.2}", WINNOW, "{\"r\":2,\"normalize\":\"trace\"}", .bound = BOUND},
    {SUBSPACE, "{\"n\":16,\"r\":2,\"noise\":0.2}", WINNOW, "{\"r\":2,\"normalize\":\"project\"}", .bound = BOUND,
     .recorded = true},
    {SUBSPACE, "{\"n\":16,\"r\":2,\"noise\":0.2}", WINNOW, "{\"r\":2,\"representation\":\"dense\"}", .bound = BOUND,
     .observed = true},
    {SUBSPACE, "{\"n\":16,\"r\":2,\"noise\":0.2,\"instances\":\"full\",\"rank\":3}", WINNOW, "{\"r\":2}",
     .bound = BOUND, .recorded = true},
    {SUBSPACE, "{\"n\":12,\"r\":2,\"noise\":0.2,\"form\":\"matrix\",\"rotation\":true}", WINNOW, "{\"r\":2}",
     .bound = BOUND, .observed = true},
    {SUBSPACE, "{\"n\":16,\"r\":2,\"noise\":0.2,\"margin\":\"sampled\",\"gap\":0.4}", WINNOW, "{\"r\":2}",
     .bound = BOUND},
    {SUBSPACE, "{\"n\":16,\"r\":2,\"noise\":0.2}", PERCEPTRON, "{}", .bound = NULL, .observed = true},
    {SUBSPACE, "{\"n\":16,\"r\":2}", "random", "{}", .bound = NULL},
    {"disjunction", "{\"n\":64,\"r\":3,\"noise\":0.2,\"attribute_noise\":0.05}", WINNOW, "{\"r\":3,\"gap\":1}",
     .bound = BOUND, .observed = true, .recorded = true},
    {"disjunction", "{\"n\":64,\"r\":3,\"noise\":0.2}", "winnow", "{\"r\":3,\"gap\":1}", .bound = BOUND},
    {"disjunction", "{\"n\":64,\"r\":3,\"noise\":0.2}", "perceptron", "{}", .bound = NULL, .observed = true},
    {"disjunction", "{\"n\":64,\"r\":3}", "constant", "{}", .bound = NULL},
    {"disjunction", "{\"n\":12,\"r\":2,\"noise\":0.2,\"form\":\"rotated\"}", WINNOW, "{\"r\":2,\"gap\":1}",
     .bound = BOUND},
    {"threshold_adversary", "{\"n\":64,\"r\":2,\"pad\":true}", "winnow", "{\"r\":2}", .bound = "trace_potential",
     .observed = true},
    {"threshold_adversary", "{\"n\":16,\"r\":2,\"pad\":true,\"rotated\":true}", WINNOW, "{\"r\":2}", .bound = BOUND},
    {SUBSPACE, "{\"n\":12,\"r\":2,\"noise\":0.2}", "asymmetric_matrix_winnow", "{\"r\":2}",
     .bound = "asymmetric_mistakes", .observed = true},
    {SUBSPACE, "{\"n\":12,\"r\":2,\"noise\":0.2}", "randomized_matrix_winnow", "{\"r\":2}",
     .bound = "randomized_mistakes", .recorded = true},
    {"disjunction", "{\"n\":64,\"r\":3}", "asymmetric_winnow", "{\"r\":3,\"gap\":1,\"eliminate\":true}",
     .bound = "asymmetric_mistakes"},
    {"shifting_subspace", "{\"n\":12,\"r\":2,\"segments\":5,\"noise\":0.2}", "shifting_matrix_winnow", "{\"r\":2}",
     .bound = "shifting_mistakes", .observed = true},
    {SUBSPACE, "{\"n\":12,\"r\":2,\"noise\":0.2}", "doubling_matrix_winnow", "{}", .bound = "doubling_mistakes"},
    {SUBSPACE, "{\"n\":8,\"r\":2,\"noise\":0.2}", "constrained_matrix_winnow",
     "{\"r\":2,\"constraints\":[{\"type\":\"trace\",\"value\":2}]}", .bound = "constrained_mistakes"},
    {SUBSPACE, "{\"n\":12,\"r\":2,\"noise\":0.2}", "kernel_matrix_winnow", "{\"r\":2}", .bound = "kernel_mistakes"},
    {"rectangular_targets", "{\"m\":7,\"n\":5,\"rank\":3,\"noise\":0.2}", "general_matrix_winnow", "{}",
     .bound = "general_matrix_mistakes", .recorded = true},
    {"biclusters", "{\"m\":7,\"n\":5,\"noise\":0.2}", "matrix_completion", "{\"gamma\":0.7}",
     .bound = "matrix_completion_mistakes", .recorded = true},
    {"biclusters", "{\"m\":5,\"n\":6,\"noise\":0.2}", "general_matrix_winnow", "{\"gap\":0.1,\"gap_low\":-0.1}",
     .bound = "general_matrix_mistakes"},
    {"rectangular_targets", "{\"m\":5,\"n\":6,\"rank\":3,\"noise\":0.2}", "general_matrix_winnow",
     "{\"variant\":\"positive_part\"}", .bound = "general_positive_part_mistakes"},
    {"general_threshold_adversary", "{\"n\":256,\"pad\":true}", "general_matrix_winnow", "{}",
     .bound = "general_matrix_mistakes"},
    {"linear_threshold", "{\"n\":64,\"margin\":0.2,\"noise\":0.2}", "winnow_normalized", "{\"margin\":0.2}",
     .bound = "cos_winnow_mistakes", .observed = true},
    {"linear_threshold", "{\"n\":64,\"margin\":0.2,\"noise\":0.2,\"target\":\"signed\"}", "balanced_winnow",
     "{\"margin\":0.2}", .bound = "balanced_winnow_mistakes", .observed = true},
    {"linear_threshold", "{\"n\":4,\"margin\":0.2,\"noise\":0.2}", "winnow_threshold",
     "{\"margin\":0.2,\"start\":[1,2,3,0]}", .bound = "threshold_winnow_updates"},
    {"linear_threshold", "{\"n\":64,\"margin\":0.2,\"noise\":0.2}", "guess_and_halve", "{}",
     .bound = "guess_and_halve_updates", .recorded = true},
    {"linear_threshold", "{\"n\":64,\"margin\":0.2,\"noise\":0.2}", "perceptron", "{\"margin\":0.2}",
     .bound = "perceptron_margin"},
    {"balancing_adversary", "{\"n\":256,\"pad\":true}", "winnow_normalized", "{\"margin\":0.3}",
     .bound = "cos_winnow_mistakes"},
    {"threshold_cycles", "{\"n\":64,\"margin\":0.05,\"order\":\"random\",\"pad\":true}", "winnow_threshold",
     "{\"margin\":0.05}", .bound = "threshold_winnow_updates"},
    {"irrelevant_features", "{\"n\":64}", "balanced_winnow", "{\"margin\":0.3}", .bound = "balanced_winnow_mistakes"},
    {"hadamard", "{\"n\":64,\"passes\":1000}", "winnow_normalized", "{\"margin\":0.9}", .bound = "cos_winnow_mistakes"},
    {"symmetric_threshold", "{\"n\":6,\"margin\":0.2,\"noise\":0.2}", "winnow_threshold",
     "{\"margin\":0.2,\"range\":1.5}", .bound = "threshold_winnow_updates", .observed = true},
    {"symmetric_threshold", "{\"n\":6,\"margin\":0.2,\"noise\":0.2}", PERCEPTRON, "{}", .bound = "perceptron_margin"},
    {SUBSPACE, "{\"n\":12,\"r\":2,\"noise\":0.2}", "winnow_normalized", "{\"margin\":0.2}",
     .bound = "cos_winnow_mistakes"},
    {"linear_threshold", "{\"n\":16,\"margin\":0.2,\"noise\":0.2}", "kernel_perceptron", "{}",
     .bound = "perceptron_margin"},
    {"linear_threshold", "{\"n\":16,\"margin\":0.2,\"noise\":0.2}", "winnow_gradient_descent",
     "{\"margin\":0.2,\"normalize\":\"trace\"}", .bound = NULL},
    {"rectangular_targets", "{\"m\":7,\"n\":5,\"rank\":3,\"noise\":0.2}", "spectral_hypentropy", "{}", .bound = NULL},
    {"max_cut", "{\"n\":6,\"noise\":0.1,\"diagonal\":true}", "online_matrix_prediction", "{\"class\":\"max_cut\"}",
     .bound = "matrix_prediction_regret"},
    {"gambling", "{\"n\":5,\"sequence\":\"adaptive\"}", "online_matrix_prediction",
     "{\"class\":\"gambling\",\"decomposition\":\"exact\"}", .bound = "matrix_prediction_regret"},
    {"collaborative_filtering", "{\"m\":4,\"n\":5,\"labels\":\"entries\",\"noise\":0.1}", "constant", "{\"value\":0.5}",
     .recorded = true},
    {"max_cut_lower", "{\"n\":6,\"rounds\":4000}", "random", "{}", .bound = "max_cut_lower"},
    {"gambling_lower", "{\"items\":7,\"depth\":3,\"rounds\":500}", "constant", "{\"value\":1}",
     .bound = "gambling_lower"},
    {"filtering_lower", "{\"m\":4,\"n\":8,\"active\":2,\"rounds\":700}", "constant", "{}", .bound = "filtering_lower"},
    {"max_cut", "{\"n\":9,\"noise\":0.2}", "log_det", "{\"class\":\"max_cut\"}", .bound = "log_det_regret"},
    {"gambling", "{\"n\":6,\"noise\":0.2}", "elo", "{\"grid\":[10,30]}", .recorded = true},
    {"gambling", "{\"n\":6,\"noise\":0.2}", "bradley_terry", "{}", .bound = NULL},
    {"gambling", "{\"n\":6,\"noise\":0.2}", "hedge_orders", "{}", .bound = "hedge_regret"},
    {"max_cut", "{\"n\":9,\"noise\":0.2}", "hedge_cuts", "{}", .bound = "hedge_regret"},
    {"max_cut", "{\"n\":9,\"noise\":0.2}", "entry_averages", "{}", .bound = "entry_averages_regret"},
    {"collaborative_filtering", "{\"m\":4,\"n\":5}", "matrix_factorisation", "{\"grid\":[0.1,0.01]}", .bound = NULL},
    {"collaborative_filtering", "{\"m\":4,\"n\":5}", "follow_the_leader", "{\"of\":\"row\"}", .bound = NULL},
    {"collaborative_filtering", "{\"m\":4,\"n\":5}", "schatten_mirror_descent", "{}", .bound = "schatten_regret"},
    {"collaborative_filtering", "{\"m\":4,\"n\":5}", "spectral_hypentropy", "{\"eta\":0.1}", .recorded = true},
    {"max_cut", "{\"n\":6}", "parameter_free_multiplicative_weights", "{}", .bound = NULL},
    {"matrix_losses", "{\"n\":8,\"r\":2,\"tau\":2}", "matrix_multiplicative_weights", "{\"tau\":2}",
     .bound = "matrix_multiplicative_weights_regret", .recorded = true},
    {"matrix_losses", "{\"n\":12,\"instances\":\"low_rank\"}", "matrix_multiplicative_weights", "{}",
     .bound = "matrix_multiplicative_weights_regret", .observed = true},
    {"sparse_losses", "{\"n\":100}", "sketched_multiplicative_weights", "{}",
     .bound = "sketched_multiplicative_weights_regret", .observed = true},
    {"sparse_losses", "{\"n\":20}", "follow_the_perturbed_leader", "{}", .bound = "perturbed_leader_regret",
     .recorded = true},
    {"matrix_losses", "{\"n\":8}", "follow_the_perturbed_leader", "{\"perturbation\":\"rank_one\"}", .bound = NULL},
    {"kernel_distances", "{\"n\":6,\"noise\":0.01}", "meg", "{}", .bound = "meg_loss", .items = true},
    {"kernel_distances", "{\"n\":5,\"pairs\":\"all\",\"passes\":100000}", "meg", "{\"representation\":\"dense\"}",
     .bound = "meg_loss", .recorded = true},
    {"matrix_losses", "{\"n\":8,\"r\":2}", "meg", "{\"eta\":0.1}", .bound = "meg_loss", .observed = true},
    {"matrix_losses", "{\"n\":8,\"instances\":\"vector\"}", "eg_pm", "{\"eta\":0.1}", .bound = "eg_loss"},
    {"matrix_losses", "{\"n\":8,\"instances\":\"low_rank\"}", "meg", "{\"eta\":0.1,\"update\":\"implicit\"}",
     .recorded = true},
    {"libsvm", "{\"file\":\"%s\",\"passes\":10000,\"order\":\"shuffled\",\"relevant\":[2]}", WINNOW,
     "{\"r\":1,\"gap\":1}", .bound = BOUND, .recorded = true},
    {"libsvm", "{\"file\":\"%s\",\"passes\":10000,\"instances\":\"dyad\"}", PERCEPTRON, "{}", .bound = NULL},
};
const size_t allocation_case_count = sizeof allocation_cases / sizeof allocation_cases[0];

static const char data[] = "1 1:1 2:1\n-1 1:1 3:1\n1 2:1 3:1 4:1\n-1 4:1\n-1 2:1 5:1\n";

/* The problem's own functions, with a look at the counter; one cell at a time. */
static struct {
  const problem_class *real;
  size_t calls, first, last; /* of `next` since the problem was created */
  size_t allocations, played;
  bool wasteful;
} watch;

static void add_up(void) {
  if (watch.calls > 0) {
    watch.allocations += watch.last - watch.first;
    watch.played += watch.calls - 1;
  }
  watch.calls = 0;
}

static status watched_init(void *self, const problem_setting *setting) {
  add_up();
  return watch.real->methods->init(self, setting);
}

static status watched_next(void *self, const learner *player, instance *x) {
  watch.last = allocation_count();
  if (watch.calls++ == 0) watch.first = watch.last;
  if (watch.wasteful) {
    void *volatile wasted = malloc(1);
    free(wasted);
  }
  return watch.real->methods->next(self, player, x);
}

/* The document of a plan with one cell; *out is freed by the caller. */
static status describe(const allocation_case *which, const char *file, size_t trials, char **out) {
  char *source = NULL, *claim = NULL;
  TRY(memory_format(&source, which->problem_options, file)); /* NOLINT: the formats are those above */
  status code = which->bound == NULL ? memory_text("", &claim)
                                     : memory_format(&claim, "{\"name\":\"%s\",\"options\":{}}", which->bound);
  if (code == STATUS_OK) {
    code =
        memory_format(out,
                      "{\"scenario\":\"allocation\",\"seeds\":1,\"parameters\":[],\"observe\":[%s],\"points\":[{"
                      "\"parameters\":{},\"trials\":%zu,\"problem\":{\"name\":\"%s\",\"options\":%s},\"learners\":[{"
                      "\"name\":\"%s\",\"label\":\"learner\",\"options\":%s}],\"bounds\":[%s]}]}",
                      which->observed ? "\"potential\",\"progress\",\"score\",\"trace\",\"rank\",\"least_eigenvalue\""
                      : which->items  ? "\"nearest_neighbour_error\""
                                      : "",
                      trials, which->problem, source, which->learner, which->learner_options, claim);
  }
  free(source);
  free(claim);
  return code;
}

static status run_watched(const allocation_case *which, plan *planned, const char *folder) {
  const cell_address address = plan_cell(planned, 0);
  problem_class watched = *address.point->problem;
  watch.real = address.point->problem;
  watch.calls = watch.allocations = watch.played = 0;
  watch.wasteful = which->wasteful;
  problem_methods methods = *watched.methods;
  methods.init = watched_init;
  methods.next = watched_next;
  watched.methods = &methods;
  planned->points[0].problem = &watched;
  cell_settings settings = {.plan = planned, .folder = folder, .record = which->recorded, .results = folder};
  TRY(eigen_backend_by_name("gsl", &settings.eigen));
  cJSON *record = NULL;
  TRY(cell_run(&settings, &address, "0123456789abcdef", &record));
  add_up();
  const cJSON *reason = cJSON_GetObjectItemCaseSensitive(record, "reason");
  const status code = reason == NULL ? STATUS_OK : FAIL(STATUS_FAILED, "%s", cJSON_GetStringValue(reason));
  cJSON_Delete(record);
  return code;
}

static status run_case(const allocation_case *which, size_t trials, const char *folder, const char *file) {
  char *text = NULL;
  cJSON *document = NULL;
  plan planned;
  TRY(describe(which, file, trials, &text));
  status code = json_parse(text, &document);
  free(text);
  TRY(code);
  TRY(plan_open(document, &planned));
  code = run_watched(which, &planned, folder);
  plan_close(&planned);
  return code;
}

static status write_data(const char *file) {
  FILE *out = fopen(file, "we");
  if (out == NULL) return FAIL(STATUS_IO, "%s: cannot be written", file);
  const int written = fputs(data, out);
  return fclose(out) == 0 && written >= 0 ? STATUS_OK : FAIL(STATUS_IO, "%s: cannot be written", file);
}

/* A folder with a data file and room for a sequence. */
typedef struct workplace {
  char *folder, *sequences, *file, *sequence;
} workplace;

static void remove_workplace(workplace *here) {
  if (here->sequence != NULL) (void)unlink(here->sequence);
  if (here->file != NULL) (void)unlink(here->file);
  if (here->sequences != NULL) (void)rmdir(here->sequences);
  (void)rmdir(here->folder);
  free(here->sequences);
  free(here->file);
  free(here->sequence);
}

status trial_allocations(const allocation_case *which, size_t trials, size_t *allocations, size_t *played) {
  char folder[] = "/tmp/winnow-test-XXXXXX";
  if (mkdtemp(folder) == NULL) return FAIL(STATUS_IO, "%s: cannot be made", folder);
  CLEANUP(remove_workplace) workplace here = {.folder = folder};
  TRY(memory_format(&here.sequences, "%s/sequences", folder));
  TRY(memory_format(&here.file, "%s/data", folder));
  TRY(memory_format(&here.sequence, "%s/0123456789abcdef.jsonl", here.sequences));
  if (mkdir(here.sequences, 0700) != 0) return FAIL(STATUS_IO, "%s: cannot be made", here.sequences);
  TRY(write_data(here.file));
  TRY(run_case(which, trials, folder, here.file));
  *allocations = watch.allocations;
  *played = watch.played;
  return STATUS_OK;
}
