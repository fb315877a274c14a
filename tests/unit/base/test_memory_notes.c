/* What is made of memory that is refused is not taken for whole: each allocation in turn fails, in a process of its own, because a refusal is
 * noted for good. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json.h"
#include "results/manifest_read.h"

static long left; /* allocations of cJSON until one fails */

static void *failing_malloc(size_t size) {
  if (left-- != 0) return malloc(size);
  status_note_memory();
  return NULL;
}

enum { WHOLE, REFUSED, HOLES, BEYOND }; /* BEYOND: whole, and no call was refused */

static void read_with(const char *path, const cJSON *expected, long call) {
  cJSON *manifest = NULL;
  cJSON_InitHooks(&(cJSON_Hooks){failing_malloc, free});
  left = call;
  const status code = manifest_read(path, &manifest);
  if (code != STATUS_OK) _exit(code == STATUS_MEMORY ? REFUSED : HOLES);
  _exit(!cJSON_Compare(manifest, expected, 1) ? HOLES : left >= 0 ? BEYOND : WHOLE);
}

Test(memory_notes, a_manifest_is_read_whole_or_refused) {
  static const char text[] =
      "{\"format\":\"f\",\"points\":[{\"a\":{\"x\":1}},{\"a\":{\"x\":1}},{\"a\":{\"x\":2}}],\"seeds\":3,\"plots\":[]}";
  char path[] = "/tmp/winnow-manifest-XXXXXX";
  cJSON *expected = NULL;
  cr_assert_eq(json_parse(text, &expected), STATUS_OK);
  FILE *file = fdopen(mkstemp(path), "w");
  cr_assert_not_null(file);
  cr_assert_eq(json_write(file, expected, 0, 1), STATUS_OK);
  cr_assert_eq(fclose(file), 0);
  int seen[BEYOND + 1] = {0}, call = 0;
  do {
    int ended = 0;
    const pid_t child = fork();
    if (child == 0) read_with(path, expected, call);
    cr_assert_eq(waitpid(child, &ended, 0), child);
    cr_assert(WIFEXITED(ended), "call %d: signal %d", call, WTERMSIG(ended));
    cr_assert_neq(WEXITSTATUS(ended), HOLES, "call %d", call);
    seen[WEXITSTATUS(ended)]++;
    call++;
  } while (seen[BEYOND] == 0);
  cr_expect_gt(seen[WHOLE] + seen[REFUSED], 20);
  (void)unlink(path);
  cJSON_Delete(expected);
}
