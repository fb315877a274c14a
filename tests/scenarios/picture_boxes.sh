#!/bin/sh
# Texts of pictures, measured in Chromium: none lies on another one, on a line or beyond its page, in the whole gallery and in slides.
. "$(dirname "$0")/../library.sh"
uninstrumented 'texts of pictures' 'the browser does the work'

browser=$(command -v "${CHROMIUM:-chromium}" || command -v chromium-browser || command -v google-chrome)
lacking=
[ -n "$browser" ] || lacking="Chromium is not installed"
fc-match "DejaVu Sans" 2> /dev/null | grep -q DejaVuSans.ttf || lacking="${lacking:-the font DejaVu Sans is not installed}"
if [ -n "$lacking" ]; then
  skip "texts of pictures" "$lacking"
  exit 0
fi
measure() { python3 -B "$ROOT/tests/checkers/picture_boxes.py" "$browser" "$@" > measured.txt 2>&1; }

measure "$ROOT"/plots/gallery/*/*.svg
same "the gallery: no text on another one, on a line or off its page" "" "$(grep -v '^texts ' measured.txt | head -n 5)"
holds "the gallery: all pictures are measured" "$(sed -n 's/^texts //p' measured.txt) > 10 * $(find "$ROOT/plots/gallery" -name '*.svg' | wc -l)"

# The control: texts moved onto another one, onto a curve, and off the page.
picture=$ROOT/plots/gallery/close_to_subspace/mistakes.svg
label=$(grep -n -m 1 '<text>Matrix Winnow</text>' "$picture" | cut -d: -f1)
place=$(sed -n "$((label - 1))s/.*translate(\([0-9.]*\),\([0-9.]*\)).*/\1 \2/p" "$picture")
put() { # put NAME X Y TEXT: the picture with another text
  sed "s|</svg>|<g transform=\"translate($2,$3)\" font-size=\"13\" stroke=\"none\" fill=\"#000000\"><text>$4</text></g></svg>|" \
    "$picture" > "$1.svg"
}
put onto "$(echo "$place" | awk '{ print $1 + 4 }')" "$(echo "$place" | awk '{ print $2 + 5 }')" control
put strikes 300 "$(echo "$place" | awk '{ print $2 + 4 }')" struck
put leaves 740 20 "a text that is far too long"
measure onto.svg strikes.svg leaves.svg
has "the control: an overlap is found" measured.txt 'onto.svg: "Matrix Winnow" and "control" overlap'
has "the control: a line through a text is found" measured.txt 'strikes.svg: a line strikes "struck"'
has "the control: a text off the page is found" measured.txt 'leaves.svg: "a text that is far too long" leaves the page'

# Slides, whose labels shrink until they fit.
cat > many.lua << 'END'
local learners = {}
for i = 1, 12 do learners[i] = learner.winnow { eta = 0.1 * i, label = "a learner with a long name, eta = " .. 0.1 * i } end
return { trials = 200, seeds = 3, params = { n = 16 }, sweep = { n = { 16, 32, 64, 128 } },
  problem = function(p) return problem.disjunction { n = p.n, r = 2 } end, learners = learners, bounds = { bound.subspace_mistakes {} },
  plot = { { x = "trials", y = "mistakes", bounds = "all" }, { x = "n", y = "mistakes", name = "n" } } }
END
"$WINNOW" run many.lua --quiet --out many > log 2>&1 || not_ok "many curves: run" "$(head -c 300 log)"
"$WINNOW" plot many --format svg --out screen > log 2>&1 && "$WINNOW" plot many --format svg --style slides --out slides > log 2>&1 ||
  not_ok "many curves: drawn" "$(head -c 300 log)"
measure screen/*.svg slides/*.svg
same "many curves, on screen and on slides" "" "$(grep -v '^texts ' measured.txt | head -n 5)"

# What the gallery weighs.
same "no picture above 60 KB" "" "$(find "$ROOT/plots/gallery" -name '*.svg' -size +60k)"
holds "the gallery: at most 4 MB" "$(cat "$ROOT"/plots/gallery/*/*.svg | wc -c) <= 4194304"
