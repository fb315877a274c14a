#!/bin/sh
# Draws plots/gallery again (make figures): the figures that gnuplot computes by itself, and the plots of the scenarios named.
#
#   WINNOW=build/winnow [DATA=folder] [JOBS=n] scripts/figures/draw.sh [SCENARIO]...
#
# scripts/figures/NAME.gp writes its svg to standard output.
set -u
cd "$(dirname "$0")/../.." || exit 2
status=0
# What the eye does not see goes: empty groups; paths of one style with only paths between them become one, without a second decimal and attributes that say
# what is so anyway.
join_paths() {
  sed -zE 's/<g [^>]*>\n<\/g>\n//g; s/<tspan font-family="DejaVu Sans" >([^<]*)<\/tspan>/\1/g' | sed -E '/ d=/s/([0-9]\.[0-9])[0-9]/\1/g; s/ stroke-linecap="butt" stroke-linejoin="miter"//' | awk '
    function flush() { for (i = 1; i <= styles; i++) { print style[i] points[style[i]] " \047/></g>"; delete points[style[i]] } styles = 0 }
    /^<g fill="none"/ {
      opened = $0
      getline
      at = index($0, "d=\047")
      if (at > 0 && sub(/ *\047\/><\/g>$/, "")) {
        this = opened "\n" substr($0, 1, at + 2)
        if (this in points) points[this] = points[this] " " substr($0, at + 3)
        else { style[++styles] = this; points[this] = substr($0, at + 3) }
        next
      }
      flush()
      print opened
    }
    { flush(); print }
    END { flush() }' | sed -E 's/M([^ ]+) L([^ ]+) M([^ ]+) L\2( |$)/M\1 L\2 L\3\4/g'
}

mkdir -p plots/gallery/figures
for script in scripts/figures/*.gp; do
  picture=plots/gallery/figures/$(basename "$script" .gp)
  if LC_ALL=C.UTF-8 gnuplot -d "$script" > "$picture.drawn" && join_paths < "$picture.drawn" > "$picture.new"; then
    sed "s|<title>Gnuplot</title>|<title>$(sed -n 's/^# Title: //p' "$script")</title>|" "$picture.new" > "$picture.svg"
    rm "$picture.new"
  else
    rm -f "$picture.new"
    status=1
  fi
  rm -f "$picture.drawn"
done
for name; do
  if [ -z "${DATA:-}" ] && grep -q '[ {,]file2* = ' "scenarios/$name.lua"; then
    echo "figures: $name is left out: it needs DATA=folder"
    continue
  fi
  set --
  case $name in # also those with data files; nine panels are more than a page shows
    rivals) set -- --set game=irrelevant,adversary,spam,adult ;;
    sandwich) set -- --set "target=rank 1 at gap 1,rank 4 at gap 1,rank 1 at gap 0.25,rank 4 at gap 0.25" ;;
  esac
  "$WINNOW" run "$name" --quiet --out "results/$name" ${JOBS:+--jobs "$JOBS"} ${DATA:+--data "$DATA"} "$@" || status=1
  "$WINNOW" plot "results/$name" --format svg --out "plots/gallery/$name" || status=1
  rm -f "plots/gallery/$name"/*.dat "plots/gallery/$name"/*.gp
done

# All pictures by topic, to be looked at as a whole.
python3 -B scripts/site/pages.py > plots/gallery/index.new && mv plots/gallery/index.new plots/gallery/index.html || status=1
exit $status
