/* How much of the machine this process may use. */
#pragma once

#include <stddef.h>

/* The processors of its affinity mask, or fewer where the quota of its control group allows less (rounded up); at least 1. */
size_t processors_allowed(void);

/* That quota, in processors; INFINITY: there is none. groups: where Linux mounts control groups, /sys/fs/cgroup; membership: a file like
 * /proc/self/cgroup, which says in which one a process is. The quotas of the groups around it count, too. */
double processors_quota(const char *membership, const char *groups);
