local t = setmetatable({}, { __index = function(_, k) return k end })
for i = 1, 3 do t[i] = string.format("%d %s", i, ("x"):rep(i)) end
while not pcall(error, "a") do break end
return { trials = function(p) return #t end, problem = problem.disjunction { n = 4 }, learners = learner.winnow { gap = 1 },
  bounds = bound.subspace_mistakes {} }
