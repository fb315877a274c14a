/* What verify, compare and a later run read of a result folder: manifest, sums, tables. Any bytes are compared, or refused in one line. The run
 * that is made again is the folder `results` of the input; no process is started. */
#include <sys/stat.h>

#include "audit/compare.h"
#include "audit/scratch.h"
#include "audit/verify.h"
#include "base/memory.h"
#include "fuzz_folder.h"
#include "results/manifest.h"

int LLVMFuzzerInitialize(int *count, char ***arguments);

int LLVMFuzzerInitialize(int *count, char ***arguments) {
  (void)count, (void)arguments;
  fuzz_silence();
  fuzz_set_temporary();
  return 0;
}

/* The temporary folder of the run made again: that of the input. */
status scratch_make(char **folder) {
  return memory_format(folder, "%s/folder", getenv("TMPDIR"));
}

void scratch_remove(char *folder) {
  free(folder);
}

status scratch_work(status (*work)(void *context), void *context) {
  return work(context);
}

static status run(const verify_run *run) {
  struct stat about;
  for (size_t i = 1; i < run->only_count; i++) {
    if (strcmp(run->only[i - 1], run->only[i]) > 0) abort();
  }
  if (run->path == NULL || run->text == NULL || *run->text == 0) abort();
  return stat(run->out, &about) == 0 ? STATUS_OK : FAIL(STATUS_INVALID, "no run");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const names[] = {"manifest.json",
                                      "cells.tsv",
                                      "verdicts.tsv",
                                      "SHA256SUMS",
                                      "sequences/a.jsonl",
                                      "a.lua",
                                      "results/manifest.json",
                                      "results/cells.tsv",
                                      "results/verdicts.tsv",
                                      "results/sequences/a.jsonl",
                                      NULL};
  static const char *const parts[] = {"", "sequences", "results", "results/sequences"};
  char folder[FUZZ_PATH], path[2 * FUZZ_PATH];
  size_t differences = 0;
  (void)snprintf(folder, sizeof folder, "%s/folder", getenv("TMPDIR"));
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    (void)snprintf(path, sizeof path, "%s/%s", folder, parts[i]);
    if (mkdir(path, 0700) != 0) abort();
  }
  fuzz_folder_fill(folder, data, size, names);
  const verify_request request = {.folder = folder, .data = folder, .run = run, .out = stdout};
  fuzz_check_message(verify_folder(&request, &differences), NULL);
  fuzz_check_message(manifest_check(folder), folder);
  (void)snprintf(path, sizeof path, "%s/results", folder);
  fuzz_check_message(compare_folders(folder, path, NULL, stdout), NULL);
  fuzz_check_message(compare_folders(folder, folder, "tsv", stdout), NULL);
  fuzz_folder_remove(folder);
  return 0;
}
