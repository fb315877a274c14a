# shellcheck shell=sh disable=SC2034
# What the scripts of tests/scenarios share; read with `.`. Each test prints `ok NAME`, `not ok NAME: reason` or `skip NAME: reason`.
: "${ROOT:=$(pwd)}" "${BUILD:=$ROOT/build}" "${WINNOW:=$BUILD/winnow}"
CONTROLS=$BUILD/tests/winnow-controls
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1

# built_with NAME: the program has the optional library, GLPK, LIBSVM or ZLIB.
built_with() { grep -q -- "-DHAVE_$1" "$BUILD/libraries.mk"; }

# sweep ALL FEW: how much of a long sweep `make test-all` takes, and how much `make test`.
sweep() { if [ -n "${TEST_ALL:-}" ]; then echo "$1"; else echo "$2"; fi; }

ok() { printf 'ok %s\n' "$1"; }
not_ok() { printf 'not ok %s: %s\n' "$1" "$2"; }
skip() { printf 'skip %s: %s\n' "$1" "$2"; }

# uninstrumented NAME REASON: a script of that name ends here under a sanitizer.
uninstrumented() {
  case ${CFLAGS:-} in
  *-fsanitize*)
    skip "$1" "an instrumented build: $2"
    exit 0
    ;;
  esac
}

# needs_browser NAME LACKING [HINT]: $browser is a Chromium that node's modules of tests/browser/package.json drive; without one the script ends
# here, with NAME skipped. LACKING: what else is not there, or empty. HINT: how the modules come.
needs_browser() {
  lacking=$2
  NODE_PATH=$BUILD/browser/node_modules${NODE_PATH:+:$NODE_PATH}
  export NODE_PATH
  browser=$(command -v "${CHROMIUM:-chromium}" || command -v chromium-browser || command -v google-chrome)
  command -v node > /dev/null || lacking="node is not installed"
  [ -n "$browser" ] || lacking="Chromium is not installed"
  for module in playwright-core axe-core; do
    [ -n "$lacking" ] || node -e "require.resolve('$module')" 2> /dev/null || lacking="$module is not installed ($3)"
  done
  [ -n "$lacking" ] || return 0
  skip "$1" "$lacking"
  exit 0
}

case $0 in
  */hostile/*)
    if [ -n "${COVERAGE:-}" ]; then # their counts go into files that are cut, too
      skip "$(basename "$0" .sh)" 'programs that are killed or find no room would spoil the counts of coverage'
      exit 0
    fi
    ;;
esac

# same NAME EXPECTED ACTUAL: both are one line.
same() {
  if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "expected '$2', got '$3'"; fi
}

# has NAME FILE TEXT: a line of the file holds the text.
has() {
  if grep -qF -- "$3" "$2"; then ok "$1"; else not_ok "$1" "'$3' is not in: $(head -c 600 "$2" | tr '\n' '|')"; fi
}

# run FOLDER [OPTION]... < SCENARIO: runs it with the tests' own learners, problems and bounds among the others. The exit status is left in
# $status, output in FOLDER.stdout and FOLDER.stderr.
run() {
  out=$1
  shift
  cat > "$out.lua"
  "$CONTROLS" run "$out.lua" --out "$out" --quiet --jobs 1 "$@" > "$out.stdout" 2> "$out.stderr"
  status=$?
}

# replayed NAME TRIALS PROBLEM REST CELLS [VERDICTS]: a problem with REST, its learners and bounds, is played and recorded, and NAME.jsonl, the
# sequence, is played again: these columns of cells.tsv and verdicts.tsv are the same.
replayed() {
  run "$1" --record << END
return { trials = $2, seeds = 1, problem = problem.$3, $4 }
END
  for sequence in "$1"/sequences/*.jsonl; do cp "$sequence" "$1.jsonl"; done
  run "$1-again" << END
return { seeds = 1, problem = problem.recorded { file = "$1.jsonl" }, $4 }
END
  same "$1, replayed: $5" "$(values "$1/cells.tsv" "$5")" "$(values "$1-again/cells.tsv" "$5")"
  [ -z "${6:-}" ] || same "$1, replayed: verdicts" "$(verdicts "$1" "$6")" "$(verdicts "$1-again" "$6")"
}

# verdicts FOLDER COLUMNS [COLUMN=VALUE]...: `values` of its verdicts.tsv.
verdicts() {
  folder=$1
  columns=$2
  shift 2
  values "$folder/verdicts.tsv" "$columns" "$@"
}

# distinct FOLDER COLUMNS [COLUMN=VALUE]...: these rows, each once.
distinct() {
  once=1
  verdicts "$@"
  once=
}

# judged NAME VERDICT FOLDER ROWS [COLUMN=VALUE]...: a test for each of these rows: there are verdicts, and all are this one.
judged() {
  judgement=$1
  expected=$2
  place=$3
  rows=$4
  shift 4
  verdicts "$place" 'bound verdict' "$@" | awk -v name="$judgement" -v expected="$expected" -v rows="$rows" '
    { found[$1] = found[$1] " " $2; if ($2 != expected) wrong[$1] }
    END {
      count = split(rows, row)
      for (i = 1; i <= count; i++) {
        good = row[i] in found && !(row[i] in wrong)
        print (good ? "ok " : "not ok ") name ": " row[i] (good ? "" : ": expected " expected ", got" found[row[i]])
      }
    }'
}

# values FILE COLUMNS [COLUMN=VALUE]...: the named columns of the rows with these values, separated by blanks. A file or a column
# that is not there is said in place of rows, so that no test for the absence of rows can pass by a slip.
values() {
  file=$1
  wanted=$2
  shift 2
  if [ ! -r "$file" ]; then
    echo "no-such-file: $file"
    return
  fi
  conditions=
  for condition; do conditions="$conditions$condition
"; done
  conditions=$conditions awk -F '\t' -v wanted="$wanted" -v once="${once:-}" '
    /^#/ { next }
    !header {
      header = 1
      for (i = 1; i <= NF; i++) place[$i] = i
      columns = split(wanted, column, " ")
      tests = split(ENVIRON["conditions"], test, "\n") - 1
      for (i = 1; i <= tests; i++) {
        at = index(test[i], "=")
        name[i] = substr(test[i], 1, at - 1)
        value[i] = substr(test[i], at + 1)
        if (!(name[i] in place)) missing = missing " " name[i]
      }
      for (i = 1; i <= columns; i++) if (!(column[i] in place)) missing = missing " " column[i]
      if (missing == "") next
      print "no-such-column:" missing
      exit
    }
    {
      for (i = 1; i <= tests; i++) if ($place[name[i]] "" != value[i] "") next
      line = ""
      for (i = 1; i <= columns; i++) line = line (i > 1 ? " " : "") $place[column[i]]
      if (!once || !(line in seen)) print line
      seen[line]
    }' "$file"
}

# holds NAME AWK-CONDITION: compares numbers; nan and inf, which awk would take for variables that are 0, are none.
holds() {
  case $2 in
  *nan* | *inf*) not_ok "$1" "not a number: $2" ;;
  *) if awk "BEGIN { exit !($2) }"; then ok "$1"; else not_ok "$1" "not true: $2"; fi ;;
  esac
}

# each NAME COUNT NUMBERS AWK-CONDITION: there are COUNT numbers, and the condition is true of each, called x.
each() {
  found=$(numbers=$3 awk '
    BEGIN {
      count = split(ENVIRON["numbers"], number)
      for (i = 1; i <= count; i++) {
        x = number[i] + 0
        if (number[i] !~ /^[-+]?[0-9.]+(e[-+]?[0-9]+)?$/ || !('"$4"')) { print "x = " number[i] ": not true"; exit }
      }
      print count " numbers"
    }' 2>&1)
  case $4 in
  *nan* | *inf*) not_ok "$1" "not a number: $4" ;;
  *) if [ "$found" = "$2 numbers" ]; then ok "$1"; else not_ok "$1" "$found, expected $2 numbers with $4"; fi ;;
  esac
}

# differences REFERENCE FOLDER: what is in one result folder and not as in the other, what runs left over, sums that are wrong.
differences() {
  for file in cells verdicts curves bound_curves summary observations; do
    cmp "$1/$file.tsv" "$2/$file.tsv" 2>&1
  done
  for part in sequences states; do
    [ ! -d "$1/$part" ] || diff -rq "$1/$part" "$2/$part"
  done
  find "$2" -name '*.tmp*' | sed 's/$/ is left over/'
  (cd "$1" && find . -type f | LC_ALL=C sort) > differences.reference
  (cd "$2" && find . -type f | LC_ALL=C sort) | diff differences.reference -
  (cd "$2" && sha256sum --quiet -c SHA256SUMS 2>&1)
}
