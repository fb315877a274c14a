# shellcheck shell=sh disable=SC2034
# What the scripts of tests/scenarios share; read with `.`. Each test prints `ok NAME`, `not ok NAME: reason` or `skip NAME: reason`.
: "${ROOT:=$(pwd)}" "${BUILD:=$ROOT/build}" "${WINNOW:=$BUILD/winnow}"
CONTROLS=$BUILD/tests/winnow-controls
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1

ok() { echo "ok $1"; }
not_ok() { echo "not ok $1: $2"; }
skip() { echo "skip $1: $2"; }

# same NAME EXPECTED ACTUAL: both are one line.
same() {
  if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "expected '$2', got '$3'"; fi
}

# has NAME FILE TEXT: a line of the file holds the text.
has() {
  if grep -qF -- "$3" "$2"; then ok "$1"; else not_ok "$1" "'$3' is not in: $(head -c 600 "$2" | tr '\n' '|')"; fi
}

# values FILE COLUMNS [COLUMN=VALUE]...: the named columns of the rows with these values, separated by blanks.
values() {
  file=$1
  wanted=$2
  shift 2
  awk -F '\t' -v wanted="$wanted" -v conditions="$*" '
    /^#/ { next }
    !header {
      header = 1
      for (i = 1; i <= NF; i++) place[$i] = i
      columns = split(wanted, column, " ")
      tests = split(conditions, test, " ")
      next
    }
    {
      for (i = 1; i <= tests; i++) {
        at = index(test[i], "=")
        if ($place[substr(test[i], 1, at - 1)] "" != substr(test[i], at + 1) "") next
      }
      line = ""
      for (i = 1; i <= columns; i++) line = line (i > 1 ? " " : "") (column[i] in place ? $place[column[i]] : "no-such-column")
      print line
    }' "$file"
}

# holds NAME AWK-CONDITION: compares numbers.
holds() {
  if awk "BEGIN { exit !($2) }"; then ok "$1"; else not_ok "$1" "not true: $2"; fi
}
