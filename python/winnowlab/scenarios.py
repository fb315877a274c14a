"""Scenarios as dictionaries: the Lua table of docs/scenarios.md with the same names.

In `problem`, `learners` and `bounds` a member is its name, or a dictionary of its name with its options:

    p = winnowlab.parameters
    {"params": {"n": 64, "r": 4}, "sweep": {"n": [32, 64]}, "trials": 500, "seeds": 5,
     "problem": {"close_to_subspace": {"n": p.n, "r": p.r}},
     "learners": [{"matrix_winnow": {"r": p.r}}, "matrix_perceptron"],
     "bounds": ["subspace_mistakes"]}
"""
from __future__ import annotations

import math
import re
from typing import Any, List, Mapping

MEMBERS = {"problem": "problem", "learners": "learner", "bounds": "bound"}
AT_POINT = ("problem", "learners", "bounds", "trials", "test", "plot")  # may be functions of the grid point
WORDS = frozenset("and break do else elseif end false for function goto if in local nil not or repeat return then true until while".split())


class Lua:
    """Lua as it is: an expression, such as Lua("math.sqrt(p.n)"), or a function. + - * / // ** of it give expressions."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return "Lua(%r)" % self.text

    def __neg__(self) -> Lua:
        return Lua("(-%s)" % self.text)


def _operator(lua_name: str, turned: bool) -> Any:
    def operate(self: Lua, other: Any) -> Lua:
        left, right = (text(other), self.text) if turned else (self.text, text(other))
        return Lua("(%s %s %s)" % (left, lua_name, right))
    return operate


for _name, _lua in (("add", "+"), ("sub", "-"), ("mul", "*"), ("truediv", "/"), ("floordiv", "//"), ("pow", "^")):
    setattr(Lua, "__%s__" % _name, _operator(_lua, False))
    setattr(Lua, "__r%s__" % _name, _operator(_lua, True))


class Parameters:
    """p.NAME: the parameter NAME of the grid point."""

    def __getattr__(self, name: str) -> Lua:
        if name.startswith("__"):
            raise AttributeError(name)
        return Lua("p." + name)


parameters = Parameters()


def _quoted(value: str) -> str:
    return '"%s"' % re.sub('[\x00-\x1f"\\\\\x7f]', lambda found: "\\%03d" % ord(found.group()), value)


def _key(name: Any) -> str:
    if not isinstance(name, str):
        raise ValueError("a scenario's names are texts, not %r" % (name,))
    plain = re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name) and name not in WORDS
    return name if plain else "[%s]" % _quoted(name)


def text(value: Any) -> str:
    """A Python value as Lua."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Lua):
        return value.text
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not math.isfinite(value):
        return "(0/0)" if math.isnan(value) else "math.huge" if value > 0 else "(-math.huge)"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Mapping):
        return "{ %s }" % ", ".join("%s = %s" % (_key(name), text(each)) for name, each in value.items()) if value else "{}"
    if isinstance(value, (list, tuple)):
        return "{ %s }" % ", ".join(text(each) for each in value)
    raise ValueError("a scenario has numbers, texts, lists and dictionaries, not %r" % (value,))


def _member(kind: str, value: Any) -> str:
    if isinstance(value, str):
        value = {value: {}}
    if isinstance(value, Lua):
        return value.text
    if not isinstance(value, Mapping) or len(value) != 1:
        raise ValueError("a %s is a name, or a dictionary of one name with its options, not %r" % (kind, value))
    (name, options), = value.items()
    return "%s.%s %s" % (kind, name, text(options))


def _field(name: str, value: Any) -> str:
    if isinstance(value, Lua):
        body = value.text
    elif name not in MEMBERS:
        body = text(value)
    elif isinstance(value, (list, tuple)):
        body = "{\n%s  }" % "".join("    %s,\n" % _member(MEMBERS[name], each) for each in value)
    else:
        body = _member(MEMBERS[name], value)
    of_point = name in AT_POINT and re.search(r"\bp\.", body) and not body.startswith("function")
    return "function(p) return %s end" % body if of_point else body


def lua_of(scenario: Mapping[str, Any]) -> str:
    """The text of a scenario file."""
    lines: List[str] = ["return {"]
    lines += ["  %s = %s," % (_key(name), _field(name, value)) for name, value in scenario.items()]
    return "\n".join(lines + ["}", ""])
