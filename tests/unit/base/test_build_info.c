/* What the program says of the libraries it was built with. */
#include <criterion/criterion.h>

#include "base/build_info.h"

#ifdef __GLIBC__
#include <gnu/libc-version.h>

Test(build_info, names_the_c_library) {
  cr_expect_str_eq(build_libc(), gnu_get_libc_version());
}
#endif
