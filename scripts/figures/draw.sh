#!/bin/sh
# Draws plots/gallery again (make figures): the figures that gnuplot computes by itself, and the plots of the scenarios named.
#
#   WINNOW=build/winnow [DATA=folder] [JOBS=n] scripts/figures/draw.sh [SCENARIO]...
#
# scripts/figures/NAME.gp writes its svg to standard output.
set -u
cd "$(dirname "$0")/../.." || exit 2
status=0
mkdir -p plots/gallery/figures
for script in scripts/figures/*.gp; do
  picture=plots/gallery/figures/$(basename "$script" .gp)
  if LC_ALL=C.UTF-8 gnuplot -d "$script" > "$picture.new"; then
    mv "$picture.new" "$picture.svg"
  else
    rm -f "$picture.new"
    status=1
  fi
done
for name; do
  if [ -z "${DATA:-}" ] && grep -q '[ {,]file2* = ' "scenarios/$name.lua"; then
    echo "figures: $name is left out: it needs DATA=folder"
    continue
  fi
  "$WINNOW" run "$name" --quiet --out "results/$name" ${JOBS:+--jobs "$JOBS"} ${DATA:+--data "$DATA"} || status=1
  "$WINNOW" plot "results/$name" --format svg --out "plots/gallery/$name" || status=1
  rm -f "plots/gallery/$name"/*.dat "plots/gallery/$name"/*.gp
done

# A sheet of all pictures, to be looked at as a whole.
{
  echo '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>All pictures</title>'
  echo '<style>body { font: 13px sans-serif; display: grid; grid-template-columns: repeat(auto-fill, minmax(420px, 1fr)); gap: 12px }'
  echo 'figure { margin: 0 } img { width: 100% }</style>'
  for picture in plots/gallery/*/*.svg; do
    name=${picture#plots/gallery/}
    echo "<figure><img src=\"$name\" alt=\"$name\" loading=\"lazy\"><figcaption>$name</figcaption></figure>"
  done
  echo '</html>'
} > plots/gallery/index.html
exit $status
