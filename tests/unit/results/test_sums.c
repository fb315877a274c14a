/* SHA256SUMS of a result folder: whose files it lists, and which of them are looked at. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "results/sums.h"
#include "unit/check.h"
#include "unit/folder_fixture.h"

TestSuite(sums, .init = make_folder, .fini = remove_folder);

/* NAME below the folder, with these bytes. */
static void put(const char *name, const char *text) {
  char path[128];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  cr_assert_not_null(file, "%s", path);
  cr_assert(fputs(text, file) >= 0 && fclose(file) == 0);
}

static void make(const char *name) {
  char path[128];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  OK(directory_make(path));
}

static status keep(void *context, const char *name) {
  strcat(context, name);
  strcat(context, ";");
  return STATUS_OK;
}

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"
#define OF_NOTHING \
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" /* SHA-256 of no bytes, FIPS 180-4 */

/* A folder of a stranger may name what is not in it. */
Test(sums, names_stay_inside_the_folder) {
  char run[64], seen[256] = "";
  recorded_sums sums;
  make("run/states");
  put("outside", "x");
  put("run/outside", "x");
  put("run/states/changed.json", "x");
  put("run/states/same.json", "");
  put("run/SHA256SUMS",
      ZEROS "  states/../../outside\n" ZEROS "  states/../outside\n" ZEROS "  states/changed.json\n" OF_NOTHING
            "  states/same.json\n" ZEROS "  states/gone.json\n" ZEROS "  cells.tsv\n");
  (void)snprintf(run, sizeof run, "%s/run", folder);
  OK(recorded_sums_read(run, &sums));
  OK(recorded_sums_check(&sums, run, keep, seen));
  cr_expect_str_eq(seen, "states/changed.json;");
  recorded_sums_free(&sums);
}

/* Files of cells of the journal, and those that had a sum before: another run's, or those of records that were replaced. */
Test(sums, what_had_a_sum_keeps_one) {
  store *records = NULL;
  results_files files = {.count = 0};
  recorded_sums sums;
  make("states");
  OK(store_open(folder, &records));
  OK(store_append(records, "00000000000000aa", "{\"cell\":\"00000000000000aa\",\"status\":\"done\"}"));
  OK(store_compact(records));
  put("states/00000000000000aa.json", "");
  put("states/00000000000000bb.json", "");
  put("states/stranger.json", "");
  put("SHA256SUMS", ZEROS "  states/00000000000000bb.json\n");
  OK(results_write_sums(folder, records, &files));
  OK(results_commit(folder, &files));
  store_close(records);
  OK(recorded_sums_read(folder, &sums));
  cr_assert_eq(sums.count, 2, "%zu", sums.count);
  cr_expect_str_eq(sums.items[0].name, "states/00000000000000aa.json");
  cr_expect_str_eq(sums.items[1].name, "states/00000000000000bb.json");
  for (size_t i = 0; i < 2; i++) cr_expect_str_eq(sums.items[i].digits, OF_NOTHING);
  recorded_sums_free(&sums);
}
