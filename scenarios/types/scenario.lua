---@meta
-- What a scenario may contain and what Lua gives it, for editors (docs/scenarios.md). Learners, problems, bounds
-- and the fields of plots are in members.lua, vectors and matrices in values.lua.

---Parameters of a grid point: the names of `params` with their values.
---@alias parameters table<string, any>

---A scenario. Write `---@type scenario` above a local table to have its fields checked.
---@class (exact) scenario
---@field title? string one line, for plots and tables
---@field source? string where the experiment comes from
---@field params? table<string, number|string|boolean|string[]> parameters and their values; a list: the words that one may be, the first by default
---@field sweep? table<string, (number|string|boolean)[]> lists of values; their product is the grid
---@field trials? integer|fun(p: parameters): integer default: the length of the problem
---@field test? integer|fun(p: parameters): integer further trials that test what was learned
---@field seeds? integer 1 to 1000000; default 20
---@field problem? problem|fun(p: parameters): problem
---@field learners? learner|learner[]|fun(p: parameters): learner|learner[]
---@field bounds? bound|bound[]|fun(p: parameters): bound|bound[]
---@field observe? observable[] quantities that are written along the run
---@field plot? plot|plot[]|fun(p: parameters): plot|plot[]
---@field procedure? fun(p: parameters, seed: integer): table<string, number|boolean> instead of problem and learners

---@class (exact) plot.mark
---@field x number
---@field y number
---@field label string

-- ---- instances (values.lua has vec, sparse and mat)

---What `x` is in functions of custom learners, problems and bounds: vec or sparse for vectors and dyads, mat for matrices.
---@alias instance vec|sparse|mat|low_rank_instance|entry_instance

---shift I + sum of weights_k z_k z_k^T, z_k the rows of factors.
---@class low_rank_instance
---@field factors mat
---@field weights vec
---@field shift? number

---An entry, or a distance between two items.
---@class entry_instance
---@field i integer
---@field j integer

-- ---- custom learners, problems and bounds

---@class (exact) custom.parameter
---@field type? "number"|"integer"|"boolean"|"text"|"numbers"|"choice"
---@field default? number|string|boolean|number[] without a default the parameter must be given
---@field low? number
---@field high? number
---@field open_low? boolean `low` itself is excluded
---@field open_high? boolean
---@field choices? string[]
---@field help? string

---@alias custom.parameters table<string, custom.parameter|number|string|boolean>

---What a learner is told before the first trial.
---@class setting
---@field n integer order of the instances; columns
---@field m integer rows, for rectangular instances and entries, otherwise 0
---@field rank integer
---@field trials integer the most trials there will be
---@field instances instance_kind
---@field loss string
---@field low number interval of predictions
---@field high number

---@class (exact) custom.learner
---@field name string
---@field title? string
---@field citation? string
---@field help? string
---@field parameters? custom.parameters
---@field seconds? number seconds that one call may take at most; default 60
---@field family? string
---@field instances instance_kind|instance_kind[]
---@field predicts? "sign"|"real"|"either"
---@field randomised? boolean it may call math.random, and predict returns the probability
---@field conservative? boolean on signs the state changes only after mistakes
---@field equivariant? ("permutation"|"rotation"|"vector_rotation")[] what may be applied to all instances without changing a prediction
---@field create fun(setting: setting, p: parameters): any the state
---@field predict fun(state: any, x: instance): number, number?, number? score, prediction, probability
---@field update fun(state: any, x: instance, prediction: number, y: number, score: number): boolean whether the state changed
---@field score? fun(state: any, x: instance): number
---@field threshold? number|fun(state: any): number on signs 1 is predicted if and only if the score is at least this; default 0
---@field save? fun(state: any): any
---@field load? fun(setting: setting, p: parameters, saved: any): any
---@field constants? table<string, number|fun(state: any): number>
---@field observe? table<string, fun(state: any): number>

---@class (exact) custom.facts
---@field n integer
---@field m? integer rows, for rectangular instances and entries
---@field instances instance_kind
---@field rank? integer
---@field labels? "sign"|"real"
---@field loss? "absolute"|"square"|"logistic"|"hinge"|"linear"|"violation" with interval; otherwise (p - y)^2
---@field interval? number[] { low, high }
---@field scale? number the loss is multiplied by it; default 1
---@field gap? number[] { low, high } of the comparator
---@field trials? integer the length
---@field adaptive? boolean
---@field exchangeable? boolean
---@field late? boolean the comparator is known only at the end

---The learner that a problem or a bound sees, valid during the call.
---@class partner
---@field name string
---@field family string
---@field randomised boolean
---@field threshold number what its score is compared with now
local partner = {}

---@param x instance
---@return number
function partner:score(x) end

---@param name string
---@return number?
function partner:constant(name) end

---@class (exact) custom.problem
---@field name string
---@field title? string
---@field citation? string
---@field help? string
---@field parameters? custom.parameters
---@field seconds? number
---@field family? string
---@field facts custom.facts|fun(p: parameters): custom.facts
---@field create fun(setting: { n: integer, m: integer, trials: integer }, p: parameters): any the state
---@field next fun(state: any, learner: partner): any, number? instance and label, or the instance alone; nothing means the end
---@field reveal? fun(state: any, prediction: number, score: number): number the label
---@field comparator? fun(state: any): table one of coordinates, vector, frame, matrix, cut, order
---@field asks_learner? string[] constants that it asks its learner for
---@field constants? table<string, number|fun(state: any): number>

---@class played_problem
---@field name string
---@field family string
---@field instances instance_kind
---@field labels "sign"|"real"
---@field loss string
---@field low number
---@field high number
---@field gap_low number
---@field gap_high number
---@field n integer
---@field m integer
---@field rank integer
---@field trials integer
---@field adaptive boolean
---@field exchangeable boolean
---@field constant fun(name: string): number?
---@field comparator? { origin: string, trace: number, entropy: number, squared_norm: number, rank: integer? }

---@class trial
---@field t integer
---@field x instance
---@field score number
---@field prediction number
---@field label number
---@field loss number
---@field error_probability number
---@field mistake boolean
---@field updated boolean

---Measures so far, or what a procedure returned.
---@alias totals table<string, number>

---@class (exact) custom.premise
---@field name string
---@field holds? fun(state: any, totals: totals): boolean, number? not of a ready one
---@field ready? integer of a ready one

---Premises of custom bounds that the laboratory checks in every trial.
---@class ready_premises
---@field noise_free custom.premise no trial contradicts the comparator
---@field gap custom.premise no instance is in the gap
---@field unit_length custom.premise vectors and dyads have length 1
---@field one_comparator custom.premise the comparator does not change
premise = {}

---@class (exact) custom.invariant
---@field measure string
---@field direction? "upper"|"lower"
---@field judge fun(state: any, trial: trial): number, number measured and value

---@class (exact) custom.bound
---@field name string
---@field title? string
---@field citation? string
---@field help? string
---@field parameters? custom.parameters
---@field seconds? number
---@field status? "proved"|"claimed"|"reported"
---@field direction? "upper"|"lower"
---@field level? "trial"|"cell"|"mean"|"probability"
---@field measure string
---@field tolerance? number
---@field confidence? number for level = "probability"
---@field spread? number|fun(state: any, totals: totals): number for level = "mean": the slack of a cell is sub-Gaussian with it
---@field range? fun(state: any, totals: totals): number, number for level = "mean": the least and the largest slack of a cell
---@field comparator? boolean true: the verdict is unchecked without one
---@field learner_family? string it is about learners of this family only
---@field problem_family? string
---@field asks_learner? string[] constants that it asks learners for
---@field asks_problem? string[]
---@field noise? boolean true: the value charges trials that contradict the comparator, so that attacks may use them
---@field applies? fun(problem: played_problem, learner: partner): boolean
---@field create? fun(problem: played_problem, learner: partner, p: parameters): any
---@field watch? fun(state: any, trial: trial)
---@field value fun(state: any, totals: totals): number
---@field measured? fun(state: any, totals: totals): number
---@field trivial? number|fun(state: any, totals: totals): number
---@field premises? custom.premise[]
---@field invariants? table<string, custom.invariant>

---@param definition custom.learner
---@return fun(options?: table): learner
function learner.custom(definition) end

---@param definition custom.problem
---@return fun(options?: table): problem
function problem.custom(definition) end

---@param definition custom.bound
---@return fun(options?: table): bound
function bound.custom(definition) end
