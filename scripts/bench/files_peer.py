#!/usr/bin/python3
"""From a CSV file to predictions, as somebody would write it with scikit-learn.

    files_peer.py rows FILE BATCH COUNT     the first COUNT rows: numbers and a class, the last column: Perceptron.partial_fit
    files_peer.py matches FILE BATCH COUNT  date, home, away, two scores: SGDClassifier with the logistic loss on +1 for the home team and
                                            -1 for the other one, which is Bradley-Terry; draws are left out

Each batch is predicted before it is learnt. Prints one line: rows seconds mistakes, processor time with reading the file and without
importing."""

import csv
import itertools
import sys
import time

sys.dont_write_bytecode = True
from one_thread import numpy, refuse

try:
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import Perceptron, SGDClassifier
except ImportError:
    refuse("%s has no scikit-learn: install the package python3-sklearn" % sys.executable)

what, path, batch, most = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
classes = numpy.array([-1.0, 1.0])


def rows():
    with open(path, newline="", encoding="utf-8") as file:
        lines = csv.reader(file)
        next(lines)
        table = [[float(cell) for cell in line] for line in itertools.islice(lines, most)]
    table = numpy.array(table)
    return table[:, :-1], table[:, -1]


def matches():
    number, home, away, label = {}, [], [], []
    with open(path, newline="", encoding="utf-8") as file:
        for line in itertools.islice(csv.DictReader(file), most):
            difference = int(line["home_score"]) - int(line["away_score"])
            if difference == 0:
                continue
            home.append(number.setdefault(line["home_team"], len(number)))
            away.append(number.setdefault(line["away_team"], len(number)))
            label.append(1.0 if difference > 0 else -1.0)
    count = len(label)
    place = numpy.repeat(numpy.arange(count), 2)
    columns = numpy.column_stack([home, away]).ravel()
    values = numpy.tile([1.0, -1.0], count)
    return csr_matrix((values, (place, columns)), shape=(count, len(number))), numpy.array(label)


start = time.process_time()
x, y = rows() if what == "rows" else matches()
model = Perceptron(shuffle=False) if what == "rows" else SGDClassifier(loss="log_loss", shuffle=False)
mistakes, count = 0, len(y)
for first in range(0, count, batch):
    part, labels = x[first : first + batch], y[first : first + batch]
    mistakes += int((model.predict(part) != labels).sum()) if first > 0 else len(labels)
    model.partial_fit(part, labels, classes=classes)
print(count, time.process_time() - start, mistakes)
