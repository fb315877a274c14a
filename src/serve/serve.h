/* `winnow serve`: a learner for other programs; the learner's side of the pipe protocol (serve/pipe_protocol.h). */
#pragma once

#include "base/status.h"

typedef struct serve_request {
  const char *learner;     /* name */
  const char *const *sets; /* "name=value": options of the learner; lists as "name=1,2" */
  size_t set_count;
  /* file of a saved state to go on from (then learner's name must be its, and there are no sets), or NULL */
  const char *load;
  const char *save; /* file that the state is written to at the end, or NULL */
} serve_request;

/* Reads messages from `in` until bye or its end and answers on `out`, each line flushed. Options of `sets` are checked before anything is read.
 * A message that cannot be understood or followed is answered by {"error":"line 3: .."} and ends it: STATUS_INVALID, and what was learned before
 * it is saved; failures of the learner end it likewise with their own status, and nothing is saved. In `hello`, rank may be missing (vector: n; dyad and the like: 1; low_rank: n), trials too
 * (1,000,000: learners that grow keep room for as many), seed too (1); `options` there are joined with `sets`. */
status serve(const serve_request *request, FILE *in, FILE *out);
