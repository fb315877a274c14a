/* `winnow verify` reads the journal: a record that was changed and signed anew, one that is damaged, one that is gone. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "audit/verify.h"
#include "base/file.h"
#include "results/store.h"
#include "results/sums.h"
#include "unit/check.h"
#include "unit/folder_fixture.h"

TestSuite(verify_journal, .init = make_folder, .fini = remove_folder);

static const char cell[] = "00000000000000aa";

static void put(const char *where, const char *name, const char *text) {
  char path[512];
  (void)snprintf(path, sizeof path, "%s/%s", where, name);
  FILE *file = fopen(path, "w");
  cr_assert(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0, "%s", path);
}

/* A result folder of one cell, with these records; the newest counts. */
static void make_run(const char *where, size_t count, const char *const *records) {
  store *kept = NULL;
  results_files files = {.count = 0};
  OK(directory_make(where));
  put(where, "manifest.json",
      "{\n  \"format\": \"winnow-lab manifest 1\",\n  \"path\": \"none.lua\",\n  \"text\": \"x\",\n"
      "  \"sha256\": \"2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881\",\n"
      "  \"state\": \"complete\",\n  \"eigensolver\": \"gsl\"\n}\n"); /* sha256 of the letter x */
  put(where, "cells.tsv", "# winnow-lab cells 1\ncell\tstatus\n00000000000000aa\tdone\n");
  OK(store_open(where, &kept));
  for (size_t i = 0; i < count; i++) OK(store_append(kept, cell, records[i]));
  OK(store_compact(kept));
  OK(results_write_sums(where, kept, &files));
  OK(results_commit(where, &files));
  store_close(kept);
}

static const char right[] =
    "{\"cell\":\"00000000000000aa\",\"mistakes\":\"7\",\"seconds\":\"0.5\",\"rows\":[{\"value\":"
    "\"9\",\"spread\":\"nan\",\"least\":\"nan\",\"most\":\"nan\"}]}";

static status run_again(const verify_run *run) {
  static const char *const records[] = {right};
  make_run(run->out, 1, records);
  return STATUS_OK;
}

/* What verify says of a folder with these records; the caller frees. */
static char *said_of(size_t count, const char *const *records, const char *damage, size_t *differences) {
  char path[64], *said = NULL;
  size_t length = 0;
  (void)snprintf(path, sizeof path, "%s/run", folder);
  make_run(path, count, records);
  if (damage != NULL) {
    char journal[128];
    (void)snprintf(journal, sizeof journal, "%s/.journal/cells", path);
    FILE *file = fopen(journal, "a");
    cr_assert(file != NULL && fputs(damage, file) >= 0 && fclose(file) == 0);
  }
  FILE *out = open_memstream(&said, &length);
  const verify_request request = {.folder = path, .run = run_again, .out = out};
  const status code = verify_folder(&request, differences);
  (void)fclose(out);
  cr_assert_eq(code, STATUS_OK, "%s", status_message());
  return said;
}

typedef struct example {
  const char *records[2], *damage, *expected; /* expected: said of one difference; NULL: equal */
} example;

static const example examples[] = {
    {{right}, NULL, NULL},
    {{"{\"cell\":\"00000000000000aa\",\"mistakes\":\"7\",\"seconds\":\"8\",\"rows\":[{\"value\":\"9\"}]}"}, NULL, NULL},
    {{right, "{\"cell\":\"00000000000000aa\",\"mistakes\":\"6\",\"seconds\":\"0.5\",\"rows\":[{\"value\":\"9\"}]}"},
     NULL,
     "differs: .journal/cells: cell 00000000000000aa, mistakes: \"6\", run again \"7\"\n"},
    {{"{\"cell\":\"00000000000000aa\",\"mistakes\":\"7\",\"rows\":[{\"value\":\"8\"}]}"},
     NULL,
     "differs: .journal/cells: cell 00000000000000aa, rows[1].value: \"8\", run again \"9\"\n"},
    {{"{\"cell\":\"00000000000000aa\",\"mistakes\":7,\"rows\":[{\"value\":\"9\"}]}"},
     NULL,
     "differs: .journal/cells: cell 00000000000000aa, mistakes: 7, run again \"7\"\n"},
    {{"{\"cell\":\"00000000000000aa\",\"mistakes\":"},
     NULL,
     "differs: .journal/cells: no record of cell 00000000000000aa\n"},
    {{"{\"cell\":\"00000000000000bb\"}"}, NULL, "differs: .journal/cells: no record of cell 00000000000000aa\n"},
    {{right}, "17 a line of somebody\n", "differs: .journal/cells: 1 lines are no records: they are damaged\n"},
};

Test(verify_journal, records) {
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
    const example *e = &examples[i];
    size_t differences = 0;
    char *said = said_of(e->records[1] == NULL ? 1 : 2, e->records, e->damage, &differences);
    cr_expect_eq(differences, e->expected != NULL, "%zu: %s", i, said);
    if (e->expected != NULL) cr_expect_not_null(strstr(said, e->expected), "%zu: %s", i, said);
    free(said);
    remove_folder();
    make_folder();
  }
}
