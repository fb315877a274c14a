#!/bin/sh
# scripts/man.sh PROGRAM FOLDER: makes manual pages in FOLDER from docs/man/*.in.
#
# The program itself supplies what its --help says, so that page and program cannot differ. These lines of a page are replaced:
#   @HEAD@      by the title, NAME and SYNOPSIS of the command, from its --help
#   @OPTIONS@   by its options
#   @COMMANDS@  by all commands
#   @EXIT@      by the exit status
# and @VERSION@ and @DATE@ by the version and its date in CHANGELOG.md. Pages of commands that the program lacks are left out.
set -eu
if [ $# -ne 2 ]; then
  echo 'usage: scripts/man.sh PROGRAM FOLDER' >&2
  exit 2
fi
program=$1
folder=$2
cd "$(dirname "$0")/.."
LC_ALL=C
export LC_ALL
version=$("$program" --version | head -n 1 | cut -d ' ' -f 2)
date=$(sed -n 's/^## [0-9.]* - \([0-9-]*\)$/\1/p' CHANGELOG.md | head -n 1)
help=$(mktemp -d)
trap 'rm -rf "$help"' EXIT
"$program" --help > "$help/all"

for template in docs/man/*.in; do
  page=$(basename "$template" .in)
  command=${page%.*}
  command=${command#winnow-}
  cp "$help/all" "$help/command"
  case $page in
  winnow-*.1)
    grep -q "^  winnow $command " "$help/all" || continue
    "$program" "$command" --help > "$help/command"
    ;;
  esac
  awk -v page="$page" -v version="$version" -v date="$date" -v all="$help/all" -v own="$help/command" '
    function roff(text) {
      gsub(/\\/, "\\e", text)
      gsub(/-/, "\\-", text)
      return text ~ /^[.\x27]/ ? "\\\\\\&" text : text
    }
    function title(name) { return toupper(name) }
    function words(text) { gsub(/^ +| +$/, "", text); return text }
    # Words in capitals stand for what the user types.
    function usage(text,   word, count, i, line) {
      count = split(text, word, " ")
      line = "\\fBwinnow " roff(word[2]) "\\fR"
      for (i = 3; i <= count; i++) line = line " " (word[i] ~ /[a-z]/ ? roff(word[i]) : "\\fI" roff(word[i]) "\\fR")
      return line
    }
    function head(   name, lines, line, meaning) {
      name = page
      sub(/[.][0-9]$/, "", name)
      getline lines < own
      getline meaning < own
      close(own)
      printf ".TH %s 1 %s \"Winnow Lab %s\" \"User Commands\"\n", roff(title(name)), date, version
      printf ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n%s\n", roff(name), roff(words(meaning)), usage(lines)
    }
    # "  --name VALUE   meaning": one space comes before the value, more before the meaning.
    function options(   line, name, value, rest) {
      print ".SH OPTIONS"
      while ((getline line < own) > 0) {
        if (line !~ /^  --/) continue
        line = substr(line, 3)
        match(line, / +/)
        name = substr(line, 1, RSTART - 1)
        rest = substr(line, RSTART + RLENGTH)
        value = ""
        if (RLENGTH == 1) {
          match(rest, / +/)
          value = substr(rest, 1, RSTART - 1)
          rest = substr(rest, RSTART + RLENGTH)
        }
        if (value == "") printf ".TP\n.B %s\n", roff(name)
        else printf ".TP\n.BI %s \" %s\"\n", roff(name), roff(value)
        print roff(toupper(substr(rest, 1, 1)) substr(rest, 2)) "."
      }
      close(own)
    }
    function commands(   line, word) {
      while ((getline line < all) > 0) {
        if (line !~ /^  winnow [a-z]/) continue
        split(line, word, " ")
        print ".TP\n" usage(line)
        getline line < all
        line = words(line)
        print roff(toupper(substr(line, 1, 1)) substr(line, 2)) "; see"
        print ".BR winnow\\-" word[2] " (1)."
      }
      close(all)
    }
    # "Exit status: 0 this; 1 that."; every line after the first begins with two spaces
    function exits(   line, text, part, count, i, at) {
      print ".SH EXIT STATUS"
      while ((getline line < all) > 0) {
        if (sub(/^Exit status: /, "", line)) {
          text = line
          while ((getline line < all) > 0 && sub(/^  /, "", line)) text = text " " line
        }
      }
      count = split(text, part, "; ")
      close(all)
      for (i = 1; i <= count; i++) {
        at = index(part[i], " ")
        sub(/[.]$/, "", part[i])
        print ".TP\n.B " substr(part[i], 1, at - 1)
        print roff(toupper(substr(part[i], at + 1, 1)) substr(part[i], at + 2)) "."
      }
    }
    $0 == "@HEAD@" { head(); next }
    $0 == "@OPTIONS@" { options(); next }
    $0 == "@COMMANDS@" { commands(); next }
    $0 == "@EXIT@" { exits(); next }
    { gsub(/@VERSION@/, version); gsub(/@DATE@/, date); print }' "$template" > "$folder/$page.new"
  mv "$folder/$page.new" "$folder/$page"
done
