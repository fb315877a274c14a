/* New instances for an attack: variations of those of a sequence, brought back to where its comparator and domain
 * allow them. */
#pragma once

#include "attack/sequence.h"

/* *out = a variation of a trial, near it or mixed with another one of the sequence, projected. Real labels: the
 * comparator's, an end of the range, or its own. *met as above. */
status attack_vary_from(attack_sequence *edited, random_stream *random, const attack_trial *from, attack_trial *out,
                        bool *met);
/* The same of any trial of the sequence, now and then for the other label. */
status attack_vary(attack_sequence *edited, random_stream *random, attack_trial *out, bool *met);

/* *out = (1 - share) x + share z of vectors, matrices and the vectors of dyads, projected; *met = false for other
 * kinds too. */
status attack_between(attack_sequence *edited, const attack_trial *x, const attack_trial *z, double share,
                      attack_trial *out, bool *met);
