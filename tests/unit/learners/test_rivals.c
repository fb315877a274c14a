/* Rivals of matrix prediction on entries: each against its definition written out here, tuning on a grid against learners that are played
 * by hand, and states that go on. */
#include <math.h>
#include <string.h>

#include "unit/rival_fixture.h"

/* ---- ratings */

static double elo_definition(size_t t, size_t i, size_t j, double label, const loss *l) {
  static double r[M];
  if (t == 1) memset(r, 0, sizeof r);
  const double e = 1.0 / (1.0 + pow(10.0, -(r[i] + 65.0 - r[j]) / 400.0));
  const double s = (label - l->low) / (l->high - l->low);
  if (i != j) {
    r[i] += 40.0 * (s - e);
    r[j] -= 40.0 * (s - e);
  }
  return l->low + e * (l->high - l->low);
}

static double bradley_terry_definition(size_t t, size_t i, size_t j, double label, const loss *l) {
  static double theta[M];
  if (t == 1) memset(theta, 0, sizeof theta);
  const double p = exp(theta[i]) / (exp(theta[i]) + exp(theta[j]));
  const double s = (label - l->low) / (l->high - l->low), eta = 0.7 / sqrt((double)t);
  if (i != j) {
    /* gradient of -s ln p - (1 - s) ln(1 - p) + 0.1 (theta_i^2 + theta_j^2)/2 */
    const double a = p - s + 0.1 * theta[i], b = s - p + 0.1 * theta[j];
    theta[i] -= eta * a;
    theta[j] -= eta * b;
  }
  return l->low + p * (l->high - l->low);
}

Test(rivals, ratings) {
  agrees("elo", "{\"k\":40,\"advantage\":65}", M, M, game, elo_definition);
  agrees("elo", "{\"k\":40,\"advantage\":65}", M, M, square, elo_definition);
  agrees("bradley_terry", "{\"eta\":0.7,\"decay\":0.1}", M, M, game, bradley_terry_definition);
}

/* Three games by hand: 0 beats 1, 15 points; then 0 and 2 draw; then 2 beats 1. */
Test(rivals, elo_by_hand) {
  const learner_setting setting = setting_of(3, 3, game);
  played p = played_make("elo", "{}", &setting);
  const instance first = instance_entry(3, 3, 0, 1), second = instance_entry(3, 3, 0, 2),
                 third = instance_entry(3, 3, 2, 1);
  near(play(&p, &first, 1.0), 0.5, 0, "first", 1);
  near(play(&p, &second, 0.5), 0.52157, 1e-5, "ratings 15 and 0", 2);
  /* 0 has lost 30 x 0.02157 = 0.647 to 2: 2 has 0.647, 1 has -15 */
  near(play(&p, &third, 1.0), 0.52250, 1e-5, "ratings 0.647 and -15", 3);
  near(play(&p, &first, 1.0), 1.0 / (1.0 + pow(10.0, -(14.353 + 15.0 + 14.3253) / 400.0)), 1e-5, "all", 4);
  played_free(&p);
}

/* ---- factors */

static double factorisation_definition(size_t t, size_t i, size_t j, double label, const loss *l) {
  enum { RANK = 2 };
  static double mu, b[M], c[N], p[M][RANK], q[N][RANK];
  if (t == 1) {
    random_stream *stream = NULL;
    OK(random_stream_new(3, "matrix factorisation", &stream));
    mu = (l->low + l->high) / 2;
    memset(b, 0, sizeof b);
    memset(c, 0, sizeof c);
    random_gaussian_vector(stream, (size_t)M * RANK, &p[0][0]);
    random_gaussian_vector(stream, (size_t)N * RANK, &q[0][0]);
    for (size_t k = 0; k < (size_t)M * RANK; k++) p[k / RANK][k % RANK] *= 0.3;
    for (size_t k = 0; k < (size_t)N * RANK; k++) q[k / RANK][k % RANK] *= 0.3;
    random_stream_free(stream);
  }
  const double z = mu + b[i] + c[j] + p[i][0] * q[j][0] + p[i][1] * q[j][1], prediction = clip(z, l);
  double g = 2 * (prediction - label);
  if ((z > l->high && g < 0) || (z < l->low && g > 0)) g = 0;
  const double old_p[RANK] = {p[i][0], p[i][1]}, old_q[RANK] = {q[j][0], q[j][1]};
  mu -= 0.05 * g;
  b[i] -= 0.05 * (g + 0.05 * b[i]);
  c[j] -= 0.05 * (g + 0.05 * c[j]);
  for (size_t k = 0; k < RANK; k++) {
    p[i][k] = old_p[k] - 0.05 * (g * old_q[k] + 0.05 * old_p[k]);
    q[j][k] = old_q[k] - 0.05 * (g * old_p[k] + 0.05 * old_q[k]);
  }
  return prediction;
}

Test(rivals, factors) {
  agrees("matrix_factorisation", "{\"eta\":0.05,\"rank\":2,\"decay\":0.05,\"start\":0.3}", M, N, square,
         factorisation_definition);
}

/* ---- entries apart, and leaders */

static double average_definition(size_t t, size_t i, size_t j, double label, const loss *l) {
  static double w[M][N];
  if (t == 1) {
    for (size_t k = 0; k < (size_t)M * N; k++) w[k / N][k % N] = (l->low + l->high) / 2;
  }
  /* (hi - lo)/(2G) sqrt(m n/T), G = 8 */
  const double said = w[i][j], eta = 4.0 / 16.0 * sqrt((double)M * N / TRIALS);
  w[i][j] = clip(said - eta * 2 * (said - label), l);
  return said;
}

Test(rivals, entries_apart) {
  agrees("entry_averages", "{}", M, N, square, average_definition);
}

static double mean_of(size_t t, size_t at, double label, const loss *l) {
  static double labels[M * N][TRIALS];
  static size_t counts[M * N];
  if (t == 1) memset(counts, 0, sizeof counts);
  double sum = 0.0;
  for (size_t k = 0; k < counts[at]; k++) sum += labels[at][k];
  const double mean = counts[at] == 0 ? (l->low + l->high) / 2 : sum / (double)counts[at];
  labels[at][counts[at]++] = label;
  return clip(mean, l);
}

static double entry_mean(size_t t, size_t i, size_t j, double label, const loss *l) {
  return mean_of(t, i * N + j, label, l);
}
static double row_mean(size_t t, size_t i, size_t j, double label, const loss *l) {
  (void)j;
  return mean_of(t, i, label, l);
}
static double column_mean(size_t t, size_t i, size_t j, double label, const loss *l) {
  (void)i;
  return mean_of(t, j, label, l);
}
static double global_mean(size_t t, size_t i, size_t j, double label, const loss *l) {
  (void)i, (void)j;
  return mean_of(t, 0, label, l);
}
/* The end with the least total loss: for slopes, sum of labels times the prediction. */
static double slope_leader(size_t t, size_t i, size_t j, double label, const loss *l) {
  static double at_low[N], at_high[N];
  (void)i;
  if (t == 1) {
    memset(at_low, 0, sizeof at_low);
    memset(at_high, 0, sizeof at_high);
  }
  const double leader = at_low[j] < at_high[j] ? l->low : at_low[j] > at_high[j] ? l->high : 0.0;
  at_low[j] += loss_value(l, l->low, label);
  at_high[j] += loss_value(l, l->high, label);
  return leader;
}

Test(rivals, leaders) {
  agrees("follow_the_leader", "{}", M, N, absolute, entry_mean);
  agrees("follow_the_leader", "{\"of\":\"row\"}", M, N, square, row_mean);
  agrees("follow_the_leader", "{\"of\":\"column\"}", M, N, game, column_mean);
  agrees("follow_the_leader", "{\"of\":\"all\"}", M, N, hinge, global_mean);
  agrees("follow_the_leader", "{\"of\":\"column\"}", M, N, slopes, slope_leader);
}

/* ---- Hedge: every cut with every side of node 0, every permutation as a word; weights from the losses of all trials */

enum { NODES = 5, ITEMS = 4 };

static double hedge_definition(size_t t, size_t i, size_t j, double label, const loss *l, bool cuts, double eta) {
  static double losses[1024];
  if (t == 1) memset(losses, 0, sizeof losses);
  double sum = 0.0, weighted = 0.0;
  for (size_t word = 0; word < (cuts ? 1u << NODES : 256u); word++) {
    double value = 0.0;
    if (cuts) {
      value = (word >> i & 1) != (word >> j & 1) ? l->high : l->low;
    } else { /* two binary digits for the place of each item */
      unsigned used = 0;
      for (size_t k = 0; k < ITEMS; k++) used |= 1u << (word >> 2 * k & 3);
      if (used != 15) continue;
      value = (word >> 2 * i & 3) <= (word >> 2 * j & 3) ? l->high : l->low;
    }
    const double weight = exp(-eta * losses[word]);
    sum += weight;
    weighted += weight * value;
    losses[word] += loss_value(l, value, label);
  }
  return weighted / sum;
}

static double cut_definition(size_t t, size_t i, size_t j, double label, const loss *l) {
  return hedge_definition(t, i, j, label, l, true, 0.3);
}
/* R = scale (hi - lo) = 1 */
static double tuned_cut_definition(size_t t, size_t i, size_t j, double label, const loss *l) {
  return hedge_definition(t, i, j, label, l, true, sqrt(8 * log(16) / TRIALS));
}
static double order_definition(size_t t, size_t i, size_t j, double label, const loss *l) {
  return hedge_definition(t, i, j, label, l, false, sqrt(8 * log(24) / TRIALS));
}

Test(rivals, hedge) {
  agrees("hedge_cuts", "{\"eta\":0.3}", NODES, NODES, logistic, cut_definition);
  agrees("hedge_cuts", "{}", NODES, NODES, absolute, tuned_cut_definition);
  agrees("hedge_orders", "{}", ITEMS, ITEMS, game, order_definition);
}

/* The potential is -(1/eta) ln of the mean of e^(-eta L): after one trial at (0,1) half of the cuts have paid each of the two losses. */
Test(rivals, hedge_potential) {
  const learner_setting setting = setting_of(NODES, NODES, absolute);
  played p = played_make("hedge_cuts", "{\"eta\":0.3}", &setting);
  near(played_constant(&p, "potential"), 0, 1e-15, "at first", 0);
  const instance x = instance_entry(NODES, NODES, 0, 1);
  (void)play(&p, &x, 0.5);
  near(played_constant(&p, "potential"), -log((exp(-0.3 * 0.25) + exp(-0.3 * 0.75)) / 2) / 0.3, 1e-14, "then", 1);
  near(played_constant(&p, "matrices"), 16, 0, "cuts", 0);
  played_free(&p);
}

/* ---- a grid: learners with each of the rates, played side by side */

Test(rivals, grids) {
  tuned("elo", "k", (const double[]){10, 30, 200}, "", M, M, game);
  tuned("bradley_terry", "eta", (const double[]){5, 1, 0.1}, ",\"rate\":\"constant\"", M, M, game);
  tuned("matrix_factorisation", "eta", (const double[]){0.5, 0.1, 0.02}, ",\"rank\":2", M, N, square);
  tuned("entry_averages", "eta", (const double[]){0.01, 0.5, 0.1}, "", M, N, square);
}

/* ---- refusals */

Test(rivals, refusals) {
  const learner_setting wide = setting_of(M, N, game), steep = setting_of(M, M, slopes),
                        large = setting_of(21, 21, game), one = setting_of(1, 1, game);
  learner_setting endless = setting_of(M, M, game);
  endless.trials = 0;
  played_refused("elo", "{}", &wide, "elo: entries of 5 rows and 4 columns, expected a square matrix of players");
  played_refused("bradley_terry", "{}", &steep,
                 "bradley_terry: labels of the linear loss are slopes, expected outcomes");
  played_refused("elo", "{\"grid\":[1,2]}", &endless, "elo: grid needs a known number of trials");
  played_refused("entry_averages", "{\"grid\":[1,2],\"eta\":1}", &wide,
                 "entry_averages: eta has no effect with grid: leave it out");
  played_refused("hedge_cuts", "{}", &large,
                 "hedge_cuts: n = 21 must be from 2 to 20: every matrix of the class has a weight");
  played_refused("hedge_orders", "{}", &large,
                 "hedge_orders: n = 21 must be from 2 to 8: every matrix of the class has a weight");
  played_refused("hedge_cuts", "{}", &one,
                 "hedge_cuts: n = 1 must be from 2 to 20: every matrix of the class has a weight");
  played_refused("hedge_cuts", "{}", &wide, "hedge_cuts: entries of 5 rows and 4 columns, expected a square matrix");
}

/* ---- states */

Test(rivals, states_go_on) {
  for (size_t before = 10; before <= 100; before += 90) {
    goes_on("elo", "{\"k\":20}", M, M, game, before);
    goes_on("elo", "{\"grid\":[5,20,80]}", M, M, game, before);
    goes_on("bradley_terry", "{\"decay\":0.01}", M, M, game, before);
    goes_on("matrix_factorisation", "{}", M, N, square, before);
    goes_on("matrix_factorisation", "{\"grid\":[0.3,0.01],\"rank\":0}", M, N, hinge, before);
    goes_on("entry_averages", "{}", M, N, absolute, before);
    goes_on("entry_averages", "{\"grid\":[0.3,0.01]}", M, N, slopes, before);
    goes_on("follow_the_leader", "{\"of\":\"row\"}", M, N, absolute, before);
    goes_on("hedge_cuts", "{}", NODES, NODES, absolute, before);
    goes_on("hedge_orders", "{}", ITEMS, ITEMS, game, before);
  }
}
