"""Winnow in Python, standard library only, as an outside learner: winnow-lab pipe 1 (docs/extend.md).

Predicts +1 if w.x >= theta and multiplies w_i by exp(eta y x_i) on mistakes: for disjunctions of r literals over n variables
(Littlestone 1988; Warmuth 2007, Theorem 2). Used by scenarios/external_python.lua.
"""
import json
import math
import sys


class Winnow:
    def __init__(self, n, options):
        r = options.get("r", 1)
        self.eta = options.get("eta", 1.2785)
        self.theta = options["theta"]
        self.weights = [r / n] * n

    def score(self, message):
        if "x" in message:
            return sum(w * x for w, x in zip(self.weights, message["x"]))
        return sum(self.weights[i - 1] * x for i, x in zip(message["index"], message["value"]))

    def update(self, message, y):
        entries = enumerate(message["x"]) if "x" in message else zip((i - 1 for i in message["index"]), message["value"])
        for i, x in entries:
            if x != 0.0:
                self.weights[i] *= math.exp(self.eta * y * x)


def main():
    learner, shown, predicted = None, None, 0
    for line in sys.stdin:
        (name, body), = json.loads(line).items()
        answer = {}
        if name == "hello":
            learner = Winnow(body["n"], body.get("options", {}))
            answer = {"protocol": "winnow-lab pipe 1", "name": "Winnow in Python", "threshold": learner.theta,
                      "constants": {"eta": learner.eta}, "observes": ["total"], "saves": True}
        elif name == "predict":
            shown = body
            score = learner.score(body)
            predicted = 1 if score >= learner.theta else -1
            answer = {"score": score, "prediction": predicted}
        elif name == "update":
            answer = {"updated": predicted != body["y"]}
            if predicted != body["y"]:
                learner.update(shown, body["y"])
        elif name == "score":
            answer = {"score": learner.score(body)}
        elif name == "observe":
            answer = {"total": sum(learner.weights)}
        elif name == "save":
            answer = {"state": {"weights": learner.weights}}
        elif name == "load":
            learner.weights = body["state"]["weights"]
        elif name == "bye":
            break
        print(json.dumps({name: answer}), flush=True)


main()
