# Draws table.tsv: `gnuplot -e "table='results/bench/table.tsv'; output='plots/limits_bench'; kind='svg'" limits.gp`. Of each part of the bench
# the tightest requirement, and all that are missed: how many times better than its limit. Colours of Okabe and Ito.
rows = sprintf("< awk -F '\t' '!/^#/ && $1 != \"part\" && ($1 != last || $8 < 1) { print $1 \"\t\" $2 \"\t\" ($6 == \"-\" ? $4 : $6) \"\t\" $7 \"\t\" $8 } { last = $1 }' '%s' | sed 's/<=/at most/; s/>=/at least/'", table)
set datafile separator "\t"
stats rows using 5 nooutput
count = STATS_records
if (kind eq "svg") {
  set terminal svg size 960, 90 + 42 * count font "DejaVu Sans,13" background "white"
} else {
  set terminal pngcairo size 1440, 135 + 63 * count font "DejaVu Sans,13" fontscale 1.3 background "white"
}
set output output . "." . kind
set title "Every part of the bench: its requirement with the least room" font ",14"
set xlabel "times better than the limit (1: just met)"
set logscale x
set xrange [0.5:16]
set xtics (0.5, 1, 2, 4, 8, 16)
set yrange [count - 0.3:-0.8] # the first row on top
set border 1
set xtics nomirror
unset ytics
set grid xtics linecolor rgb "#e4e4e4"
set arrow from 1, graph 0 to 1, graph 1 nohead linecolor rgb "#555555" linewidth 1.5
unset key
met = 0x0072B2; missed = 0xD55E00
seen(room) = room > 13 ? 13 : room < 0.52 ? 0.52 : room
colour(room) = room >= 1 ? met : missed
verdict(ratio, limit, room) = sprintf("  %.3g, %s%s", ratio, limit, room > 13 ? ": beyond this scale" : "")
plot rows using (1):0:(seen($5) - 1):(0):(colour($5)) with vectors nohead linewidth 3 linecolor rgb variable, \
     rows using (seen($5)):0:(colour($5)) with points pointtype 7 pointsize 0.9 linecolor rgb variable, \
     rows using (1.02):($0 - 0.42):2 with labels left font ",10" textcolor rgb "#333333" noenhanced, \
     rows using (seen($5) < 1 ? 1 : seen($5)):0:(verdict($3, strcol(4), $5)) with labels left font ",10" textcolor rgb "#333333" noenhanced
