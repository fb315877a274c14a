# Title: A symmetric matrix as an ellipse (Warmuth 2007, Figure 1)
# Warmuth 2007, Figure 1: the symmetric matrix A = [[a, b], [b, c]] as an ellipse, the curve of A u over all unit vectors u.
# Lines join u on the unit circle with A u; along the eigenvectors, the axes of the ellipse, A u is parallel to u.
# Change a, b, c and type: gnuplot scripts/figures/ellipse.gp > ellipse.svg
a = 0.75; b = 0.25; c = 0.40

# eigenvalues and the angle of the first eigenvector
mean = (a + c) / 2
half = sqrt(((a - c) / 2)**2 + b**2)
largest = mean + half
least = mean - half
angle = atan2(b, (a - c) / 2) / 2

set terminal svg size 620,640 dynamic enhanced font "DejaVu Sans,15" background rgb "white"
set encoding utf8
set size ratio -1
unset border
set tmargin 3
unset tics
set key bottom center horizontal outside
set label 1 sprintf("A = [%.2f %.2f; %.2f %.2f],  eigenvalues %.3f and %.3f", a, b, b, c, largest, least) \
  at screen 0.5, screen 0.96 center
set xrange [-1.05:1.05]
set yrange [-1.05:1.05]
set angles radians
set samples 361

# t runs over the circle; $0 counts the sampled lines
x(t) = a * cos(t) + b * sin(t)
y(t) = b * cos(t) + c * sin(t)
turn = 2 * pi
plot sample \
  [t=0:turn] '+' using (cos(t)):(sin(t)) with lines lw 2 lc rgb "#555555" title "unit vectors u", \
  [t=0:turn] '+' using (x(t)):(y(t)) with lines lw 2.5 lc rgb "#D55E00" title "A u", \
  [t=0:turn] '+' using (x(t)):(y(t)):(cos(t) - x(t)):(sin(t) - y(t)) every 10 \
    with vectors nohead lw 0.7 lc rgb "#9CC3DE" notitle, \
  [t=-1:1] '+' using (t*cos(angle)):(t*sin(angle)) every 360 \
    with lines lw 1.5 dt (8,4) lc rgb "#0072B2" title "eigenvectors", \
  [t=-1:1] '+' using (-t*sin(angle)):(t*cos(angle)) every 360 with lines lw 1.5 dt (8,4) lc rgb "#0072B2" notitle
