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

set terminal svg size 900,900 dynamic enhanced font "DejaVu Sans,14" background rgb "white"
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

set label 1 "A direction x is labelled 1 where its variance reaches beyond the ball" at screen 0.04,0.972 font ",17"
set label 2 "the variance tr(Pxx^T) in the direction x" at screen 0.09,0.025 tc rgb "#00639B" font ",13"
set label 3 "the ball whose radius is the threshold" at screen 0.47,0.025 tc rgb "#00734F" font ",13"
set label 4 "P itself" at screen 0.86,0.025 tc rgb "#B04E00" font ",13"
set arrow 1 from screen 0.04,0.025 to screen 0.08,0.025 nohead lw 2 lc rgb "#0072B2"
set arrow 2 from screen 0.42,0.025 to screen 0.46,0.025 nohead lw 2 lc rgb "#009E73"
set arrow 3 from screen 0.81,0.025 to screen 0.85,0.025 nohead lw 2.5 lc rgb "#D55E00"
set multiplot layout 2,2 margins 0.02,0.98,0.05,0.90 spacing 0.02,0.08
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
  unset label
  unset arrow
}
unset multiplot
