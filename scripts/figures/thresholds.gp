# Title: Thresholds of the variance in three dimensions (Warmuth 2007, Figure 3)
# Warmuth 2007, Figure 3: thresholds of tr(P x x^T) over all unit vectors x of three dimensions. Blue: the variance
# tr(P x x^T) times x. Green: a ball whose radius is the threshold. Red: P itself, the outlines of the ellipsoid of P x. A
# direction is labelled 1 where blue lies outside green.
# Change a row below and type: gnuplot scripts/figures/thresholds.gp > thresholds.svg
# P = diag(d1, d2, d3), threshold
array D1 = [1, 0, 1, 6]
array D2 = [0, 1, 1, 1]
array D3 = [0, 0, 0, 1]
array Threshold = [0.5, 0.5, 0.5, 2]
array Title = ["P = e_1e_1^T", "P = e_2e_2^T", "P = e_1e_1^T + e_2e_2^T", "P = 6 e_1e_1^T + e_2e_2^T + e_3e_3^T"]

set terminal svg size 900,840 dynamic enhanced font "DejaVu Sans,15" background rgb "white"
set encoding utf8
unset border
unset tics
unset key
unset colorbox
set hidden3d back
set samples 27
set isosamples 19
set view equal xyz
set view 62,32,1.35

# x = (cos u cos v, sin u cos v, sin v)
x1(u,v) = cos(u) * cos(v)
x2(u,v) = sin(u) * cos(v)
x3(u,v) = sin(v)

set multiplot layout 2,2 margins 0.02,0.98,0.02,0.93 spacing 0.02,0.08
do for [i=1:4] {
  p = D1[i]; q = D2[i]; r = D3[i]; threshold = Threshold[i]
  variance(u,v) = p * x1(u,v)**2 + q * x2(u,v)**2 + r * x3(u,v)**2
  side = p > q ? p : q
  side = 1.02 * (side > r ? side : r)
  set xrange [-side:side]
  set yrange [-side:side]
  set zrange [-side:side]
  set title sprintf("%s,  threshold %g", Title[i], threshold)
  splot sample \
    [u=0:2*pi][v=-pi/2:pi/2] '++' using (threshold*x1($1,$2)):(threshold*x2($1,$2)):(threshold*x3($1,$2)) \
      with lines lw 0.5 lc rgb "#009E73", \
    [u=0:2*pi][v=-pi/2:pi/2] '++' \
      using (variance($1,$2)*x1($1,$2)):(variance($1,$2)*x2($1,$2)):(variance($1,$2)*x3($1,$2)) \
      with lines lw 0.5 lc rgb "#0072B2", \
    [u=0:2*pi] '+' using (p*cos($1)):(q*sin($1)):(0) with lines lw 2.5 lc rgb "#D55E00" nohidden3d, \
    [u=0:2*pi] '+' using (p*cos($1)):(0):(r*sin($1)) with lines lw 2.5 lc rgb "#D55E00" nohidden3d, \
    [u=0:2*pi] '+' using (0):(q*cos($1)):(r*sin($1)) with lines lw 2.5 lc rgb "#D55E00" nohidden3d
}
unset multiplot
