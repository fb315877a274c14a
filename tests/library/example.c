/* A program of a user's own, built against the installed library: Matrix Winnow in order 4 on the dyad e1 e1^T. */
#include <math.h>
#include <stdio.h>
#include <winnow.h>

static int expect(const char *what, double got, double wanted) {
  if (fabs(got - wanted) <= 1e-15) return 0;
  printf("%s: %.17g, expected %.17g\n", what, got, wanted);
  return 1;
}

/* Predicting the entries of a matrix of signs: the first prediction is 0, and a label draws it to its side. */
static int predict_entries(void) {
  const winnow_setting setting = {
      .n = 3, .m = 3, .kind = WINNOW_ENTRY, .trials = 10, .loss = "absolute", .low = -1, .high = 1};
  const winnow_instance x = {.kind = WINNOW_ENTRY, .n = 3, .m = 3, .row = 0, .column = 2};
  const winnow_instance outside = {.kind = WINNOW_ENTRY, .n = 3, .m = 3, .row = 3, .column = 2};
  winnow_learner *learner = NULL;
  winnow_prediction said;
  int wrong = 0;
  if (winnow_learner_new("matrix_winnow", "{\"r\": 1}", &setting, &learner) != WINNOW_INVALID) wrong++;
  if (winnow_learner_new("online_matrix_prediction", "{\"class\": \"max_cut\"}", &setting, &learner) != WINNOW_OK) {
    printf("%s\n", winnow_message());
    return 1;
  }
  if (winnow_predict(learner, &outside, &said) != WINNOW_INVALID) wrong++;
  if (winnow_predict(learner, &x, &said) != WINNOW_OK) wrong++;
  wrong += expect("first entry", said.value, 0.0);
  if (winnow_update(learner, &x, 2.0, NULL) != WINNOW_INVALID) wrong++; /* outside of the interval */
  if (winnow_update(learner, &x, 1.0, NULL) != WINNOW_OK) wrong++;
  if (winnow_predict(learner, &x, &said) != WINNOW_OK || !(said.value > 0.0 && said.value <= 1.0)) wrong++;
  winnow_learner_free(learner);
  return wrong;
}

/* Learning a kernel from a distance: W = I/3, half the squared distance is 1/3; told 0, z has e^-(4/3) for each 1 of the others. */
static int learn_distances(void) {
  const winnow_setting setting = {
      .n = 3, .kind = WINNOW_DISTANCE, .rank = 1, .trials = 10, .loss = "square", .low = 0, .high = 1};
  const winnow_instance x = {.kind = WINNOW_DISTANCE, .n = 3, .row = 2, .column = 0};
  const winnow_instance outside = {.kind = WINNOW_DISTANCE, .n = 3, .row = 0, .column = 3};
  winnow_learner *learner = NULL;
  winnow_prediction said;
  int wrong = 0;
  if (winnow_learner_new("meg", "{\"tuning\": \"separable\"}", &setting, &learner) != WINNOW_OK) {
    printf("%s\n", winnow_message());
    return 1;
  }
  if (winnow_predict(learner, &outside, &said) != WINNOW_INVALID) wrong++;
  if (winnow_predict(learner, &x, &said) != WINNOW_OK) wrong++;
  wrong += expect("first distance", said.value, 1.0 / 3.0);
  if (winnow_update(learner, &x, 0.0, NULL) != WINNOW_OK) wrong++;
  if (winnow_predict(learner, &x, &said) != WINNOW_OK) wrong++;
  wrong += expect("second distance", said.value, exp(-4.0 / 3.0) / (exp(-4.0 / 3.0) + 2.0));
  winnow_learner_free(learner);
  return wrong;
}

/* Three trials in one call, and a copy of the learner by its text: w = 1/4 each; a wrong +1 makes the first one e^-eta/4, and then it is right. */
static int play_block(void) {
  const double rows[] = {1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}, labels[] = {-1, -1, 1};
  const winnow_setting setting = {.n = 4, .kind = WINNOW_VECTOR, .trials = 10};
  const winnow_instance x = {.kind = WINNOW_VECTOR, .n = 4, .value = rows};
  winnow_learner *learner = NULL, *copy = NULL;
  winnow_prediction said[3], again[3];
  char *text = NULL;
  size_t done = 0;
  int wrong = 0;
  if (winnow_learner_kinds("winnow") != 1u << WINNOW_VECTOR) wrong++;
  if (winnow_learner_new("winnow", "{\"r\": 1, \"eta\": 1, \"theta\": 0.2}", &setting, &learner) != WINNOW_OK) {
    printf("%s\n", winnow_message());
    return 1;
  }
  if (winnow_learn_block(learner, 3, &x, 4, labels, said, &done) != WINNOW_OK || done != 3) wrong++;
  wrong +=
      expect("first of a block", said[0].score, 0.25) + expect("second of a block", said[1].score, 0.25 * exp(-1.0));
  wrong += expect("third of a block", said[2].value, 1.0);
  if (winnow_learner_save(learner, &text) != WINNOW_OK || winnow_learner_load(text, 0, &copy) != WINNOW_OK) {
    printf("%s\n", winnow_message());
    wrong++;
  } else {
    if (winnow_predict_block(learner, 3, &x, 4, said, NULL) != WINNOW_OK) wrong++;
    if (winnow_predict_block(copy, 3, &x, 4, again, NULL) != WINNOW_OK) wrong++;
    for (size_t i = 0; i < 3; i++) wrong += expect("a copy", again[i].score, said[i].score);
  }
  winnow_text_free(text);
  winnow_learner_free(copy);
  winnow_learner_free(learner);
  return wrong;
}

int main(void) {
  const size_t first = 0;
  const double one = 1.0, eta = 1.2784645427610738; /* the theorem's rate: 1 + LambertW(1/e) */
  const winnow_instance x = {.kind = WINNOW_DYAD, .n = 4, .count = 1, .index = &first, .value = &one};
  const winnow_setting setting = {.n = 4, .kind = WINNOW_DYAD, .rank = 1, .trials = 10, .seed = 1};
  winnow_learner *learner = NULL;
  winnow_prediction said;
  int updated = 0, wrong = 0;
  if (winnow_learner_new("matrix_winow", NULL, &setting, &learner) != WINNOW_INVALID || learner != NULL) wrong++;
  if (winnow_learner_new("matrix_winnow", "{\"r\": 5}", &setting, &learner) != WINNOW_INVALID) wrong++;
  if (winnow_learner_new("matrix_winnow", "{\"r\": 1}", &setting, &learner) != WINNOW_OK) {
    printf("%s\n", winnow_message());
    return 1;
  }
  /* W = I/4: the score 1/4 is above the threshold 0.193, so it says +1; told -1 it multiplies W_11 by e^-eta. */
  if (winnow_predict(learner, &x, &said) != WINNOW_OK) wrong++;
  wrong += expect("first score", said.score, 0.25) + expect("first prediction", said.value, 1.0);
  if (winnow_update(learner, &x, -1.0, &updated) != WINNOW_OK || !updated) wrong++;
  if (winnow_predict(learner, &x, &said) != WINNOW_OK) wrong++;
  wrong += expect("second score", said.score, 0.25 * exp(-eta)) + expect("second prediction", said.value, -1.0);
  if (winnow_update(learner, &x, -1.0, &updated) != WINNOW_OK || updated) wrong++; /* right: no change */
  if (winnow_update(learner, &x, 0.5, &updated) != WINNOW_INVALID) wrong++;        /* no label */
  winnow_learner_free(learner);
  winnow_learner_free(NULL);
  wrong += predict_entries();
  wrong += learn_distances();
  wrong += play_block();
  printf("version %s, %d wrong\n", winnow_version(), wrong);
  return wrong != 0;
}
