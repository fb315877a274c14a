---@meta
-- Vectors, matrices and spectral parameters as values of scenarios, for editors. Positions count from 1.
-- A function "in place" returns what it changed. Instances are valid during a call and cannot be changed: use x:copy().

---n numbers. + - * / ^ work element by element, with numbers or equal shapes, and make new values.
---@class vec
---@field [integer] number
---@operator len: integer
---@operator add(vec|sparse|number): vec
---@operator sub(vec|sparse|number): vec
---@operator mul(vec|sparse|number): vec
---@operator div(vec|sparse|number): vec
---@operator pow(vec|number): vec
---@operator unm: vec
---@overload fun(n: integer, value?: number): vec
---@overload fun(numbers: number[]|vec): vec
vec = {}

---n numbers of which few are stored; it cannot be changed.
---@class sparse
---@field [integer] number
---@field count integer stored entries
---@operator len: integer
---@operator add(vec|sparse|number): vec
---@operator sub(vec|sparse|number): vec
---@operator mul(number): sparse
---@operator div(number): sparse
---@operator unm: sparse
---@overload fun(n: integer, entries: table<integer, number>): sparse
sparse = {}

---rows x columns numbers. M[i] is row i as a vec that shares the numbers. Operators are those of vec: * is not the matrix product.
---@class mat
---@field [integer] vec
---@field rows integer
---@field columns integer
---@operator len: integer
---@operator add(mat|number): mat
---@operator sub(mat|number): mat
---@operator mul(mat|number): mat
---@operator div(mat|number): mat
---@operator pow(mat|number): mat
---@operator unm: mat
---@overload fun(rows: integer, columns: integer, value?: number): mat
---@overload fun(rows: number[][]): mat
mat = {}

---Functions of v:map and M:map; clip takes low and high, power the exponent.
---@alias map_function "exp"|"clip"|"power"|"log"|"sqrt"|"abs"|"sign"|"square"|"expm1"|"log1p"|"sinh"|"cosh"|"tanh"|"asinh"|"reciprocal"|"positive"

---@class matrix.interval
---@field low number
---@field high number
---@field steps number

---@class matrix.parts
---@field beta number largest diagonal entry of P and N
---@field tau number tr P + tr N
---@field least_eigenvalue number
---@field error number largest |P - N - sym W|
---@field order number of sym W

---@class (exact) matrix.max_norm.options
---@field solver? "iteration" default iteration, and no other

---@class (exact) matrix.decomposition.options
---@field kind? "parts"|"recursive"|"rank_one"|"scaled"
---@field scale? number s of kind = "scaled"; absent: sqrt(m)
---@field symmetric? boolean sym(W) = W, of kind = "parts"

---@return vec
function vec:copy() end

---@return sparse
function sparse:copy() end

---@return mat
function mat:copy() end

---@return vec
function sparse:dense() end

---Sum of x_i y_i.
---@param y vec|sparse
---@return number
function vec:dot(y) end

---@return number
function vec:sum() end

---p = 1, 2 (the default) or "inf".
---@param p? 1|2|"inf"|number
---@return number
function vec:norm(p) end

---x y'
---@param y vec|sparse
---@return mat
function vec:outer(y) end

---The nearest vec p >= 0 of sum radius; default 1.
---@param radius? number
---@return vec
function vec:project_simplex(radius) end

---The nearest vec of |p|_1 <= radius; default 1.
---@param radius? number
---@return vec
function vec:project_l1(radius) end

---Sum of x_i y_i.
---@param y vec|sparse
---@return number
function sparse:dot(y) end

---@return number
function sparse:sum() end

---p = 1, 2 (the default) or "inf".
---@param p? 1|2|"inf"|number
---@return number
function sparse:norm(p) end

---x y'
---@param y vec|sparse
---@return mat
function sparse:outer(y) end

---The nearest vec p >= 0 of sum radius; default 1.
---@param radius? number
---@return vec
function sparse:project_simplex(radius) end

---The nearest vec of |p|_1 <= radius; default 1.
---@param radius? number
---@return vec
function sparse:project_l1(radius) end

---tr(M' N)
---@param N mat
---@return number
function mat:dot(N) end

---Sum of all entries.
---@return number
function mat:sum() end

---In place: v_i + a x_i.
---@param a number
---@param x vec|sparse
---@return vec
function vec:add(a, x) end

---In place: M + a X, or M + a x y'.
---@param a number
---@param x mat|vec|sparse
---@param y? vec|sparse
---@return mat
function mat:add(a, x, y) end

---In place: times a.
---@param a number
---@return vec
function vec:scale(a) end

---In place: element by element.
---@param x vec|sparse
---@return vec
function vec:mul(x) end

---In place: the numbers of x.
---@param x vec|sparse
---@return vec
function vec:set(x) end

---In place: every entry is a.
---@param a number
---@return vec
function vec:fill(a) end

---In place: a function of every entry.
---@param name map_function
---@param a? number
---@param b? number
---@return vec
function vec:map(name, a, b) end

---In place: times a.
---@param a number
---@return mat
function mat:scale(a) end

---In place: element by element.
---@param x mat
---@return mat
function mat:mul(x) end

---In place: the numbers of x.
---@param x mat
---@return mat
function mat:set(x) end

---In place: every entry is a.
---@param a number
---@return mat
function mat:fill(a) end

---In place: a function of every entry.
---@param name map_function
---@param a? number
---@param b? number
---@return mat
function mat:map(name, a, b) end

---exp(v_i) as a new vec.
---@return vec
function vec:exp() end

---@return number
function vec:max() end

---@return number
function vec:min() end

---Position of the first largest entry.
---@return integer
function vec:argmax() end

---Position of the first smallest entry.
---@return integer
function vec:argmin() end

---In place.
---@param order? "ascending"|"descending"
---@return vec
function vec:sort(order) end

---Positions in ascending order of the entries.
---@param order? "ascending"|"descending"
---@return integer[]
function vec:order(order) end

---@return vec
function vec:cumulative_sum() end

---M x, or M N.
---@param x vec|sparse|mat
---@return any
function mat:multiply(x) end

---x' M x, or x' M y.
---@param x vec|sparse
---@param y? vec|sparse
---@return number
function mat:quadratic(x, y) end

---@return mat
function mat:transpose() end

---@return number
function mat:trace() end

---@return vec
function mat:diagonal() end

---A copy, unlike M[i].
---@param j integer
---@return vec
function mat:column(j) end

---Of a symmetric M = V diag(values) V': ascending values, eigenvectors in columns.
---@return vec values
---@return mat V
function mat:eigh() end

---M = U diag(values) V': descending values, singular vectors in columns.
---@return mat U
---@return vec values
---@return mat V
function mat:svd() end

---Of a symmetric matrix.
---@return mat
function mat:exp() end

---Of a positive definite matrix.
---@return mat
function mat:log() end

---The nearest positive semidefinite matrix.
---@return mat
function mat:project_psd() end

---Frobenius by default; 2 is spectral, 1 and inf the largest sums of columns and rows.
---@param kind? "frobenius"|"spectral"|"nuclear"|"inf"|1|2
---@return number
function mat:norm(kind) end

---X with M X = b, and the condition number of M.
---@param b vec|sparse|mat
---@return any X
---@return number condition
function mat:solve(b) end

---The inverse, and the condition number of M.
---@return mat inverse
---@return number condition
function mat:inverse() end

---Lower triangular L with M = L L'.
---@return mat
function mat:cholesky() end

---W = P - N with P, N positive semidefinite, built and checked.
---@param options? matrix.decomposition.options
---@return matrix.parts
function mat:decomposition(options) end

---@return matrix.interval
function mat:trace_norm() end

---gamma_2, each end is proved by a certificate.
---@param options? matrix.max_norm.options
---@return matrix.interval
function mat:max_norm(options) end

---Independent numbers from [0, 1).
---@param n integer
---@return vec
function vec.uniform(n) end

---@param n integer
---@return vec
function vec.gaussian(n) end

---A random unit vector.
---@param n integer
---@return vec
function vec.unit(n) end

---@param n integer
---@return vec
function vec.signs(n) end

---1, 2, ..., n: not random.
---@param n integer
---@return vec
function vec.range(n) end

---Of 1..n.
---@param n integer
---@return vec
function vec.permutation(n) end

---k of 1..n, ascending.
---@param n integer
---@param k integer
---@return vec
function vec.subset(n, k) end

---@param m integer
---@param n integer
---@return mat
function mat.gaussian(m, n) end

---@param m integer
---@param n integer
---@return mat
function mat.signs(m, n) end

---m <= n random orthonormal rows.
---@param m integer
---@param n integer
---@return mat
function mat.orthonormal(m, n) end

---@param n integer
---@return mat
function mat.identity(n) end

---diag(v)
---@param v vec|sparse
---@return mat
function mat.diagonal(v) end

---V diag(values) V'
---@param values vec
---@param V mat
---@return mat
function mat.from_eigen(values, V) end

---1 if i <= j, else 0.
---@param n integer
---@return mat
function mat.triangular(n) end

---sign(j - i)
---@param n integer
---@return mat
function mat.sign(n) end

----w w' of alternating signs w.
---@param n integer
---@return mat
function mat.cut(n) end

---The first m rows of Sylvester's matrix of order n, a power of two.
---@param n integer
---@param m? integer
---@return mat
function mat.hadamard(n, m) end

---@class (exact) spectral.options
---@field n integer order; of rectangular instances and entries: columns
---@field m? integer rows; absent: n
---@field kind? instance_kind instances that will be fed; default vector
---@field link? "exp"|"identity"|"sinh" f; default exp
---@field representation? "auto"|"diagonal"|"dense"|"low_rank"|"rectangular"|"updated"|"sparse" of H; default auto
---@field shift? number H starts as shift I; default 0
---@field capacity? integer low_rank: the most factors that will be added; absent: n

---@class (exact) spectral.divergence.options
---@field kind? instance_kind of U
---@field scale? number D(scale U, W)
---@field entropy? number sum of u ln u over the eigenvalues of U

---The library's own parameter W = f(H), to which multiples of instances are added.
---@class spectral_parameter
---@field n integer
---@field m integer
---@field rank integer
---@field representation string
---@field link string
---@field kind instance_kind
---@field error number of rounding, estimated
---@field trace_error number
local parameter = {}

---@param options spectral.options
---@return spectral_parameter
function spectral(options) end

---tr(W X)
---@param x instance
---@param kind? instance_kind
---@return number
function parameter:score(x, kind) end

---tr(W X) / tr W
---@param x instance
---@param kind? instance_kind
---@return number
function parameter:normalized_score(x, kind) end

---tr(H X)
---@param x instance
---@param kind? instance_kind
---@return number
function parameter:argument(x, kind) end

---In place: H + a X.
---@param a number
---@param x instance
---@param kind? instance_kind
---@return spectral_parameter
function parameter:step(a, x, kind) end

---In place: H + a I.
---@param a number
---@return spectral_parameter
function parameter:shift(a) end

---@return number
function parameter:trace() end

---@return number
function parameter:log_trace() end

---Of W.
---@return number least
---@return number largest
function parameter:extremes() end

---@return vec
function parameter:eigenvalues() end

---The eigenvectors of the r largest eigenvalues, in rows.
---@param r integer
---@return mat
function parameter:top(r) end

---In place: f of the eigenvalues of W.
---@param f fun(eigenvalue: number): number
---@return spectral_parameter
function parameter:map(f) end

---D(U, W)
---@param U instance
---@param options? instance_kind|spectral.divergence.options
---@return number
function parameter:divergence(U, options) end

---@param V mat
---@return mat
function parameter:window(V) end

---@return table
function parameter:save() end

---@param saved table
---@return spectral_parameter
function parameter:load(saved) end
