(** The tree of depth 4 for symmetric instances of order 5, and the program that checks it.

    First e5 e5^T is shown. On a negative label the diagonal game of e1, ..., e4 follows, a tree of depth 3. On a positive one the dyad
    is that of (e5 + s e_k)/sqrt 2, s = +-1, k <= 4: the next two instances say which k, the last one says s. *)

From Coq Require Import List Bool ZArith Lia.
From Winnow Require Import Statements Trees.
Import ListNotations.
Open Scope Z_scope.

(** A leaf is the integer vector v of the hidden dyad v v^T/<v,v>. An instance is the projection onto orthogonal vectors that have equal
    lengths, the squares of which are the denominator. *)
Inductive dyad_tree := Dyad (v : list Z) | Test (span : list (list Z)) (minus plus : dyad_tree).

Definition outer (v : list Z) : matrix := fun i j => nth i v 0 * nth j v 0.
Definition square (v : list Z) : Z := fold_right (fun x rest => x * x + rest) 0 v.
Definition instance (span : list (list Z)) : Z * matrix :=
  (match span with v :: _ => square v | [] => 1 end, fun i j => fold_right (fun v rest => outer v i j + rest) 0 span).

Section Size.
Variable n : nat.

Definition is_projection (d : Z) (M : matrix) : bool :=
  (0 <? d) && forallb (fun i => forallb (fun j => (M i j =? M j i) && (product n M M i j =? d * M i j)) (seq 0 n)) (seq 0 n).
Definition agrees (v : list Z) (path : list (list (list Z) * bool)) : bool :=
  let e := square v in
  let P := outer v in
  is_projection e P && (trace n P =? e) &&
  forallb (fun '(span, y) =>
    let (d, X) := instance span in
    is_projection d X &&
    if y : bool then d * e <=? 2 * trace n (product n P X) else trace n (product n P X) =? 0) path.
Fixpoint dyad_tree_holds (V : nat) (path : list (list (list Z) * bool)) (t : dyad_tree) : bool :=
  match V, t with
  | O, Dyad v => agrees v path
  | S V, Test span minus plus =>
      dyad_tree_holds V (path ++ [(span, false)]) minus && dyad_tree_holds V (path ++ [(span, true)]) plus
  | _, _ => false
  end.

Lemma is_projection_sound d M : is_projection d M = true -> projection n d M.
Proof.
  unfold is_projection. rewrite andb_true_iff, Z.ltb_lt. intros [Positive All]. split; [exact Positive|]. intros i j I J.
  pose proof (forallb_seq _ _ _ All I) as Row. cbv beta in Row. pose proof (forallb_seq _ _ _ Row J) as Here. cbv beta in Here.
  rewrite andb_true_iff, !Z.eqb_eq in Here. exact Here.
Qed.

Definition as_dyad_trials (path : list (list (list Z) * bool)) := map (fun '(span, y) => (instance span, y : bool)) path.
Fixpoint as_dyad_tree (t : dyad_tree) : tree (Z * matrix) :=
  match t with Dyad _ => Leaf | Test span minus plus => Show (instance span) (as_dyad_tree minus) (as_dyad_tree plus) end.

Lemma agrees_sound v path : agrees v path = true -> dyads_at_half n (as_dyad_trials path).
Proof.
  unfold agrees. rewrite !andb_true_iff. intros [[Projection Trace] Agrees].
  exists (square v), (outer v). split; [now apply is_projection_sound|]. split; [now apply Z.eqb_eq|].
  intros d X y In. apply in_map_iff in In. destruct In as ([span label] & Same & In).
  pose proof (proj1 (forallb_forall _ _) Agrees _ In) as Here. cbv beta iota in Here.
  assert (Instance : instance span = (d, X)) by exact (f_equal fst Same).
  assert (Label : label = y) by exact (f_equal snd Same). subst label.
  rewrite Instance in Here. apply andb_true_iff in Here. destruct Here as [Legal Value].
  split; [now apply is_projection_sound|]. destruct y; [now apply Z.leb_le | now apply Z.eqb_eq].
Qed.

Lemma dyad_tree_shattered : forall V t path,
  dyad_tree_holds V path t = true -> shattered (dyads_at_half n) V (as_dyad_trials path) (as_dyad_tree t).
Proof.
  induction V as [|V IH]; intros t path Holds; destruct t as [v|span minus plus]; try discriminate; cbn [dyad_tree_holds shattered as_dyad_tree] in *.
  - now apply (agrees_sound v).
  - apply andb_true_iff in Holds. destruct Holds as [Minus Plus]. apply IH in Minus, Plus.
    unfold as_dyad_trials in *. rewrite map_app in Minus, Plus. now split.
Qed.
End Size.

Definition e1 := [1; 0; 0; 0; 0].
Definition e2 := [0; 1; 0; 0; 0].
Definition e3 := [0; 0; 1; 0; 0].
Definition e4 := [0; 0; 0; 1; 0].
Definition e5 := [0; 0; 0; 0; 1].

(** The diagonal game of e1, ..., e4: the dyad is that of some e_k, or of e_j + e_k, with the weight 1/2 on both. *)
Definition diagonal_tree : dyad_tree :=
  Test [e1]
    (Test [e2]
      (Test [e3] (Dyad e4) (Dyad e3))
      (Test [e3] (Dyad e2) (Dyad [0; 1; 1; 0; 0])))
    (Test [e2; e3]
      (Test [e4] (Dyad e1) (Dyad [1; 0; 0; 1; 0]))
      (Test [e2] (Dyad [1; 0; 1; 0; 0]) (Dyad [1; 1; 0; 0; 0]))).

(** The last instance is (e5 + e_k)/sqrt 2. *)
Definition sign_test (plus minus : list Z) : dyad_tree := Test [plus] (Dyad minus) (Dyad plus).
Definition five_tree : dyad_tree :=
  Test [e5] diagonal_tree
    (Test [e3; e4]
      (Test [e2] (sign_test [1; 0; 0; 0; 1] [-1; 0; 0; 0; 1]) (sign_test [0; 1; 0; 0; 1] [0; -1; 0; 0; 1]))
      (Test [e4] (sign_test [0; 0; 1; 0; 1] [0; 0; -1; 0; 1]) (sign_test [0; 0; 0; 1; 1] [0; 0; 0; -1; 1]))).

Theorem matrices_force_4_proved : matrices_force_4.
Proof.
  assert (Holds : dyad_tree_holds 5 4 [] five_tree = true) by (vm_compute; reflexivity).
  exact (tree_forces_proved _ _ _ _ (dyad_tree_shattered 5 4 five_tree [] Holds)).
Qed.
