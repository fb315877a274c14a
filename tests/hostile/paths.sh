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
  same "a plain path: drawn" "0 1 picture in plain/plots" "$? $(cat stdout.txt)"
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
  same "$name: drawn" "0 1 picture in ./$name/plots $name" "$? $(cat stdout.txt stderr.txt)"
  same "$name: the picture but for the scenario's name" "$(drawing plain/plots/mistakes.svg)" "$(drawing "./$name/plots $name/mistakes.svg")"
  "$WINNOW" plot "results/$name" --format svg > stdout.txt 2> stderr.txt
  same "$name: drawn where no folder is given" "0 yes" "$? $([ -s "plots/$name/mistakes.svg" ] && echo yes)"
  (cd "./$name/plots $name" && rm mistakes.svg && gnuplot -d mistakes.gp 2>&1)
  holds "$name: gnuplot draws it again" "$(grep -c "<path" "./$name/plots $name/mistakes.svg") > 3"
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

# ---- where nothing can be: one line, and nothing is touched

long=$(printf '%0300d' 0)
deep=$(for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21; do printf 'deep/%0200d/' 0; done)
mkdir odd
cp plain/plain.lua odd/plain.lua
cp plain/data/rows.libsvm odd/rows.libsvm
cp -r plain/results odd/results
cd odd || exit 1
echo content > file
ln -s nowhere dangling
tree() { find . -printf '%p %l %y\n' | LC_ALL=C sort; }
tree > ../tree.txt

# refused STATUS TEXT COMMAND...: one line with the text
refused() {
  expected=$1
  text=$2
  shift 2
  "$WINNOW" "$@" < /dev/null > ../stdout.txt 2> ../stderr.txt
  status=$?
  name=$(printf '%.60s' "$*")
  same "$name: refused, one line, nothing touched" "$expected 1 " "$status $(wc -l < ../stderr.txt) $(tree | diff ../tree.txt -)"
  has "$name: said" ../stderr.txt "$text"
}
for where in file file/inner dangling; do
  refused 2 "is a file, expected a folder" run plain.lua --out $where
  refused 2 "is a file, expected a folder" plot results --out $where
done
for where in "$long" "new/$long" "$deep"; do
  refused 2 "File name too long" run plain.lua --out "$where"
  refused 1 "File name too long" plot results --out "$where"
  refused 2 "$(printf '%.40s' "$where")" verify "$where"
done
refused 2 "this is a directory; expected a file" report results --out results
refused 2 "is a file, expected a folder" report results --out file/page.html
refused 2 "no manifest.json" verify file
refused 2 "no manifest.json" plot dangling
refused 2 "no cells.tsv" compare file results
refused 2 "file: line 1: not JSON" predict file rows.libsvm
refused 2 "cannot be opened" predict "$long" rows.libsvm
refused 2 "no such option" run -plain.lua
refused 2 "expected DIR, got nothing" run plain.lua --out ""

# Through a link, all is where the link leads to; a line end in a folder's name is a letter like others.
mkdir ../real
ln -s ../real link
"$WINNOW" run plain.lua --out link --quiet --record --save-state > ../stdout.txt 2> ../stderr.txt
same "results through a link" "0 link yes" "$? $(find . -type l -name link -printf '%f') $([ -s ../real/manifest.json ] && echo yes)"
line_end=$(printf 'line\nend')
"$WINNOW" run plain.lua --out "$line_end" --quiet --record --save-state > ../stdout.txt 2> ../stderr.txt
same "results in a folder with a line end" "0 4" "$? $(wc -l < "$line_end/.journal/cells")"
"$WINNOW" verify "$line_end" --data . > ../stdout.txt 2> ../stderr.txt
same "and verified" "0 " "$? $(cat ../stderr.txt)"
for place in /nonexistent file "$long"; do
  TMPDIR=$place "$WINNOW" verify results --data . > ../stdout.txt 2> ../stderr.txt
  same "verify, with a TMPDIR that is none: $(printf '%.20s' "$place")" "1 1" "$? $(wc -l < ../stderr.txt)"
done

# Folders below results are called after what was replaced: no two overrides share one, and none is cut within a letter.
cat > named.lua << 'END'
return { params = { name = "x", rate = 1 }, trials = 3, seeds = 1,
  problem = problem.disjunction { n = 8, r = 2 }, learners = { learner.constant {} } }
END
folder() { "$WINNOW" run named.lua --set "$1" --dry-run | sed -n 's/^results: results.named.//p'; }
same "lists and numbers as they are" "name=a+b rate=1e+5 name=a_b" "$(folder name=a,b) $(folder rate=1e+5) $(folder name=a_b)"
for value in a/b a+b; do
  case $(folder "name=$value") in
    "name=a"[_+]"b..."????????????) ok "$value has a folder of its own" ;;
    *) not_ok "$value has a folder of its own" "$(folder "name=$value")" ;;
  esac
done
same "all of them different" 4 "$(for value in a/b a_b a,b a+b; do folder "name=$value"; done | sort -u | wc -l)"
for before in '' a; do
  value=$before$(awk 'BEGIN { for (i = 0; i < 200; i++) printf "é" }')
  folder "name=$value" | iconv -f UTF-8 -t UTF-8 > /dev/null 2>&1
  same "a long name${before:+, one byte further,} has whole letters" 0 $?
done

# A scenario may name any file; messages show what is in it only below the scenario's folder, that of --data and the working folder.
mkdir -p own other
printf 'a secret\n' | tee own/rows.libsvm > other/rows.libsvm
ln -s ../other/rows.libsvm own/link.libsvm
# told FOLDER FILE [OPTION]...: what a run there says of a file
told() {
  printf 'return { trials = 3, seeds = 1, problem = problem.libsvm { file = "%s" }, learners = { learner.perceptron {} } }\n' "$2" > own/told.lua
  (
    cd "$1" || exit
    shift 2
    "$WINNOW" run ../own/told.lua --out told --quiet "$@" 2>&1 | sed 's/.*:1: //'
  )
}
shown="label 'a', expected a finite number"
hidden="label '...', expected a finite number; what is in a file is shown only below the scenario's folder, that of --data and the working folder"
same "a file of the scenario's folder is quoted" "$shown" "$(told other rows.libsvm)"
same "a file of --data is quoted" "$shown" "$(told own "$PWD/other/rows.libsvm" --data ../other)"
same "a file of the working folder is quoted" "$shown" "$(told other ../other/rows.libsvm)"
same "a file elsewhere is not, by its path" "$hidden" "$(told own "$PWD/other/rows.libsvm")"
same "a file elsewhere is not, by .." "$hidden" "$(told own ../other/rows.libsvm)"
same "a file elsewhere is not, by a link" "$hidden" "$(told own link.libsvm)"
