# Draws prediction_cost.tsv: `gnuplot -e "table='results/bench/prediction_cost.tsv'; output='plots/prediction_bench'; kind='svg'"
# prediction_cost.gp`. Colours of Okabe and Ito; every curve has a point shape of its own.
if (kind eq "svg") {
  set terminal svg size 760,480 font "DejaVu Sans,13" background "white"
} else {
  set terminal pngcairo size 1140,720 font "DejaVu Sans,13" fontscale 1.3 background "white"
}
set output output . "." . kind
set logscale xy
set xrange [12:2600]
set yrange [10:3000000]
set format y "10^{%T}"
set xtics (16, 32, 64, 128, 250, 500, 1000, 2000)
set grid xtics ytics linecolor rgb "#dddddd"
set border 3
set tics nomirror
set key top left reverse Left
set title "Cost of a round of online matrix prediction, one thread: gambling with the paper's recursion"
set xlabel "teams or nodes n"
set ylabel "microseconds"
blue = "#0072B2"; vermilion = "#D55E00"; green = "#009E73"; orange = "#E69F00"
rows(class, decomposition, program) = sprintf( \
  "< awk -F '\t' '$1 == \"%s\" && $2 == \"%s\" && $3 == \"%s\" { print $4, $7 / 1000 }' %s | sort -n", \
  class, decomposition, program, table)
set style line 1 linecolor rgb blue linewidth 2 pointtype 7 pointsize 0.9
set style line 2 linecolor rgb vermilion linewidth 2 pointtype 9 pointsize 1.1
set style line 3 linecolor rgb orange linewidth 2 pointtype 5 pointsize 0.9
set style line 4 linecolor rgb green linewidth 2 pointtype 13 pointsize 1.1 dashtype 2
set datafile separator whitespace
plot rows("gambling", "recursive", "numpy_definition") with linespoints linestyle 2 title "gambling, definition, NumPy", \
     rows("gambling", "recursive", "numpy_one_block") with linespoints linestyle 3 title "gambling, one block, NumPy", \
     rows("gambling", "recursive", "winnow") with linespoints linestyle 1 title "gambling, winnow", \
     rows("max_cut", "one_block", "winnow") with linespoints linestyle 4 title "max-cut, winnow"
