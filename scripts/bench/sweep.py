#!/usr/bin/env python3
"""Sweeps of 10,000 and 100,000 small cells: few grid points with many seeds, and many grid points with one seed.

sweep.py WINNOW FOLDER prints rows `what unit value peer limit`, separated by tabs; limits are of value/peer, or of the value where the
peer is "-"; a limit of "-" requires nothing. Times are held against those of the run itself and of the smaller sweep.
Runs have one worker. Peaks are of the largest process, and at least this script's own; bytes a cell are the growth from 10,000 to 100,000 cells.
"""
import glob
import os
import subprocess
import sys
import time

SMALL, LARGE = 10_000, 100_000
LEARNERS = 2
SCENARIO = """
local rates, noises = {{}}, {{}}
for i = 1, {rates} do rates[i] = i / {rates} end
for i = 1, {noises} do noises[i] = (i - 1) / 4096 end
return {{
  title = "A sweep", params = {{ rate = 1, noise = 0, n = 8, r = 2 }}, sweep = {{ rate = rates, noise = noises }},
  trials = 10, seeds = {seeds},
  problem = function(p) return problem.close_to_subspace {{ n = p.n, r = p.r, noise = p.noise }} end,
  learners = function(p) return {{ learner.matrix_winnow {{ eta = p.rate }}, learner.matrix_perceptron {{}} }} end,
  bounds = {{ bound.subspace_mistakes {{}} }},
  plot = {{ x = "rate", y = "mistakes" }},
}}
"""
CUSTOM = """
local half = learner.custom {
  name = "half", instances = "dyad", create = function() return {} end,
  predict = function() return 1 end, update = function() return false end,
}
return { trials = 10, seeds = 2000, problem = problem.close_to_subspace { n = 8, r = 2 }, learners = { half {} } }
"""
PROCEDURE = """
return { seeds = 2000, procedure = function(p, seed) return { half = seed / 2 } end, plot = { y = "half" } }
"""


def row(what, unit, value, limit="-", peer=None):
    print(what, unit, f"{value:.6g}", "-" if peer is None else f"{peer:.6g}", limit, sep="\t", flush=True)


class Command:
    """A command that has ended: seconds, peak (bytes), and when a file appeared."""

    def __init__(self, arguments, appears=None):
        self.appeared = None
        started = time.monotonic()
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
        status, ended = 0, 0
        while ended == 0:
            if appears is None:
                ended, status, usage = os.wait4(process.pid, 0)
                break
            if self.appeared is None and glob.glob(appears):
                self.appeared = time.monotonic() - started
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            time.sleep(0.002)
        self.seconds = time.monotonic() - started
        self.processor = usage.ru_utime + usage.ru_stime
        self.peak = usage.ru_maxrss * 1024
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"sweep.py: {' '.join(arguments)}: exit status {process.returncode}")


def count_files(folder):
    return sum(len(files) for _, _, files in os.walk(folder))


def write(folder, name, text):
    path = os.path.join(folder, name + ".lua")
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
    return path


def sweep(winnow, folder, name, rates, noises, seeds):
    cells = rates * noises * LEARNERS * seeds
    path = write(folder, f"{name}_{cells}", SCENARIO.format(rates=rates, noises=noises, seeds=seeds))
    out = os.path.join(folder, f"{name}_{cells}")
    command = [winnow, "run", path, "--out", out, "--jobs", "1", "--quiet"]
    measured = {"cells": cells, "run": Command(command)}
    measured["again"] = Command(command, os.path.join(out, "cells.tsv.tmp.*"))
    measured["new"] = Command([winnow, "run", path, "--out", os.path.join(folder, "none"), "--dry-run"])
    measured["files"] = count_files(out)
    measured["plot"] = Command([winnow, "plot", out, "--out", os.path.join(folder, "plots"), "--format", "svg"])
    measured["report"] = Command([winnow, "report", out, "--out", os.path.join(folder, "report", "page.html")])
    measured["compare"] = Command([winnow, "compare", out, out])
    return measured


def report_shape(shape, small, large, whole_limit):
    cells, run = large["cells"], large["run"].seconds
    new = large["new"].seconds  # evaluates the scenario and names its cells, as each run must
    row(f"{shape}: a cell of 10 trials, everything, processor time, against {small['cells']} cells", "ms",
        1000 * large["run"].processor / cells, "<= 1.5", 1000 * small["run"].processor / small["cells"])
    row(f"{shape}: a cell of 10 trials, everything", "ms", 1000 * run / cells)
    row(f"{shape}: until a new run knows its cells", "s", new)
    row(f"{shape}: again, until it is known that nothing runs, against the run", "s", large["again"].appeared, whole_limit, run)
    row(f"{shape}: again, what the scan of the folder adds, against the run", "s", large["again"].appeared - new, "<= 0.05", run)
    row(f"{shape}: again, whole command", "s", large["again"].seconds)
    row(f"{shape}: files in the folder more than of {small['cells']} cells", "files", large["files"] - small["files"], "<= 0")
    for what, limit in (("run", 2048), ("again", 2048), ("plot", 4096), ("report", 6144), ("compare", 6144)):
        growth = (large[what].peak - small[what].peak) / (cells - small["cells"])
        row(f"{shape}: {what}, peak memory", "MiB", large[what].peak / 2**20)
        row(f"{shape}: {what}, memory for one cell more", "bytes", growth, f"<= {limit}")
    for what in ("plot", "report", "compare"):
        row(f"{shape}: {what}, against the run", "s", large[what].seconds, "<= 1", run)


def main():
    winnow, folder = sys.argv[1:]
    shapes = {
        "10 points, 5000 seeds": (("seeds", 10, 1, SMALL // 20), ("seeds", 10, 1, LARGE // 20), "<= 0.05"),
        "50000 points, 1 seed": (("points", 250, SMALL // 500, 1), ("points", 250, LARGE // 500, 1), "-"),
        "1000 points, 50 seeds": (("middle", 100, 10, SMALL // 2000), ("middle", 100, 10, LARGE // 2000), "<= 0.05"),
        "10000 points, 5 seeds": (("many", 100, 50, 1), ("many", 100, 100, LARGE // 20000), "<= 0.05"),
    }
    for shape, (small, large, whole_limit) in shapes.items():
        report_shape(shape, sweep(winnow, folder, *small), sweep(winnow, folder, *large), whole_limit)
    for name, text in (("a learner in Lua", CUSTOM), ("a procedure", PROCEDURE)):
        path = write(folder, "lua", text)
        command = Command([winnow, "run", path, "--out", os.path.join(folder, name), "--jobs", "1", "--quiet"])
        row(f"{name}: a cell, everything, processor time", "ms", 1000 * command.processor / 2000)


main()
