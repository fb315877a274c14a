"""Experiments: tables as frames, scenarios as dictionaries, errors, plots and reports; against the program itself."""
import csv
import math
import os
import pathlib
import re
import shutil
import subprocess
import warnings

import pytest

from conftest import BUILD, ROOT

import winnowlab
from winnowlab import scenarios

PROGRAM = os.path.join(BUILD, "winnow")
p = winnowlab.parameters
SCENARIO = {
    "title": "Two learners", "params": {"n": 24, "r": 2, "name": 'a "quoted" \\ text'}, "sweep": {"n": [12, 24]}, "trials": 200, "seeds": 3,
    "problem": {"disjunction": {"n": p.n, "r": p.r, "density": 0.3}},
    "learners": [{"winnow": {"r": p.r, "label": "ours"}}, "perceptron"],
    "bounds": ["subspace_mistakes"], "observe": ["trace"],
    "plot": [{"x": "trials", "y": "mistakes"}, {"name": "by_n", "x": "n", "y": "mistakes"}],
}
LUA = """return {
  title = "Two learners", params = { n = 24, r = 2, name = 'a "quoted" \\\\ text' }, sweep = { n = { 12, 24 } }, trials = 200, seeds = 3,
  problem = function(p) return problem.disjunction { n = p.n, r = p.r, density = 0.3 } end,
  learners = function(p) return { learner.winnow { r = p.r, label = "ours" }, learner.perceptron {} } end,
  bounds = { bound.subspace_mistakes {} }, observe = { "trace" },
  plot = { { x = "trials", y = "mistakes" }, { name = "by_n", x = "n", y = "mistakes" } },
}
"""
TABLES = ["summary", "cells", "curves", "verdicts", "observations", "bound_curves"]


def rows_of(path):
    with open(path, newline="") as file:
        lines = [line for line in file.read().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def number(text):
    return math.nan if text in ("-", "nan") else float(text)


def test_a_dictionary_is_the_table_in_lua():
    with open("experiment.lua", "w") as file:
        file.write(LUA)
    done = subprocess.run([PROGRAM, "run", "experiment.lua", "--out", "by_hand", "--quiet"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    result = winnowlab.run(SCENARIO, out="from_python")
    for name in TABLES:
        with open("by_hand/%s.tsv" % name) as one, open("from_python/%s.tsv" % name) as other:
            assert one.read() == other.read()
    assert result.status == 0 and result.folder == "from_python"
    assert result.manifest["scenario"] == "experiment" and os.path.exists("results/scenarios/experiment.lua")


def test_frames_are_the_tables():
    pytest.importorskip("pandas")
    result = winnowlab.run(SCENARIO)
    assert result.folder == "results/experiment"
    cells = {row["cell"]: row for row in rows_of("results/experiment/cells.tsv")}
    assert len(cells) == 12
    for name in TABLES:
        frame, rows = result.table(name), rows_of("results/experiment/%s.tsv" % name)
        assert len(frame) == len(rows) and (rows or name == "bound_curves")
        for place, row in enumerate(rows):
            whole = {**{key: cells[row["cell"]][key] for key in ("n", "r", "learner", "seed")}, **row} if row.get("cell", "-") != "-" else row
            for key, text in whole.items():
                got = frame[key][place]
                if isinstance(got, str):
                    assert got == text
                else:
                    assert float(got) == number(text) or math.isnan(got) and math.isnan(number(text)), (name, key, place)
    assert list(result.curves.columns[:6]) == ["cell", "n", "name", "r", "learner", "seed"]
    assert result.cells.groupby("learner").mistakes.mean()["ours"] < result.cells.groupby("learner").mistakes.mean()["perceptron"]
    assert set(result.verdicts.verdict) == {"holds"} and (result.summary.verdict.dropna() == "holds").all()
    assert set(result.observations.quantity) == {"trace"}
    assert set(result.cells.name) == {'a "quoted" \\ text'}


def test_options_are_those_of_the_command_line():
    result = winnowlab.run(SCENARIO, set={"n": [8, 9], "r": 1, "name": "x"}, seeds=2, trials=50, jobs=1, record=True, save_state=True, out="o")
    manifest = result.manifest
    assert manifest["overrides"] == {"n": "8,9", "name": "x", "r": "1", "seeds": "2", "trials": "50"}
    assert manifest["record"] and manifest["save_state"] and len(os.listdir("o/states")) == len(os.listdir("o/sequences")) == 8
    with pytest.raises(ValueError, match="--colour: no such option of winnow run"):
        winnowlab.run(SCENARIO, colour="blue")
    numpy = pytest.importorskip("numpy")
    assert winnowlab.run(SCENARIO, set={"n": numpy.array([8, 9])}, seeds=numpy.int64(1), out="p").manifest["overrides"]["n"] == "8,9"


def test_refusals_are_the_program_s_own_line(capsys):
    for scenario, options, message in (
            ("no_such_scenario", {}, "no_such_scenario: no such scenario"),
            ({**SCENARIO, "problm": 1}, {}, "results/scenarios/experiment.lua:17: problm: no such field; nearest: problem"),
            ({**SCENARIO, "learners": "winow"}, {}, "results/scenarios/experiment.lua:8: learner.winow: no such learner; nearest: winnow"),
            ({**SCENARIO, "problem": {"disjunction": {"n": 2, "r": 4}}}, {},
             "results/scenarios/experiment.lua:7: disjunction: r = 4 must be at most n = 2"),
            (SCENARIO, {"seeds": 0}, "--seeds 0: expected a whole number"),
            (SCENARIO, {"data": "nowhere"}, "--data nowhere: no such folder")):
        with pytest.raises(ValueError, match="^" + re.escape(message)) as caught:
            winnowlab.run(scenario, **options)
        assert "\n" not in str(caught.value)
    assert capsys.readouterr().err == ""
    for wrong in ({"problem": {"a": {}, "b": {}}}, {"learners": [1]}, {"params": {"a": object()}}, {1: 2}):
        with pytest.raises(ValueError):
            winnowlab.run(wrong)


@pytest.mark.parametrize("value, lua", [
    (True, "true"), (3, "3"), (0.5, "0.5"), (1e300, "1e+300"), (math.inf, "math.huge"), ("é\n\"\\", '"é\\010\\034\\092"'),
    ([1, "a"], '{ 1, "a" }'), ({"a": 1, "end": 2, "x y": 3}, '{ a = 1, ["end"] = 2, ["x y"] = 3 }'), (p.n, "p.n"), (-p.n, "(-p.n)"),
    (2 * p.n + 1, "((2 * p.n) + 1)"), (p.n ** 2 // 3 - p.r / 4, "(((p.n ^ 2) // 3) - (p.r / 4))"), (1 - p.n, "(1 - p.n)"),
    (winnowlab.Lua("math.sqrt(p.n)") * 2, "(math.sqrt(p.n) * 2)"),
])
def test_values_in_lua(value, lua):
    assert scenarios.text(value) == lua


def test_functions_of_the_grid_point():
    text = scenarios.lua_of({**SCENARIO, "trials": 10 * p.n, "bounds": winnowlab.Lua("function(p) return {} end")})
    assert "  trials = function(p) return (10 * p.n) end," in text
    assert "  bounds = function(p) return {} end," in text
    assert '  observe = { "trace" },' in text
    result = winnowlab.run({**SCENARIO, "trials": 10 * p.n, "bounds": winnowlab.Lua("function(p) return {} end")}, seeds=1)
    assert [row["trials"] for row in rows_of(result.folder + "/cells.tsv")] == ["120", "120", "240", "240"]


@pytest.mark.skipif(shutil.which("gnuplot") is None, reason="gnuplot is not installed")
def test_plots_and_reports():
    result = winnowlab.run(SCENARIO)
    pictures = result.plot()
    assert pictures == ["plots/experiment/by_n.svg", "plots/experiment/mistakes.svg"]
    assert all(pathlib.Path(path).read_text().startswith("<?xml") for path in pictures)
    assert pictures._repr_html_().count('src="data:image/svg+xml;base64,PD94bW') == 2
    shown = result._repr_html_()
    assert shown.count("<img ") == 1 and shown.count("<tr") == 1 + len(rows_of("results/experiment/summary.tsv")) and "results/experiment" in shown
    assert result.plot(out="elsewhere") == ["elsewhere/by_n.svg", "elsewhere/mistakes.svg"]
    page = result.report("page.html")
    assert page == "page.html" and "Two learners" in pathlib.Path(page).read_text() and page._repr_html_() == '<a href="page.html">page.html</a>'
    shutil.rmtree("results/experiment")
    with pytest.raises(ValueError, match="results/experiment"):
        result.plot()


def test_scenarios_of_the_project_are_found_by_name():
    result = winnowlab.run("close_to_subspace", seeds=1, trials=30, set={"n": 16})
    assert result.folder == "results/close_to_subspace/n=16,seeds=1,trials=30"


def test_a_violated_bound_is_a_warning():
    """A learner that is told to break a theorem: Winnow's bound with the printed start (docs/errata.md) is refuted, which is no error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert winnowlab.run("w0_misprint", seeds=1, show=False).status == 0


def test_two_lines_of_r_read_the_results():
    """Those of docs/python.md."""
    if shutil.which("Rscript") is None:
        pytest.skip("Rscript is not installed")
    winnowlab.run(SCENARIO)
    with open(os.path.join(ROOT, "docs", "python.md")) as file:
        lines = re.search("```r\n(.*?)```", file.read(), re.S).group(1)
    assert len(lines.splitlines()) == 2
    os.rename("results/experiment", "results/close_to_subspace")
    done = subprocess.run(["Rscript", "-e", lines], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    means = {}
    for row in rows_of("results/close_to_subspace/cells.tsv"):
        means.setdefault(row["learner"], []).append(int(row["mistakes"]))
    for learner, mistakes in means.items():
        found = re.search("%s +([0-9.]+)" % learner, done.stdout)
        assert float(found.group(1)) == pytest.approx(sum(mistakes) / len(mistakes), rel=1e-5)
