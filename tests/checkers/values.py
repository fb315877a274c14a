"""values.py FILE...: checks proofs of values of games, written by `winnow value`: a tree proves "at least", a table "at most".

Shares nothing with the program: exact fractions, and symmetries found by search. A line for each file; exit status 1 if a proof does not hold.
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


def check_matrix_tree(game):
    """Projections are lists of orthogonal vectors v of whole numbers: sum v v^T/<v,v>; tr(PX) is the sum of <u,v>^2/(<u,u> <v,v>)."""
    n, r, gap, nodes = game["n"], game["r"], Fraction(game["gap"]), game["nodes"]
    dot = lambda u, v: sum(a * b for a, b in zip(u, v, strict=True))
    found = 0

    def frame(vectors):
        ask(all(len(v) == n and any(v) and all(isinstance(a, int) for a in v) for v in vectors), "no vectors:", vectors)
        ask(not any(dot(u, v) for u, v in itertools.combinations(vectors, 2)), "not orthogonal:", vectors)
        return vectors

    def follow(index, path):
        nonlocal found
        node = nodes[index]
        if "span" in node:
            span = frame(node["span"])
            ask(len(span) == r and len(path) == game["value"], "node", index, "ends a path of", len(path))
            for shown, label in path:
                trace = sum(Fraction(dot(u, v) ** 2, dot(u, u) * dot(v, v)) for u in span for v in shown)
                ask(trace >= gap if label > 0 else trace == 0, "node", index, "disagrees with", shown)
            found += 1
            return
        shown = frame(node["show"])
        follow(node["minus"], path + [(shown, -1)])
        follow(node["plus"], path + [(shown, 1)])

    follow(0, [])
    return f"at least {game['value']} mistakes on matrices, {found} paths"


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


# ---- online matrix prediction: cuts, orders and sign matrices of rank one; loss |yhat - y|/2, labels -1 and 1


def pairs_of(game):
    n = game["n"]
    if game["game"] == "completion":
        return [(i, j) for i in range(game["m"]) for j in range(n)]
    return list(itertools.combinations(range(n), 2))


def is_answer(game, answer):
    """Every triangle of a cut has an even number of cut edges, no triple of an order is a circle, every 2 x 2 minor vanishes."""
    w = dict(zip(pairs_of(game), answer))
    if len(w) != len(answer) or not set(answer) <= {-1, 1}:
        return False
    if game["game"] == "completion":
        return all(w[i, j] * w[k, l] == w[i, l] * w[k, j] for i, j in w for k, l in w)
    triples = itertools.combinations(range(game["n"]), 3)
    if game["game"] == "cut":
        return all(w[i, j] * w[j, k] * w[i, k] == -1 for i, j, k in triples)
    return all(not w[i, j] == w[j, k] == -w[i, k] for i, j, k in triples)


def check_pairs_tree(game):
    """Fair coins make every learner lose T/2 in expectation, so the regret is E[<S,W>]/2 and more if the W at the ends are not the best."""
    nodes, pairs, found = game["nodes"], pairs_of(game), {}
    sums = {0: (0,) * len(pairs)}
    order = [(0, 0)]
    for index, k in order:  # grows
        node = nodes[index]
        ask(("answer" in node) == (k == game["T"]), "node", index, "ends a path of", k, "pairs")
        if "answer" in node:
            ask(is_answer(game, node["answer"]), "node", index, "is no", game["game"])
            found[index] = Fraction(sum(s * w for s, w in zip(sums[index], node["answer"])), 2)
            continue
        shown = pairs.index(tuple(node["show"]))
        for child, label in (node["minus"], -1), (node["plus"], 1):
            after = tuple(s + label * (z == shown) for z, s in enumerate(sums[index]))
            if child not in sums:
                sums[child] = after
                order.append((child, k + 1))
            ask(sums[child] == after, "node", child, "is met with different sums")
    for index, _ in reversed(order):
        if index not in found:
            found[index] = (found[nodes[index]["minus"]] + found[nodes[index]["plus"]]) / 2
    ask(found[0] >= Fraction(game["value"]), "the tree forces", found[0])
    return f"at least {game['value']}, {len(order)} nodes"


def entries(game, sums):
    """The sums as a matrix; completion is a graph, too, of m + n nodes: None where there is no pair."""
    rows = game.get("m", 0)
    size = rows + game["n"]
    matrix = [[None] * size for _ in range(size)]
    for (i, j), value in zip(pairs_of(game), sums):
        matrix[i][rows + j] = value
        matrix[rows + j][i] = -value if game["game"] == "order" else value
    return matrix


def kind(game, row):
    """What a node's sums have in common with those of its image."""
    return sorted(x if game["game"] == "order" else abs(x) for x in row if x is not None), row.count(None)


def signature(game, matrix):
    """The same for sums that differ by the order of nodes and by switchings."""
    triples = itertools.combinations(range(len(matrix) if game["game"] == "cut" else 0), 3)
    return str((sorted(kind(game, row) for row in matrix), sorted(matrix[i][j] * matrix[j][k] * matrix[i][k] for i, j, k in triples)))


def connected(matrix):
    """The nodes, each after one with which it has a sum other than 0, but for the first of a component."""
    order = []
    while len(order) < len(matrix):
        rest = [i for i in range(len(matrix)) if i not in order]
        order.append(next((i for i in rest if any(matrix[i][j] for j in order)), max(rest, key=lambda i: any(matrix[i]))))
    return order


def is_image(game, a, b):
    """Is b the matrix a with its nodes in another order and, but for orders, with some of them switched?"""
    places = connected(b)

    def place(nodes, signs):
        k = len(nodes)
        if k == len(a):
            return True
        row = [b[places[k]][earlier] for earlier in places[:k]]
        for i in set(range(len(a))) - set(nodes):
            for sign in (1, -1) if any(row) and game["game"] != "order" else (1,):
                if all(row[j] == (a[i][nodes[j]] and sign * signs[j] * a[i][nodes[j]]) for j in range(k)):
                    if kind(game, a[i]) == kind(game, b[places[k]]) and place(nodes + [i], signs + [sign]):
                        return True
        return False

    return place([], [])


def answers(game):
    pairs, rows, n = pairs_of(game), game.get("m", 0), game["n"]
    if game["game"] == "order":
        return {tuple(1 if p[i] < p[j] else -1 for i, j in pairs) for p in itertools.permutations(range(n))}
    kind = -1 if game["game"] == "cut" else 1
    return {tuple(kind * s[i] * s[rows + j] for i, j in pairs) for s in itertools.product((1, -1), repeat=rows + n)}


def check_pairs_table(game):
    """Induction backwards: numbers N_k(S) = 2^(T-k+1) times a regret that a learner can promise from S on."""
    T, ends = game["T"], answers(game)
    listed, known, numbers = {}, {}, []

    def find(sums):
        """The listed state of which these sums are an image."""
        if sums not in known:
            matrix = entries(game, sums)
            images = (i for i, other in listed.get(signature(game, matrix), []) if is_image(game, other, matrix))
            known[sums] = next(images, None)
            ask(known[sums] is not None, "no state for", sums)
        return known[sums]

    for i, state in enumerate(game["states"]):
        sums = tuple(state["sums"])
        for sign in (1, -1) if game["game"] == "order" else (1,):  # an order may be reversed
            matrix = entries(game, [sign * s for s in sums])
            listed.setdefault(signature(game, matrix), []).append((i, matrix))
        numbers.append({sum(map(abs, sums)) + 2 * step: int(text) for step, text in enumerate(state["numbers"])})
    for i, state in enumerate(game["states"]):
        sums = tuple(state["sums"])
        if T in numbers[i]:
            ask(numbers[i][T] >= max(sum(s * w for s, w in zip(sums, end)) for end in ends), "the end", sums)
        for z in range(len(sums) if min(numbers[i]) < T else 0):
            plus, minus = (numbers[find(sums[:z] + (sums[z] + y,) + sums[z + 1:])] for y in (1, -1))
            for k, value in numbers[i].items():
                if k < T:
                    ask(abs(plus[k + 1] - minus[k + 1]) <= 2 ** (T - k), "a prediction outside [-1, 1] at", k, sums)
                    ask(value >= plus[k + 1] + minus[k + 1], "after", k, sums)
    start = numbers[find((0,) * len(pairs_of(game)))][0]
    ask(Fraction(start, 2 ** (T + 1)) <= Fraction(game["value"]), "no bound on the start")
    return f"at most {game['value']}, {len(game['states'])} states"


def check_blocks(game):
    """U at the listed states is at most what is expected after their pair, U or (1/2) max <S,W>, less lambda. So U <= E (1/2) max <S,W> - lambda E tau:
    the states are finitely many, hence U is bounded and E tau finite; and the block forces sqrt(4 lambda u/(n-1)) (docs/constants.md)."""
    graph = {"game": "cut", "n": game["n"]}
    unit, cost, pairs = game["unit"], Fraction(game["lambda"]), pairs_of(graph)
    listed, known = {}, {}
    for state in game["states"]:
        matrix = entries(graph, state["sums"])
        listed.setdefault(signature(graph, matrix), []).append((state["number"], matrix))
    ends = answers(graph)

    def u(sums):
        if sums not in known:
            matrix = entries(graph, sums)
            images = (number for number, other in listed.get(signature(graph, matrix), []) if is_image(graph, other, matrix))
            stop = Fraction(max(sum(s * w for s, w in zip(sums, end)) for end in ends), 2)
            known[sums] = max([stop] + [Fraction(number, unit) for number in images])
        return known[sums]

    ask(unit > 0 and cost > 0, "no unit, or no cost")
    for state in game["states"]:
        sums, shown = tuple(state["sums"]), pairs.index(tuple(state["show"]))
        after = [sums[:shown] + (sums[shown] + y,) + sums[shown + 1:] for y in (-1, 1)]
        ask(len(sums) == len(pairs) and Fraction(state["number"], unit) <= sum(map(u, after)) / 2 - cost, "too much is said of", state)
    start = u((0,) * len(pairs))
    ask(4 * cost * start >= Fraction(game["value"]) ** 2 * (game["n"] - 1), "no more than the root of", 4 * cost * start / (game["n"] - 1))
    return f"at least {game['value']} sqrt((n-1) T), {len(game['states'])} states"


def main():
    wrong = 0
    checks = {("subspace", "nodes"): check_subspace_tree, ("subspace", "states"): check_subspace_table, ("blocks", "states"): check_blocks,
              ("matrix", "nodes"): check_matrix_tree}
    for kind in "cut", "order", "completion":
        checks[kind, "nodes"], checks[kind, "states"] = check_pairs_tree, check_pairs_table
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
