# Title: The chord above the exponential (Schapire 2018, Figure 1)
# Schapire 2018, COS 511, lecture 17, Figure 1: on [-1,1] the convex function e^(eta z) lies below the chord between its ends,
# cosh(eta) + z sinh(eta). With z = y x_i the mean over the weights w bounds the sum that Winnow divides by:
# Z = sum_i w_i e^(eta y x_i) <= cosh(eta) + sinh(eta) y<w,x> <= cosh(eta) at a mistake, where y<w,x> <= 0.
# Change eta and type: gnuplot scripts/figures/chord.gp > chord.svg
eta = 1.2

set terminal svg size 640,520 dynamic enhanced font "DejaVu Sans,15" background rgb "white"
set encoding utf8
set samples 301
set title sprintf("e^{ηz} lies below its chord on [-1,1]   (η = %.1f)", eta)
set xlabel "z = y x_i"
set key top left Left reverse
set border 3
set xrange [-1.35:1.35]
set yrange [0:1.3*exp(eta)]
set xtics nomirror ("-1" -1, "0" 0, "1" 1)
set ytics nomirror ("e^{-η}" exp(-eta), "1" 1, "cosh η" cosh(eta), "e^η" exp(eta))

chord(z) = cosh(eta) + z * sinh(eta)
set arrow 1 from -1,0 to -1,exp(-eta) nohead dt (2,4) lc rgb "#555555"
set arrow 2 from 1,0 to 1,exp(eta) nohead dt (2,4) lc rgb "#555555"
set arrow 3 from -1.35,cosh(eta) to 0,cosh(eta) nohead dt (2,4) lc rgb "#555555"
set arrow 4 from 0,0 to 0,cosh(eta) nohead dt (2,4) lc rgb "#555555"

plot sample \
  [z=-1:1] '+' using (z):(exp(eta*z)):(chord(z)) with filledcurves fc rgb "#FBE3D0" notitle, \
  [z=-1:1] '+' using (z):(chord(z)) with lines lw 2.5 lc rgb "#D55E00" title "chord: cosh η + z sinh η", \
  [z=-1.35:1.35] '+' using (z):(exp(eta*z)) with lines lw 2.5 lc rgb "#0072B2" title "e^{ηz}", \
  [z=-1:1] '+' using (z):(exp(eta*z)) every 300 with points pt 7 ps 0.8 lc rgb "#333333" notitle, \
  [z=0:0.001] '+' using (0):(cosh(eta)) every 300 with points pt 7 ps 0.8 lc rgb "#333333" notitle
