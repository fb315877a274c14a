/* The rank-one sketch and the perturbed leader against their definitions as matrices, with the same random numbers; their states; the sparse
 * losses. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "linalg/eigen.h"
#include "linalg/kernels.h"
#include "unit/check.h"
#include "unit/eigen_of.h"
#include "unit/learner_fixture.h"
#include "unit/near.h"
#include "unit/problem_fixture.h"

enum { N = 7, ROUNDS = 60, SEED = 11 };

/* ---- definitions: v from the sum of the losses and the round's stream */

typedef void definition(random_stream *stream, const double *sum, double *v);

/* exp(-eta sum/2) u */
static void sketch(random_stream *stream, const double *sum, double *v) {
  static const double eta = 0.7;
  double values[N], vectors[N * N], u[N];
  random_gaussian_vector(stream, N, u);
  eigen_of(N, sum, values, vectors);
  memset(v, 0, N * sizeof *v);
  for (size_t l = 0; l < N; l++) {
    kernel_axpy(N, exp(-0.5 * eta * values[l]) * kernel_dot(N, vectors + l * N, u), vectors + l * N, v);
  }
}

static void lead(const double *noise, const double *sum, double *v) {
  double a[N * N], values[N], vectors[N * N];
  for (size_t e = 0; e < N * N; e++) a[e] = noise[e] - sum[e];
  eigen_of(N, a, values, vectors);
  memcpy(v, vectors + (N - 1) * N, N * sizeof *v);
}

static void symmetric(random_stream *stream, const double *sum, double *v) {
  static const double scale = 0.8;
  double noise[N * N];
  for (size_t i = 0; i < N; i++) {
    double g[N];
    random_gaussian_vector(stream, i + 1, g);
    for (size_t j = 0; j <= i; j++) noise[i * N + j] = noise[j * N + i] = scale * (i == j ? sqrt(2.0) : 1.0) * g[j];
  }
  lead(noise, sum, v);
}

static void rank_one(random_stream *stream, const double *sum, double *v) {
  static const double scale = 0.6;
  double g[N], noise[N * N];
  random_gaussian_vector(stream, N, g);
  for (size_t e = 0; e < N * N; e++) noise[e] = scale * g[e / N] * g[e % N];
  lead(noise, sum, v);
}

static const struct {
  const char *learner, *options, *purpose;
  definition *draw;
} players[] = {
    {"sketched_multiplicative_weights", "{\"eta\":0.7}", "sketch", sketch},
    {"follow_the_perturbed_leader", "{\"scale\":0.8}", "perturbation", symmetric},
    {"follow_the_perturbed_leader", "{\"perturbation\":\"rank_one\",\"scale\":0.6}", "perturbation", rank_one},
};
enum { PLAYERS = sizeof players / sizeof *players };

static const struct {
  const char *problem, *options;
} problems[] = {
    {"matrix_losses", "{\"n\":7,\"r\":2,\"gap\":0.3,\"instances\":\"matrix\"}"},
    {"matrix_losses", "{\"n\":7,\"r\":2,\"gap\":0.3,\"instances\":\"low_rank\"}"},
    {"matrix_losses", "{\"n\":7,\"r\":2,\"gap\":0.3,\"instances\":\"vector\"}"},
    {"sparse_losses", "{\"n\":7,\"support\":2,\"entries\":3,\"gap\":0.2}"},
    {"sparse_losses", "{\"n\":7,\"support\":3,\"gap\":1}"}, /* of seven rows only three have losses */
};
enum { PROBLEMS = sizeof problems / sizeof *problems };

static learner_setting setting_of(const fixture *f) {
  return (learner_setting){.n = f->problem.facts.n,
                           .kind = f->problem.facts.kind,
                           .rank = f->problem.facts.rank,
                           .trials = ROUNDS,
                           .loss = f->problem.facts.loss,
                           .seed = SEED,
                           .eigen = &eigen_own};
}

static void compare(size_t player, size_t source) {
  fixture f = fixture_make(problems[source].problem, problems[source].options, 3);
  const learner_setting setting = setting_of(&f);
  played p = played_make(players[player].learner, players[player].options, &setting);
  random_stream *stream = NULL;
  double sum[N * N] = {0}, v[N], dense[N * N];
  OK(random_stream_new(SEED, players[player].purpose, &stream));
  const uint64_t key = random_bits(stream);
  for (size_t t = 0; t < ROUNDS; t++) {
    instance x;
    double label = 0.0;
    prediction predicted = {0};
    bool updated = false;
    OK(fixture_trial(&f, &x, &label));
    instance_to_dense(&x, dense);
    random_stream_turn(stream, key, t);
    players[player].draw(stream, sum, v);
    OK(learner_predict(&p.learner, &x, &predicted));
    const double expected = kernel_quadratic(N, dense, N, v) / kernel_dot(N, v, v);
    near_of_size(predicted.value, expected, 1e-9,
                 players[player].options); /* 1e-13 and 1e-11, over the gaps of spectra */
    OK(learner_update(&p.learner, &x, &predicted, label, &updated));
    for (size_t e = 0; e < N * N; e++) sum[e] += label * dense[e];
  }
  random_stream_free(stream);
  played_free(&p);
  fixture_free(&f);
}

Test(rank_one, definitions) {
  for (size_t player = 0; player < PLAYERS; player++) {
    for (size_t source = 0; source < PROBLEMS; source++) compare(player, source);
  }
}

/* exp(H/2) has entries down to e^-10000, and up to e^10000: v is a unit vector all the same. */
Test(rank_one, far_exponents) {
  static const double ones[] = {1.0, 1.0, 1.0}, more[] = {1.0, 0.5, 0.25};
  learner_setting setting = {.n = 3,
                             .kind = INSTANCE_VECTOR,
                             .rank = 3,
                             .trials = ROUNDS,
                             .loss = {LOSS_LINEAR, -1.0, 1.0, -1.0, 1.0, 1.0},
                             .seed = SEED,
                             .eigen = &eigen_own};
  for (int sign = -1; sign <= 1; sign += 2) {
    for (setting.n = 3; setting.n <= 4; setting.n++) { /* with and without a row that has no loss */
      played player = played_make("sketched_multiplicative_weights", "{\"eta\":2000}", &setting);
      const size_t index[] = {0, 1, 2};
      for (size_t t = 0; t < 10; t++) {
        const instance x = instance_sparse(INSTANCE_VECTOR, setting.n, 3, index, t == 0 ? ones : more);
        prediction predicted = {0};
        bool updated = false;
        OK(learner_predict(&player.learner, &x, &predicted));
        if (t > 1) { /* the row of the least loss: of weight 1, 1/4, or none */
          const double expected = sign < 0 ? 1.0 : setting.n == 3 ? 0.25 : 0.0;
          near_of_size(predicted.value, expected, 1e-12, "the leader");
        }
        OK(learner_update(&player.learner, &x, &predicted, (double)sign, &updated));
      }
      played_free(&player);
    }
  }
}

/* The mean of the sketch is rotation invariant, and without losses I/n. */
Test(rank_one, means) {
  for (size_t player = 0; player < PLAYERS; player++) {
    fixture f = fixture_make("sparse_losses", "{\"n\":7}", 3);
    const learner_setting setting = setting_of(&f);
    played p = played_make(players[player].learner, players[player].options, &setting);
    double sum[2] = {0};
    const size_t index[] = {2, 5};
    const double value[] = {0.6, -0.8};
    const instance x = instance_sparse(INSTANCE_DYAD, N, 2, index, value);
    for (size_t t = 0; t < 20000; t++) {
      prediction predicted = {0};
      bool updated = false;
      OK(learner_predict(&p.learner, &x, &predicted));
      OK(learner_update(&p.learner, &x, &predicted, 0.0, &updated)); /* no loss: the next round's v is another */
      sum[0] += predicted.value;
      sum[1] += predicted.value * predicted.value;
    }
    /* the square of a coordinate on the sphere: mean 1/n, mean square 3/(n (n + 2)), deviation below 0.16 */
    near_of_size(sum[0] / 20000.0, 1.0 / N, 4.5 * 0.16 / sqrt(20000.0), "mean");
    near_of_size(sum[1] / 20000.0, 3.0 / (N * (N + 2.0)), 4.5 * 0.16 / sqrt(20000.0), "mean square");
    played_free(&p);
    fixture_free(&f);
  }
}

/* An entry that returns to 0 keeps its row active: loaded learners go on to the last bit. */
Test(rank_one, states) {
  for (size_t player = 0; player < PLAYERS; player++) {
    for (size_t source = 0; source < PROBLEMS; source++) {
      fixture f = fixture_make(problems[source].problem, problems[source].options, 3);
      learner_setting setting = setting_of(&f);
      played first = played_make(players[player].learner, players[player].options, &setting);
      setting.trials = 1000; /* the rate goes with the state */
      played second = played_make(players[player].learner, players[player].options, &setting);
      cJSON *state = cJSON_CreateObject();
      for (size_t t = 0; t < ROUNDS; t++) {
        instance x;
        double label = 0.0;
        prediction predicted = {0}, again = {0};
        bool updated = false;
        OK(fixture_trial(&f, &x, &label));
        if (t == 10) {
          const size_t index = 6;
          const double one = 1.0;
          const instance back =
              instance_sparse(x.kind == INSTANCE_VECTOR ? INSTANCE_VECTOR : INSTANCE_DYAD, N, 1, &index, &one);
          for (int sign = -1; sign <= 1 && (x.kind == back.kind); sign += 2) {
            OK(learner_update(&first.learner, &back, &predicted, (double)sign, &updated));
          }
          OK(learner_predict(&second.learner, &x, &again)); /* what it has drawn is not kept */
          OK(learner_save(&first.learner, state));
          OK(learner_load(&second.learner, state));
        }
        OK(learner_predict(&first.learner, &x, &predicted));
        if (t >= 10) {
          OK(learner_predict(&second.learner, &x, &again));
          cr_expect_eq(predicted.score, again.score, "%s, trial %zu: %.17g and %.17g", problems[source].options, t + 1,
                       predicted.score, again.score);
          OK(learner_update(&second.learner, &x, &again, label, &updated));
        }
        OK(learner_update(&first.learner, &x, &predicted, label, &updated));
      }
      cJSON_Delete(state);
      played_free(&first);
      played_free(&second);
      fixture_free(&f);
    }
  }
}

Test(rank_one, constants_and_refusals) {
  learner_setting setting = {.n = 100,
                             .kind = INSTANCE_DYAD,
                             .rank = 1,
                             .trials = 1000,
                             .loss = {LOSS_LINEAR, -2.0, 2.0, -1.0, 1.0, 0.5},
                             .eigen = &eigen_own};
  const double pi = acos(-1.0);
  played sketch = played_make("sketched_multiplicative_weights", "{}", &setting);
  near_of_size(played_constant(&sketch, "eta"), 2.0 * sqrt(2.0 * log(400.0) / 3000.0), 1e-15, "eta");
  played leader = played_make("follow_the_perturbed_leader", "{}", &setting);
  near_of_size(played_constant(&leader, "scale"), 0.5 * sqrt(1000.0 / (8.0 * sqrt(pi * 100.0))), 1e-15, "scale");
  played simple = played_make("follow_the_perturbed_leader", "{\"perturbation\":\"rank_one\"}", &setting);
  near_of_size(played_constant(&simple, "scale"), 0.5 * sqrt(10.0), 1e-15, "scale");
  played_free(&sketch);
  played_free(&leader);
  played_free(&simple);
  setting.n = 1025;
  played_refused("follow_the_perturbed_leader", "{}", &setting,
                 "follow_the_perturbed_leader: perturbation = \"symmetric\" has n^2 numbers a trial: n = 1025 is above "
                 "1024");
  setting.loss = (loss){LOSS_ABSOLUTE, 0.0, 1.0, 0.0, 1.0, 1.0};
  played_refused("sketched_multiplicative_weights", "{}", &setting,
                 "sketched_multiplicative_weights: needs the linear loss, this one is absolute");
  setting.loss = (loss){LOSS_LINEAR, -1.0, 0.5, -1.0, 1.0, 1.0};
  played_refused("sketched_multiplicative_weights", "{}", &setting,
                 "sketched_multiplicative_weights: needs predictions from -1 to 1, the problem asks for -1 to 0.5");
}

Test(rank_one, turns) {
  random_stream *a = NULL, *b = NULL;
  OK(random_stream_new(1, "a", &a));
  OK(random_stream_new(2, "b", &b));
  (void)random_bits(b);
  for (uint64_t turn = 0; turn < 5; turn++) {
    random_stream_turn(a, 7, turn);
    random_stream_turn(b, 7, turn);
    const uint64_t word = random_bits(a);
    cr_expect_eq(word, random_bits(b), "what came before matters");
    random_stream_turn(b, 7, turn + 1);
    cr_expect_neq(word, random_bits(b), "turns %zu and %zu", (size_t)turn, (size_t)turn + 1);
    random_stream_turn(b, 8, turn);
    cr_expect_neq(word, random_bits(b), "keys");
  }
  random_stream_free(a);
  random_stream_free(b);
}

/* The state is a hash of 16 bytes: so a turn whose bytes are letters is the stream of the seed `key` and the purpose of these letters. */
Test(rank_one, turns_are_streams) {
  random_stream *turned = NULL, *made = NULL;
  OK(random_stream_new(1, "a", &turned));
  OK(random_stream_new(7, "abcdefgh", &made));
  random_stream_turn(turned, 7, UINT64_C(0x6867666564636261));
  for (size_t i = 0; i < 100; i++) cr_expect_eq(random_bits(turned), random_bits(made), "word %zu", i);
  random_stream_free(turned);
  random_stream_free(made);
}

Test(rank_one, sparse_losses) {
  fixture f = fixture_make("sparse_losses", "{\"n\":40,\"support\":5,\"entries\":3,\"gap\":0.25}", 7);
  double sum = 0.0, plus = 0.0;
  size_t hidden = 0;
  near_of_size(comparator_trace(f.u), 1.0, 1e-12, "tr U");
  for (size_t t = 0; t < 4000; t++) {
    instance x;
    double label = 0.0;
    OK(fixture_trial(&f, &x, &label));
    cr_assert_eq(x.kind, INSTANCE_DYAD);
    near_of_size(kernel_norm(x.count, x.value), 1.0, 1e-12, "|x|");
    const double value = comparator_value(f.u, &x);
    sum += label * value;
    hidden += x.count == 5;
    if (x.count == 5) {
      near_of_size(value, 1.0, 1e-12, "the hidden direction");
      cr_expect_eq(label, -1.0);
    } else {
      cr_expect_eq(x.count, 3);
      plus += label;
    }
  }
  near_of_size((double)hidden / 4000.0, 0.25, 4.5 * sqrt(0.25 * 0.75 / 4000.0), "the chance of the hidden direction");
  near_of_size(plus / 3000.0, 0.0, 4.5 / sqrt(2900.0), "the mean label of the others");
  near_of_size(sum / 4000.0, -0.25, 4.5 / sqrt(4000.0), "the comparator's mean loss");
  fixture_free(&f);
  fixture_refused("sparse_losses", "{\"n\":3,\"support\":5}", "sparse_losses: support = 5 must be at most n = 3");
  fixture_refused("sparse_losses", "{\"n\":3,\"entries\":5}", "sparse_losses: entries = 5 must be at most n = 3");
}
