# Draws cost.tsv: `gnuplot -e "table='results/bench/cost.tsv'; output='plots/bench'; kind='svg'" cost.gp`.
# Colours of Okabe and Ito; every curve has a point shape of its own.
if (kind eq "svg") {
  set terminal svg size 960,440 font "DejaVu Sans,13" background "white"
} else {
  set terminal pngcairo size 1440,660 font "DejaVu Sans,13" fontscale 1.3 background "white"
}
set output output . "." . kind
set datafile separator "\t"
set logscale xy
set format x "10^{%T}"
set format y "10^{%T}"
set grid xtics ytics linecolor rgb "#dddddd"
set border 3
set tics nomirror
set key top left reverse Left
set xlabel "order n of the instances"
blue = "#0072B2"; vermilion = "#D55E00"; green = "#009E73"
set style line 1 linecolor rgb blue linewidth 2 pointtype 7 pointsize 0.8
set style line 2 linecolor rgb vermilion linewidth 2 pointtype 9 pointsize 1.0
set style line 3 linecolor rgb green linewidth 2 pointtype 4 pointsize 0.8 dashtype 2
us(program, place) = strcol(1) eq program ? column(place) / 1000 : 1/0
set xrange [40:200000]
set multiplot layout 1,2 title "Cost of Matrix Winnow, r = 4, means of a run of 1,000 trials, one thread"
set title "update (until the next score is ready)"
set ylabel "microseconds"
set yrange [10:1000000]
plot table using 2:(us("numpy", 7)) with linespoints linestyle 2 title "dense definition, NumPy and OpenBLAS", \
     table using 2:(us("winnow", 7)) with linespoints linestyle 1 title "winnow, low rank"
set title "score"
set yrange [0.03:100000]
plot table using 2:(us("numpy", 8)) with linespoints linestyle 2 title "dense definition, NumPy and OpenBLAS", \
     table using 2:(us("winnow", 8)) with linespoints linestyle 1 title "winnow, low rank", \
     table using 2:(us("winnow", 10)) with linespoints linestyle 3 title "one pass over the final basis vectors"
unset multiplot
