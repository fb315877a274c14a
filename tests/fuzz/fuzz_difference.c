/* Two files compared as `winnow verify` does: equal ones have no difference, others one line that says where. The first byte chooses their kind,
 * the first "==" line ends the first file. */
#include <stdbool.h>

#include "fuzz_folder.h"
#include "results/file_difference.h"

static const char *const kinds[] = {"tsv", "jsonl", "json", "txt"};

static void compare(const char *folder, const char *kind, bool equal) {
  char first[2 * FUZZ_PATH], second[2 * FUZZ_PATH], *what = NULL;
  (void)snprintf(first, sizeof first, "%s/a.%s", folder, kind);
  (void)snprintf(second, sizeof second, "%s/b.%s", folder, kind);
  if (file_difference(first, second, &what) != STATUS_OK) abort();
  if (equal != (what == NULL) && strcmp(kind, "tsv") != 0)
    abort(); /* tables may differ in cells that were out of time */
  if (equal && what != NULL) abort();
  if (what != NULL && *what == 0) abort();
  free(what);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char mark[] = "\n==\n";
  char folder[FUZZ_PATH], name[FUZZ_PATH];
  if (size == 0) return 0;
  const char *kind = kinds[data[0] & 3];
  const uint8_t *text = data + 1, *end = data + size, *found = memmem(text, size - 1, mark, sizeof mark - 1);
  const size_t length = found == NULL ? size - 1 : (size_t)(found - text);
  const uint8_t *rest = found == NULL ? end : found + sizeof mark - 1;
  const size_t other = (size_t)(end - rest);
  fuzz_folder_make(folder);
  (void)snprintf(name, sizeof name, "a.%s", kind);
  fuzz_write(folder, name, text, length);
  (void)snprintf(name, sizeof name, "b.%s", kind);
  fuzz_write(folder, name, rest, other);
  compare(folder, kind, length == other && memcmp(text, rest, length) == 0);
  fuzz_write(folder, name, text, length);
  compare(folder, kind, true);
  fuzz_folder_remove(folder);
  return 0;
}
