/* Rivals of matrix prediction on entries: each against its definition written out here, tuning on a grid against learners that are played
 * by hand, and states that go on. */
#include <math.h>
#include <string.h>

#include "learners/ratings/pair_outcome.h"
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

/* Step by step, from lists of the games of a period; sigma' is found by bisection. */
enum { GAMES = 7 };

static double glicko_weight(double phi) {
  return 1 / sqrt(1 + 3 * phi * phi / (3.141592653589793 * 3.141592653589793));
}

static double glicko_chance(double mu, double other, double phi) {
  return 1 / (1 + exp(-glicko_weight(phi) * (mu - other)));
}

/* f(x) of step 5 is above 0 left of its root. */
static double glicko_root(double delta_square, double spread, double start, double tau) {
  double low = start - 100, high = start + 100;
  for (int k = 0; k < 200; k++) {
    const double x = (low + high) / 2, e = exp(x);
    const double f = e * (delta_square - spread - e) / (2 * (spread + e) * (spread + e)) - (x - start) / (tau * tau);
    if (f > 0) {
      low = x;
    } else {
      high = x;
    }
  }
  return exp(low / 2);
}

static double glicko2_definition(size_t t, size_t i, size_t j, double label, const loss *l) {
  static double mu[M], phi[M], sigma[M];
  static struct game_played {
    size_t i, j;
    double outcome;
  } games[GAMES];
  for (size_t k = 0; t == 1 && k < M; k++) {
    mu[k] = 0;
    phi[k] = 200 / 173.7178;
    sigma[k] = 0.1;
  }
  const double said = l->low + glicko_chance(mu[i], mu[j], hypot(phi[i], phi[j])) * (l->high - l->low);
  games[(t - 1) % GAMES] = (struct game_played){i, j, (label - l->low) / (l->high - l->low)};
  if (t % GAMES != 0) return said;
  double mu_next[M], phi_next[M];
  for (size_t k = 0; k < M; k++) {
    double inverse = 0, sum = 0;
    for (size_t a = 0; a < GAMES; a++) {
      if (games[a].i == games[a].j || (games[a].i != k && games[a].j != k)) continue;
      const size_t other = games[a].i == k ? games[a].j : games[a].i;
      const double s = games[a].i == k ? games[a].outcome : 1 - games[a].outcome, g = glicko_weight(phi[other]);
      const double e = glicko_chance(mu[k], mu[other], phi[other]);
      inverse += g * g * e * (1 - e);
      sum += g * (s - e);
    }
    mu_next[k] = mu[k];
    phi_next[k] = sqrt(phi[k] * phi[k] + sigma[k] * sigma[k]);
    if (inverse == 0) continue;
    const double v = 1 / inverse, delta = v * sum;
    sigma[k] = glicko_root(delta * delta, phi[k] * phi[k] + v, log(sigma[k] * sigma[k]), 0.8);
    phi_next[k] = 1 / sqrt(1 / (phi[k] * phi[k] + sigma[k] * sigma[k]) + 1 / v);
    mu_next[k] = mu[k] + phi_next[k] * phi_next[k] * sum;
  }
  memcpy(mu, mu_next, sizeof mu);
  memcpy(phi, phi_next, sizeof phi);
  return said;
}

Test(rivals, glicko2) {
  const char *const given = "{\"deviation\":200,\"volatility\":0.1,\"tau\":0.8,\"period\":7}";
  agrees("glicko2", given, M, M, game, glicko2_definition);
  agrees("glicko2", given, M, M, square, glicko2_definition);
}

/* The example of Glickman's "Example of the Glicko-2 system" (2013): the player wins against the first, loses to the others.
 * All digits printed there, but for r' = 1464.06: that is 1500 + 173.7178 mu' with mu' rounded to -0.2069; without rounding it is 1464.05. */
Test(rivals, glicko2_published) {
  const learner_setting setting = setting_of(4, 4, game);
  played p = played_make("glicko2", "{\"tau\":0.5,\"period\":3}", &setting);
  cJSON *state = cJSON_Parse("{\"ratings\":[1500,1400,1550,1700],\"deviations\":[200,30,100,300],"
                             "\"volatilities\":[0.06,0.06,0.06,0.06],\"played\":0,\"information\":[0,0,0,0],"
                             "\"surprise\":[0,0,0,0]}");
  OK(learner_load(&p.learner, state));
  cJSON_Delete(state);
  for (size_t j = 1; j <= 3; j++) {
    const instance x = instance_entry(4, 4, 0, j);
    (void)play(&p, &x, j == 1 ? 1.0 : 0.0);
  }
  state = cJSON_CreateObject();
  OK(learner_save(&p.learner, state));
  const char *const members[] = {"ratings", "deviations", "volatilities"};
  double found[3];
  for (size_t k = 0; k < 3; k++) {
    found[k] = cJSON_GetArrayItem(cJSON_GetObjectItem(state, members[k]), 0)->valuedouble;
  }
  cr_expect_float_eq((found[0] - 1500) / 173.7178, -0.2069, 0.00005);
  cr_expect_float_eq(found[1] / 173.7178, 0.8722, 0.00005);
  cr_expect_float_eq(found[1], 151.52, 0.005);
  cr_expect_float_eq(found[2], 0.05999, 0.00001);
  cJSON_Delete(state);
  played_free(&p);
}

/* Three games by hand: 0 beats 1, 15 points; then 0 and 2 draw; then 2 beats 1. */
Test(rivals, elo_by_hand) {
  const learner_setting setting = setting_of(3, 3, game);
  played p = played_make("elo", "{}", &setting);
  const instance first = instance_entry(3, 3, 0, 1), second = instance_entry(3, 3, 0, 2),
                 third = instance_entry(3, 3, 2, 1);
  near_in_trial(play(&p, &first, 1.0), 0.5, 0, "first", 1);
  near_in_trial(play(&p, &second, 0.5), 0.52157, 1e-5, "ratings 15 and 0", 2);
  /* 0 has lost 30 x 0.02157 = 0.647 to 2: 2 has 0.647, 1 has -15 */
  near_in_trial(play(&p, &third, 1.0), 0.52250, 1e-5, "ratings 0.647 and -15", 3);
  near_in_trial(play(&p, &first, 1.0), 1.0 / (1.0 + pow(10.0, -(14.353 + 15.0 + 14.3253) / 400.0)), 1e-5, "all", 4);
  played_free(&p);
}

static instance met(size_t n, size_t i, size_t j, const meeting *of) {
  instance x = instance_entry(n, n, i, j);
  x.meeting = of;
  return x;
}

/* The learner's list in its state. */
static double listed(const played *p, const char *name, size_t i) {
  cJSON *state = cJSON_CreateObject();
  OK(learner_save(&p->learner, state));
  const double value = cJSON_GetArrayItem(cJSON_GetObjectItem(state, name), (int)i)->valuedouble;
  cJSON_Delete(state);
  return value;
}

/* The examples of the World Football Elo Ratings (eloratings.net; as printed in Wikipedia's article of that name): A has 630 points, B 500,
 * C 480, a friendly match (K = 20) on neutral ground; 3-1, 1-3 and 2-2 of A against B, then of C against B. */
Test(rivals, elo_published) {
  static const struct {
    size_t who;
    double outcome, margin, points;
  } printed[] = {{0, 1, 2, 9.63},  {0, 0, 2, -20.37}, {0, 0.5, 0, -3.58},
                 {2, 1, 2, 15.87}, {2, 0, 2, -14.13}, {2, 0.5, 0, 0.58}};
  const learner_setting setting = setting_of(3, 3, game);
  for (size_t k = 0; k < sizeof printed / sizeof *printed; k++) {
    played p = played_make("elo", "{\"k\":1,\"advantage\":100,\"margin\":\"eloratings\"}", &setting);
    cJSON *state = cJSON_Parse("{\"ratings\":[630,500,480]}");
    OK(learner_load(&p.learner, state));
    cJSON_Delete(state);
    const meeting friendly = {.weight = 20, .margin = printed[k].margin};
    const instance x = met(3, printed[k].who, 1, &friendly);
    const double before = printed[k].who == 0 ? 630 : 480;
    (void)play(&p, &x, printed[k].outcome);
    cr_expect_float_eq(listed(&p, "ratings", printed[k].who) - before, printed[k].points, 0.015, "%zu",
                       k); /* We has 3 digits there */
    cr_expect_float_eq(listed(&p, "ratings", 1) - 500, -printed[k].points, 0.015, "%zu", k);
    played_free(&p);
  }
}

/* The first games of FiveThirtyEight's tables nba-elo/nbaallelo.csv (1946, Huskies 66, Knicks 68) and nfl-elo/nfl_elo.csv (1920, 48-0):
 * ratings before and after, as printed there. */
Test(rivals, elo_of_fivethirtyeight) {
  static const struct {
    const char *options;
    double before[2], outcome, margin, after[2], digits;
  } printed[] = {
      {"{\"k\":20,\"advantage\":100,\"margin\":\"nba\"}", {1300, 1300}, 0, 2, {1293.2767, 1306.7233}, 5e-5},
      {"{\"k\":20,\"advantage\":65,\"margin\":\"nfl\"}", {1503.947, 1300}, 1, 48, {1516.108, 1287.838}, 1.5e-3}};
  const learner_setting setting = setting_of(2, 2, game);
  for (size_t k = 0; k < 2; k++) {
    char json[80];
    snprintf(json, sizeof json, "{\"ratings\":[%.3f,%.3f]}", printed[k].before[0], printed[k].before[1]);
    played p = played_make("elo", printed[k].options, &setting);
    cJSON *state = cJSON_Parse(json);
    OK(learner_load(&p.learner, state));
    cJSON_Delete(state);
    const meeting of = {.side = 1, .weight = 1, .margin = printed[k].margin};
    const instance x = met(2, 0, 1, &of);
    (void)play(&p, &x, printed[k].outcome);
    for (size_t i = 0; i < 2; i++) {
      cr_expect_float_eq(listed(&p, "ratings", i), printed[k].after[i], printed[k].digits, "%zu %zu", k, i);
    }
    played_free(&p);
  }
}

/* By how much a win by `goals` counts more, the winner having been ahead by d points. */
static double published_factor(const char *rule, size_t goals, bool draw, double d) {
  static const double eloratings[] = {1, 1, 1.5, 14.0 / 8, 15.0 / 8, 2};
  if (strcmp(rule, "eloratings") == 0) return eloratings[goals];
  if (strcmp(rule, "nfl") == 0) return log((goals > 1 ? (double)goals : 1) + 1) * 2.2 / (draw ? 1 : d * 0.001 + 2.2);
  return strcmp(rule, "nba") == 0 ? pow((double)goals + 3, 0.8) / (7.5 + 0.006 * (draw ? 0 : d)) : 1;
}

/* Home, margin, weight and seasons against the definition, the row being at home, away or neither. A player's rating returns to the mean
 * before the first match of another season, not before the very first one, and once after several seasons. */
static void meetings_agree(const char *rule) {
  const learner_setting setting = setting_of(M, M, game);
  char json[160];
  snprintf(json, sizeof json,
           "{\"k\":0.9,\"advantage\":80,\"margin\":\"%s\",\"carry\":0.75,\"start\":1300,\"mean\":1505}", rule);
  played p = played_make("elo", json, &setting);
  double r[M];
  size_t last[M] = {0};
  for (size_t k = 0; k < M; k++) r[k] = 1300;
  random_stream *stream = NULL;
  OK(random_stream_new(5, "meetings", &stream));
  for (size_t t = 1; t <= TRIALS; t++) {
    const size_t i = random_index(stream, M), j = (i + 1 + random_index(stream, M - 1)) % M,
                 goals = random_index(stream, 7);
    const meeting of = {.side = (int)random_index(stream, 3) - 1,
                        .season = 1 + t / 40 % 3,
                        .weight = random_range(stream, 20, 60),
                        .margin = goals == 6 ? NAN : (double)goals};
    const double s = goals == 0 ? 0.5 : (double)random_index(stream, 2);
    const size_t both[] = {i, j};
    for (size_t k = 0; k < 2; k++) {
      const size_t who = both[k];
      if (last[who] > 0 && last[who] != of.season) r[who] = 1505.0 / 4 + 0.75 * r[who];
      last[who] = of.season;
    }
    const double d = r[i] - r[j] + 80 * of.side, e = 1 / (1 + pow(10, -d / 400));
    const double factor = goals == 6 ? 1 : published_factor(rule, goals, s == 0.5, s == 1 ? d : -d);
    const double step = 0.9 * of.weight * factor * (s - e);
    const instance x = met(M, i, j, &of);
    near_in_trial(play(&p, &x, s), e, 1e-12, "meeting", t);
    r[i] += step;
    r[j] -= step;
  }
  for (size_t k = 0; k < M; k++) {
    near_in_trial(listed(&p, "ratings", k), r[k], 1e-11, "rating", k);
    cr_expect_eq(learner_rating(&p.learner, k), listed(&p, "ratings", k));
    cr_expect_eq(listed(&p, "seasons", k), (double)last[k]);
  }
  random_stream_free(stream);
  played_free(&p);
}

Test(rivals, elo_of_meetings) {
  static const char *const rules[] = {"none", "eloratings", "nfl", "nba"};
  for (size_t k = 0; k < 4; k++) meetings_agree(rules[k]);
}

/* -ln P(result), Davidson's probabilities; v = strengths, h, ln nu. */
static double davidson_loss(const double v[M + 2], size_t i, size_t j, int side, double s) {
  const double x = v[i] - v[j] + side * v[M], sum = exp(x / 2) + exp(v[M + 1]) + exp(-x / 2);
  return -log((s == 0.5 ? exp(v[M + 1]) : exp(s == 1 ? x / 2 : -x / 2)) / sum);
}

/* Descent on that loss, its gradient by central differences. */
Test(rivals, davidson) {
  const learner_setting setting = setting_of(M, M, game);
  played p = played_make("bradley_terry", "{\"eta\":0.8,\"home\":\"learned\",\"draws\":\"davidson\"}", &setting);
  double v[M + 2] = {0};
  random_stream *stream = NULL;
  OK(random_stream_new(5, "davidson", &stream));
  for (size_t t = 1; t <= TRIALS; t++) {
    const size_t i = random_index(stream, M), j = (i + 1 + random_index(stream, M - 1)) % M;
    const meeting of = {.side = (int)random_index(stream, 3) - 1, .weight = 1, .margin = NAN};
    const double s = 0.5 * (double)random_index(stream, 3);
    const double win = exp(-davidson_loss(v, i, j, of.side, 1)), draw = exp(-davidson_loss(v, i, j, of.side, 0.5));
    const instance x = met(M, i, j, &of);
    near_in_trial(play(&p, &x, s), win + draw / 2, 1e-7, "expected", t);
    double slope[M + 2];
    for (size_t k = 0; k < M + 2; k++) {
      double high[M + 2], low[M + 2];
      memcpy(high, v, sizeof v);
      memcpy(low, v, sizeof v);
      high[k] += 1e-5;
      low[k] -= 1e-5;
      slope[k] = (davidson_loss(high, i, j, of.side, s) - davidson_loss(low, i, j, of.side, s)) / 2e-5;
    }
    for (size_t k = 0; k < M + 2; k++) v[k] -= 0.8 / sqrt((double)t) * slope[k];
  }
  near_in_trial(played_constant(&p, "home"), v[M], 1e-7, "home", TRIALS);
  near_in_trial(played_constant(&p, "draw"), exp(v[M + 1]), 1e-7, "nu", TRIALS);
  random_stream_free(stream);
  played_free(&p);
}

/* The three chances from the expected outcome alone, with the ends of [0,1]. */
Test(rivals, davidson_of_expected) {
  for (double nu = 0; nu < 3; nu += 0.7) {
    for (double lead = -30; lead <= 30; lead += 0.37) {
      const double sum = exp(lead / 2) + nu + exp(-lead / 2);
      const outcome_chances of = outcome_davidson(lead, nu);
      cr_assert_float_eq(of.win, exp(lead / 2) / sum, 1e-14);
      cr_assert_float_eq(of.draw, nu / sum, 1e-14);
      cr_assert_float_eq(of.win + of.draw + of.loss, 1, 1e-14);
      const outcome_chances again = outcome_of_expected(of.win + of.draw / 2, nu);
      cr_assert_float_eq(again.win, of.win, 1e-8, "%g %g", nu, lead); /* 1 - E loses digits at the ends */
      cr_assert_float_eq(again.draw, of.draw, 1e-8);
      cr_assert_float_eq(again.win + again.draw / 2, of.win + of.draw / 2, 1e-14);
    }
    const outcome_chances sure = outcome_of_expected(1, nu), lost = outcome_of_expected(0, nu);
    cr_expect(sure.win == 1 && sure.draw == 0 && sure.loss == 0 && lost.win == 0 && lost.draw == 0 && lost.loss == 1);
  }
}

/* Two grids: one learner for each pair of values, the values of the rate changing fastest. */
Test(rivals, elo_tuned_on_two_grids) {
  const learner_setting setting = setting_of(M, M, game);
  played p = played_make("elo", "{\"grid\":[10,40],\"advantage_grid\":[0,50,200]}", &setting), alone[6];
  double losses[6] = {0};
  for (size_t k = 0; k < 6; k++) {
    char json[80];
    snprintf(json, sizeof json, "{\"k\":%d,\"advantage\":%d}", k % 2 == 0 ? 10 : 40,
             k / 2 == 0   ? 0
             : k / 2 == 1 ? 50
                          : 200);
    alone[k] = played_make("elo", json, &setting);
  }
  random_stream *stream = NULL;
  OK(random_stream_new(6, "grids", &stream));
  size_t leader = 0;
  for (size_t t = 1; t <= TRIALS; t++) {
    double label = 0.0, said[6];
    const instance x = draw(stream, M, M, &game, &label);
    label = 0.4 + 0.6 * label;
    for (size_t k = 0; k < 6; k++) said[k] = play(&alone[k], &x, label);
    cr_assert_eq(play(&p, &x, label), said[leader], "trial %zu", t);
    if (t > TRIALS / 10) continue;
    for (size_t k = 0; k < 6; k++) losses[k] += loss_value(&game, said[k], label);
    for (size_t k = leader = 0; k < 6; k++) leader = losses[k] < losses[leader] ? k : leader;
  }
  cr_expect_eq(played_constant(&p, "rate_index"), (double)leader);
  cr_expect_eq(played_constant(&p, "advantage"), leader / 2 == 0 ? 0 : leader / 2 == 1 ? 50 : 200);
  for (size_t k = 0; k < 6; k++) played_free(&alone[k]);
  random_stream_free(stream);
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
  const double z = mu + b[i] + c[j] + p[i][0] * q[j][0] + p[i][1] * q[j][1], said = clip(z, l);
  double g = 2 * (said - label);
  if ((z > l->high && g < 0) || (z < l->low && g > 0)) g = 0;
  const double old_p[RANK] = {p[i][0], p[i][1]}, old_q[RANK] = {q[j][0], q[j][1]};
  mu -= 0.05 * g;
  b[i] -= 0.05 * (g + 0.05 * b[i]);
  c[j] -= 0.05 * (g + 0.05 * c[j]);
  for (size_t k = 0; k < RANK; k++) {
    p[i][k] = old_p[k] - 0.05 * (g * old_q[k] + 0.05 * old_p[k]);
    q[j][k] = old_q[k] - 0.05 * (g * old_p[k] + 0.05 * old_q[k]);
  }
  return said;
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
  near_in_trial(played_constant(&p, "potential"), 0, 1e-15, "at first", 0);
  const instance x = instance_entry(NODES, NODES, 0, 1);
  (void)play(&p, &x, 0.5);
  near_in_trial(played_constant(&p, "potential"), -log((exp(-0.3 * 0.25) + exp(-0.3 * 0.75)) / 2) / 0.3, 1e-14, "then",
                1);
  near_in_trial(played_constant(&p, "matrices"), 16, 0, "cuts", 0);
  played_free(&p);
}

/* ---- a grid: learners with each of the rates, played side by side */

Test(rivals, grids) {
  tuned("elo", "k", (const double[]){10, 30, 200}, "", M, M, game);
  tuned("glicko2", "volatility", (const double[]){0.5, 0.06, 0.01}, ",\"period\":3", M, M, game);
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
  played_refused("elo", "{\"carry_grid\":[0.5,1]}", &endless, "elo: grid needs a known number of trials");
  played_refused("elo", "{\"carry\":0.5,\"carry_grid\":[0.5,1]}", &endless,
                 "elo: carry has no effect with carry_grid: leave it out");
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
    goes_on("glicko2", "{\"period\":7}", M, M, game, before);
    goes_on("elo", "{\"grid\":[5,20],\"advantage_grid\":[0,100],\"carry_grid\":[0.5,1]}", M, M, game, before);
    goes_on("bradley_terry", "{\"decay\":0.01}", M, M, game, before);
    goes_on("bradley_terry", "{\"home\":\"learned\",\"draws\":\"davidson\"}", M, M, game, before);
    goes_on("matrix_factorisation", "{}", M, N, square, before);
    goes_on("matrix_factorisation", "{\"grid\":[0.3,0.01],\"rank\":0}", M, N, hinge, before);
    goes_on("entry_averages", "{}", M, N, absolute, before);
    goes_on("entry_averages", "{\"grid\":[0.3,0.01]}", M, N, slopes, before);
    goes_on("follow_the_leader", "{\"of\":\"row\"}", M, N, absolute, before);
    goes_on("hedge_cuts", "{}", NODES, NODES, absolute, before);
    goes_on("hedge_orders", "{}", ITEMS, ITEMS, game, before);
  }
}
