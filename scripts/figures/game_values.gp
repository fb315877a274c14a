# Title: Exact values of small games between their bounds
# Exact values of small games (results/reference/values/values.txt, by winnow value) between the bounds of docs/constants.md.
# Type: gnuplot scripts/figures/game_values.gp > game_values.svg
set terminal svg size 1120,900 dynamic enhanced font "DejaVu Sans,14" background rgb "white"
set encoding utf8
values = "results/reference/values/values.txt"
array Colour = ["#000000", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00"]
array Dark = ["#000000", "#00639B", "#B04E00", "#00734F", "#9A4A77", "#8A5D00"]
array Point = [1, 7, 5, 9, 13, 11]
# Lines GAME such as "cut n=4": T and V/sqrt(nT).
of_pairs(game) = sprintf("< sed -n 's|^%s T=\\([0-9]*\\): .* = \\([0-9.]*\\) sqrt.*|\\1 \\2|p' %s", game, values)
# The last of them, with a name.
last_of(game, name) = of_pairs(game) . sprintf(" | sed -n '$s|$| \"%s\"|p'", name)
# n and V.
of_subspace(r, gap) = sprintf("< sed -n 's|^subspace n=\\([0-9]*\\) r=%s gap=%s: \\([0-9]*\\) .*|\\1 \\2|p' %s", r, gap, values)
star(edges, n) = 0.5 * sqrt(2 / pi) * sqrt(1.0 * edges / n)
hedge(answers, n) = sqrt(log(answers) / 2 / n)
factorial(n) = n < 2 ? 1 : n * factorial(n - 1)
name(n) = sprintf("n = %d", n)

set samples 2 # straight lines
set border 3 lc rgb "#444444"
set tics nomirror out scale 0.6
set grid lt 1 dt 1 lw 0.5 lc rgb "#E4E4E4"
set label "The value of a small game lies between what can be forced and what Hedge achieves" at screen 0.055,0.975 font ",17"
set label "points: exact values; lines of the same colour belong to the same n" at screen 0.055,0.014 font ",12" tc rgb "#444444"
set multiplot layout 2,2 margins 0.065,0.985,0.11,0.9 spacing 0.085,0.15
set key inside top left horizontal samplen 2.5 font ",13" maxrows 1
set logscale x 2
set xlabel "trials T"
set ylabel "V/√(nT)"
set ytics 0.1
set xrange [4:90]
set xtics (4, 8, 16, 32, 64)
set yrange [0.2:0.65]
set title "cuts of n nodes"
plot for [n=2:6] of_pairs(sprintf("cut n=%d", n)) using 1:2 with linespoints pt Point[n] ps 0.8 lw 2 lc rgb Colour[n] notitle, \
  for [n=2:6] last_of(sprintf("cut n=%d", n), name(n)) using 1:2:3 with labels left offset (n == 4 ? -0.5 : 0.8),(n == 6 ? 0.8 : n == 3 ? 0.65 : n == 5 ? 0 : n == 4 ? -0.6 : -0.8) font ",13" tc rgb Dark[n] notitle, \
  for [n=2:6] star(n - 1, n) lc rgb Colour[n] dt (3,4) notitle, for [n=2:6] hedge(2**(n - 1), n) lc rgb Colour[n] dt (12,5) notitle, \
  NaN lc rgb "#444444" dt (3,4) title "forced by a star", NaN lc rgb "#444444" dt (12,5) title "Hedge's bound"
unset label
set yrange [0.2:0.8]
set title "orders of n items"
plot for [n=3:5] of_pairs(sprintf("order n=%d", n)) using 1:2 with linespoints pt Point[n] ps 0.8 lw 2 lc rgb Colour[n] notitle, \
  for [n=3:5] last_of(sprintf("order n=%d", n), name(n)) using 1:2:3 with labels left offset 0.8,(n == 4 ? 0.2 : 0) font ",13" tc rgb Dark[n] notitle, \
  for [n=3:5] star(n - 1, n) lc rgb Colour[n] dt (3,4) notitle, for [n=3:5] hedge(factorial(n), n) lc rgb Colour[n] dt (12,5) notitle, \
  NaN lc rgb "#444444" dt (3,4) title "forced by a star", NaN lc rgb "#444444" dt (12,5) title "Hedge's bound"
set yrange [0.4:0.8]
set title "2 × n signs of rank one"
plot for [n=2:4] of_pairs(sprintf("completion m=2 n=%d", n)) using 1:2 with linespoints pt Point[n] ps 0.8 lw 2 lc rgb Colour[n] notitle, \
  for [n=2:4] last_of(sprintf("completion m=2 n=%d", n), name(n)) using 1:2:3 with labels left offset (n == 4 ? 0.6 : n == 3 ? 2.6 : 0.8),(n == 4 ? -0.75 : n == 3 ? -0.4 : 0) font ",13" tc rgb Dark[n] notitle, \
  for [n=2:4] star(n + 1, n) lc rgb Colour[n] dt (3,4) notitle, for [n=2:4] hedge(2**(n + 1), n) lc rgb Colour[n] dt (12,5) notitle, \
  NaN lc rgb "#444444" dt (3,4) title "forced by a tree", NaN lc rgb "#444444" dt (12,5) title "Hedge's bound"

set key inside top left vertical maxrows auto
set xlabel "coordinates n"
set ylabel "mistakes"
set ytics 2
set xtics (2, 4, 8, 16)
set xrange [2:16]
set yrange [0:14]
set samples 120
capacity(rho) = rho > 1.0 ? log(1 + (rho - 1)**(rho - 1) / rho**rho) : log(2)
blocks(n, rho) = n < rho ? 0 : rho * floor(log(n / rho) / log(2) + 1e-9)
set title "Close to Subspace, diagonal instances, r = 1"
plot of_subspace("1", "1/1") with points pt 7 ps 1 lc rgb Colour[2] title "gap 1", blocks(x, 1.0) lc rgb Colour[2] dt (3,4) notitle, \
  log(x) / capacity(1.0) lc rgb Colour[2] dt (12,5) notitle, \
  of_subspace("1", "1/2") with points pt 5 ps 1 lc rgb Colour[3] title "gap 1/2", blocks(x, 2.0) lc rgb Colour[3] dt (3,4) notitle, \
  log(x) / capacity(2.0) lc rgb Colour[3] dt (12,5) notitle, \
  NaN lc rgb "#444444" dt (3,4) title "forced by blocks", NaN lc rgb "#444444" dt (12,5) title "ln(n)/C"
unset multiplot
