---@meta
-- Learners, problems, bounds, plots and what `observe` may list, for editors: made by scripts/member_tables.py.

---@alias instance_kind "vector"|"dyad"|"low_rank"|"matrix"|"rectangular"|"entry"|"distance"

---What `observe` may list, besides constant:NAME and the quantities of learner.custom.
---@alias observable string
---| "potential" # the divergence of the comparator from the learner's parameter
---| "trace" # the trace of the parameter
---| "progress" # the drop of the potential in a trial
---| "least_eigenvalue" # the least eigenvalue of the parameter
---| "largest_eigenvalue" # the largest eigenvalue of the parameter
---| "rank" # how many directions have been added to the parameter
---| "score" # the score of the trial's instance
---| "expected_mistakes" # the sum of the conditional error probabilities; mistakes for deterministic learners
---| "subspace_angle" # the principal angles, in radians, between the hidden subspace and the top eigenspace of the parameter; column `index` counts from the smallest
---| "prediction_matrix" # after the last trial: the learner's score of every entry
---| "ordering" # after the last trial: for each row the mean of its scores over the columns
---| "spectrum" # after the last trial: the eigenvalues of the parameter, the largest first
---| "embedding" # after the last trial: two coordinates of each item, for the learned kernel and for the target
---| "nearest_neighbour_error" # the mean error of 1-nearest-neighbour classification by the learned distances
---| "absolute_error" # of the predictions so far, as numbers of [0,1], the mean of |p - y|
---| "brier" # the mean of (p - y)^2
---| "log_loss" # the mean of -y ln p - (1 - y) ln(1 - p)
---| "accuracy" # the share of predictions on the side of their labels
---| "result_log_loss" # the log loss of win, draw and loss at the predicted outcome
---| "calibration" # after the last trial: the mean label in each tenth that predictions fell into

---@class (exact) plot
---@field name? string stem of the file
---@field kind? "curve"|"heat" curves, or a heat map
---@field x? string|fun(p: parameters): number "trials", a parameter, or "index"
---@field y? string mistakes, loss, regret, updates, potential, rolling_loss, or what is observed; in a heat map a parameter
---@field z? string in a heat map: the quantity, or "bound:NAME"
---@field title? string above the plot; by default the scenario's
---@field xlabel? string the name of the axis
---@field ylabel? string the name of the axis
---@field zlabel? string the name beside the colour bar
---@field log? ""|"x"|"y"|"xy"|"z"|"xz"|"yz"|"xyz"|"auto" logarithmic axes
---@field fit? boolean a least-squares line in log-log scale, its slope in the legend
---@field bounds? boolean|"all"|string[] true: the sharpest proved one of each learner, its source's own, what was refuted; names of bounds and their rows, words after a colon
---@field spread? "sd"|"se"|"ci"|"quantiles"|"none" what bands and bars show: "sd", "se", "ci" (95 % interval of the mean; what errors, shares and outcomes of 0 and 1 have without it), "quantiles" (10 % to 90 %) or "none"
---@field panels? string a parameter: one panel for each value
---@field free? "x"|"" "x": each panel's x axis is as long as its own data
---@field learners? string[] labels of the learners to draw
---@field mark? plot.mark[] points on a heat map
---@field map? "prediction_matrix"|"embedding" what is observed, drawn as a map

---@class learner

---@class problem

---@class bound

learner = {}
problem = {}
bound = {}

---@class (exact) learner.asymmetric_matrix_winnow.options
---@field label? string name in result files and legends
---@field r? integer rank of the hidden subspace (literals of the disjunction) the learner is tuned for; integer from 1 on; default 1
---@field gap? number positive instances have tr(PX) >= gap, negative ones 0; number in (0, 1]; default 0.5
---@field rates? "factors"|"single"|"best"|"capacity" factors 1 + kappa and 1 - kappa; a single rate eta; best: the least bound without noise, by elimination; capacity: the least bound of all, with trace 1, where gap_low = 0 by elimination too; default factors
---@field kappa? number of the factors; absent: 1/2; 1: negative instances eliminate; number in (0, 1]
---@field eta? number the single rate; absent: the theorem's (1 where predictions are randomised); number in (0, 100]
---@field alpha? number rate of positive updates, with capacity the largest one; absent: by `rates`; number in (0, 100]
---@field beta? number rate of negative updates, with capacity the largest one; absent: by `rates`; number in (0, 100]
---@field eliminate? boolean true: beta is infinite, a negative instance removes its range; absent: by `rates`
---@field theta? number threshold, or score from which on +1 is certain; absent: the theorem's for the rates; number above 0
---@field normalize? "none"|"trace" trace: W has trace 1; absent: trace with rates = "capacity", otherwise none
---@field gap_low? number negative instances have tr(PX) <= gap_low, which is below gap; with trace 1 only; absent: 0; number in [0, 1)
---@field representation? "auto"|"diagonal"|"dense"|"low_rank" of the argument H; auto: by the kind of the instances; elimination has its own; default auto

---Matrix Winnow, two rates: Matrix Winnow with different rates for positive and negative updates, up to elimination
---
---Warmuth 2007, section 1, with factors 1 + kappa and 1 - kappa
---
---takes vector dyad low_rank matrix; predicts signs
---@param options? learner.asymmetric_matrix_winnow.options
---@return learner
function learner.asymmetric_matrix_winnow(options) end

---@class (exact) learner.asymmetric_winnow.options
---@field label? string name in result files and legends
---@field r? integer rank of the hidden subspace (literals of the disjunction) the learner is tuned for; integer from 1 on; default 1
---@field gap? number positive instances have tr(PX) >= gap, negative ones 0; number in (0, 1]; default 0.5
---@field rates? "factors"|"single"|"best"|"capacity" factors 1 + kappa and 1 - kappa; a single rate eta; best: the least bound without noise, by elimination; capacity: the least bound of all, with trace 1, where gap_low = 0 by elimination too; default factors
---@field kappa? number of the factors; absent: 1/2; 1: negative instances eliminate; number in (0, 1]
---@field eta? number the single rate; absent: the theorem's (1 where predictions are randomised); number in (0, 100]
---@field alpha? number rate of positive updates, with capacity the largest one; absent: by `rates`; number in (0, 100]
---@field beta? number rate of negative updates, with capacity the largest one; absent: by `rates`; number in (0, 100]
---@field eliminate? boolean true: beta is infinite, a negative instance removes its range; absent: by `rates`
---@field theta? number threshold, or score from which on +1 is certain; absent: the theorem's for the rates; number above 0
---@field normalize? "none"|"trace" trace: W has trace 1; absent: trace with rates = "capacity", otherwise none
---@field gap_low? number negative instances have tr(PX) <= gap_low, which is below gap; with trace 1 only; absent: 0; number in [0, 1)

---Winnow, two rates: Winnow with different rates for positive and negative updates, up to elimination
---
---Littlestone 1988 (Winnow1 eliminates); Warmuth 2007, section 1
---
---takes vector; predicts signs
---@param options? learner.asymmetric_winnow.options
---@return learner
function learner.asymmetric_winnow(options) end

---@class (exact) learner.balanced_winnow.options
---@field label? string name in result files and legends
---@field margin number the learner is tuned for comparators with y <u,x> >= margin, |u|_1 = 1; it is below range; number in (0, 1e+100]
---@field range? number largest modulus of an entry of the instances; number in (0, 1e+100]; default 1
---@field eta? number learning rate; absent: the best for margin, atanh(margin/range)/range at threshold 0; number in (0, 100]

---Balanced Winnow: Winnow on (x, -x): linear thresholds with weights of any sign
---
---Littlestone 1989; Kivinen & Warmuth 1997
---
---takes vector; predicts signs; equivariant under permutations
---@param options learner.balanced_winnow.options
---@return learner
function learner.balanced_winnow(options) end

---@class (exact) learner.bradley_terry.options
---@field label? string name in result files and legends
---@field eta? number learning rate of the first trial; number in (0, 1000]; default 1
---@field rate? "decreasing"|"constant" decreasing: eta/sqrt(t) in trial t; constant: eta; default decreasing
---@field decay? number weight of the ridge penalty; number in [0, 1]; default 0
---@field home? "none"|"learned" learned: what it is worth to play at home; default none
---@field draws? "half"|"davidson" half: an outcome of 1/2; davidson: a result of its own, whose weight is learned; default half
---@field grid? number[] rates that play the first tenth of the trials side by side, the best one the rest; absent: one rate; numbers in (0, 1e+06]

---Bradley-Terry: strengths learnt by gradient descent on the logistic loss; predicts the chance of winning
---
---Bradley & Terry 1952; draws: Davidson 1970
---
---takes entry; predicts numbers; equivariant under permutations
---@param options? learner.bradley_terry.options
---@return learner
function learner.bradley_terry(options) end

---@class (exact) learner.capped_gradient_descent.options
---@field label? string name in result files and legends
---@field dimension? integer k, of the subspace that is kept; below n; integer in [1, 1e+09]; default 1
---@field eta? number learning rate; absent: sqrt(m k/(n T)), for |X|_F <= 1, m = n - k; number in (0, 1e+06]
---@field representation? "auto"|"diagonal"|"dense"|"low_rank" of W; auto: by the kind of the instances; default auto

---Capped gradient descent: online principal components by gradient descent with projection
---
---Zinkevich 2003; Nie, Kotlowski & Warmuth 2016
---
---takes vector dyad low_rank matrix; predicts numbers; equivariant under permutations, rotations
---@param options? learner.capped_gradient_descent.options
---@return learner
function learner.capped_gradient_descent(options) end

---@class (exact) learner.capped_meg.options
---@field label? string name in result files and legends
---@field dimension? integer k, of the subspace that is kept; below n; integer in [1, 1e+09]; default 1
---@field loss_at_most? number K, a limit of what the best subspace drops, for the rate; absent: m T/n for dyads, otherwise m T; number in (0, 1e+12]
---@field eta? number learning rate; absent: ln(1 + sqrt(2 D/K)), D = m ln(n/m), m = n - dimension; number in (0, 1e+06]
---@field representation? "auto"|"diagonal"|"dense"|"low_rank" of the argument H; auto: by the kind of the instances; default auto

---Capped MEG: online principal components: keeps a subspace of given dimension; on vectors a set of coordinates
---
---Warmuth & Kuzmin 2008; Nie, Kotlowski & Warmuth 2016
---
---takes vector dyad low_rank matrix; predicts numbers; equivariant under permutations, rotations
---@param options? learner.capped_meg.options
---@return learner
function learner.capped_meg(options) end

---@class (exact) learner.constant.options
---@field label? string name in result files and legends
---@field value? number the prediction: 1 or -1, or a number of the loss's interval; default -1

---Constant: always predicts the same label
---
---baseline
---
---takes vector dyad low_rank matrix rectangular entry distance; predicts signs or numbers; conservative; equivariant under permutations, rotations, rotations of vectors
---@param options? learner.constant.options
---@return learner
function learner.constant(options) end

---@class (exact) learner.constrained_matrix_winnow.options
---@field label? string name in result files and legends
---@field r? integer rank of the hidden subspace; integer from 1 on; default 1
---@field gap? number positive instances have tr(PX) >= gap, negative ones 0; number in (0, 1]; default 0.5
---@field eta? number learning rate; absent: the theorem's; number in (0, 100]
---@field theta? number threshold; absent: the theorem's for eta and the gap; number above 0
---@field constraints? table list of { type = "trace" | "diagonal" | "entry", i, j | "dyad", vector | "matrix", matrix; value or at_most }; absent: none

---constrained Matrix Winnow: Matrix Winnow whose W is projected onto linear constraints after each update
---
---Warmuth 2007, side constraints; Herbster and Warmuth 2001
---
---takes vector dyad low_rank matrix; predicts signs; conservative; equivariant under permutations
---@param options? learner.constrained_matrix_winnow.options
---@return learner
function learner.constrained_matrix_winnow(options) end

---@class (exact) learner.damped_means.options
---@field label? string name in result files and legends
---@field damping? number labels 0 that each row and each column is taken to have had; number in (0, 1e+06]; default 3

---Damped means: a mean, and damped means of what it misses in each row and each column
---
---Koren, Bell & Volinsky 2009, equation 3, as running means
---
---takes entry; predicts numbers; equivariant under permutations
---@param options? learner.damped_means.options
---@return learner
function learner.damped_means(options) end

---@class (exact) learner.definite_boost.options
---@field label? string name in result files and legends
---@field step? "approximate"|"exact" how far to go: by the formula of the bound, or until the constraint is met with equality; default approximate
---@field low? number no eigenvalue of a constraint is below it, for the formula; with high; absent: from each constraint; number in [-1e+100, 0)
---@field high? number no eigenvalue of a constraint is above it; with low; absent: from each constraint; number in (0, 1e+100]
---@field start? table the first density W_1, up to a factor: n numbers > 0, its diagonal, or n lists of n numbers, positive definite; absent: I/n
---@field representation? "auto"|"diagonal"|"dense"|"low_rank" of the argument A; auto: by the kind of the instances, with a start dense (distances: updated); default auto

---DefiniteBoost: the density nearest to W_1 that meets linear constraints, by corrective steps; AdaBoost on vectors
---
---Tsuda, Raetsch & Warmuth 2005, section 4.2
---
---takes vector dyad low_rank matrix distance; predicts numbers; equivariant under permutations, rotations
---@param options? learner.definite_boost.options
---@return learner
function learner.definite_boost(options) end

---@class (exact) learner.doubling_matrix_winnow.options
---@field label? string name in result files and legends
---@field gap? number the gap, if it is known; absent: it is guessed, too: 1, 1/2, 1/4, ..; number in (0, 1]
---@field least_gap? number guesses of the gap are not smaller; not together with gap; number in [0.0001, 1]; default 0.125
---@field representation? "auto"|"diagonal"|"dense"|"low_rank" of the argument H; auto: by the kind of the instances; default auto

---doubling Matrix Winnow: Matrix Winnow that guesses rank and gap and starts again when a guess errs more than the theorem allows
---
---Warmuth 2007, Theorem 2, with the doubling trick
---
---takes vector dyad low_rank matrix; predicts signs; conservative; equivariant under permutations, rotations
---@param options? learner.doubling_matrix_winnow.options
---@return learner
function learner.doubling_matrix_winnow(options) end

---@class (exact) learner.eg.options
---@field label? string name in result files and legends
---@field eta? number learning rate; absent: the theorem's for squares; number in (0, 1e+09]
---@field c? number eta = 2c/(r^2 (2+c)); absent, with nothing else to tell the rate: 1; number in (0, 1e+09]
---@field loss_at_most? number loss the comparator is known to have at most, Lmax: c = r sqrt(2 Dmax/Lmax); number in [0, 1e+100]
---@field divergence_at_most? number divergence of the comparator from the start at most, Dmax, for loss_at_most; absent: the largest; number in [0, 1e+09]
---@field tuning? "auto"|"separable" separable: eta = 2/r^2, for a comparator without loss; default auto
---@field update? "explicit"|"implicit" slope of the loss at the old or at the new W; default explicit
---@field range? number largest minus least entry of every instance is at most range; absent: not known; number in (0, 1e+100]
---@field start? table the first weights, n numbers > 0; absent: 1/n each

---Exponentiated gradient: regression with weights on the simplex: w_i <- w_i exp(-eta g x_i)/Z
---
---Kivinen & Warmuth 1997
---
---takes vector; predicts numbers; equivariant under permutations
---@param options? learner.eg.options
---@return learner
function learner.eg(options) end

---@class (exact) learner.eg_pm.options
---@field label? string name in result files and legends
---@field eta? number learning rate; absent: the theorem's for squares; number in (0, 1e+09]
---@field c? number eta = 2c/(r^2 (2+c)); absent, with nothing else to tell the rate: 1; number in (0, 1e+09]
---@field loss_at_most? number loss the comparator is known to have at most, Lmax: c = r sqrt(2 Dmax/Lmax); number in [0, 1e+100]
---@field divergence_at_most? number divergence of the comparator from the start at most, Dmax, for loss_at_most; absent: the largest; number in [0, 1e+09]
---@field tuning? "auto"|"separable" separable: eta = 2/r^2, for a comparator without loss; default auto
---@field update? "explicit"|"implicit" slope of the loss at the old or at the new W; default explicit
---@field radius? number the weights' |w|_1 is at most radius; number in (0, 1e+100]; default 1
---@field bound? number largest modulus of an entry of the instances; absent: not known; number in (0, 1e+100]

---EG+-: regression with weights of any sign, |w|_1 <= radius: exponentiated gradient on radius (x, -x)
---
---Kivinen & Warmuth 1997
---
---takes vector; predicts numbers; equivariant under permutations
---@param options? learner.eg_pm.options
---@return learner
function learner.eg_pm(options) end

---@class (exact) learner.elo.options
---@field label? string name in result files and legends
---@field k? number points that a surprise moves a rating by; number in (0, 1e+06]; default 30
---@field advantage? number points in favour of the side at home; of the first of a pair where no sides are known; number in [-10000, 10000]; default 0
---@field margin? "none"|"eloratings"|"nfl"|"nba" how wins by more count more: as eloratings.net (k times 1, 3/2, (11 + N)/8 for a difference of the scores of at most 1, of 2, of N >= 3), as FiveThirtyEight's ratings of the NFL or of the NBA; default none
---@field carry? number what is left of a rating's distance from the mean in the player's first match of a season; number in [0, 1]; default 1
---@field start? number rating of a player of whom nothing is known; number in [-1e+06, 1e+06]; default 0
---@field mean? number what ratings return to between seasons; absent: start; number in [-1e+06, 1e+06]
---@field grid? number[] rates that play the first tenth of the trials side by side, the best one the rest; absent: one rate; numbers in (0, 1e+06]
---@field advantage_grid? number[] values of advantage that play the first tenth, each with all of the other grids; absent: one value; numbers in [-10000, 10000]
---@field carry_grid? number[] values of carry that play the first tenth, each with all of the other grids; absent: one value; numbers in [0, 1]

---Elo: ratings updated by k times (outcome - expected outcome); predicts the expected outcome; takes home side, weight, margin and season of matches
---
---Elo 1978, The rating of chessplayers, section 8.4; margins: eloratings.net, FiveThirtyEight
---
---takes entry; predicts numbers; equivariant under permutations
---@param options? learner.elo.options
---@return learner
function learner.elo(options) end

---@class (exact) learner.entry_averages.options
---@field label? string name in result files and legends
---@field eta? number learning rate; absent: the best one for as many visits of each entry; number in (0, 1e+06]
---@field grid? number[] rates that play the first tenth of the trials side by side, the best one the rest; absent: one rate; numbers in (0, 1e+06]

---Entry averages: online gradient descent for each entry by itself: nothing is learnt from the others
---
---Zinkevich 2003, Theorem 1, for each entry
---
---takes entry; predicts numbers; equivariant under permutations
---@param options? learner.entry_averages.options
---@return learner
function learner.entry_averages(options) end

---@class (exact) learner.external.options
---@field label? string name in result files and legends
---@field command string[] program and arguments, {"python3", "learner.py"}, run in the scenario's folder; speaks winnow-lab pipe 1
---@field options? table a table that is passed to the program
---@field timeout? number seconds that the program may take for one answer; number in [0.001, 86400]; default 10

---Program: a learner in any language, over pipes in lines of JSON
---
---user-defined
---
---takes vector dyad low_rank matrix rectangular entry distance; predicts signs or numbers
---@param options learner.external.options
---@return learner
function learner.external(options) end

---@class (exact) learner.follow_the_leader.options
---@field label? string name in result files and legends
---@field of? "entry"|"row"|"column"|"all" whose labels count: those of the same entry, row or column, or all; default entry

---Follow the leader: the mean of the labels so far: of the same entry, row or column, or of all
---
---baseline
---
---takes entry; predicts numbers; equivariant under permutations
---@param options? learner.follow_the_leader.options
---@return learner
function learner.follow_the_leader(options) end

---@class (exact) learner.follow_the_perturbed_leader.options
---@field label? string name in result files and legends
---@field perturbation? "symmetric"|"rank_one" a symmetric matrix of Gaussian numbers, or the dyad of a Gaussian vector; default symmetric
---@field scale? number of the perturbation; absent: sqrt(T/(8 sqrt(pi n))), rank_one: sqrt(T/n), for losses of norm at most 1; number in (0, 1e+09]

---Follow the perturbed leader: plays a leading eigenvector of the sum of the losses, its sign turned, and a random matrix
---
---Kotlowski & Warmuth 2015; Garber, Hazan & Ma 2015
---
---takes vector dyad low_rank matrix; predicts numbers; randomised
---@param options? learner.follow_the_perturbed_leader.options
---@return learner
function learner.follow_the_perturbed_leader(options) end

---@class (exact) learner.general_matrix_winnow.options
---@field label? string name in result files and legends
---@field variant? "normalized"|"printed"|"signed"|"repaired"|"positive_part" normalized (proved); printed: Algorithm 2 to the letter; signed: with the label in its update; repaired: signed from a neutral start; positive_part: Matrix Winnow on the positive part; default normalized
---@field r? integer rank of the hidden generalised projection the learner is tuned for; integer in [1, 1e+07]; default 1
---@field gap? number positive instances have tr(G^T X) >= gap, at most r; number in [-1e+07, 1e+07]; default 0.5
---@field gap_low? number negative instances have tr(G^T X) <= gap_low, below gap and at least -r (not normalized: 0); number in [-1e+07, 1e+07]; default 0
---@field eta? number learning rate; absent: normalized: largest progress; others: that of Warmuth 2007, Theorem 2; number in (0, 100]
---@field theta? number threshold; absent: the theorem's for eta and the gap
---@field rates? "single"|"capacity" single: one rate eta; capacity: a rate for each kind of mistake, the best ones (normalized only); absent: single
---@field w0? number printed, signed: R starts as w0 I, absent: r as printed; repaired: scale of the score, absent: r/(m + n); number above 0

---General Matrix Winnow: multiplicative updates sinh(arcsinh R + eta y X) of rectangular matrices on mistakes
---
---Warmuth 2007, Algorithm 2 (normalised; docs/errata.md)
---
---takes vector rectangular entry; predicts signs; conservative; equivariant under permutations, rotations
---@param options? learner.general_matrix_winnow.options
---@return learner
function learner.general_matrix_winnow(options) end

---@class (exact) learner.glicko2.options
---@field label? string name in result files and legends
---@field deviation? number RD of a player of whom nothing is known, in points; number in (0, 10000]; default 350
---@field volatility? number sigma of a player of whom nothing is known; number in (0, 10]; default 0.06
---@field tau? number how much volatilities change: 0.3 to 1.2 are usual; number in [0.01, 10]; default 0.5
---@field period? integer trials of a rating period; integer in [1, 1e+09]; default 20
---@field grid? number[] rates that play the first tenth of the trials side by side, the best one the rest; absent: one rate; numbers in (0, 1e+06]

---Glicko-2: ratings with deviations and volatilities, changed after every period; predicts the expected outcome
---
---Glickman 2001, Dynamic paired comparison models with stochastic variances
---
---takes entry; predicts numbers; equivariant under permutations
---@param options? learner.glicko2.options
---@return learner
function learner.glicko2(options) end

---@class (exact) learner.guess_and_halve.options
---@field label? string name in result files and legends
---@field range? number largest modulus of an entry of the instances; the first guess of the margin is half of it; number in (0, 1e+100]; default 1

---Winnow, guess and halve: Winnow on the simplex for an unknown margin: guesses half the range, and halves when it errs too often
---
---doubling over the margin; Kivinen & Warmuth 1997
---
---takes vector; predicts signs; equivariant under permutations
---@param options? learner.guess_and_halve.options
---@return learner
function learner.guess_and_halve(options) end

---@class (exact) learner.hedge_cuts.options
---@field label? string name in result files and legends
---@field eta? number learning rate; absent: the theorem's for the number of trials; number in (0, 1e+06]

---Hedge on cuts: exponential weights on every cut of up to 20 nodes
---
---Freund & Schapire 1997
---
---takes entry; predicts numbers; equivariant under permutations
---@param options? learner.hedge_cuts.options
---@return learner
function learner.hedge_cuts(options) end

---@class (exact) learner.hedge_orders.options
---@field label? string name in result files and legends
---@field eta? number learning rate; absent: the theorem's for the number of trials; number in (0, 1e+06]

---Hedge on orders: exponential weights on every order of up to 8 items
---
---Freund & Schapire 1997
---
---takes entry; predicts numbers; equivariant under permutations
---@param options? learner.hedge_orders.options
---@return learner
function learner.hedge_orders(options) end

---@class (exact) learner.kernel_matrix_winnow.options
---@field label? string name in result files and legends
---@field kernel? "linear"|"polynomial"|"gaussian" <x,x'>; ((<x,x'> + offset)/(1 + offset))^degree; exp(-|x - x'|^2/(2 width^2)); default linear
---@field degree? integer of the polynomial kernel; absent: 2; integer in [1, 20]
---@field offset? number of the polynomial kernel; 0: homogeneous polynomials; absent: 1; number in [0, 1e+06]
---@field width? number of the Gaussian kernel; absent: 1; number in (0, 1e+06]
---@field dimension? number of the feature space, in w0 = r/dimension; absent: the kernel's own; needed for the Gaussian kernel; number from 1 on
---@field r? integer rank of the hidden subspace of the feature space; integer from 1 on; default 1
---@field gap? number positive instances have tr(PX) >= gap, negative ones 0; number in (0, 1]; default 0.5
---@field eta? number learning rate; absent: the theorem's for the gap; number in (0, 100]
---@field theta? number threshold; absent: the theorem's for eta and the gap; number above 0
---@field normalize? "none"|"trace" none, or trace: W is divided by its trace; default none

---kernel Matrix Winnow: Matrix Winnow on dyads of a kernel's feature space, from inner products alone
---
---Warmuth 2007, section 5; Kuzmin and Warmuth 2007
---
---takes dyad; predicts signs; conservative; equivariant under permutations, rotations
---@param options? learner.kernel_matrix_winnow.options
---@return learner
function learner.kernel_matrix_winnow(options) end

---@class (exact) learner.kernel_perceptron.options
---@field label? string name in result files and legends
---@field kernel? "linear"|"polynomial"|"gaussian" <x,x'>; ((<x,x'> + offset)/(1 + offset))^degree; exp(-|x - x'|^2/(2 width^2)); default linear
---@field degree? integer of the polynomial kernel; absent: 2; integer in [1, 20]
---@field offset? number of the polynomial kernel; 0: homogeneous polynomials; absent: 1; number in [0, 1e+06]
---@field width? number of the Gaussian kernel; absent: 1; number in (0, 1e+06]

---kernel Perceptron: the perceptron in a kernel's feature space, from inner products with its past mistakes
---
---Aizerman, Braverman & Rozonoer 1964
---
---takes vector dyad; predicts signs; conservative; equivariant under permutations, rotations, rotations of vectors
---@param options? learner.kernel_perceptron.options
---@return learner
function learner.kernel_perceptron(options) end

---@class (exact) learner.least_squares_leader.options
---@field label? string name in result files and legends

---Follow the leader (least squares): the shortest of the weights that fit the past best by the square loss
---
---baseline
---
---takes vector; predicts numbers; equivariant under permutations, rotations of vectors
---@param options? learner.least_squares_leader.options
---@return learner
function learner.least_squares_leader(options) end

---@class (exact) learner.log_det.options
---@field label? string name in result files and legends
---@field class "max_cut"|"gambling"|"collaborative_filtering" of the matrices that the learner competes with
---@field trace_norm? number collaborative_filtering: bound on the trace norm of the matrices; needed there; number in (0, 1e+12]
---@field eps? number multiple of the identity that is added; absent: the one with the least bound; number in (0, 1e+06]
---@field eta? number learning rate; absent: the theorem's for the number of rounds; number in (0, 1e+06]
---@field grid? number[] rates that play the first tenth of the trials side by side, the best one the rest; absent: one rate; numbers in (0, 1e+06]
---@field floor? boolean eigenvalues stay at least eps, for matrices that change; default false

---Log-determinant matrix prediction: mirror descent with -ln det on one block of the matrices' decompositions: no logarithm in the regret
---
---after Christiano 2014; Moridomi, Hatano & Takimoto 2018
---
---takes entry; predicts numbers; equivariant under permutations
---@param options learner.log_det.options
---@return learner
function learner.log_det(options) end

---@class (exact) learner.matrix_completion.options
---@field label? string name in result files and legends
---@field gamma number margin: the entries are signs of <p_i,q_j>, unit vectors with |<p_i,q_j>| >= gamma; number in [1e-05, 1]
---@field tuning? "sharp"|"published" sharp: eta maximises eta (gamma - tanh(eta/2)), theta = eta/(N sinh eta); published: gamma and 1/N; default sharp
---@field eta? number learning rate; absent: that of the tuning; number in (0, 100]
---@field theta? number threshold; absent: that of the tuning (sharp: for eta); number above 0
---@field representation? "auto"|"dense"|"low_rank" of the argument H, of order m + n; auto: low rank, which is exact; default auto

---Matrix completion: Matrix Winnow of order m + n for the entries of an m x n matrix of signs
---
---Herbster, Pasteris & Pontil 2016, Algorithm 1
---
---takes entry; predicts signs; conservative; equivariant under permutations
---@param options learner.matrix_completion.options
---@return learner
function learner.matrix_completion(options) end

---@class (exact) learner.matrix_factorisation.options
---@field label? string name in result files and legends
---@field eta? number learning rate; number in (0, 1]; default 0.05
---@field rank? integer length of the factors; integer in [0, 1000]; default 4
---@field decay? number weight of the ridge penalty on biases and factors; number in [0, 1]; default 0.02
---@field start? number standard deviation of the factors at first; number in [0, 10]; default 0.1
---@field grid? number[] rates that play the first tenth of the trials side by side, the best one the rest; absent: one rate; numbers in (0, 1e+06]

---Matrix factorisation: a mean, biases of rows and columns and products of factors, by stochastic gradient descent
---
---Koren, Bell & Volinsky 2009
---
---takes entry; predicts numbers
---@param options? learner.matrix_factorisation.options
---@return learner
function learner.matrix_factorisation(options) end

---@class (exact) learner.matrix_log_loss.options
---@field label? string name in result files and legends
---@field prior? number a, what each direction counts before the first trial; 1: Laplace, 1/2: Krichevsky and Trofimov; number in (0, 1e+06]; default 1
---@field representation? "auto"|"diagonal"|"dense"|"low_rank" of the sum H; auto: by the kind of the instances; default auto

---Matrix log loss: learns a density from unit vectors: the average of their dyads and of a multiple of I
---
---Koolen, Kotlowski & Warmuth 2011
---
---takes vector dyad; predicts numbers; equivariant under permutations, rotations
---@param options? learner.matrix_log_loss.options
---@return learner
function learner.matrix_log_loss(options) end

---@class (exact) learner.matrix_multiplicative_weights.options
---@field label? string name in result files and legends
---@field tau? number trace of the matrices played; number in (0, 1e+09]; default 1
---@field trace? "equal"|"at_most" the trace is tau, or at most tau; default equal
---@field insensitive? number absolute loss: an error of at most this changes nothing; number in [0, 1e+09]; default 0
---@field share? number of the identity, kept in after each update, for comparators that change; 0: nothing is forgotten; number in [0, 1); default 0
---@field method? "mix"|"floor" mix the identity in, or raise small eigenvalues to a floor; default mix
---@field eta? number learning rate; absent: sqrt(ln(n)/T), for losses of norm at most 1; number in (0, 1e+06]
---@field representation? "auto"|"diagonal"|"dense"|"low_rank" of the argument H; auto: by the kind of the instances; default auto

---Matrix Multiplicative Weights: plays a matrix of given trace against symmetric loss matrices: X = tau exp(-eta sum of losses)/trace
---
---Hazan, Kale & Shalev-Shwartz 2012, Algorithm 1
---
---takes vector dyad low_rank matrix; predicts numbers; equivariant under permutations, rotations
---@param options? learner.matrix_multiplicative_weights.options
---@return learner
function learner.matrix_multiplicative_weights(options) end

---@class (exact) learner.matrix_perceptron.options
---@field label? string name in result files and legends
---@field eta? number step size; with theta = 0 and margin 0 or absent it changes no prediction; number in (0, 1e+100]; default 1
---@field theta? number threshold; number in [-1e+100, 1e+100]; default 0
---@field bias? boolean adds a constant attribute 1 (an intercept); default false
---@field margin? number updates when y (score - theta) <= margin; absent: on mistakes only; number in [0, 1e+100]
---@field representation? "auto"|"diagonal"|"dense"|"low_rank" of the argument H; auto: by the kind of the instances; default auto

---Matrix Perceptron: additive matrix updates W + eta y X on mistakes
---
---Rosenblatt 1958, on matrices with the trace inner product
---
---takes vector dyad low_rank matrix; predicts signs; conservative; equivariant under permutations, rotations, rotations of vectors
---@param options? learner.matrix_perceptron.options
---@return learner
function learner.matrix_perceptron(options) end

---@class (exact) learner.matrix_widrow_hoff.options
---@field label? string name in result files and legends
---@field eta? number learning rate; absent: from length, loss_at_most and radius; number in (0, 1e+12]
---@field grid? number[] rates that play the first tenth of the trials side by side, the best one the rest; absent: one rate; numbers in (0, 1e+06]
---@field length? number X: no instance is longer (Frobenius norm); absent: eta or grid is given; number in (0, 1e+12]
---@field loss_at_most? number K: the comparator's total loss is at most this; absent: eta or grid is given; number in [0, 1e+15]
---@field radius? number U: the comparator's length (Frobenius norm) is at most this; absent: eta or grid is given; number in (0, 1e+12]
---@field error? "raw"|"clipped" what drives the update: that of the raw prediction, or of the one clipped to the loss's interval; default raw
---@field project? "none"|"semidefinite" semidefinite: negative eigenvalues become 0 after each update; default none
---@field representation? "auto"|"diagonal"|"dense"|"low_rank" of W; auto: diagonal for vectors, otherwise dense, but low rank for dyads and distances of order above 1024; default auto

---Matrix Widrow-Hoff: gradient descent on the square loss, W - eta (tr(W X) - y) X, with or without projection to the semidefinite cone
---
---Widrow & Hoff 1960, on matrices with the trace inner product
---
---takes vector dyad low_rank matrix distance; predicts numbers; equivariant under permutations, rotations, rotations of vectors
---@param options? learner.matrix_widrow_hoff.options
---@return learner
function learner.matrix_widrow_hoff(options) end

---@class (exact) learner.matrix_winnow.options
---@field label? string name in result files and legends
---@field r? integer rank of the hidden subspace (literals of the disjunction) the learner is tuned for; integer from 1 on; default 1
---@field gap? number positive instances, moved into [0,1], have tr(PX) >= gap; number in (0, 1]; default 0.5
---@field gap_low? number negative instances, moved into [0,1], have tr(PX) <= gap_low, which is below gap; number in [0, 1); default 0
---@field interval_low? number the instances' eigenvalues lie in [interval_low, interval_high] = [a,b]: they are moved into [0,1] as (X - aI)/(b - a); default 0
---@field interval_high? number the upper end of that interval; default 1
---@field eta? number learning rate; absent: the theorem's for the gap; number in (0, 100]
---@field theta? number threshold; absent: the theorem's for eta and the gap; number above 0
---@field w0? number the parameter starts as w0 I; absent: r/n; number above 0
---@field normalize? "none"|"trace"|"project" none; trace: trace 1; project: scaled to trace r after each update; default none
---@field hinge? number hinge loss the subspace is known to have at most: eta minimises the bound for it; number from 0 on; default 0
---@field representation? "auto"|"diagonal"|"dense"|"low_rank" of the argument H; auto: by the kind of the instances; default auto

---Matrix Winnow: multiplicative matrix updates exp(log W + eta y X) on mistakes
---
---Warmuth 2007, Algorithm 1 (w0 = r/n)
---
---takes vector dyad low_rank matrix; predicts signs; conservative; equivariant under permutations, rotations
---@param options? learner.matrix_winnow.options
---@return learner
function learner.matrix_winnow(options) end

---@class (exact) learner.meg.options
---@field label? string name in result files and legends
---@field eta? number learning rate; absent: the theorem's for squares; number in (0, 1e+09]
---@field c? number eta = 2c/(r^2 (2+c)); absent, with nothing else to tell the rate: 1; number in (0, 1e+09]
---@field loss_at_most? number loss the comparator is known to have at most, Lmax: c = r sqrt(2 Dmax/Lmax); number in [0, 1e+100]
---@field divergence_at_most? number divergence of the comparator from the start at most, Dmax, for loss_at_most; absent: the largest; number in [0, 1e+09]
---@field tuning? "auto"|"separable" separable: eta = 2/r^2, for a comparator without loss; default auto
---@field update? "explicit"|"implicit" slope of the loss at the old or at the new W; default explicit
---@field range? number lambda_max - lambda_min of every instance is at most r = range; absent: of distances 1, otherwise not known; number in (0, 1e+100]
---@field start? table the first density W_1: n numbers > 0, its diagonal, or n lists of n numbers, positive definite; absent: I/n
---@field representation? "auto"|"diagonal"|"dense"|"low_rank"|"updated"|"sparse" of the argument H; auto: by kind and order of the instances, with a start dense (distances: updated); default auto

---Matrix exponentiated gradient: learns a density matrix W from values tr(W X): W = exp(log W - eta g X)/trace
---
---Tsuda, Raetsch & Warmuth 2005, (4)
---
---takes vector dyad low_rank matrix distance; predicts numbers; equivariant under permutations, rotations
---@param options? learner.meg.options
---@return learner
function learner.meg(options) end

---@class (exact) learner.minimax.options
---@field label? string name in result files and legends
---@field class "cut"|"order"|"completion" of the answers: cuts, orders, or matrices u v^T of signs

---Minimax: the least regret that can be promised against cuts, orders or sign matrices of rank one, for few nodes and trials
---
---Cesa-Bianchi, Freund, Haussler, Helmbold, Schapire & Warmuth 1997, section 3; docs/constants.md
---
---takes entry; predicts numbers; equivariant under permutations
---@param options learner.minimax.options
---@return learner
function learner.minimax(options) end

---@class (exact) learner.nearest_neighbour.options
---@field label? string name in result files and legends

---Nearest neighbour: the label of the nearest of the past instances
---
---Cover & Hart 1967; baseline
---
---takes vector; predicts signs; equivariant under permutations
---@param options? learner.nearest_neighbour.options
---@return learner
function learner.nearest_neighbour(options) end

---@class (exact) learner.online_matrix_prediction.options
---@field label? string name in result files and legends
---@field class "max_cut"|"gambling"|"collaborative_filtering"|"own"|"own_symmetric" of the matrices that the learner competes with
---@field beta? number own: no diagonal entry of P or N is larger, sym(W) = P - N; number in (0, 1e+12]
---@field tau? number own: tr P + tr N is at most this; number in (0, 1e+12]
---@field decomposition? "auto"|"two_blocks"|"one_block"|"recursive_printed"|"recursive"|"svd"|"exact"|"printed"|"sharp" max_cut: two_blocks one_block; gambling: recursive_printed recursive svd exact; collaborative_filtering: printed sharp; auto: the paper's, two_blocks recursive printed; default auto
---@field trace_norm? number collaborative_filtering: bound on the trace norm of the matrices; needed there; number in (0, 1e+12]
---@field eta? number learning rate; absent: the theorem's for the number of rounds; number in (0, 1e+06]
---@field horizon? "known"|"doubling" known: eta for all rounds; doubling: starts anew after 1, 2, 4, ... rounds with their eta; default known
---@field box? "project"|"clip" predictions are kept in their interval by projecting X, or clipped and the loss extended; default project
---@field diagonal? "project"|"none" none: X is not projected onto the bound of its diagonal; no theorem speaks of that; default project
---@field representation? "auto"|"definition"|"dense"|"sparse" definition: one matrix of order 2p; dense: its blocks; sparse: windows of them, at every order the fastest; auto: sparse; default auto
---@field share? number of the identity, kept in after each update, for comparators that change; 0: nothing is forgotten; number in [0, 1); default 0
---@field method? "mix"|"floor" mix the identity in, or raise small eigenvalues to a floor; default mix
---@field grid? number[] rates that play the first tenth of the trials side by side, the best one the rest; absent: one rate; numbers in (0, 1e+06]
---@field share_grid? number[] values of share that play the first tenth, each with all of the other grids; absent: one value; numbers in [0, 0.999]

---Online matrix prediction: exponentiated gradient on decompositions of the matrices, projected for the queried entry
---
---Hazan, Kale & Shalev-Shwartz 2012, Algorithm 1 and section 6
---
---takes entry; predicts numbers; equivariant under permutations
---@param options learner.online_matrix_prediction.options
---@return learner
function learner.online_matrix_prediction(options) end

---@class (exact) learner.parameter_free_multiplicative_weights.options
---@field label? string name in result files and legends
---@field trace_norm? number bound on the trace norm of the matrices; absent: that of every matrix of the interval; number in (0, 1e+12]

---Parameter-free matrix multiplicative weights: weights max(0, erfi(s/(2 sqrt t))) on the eigenvalues s of the regret matrix: no rate, no horizon
---
---Gong, Li, Wang & Zhang 2025
---
---takes entry; predicts numbers; equivariant under permutations
---@param options? learner.parameter_free_multiplicative_weights.options
---@return learner
function learner.parameter_free_multiplicative_weights(options) end

---@class (exact) learner.perceptron.options
---@field label? string name in result files and legends
---@field eta? number step size; with theta = 0 and margin 0 or absent it changes no prediction; number in (0, 1e+100]; default 1
---@field theta? number threshold; number in [-1e+100, 1e+100]; default 0
---@field bias? boolean adds a constant attribute 1 (an intercept); default false
---@field margin? number updates when y (score - theta) <= margin; absent: on mistakes only; number in [0, 1e+100]
---@field representation? "diagonal" always the diagonal one; matrix_perceptron offers the others; default diagonal

---Perceptron: additive weight updates w + eta y x on mistakes
---
---Rosenblatt 1958
---
---takes vector; predicts signs; conservative; equivariant under permutations, rotations of vectors
---@param options? learner.perceptron.options
---@return learner
function learner.perceptron(options) end

---@class (exact) learner.random.options
---@field label? string name in result files and legends
---@field probability? number probability of predicting +1 (real labels: the high end of the interval); number in [0, 1]; default 0.5

---Random: predicts +1 with a fixed probability
---
---baseline
---
---takes vector dyad low_rank matrix rectangular entry distance; predicts signs or numbers; randomised; equivariant under permutations, rotations, rotations of vectors
---@param options? learner.random.options
---@return learner
function learner.random(options) end

---@class (exact) learner.randomized_capped_meg.options
---@field label? string name in result files and legends
---@field dimension? integer k, of the subspace that is kept; below n; integer in [1, 1e+09]; default 1
---@field loss_at_most? number K, a limit of what the best subspace drops, for the rate; absent: m T/n for dyads, otherwise m T; number in (0, 1e+12]
---@field eta? number learning rate; absent: ln(1 + sqrt(2 D/K)), D = m ln(n/m), m = n - dimension; number in (0, 1e+06]
---@field representation? "auto"|"diagonal"|"dense"|"low_rank" of the argument H; auto: by the kind of the instances; default auto

---Randomised capped MEG: capped_meg that keeps a subspace drawn so that its mean is what capped_meg keeps
---
---Warmuth & Kuzmin 2008, section 3
---
---takes vector dyad low_rank matrix; predicts numbers; randomised
---@param options? learner.randomized_capped_meg.options
---@return learner
function learner.randomized_capped_meg(options) end

---@class (exact) learner.randomized_matrix_prediction.options
---@field label? string name in result files and legends
---@field class "max_cut"|"gambling"|"collaborative_filtering"|"own"|"own_symmetric" of the matrices that the learner competes with
---@field beta? number own: no diagonal entry of P or N is larger, sym(W) = P - N; number in (0, 1e+12]
---@field tau? number own: tr P + tr N is at most this; number in (0, 1e+12]
---@field decomposition? "auto"|"two_blocks"|"one_block"|"recursive_printed"|"recursive"|"svd"|"exact"|"printed"|"sharp" max_cut: two_blocks one_block; gambling: recursive_printed recursive svd exact; collaborative_filtering: printed sharp; auto: the paper's, two_blocks recursive printed; default auto
---@field trace_norm? number collaborative_filtering: bound on the trace norm of the matrices; needed there; number in (0, 1e+12]
---@field eta? number learning rate; absent: the theorem's for the number of rounds; number in (0, 1e+06]
---@field horizon? "known"|"doubling" known: eta for all rounds; doubling: starts anew after 1, 2, 4, ... rounds with their eta; default known
---@field box? "project"|"clip" predictions are kept in their interval by projecting X, or clipped and the loss extended; default project
---@field diagonal? "project"|"none" none: X is not projected onto the bound of its diagonal; no theorem speaks of that; default project
---@field representation? "auto"|"definition"|"dense"|"sparse" definition: one matrix of order 2p; dense: its blocks; sparse: windows of them, at every order the fastest; auto: sparse; default auto
---@field share? number of the identity, kept in after each update, for comparators that change; 0: nothing is forgotten; number in [0, 1); default 0
---@field method? "mix"|"floor" mix the identity in, or raise small eigenvalues to a floor; default mix

---Randomised online matrix prediction: predicts an end of the interval with the probability that online_matrix_prediction says
---
---Hazan, Kale & Shalev-Shwartz 2012, Algorithm 1 and section 6
---
---takes entry; predicts numbers; randomised; equivariant under permutations
---@param options learner.randomized_matrix_prediction.options
---@return learner
function learner.randomized_matrix_prediction(options) end

---@class (exact) learner.randomized_matrix_winnow.options
---@field label? string name in result files and legends
---@field r? integer rank of the hidden subspace (literals of the disjunction) the learner is tuned for; integer from 1 on; default 1
---@field gap? number positive instances have tr(PX) >= gap, negative ones 0; number in (0, 1]; default 0.5
---@field rates? "factors"|"single"|"best"|"capacity" factors 1 + kappa and 1 - kappa; a single rate eta; best: the least bound without noise, by elimination; capacity: the least bound of all, with trace 1, where gap_low = 0 by elimination too; default factors
---@field kappa? number of the factors; absent: 1/2; 1: negative instances eliminate; number in (0, 1]
---@field eta? number the single rate; absent: the theorem's (1 where predictions are randomised); number in (0, 100]
---@field alpha? number rate of positive updates, with capacity the largest one; absent: by `rates`; number in (0, 100]
---@field beta? number rate of negative updates, with capacity the largest one; absent: by `rates`; number in (0, 100]
---@field eliminate? boolean true: beta is infinite, a negative instance removes its range; absent: by `rates`
---@field theta? number threshold, or score from which on +1 is certain; absent: the theorem's for the rates; number above 0
---@field normalize? "none"|"trace" trace: W has trace 1; absent: trace with rates = "capacity", otherwise none
---@field gap_low? number negative instances have tr(PX) <= gap_low, which is below gap; with trace 1 only; absent: 0; number in [0, 1)
---@field representation? "auto"|"diagonal"|"dense"|"low_rank" of the argument H; auto: by the kind of the instances; elimination has its own; default auto

---randomised Matrix Winnow: predicts +1 with probability min(1, tr(WX)/theta) and updates whatever the coin says
---
---Warmuth 2007, section 1, with factors 1 + kappa and 1 - kappa
---
---takes vector dyad low_rank matrix; predicts signs; randomised
---@param options? learner.randomized_matrix_winnow.options
---@return learner
function learner.randomized_matrix_winnow(options) end

---@class (exact) learner.randomized_side_information_completion.options
---@field label? string name in result files and legends
---@field gamma? number margin: tr(UX) is at least 1 + gamma for positive instances, at most 1 - gamma for negative; number in [1e-05, 1]; default 1
---@field trace? number D, at least the trace of U; absent: n, which is enough without side information; number in (0, 1e+12]
---@field eta? number learning rate; absent: the bound's for the number of trials; number in (0, 1]
---@field representation? "auto"|"dense"|"low_rank" of the argument H; auto: low rank, which is exact; default auto

---Randomised completion with side information: predicts by a coin and learns from every trial within the margin, for noisy labels
---
---after Herbster, Pasteris & Tse 2020
---
---takes dyad; predicts signs; randomised; equivariant under permutations, rotations
---@param options? learner.randomized_side_information_completion.options
---@return learner
function learner.randomized_side_information_completion(options) end

---@class (exact) learner.randomized_winnow.options
---@field label? string name in result files and legends
---@field r? integer rank of the hidden subspace (literals of the disjunction) the learner is tuned for; integer from 1 on; default 1
---@field gap? number positive instances have tr(PX) >= gap, negative ones 0; number in (0, 1]; default 0.5
---@field rates? "factors"|"single"|"best"|"capacity" factors 1 + kappa and 1 - kappa; a single rate eta; best: the least bound without noise, by elimination; capacity: the least bound of all, with trace 1, where gap_low = 0 by elimination too; default factors
---@field kappa? number of the factors; absent: 1/2; 1: negative instances eliminate; number in (0, 1]
---@field eta? number the single rate; absent: the theorem's (1 where predictions are randomised); number in (0, 100]
---@field alpha? number rate of positive updates, with capacity the largest one; absent: by `rates`; number in (0, 100]
---@field beta? number rate of negative updates, with capacity the largest one; absent: by `rates`; number in (0, 100]
---@field eliminate? boolean true: beta is infinite, a negative instance removes its range; absent: by `rates`
---@field theta? number threshold, or score from which on +1 is certain; absent: the theorem's for the rates; number above 0
---@field normalize? "none"|"trace" trace: W has trace 1; absent: trace with rates = "capacity", otherwise none
---@field gap_low? number negative instances have tr(PX) <= gap_low, which is below gap; with trace 1 only; absent: 0; number in [0, 1)

---randomised Winnow: predicts +1 with probability min(1, w.x/theta) and updates whatever the coin says
---
---Warmuth 2007, section 1, on diagonal matrices
---
---takes vector; predicts signs; randomised
---@param options? learner.randomized_winnow.options
---@return learner
function learner.randomized_winnow(options) end

---@class (exact) learner.residual_matrix_prediction.options
---@field label? string name in result files and legends
---@field damping? number labels 0 that each row and each column is taken to have had; number in (0, 1e+06]; default 3
---@field class "max_cut"|"gambling"|"collaborative_filtering"|"own"|"own_symmetric" of the matrices that the learner competes with
---@field beta? number own: no diagonal entry of P or N is larger, sym(W) = P - N; number in (0, 1e+12]
---@field tau? number own: tr P + tr N is at most this; number in (0, 1e+12]
---@field decomposition? "auto"|"two_blocks"|"one_block"|"recursive_printed"|"recursive"|"svd"|"exact"|"printed"|"sharp" max_cut: two_blocks one_block; gambling: recursive_printed recursive svd exact; collaborative_filtering: printed sharp; auto: the paper's, two_blocks recursive printed; default auto
---@field trace_norm? number collaborative_filtering: bound on the trace norm of the matrices; needed there; number in (0, 1e+12]
---@field eta? number learning rate; absent: the theorem's for the number of rounds; number in (0, 1e+06]
---@field horizon? "known"|"doubling" known: eta for all rounds; doubling: starts anew after 1, 2, 4, ... rounds with their eta; default known
---@field box? "project"|"clip" predictions are kept in their interval by projecting X, or clipped and the loss extended; default project
---@field diagonal? "project"|"none" none: X is not projected onto the bound of its diagonal; no theorem speaks of that; default project
---@field representation? "auto"|"definition"|"dense"|"sparse" definition: one matrix of order 2p; dense: its blocks; sparse: windows of them, at every order the fastest; auto: sparse; default auto
---@field share? number of the identity, kept in after each update, for comparators that change; 0: nothing is forgotten; number in [0, 1); default 0
---@field method? "mix"|"floor" mix the identity in, or raise small eigenvalues to a floor; default mix
---@field grid? number[] rates that play the first tenth of the trials side by side, the best one the rest; absent: one rate; numbers in (0, 1e+06]
---@field share_grid? number[] values of share that play the first tenth, each with all of the other grids; absent: one value; numbers in [0, 0.999]

---Matrix prediction of residuals: damped means of rows and columns, and online matrix prediction of what they leave
---
---Hazan, Kale & Shalev-Shwartz 2012, Algorithm 1, after damped means
---
---takes entry; predicts numbers; equivariant under permutations
---@param options learner.residual_matrix_prediction.options
---@return learner
function learner.residual_matrix_prediction(options) end

---@class (exact) learner.ridge.options
---@field label? string name in result files and legends
---@field lambda? number weight of |w|^2; number in (0, 1e+12]; default 1
---@field grid? number[] rates that play the first tenth of the trials side by side, the best one the rest; absent: one rate; numbers in (0, 1e+06]
---@field forward? boolean the forecaster of Vovk, Azoury and Warmuth: the instance to be predicted counts with label 0; default false

---Online ridge regression: least squares of the past with lambda |w|^2, or the forward algorithm
---
---Hoerl & Kennard 1970; Vovk 2001; Azoury & Warmuth 2001
---
---takes vector; predicts numbers; equivariant under permutations, rotations of vectors
---@param options? learner.ridge.options
---@return learner
function learner.ridge(options) end

---@class (exact) learner.running_mean.options
---@field label? string name in result files and legends
---@field start? number the first prediction; absent: the middle of the loss's interval, 0 on the line

---Running mean: the mean of the labels so far
---
---baseline
---
---takes vector dyad low_rank matrix rectangular entry distance; predicts numbers; equivariant under permutations, rotations, rotations of vectors
---@param options? learner.running_mean.options
---@return learner
function learner.running_mean(options) end

---@class (exact) learner.schatten_mirror_descent.options
---@field label? string name in result files and legends
---@field p? number of the Schatten norm; absent: 1 + 1/ln(min(m,n)), at most 2; number in (1, 2]
---@field radius? number bound on the norm of the matrices; absent: that of every matrix of the interval; number in (0, 1e+12]
---@field eta? number learning rate; absent: the theorem's for the number of trials; number in (0, 1e+06]
---@field grid? number[] rates that play the first tenth of the trials side by side, the best one the rest; absent: one rate; numbers in (0, 1e+06]

---Schatten mirror descent: lazy mirror descent with |W|_p^2/2 of singular values: gradient descent at p = 2, the trace norm near 1
---
---Kakade, Shalev-Shwartz & Tewari 2012
---
---takes entry; predicts numbers; equivariant under permutations
---@param options? learner.schatten_mirror_descent.options
---@return learner
function learner.schatten_mirror_descent(options) end

---@class (exact) learner.shifting_matrix_winnow.options
---@field label? string name in result files and legends
---@field r? integer rank of the hidden subspace (literals of the disjunction) the learner is tuned for; integer from 1 on; default 1
---@field gap? number positive instances, moved into [0,1], have tr(PX) >= gap; number in (0, 1]; default 0.5
---@field gap_low? number negative instances, moved into [0,1], have tr(PX) <= gap_low, which is below gap; number in [0, 1); default 0
---@field interval_low? number the instances' eigenvalues lie in [interval_low, interval_high] = [a,b]: they are moved into [0,1] as (X - aI)/(b - a); default 0
---@field interval_high? number the upper end of that interval; default 1
---@field eta? number learning rate; absent: the theorem's for the gap; number in (0, 100]
---@field theta? number threshold; absent: the theorem's for eta and the gap; number above 0
---@field method? "mix"|"floor" mix the identity in, or raise small eigenvalues to a floor; default mix
---@field share? number eigenvalues stay above share/n; absent: 1 - exp(-c/4) for the progress c of a mistake; number in (0, 1)
---@field representation? "auto"|"diagonal"|"dense"|"low_rank" of the argument H; auto: by the kind of the instances; default auto

---shifting Matrix Winnow: normalised Matrix Winnow whose eigenvalues stay above a floor, for subspaces that change
---
---Warmuth 2007, section 1; Auer & Warmuth 1998; Herbster & Warmuth 1998, 2001
---
---takes vector dyad low_rank matrix; predicts signs; conservative; equivariant under permutations, rotations
---@param options? learner.shifting_matrix_winnow.options
---@return learner
function learner.shifting_matrix_winnow(options) end

---@class (exact) learner.shifting_winnow.options
---@field label? string name in result files and legends
---@field r? integer rank of the hidden subspace (literals of the disjunction) the learner is tuned for; integer from 1 on; default 1
---@field gap? number positive instances, moved into [0,1], have tr(PX) >= gap; number in (0, 1]; default 0.5
---@field gap_low? number negative instances, moved into [0,1], have tr(PX) <= gap_low, which is below gap; number in [0, 1); default 0
---@field interval_low? number the instances' eigenvalues lie in [interval_low, interval_high] = [a,b]: they are moved into [0,1] as (X - aI)/(b - a); default 0
---@field interval_high? number the upper end of that interval; default 1
---@field eta? number learning rate; absent: the theorem's for the gap; number in (0, 100]
---@field theta? number threshold; absent: the theorem's for eta and the gap; number above 0
---@field method? "mix"|"floor" mix the identity in, or raise small eigenvalues to a floor; default mix
---@field share? number eigenvalues stay above share/n; absent: 1 - exp(-c/4) for the progress c of a mistake; number in (0, 1)
---@field representation? "diagonal" always the diagonal one; shifting_matrix_winnow offers the others; default diagonal

---shifting Winnow: normalised Winnow whose weights stay above a floor, for disjunctions that change
---
---Auer & Warmuth 1998; Herbster & Warmuth 1998, 2001
---
---takes vector; predicts signs; conservative; equivariant under permutations
---@param options? learner.shifting_winnow.options
---@return learner
function learner.shifting_winnow(options) end

---@class (exact) learner.side_information_completion.options
---@field label? string name in result files and legends
---@field gamma? number margin: tr(UX) is at least 1 + gamma for positive instances, at most 1 - gamma for negative; number in [1e-05, 1]; default 1
---@field trace? number D, at least the trace of U; absent: n, which is enough without side information; number in (0, 1e+12]
---@field tuning? "sharp"|"published" sharp: eta maximises eta (gamma - tanh(eta/2)), theta = eta/sinh(eta); published: gamma and 1; default sharp
---@field eta? number learning rate; absent: that of the tuning; number in (0, 100]
---@field theta? number threshold; absent: that of the tuning (sharp: for eta); number above 0
---@field representation? "auto"|"dense"|"low_rank" of the argument H; auto: low rank, which is exact; default auto

---Completion with side information: Matrix Winnow from (D/n) I on the dyads of entries whose rows and columns have side information
---
---after Herbster, Pasteris & Tse 2020
---
---takes dyad; predicts signs; conservative; equivariant under permutations, rotations
---@param options? learner.side_information_completion.options
---@return learner
function learner.side_information_completion(options) end

---@class (exact) learner.sketched_multiplicative_weights.options
---@field label? string name in result files and legends
---@field eta? number learning rate; absent: sqrt(2 ln(4n)/(3T)), for losses of norm at most 1; number in (0, 1e+06]

---Sketched Multiplicative Weights: Matrix Multiplicative Weights seen through one random vector a round: no decomposition
---
---Carmon, Duchi, Sidford & Tian 2019
---
---takes vector dyad low_rank matrix; predicts numbers; randomised
---@param options? learner.sketched_multiplicative_weights.options
---@return learner
function learner.sketched_multiplicative_weights(options) end

---@class (exact) learner.spectral_hypentropy.options
---@field label? string name in result files and legends
---@field beta? number scale of the weights: small, multiplicative updates; large, with eta = c/beta, additive ones; number in (0, 1e+100]; default 1
---@field eta? number learning rate; number in (0, 100]; default 1
---@field theta? number threshold; number in [-1e+100, 1e+100]; default 0
---@field grid? number[] rates that play the first tenth of the trials side by side, the best one the rest; absent: one rate; numbers in (0, 1e+06]

---spectral hypentropy: weights beta U sinh(s) V^T of rectangular matrices, between gradient descent and matrix exponentiated gradient
---
---Ghai, Hazan & Singer 2020
---
---takes vector rectangular entry; predicts signs or numbers; conservative; equivariant under permutations, rotations
---@param options? learner.spectral_hypentropy.options
---@return learner
function learner.spectral_hypentropy(options) end

---@class (exact) learner.standard_optimal.options
---@field label? string name in result files and legends
---@field r? integer rank, the sum of w; integer in [1, 16]; default 1
---@field gap? number <w,x> >= gap on positive instances: a fraction of denominator at most 1000, such as 1/3; number in (0, 16]; default 0.5

---Standard optimal algorithm: as few mistakes on diagonal instances as can be promised, for up to 16 coordinates
---
---Littlestone 1988; docs/constants.md
---
---takes vector; predicts signs; conservative; equivariant under permutations
---@param options? learner.standard_optimal.options
---@return learner
function learner.standard_optimal(options) end

---@class (exact) learner.widrow_hoff.options
---@field label? string name in result files and legends
---@field eta? number learning rate; absent: from length, loss_at_most and radius; number in (0, 1e+12]
---@field grid? number[] rates that play the first tenth of the trials side by side, the best one the rest; absent: one rate; numbers in (0, 1e+06]
---@field length? number X: no instance is longer (Frobenius norm); absent: eta or grid is given; number in (0, 1e+12]
---@field loss_at_most? number K: the comparator's total loss is at most this; absent: eta or grid is given; number in [0, 1e+15]
---@field radius? number U: the comparator's length (Frobenius norm) is at most this; absent: eta or grid is given; number in (0, 1e+12]
---@field error? "raw"|"clipped" what drives the update: that of the raw prediction, or of the one clipped to the loss's interval; default raw
---@field representation? "diagonal" always the diagonal one; matrix_widrow_hoff offers the others; default diagonal

---Widrow-Hoff: gradient descent on the square loss: w - eta (w.x - y) x
---
---Widrow & Hoff 1960; Cesa-Bianchi, Long & Warmuth 1996
---
---takes vector; predicts numbers; equivariant under permutations, rotations of vectors
---@param options? learner.widrow_hoff.options
---@return learner
function learner.widrow_hoff(options) end

---@class (exact) learner.winnow.options
---@field label? string name in result files and legends
---@field r? integer rank of the hidden subspace (literals of the disjunction) the learner is tuned for; integer from 1 on; default 1
---@field gap? number positive instances, moved into [0,1], have tr(PX) >= gap; number in (0, 1]; default 0.5
---@field gap_low? number negative instances, moved into [0,1], have tr(PX) <= gap_low, which is below gap; number in [0, 1); default 0
---@field interval_low? number the instances' eigenvalues lie in [interval_low, interval_high] = [a,b]: they are moved into [0,1] as (X - aI)/(b - a); default 0
---@field interval_high? number the upper end of that interval; default 1
---@field eta? number learning rate; absent: the theorem's for the gap; number in (0, 100]
---@field theta? number threshold; absent: the theorem's for eta and the gap; number above 0
---@field w0? number the parameter starts as w0 I; absent: r/n; number above 0
---@field normalize? "none"|"trace"|"project" none; trace: trace 1; project: scaled to trace r after each update; default none
---@field hinge? number hinge loss the subspace is known to have at most: eta minimises the bound for it; number from 0 on; default 0
---@field representation? "diagonal" always the diagonal one; matrix_winnow offers the others; default diagonal

---Winnow: multiplicative weight updates w_i exp(eta y x_i) on mistakes
---
---Littlestone 1988; Warmuth 2007, Algorithm 1 on diagonal matrices
---
---takes vector; predicts signs; conservative; equivariant under permutations
---@param options? learner.winnow.options
---@return learner
function learner.winnow(options) end

---@class (exact) learner.winnow_gradient_descent.options
---@field label? string name in result files and legends
---@field r? integer number of literals of the disjunction that winnow is tuned for; integer in [1, 1e+07]; default 1
---@field gap? number positive instances have <u,x> >= gap, negative ones 0; number in (0, 1]; default 0.5
---@field margin? number given: a linear threshold with y <u,x> >= margin, |u|_1 = 1, instead of a disjunction; needs normalize = "trace"; number in (0, 1)
---@field eta? number rate of the Winnow that is followed; absent: that of winnow for gap, or of winnow_normalized for margin; number in (0, 100]
---@field theta? number threshold; absent: that of winnow for eta and gap, or 0 with margin; number from -1e+300 on
---@field w0? number every weight starts as w0; absent: r/n; number above 0
---@field normalize? "none"|"trace" none, or trace: weights of sum 1, equal ones to start with; default none
---@field doubled? boolean two weights for each attribute, for x and -x: comparators of any sign; default false

---Winnow by gradient descent: gradient descent on u for weights w = u^2: factors (1 + eta y x_i/2)^2 on mistakes; no bound is asserted
---
---Amid & Warmuth 2020
---
---takes vector; predicts signs; conservative; equivariant under permutations
---@param options? learner.winnow_gradient_descent.options
---@return learner
function learner.winnow_gradient_descent(options) end

---@class (exact) learner.winnow_normalized.options
---@field label? string name in result files and legends
---@field margin number the learner is tuned for comparators with y <u,x> >= margin, |u|_1 = 1; it is below range; number in (0, 1e+100]
---@field range? number largest modulus of an entry of the instances; number in (0, 1e+100]; default 1
---@field eta? number learning rate; absent: the best for margin, atanh(margin/range)/range at threshold 0; number in (0, 100]

---Winnow on the simplex: multiplicative updates w_i exp(eta y x_i)/Z when y <w,x> <= 0, for linear thresholds with a margin
---
---Littlestone 1988; Kivinen & Warmuth 1997
---
---takes vector dyad low_rank matrix; predicts signs; equivariant under permutations, rotations
---@param options learner.winnow_normalized.options
---@return learner
function learner.winnow_normalized(options) end

---@class (exact) learner.winnow_threshold.options
---@field label? string name in result files and legends
---@field margin number the learner is tuned for comparators with y <u,x> >= margin, |u|_1 = 1; it is below range; number in (0, 1e+100]
---@field range? number largest modulus of an entry of the instances; number in (0, 1e+100]; default 1
---@field eta? number learning rate; absent: the best for margin, atanh(margin/range)/range at threshold 0; number in (0, 100]
---@field threshold? number updates when y <w,x> <= threshold; it is below margin; number in [0, 1e+100]; default 0
---@field start? number[] weights >= 0 to start with, scaled to sum 1; what starts at 0 stays 0; absent: equal ones

---Winnow with a threshold: multiplicative updates w_i exp(eta y x_i)/Z when y <w,x> <= threshold, from any start weights
---
---Littlestone 1988; Kivinen & Warmuth 1997
---
---takes vector dyad low_rank matrix; predicts signs; equivariant under permutations, rotations
---@param options learner.winnow_threshold.options
---@return learner
function learner.winnow_threshold(options) end

---@class (exact) problem.balancing_adversary.options
---@field n integer number of attributes; integer in [2, 1e+06]
---@field margin? number y <u,x> of every instance; number in (0, 1]; default 0.3
---@field pad? boolean after the last move continue with the relevant attribute alone until the trials end; default false

---Balancing adversary: instances that balance the weights of Winnow on the simplex: how tight its mistake bound is
---
---after the proof of Schapire 2018, COS 511, lecture 17, Theorem 1.1
---@param options problem.balancing_adversary.options
---@return problem
function problem.balancing_adversary(options) end

---@class (exact) problem.biclusters.options
---@field m integer rows of the matrix; integer in [1, 1e+06]
---@field n integer columns of the matrix; integer in [1, 1e+06]
---@field row_classes? integer classes of rows, at most m; integer in [1, 1000]; default 2
---@field column_classes? integer classes of columns, at most n; integer in [1, 1000]; default 2
---@field repetition? boolean entries are drawn anew in each trial; false: each comes once, in random order; default true
---@field noise? number probability that a label is flipped; number in [0, 1]; default 0

---Biclusters: entries of a matrix of signs made of blocks: classes of rows times classes of columns
---
---Herbster, Pasteris & Pontil 2016
---@param options problem.biclusters.options
---@return problem
function problem.biclusters(options) end

---@class (exact) problem.bitmaps.options
---@field file string text file of bitmaps, as optdigits-orig.tra
---@field positive integer the digit that is labelled 1; all others -1; integer in [0, 9]
---@field classes? number[] only these digits; absent: all; numbers in [0, 9]
---@field instances? "dyad"|"vector" x x^T with |x| = 1, or diag(x) with entries in [0,1]; default dyad
---@field centre? boolean dyads: subtract the mean of all rows first (known in hindsight only); default false
---@field order? "file"|"shuffled" order of the rows: the file's, or a random one, new in every pass; default file
---@field passes? integer number of passes over the data; integer in [1, 1e+06]; default 1
---@field comparator? "none"|"class_subspace"|"l1_margin"|"l1_margin_signed"|"l2_margin" none is known; class_subspace: the leading directions of the positive class, computed from the file; l1_margin: u >= 0, |u|_1 = 1 of the largest margin (GLPK); l1_margin_signed: of any sign; l2_margin: |u|_2 = 1 (LIBSVM); default none
---@field rank? integer of the class subspace; needed for comparator = class_subspace; integer in [1, 1e+06]
---@field gap_low? number margin of the comparator: tr(PX) <= gap_low on negative instances, or a violation; number in [0, 1e+07]; default 0
---@field gap? number margin of the comparator: tr(PX) >= gap on positive instances, or a violation is charged; number in (0, 1e+07]; default 1
---@field margin? number l1 margins: u has the least sum of [margin - y <u,x>]_+; absent: the largest margin, which must be positive; number in (0, 1e+07]

---Bitmaps of digits: bitmaps of handwritten digits, one digit against the rest, with or without the digit's own subspace
---
---Alpaydin and Kaynak 1998 (the data and their format)
---@param options problem.bitmaps.options
---@return problem
function problem.bitmaps(options) end

---@class (exact) problem.block_adversary.options
---@field n integer order of the instances; integer in [2, 1e+07]
---@field r? integer rank of the hidden projection; r/gap, the number of blocks, is at most n/2; integer in [1, 1e+07]; default 1
---@field gap? number tr(PX) of positive instances; negative ones have 0; r/gap is a whole number; number in (0, 1]; default 0.5
---@field form? "vector"|"matrix"|"rotated" diag(x) as a vector or as a matrix, or R diag(x) R^T with a fixed random rotation R; default vector
---@field labels? "contradict"|"coins" contradict: every prediction is wrong; coins: fair ones, so that every learner errs in half of the trials in expectation, also one that tosses coins itself; default contradict

---Blocks: contradicts every prediction, (r/gap) floor(log2(gap n/r)) times, and stays consistent with a projection of rank r
---
---after Littlestone 1988 (docs/constants.md)
---@param options problem.block_adversary.options
---@return problem
function problem.block_adversary(options) end

---@class (exact) problem.close_to_subspace.options
---@field n integer order of the instances; integer in [1, 1e+07]
---@field r? integer dimension of the hidden subspace; integer in [1, 1e+07]; default 1
---@field gap? number positive instances have tr(PX) >= gap; number in (0, 1]; default 0.5
---@field gap_low? number negative instances have tr(PX) <= gap_low, which is below gap; number in [0, 1); default 0
---@field instances? "dyad"|"projection"|"full" x x^T; projections of rank `rank`; matrices of rank `rank` with eigenvalues uniform in [0,1], but the first in [tr(PX),1]; default dyad
---@field rank? integer rank of the instances that are no dyads; integer in [1, 1e+07]; default 2
---@field margin? "boundary"|"uniform"|"sampled" tr(PX) is at the boundary; uniform beyond it; sampled: positive instances have Haar-random factors, drawn anew until tr(PX) >= gap (all eigenvalues uniform in [0,1]), negative ones such factors of the complement, tr(PX) = 0; default boundary
---@field positives? number probability that an instance is positive; number in [0, 1]; default 0.5
---@field noise? number probability that a label is flipped; number in [0, 1]; default 0
---@field hinge? number labels are flipped while the hinge loss of the subspace stays at most this; absent: no limit; number from 0 on
---@field interval_low? number instances are aI + (b-a) X: a; the gap, the margin and the hinge loss are those of X; default 0
---@field interval_high? number b; default 1
---@field rotation? boolean rotate instances and subspace by another fixed random rotation; default false
---@field form? "auto"|"matrix" auto: dyads and sums of dyads; matrix: all entries of X; default auto

---Close to a subspace: instances near to or orthogonal to a hidden random subspace of dimension r
---
---Warmuth 2007, Close to Subspace problem
---@param options problem.close_to_subspace.options
---@return problem
function problem.close_to_subspace(options) end

---@class (exact) problem.coding_adversary.options
---@field n integer order of the instances; integer in [2, 1e+06]
---@field r? integer rank of the hidden projection, at most n; integer in [1, 1e+06]; default 1
---@field gap? number least tr(PX) of positive instances; negative ones have 0; number in (0, 1]; default 0.5
---@field tries? integer rows drawn in search of one whose label can contradict the prediction, before the sequence ends; integer in [1, 10000]; default 1000
---@field pad? boolean after the last move continue with zero instances labelled -1 until the trials end; default false

---Random code: rows of random bits, labels contradict the predictions, as long as a linear programme finds a hidden projection
---
---docs/constants.md
---@param options problem.coding_adversary.options
---@return problem
function problem.coding_adversary(options) end

---@class (exact) problem.collaborative_filtering.options
---@field m integer rows: users; integer in [1, 2048]
---@field n integer columns: what they rate; integer in [1, 2048]
---@field rank? integer largest rank of the hidden matrix, at most m and n; integer in [1, 2048]; default 2
---@field matrix? "blocks"|"low_rank" signs in blocks of rank classes of rows and of columns, or a product of Gaussian factors; default blocks
---@field labels? "signs"|"entries" signs of the entries, or the entries; default signs
---@field sequence? "planted"|"random"|"adaptive"|"repeated" labels of the hidden matrix, fair coins, what costs the learner most, or one pair in every trial; default planted
---@field noise? number signs: probability that a label is flipped; entries: standard deviation of what is added; number in [0, 1]; default 0
---@field loss? "absolute"|"square"|"logistic"|"hinge"|"linear" of a prediction p at label y: |p-y|, (p-y)^2, ln(1+e^(-yp)), max(0,1-yp), y p, times scale; default absolute
---@field scale? number factor of the loss; number in [1e-30, 1e+06]; default 1
---@field segments? integer hidden answers that take turns; the trials are split evenly; integer in [1, 1e+06]; default 1
---@field moved? integer random rows that are exchanged from one segment to the next, at most m; integer in [1, 1e+06]; default 2
---@field comparator? "auto"|"planted"|"hindsight" what is hidden, or the best of its class for the trials that are played; auto: what is hidden where that is best, and where it changes; default auto
---@field trace_norm? number comparator = hindsight: bound on its trace norm; absent: sqrt(rank m n); number in (0, 1e+12]

---Collaborative filtering: entries, from -1 to 1, of a hidden matrix of low rank or of their signs
---
---Hazan, Kale & Shalev-Shwartz 2012, section 2.2
---@param options problem.collaborative_filtering.options
---@return problem
function problem.collaborative_filtering(options) end

---@class (exact) problem.constrained_subspace.options
---@field n integer dimension of the space; integer in [2, 1e+07]
---@field r? integer dimension of the subspace, below n; integer in [1, 1e+07]; default 1
---@field structure? "diagonal"|"known" diagonal: P is diagonal; known: P_ii = known[i] and P_ij = 0 for the first coordinates; default diagonal
---@field known? number[] the known P_11, P_22, ...: at most r and at most n - r of them; numbers in (0, 1)
---@field gap? number positive instances have tr(PX) >= gap, negative ones 0; number in (0, 1]; default 0.5
---@field margin? "boundary"|"uniform" tr(PX) of positive instances is the gap, or uniform between it and 1; default boundary
---@field positives? number probability that an instance is positive; number in [0, 1]; default 0.5
---@field noise? number probability that a label is flipped; number in [0, 1]; default 0

---Close to a subspace with side constraints: dyads near to or orthogonal to a hidden subspace of which some entries are known
---
---Warmuth 2007, side constraints
---@param options problem.constrained_subspace.options
---@return problem
function problem.constrained_subspace(options) end

---@class (exact) problem.cycles.options
---@field n integer players, a multiple of styles; integer in [3, 2048]
---@field styles? integer an odd number; integer in [3, 99]; default 3
---@field noise? number probability that the style that is beaten wins; number in [0, 0.5]; default 0
---@field loss? "absolute"|"square" of the chance (1 + p)/2 against 1 or 0; default absolute

---Cycles: pairs of players of styles that beat each other in a circle: all are equally strong
---
---rock, paper, scissors; Hazan, Kale & Shalev-Shwartz 2012, section 2.2
---@param options problem.cycles.options
---@return problem
function problem.cycles(options) end

---@class (exact) problem.decision_stumps.options
---@field file? string examples in LIBSVM's format: label index:value ...; absent: random bits and a majority of some
---@field positive_label? number the label of the file that becomes 1; all others become -1; default 1
---@field rows? integer take this many rows of the file, evenly spaced; absent, or more than it has: all of them; integer in [1, 1e+06]
---@field n? integer without a file: examples; integer in [1, 1e+06]; default 500
---@field features? integer without a file: bits of an example, fair coins; integer in [1, 10000]; default 20
---@field relevant? integer without a file: the label is 1 if most of the first so many bits are 1; odd, at most features; integer in [1, 9999]; default 5
---@field noise? number without a file: probability of the other label; number in [0, 1]; default 0
---@field tolerance? number the sequence ends when no stump has an edge above it; number in [0, 1]; default 1e-9

---Decision stumps: the decision stump with the largest edge under the learner's weights, as a constraint: AdaBoost
---
---Freund & Schapire 1997; Tsuda, Raetsch & Warmuth 2005, section 4.3
---@param options? problem.decision_stumps.options
---@return problem
function problem.decision_stumps(options) end

---@class (exact) problem.disjunction.options
---@field n integer number of attributes; integer in [1, 1e+07]
---@field r? integer number of relevant attributes; integer in [1, 1e+07]; default 1
---@field density? number probability that an irrelevant attribute is 1; number in [0, 1]; default 0.1
---@field positives? number probability that an instance is positive; number in [0, 1]; default 0.5
---@field active? integer how many relevant attributes are 1 in a positive instance; integer in [1, 1e+07]; default 1
---@field noise? number probability that a label is flipped; number in [0, 1]; default 0
---@field attribute_noise? number probability that an attribute is flipped after labelling; number in [0, 1]; default 0
---@field relevant? "random"|"first" which attributes are relevant: a random subset, or the first r; default random
---@field form? "vector"|"matrix"|"rotated" diag(x) as a vector or as a matrix, or R diag(x) R^T with a fixed random rotation R; default vector

---Disjunction: binary attributes labelled by a hidden monotone disjunction of r of them
---
---Littlestone 1988
---@param options problem.disjunction.options
---@return problem
function problem.disjunction(options) end

---@class (exact) problem.distance_constraints.options
---@field file? string items, one per line; absent: points drawn in clusters
---@field content? "distances"|"kernel"|"points" file: squared distances, a kernel matrix, or points for a Gaussian kernel; default distances
---@field separator? "blank"|"comma"|"semicolon"|"tab" file: separator of columns; blank: any run of blanks and tabs; default blank
---@field header? "count"|"line"|"none" file: the first line begins with the number of items, is skipped, or is an item; default count
---@field labels? "first"|"last"|"none" file: the column of the item's class; default first
---@field classes_file? string labels = none: the classes of the items, one per line; absent: no classes
---@field negative? "refuse"|"clip" a kernel with negative eigenvalues is refused; clip: they become 0; default refuse
---@field n? integer without a file: points; integer in [2, 1024]; default 24
---@field clusters? integer without a file: their clusters, at most n; these are the classes; integer in [1, 1024]; default 3
---@field dimension? integer without a file: of the space of the points; integer in [1, 4096]; default 2
---@field spread? number without a file: standard deviation of a point about its cluster's centre, in each coordinate; number in [1e-09, 1e+06]; default 0.3
---@field bandwidth? number points: s of the Gaussian kernel exp(-|x-x'|^2/(2 s^2)); absent: s^2 is the median squared distance; number in [1e-100, 1e+100]
---@field eps? number pairs with <U, X_ab> below it are constrained to stay below it; absent: 0.2/n; number in (0, 1)
---@field pairs? integer at most so many of them, the nearest ones; absent: all; integer in [1, 1e+06]
---@field order? "most_violated"|"cyclic"|"random" which of the violated constraints comes next; default most_violated
---@field tolerance? number a constraint is violated if <W,C> is above it; number in [0, 1]; default 1e-6
---@field infeasible? boolean add that the nearest pair is far apart, which no density meets; default false
---@field far? number infeasible: <W, X_ab> must be at least this much, above eps; absent: 2 eps; number in (0, 1]

---Constraints on distances: near pairs of a target kernel are to be near in the learner's, one violated constraint at a time
---
---Tsuda, Raetsch & Warmuth 2005, sections 4 and 5
---@param options? problem.distance_constraints.options
---@return problem
function problem.distance_constraints(options) end

---@class (exact) problem.factor_returns.options
---@field n integer number of assets; integer in [2, 1024]
---@field factors? integer that move them; integer in [1, 1024]; default 3
---@field specific? number size of what moves one asset alone; number in [0, 1]; default 0.2

---Factor returns: returns of assets that follow a few factors; the loss is the variance of what a learner drops
---
---after Warmuth & Kuzmin 2006
---@param options problem.factor_returns.options
---@return problem
function problem.factor_returns(options) end

---@class (exact) problem.filtering_lower.options
---@field m integer rows; integer in [1, 10000]
---@field n integer columns; integer in [1, 10000]
---@field active integer rows that are played, at most m: trace norm active sqrt(n); integer in [1, 10000]
---@field rounds? integer consecutive trials of each pair; integer in [1, 1e+06]; default 16
---@field scale? number G, the Lipschitz constant of the losses; number in [1e-30, 1e+06]; default 1

---Fair slopes on all entries of some rows: forces expected regret of at least G sqrt(tau sqrt(n) T / 2) on every learner of matrices of trace norm tau
---
---Hazan, Kale & Shalev-Shwartz 2012, Theorem 8
---@param options problem.filtering_lower.options
---@return problem
function problem.filtering_lower(options) end

---@class (exact) problem.forced_mistakes.options
---@field n integer order of the instances; integer in [2, 1e+07]
---@field r? integer rank of the hidden projection: number of blocks, at most n/2; integer in [1, 1e+07]; default 1
---@field form? "vector"|"matrix"|"rotated"|"rectangular" diag(x) as a vector or as a matrix, R diag(x) R^T with a fixed random rotation R, or m x n with x on its diagonal; default vector
---@field m? integer form = "rectangular": rows, absent: n; min(m, n) takes the place of n; integer in [2, 4096]

---Forced mistakes: contradicts every prediction, r floor(log2(n/r)) times, and stays consistent with a projection of rank r
---
---Warmuth 2007, Tightness of the bound
---@param options problem.forced_mistakes.options
---@return problem
function problem.forced_mistakes(options) end

---@class (exact) problem.gambling.options
---@field n integer teams; integer in [2, 1e+06]
---@field sequence? "planted"|"random"|"adaptive"|"repeated" labels of the hidden matrix, fair coins, what costs the learner most, or one pair in every trial; default planted
---@field noise? number probability that the weaker team wins; number in [0, 1]; default 0
---@field segments? integer hidden answers that take turns; the trials are split evenly; integer in [1, 1e+06]; default 1
---@field moved? integer random teams that exchange their places from one segment to the next, at most n; integer in [1, 1e+06]; default 2
---@field comparator? "auto"|"planted"|"hindsight" what is hidden, or the best of its class for the trials that are played; auto: what is hidden where that is best, and where it changes; default auto

---Online gambling: pairs of teams, labelled 1 when the first one comes before the other in a hidden order, otherwise 0
---
---Hazan, Kale & Shalev-Shwartz 2012, section 2.3
---@param options problem.gambling.options
---@return problem
function problem.gambling(options) end

---@class (exact) problem.gambling_lower.options
---@field items integer teams that are sorted in; integer in [1, 1e+06]
---@field depth integer comparisons of each; there are 2^depth - 1 pivots, n = items + 2^depth - 1 teams; integer in [1, 20]
---@field rounds? integer consecutive trials of each pair; integer in [1, 1e+06]; default 16

---Binary search with fair coins: forces expected regret of at least sqrt(items depth T / 8) on every learner of orders
---
---Hazan, Kale & Shalev-Shwartz 2012, Theorem 12
---@param options problem.gambling_lower.options
---@return problem
function problem.gambling_lower(options) end

---@class (exact) problem.game_tree.options
---@field file string tree that winnow value --tree wrote, or one of matrices

---Optimal adversary: plays the tree that winnow value wrote: forces the exact value of a small game on every learner
---
---after Littlestone 1988; docs/constants.md
---@param options problem.game_tree.options
---@return problem
function problem.game_tree(options) end

---@class (exact) problem.general_threshold_adversary.options
---@field n integer rows and columns of the instances; integer in [2, 65536]
---@field r? integer rank of the hidden generalised projection, below n; integer in [1, 65536]; default 1
---@field gap? number tr(G^T X) of positive instances; negative ones have 0; number in (0, 1]; default 0.5
---@field ratio? number negative moves for each positive one, where both apply; number in [0, 1e+06]; default 1
---@field pad? boolean after the last move continue with zero instances labelled -1 until the trials end; default false

---Threshold adversary on [-1,1]: instances that just meet General Matrix Winnow's threshold: how tight its bound is, and that r^2 is needed
---
---after Warmuth 2007, section 6 (docs/errata.md, E0.7)
---@param options problem.general_threshold_adversary.options
---@return problem
function problem.general_threshold_adversary(options) end

---@class (exact) problem.general_two_cycle.options
---@field cycle? "neutral"|"identity"|"repeated" neutral: for a start at 0; identity: for a start at I; repeated: the same negative instance in every trial; default neutral

---Two-cycle: instances on which General Matrix Winnow, printed or repaired, errs in every trial
---
---against Warmuth 2007, section 6 (docs/errata.md, E0.5 to E0.7)
---@param options? problem.general_two_cycle.options
---@return problem
function problem.general_two_cycle(options) end

---@class (exact) problem.graph.options
---@field file string graph: lines "i j weight" (rudy), or Matrix Market
---@field format? "auto"|"rudy"|"matrix_market" auto: Matrix Market if the file begins with %%MatrixMarket, otherwise rudy; default auto
---@field labels? "signs"|"weights" signs of the weights (loss |p-y|/2), or -weight/largest (linear loss: half the sum of weights less the cut); default signs
---@field negatives? "auto"|"none"|"non_edges" pairs not joined, labelled -1, as many as edges; auto: for signs where no weight is negative; default auto
---@field order? "shuffled"|"file" random, new in every pass, or the file's and then non-edges; default shuffled
---@field passes? integer number of passes over the data; integer in [1, 1000]; default 1
---@field comparator? "none"|"hindsight" none; hindsight: the best of its class for the trials that are played, found before the first one; default none

---Graph to be cut: edges of a graph in a file, labelled by the signs or sizes of their weights: which nodes are apart?
---
---Hazan, Kale & Shalev-Shwartz 2012, section 2.1; G-set, Biq Mac Library, Matrix Market (the formats)
---@param options problem.graph.options
---@return problem
function problem.graph(options) end

---@class (exact) problem.greedy_adversary.options
---@field n integer order of the instances; integer in [2, 128]
---@field r? integer rank of the hidden projection, below n; integer in [1, 128]; default 1
---@field gap? number tr(PX) of positive instances; negative ones have 0; number in (0, 1]; default 0.5
---@field pad? boolean after the last move continue with zero instances labelled -1 until the trials end; default false

---Greedy adversary, dyads: dyads that cost Matrix Winnow a mistake and lower its potential least
---
---after the proof of Warmuth 2007, Theorem 2
---@param options problem.greedy_adversary.options
---@return problem
function problem.greedy_adversary(options) end

---@class (exact) problem.hadamard.options
---@field n integer number of attributes and of instances: a power of 2; integer in [2, 65536]
---@field passes? integer number of passes over all rows; integer in [1, 1e+06]; default 1

---Hadamard: orthogonal instances labelled by one attribute: hard for every learner that only sees inner products
---
---Kivinen, Warmuth & Auer 1997
---@param options problem.hadamard.options
---@return problem
function problem.hadamard(options) end

---@class (exact) problem.hadamard_adversary.options
---@field r? integer rank of the hidden generalised projection; integer in [1, 128]; default 1
---@field gap? number tr(G^T X) of positive instances; negative ones have 0; r/gap is 1, 2, 4, ... up to 128; number in (0, 1]; default 0.5
---@field form? "vector"|"rectangular" diag(x) as a vector, or as a matrix with as many rows as columns; default vector
---@field labels? "contradict"|"coins" contradict: every prediction is wrong; coins: fair ones, so that every learner errs in half of the trials in expectation, also one that tosses coins itself; default contradict

---Hadamard rows with any labels: contradicts every prediction, (r/gap)^2 times, and stays consistent with a generalised projection of rank r
---
---docs/constants.md
---@param options? problem.hadamard_adversary.options
---@return problem
function problem.hadamard_adversary(options) end

---@class (exact) problem.hitting_set.options
---@field n integer number of elements; integer in [1, 10000]
---@field sets? integer random families: number of sets; absent: 64; integer in [1, 100000]
---@field r? integer size of the solution; integer in [1, 10000]; default 1
---@field density? number probability of each membership of random sets beside the planted ones; absent: 0.1; number in [0, 1]
---@field family? table the sets, as lists of elements from 1 on; absent: a random family with a planted solution
---@field positives? number probability of a positive example; negative ones are random and miss the solution; number in [0, 1]; default 1
---@field form? "vector"|"matrix" diag(x) as a vector or as a matrix; default vector

---Hitting set: sets of a family as diagonal examples; some r elements hit them all
---
---Warmuth 2007, Theorem 1
---@param options problem.hitting_set.options
---@return problem
function problem.hitting_set(options) end

---@class (exact) problem.irrelevant_features.options
---@field n integer number of attributes; integer in [1, 1e+06]
---@field regime? "sparse_target"|"dense_target" few relevant attributes and dense instances, or all relevant and sparse instances; default sparse_target
---@field few? integer number of relevant attributes, or of attributes that are not 0; odd; integer in [1, 1e+06]; default 3

---Irrelevant features: few relevant attributes in dense instances, or the contrary: Winnow against the perceptron
---
---lecture note on Winnow, Remark 1.48; Kivinen, Warmuth & Auer 1997
---@param options problem.irrelevant_features.options
---@return problem
function problem.irrelevant_features(options) end

---@class (exact) problem.kernel_distances.options
---@field file? string items, one per line; absent: points drawn in clusters
---@field content? "distances"|"kernel"|"points" file: squared distances, a kernel matrix, or points for a Gaussian kernel; default distances
---@field separator? "blank"|"comma"|"semicolon"|"tab" file: separator of columns; blank: any run of blanks and tabs; default blank
---@field header? "count"|"line"|"none" file: the first line begins with the number of items, is skipped, or is an item; default count
---@field labels? "first"|"last"|"none" file: the column of the item's class; default first
---@field classes_file? string labels = none: the classes of the items, one per line; absent: no classes
---@field negative? "refuse"|"clip" a kernel with negative eigenvalues is refused; clip: they become 0; default refuse
---@field n? integer without a file: points; integer in [2, 1024]; default 24
---@field clusters? integer without a file: their clusters, at most n; these are the classes; integer in [1, 1024]; default 3
---@field dimension? integer without a file: of the space of the points; integer in [1, 4096]; default 2
---@field spread? number without a file: standard deviation of a point about its cluster's centre, in each coordinate; number in [1e-09, 1e+06]; default 0.3
---@field bandwidth? number points: s of the Gaussian kernel exp(-|x-x'|^2/(2 s^2)); absent: s^2 is the median squared distance; number in [1e-100, 1e+100]
---@field pairs? "random"|"all" two random items in every trial, or every pair once in a pass, shuffled; default random
---@field passes? integer pairs = all: how often; integer in [1, 1e+06]; default 1
---@field noise? number standard deviation of the error of a label; labels are below 1; number in [0, 1e+06]; default 0
---@field comparator? "planted"|"best_density"|"none" the kernel, the best density matrix for the trials that are played, or none; default planted

---Distances in a kernel: half squared distances of pairs of items in a hidden kernel, drawn or from a file
---
---Tsuda, Raetsch & Warmuth 2005, section 5
---@param options? problem.kernel_distances.options
---@return problem
function problem.kernel_distances(options) end

---@class (exact) problem.libsvm.options
---@field file string data file in LIBSVM's format: label index:value ...
---@field file2? string a second file, played after the first; absent: none
---@field n? integer number of features; absent: the largest index that occurs; integer in [1, 1e+07]
---@field positive_label? number the label that becomes 1; all others become -1; default 1
---@field one_vs_rest? boolean take files with more than two labels; default false
---@field scaling? "none"|"unit"|"binary"|"max_abs" none; unit: each feature's range to [0,1]; binary: nonzero to 1; max_abs: by each feature's largest |value|; default none
---@field instances? "vector"|"dyad" diag(x) with entries in [0,1], or x x^T with |x| <= 1; default vector
---@field normalize? "unit"|"largest"|"none" dyads: each x to length 1; all by the largest length; none; default unit
---@field order? "file"|"shuffled" order of the rows: the file's, or a random one, new in every pass; default file
---@field passes? integer number of passes over the data; integer in [1, 1e+06]; default 1
---@field bias? boolean add a feature n + 1 that is always 1; default false
---@field relevant? number[] indices of a disjunction, the comparator; absent: none is known; numbers in [1, 1e+07]
---@field empty? "zero"|"refuse" rows without entries: zero instances, counted in the manifest, or an error; default zero
---@field comparator? "relevant"|"class_subspace"|"l1_margin"|"l1_margin_signed"|"l2_margin" as `relevant` says; class_subspace: the leading directions of the positive class, computed from the file; l1_margin: u >= 0, |u|_1 = 1 of the largest margin (GLPK); l1_margin_signed: of any sign; l2_margin: |u|_2 = 1 (LIBSVM); default relevant
---@field rank? integer of the class subspace; needed for comparator = class_subspace; integer in [1, 1e+06]
---@field gap_low? number margin of the comparator: tr(PX) <= gap_low on negative instances, or a violation; number in [0, 1e+07]; default 0
---@field gap? number margin of the comparator: tr(PX) >= gap on positive instances, or a violation is charged; number in (0, 1e+07]; default 1
---@field margin? number l1 margins: u has the least sum of [margin - y <u,x>]_+; absent: the largest margin, which must be positive; number in (0, 1e+07]

---Data file: a data set in LIBSVM's text format, labels mapped to 1 and -1, features checked or scaled
---
---Chang and Lin 2011 (the format)
---@param options problem.libsvm.options
---@return problem
function problem.libsvm(options) end

---@class (exact) problem.linear_threshold.options
---@field n integer number of attributes; integer in [1, 1e+06]
---@field margin? number y <u,x> of every instance is at least this; |u|_1 = 1; number in (0, 1]; default 0.2
---@field relevant? integer number of attributes where u is not 0; absent: all n; integer in [1, 1e+06]
---@field target? "simplex"|"signed" u >= 0, or with entries of both signs; default simplex
---@field weights? "equal"|"random" moduli of the entries of u that are not 0; default equal
---@field instances? "signed"|"nonnegative" entries in [-1,1] or in [0,1]; the latter needs a signed target; default signed
---@field entries? "uniform"|"extreme" drawn uniformly, or only the ends of the interval; default uniform
---@field density? number probability that an entry is drawn; the others are 0; number in [0, 1]; default 1
---@field noise? number probability that a label is flipped; number in [0, 1]; default 0

---Linear threshold: a hidden linear threshold u with |u|_1 = 1, entries in [-1,1] and a margin
---
---Littlestone 1988; Schapire 2018, COS 511, lecture 17
---@param options problem.linear_threshold.options
---@return problem
function problem.linear_threshold(options) end

---@class (exact) problem.matches.options
---@field file string table with a line of column names
---@field separator? "comma"|"semicolon"|"tab"|"blank" what stands between columns; default comma
---@field decimal? "point"|"comma" what stands before the decimals of numbers; absent: a point
---@field first string column: the one named first
---@field second string column: the other one
---@field first_score? string column: a number; the higher one wins
---@field second_score? string column: that of the other one
---@field winner? string column: the winner's name, empty for a draw
---@field result? string column: 1, 0, 0.5 or 1-0, 0-1, 1/2-1/2 or H, A, D or 1, X, 2, goals as in 3-1, or the winner's name; without scores, winner and result the first one wins
---@field time? string column: a date (2000-01-31, 31/01/2000, 31-Jan-2000, 20000131, perhaps with a time) or number that must not go back unless order = time; absent: not checked
---@field leave_out? string COLUMN=TEXT: without the rows that have the text there, as matches not played
---@field missing? "refuse"|"drop" a match without scores, result (or *), time or season: refused, or left out as one not played; default refuse
---@field home? "none"|"first" who plays at home: none is known, or the one named first; default none
---@field neutral? string COLUMN=TEXT: nobody is at home in the rows that have the text there; needs home = first
---@field weight? string column: how much a match counts, a number above 0 or a text of weights; absent: 1
---@field weights? string TEXT=NUMBER,...: what the texts of the column weight count; *=NUMBER: all others
---@field season? string column: the season, a text or, of a date, its year; learners may carry ratings over
---@field season_month? integer the month in which a season begins, where the column season is a date; integer in [1, 12]; default 1
---@field draws? "drop"|"half" drop: without them; half: the label 1/2; default drop
---@field top_teams? integer only matches between those with most matches, draws too, in the whole file; absent: all; integer in [2, 1e+06]
---@field pair? "coin"|"name" which of the two is i: a fair coin for each match, or the first name in order; default coin
---@field loss? "absolute"|"square" what a prediction costs; square: least in the mean for the chance itself (Brier); default absolute
---@field order? "file"|"time"|"shuffled" the file's, that of time, or random and new in every pass; default file
---@field passes? integer number of passes over the data; integer in [1, 1000]; default 1
---@field comparator? "none"|"hindsight" none; hindsight: the best of its class for the trials that are played, found before the first one; default none

---Matches: matches from a table, as pairs of teams labelled 1 when the first one of the pair wins, otherwise 0
---
---Hazan, Kale & Shalev-Shwartz 2012, section 2.3
---@param options problem.matches.options
---@return problem
function problem.matches(options) end

---@class (exact) problem.matrix_block_adversary.options
---@field n integer order of the instances; integer in [2, 4096]
---@field r? integer rank of the hidden projection; r/gap, the number of blocks, is at most n; integer in [1, 4096]; default 1
---@field gap? number tr(PX) of positive instances, at least; negative ones have 0; 1/gap is a whole number; number in (0, 1]; default 0.5
---@field form? "matrix"|"rotated" X as a matrix, or R X R^T with a fixed random rotation R; default matrix
---@field labels? "contradict"|"coins" contradict: every prediction is wrong; coins: fair ones, so that every learner errs in half of the trials in expectation, also one that tosses coins itself; default contradict

---Blocks and dyads: contradicts every prediction, (r/gap) floor(log2(gap n/r)) + r (1/gap - 1) times, and stays consistent with a projection of rank r
---
---docs/constants.md
---@param options problem.matrix_block_adversary.options
---@return problem
function problem.matrix_block_adversary(options) end

---@class (exact) problem.matrix_losses.options
---@field n integer order of the matrices; integer in [1, 512]
---@field r? integer rank of the hidden projection, at most n; integer in [1, 512]; default 1
---@field tau? number trace of the comparator; predictions are from -tau to tau; number in (0, 1e+09]; default 1
---@field gap? number weight of the hidden projection in each loss matrix; number in [0, 1]; default 0.1
---@field rank? integer rank of the random part, at most n; vectors have n entries; integer in [1, 512]; default 4
---@field instances? "matrix"|"low_rank"|"vector" the form in which the matrices are shown; default matrix
---@field segments? integer hidden answers that take turns; the trials are split evenly; integer in [1, 1e+06]; default 1

---Matrix losses: symmetric loss matrices of norm at most 1 with a hidden direction in which the loss is low
---
---Hazan, Kale & Shalev-Shwartz 2012, section 4
---@param options problem.matrix_losses.options
---@return problem
function problem.matrix_losses(options) end

---@class (exact) problem.max_cut.options
---@field n integer nodes; integer in [2, 1e+06]
---@field size? integer nodes on one side of the hidden cut, at most n; absent: floor(n/2); integer in [0, 1e+06]
---@field diagonal? boolean pairs i = j come, too, labelled -1 as by every cut; default false
---@field sequence? "planted"|"random"|"adaptive"|"repeated" labels of the hidden matrix, fair coins, what costs the learner most, or one pair in every trial; default planted
---@field noise? number probability that the label of a pair i != j is flipped; number in [0, 1]; default 0
---@field loss? "absolute"|"square"|"logistic"|"hinge"|"linear" of a prediction p at label y: |p-y|, (p-y)^2, ln(1+e^(-yp)), max(0,1-yp), y p, times scale; default absolute
---@field scale? number factor of the loss; number in [1e-30, 1e+06]; default 0.5
---@field segments? integer hidden answers that take turns; the trials are split evenly; integer in [1, 1e+06]; default 1
---@field moved? integer random nodes that change side from one segment to the next, at most n; integer in [1, 1e+06]; default 2
---@field comparator? "auto"|"planted"|"hindsight" what is hidden, or the best of its class for the trials that are played; auto: what is hidden where that is best, and where it changes; default auto

---Online max-cut: pairs of nodes, labelled 1 when a hidden cut separates them, otherwise -1
---
---Hazan, Kale & Shalev-Shwartz 2012, section 2.1
---@param options problem.max_cut.options
---@return problem
function problem.max_cut(options) end

---@class (exact) problem.max_cut_lower.options
---@field n integer nodes, an even number; integer in [2, 1e+06]
---@field rounds? integer consecutive trials of each pair; integer in [1, 1e+06]; default 16

---Fair coins on disjoint pairs: forces expected regret of at least sqrt(n T / 16) on every learner of cuts
---
---Hazan, Kale & Shalev-Shwartz 2012, Theorem 5
---@param options problem.max_cut_lower.options
---@return problem
function problem.max_cut_lower(options) end

---@class (exact) problem.median_adversary.options
---@field class? "cut"|"order"|"completion" of the answers: cuts, orders, or matrices u v^T of signs; default cut
---@field n integer nodes, items or columns; integer in [1, 4096]
---@field m? integer completion: rows; integer in [1, 15]; default 2
---@field rounds? integer trials for each node but the first, for each row and column but one, or for each comparison of binary insertion; integer in [1, 10000]; default 5
---@field sorted? integer order: the first items, about which there are no trials; integer in [1, 4095]; default 1
---@field eta? number rate of the weights; absent: Hedge's for these trials; number in (0, 1e+06]

---Fair coins on the most doubtful pair: forces on every learner of cuts, orders or sign matrices of rank one nearly what exponential weights can lose
---
---docs/constants.md
---@param options problem.median_adversary.options
---@return problem
function problem.median_adversary(options) end

---@class (exact) problem.online_pca.options
---@field n integer order; integer in [2, 1e+06]
---@field k? integer dimension of the hidden subspace, below n; with drift 2k is at most n; integer in [1, 1e+06]; default 1
---@field noise? number share of |x|^2 outside of the subspace; number in [0, 1]; default 0.1
---@field drift? number angle by which the subspace turns from one trial to the next; needs comparator = pca; number in [0, 1]; default 0
---@field instances? "dyad"|"vector" x x^T; vector: the squares of the coordinates of x, the subspace spanned by k coordinates; default dyad
---@field comparator? "planted"|"pca" the hidden subspace; pca: the best one for the trials played, n at most 1024; default planted

---Online principal components: points near a hidden subspace; the loss is what a learner's subspace drops of them
---
---Warmuth & Kuzmin 2008
---@param options problem.online_pca.options
---@return problem
function problem.online_pca(options) end

---@class (exact) problem.pca_rows.options
---@field file string data file: a text table, or LIBSVM's format
---@field format? "table"|"libsvm" one row per line, columns separated by `separator`; or label index:value ...; default table
---@field n? integer libsvm: number of features; absent: the largest index that occurs; integer in [1, 1e+07]
---@field separator? "comma"|"semicolon"|"tab"|"blank" table: between columns; blank: any run of blanks and tabs; default comma
---@field header? boolean table: the first line has the names of the columns; false: it has if it is all different texts and a number stands below one of them; default false
---@field decimal? "point"|"comma" table: what stands before the decimals of numbers; absent: a point
---@field columns? string table: the columns to take besides the target, by number from 1 or by name, separated by commas; absent: all
---@field omit? string table: columns to leave out, by number or name, separated by commas; absent: none
---@field one_hot? string table: columns of texts, by number or name, separated by commas, each of which becomes an indicator for each of its texts; absent: none
---@field texts? "refuse"|"indicator"|"omit" table: of other columns with a text that is no number; indicator: as one_hot; absent: refuse
---@field ordered? string table: columns of ordered texts, as in size=small<medium<large, separated by commas: 0, 1, 2; absent: none
---@field dates? string table: columns of dates as in 2000-01-31, 31/01/2000 or 01/31/2000 (what fits all of the column), separated by commas: days since 1970-01-01; absent: none
---@field missing? "refuse"|"mean"|"indicator"|"drop" table: of gaps (nothing, ?, NA, N/A, nan, null, None); mean: the column's, of texts no indicator; indicator: 0 after scaling, which does not look at it, and a further feature is 1; drop: without the row; each of them: without the rows in which the target is a gap; absent: refuse
---@field fit? number share of the rows, the first ones, that means and scales are found from; absent: all; number in (0, 1]
---@field online? boolean a row is scaled by its own numbers and those of the rows before it in the file: none knows those after it; absent: false
---@field label? string table: the column of the label, by number from 1 or by name; absent: the last one
---@field scaling? "none"|"unit"|"max_abs"|"standard"|"rank" of each feature: none; unit: its range to [0,1]; max_abs: by its largest modulus; standard: mean 0, standard deviation 1 (a constant one becomes 0); rank: the share of its numbers below it, plus half of those equal; default none
---@field intercept? boolean add a last feature that is always 1; default false
---@field normalize? "none"|"unit"|"largest" afterwards, with the intercept: none; each x to |x|_2 = 1; all by the largest |x|_2; default none
---@field label_scaling? "none"|"unit"|"centred"|"standard" none; unit: their range to [0,1]; centred: mean 0; standard: mean 0, standard deviation 1; default none
---@field order? "file"|"shuffled" order of the rows: the file's, or a random one, new in every pass; default file
---@field passes? integer number of passes over the data; integer in [1, 1e+06]; default 1
---@field k? integer dimension of the comparator, below the number of features; integer in [1, 1024]; default 1

---Principal components of data: rows of numbers; the loss is what a learner's subspace drops of them
---
---a text table, or a file in LIBSVM's format; Warmuth & Kuzmin 2008
---@param options problem.pca_rows.options
---@return problem
function problem.pca_rows(options) end

---@class (exact) problem.product_hadamard.options
---@field r? integer rank of the hidden projection; integer in [1, 128]; default 1
---@field gap? number tr(PX) of positive instances; negative ones have 0; r/gap is 1, 2, 4, ... up to 128; number in (0, 1]; default 0.5
---@field copies? integer b: the order of the instances is (2 (r/gap)^2)^b, at most 2^20; integer in [2, 10]; default 2
---@field form? "vector"|"rectangular" diag(x) as a vector, or as a matrix with as many rows as columns; default vector
---@field labels? "contradict"|"coins" contradict: every prediction is wrong; coins: fair ones, so that every learner errs in half of the trials in expectation, also one that tosses coins itself; default contradict

---Products of Hadamard rows with any labels: contradicts every prediction, (r/gap)^2 times for each of its copies of Hadamard rows, and stays consistent with a projection of rank r
---
---docs/constants.md
---@param options? problem.product_hadamard.options
---@return problem
function problem.product_hadamard(options) end

---@class (exact) problem.quantum_state.options
---@field qubits? integer k; instances have the order 2^(k+1); at most 9 but for projection and overlap of a state that is not thermal; integer in [1, 14]; default 3
---@field state? "pure"|"low_rank"|"thermal" what is hidden; default pure
---@field rank? integer of a state of low rank, at most 2^k; integer in [1, 512]; default 2
---@field beta? number of a thermal state: weights exp(-beta j); number in [0, 1000]; default 1
---@field measurements? "projection"|"overlap"|"pauli"|"worst_pauli" what is shown; default pauli
---@field noise? number labels are wrong by up to this; number in [0, 1]; default 0
---@field loss? "absolute"|"square" loss of predictions from 0 to 1; default absolute

---Quantum state: the chances of outcomes of measurements of a hidden state of k qubits
---
---Aaronson, Chen, Hazan, Kale & Nayak 2018
---@param options? problem.quantum_state.options
---@return problem
function problem.quantum_state(options) end

---@class (exact) problem.random_pairs_adversary.options
---@field n integer nodes; integer in [2, 1000]
---@field rounds? integer trials T; integer in [1, 1e+06]; default 256

---Fair coins on random pairs: forces expected regret of half a maximum cut of random signs on every learner of cuts
---
---docs/constants.md
---@param options problem.random_pairs_adversary.options
---@return problem
function problem.random_pairs_adversary(options) end

---@class (exact) problem.randomized_adversary.options
---@field n integer order of the instances; integer in [2, 1e+07]
---@field r? integer size of the hidden disjunction (the first coordinates), below n; integer in [1, 1e+07]; default 1
---@field gap? number tr(PX) of positive instances; negative ones have 0; number in (0, 1]; default 0.5
---@field least? number against randomised learners: a move must gain at least so many expected mistakes; number in (0, 1]; default 0.0001
---@field pad? boolean after the last move continue with zero instances labelled -1 until the trials end; default false

---Adversary of randomised Winnow: moves with the largest probability of a mistake for the potential they cost a randomised Winnow learner
---
---after the proof of the halved bound, Warmuth 2007, section 1
---@param options problem.randomized_adversary.options
---@return problem
function problem.randomized_adversary(options) end

---@class (exact) problem.ratings.options
---@field file string table with a line of column names
---@field separator? "comma"|"semicolon"|"tab"|"blank" what stands between columns; blank: any run of blanks and tabs; default comma
---@field decimal? "point"|"comma" what stands before the decimals of numbers; absent: a point
---@field row? string column: who rates; default userId
---@field column? string column: what is rated; default movieId
---@field rating? string column: the rating, a number; default rating
---@field time? string column: a number or a date, by which order = time sorts; ties stay in the order of the file; default timestamp
---@field missing? "refuse"|"drop" a row without a rating, or with order = time without a time: refused, or left out; absent: refuse
---@field low? number the lowest rating that there can be: label -1; default 0.5
---@field high? number the highest one, label 1; default 5
---@field top_rows? integer only those who rated most in the whole file; absent: all; integer in [1, 1e+06]
---@field top_columns? integer only what was rated most in the whole file; absent: all; integer in [1, 1e+06]
---@field trace_norm? number comparator = hindsight: bound on its trace norm; needed there; number in (0, 1e+12]
---@field loss? "absolute"|"square"|"logistic"|"hinge"|"linear" of a prediction p at label y: |p-y|, (p-y)^2, ln(1+e^(-yp)), max(0,1-yp), y p, times scale; default absolute
---@field scale? number factor of the loss; number in [1e-30, 1e+06]; default 1
---@field order? "time"|"file"|"shuffled" by time, the file's, or random and new in every pass; default time
---@field passes? integer number of passes over the data; integer in [1, 1000]; default 1
---@field comparator? "none"|"hindsight" none; hindsight: the best of its class for the trials that are played, found before the first one; default none

---Ratings: ratings from a table in the order of time, scaled to [-1,1]: who likes what?
---
---Hazan, Kale & Shalev-Shwartz 2012, section 2.2; Harper & Konstan 2015 (the form of the table)
---@param options problem.ratings.options
---@return problem
function problem.ratings(options) end

---@class (exact) problem.recorded.options
---@field file string sequence file: JSON lines, as --record writes them
---@field passes? integer number of passes over the sequence; integer in [1, 1e+06]; default 1
---@field gap? number tr(UX) >= gap on positive instances for the header's comparator; absent: as the header says; number in (0, 1e+07]

---Recorded sequence: plays a recorded sequence of trials, with the comparator and the gap of its header
---
---the sequence file
---@param options problem.recorded.options
---@return problem
function problem.recorded(options) end

---@class (exact) problem.rectangular_targets.options
---@field m integer rows of the instances; integer in [1, 512]
---@field n integer columns of the instances; integer in [1, 512]
---@field r? integer rank of the hidden generalised projection, below min(m, n); integer in [1, 512]; default 1
---@field target? "projection"|"low_rank" hidden: a generalised projection G; or a matrix K of rank r and trace norm 1, for signs of tr(K^T X); default projection
---@field gap? number positive instances have tr(G^T X) >= gap, at most r; low_rank: |tr(K^T X)| >= gap, at most 1; number in (0, 512]; default 0.5
---@field rank? integer rank of what the instances are made of, at most min(m, n); integer in [1, 512]; default 2
---@field margin? "boundary"|"uniform" tr(G^T X) of positive instances is at the gap, or uniform from there to r (low_rank: 1); default boundary
---@field block? boolean what is not along G is orthogonal to it on both sides: for variant = "positive_part"; default false
---@field positives? number probability that an instance is positive; number in [0, 1]; default 0.5
---@field noise? number probability that a label is flipped; number in [0, 1]; default 0

---Rectangular targets: rectangular matrices labelled by a hidden generalised projection of rank r, or by the sign of a low-rank matrix
---
---Warmuth 2007, section 6
---@param options problem.rectangular_targets.options
---@return problem
function problem.rectangular_targets(options) end

---@class (exact) problem.regression.options
---@field n integer number of inputs; integer in [1, 1e+06]
---@field relevant? integer number of inputs where u is not 0, at random places; absent: all n; integer in [1, 1e+06]
---@field target? "signed"|"positive" entries of u of random signs, or >= 0; default signed
---@field weights? "equal"|"random" moduli of the entries of u that are not 0; default equal
---@field norm? "l1"|"l2" which norm of u is `length`; default l1
---@field length? number |u|_1 or |u|_2; a positive target with |u|_1 = 1 is on the simplex; number in (0, 1e+12]; default 1
---@field inputs? "uniform"|"gaussian"|"signs" entries of x: from [-scale,scale], normal with standard deviation `scale`, or scale times a sign; default uniform
---@field scale? number of the entries of x; with normalize the norm of x; number in (0, 1e+12]; default 1
---@field correlation? number of neighbouring entries of x; number in (-1, 1); default 0
---@field active? integer number of entries of x that are drawn, at random places; the others are 0; absent: all n; integer in [1, 1e+06]
---@field normalize? "none"|"inf"|"l2" each x is scaled so that |x|_inf or |x|_2 is `scale`; default none
---@field noise? number standard deviation of the normal noise in the labels; number in [0, 1e+12]; default 0
---@field comparator? "planted"|"least_squares"|"simplex"|"l1_ball"|"none" planted: the target u; the best in hindsight on the trials that are played: least_squares: any u; simplex: u >= 0, |u|_1 = 1; l1_ball: |u|_1 <= radius; default planted
---@field radius? number of comparator = l1_ball; needed there; number in (0, 1e+12]

---Linear regression: real labels <u,x> + noise of a hidden dense or sparse u, loss (p - y)^2
---
---Kivinen & Warmuth 1997; Schapire 2018, COS 511, lecture 17
---@param options problem.regression.options
---@return problem
function problem.regression(options) end

---@class (exact) problem.regression_data.options
---@field file string data file: a text table, or LIBSVM's format
---@field format? "table"|"libsvm" one row per line, columns separated by `separator`; or label index:value ...; default table
---@field n? integer libsvm: number of features; absent: the largest index that occurs; integer in [1, 1e+07]
---@field separator? "comma"|"semicolon"|"tab"|"blank" table: between columns; blank: any run of blanks and tabs; default comma
---@field header? boolean table: the first line has the names of the columns; false: it has if it is all different texts and a number stands below one of them; default false
---@field decimal? "point"|"comma" table: what stands before the decimals of numbers; absent: a point
---@field columns? string table: the columns to take besides the target, by number from 1 or by name, separated by commas; absent: all
---@field omit? string table: columns to leave out, by number or name, separated by commas; absent: none
---@field one_hot? string table: columns of texts, by number or name, separated by commas, each of which becomes an indicator for each of its texts; absent: none
---@field texts? "refuse"|"indicator"|"omit" table: of other columns with a text that is no number; indicator: as one_hot; absent: refuse
---@field ordered? string table: columns of ordered texts, as in size=small<medium<large, separated by commas: 0, 1, 2; absent: none
---@field dates? string table: columns of dates as in 2000-01-31, 31/01/2000 or 01/31/2000 (what fits all of the column), separated by commas: days since 1970-01-01; absent: none
---@field missing? "refuse"|"mean"|"indicator"|"drop" table: of gaps (nothing, ?, NA, N/A, nan, null, None); mean: the column's, of texts no indicator; indicator: 0 after scaling, which does not look at it, and a further feature is 1; drop: without the row; each of them: without the rows in which the target is a gap; absent: refuse
---@field fit? number share of the rows, the first ones, that means and scales are found from; absent: all; number in (0, 1]
---@field online? boolean a row is scaled by its own numbers and those of the rows before it in the file: none knows those after it; absent: false
---@field label? string table: the column of the label, by number from 1 or by name; absent: the last one
---@field scaling? "none"|"unit"|"max_abs"|"standard"|"rank" of each feature: none; unit: its range to [0,1]; max_abs: by its largest modulus; standard: mean 0, standard deviation 1 (a constant one becomes 0); rank: the share of its numbers below it, plus half of those equal; default none
---@field intercept? boolean add a last feature that is always 1; default false
---@field normalize? "none"|"unit"|"largest" afterwards, with the intercept: none; each x to |x|_2 = 1; all by the largest |x|_2; default none
---@field label_scaling? "none"|"unit"|"centred"|"standard" none; unit: their range to [0,1]; centred: mean 0; standard: mean 0, standard deviation 1; default none
---@field order? "file"|"shuffled" order of the rows: the file's, or a random one, new in every pass; default file
---@field passes? integer number of passes over the data; integer in [1, 1e+06]; default 1
---@field comparator? "none"|"least_squares"|"simplex"|"l1_ball" none is known; the best in hindsight on the trials that are played: least_squares: any u; simplex: u >= 0, |u|_1 = 1; l1_ball: |u|_1 <= radius; default none
---@field radius? number of comparator = l1_ball; needed there; number in (0, 1e+12]

---Linear regression on data: rows of numbers with a real label each, loss (p - y)^2
---
---a text table, or a file in LIBSVM's format, with real labels
---@param options problem.regression_data.options
---@return problem
function problem.regression_data(options) end

---@class (exact) problem.repeated_instance.options
---@field q? number <U, X>, an eigenvalue of the comparator; number in [0, 1]; default 0.4
---@field swing? number labels are q + swing and q - swing in turn; number in [0, 1e+06]; default 0
---@field instances? "vector"|"distance" diag(1, 0), or the distance of two items; default vector

---One repeated instance: a density of order 2 seen through one instance: the bounds of exponentiated gradient are reached near q = 1/2
---
---Tsuda, Raetsch & Warmuth 2005, Lemma 3.1 in its equality case
---@param options? problem.repeated_instance.options
---@return problem
function problem.repeated_instance(options) end

---@class (exact) problem.set_cover.options
---@field n integer number of sets; integer in [1, 10000]
---@field elements? integer number of elements to be covered; integer in [1, 100000]; default 64
---@field r? integer size of the solution; integer in [1, 10000]; default 1
---@field density? number probability of each membership of random sets beside the planted ones; absent: 0.1; number in [0, 1]
---@field family? table the sets, as lists of elements from 1 on; absent: a random family with a planted solution
---@field positives? number probability of a positive example; negative ones are random and miss the solution; number in [0, 1]; default 1
---@field form? "vector"|"matrix" diag(x) as a vector or as a matrix; default vector

---Set cover: elements as diagonal examples over the sets that hold them; some r of the n sets cover all elements
---
---Warmuth 2007, Theorem 1, transposed
---@param options problem.set_cover.options
---@return problem
function problem.set_cover(options) end

---@class (exact) problem.shifting_subspace.options
---@field n integer order of the instances; integer in [1, 1e+07]
---@field r? integer dimension of the hidden subspaces; integer in [1, 1e+07]; default 1
---@field segments? integer number of consecutive subspaces; integer in [1, 1e+06]; default 3
---@field length? integer trials of a segment; absent: the trials are split evenly; integer in [1, 1e+09]
---@field shared? integer directions that consecutive subspaces share; integer in [0, 1e+07]; default 0
---@field gap? number positive instances have tr(PX) >= gap, negative ones 0; number in (0, 1]; default 0.5
---@field margin? "boundary"|"uniform" tr(PX) of positive instances is at the gap, or uniform beyond it; default boundary
---@field positives? number probability that an instance is positive; number in [0, 1]; default 0.5
---@field noise? number probability that a label is flipped; number in [0, 1]; default 0
---@field form? "dyad"|"vector" dyads and random subspaces, or vectors of attributes and disjunctions; default dyad
---@field density? number form = vector: probability that an irrelevant attribute is 1; number in [0, 1]; default 0.1

---Shifting subspace: instances near to or orthogonal to a hidden subspace that is replaced several times
---
---Warmuth 2007, section 1; Auer & Warmuth 1998
---@param options problem.shifting_subspace.options
---@return problem
function problem.shifting_subspace(options) end

---@class (exact) problem.side_information.options
---@field m integer rows of the matrix; integer in [2, 1024]
---@field n integer columns of the matrix; integer in [2, 1024]
---@field classes? integer of rows and of columns, at most m and n; integer in [1, 1024]; default 2
---@field side? "graphs"|"none" what is known of rows and columns; default graphs
---@field links? integer edges from each item, beyond the rings; integer in [0, 100]; default 3
---@field wrong? number probability that such an edge goes to any item, not to one of the same class; number in [0, 1]; default 0
---@field noise? number probability that a label is flipped; number in [0, 1]; default 0

---Side information: entries of a matrix of signs in blocks, shown with what graphs on rows and columns say of them
---
---after Herbster, Pasteris & Tse 2020
---@param options problem.side_information.options
---@return problem
function problem.side_information(options) end

---@class (exact) problem.sorting_adversary.options
---@field n integer teams; integer in [2, 100000]
---@field rounds? integer consecutive trials of each pair; integer in [1, 1e+06]; default 16
---@field stop? integer 0: `rounds` trials of each pair; l: as many trials in all, of a pair until its labels sum to l or -l, of the last pair what is left; integer in [0, 10000]; default 0

---Insertion sort with fair coins: forces expected regret of at least sqrt(D T / 8) on every learner of orders, D the comparisons of binary insertion
---
---docs/constants.md; after Hazan, Kale & Shalev-Shwartz 2012, Theorem 12
---@param options problem.sorting_adversary.options
---@return problem
function problem.sorting_adversary(options) end

---@class (exact) problem.sparse_losses.options
---@field n integer order of the matrices; integer in [1, 1e+07]
---@field support? integer coordinates of the hidden direction, at most n; integer in [1, 10000]; default 4
---@field entries? integer coordinates of the other ones, at most n; integer in [1, 10000]; default 4
---@field gap? number chance of the hidden direction; number in [0, 1]; default 0.1

---Sparse losses: sparse dyads as loss matrices, with a hidden sparse direction in which the loss is low
---
---after Hazan, Kale & Shalev-Shwartz 2012, section 4
---@param options problem.sparse_losses.options
---@return problem
function problem.sparse_losses(options) end

---@class (exact) problem.symmetric_threshold.options
---@field n integer order of the matrices; integer in [1, 1024]
---@field margin? number y tr(UX) of every instance is at least this; at most range; number in (0, 1e+100]; default 0.2
---@field range? number eigenvalues of the instances lie in [-range, range]; number in (0, 1e+100]; default 1
---@field r? integer rank of U; absent: n; integer in [1, 1024]
---@field weights? "equal"|"random" eigenvalues of U that are not 0; their sum is 1; default equal
---@field instances? "random"|"commuting" random eigenvectors, or those of U: they commute; default random
---@field entries? "uniform"|"extreme" eigenvalues of the instances before they are moved: uniform, or -range and range only; default uniform
---@field noise? number probability that a label is flipped; number in [0, 1]; default 0

---Threshold on symmetric matrices: a hidden density U, symmetric matrices with |X| <= range and y tr(UX) >= margin
---
---the matrix form of linear_threshold
---@param options problem.symmetric_threshold.options
---@return problem
function problem.symmetric_threshold(options) end

---@class (exact) problem.table.options
---@field file string text file: one row per line, numbers and a class
---@field separator? "comma"|"semicolon"|"tab"|"blank" table: between columns; blank: any run of blanks and tabs; default comma
---@field header? boolean table: the first line has the names of the columns; false: it has if it is all different texts and a number stands below one of them; default false
---@field decimal? "point"|"comma" table: what stands before the decimals of numbers; absent: a point
---@field columns? string table: the columns to take besides the target, by number from 1 or by name, separated by commas; absent: all
---@field omit? string table: columns to leave out, by number or name, separated by commas; absent: none
---@field one_hot? string table: columns of texts, by number or name, separated by commas, each of which becomes an indicator for each of its texts; absent: none
---@field texts? "refuse"|"indicator"|"omit" table: of other columns with a text that is no number; indicator: as one_hot; absent: refuse
---@field ordered? string table: columns of ordered texts, as in size=small<medium<large, separated by commas: 0, 1, 2; absent: none
---@field dates? string table: columns of dates as in 2000-01-31, 31/01/2000 or 01/31/2000 (what fits all of the column), separated by commas: days since 1970-01-01; absent: none
---@field missing? "refuse"|"mean"|"indicator"|"drop" table: of gaps (nothing, ?, NA, N/A, nan, null, None); mean: the column's, of texts no indicator; indicator: 0 after scaling, which does not look at it, and a further feature is 1; drop: without the row; each of them: without the rows in which the target is a gap; absent: refuse
---@field fit? number share of the rows, the first ones, that means and scales are found from; absent: all; number in (0, 1]
---@field online? boolean a row is scaled by its own numbers and those of the rows before it in the file: none knows those after it; absent: false
---@field class_column? integer|string the column of the class, by number from 1 or, with a header, by name; absent: the last one; a name, or integer in [1, 1e+06]
---@field positive string the class that is labelled 1; all others -1; numbers count by value: 1, +1 and 1.0 are one class; "", of rows that come one by one: each class against the rest
---@field classes? string only rows of these classes, separated by blanks; absent: all, which are numbers if positive is one
---@field others? "omit"|"refuse" rows of classes that are not among classes: left out, or refused; absent: omit
---@field scaling? "none"|"range"|"unit"|"rank" none; range: from [low,high] to [0,1], values outside are refused; unit: each column's own range; rank: the share of its column's numbers below it, plus half of those equal; default none
---@field low? number least possible value, for scaling = range; default 0
---@field high? number largest possible value, for scaling = range; default 1
---@field bias? boolean add a last feature that is always 1, before lengths; absent: false
---@field instances? "dyad"|"vector" x x^T with |x| = 1, or diag(x) with entries in [0,1]; default dyad
---@field centre? boolean dyads: subtract the mean of all rows first (known in hindsight only); default false
---@field order? "file"|"shuffled" order of the rows: the file's, or a random one, new in every pass; default file
---@field passes? integer number of passes over the data; integer in [1, 1e+06]; default 1
---@field comparator? "none"|"class_subspace"|"l1_margin"|"l1_margin_signed"|"l2_margin" none is known; class_subspace: the leading directions of the positive class, computed from the file; l1_margin: u >= 0, |u|_1 = 1 of the largest margin (GLPK); l1_margin_signed: of any sign; l2_margin: |u|_2 = 1 (LIBSVM); default none
---@field rank? integer of the class subspace; needed for comparator = class_subspace; integer in [1, 1e+06]
---@field gap_low? number margin of the comparator: tr(PX) <= gap_low on negative instances, or a violation; number in [0, 1e+07]; default 0
---@field gap? number margin of the comparator: tr(PX) >= gap on positive instances, or a violation is charged; number in (0, 1e+07]; default 1
---@field margin? number l1 margins: u has the least sum of [margin - y <u,x>]_+; absent: the largest margin, which must be positive; number in (0, 1e+07]

---Table: rows of numbers with a class, one class against the rest, with or without the class's own subspace
---
---a text file with a class column
---@param options problem.table.options
---@return problem
function problem.table(options) end

---@class (exact) problem.threshold_adversary.options
---@field n integer order of the instances; integer in [2, 1e+07]
---@field r? integer rank of the hidden projection, below n; integer in [1, 1e+07]; default 1
---@field gap? number tr(PX) of positive instances; negative ones have 0; number in (0, 1]; default 0.5
---@field filling? "largest_first"|"random"|"fitting" order in which irrelevant coordinates fill an instance: heaviest first (negative) and lightest first (positive); random; fitting: as largest_first, but those too heavy are passed over and the lightest is the one in part, of which elimination takes the least too much; default largest_first
---@field ratio? number negative moves for each positive one, where both apply; absent: the extremal ratio of the proof; number in [0, 1e+06]
---@field rotated? boolean R diag(x) R^T with a fixed random rotation R instead of a vector; n at most 256; default false
---@field relevant? "first"|"random" which coordinates are relevant: the first r, or a random subset; default first
---@field pad? boolean after the last move continue with zero instances labelled -1 until the trials end; default false

---Threshold adversary: instances that just meet a Winnow learner's threshold: how tight the mistake bound is
---
---after the proof of Warmuth 2007, Theorem 2
---@param options problem.threshold_adversary.options
---@return problem
function problem.threshold_adversary(options) end

---@class (exact) problem.threshold_cycles.options
---@field columns? table list of columns, each a list of numbers; absent: generated from n, count, margin, relevant
---@field target? number[] the comparator for given columns: weights whose product with each column is positive
---@field n? integer number of attributes; integer in [1, 100000]
---@field count? integer number of columns; integer in [1, 100000]; default 50
---@field margin? number generated columns have <u,a> >= margin, |u|_1 = 1; number in (0, 1]; default 0.2
---@field relevant? integer number of attributes where u is not 0; absent: all n; integer in [1, 100000]
---@field weights? "equal"|"random" entries of u that are not 0; default equal
---@field order? "cyclic"|"random"|"most_violated"|"least_violated" which violated column comes next; default cyclic
---@field pad? boolean when no column is violated continue with all of them in turn until the trials end; default false

---Threshold cycles: a finite set of instances, presented in an order until the learner violates none
---
---lecture note on Winnow, Theorem 1.45
---@param options? problem.threshold_cycles.options
---@return problem
function problem.threshold_cycles(options) end

---@class (exact) problem.tree_adversary.options
---@field n integer nodes; integer in [2, 1e+06]
---@field tree? "star"|"path" star: the first node and each of the others; path: each node and the next; default star
---@field rounds? integer consecutive trials of each pair; integer in [1, 1e+06]; default 16
---@field stop? integer 0: `rounds` trials of each pair; l: as many trials in all, of a pair until its labels sum to l or -l, of the last pair what is left; integer in [0, 10000]; default 0
---@field rule? "in_turn"|"least" in_turn: one edge after the other; least: each trial is of the first edge whose labels have the least |sum|; default in_turn

---Fair coins on a tree: forces expected regret of about 0.399 sqrt((n-1) T) on every learner of cuts, with a stopping rule nearly 0.5 sqrt((n-1) T)
---
---docs/constants.md
---@param options problem.tree_adversary.options
---@return problem
function problem.tree_adversary(options) end

---@class (exact) problem.unit_vectors.options
---@field n integer order; dyads: at most 512; integer in [1, 1e+06]
---@field sequence? "repeated"|"eigenvectors"|"directions" one vector again and again, vectors of a basis, or directions spread around it; default eigenvectors
---@field decay? number each vector of the basis is that much as frequent as the one before it; number in (0, 1]; default 0.7
---@field instances? "dyad"|"vector" x x^T; vector: the basis is that of the coordinates, which are shown as vectors; default dyad

---Unit vectors: unit vectors around a hidden orthonormal basis, for losses that learners predict themselves
---
---Koolen, Kotlowski & Warmuth 2011
---@param options problem.unit_vectors.options
---@return problem
function problem.unit_vectors(options) end

---@class (exact) bound.asymmetric_mistakes.options

---(r ln(n/r) + alpha H+ + beta H-) / c: mistakes of (Matrix) Winnow with two rates: 2 (r ln(n/r) + alpha H+ + beta H-) / (gap ln(1 + kappa))
---
---Warmuth 2007, section 1
---
---proved upper bound on mistakes, level trial
---@param options? bound.asymmetric_mistakes.options
---@return bound
function bound.asymmetric_mistakes(options) end

---@class (exact) bound.average_error.options
---@field delta? number probability of a sample for which the row "sampled" fails; number in (0, 1); default 0.05
---@field mistake_bound? "none"|"subspace_mistakes"|"constrained_mistakes"|"kernel_mistakes"|"asymmetric_mistakes"|"general_matrix_mistakes"|"threshold_winnow_updates"|"balanced_winnow_mistakes"|"cos_winnow_mistakes" the bound that says how many mistakes the learner makes at most: its value without noise; default none
---@field mistakes? integer how many mistakes the learner makes at most, instead of a mistake_bound; integer from 0 on

---mistakes/m: mean error of the learner's states on further trials: that of its predictions (needs test)
---
---Littlestone 1989; Cesa-Bianchi & Gentile 2006
---
---proved upper bound on average_error, level mean
---@param options? bound.average_error.options
---@return bound
function bound.average_error(options) end

---@class (exact) bound.balanced_winnow_mistakes.options

---(RE(u', w1) + eta H) / C: mistakes of balanced Winnow on linear thresholds of any sign with margin delta: 2 ln(2n)/delta^2 and sharper forms
---
---Schapire 2018, COS 511, lecture 17, balanced Winnow
---
---proved upper bound on mistakes, level trial
---@param options? bound.balanced_winnow_mistakes.options
---@return bound
function bound.balanced_winnow_mistakes(options) end

---@class (exact) bound.block_mistakes.options

---(r/g) floor(log2(g n/r)): mistakes that blocks force on every learner; half of it in expectation where labels are coins
---
---after Littlestone 1988 (docs/constants.md)
---
---proved lower bound on mistakes, level cell
---@param options? bound.block_mistakes.options
---@return bound
function bound.block_mistakes(options) end

---@class (exact) bound.boosting_training_error.options

---the dual objective: AdaBoost's error on the examples is at most its dual objective
---
---Tsuda, Raetsch & Warmuth 2005, section 4.3
---
---proved upper bound on training_error, level trial
---@param options? bound.boosting_training_error.options
---@return bound
function bound.boosting_training_error(options) end

---@class (exact) bound.capacity_mistakes.options

---(ln(n/r) + (alpha H+ + beta H-)/r) / C: mistakes of (Matrix) Winnow of trace 1 with two rates: ln(n/r)/C at the capacity, C = ln(1 + (q-1)^(q-1)/q^q), q = r/gap
---
---docs/constants.md
---
---proved upper bound on mistakes, level trial
---@param options? bound.capacity_mistakes.options
---@return bound
function bound.capacity_mistakes(options) end

---@class (exact) bound.capped_gradient_regret.options

---m k/(2 n eta) + (eta/2) sum tr X^2: regret of capped gradient descent against the best subspace
---
---Zinkevich 2003; Nie, Kotlowski & Warmuth 2016
---
---proved upper bound on regret, level trial
---@param options? bound.capped_gradient_regret.options
---@return bound
function bound.capped_gradient_regret(options) end

---@class (exact) bound.capped_loss.options

---(D + eta L*)/(1 - e^-eta), D = m ln(n/m): what capped MEG drops, against the best subspace
---
---Warmuth & Kuzmin 2008; Nie, Kotlowski & Warmuth 2016
---
---proved upper bound on loss, level trial
---@param options? bound.capped_loss.options
---@return bound
function bound.capped_loss(options) end

---@class (exact) bound.capped_regret.options

---(D + eta L*)/(1 - e^-eta) - L*, D = m ln(n/m): regret of capped MEG against the best subspace
---
---Warmuth & Kuzmin 2008; Nie, Kotlowski & Warmuth 2016
---
---proved upper bound on regret, level trial
---@param options? bound.capped_regret.options
---@return bound
function bound.capped_regret(options) end

---@class (exact) bound.compression_error.options
---@field delta? number probability of a sample for which the bound fails; number in (0, 1); default 0.05
---@field mistake_bound? "none"|"subspace_mistakes"|"constrained_mistakes"|"kernel_mistakes"|"asymmetric_mistakes"|"general_matrix_mistakes"|"threshold_winnow_updates"|"balanced_winnow_mistakes"|"cos_winnow_mistakes" the bound that says how many mistakes the learner makes at most: its value without noise; default none
---@field mistakes? integer how many mistakes the learner makes at most, instead of a mistake_bound; integer from 0 on

---eps(m, M, delta): test error of the hypothesis made of the few examples that a mistake-bounded learner keeps (needs test)
---
---Warmuth 2007; Floyd & Warmuth 1995
---
---proved upper bound on test_error, level probability
---@param options? bound.compression_error.options
---@return bound
function bound.compression_error(options) end

---@class (exact) bound.constrained_mistakes.options

---(D(P, W1) + eta H) / c: mistakes of Matrix Winnow with side constraints that P satisfies: at most the bound without them
---
---Warmuth 2007, Theorem 2 and side constraints
---
---proved upper bound on mistakes, level trial
---@param options? bound.constrained_mistakes.options
---@return bound
function bound.constrained_mistakes(options) end

---@class (exact) bound.cos_winnow_mistakes.options

---(RE(u, w1) + eta H) / C: mistakes of Winnow on linear thresholds with margin delta: 2 ln(n)/delta^2 and sharper forms
---
---Schapire 2018, COS 511, lecture 17, Theorem 1.1
---
---proved upper bound on mistakes, level trial
---@param options? bound.cos_winnow_mistakes.options
---@return bound
function bound.cos_winnow_mistakes(options) end

---@class (exact) bound.definite_boost_dual.options

---ln of the product of rho(r): the logarithm of boosting's dual objective falls by at least -ln rho(r) in every step
---
---Tsuda, Raetsch & Warmuth 2005, Theorem 4.1
---
---proved upper bound on log_dual, level trial
---@param options? bound.definite_boost_dual.options
---@return bound
function bound.definite_boost_dual(options) end

---@class (exact) bound.definite_boost_iterations.options
---@field eps? number the row "count" counts the trials whose constraint was violated by at least this much; number in (0, 1e+100]; default 0.01

---ln n - S(U): boosting's steps gain at most the divergence of a feasible density; at most R^2 D/(2 eps^2) of them at eps
---
---Tsuda, Raetsch & Warmuth 2005, section 4
---
---proved upper bound on sum_log_rho, level trial
---@param options? bound.definite_boost_iterations.options
---@return bound
function bound.definite_boost_iterations(options) end

---@class (exact) bound.doubling_mistakes.options

---sum of the guesses' bounds: mistakes of doubling Matrix Winnow without noise: of all guesses before the first that covers rank and gap
---
---Warmuth 2007, Theorem 2, with the doubling trick
---
---proved upper bound on mistakes, level trial
---@param options? bound.doubling_mistakes.options
---@return bound
function bound.doubling_mistakes(options) end

---@class (exact) bound.eg_loss.options

---(1 + c/2) L_U + Delta/eta: loss of exponentiated gradient on squares, by that of any weights (eg_pm: of any |u|_1 <= radius)
---
---Kivinen & Warmuth 1997; Schapire 2018, COS 511 lecture 17
---
---proved upper bound on loss, level trial
---@param options? bound.eg_loss.options
---@return bound
function bound.eg_loss(options) end

---@class (exact) bound.entry_averages_regret.options

---entries apart: (hi - lo) G sqrt(mnT)/2: regret of one gradient descent for each entry, with the learner's rate
---
---Zinkevich 2003, Theorem 1, for each entry
---
---proved upper bound on regret, level trial
---@param options? bound.entry_averages_regret.options
---@return bound
function bound.entry_averages_regret(options) end

---@class (exact) bound.filtering_lower.options

---G sqrt(tau sqrt(n) T / 2): expected regret that fair slopes force on every learner of matrices of bounded trace norm
---
---Hazan, Kale & Shalev-Shwartz 2012, Theorem 8
---
---proved lower bound on regret, level mean
---@param options? bound.filtering_lower.options
---@return bound
function bound.filtering_lower(options) end

---@class (exact) bound.final_state_consistent.options

---no error on the sample: claims that the state after one pass over the sorted sample is consistent with it; false (needs test)
---
---Warmuth 2007, generalization bounds
---
---claimed upper bound on final_sample_errors, level cell
---@param options? bound.final_state_consistent.options
---@return bound
function bound.final_state_consistent(options) end

---@class (exact) bound.forced_mistakes.options

---r floor(log2(n/r)): mistakes that the adversary forces on every learner
---
---Littlestone 1988
---
---proved lower bound on mistakes, level cell
---@param options? bound.forced_mistakes.options
---@return bound
function bound.forced_mistakes(options) end

---@class (exact) bound.forced_mistakes_printed.options

---r ceil(log2(n/r)), as printed: the lower bound with the printed ceiling; refuted where n/r is no power of two
---
---Warmuth 2007, section 5
---
---claimed lower bound on mistakes, level cell
---@param options? bound.forced_mistakes_printed.options
---@return bound
function bound.forced_mistakes_printed(options) end

---@class (exact) bound.gambling_lower.options

---sqrt(I d T / 8): expected regret that a binary search with fair coins forces on every learner of orders
---
---Hazan, Kale & Shalev-Shwartz 2012, Theorem 12
---
---proved lower bound on regret, level mean
---@param options? bound.gambling_lower.options
---@return bound
function bound.gambling_lower(options) end

---@class (exact) bound.game_value.options

---Value of the game: what an optimal adversary of a small game forces on every learner: mistakes or regret
---
---docs/constants.md
---
---proved lower bound on mistakes, level cell
---@param options? bound.game_value.options
---@return bound
function bound.game_value(options) end

---@class (exact) bound.general_matrix_mistakes.options

---(ln((m+n)/r) + eta H/r) / c_G: mistakes of the normalised General Matrix Winnow: below 32 r^2 ln((m+n)/r) at gap 1/2 without noise
---
---after Warmuth 2007, section 6
---
---proved upper bound on mistakes, level trial
---@param options? bound.general_matrix_mistakes.options
---@return bound
function bound.general_matrix_mistakes(options) end

---@class (exact) bound.general_matrix_mistakes_claimed.options

---7.18 r ln((m+n)/r): mistakes of General Matrix Winnow as the paper claims them, 7.18 r ln((m+n)/r) at gap 1/2: false
---
---Warmuth 2007, section 6
---
---claimed upper bound on mistakes, level trial
---@param options? bound.general_matrix_mistakes_claimed.options
---@return bound
function bound.general_matrix_mistakes_claimed(options) end

---@class (exact) bound.general_positive_part_mistakes.options

---(r ln((m+n)/r) + eta H) / c: mistakes of General Matrix Winnow on the positive part: 7.18 r ln((m+n)/r) + 9.18 H at gap 1/2
---
---Warmuth 2007, Theorem 2, for the positive part
---
---proved upper bound on mistakes, level trial
---@param options? bound.general_positive_part_mistakes.options
---@return bound
function bound.general_positive_part_mistakes(options) end

---@class (exact) bound.guess_and_halve_updates.options

---(32/3) B^2 ln(n)/s^2 + log2(2B/s) + 1: updates of Winnow that does not know the margin: 16/3 times the bound of the tuned one
---
---doubling over the margin; Kivinen & Warmuth 1997
---
---proved upper bound on updates, level cell
---@param options? bound.guess_and_halve_updates.options
---@return bound
function bound.guess_and_halve_updates(options) end

---@class (exact) bound.hadamard_mistakes.options

---(r/g)^2: mistakes that Hadamard rows force on every learner of rectangular instances; half of it in expectation where labels are coins
---
---docs/constants.md
---
---proved lower bound on mistakes, level cell
---@param options? bound.hadamard_mistakes.options
---@return bound
function bound.hadamard_mistakes(options) end

---@class (exact) bound.hedge_regret.options

---Hedge: R sqrt(T ln(N)/2): regret of exponential weights on all cuts or orders, with the learner's rate
---
---Freund & Schapire 1997; Cesa-Bianchi & Lugosi 2006, Theorem 2.2
---
---proved upper bound on regret, level trial
---@param options? bound.hedge_regret.options
---@return bound
function bound.hedge_regret(options) end

---@class (exact) bound.kernel_mistakes.options

---(r ln(n/r) + eta H) / c: mistakes of kernel Matrix Winnow, where the subspace of the feature space is known (linear kernel)
---
---Warmuth 2007, Theorem 2 and section 5
---
---proved upper bound on mistakes, level trial
---@param options? bound.kernel_mistakes.options
---@return bound
function bound.kernel_mistakes(options) end

---@class (exact) bound.log_det_regret.options

---Dv/(2 eta) + eta (G' cap)^2 T/(1 - rho): regret of log-determinant matrix prediction: no logarithm beside sqrt(nT) for max-cut
---
---after Christiano 2014; Moridomi, Hatano & Takimoto 2018
---
---proved upper bound on regret, level trial
---@param options? bound.log_det_regret.options
---@return bound
function bound.log_det_regret(options) end

---@class (exact) bound.matrix_block_mistakes.options

---(r/g) floor(log2(g n/r)) + r (1/g - 1): mistakes that blocks and dyads force on every learner of matrices; half of it in expectation where labels are coins
---
---docs/constants.md
---
---proved lower bound on mistakes, level cell
---@param options? bound.matrix_block_mistakes.options
---@return bound
function bound.matrix_block_mistakes(options) end

---@class (exact) bound.matrix_completion_mistakes.options

---(ln N - S(U) + eta H) / b: mistakes of matrix completion: 1.8 N ln N at margin 1, below 2 N ln N/gamma^2, N = m + n, and hinge loss
---
---after Herbster, Pasteris & Pontil 2016
---
---proved upper bound on mistakes, level trial
---@param options? bound.matrix_completion_mistakes.options
---@return bound
function bound.matrix_completion_mistakes(options) end

---@class (exact) bound.matrix_log_loss_regret.options

---ln C(T+n-1, n-1) for a = 1: regret of the matrix log loss: that of the log loss of vectors, exact for one repeated vector
---
---Koolen, Kotlowski & Warmuth 2011
---
---proved upper bound on regret, level trial
---@param options? bound.matrix_log_loss_regret.options
---@return bound
function bound.matrix_log_loss_regret(options) end

---@class (exact) bound.matrix_multiplicative_weights_regret.options

---2 tau G sqrt(ln(n) T): regret of Matrix Multiplicative Weights on loss matrices of norm at most G
---
---Hazan, Kale & Shalev-Shwartz 2012, Theorems 13 and 14; row hoeffding: Hoeffding 1963
---
---proved upper bound on regret, level trial
---@param options? bound.matrix_multiplicative_weights_regret.options
---@return bound
function bound.matrix_multiplicative_weights_regret(options) end

---@class (exact) bound.matrix_multiplicative_weights_updates.options

---k ln(2)/(2 eps^2) errors: updates of Matrix Multiplicative Weights where errors of at most delta change nothing
---
---after Aaronson, Chen, Hazan, Kale & Nayak 2018, Theorem 1; Hoeffding 1963
---
---proved upper bound on updates, level trial
---@param options? bound.matrix_multiplicative_weights_updates.options
---@return bound
function bound.matrix_multiplicative_weights_updates(options) end

---@class (exact) bound.matrix_prediction_regret.options

---2 G sqrt(beta tau ln(2p) T): regret of online matrix prediction, with the constants of the learner's decomposition
---
---Hazan, Kale & Shalev-Shwartz 2012, Theorem 1
---
---proved upper bound on regret, level trial
---@param options? bound.matrix_prediction_regret.options
---@return bound
function bound.matrix_prediction_regret(options) end

---@class (exact) bound.matrix_prediction_regret_printed.options

---regret as printed: the printed regret bounds of max-cut, gambling and collaborative filtering, for the printed decompositions
---
---Hazan, Kale & Shalev-Shwartz 2012, Corollaries 4, 7 and 11
---
---claimed upper bound on regret, level cell
---@param options? bound.matrix_prediction_regret_printed.options
---@return bound
function bound.matrix_prediction_regret_printed(options) end

---@class (exact) bound.max_cut_lower.options

---sqrt(nT/16): expected regret that fair coins on disjoint pairs force on every learner of cuts
---
---Hazan, Kale & Shalev-Shwartz 2012, Theorem 5
---
---proved lower bound on regret, level mean
---@param options? bound.max_cut_lower.options
---@return bound
function bound.max_cut_lower(options) end

---@class (exact) bound.median_regret.options

---half the best gain: expected regret that fair coins on the most doubtful pair force on every learner of cuts, orders or sign matrices of rank one
---
---docs/constants.md
---
---proved lower bound on regret, level mean
---@param options? bound.median_regret.options
---@return bound
function bound.median_regret(options) end

---@class (exact) bound.meg_loss.options

---(1 + c/2) L_U + Delta/eta: loss of matrix exponentiated gradient on squares, by that of any density
---
---Tsuda, Raetsch & Warmuth 2005, Lemmas 3.1 and 3.2
---
---proved upper bound on loss, level trial
---@param options? bound.meg_loss.options
---@return bound
function bound.meg_loss(options) end

---@class (exact) bound.minimax_regret.options

---Value of the game: regret of the minimax learner, at most the value of the game: no learner can promise less
---
---docs/constants.md
---
---proved upper bound on regret, level trial
---@param options? bound.minimax_regret.options
---@return bound
function bound.minimax_regret(options) end

---@class (exact) bound.perceptron_margin.options

---(K + sqrt(K^2 + 4gH))^2 / (2g)^2: mistakes of the perceptron on linear thresholds of margin g: (K/g)^2 without noise; K = R, the largest length, if it asks for no margin m, else K^2 = R^2 + 2m/eta
---
---Novikoff 1962
---
---proved upper bound on mistakes, level cell
---@param options? bound.perceptron_margin.options
---@return bound
function bound.perceptron_margin(options) end

---@class (exact) bound.perturbed_leader_regret.options

---2 s sqrt(n) + sum R |L - tr(L)/n|_F/(4 sqrt(pi) s): expected regret of following the leader with a symmetric Gaussian perturbation of scale s
---
---after Kotlowski & Warmuth 2015
---
---proved upper bound on regret, level mean
---@param options? bound.perturbed_leader_regret.options
---@return bound
function bound.perturbed_leader_regret(options) end

---@class (exact) bound.product_hadamard_mistakes.options

---(r/g)^2 floor(ln n/ln(2 (r/g)^2)): mistakes that products of Hadamard rows force on every learner of rectangular instances; half of it in expectation where labels are coins
---
---docs/constants.md
---
---proved lower bound on mistakes, level cell
---@param options? bound.product_hadamard_mistakes.options
---@return bound
function bound.product_hadamard_mistakes(options) end

---@class (exact) bound.quantum_state_regret_published.options

---2 L sqrt(2 k T ln 2): the published regret of learning a quantum state of k qubits
---
---Aaronson, Chen, Hazan, Kale & Nayak 2018, Theorem 2
---
---reported upper bound on regret, level trial
---@param options? bound.quantum_state_regret_published.options
---@return bound
function bound.quantum_state_regret_published(options) end

---@class (exact) bound.random_pairs_regret.options

---half a maximum cut: expected regret that fair coins on random pairs force on every learner of cuts: half the maximum cut of their signs
---
---docs/constants.md
---
---proved lower bound on regret, level mean
---@param options? bound.random_pairs_regret.options
---@return bound
function bound.random_pairs_regret(options) end

---@class (exact) bound.randomized_capacity_mistakes.options

---(ln(n/r) + noise) / J2, expected: expected mistakes of randomised (Matrix) Winnow of trace 1 whose rates follow the score
---
---docs/constants.md
---
---proved upper bound on expected_mistakes, level trial
---@param options? bound.randomized_capacity_mistakes.options
---@return bound
function bound.randomized_capacity_mistakes(options) end

---@class (exact) bound.randomized_mistakes.options

---(r ln(n/r) + alpha H+ + beta H-) / c, expected: expected mistakes of randomised (Matrix) Winnow: half of the deterministic bound
---
---Warmuth 2007, section 1
---
---proved upper bound on expected_mistakes, level trial
---@param options? bound.randomized_mistakes.options
---@return bound
function bound.randomized_mistakes(options) end

---@class (exact) bound.ridge_loss.options

---Ridge: min (L_u + lambda |u|^2) + E^2 ln det: loss of online ridge regression against the best of all weights
---
---Vovk 2001; Azoury & Warmuth 2001; Zhdanov & Kalnishkan 2013
---
---proved upper bound on loss, level trial
---@param options? bound.ridge_loss.options
---@return bound
function bound.ridge_loss(options) end

---@class (exact) bound.running_mean_loss.options

---Running mean: best constant + D^2 ln T: loss of the running mean against the best constant in hindsight
---
---Cesa-Bianchi & Lugosi 2006, section 3.2
---
---proved upper bound on loss, level trial
---@param options? bound.running_mean_loss.options
---@return bound
function bound.running_mean_loss(options) end

---@class (exact) bound.schatten_regret.options

---Schatten: G R sqrt(T/(p-1)): regret of mirror descent with a Schatten norm, with the learner's rate and radius
---
---Kakade, Shalev-Shwartz & Tewari 2012; Ball, Carlen & Lieb 1994
---
---proved upper bound on regret, level trial
---@param options? bound.schatten_regret.options
---@return bound
function bound.schatten_regret(options) end

---@class (exact) bound.shifting_mistakes.options

---(ln(n/r) + (D/r) ln(n/a) + eta H/r) / (c + ln(1-a)): mistakes of shifting (Matrix) Winnow on subspaces that change; D counts the directions that changed
---
---Warmuth 2007, section 1; Herbster & Warmuth 1998
---
---proved upper bound on mistakes, level trial
---@param options? bound.shifting_mistakes.options
---@return bound
function bound.shifting_mistakes(options) end

---@class (exact) bound.side_information_expected_mistakes.options

---(H + D ln(n)/eta + (e-2)(1+gamma) eta T)/(2 gamma): expected mistakes of randomised completion with side information, for noisy labels
---
---after Herbster, Pasteris & Tse 2020
---
---proved upper bound on expected_mistakes, level trial
---@param options? bound.side_information_expected_mistakes.options
---@return bound
function bound.side_information_expected_mistakes(options) end

---@class (exact) bound.side_information_mistakes.options

---(D ln n + eta H) / (eta (gamma - tanh(eta/2))): mistakes of completion with side information: at most 2 D ln(n)/gamma^2 and hinge loss
---
---after Herbster, Pasteris & Tse 2020
---
---proved upper bound on mistakes, level trial
---@param options? bound.side_information_mistakes.options
---@return bound
function bound.side_information_mistakes(options) end

---@class (exact) bound.sketched_multiplicative_weights_regret.options

---ln(4n)/eta + (3 eta/8) sum R^2: expected regret of the rank-one sketch of Matrix Multiplicative Weights, as published
---
---Carmon, Duchi, Sidford & Tian 2019
---
---reported upper bound on regret, level mean
---@param options? bound.sketched_multiplicative_weights_regret.options
---@return bound
function bound.sketched_multiplicative_weights_regret(options) end

---@class (exact) bound.sorting_regret.options

---(D/2) E|S|: expected regret that an insertion sort with fair coins forces on every learner of orders
---
---docs/constants.md
---
---proved lower bound on regret, level mean
---@param options? bound.sorting_regret.options
---@return bound
function bound.sorting_regret(options) end

---@class (exact) bound.standard_optimal_mistakes.options

---Value of the game: mistakes of the standard optimal algorithm, at most the value of the diagonal game: no learner can promise less
---
---Littlestone 1988; docs/constants.md
---
---proved upper bound on mistakes, level trial
---@param options? bound.standard_optimal_mistakes.options
---@return bound
function bound.standard_optimal_mistakes(options) end

---@class (exact) bound.subspace_mistakes.options

---(r ln(n/r) + eta H) / c: mistakes of (Matrix) Winnow: 7.18 r ln(n/r) + 9.18 H at gap 1/2 with w0 = r/n and hinge loss H
---
---Warmuth 2007, Theorem 2
---
---proved upper bound on mistakes, level trial
---@param options? bound.subspace_mistakes.options
---@return bound
function bound.subspace_mistakes(options) end

---@class (exact) bound.subspace_mistakes_printed.options

---7.18 r ln(n/r) with w0 = r, as printed: the printed theorem, for learners that start at w0 = r; refuted by clean sequences
---
---Warmuth 2007, Theorem 2
---
---claimed upper bound on mistakes, level cell
---@param options? bound.subspace_mistakes_printed.options
---@return bound
function bound.subspace_mistakes_printed(options) end

---@class (exact) bound.subspace_mistakes_upper_rank.options

---7.18 R ln(n/R) for a rank of at most R: the theorem with an upper bound R on the rank substituted for r; false for R > n/e
---
---implicit in Warmuth 2007, Theorem 2
---
---claimed upper bound on mistakes, level cell
---@param options? bound.subspace_mistakes_upper_rank.options
---@return bound
function bound.subspace_mistakes_upper_rank(options) end

---@class (exact) bound.threshold_winnow_updates.options

---(KL(w*, w0) + eta H) / C: updates of Winnow with a threshold below the margin: KL(w*, w0)/C, at most 2 range^2 KL/(margin - threshold)^2
---
---lecture note on Winnow, Theorem 1.45, with the premises it needs
---
---proved upper bound on updates, level trial
---@param options? bound.threshold_winnow_updates.options
---@return bound
function bound.threshold_winnow_updates(options) end

---@class (exact) bound.trace_potential.options

---tr W as potential: two-dimensional inequality between positive and negative mistakes of unnormalised (Matrix) Winnow
---
---Warmuth 2007, footnote 7
---
---proved upper bound on trace by mistakes, level trial
---@param options? bound.trace_potential.options
---@return bound
function bound.trace_potential(options) end

---@class (exact) bound.tree_regret.options

---((n-1)/2) E|S|: expected regret that fair coins on a tree force on every learner of cuts
---
---docs/constants.md
---
---proved lower bound on regret, level mean
---@param options? bound.tree_regret.options
---@return bound
function bound.tree_regret(options) end

---@class (exact) bound.widrow_hoff_loss.options

---Widrow-Hoff: L_U/(1 - eta X^2) + |U|^2/eta: loss of Widrow-Hoff against the comparator, and against the best of all matrices
---
---Cesa-Bianchi, Long & Warmuth 1996; Schapire, COS 511, lecture 17
---
---proved upper bound on loss, level trial
---@param options? bound.widrow_hoff_loss.options
---@return bound
function bound.widrow_hoff_loss(options) end
