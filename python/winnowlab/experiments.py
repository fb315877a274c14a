"""Experiments: `run` starts the program, a `Result` reads its folder."""
from __future__ import annotations

import base64
import csv
import glob
import html
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import own_source, places, rivals
from .learners import plain
from .library import WinnowError, WinnowValueError
from .own import Learner
from .scenarios import Lua, lua_of

Path = Union[str, "os.PathLike[str]"]
PROGRAM_OF_LEARNERS = os.path.join(places.MODULE, "own.py")
within_learner = False  # in the process of a learner of one's own, which must start no run


def _call(arguments: Sequence[str], show: bool) -> Tuple[int, str, List[str]]:
    """(exit status, standard output, lines of standard error, which are shown as they come)."""
    process = subprocess.Popen([places.program(), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               encoding="utf-8", errors="replace")
    lines: List[str] = []

    def follow() -> None:
        assert process.stderr is not None
        for line in process.stderr:
            lines.append(line.rstrip("\n"))
            if not show or line.startswith("winnow: "):  # that is for the exception
                continue
            progress = re.match(r"(\d+) of (\d+) cells", line) if "ipykernel" in sys.modules else None
            if progress:  # a bar that replaces itself
                done, all_cells = int(progress[1]), int(progress[2])
                line = "\r%-20s %-40s%s" % ("#" * (20 * done // all_cells), line.rstrip("\n"), "\n" if done == all_cells else "")
            print(line, end="", file=sys.stderr, flush=True)

    thread = threading.Thread(target=follow)
    thread.start()
    assert process.stdout is not None
    try:
        output = process.stdout.read()
        status = process.wait()
    except KeyboardInterrupt:  # a notebook does not pass it on; the program keeps what is finished
        process.send_signal(signal.SIGINT)
        process.wait()
        raise
    finally:
        thread.join()
        process.stdout.close()
        if process.stderr is not None:
            process.stderr.close()
    return status, output, lines


def _refuse(status: int, lines: List[str]) -> None:
    """Raises the program's own line."""
    said = [line for line in lines if line.startswith("winnow: ")] or lines[-1:] or ["winnow ended with status %d" % status]
    message = said[-1].replace("winnow: ", "", 1)
    if status == 130:
        raise KeyboardInterrupt(message)
    raise WinnowValueError(message) if status == 2 else WinnowError(message)


class Pictures(List[str]):
    """Paths of pictures; a notebook shows them."""

    def _repr_html_(self) -> str:
        shown = []
        for path in self:
            with open(path, "rb") as file:
                shown.append('<img alt="%s" src="data:image/svg+xml;base64,%s">' % (os.path.basename(path), base64.b64encode(file.read()).decode()))
        return "\n".join(shown)


class Page(str):
    """The path of a report; a notebook shows a link."""

    def _repr_html_(self) -> str:
        return '<a href="%s">%s</a>' % (self, self)


class Result:
    """A result folder. Tables are pandas frames, read anew each time; a missing number or text is NaN.

    Each row of `cells`, `curves`, `verdicts` and `observations` has the parameters, the learner and the seed.
    """

    def __init__(self, folder: Path, status: int = 0) -> None:
        self.folder = os.fspath(folder)
        self.status = status  # of the program: 0, 1 (cells failed), 3 (a proved bound was violated)

    def __repr__(self) -> str:
        return "<winnowlab result %s>" % self.folder

    def _repr_html_(self) -> str:
        """For notebooks: the summary, and the first picture where one can be drawn."""
        with tempfile.TemporaryDirectory() as folder:
            try:
                shown = Pictures(self.plot(folder)[:1])._repr_html_()
            except WinnowError as error:  # no gnuplot
                shown = html.escape(str(error))
        table = self.summary.dropna(axis=1, how="all").to_html(index=False, na_rep="-", float_format="%.4g", max_rows=60)
        return "%s\n<p>%s</p>\n%s" % (table, html.escape(self.folder), shown)

    @property
    def manifest(self) -> Dict[str, Any]:
        """manifest.json: versions, the scenario's text, what failed and why."""
        with open(os.path.join(self.folder, "manifest.json"), encoding="utf-8") as file:
            return json.load(file)  # type: ignore[no-any-return]

    def table(self, name: str) -> Any:
        """NAME.tsv as a frame, with parameters, learner and seed in front where it has a column `cell`."""
        import pandas
        path = os.path.join(self.folder, name + ".tsv")
        frame = pandas.read_csv(path, sep="\t", comment="#", quoting=csv.QUOTE_NONE, keep_default_na=False, na_values=["nan", "-"],
                                float_precision="round_trip")
        if name == "cells" or "cell" not in frame:
            return frame
        cells = self.table("cells")
        keys = list(cells.columns[:cells.columns.get_loc("seed") + 1])
        return cells[keys].merge(frame, how="right", on=[key for key in keys if key in frame])

    @property
    def summary(self) -> Any:
        """One row for each grid point, learner and bound: the table that the program prints."""
        return self.table("summary")

    @property
    def cells(self) -> Any:
        """One row for each grid point, learner and seed: status, trials, mistakes, loss, regret, updates, ..."""
        return self.table("cells")

    @property
    def curves(self) -> Any:
        """mistakes, loss, regret and potential at trials t of each cell."""
        return self.table("curves")

    @property
    def verdicts(self) -> Any:
        """One row for each cell and bound: measured, value, used, verdict; those over the seeds have no cell and no seed."""
        return self.table("verdicts")

    @property
    def observations(self) -> Any:
        """What `observe` of the scenario asked for: t, quantity, index, value."""
        return self.table("observations")

    def plot(self, out: Optional[Path] = None) -> Pictures:
        """Draws the scenario's plots, by the program, into the folder `out` (below plots), and returns the SVG files."""
        name = os.path.relpath(self.folder, "results")
        if name.startswith(".."):
            name = os.path.basename(os.path.normpath(self.folder))
        folder = os.path.join("plots", name) if out is None else os.fspath(out)
        status, _, lines = _call(["plot", self.folder, "--out", folder, "--format", "svg"], False)
        if status != 0:
            _refuse(status, lines)
        return Pictures(sorted(glob.glob(os.path.join(glob.escape(folder), "*.svg"))))

    def report(self, out: Path = "report.html") -> Page:
        """Writes the page `winnow report` about the folder; returns its path."""
        status, _, lines = _call(["report", self.folder, "--out", os.fspath(out), "--format", "html"], False)
        if status != 0:
            _refuse(status, lines)
        return Page(os.fspath(out))


def command_of(own: Learner) -> Dict[str, Any]:
    """The options of learner.external that play a learner of one's own."""
    cls = type(own)
    module = sys.modules.get(cls.__module__)
    path = getattr(module, "__file__", None)
    if "<locals>" in cls.__qualname__:
        raise ValueError("%s: a class within a function cannot be played: move it out" % cls.__qualname__)
    if path is None or not os.path.exists(path):
        path, name = own_source.file_of(cls), cls.__name__
    else:
        path, name = os.path.abspath(path), cls.__qualname__
    command = [sys.executable, PROGRAM_OF_LEARNERS, path, name]
    library = os.environ.get("WINNOWLAB")
    more = [os.path.abspath(library) if library else "", own.family or "", *(rivals.files_of(own.about) if isinstance(own, rivals.Estimator) else [])]
    while more and not more[-1]:
        more.pop()
    command += more
    options = {"command": command, "label": own.label or cls.__name__, "timeout": own.timeout}
    return {**options, "options": own.arguments} if own.arguments else options


def _file_of(scenario: Mapping[str, Any], name: str) -> str:
    """Writes a dictionary as a scenario file below the working folder."""
    path = os.path.join("results", "scenarios", name + ".lua")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(lua_of(scenario))
    return path


def _found(scenario: str) -> str:
    """The program knows ./scenarios and the installed ones; here also those beside the build folder."""
    if "/" in scenario or scenario.endswith(".lua") or os.path.exists(os.path.join("scenarios", scenario + ".lua")):
        return scenario
    path = os.path.join(os.path.dirname(os.path.dirname(places.program())), "scenarios", scenario + ".lua")
    return path if os.path.exists(path) else scenario


def _own(learner: Any) -> Learner:
    return learner if isinstance(learner, Learner) else rivals.estimator(learner)


def run(scenario: Union[Path, Mapping[str, Any]], *, learners: Sequence[Any] = (), seeds: Optional[int] = None,
        trials: Optional[int] = None, set: Optional[Mapping[str, Any]] = None, name: str = "experiment", show: bool = True,
        **options: Any) -> Result:
    """Runs a scenario as `winnow run` does, and returns its result folder.

    scenario: a name, a path, or a dictionary (`winnowlab.scenarios`), which is called `name`; it may have them among its learners.
    learners: learners of your own, and estimators of scikit-learn or River, that play beside those of the scenario. set: parameters to
    replace; a list sweeps. show: the program's progress. All other keywords are options of `winnow run`: jobs=4, data="...", out="...",
    record=True, save_state=True, fresh=True, cell_time=60, ...

    Finished cells are not run again. ValueError: what the program refuses, in its own words. If cells fail, a warning says so, and the others
    are in the result.
    """
    if within_learner:
        raise RuntimeError("run is called while a learner's file is read: write it below if __name__ == \"__main__\":")
    own = [_own(each) for each in learners]
    if isinstance(scenario, Mapping):
        listed = scenario.get("learners", [])
        if isinstance(listed, (list, tuple)):
            members = [isinstance(each, (str, Mapping, Lua)) for each in listed]
            own = [_own(each) for each, member in zip(listed, members) if not member] + own
            scenario = {**scenario, "learners": [each for each, member in zip(listed, members) if member]}
        path = _file_of(scenario, name)
        options.setdefault("data", ".")
    else:
        path = _found(os.fspath(scenario))
    arguments = ["run", path]
    for each in own:
        arguments += ["--learner", json.dumps(command_of(each), default=plain)]
    for parameter, value in (set or {}).items():
        values = value if isinstance(value, (list, tuple)) else value.tolist() if hasattr(value, "tolist") else [value]
        values = values if isinstance(values, (list, tuple)) else [values]
        arguments += ["--set", "%s=%s" % (parameter, ",".join(_word(each) for each in values))]
    for option, value in {"seeds": seeds, "trials": trials, **options}.items():
        if value is True:
            arguments.append("--" + option.replace("_", "-"))
        elif value is not None and value is not False:
            arguments.append("--%s=%s" % (option.replace("_", "-"), os.fspath(value) if hasattr(value, "__fspath__") else value))
    status, output, lines = _call(arguments, show)
    folder = [line[len("results: "):] for line in output.splitlines() if line.startswith("results: ")]
    if status not in (0, 1, 3) or not folder:
        _refuse(status, lines)
    if status != 0:
        failed = [line for line in lines if " failed: " in line]
        warnings.warn("%d cells failed; the first: %s" % (len(failed), failed[0]) if failed else "some cells failed" if status == 1
                      else "a proved bound was violated", stacklevel=2)
    return Result(folder[-1], status)


def _word(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)
