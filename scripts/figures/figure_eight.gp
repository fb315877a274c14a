# Title: The variance in each direction, a figure eight (Warmuth 2007, Figure 2)
# Warmuth 2007, Figure 2: the variance u^T A u in direction u, drawn as the point (u^T A u) u: a figure eight around the
# ellipse of A = [[a, b], [b, c]]. Along an eigenvector the variance is the eigenvalue, and both curves touch.
# Change a, b, c and type: gnuplot scripts/figures/figure_eight.gp > figure_eight.svg
a = 0.94; b = 0.22; c = 0.18

mean = (a + c) / 2
half = sqrt(((a - c) / 2)**2 + b**2)
largest = mean + half
least = mean - half
angle = atan2(b, (a - c) / 2) / 2

set terminal svg size 640,480 dynamic enhanced font "DejaVu Sans,15" background rgb "white"
set encoding utf8
set size ratio -1
unset border
set tmargin 3
unset tics
set key bottom center horizontal outside
set label 1 sprintf("A = [%.2f %.2f; %.2f %.2f],  eigenvalues %.3f and %.3f", a, b, b, c, largest, least) \
  at screen 0.5, screen 0.96 center
set xrange [-1.1:1.1]
set yrange [-0.75:0.75]
set samples 361

variance(t) = a * cos(t)**2 + 2 * b * cos(t) * sin(t) + c * sin(t)**2
turn = 2 * pi
plot sample \
  [t=angle-0.55:angle+0.55] '+' using (cos(t)):(sin(t)) with lines lw 2 lc rgb "#009E73" title "part of the unit circle", \
  [t=0:turn] '+' using (variance(t)*cos(t)):(variance(t)*sin(t)) with lines lw 2.5 lc rgb "#0072B2" \
    title "u times the variance u^T A u", \
  [t=0:turn] '+' using (a*cos(t) + b*sin(t)):(b*cos(t) + c*sin(t)) with lines lw 2.5 lc rgb "#D55E00" title "A u", \
  [t=-largest:largest] '+' using (t*cos(angle)):(t*sin(angle)) every 360 \
    with lines lw 1 dt (6,4) lc rgb "#555555" title "eigenvectors", \
  [t=-least:least] '+' using (-t*sin(angle)):(t*cos(angle)) every 360 with lines lw 1 dt (6,4) lc rgb "#555555" notitle
