/* What may be shown on a terminal. Character numbers are Unicode's. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/plain_text.h"

static const char *const controls[] = {
    "\x01",         /* start of heading */
    "\x1b",         /* escape */
    "\x7f",         /* delete */
    "\xc2\x80",     /* U+0080, the first of C1 */
    "\xc2\x9b",     /* U+009B, which begins a sequence as ESC [ does */
    "\xc2\x9f",     /* U+009F, the last of C1 */
    "\xd8\x9c",     /* U+061C, Arabic letter mark */
    "\xe2\x80\x8b", /* U+200B, zero-width space */
    "\xe2\x81\xa0", /* U+2060, word joiner */
    "\xef\xbb\xbf", /* U+FEFF, zero-width no-break space */
    "\xe2\x80\x8e", /* U+200E, left-to-right mark */
    "\xe2\x80\x8f", /* U+200F, right-to-left mark */
    "\xe2\x80\xa8", /* U+2028, line separator */
    "\xe2\x80\xa9", /* U+2029, paragraph separator */
    /* NOLINTBEGIN(misc-misleading-bidirectional) */
    "\xe2\x80\xaa", /* U+202A, the first embedding */
    "\xe2\x80\xae", /* U+202E, right-to-left override */
    "\xe2\x81\xa6", /* U+2066, the first isolate */
    /* NOLINTEND(misc-misleading-bidirectional) */
    "\xe2\x81\xa9", /* U+2069, pop directional isolate */
};

/* Their neighbours. */
static const char *const letters[] = {"~",
                                      "\xc2\xa0",
                                      "\xd8\x9b",
                                      "\xd8\x9d",
                                      "\xe2\x80\x8a",
                                      "\xe2\x80\x8c",
                                      "\xe2\x80\x8d",
                                      "\xe2\x81\x9f",
                                      "\xe2\x81\xa1",
                                      "\xef\xbb\xbe",
                                      "\xef\xbc\xbf",
                                      "\xe2\x80\x90",
                                      "\xe2\x80\xa7",
                                      "\xe2\x80\xaf",
                                      "\xe2\x81\xa5",
                                      "\xe2\x81\xaa",
                                      "\xf0\x9f\x99\x82"};

static const char *const broken[] = {"\x80", "\xc1\xbf", "\xe2\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff"};

enum { ROOM = 64 };

static void surround(const char *middle, char text[ROOM]) {
  (void)snprintf(text, ROOM, "a%sb", middle);
}

Test(plain_text, control_characters_become_blanks) {
  for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
    char text[ROOM];
    surround(controls[i], text);
    cr_expect_not(is_plain_text(text, strlen(text)), "%zu", i);
    plain_text_make(text, "\t\n");
    cr_expect_str_eq(text, "a b", "%zu", i);
  }
}

Test(plain_text, letters_and_signs_stay) {
  for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
    char text[ROOM], made[ROOM];
    surround(letters[i], text);
    memcpy(made, text, ROOM);
    cr_expect(is_plain_text(text, strlen(text)), "%zu", i);
    plain_text_make(made, "");
    cr_expect_str_eq(made, text, "%zu", i);
  }
}

Test(plain_text, bytes_that_are_no_characters) {
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    char text[ROOM], marks[ROOM] = "a";
    surround(broken[i], text);
    cr_expect_not(is_plain_text(text, strlen(text)), "%zu", i);
    for (size_t k = 0; k < strlen(broken[i]); k++) strcat(marks, "?");
    strcat(marks, "b");
    plain_text_make(text, "");
    cr_expect_str_eq(text, marks, "%zu", i);
  }
}

Test(plain_text, line_ends_stay_where_they_are_wanted) {
  char kept[] = "a\tb\nc\rd", made[] = "a\tb\nc\rd";
  plain_text_make(kept, "\t\n");
  cr_expect_str_eq(kept, "a\tb\nc d");
  plain_text_make(made, "");
  cr_expect_str_eq(made, "a b c d");
}
