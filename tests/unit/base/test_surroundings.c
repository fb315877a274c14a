/* What the program finds where it runs: the C library, the processors that it may use. */
#include <criterion/criterion.h>
#include <math.h>
#include <sched.h>
#include <sys/stat.h>

#include "base/build_info.h"
#include "base/process/processors.h"
#include "unit/folder_fixture.h"

#ifdef __GLIBC__
#include <gnu/libc-version.h>

Test(build_info, names_the_c_library) {
  cr_expect_str_eq(build_libc(), gnu_get_libc_version());
}
#endif

TestSuite(processors, .init = make_folder, .fini = remove_folder);

static void place(const char *name, const char *text) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  cr_assert_not_null(file);
  cr_assert(fputs(text, file) != EOF && fclose(file) == 0);
}

static void make(const char *name) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  cr_assert_eq(mkdir(path, 0755), 0);
}

static double quota_of(const char *membership) {
  write_bytes(membership, strlen(membership));
  return processors_quota(file_path, folder);
}

Test(processors, quotas_of_groups) {
  cr_expect_eq(processors_quota("/nonexistent", folder), INFINITY);
  make("a"), make("a/b"), make("cpu"), make("cpu/a");
  cr_expect_eq(quota_of("0::/a/b\n"), INFINITY, "no file");
  place("a/b/cpu.max", "max 100000\n");
  cr_expect_eq(quota_of("0::/a/b\n"), INFINITY);
  place("a/cpu.max", "250000 100000\n");
  cr_expect_eq(quota_of("0::/a/b\n"), 2.5, "the group around it");
  place("a/b/cpu.max", "150000 100000\n");
  cr_expect_eq(quota_of("0::/a/b\n"), 1.5);
  cr_expect_eq(quota_of("0::/a\n"), 2.5);
  place("cpu.max", "50000 100000\n");
  cr_expect_eq(quota_of("0::/\n"), 0.5, "a container's own root");
  place("cpu.max", "max 100000\n");
  place("cpu/a/cpu.cfs_quota_us", "-1\n");
  place("cpu/a/cpu.cfs_period_us", "100000\n");
  cr_expect_eq(quota_of("4:cpuacct,cpu:/a\n0::/\n"), INFINITY, "version 1");
  place("cpu/a/cpu.cfs_quota_us", "300000\n");
  cr_expect_eq(quota_of("12:cpuset:/\n4:cpuacct,cpu:/a\n0::/\n"), 3.0);
  cr_expect_eq(quota_of("4:cpuset:/a\n3:cpuacct:/a\n"), INFINITY, "other controllers");
  cr_expect_eq(quota_of("4:cpu\n\n4\n"), INFINITY, "no lines of the system's");
}

Test(processors, the_mask_counts) {
  cpu_set_t all, one;
  const size_t before = processors_allowed();
  cr_assert_eq(sched_getaffinity(0, sizeof all, &all), 0);
  cr_expect_leq(before, (size_t)CPU_COUNT(&all));
  CPU_ZERO(&one);
  for (int i = 0; CPU_COUNT(&one) == 0; i++) {
    if (CPU_ISSET(i, &all)) CPU_SET(i, &one);
  }
  cr_assert_eq(sched_setaffinity(0, sizeof one, &one), 0);
  cr_expect_eq(processors_allowed(), 1);
}
