"""Learners of one's own in Python: in any scenario, as a program, from a notebook, slow and broken ones."""
import csv
import json
import linecache
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
import types
import warnings

import pytest

from conftest import BUILD, ROOT

import winnowlab
from winnowlab import own, own_source

PROGRAM = os.path.join(BUILD, "winnow")
HERE = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "python")}

MINE = """
import winnowlab
from helper import zeros


class Mine(winnowlab.Learner):
    def __init__(self, eta=1.0, wrong=None, **more):
        self.eta, self.wrong = eta, wrong

    def start(self, setting):
        self.w = zeros(setting.n)
        if self.wrong == "start":
            raise RuntimeError("no start")

    def predict(self, x):
        if self.wrong == "crash":
            import os
            os._exit(7)
        if self.wrong == "late":
            import time
            time.sleep(60)
        if self.wrong == "nan":
            return float("nan")
        print("this is no answer")
        return sum(w * v for w, v in zip(self.w, x))

    def update(self, x, p, y):
        if self.wrong == "update":
            return {}["no such key"]
        if p == y:
            return False
        for i, v in enumerate(x):
            self.w[i] += self.eta * y * v

    def observe(self):
        return {"norm": sum(w * w for w in self.w) ** 0.5}


winnowlab.play(Mine)
"""
SCENARIO = {"params": {"n": 12}, "sweep": {"n": [8, 12]}, "trials": 80, "seeds": 2, "observe": ["constant:norm"],
            "problem": {"disjunction": {"n": winnowlab.parameters.n, "r": 2}}, "learners": ["perceptron"]}


def rows_of(folder, name="cells"):
    with open(os.path.join(folder, name + ".tsv"), newline="") as file:
        lines = [line for line in file.read().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def of(folder, learner, *columns):
    return [tuple(row[each] for each in columns) for row in rows_of(folder) if row["learner"] == learner]


def load(name, text):
    """A module from a file of the working folder."""
    path = os.path.abspath(name + ".py")
    with open(path, "w") as file:
        file.write(text)
    module = types.ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module
    exec(compile(text, path, "exec"), module.__dict__)
    return module


@pytest.fixture
def mine(working_folder, monkeypatch):
    (working_folder / "helper.py").write_text("def zeros(n):\n    return [0.0] * n\n")
    monkeypatch.syspath_prepend(str(working_folder))
    sys.modules.pop("helper", None)
    return load("mine", MINE).Mine


@pytest.fixture
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


COLUMNS = ("n", "seed", "mistakes", "updates", "stream")


def test_it_plays_in_any_scenario(mine, quiet):
    result = winnowlab.run(SCENARIO, learners=[mine(eta=0.5)])
    assert of(result.folder, "Mine", *COLUMNS) == of(result.folder, "perceptron", *COLUMNS) and len(of(result.folder, "Mine", "n")) == 4
    assert {row["status"] for row in rows_of(result.folder)} == {"done"}
    norms = [float(row["value"]) for row in rows_of(result.folder, "observations") if row["quantity"] == "constant:norm"]
    assert max(norms) > 0.5
    for name in ("close_to_subspace", "threshold_cycle"):
        if os.path.exists(os.path.join(ROOT, "scenarios", name + ".lua")):
            result = winnowlab.run(name, seeds=1, trials=20, learners=[mine()], set={"n": 8} if name == "close_to_subspace" else None)
            assert {row["status"] for row in rows_of(result.folder) if row["learner"] == "Mine"} == {"done"}


def test_among_the_learners_of_a_dictionary(mine, quiet):
    other = mine(2.0)
    other.label = "other's"
    result = winnowlab.run({**SCENARIO, "learners": [mine(), "perceptron", other]})
    assert of(result.folder, "Mine", *COLUMNS) == of(result.folder, "perceptron", *COLUMNS) == of(result.folder, "other's", *COLUMNS)
    only = winnowlab.run({**SCENARIO, "learners": [mine()]})
    assert of(only.folder, "Mine", *COLUMNS) == of(result.folder, "Mine", *COLUMNS)


@pytest.mark.parametrize("wrong, reason", [
    ("start", "the program says: RuntimeError: no start (mine.py, line 13)"),
    ("update", "the program says: KeyError: 'no such key' (mine.py, line 29)"),
    ("nan", "trial 1: the program says: ValueError: predict returned nan, expected a finite number"),
    ("crash", "the program (predict): ended with exit status 7"),
    ("late", "the program (predict): did not answer within 6 s"),
])
def test_one_that_fails_costs_its_cells_only(mine, wrong, reason):
    learner = mine(wrong=wrong)
    learner.timeout = 6.0 if wrong == "late" else 60.0
    with pytest.warns(UserWarning) as caught:
        result = winnowlab.run(SCENARIO, learners=[learner], set={"n": 8}, show=False)
    assert str(caught[0].message).startswith("2 cells failed; the first: cell ") and reason in str(caught[0].message)
    assert of(result.folder, "Mine", "status") == [("failed",)] * 2 and of(result.folder, "perceptron", "status") == [("done",)] * 2
    assert result.status == 1


WINNOW = """
import math
import winnowlab


class Winnow(winnowlab.Learner):
    eta = 1.2784645427610738

    def __init__(self, form="difference"):
        self.form = form

    def start(self, setting):
        self.w = [1.0 / setting.n] * setting.n
        self.theta = 0.5 * self.eta / (math.exp(self.eta) - math.exp(-self.eta))  # Warmuth 2007, Theorem 2, at gap 1/2
        self.score_threshold = {"difference": 0.0, "sign": 0.0, "raw": self.theta, "moving": self.theta, "nan": math.nan}[self.form]

    def predict(self, x):
        score = sum(w * v for w, v in zip(self.w, x))
        if self.form == "moving":
            return score + self.score_threshold - self.theta
        return {"raw": score, "difference": score - self.theta, "sign": 1.0 if score >= self.theta else -1.0}[self.form]

    def update(self, x, p, y):
        if p == y:
            return False
        self.w = [w * math.exp(self.eta * y * v) for w, v in zip(self.w, x)]
        if self.form == "moving":
            self.score_threshold += 0.25

    def observe(self):
        n = float(len(self.w))
        return {"eta": self.eta, "theta": self.theta, "w0": 1.0 / n, "r": 1.0, "gap": 0.5, "normalize": 0.0,
                "score_error": n * 2.0 ** -52 * max(self.w)}


class Stubborn(Winnow):
    def update(self, x, p, y):
        return False
"""


def test_a_family_is_judged(working_folder):
    """Theorem 2 on Winnow of one's own: ours row for row. One that claims it and learns nothing breaks it."""
    module = load("winnow", WINNOW)
    learners = [module.Winnow("raw"), module.Stubborn("raw")]
    for learner in learners:
        learner.family, learner.timeout = "winnow", 60.0
    scenario = {"trials": 150, "seeds": 1, "bounds": ["subspace_mistakes", "trace_potential"], "learners": ["winnow"] + learners,
                "problem": {"disjunction": {"n": 12, "r": 1, "density": 0.3}}}
    with pytest.warns(UserWarning, match="a proved bound was violated"):
        result = winnowlab.run(scenario, show=False)
    rows = {row["learner"]: row for row in rows_of(result.folder, "verdicts") if row["bound"] == "subspace_mistakes"}
    assert {name: row["verdict"] for name, row in rows.items()} == {"winnow": "holds", "Winnow": "holds", "Stubborn": "violated"}
    assert (rows["Winnow"]["measured"], float(rows["Winnow"]["value"])) == (rows["winnow"]["measured"], pytest.approx(float(rows["winnow"]["value"])))
    learners[0].family = None
    rows = rows_of(winnowlab.run({**scenario, "learners": learners[:1]}).folder, "verdicts")
    assert [row["bound"] for row in rows] == []


NAMED = """
class Counting:
    def __init__(self, step=1.0):
        self.step, self.weights = step, {}

    def learn_one(self, x, y):
        if self.predict_one(x) != y:
            for name, value in x.items():
                self.weights[name] = self.weights.get(name, 0.0) + (self.step if y is True or y == 1 else -self.step) * value

    def predict_one(self, x):
        return 1 if sum(self.weights.get(name, 0.0) * value for name, value in x.items()) > 0 else -1


class Chances(Counting):
    def predict_one(self, x):
        return sum(self.weights.get(name, 0.0) * value for name, value in x.items()) > 0

    def predict_proba_one(self, x):
        return {True: 0.75, False: 0.25} if self.predict_one(x) else {True: 0.25, False: 0.75}
"""


def test_objects_with_learn_one(working_folder, quiet):
    """As River's: a dictionary of features, labels as numbers or, where there are chances, as True and False."""
    pytest.importorskip("numpy")
    module = load("named", NAMED)
    pickled = module.Counting(3.0)
    pickled.other = {1, 2}  # not in JSON
    result = winnowlab.run({**SCENARIO, "observe": [], "learners": [
        winnowlab.estimator(module.Counting(), timeout=60), winnowlab.estimator(module.Chances(2.0), timeout=60),
        winnowlab.estimator(pickled, label="pickled", timeout=60)]})
    assert of(result.folder, "Counting", *COLUMNS[:3]) == of(result.folder, "Chances", *COLUMNS[:3]) == of(result.folder, "pickled", *COLUMNS[:3])
    assert all(0 < int(row[2]) < 30 for row in of(result.folder, "Counting", *COLUMNS[:3]))
    assert os.path.abspath("named.py") in result.manifest["data"] and os.listdir("results/learners")[0].startswith("Counting-")


@pytest.mark.filterwarnings("ignore:(divide|invalid)")  # naive Bayes after one row
def test_estimators_of_scikit_learn(working_folder):
    """The mistakes of the same loop in Python alone on the sequence that was played; Novikoff's bound on their perceptron."""
    linear = pytest.importorskip("sklearn.linear_model")
    import numpy
    from sklearn.naive_bayes import GaussianNB

    from definitions import read_sequence
    made = {"theirs": linear.Perceptron(fit_intercept=False), "SGDClassifier": linear.SGDClassifier(loss="hinge", penalty=None),
            "bayes": GaussianNB()}
    learners = [winnowlab.estimator(made["theirs"], family="perceptron", label="theirs", timeout=60),
                winnowlab.estimator(made["SGDClassifier"], timeout=60), winnowlab.estimator(made["bayes"], label="bayes", timeout=60)]
    result = winnowlab.run({"trials": 200, "seeds": 1, "problem": {"linear_threshold": {"n": 12}}, "bounds": ["perceptron_margin"],
                            "learners": learners}, record=True, show=False)
    _, trials = read_sequence(os.path.join(result.folder, "sequences", sorted(os.listdir(result.folder + "/sequences"))[0]))
    for name, model in made.items():
        mistakes = 0
        if "random_state" in model.get_params():
            model.set_params(random_state=numpy.random.RandomState(1))
        for t, trial in enumerate(trials):
            row = numpy.array([trial["x"]])
            mistakes += (model.predict(row)[0] if t > 0 else -1) != trial["y"]
            model.partial_fit(row, [trial["y"]], classes=[-1, 1])
        assert of(result.folder, name, "mistakes") == [(str(mistakes),)], name
    verdicts = rows_of(result.folder, "verdicts")
    assert {row["bound"].partition(".")[2] for row in verdicts} == {"", "updates", "alignment", "length"}
    assert {(row["learner"], row["verdict"]) for row in verdicts} == {("theirs", "holds")}
    said = [json.loads(line)["options"]["model"] for line in result.manifest["overrides"]["learner"].splitlines()]
    assert all('"library": "sklearn ' in each for each in said) and '"fit_intercept": false' in said[0] and '"penalty": null' in said[1]


def test_what_is_no_learner_is_refused():
    pytest.importorskip("sklearn")
    from sklearn.linear_model import LogisticRegression
    for wrong, message in ((LogisticRegression(), "LogisticRegression has neither partial_fit"), (LogisticRegression, "made by its class"),
                           (winnowlab.learner("winnow", n=2), "named in the scenario"), (3, "int has neither")):
        with pytest.raises(ValueError, match=message):
            winnowlab.run(SCENARIO, learners=[wrong])


def test_score_and_threshold(working_folder, quiet):
    """Whatever a learner calls its score, the adversary forces on it what it forces on ours."""
    winnow = load("winnow", WINNOW).Winnow
    learners = [winnow(form) for form in ("difference", "raw", "moving", "sign")]
    for learner in learners:
        learner.label, learner.timeout = learner.form, 60.0
    result = winnowlab.run({"trials": 200, "seeds": 1, "problem": {"threshold_adversary": {"n": 230}}, "learners": ["winnow"] + learners})
    assert {row["learner"]: row["mistakes"] for row in rows_of(result.folder)} == dict.fromkeys(
        ("winnow", "difference", "raw", "moving", "sign"), "35")


def test_a_threshold_that_is_no_number(working_folder):
    learner = load("winnow", WINNOW).Winnow("nan")
    learner.timeout = 60.0
    with pytest.warns(UserWarning, match="ValueError: score_threshold is nan, expected a finite number"):
        winnowlab.run({**SCENARIO, "observe": [], "learners": [learner]}, show=False)


def test_cells_depend_on_the_file(mine, quiet):
    first = of(winnowlab.run(SCENARIO, learners=[mine()]).folder, "Mine", "cell", "mistakes")
    assert of(winnowlab.run(SCENARIO, learners=[mine()]).folder, "Mine", "cell", "mistakes") == first
    changed = load("mine", MINE.replace("eta=1.0", "eta=2.0")).Mine
    second = of(winnowlab.run(SCENARIO, learners=[changed()]).folder, "Mine", "cell", "mistakes")
    assert not {row[0] for row in first} & {row[0] for row in second}
    assert [row[1] for row in first] == [row[1] for row in second]


def test_one_line_makes_the_file_a_program(mine, quiet):
    with open("scenario.lua", "w") as file:
        file.write("""return { trials = 80, seeds = 2, problem = problem.disjunction { n = 8, r = 2 }, learners = { learner.perceptron {},
          learner.external { command = { "%s", "run.py" }, options = { eta = 3 }, label = "program", timeout = 60 } } }""" % sys.executable)
    with open("run.py", "w") as file:  # programs see no PYTHONPATH
        file.write("import sys\nsys.path.insert(0, %r)\n%s" % (HERE["PYTHONPATH"], MINE))
    done = subprocess.run([PROGRAM, "run", "scenario.lua", "--quiet", "--out", "o"], capture_output=True, text=True,
                          env={key: value for key, value in os.environ.items() if key != "WINNOWLAB"})
    assert (done.returncode, done.stderr) == (0, "")
    assert of("o", "program", *COLUMNS[1:]) == of("o", "perceptron", *COLUMNS[1:])


def test_strangers_stay_shut_out(mine, tmp_path_factory):
    """A scenario from elsewhere may be played by one's own learner, but starts no program of its own."""
    away = tmp_path_factory.mktemp("away")
    plain = "return { trials = 20, seeds = 1, problem = problem.disjunction { n = 8, r = 2 }, learners = { learner.perceptron {}%s } }"
    (away / "plain.lua").write_text(plain % "")
    (away / "armed.lua").write_text(plain % ', learner.external { command = { "sh", "-c", "touch started" } }')
    result = winnowlab.run(away / "plain.lua", learners=[mine()])
    assert of(result.folder, "Mine", "mistakes") == of(result.folder, "perceptron", "mistakes")
    with pytest.raises(ValueError, match='{"sh", "-c", "touch started"} is not started, because it comes from elsewhere'):
        winnowlab.run(away / "armed.lua", learners=[mine()])
    assert not (away / "started").exists()


def test_progress_is_that_of_the_program(working_folder, capsys):
    slow = load("slow", textwrap.dedent("""
        import time, winnowlab
        class Slow(winnowlab.Learner):
            def predict(self, x):
                time.sleep(0.5)
                return 0.0
    """)).Slow
    scenario = {**SCENARIO, "trials": 2, "seeds": 4, "learners": [slow()], "observe": []}
    winnowlab.run(scenario, jobs=1)
    assert "8 of 8 cells" in capsys.readouterr().err
    winnowlab.run(scenario, jobs=1, fresh=True, show=False)
    assert capsys.readouterr().err == ""


def test_an_interrupted_run_keeps_what_is_finished(working_folder):
    """As a notebook interrupts: only Python gets the signal."""
    (working_folder / "slow.py").write_text(textwrap.dedent("""
        import time, winnowlab
        class Slow(winnowlab.Learner):
            def predict(self, x):
                time.sleep(self.arguments["seconds"])
                return 0.0
        if __name__ == "__main__":
            scenario = {"problem": {"disjunction": {"n": 4, "r": 1}}, "trials": 1, "seeds": 1}
            long = Slow(seconds=100)
            long.label, long.timeout = "long", 200
            try:
                winnowlab.run({**scenario, "learners": ["perceptron", long]}, out="o", jobs=2, show=False)
            except KeyboardInterrupt:
                print("interrupted")
        """).replace("class Slow(winnowlab.Learner):", "class Slow(winnowlab.Learner):\n    def __init__(self, seconds):\n        pass"))
    process = subprocess.Popen([sys.executable, "slow.py"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=HERE,
                               start_new_session=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # ignored behind a shell's `&`
    journal = working_folder / "o" / ".journal" / "cells"
    deadline = time.monotonic() + 60
    while not (journal.exists() and journal.stat().st_size > 0) and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    printed, said = process.communicate(timeout=600)
    assert printed == "interrupted\n", said
    assert of("o", "perceptron", "status") == [("done",)]


def test_a_script_that_is_its_own_learner_s_file(working_folder):
    """It must not run itself without end."""
    script = textwrap.dedent("""
        import winnowlab
        class Own(winnowlab.Learner):
            def predict(self, x):
                return float(x[0]) - 0.5
        %s
        """)
    call = "winnowlab.run({'problem': {'disjunction': {'n': 4, 'r': 1}}, 'trials': 5, 'seeds': 1, 'learners': [Own()]}, show=False)"
    (working_folder / "bare.py").write_text(script % call)
    done = subprocess.run([sys.executable, "bare.py"], capture_output=True, text=True, env=HERE, timeout=600)
    assert done.returncode == 0 and 'write it below if __name__ == "__main__":' in done.stderr
    (working_folder / "guarded.py").write_text(script % ('if __name__ == "__main__":\n    assert ' + call + ".status == 0"))
    done = subprocess.run([sys.executable, "guarded.py"], capture_output=True, text=True, env=HERE, timeout=600)
    assert (done.returncode, done.stderr) == (0, "")


CELL = """
import math
from collections import deque

import winnowlab

SCALE = 2.0
TABLE = {"a": [1, 2.5]}
big = object()


def total(values):
    return math.fsum(values) * SCALE


class Base(winnowlab.Learner):
    kept = deque(maxlen=3)

    def start(self, setting):
        self.n = setting.n


class Cell(Base):
    def predict(self, x):
        big = total(x)
        return big - 2.0 * TABLE["a"][0] + len(self.kept)
"""


def cell(text, name="notebook"):
    """What a notebook does: a module without a file, whose text only linecache knows."""
    place = "<%s>" % name
    linecache.cache[place] = (len(text), None, text.splitlines(True), place)
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(text, place, "exec"), module.__dict__)
    return module


def test_classes_of_notebooks_are_keyed_by_their_source(working_folder, quiet):
    def play(text):
        result = winnowlab.run({**SCENARIO, "observe": []}, learners=[cell(text).Cell()])
        return of(result.folder, "Cell", "cell", "mistakes", "status"), result.manifest["data"]
    first, files = play(CELL)
    assert {row[2] for row in first} == {"done"}
    assert play("\n# a comment elsewhere\n" + CELL)[0] == first
    second, _ = play(CELL.replace("SCALE = 2.0", "SCALE = -2.0"))
    assert not {row[0] for row in first} & {row[0] for row in second}
    assert [row[1] for row in first] != [row[1] for row in second]
    names = os.listdir("results/learners")
    assert len(names) == 2 and all(name.startswith("Cell-") for name in names)
    text = (working_folder / "results/learners" / names[0]).read_text()
    assert "import math as math\n" in text and "from collections import deque as deque\n" in text and "TABLE = {'a': [1, 2.5]}\n" in text
    assert "big = " not in text.split("class Cell")[0]  # a name that the function makes itself
    compile(text, "text", "exec")


def test_classes_of_notebooks_that_cannot_be_written():
    for change, message in (("float(big is None)", "Cell uses big, a object: write both into a file"),
                            ("nowhere", "Cell uses nowhere, which is not defined")):
        with pytest.raises(ValueError, match=message):
            own_source.file_of(cell(CELL.replace("big = total(x)\n        return big", "return " + change)).Cell)

    class Within(winnowlab.Learner):
        def predict(self, x):
            return 0.0
    with pytest.raises(ValueError, match="within a function"):
        winnowlab.run(SCENARIO, learners=[Within()])


def test_instances_of_all_kinds():
    numpy = pytest.importorskip("numpy")
    shown = {"x": [1, 2], "index": [2], "value": [7], "X": [[1, 2], [3, 4]]}
    assert (own.instance({"x": shown["x"]}, 2) == numpy.array([1.0, 2.0])).all()
    assert (own.instance({"index": [2], "value": [7]}, 3) == numpy.array([0.0, 7.0, 0.0])).all()
    assert own.instance({"X": shown["X"]}, 2).shape == (2, 2)
    assert own.instance({"i": 3, "j": 1}, 5) == (2, 0)
    factors, weights, shift = own.instance({"factors": [[1, 0]], "weights": [0.5], "shift": 0.25}, 2)
    assert factors.shape == (1, 2) and weights.shape == (1,) and shift == 0.25


def test_arguments_are_known_by_name(mine):
    assert mine().arguments == {} and mine(3, wrong="x").arguments == {"eta": 3, "wrong": "x"}
    assert mine(colour=[1]).arguments == {"colour": [1]}
    numpy = pytest.importorskip("numpy")
    result = winnowlab.run(SCENARIO, learners=[mine(eta=numpy.float64(0.5), start=numpy.ones(2))], seeds=1)
    assert result.status == 0 and json.loads(result.manifest["overrides"]["learner"])["options"] == {"eta": 0.5, "start": [1, 1]}
    with pytest.raises(TypeError):
        mine(1, 2, 3)


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="Rscript is not installed")
def test_the_learner_in_r(quiet):
    shutil.copy(os.path.join(ROOT, "examples", "winnow_learner.R"), ".")
    scenario = {**SCENARIO, "learners": [{"external": {"command": ["Rscript", os.path.abspath("winnow_learner.R")], "timeout": 60,
                                                       "options": {"r": 2, "theta": 0.25}}}], "observe": []}
    assert {row["status"] for row in rows_of(winnowlab.run(scenario).folder)} == {"done"}
