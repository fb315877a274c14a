-- Who likes which film? Ratings from half a star to five of 610 users, in the order of time, each predicted before it
-- is given: the 25764 of the 200 films rated most, p = 810, small enough for log det, O(p^2) a rating; and all
-- 100836 of 9724 films, p = 10334, for what costs O(p) at most: matrix prediction by windows, and the baselines in
-- O(1). Matrix prediction begins at 0, 2.75 stars, and has to learn what is common to all films entry by entry; so
-- damped means of users and films, learned online, come first, and it learns what they leave. Absolute error and Brier
-- score are those of ratings moved to [0,1]: MAE = 4.5 absolute_error, RMSE = 4.5 sqrt(brier) stars. The bounds are
-- above 2 T. Time and memory of a rating are in timing.tsv; regret is against the best matrix of
-- the trace norm. It takes minutes. Needs --data.
return {
  title = "MovieLens: who likes which film?",
  source = "Hazan, Kale & Shalev-Shwartz 2012, section 2.2; Harper & Konstan 2015",
  params = { films = 200, norm = 350, eta = 0.3, against = "hindsight" },
  sweep = { films = { 200, 9724 } },
  seeds = 1,
  problem = function(p)
    return problem.ratings {
      file = "movielens-small/ratings.csv",
      top_columns = p.films,
      comparator = p.against,
      trace_norm = p.norm,
    }
  end,
  learners = function(p)
    local class, norm = "collaborative_filtering", p.norm
    local learners = {
      learner.online_matrix_prediction {
        class = class,
        decomposition = "sharp",
        trace_norm = norm,
        label = "matrix prediction",
      },
      learner.online_matrix_prediction {
        class = class,
        decomposition = "sharp",
        trace_norm = norm,
        eta = p.eta,
        label = "matrices, larger eta",
      },
      learner.residual_matrix_prediction {
        class = class,
        decomposition = "sharp",
        trace_norm = norm,
        grid = { 0.001, 0.003, 0.01, 0.03, 0.1 },
        label = "means, then matrices",
      },
      learner.damped_means { label = "means of user and film" },
      learner.matrix_factorisation { label = "factorisation", grid = { 0.01, 0.02, 0.05, 0.1 } },
      learner.follow_the_leader { of = "column", label = "mean of the film" },
      learner.constant { value = 1 / 3, label = "always 3.5 stars" },
      learner.constant { value = 5 / 9, label = "always 4 stars" },
    }
    if p.films <= 200 then
      learners[#learners + 1] = learner.log_det { class = class, trace_norm = norm, label = "log det" }
    end
    return learners
  end,
  observe = { "absolute_error", "brier" },
  plot = {
    {
      name = "loss",
      x = "trials",
      xlabel = "rating",
      y = "loss",
      ylabel = "cumulative loss",
      panels = "films",
      free = "x",
      log = "",
    },
    {
      name = "rolling_loss",
      title = "MovieLens: loss of a rating, mean over the last tenth",
      x = "trials",
      xlabel = "rating",
      y = "rolling_loss",
      ylabel = "loss of a rating",
      panels = "films",
      free = "x",
      log = "",
    },
  },
}
