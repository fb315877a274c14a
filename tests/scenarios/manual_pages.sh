#!/bin/sh
# Every command has a manual page with all its options, and the pages are well formed; they say nothing of the day or place of the build.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
mkdir pages
sh "$ROOT/scripts/man.sh" "$WINNOW" "$work/pages" 2> man.log
same 'the pages are made' '0 ' "$? $(head -n 1 man.log)"

version=$("$WINNOW" --version | head -n 1 | cut -d ' ' -f 2)
date=$(sed -n "s/^## $version - //p" "$ROOT/CHANGELOG.md")
plain() { tr -d '\\' < "pages/$1"; }
for command in $("$WINNOW" --help | sed -n 's/^  winnow \([a-z][a-z]*\) .*/\1/p'); do
  page=winnow-$command.1
  if [ ! -e "pages/$page" ]; then
    not_ok "$page" 'there is no such page: docs/man'
    continue
  fi
  missing=
  for option in $("$WINNOW" "$command" --help | grep -o '^  --[a-z-]*'); do
    plain "$page" | grep -q -e "^[.]BI* $option\( \|$\)" || missing="$missing $option"
  done
  same "$page: options" '' "$missing"
  plain "$page" > text
  has "$page: meaning of an option" text 'Show usage and options.'
  has "$page: usage" text "winnow $command"
  has "$page: title" text ".TH WINNOW-$(echo "$command" | tr '[:lower:]' '[:upper:]') 1 $date \"Winnow Lab $version\""
  plain winnow.1 > text
  has "winnow.1: $command" text "winnow-$command (1)"
done
same 'pages without a mark that is not replaced' '' "$(grep -l '@[A-Z]*@' pages/*)"
same 'every page has the date of the version' '' "$(grep -L "^[.]TH .* $date " pages/*)"

# What sections 3 and 5 list is what there is.
for name in $(sed -n 's/^ *\(winnow_[a-z_]*\);$/\1/p' "$ROOT/src/winnow.map"); do
  grep -q "$name(" pages/libwinnow.3 || not_ok "libwinnow.3: $name" 'not there'
done
fields=$(sed -n '/^## The fields/,/^A single/s/^| `\([a-z]*\)` .*/\1/p' "$ROOT/docs/scenarios.md" | tr '\n' ' ')
same 'winnow-scenario.5: fields' "$fields" "$(sed -n '/^.SH FIELDS/,/^.SH YOUR/s/^[.]B \([a-z]*\)$/\1/p' pages/winnow-scenario.5 | awk '!seen[$0]++' | tr '\n' ' ')"
verdicts=$(sed -n 's/^| `\([a-z]*\)` | [^|]* |$/\1/p' "$ROOT/docs/results.md" | grep -x 'holds\|vacuous\|unchecked\|premise\|inconclusive\|refuted\|violated' | tr '\n' ' ')
same 'winnow-files.5: verdicts' "$verdicts" "$(sed -n '/^.SH VERDICTS/,/^.SH EXAMPLES/s/^[.]B \([a-z]*\)$/\1/p' pages/winnow-files.5 | tr '\n' ' ')"

if command -v mandoc > path; then
  same 'mandoc finds nothing to say' '' "$(mandoc -T lint -W warning pages/* 2>&1 | head -n 3 | tr '\n' '|')"
  sed 's/^[.]SH NAME/.SX NAME/' pages/winnow.1 > wrong.1
  mandoc -T lint -W warning wrong.1 > wrong.log 2>&1
  has 'mandoc finds what is wrong' wrong.log SX
else
  skip 'mandoc' 'mandoc is not installed'
fi
if command -v man > path && man --version 2> /dev/null | grep -q '^man 2'; then
  : > warnings
  for page in pages/*; do LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l "$page" > rendered 2>> warnings; done
  same 'man shows the pages without a warning' '' "$(head -n 3 warnings | tr '\n' '|')"
else
  skip 'man' 'man-db is not installed'
fi

