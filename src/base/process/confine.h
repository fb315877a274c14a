/* A forked child of ours that runs a scenario's Lua gives up what it does not need, for good: whoever breaks out of Lua gains nothing by it.
 *
 * Two mechanisms of Linux, each without the other where it is missing. Landlock knows files by their folders: none but those that are named can be
 * opened, made, removed or executed. It is asked for by its own system calls, from the version that lets a file be renamed from folder to folder on
 * (Linux 5.19). Seccomp, by libseccomp, knows system calls by number and cannot see a path: no program, no socket, no signal or other hold on other
 * processes, nothing of what administers the machine, nothing typed into the terminal, no mode, owner or time of a file.
 *
 * Seccomp refuses what must not be, and lets the rest be. A list of what may be would have to follow every C library, kernel and architecture: what
 * is harmless has many names (open, openat, openat2; stat, newfstatat, statx), and new ones come. What is refused fails with EPERM and does not kill:
 * whoever attacks has nothing either way, while a library that only tries goes on, and a failure is a line that says what failed, not a signal. */
#pragma once

#include "base/status.h"

/* What work asks of the process that does it. */
typedef enum confinement {
  CONFINED_OR_NOT,
  CONFINED,    /* it runs Lua */
  NOT_CONFINED /* it starts a program, which would inherit the loss */
} confinement;

/* Both of what follows. What the process has open stays open. STATUS_MEMORY, or STATUS_IO where the kernel has a mechanism and
 * does not grant it. */
status confine(const char *const *read, const char *const *written);

/* Landlock. read, written: files, and folders with all below them, NULL at the end; what is not there is left out. In a written folder regular
 * files can be made, replaced and removed. What a process asks of itself in /proc is left, and /dev/null. Where the kernel has it, too (6.7, 6.12),
 * no TCP and no signals to others. */
status confine_files(const char *const *read, const char *const *written);
/* Seccomp. */
status confine_calls(void);

/* Why these do nothing here: "built without libseccomp". NULL: they do. */
const char *confine_files_lack(void);
const char *confine_calls_lack(void);
