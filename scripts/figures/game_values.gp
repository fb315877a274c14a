# Title: Exact values of small games between their bounds
# Exact values of small games (results/reference/values/values.txt, by winnow value) between the bounds of docs/constants.md.
# Type: gnuplot scripts/figures/game_values.gp > game_values.svg
set terminal svg size 1000,820 dynamic enhanced font "DejaVu Sans,13" background rgb "white"
set encoding utf8
values = "results/reference/values/values.txt"
array Colour = ["#000000", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00"]
# Lines GAME such as "cut n=4": T and V/sqrt(nT).
of_pairs(game) = sprintf("< sed -n 's|^%s T=\\([0-9]*\\): .* = \\([0-9.]*\\) sqrt.*|\\1 \\2|p' %s", game, values)
# n and V.
of_subspace(r, gap) = sprintf("< sed -n 's|^subspace n=\\([0-9]*\\) r=%s gap=%s: \\([0-9]*\\) .*|\\1 \\2|p' %s", r, gap, values)
star(edges, n) = 0.5 * sqrt(2 / pi) * sqrt(1.0 * edges / n)
hedge(answers, n) = sqrt(log(answers) / 2 / n)
factorial(n) = n < 2 ? 1 : n * factorial(n - 1)

set samples 2 # straight lines
set multiplot layout 2,2 margins 0.075,0.985,0.07,0.95 spacing 0.085,0.15
set logscale x 2
set xlabel "trials T"
set ylabel "V/√(nT)"
set ytics 0.1
set key top left horizontal maxrows 1 samplen 1.5
set xrange [4:64]
set yrange [0.2:0.65]
set title "cuts of n nodes; dotted: forced by a star, dashed: Hedge"
plot for [n=2:6] of_pairs(sprintf("cut n=%d", n)) using 1:2 with linespoints pt 7 ps 0.5 lw 1.5 lc rgb Colour[n] title sprintf("n = %d", n), \
  for [n=2:6] star(n - 1, n) lc rgb Colour[n] dt 3 notitle, for [n=2:6] hedge(2**(n - 1), n) lc rgb Colour[n] dt 2 notitle
set yrange [0.2:0.8]
set title "orders of n items; dotted: forced by a star, dashed: Hedge"
plot for [n=3:5] of_pairs(sprintf("order n=%d", n)) using 1:2 with linespoints pt 7 ps 0.5 lw 1.5 lc rgb Colour[n] title sprintf("n = %d", n), \
  for [n=3:5] star(n - 1, n) lc rgb Colour[n] dt 3 notitle, for [n=3:5] hedge(factorial(n), n) lc rgb Colour[n] dt 2 notitle
set title "2 × n signs of rank one; dotted: forced by a tree, dashed: Hedge"
plot for [n=2:4] of_pairs(sprintf("completion m=2 n=%d", n)) using 1:2 with linespoints pt 7 ps 0.5 lw 1.5 lc rgb Colour[n] title sprintf("n = %d", n), \
  for [n=2:4] star(n + 1, n) lc rgb Colour[n] dt 3 notitle, for [n=2:4] hedge(2**(n + 1), n) lc rgb Colour[n] dt 2 notitle

set key top left vertical
set xlabel "coordinates n"
set ylabel "mistakes"
set ytics 2
set xrange [2:16]
set yrange [0:13]
set samples 160
capacity(rho) = rho > 1.0 ? log(1 + (rho - 1)**(rho - 1) / rho**rho) : log(2)
blocks(n, rho) = n < rho ? 0 : rho * floor(log(n / rho) / log(2) + 1e-9)
set title "Close to Subspace, diagonal, r = 1; dotted: blocks, dashed: ln(n)/C"
plot of_subspace("1", "1/1") with points pt 7 ps 0.8 lc rgb Colour[2] title "gap 1", blocks(x, 1.0) lc rgb Colour[2] dt 3 notitle, \
  log(x) / capacity(1.0) lc rgb Colour[2] dt 2 notitle, \
  of_subspace("1", "1/2") with points pt 7 ps 0.8 lc rgb Colour[3] title "gap 1/2", blocks(x, 2.0) lc rgb Colour[3] dt 3 notitle, \
  log(x) / capacity(2.0) lc rgb Colour[3] dt 2 notitle
unset multiplot
