/* Learners as files:
 *
 *   {"format":"winnow-lab state 1","learner":name,"version":result version,"options":{resolved options},
 *    "setting":{"n":..,"kind":"dyad","rank":..,"trials":..,"seed":"..","eigen":"own"},"state":{what the learner's save wrote},
 *    "problem":{what it played (problems/rows/reading.h); may be missing},
 *    "waiting":[{"t":7 or "id":"a",instance as in a sequence file}, ...] predicted, without a label yet; the oldest first; may be missing}
 *
 * Of classes, one against the rest, the format is "winnow-lab classes 1", and further members are "classes":{class: state, ...}; "state" is that of a
 * class that comes new.
 *
 * `seed` is a text: it may have 64 bits. Real predictions have a member "loss" in "setting": {"kind","low","high","label_low",
 * "label_high","scale"}. */
#pragma once

#include "serve/past.h"

/* `problem`: written as it is, or NULL. */
status learner_state_write(FILE *file, const learner *player, const learner_setting *setting, const options *values,
                           const cJSON *problem);

/* The same as a JSON object, which the caller deletes. */
status learner_state_document(const learner *player, const learner_setting *setting, const options *values,
                              const cJSON *problem, cJSON **out);

enum { MOST_WAITING = 10000 };

/* A learner read from a file, ready to go on. Start with {0}. */
typedef struct saved_learner saved_learner;
struct saved_learner {
  learner learner;
  learner_setting setting;
  options *options;
  cJSON *problem; /* NULL: the file does not say */
  cJSON *waiting; /* NULL: none */
  char *sign[2];  /* the names of the classes that are -1 and 1; NULL: more than two, or none are known */
  past past;
  /* Of classes, one against the rest: the first struct has no class itself, and the list of the others, in the order of the texts. */
  saved_learner *next;
  char *class;
};

/* `more`: at most this many trials will follow those that its setting foresaw. STATUS_INVALID with a message "FILE: MEMBER: what was expected" for anything but a state of a learner of today: another
 * format, a later result version, unknown learners and options, shapes that do not fit. */
status learner_state_read(const char *path, size_t more, saved_learner *out);
/* Also those of classes; the others refuse them. */
status learner_state_read_classes(const char *path, size_t more, saved_learner *out);
/* Adds a class, whose learner is new, or has the state, which is taken over; *added = the class's own. */
status saved_learner_add(saved_learner *saved, const char *class, cJSON *state, saved_learner **added);
/* Takes this class out again. */
void saved_learner_drop(saved_learner *saved, saved_learner *added);
/* The same from a document as learner_state_document makes it, whose members "problem" and "state" are taken out. Messages begin with the member. */
status learner_state_open(cJSON *document, size_t more, saved_learner *out);
/* The trial that waits for its label under this id or, where it is NULL, this number t; NULL: none does. */
cJSON *saved_learner_waiting(const saved_learner *saved, double t, const char *id);
void saved_learner_forget(saved_learner *saved, cJSON *waiting);
/* The trial, which is taken over, waits: in place of one that is called the same, and of the oldest one where they are MOST_WAITING. */
status saved_learner_wait(saved_learner *saved, double t, const char *id, cJSON *trial);
/* As learner_state_document. */
status saved_learner_document(const saved_learner *saved, cJSON **out);
/* Replaces the file. */
status saved_learner_write(const char *path, const saved_learner *saved);
/* STATUS_INVALID with the nearest names: no such learner. */
status learner_named(const char *name, const learner_class **out);
/* Finds `sign` in the problem. */
status saved_learner_name_signs(saved_learner *saved);
void saved_learner_free(saved_learner *saved);
