(** What the machine has checked.

    To be read without Coq. First come the words (learner, mistake, forced, ...), each with its definition; then the statements.
    Every statement NAME has a theorem NAME_proved in another file of this folder, and `make proofs` fails if one is missing.
    A comment that names a bound puts the theorem beside it in docs/members.md.
    Words after the name say which axioms the theorem uses; without such words it uses none at all.
    "real numbers": those of Coq's real numbers; "logarithms": also the law of the excluded middle, on which Coq's library
    rests exp and ln; "machine integers": also those of the processor's integers, with which the library "interval" bounds constants.

    How to read the formulas: `forall` is "for all", `exists` "there is", /\ "and", -> "implies" (or a function, from ... to);
    nat are the numbers 0, 1, 2, ..., Z the whole and R the real ones, as %Z and %R say where it matters, IZR and INR make real numbers
    of whole ones; bool is true (+1) or false (-1); f x is f at x, Rpower x y is x^y; [] is the empty list, a :: l the list l after a,
    l ++ k one list after the other; `Forall P l`: P is true of each member of the list l.

    What is not here, the machine has not checked. Two things stay on paper (docs/constants.md), wherever matrices are meant:
    - by Schur and Horn, the diagonals of projections of rank r are the w with 0 <= w_i <= 1 and the sum r;
    - the matrix inequalities (Golden and Thompson, Peierls and Bogoliubov) by which bounds for diagonals hold for matrices. *)

From Coq Require Import List Bool ZArith Reals.
Import ListNotations.

(** f 0 + ... + f (n-1), in whole and in real numbers; coordinates are counted from 0. *)
Fixpoint sumZ (n : nat) (f : nat -> Z) : Z := match n with O => 0%Z | S k => (sumZ k f + f k)%Z end.
Fixpoint sumR (n : nat) (f : nat -> R) : R := match n with O => 0%R | S k => (sumR k f + f k)%R end.

(** ** Words: mistakes *)

(** A trial is an instance and its label. A deterministic learner predicts a label from the trials before, the latest first,
    and the instance shown. *)
Definition learner (X : Type) := list (X * bool) -> X -> bool.

Fixpoint mistakes_after {X} (L : learner X) (past trials : list (X * bool)) : nat :=
  match trials with
  | [] => 0
  | (x, y) :: rest => (if Bool.eqb (L past x) y then 0 else 1) + mistakes_after L ((x, y) :: past) rest
  end.
Definition mistakes {X} (L : learner X) (trials : list (X * bool)) : nat := mistakes_after L [] trials.

(** "consistent" says which sequences of trials a hidden comparator explains.
    V mistakes are forced: each learner makes as many on some consistent sequence.
    V mistakes are enough: some learner makes no more on any. *)
Definition forced {X} (consistent : list (X * bool) -> Prop) (V : nat) : Prop :=
  forall L : learner X, exists trials, consistent trials /\ V <= mistakes L trials.
Definition enough {X} (consistent : list (X * bool) -> Prop) (V : nat) : Prop :=
  exists L : learner X, forall trials, consistent trials -> mistakes L trials <= V.

(** A tree of instances: the left subtree follows the label -1 (false), the right one +1 (true).
    It is shattered to the depth V if every path of V labels is consistent. *)
Inductive tree (X : Type) := Leaf | Show (x : X) (minus plus : tree X).
Arguments Leaf {X}.
Arguments Show {X}.

Fixpoint shattered {X} (consistent : list (X * bool) -> Prop) (V : nat) (path : list (X * bool)) (t : tree X) : Prop :=
  match V, t with
  | O, _ => consistent path
  | S v, Show x minus plus =>
      shattered consistent v (path ++ [(x, false)]) minus /\ shattered consistent v (path ++ [(x, true)]) plus
  | S _, Leaf => False
  end.

(** ** Words: Close to Subspace on diagonal instances *)

(** Some diagonal w of a projection of rank r explains the trials: 0 <= w_i <= 1, the sum is r, an instance 0 <= x <= 1 is positive
    only if <w,x> >= g and negative only if <w,x> = 0. *)
Definition inner (n : nat) (w x : nat -> R) : R := sumR n (fun i => w i * x i)%R.
Definition diagonal (n : nat) (r g : R) (trials : list ((nat -> R) * bool)) : Prop :=
  exists w : nat -> R,
    (forall i, i < n -> (0 <= w i <= 1)%R) /\ sumR n w = r /\
    forall x y, In (x, y) trials ->
      (forall i, i < n -> (0 <= x i <= 1)%R) /\
      if y then (g <= inner n w x)%R else inner n w x = 0%R.

(** The same with sets of coordinates for instances, the gap p/q and rational weights w_i/d: less for an adversary to choose from,
    so what is forced here is forced there. *)
Definition weight (n : nat) (w : nat -> Z) (x : nat -> bool) : Z := sumZ n (fun i => if x i then w i else 0%Z).
Definition rational_diagonal (n : nat) (r p q : Z) (trials : list ((nat -> bool) * bool)) : Prop :=
  exists (d : Z) (w : nat -> Z), (0 < d)%Z /\
    (forall i, i < n -> (0 <= w i <= d)%Z) /\ sumZ n w = (r * d)%Z /\
    forall x y, In (x, y) trials ->
      if y then (p * d <= q * weight n w x)%Z else weight n w x = 0%Z.

(** Rectangular instances, again diagonal: |x_i| <= 1, and the weights of a generalised projection of rank r may be negative. *)
Definition signed_diagonal (n : nat) (r p q : Z) (trials : list ((nat -> Z) * bool)) : Prop :=
  exists (d : Z) (w : nat -> Z), (0 < d)%Z /\
    (forall i, i < n -> (Z.abs (w i) <= d)%Z) /\ sumZ n (fun i => Z.abs (w i)) = (r * d)%Z /\
    forall x y, In (x, y) trials ->
      (forall i, i < n -> (Z.abs (x i) <= 1)%Z) /\
      if y then (p * d <= q * sumZ n (fun i => w i * x i))%Z else sumZ n (fun i => w i * x i)%Z = 0%Z.

(** ** Statements: what adversaries force *)

(** A shattered tree forces its depth on every deterministic learner (Littlestone 1988). *)
Definition tree_forces : Prop :=
  forall (X : Type) (consistent : list (X * bool) -> Prop) (V : nat) (t : tree X),
    shattered consistent V [] t -> forced consistent V.

(** Instances in a fixed order force as many mistakes as they are, if they may have any labels. *)
Definition sequence_forces : Prop :=
  forall (X : Type) (consistent : list (X * bool) -> Prop) (xs : list X),
    (forall ys, length ys = length xs -> consistent (combine xs ys)) -> forced consistent (length xs).

(** Blocks: at the gap r/q, q >= r blocks of 2^k coordinates force q k mistakes (bound.block_mistakes). *)
Definition blocks_force : Prop :=
  forall n r q k : nat, 1 <= r <= q -> q * 2 ^ k <= n ->
    forced (rational_diagonal n (Z.of_nat r) (Z.of_nat r) (Z.of_nat q)) (q * k).

(** Rows of a Hadamard matrix of the order s^2: at the gap r/s, s >= r, they force s^2 mistakes on s^2 + r coordinates. *)
Definition hadamard_forces : Prop :=
  forall (r s : nat) (h : nat -> nat -> Z), 1 <= r <= s ->
    (forall i j, Z.abs (h i j) = 1%Z) ->
    (forall i k, i < s * s -> k < s * s -> i <> k -> sumZ (s * s) (fun j => h i j * h k j)%Z = 0%Z) ->
    forced (signed_diagonal (s * s + r) (Z.of_nat r) (Z.of_nat r) (Z.of_nat s)) (s * s).

(** Sylvester's matrices are such: so 4^m mistakes are forced at the gap r/2^m (bound.hadamard_mistakes). *)
Definition sylvester_forces : Prop :=
  forall r m : nat, 1 <= r <= 2 ^ m ->
    forced (signed_diagonal (4 ^ m + r) (Z.of_nat r) (Z.of_nat r) (Z.of_nat (2 ^ m))) (4 ^ m).

(** What sets and rational weights force, real instances and weights force. *)
Definition rational_is_real : Prop := (* real numbers *)
  forall n r p q V, (0 < q)%Z ->
    forced (rational_diagonal n r p q) V -> forced (diagonal n (IZR r) (IZR p / IZR q)) V.

(** ** Words: two learners on diagonal instances, as recursive functions of the past *)

(** Weights v predict +1 if <v,x> is at least the threshold. *)
Definition predicts (n : nat) (threshold : R) (v x : nat -> R) : bool :=
  if Rle_dec threshold (inner n v x) then true else false.

(** Winnow, the diagonal case of Matrix Winnow (Warmuth 2007): weights begin with w0; on a missed positive they are
    multiplied by e^(eta x_i), on a missed negative one by e^(-eta x_i), and in other trials they stay. *)
Fixpoint winnow_weights (n : nat) (eta theta w0 : R) (past : list ((nat -> R) * bool)) : nat -> R :=
  match past with
  | [] => fun _ => w0
  | (x, y) :: earlier =>
      let v := winnow_weights n eta theta w0 earlier in
      if Bool.eqb (predicts n theta v x) y then v
      else if y then fun i => (v i * exp (eta * x i))%R
      else fun i => (v i * exp (- eta * x i))%R
  end.
Definition winnow (n : nat) (eta theta w0 : R) : learner (nat -> R) :=
  fun past x => predicts n theta (winnow_weights n eta theta w0 past) x.

(** The learner at the capacity, rho = r/g > 1: +1 if <v,x> is at least the share theta of the sum of all weights;
    a missed negative takes away for good all coordinates that it has (elimination). *)
Definition capacity (rho : R) : R := ln (1 + Rpower (rho - 1) (rho - 1) / Rpower rho rho).
Definition capacity_threshold (rho : R) : R := (1 - exp (- capacity rho))%R.
Definition capacity_rate (rho : R) : R :=
  let theta := capacity_threshold rho in ln ((1 / rho * (1 - theta)) / (theta * (1 - 1 / rho))).
Fixpoint capacity_weights (n : nat) (rho : R) (past : list ((nat -> R) * bool)) : nat -> R :=
  match past with
  | [] => fun _ => 1%R
  | (x, y) :: earlier =>
      let v := capacity_weights n rho earlier in
      if Bool.eqb (predicts n (capacity_threshold rho * sumR n v) v x) y then v
      else if y then fun i => (v i * exp (capacity_rate rho * x i))%R
      else fun i => if Rlt_dec 0 (x i) then 0%R else v i
  end.
Definition capacity_learner (n : nat) (rho : R) : learner (nat -> R) :=
  fun past x => let v := capacity_weights n rho past in predicts n (capacity_threshold rho * sumR n v) v x.

(** The same for rho = 1, where the rate would be infinite: theta = 1/2, and a missed positive takes away all coordinates that it has
    not in full. *)
Fixpoint halving_weights (n : nat) (past : list ((nat -> R) * bool)) : nat -> R :=
  match past with
  | [] => fun _ => 1%R
  | (x, y) :: earlier =>
      let v := halving_weights n earlier in
      if Bool.eqb (predicts n (sumR n v / 2) v x) y then v
      else if y then fun i => if Rlt_dec (x i) 1 then 0%R else v i
      else fun i => if Rlt_dec 0 (x i) then 0%R else v i
  end.
Definition halving (n : nat) : learner (nat -> R) :=
  fun past x => let v := halving_weights n past in predicts n (sumR n v / 2) v x.

(** ** Statements: what these learners promise *)

(** The learner at the capacity makes at most ln(n/r)/C(r/g) mistakes (bound.capacity_mistakes). *)
Definition capacity_is_enough : Prop := (* real numbers, logarithms *)
  forall (n : nat) (r g : R) trials, (0 < g < r)%R -> diagonal n r g trials ->
    (INR (mistakes (capacity_learner n (r / g)) trials) * capacity (r / g) <= ln (INR n / r))%R.

(** For r = g it makes at most ln(n/r)/C(1) mistakes, and C(1) = ln 2 (bound.capacity_mistakes). *)
Definition halving_is_enough : Prop := (* real numbers, logarithms *)
  capacity 1 = ln 2 /\
  forall (n : nat) (r : R) trials, (0 < r)%R -> diagonal n r r trials ->
    (INR (mistakes (halving n) trials) * capacity 1 <= ln (INR n / r))%R.

(** Winnow with any rate, threshold and first weight: M b <= zeta r ln(zeta/w0) + w0 n - zeta r, for every zeta > 0,
    if b is at most what a missed positive gains and at most what a missed negative gains (bound.subspace_mistakes). *)
Definition winnow_any_rates : Prop := (* real numbers, logarithms *)
  forall (n : nat) (r g eta theta w0 zeta b : R) trials,
    (0 < eta)%R -> (0 < theta)%R -> (0 < w0)%R -> (0 < zeta)%R ->
    (b <= zeta * eta * g - (exp eta - 1) * theta)%R -> (b <= (1 - exp (- eta)) * theta)%R ->
    diagonal n r g trials ->
    (INR (mistakes (winnow n eta theta w0) trials) * b <= zeta * r * ln (zeta / w0) + w0 * INR n - zeta * r)%R.

(** Theorem 2 of Winnowing Subspaces for diagonal instances, w0 = r/n: M eta g/(1 + e^eta) <= r ln(n/r)
    (bound.subspace_mistakes). *)
Definition winnow_theorem_2 : Prop := (* real numbers, logarithms *)
  forall (n : nat) (r g eta : R) trials,
    (0 < r)%R -> (0 < g)%R -> (0 < eta)%R -> diagonal n r g trials ->
    let theta := (eta * g / (exp eta - exp (- eta)))%R in
    (INR (mistakes (winnow n eta theta (r / INR n)) trials) * (eta * g / (1 + exp eta)) <= r * ln (INR n / r))%R.

(** At the gap 1/2 and with the rate eta = 1.28 the multiple that is printed as 7.18 is 7.1823, or less.
    With the printed threshold 0.19 as well, 0.001 r comes on top. *)
Definition winnow_theorem_2_constant : Prop := (* real numbers, logarithms, machine integers *)
  forall (n : nat) (r : R) trials, (0 < r)%R -> diagonal n r (1 / 2) trials ->
    let theta := (1.28 * (1 / 2) / (exp 1.28 - exp (- (1.28))))%R in
    (INR (mistakes (winnow n 1.28 theta (r / INR n)) trials) <= 7.1823 * r * ln (INR n / r))%R.
Definition winnow_theorem_2_printed : Prop := (* real numbers, logarithms, machine integers *)
  forall (n : nat) (r : R) trials, (0 < r)%R -> diagonal n r (1 / 2) trials ->
    (INR (mistakes (winnow n 1.28 0.19 (r / INR n)) trials) <= 7.1823 * r * ln (INR n / r) + 0.001 * r)%R.

(** ** Statements: exact values of the diagonal game

    Those of results/reference/values whose proofs are committed; the theorems are made from these files.
    For n coordinates, rank r and gap p/q: V mistakes are forced, with rational weights and sets for instances; and V are enough,
    with real weights and instances. *)
Definition subspace_values : list (nat * Z * Z * Z * nat) :=
  (* n, r, p, q, V *)
  [ (4, 1%Z, 1%Z, 1%Z, 2);
    (7, 1%Z, 1%Z, 2%Z, 4);
    (9, 1%Z, 1%Z, 2%Z, 5);
    (7, 1%Z, 1%Z, 3%Z, 5);
    (7, 1%Z, 2%Z, 3%Z, 3);
    (7, 2%Z, 1%Z, 1%Z, 4);
    (9, 2%Z, 1%Z, 2%Z, 6) ].
Definition subspace_values_at_least : Prop :=
  Forall (fun '(n, r, p, q, V) => forced (rational_diagonal n r p q) V) subspace_values.
Definition subspace_values_at_most : Prop := (* real numbers *)
  Forall (fun '(n, r, p, q, V) => enough (diagonal n (IZR r) (IZR p / IZR q)) V) subspace_values.

(** ** Words: online matrix prediction *)

(** The games, by their size. A pair z is what is asked: two nodes, two items, or a row and a column. *)
Inductive game := Cuts (n : nat) | Orders (n : nat) | Completion (m n : nat).
Definition is_pair (G : game) (z : nat * nat) : Prop :=
  let (i, j) := z in
  match G with
  | Cuts n | Orders n => i < j < n
  | Completion m n => i < m /\ j < n
  end.

(** An answer is given by whole numbers a: the sides 1 or -1 of the nodes (cuts), the places of the items, all different (orders), or the
    signs of rows and then of columns (matrices of signs, of rank one). Its entry at z is 1 or -1. *)
Definition is_answer (G : game) (a : nat -> Z) : Prop :=
  match G with
  | Cuts n => forall i, i < n -> a i = 1%Z \/ a i = (-1)%Z
  | Orders n => forall i j, i < j < n -> a i <> a j
  | Completion m n => forall i, i < m + n -> a i = 1%Z \/ a i = (-1)%Z
  end.
Definition entry (G : game) (a : nat -> Z) (z : nat * nat) : Z :=
  let (i, j) := z in
  match G with
  | Cuts _ => (- (a i * a j))%Z
  | Orders _ => if (a i <? a j)%Z then 1%Z else (-1)%Z
  | Completion m _ => (a i * a (m + j)%nat)%Z
  end.

(** A predictor says a real number yhat for a pair, from the trials before, the latest first. The label y is 1 (true) or -1,
    the loss |yhat - y|/2. The regret against an answer is the loss of the predictor less that of the answer. *)
Definition predictor := list ((nat * nat) * bool) -> nat * nat -> R.
Definition value_of (y : bool) : R := if y then 1%R else (-1)%R.
Fixpoint regret_after (G : game) (L : predictor) (a : nat -> Z) (past trials : list ((nat * nat) * bool)) : R :=
  match trials with
  | [] => 0%R
  | (z, y) :: rest =>
      (Rabs (L past z - value_of y) / 2 - Rabs (IZR (entry G a z) - value_of y) / 2 + regret_after G L a ((z, y) :: past) rest)%R
  end.
Definition regret (G : game) (L : predictor) (a : nat -> Z) (trials : list ((nat * nat) * bool)) : R := regret_after G L a [] trials.

(** T trials force the regret v on every predictor; some predictor in [-1,1] promises no more than v. *)
Definition legal (G : game) (T : nat) (trials : list ((nat * nat) * bool)) : Prop :=
  length trials = T /\ forall z y, In (z, y) trials -> is_pair G z.
Definition forces (G : game) (T : nat) (v : R) : Prop :=
  forall L : predictor, exists trials a, legal G T trials /\ is_answer G a /\ (v <= regret G L a trials)%R.
Definition promises (G : game) (T : nat) (v : R) : Prop :=
  exists L : predictor, (forall past z, (-1 <= L past z <= 1)%R) /\
    forall trials a, legal G T trials -> is_answer G a -> (regret G L a trials <= v)%R.

(** ** Statements: exact values of the games of regret

    Those of results/reference/values whose proofs are committed: in T trials the value is p/q, from both sides. *)
Definition regret_values : list (game * nat * Z * Z) :=
  (* game, T, p, q *)
  [ (Cuts 2, 10, 315%Z, 256%Z);
    (Cuts 3, 4, 5%Z, 4%Z);
    (Cuts 4, 6, 2%Z, 1%Z);
    (Cuts 5, 6, 9%Z, 4%Z);
    (Orders 3, 8, 263%Z, 128%Z);
    (Orders 4, 6, 19%Z, 8%Z);
    (Completion 2 2, 6, 15%Z, 8%Z);
    (Completion 2 3, 6, 9%Z, 4%Z) ].
Definition regret_values_at_least : Prop := (* real numbers *)
  Forall (fun '(G, T, p, q) => forces G T (IZR p / IZR q)) regret_values.
Definition regret_values_at_most : Prop := (* real numbers *)
  Forall (fun '(G, T, p, q) => promises G T (IZR p / IZR q)) regret_values.

(** ** Matrices force more than diagonals: n = 5, gap 1/2, r = 1 *)

(** Matrices of whole numbers over a denominator: M/d is an orthogonal projection if M is symmetric and M M = d M.
    Instances and the hidden dyad P are such, tr P = 1; positive instances have tr(P X) >= 1/2, negative ones 0. *)
Definition matrix := nat -> nat -> Z.
Definition trace (n : nat) (M : matrix) : Z := sumZ n (fun i => M i i).
Definition product (n : nat) (M N : matrix) : matrix := fun i j => sumZ n (fun k => M i k * N k j)%Z.
Definition projection (n : nat) (d : Z) (M : matrix) : Prop :=
  (0 < d)%Z /\ forall i j, i < n -> j < n -> M i j = M j i /\ product n M M i j = (d * M i j)%Z.
Definition dyads_at_half (n : nat) (trials : list ((Z * matrix) * bool)) : Prop :=
  exists (e : Z) (P : matrix), projection n e P /\ trace n P = e /\
    forall d X y, In ((d, X), y) trials ->
      projection n d X /\
      if y then (d * e <= 2 * trace n (product n P X))%Z else trace n (product n P X) = 0%Z.

(** 4 mistakes are forced. (The diagonal game of this size has the value 3, by a table that is not committed.
    bound.matrix_block_mistakes) *)
Definition matrices_force_4 : Prop := forced (dyads_at_half 5) 4.
