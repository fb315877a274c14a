#!/usr/bin/env python3
"""Writes what the descriptors of learners, problems and bounds say, from `winnow list --format json`: docs/members.md, and the annotations of the
Lua language server for editors, scenarios/types/members.lua. With --check it compares and writes nothing."""
import json
import os
import re
import subprocess
import sys

KINDS = ("learner", "problem", "bound")
LINE = 110  # of a list of names
TYPES = {"number": "number", "integer": "integer", "boolean": "boolean", "text": "string", "file": "string", "numbers": "number[]",
         "command": "string[]", "structure": "table", "a name, or integer": "integer|string"}  # by the first words of a range
HEAD = """# Learners, problems and bounds

A table of each kind comes first, then [the reference](#reference) with all parameters, in the form in which a scenario writes them: `learner.winnow { r = 2 }`.
`winnow list learners winnow` prints one of them.
[scenarios.md](scenarios.md) says how to put them together, [notation.md](notation.md) explains the symbols of the formulas.
`scripts/member_tables.py` makes this page from the descriptors.

## Overview

"""
REFERENCE = """## Reference

A round bracket excludes the end of a range.
Where there is `-` in place of a default, the meaning says what happens without the parameter.
"""


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


def overview(kind, members):
    return row(kind, "what it is", "source") + "|---|---|---|\n" + "".join(
        row("`%s`" % member["name"], cell(member["help"]), cell(member["source"])) for member in members)


def names(kind, members):
    """Links to the members, in lines of moderate length."""
    text, column = "", 0
    for member in members:
        width = 2 * len(member["name"]) + len(kind) + 6
        text += "" if not text else ",\n" if column + width > LINE else ", "
        column = width + 2 + (0 if column + width > LINE else column)
        text += "[%s](#%s%s)" % (member["name"], kind, member["name"])
    return text + "\n"


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
    if member["parameters"]:
        text += "\n" + row("parameter", "value", "without it", "meaning") + "|---|---|---|---|\n"
    return text + "".join(map(parameter_row, member["parameters"]))


def page(listed):
    text = HEAD
    for kind in KINDS:
        text += overview(kind, listed[kind + "s"]) + "\n"
    text += REFERENCE
    for kind in KINDS:
        members = listed[kind + "s"]
        text += "\n## %ss\n\n%s" % (kind.capitalize(), names(kind, members))
        text += "".join(reference(kind, member) for member in members)
    return text


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
everything = json.loads(subprocess.check_output([os.environ.get("WINNOW", "build/winnow"), "list", "--format", "json"]))
keep("docs/members.md", page(everything))
keep("scenarios/types/members.lua", types(everything))
