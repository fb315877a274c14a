(** The games of online matrix prediction: programs check the trees and tables of `winnow value cut`, `order` and `completion`.
    All their numbers are whole; the predictions and the regret are real. *)

From Coq Require Import List Bool ZArith Reals Lra Lia.
From Winnow Require Import Statements.
Import ListNotations.
Open Scope Z_scope.

Definition sign (y : bool) : Z := if y then 1 else -1.

Lemma sign_value y : IZR (sign y) = value_of y.
Proof. now destruct y. Qed.

(** The gain of an answer on trials, the sum of y times its entry. *)
Fixpoint gain (G : game) (a : nat -> Z) (trials : list ((nat * nat) * bool)) : Z :=
  match trials with [] => 0 | (z, y) :: rest => sign y * entry G a z + gain G a rest end.

Lemma gain_app G a first second : gain G a (first ++ second) = gain G a first + gain G a second.
Proof. induction first as [|[z y] first IH]; simpl; [reflexivity | rewrite IH; lia]. Qed.

Lemma entry_sign G a z : is_answer G a -> is_pair G z -> entry G a z = 1 \/ entry G a z = -1.
Proof.
  destruct z as [i j], G as [n|n|m n]; simpl; intros Answer Pair.
  - destruct (Answer i ltac:(lia)) as [I | I], (Answer j ltac:(lia)) as [J | J]; rewrite I, J; lia.
  - destruct (a i <? a j); auto.
  - destruct (Answer i ltac:(lia)) as [I | I], (Answer (m + j)%nat ltac:(lia)) as [J | J]; rewrite I, J; lia.
Qed.

(** The loss of an answer is (1 - y W)/2; that of any prediction is at least (1 - y yhat)/2, and just that within [-1,1]. *)
Lemma answer_loss G a z y : is_answer G a -> is_pair G z ->
  (Rabs (IZR (entry G a z) - value_of y) / 2 = (1 - IZR (sign y * entry G a z)) / 2)%R.
Proof.
  intros Answer Pair. destruct (entry_sign G a z Answer Pair) as [-> | ->], y; simpl; unfold Rabs; destruct (Rcase_abs _); lra.
Qed.

Lemma loss_at_least yhat y : ((1 - value_of y * yhat) / 2 <= Rabs (yhat - value_of y) / 2)%R.
Proof. destruct y; simpl; unfold Rabs; destruct (Rcase_abs _); lra. Qed.

Lemma loss_within yhat y : (-1 <= yhat <= 1 -> Rabs (yhat - value_of y) / 2 = (1 - value_of y * yhat) / 2)%R.
Proof. intros Range. destruct y; simpl; unfold Rabs; destruct (Rcase_abs _); lra. Qed.

(** ** At least: trees of fair coins *)

Inductive coin_tree := End (a : list Z) | Toss (z : nat * nat) (minus plus : coin_tree).

Definition numbers_of (a : list Z) (i : nat) : Z := nth i a 0.
Definition one_or_minus (x : Z) : bool := (x =? 1) || (x =? -1).
Definition answer_ok (G : game) (a : list Z) : bool :=
  match G with
  | Cuts n => forallb (fun i => one_or_minus (numbers_of a i)) (seq 0 n)
  | Orders n => forallb (fun j => forallb (fun i => negb (numbers_of a i =? numbers_of a j)) (seq 0 j)) (seq 0 n)
  | Completion m n => forallb (fun i => one_or_minus (numbers_of a i)) (seq 0 (m + n))
  end.
Definition pair_ok (G : game) (z : nat * nat) : bool :=
  let (i, j) := z in
  match G with
  | Cuts n | Orders n => ((i <? j) && (j <? n))%nat
  | Completion m n => ((i <? m) && (j <? n))%nat
  end.

(** 2^T times the mean over T coins of the gain of the answers at the ends. *)
Fixpoint tree_total (G : game) (T : nat) (path : list ((nat * nat) * bool)) (t : coin_tree) : option Z :=
  match T, t with
  | O, End a => if answer_ok G a then Some (gain G (numbers_of a) path) else None
  | S T, Toss z minus plus =>
      if pair_ok G z then
        match tree_total G T (path ++ [(z, false)]) minus, tree_total G T (path ++ [(z, true)]) plus with
        | Some less, Some more => Some (less + more)
        | _, _ => None
        end
      else None
  | _, _ => None
  end.
Definition coin_tree_holds (G : game) (T : nat) (p q : Z) (t : coin_tree) : bool :=
  match tree_total G T [] t with Some total => (0 <? q) && (p * 2 ^ (Z.of_nat T + 1) <=? q * total) | None => false end.

Lemma pair_ok_sound G z : pair_ok G z = true -> is_pair G z.
Proof. destruct z as [i j], G; simpl; rewrite andb_true_iff, !Nat.ltb_lt; lia. Qed.

Lemma one_or_minus_sound x : one_or_minus x = true -> x = 1 \/ x = -1.
Proof. unfold one_or_minus. rewrite orb_true_iff, !Z.eqb_eq. auto. Qed.

Lemma forallb_seq (f : nat -> bool) n : forallb f (seq 0 n) = true -> forall i, (i < n)%nat -> f i = true.
Proof. intros All i Less. apply (proj1 (forallb_forall _ _) All), in_seq. lia. Qed.

Lemma answer_ok_sound G a : answer_ok G a = true -> is_answer G (numbers_of a).
Proof.
  destruct G as [n|n|m n]; simpl; intros Ok.
  - intros i Less. apply one_or_minus_sound. exact (forallb_seq _ _ Ok i Less).
  - intros i j [Less Lessn] Same. pose proof (forallb_seq _ _ Ok j Lessn) as Row. cbv beta in Row.
    pose proof (forallb_seq _ _ Row i Less) as Different. cbv beta in Different. rewrite Same, Z.eqb_refl in Different. discriminate.
  - intros i Less. apply one_or_minus_sound. exact (forallb_seq _ _ Ok i Less).
Qed.

(** The adversary takes the label after which the mean, less y yhat, is greater. *)
Lemma descend G (L : predictor) : forall T t path total, tree_total G T path t = Some total ->
  (forall z y, In (z, y) path -> is_pair G z) ->
  exists trials a, legal G T trials /\ is_answer G a /\
    (IZR total / 2 ^ T - IZR (gain G a path) <= 2 * regret_after G L a (rev path) trials)%R.
Proof.
  induction T as [|T IH]; intros t path total Total Pairs; destruct t as [a|z minus plus]; simpl in Total; try discriminate.
  - destruct (answer_ok G a) eqn:Ok; [|discriminate]. injection Total as <-.
    exists [], (numbers_of a). split; [split; [reflexivity | contradiction]|]. split; [now apply answer_ok_sound|]. simpl. lra.
  - destruct (pair_ok G z) eqn:Ok; [|discriminate]. apply pair_ok_sound in Ok.
    destruct (tree_total G T (path ++ [(z, false)]) minus) as [less|] eqn:Less; [|discriminate].
    destruct (tree_total G T (path ++ [(z, true)]) plus) as [more|] eqn:More; [|discriminate]. injection Total as <-.
    set (yhat := L (rev path) z).
    assert (Power : (0 < 2 ^ T)%R) by (apply pow_lt; lra).
    assert (Step : forall y sub mean, tree_total G T (path ++ [(z, y)]) sub = Some mean ->
      (IZR (less + more) / 2 ^ S T <= IZR mean / 2 ^ T - value_of y * yhat)%R ->
      exists trials a, legal G (S T) trials /\ is_answer G a /\
        (IZR (less + more) / 2 ^ S T - IZR (gain G a path) <= 2 * regret_after G L a (rev path) trials)%R).
    { intros y sub mean Sub Enough. destruct (IH sub (path ++ [(z, y)]) mean Sub) as (trials & a & [Length Legal] & Answer & Regret).
      { intros z' y' In. apply in_app_or in In. destruct In as [In | [Same | []]]; [eauto | now injection Same as <- _]. }
      exists ((z, y) :: trials), a. split; [split; [simpl; now rewrite Length|]|split; [exact Answer|]].
      - intros z' y' [Same | In]; [now injection Same as <- _ | eauto].
      - rewrite rev_app_distr, gain_app in Regret. simpl in Regret. simpl regret_after.
        rewrite (answer_loss G a z y Answer Ok). pose proof (loss_at_least yhat y) as Loss. fold yhat.
        rewrite Z.add_0_r, plus_IZR in Regret. lra. }
    assert (Mean : (IZR (less + more) / 2 ^ S T = (IZR less / 2 ^ T + IZR more / 2 ^ T) / 2)%R).
    { rewrite plus_IZR. simpl. field. lra. }
    destruct (Rle_dec (IZR more / 2 ^ T - yhat) (IZR less / 2 ^ T + yhat)) as [Minus | Plus].
    + apply (Step false minus less Less). rewrite Mean. simpl. lra.
    + apply (Step true plus more More). rewrite Mean. simpl. lra.
Qed.

Lemma pow_two T : IZR (2 ^ Z.of_nat T) = (2 ^ T)%R.
Proof. rewrite <- (pow_IZR 2 T). reflexivity. Qed.

Theorem coin_tree_sound G T p q t : coin_tree_holds G T p q t = true -> forces G T (IZR p / IZR q).
Proof.
  unfold coin_tree_holds. destruct (tree_total G T [] t) as [total|] eqn:Total; [|discriminate].
  rewrite andb_true_iff, Z.ltb_lt, Z.leb_le. intros [Q Enough] L.
  destruct (descend G L T t [] total Total) as (trials & a & Legal & Answer & Regret); [contradiction|].
  exists trials, a. split; [exact Legal|]. split; [exact Answer|]. unfold regret. simpl in Regret.
  apply IZR_le in Enough. apply IZR_lt in Q. rewrite !mult_IZR, Z.pow_add_r, mult_IZR, pow_two in Enough by lia.
  assert (Power : (0 < 2 ^ T)%R) by (apply pow_lt; lra).
  assert (IZR p / IZR q <= IZR total / 2 ^ T / 2)%R; [|lra].
  apply (Rmult_le_reg_r (IZR q * (2 ^ T * 2))); [nra|]. field_simplify; [|lra|lra]. simpl (IZR (2 ^ 1)) in Enough. lra.
Qed.

(** ** At most: tables of states

    A state is the list of the sums of labels of all pairs, up to symmetries of the game. A symmetry says for each pair which pair of
    the state it stands for, counted from 1, with a minus if the sign changes as well. *)

Record sums := Sums {
  labels : list Z;                                   (* the sum of the labels of each pair *)
  numbers : list Z;                                  (* the promises for k = level, level + 2, ... trials done *)
  moves : list ((Z * Z) * (Z * Z)) }.                (* for each pair the state and the symmetry after the label 1, and after -1 *)

Fixpoint dot (s w : list Z) : Z := match s, w with x :: s, y :: w => x * y + dot s w | _, _ => 0 end.
Definition turn (code : Z) : Z := if 0 <? code then 1 else -1.
Definition goal (code : Z) : nat := (Z.abs_nat code - 1)%nat.
Definition pull (codes w : list Z) : list Z := map (fun code => turn code * nth (goal code) w 0) codes.

(** All pairs, and the entries of all answers as lists. *)
Definition pairs (G : game) : list (nat * nat) :=
  match G with
  | Cuts n | Orders n => flat_map (fun i => map (fun j => (i, j)) (seq (S i) (n - S i))) (seq 0 n)
  | Completion m n => list_prod (seq 0 m) (seq 0 n)
  end.
Definition entries (G : game) (a : nat -> Z) : list Z := map (entry G a) (pairs G).
Fixpoint position (z : nat * nat) (l : list (nat * nat)) : nat :=
  match l with
  | [] => O
  | other :: rest => if ((fst z =? fst other) && (snd z =? snd other))%nat then O else S (position z rest)
  end.
Fixpoint signs (n : nat) : list (list Z) :=
  match n with O => [[]] | S k => map (cons 1) (signs k) ++ map (cons (-1)) (signs k) end.
(** No three items of an order are on a circle. *)
Definition no_circle (n : nat) (w : list Z) : bool :=
  let at_pair i j := nth (position (i, j) (pairs (Orders n))) w 0 in
  forallb (fun k => forallb (fun j => forallb (fun i =>
    negb ((at_pair i j =? at_pair j k) && (at_pair i j =? - at_pair i k))) (seq 0 j)) (seq 0 k)) (seq 0 n).
Definition answers (G : game) : list (list Z) :=
  match G with
  | Cuts n => nodup (list_eq_dec Z.eq_dec) (map (fun a => entries G (numbers_of a)) (signs n))
  | Orders n => filter (no_circle n) (signs (length (pairs G)))
  | Completion m n => nodup (list_eq_dec Z.eq_dec) (map (fun a => entries G (numbers_of a)) (signs (m + n)))
  end.

Fixpoint equal (a b : list Z) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => if x =? y then equal a b else false
  | _, _ => false
  end.

Section Table.
Variables (G : game) (T : nat) (symmetries : list (list Z)) (table : list sums).
Definition d : nat := length (pairs G).
Definition state_at (i : nat) : sums := nth i table (Sums [] [] []).
Definition codes_at (i : nat) : list Z := nth i symmetries [].
Definition level (s : sums) : nat := Z.abs_nat (fold_right (fun x rest => Z.abs x + rest) 0 (labels s)).

(** 2^(T-k+1) times the regret that is promised from the state on, when k trials are done. *)
Definition number (s : sums) (k : nat) : option Z :=
  if ((level s <=? k) && Nat.even (k - level s))%nat then nth_error (numbers s) (Nat.div2 (k - level s)) else None.
Definition move_at (s : sums) (z : nat) (y : bool) : nat * nat :=
  let both := nth z (moves s) ((0, 0), (0, 0)) in
  let (next, symmetry) := if y then fst both else snd both in (Z.to_nat next, Z.to_nat symmetry).
Definition after_number (s : sums) (z : nat) (y : bool) (k : nat) : option Z := number (state_at (fst (move_at s z y))) k.

(** *** The predictor: its memory is the index of a state and the codes of the pairs of the game. *)
Definition memory := (nat * list Z)%type.
Definition first_memory : memory := (O, map (fun k => Z.of_nat (S k)) (seq 0 d)).
Definition code_of (m : memory) (z : nat * nat) : Z := nth (position z (pairs G)) (snd m) 0.
Definition after (m : memory) (z : nat * nat) (y : bool) : memory :=
  let code := code_of m z in
  let (next, symmetry) := move_at (state_at (fst m)) (goal code) (if 0 <? code then y else negb y) in
  (next, map (fun c => turn c * nth (goal c) (codes_at symmetry) 0) (snd m)).
Fixpoint remembers (past : list ((nat * nat) * bool)) : memory :=
  match past with [] => first_memory | (z, y) :: earlier => after (remembers earlier) z y end.
(** 2^(T-k) times the prediction after k trials. *)
Definition predicts_number (past : list ((nat * nat) * bool)) (z : nat * nat) : Z :=
  let m := remembers past in
  let code := code_of m z in
  match after_number (state_at (fst m)) (goal code) true (S (length past)),
        after_number (state_at (fst m)) (goal code) false (S (length past)) with
  | Some more, Some less => turn code * (more - less)
  | _, _ => 0
  end.
Definition table_predictor : predictor :=
  fun past z =>
    let scale := 2 ^ Z.of_nat (T - length past) in
    (IZR (Z.max (- scale) (Z.min scale (predicts_number past z))) / IZR scale)%R.

(** *** What the program checks *)

(** After the label y on pair z every answer is, by the symmetry, an answer with the same gain in the state that follows. *)
Definition move_holds (all : list (list Z)) (s : sums) (z : nat) (y : bool) : bool :=
  let (next, symmetry) := move_at s z y in
  let codes := codes_at symmetry in
  let t := state_at next in
  (length codes =? d)%nat &&
  forallb (fun code => negb (code =? 0) && (goal code <? d)%nat) codes &&
  let there := map (fun v => (pull codes v, dot (labels t) v)) all in
  forallb (fun w =>
    let gain := dot (labels s) w + sign y * nth z w 0 in
    existsb (fun '(v, gain') => if gain =? gain' then equal w v else false) there) all.

(** With k trials done: at the end the number is at least the gain of each answer; before, the mean of those that follow is no more, and the
    prediction is within [-1,1]. *)
Definition number_holds (all : list (list Z)) (s : sums) (k : nat) : bool :=
  match number s k with
  | None => true
  | Some x =>
      if (k =? T)%nat then forallb (fun w => dot (labels s) w <=? x) all
      else (k <? T)%nat && forallb (fun z =>
        match after_number s z true (S k), after_number s z false (S k) with
        | Some more, Some less => (more + less <=? x) && (Z.abs (more - less) <=? 2 ^ Z.of_nat (T - k))
        | _, _ => false
        end) (seq 0 d)
  end.

Definition state_holds (all : list (list Z)) (s : sums) : bool :=
  forallb (number_holds all s) (seq 0 (S T)) &&
  ((T <=? level s)%nat ||
   forallb (fun z => move_holds all s z true && move_holds all s z false) (seq 0 d)).

Definition coin_table_holds (p q : Z) : bool :=
  let all := answers G in
  (0 <? q) && forallb (fun w => (length w =? d)%nat) all && forallb (state_holds all) table &&
  forallb (fun s => (length (labels s) =? d)%nat) table &&
  forallb (Z.eqb 0) (labels (state_at 0)) &&
  match number (state_at 0) 0 with Some x => q * x <=? p * 2 ^ (Z.of_nat T + 1) | None => false end.

(** *** Why that is enough *)

Hypothesis Good : forall s, In s table -> state_holds (answers G) s = true.

(** The gain of a list of entries on the past. *)
Fixpoint gain_of (w : list Z) (past : list ((nat * nat) * bool)) : Z :=
  match past with [] => 0 | (z, y) :: earlier => sign y * nth (position z (pairs G)) w 0 + gain_of w earlier end.

Definition proper (codes : list Z) : Prop := length codes = d /\ forall code, In code codes -> code <> 0 /\ (goal code < d)%nat.

(** Each answer is by the codes an answer with the same gain in the state of the memory. *)
Definition describes (m : memory) (past : list ((nat * nat) * bool)) : Prop :=
  proper (snd m) /\
  forall w, In w (answers G) ->
    exists v, In v (answers G) /\ w = pull (snd m) v /\ gain_of w past = dot (labels (state_at (fst m))) v.

Lemma turn_twice x y : y <> 0 -> x <> 0 -> turn (turn x * y) = turn x * turn y /\ goal (turn x * y) = goal y.
Proof.
  intros Y X. unfold turn, goal. destruct (Z.ltb_spec 0 x), (Z.ltb_spec 0 y).
  - rewrite Z.mul_1_l. destruct (Z.ltb_spec 0 y); lia.
  - rewrite Z.mul_1_l. destruct (Z.ltb_spec 0 y); lia.
  - destruct (Z.ltb_spec 0 (-1 * y)); lia.
  - destruct (Z.ltb_spec 0 (-1 * y)); lia.
Qed.

Lemma nth_pull codes w k : (k < length codes)%nat -> nth k (pull codes w) 0 = turn (nth k codes 0) * nth (goal (nth k codes 0)) w 0.
Proof.
  intros Less. unfold pull. rewrite (nth_indep _ 0 (turn 0 * nth (goal 0) w 0)) by now rewrite map_length.
  exact (map_nth (fun code => turn code * nth (goal code) w 0) codes 0 k).
Qed.

Lemma pull_twice codes codes' w : proper codes -> proper codes' ->
  pull codes (pull codes' w) = pull (map (fun c => turn c * nth (goal c) codes' 0) codes) w.
Proof.
  intros [_ Proper] [Length' Proper']. unfold pull at 1 3. rewrite map_map. apply map_ext_in. intros c In.
  destruct (Proper c In) as [C Less]. rewrite nth_pull by lia.
  assert (In' : List.In (nth (goal c) codes' 0) codes') by (apply nth_In; lia). destruct (Proper' _ In') as [C' _].
  destruct (turn_twice c (nth (goal c) codes' 0) C' C) as [-> ->]. lia.
Qed.

Lemma equal_same a : forall b, equal a b = true -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b] Same; try discriminate; [reflexivity|]. simpl in Same.
  destruct (Z.eqb_spec x y) as [-> | _]; [|discriminate]. f_equal. now apply IH.
Qed.

Lemma describes_after m past z y : describes m past -> (position z (pairs G) < d)%nat ->
  In (state_at (fst m)) table -> (level (state_at (fst m)) < T)%nat -> describes (after m z y) ((z, y) :: past).
Proof.
  intros [[Length Proper] Same] Pair InTable Level. set (s := state_at (fst m)) in *. set (code := code_of m z).
  assert (InCodes : In code (snd m)) by (apply nth_In; unfold d in *; lia). destruct (Proper code InCodes) as [NotZero Goal].
  set (y' := if 0 <? code then y else negb y).
  assert (Sign : sign y' = sign y * turn code) by (unfold y', turn; destruct (0 <? code), y; reflexivity).
  assert (Move : move_holds (answers G) s (goal code) y' = true).
  { specialize (Good s InTable). unfold state_holds in Good. apply andb_true_iff in Good. destruct Good as [_ Moves].
    apply orb_true_iff in Moves. destruct Moves as [High | Moves]; [apply Nat.leb_le in High; lia|].
    assert (Here := forallb_seq _ _ Moves (goal code) Goal). cbv beta in Here. apply andb_true_iff in Here. destruct y'; apply Here. }
  unfold after. fold code s y'. unfold move_holds in Move. destruct (move_at s (goal code) y') as [next symmetry].
  rewrite !andb_true_iff in Move. destruct Move as [[Length' Proper'] Answers].
  apply Nat.eqb_eq in Length'. rewrite forallb_forall in Proper', Answers. set (codes := codes_at symmetry) in *.
  assert (Codes : proper codes).
  { split; [exact Length'|]. intros c In. specialize (Proper' c In). apply andb_true_iff in Proper'. destruct Proper' as [A B].
    apply negb_true_iff, Z.eqb_neq in A. apply Nat.ltb_lt in B. auto. }
  split; simpl.
  - split; [now rewrite map_length|]. intros c In. apply in_map_iff in In. destruct In as (c0 & <- & In0).
    destruct (Proper c0 In0) as [C Less]. assert (In' : List.In (nth (goal c0) codes 0) codes) by (apply nth_In; lia).
    destruct (proj2 Codes _ In') as [C' Less']. destruct (turn_twice c0 _ C' C) as [_ ->]. split; [|exact Less'].
    unfold turn. destruct (0 <? c0); lia.
  - intros w In. destruct (Same w In) as (v & Inv & Pull & Gain). specialize (Answers v Inv).
    apply existsb_exists in Answers. destruct Answers as ([image gain'] & Inthere & Check).
    apply in_map_iff in Inthere. destruct Inthere as (v' & Pair' & Inv'). injection Pair' as <- <-.
    destruct (Z.eqb_spec (dot (labels s) v + sign y' * nth (goal code) v 0) (dot (labels (state_at next)) v')) as [Dot|]; [|discriminate].
    apply equal_same in Check as Equal.
    exists v'. split; [exact Inv'|]. split.
    + rewrite Pull, Equal at 1. apply pull_twice; [split; assumption | exact Codes].
    + rewrite Gain, <- Dot, Sign, Pull. rewrite nth_pull by lia. fold (code_of m z). fold code. lia.
Qed.

(** Numbers belong to states of the table. *)
Lemma number_in_table i k x : number (state_at i) k = Some x -> In (state_at i) table /\ (level (state_at i) <= k)%nat.
Proof.
  intros Number. split.
  - destruct (Nat.lt_ge_cases i (length table)) as [Less | Out]; [now apply nth_In|].
    unfold state_at in Number. rewrite nth_overflow in Number by exact Out. unfold number in Number.
    destruct (_ && _) in Number; [|discriminate Number]. destruct (Nat.div2 _) in Number; discriminate Number.
  - unfold number in Number. destruct (level (state_at i) <=? k)%nat eqn:Level; [now apply Nat.leb_le | discriminate].
Qed.

Lemma promised (a : nat -> Z) : is_answer G a -> In (entries G a) (answers G) ->
  (forall z, is_pair G z -> (position z (pairs G) < d)%nat /\ nth (position z (pairs G)) (entries G a) 0 = entry G a z) ->
  forall trials past x, (forall z y, In (z, y) trials -> is_pair G z) -> (length past + length trials = T)%nat ->
  describes (remembers past) past -> number (state_at (fst (remembers past))) (length past) = Some x ->
  (2 * regret_after G table_predictor a past trials + IZR (gain_of (entries G a) past) <= IZR x / 2 ^ length trials)%R.
Proof.
  intros Answer InAnswers Entries. induction trials as [|[z y] trials IH]; intros past x Legal Length Describes Number.
  - simpl in *. destruct Describes as [_ Same]. destruct (Same _ InAnswers) as (v & Inv & _ & ->).
    destruct (number_in_table _ _ _ Number) as [InTable _]. specialize (Good _ InTable). unfold state_holds in Good.
    apply andb_true_iff in Good. destruct Good as [Numbers _].
    assert (Here := forallb_seq _ _ Numbers (length past) ltac:(lia)). cbv beta in Here. unfold number_holds in Here.
    rewrite Number in Here. replace (length past =? T)%nat with true in Here by (symmetry; apply Nat.eqb_eq; lia).
    rewrite forallb_forall in Here. specialize (Here v Inv). apply Z.leb_le, IZR_le in Here. lra.
  - assert (Pair : is_pair G z) by (apply (Legal z y); now left). destruct (Entries z Pair) as [Position Entry].
    simpl in Length. set (m := remembers past) in *. set (s := state_at (fst m)) in *. set (code := code_of m z).
    destruct (number_in_table _ _ _ Number) as [InTable Level]. fold s in InTable, Level.
    assert (Next := describes_after m past z y Describes Position InTable ltac:(fold s; lia)).
    assert (Code : code <> 0 /\ (goal code < d)%nat).
    { destruct Describes as [[Length' Proper] _]. apply Proper. apply nth_In. unfold d in *. lia. }
    specialize (Good _ InTable) as Here. unfold state_holds in Here. apply andb_true_iff in Here. destruct Here as [Numbers _].
    assert (Here := forallb_seq _ _ Numbers (length past) ltac:(lia)). cbv beta in Here. unfold number_holds in Here.
    rewrite Number in Here. replace (length past =? T)%nat with false in Here by (symmetry; apply Nat.eqb_neq; lia).
    apply andb_true_iff in Here. destruct Here as [_ Here]. apply (fun H => forallb_seq _ _ H (goal code) (proj2 Code)) in Here.
    cbv beta in Here. destruct (after_number s (goal code) true (S (length past))) as [more|] eqn:More; [|discriminate].
    destruct (after_number s (goal code) false (S (length past))) as [less|] eqn:Less; [|discriminate].
    apply andb_true_iff in Here. destruct Here as [Mean Range]. apply Z.leb_le in Mean, Range.
    set (P := 2 ^ Z.of_nat (T - length past)) in *.
    assert (Yhat : table_predictor past z = (IZR (turn code * (more - less)) / IZR P)%R).
    { unfold table_predictor. fold P. unfold predicts_number. fold m s code. rewrite More, Less.
      replace (Z.max (- P) (Z.min P (turn code * (more - less)))) with (turn code * (more - less)); [reflexivity|].
      unfold turn. destruct (0 <? code); lia. }
    assert (Power : (IZR P = 2 * 2 ^ length trials)%R).
    { unfold P. replace (T - length past)%nat with (S (length trials)) by lia. now rewrite pow_two. }
    assert (Positive : (0 < 2 ^ length trials)%R) by (apply pow_lt; lra).
    assert (Within : (-1 <= table_predictor past z <= 1)%R).
    { rewrite Yhat. assert (P0 : (0 < IZR P)%R) by lra.
      assert (Abs : - P <= turn code * (more - less) <= P) by (unfold turn; destruct (0 <? code); lia).
      destruct Abs as [Low High]. apply IZR_le in Low, High. rewrite opp_IZR in Low.
      split; apply (Rmult_le_reg_r (IZR P)); try exact P0; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. }
    set (y' := if 0 <? code then y else negb y).
    assert (After : exists x', number (state_at (fst (remembers ((z, y) :: past)))) (length ((z, y) :: past)) = Some x' /\
      x' = if y' then more else less).
    { simpl remembers. unfold after. fold m s. fold code y'. simpl length. unfold after_number in More, Less.
      destruct (move_at s (goal code) y') as [next symmetry] eqn:Move. simpl.
      destruct y'; rewrite Move in *; simpl in *; eauto. }
    destruct After as (x' & Number' & Value).
    assert (Rest := IH ((z, y) :: past) x' (fun z' y' In => Legal z' y' (or_intror In)) ltac:(simpl; lia) Next Number').
    cbn [regret_after gain_of length] in *. rewrite (answer_loss G a z y Answer Pair), (loss_within _ y Within), Entry in *.
    rewrite plus_IZR, mult_IZR in Rest. rewrite mult_IZR.
    assert (Step : (IZR x' / 2 ^ length trials - value_of y * table_predictor past z <= IZR x / 2 ^ S (length trials))%R); [|lra].
    apply IZR_le in Mean. rewrite plus_IZR in Mean.
    assert (Exact : (IZR x' / 2 ^ length trials - value_of y * table_predictor past z = (IZR more + IZR less) / 2 ^ S (length trials))%R).
    { rewrite Yhat, Power, Value, mult_IZR, minus_IZR, <- sign_value. unfold y', turn.
      destruct (0 <? code), y; simpl; field; lra. }
    rewrite Exact. apply Rmult_le_compat_r; [|exact Mean]. left. apply Rinv_0_lt_compat, pow_lt. lra.
Qed.

End Table.

(** *** The lists of pairs and of answers are complete *)

Lemma position_in (f : nat * nat -> Z) z l : In z l -> (position z l < length l)%nat /\ nth (position z l) (map f l) 0 = f z.
Proof.
  induction l as [|other rest IH]; intros Here; [contradiction|]. simpl.
  destruct ((fst z =? fst other) && (snd z =? snd other))%nat eqn:Same.
  - apply andb_true_iff in Same. rewrite !Nat.eqb_eq in Same. destruct z, other. simpl in Same. destruct Same as [-> ->].
    split; [lia | reflexivity].
  - destruct Here as [-> | Here]; [rewrite !Nat.eqb_refl in Same; discriminate|].
    destruct (IH Here) as [Less Equal]. split; [lia | exact Equal].
Qed.

Lemma pairs_complete G z : In z (pairs G) <-> is_pair G z.
Proof.
  destruct z as [i j], G as [n|n|m n]; simpl.
  - rewrite in_flat_map. setoid_rewrite in_map_iff. setoid_rewrite in_seq. split.
    + intros (i' & Range & j' & Same & Range'). injection Same as <- <-. lia.
    + intros Range. exists i. split; [lia|]. exists j. split; [reflexivity | lia].
  - rewrite in_flat_map. setoid_rewrite in_map_iff. setoid_rewrite in_seq. split.
    + intros (i' & Range & j' & Same & Range'). injection Same as <- <-. lia.
    + intros Range. exists i. split; [lia|]. exists j. split; [reflexivity | lia].
  - rewrite in_prod_iff, !in_seq. lia.
Qed.

Lemma signs_complete (w : list Z) : (forall x, In x w -> x = 1 \/ x = -1) -> In w (signs (length w)).
Proof.
  induction w as [|x w IH]; intros Signs; simpl; [now left|]. apply in_or_app.
  assert (Rest : In w (signs (length w))) by (apply IH; intros; apply Signs; now right).
  destruct (Signs x (or_introl eq_refl)) as [-> | ->]; [left | right]; now apply in_map.
Qed.

(** An answer is its numbers on the nodes. *)
Lemma entries_of_numbers G a n : (forall i j, is_pair G (i, j) -> match G with Completion m _ => i < n /\ m + j < n | _ => i < n /\ j < n end)%nat ->
  entries G a = entries G (numbers_of (map a (seq 0 n))).
Proof.
  intros Inside. apply map_ext_in. intros [i j] Here. apply pairs_complete in Here. specialize (Inside i j Here).
  assert (Same : forall k, (k < n)%nat -> numbers_of (map a (seq 0 n)) k = a k).
  { intros k Less. unfold numbers_of. rewrite (nth_indep _ 0 (a 0%nat)) by now rewrite map_length, seq_length.
    rewrite map_nth, seq_nth by exact Less. reflexivity. }
  destruct G; simpl; rewrite !Same by lia; reflexivity.
Qed.

Lemma answers_complete G a : is_answer G a -> In (entries G a) (answers G).
Proof.
  destruct G as [n|n|m n]; intros Answer; unfold answers.
  - apply nodup_In. rewrite (entries_of_numbers (Cuts n) a n) by (simpl; lia). apply (in_map (fun a => entries (Cuts n) (numbers_of a))).
    rewrite <- (seq_length n 0) at 2. rewrite <- (map_length a). apply signs_complete.
    intros x In. apply in_map_iff in In. destruct In as (i & <- & In). apply in_seq in In. apply Answer. lia.
  - apply filter_In. split.
    + rewrite <- (map_length (entry (Orders n) a)). apply signs_complete. intros x In. apply in_map_iff in In.
      destruct In as (z & <- & In). apply (pairs_complete (Orders n)) in In. now apply entry_sign.
    + unfold no_circle. apply forallb_forall. intros k Ink. apply forallb_forall. intros j Inj. apply forallb_forall. intros i Ini.
      apply in_seq in Ink, Inj, Ini.
      assert (At : forall i j, (i < j < n)%nat -> nth (position (i, j) (pairs (Orders n))) (entries (Orders n) a) 0 = entry (Orders n) a (i, j)).
      { intros i' j' Less. apply position_in, pairs_complete. exact Less. }
      rewrite !At by lia. simpl.
      destruct (Z.ltb_spec (a i) (a j)), (Z.ltb_spec (a j) (a k)), (Z.ltb_spec (a i) (a k)); try reflexivity; exfalso; lia.
  - apply nodup_In. rewrite (entries_of_numbers (Completion m n) a (m + n)) by (simpl; lia).
    apply (in_map (fun a => entries (Completion m n) (numbers_of a))).
    rewrite <- (seq_length (m + n) 0) at 2. rewrite <- (map_length a). apply signs_complete.
    intros x In. apply in_map_iff in In. destruct In as (i & <- & In). apply in_seq in In. apply Answer. lia.
Qed.

Theorem coin_table_sound G T p q symmetries table :
  coin_table_holds G T symmetries table p q = true -> promises G T (IZR p / IZR q).
Proof.
  unfold coin_table_holds. rewrite !andb_true_iff. intros [[[[[Q Lengths] Good] Sizes] Zeros] Start].
  apply Z.ltb_lt in Q. rewrite forallb_forall in Lengths, Good, Zeros.
  assert (Lengths' : forall w, In w (answers G) -> length w = d G) by (intros w In; apply Nat.eqb_eq, (Lengths w In)).
  set (s := state_at table 0) in *. destruct (number s 0) as [x|] eqn:Number; [|discriminate]. apply Z.leb_le in Start.
  exists (table_predictor G T symmetries table). split.
  - intros past z. unfold table_predictor. set (P := 2 ^ Z.of_nat (T - length past)).
    set (k := predicts_number G symmetries table past z).
    assert (P0 : 0 < P) by (apply Z.pow_pos_nonneg; lia).
    assert (Range : - P <= Z.max (- P) (Z.min P k) <= P) by lia.
    destruct Range as [Low High]. apply IZR_le in Low, High. apply IZR_lt in P0. rewrite opp_IZR in Low.
    split; apply (Rmult_le_reg_r (IZR P)); try exact P0; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
  - intros trials a [Length Legal] Answer.
    assert (Bound := promised G T symmetries table Good a Answer (answers_complete G a Answer)).
    assert (Entries : forall z, is_pair G z -> (position z (pairs G) < d G)%nat /\ nth (position z (pairs G)) (entries G a) 0 = entry G a z).
    { intros z Pair. apply position_in, pairs_complete, Pair. }
    specialize (Bound Entries trials [] x Legal Length). simpl in Bound.
    assert (First : describes G table (first_memory G) []).
    { unfold first_memory. split; cbn [fst snd gain_of].
      - split; [now rewrite map_length, seq_length|]. intros code In. apply in_map_iff in In. destruct In as (k & <- & In).
        apply in_seq in In. unfold goal. split; lia.
      - intros w In. exists w. split; [exact In|]. split.
        + apply (nth_ext _ _ 0 0).
          * unfold pull. rewrite !map_length, seq_length. now apply Lengths'.
          * intros k Less. rewrite (Lengths' w In) in Less. rewrite nth_pull by now rewrite map_length, seq_length.
            assert (Code : nth k (map (fun k => Z.of_nat (S k)) (seq 0 (d G))) 0 = Z.of_nat (S k)).
            { rewrite (nth_indep _ 0 (Z.of_nat 1)) by now rewrite map_length, seq_length.
              rewrite (map_nth (fun k => Z.of_nat (S k)) (seq 0 (d G)) 0%nat k), seq_nth by exact Less. reflexivity. }
            rewrite Code. unfold turn, goal. destruct (Z.ltb_spec 0 (Z.of_nat (S k))); [|lia].
            replace (Z.abs_nat (Z.of_nat (S k)) - 1)%nat with k by lia. lia.
        + fold s. clear -Zeros. revert w. induction (labels s) as [|x l IH]; intros w; [destruct w; reflexivity|].
          destruct w as [|y w]; [reflexivity|]. simpl. rewrite <- IH by (intros; apply Zeros; now right).
          specialize (Zeros x (or_introl eq_refl)). apply Z.eqb_eq in Zeros. lia. }
    specialize (Bound First Number). unfold regret. rewrite Length in Bound.
    apply IZR_le in Start. apply IZR_lt in Q. rewrite !mult_IZR, Z.pow_add_r, mult_IZR, pow_two in Start by lia.
    simpl (IZR (2 ^ 1)) in Start. assert (Power : (0 < 2 ^ T)%R) by (apply pow_lt; lra).
    assert (Final : (IZR x / 2 ^ T / 2 <= IZR p / IZR q)%R); [|lra].
    apply (Rmult_le_reg_r (IZR q * (2 ^ T * 2))); [nra|]. field_simplify; [|lra|lra]. lra.
Qed.
