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
exit $status
