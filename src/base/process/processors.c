#include "base/process/processors.h"
#include "base/file.h"
#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

enum { LONGEST = 4096 };

/* How many of the numbers a file of a group begins with. Other words are none, such as "max". */
static int read_numbers(const char *group, const char *name, double *first, double *second) {
  char path[LONGEST + 32];
  (void)snprintf(path, sizeof path, "%s/%s", group, name);
  CLEANUP(stream_close_at) FILE *file = NULL;
  return file_stream(path, O_RDONLY, &file) == STATUS_OK ? fscanf(file, "%lf %lf", first, second) : 0;
}

/* cpu.max of version 2 holds quota and period, version 1 has a file for each; no quota is "max" and -1. */
static double quota_of(const char *group) {
  double quota = -1.0, period = 0.0, none = 0.0;
  if (read_numbers(group, "cpu.max", &quota, &period) == 2) return quota / period;
  (void)read_numbers(group, "cpu.cfs_quota_us", &quota, &none);
  (void)read_numbers(group, "cpu.cfs_period_us", &period, &none);
  return quota > 0.0 && period > 0.0 ? quota / period : INFINITY;
}

/* The least quota of a group and those around it, up to `root`. */
static double least_quota(const char *root, const char *group) {
  char path[LONGEST];
  (void)snprintf(path, sizeof path, "%s%s", root, group);
  double least = quota_of(path);
  while (strlen(path) > strlen(root)) {
    *strrchr(path, '/') = '\0';
    least = fmin(least, quota_of(path));
  }
  return least;
}

static bool names_processors(char *controllers) {
  for (char *name = NULL; (name = strsep(&controllers, ",")) != NULL;) {
    if (strcmp(name, "cpu") == 0) return true;
  }
  return false;
}

/* Lines "4:cpu,cpuacct:/group" of version 1, "0::/group" of version 2. */
double processors_quota(const char *membership, const char *groups) {
  char line[LONGEST], first[LONGEST];
  double least = INFINITY;
  CLEANUP(stream_close_at) FILE *file = NULL;
  (void)snprintf(first, sizeof first, "%s/cpu", groups);
  if (file_stream(membership, O_RDONLY, &file) != STATUS_OK) return least;
  while (fgets(line, sizeof line, file) != NULL) {
    char *group = line, *number = strsep(&group, ":"), *controllers = strsep(&group, ":");
    if (number == NULL || group == NULL) continue;
    group[strcspn(group, "\n")] = '\0';
    if (*controllers == '\0') {
      least = fmin(least, least_quota(groups, group));
    } else if (names_processors(controllers)) {
      least = fmin(least, least_quota(first, group));
    }
  }
  return least;
}

size_t processors_allowed(void) {
  cpu_set_t mask;
  const long all = sched_getaffinity(0, sizeof mask, &mask) == 0 ? CPU_COUNT(&mask) : sysconf(_SC_NPROCESSORS_ONLN);
  return (size_t)fmax(1.0, fmin((double)all, ceil(processors_quota("/proc/self/cgroup", "/sys/fs/cgroup"))));
}
