/* Sequences that an attack edits: trials read from a sequence file, whose instances are copied before they are
 * changed. */
#pragma once

#include "problems/problem.h"

typedef struct attack_trial {
  instance x; /* a view of the file or of the sequence's own memory */
  double label;
} attack_trial;

/* What the sequence shows of its domain; changed instances stay inside. */
typedef struct attack_domain {
  problem_facts facts;
  comparator *comparator;   /* of the file; NULL if it has none */
  double gap_low, gap_high; /* sign labels with a comparator: tr(UX) <= gap_low, >= gap_high; otherwise NaN */
  double low, high;         /* vectors: range of the entries, 0 included */
  bool whole;               /* vectors: all entries are whole numbers */
  bool unit;                /* vectors and dyads: all have length 1 */
  double label_low, label_high;
} attack_domain;

typedef struct attack_sequence {
  sequence *file; /* owned */
  attack_domain domain;
  attack_trial *trials;
  size_t count, room; /* room: the most trials it may have */
  void **blocks;      /* owned memory of changed instances */
  size_t block_count, block_room;
} attack_sequence;

/* Trials that contradict the comparator (problem_contradiction), and by how much in all; NaN: no comparator or no gap is known. */
typedef struct attack_noise {
  size_t trials;
  double amount;
} attack_noise;

/* Reads the file. room: at least the file's trials are kept. *out is closed after a failure, too. */
status attack_sequence_open(const char *path, size_t room, attack_sequence *out);
void attack_sequence_close(attack_sequence *edited); /* safe on a zeroed one */
attack_noise attack_sequence_noise(const attack_sequence *edited);
/* Vectors and dyads: have all of them length 1, if those of the file have? */
bool attack_sequence_keeps_length(const attack_sequence *edited);
/* Plain write: a scratch file. */
status attack_sequence_write(const attack_sequence *edited, const char *path);

/* *out = `count` numbers that live as long as the sequence. */
status attack_numbers(attack_sequence *edited, size_t count, double **out);
/* A copy of x with numbers of its own: vectors and dyads become dense. */
status attack_copy(attack_sequence *edited, const instance *x, instance *out);
/* The numbers of an instance that attack_copy made: entries, weights after factors, or the matrix. */
double *attack_values(const instance *x, size_t *count);
