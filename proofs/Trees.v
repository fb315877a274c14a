(** Trees: a shattered one forces its depth, and a program checks those of `winnow value subspace`. *)

From Coq Require Import List Bool ZArith Lia.
From Winnow Require Import Statements.
Import ListNotations.

(** The adversary walks down the tree and contradicts; "past" is the path so far, the latest trial first. *)
Lemma walk_down {X} (consistent : list (X * bool) -> Prop) (L : learner X) :
  forall V t path, shattered consistent V path t ->
  exists trials, consistent (path ++ trials) /\ V <= mistakes_after L (rev path) trials.
Proof.
  induction V as [|v IH]; intros t path Shattered.
  - exists []. rewrite app_nil_r. split; [exact Shattered | simpl; lia].
  - destruct t as [|x minus plus]; [contradiction|]. destruct Shattered as [Minus Plus].
    (* the label is the one that the learner does not say *)
    destruct (L (rev path) x) eqn:Says.
    + destruct (IH _ _ Minus) as (trials & Consistent & Many).
      exists ((x, false) :: trials). rewrite <- app_assoc in Consistent. split; [exact Consistent|].
      rewrite rev_app_distr in Many. simpl in *. rewrite Says. simpl. lia.
    + destruct (IH _ _ Plus) as (trials & Consistent & Many).
      exists ((x, true) :: trials). rewrite <- app_assoc in Consistent. split; [exact Consistent|].
      rewrite rev_app_distr in Many. simpl in *. rewrite Says. simpl. lia.
Qed.

Theorem tree_forces_proved : tree_forces.
Proof.
  intros X consistent V t Shattered L.
  destruct (walk_down consistent L V t [] Shattered) as (trials & Consistent & Many). eauto.
Qed.

(** A fixed order is the tree that shows the same instance everywhere at one depth. *)
Fixpoint comb {X} (xs : list X) : tree X :=
  match xs with [] => Leaf | x :: rest => Show x (comb rest) (comb rest) end.

Lemma comb_shattered {X} (consistent : list (X * bool) -> Prop) (xs : list X) :
  forall path, (forall ys, length ys = length xs -> consistent (path ++ combine xs ys)) ->
  shattered consistent (length xs) path (comb xs).
Proof.
  induction xs as [|x rest IH]; intros path All; simpl.
  - specialize (All [] eq_refl). simpl in All. now rewrite app_nil_r in All.
  - split; apply IH; intros ys Length; rewrite <- app_assoc.
    + apply (All (false :: ys)). simpl. now rewrite Length.
    + apply (All (true :: ys)). simpl. now rewrite Length.
Qed.

Theorem sequence_forces_proved : sequence_forces.
Proof.
  intros X consistent xs All. apply (tree_forces_proved _ _ _ (comb xs)). apply comb_shattered. exact All.
Qed.

(** ** The trees of `winnow value subspace`

    A leaf is a diagonal w/d, in whole numbers; an inner node is the set of coordinates shown. *)

Inductive subspace_tree :=
| Diagonal (d : Z) (w : list Z)
| Ask (shown : list nat) (minus plus : subspace_tree).

Definition members (shown : list nat) (i : nat) : bool := existsb (Nat.eqb i) shown.

(** Is the diagonal legal, and does it agree with the path? *)
Definition explains (n : nat) (r p q d : Z) (w : list Z) (path : list (list nat * bool)) : bool :=
  let w := fun i => nth i w 0%Z in
  (0 <? d)%Z && forallb (fun i => (0 <=? w i)%Z && (w i <=? d)%Z) (seq 0 n) && (sumZ n w =? r * d)%Z &&
  forallb (fun '(shown, y) =>
    if y : bool then (p * d <=? q * weight n w (members shown))%Z else (weight n w (members shown) =? 0)%Z) path.

(** Does every path have V labels, and a diagonal at its end that agrees with it? *)
Fixpoint subspace_tree_holds (n : nat) (r p q : Z) (V : nat) (path : list (list nat * bool)) (t : subspace_tree) : bool :=
  match V, t with
  | O, Diagonal d w => explains n r p q d w path
  | S v, Ask shown minus plus =>
      subspace_tree_holds n r p q v (path ++ [(shown, false)]) minus &&
      subspace_tree_holds n r p q v (path ++ [(shown, true)]) plus
  | _, _ => false
  end.

Fixpoint as_tree (t : subspace_tree) : tree (nat -> bool) :=
  match t with Diagonal _ _ => Leaf | Ask shown minus plus => Show (members shown) (as_tree minus) (as_tree plus) end.
Definition as_trials (path : list (list nat * bool)) := map (fun '(shown, y) => (members shown, y : bool)) path.

Lemma forallb_seq (f : nat -> bool) (n i : nat) : forallb f (seq 0 n) = true -> i < n -> f i = true.
Proof. intros All Less. apply (proj1 (forallb_forall f _) All). apply in_seq. lia. Qed.

Lemma explains_sound n r p q d w path :
  explains n r p q d w path = true -> rational_diagonal n r p q (as_trials path).
Proof.
  unfold explains. rewrite !andb_true_iff. intros [[[Positive Range] Sum] Agrees].
  exists d, (fun i => nth i w 0%Z). split; [now apply Z.ltb_lt|]. split; [|split].
  - intros i Less. pose proof (forallb_seq _ _ _ Range Less) as Here. cbv beta in Here.
    apply andb_true_iff in Here. rewrite !Z.leb_le in Here. exact Here.
  - now apply Z.eqb_eq.
  - intros x y Shown. apply in_map_iff in Shown. destruct Shown as ([shown label] & Same & Shown).
    injection Same as <- <-. pose proof (proj1 (forallb_forall _ _) Agrees _ Shown) as Here. cbv beta iota in Here.
    destruct label; [now apply Z.leb_le | now apply Z.eqb_eq].
Qed.

Lemma subspace_tree_shattered n r p q : forall V t path,
  subspace_tree_holds n r p q V path t = true -> shattered (rational_diagonal n r p q) V (as_trials path) (as_tree t).
Proof.
  induction V as [|v IH]; intros t path Holds; destruct t as [d w|shown minus plus]; try discriminate; simpl in *.
  - exact (explains_sound _ _ _ _ _ _ _ Holds).
  - apply andb_true_iff in Holds. destruct Holds as [Minus Plus]. apply IH in Minus, Plus.
    unfold as_trials in *. rewrite map_app in Minus, Plus. now split.
Qed.

(** What the program accepts is a theorem about every learner. *)
Theorem subspace_tree_sound n r p q V t :
  subspace_tree_holds n r p q V [] t = true -> forced (rational_diagonal n r p q) V.
Proof. intros Holds. exact (tree_forces_proved _ _ _ _ (subspace_tree_shattered _ _ _ _ _ _ [] Holds)). Qed.
