#!/bin/sh
# Scenarios, data, results and pictures at paths with blanks, quotes, patterns of the shell and of printf, and letters of other
# alphabets: the files are as at plain paths.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

mkdir -p plain/data
printf '1 1:1\n-1 2:1\n1 1:1 2:1\n' > plain/data/rows.libsvm
scenario() {
  printf 'return { title = "Paths", seeds = 2, problem = problem.libsvm { file = [==[%s]==] },\n' "$1"
  echo '  learners = { learner.winnow {}, learner.perceptron {} }, plot = { x = "trials", y = "mistakes" } }'
}
scenario rows.libsvm > plain/plain.lua
"$WINNOW" run plain/plain.lua --data plain/data --out plain/results --record --save-state > stdout.txt 2> stderr.txt
same "a plain path: exit status 0" 0 $?
if command -v gnuplot > /dev/null; then
  "$WINNOW" plot plain/results --out plain/plots --format svg > stdout.txt 2> stderr.txt
  same "a plain path: drawn" "0 1 pictures drawn" "$? $(cat stdout.txt)"
fi

# The lines of a table below its comments.
rows() { grep -v '^#' "$1"; }

# The lines and marks of an svg.
drawing() { grep -o ' d=.[^>]*\|<use [^>]*' "$1"; }

# as_plain NAME: everything in a folder of this name, and files that are called so, too.
as_plain() {
  name=$1
  mkdir -p "./$name/$name"
  cp plain/data/rows.libsvm "./$name/$name/$name.libsvm"
  scenario "$name.libsvm" > "./$name/$name.lua"
  "$WINNOW" run "./$name/$name.lua" --data "./$name/$name" --out "./$name/results $name" --record --save-state > stdout.txt 2> stderr.txt
  same "$name: exit status 0" "0 " "$? $(cat stderr.txt)"
  has "$name: the folder is named" stdout.txt "results: ./$name/results $name"
  for table in cells curves verdicts summary observations; do
    # names of cells follow from the file's name
    same "$name: $table.tsv has the plain rows" "$(rows plain/results/$table.tsv | sed 's/^[0-9a-f]\{16\}//' | sort)" \
      "$(rows "./$name/results $name/$table.tsv" | sed 's/^[0-9a-f]\{16\}//' | sort)"
  done
  same "$name: the sums are right" "" "$(cd "./$name/results $name" && sha256sum --quiet -c SHA256SUMS 2>&1)"
  "$WINNOW" run "./$name/$name.lua" --data="$work/$name/$name/" --out="$work/$name/results $name/" --record --save-state > /dev/null 2> stderr.txt
  same "$name: by the absolute path all cells are found again" "0 4" "$? $(wc -l < "./$name/results $name/.journal/cells")"
  state=$(find "./$name/results $name/states" -name '*.json' | LC_ALL=C sort | head -n 1)
  "$WINNOW" predict "$state" "./$name/$name/$name.libsvm" > predicted.tsv 2> stderr.txt
  same "$name: predicted" "0 3" "$? $(values predicted.tsv prediction | wc -l)"
  # where no folder is given
  "$WINNOW" run "./$name/$name.lua" --data "./$name/$name" > stdout.txt 2> stderr.txt
  same "$name: the folder for results is found by itself" "0 yes" "$? $([ -s "results/$name/manifest.json" ] && echo yes)"
  command -v gnuplot > /dev/null || return
  "$WINNOW" plot "./$name/results $name" --out "./$name/plots $name" --format svg,png > stdout.txt 2> stderr.txt
  same "$name: drawn" "0 2 pictures drawn" "$? $(cat stdout.txt stderr.txt)"
  same "$name: the picture but for the scenario's name" "$(drawing plain/plots/mistakes.svg)" "$(drawing "./$name/plots $name/mistakes.svg")"
  "$WINNOW" plot "results/$name" --format svg > stdout.txt 2> stderr.txt
  same "$name: drawn where no folder is given" "0 yes" "$? $([ -s "plots/$name/mistakes.svg" ] && echo yes)"
  (cd "./$name/plots $name" && rm mistakes.svg && gnuplot -d mistakes.gp 2>&1)
  same "$name: gnuplot draws it again" "$(drawing plain/plots/mistakes.svg)" "$(drawing "./$name/plots $name/mistakes.svg")"
}

holds "the comparison of pictures compares something" "$(drawing plain/plots/mistakes.svg 2> /dev/null | wc -l) > 5"
as_plain "two  blanks and one "
as_plain "it's \"quoted\""
# shellcheck disable=SC2016 # it must not be expanded
as_plain '$HOME `date` $(date) ; &'
as_plain '%s%n %d\n\t\\'
as_plain '[a]*?{b,c}~#@!'
as_plain 'Gödel 数学 δέλτα 🙂'
as_plain '-x --out'
as_plain '<b>&amp;'

# What cannot stand in a manifest or a picture is refused.
for octal in '\377\376' '\303' '\n' '\033[1m'; do
  # shellcheck disable=SC2059 # the octal digits are for printf
  name=$(printf "a${octal}b")
  cp plain/plain.lua "$name.lua"
  "$WINNOW" run "./$name.lua" --data plain/data --out refused > stdout.txt 2> stderr.txt
  same "a scenario called a${octal}b: refused, one line, nothing written" "2 1 no" "$? $(wc -l < stderr.txt) $([ -e refused ] && echo yes || echo no)"
  has "a scenario called a${octal}b: said" stderr.txt "lua: the path of a scenario must be UTF-8 without control characters"
done
