/* The public face: any name, options and numbers make a learner that predicts numbers, or are refused in one line. The first two lines are the
 * learner's name and its options; the bytes after them choose the setting, then the entries of instances. What is saved is read again. */
#include <math.h>
#include <stdbool.h>

#include "fuzz_input.h"
#include "winnow.h"

enum { LARGEST = 6, SETTING = 8, TRIALS = 6 };

typedef struct numbers {
  const uint8_t *next, *end;
} numbers;

/* Numbers of a few bits, now and then a large, a tiny or no one. */
static double number(numbers *source) {
  const uint8_t byte = source->next < source->end ? *source->next++ : 64;
  if (byte < 250) return (byte - 128) / 64.0;
  const double odd[] = {1e300, -1e300, 1e-300, NAN, INFINITY, -0.0};
  return odd[byte - 250];
}

static winnow_setting setting_of(const uint8_t bytes[SETTING]) {
  static const char *const losses[] = {NULL, "absolute", "square", "logistic", "hinge", "linear", NULL, "violation"};
  winnow_setting setting = {.n = 1 + bytes[0] % LARGEST,
                            .kind = (winnow_kind)(bytes[1] % 8),
                            .rank = bytes[2] % 5,
                            .trials = bytes[3] % 8,
                            .seed = bytes[4]};
  if (setting.kind == WINNOW_RECTANGULAR || setting.kind == WINNOW_ENTRY) setting.m = 1 + bytes[5] % LARGEST;
  setting.loss = losses[bytes[6] % 8];
  if (setting.loss != NULL) setting.low = -1.0, setting.high = (double)(bytes[7] % 4);
  return setting;
}

static bool same(double a, double b) {
  return a == b || (isnan(a) && isnan(b));
}

/* A learner that was saved and read again is the same text and says of X what the first one says; so does a block. */
static void check_saved(winnow_learner *made, const winnow_instance *x) {
  winnow_learner *again = NULL;
  winnow_prediction said = {0}, block = {0}, later = {0};
  winnow_setting before = {0}, after = {0};
  char *text = NULL, *second = NULL;
  size_t done = 0;
  if (winnow_learner_setting(made, &before) != WINNOW_OK) abort();
  const winnow_status predicted = winnow_predict(made, x, &said);
  if (winnow_predict_block(made, 1, x, 0, &block, &done) != predicted || done != (predicted == WINNOW_OK)) abort();
  if (winnow_learner_save(made, &text) == WINNOW_OK) {
    if (winnow_learner_load(text, 0, &again) != WINNOW_OK || winnow_learner_save(again, &second) != WINNOW_OK) abort();
    if (winnow_learner_setting(again, &after) != WINNOW_OK || winnow_predict(again, x, &later) != predicted) abort();
    if (strcmp(text, second) != 0 || before.n != after.n || before.kind != after.kind) abort();
  }
  if (predicted == WINNOW_OK && !same(said.value, block.value)) abort();
  if (predicted == WINNOW_OK && again != NULL && !same(said.value, later.value)) abort();
  winnow_text_free(text);
  winnow_text_free(second);
  winnow_learner_free(again);
}

static void play(winnow_learner *made, const winnow_setting *setting, numbers *source) {
  double value[LARGEST * LARGEST], factors[4 * LARGEST], weights[4];
  for (size_t t = 0; t < TRIALS && source->next < source->end; t++) {
    for (size_t i = 0; i < LARGEST * LARGEST; i++) value[i] = number(source);
    for (size_t i = 0; i < 4 * LARGEST; i++) factors[i] = value[i];
    for (size_t i = 0; i < 4; i++) weights[i] = number(source);
    if (setting->kind == WINNOW_MATRIX) {
      for (size_t i = 0; i < setting->n; i++) {
        for (size_t j = 0; j < i; j++) value[i * setting->n + j] = value[j * setting->n + i];
      }
    }
    const winnow_instance x = {.kind = setting->kind,
                               .n = setting->n,
                               .count = setting->n,
                               .value = value,
                               .rank = setting->rank,
                               .factors = factors,
                               .weights = weights,
                               .shift = weights[0],
                               .matrix = value,
                               .m = setting->m,
                               .row = (size_t)(fabs(weights[1]) < 8.0 ? fabs(weights[1]) * 4 : 0),
                               .column = (size_t)(fabs(weights[2]) < 8.0 ? fabs(weights[2]) * 4 : 0)};
    winnow_prediction said;
    int updated = 0;
    const double label = number(source);
    if (winnow_predict(made, &x, &said) != WINNOW_OK) return;
    if (winnow_update(made, &x, setting->loss == NULL ? copysign(1.0, label) : label, &updated) != WINNOW_OK) return;
    check_saved(made, &x);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const uint8_t *first = memchr(data, '\n', size);
  if (first == NULL) return 0;
  const uint8_t *second = memchr(first + 1, '\n', (size_t)(data + size - first - 1));
  if (second == NULL || data + size - second < 1 + SETTING) return 0;
  char *name = strndup((const char *)data, (size_t)(first - data));
  char *options = strndup((const char *)first + 1, (size_t)(second - first - 1));
  if (name == NULL || options == NULL) abort();
  numbers source = {second + 1 + SETTING, data + size};
  const winnow_setting setting = setting_of(second + 1);
  winnow_learner *made = NULL;
  /* Programs of the user's are fuzz_program's. */
  if (strcmp(name, "external") != 0) {
    const winnow_status code = winnow_learner_new(name, options, &setting, &made);
    if ((code == WINNOW_OK) != (made != NULL)) abort();
    fuzz_check_message(code == WINNOW_OK ? STATUS_OK : STATUS_INVALID, NULL);
    if (made != NULL) play(made, &setting, &source);
    winnow_learner_free(made);
  }
  free(name);
  free(options);
  return 0;
}
