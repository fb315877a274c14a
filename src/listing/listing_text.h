/* Members as text for a terminal. */
#ifndef LISTING_LISTING_TEXT_H
#define LISTING_LISTING_TEXT_H

#include <stdio.h>

#include "listing/member_list.h"

/* Names, help and sources of the kind, aligned. */
void listing_text(FILE *file, const listed_kind *kind);

/* One member in full. */
void listing_text_of(FILE *file, const listed_kind *kind, const listed_member *of);

#endif
