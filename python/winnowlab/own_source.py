"""The file of a class that has none, because it was written in a notebook: its source and that of all it uses."""
from __future__ import annotations

import ast
import builtins
import dis
import hashlib
import inspect
import linecache
import os
import sys
from types import CodeType, FunctionType, ModuleType
from typing import Any, Dict, Iterator, List, Set

FOLDER = os.path.join("results", "learners")


def _code_of(thing: Any) -> CodeType:
    """The code of a function, or of a function of a class."""
    functions = [thing] if isinstance(thing, FunctionType) else [each for each in vars(thing).values() if isinstance(each, FunctionType)]
    if not functions:
        raise ValueError("%s has no function of its own: its source cannot be found" % thing.__name__)
    return functions[0].__code__


def _source(thing: Any) -> str:
    """The text of a function or class at the top level of what was typed. inspect.getsource cannot do that for classes of notebooks."""
    text = "".join(linecache.getlines(_code_of(thing).co_filename))
    for node in ast.parse(text).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == thing.__name__:
            first = min([node.lineno] + [each.lineno for each in node.decorator_list])
            return "\n".join(text.splitlines()[first - 1:node.end_lineno]) + "\n"
    raise ValueError("the source of %s is not known: write it into a file" % thing.__qualname__)


def _globals(code: CodeType) -> Iterator[str]:
    """Names that the code takes from outside."""
    own = {each.argval for each in dis.get_instructions(code) if each.opname == "STORE_NAME"}
    for each in dis.get_instructions(code):
        if each.opname in ("LOAD_GLOBAL", "LOAD_NAME") and each.argval not in own:
            yield each.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals(constant)


def _is_plain(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return all(_is_plain(each) for each in value)
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(each) for key, each in value.items())
    return value is None or type(value) in (bool, int, float, str)


def _add(thing: Any, parts: List[str], seen: Set[str]) -> None:
    """Appends what `thing` needs, then itself."""
    text = _source(thing)
    space: Dict[str, Any] = vars(sys.modules[thing.__module__])
    for name in sorted(set(_globals(compile(text, thing.__name__, "exec")))):
        if name in seen or name == thing.__name__ or name not in space and hasattr(builtins, name):
            continue
        seen.add(name)
        value = space.get(name, _is_plain)
        module = getattr(value, "__module__", None)
        if isinstance(value, ModuleType):
            parts.append("import %s as %s\n" % (value.__name__, name))
        elif module == thing.__module__ and isinstance(value, (type, FunctionType)):
            _add(value, parts, seen)
        elif isinstance(value, type) or inspect.isroutine(value):
            if name not in space:
                raise ValueError("%s uses %s, which is not defined" % (thing.__name__, name))
            parts.append("from %s import %s as %s\n" % (module or "builtins", value.__name__, name))
        elif _is_plain(value):
            parts.append("%s = %r\n" % (name, value))
        else:
            raise ValueError("%s uses %s, a %s: write both into a file, or make it in __init__"
                             % (thing.__name__, name, type(value).__name__))
    parts.append("\n\n" + text)


def file_of(cls: Any) -> str:
    """Absolute path of a file with the class, below results/learners; its name depends on its text alone."""
    parts = ['"""%s, as it was written in a notebook."""\n' % cls.__name__]
    _add(cls, parts, {cls.__name__})
    text = "".join(parts)
    os.makedirs(FOLDER, exist_ok=True)
    path = os.path.abspath(os.path.join(FOLDER, "%s-%s.py" % (cls.__name__, hashlib.sha256(text.encode()).hexdigest()[:12])))
    if not os.path.exists(path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return path
