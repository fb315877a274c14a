"""values.py FILE...: checks proofs of values of games, written by `winnow value`: a tree proves "at least", a table "at most".

Shares nothing with the program: exact fractions, every permutation tried. A line for each file; exit status 1 if a proof does not hold.
"""
import itertools
import json
import sys
from fractions import Fraction


class Wrong(Exception):
    pass


def ask(truth, *what):
    if not truth:
        raise Wrong(" ".join(map(str, what)))


# ---- Close to Subspace: the diagonal w of a projection of rank r has 0 <= w_i <= 1 and sum r (Schur, Horn)


def check_subspace_tree(game):
    n, r, gap, nodes = game["n"], game["r"], Fraction(game["gap"]), game["nodes"]

    def walk(index, path):
        node = nodes[index]
        if "diagonal" in node:
            w = [Fraction(text) for text in node["diagonal"]]
            ask(len(path) == game["value"], "node", index, "ends a path of", len(path), "instances")
            ask(len(w) == n and sum(w) == r and all(0 <= x <= 1 for x in w), "node", index, "is no diagonal")
            for shown, positive in path:
                weight = sum(w[i] for i in shown)
                ask(weight >= gap if positive else weight == 0, "node", index, "contradicts", shown)
            return
        shown = set(node["show"])
        ask(len(path) < game["value"] and shown <= set(range(n)), "node", index)
        walk(node["minus"], path + [(shown, False)])
        walk(node["plus"], path + [(shown, True)])

    walk(0, [])
    return f"at least {game['value']} mistakes, {len(nodes)} nodes"


def canonical(n, rows):
    """The least list of columns over all orders of the rows that are least in themselves."""
    rows = {row for row in rows if not any(other < row for other in rows)}
    orders = itertools.permutations(rows)
    return n, len(rows), min(tuple(sorted(tuple(i in row for row in order) for i in range(n))) for order in orders)


def check_subspace_table(game):
    n, r, gap = game["n"], game["r"], Fraction(game["gap"])
    bound = {}
    for state in game["states"]:
        rows = frozenset(frozenset(row) for row in state["rows"])
        errors = state.get("errors", -1)
        if errors < 0:
            y = state["multipliers"]
            column = sorted((sum(m for m, row in zip(y, state["rows"]) if i in row) for i in range(state["n"])), reverse=True)
            ask(min(y) >= 0 and sum(column[:r]) < gap * sum(y), "not impossible:", state)
        key = canonical(state["n"], rows)
        bound[key] = min(errors, bound.get(key, errors))

    def most(left, rows):
        return -1 if left < r else bound.get(canonical(left, rows), game["n"])

    def instances(size, rows):
        """One of each kind of instances: as many as wanted of the coordinates that are in the same rows."""
        kinds = {}
        for i in range(size):
            kinds.setdefault(tuple(i in row for row in rows), []).append(i)
        for counts in itertools.product(*(range(len(kind) + 1) for kind in kinds.values())):
            yield frozenset(i for kind, count in zip(kinds.values(), counts) for i in kind[:count])

    for state in game["states"]:
        rows = [frozenset(row) for row in state["rows"]]
        for shown in instances(state["n"], rows):
            if "errors" not in state or not shown or any(row <= shown for row in rows):
                continue  # nothing is left, or the label is known
            stay = [i for i in range(state["n"]) if i not in shown]
            fewer = frozenset(frozenset(stay.index(i) for i in row - shown) for row in rows)
            minus = min(most(len(stay), fewer), most(len(stay), frozenset()))  # the learner may forget rows
            ask(minus < state["errors"] or most(state["n"], frozenset(rows + [shown])) < state["errors"],
                "the learner errs more often from", state, "on", sorted(shown))
    ask(most(n, frozenset()) <= game["value"], "no bound on the start")
    return f"at most {game['value']} mistakes, {len(game['states'])} states"


def main():
    wrong = 0
    checks = {("subspace", "nodes"): check_subspace_tree, ("subspace", "states"): check_subspace_table}
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            game = json.load(file)
        try:
            said = checks[game["game"], "nodes" if "nodes" in game else "states"](game)
            print(f"{path}: {said}")
        except (Wrong, KeyError, IndexError, ValueError) as error:
            wrong = 1
            print(f"{path}: {error!r}")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
