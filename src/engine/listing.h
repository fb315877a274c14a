/* `winnow list`: what exists, from the descriptors. */
#ifndef ENGINE_LISTING_H
#define ENGINE_LISTING_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

/* kind: "learners", "problems", "bounds", "scenarios" or NULL (all). name: one member in full, or NULL. markdown: tables for documents. */
status listing_print(FILE *file, const char *kind, const char *name, bool markdown);

#endif
