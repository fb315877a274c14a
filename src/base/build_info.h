/* Versions of the program and of what it writes. */
#pragma once

/* Raised when the engine changes results of cells. */
#define ENGINE_RESULT_VERSION 5

/* How this program was built; see build_info.c. */
typedef struct build_information {
  const char *version, *revision, *compiler, *flags;
  const char *data; /* folder of installed files that do not lie in PREFIX/share/winnow-lab, or NULL */
} build_information;
extern const build_information build_info;
const char *build_libc(void); /* release of the C library that runs */
