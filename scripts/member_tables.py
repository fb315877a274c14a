#!/usr/bin/env python3
"""Writes what the descriptors of learners, problems and bounds say, from `winnow list --format json`: docs/members.md, and the annotations of the
Lua language server for editors, scenarios/types/members.lua. With --check it compares, plays all examples of the page and writes nothing."""
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "site"))
import sources  # noqa: E402

KINDS = ("learner", "problem", "bound")
TYPES = {"number": "number", "integer": "integer", "boolean": "boolean", "text": "string", "file": "string", "numbers": "number[]",
         "command": "string[]", "structure": "table", "a name, or integer": "integer|string"}  # by the first words of a range
HEAD = """# Learners, problems and bounds

A table of each kind comes first; its names lead to [the reference](#reference) by family, with all parameters in the form in which a scenario writes them.
`winnow list learners winnow` prints one of them.
Each example is a whole scenario, for a file `NAME.lua` and `winnow run NAME.lua`; `make play` and the [gallery](gallery.md) have larger ones.
[scenarios.md](scenarios.md) says how to put members together, [notation.md](notation.md) explains the symbols of the formulas.
`scripts/member_tables.py` makes this page from the descriptors.

## Overview

"""
REFERENCE = """## Reference

A round bracket excludes the end of a range.
Where there is `-` in place of a default, the meaning says what happens without the parameter.
"""
GROUPS = {  # the families of each heading; what is in none comes last
    "learner": (
        ("Winnow and Matrix Winnow", "winnow simplex_winnow asymmetric_winnow capacity_winnow constrained_winnow doubling_winnow general_winnow "
         "guess_and_halve kernel_winnow shifting_winnow winnow_gradient standard_optimal"),
        ("Perceptrons", "perceptron"),
        ("Regression", "exponentiated_gradient matrix_exponentiated_gradient widrow_hoff ridge hypentropy schatten"),
        ("Entries of matrices, cuts and orders", "matrix_prediction matrix_completion randomized_side_information log_det factorisation hedge "
         "entry_averages minimax rating"),
        ("Loss matrices, densities and subspaces", "matrix_multiplicative_weights sketched_multiplicative_weights parameter_free "
         "perturbed_leader matrix_log_loss running_mean capped_meg capped_gradient_descent"),
        ("Boosting", "definite_boost"),
        ("Baselines and other programs", "baseline external")),
    "problem": (
        ("Subspaces and disjunctions", "subspace"),
        ("Thresholds", "threshold decision_stumps"),
        ("Entries of matrices", "entries matrix"),
        ("Regression and kernels", "regression kernel_distances distance_constraints quantum_state"),
        ("Losses that need no label", "online_pca matrix_losses unit_vectors"),
        ("Rectangular instances", "rectangular product_hadamard"),
        ("Adversaries and games", "")),
    "bound": (
        ("Mistakes of Winnow and Matrix Winnow", "winnow simplex_winnow asymmetric_winnow constrained_winnow doubling_winnow general_winnow "
         "guess_and_halve kernel_winnow shifting_winnow standard_optimal"),
        ("Mistakes of perceptrons", "perceptron"),
        ("Losses in regression", "exponentiated_gradient matrix_exponentiated_gradient widrow_hoff ridge schatten"),
        ("Entries of matrices, cuts and orders", "matrix_prediction matrix_completion randomized_side_information log_det hedge entry_averages "
         "minimax"),
        ("Loss matrices, densities and subspaces", "matrix_multiplicative_weights sketched_multiplicative_weights perturbed_leader "
         "matrix_log_loss running_mean capped_meg capped_gradient_descent"),
        ("Boosting", "definite_boost"),
        ("What a problem forces, and what holds for every learner", "")),
}

# ---- examples

BITMAPS = "entwidth = 2\nentheight = 2\nntot = 4\n" + "".join("10\n%s\n %s\n" % pair for pair in (("11", 3), ("01", 8), ("00", 3), ("10", 8)))
FILES = {  # what examples read
    "train.csv": "0.5,1,a\n0.25,0,b\n1,1,a\n0,0.5,b\n", "train.txt": "1 1:1 3:1\n-1 2:1\n1 1:1\n-1 2:1 3:1\n",
    "houses.csv": "1,0.5,0.25\n0,1,0.5\n0.5,0,1\n1,1,0\n", "rows.csv": "1,0,0.5\n0,1,0.25\n1,0.5,0\n0.5,0.5,1\n",
    "games.csv": "home,away,result\nA,B,H\nB,C,D\nC,A,A\n", "digits.txt": BITMAPS, "edges.txt": "4 3\n1 2 1\n2 3 1\n3 4 1\n",
    "ratings.csv": "user,item,rating,timestamp\nA,x,1,1\nA,y,3,2\nB,x,2,3\nB,y,5,4\n",
}
OPTIONS = {  # of the members that take more than what is required
    "table": 'file = "train.csv", positive = "a"', "libsvm": 'file = "train.txt"', "regression_data": 'file = "houses.csv"',
    "pca_rows": 'file = "rows.csv", normalize = "unit"', "graph": 'file = "edges.txt"', "recorded": 'file = "sequence.jsonl"',
    "matches": 'file = "games.csv", first = "home", second = "away", result = "result"', "game_tree": 'file = "tree.jsonl"',
    "ratings": 'file = "ratings.csv", row = "user", column = "item", rating = "rating"', "bitmaps": 'file = "digits.txt", positive = 3',
    "cycles": "n = 15", "threshold_cycles": "n = 16", "eg": "eta = 0.1", "eg_pm": "eta = 0.1", "widrow_hoff": "eta = 0.1",
    "matrix_widrow_hoff": "eta = 0.1", "residual_matrix_prediction": 'class = "collaborative_filtering", trace_norm = 8',
    "external": 'command = { "python3", "winnow_learner.py" }, options = { r = 1, eta = 1.278, theta = 0.382 }',
}
VALUES = {"m": "4", "active": "4", "items": "6", "depth": "3", "margin": "0.1", "gamma": "0.5", "n": "16"}
PLAYED = {  # the problem of a learner's example, by its name or its family
    "winnow": "disjunction", "matrix_winnow": "close_to_subspace", "side_information_completion": "side_information",
    "asymmetric_winnow": "disjunction", "asymmetric_matrix_winnow": "close_to_subspace", "randomized_matrix_winnow": "close_to_subspace",
    "simplex_winnow": "linear_threshold", "rating": "matches", "capped_gradient_descent": "online_pca", "capped_meg": "online_pca",
    "baseline": "disjunction", "follow_the_leader": "max_cut", "least_squares_leader": "regression",
    "nearest_neighbour": "irrelevant_features", "constrained_winnow": "constrained_subspace", "factorisation": "collaborative_filtering",
    "definite_boost": "decision_stumps", "doubling_winnow": "close_to_subspace", "exponentiated_gradient": "regression",
    "entry_averages": "max_cut", "external": "disjunction", "perturbed_leader": "sparse_losses", "general_winnow": "rectangular_targets",
    "guess_and_halve": "linear_threshold", "hedge": "max_cut", "hedge_orders": "gambling { n = 6 }", "kernel_winnow": "close_to_subspace",
    "perceptron": "irrelevant_features", "kernel_perceptron": "close_to_subspace", "matrix_perceptron": "close_to_subspace",
    "log_det": "max_cut", "matrix_completion": "biclusters", "matrix_log_loss": "unit_vectors",
    "matrix_multiplicative_weights": "matrix_losses", "widrow_hoff": "regression", "matrix_widrow_hoff": "kernel_distances",
    "matrix_exponentiated_gradient": "kernel_distances", "minimax": "max_cut { n = 4 }", "matrix_prediction": "max_cut",
    "parameter_free": "max_cut", "randomized_side_information": "side_information", "ridge": "regression",
    "running_mean": "regression", "schatten": "collaborative_filtering", "shifting_winnow": "disjunction",
    "shifting_matrix_winnow": "shifting_subspace", "sketched_multiplicative_weights": "sparse_losses",
    "hypentropy": "rectangular_targets", "standard_optimal": "disjunction { n = 6 }", "winnow_gradient": "hadamard",
}
PLAYERS = {  # the learner of a problem's or bound's example, where neither PLAYED nor the bound's family says it
    "average_error": "winnow", "balancing_adversary": "winnow_threshold", "bitmaps": "matrix_winnow", "block_adversary": "winnow",
    "capacity_mistakes": 'asymmetric_winnow { gap = 1, rates = "capacity" }', "coding_adversary": "winnow",
    "compression_error": "perceptron", "cos_winnow_mistakes": "winnow_normalized", "cycles": "random", "distance_constraints": "definite_boost",
    "factor_returns": "capped_meg", "filtering_lower": "constant", "final_state_consistent": "winnow", "forced_mistakes": "winnow",
    "gambling": "hedge_orders", "gambling_lower": "constant { value = 0.5 }", "game_tree": "winnow",
    "general_positive_part_mistakes": 'general_matrix_winnow { variant = "positive_part" }', "general_threshold_adversary": "general_matrix_winnow",
    "general_two_cycle": "general_matrix_winnow", "graph": "online_matrix_prediction", "greedy_adversary": "matrix_winnow",
    "hadamard_adversary": "perceptron", "hitting_set": "winnow", "libsvm": "matrix_winnow", "matrix_block_adversary": "matrix_winnow", "median_adversary": "constant { value = 0 }",
    "matrix_multiplicative_weights_updates": "matrix_multiplicative_weights { eta = 0.4, insensitive = 0.1 }", "max_cut_lower": "constant { value = 0 }",
    "pca_rows": "capped_meg", "product_hadamard": "perceptron", "quantum_state": "matrix_multiplicative_weights { eta = 0.1 }", "random_pairs_adversary": "constant { value = 0 }",
    "randomized_adversary": "randomized_winnow", "randomized_capacity_mistakes": 'randomized_winnow { gap = 1, rates = "capacity" }',
    "randomized_mistakes": "randomized_winnow", "ratings": "matrix_factorisation", "recorded": "winnow", "regression_data": "ridge",
    "repeated_instance": "meg { eta = 0.1 }", "set_cover": "constrained_matrix_winnow", "side_information_mistakes": "side_information_completion",
    "sketched_multiplicative_weights_regret": "sketched_multiplicative_weights { eta = 0.1 }", "sorting_adversary": "constant { value = 0.5 }",
    "subspace_mistakes": "winnow", "subspace_mistakes_printed": "winnow { w0 = 1, eta = 1.28, theta = 0.19 }", "symmetric_threshold": "matrix_perceptron",
    "table": "matrix_winnow", "threshold_adversary": "winnow", "threshold_cycles": "winnow_threshold", "threshold_winnow_updates": "winnow_threshold",
    "trace_potential": "matrix_winnow", "tree_adversary": "constant { value = 0 }", "perceptron_margin": "perceptron",
}
ON = {"matrix_multiplicative_weights_updates": "quantum_state"}  # the problem of a bound's example, where its learner's is another one
TESTED = ("average_error", "compression_error", "final_state_consistent")


def written(kind, text):
    """learner.winnow {}, problem.disjunction { n = 16 }: with what is required."""
    name = text.split()[0]
    options = [OPTIONS[name]] if name in OPTIONS else [
        "%s = %s" % (of["name"], '"%s"' % of["choices"][0] if "choices" in of else VALUES[of["name"]])
        for of in MEMBERS[kind][name]["parameters"] if of["required"]]
    return "%s.%s" % (kind, text if "{" in text else "%s {%s}" % (name, " %s " % ", ".join(options) if options else ""))


def problem_of(learner):
    name = learner.split()[0]
    return PLAYED.get(name) or PLAYED[MEMBERS["learner"][name]["family"]]


def related(kind, family):
    """The first member of a family, or None."""
    return next((name for name, member in MEMBERS[kind].items() if member["family"] == family), None)


def example(kind, member):
    """A whole scenario."""
    name = member["name"]
    if kind == "problem":
        learner = PLAYERS.get(name) or next(of for of in MEMBERS["learner"] if problem_of(of).split()[0] == name)
        problem = problem_of(learner) if problem_of(learner).split()[0] == name else name
    elif kind == "learner":
        problem, learner = problem_of(name), name
    else:
        problem = ON.get(name) or related("problem", member.get("problem_family"))
        learner = PLAYERS.get(name) or PLAYERS.get(problem) or related("learner", member.get("learner_family")) or "winnow"
        problem = problem or problem_of(learner)
    lines = ["trials = %d" % (4 if learner == "minimax" else 100), "seeds = 1", "problem = " + written("problem", problem),
             "learners = " + written("learner", learner)]
    lines += ["test = 20"] if name in TESTED else []
    lines += ["bounds = bound.%s {}" % name] if kind == "bound" else []
    return "return {\n%s}" % "".join("  %s,\n" % line for line in lines)


def theorems():
    """The theorems of proofs/Statements.v whose comments name a bound."""
    found = {}
    with open("proofs/Statements.v", encoding="utf-8") as file:
        for comment, name in re.findall(r"\(\*\* ((?:(?!\*\)).)*)\*\)\nDefinition (\w+) : Prop", file.read(), re.DOTALL):
            for bound in re.findall(r"bound\.(\w+)", comment):
                found.setdefault(bound, []).append("`%s`" % name)
    return found


def remark(kind, member):
    """One line about what only its kind has."""
    if kind == "learner":
        words = ["takes " + " ".join(member["instances"]), "predicts " + member["predicts"]]
        words += [word for word in ("conservative", "randomised") if member[word]]
        words += ["equivariant under " + ", ".join(member["equivariant"])] if member["equivariant"] else []
        return "; ".join(words)
    return "%(status)s %(direction)s bound on %(measure)s, level %(level)s" % member if kind == "bound" else ""


# ---- Markdown


def cell(text):
    """Of a table, where | separates the columns."""
    return text.replace("|", "\\|")


def row(*cells):
    return "| %s |\n" % " | ".join(cells)


def grouped(kind):
    """(heading, its members) of each group."""
    family = "family" if kind != "bound" else "learner_family"
    rest = dict(MEMBERS[kind])
    for title, families in GROUPS[kind]:
        found = [name for name, member in rest.items() if member.get(family) in families.split() or not families]
        yield title, [rest.pop(name) for name in found]
    assert not rest, rest


def link(kind, name):
    return "[`%s`](#%s%s)" % (name, kind, name)


def overview(kind):
    text = ""
    for title, members in grouped(kind):
        text += "### %s: %s\n\n" % (kind.capitalize() + "s", title[0].lower() + title[1:] if not title.startswith("Winnow") else title)
        text += row(kind, "what it is", "source") + "|---|---|---|\n" + "".join(
            row(link(kind, member["name"]), cell(member["help"]), cell(member["source"])) for member in members) + "\n"
    return text


def speaks(bound, kind):
    """Of which learners or problems a bound speaks; none: of all that its premises allow."""
    return [name for name, member in MEMBERS[kind].items() if member["family"] == bound.get(kind + "_family")]


def relations(kind, member):
    if kind == "bound":
        found = [link(of, name) for of in ("learner", "problem") for name in speaks(member, of)]
        return "\nAbout: %s.\n" % (", ".join(found) or "any learner and problem that its premises allow")
    found = [link("bound", name) for name, bound in MEMBERS["bound"].items() if member["name"] in speaks(bound, kind)]
    return "\nBounds: %s.\n" % ", ".join(found) if found else ""


def parameter_row(of):
    """Values as they are written in a scenario."""
    default = "required" if of["required"] else "-"
    if "default" in of:
        default = '`"%s"`' % of["default"] if of["range"] in ("choice", "text") else "`%s`" % of["default"]
    choices = ", ".join('`"%s"`' % choice for choice in of.get("choices", ()))
    return row("`%s`" % of["name"], choices or of["range"], default, cell(of["meaning"]))


def reference(kind, member):
    """All that a reader needs to use a member."""
    text = "\n### %s.%s\n\n**%s**: %s.  \nSource: %s." % (kind, member["name"], member["title"], member["help"], member["source"])
    more = remark(kind, member)
    text += "  \n%s%s.\n" % (more[0].upper(), more[1:]) if more else "\n"
    if kind == "bound" and member["name"] in theorems():
        text += "\nChecked by machine, as [proofs/Statements.v](../proofs/Statements.v) says it: %s.\n" % ", ".join(theorems()[member["name"]])
    for what, title in (("formula", "Formula"), ("premises", "Premises"), ("opponent", "Its learner")):
        text += "\n%s: %s.\n" % (title, member[what]) if what in member else ""
    text += relations(kind, member)
    if member["parameters"]:
        text += "\n" + row("parameter", "value", "without it", "meaning") + "|---|---|---|---|\n"
    text += "".join(map(parameter_row, member["parameters"]))
    return text + "\n```lua\n%s\n```\n" % example(kind, member)


def page():
    text = HEAD + "".join(map(overview, KINDS)) + REFERENCE
    for kind in KINDS:
        text += "\n## %ss\n" % kind.capitalize()
        text += "".join(reference(kind, member) for _, members in grouped(kind) for member in members)
    return text + "\nNext: [results and verdicts](results.md).\n"


def play_together(folder, examples):
    """As the grid of one scenario."""
    fields = ["trials", "problem", "learners"] + ["test"] * ("test =" in examples[0]) + ["bounds"] * all("bounds =" in text for text in examples)
    with open(os.path.join(folder, "all.lua"), "w", encoding="utf-8") as file:
        file.write("local examples = {\n%s}\nreturn { seeds = 1, params = { example = 1 }, sweep = { example = { %s } },\n%s}\n" % (
            "".join("function() %s end,\n" % text for text in examples), ", ".join(map(str, range(1, len(examples) + 1))),
            "".join("  %s = function(p) return examples[p.example]().%s end,\n" % (of, of) for of in fields)))
    subprocess.run([os.path.abspath(WINNOW), "run", os.path.join(folder, "all.lua"), "--out", os.path.join(folder, "all"), "--fresh",
                    "--quiet", "--allow-external"], check=True)


def play_examples():
    """All of them, in a folder with the files that they name."""
    examples = [example(kind, member) for kind in KINDS for member in MEMBERS[kind].values()]
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        for name in ("sequence.jsonl", "winnow_learner.py"):
            shutil.copy("examples/" + name, folder)
        subprocess.run([os.path.abspath(WINNOW), "value", "subspace", "--set", "n=4", "--set", "r=1", "--set", "gap=1/2", "--tree",
                        os.path.join(folder, "tree.jsonl")], check=True, stdout=subprocess.DEVNULL)
        play_together(folder, [text for text in examples if "bounds =" not in text])
        play_together(folder, [text for text in examples if "bounds =" in text and "test =" not in text])
        play_together(folder, [text for text in examples if "test =" in text])


# ---- annotations: for each member a class of its options and the function that takes them


def annotated_field(of):
    """---@field eta? number learning rate; number in (0, 100]"""
    word = re.match("a name, or integer|[a-z]+", of["range"]).group()
    kind = "|".join('"%s"' % choice for choice in of["choices"]) if "choices" in of else TYPES[word]
    text = "---@field %s%s %s %s" % (of["name"], "" if of["required"] else "?", kind, of["meaning"])
    text += "; " + of["range"] if of["range"] != word else ""
    return text + ("; default %s\n" % of["default"] if "default" in of else "\n")


def annotations(kind, member):
    name, more = "%s.%s" % (kind, member["name"]), remark(kind, member)
    text = "\n---@class (exact) %s.options\n" % name
    text += "---@field label? string name in result files and legends\n" if kind == "learner" else ""
    text += "".join(map(annotated_field, member["parameters"]))
    text += "\n---%s: %s\n---\n---%s\n" % (member["title"], member["help"], member["source"])
    text += "---\n---%s\n" % more if more else ""
    optional = "" if any(of["required"] for of in member["parameters"]) else "?"
    return text + "---@param options%s %s.options\n---@return %s\nfunction %s(options) end\n" % (optional, name, kind, name)


def types(listed):
    text = "---@meta\n-- Learners, problems, bounds, plots and what `observe` may list, for editors: made by scripts/member_tables.py.\n\n"
    text += "---@alias instance_kind %s\n\n" % "|".join('"%s"' % kind for kind in listed["instances"])
    text += "---What `observe` may list, besides constant:NAME and the quantities of learner.custom.\n---@alias observable string\n"
    text += "".join('---| "%(name)s" # %(meaning)s\n' % of for of in listed["observables"])
    text += "\n---@class (exact) plot\n"
    for of in listed["plot"]:
        kind = "|".join('"%s"' % choice for choice in of["choices"]) if "choices" in of else of["type"]
        text += "---@field %s? %s %s\n" % (of["name"], kind, of["meaning"])
    text += "".join("\n---@class %s\n" % kind for kind in KINDS) + "\n"
    text += "".join("%s = {}\n" % kind for kind in KINDS)
    return text + "".join(annotations(kind, member) for kind in KINDS for member in listed[kind + "s"])


def keep(path, text):
    if sys.argv[1:] != ["--check"]:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        with open(path, encoding="utf-8") as file:
            if file.read() != text:
                sys.exit(path + ": differs from winnow list; run scripts/member_tables.py")


os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
WINNOW = os.environ.get("WINNOW", "build/winnow")
everything = json.loads(subprocess.check_output([WINNOW, "list", "--format", "json"]))
MEMBERS = {kind: {member["name"]: member for member in everything[kind + "s"]} for kind in KINDS}
keep("docs/members.md", page())
keep("scenarios/types/members.lua", types(everything))
if sys.argv[1:] == ["--check"]:
    play_examples()
