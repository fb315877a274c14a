(** Winnow and the learner at the capacity on diagonal instances: the argument of docs/constants.md with numbers in place of
    matrices. Both proofs compare the sum Z of all weights, which mistakes move, with what a comparator w makes of it.
    All that is used of the exponential function is exp y >= 1 + y. *)

From Coq Require Import List Bool Reals Lra Lia Psatz.
From Winnow Require Import Statements.
Import ListNotations.
Open Scope R_scope.

(** ** Sums *)

Lemma sum_le n f h : (forall i, (i < n)%nat -> f i <= h i) -> sumR n f <= sumR n h.
Proof.
  induction n as [|k IH]; intros Le; simpl; [lra|].
  pose proof (Le k (Nat.lt_succ_diag_r k)). enough (sumR k f <= sumR k h) by lra. apply IH. intros i Less. apply Le. lia.
Qed.

Lemma sum_same n f h : (forall i, (i < n)%nat -> f i = h i) -> sumR n f = sumR n h.
Proof. intros Same. apply Rle_antisym; apply sum_le; intros i Less; rewrite (Same i Less); lra. Qed.

(** Sums are linear: of a f + b h. *)
Lemma sum_linear n a b f h : sumR n (fun i => a * f i + b * h i) = a * sumR n f + b * sumR n h.
Proof. induction n as [|k IH]; simpl; [lra | rewrite IH; lra]. Qed.

Lemma sum_const n c : sumR n (fun _ => c) = INR n * c.
Proof. induction n as [|k IH]; [simpl; lra | rewrite S_INR; simpl; rewrite IH; lra]. Qed.

(** If a sum of terms that are not negative is 0, each term is. *)
Lemma sum_zero n f : (forall i, (i < n)%nat -> 0 <= f i) -> sumR n f = 0 -> forall i, (i < n)%nat -> f i = 0.
Proof.
  induction n as [|k IH]; intros NotNegative Zero i Less; [lia|]. simpl in Zero.
  assert (Rest : 0 <= sumR k f).
  { rewrite <- (Rmult_0_r (INR k)), <- sum_const. apply sum_le. intros j Lessj. apply NotNegative. lia. }
  pose proof (NotNegative k (Nat.lt_succ_diag_r k)).
  assert (Cases : i = k \/ (i < k)%nat) by lia. destruct Cases as [-> | Lessk]; [lra|].
  apply IH; [intros j Lessj; apply NotNegative; lia | lra | exact Lessk].
Qed.

(** ** The exponential function *)

Lemma exp_tangent y : 1 + y <= exp y.
Proof. destruct (Req_dec y 0) as [-> | Not]; [rewrite exp_0; lra | left; now apply exp_ineq1]. Qed.

(** It lies above its tangent at c ... *)
Lemma exp_tangent_at c y : exp c * (1 + (y - c)) <= exp y.
Proof.
  replace y with (c + (y - c)) at 2 by ring. rewrite exp_plus.
  apply Rmult_le_compat_l; [left; apply exp_pos | apply exp_tangent].
Qed.

(** ... and below its chord from 0 to c. *)
Lemma exp_chord c x : 0 <= x <= 1 -> exp (c * x) <= 1 + (exp c - 1) * x.
Proof.
  intros Range. pose proof (exp_tangent_at (c * x) 0). pose proof (exp_tangent_at (c * x) c). rewrite exp_0 in *. nra.
Qed.

Lemma predicts_true n threshold v x : predicts n threshold v x = true -> threshold <= inner n v x.
Proof. unfold predicts. destruct (Rle_dec threshold (inner n v x)); [auto | discriminate]. Qed.

Lemma predicts_false n threshold v x : predicts n threshold v x = false -> inner n v x < threshold.
Proof. unfold predicts. destruct (Rle_dec threshold (inner n v x)); [discriminate | lra]. Qed.

(** A statement about the past and the numbers of missed positives and negatives that every trial keeps holds at the end,
    and there the two numbers add up to the mistakes. *)
Lemma follow {X} (L : learner X) (fits : X -> bool -> Prop) (Holds : list (X * bool) -> nat -> nat -> Prop) :
  (forall past x, fits x true -> L past x = true -> forall p m, Holds past p m -> Holds ((x, true) :: past) p m) ->
  (forall past x, fits x false -> L past x = false -> forall p m, Holds past p m -> Holds ((x, false) :: past) p m) ->
  (forall past x, fits x true -> L past x = false -> forall p m, Holds past p m -> Holds ((x, true) :: past) (S p) m) ->
  (forall past x, fits x false -> L past x = true -> forall p m, Holds past p m -> Holds ((x, false) :: past) p (S m)) ->
  Holds [] 0%nat 0%nat ->
  forall trials, (forall x y, In (x, y) trials -> fits x y) ->
  exists past p m, Holds past p m /\ mistakes L trials = (p + m)%nat.
Proof.
  intros Right1 Right2 Missed1 Missed2 Start trials Fits. unfold mistakes.
  enough (General : forall trials past p m, (forall x y, In (x, y) trials -> fits x y) -> Holds past p m ->
    exists past' p' m', Holds past' p' m' /\ (mistakes_after L past trials + p + m = p' + m')%nat).
  { destruct (General trials [] 0%nat 0%nat Fits Start) as (past & p & m & H & Count).
    exists past, p, m. split; [exact H | lia]. }
  clear trials Fits Start. induction trials as [|[x y] rest IH]; intros past p m Fits Now.
  { exists past, p, m. split; [exact Now | reflexivity]. }
  assert (FitsRest : forall x' y', In (x', y') rest -> fits x' y') by (intros; apply Fits; now right).
  assert (FitsHere : fits x y) by (apply Fits; now left).
  simpl. destruct y, (L past x) eqn:Says; simpl.
  - apply IH; auto.
  - destruct (IH ((x, true) :: past) (S p) m FitsRest) as (past' & p' & m' & H & Count); [auto|].
    exists past', p', m'. split; [exact H | lia].
  - destruct (IH ((x, false) :: past) p (S m) FitsRest) as (past' & p' & m' & H & Count); [auto|].
    exists past', p', m'. split; [exact H | lia].
  - apply IH; auto.
Qed.

(** ** Winnow *)

Section Winnow.
Variables (n : nat) (r g eta theta w0 : R) (w : nat -> R).
Hypotheses (Eta : 0 < eta) (Theta : 0 < theta) (W0 : 0 < w0).
Hypotheses (Range : forall i, (i < n)%nat -> 0 <= w i <= 1) (Sum : sumR n w = r).

Definition fits (x : nat -> R) (y : bool) : Prop :=
  (forall i, (i < n)%nat -> 0 <= x i <= 1) /\ if y then g <= inner n w x else inner n w x = 0.

(** After p missed positives and m missed negatives: weights are w0 e^(a_i), <w,a> has grown by eta g for each missed positive,
    and the sum of weights has grown by at most (e^eta - 1) theta for each, and fallen by at least (1 - e^-eta) theta for each
    missed negative. *)
Definition accounts (past : list ((nat -> R) * bool)) (p m : nat) : Prop :=
  let v := winnow_weights n eta theta w0 past in
  exists a : nat -> R,
    (forall i, (i < n)%nat -> v i = w0 * exp (a i)) /\
    eta * g * INR p <= inner n w a /\
    sumR n v <= w0 * INR n + (exp eta - 1) * theta * INR p - (1 - exp (- eta)) * theta * INR m.

(** An update by e^(c x_i): the chord. *)
Lemma updated_sum c v x :
  (forall i, (i < n)%nat -> 0 <= v i) -> (forall i, (i < n)%nat -> 0 <= x i <= 1) ->
  sumR n (fun i => v i * exp (c * x i)) <= sumR n v + (exp c - 1) * inner n v x.
Proof.
  intros V X. rewrite <- (Rmult_1_l (sumR n v)). unfold inner. rewrite <- sum_linear. apply sum_le. intros i Less.
  pose proof (exp_chord c (x i) (X i Less)). specialize (V i Less). nra.
Qed.

Lemma updated_inner c a x : inner n w (fun i => a i + c * x i) = inner n w a + c * inner n w x.
Proof.
  unfold inner. rewrite <- (Rmult_1_l (sumR n (fun i => w i * a i))), <- sum_linear. apply sum_same. intros; ring.
Qed.

Lemma missed_positive past x p m : fits x true -> winnow n eta theta w0 past x = false ->
  accounts past p m -> accounts ((x, true) :: past) (S p) m.
Proof.
  intros [X Positive] Says (a & V & Inner & Z). unfold winnow in Says. apply predicts_false in Says as Small.
  exists (fun i => a i + eta * x i). rewrite S_INR. cbn [winnow_weights]. rewrite Says. cbn [Bool.eqb].
  set (v := winnow_weights n eta theta w0 past) in *. split; [|split].
  - intros i Less. rewrite (V i Less), exp_plus. ring.
  - rewrite updated_inner. simpl in Positive. nra.
  - assert (Sum' := updated_sum eta v x).
    assert (0 < exp eta - 1) by (pose proof (exp_tangent eta); lra).
    assert (sumR n (fun i => v i * exp (eta * x i)) <= sumR n v + (exp eta - 1) * inner n v x).
    { apply Sum'; [|exact X]. intros i Less. rewrite (V i Less). pose proof (exp_pos (a i)). nra. }
    nra.
Qed.

Lemma missed_negative past x p m : fits x false -> winnow n eta theta w0 past x = true ->
  accounts past p m -> accounts ((x, false) :: past) p (S m).
Proof.
  intros [X Negative] Says (a & V & Inner & Z). unfold winnow in Says. apply predicts_true in Says as Large.
  exists (fun i => a i + - eta * x i). rewrite S_INR. cbn [winnow_weights]. rewrite Says. cbn [Bool.eqb].
  set (v := winnow_weights n eta theta w0 past) in *. split; [|split].
  - intros i Less. rewrite (V i Less), exp_plus. ring.
  - rewrite updated_inner. simpl in Negative. nra.
  - assert (Sum' := updated_sum (- eta) v x).
    assert (exp (- eta) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
    assert (sumR n (fun i => v i * exp (- eta * x i)) <= sumR n v + (exp (- eta) - 1) * inner n v x).
    { apply Sum'; [|exact X]. intros i Less. rewrite (V i Less). pose proof (exp_pos (a i)). nra. }
    nra.
Qed.

Lemma start : accounts [] 0 0.
Proof.
  exists (fun _ => 0). simpl. split; [|split].
  - intros. rewrite exp_0. ring.
  - unfold inner. rewrite (sum_same n _ (fun _ => 0)) by (intros i Less; ring). rewrite sum_const. simpl. lra.
  - rewrite sum_const. lra.
Qed.

(** What the comparator makes of the sum of weights, from the tangent of exp at ln(zeta/w0). *)
Lemma comparator zeta v a : 0 < zeta -> (forall i, (i < n)%nat -> v i = w0 * exp (a i)) ->
  zeta * r * (1 - ln (zeta / w0)) + zeta * inner n w a <= sumR n v.
Proof.
  intros Zeta V. rewrite <- Sum. unfold inner.
  replace (zeta * sumR n w * (1 - ln (zeta / w0))) with (zeta * (1 - ln (zeta / w0)) * sumR n w) by ring.
  rewrite <- sum_linear. apply sum_le. intros i Less. rewrite (V i Less).
  pose proof (exp_tangent_at (ln (zeta / w0)) (a i)) as Tangent.
  assert (Quotient : 0 < zeta / w0) by (apply Rdiv_lt_0_compat; lra). rewrite (exp_ln _ Quotient) in Tangent.
  assert (zeta * (1 + (a i - ln (zeta / w0))) <= w0 * exp (a i)).
  { replace zeta with (w0 * (zeta / w0)) at 1 by (field; lra). rewrite Rmult_assoc. apply Rmult_le_compat_l; lra. }
  assert (0 < w0 * exp (a i)) by (apply Rmult_lt_0_compat; [exact W0 | apply exp_pos]).
  pose proof (Range i Less).
  assert (w i * (zeta * (1 + (a i - ln (zeta / w0)))) <= w i * (w0 * exp (a i))) by (apply Rmult_le_compat_l; lra).
  nra.
Qed.

End Winnow.

Theorem winnow_any_rates_proved : winnow_any_rates.
Proof.
  intros n r g eta theta w0 zeta b trials Eta Theta W0 Zeta Positive Negative (w & Range & Sum & Trials).
  destruct (follow (winnow n eta theta w0) (fits n g w) (accounts n g eta theta w0 w)) with (trials := trials)
    as (past & p & m & (a & V & Inner & Z) & Count).
  - intros past x _ Says p m H. unfold accounts in *. simpl. unfold winnow in Says. rewrite Says. exact H.
  - intros past x _ Says p m H. unfold accounts in *. simpl. unfold winnow in Says. rewrite Says. exact H.
  - intros past x Fits Says p m. now apply missed_positive.
  - intros past x Fits Says p m. now apply missed_negative.
  - apply start.
  - exact Trials.
  - rewrite Count, plus_INR. pose proof (comparator n r w0 w W0 Range Sum zeta _ a Zeta V) as Comparator.
    pose proof (pos_INR p). pose proof (pos_INR m). nra.
Qed.

(** r of n coordinates with weights of at most 1: 0 < n. *)
Lemma some_coordinate n r g trials : 0 < r -> diagonal n r g trials -> 0 < INR n.
Proof.
  intros Positive (w & _ & Sum & _). destruct n as [|k]; [simpl in Sum; lra | apply lt_0_INR; lia].
Qed.

Theorem winnow_theorem_2_proved : winnow_theorem_2.
Proof.
  intros n r g eta trials R0 G0 Eta Diagonal theta.
  pose proof (some_coordinate _ _ _ _ R0 Diagonal) as N0.
  assert (E : 1 < exp eta) by (pose proof (exp_tangent eta); lra).
  set (e := exp eta) in *.
  assert (Inverse : exp (- eta) = / e) by apply exp_Ropp.
  assert (Less : / e < 1) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra).
  assert (Theta : 0 < theta).
  { unfold theta. rewrite Inverse. apply Rdiv_lt_0_compat; [now apply Rmult_lt_0_compat | lra]. }
  assert (W0 : 0 < r / INR n) by now apply Rdiv_lt_0_compat.
  (* a missed positive and a missed negative gain the same, eta g/(1 + e^eta) *)
  assert (Square : e * e - 1 <> 0) by nra.
  assert (Gain : forall z, z = theta -> (1 - / e) * z = eta * g / (1 + e) /\ 1 * eta * g - (e - 1) * z = eta * g / (1 + e)).
  { intros z ->. unfold theta. rewrite Inverse. split; field; repeat split; nra. }
  destruct (Gain theta eq_refl) as [Negative Positive].
  pose proof (winnow_any_rates_proved n r g eta theta (r / INR n) 1 (eta * g / (1 + e)) trials Eta Theta W0 Rlt_0_1) as Bound.
  fold e in Bound. rewrite Inverse, Negative, Positive in Bound. specialize (Bound (Rle_refl _) (Rle_refl _) Diagonal).
  replace (1 / (r / INR n)) with (INR n / r) in Bound by (field; lra).
  replace (1 * r * ln (INR n / r) + r / INR n * INR n - 1 * r) with (r * ln (INR n / r)) in Bound by (field; lra).
  exact Bound.
Qed.

(** ** The learner at the capacity *)

(** Its rate and threshold solve the two equations of the capacity, whose unknowns are positive:
    1 - theta = e^-C is what a missed negative leaves of Z, 1 - theta + theta e^eta = e^(eta/rho - C) what a missed positive makes of it. *)
Lemma capacity_equations rho : 1 < rho ->
  let C := capacity rho in let theta := capacity_threshold rho in let eta := capacity_rate rho in
  0 < C /\ 0 < theta /\ 0 < eta /\ 1 - theta = exp (- C) /\ 1 + (exp eta - 1) * theta = exp (eta / rho - C).
Proof.
  intros Rho C theta eta.
  set (a := ln rho). set (b := ln (rho - 1)).
  assert (Order : b < a) by (apply ln_increasing; lra).
  set (t := exp ((rho - 1) * b - rho * a)).
  assert (T : 0 < t) by apply exp_pos.
  assert (ExpC : exp C = 1 + t).
  { unfold C, capacity, Rpower. fold a b. unfold Rdiv. rewrite <- exp_Ropp, <- exp_plus.
    replace ((rho - 1) * b + - (rho * a)) with ((rho - 1) * b - rho * a) by ring. fold t. apply exp_ln. lra. }
  assert (C0 : 0 < C) by (apply exp_lt_inv; rewrite exp_0, ExpC; lra).
  assert (Left : 1 - theta = exp (- C)) by (unfold theta, capacity_threshold; fold C; ring).
  assert (LeftT : 1 - theta = / (1 + t)) by (rewrite Left, exp_Ropp, ExpC; reflexivity).
  assert (ThetaT : theta = t / (1 + t)) by (replace theta with (1 - / (1 + t)) by lra; field; lra).
  assert (Theta : 0 < theta) by (rewrite ThetaT; apply Rdiv_lt_0_compat; lra).
  assert (Eta : eta = rho * (a - b)).
  { unfold eta, capacity_rate. fold theta. rewrite LeftT, ThetaT.
    replace (1 / rho * / (1 + t) / (t / (1 + t) * (1 - 1 / rho))) with (/ (t * (rho - 1))) by (field; repeat split; lra).
    rewrite ln_Rinv by nra. rewrite ln_mult by lra. unfold t. rewrite ln_exp. fold b. ring. }
  repeat split; [exact C0 | exact Theta | rewrite Eta; nra | exact Left |].
  assert (ExpEta : exp eta = / (t * (rho - 1))).
  { unfold eta, capacity_rate. fold theta. rewrite LeftT, ThetaT.
    replace (1 / rho * / (1 + t) / (t / (1 + t) * (1 - 1 / rho))) with (/ (t * (rho - 1))) by (field; repeat split; lra).
    apply exp_ln, Rinv_0_lt_compat. nra. }
  replace (eta / rho - C) with (a + (- b + - C)) by (rewrite Eta; field; lra).
  rewrite !exp_plus, exp_Ropp, exp_Ropp, ExpC, ExpEta. unfold a, b. rewrite !exp_ln by lra.
  rewrite ThetaT. field. repeat split; lra.
Qed.

Section Capacity.
Variables (n : nat) (r g : R) (w : nat -> R).
Hypotheses (Gap : 0 < g < r).
Hypotheses (Range : forall i, (i < n)%nat -> 0 <= w i <= 1) (Sum : sumR n w = r).
Let rho := r / g.
Let C := capacity rho.
Let theta := capacity_threshold rho.
Let eta := capacity_rate rho.

Lemma rho_large : 1 < rho.
Proof. unfold rho. apply (Rmult_lt_reg_r g); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. Qed.

(** After p missed positives and m missed negatives: where the comparator has weight nothing is eliminated, the weight is e^(a_i);
    <w,a> is at least eta g p; the sum of weights is at most n e^(p (eta/rho - C) - m C). *)
Definition capacity_accounts (past : list ((nat -> R) * bool)) (p m : nat) : Prop :=
  let v := capacity_weights n rho past in
  exists a : nat -> R,
    (forall i, (i < n)%nat -> 0 <= v i /\ (0 < w i -> v i = exp (a i))) /\
    eta * g * INR p <= inner n w a /\
    sumR n v <= INR n * exp (INR p * (eta / rho - C) - INR m * C).

Lemma capacity_missed_positive past x p m : fits n g w x true -> capacity_learner n rho past x = false ->
  capacity_accounts past p m -> capacity_accounts ((x, true) :: past) (S p) m.
Proof.
  intros [X Positive] Says (a & V & Inner & Z). unfold capacity_learner in Says. apply predicts_false in Says as Small.
  destruct (capacity_equations rho rho_large) as (_ & Theta & Eta & _ & Grows). fold theta eta C in Small, Theta, Eta, Grows.
  exists (fun i => a i + eta * x i). rewrite S_INR. cbn [capacity_weights]. rewrite Says. cbn [Bool.eqb]. fold eta.
  set (v := capacity_weights n rho past) in *. split; [|split].
  - intros i Less. destruct (V i Less) as [NotNegative Same]. split.
    + pose proof (exp_pos (eta * x i)). nra.
    + intros Here. rewrite (Same Here), exp_plus. reflexivity.
  - rewrite updated_inner. simpl in Positive. nra.
  - pose proof (updated_sum n eta v x (fun i Less => proj1 (V i Less)) X).
    assert (1 < exp eta) by (pose proof (exp_tangent eta); lra).
    assert (sumR n (fun i => v i * exp (eta * x i)) <= sumR n v * (1 + (exp eta - 1) * theta)) by nra.
    replace ((INR p + 1) * (eta / rho - C) - INR m * C) with ((INR p * (eta / rho - C) - INR m * C) + (eta / rho - C)) by ring.
    rewrite exp_plus, <- Grows, <- Rmult_assoc.
    apply (Rle_trans _ (sumR n v * (1 + (exp eta - 1) * theta))); [assumption|].
    apply Rmult_le_compat_r; [nra | exact Z].
Qed.

Lemma capacity_missed_negative past x p m : fits n g w x false -> capacity_learner n rho past x = true ->
  capacity_accounts past p m -> capacity_accounts ((x, false) :: past) p (S m).
Proof.
  intros [X Negative] Says (a & V & Inner & Z). unfold capacity_learner in Says. apply predicts_true in Says as Large.
  destruct (capacity_equations rho rho_large) as (_ & Theta & _ & Falls & _). fold theta C in Large, Theta, Falls.
  exists a. rewrite S_INR. cbn [capacity_weights]. rewrite Says. cbn [Bool.eqb].
  set (v := capacity_weights n rho past) in *. split; [|split].
  - intros i Less. destruct (V i Less) as [NotNegative Same]. destruct (Rlt_dec 0 (x i)) as [In | Out]; [|now split].
    split; [lra|]. intros Here. exfalso.
    (* <w,x> = 0: the comparator has no weight where x has some *)
    assert (w i * x i = 0); [|nra].
    apply (sum_zero n (fun i => w i * x i)); [|exact Negative | exact Less].
    intros j Lessj. specialize (X j Lessj). pose proof (Range j Lessj). nra.
  - exact Inner.
  - assert (Sum' : sumR n (fun i => if Rlt_dec 0 (x i) then 0 else v i) <= 1 * sumR n v + (-1) * inner n v x).
    { unfold inner. rewrite <- sum_linear. apply sum_le. intros i Less. pose proof (proj1 (V i Less)). specialize (X i Less).
      destruct (Rlt_dec 0 (x i)); nra. }
    replace (INR p * (eta / rho - C) - (INR m + 1) * C) with ((INR p * (eta / rho - C) - INR m * C) + - C) by ring.
    rewrite exp_plus, <- Falls, <- Rmult_assoc.
    apply (Rle_trans _ (sumR n v * (1 - theta))); [lra|].
    apply Rmult_le_compat_r; [rewrite Falls; left; apply exp_pos | exact Z].
Qed.

(** Jensen's inequality for exp, from its tangent at the mean of a: r e^(<w,a>/r) is at most the sum of weights. *)
Lemma jensen v a : (forall i, (i < n)%nat -> 0 <= v i /\ (0 < w i -> v i = exp (a i))) ->
  r * exp (inner n w a / r) <= sumR n v.
Proof.
  intros V. set (c := inner n w a / r).
  assert (Mean : inner n w a = c * r) by (unfold c; field; lra).
  assert (Below : exp c * (1 - c) * sumR n w + exp c * inner n w a <= sumR n v); [|rewrite Sum, Mean in Below; nra].
  unfold inner. rewrite <- sum_linear. apply sum_le. intros i Less.
  destruct (V i Less) as [NotNegative Same], (Range i Less) as [[Here | Zero] Most].
  - rewrite (Same Here). pose proof (exp_tangent_at c (a i)). pose proof (exp_pos (a i)).
    assert (w i * (exp c * (1 + (a i - c))) <= w i * exp (a i)) by (apply Rmult_le_compat_l; lra). nra.
  - rewrite <- Zero. lra.
Qed.

End Capacity.

Theorem capacity_is_enough_proved : capacity_is_enough.
Proof.
  intros n r g trials Gap Diagonal.
  assert (N0 : 0 < INR n) by (apply (some_coordinate _ _ _ _) in Diagonal; lra).
  destruct Diagonal as (w & Range & Sum & Trials).
  pose proof (rho_large r g Gap) as Rho. pose proof (capacity_equations (r / g) Rho) as (C0 & _ & Eta & _).
  destruct (follow (capacity_learner n (r / g)) (fits n g w) (capacity_accounts n r g w)) with (trials := trials)
    as (past & p & m & (a & V & Inner & Z) & Count).
  - intros past x _ Says p m H. unfold capacity_accounts in *. simpl. unfold capacity_learner in Says. rewrite Says. exact H.
  - intros past x _ Says p m H. unfold capacity_accounts in *. simpl. unfold capacity_learner in Says. rewrite Says. exact H.
  - intros past x Fits Says p m. now apply capacity_missed_positive.
  - intros past x Fits Says p m. now apply capacity_missed_negative.
  - exists (fun _ => 0). simpl. split; [|split].
    + intros. rewrite exp_0. split; [lra | reflexivity].
    + unfold inner. rewrite (sum_same n _ (fun _ => 0)) by (intros i Less; ring). rewrite sum_const. lra.
    + rewrite sum_const, !Rmult_0_l, Rminus_0_r, exp_0. lra.
  - exact Trials.
  - pose proof (jensen n r g w Gap Range Sum _ a V) as Jensen.
    set (C := capacity (r / g)) in *. set (eta := capacity_rate (r / g)) in *.
    rewrite Count, plus_INR.
    (* r e^(p eta/rho) <= Z <= n e^(p eta/rho) e^(-(p+m) C) *)
    assert (Share : INR p * (eta / (r / g)) <= inner n w a / r).
    { apply (Rmult_le_reg_r r); [lra|]. replace (inner n w a / r * r) with (inner n w a) by (field; lra).
      replace (INR p * (eta / (r / g)) * r) with (eta * g * INR p) by (field; lra). exact Inner. }
    assert (Chain : r * exp (INR p * (eta / (r / g))) <= INR n * exp (INR p * (eta / (r / g)) + - ((INR p + INR m) * C))).
    { apply (Rle_trans _ (r * exp (inner n w a / r))).
      - apply Rmult_le_compat_l; [lra|]. destruct Share as [Less | ->]; [left; now apply exp_increasing | right; reflexivity].
      - replace (INR p * (eta / (r / g)) + - ((INR p + INR m) * C)) with (INR p * (eta / (r / g) - C) - INR m * C) by ring. lra. }
    rewrite exp_plus in Chain. pose proof (exp_pos (INR p * (eta / (r / g)))).
    assert (Final : exp ((INR p + INR m) * C) <= INR n / r).
    { rewrite exp_Ropp in Chain. pose proof (exp_pos ((INR p + INR m) * C)).
      apply (Rmult_le_reg_r r); [lra|]. replace (INR n / r * r) with (INR n) by (field; lra).
      apply (Rmult_le_reg_r (exp (INR p * (eta / (r / g))) * / exp ((INR p + INR m) * C))).
      - apply Rmult_lt_0_compat; [assumption | now apply Rinv_0_lt_compat].
      - replace (exp ((INR p + INR m) * C) * r * (exp (INR p * (eta / (r / g))) * / exp ((INR p + INR m) * C)))
          with (r * exp (INR p * (eta / (r / g)))) by (field; lra). lra. }
    rewrite <- (ln_exp ((INR p + INR m) * C)).
    destruct Final as [Less | ->]; [left; apply ln_increasing; [apply exp_pos | exact Less] | right; reflexivity].
Qed.

(** ** rho = 1 *)

Section Halving.
Variables (n : nat) (r : R) (w : nat -> R).
Hypotheses (Range : forall i, (i < n)%nat -> 0 <= w i <= 1) (Sum : sumR n w = r).

(** Where the comparator has weight the weight is 1; each mistake has halved the sum of weights. *)
Definition halving_accounts (past : list ((nat -> R) * bool)) (p m : nat) : Prop :=
  let v := halving_weights n past in
  (forall i, (i < n)%nat -> 0 <= v i /\ (0 < w i -> v i = 1)) /\ sumR n v * 2 ^ (p + m) <= INR n.

Lemma halving_missed_positive past x p m : fits n r w x true -> halving n past x = false ->
  halving_accounts past p m -> halving_accounts ((x, true) :: past) (S p) m.
Proof.
  intros [X Positive] Says [V Z]. unfold halving in Says. apply predicts_false in Says as Small.
  unfold halving_accounts. cbn [halving_weights]. rewrite Says. cbn [Bool.eqb]. set (v := halving_weights n past) in *. split.
  - intros i Less. destruct (V i Less) as [NotNegative Same]. destruct (Rlt_dec (x i) 1) as [Part | Full]; [|now split].
    split; [lra|]. intros Here. exfalso.
    (* <w,x> = r: the comparator has weight only where x is 1 *)
    assert (w i * (1 - x i) = 0); [|nra].
    apply (sum_zero n (fun i => w i * (1 - x i))); [intros j Lessj; specialize (X j Lessj); pose proof (Range j Lessj); nra | | exact Less].
    apply Rle_antisym.
    + rewrite (sum_same n _ (fun i => 1 * w i + (-1) * (w i * x i))) by (intros; ring). rewrite sum_linear, Sum.
      unfold inner in Positive. lra.
    + rewrite <- (Rmult_0_r (INR n)), <- sum_const. apply sum_le. intros j Lessj. specialize (X j Lessj). pose proof (Range j Lessj). nra.
  - assert (Half : sumR n (fun i => if Rlt_dec (x i) 1 then 0 else v i) <= inner n v x).
    { apply sum_le. intros i Less. pose proof (proj1 (V i Less)). specialize (X i Less). destruct (Rlt_dec (x i) 1); nra. }
    assert (Power : 0 < 2 ^ (p + m)) by (apply pow_lt; lra). simpl. nra.
Qed.

Lemma halving_missed_negative past x p m : fits n r w x false -> halving n past x = true ->
  halving_accounts past p m -> halving_accounts ((x, false) :: past) p (S m).
Proof.
  intros [X Negative] Says [V Z]. unfold halving in Says. apply predicts_true in Says as Large.
  unfold halving_accounts. cbn [halving_weights]. rewrite Says. cbn [Bool.eqb]. set (v := halving_weights n past) in *. split.
  - intros i Less. destruct (V i Less) as [NotNegative Same]. destruct (Rlt_dec 0 (x i)) as [In | Out]; [|now split].
    split; [lra|]. intros Here. exfalso. assert (w i * x i = 0); [|nra].
    apply (sum_zero n (fun i => w i * x i)); [|exact Negative | exact Less].
    intros j Lessj. specialize (X j Lessj). pose proof (Range j Lessj). nra.
  - assert (Half : sumR n (fun i => if Rlt_dec 0 (x i) then 0 else v i) <= 1 * sumR n v + (-1) * inner n v x).
    { unfold inner. rewrite <- sum_linear. apply sum_le. intros i Less. pose proof (proj1 (V i Less)). specialize (X i Less).
      destruct (Rlt_dec 0 (x i)); nra. }
    assert (Power : 0 < 2 ^ (p + m)) by (apply pow_lt; lra). rewrite Nat.add_succ_r. simpl. nra.
Qed.
End Halving.

Theorem halving_is_enough_proved : halving_is_enough.
Proof.
  assert (One : capacity 1 = ln 2).
  { unfold capacity, Rpower. rewrite ln_1, Rminus_eq_0, Rmult_0_l, Rmult_0_r, exp_0. f_equal. field. }
  split; [exact One|]. intros n r trials R0 Diagonal. rewrite One.
  pose proof (some_coordinate _ _ _ _ R0 Diagonal) as N0. destruct Diagonal as (w & Range & Sum & Trials).
  destruct (follow (halving n) (fits n r w) (halving_accounts n w)) with (trials := trials) as (past & p & m & [V Z] & Count).
  - intros past x _ Says p m H. unfold halving_accounts in *. simpl. unfold halving in Says. rewrite Says. exact H.
  - intros past x _ Says p m H. unfold halving_accounts in *. simpl. unfold halving in Says. rewrite Says. exact H.
  - intros past x Fits Says p m. now apply (halving_missed_positive n r).
  - intros past x Fits Says p m. now apply (halving_missed_negative n r).
  - split; [intros; simpl; split; [lra | reflexivity] | simpl; rewrite sum_const; lra].
  - exact Trials.
  - rewrite Count. set (v := halving_weights n past) in *.
    assert (Most : r <= sumR n v).
    { rewrite <- Sum. apply sum_le. intros i Less. destruct (V i Less) as [NotNegative Same], (Range i Less) as [[Here | Zero] Below].
      - rewrite (Same Here). lra.
      - lra. }
    assert (Power : 0 < 2 ^ (p + m)) by (apply pow_lt; lra).
    assert (Quotient : 2 ^ (p + m) <= INR n / r).
    { apply (Rmult_le_reg_r r); [lra|]. replace (INR n / r * r) with (INR n) by (field; lra). nra. }
    rewrite <- (Rpower_pow (p + m) 2) in Quotient by lra. unfold Rpower in Quotient.
    rewrite <- (ln_exp (INR (p + m) * ln 2)).
    destruct Quotient as [Less | ->]; [left; apply ln_increasing; [apply exp_pos | exact Less] | right; reflexivity].
Qed.

(** ** Sets and rational weights are a special case *)

Definition indicator (x : nat -> bool) (i : nat) : R := if x i then 1 else 0.
Definition real_trials (trials : list ((nat -> bool) * bool)) : list ((nat -> R) * bool) :=
  map (fun '(x, y) => (indicator x, y : bool)) trials.

Lemma same_mistakes (L : learner (nat -> R)) : forall trials past,
  mistakes_after L (real_trials past) (real_trials trials)
  = mistakes_after (fun past x => L (real_trials past) (indicator x)) past trials.
Proof. induction trials as [|[x y] trials IH]; intros past; simpl; [reflexivity | now rewrite <- IH]. Qed.

Lemma sum_quotient n (f : nat -> Z) d : sumR n (fun i => IZR (f i) / d) = IZR (sumZ n f) / d.
Proof. induction n as [|k IH]; simpl; [lra | rewrite IH, plus_IZR; lra]. Qed.

Theorem rational_is_real_proved : rational_is_real.
Proof.
  intros n r p q V Q Forced L. apply IZR_lt in Q.
  destruct (Forced (fun past x => L (real_trials past) (indicator x))) as (trials & (d & w & D & Range & Sum & Trials) & Many).
  apply IZR_lt in D. exists (real_trials trials). split.
  - exists (fun i => IZR (w i) / IZR d). split; [|split].
    + intros i Less. destruct (Range i Less) as [Low High]. apply IZR_le in Low, High.
      split; apply (Rmult_le_reg_r (IZR d)); try exact D; unfold Rdiv; rewrite ?Rmult_assoc, ?Rinv_l; lra.
    + rewrite sum_quotient, Sum, mult_IZR. field. lra.
    + intros x y In. apply in_map_iff in In. destruct In as ([set label] & Same & In). injection Same as <- <-. split.
      * intros i _. unfold indicator. destruct (set i); lra.
      * assert (Inner : inner n (fun i => IZR (w i) / IZR d) (indicator set) = IZR (weight n w set) / IZR d).
        { unfold inner, weight. rewrite <- sum_quotient. apply sum_same. intros i _. unfold indicator.
          destruct (set i); simpl; lra. }
        specialize (Trials set label In). rewrite Inner. destruct label.
        -- apply IZR_le in Trials. rewrite !mult_IZR in Trials.
           apply (Rmult_le_reg_r (IZR q * IZR d)); [nra|]. field_simplify; lra.
        -- rewrite Trials. unfold Rdiv. ring.
  - unfold mistakes in *. rewrite <- (same_mistakes L trials []) in Many. exact Many.
Qed.
