#include "base/build_info.h"
#include <stdlib.h> /* defines __GLIBC__, which stddef.h alone does not */
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#ifndef BUILD_VERSION
#define BUILD_VERSION "unknown"
#endif
#ifndef BUILD_REVISION
#define BUILD_REVISION "unknown"
#endif
#ifndef BUILD_COMPILER
#define BUILD_COMPILER "unknown"
#endif
#ifndef BUILD_FLAGS
#define BUILD_FLAGS "unknown"
#endif
#ifndef BUILD_DATA
#define BUILD_DATA NULL
#endif

const build_information build_info = {
    .version = BUILD_VERSION,
    .revision = BUILD_REVISION,
    .compiler = BUILD_COMPILER,
    .flags = BUILD_FLAGS,
    .data = BUILD_DATA,
};

const char *build_libc(void) {
#ifdef __GLIBC__
  return gnu_get_libc_version();
#else
  return "unknown";
#endif
}
