"""certificates.py [--alone] FILE...: turns proofs of `winnow value`, a tree or a table each, into theorems for Coq (stdout).

Nothing here is trusted: a wrong line of this program or of a file makes a theorem fail. The last theorems say that all of them together are what
Statements.v lists, in its order, and nothing less; --alone leaves them out.
"""
import itertools
import json
import math
import sys
from fractions import Fraction


def coq_list(items):
    return "[" + "; ".join(map(str, items)) + "]"


def name_of(game):
    parameters = [f"{key}{str(game[key]).replace('/', '_')}" for key in ("m", "n", "T", "r", "gap") if key in game]
    return "_".join([game["game"]] + parameters)


# ---- Close to Subspace


def subspace_parameters(game):
    gap = Fraction(game["gap"])
    return f"{game['n']} {game['r']} {gap.numerator} {gap.denominator}"


def subspace_tree(game):
    def term(index):
        node = game["nodes"][index]
        if "diagonal" in node:
            w = [Fraction(text) for text in node["diagonal"]]
            d = math.lcm(*(x.denominator for x in w))
            return f"(Diagonal {d} {coq_list(int(x * d) for x in w)})"
        return f"(Ask {coq_list(f'{i}%nat' for i in node['show'])} {term(node['minus'])}\n {term(node['plus'])})"

    name = name_of(game) + "_at_least"
    print(f"Theorem {name} : forced (rational_diagonal {subspace_parameters(game)}) {game['value']}%nat.")
    print(f"Proof. apply (subspace_tree_sound _ _ _ _ _\n {term(0)}).\nvm_cast_no_check (eq_refl true). Qed.\n")
    return name


def canonical(n, rows):
    """What states that differ by the order of coordinates have in common, and the coordinates in that order."""
    rows = {row for row in rows if not any(other < row for other in rows)}
    orders = itertools.permutations(rows)
    best = min((sorted((tuple(i in row for row in order), i) for i in range(n)) for order in orders),
               key=lambda columns: [column for column, _ in columns])
    return (n, len(rows), tuple(column for column, _ in best)), [i for _, i in best]


def subspace_moves(state, known, rank):
    """For one of each kind of instances, the label on which the learner counts least, and the state that follows."""
    n, rows = state["n"], [frozenset(row) for row in state["rows"]]
    kinds = {}
    for i in range(n):
        kinds.setdefault(tuple(i in row for row in rows), []).append(i)
    for counts in itertools.product(*(range(len(kind) + 1) for kind in kinds.values())):
        shown = frozenset(i for kind, count in zip(kinds.values(), counts) for i in kind[:count])
        if not shown or any(row <= shown for row in rows):
            continue
        stay = [i for i in range(n) if i not in shown]
        fewer = {frozenset(stay.index(i) for i in row - shown) for row in rows}
        move = None
        if len(stay) < rank:
            move = ("false", "None", [])
        for label, names, told in (("false", stay, fewer), ("false", stay, set()), ("true", range(n), set(rows) | {shown})):
            if move is None:
                key, order = canonical(len(names), told)
                errors, index, target = known.get(key, (n, None, None))
                if errors < state["errors"]:
                    place = dict(zip(target, order))
                    move = (label, f"(Some {index})", [names[place[j]] for j in range(len(names))])
        if move is None:
            raise SystemExit(f"no move from {state} on {sorted(shown)}")
        yield f"({coq_list(sorted(shown))}, Move {move[0]} {move[1]} {coq_list(move[2])})"


def subspace_table(game):
    known = {}
    for index, state in enumerate(game["states"]):
        key, order = canonical(state["n"], {frozenset(row) for row in state["rows"]})
        errors = state.get("errors", -1)
        if key not in known or errors < known[key][0]:
            known[key] = (errors, index, order)
    name = name_of(game)
    print(f"Definition {name}_table : list state :=\n[")
    for index, state in enumerate(game["states"]):
        if "errors" in state:
            moves = ";\n  ".join(subspace_moves(state, known, game["r"]))
            promise = f"(Errors {state['errors']} [{moves}])"
        else:
            y = state["multipliers"]
            column = sorted((sum(m for m, row in zip(y, state["rows"]) if i in row) for i in range(state["n"])), reverse=True)
            level = column[game["r"] - 1] if len(column) >= game["r"] else 0
            promise = f"(Impossible {level} {coq_list(f'{m}%Z' for m in y)})"
        end = ";" if index + 1 < len(game["states"]) else ""
        print(f" State {state['n']} {coq_list(coq_list(sorted(row)) for row in state['rows'])} {promise}{end}")
    print("]%nat.")
    gap = Fraction(game["gap"])
    weights = f"(diagonal {game['n']} (IZR {game['r']}) (IZR {gap.numerator} / IZR {gap.denominator}))"
    print(f"Theorem {name}_at_most : enough {weights} {game['value']}%nat.")
    print(f"Proof. apply (table_sound _ _ _ _ {name}_table). vm_cast_no_check (eq_refl true). Qed.\n")
    return name + "_at_most"


# ---- online matrix prediction


def pairs_of(game):
    if game["game"] == "completion":
        return list(itertools.product(range(game["m"]), range(game["n"])))
    return list(itertools.combinations(range(game["n"]), 2))


def game_term(game):
    if game["game"] == "completion":
        return f"(Completion {game['m']} {game['n']})"
    return f"({game['game'].capitalize()}s {game['n']})"


def answer_numbers(game, entries):
    """Sides of the nodes, places of the items, or signs of rows and columns."""
    n, w = game["n"], dict(zip(pairs_of(game), entries))
    if game["game"] == "cut":
        return [1] + [-w[0, j] for j in range(1, n)]
    if game["game"] == "order":
        return [sum(1 for i in range(n) if i != j and (w[i, j] == 1 if i < j else w[j, i] == -1)) for j in range(n)]
    columns = [w[0, j] for j in range(n)]
    return [w[i, 0] * columns[0] for i in range(game["m"])] + columns


def coin_tree(game):
    def term(index):
        node = game["nodes"][index]
        if "answer" in node:
            return f"(End {coq_list(answer_numbers(game, node['answer']))})"
        i, j = node["show"]
        return f"(Toss ({i}, {j})%nat {term(node['minus'])}\n {term(node['plus'])})"

    name, value = name_of(game) + "_at_least", Fraction(game["value"])
    print(f"Theorem {name} : forces {game_term(game)} {game['T']} (IZR {value.numerator} / IZR {value.denominator}).")
    print(f"Proof. apply (coin_tree_sound _ _ _ _\n {term(0)}).\nvm_cast_no_check (eq_refl true). Qed.\n")
    return name


def symmetries(game):
    """Where each pair goes, from 1 on, with the sign that its sum and entry take: nodes are renamed and, but for orders, switched.
    An order may be reversed."""
    n, pairs = game["n"], pairs_of(game)
    place = {pair: k + 1 for k, pair in enumerate(pairs)}
    found = set()
    if game["game"] == "completion":
        m = game["m"]
        for rows, columns in itertools.product(itertools.permutations(range(m)), itertools.permutations(range(n))):
            for signs in itertools.product((1, -1), repeat=m + n):
                found.add(tuple(signs[i] * signs[m + j] * place[rows[i], columns[j]] for i, j in pairs))
                if m == n:
                    found.add(tuple(signs[i] * signs[m + j] * place[columns[j], rows[i]] for i, j in pairs))
    else:
        for nodes in itertools.permutations(range(n)):
            for signs in itertools.product((1, -1), repeat=n) if game["game"] == "cut" else ((1,) * n, (-1,) * n):
                code = []
                for i, j in pairs:
                    low, high = sorted((nodes[i], nodes[j]))
                    sign = signs[i] * signs[j]
                    if game["game"] == "order":
                        sign = signs[0] * (1 if nodes[i] < nodes[j] else -1)
                    code.append(sign * place[low, high])
                found.add(tuple(code))
    return sorted(found)


def coin_table(game):
    pairs, states = pairs_of(game), game["states"]
    images = {}
    for index, state in enumerate(states):
        for code in symmetries(game):
            image = tuple(state["sums"][abs(c) - 1] * (1 if c > 0 else -1) for c in code)
            images.setdefault(image, (index, code))
    names, rows = {}, []
    for state in states:
        sums, moves = tuple(state["sums"]), []
        if sum(map(abs, sums)) < game["T"]:
            for z in range(len(pairs)):
                both = []
                for y in (1, -1):
                    index, code = images[sums[:z] + (sums[z] + y,) + sums[z + 1:]]
                    both.append(f"({index}, {names.setdefault(code, len(names))})")
                moves.append(f"({', '.join(both)})")
        rows.append(f" Sums {coq_list(sums)} {coq_list(state['numbers'])} {coq_list(moves)}")
    name, value = name_of(game), Fraction(game["value"])
    print(f"Definition {name}_names : list (list Z) :=\n[" + ";\n ".join(map(coq_list, names)) + "].")
    print(f"Definition {name}_table : list sums :=\n[" + ";\n".join(rows) + "].")
    print(f"Theorem {name}_at_most : promises {game_term(game)} {game['T']} (IZR {value.numerator} / IZR {value.denominator}).")
    print(f"Proof. apply (coin_table_sound _ _ _ _ {name}_names {name}_table). vm_cast_no_check (eq_refl true). Qed.\n")
    return name + "_at_most"


def conclude(statement, names):
    """All of them together are what Statements.v says."""
    print(f"Theorem {statement}_proved : {statement}.")
    print(f"Proof. repeat apply Forall_cons; [{' | '.join('exact ' + name for name in names)} | apply Forall_nil]. Qed.\n")


def main():
    print("From Coq Require Import List ZArith Reals.\nFrom Winnow Require Import Statements Trees Tables Regret.")
    print("Import ListNotations.\nOpen Scope Z_scope.\n")
    done = {}
    alone = "--alone" in sys.argv
    for path in sys.argv[2 if alone else 1:]:
        with open(path, encoding="utf-8") as file:
            game = json.load(file)
        kind, at_least = "subspace" if game["game"] == "subspace" else "regret", "nodes" in game
        make = {("subspace", True): subspace_tree, ("subspace", False): subspace_table,
                ("regret", True): coin_tree, ("regret", False): coin_table}[kind, at_least]
        done.setdefault(f"{kind}_values_at_{'least' if at_least else 'most'}", []).append(make(game))
    for statement, names in () if alone else done.items():
        conclude(statement, names)


if __name__ == "__main__":
    main()
