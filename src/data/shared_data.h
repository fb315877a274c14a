/* Data files are read once. What a reader made of a file is kept, by the file and the options that the reading depends on, for all members of the
 * process and of those that it forks: a run's parent reads, its workers find it there. Nobody changes it.
 *
 * A file that is replaced is another file: it is known by device, number, size and time of change, none of which reaches results. */
#pragma once

#include "data/data_path.h"
#include "registry/parameter.h"

/* How files are read: the same address for the same way. */
typedef struct data_reader {
  size_t size; /* of what is read, zeros at first */
  /* second: of the other option that names a file, or NULL; `how`: what shared_data was given. */
  status (*read)(void *data, const char *path, const char *second, const void *how);
  void (*clear)(void *data); /* also after a failed read */
} data_reader;

typedef struct data_question {
  const data_reader *reader;
  const data_folders *folders;
  /* Of the member. Those that are written into [from, to) of its struct are part of the question: PLACE(type, first), PLACE(type, after); the first
   * names the file. */
  const options *values;
  size_t from, to;
  size_t second; /* PLACE of an option that may name another file; 0: there is none */
  size_t trials; /* 0, or on how many trials the reading depends */
  const void *how;
} data_question;

/* *out = what was read, owned by the member `self` (registry/member.h) as long as it lives. Messages: those of data_path, after "WHO: OPTION", and of
 * the reader. */
status shared_data(void *self, const data_question *question, const void **out);
/* Forgets what no member uses: for programs that read many files, one after the other. */
void shared_data_forget(void);
