"""Matrix Winnow by its definition, against what the program records. See tests/scenarios/representations.sh."""
import json
import math
import os
import random
import subprocess
import sys

WINNOW = sys.argv[1]
ETA = 1.2784645427610738  # 1 + LambertW(1/e)
THETA = 0.1929666379990971  # at gap 1/2
AGREE = 1e-12  # between representations
DEFINED = 1e-12  # against the power series
TIE = 1e-9


def report(name, problem):
    print("ok " + name if not problem else "not ok %s: %s" % (name, problem))


# ---- matrices as lists of rows


def identity(n, scale=1.0):
    return [[scale if i == j else 0.0 for j in range(n)] for i in range(n)]


def product(a, b):
    columns = list(zip(*b))
    return [[math.fsum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def combine(a, b, scale):
    return [[x + scale * y for x, y in zip(row, other)] for row, other in zip(a, b)]


def inner(a, b):
    return math.fsum(x * y for row, other in zip(a, b) for x, y in zip(row, other))


def trace(a):
    return math.fsum(a[i][i] for i in range(len(a)))


def exponential(a):
    """e^A by its power series, after halving A often enough. A multiple of I is taken out first."""
    n = len(a)
    shift = trace(a) / n
    a = combine(a, identity(n), -shift)
    size = math.sqrt(inner(a, a))
    halvings = max(0, math.ceil(math.log2(size)) + 4) if size > 0 else 0
    a = [[x / 2.0**halvings for x in row] for row in a]
    total, term = identity(n), identity(n)
    for k in range(1, 20):
        term = [[x / k for x in row] for row in product(term, a)]
        total = combine(total, term, 1.0)
    for _ in range(halvings):
        total = product(total, total)
    return [[x * math.exp(shift) for x in row] for row in total]


def matrix_of(trial, header):
    n = header["n"]
    if "X" in trial:
        return trial["X"]
    if "factors" in trial:
        x = identity(n, trial["shift"])
        for weight, z in zip(trial["weights"], trial["factors"]):
            x = combine(x, [[p * q for q in z] for p in z], weight)
        return x
    vector = trial.get("x")
    if vector is None:
        vector = [0.0] * n
        for i, value in zip(trial["index"], trial["value"]):
            vector[i - 1] = value
    if header["instances"] == "vector":
        return [[vector[i] if i == j else 0.0 for j in range(n)] for i in range(n)]
    return [[p * q for q in vector] for p in vector]


def normalised_tuning(r):
    """eta maximises the progress ln((e^eta + e^(eta d))/(e^eta + 1)), d = 1/(2r), by golden section."""
    d = 0.5 / r

    def progress(eta):
        return math.log((math.exp(eta) + math.exp(eta * d)) / (math.exp(eta) + 1))

    low, high, golden = 0.1, 5.0, (math.sqrt(5) - 1) / 2
    for _ in range(200):
        a, b = high - golden * (high - low), low + golden * (high - low)
        low, high = (a, high) if progress(a) < progress(b) else (low, b)
    # Golden section finds a maximum to half the digits only: Newton on e^(eta (1 - d)) + d = (1 - d) e^eta.
    eta = low
    for _ in range(50):
        f = math.exp(eta * (1 - d)) + d - (1 - d) * math.exp(eta)
        eta -= f / ((1 - d) * (math.exp(eta * (1 - d)) - math.exp(eta)))
    theta = math.expm1(eta * d) / (-math.expm1(-eta) * (math.exp(eta) + math.exp(eta * d)))
    return eta, theta


def definition(header, trials, r, normalize):
    """Scores and predictions of Warmuth 2007, Algorithm 1; W at trace 1; W scaled to trace r after each update."""
    n = header["n"]
    eta, theta = normalised_tuning(r) if normalize == "trace" else (ETA, THETA)
    start = 1.0 / n if normalize == "trace" else r / n
    argument = identity(n, math.log(start))
    w = identity(n, start)
    result = []
    for trial in trials:
        x = matrix_of(trial, header)
        score = inner(w, x)
        tie = abs(score - theta) < TIE
        prediction = 1 if score >= theta else -1
        result.append((score, prediction, tie))
        if prediction == trial["y"]:
            continue
        argument = combine(argument, x, eta * trial["y"])
        w = exponential(argument)
        if normalize != "none":
            factor = (1.0 if normalize == "trace" else r) / trace(w)
            argument = combine(argument, identity(n), math.log(factor))
            w = [[factor * value for value in row] for row in w]
    return result


# ---- sequences


def unit(vector):
    size = math.sqrt(math.fsum(x * x for x in vector))
    return [x / size for x in vector]


def gaussian(n):
    return [random.gauss(0, 1) for _ in range(n)]


def rotation(n):
    rows = []
    while len(rows) < n:
        v = gaussian(n)
        for _ in range(2):
            for row in rows:
                d = math.fsum(a * b for a, b in zip(v, row))
                v = [a - d * b for a, b in zip(v, row)]
        rows.append(unit(v))
    return rows


def turn(rows, v):
    return [math.fsum(a * b for a, b in zip(row, v)) for row in rows]


def label(x):
    """By the first coordinate, a tenth of the time wrong."""
    return 1 if (x[0] * x[0] > 0.25) != (random.random() < 0.1) else -1


def dyads(vectors, labels):
    return [{"x": x, "y": y} for x, y in zip(vectors, labels)]


def make(n, r):
    """name -> (header, trials)"""
    sequences = {}

    def add(name, kind, trials):
        header = {"format": "winnow-lab sequence 1", "instances": kind, "n": n, "labels": "sign",
                  "comparator": {"coordinates": list(range(1, r + 1))}}
        trials = [dict([("t", t)] + list(trial.items())) for t, trial in enumerate(trials, 1)]
        with open(name + ".jsonl", "w") as file:
            for line in [header] + trials:
                file.write(json.dumps(line, separators=(",", ":")) + "\n")
        sequences[name] = (header, trials)

    vectors = [unit(gaussian(n)) for _ in range(80)]
    labels = [label(x) for x in vectors]
    add("random", "dyad", dyads(vectors, labels))
    turned = rotation(n)
    add("rotated", "dyad", dyads([turn(turned, x) for x in vectors], labels))
    x = unit(gaussian(n))
    add("repeated", "dyad", dyads([x] * 40, [1] * 12 + [-1] * 12 + [1, -1] * 8))
    zero = [0.0] * n
    add("zero", "dyad", dyads([zero, x, zero, x, zero, x, zero], [-1, 1, -1, 1, -1, -1, -1]))
    few = [unit(gaussian(n)) for _ in range(3)]
    inside = [unit([math.fsum(c * v[i] for c, v in zip(gaussian(3), few)) for i in range(n)]) for _ in range(60)]
    inside = [[v if abs(v) > 1e-300 else 0.0 for v in x] for x in inside]
    add("deficient", "dyad", dyads(inside, [random.choice([1, -1]) for _ in inside]))
    near = []
    for k in range(40):  # nearly parallel ones, to the last digits
        other = list(x)
        other[k % n] += 10.0 ** -(k % 17)
        near.append(unit(other))
    add("parallel", "dyad", dyads(near, [1 if k % 3 else -1 for k in range(40)]))
    # An adversary: each label contradicts the definition's prediction; the instances come from a small set.
    pool, played = [unit(gaussian(n)) for _ in range(5)], []
    header = {"instances": "dyad", "n": n}
    for k in range(30):
        score = definition(header, played + [{"x": pool[k % 5], "y": 1}], r, "none")[-1]
        played.append({"x": pool[k % 5], "y": -score[1]})
    add("adversary", "dyad", played)
    sums = []
    for k in range(50):
        factors = rotation(n)[: 1 + k % 3]
        if k % 4 == 0:
            factors = factors + [factors[0]]  # linearly dependent
        weights = [random.random() / 2 for _ in factors]
        sums.append({"factors": factors, "weights": weights, "shift": 0.0 if k % 2 else 0.1, "y": random.choice([1, -1])})
    add("sums", "low_rank", sums)
    add("unit", "low_rank", [{"factors": [], "weights": [], "shift": 1.0, "y": y} for y in [-1, -1, -1, -1, 1, 1, -1]])
    diagonal = [[float(random.random() < 0.3) for _ in range(n)] for _ in range(80)]
    add("attributes", "vector", dyads(diagonal, [1 if v[0] else -1 for v in diagonal]))
    add("weights", "vector", dyads([[random.random() for _ in range(n)] for _ in range(60)],
                                   [random.choice([1, -1]) for _ in range(60)]))
    return sequences


# ---- runs


def table(path):
    with open(path) as file:
        lines = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


def run(name, scenario):
    with open(name + ".lua", "w") as file:
        file.write(scenario)
    done = subprocess.run([WINNOW, "run", name + ".lua", "--out", name, "--record", "--quiet"], stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        report("run of " + name, "status %d: %s" % (done.returncode, done.stderr.strip()))
        sys.exit(1)
    recorded = {}
    for cell in table(name + "/cells.tsv"):
        with open("%s/sequences/%s.jsonl" % (name, cell["cell"])) as file:
            lines = file.read().splitlines()[1:]
        recorded[cell.get("file", cell.get("form", "")), cell["learner"]] = [json.loads(line) for line in lines]
    return recorded


def lua_list(names):
    return "{ " + ", ".join('"%s.jsonl"' % name for name in names) + " }"


def learners(representations, r):
    lines = []
    for representation in representations:
        for normalize in ("none", "trace", "project"):
            lines.append('learner.matrix_winnow { r = %d, representation = "%s", normalize = "%s", label = "%s %s" }'
                         % (r, representation, normalize, representation, normalize))
    return "{ " + ",\n ".join(lines) + " }"


def replay(name, files, representations, r):
    return run(name, 'return { params = { file = "%s.jsonl" }, sweep = { file = %s }, seeds = 1,\n'
               ' problem = function(p) return problem.recorded { file = p.file } end, learners = %s,\n'
               ' observe = { "least_eigenvalue" }, bounds = { bound.trace_potential {}, bound.subspace_mistakes {} } }\n'
               % (files[0], lua_list(files), learners(representations, r)))


def difference(one, other, tolerance):
    """Of two lists of (score, prediction): None or the first difference."""
    if len(one) != len(other):
        return "%d and %d trials" % (len(one), len(other))
    for t, (a, b) in enumerate(zip(one, other), 1):
        if abs(a[0] - b[0]) > tolerance * max(abs(a[0]), abs(b[0])):
            return "trial %d: scores %.17g and %.17g" % (t, a[0], b[0])
        if a[1] != b[1]:
            return "trial %d: predictions %d and %d at score %.17g" % (t, a[1], b[1], a[0])
    return None


def pairs(trials):
    return [(trial["score"], trial["prediction"]) for trial in trials]


def unchanged(trials):
    """While nothing was learned, the same instance has the same score, to the last bit."""
    seen = {}
    for trial in trials:
        key = json.dumps([trial.get(member) for member in ("x", "index", "value", "factors", "weights", "shift", "X")])
        if key in seen and seen[key] != trial["score"]:
            return "trial %d: %.17g was %.17g" % (trial["t"], trial["score"], seen[key])
        seen[key] = trial["score"]
        if trial["prediction"] != trial["y"]:
            seen = {}
    return None


def compare(n, r):
    os.mkdir("r%d" % r)
    os.chdir("r%d" % r)
    sequences = make(n, r)
    kinds = {}
    for name, (header, _) in sequences.items():
        kinds.setdefault(header["instances"], []).append(name)
    everything = {}
    for kind, names in kinds.items():
        representations = ["dense", "low_rank"] + (["diagonal"] if kind == "vector" else [])
        recorded = replay("kind_" + kind, names, representations, r)
        for name in names:
            for normalize in ("none", "trace", "project"):
                reference = definition(*sequences[name], r, normalize)
                title = "%s, r = %d, normalize %s" % (name, r, normalize)
                if any(tie for _, _, tie in reference):
                    report(title, "a score within 1e-9 of the threshold: the test is void")
                    continue
                dense = pairs(recorded[name + ".jsonl", "dense " + normalize])
                everything[name, normalize] = dense
                report(title + ": the definition", difference(dense, reference, DEFINED))
                for other in representations[1:]:
                    trials = recorded[name + ".jsonl", "%s %s" % (other, normalize)]
                    report("%s: dense and %s" % (title, other), difference(dense, pairs(trials), AGREE))
                    report("%s: %s does not change without a mistake" % (title, other), unchanged(trials))
                trials = recorded[name + ".jsonl", "dense " + normalize]
                report("%s: dense does not change without a mistake" % title, unchanged(trials))
        least = [float(row["value"]) for row in table("kind_%s/observations.tsv" % kind)]
        report("%s, r = %d: W stays positive definite" % (kind, r), None if least and min(least) > 0 else min(least))
        argument = [row for row in table("kind_%s/verdicts.tsv" % kind) if row["bound"] == "trace_potential.argument"]
        bad = [row for row in argument if row["verdict"] not in ("holds", "premise")]
        report("%s, r = %d: <P, H> = r ln w0 + eta sum y tr(PX)" % (kind, r), bad[0] if bad or not argument else None)
    for normalize in ("none", "trace", "project"):
        report("rotated instances, r = %d, normalize %s" % (r, normalize),
               difference(everything["random", normalize], everything["rotated", normalize], AGREE))
    return sequences


def scale_invariance():
    factors = (8.0, 3.0)
    lines = ", ".join('learner.matrix_winnow { w0 = %.17g, theta = %.17g, representation = "%s", label = "%g %s" }'
                      % (k / 8, k * THETA, form, k, form) for k in (1.0,) + factors for form in ("dense", "low_rank"))
    recorded = run("scaled", 'return { seeds = 1, problem = problem.recorded { file = "random.jsonl" }, learners = { %s } }' % lines)
    for form in ("dense", "low_rank"):
        plain = pairs(recorded["", "1 " + form])
        for k in factors:
            other = [(score / k, prediction) for score, prediction in pairs(recorded["", "%g %s" % (k, form)])]
            report("(w0, theta) times %g, %s: scores times %g, same predictions" % (k, form, k), difference(plain, other, AGREE))


def repeated_instance():
    """The first instance, repeated with label 1: max(0, ceil(ln(n theta/r)/eta)) mistakes for a dyad of norm 1."""
    for n, r in ((1, 1), (2, 1), (6, 1), (64, 1), (64, 4), (1000, 1), (1000, 3)):
        name = "again_%d_%d" % (n, r)
        with open(name + ".jsonl", "w") as file:
            file.write('{"format":"winnow-lab sequence 1","instances":"dyad","n":%d,"labels":"sign"}\n' % n)
            for t in range(1, 13):
                file.write('{"t":%d,"index":[1],"value":[1],"y":1}\n' % t)
        recorded = run(name, 'return { seeds = 1, problem = problem.recorded { file = "%s.jsonl" }, '
                       'learners = { learner.matrix_winnow { r = %d } } }' % (name, r))
        expected = max(0, math.ceil(math.log(n * THETA / r) / ETA))
        got = sum(trial["prediction"] != 1 for trial in recorded["", "matrix_winnow"])
        report("a dyad repeated, n = %d, r = %d: %d mistakes" % (n, r, expected), None if got == expected else got)
    spectrum, n, r = (0.25, 0.5, 1.0), 50, 1
    with open("general.jsonl", "w") as file:
        file.write('{"format":"winnow-lab sequence 1","instances":"low_rank","n":%d,"labels":"sign"}\n' % n)
        factors = [[float(i == j) for i in range(n)] for j in range(3)]
        for t in range(1, 13):
            file.write(json.dumps({"t": t, "factors": factors, "weights": spectrum, "shift": 0, "y": 1}) + "\n")
    recorded = run("general", 'return { seeds = 1, problem = problem.recorded { file = "general.jsonl" }, '
                   'learners = { learner.matrix_winnow {} } }')
    expected = next(k for k in range(99) if r / n * sum(s * math.exp(ETA * k * s) for s in spectrum) >= THETA)
    got = sum(trial["prediction"] != 1 for trial in recorded["", "matrix_winnow"])
    report("a matrix repeated: %d mistakes" % expected, None if got == expected else got)


def unit_instance(r):
    """X = I repeated: the score is r e^(eta k), k positive minus negative mistakes."""
    with open("unit.jsonl") as file:
        trials = [json.loads(line) for line in file.read().splitlines()[1:]]
    recorded = run("units", 'return { seeds = 1, problem = problem.recorded { file = "unit.jsonl" }, '
                   'learners = { learner.matrix_winnow { r = %d }, learner.matrix_winnow { r = %d, representation = "dense", '
                   'label = "dense" } } }' % (r, r))
    for name in ("matrix_winnow", "dense"):
        k, expected = 0, []
        for trial in trials:
            score = r * math.exp(ETA * k)
            prediction = 1 if score >= THETA else -1
            expected.append((score, prediction))
            if prediction != trial["y"]:
                k += trial["y"]
        report("X = I repeated, r = %d, %s: r e^(eta k)" % (r, name), difference(pairs(recorded["", name]), expected, AGREE))


def degenerate():
    every = ", ".join('learner.matrix_winnow { r = p.n, normalize = "%s", representation = "%s", label = "%s %s" }'
                      % (how, form, how, form) for how in ("none", "trace", "project") for form in ("dense", "low_rank"))
    run("whole", 'return { params = { n = 1 }, sweep = { n = { 1, 2, 7 } }, trials = 50, seeds = 2,\n'
        ' problem = function(p) return problem.close_to_subspace { n = p.n, r = p.n, positives = 1 } end,\n'
        ' learners = function(p) return { %s } end, bounds = bound.subspace_mistakes {} }' % every)
    mistakes = [row["mistakes"] for row in table("whole/cells.tsv")]
    report("r = n: no mistakes", None if len(mistakes) == 36 and set(mistakes) == {"0"} else mistakes)
    values = [float(row["value"]) for row in table("whole/verdicts.tsv") if row["bound"] == "subspace_mistakes"]
    report("r = n: the bound is 0", None if values and max(map(abs, values)) < 1e-12 else values)
    verdicts = {row["verdict"] for row in table("whole/verdicts.tsv")}
    report("r = n: the bound holds", None if verdicts == {"holds"} else verdicts)
    run("single", 'return { trials = 30, seeds = 3, problem = problem.disjunction { n = 1 },\n'
        ' learners = { learner.winnow { gap = 1 }, learner.winnow { gap = 1, normalize = "trace", label = "trace" },\n'
        ' learner.winnow { gap = 1, normalize = "project", label = "project" } } }')
    mistakes = {row["mistakes"] for row in table("single/cells.tsv")}
    report("one attribute: no mistakes", None if mistakes == {"0"} else mistakes)


def normalised_bound_is_better():
    run("ranks", 'return { params = { r = 1 }, sweep = { r = { 1, 2, 3, 4, 8, 16 } }, trials = 3000, seeds = 1,\n'
        ' problem = function(p) return problem.close_to_subspace { n = 32, r = p.r } end,\n'
        ' learners = function(p) return { learner.matrix_winnow { r = p.r },\n'
        ' learner.matrix_winnow { r = p.r, normalize = "trace", label = "trace" } } end, bounds = bound.subspace_mistakes {} }')
    value = {(int(row["r"]), row["learner"]): float(row["value"])
             for row in table("ranks/verdicts.tsv") if row["bound"] == "subspace_mistakes"}
    # 1 / (r c) of the normalised learner, r = 1, 2, ..., against 7.182242953337244
    for r, constant in ((1, 5.31275085), (2, 6.268965530), (3, 6.577166880), (4, 6.729750270), (8, 6.956926979), (16, 7.069806182)):
        scale = r * math.log(32 / r)
        report("normalised bound at r = %d" % r, None if abs(value[r, "trace"] / scale - constant) < 2e-8 else value[r, "trace"] / scale)
        report("bound at r = %d" % r, None if abs(value[r, "matrix_winnow"] / scale - 7.182242953337244) < 1e-9
               else value[r, "matrix_winnow"] / scale)


def rotated_adversary():
    """A recorded sequence that an adversary played, replayed."""
    run("played", 'return { trials = 60, seeds = 1, problem = problem.threshold_adversary { n = 12, rotated = true },\n'
        ' learners = learner.matrix_winnow { representation = "dense" } }')
    file = "played/sequences/%s.jsonl" % table("played/cells.tsv")[0]["cell"]
    recorded = run("again", 'return { seeds = 1, problem = problem.recorded { file = "%s" },\n'
                   ' learners = { learner.matrix_winnow { representation = "dense" } } }' % file)
    with open(file) as lines:
        first = [json.loads(line) for line in lines.read().splitlines()[1:]]
    report("an adversary's sequence, replayed: the same scores, bit by bit",
           difference(pairs(first), pairs(recorded["", "matrix_winnow"]), 0.0))


def forms():
    """One sequence as vectors or sums of dyads, as whole matrices, and rotated: the same scores and predictions."""
    every = ", ".join('learner.matrix_winnow { r = 2, gap = %%s, representation = "dense", normalize = "%s", label = "%s" }'
                      % (how, how) for how in ("none", "trace", "project"))
    recorded = run("forms", 'return { params = { form = "vector" }, sweep = { form = { "vector", "matrix", "rotated" } },\n'
                   ' trials = 150, seeds = 1,\n'
                   ' problem = function(p) return problem.disjunction { n = 20, r = 2, form = p.form, noise = 0.1 } end,\n'
                   ' learners = { %s } }' % every.replace("%s", "1"))
    for how in ("none", "trace", "project"):
        plain = pairs(recorded["vector", how])
        report("attributes as matrices, normalize " + how, difference(plain, pairs(recorded["matrix", how]), AGREE))
        report("attributes rotated, normalize " + how, difference(plain, pairs(recorded["rotated", how]), AGREE))
    recorded = run("sums", 'return { params = { form = "auto" }, sweep = { form = { "auto", "matrix" } }, trials = 150, seeds = 1,\n'
                   ' problem = function(p) return problem.close_to_subspace { n = 12, r = 2, form = p.form, rank = 3,\n'
                   ' instances = "full", noise = 0.1 } end, learners = { %s } }' % every.replace("%s", "0.5"))
    for how in ("none", "trace", "project"):
        report("sums of dyads as matrices, normalize " + how,
               difference(pairs(recorded["auto", how]), pairs(recorded["matrix", how]), AGREE))


random.seed(20071)
compare(8, 1)
scale_invariance()
repeated_instance()
unit_instance(1)
os.chdir("..")
compare(8, 2)
unit_instance(2)
os.chdir("..")
degenerate()
normalised_bound_is_better()
rotated_adversary()
forms()
