(** The tables of `winnow value subspace`: a program checks what a learner can promise in the diagonal game.

    A state of the table says what the trials with a mistake have told: which coordinates are left, and rows, sets of them that have
    at least the weight of the gap. Its coordinates 0, ..., size-1 stand for those of the game by a renaming. *)

From Coq Require Import List Bool ZArith Reals Lra Lia.
From Winnow Require Import Statements Diagonal.
Import ListNotations.
Open Scope nat_scope.

(** After an instance is shown and the learner has erred: the label that it did not expect, the state that follows (None: fewer than
    r coordinates are left), and for each coordinate of that state the coordinate of this one that it stands for. *)
Record move := Move { label : bool; next : option nat; names : list nat }.

Inductive promise :=
| Errors (most : nat) (moves : list (list nat * move))   (* at most so many mistakes from here; a move for each kind of instance *)
| Impossible (level : Z) (multipliers : list Z).         (* no weights agree: see "farkas" below *)
Record state := State { size : nat; rows : list (list nat); says : promise }.

Definition has (s : list nat) (i : nat) : bool := existsb (Nat.eqb i) s.
Definition within (s t : list nat) : bool := forallb (has t) s.

(** *** The learner

    Moves are listed for one of each kind of instances: as many as wanted of the coordinates that are in the same rows, the first ones.
    "aligned" renames the coordinates so that the instance becomes such a one; nothing depends on how, since every move is checked. *)
Definition alike (s : state) (i j : nat) : bool := forallb (fun row => Bool.eqb (has row i) (has row j)) (rows s).
Definition place (l : list nat) (i : nat) : nat := length (filter (fun j => j <? i) l).
Definition aligned (s : state) (shown : list nat) : list nat :=
  map (fun j =>
    let kind := filter (alike s j) (seq 0 (size s)) in
    let moved := filter (has shown) kind ++ filter (fun i => negb (has shown i)) kind in
    nth (place kind j) moved 0) (seq 0 (size s)).
Definition find_move (s : state) (shown : list nat) : option move :=
  match says s with
  | Impossible _ _ => None
  | Errors _ moves =>
      let back := aligned s shown in
      let first := filter (fun j => has shown (nth j back 0)) (seq 0 (size s)) in
      match find (fun '(instance, _) => within instance first && within first instance) moves with
      | Some (_, m) => Some (Move (label m) (next m) (map (fun j => nth j back 0) (names m)))
      | None => None
      end
  end.

(** If no coordinate left is shown the label is -1; if a row is shown it is +1; else the learner says what the move does not. *)
Definition answer (s : state) (shown : list nat) : bool :=
  match shown with
  | [] => false
  | _ => if existsb (fun row => within row shown) (rows s) then true
         else match find_move s shown with Some m => negb (label m) | None => false end
  end.

Section Table.
Variables (n : nat) (r p q : Z) (table : list state).
Definition nowhere : state := State 0 [] (Errors 0 []).
Definition at_index (k : nat) : state := nth k table nowhere.

(** The learner's memory: the index of a state, and the renaming. *)
Definition memory := (nat * (nat -> nat))%type.
Definition shown_in (m : memory) (x : nat -> bool) : list nat := filter (fun j => x (snd m j)) (seq 0 (size (at_index (fst m)))).
Definition after (m : memory) (x : nat -> bool) (y : bool) : memory :=
  let s := at_index (fst m) in
  let shown := shown_in m x in
  if Bool.eqb (answer s shown) y then m
  else match find_move s shown with
       | Some (Move _ (Some k) names) => (k, fun j => snd m (nth j names 0))
       | _ => m
       end.
(** Of an instance it looks at the support alone. *)
Definition support (x : nat -> R) (i : nat) : bool := if Rlt_dec 0 (x i) then true else false.
Fixpoint remembers (past : list ((nat -> R) * bool)) : memory :=
  match past with [] => (0, fun j => j) | (x, y) :: earlier => after (remembers earlier) (support x) y end.
Definition table_learner : learner (nat -> R) :=
  fun past x => let m := remembers past in answer (at_index (fst m)) (shown_in m (support x)).

(** *** What the program checks *)

(** The multipliers of the rows give each coordinate k the number c_k, the sum over the rows that have it. All rows together ask for
    the gap times the sum of multipliers; weights of at most 1 with the sum r give at most level r + sum of max(c_k - level, 0). *)
Fixpoint column (rows : list (list nat)) (multipliers : list Z) (k : nat) : Z :=
  match rows, multipliers with
  | row :: rows, y :: ys => ((if has row k then y else 0) + column rows ys k)%Z
  | _, _ => 0%Z
  end.
Definition total (l : list Z) : Z := fold_right Z.add 0%Z l.
Definition farkas (s : state) (level : Z) (multipliers : list Z) : bool :=
  (length (rows s) =? length multipliers) && forallb (Z.leb 0) multipliers && (0 <=? level)%Z &&
  (q * (level * r + total (map (fun k => Z.max (column (rows s) multipliers k - level) 0) (seq 0 (size s))))
   <? p * total multipliers)%Z.

(** Does the state that follows say no more than this one and the label do, and promise fewer mistakes? *)
Definition move_holds (s : state) (most : nat) (shown : list nat) (m : move) : bool :=
  let gone i := negb (label m) && has shown i in
  match next m with
  | None => negb (label m) && (Z.of_nat (length (filter (fun i => negb (has shown i)) (seq 0 (size s)))) <? r)%Z
  | Some k =>
      let t := at_index k in
      (k <? length table) &&
      match says t with Errors fewer _ => fewer <? most | Impossible _ _ => true end &&
      (length (names m) =? size t) && forallb (fun i => i <? size s) (names m) &&
      forallb (fun i => forallb (fun j => (i =? j) || negb (nth i (names m) 0 =? nth j (names m) 0)) (seq 0 (size t))) (seq 0 (size t)) &&
      forallb (fun i => gone i || has (names m) i) (seq 0 (size s)) &&
      forallb (fun row =>
        let renamed := map (fun j => nth j (names m) 0) row in
        forallb (fun j => j <? size t) row &&
        existsb (fun known => forallb (fun i => gone i || has renamed i) known)
          (if label m then shown :: rows s else rows s)) (rows t)
  end.

Fixpoint sublists (l : list nat) : list (list nat) :=
  match l with [] => [[]] | i :: rest => sublists rest ++ map (cons i) (sublists rest) end.

Definition state_holds (s : state) : bool :=
  match says s with
  | Impossible level multipliers => farkas s level multipliers
  | Errors most _ =>
      forallb (fun shown =>
        match shown with
        | [] => true
        | _ => existsb (fun row => within row shown) (rows s) ||
               match find_move s shown with Some m => move_holds s most shown m | None => false end
        end) (sublists (seq 0 (size s)))
  end.

Definition table_holds (V : nat) : bool :=
  (0 <? p)%Z && (0 <? q)%Z && forallb state_holds table && (0 <? length table) && (size (at_index 0) =? n) &&
  match rows (at_index 0), says (at_index 0) with [], Errors most _ => most <=? V | _, _ => false end.

(** *** Why that is enough *)

Hypotheses (P : (0 < p)%Z) (Q : (0 < q)%Z).
Hypothesis Holds : forall s, In s table -> state_holds s = true.

Definition gap : R := (IZR p / IZR q)%R.
(** The weight that w gives to a set of coordinates of the game. *)
Definition measure (w : nat -> R) (s : nat -> bool) : R := sumR n (fun i => if s i then w i else 0%R).
(** The coordinates of the game that those of a list stand for. *)
Definition image (names : nat -> nat) (s : list nat) (i : nat) : bool := existsb (fun j => names j =? i) s.

(** What a memory says about w. *)
Definition knows (m : memory) (w : nat -> R) : Prop :=
  let s := at_index (fst m) in
  fst m < length table /\
  (forall i j, i < size s -> j < size s -> snd m i = snd m j -> i = j) /\
  (forall i, i < n -> image (snd m) (seq 0 (size s)) i = false -> w i = 0%R) /\
  (forall row, In row (rows s) -> (gap <= measure w (image (snd m) row))%R) /\
  (forall row j, In row (rows s) -> In j row -> j < size s).

Section Weights.
Variable w : nat -> R.
Hypotheses (Range : forall i, i < n -> (0 <= w i <= 1)%R) (Sum : sumR n w = IZR r).

Lemma gap_positive : (0 < gap)%R.
Proof. unfold gap. apply Rdiv_lt_0_compat; now apply IZR_lt. Qed.

Lemma measure_le s t : (forall i, i < n -> s i = true -> t i = true \/ w i = 0%R) -> (measure w s <= measure w t)%R.
Proof.
  intros Within. apply sum_le. intros i Less. specialize (Within i Less). pose proof (Range i Less).
  destruct (s i), (t i); lra.
Qed.

Lemma measure_zero s : (forall i, i < n -> s i = true -> w i = 0%R) -> (measure w s <= 0)%R.
Proof.
  intros Zero. apply (Rle_trans _ (measure w (fun _ => false))); [apply measure_le; auto|].
  unfold measure. rewrite sum_const. lra.
Qed.

Lemma has_in s i : has s i = true <-> In i s.
Proof.
  unfold has. rewrite existsb_exists. split.
  - intros (j & In & Same). apply Nat.eqb_eq in Same. now subst.
  - intros In. exists i. split; [exact In | apply Nat.eqb_refl].
Qed.

Lemma image_in names s i : image names s i = true <-> exists j, In j s /\ names j = i.
Proof.
  unfold image. rewrite existsb_exists. split; intros (j & In & Same); exists j; split; auto; now apply Nat.eqb_eq.
Qed.

(** A sum over coordinates of the game is at most the sum over the names of those where it is not 0. *)
Definition sum_list (f : nat -> R) (l : list nat) : R := fold_right (fun k rest => f k + rest)%R 0%R l.

Lemma sum_single (k : nat) (c : R) : (0 <= c)%R -> forall n, (sumR n (fun i => if k =? i then c else 0) <= c)%R.
Proof.
  intros NotNegative. assert (Below : forall n, n <= k -> (sumR n (fun i => if k =? i then c else 0) = 0)%R).
  { induction n0 as [|m IH]; intros Less; simpl; [reflexivity|]. rewrite IH by lia.
    destruct (Nat.eqb_spec k m); [lia | lra]. }
  induction n0 as [|m IH]; simpl; [lra|]. destruct (Nat.eqb_spec k m) as [-> | _]; [|lra]. rewrite Below by lia. lra.
Qed.

Lemma sum_image names : forall l f,
  (forall i, (0 <= f i)%R) -> (forall i, i < n -> image names l i = false -> f i = 0%R) ->
  (sumR n f <= sum_list (fun k => f (names k)) l)%R.
Proof.
  induction l as [|k l IH]; intros f NotNegative Zero; simpl.
  - rewrite (sum_same n f (fun _ => 0%R)); [rewrite sum_const; lra | auto].
  - set (rest := fun i => if names k =? i then 0%R else f i).
    assert (Split : sumR n f = (1 * sumR n (fun i => if names k =? i then f (names k) else 0) + 1 * sumR n rest)%R).
    { rewrite <- sum_linear. apply sum_same. intros i _. unfold rest. destruct (Nat.eqb_spec (names k) i) as [-> | _]; ring. }
    assert (Rest : (sumR n rest <= sum_list (fun j => rest (names j)) l)%R).
    { apply IH.
      - intros i. unfold rest. destruct (names k =? i); [lra | apply NotNegative].
      - intros i Less Out. unfold rest. destruct (names k =? i) eqn:Here; [reflexivity|].
        apply Zero; [exact Less|]. simpl. now rewrite Here. }
    assert (Smaller : (sum_list (fun j => rest (names j)) l <= sum_list (fun j => f (names j)) l)%R).
    { clear -NotNegative. induction l as [|j l IH]; simpl; [lra|].
      pose proof (NotNegative (names j)). unfold rest at 1. destruct (names k =? names j); lra. }
    pose proof (sum_single (names k) (f (names k)) (NotNegative _) n). lra.
Qed.

Lemma sum_list_integers (h : nat -> Z) l : sum_list (fun k => IZR (h k)) l = IZR (total (map h l)).
Proof. induction l as [|k l IH]; simpl; [reflexivity | rewrite IH, plus_IZR; ring]. Qed.

Lemma sum_list_same f h l : (forall k, In k l -> f k = h k) -> sum_list f l = sum_list h l.
Proof.
  induction l as [|k l IH]; intros Same; simpl; [reflexivity|]. rewrite (Same k (or_introl eq_refl)), IH; [reflexivity|].
  intros j In. apply Same. now right.
Qed.

(** The same columns, for coordinates of the game. *)
Fixpoint game_column (names : nat -> nat) (rows : list (list nat)) (ys : list Z) (i : nat) : Z :=
  match rows, ys with
  | row :: rows, y :: ys => ((if image names row i then y else 0) + game_column names rows ys i)%Z
  | _, _ => 0%Z
  end.

Lemma rows_ask names : forall sets ys, length sets = length ys -> forallb (Z.leb 0) ys = true ->
  (forall row, In row sets -> (gap <= measure w (image names row))%R) ->
  (gap * IZR (total ys) <= sumR n (fun i => w i * IZR (game_column names sets ys i)))%R.
Proof.
  induction sets as [|row sets IH]; intros [|y ys] Length NotNegative Ask; try discriminate; simpl.
  - rewrite (sum_same n _ (fun _ => 0%R)) by (intros; ring). rewrite sum_const. lra.
  - simpl in NotNegative. apply andb_true_iff in NotNegative. destruct NotNegative as [Y YS].
    injection Length as Length. pose proof (IH ys Length YS (fun row' In => Ask row' (or_intror In))) as Rest.
    pose proof (Ask row (or_introl eq_refl)) as Here. apply Z.leb_le, IZR_le in Y.
    assert (Split : sumR n (fun i => w i * IZR ((if image names row i then y else 0) + game_column names sets ys i))%R
      = (IZR y * measure w (image names row) + 1 * sumR n (fun i => w i * IZR (game_column names sets ys i)))%R).
    { unfold measure. rewrite <- sum_linear. apply sum_same. intros i _. rewrite plus_IZR. destruct (image names row i); ring. }
    rewrite Split, plus_IZR. nra.
Qed.

Lemma column_of_game names s rows ys k : k < s ->
  (forall i j, i < s -> j < s -> names i = names j -> i = j) ->
  (forall row j, In row rows -> In j row -> j < s) ->
  game_column names rows ys (names k) = column rows ys k.
Proof.
  intros Less Injective. revert ys. induction rows as [|row rows IH]; intros ys Small; [reflexivity|].
  destruct ys as [|y ys]; [reflexivity|]. simpl. rewrite IH by (intros row' j In; apply (Small row'); now right).
  assert (Same : image names row (names k) = has row k).
  { apply eq_true_iff_eq. rewrite image_in, has_in. split.
    - intros (j & In & Equal). rewrite <- (Injective j k); auto. apply (Small row); auto. now left.
    - intros In. eauto. }
  now rewrite Same.
Qed.

Lemma impossible m level ys : knows m w -> farkas (at_index (fst m)) level ys = true -> False.
Proof.
  destruct m as [k names]. unfold knows, farkas. simpl. set (s := at_index k).
  intros (_ & Injective & Zero & Ask & Small). rewrite !andb_true_iff. intros [[[Length NotNegative] Level] Less].
  apply Nat.eqb_eq in Length. apply Z.leb_le, IZR_le in Level. apply Z.ltb_lt, IZR_lt in Less.
  set (c := game_column names (rows s) ys).
  pose proof (rows_ask names (rows s) ys Length NotNegative Ask) as Asked. fold c in Asked.
  set (over := fun i => if image names (seq 0 (size s)) i then IZR (Z.max (c i - level) 0) else 0%R).
  assert (Above : (sumR n (fun i => w i * IZR (c i)) <= IZR level * sumR n w + 1 * sumR n over)%R).
  { rewrite <- sum_linear. apply sum_le. intros i Lessi. pose proof (Range i Lessi). unfold over.
    destruct (image names (seq 0 (size s)) i) eqn:Here; [|rewrite (Zero i Lessi Here); lra].
    pose proof (Z.le_max_l (c i - level) 0) as Max1. pose proof (Z.le_max_r (c i - level) 0) as Max2.
    apply IZR_le in Max1, Max2. rewrite minus_IZR in Max1. nra. }
  assert (Over : (sumR n over <= sum_list (fun k => over (names k)) (seq 0 (size s)))%R).
  { apply sum_image.
    - intros i. unfold over. destruct (image names (seq 0 (size s)) i); [|lra]. apply IZR_le. lia.
    - intros i _ Out. unfold over. now rewrite Out. }
  rewrite (sum_list_same _ (fun k => IZR (Z.max (column (rows s) ys k - level) 0))) in Over.
  - rewrite (sum_list_integers (fun k => Z.max (column (rows s) ys k - level) 0)) in Over.
    set (t := total (map (fun k => Z.max (column (rows s) ys k - level) 0) (seq 0 (size s)))) in *.
    rewrite Sum in Above. rewrite !mult_IZR, plus_IZR, mult_IZR in Less.
    assert (Q' : (0 < IZR q)%R) by now apply IZR_lt.
    assert (Scaled : (IZR p * IZR (total ys) = IZR q * (gap * IZR (total ys)))%R) by (unfold gap; field; lra).
    rewrite Scaled in Less. apply (Rmult_lt_reg_l (IZR q)) in Less; lra.
  - intros j In. apply in_seq in In. unfold over.
    assert (Here : image names (seq 0 (size s)) (names j) = true) by (apply image_in; exists j; split; [apply in_seq; lia | reflexivity]).
    rewrite Here. unfold c. rewrite (column_of_game names (size s)); auto; lia.
Qed.

(** What a trial tells about w, of the set x of coordinates where the instance is not 0. *)
Definition tells (x : nat -> bool) (y : bool) : Prop :=
  if y then (gap <= measure w x)%R else forall i, i < n -> x i = true -> w i = 0%R.

Lemma shown_in_in m x j : In j (shown_in m x) <-> j < size (at_index (fst m)) /\ x (snd m j) = true.
Proof. unfold shown_in. rewrite filter_In, in_seq. intuition lia. Qed.

Lemma move_sound m x most mv : knows m w -> tells x (label mv) ->
  move_holds (at_index (fst m)) most (shown_in m x) mv = true ->
  match next mv with
  | None => False
  | Some k => knows (k, fun j => snd m (nth j (names mv) 0)) w /\
              match says (at_index k) with Errors fewer _ => fewer < most | Impossible _ _ => True end
  end.
Proof.
  destruct m as [k0 old], mv as [y next names]. unfold move_holds. simpl. set (s := at_index k0).
  intros (_ & Injective & Zero & Ask & Small) Tells Check. simpl in *. fold s in Injective, Zero, Ask, Small.
  set (shown := shown_in (k0, old) x) in *.
  assert (Shown : forall j, In j shown <-> j < size s /\ x (old j) = true) by (intros j; apply (shown_in_in (k0, old))).
  (* where the label is -1 and j was shown, w is 0 *)
  assert (Gone : forall j, old j < n -> negb y && has shown j = true -> w (old j) = 0%R).
  { intros j Less Here. apply andb_true_iff in Here. destruct Here as [Minus Here]. destruct y; [discriminate|].
    apply has_in, Shown in Here. now apply Tells. }
  destruct next as [k|].
  - rewrite !andb_true_iff in Check. destruct Check as [[[[[[Known Fewer] Length] Inside] Distinct] Kept] Rows].
    apply Nat.ltb_lt in Known. apply Nat.eqb_eq in Length. rewrite forallb_forall in Inside, Kept, Rows.
    set (t := at_index k) in *.
    assert (Named : forall j, j < size t -> nth j names 0 < size s).
    { intros j Less. apply Nat.ltb_lt, Inside, nth_In. lia. }
    split; [|destruct (says t); [now apply Nat.ltb_lt | exact I]].
    unfold knows. simpl. fold t. split; [exact Known|]. split; [|split; [|split]].
    + intros i j Lessi Lessj Same. apply Injective in Same; auto.
      rewrite forallb_forall in Distinct. specialize (Distinct i (proj2 (in_seq _ _ _) (conj (Nat.le_0_l _) Lessi))).
      rewrite forallb_forall in Distinct. specialize (Distinct j (proj2 (in_seq _ _ _) (conj (Nat.le_0_l _) Lessj))).
      apply orb_true_iff in Distinct. destruct Distinct as [Equal | Unequal]; [now apply Nat.eqb_eq|].
      apply negb_true_iff, Nat.eqb_neq in Unequal. contradiction.
    + intros i Less Out. destruct (image old (seq 0 (size s)) i) eqn:In; [|now apply Zero].
      apply image_in in In. destruct In as (j & Inj & <-).
      specialize (Kept j Inj). apply orb_true_iff in Kept. destruct Kept as [Here | Here]; [now apply Gone|].
      apply has_in in Here. destruct (In_nth _ _ 0 Here) as (l & Lessl & <-).
      enough (Wrong : image (fun j => old (nth j names 0)) (seq 0 (size t)) (old (nth l names 0)) = true) by congruence.
      apply image_in. exists l. split; [apply in_seq; lia | reflexivity].
    + intros row Inrow. specialize (Rows row Inrow). apply andb_true_iff in Rows. destruct Rows as [_ Follows].
      apply existsb_exists in Follows. destruct Follows as (known & Inknown & Covers). rewrite forallb_forall in Covers.
      assert (Cover : forall j, In j known -> old j < n ->
        image (fun j => old (nth j names 0)) row (old j) = true \/ w (old j) = 0%R).
      { intros j Inj Less. specialize (Covers j Inj). apply orb_true_iff in Covers. destruct Covers as [Here | Here].
        - right. now apply Gone.
        - left. apply has_in, in_map_iff in Here. destruct Here as (l & <- & Inl). apply image_in. eauto. }
      assert (Old : In known (rows s) -> (gap <= measure w (image (fun j => old (nth j names 0%nat)) row))%R).
      { intros Here. apply (Rle_trans _ _ _ (Ask known Here)). apply measure_le. intros i Less Image.
        apply image_in in Image. destruct Image as (j & Inj & <-). now apply Cover. }
      destruct y; [|exact (Old Inknown)]. destruct Inknown as [<- | Here]; [|exact (Old Here)].
      simpl in Tells. apply (Rle_trans _ _ _ Tells). apply measure_le. intros i Less Here.
      destruct (image old (seq 0 (size s)) i) eqn:In; [|right; now apply Zero].
      apply image_in in In. destruct In as (j & Inj & <-). apply Cover; [|exact Less].
      apply Shown. apply in_seq in Inj. split; [lia | exact Here].
    + intros row j Inrow Inj. specialize (Rows row Inrow). apply andb_true_iff in Rows. destruct Rows as [Less _].
      rewrite forallb_forall in Less. now apply Nat.ltb_lt, Less.
  - apply andb_true_iff in Check. destruct Check as [Minus Few]. destruct y; [discriminate|].
    set (left := filter (fun i => negb (has shown i)) (seq 0 (size s))) in *.
    set (one := fun i => if image old left i then 1%R else 0%R).
    assert (Most : (sumR n w <= sumR n one)%R).
    { apply sum_le. intros i Less. unfold one. destruct (image old left i) eqn:Here; [now apply Range|].
      right. destruct (image old (seq 0 (size s)) i) eqn:In; [|now apply Zero].
      apply image_in in In. destruct In as (j & Inj & <-). apply Gone; [exact Less|].
      destruct (has shown j) eqn:Is; [reflexivity|].
      enough (Wrong : image old left (old j) = true) by congruence. apply image_in. exists j. split; [|reflexivity].
      apply filter_In. now rewrite Is. }
    assert (Count : (sumR n one <= sum_list (fun k => one (old k)) left)%R).
    { apply sum_image; intros i; unfold one; [destruct (image old left i); lra | intros _ Out; now rewrite Out]. }
    assert (Ones : forall l, (sum_list (fun k => one (old k)) l <= IZR (Z.of_nat (length l)))%R).
    { induction l as [|j l IH]; [simpl; lra|]. cbn [sum_list fold_right length]. rewrite Nat2Z.inj_succ, succ_IZR.
      fold (sum_list (fun k => one (old k)) l). assert (one (old j) <= 1)%R by (unfold one; destruct (image old left (old j)); lra). lra. }
    specialize (Ones left). apply Z.ltb_lt, IZR_lt in Few. lra.
Qed.

Lemma sublists_filter f l : In (filter f l) (sublists l).
Proof.
  induction l as [|i l IH]; simpl; [now left|]. apply in_or_app. destruct (f i); [right | left; exact IH].
  apply in_map_iff. eauto.
Qed.

Definition rest (m : memory) : nat := match says (at_index (fst m)) with Errors most _ => most | Impossible _ _ => 0 end.

Lemma error m x y : knows m w -> tells x y -> answer (at_index (fst m)) (shown_in m x) <> y ->
  knows (after m x y) w /\ rest (after m x y) < rest m.
Proof.
  intros Knows Tells Wrong. set (s := at_index (fst m)) in *. set (shown := shown_in m x) in *.
  assert (InTable : In s table) by (apply nth_In, Knows).
  pose proof (Holds s InTable) as Here. unfold state_holds in Here.
  destruct (says s) as [most moves | level ys] eqn:Says; [|exfalso; exact (impossible m level ys Knows Here)].
  rewrite forallb_forall in Here. specialize (Here shown (sublists_filter _ _)).
  assert (Listed : exists mv, find_move s shown = Some mv /\ label mv = y /\ move_holds s most shown mv = true).
  { unfold answer in Wrong. destruct shown as [|j0 more] eqn:Shown.
    - (* nothing that is left was shown: the label must be -1 *)
      exfalso. destruct y; [|now apply Wrong]. simpl in Tells. pose proof gap_positive.
      enough (measure w x <= 0)%R by lra. apply measure_zero. intros i Less Is.
      destruct Knows as (_ & _ & Zero & _). destruct (image (snd m) (seq 0 (size s)) i) eqn:In; [|now apply Zero].
      apply image_in in In. destruct In as (j & Inj & <-). apply in_seq in Inj.
      assert (Inshown : In j (shown_in m x)) by (apply shown_in_in; split; [fold s; lia | exact Is]).
      fold shown in Inshown. rewrite Shown in Inshown. contradiction.
    - rewrite <- Shown in *. destruct (existsb (fun row => within row shown) (rows s)) eqn:Row.
      + (* a row was shown: the label must be +1 *)
        exfalso. destruct y; [now apply Wrong|]. simpl in Tells. apply existsb_exists in Row. destruct Row as (row & Inrow & Within).
        destruct Knows as (_ & _ & _ & Ask & _). specialize (Ask row Inrow). pose proof gap_positive.
        enough (measure w (image (snd m) row) <= 0)%R by lra. apply measure_zero. intros i Less Is.
        apply image_in in Is. destruct Is as (j & Inj & <-). apply Tells; [exact Less|].
        unfold within in Within. rewrite forallb_forall in Within. apply Within, has_in in Inj. now apply shown_in_in in Inj.
      + simpl in Here. destruct (find_move s shown) as [mv|]; [|discriminate]. exists mv. split; [reflexivity|].
        split; [|exact Here]. destruct (label mv), y; auto; exfalso; now apply Wrong. }
  destruct Listed as (mv & Found & Label & Move). subst y.
  pose proof (move_sound m x most mv Knows Tells Move) as Sound.
  assert (After : after m x (label mv) = match next mv with Some k => (k, fun j => snd m (nth j (names mv) 0)) | None => m end).
  { unfold after. fold s shown. rewrite Found. destruct (Bool.eqb (answer s shown) (label mv)) eqn:Same.
    - apply eqb_prop in Same. contradiction.
    - destruct mv as [label [k|] names]; reflexivity. }
  rewrite After. destruct (next mv) as [k|]; [|contradiction]. destruct Sound as [Next Fewer]. split; [exact Next|].
  unfold rest at 2. fold s. rewrite Says. unfold rest. simpl.
  destruct (says (at_index k)) as [fewer moves'|level ys] eqn:SaysNext; [exact Fewer|].
  exfalso. apply (impossible _ level ys Next). simpl.
  assert (InTable' : In (at_index k) table) by (apply nth_In, Next).
  pose proof (Holds (at_index k) InTable') as Last. unfold state_holds in Last. now rewrite SaysNext in Last.
Qed.

End Weights.

(** The learner errs no more often than its state promises. *)
Lemma promised w : (forall i, i < n -> (0 <= w i <= 1)%R) -> sumR n w = IZR r ->
  forall trials past, knows (remembers past) w -> (forall x y, In (x, y) trials -> tells w (support x) y) ->
  mistakes_after table_learner past trials <= rest (remembers past).
Proof.
  intros Range Sum. induction trials as [|[x y] trials IH]; intros past Knows Tells; simpl; [lia|].
  assert (Later : forall x y, In (x, y) trials -> tells w (support x) y) by (intros x' y' In; apply Tells; now right).
  assert (Now : tells w (support x) y) by (apply Tells; now left).
  set (said := table_learner past x). destruct (Bool.eqb said y) eqn:Right.
  - assert (Same : remembers ((x, y) :: past) = remembers past).
    { simpl. unfold after. fold (table_learner past x). fold said. now rewrite Right. }
    specialize (IH ((x, y) :: past)). rewrite Same in IH. simpl. now apply IH.
  - apply eqb_false_iff in Right.
    destruct (error w Range Sum (remembers past) (support x) y Knows Now Right) as [Next Fewer].
    specialize (IH ((x, y) :: past) Next Later). simpl in *. lia.
Qed.

End Table.

(** What the program accepts is a theorem about all sequences. *)
Theorem table_sound n r p q table V :
  table_holds n r p q table V = true -> enough (diagonal n (IZR r) (IZR p / IZR q)) V.
Proof.
  unfold table_holds. rewrite !andb_true_iff. intros [[[[[P Q] Holds] Some] Size] Start].
  apply Z.ltb_lt in P, Q. rewrite forallb_forall in Holds. apply Nat.ltb_lt in Some. apply Nat.eqb_eq in Size.
  destruct (rows (at_index table 0)) as [|row more] eqn:Rows; [|discriminate].
  destruct (says (at_index table 0)) as [most moves|] eqn:Says; [|discriminate]. apply Nat.leb_le in Start.
  exists (table_learner table). intros trials (w & Range & Sum & Trials).
  apply (Nat.le_trans _ (rest table (remembers table []))); [|unfold rest; simpl; rewrite Says; exact Start].
  apply (promised n r p q table P Q Holds w Range Sum).
  - unfold knows. simpl. rewrite Size, Rows. split; [exact Some|]. split; [auto|]. split; [|split; contradiction].
    intros i Less Out. enough (Wrong : image (fun j => j) (seq 0 n) i = true) by congruence.
    apply image_in. exists i. split; [apply in_seq; lia | reflexivity].
  - intros x y In. destruct (Trials x y In) as [X Label]. destruct y; simpl.
    + (* <w,x> is at most the weight of the support of x *)
      apply (Rle_trans _ _ _ Label). apply sum_le. intros i Less. pose proof (Range i Less). specialize (X i Less).
      unfold support. destruct (Rlt_dec 0 (x i)); nra.
    + intros i Less Here. unfold support in Here. destruct (Rlt_dec 0 (x i)); [|discriminate].
      assert (w i * x i = 0)%R; [|nra]. apply (sum_zero n (fun i => w i * x i)%R); auto.
      intros j Lessj. pose proof (Range j Lessj). specialize (X j Lessj). nra.
Qed.
