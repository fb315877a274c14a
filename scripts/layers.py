#!/usr/bin/env python3
"""Checks the structure of src/ against docs/architecture.md (make lint-layers).

    python3 scripts/layers.py [ROOT]

- An #include points to the same folder or to one that comes earlier in the order of the line "Order: base, linalg, ...".
- There is no circle between files, where NAME.c and NAME.h count as one.
- No file includes what one of its headers brings.
- A .c file (alone/NAME.c as NAME.c) implements its own header, or that of its folder, and nobody else's; what it registers (learner_class and the like) has no header.
- Files are opened by src/base/file.c alone, which refuses pipes and devices; only what the system offers, "/proc/..." and "/dev/...", and
  folders (O_DIRECTORY) are opened elsewhere.
- A folder has at most 40 files, subfolders aside, and src/ at most 22 folders.

Prints one line for each fault and ends with status 1 if there is one.
"""
import pathlib
import re
import sys

MOST_FILES, MOST_FOLDERS = 40, 22
root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
source = root / "src"
faults = []


def room(name):
    """The top folder of a path below src/; "" for a file of src/ itself, which is above all of them."""
    return name.split("/")[0] if "/" in name else ""


def unit(name):
    """NAME.c and NAME.h count as one, with the second implementation alone/NAME.c."""
    return re.sub(r"\.[ch]$", "", re.sub(r"alone/", "", name))


order_line = re.search(r"^Order: (.+)$", (root / "docs/architecture.md").read_text(encoding="utf-8"), flags=re.M)
if order_line is None:
    sys.exit('docs/architecture.md: no line "Order: FOLDER, FOLDER, ...", lowest first')
order = {name.strip("` ."): place for place, name in enumerate(order_line.group(1).split(","))}
order[""] = len(order)

files = {str(path.relative_to(source)): path.read_text(encoding="utf-8") for path in sorted(source.rglob("*.[ch]"))}
rooms = {room(name) for name in files} - {""}
for name in sorted(rooms ^ (order.keys() - {""})):
    faults.append(f"src/{name}: is in the order of docs/architecture.md or in src, but not in both")
if len(rooms) > MOST_FOLDERS:
    faults.append(f"src: {len(rooms)} folders, expected at most {MOST_FOLDERS}")
for folder in sorted({str(pathlib.PurePath(name).parent) for name in files}):
    count = sum(1 for name in files if str(pathlib.PurePath(name).parent) == folder)
    if count > MOST_FILES:
        faults.append(f"src/{folder}: {count} files, expected at most {MOST_FILES}")

# Includes: upwards, and circles.
uses = {unit(name): set() for name in files}
for name, text in files.items():
    for included in re.findall(r'^#include "([^"]+)"', text, flags=re.M):
        if included not in files:
            faults.append(f"src/{name}: includes {included}, which does not exist")
            continue
        if order.get(room(included), 0) > order.get(room(name), 0):
            faults.append(f"src/{name}: includes {included}, from a folder above its own")
        if unit(included) != unit(name):
            uses[unit(name)].add(unit(included))


INCLUDE = re.compile(r'^#(include ["<]([^">]+)[">]|if|endif)', flags=re.M)


def top(name):
    """What a file includes under no condition."""
    depth, found = 0, []
    for whole, included in INCLUDE.findall(files.get(name, "")):
        depth += (whole == "if") - (whole == "endif")
        found += [included] if included and depth == 0 else []
    return found


def brought(name, seen):
    """All that a header includes, by others even."""
    for included in top(name):
        if included not in seen:
            seen.add(included)
            brought(included, seen)
    return seen


def circles():
    """Tarjan's strongly connected components with more than one member."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(uses[node]):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            component = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(component) > 1:
                found.append(sorted(component))

    for node in sorted(uses):
        if node not in index:
            visit(node)
    return found


sys.setrecursionlimit(10000)
found_circles = circles()
faults += ["a circle: " + ", ".join(component) for component in found_circles]
for name in files if not found_circles else ():
    for header in top(name):
        if unit(header) != unit(name):
            faults += [f"src/{name}: includes {twice}, which {header} brings"
                       for twice in top(name) if twice in brought(header, set()) and unit(twice) != unit(name)]

# Own headers: names that another file's header declares. Definitions and declarations begin in the first column (clang-format).
DECLARED = re.compile(r"^(?!static\b|typedef\b|#)[a-z_][\w \t*]*?\b\*?(\w+)\((?:[^{}();]|\([^()]*\))*\)[^{};]*;", flags=re.M)
DEFINED = re.compile(r"^(?!static\b|typedef\b|#|else\b)[a-z_][\w \t*]*?\b\*?(\w+)\((?:[^{}();]|\([^()]*\))*\) \{", flags=re.M)
declared = {}
for name, text in files.items():
    if name.endswith(".h"):
        for function in DECLARED.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.S)):
            declared.setdefault(function, name)
for name, text in files.items():
    if name.endswith(".c"):
        for function in DEFINED.findall(text):
            header = declared.get(function)
            if header is not None and unit(header) not in (unit(name), str(pathlib.PurePath(name).parent)):
                faults.append(f"src/{name}: implements {function} of {header}")

OPENED = re.compile(r"(?<![\w>.])(?:fopen|open|creat)\((?!\"/(?:proc|dev)/)(?![^\n]*O_(?:DIRECTORY|PATH))")
for name, text in files.items():
    if name.endswith(".c") and name != "base/file.c" and OPENED.search(re.sub(r"/\*.*?\*/", "", text, flags=re.S)):
        faults.append(f"src/{name}: opens a file, which is left to base/file.h")

for fault in sorted(faults):
    print(fault)
sys.exit(1 if faults else 0)
