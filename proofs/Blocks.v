(** Two adversaries whose instances are fixed in advance and may have any labels. *)

From Coq Require Import List Bool ZArith Lia Psatz Reals Lra.
From Winnow Require Import Statements Trees.
Import ListNotations.
Open Scope Z_scope.

(** ** Sums of whole numbers *)

Lemma sumZ_same n f h : (forall i, (i < n)%nat -> f i = h i) -> sumZ n f = sumZ n h.
Proof.
  induction n as [|k IH]; intros Same; simpl; [reflexivity|].
  rewrite (Same k (Nat.lt_succ_diag_r k)), IH; [reflexivity|]. intros i Less. apply Same. lia.
Qed.

Lemma sumZ_le n f h : (forall i, (i < n)%nat -> f i <= h i) -> sumZ n f <= sumZ n h.
Proof.
  induction n as [|k IH]; intros Le; simpl; [lia|]. pose proof (Le k (Nat.lt_succ_diag_r k)).
  enough (sumZ k f <= sumZ k h) by lia. apply IH. intros i Less. apply Le. lia.
Qed.

Lemma sumZ_linear n a b f h : sumZ n (fun i => a * f i + b * h i) = a * sumZ n f + b * sumZ n h.
Proof. induction n as [|k IH]; simpl; [lia | rewrite IH; lia]. Qed.

Lemma sumZ_const n c : sumZ n (fun _ => c) = Z.of_nat n * c.
Proof. induction n as [|k IH]; [reflexivity|]. rewrite Nat2Z.inj_succ. simpl sumZ. rewrite IH. lia. Qed.

(** The first m terms, and the others. *)
Lemma sumZ_split m n f : sumZ (m + n) f = sumZ m f + sumZ n (fun i => f (m + i)%nat).
Proof. induction n as [|k IH]; [rewrite Nat.add_0_r; simpl; lia|]. rewrite Nat.add_succ_r. simpl. rewrite IH. lia. Qed.

Lemma sumZ_exchange m n (f : nat -> nat -> Z) : sumZ m (fun i => sumZ n (f i)) = sumZ n (fun j => sumZ m (fun i => f i j)).
Proof.
  induction m as [|k IH]; simpl; [rewrite sumZ_const; lia|]. rewrite IH.
  rewrite <- (Z.mul_1_l (sumZ n (fun j => sumZ k (fun i => f i j)))), <- (Z.mul_1_l (sumZ n (f k))), <- sumZ_linear.
  apply sumZ_same. intros; lia.
Qed.

(** Of a sum with one term. *)
Lemma sumZ_single n k c : (k < n)%nat -> sumZ n (fun i => if (i =? k)%nat then c else 0) = c.
Proof.
  assert (Without : forall m, (m <= k)%nat -> sumZ m (fun i => if (i =? k)%nat then c else 0) = 0).
  { induction m as [|m IH]; intros Le; simpl; [reflexivity|]. rewrite IH by lia. destruct (Nat.eqb_spec m k); lia. }
  induction n as [|n IH]; intros Less; simpl; [lia|]. destruct (Nat.eqb_spec n k) as [-> | Not].
  - rewrite Without; lia.
  - rewrite IH; lia.
Qed.

(** ** Labels as a function of the instance's number *)

Definition pick (ys : list bool) (t : nat) : bool := nth t ys false.

Lemma in_combine_map {X} (f : nat -> X) (m : nat) (ys : list bool) x y : length ys = m ->
  In (x, y) (combine (map f (seq 0 m)) ys) -> exists t, (t < m)%nat /\ x = f t /\ y = pick ys t.
Proof.
  intros Length In. apply (In_nth _ _ (f 0%nat, false)) in In. destruct In as (t & Less & Same).
  rewrite combine_length, map_length, seq_length, Length, Nat.min_id in Less.
  rewrite combine_nth in Same by now rewrite map_length, seq_length.
  rewrite map_nth, seq_nth in Same by exact Less. injection Same as <- <-. exists t. auto.
Qed.

(** ** Blocks

    Instance b*k + j shows the coordinates of block b whose number has the bit j. The labels of a block spell the number of one
    coordinate, its survivor; all survivors have the weight r/q. *)

Section Blocks.
Variables n r q k : nat.
Hypotheses (Rank : (1 <= r <= q)%nat) (Room : (q * 2 ^ k <= n)%nat).

Definition block (i : nat) : nat := (i / 2 ^ k)%nat.
Definition number (i : nat) : nat := (i mod 2 ^ k)%nat.
Definition half (t : nat) (i : nat) : bool :=
  ((block i =? t / k) && (i <? q * 2 ^ k))%nat && Nat.testbit (number i) (t mod k).

(** The number whose bits are labels. *)
Fixpoint spelt (labels : nat -> bool) (bits : nat) : nat :=
  match bits with O => 0 | S b => spelt labels b + (if labels b then 2 ^ b else 0) end.

Lemma spelt_small labels bits : (spelt labels bits < 2 ^ bits)%nat.
Proof. induction bits as [|b IH]; simpl; [lia|]. destruct (labels b); lia. Qed.

Lemma spelt_bits labels bits j : (j < bits)%nat -> Nat.testbit (spelt labels bits) j = labels j.
Proof.
  induction bits as [|b IH]; intros Less; [lia|]. simpl. pose proof (spelt_small labels b) as Small.
  assert (Cases : j = b \/ (j < b)%nat) by lia. destruct Cases as [-> | Lessb].
  - (* the highest bit *)
    rewrite Nat.testbit_eqb. destruct (labels b).
    + replace (spelt labels b + 2 ^ b)%nat with (1 * 2 ^ b + spelt labels b)%nat by lia.
      rewrite Nat.div_add_l, (Nat.div_small _ _ Small) by lia. reflexivity.
    + rewrite Nat.add_0_r, (Nat.div_small _ _ Small). reflexivity.
  - rewrite <- (IH Lessb). destruct (labels b); [|now rewrite Nat.add_0_r].
    rewrite <- (Nat.mod_pow2_bits_low (spelt labels b + 2 ^ b) b j Lessb).
    rewrite <- (Nat.mul_1_l (2 ^ b)) at 1. rewrite Nat.mod_add by lia. now rewrite (Nat.mod_small _ _ Small).
Qed.

Section Labels.
Variable ys : list bool.
Definition survivor (b : nat) : nat := (b * 2 ^ k + spelt (fun j => pick ys (b * k + j)) k)%nat.
(** Weights over the denominator q. *)
Definition survivors (i : nat) : Z :=
  if ((block i <? q) && (i =? survivor (block i)))%nat then Z.of_nat r else 0.

Lemma survivor_block b i : (i < 2 ^ k)%nat -> block (b * 2 ^ k + i) = b /\ number (b * 2 ^ k + i) = i.
Proof.
  intros Less. unfold block, number. assert (2 ^ k <> 0)%nat by lia. split.
  - rewrite Nat.div_add_l, Nat.div_small; lia.
  - rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small; lia.
Qed.

(** One block of coordinates after the other. *)
Lemma sum_blocks m (f : nat -> Z) : sumZ (m * 2 ^ k) f = sumZ m (fun b => sumZ (2 ^ k) (fun i => f (b * 2 ^ k + i)%nat)).
Proof.
  induction m as [|m IH]; [reflexivity|]. replace (S m * 2 ^ k)%nat with (m * 2 ^ k + 2 ^ k)%nat by lia.
  rewrite sumZ_split, IH. reflexivity.
Qed.

(** The sum over survivors of what f says of them. *)
Lemma sum_survivors (f : nat -> bool) :
  sumZ n (fun i => if f i then survivors i else 0) = sumZ q (fun b => if f (survivor b) then Z.of_nat r else 0).
Proof.
  replace n with (q * 2 ^ k + (n - q * 2 ^ k))%nat by lia. rewrite sumZ_split.
  rewrite (sumZ_same (n - q * 2 ^ k) _ (fun _ => 0)), sumZ_const.
  - rewrite Z.mul_0_r, Z.add_0_r, sum_blocks. apply sumZ_same. intros b Less.
    pose proof (spelt_small (fun j => pick ys (b * k + j)) k) as Small.
    set (c := if f (survivor b) then Z.of_nat r else 0).
    rewrite <- (sumZ_single (2 ^ k) (spelt (fun j => pick ys (b * k + j)) k) c Small). apply sumZ_same. intros i Lessi.
    unfold survivors. destruct (survivor_block b i Lessi) as [-> _]. destruct (Nat.ltb_spec b q); [|lia]. simpl.
    destruct (Nat.eqb_spec i (spelt (fun j => pick ys (b * k + j)) k)) as [-> | Not].
    + unfold survivor at 1. rewrite Nat.eqb_refl. reflexivity.
    + destruct (Nat.eqb_spec (b * 2 ^ k + i) (survivor b)) as [Same | _]; [unfold survivor in Same; lia|].
      now destruct (f (b * 2 ^ k + i)%nat).
  - intros i Less. unfold survivors. assert (Out : (q <= block (q * 2 ^ k + i))%nat).
    { unfold block. apply Nat.div_le_lower_bound; [now apply Nat.pow_nonzero | nia]. }
    destruct (Nat.ltb_spec (block (q * 2 ^ k + i)) q); [lia|]. simpl. now destruct (f _).
Qed.

Lemma half_survivor t b : (t < q * k)%nat -> (b < q)%nat ->
  half t (survivor b) = (b =? t / k)%nat && pick ys t.
Proof.
  intros Lesst Less. unfold half. pose proof (spelt_small (fun j => pick ys (b * k + j)) k) as Small.
  unfold survivor. destruct (survivor_block b _ Small) as [-> ->].
  assert (K : k <> 0%nat) by lia.
  destruct (Nat.eqb_spec b (t / k)) as [-> | _]; [|reflexivity].
  assert (Inside : (t / k * 2 ^ k + spelt (fun j => pick ys (t / k * k + j)) k < q * 2 ^ k)%nat) by nia.
  destruct (Nat.ltb_spec (t / k * 2 ^ k + spelt (fun j => pick ys (t / k * k + j)) k) (q * 2 ^ k)); [|lia]. simpl.
  rewrite spelt_bits by now apply Nat.mod_upper_bound. f_equal. rewrite (Nat.div_mod t k K) at 3. lia.
Qed.

Lemma blocks_agree : length ys = (q * k)%nat ->
  rational_diagonal n (Z.of_nat r) (Z.of_nat r) (Z.of_nat q) (combine (map half (seq 0 (q * k))) ys).
Proof.
  intros Length. exists (Z.of_nat q), survivors. split; [lia|]. split; [|split].
  - intros i _. unfold survivors. destruct ((block i <? q) && (i =? survivor (block i)))%nat; lia.
  - rewrite (sumZ_same n _ (fun i => if true then survivors i else 0)) by reflexivity.
    rewrite (sum_survivors (fun _ => true)), sumZ_const. lia.
  - intros x y In. destruct (in_combine_map half _ ys x y Length In) as (t & Less & -> & ->).
    assert (K : k <> 0%nat) by lia. assert (Block : (t / k < q)%nat) by (apply Nat.div_lt_upper_bound; lia).
    assert (Weight : weight n survivors (half t) = if pick ys t then Z.of_nat r else 0).
    { unfold weight. rewrite sum_survivors.
      rewrite <- (sumZ_single q (t / k) (if pick ys t then Z.of_nat r else 0) Block). apply sumZ_same. intros b Lessb.
      rewrite (half_survivor t b Less Lessb). destruct (b =? t / k)%nat, (pick ys t); reflexivity. }
    rewrite Weight. destruct (pick ys t); lia.
Qed.
End Labels.
End Blocks.

Theorem blocks_force_proved : blocks_force.
Proof.
  intros n r q k Rank Room.
  replace (q * k)%nat with (length (map (half q k) (seq 0 (q * k)))) by now rewrite map_length, seq_length.
  apply sequence_forces_proved. intros ys Length. rewrite map_length, seq_length in Length.
  now apply blocks_agree.
Qed.

(** ** Rows of Hadamard matrices

    Instance i is row i, and 0 on r further coordinates. Over the denominator s^3 the weights are r u, u the sum of the positive rows;
    the further coordinates take what is lacking to the sum r. *)

Section Hadamard.
Variables (r s : nat) (h : nat -> nat -> Z).
Hypothesis (Rank : (1 <= r <= s)%nat).
Let N := (s * s)%nat.
Hypothesis (Signs : forall i j, Z.abs (h i j) = 1).
Hypothesis (Orthogonal : forall i k, (i < N)%nat -> (k < N)%nat -> i <> k -> sumZ N (fun j => h i j * h k j) = 0).

Definition row (i j : nat) : Z := if (j <? N)%nat then h i j else 0.

Section Labels.
Variable ys : list bool.
Definition positive (i : nat) : Z := if pick ys i then 1 else 0.
Definition u (j : nat) : Z := sumZ N (fun i => positive i * h i j).
Definition lacking : Z := Z.of_nat (s * N) - sumZ N (fun j => Z.abs (u j)).
Definition weights (j : nat) : Z := if (j <? N)%nat then Z.of_nat r * u j else lacking.

Lemma squares k : sumZ N (fun j => h k j * h k j) = Z.of_nat N.
Proof.
  rewrite (sumZ_same N _ (fun _ => 1)); [rewrite sumZ_const; lia|]. intros j _. specialize (Signs k j). lia.
Qed.

Lemma u_times_row k : (k < N)%nat -> sumZ N (fun j => u j * h k j) = Z.of_nat N * positive k.
Proof.
  intros Less. unfold u.
  rewrite (sumZ_same N _ (fun j => sumZ N (fun i => positive i * (h i j * h k j)))).
  - rewrite <- sumZ_exchange, <- (sumZ_single N k (Z.of_nat N * positive k) Less). apply sumZ_same. intros i Lessi.
    rewrite (sumZ_same N _ (fun j => positive i * (h i j * h k j) + 0 * 0)) by (intros; lia). rewrite sumZ_linear.
    destruct (Nat.eqb_spec i k) as [-> | Not]; [rewrite squares; lia | rewrite (Orthogonal i k Lessi Less Not); lia].
  - intros j _. rewrite Z.mul_comm, <- (Z.add_0_r (h k j * _)), <- (Z.mul_0_l (sumZ N (fun _ => 0))), <- sumZ_linear.
    apply sumZ_same. intros; lia.
Qed.

Lemma u_squares : sumZ N (fun j => u j * u j) <= Z.of_nat N * Z.of_nat N.
Proof.
  rewrite (sumZ_same N _ (fun j => sumZ N (fun i => positive i * (u j * h i j)))).
  - rewrite <- sumZ_exchange, <- (sumZ_const N (Z.of_nat N)). apply sumZ_le. intros i Less.
    rewrite (sumZ_same N _ (fun j => positive i * (u j * h i j) + 0 * 0)) by (intros; lia).
    rewrite sumZ_linear, (u_times_row i Less). unfold positive. destruct (pick ys i); nia.
  - intros j _. unfold u at 2. rewrite <- (Z.add_0_r (u j * _)), <- (Z.mul_0_l (sumZ N (fun _ => 0))), <- sumZ_linear.
    apply sumZ_same. intros; lia.
Qed.

Lemma u_small j : Z.abs (u j) <= Z.of_nat N.
Proof.
  unfold u. generalize N. intros m. induction m as [|m IH]; [simpl; lia|]. rewrite Nat2Z.inj_succ. simpl sumZ.
  specialize (Signs m j). unfold positive at 2. destruct (pick ys m); lia.
Qed.

(** From sum (|u_j| - s)^2 >= 0. *)
Lemma lacking_range : 0 <= lacking <= Z.of_nat (s * N).
Proof.
  unfold lacking. set (t := sumZ N (fun j => Z.abs (u j))).
  assert (T : 0 <= t).
  { replace 0 with (sumZ N (fun _ => 0)) by (rewrite sumZ_const; lia). apply sumZ_le. intros; lia. }
  enough (2 * Z.of_nat s * t <= 2 * Z.of_nat s * Z.of_nat (s * N)) by (unfold N in *; nia).
  assert (Square : sumZ N (fun j => 2 * Z.of_nat s * Z.abs (u j) + 0 * 0) <=
    sumZ N (fun j => 1 * (u j * u j) + Z.of_nat s * Z.of_nat s * 1)).
  { apply sumZ_le. intros j _. pose proof (Z.square_nonneg (Z.abs (u j) - Z.of_nat s)).
    assert (Z.abs (u j) * Z.abs (u j) = u j * u j) by (rewrite <- Z.abs_mul; apply Z.abs_eq, Z.square_nonneg). nia. }
  rewrite !sumZ_linear in Square. fold t in Square. rewrite !sumZ_const in Square. pose proof u_squares. unfold N in *. nia.
Qed.

Lemma hadamard_agrees : length ys = N ->
  signed_diagonal (N + r) (Z.of_nat r) (Z.of_nat r) (Z.of_nat s) (combine (map row (seq 0 N)) ys).
Proof.
  intros Length. pose proof lacking_range as Lacking. exists (Z.of_nat (s * N)), weights. split; [unfold N; nia|]. split; [|split].
  - intros j _. unfold weights. destruct (j <? N)%nat; [|lia]. pose proof (u_small j).
    rewrite Z.abs_mul, Nat2Z.inj_mul. apply Z.mul_le_mono_nonneg; lia.
  - rewrite sumZ_split. rewrite (sumZ_same N _ (fun j => Z.of_nat r * Z.abs (u j) + 0 * 0)), sumZ_linear.
    + rewrite (sumZ_same r _ (fun _ => lacking)), (sumZ_const r lacking); [unfold lacking; ring|].
      intros i _. unfold weights. destruct (Nat.ltb_spec (N + i) N); lia.
    + intros j Less. unfold weights. destruct (Nat.ltb_spec j N); [|lia]. rewrite Z.abs_mul. lia.
  - intros x y In. destruct (in_combine_map row N ys x y Length In) as (k & Less & -> & ->). split.
    + intros j _. unfold row. specialize (Signs k j). destruct (j <? N)%nat; lia.
    + assert (Weight : sumZ (N + r) (fun j => weights j * row k j) = Z.of_nat r * (Z.of_nat N * positive k)).
      { rewrite sumZ_split, (sumZ_same r _ (fun _ => 0)), sumZ_const.
        - rewrite (sumZ_same N _ (fun j => Z.of_nat r * (u j * h k j) + 0 * 0)), sumZ_linear, (u_times_row k Less); [lia|].
          intros j Lessj. unfold weights, row. destruct (Nat.ltb_spec j N); lia.
        - intros i _. unfold row. destruct (Nat.ltb_spec (N + i) N); lia. }
      rewrite Weight. unfold positive. destruct (pick ys k); unfold N; nia.
Qed.
End Labels.
End Hadamard.

Theorem hadamard_forces_proved : hadamard_forces.
Proof.
  intros r s h Rank Signs Orthogonal.
  replace (s * s)%nat with (length (map (row s h) (seq 0 (s * s)))) at 2 by now rewrite map_length, seq_length.
  apply sequence_forces_proved. intros ys Length. rewrite map_length, seq_length in Length.
  now apply hadamard_agrees.
Qed.

(** Sylvester's matrices, each made of four copies of the one before; the last bit of i and j says which copy. *)
Fixpoint sylvester (m i j : nat) : Z :=
  match m with
  | O => 1
  | S k => sylvester k (i / 2) (j / 2) * (if Nat.odd i && Nat.odd j then -1 else 1)
  end.

Lemma sylvester_signs m : forall i j, Z.abs (sylvester m i j) = 1.
Proof.
  induction m as [|k IH]; intros i j; [reflexivity|]. cbn [sylvester]. rewrite Z.abs_mul, IH.
  now destruct (Nat.odd i && Nat.odd j).
Qed.

Lemma sum_even_odd n f : sumZ (2 * n) f = sumZ n (fun j => f (2 * j)%nat + f (2 * j + 1)%nat).
Proof.
  induction n as [|k IH]; [reflexivity|]. replace (2 * S k)%nat with (S (S (2 * k))) by lia.
  cbn [sumZ]. rewrite IH. replace (2 * k + 1)%nat with (S (2 * k)) by lia. lia.
Qed.

Lemma sylvester_orthogonal m : forall i k, (i < 2 ^ m)%nat -> (k < 2 ^ m)%nat -> i <> k ->
  sumZ (2 ^ m) (fun j => sylvester m i j * sylvester m k j) = 0.
Proof.
  induction m as [|m IH]; intros i k Lessi Lessk Not; [simpl in *; lia|].
  set (sign := fun i => if Nat.odd i then -1 else 1).
  rewrite Nat.pow_succ_r', sum_even_odd.
  rewrite (sumZ_same _ _ (fun j => (1 + sign i * sign k) * (sylvester m (i / 2) j * sylvester m (k / 2) j) + 0 * 0)).
  - rewrite sumZ_linear. pose proof (Nat.div_mod_eq i 2) as I. pose proof (Nat.div_mod_eq k 2) as K.
    rewrite Nat.pow_succ_r' in Lessi, Lessk.
    destruct (Nat.eq_dec (i / 2) (k / 2)) as [Same | Different].
    + assert (Signs : sign i * sign k = -1); [|rewrite Signs; lia].
      pose proof (Nat.bit0_mod i) as BitI. pose proof (Nat.bit0_mod k) as BitK. rewrite Nat.bit0_odd in BitI, BitK.
      unfold sign. destruct (Nat.odd i), (Nat.odd k); cbn [Nat.b2n] in BitI, BitK; lia.
    + rewrite IH; [lia | apply Nat.div_lt_upper_bound; lia | apply Nat.div_lt_upper_bound; lia | exact Different].
  - intros j _. cbn [sylvester].
    replace (Nat.odd (2 * j)) with false by (rewrite Nat.odd_mul; reflexivity).
    replace (Nat.odd (2 * j + 1)) with true by (rewrite Nat.add_comm, Nat.odd_add_mul_2; reflexivity).
    replace (2 * j / 2)%nat with j by (rewrite Nat.mul_comm, Nat.div_mul; lia).
    replace ((2 * j + 1) / 2)%nat with j by (rewrite Nat.mul_comm, Nat.div_add_l; [simpl; lia | lia]).
    rewrite !andb_false_r, !andb_true_r. unfold sign. destruct (Nat.odd i), (Nat.odd k); lia.
Qed.

Theorem sylvester_forces_proved : sylvester_forces.
Proof.
  intros r m Rank. replace (4 ^ m)%nat with (2 ^ m * 2 ^ m)%nat.
  - apply (hadamard_forces_proved r (2 ^ m)%nat (sylvester (2 * m)%nat) Rank).
    + intros i j. apply sylvester_signs.
    + replace (2 ^ m * 2 ^ m)%nat with (2 ^ (2 * m))%nat by (rewrite <- Nat.pow_add_r; f_equal; lia).
      apply sylvester_orthogonal.
  - rewrite <- Nat.pow_mul_l. reflexivity.
Qed.
