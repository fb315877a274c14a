# What no learner is below and what one learner needs, over what it needs now (docs/constants.md): before those theorems, and with them.
# Title: What is forced and what is enough, before and now
# Type: gnuplot scripts/figures/windows.gp > windows.svg
set terminal svg size 1000,400 dynamic enhanced font "DejaVu Sans,13" background rgb "white"
set encoding utf8
kl(p, q) = (p > 0 ? p * log(p / q) : 0) + (p < 1 ? (1 - p) * log((1 - p) / (1 - q)) : 0)
# The theta of equal divergences from p1 and p0 by its logit, and their size.
h(p) = p > 0 && p < 1 ? -p * log(p) - (1 - p) * log(1 - p) : 0
theta(p1, p0) = 1 / (1 + exp(-(h(p0) - h(p1)) / (p1 - p0)))
deterministic = 1 / kl(0.5, theta(0.5, 0.0))
coins = 1 / (kl(0.5, 0.25) + kl(0.0, 0.25))
rectangular = 1 / kl(0.75, theta(0.75, 0.5))
cuts = sqrt(log(2) / 2)
orders = sqrt(0.5)
# Row, unit, then below and above: before, now; and the most that was played on this scale.
$windows << END
5 "subspaces, deterministic\n{/*0.85 r/gap = 2, ln(n/r)}" 2.885 7.182 4.481 4.481 4.431
4 "subspaces, with coins\n{/*0.85 r/gap = 2, ln(n/r)}" 1.443 2.885 2.317 2.317 1.340
3 "rectangular\n{/*0.85 r = 1, gap 1/2, ln((m+n)/r)}" 0 29.615 29.551 29.551 25.8
2 "cuts\n{/*0.85 √((n−1)T)}" 0.399 0.5887 0.5431 0.5887 0.528
1 "orders\n{/*0.85 √(n ln(n) T)}" 0.479 0.7071 0.7071 0.7071 0.627
END
array Enough = [orders, cuts, rectangular, coins, deterministic]
share(row, x) = x / Enough[int(row)]
set xrange [0:1.85]
set yrange [0.4:5.9]
set xtics 0.25 nomirror
set key bottom right
set bmargin 3.5
set xlabel "share of what is enough"
set ytics scale 0
set border 1
plot $windows using (share($1, $3)):($1 + 0.14):(share($1, $4) - share($1, $3)):(0):ytic(2) with vectors nohead lw 9 lc rgb "#BBBBBB" title "before: forced to enough", \
  "" using (share($1, $5) - 0.004):($1 - 0.14):(share($1, $6) - share($1, $5) + 0.008):(0) with vectors nohead lw 9 lc rgb "#0072B2" title "now", \
  "" using (share($1, $7)):($1 - 0.14) with points pt 7 ps 0.8 lc rgb "#D55E00" title "played", \
  "" using (share($1, $6) + 0.02):($1 - 0.14):(strcol(5) eq strcol(6) ? strcol(6) : strcol(5)." .. ".strcol(6)) with labels left font ",11" tc rgb "#0072B2" notitle, \
  "" using (share($1, $4) + 0.02):($1 + 0.14):(strcol(3)." .. ".strcol(4)) with labels left font ",11" tc rgb "#777777" notitle
