#include "audit/merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "audit/merge_parts.h"
#include "base/interruption.h"
#include "cell/data_files.h"
#include "results/command.h"
#include "run/leftovers.h"

static void say_missing(const merging *m) {
  const size_t left = m->missing + m->failures.count;
  failures_print(&m->failures, &m->plan, m->names);
  if (left == 0) return;
  (void)fprintf(stderr, "%zu of %zu cells are missing; what runs them: ", left, m->plan.cell_count);
  command_write(stderr, m->manifest, m->plan.scenario);
  (void)fputs(" --out ", stderr);
  command_word_write(stderr, m->request->out);
  (void)fputc('\n', stderr);
}

/* All files under temporary names first, as a run does it. */
static status write_files(merging *m, int *exit_status) {
  results_files files = {0};
  results_outcome outcome;
  TRY(store_compact(m->store));
  const results_source source = {.plan = &m->plan,
                                 .store = m->store,
                                 .names = m->names,
                                 .failures = &m->failures,
                                 .folder = m->request->out,
                                 .part = m->missing > 0 ? MERGE_PART : NULL};
  TRY(results_write(&source, &outcome, &files));
  *exit_status = outcome.verdicts[VERDICT_VIOLATED] > 0 ? 3 : m->missing + m->failures.count > 0 ? 1 : 0;
  status code = merge_write_manifest(m, &source, *exit_status, &files);
  if (code == STATUS_OK) code = results_write_sums(m->request->out, &files);
  if (code != STATUS_OK) results_abandon(&files);
  TRY(code);
  return results_commit(m->request->out, &files);
}

static status merge_into(merging *m, int *exit_status) {
  const char *out = m->request->out;
  if (directory_make(out) != STATUS_OK) return status_context(STATUS_INVALID, "--out");
  TRY(store_open(out, &m->store));
  TRY(leftovers_remove(out));
  TRY(merge_take(m));
  TRY(write_files(m, exit_status));
  if (!m->request->quiet) {
    TRY(results_print(out));
    (void)printf("merged: %zu of %zu cells\n", m->plan.cell_count - m->missing - m->failures.count, m->plan.cell_count);
  }
  say_missing(m);
  return STATUS_OK;
}

status merge_go_on(void) {
  return interruption_pending() ? FAIL(STATUS_INTERRUPTED, "interrupted: nothing was written") : STATUS_OK;
}

static void close_all(merging *m) {
  data_files_stated(NULL);
  for (size_t i = 0; m->sources != NULL && i < m->source_count; i++) store_close(m->sources[i].store);
  for (size_t i = 0; i < m->reason_count; i++) free(m->reasons[i].reason);
  store_close(m->store);
  if (m->plan_is_open) plan_close(&m->plan);
  cJSON_Delete(m->manifest);
  cJSON_Delete(m->made_with);
  free(m->sources);
  free(m->reasons);
  free(m->names);
  failures_free(&m->failures);
}

/* A descriptor is open for each folder. */
static void allow_many_files(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  (void)setrlimit(RLIMIT_NOFILE, &limit);
}

status merge_folders(const merge_request *request, int *exit_status) {
  merging m = {.request = request};
  allow_many_files();
  interruption_hold(); /* to the end */
  status code = merge_open(&m);
  if (code == STATUS_OK) code = merge_check_versions(&m);
  if (code == STATUS_OK) code = merge_check_records(&m);
  if (code == STATUS_OK) code = merge_into(&m, exit_status);
  close_all(&m);
  return code;
}
