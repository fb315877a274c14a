(** The constants of Theorem 2: numbers are bounded by the library "interval", in whole numbers and not in floating point (i_prec). *)

From Coq Require Import Reals Lra.
From Interval Require Import Tactic.
From Winnow Require Import Statements Diagonal.
Open Scope R_scope.

(** ln(n/r) >= 0, since r weights of at most 1 need r coordinates. *)
Lemma logarithm_positive n r g trials : 0 < r -> diagonal n r g trials -> 0 <= ln (INR n / r).
Proof.
  intros R0 Diagonal. pose proof (some_coordinate _ _ _ _ R0 Diagonal) as N0. destruct Diagonal as (w & Range & Sum & _).
  assert (Most : r <= INR n).
  { rewrite <- Sum, <- (Rmult_1_r (INR n)), <- sum_const. apply sum_le. intros i Less. now apply Range. }
  rewrite <- ln_1. assert (One : 1 <= INR n / r) by (apply (Rmult_le_reg_r r); [lra|]; field_simplify; lra).
  destruct One as [Less | <-]; [left; apply ln_increasing; lra | right; reflexivity].
Qed.

(** The numbers themselves. *)
Lemma one_rate : 1 <= 7.1823 * (1.28 * (1 / 2) / (1 + exp 1.28)).
Proof. interval with (i_prec 64). Qed.
Lemma gain_positive : 0.1371729 <= 0.985211 * 1.28 * (1 / 2) - (exp 1.28 - 1) * 0.19.
Proof. interval with (i_prec 64). Qed.
Lemma gain_negative : 0.1371729 <= (1 - exp (- (1.28))) * 0.19.
Proof. interval with (i_prec 64). Qed.
Lemma rest_of_zeta : 0.985211 * ln 0.985211 + 1 - 0.985211 <= 0.001 * 0.1371729.
Proof. interval with (i_prec 64). Qed.

Theorem winnow_theorem_2_constant_proved : winnow_theorem_2_constant.
Proof.
  intros n r trials R0 Diagonal theta.
  pose proof (logarithm_positive _ _ _ _ R0 Diagonal) as L0.
  assert (G0 : 0 < 1 / 2) by lra. assert (Eta : 0 < 1.28) by lra.
  pose proof (winnow_theorem_2_proved n r (1 / 2) 1.28 trials R0 G0 Eta Diagonal) as Bound. cbv zeta in Bound. fold theta in Bound.
  set (M := INR (mistakes (winnow n 1.28 theta (r / INR n)) trials)) in *.
  assert (M0 : 0 <= M) by apply pos_INR.
  pose proof one_rate as Constant.
  set (c := 1.28 * (1 / 2) / (1 + exp 1.28)) in *.
  apply (Rle_trans _ (M * (7.1823 * c))); [|lra].
  rewrite <- (Rmult_1_r M) at 1. now apply Rmult_le_compat_l.
Qed.

(** With both printed numbers the comparator is w times zeta = 0.985211. *)
Theorem winnow_theorem_2_printed_proved : winnow_theorem_2_printed.
Proof.
  intros n r trials R0 Diagonal.
  pose proof (logarithm_positive _ _ _ _ R0 Diagonal) as L0. pose proof (some_coordinate _ _ _ _ R0 Diagonal) as N0.
  assert (W0 : 0 < r / INR n) by now apply Rdiv_lt_0_compat.
  set (zeta := 0.985211). set (b := 0.1371729).
  assert (Bound := winnow_any_rates_proved n r (1 / 2) 1.28 0.19 (r / INR n) zeta b trials).
  set (M := INR (mistakes (winnow n 1.28 0.19 (r / INR n)) trials)) in *.
  assert (M0 : 0 <= M) by apply pos_INR.
  assert (Sum : M * b <= zeta * r * ln (zeta / (r / INR n)) + r / INR n * INR n - zeta * r).
  { apply Bound; unfold zeta, b; [lra | lra | exact W0 | lra | exact gain_positive | exact gain_negative | exact Diagonal]. }
  replace (zeta / (r / INR n)) with (zeta * (INR n / r)) in Sum by (field; lra).
  assert (Z0 : 0 < zeta) by (unfold zeta; lra).
  assert (Q0 : 0 < INR n / r) by now apply Rdiv_lt_0_compat.
  rewrite (ln_mult _ _ Z0 Q0) in Sum.
  replace (r / INR n * INR n) with r in Sum by (field; lra).
  assert (Rest : zeta * ln zeta + 1 - zeta <= 0.001 * b) by exact rest_of_zeta.
  assert (Constant : zeta <= 7.1823 * b) by (unfold zeta, b; lra).
  assert (B : 0 < b) by (unfold b; lra). set (L := ln (INR n / r)) in *. set (l := ln zeta) in *.
  apply (Rmult_le_reg_r b); [exact B|].
  assert (zeta * (r * L) <= 7.1823 * b * (r * L)) by (apply Rmult_le_compat_r; [nra | exact Constant]). nra.
Qed.
