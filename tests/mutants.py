#!/usr/bin/env python3
"""Changes the C code in one place at a time and runs the tests that reach it: what survives, no test guards (make mutants, docs/testing.md).

A seed shuffles all changes of SOURCES, and the first MUTANTS that compile to another object than the original are tried. A test (a suite of the
unit tests, a script of tests/scenarios, a transcript) belongs to a mutant if it calls the changed function, or any function of the file if the change
is outside of all: by the counters of gcc --coverage in an undisturbed run, which also tells its time and leaves out the tests that fail without a change.

Environment, all set by make mutants: BUILD, COMPILE, LINK, LIBRARIES, LIBRARY (the archive), WINNOW_OBJECTS, CONTROLS_OBJECTS, UNIT_OBJECTS;
and SEED (1), MUTANTS (300), JOBS (all cores), TEST_PARTS="unit transcripts scenarios", SLACK (20 s), LONGEST: only tests of at most so many
seconds. AGAIN=FILE takes the survivors of FILE in place of a sample. Everything is written below BUILD/mutants; a run that was stopped goes on where it was.
"""
import concurrent.futures
import csv
import hashlib
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time

SOURCES = "src/**/*.c"
OTHERS = re.compile(r"/alone/|^src/(main|play)\.c$")  # not in the archive: what the play page is built from, and main
EXITS = "src/base/process/process.c"
# What is inlined, or whose value the optimiser knows, has no counter; -DCOVERAGE: processes that end by _exit (EXITS) write their counters, too.
COUNTING = ("-Og", "--coverage", "-fno-inline", "-DCOVERAGE")
PROGRAMS = {"winnow": "WINNOW_OBJECTS", "tests/winnow-controls": "CONTROLS_OBJECTS", "tests/unit": "UNIT_OBJECTS"}
COLUMNS = ("outcome", "seconds", "test", "file", "line", "column", "rule", "before", "after")
SLACK, SCALE = float(os.environ.get("SLACK") or 20), 5  # a test of s seconds is given SLACK + SCALE s
MEMORY, FILES = 4_000_000, 1_000_000  # KiB, blocks: the most that a process of a test may use

setting = os.environ.get
root = pathlib.Path.cwd()
home = pathlib.Path(setting("BUILD", "build")).resolve() / "mutants"
parts = (setting("TEST_PARTS") or "unit transcripts scenarios").split()
lock = threading.Lock()  # of all that threads share
running = set()  # tests, each in a process group of its own


def end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def end_all(number, _):
    for process in list(running):
        end(process)
    os._exit(128 + number)


def text_of(path):
    return pathlib.Path(path).read_text(encoding="utf-8")


def digest(*texts):
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]


def in_parallel(work):
    jobs = int(setting("JOBS") or os.cpu_count())
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for future in [pool.submit(work) for _ in range(jobs)]:
            future.result()


# ---- changes

TOKEN = re.compile(r"""(?P<skip>\s+|/\*.*?\*/|//[^\n]*|^\#(?:\\\n|[^\n])*)
    |(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    |(?P<word>[A-Za-z_]\w*)
    |(?P<number>0[xX]\w+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[uUlLfF]*)
    |(?P<mark>->|\+\+|--|<<=|>>=|<<|>>|[-<>=!+*/%&|^]=|&&|\|\||\.\.\.|.)""", re.S | re.M | re.X)
SWAPS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
         "&&": ("||",), "||": ("&&",), "+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",),
         "+=": ("-=",), "-=": ("+=",), "*=": ("/=",), "/=": ("*=",)}
OPPOSITES = {"true": "false", "false": "true", "STATUS_OK": "STATUS_FAILED", "FAIL": "STATUS_OK"}
HEADS = ("if", "for", "while", "switch", "cJSON_ArrayForEach")
# What does not begin a statement that is dropped; memory that is not freed is found by the sanitizers.
KEPT = re.compile(r"return|if|for|while|do|switch|case|default|goto|else|typedef|static|const|struct|enum|[{};.]|free|\w+_(free|unreserve|clear)")


def other_number(text):
    """1.0 becomes 1.5, 3 becomes 4, a tolerance 10^7 times itself."""
    if re.fullmatch(r"\d+[uUlL]*", text):
        return re.sub(r"\d+", lambda found: str(int(found[0]) + 1), text)
    if re.match(r"0[xX]", text):
        return None
    value = float(text.rstrip("fFlL"))
    return repr(1.0 if value == 0 else value * 1e7 if value <= 1e-3 else value * 1.5)


def statement(tokens, i):
    """The last token of the statement without braces that begins at token i; None if none does, or a declaration."""
    kinds, words = zip(*(token[:2] for token in tokens[i:i + 3]))
    declares = kinds[0] == "word" and (kinds[1] == "word" or words[1] == "*" and kinds[2] == "word")
    if kinds[0] not in ("word", "mark") or KEPT.fullmatch(words[0]) or declares or words[1] == ":":
        return None
    end = next(j for j in range(i, len(tokens)) if tokens[j][1] in (";", "{", "}"))
    return tokens[end - 1] if tokens[end][1] == ";" else None


def changes(text):
    """(start, end, replacement, rule, whether in a function) of each possible change."""
    tokens = [(m.lastgroup, m[0], m.start(), m.end()) for m in TOKEN.finditer(text) if m.lastgroup != "skip"]
    depth, inside, heads = 0, False, []  # braces, whether they are a function's; for each open parenthesis, whether it is that of `if` and the like
    for i, (kind, value, start, end) in enumerate(tokens):
        before = tokens[i - 1][1]
        depth += (value == "{") - (value == "}")
        inside = depth > 0 and (inside or depth == 1 and value == "{" and before == ")")
        if value == "(":
            heads.append(before in HEADS)
        head_ends = value == ")" and heads.pop()
        swaps = ()
        if kind == "number" and not (before == "=" and tokens[i - 2][1] == "result_version"):
            swaps = filter(None, [other_number(value)])
        elif kind == "mark" and inside and text[start - 1].isspace() and text[end].isspace():  # spaces on both sides: a binary operator
            swaps = SWAPS.get(value, ())
        for other in swaps:
            yield start, end, other, f"{value} to {other}", inside
        if inside and value == "return" and tokens[i + 1][1] in OPPOSITES:
            last = next(j for j in range(i, len(tokens)) if tokens[j][1] == ";") - 1
            other = OPPOSITES[tokens[i + 1][1]]
            if last == i + 1 or tokens[i + 1][1] == "FAIL":
                yield tokens[i + 1][2], tokens[last][3], other, f"returns {other}", inside
        if inside and (value in (";", "{", "}", "else") or head_ends) and not any(heads):
            last = statement(tokens, i + 1)
            if last:
                yield tokens[i + 1][2], last[3], "", "dropped", inside


class Mutant:
    def __init__(self, name, text, change):
        start, end, other, self.rule, self.inside = change
        left, right = text.rfind("\n", 0, start) + 1, text.index("\n", end)
        self.file, self.line = name, text.count("\n", 0, start) + 1
        self.before, self.after = (" ".join(line.split()) for line in (text[left:right], text[left:start] + other + text[end:right]))
        self.key = (name, str(self.line), str(start - left + 1), self.rule)
        self.text = text[:start] + other + "\n" * text.count("\n", start, end) + text[end:]  # with as many lines, which messages may name
        self.row = None


# ---- building

def compile_text(name, text, target, *flags):
    """Without debugging information, so that objects can be compared."""
    target.parent.mkdir(parents=True, exist_ok=True)
    command = [*shlex.split(setting("COMPILE")), "-g0", "-w", *flags, "-x", "c", "-c", "-o", str(target), "-"]
    return subprocess.run(command, input=f'# 1 "{name}"\n{text}', text=True, stderr=subprocess.DEVNULL, check=False).returncode == 0


def prepare():
    """What all programs are linked from, without debugging information: one object for each, and the archive."""
    for path in (path for name in ("refused", "original", "probe", "worker-*", "counters-*", "temporary-*") for path in home.glob(name)):
        shutil.rmtree(path)
    (home / "refused").mkdir(parents=True)
    (home / "refused/make").symlink_to("/bin/false")  # a test that calls it would build into the folder under test
    subprocess.run(["objcopy", "--strip-debug", setting("LIBRARY"), home / "all.a"], check=True)
    for program, variable in PROGRAMS.items():
        if setting(variable):
            subprocess.run(["ld", "-r", "-S", "-o", home / f"{pathlib.Path(program).name}.o", *setting(variable).split()], check=True)


def original(name):
    target = home / "original" / name
    with lock:
        if not target.exists() and not compile_text(name, text_of(name), target):
            sys.exit(f"{name}: does not compile")
    return target.read_bytes()


def link(folder, program, objects, *flags):
    """Objects come before the archive, whose own are then not taken."""
    target, main_object = folder / program, home / f"{pathlib.Path(program).name}.o"
    if setting(PROGRAMS[program]) and not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        libraries = shlex.split(setting("LIBRARIES", ""))
        subprocess.run([*shlex.split(setting("LINK")), *flags, "-o", target, main_object, *objects, home / "all.a", *libraries], check=True)


# ---- tests

class Test:
    def __init__(self, name):
        self.name, self.key, self.good, self.seconds, self.reached = name, "", False, 0.0, {}
        kind, self.path = name.split(" ")
        self.programs = ["tests/unit"] if kind == "unit" else ["winnow", "tests/winnow-controls"]
        self.command = {"unit": ["unit", f"{self.path}/*"], "script": ["sh", self.path],
                        "transcript": [shutil.which("cram") or "cram3", self.path]}[kind]

    def passes(self, folder, limit, **environment):
        """Runs it on the programs of a folder until its first failure, at most `limit` seconds: (passed, ran out of time)."""
        temporary = home / f"temporary-{threading.get_ident()}"
        temporary.mkdir(exist_ok=True)
        environment |= {"WINNOW": str(folder / "winnow"), "BUILD": str(folder), "ROOT": str(root), "LC_ALL": "C", "TMPDIR": str(temporary),
                        "PATH": f"{home / 'refused'}:{folder}:{folder}/tests:{os.environ['PATH']}"}
        process = subprocess.Popen(["sh", "-c", f'ulimit -v {MEMORY} -f {FILES}; exec "$@"', "sh", *self.command], env=os.environ | environment,
                                   text=True, errors="replace", start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL)
        running.add(process)
        late, good = threading.Event(), True
        timer = threading.Timer(limit, lambda: (late.set(), end(process)))
        timer.start()
        for line in process.stdout:
            if line.startswith("not ok"):
                good = False
                end(process)
        good = process.wait() == 0 and good
        timer.cancel()
        end(process)  # what it left running
        running.discard(process)
        process.stdout.close()
        shutil.rmtree(temporary, ignore_errors=True)
        return good, late.is_set()


def tests_of(folder):
    found = []
    if "unit" in parts and setting("UNIT_OBJECTS"):
        link(folder, "tests/unit", [])
        suites = subprocess.run([folder / "tests/unit", "--list"], check=True, stdout=subprocess.PIPE, text=True).stdout
        found += [Test(f"unit {suite}") for suite in dict.fromkeys(re.findall(r"^\w+(?=/)", suites, re.M))]
    for part, kind, pattern in ("transcripts", "transcript", "tests/transcripts/*.t"), ("scenarios", "script", "tests/scenarios/*.sh"):
        if part in parts:
            found += [Test(f"{kind} {path}") for path in sorted(map(str, pathlib.Path().glob(pattern))) if "mutants" not in path]
    return found


def functions_called(folder):
    """{file: [[first line, last line] of each function that was called]} from the counters below a folder."""
    reached, counters = {}, sorted(folder.rglob("*.gcda"))
    if counters:
        said = subprocess.run(["gcov", "--json-format", "--stdout", *counters], check=True, stdout=subprocess.PIPE, text=True, cwd=folder).stdout
        for file in (file for document in said.splitlines() if document for file in json.loads(document)["files"]):
            called = [[f["start_line"], f["end_line"]] for f in file["functions"] if f["execution_count"] > 0]
            reached.setdefault(file["file"], []).extend(called)
    return {name: called for name, called in reached.items() if called and name.endswith(".c")}


def set_keys(tests):
    """A test is measured again when the engine has changed or its own text: of a suite, the files that name it and those without tests."""
    engine = [text_of(path) for path in sorted(pathlib.Path("src").rglob("*.[ch]"))]
    units = [text_of(path) for path in sorted(pathlib.Path("tests/unit").rglob("*.[ch]"))]
    for test in tests:
        own = [text_of(test.path)] if not test.name.startswith("unit ") else [
            text for text in units if "Test(" not in text or re.search(rf"\b{test.path}\b", text)]
        test.key = digest(test.name, *COUNTING, *engine, *own)


def probe_programs(texts, probe):
    (probe / "tests/unit").unlink(missing_ok=True)  # which listed the suites
    names = [*texts, *([EXITS] if EXITS not in texts and pathlib.Path(EXITS).exists() else [])]
    objects = [probe / f"{name}.o" for name in names]
    for name, target in zip(names, objects):
        compile_text(name, text_of(name), target, *COUNTING)
    for program in PROGRAMS:
        link(probe, program, objects, "--coverage")


def measure(texts, longest):
    """The tests that pass undisturbed within so many seconds, the quickest first, with the functions they call. What was measured of the same
    sources is kept."""
    probe, notes, known = home / "probe", home / "reached", {}
    if notes.exists():
        known = {note["key"]: note for note in map(json.loads, text_of(notes).splitlines())}
    tests = tests_of(probe)
    set_keys(tests)
    if not all(test.key in known for test in tests):
        probe_programs(texts, probe)
    waiting, gcno = list(reversed(tests)), list(probe.rglob("*.gcno"))

    def work():
        while True:
            with lock:
                if not waiting:
                    return
                test = waiting.pop()
            if test.key not in known:
                counters = home / f"counters-{threading.get_ident()}"
                shutil.rmtree(counters, ignore_errors=True)
                started = time.monotonic()
                good, late = test.passes(probe, min(longest, 600), GCOV_PREFIX=str(counters), GCOV_PREFIX_STRIP=str(len(probe.parts) - 1))
                if late and longest < 600:
                    shutil.rmtree(counters, ignore_errors=True)
                    continue  # a longer limit may find it good
                note = {"key": test.key, "test": test.name, "passes": good, "seconds": round(time.monotonic() - started, 2)}
                for path in gcno:
                    beside = counters / path.relative_to(probe)
                    beside.parent.mkdir(parents=True, exist_ok=True)
                    beside.symlink_to(path)
                note["reached"] = functions_called(counters)
                shutil.rmtree(counters)
                with lock, notes.open("a", encoding="utf-8") as out:
                    known[test.key] = note
                    out.write(json.dumps(note) + "\n")
            test.good, test.seconds, test.reached = (known[test.key][name] for name in ("passes", "seconds", "reached"))

    in_parallel(work)
    print(f"{len(tests)} tests; left out, as they fail undisturbed: {', '.join(test.name for test in tests if not test.good) or 'none'}", flush=True)
    return sorted((test for test in tests if test.good), key=lambda test: test.seconds)


# ---- mutants

def tests_for(mutant, tests):
    """Those that call the function; for a line outside of all those that call one of the file; for a file of tables alone, every test."""
    called = {test: test.reached.get(mutant.file, []) for test in tests}
    if mutant.inside:
        return [test for test in tests if any(first <= mutant.line <= last for first, last in called[test])]
    return [test for test in tests if called[test]] or [test for test in tests if test.reached]


def attempt(mutant, folder, tests, killers):
    """(outcome, the test that killed it). Tests that killed others of the file come first."""
    shutil.rmtree(folder, ignore_errors=True)
    if not compile_text(mutant.file, mutant.text, folder / "mutant.o"):
        return "does not compile", ""
    if (folder / "mutant.o").read_bytes() == original(mutant.file):
        return "same object", ""
    own = tests_for(mutant, tests)
    for test in sorted(own, key=lambda test: (test.name not in killers, test.seconds)):
        for program in test.programs:
            link(folder, program, [folder / "mutant.o"])
        good, late = test.passes(folder, SLACK + SCALE * test.seconds)
        if not good:
            return "killed", test.name + " (time)" * late
    return "survived", "" if own else "no test calls it"


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def again(every, path):
    """The survivors of an earlier run, found by their text."""
    for row in rows_of(path):
        same = [m for m in every if (m.file, m.rule, m.before, m.after) == (row["file"], row["rule"], row["before"], row["after"])]
        if row["outcome"] == "survived" and same:
            yield min(same, key=lambda m: abs(m.line - int(row["line"])))
        elif row["outcome"] == "survived":
            print(f"no longer there: {row['file']}:{row['line']}: {row['before']}")


def try_all(mutants, most, tests, results):
    """The first `most` that count, each with its row in the file of results."""
    text = text_of(results) if results.exists() else "\t".join(COLUMNS) + "\n"
    results.write_text(text[:text.rindex("\n") + 1], encoding="utf-8")  # without the half of a line that a kill may leave
    done = {tuple(row[name] for name in COLUMNS[3:7]): row for row in rows_of(results)}
    waiting, counted, killers = iter(mutants), [], {}

    def work():
        folder = home / f"worker-{threading.get_ident()}"
        while True:
            with lock:
                mutant = next(waiting, None) if len(counted) < most else None
                if mutant is None:
                    break
                counted.append(mutant)
            mutant.row = done.get(mutant.key)
            if mutant.row is None:
                started = time.monotonic()
                outcome, test = attempt(mutant, folder, tests, killers.get(mutant.file, ()))
                values = (outcome, f"{time.monotonic() - started:.1f}", test, *mutant.key, mutant.before, mutant.after)
                mutant.row = dict(zip(COLUMNS, values))
                with lock, results.open("a", encoding="utf-8") as out:
                    out.write("\t".join(values) + "\n")
            with lock:
                if mutant.row["outcome"] == "killed":
                    killers.setdefault(mutant.file, set()).add(mutant.row["test"].removesuffix(" (time)"))
                elif mutant.row["outcome"] == "survived":
                    print(f"{':'.join(mutant.key[:3])}: {mutant.rule}\n  - {mutant.before}\n  + {mutant.after}", flush=True)
                else:
                    counted.remove(mutant)
        shutil.rmtree(folder, ignore_errors=True)

    in_parallel(work)
    return counted


def main():
    names = sorted(str(path) for path in pathlib.Path().glob(SOURCES) if not OTHERS.search(str(path)))
    texts = {name: text_of(name) for name in names}
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end_all)
    prepare()
    every = [Mutant(name, text, change) for name, text in texts.items() for change in changes(text)]
    seed = setting("SEED") or "1"
    random.Random(seed).shuffle(every)
    longest = float(setting("LONGEST") or "inf")
    tests = [test for test in measure(texts, longest) if test.seconds <= longest]
    mutants, most = every, int(setting("MUTANTS") or 300)
    results = home / f"seed-{seed}-{digest(*texts.values())}.tsv"
    if setting("AGAIN"):
        mutants, most = list(again(every, setting("AGAIN"))), len(every)
        results = home / f"again-{digest(*texts.values(), *(test.key for test in tests))}.tsv"
    tried = try_all(mutants, most, tests, results)
    killed = sum(mutant.row["outcome"] == "killed" for mutant in tried)
    print(f"{len(tried)} mutants, {killed} killed ({100 * killed / max(1, len(tried)):.1f} %), {len(tried) - killed} survived; all in {results}")


if __name__ == "__main__":
    main()
