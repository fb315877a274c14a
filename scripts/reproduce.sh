#!/bin/sh
# scripts/reproduce.sh NAME...: runs `winnow verify` on each results/reference/NAME, and scripts/values.sh on `values`. Without DATA=folder it
# leaves out folders that were made from data files. Ends with status 1 if anything differs.
set -u
winnow=${WINNOW:-build/winnow}
DATA=${DATA:-}
said=$(mktemp) || exit 1
trap 'rm -f "$said"' EXIT
equal=0 different=0 left=0
for name; do
  folder=results/reference/$name
  if [ -z "$DATA" ] && [ -e "$folder/manifest.json" ] && ! grep -qF '"data": {}' "$folder/manifest.json"; then
    echo "$name: left out, it needs DATA=folder"
    left=$((left + 1))
  elif [ "$name" = values ] && WINNOW=$winnow sh scripts/values.sh check > "$said" 2>&1; then
    echo "$name: equal"
    equal=$((equal + 1))
  elif [ "$name" != values ] && "$winnow" verify "$folder" ${DATA:+--data "$DATA"} > "$said" 2>&1; then
    echo "$name: equal"
    equal=$((equal + 1))
  else
    code=$?
    sed "s|^|$name: |" "$said"
    [ $code -eq 130 ] && exit 130
    different=$((different + 1))
  fi
done
echo "reproduced: $equal equal, $different different, $left left out"
[ $different -eq 0 ]
