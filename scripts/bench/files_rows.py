#!/usr/bin/python3
"""Files for the benchmark: files_rows.py FOLDER writes rows.csv, 20,000 rows of 20 numbers and a class, and matches.csv, 20,000 matches of
100 teams. The same bytes every time."""

import random
import sys

folder, draw = sys.argv[1], random.Random(1)
truth = [draw.uniform(-1, 1) for _ in range(20)]
with open(folder + "/rows.csv", "w", encoding="utf-8") as file:
    file.write(",".join("x%d" % j for j in range(20)) + ",class\n")
    for _ in range(20000):
        x = [round(draw.random(), 4) for _ in range(20)]
        y = 1 if sum(w * v for w, v in zip(truth, x)) > sum(truth) / 2 else -1
        file.write(",".join("%.4f" % v for v in x) + ",%d\n" % y)
strength = [draw.gauss(0, 1) for _ in range(100)]
with open(folder + "/matches.csv", "w", encoding="utf-8") as file:
    file.write("date,home_team,away_team,home_score,away_score\n")
    for t in range(20000):
        i, j = draw.sample(range(100), 2)
        goals = [int(draw.expovariate(1 / (1.4 * 1.3 ** (strength[a] - strength[b])))) for a, b in ((i, j), (j, i))]
        file.write("%04d-%02d-%02d,Team %d,Team %d,%d,%d\n" % (2000 + t // 1000, t % 1000 // 84 + 1, 1, i, j, *goals))
