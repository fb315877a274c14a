#!/bin/sh
# proofs/check.sh: what `make proofs` does. Coq compiles the theorems, those made from results/reference/values as well; every statement of
# Statements.v must have its theorem, which may use the axioms that its line says and no other; and what is wrong must be refused (controls).
# Skipped where coqc is missing. Ends with "N passed, N failed".
set -u
cd "$(dirname "$0")/.." || exit 2
if ! command -v coqc > /dev/null; then
  echo "proofs: skipped, there is no coqc"
  exit 0
fi
interval=yes
printf 'From Interval Require Import Tactic.\n' > "${TMPDIR:-/tmp}/with_interval_$$.v"
coqc -q "${TMPDIR:-/tmp}/with_interval_$$.v" > /dev/null 2>&1 || interval=no
rm -f "${TMPDIR:-/tmp}"/with_interval_$$.* "${TMPDIR:-/tmp}"/.with_interval_$$.*

work=${BUILD:-build}/proofs
values=results/reference/values
mkdir -p "$work" || exit 2
work=$(cd "$work" && pwd)
passed=0
failed=0
say() { # say ok|"not ok" WHAT
  echo "$1 - $2"
  if [ "$1" = ok ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

# compile FOLDER NAME: compiles FOLDER/NAME.v.
compile() {
  (cd "$1" && coqc -q -w none -Q . Winnow "$2.v" > "$2.log" 2>&1)
}

# ---- the theorems

files="Statements Trees Symmetric Blocks Diagonal Constants Tables Regret"
[ $interval = yes ] || files=$(echo "$files" | sed 's/ Constants//')
for name in $files; do cp "proofs/$name.v" "$work/" || exit 2; done

# The files of the games in the order of values_proved.txt, the trees before the tables.
committed() {
  for kind in tree table; do
    sed 's/:.*//; s/ /_/; y% /%_-%' $values/values_proved.txt | sed "s%^%$values/%; s%\$%.$kind.json%"
  done
}
# shellcheck disable=SC2046 # names without spaces
python3 -B proofs/certificates.py $(committed) > "$work/Committed.v" || exit 1

# chain NAME...: one after the other, up to the first that fails.
chain() {
  for name; do compile "$work" "$name" || return; done
}
rm -f "$work"/*.vo "$work"/*.log
chain Statements
chain Trees Symmetric Blocks Regret &
chain Diagonal Tables
[ $interval = no ] || chain Constants
wait
chain Committed
for name in $files Committed; do
  if [ -e "$work/$name.vo" ]; then
    say ok "$name.v"
  else
    say "not ok" "$name.v"
    cat "$work/$name.log"
    echo "$passed passed, $failed failed"
    exit 1
  fi
done

# ---- statements and axioms, which Coq looks through while the controls run

# "NAME WORDS": the statements, and what the line says of axioms.
statements() {
  sed -n 's/^Definition \([a-z_0-9]*\) : Prop :=\( (\* \(.*\) \*)\)\{0,1\}.*/\1 \3/p' "$work/Statements.v"
}
reals='ClassicalDedekindReals.sig_not_dec ClassicalDedekindReals.sig_forall_dec FunctionalExtensionality.functional_extensionality_dep'
{
  echo "From Winnow Require Import $files Committed."
  statements | while read -r name _; do
    [ $interval = yes ] || [ "$name" = "${name#winnow_theorem_2_}" ] || continue
    printf 'Goal True. idtac "theorem %s". exact I. Qed.\nDefinition checked_%s : %s := %s_proved.\nPrint Assumptions checked_%s.\n' \
      "$name" "$name" "$name" "$name" "$name"
  done
} > "$work/Checked.v"
compile "$work" Checked &

# ---- controls: what is wrong is refused, with the message that says so

# refused WHAT NAME SCRIPT MESSAGE: NAME.v changed by the sed script is other than it was, and Coq says MESSAGE.
refused() {
  sed "$3" "$controls/$2.v" > "$controls/Wrong.v"
  if cmp -s "$controls/$2.v" "$controls/Wrong.v"; then
    say "not ok" "control: $1: the script changes nothing"
  elif compile "$controls" Wrong; then
    say "not ok" "control: $1 was not refused"
  elif tr '\n' ' ' < "$controls/Wrong.log" | tr -s ' ' | grep -q "$4"; then
    say ok "control: $1"
  else
    say "not ok" "control: $1: another message"
    cat "$controls/Wrong.log"
  fi
}

controls=$work/controls
mkdir -p "$controls"
rm -f "$controls"/*
for name in $files; do ln -s "../$name.vo" "$controls/"; done
small="subspace_n=4_r=1_gap=1-1 cut_n=3_T=4"
for kind in tree table; do
  # shellcheck disable=SC2046 # names without spaces
  python3 -B proofs/certificates.py --alone $(for name in $small; do echo "$values/$name.$kind.json"; done) > "$controls/$kind.v"
  if compile "$controls" $kind; then say ok "control: small ${kind}s as they are"; else say "not ok" "control: small ${kind}s as they are"; fi
done
never='Unable to unify "true" with "false"\|"true = true" while it is expected to have type'
refused "a leaf that contradicts its path" tree 's/Diagonal 1 \[0; 0; 0; 1\]/Diagonal 1 [0; 0; 1; 0]/' "$never"
refused "a leaf of another sum" tree 's/Diagonal 1 \[0; 0; 0; 1\]/Diagonal 1 [0; 0; 1; 1]/' "$never"
refused "another answer at the end of coins" tree '0,/End \[1; 1; -1\]/s//End [1; 1; 1]/' "$never"
refused "more regret than the tree forces" tree 's/IZR 5/IZR 6/' "$never"
refused "a wrong multiplier" table 's/\[1%Z; 1%Z\]/[1%Z; 0%Z]/' "$never"
refused "a wrong renaming" table 's/Move true (Some 4) \[1; 2; 0; 3\]/Move true (Some 4) [0; 1; 2; 3]/' "$never"
refused "one mistake less" table 's/Errors 2/Errors 1/' "$never"
refused "a number of a table that is too small" table 's/\[40; 8; 0\]/[39; 8; 0]/' "$never"
refused "a wrong symmetry" table 's/^ \[-3; -2; 1\];/ [-3; -2; -1];/' "$never"

# weakened WHAT SCRIPT NAME...: with other words in Statements.v the proofs in NAME.v fail.
weakened() {
  what=$1
  rm -f "$controls"/*.vo
  sed "$2" "$work/Statements.v" > "$controls/Statements.v"
  if cmp -s "$work/Statements.v" "$controls/Statements.v" || ! compile "$controls" Statements; then
    say "not ok" "control: $what: no such statement"
    return
  fi
  shift 2
  for name; do
    cp "$work/$name.v" "$controls/"
    if ! compile "$controls" "$name"; then
      say ok "control: $what"
      return
    fi
  done
  say "not ok" "control: $what was not refused"
}
weakened "blocks with less room" 's/q \* 2 ^ k <= n ->/q * 2 ^ k <= n + 1 ->/' Trees Blocks
weakened "weights above 1" 's/(forall i, i < n -> (0 <= w i <= 1)%R)/(forall i, i < n -> (0 <= w i <= 2)%R)/' Diagonal
weakened "a rank below the gap" 's/(0 < g < r)%R/(0 < g)%R/' Diagonal

wait

# axioms NAME: the names of its axioms, "none", or nothing if there is no such theorem.
axioms() {
  awk -v name="$1" '
    $1 == "theorem" { here = ($2 == name) }
    here && /^Closed under the global context/ { print "none" }
    here && /^[A-Za-z][A-Za-z0-9_.]*( |$)/ && $1 != "theorem" && $1 != "Closed" { print $1 }' "$work/Checked.log"
}
statements > "$work/statements.txt"
while read -r name words; do
  if [ $interval = no ] && [ "$words" = "real numbers, logarithms, machine integers" ]; then
    echo "$name: skipped, there is no Coq library interval"
    continue
  fi
  found=$(axioms "$name" | paste -s -d ' ' -)
  wrong=
  [ -n "$found" ] || wrong="no theorem"
  for axiom in $found; do
    case $words:$axiom in
      :none) ;;
      real*:none) wrong="uses no axiom: the line in Statements.v says otherwise" ;;
      real*) case " $reals " in
          *" $axiom "*) ;;
          *) case $words:$axiom in
              *logarithms*:Classical_Prop.classic | *machine*:PrimInt63.* | *machine*:Uint63.*) ;;
              *) wrong="$wrong $axiom" ;;
            esac ;;
        esac ;;
      *) wrong="$wrong $axiom" ;;
    esac
  done
  if [ -z "$wrong" ]; then say ok "$name: ${words:-no axiom}"; else say "not ok" "$name: $wrong"; fi
done < "$work/statements.txt"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
