/* `winnow new` about a data file: any bytes, in each of its forms. The first byte chooses what is asked. A scenario is written whole, or one
 * line says why not; no text of the file leaves its string. */
#include "commands/new_data.h"
#include "fuzz_input.h"

/* Quotes are closed in their line. */
static void check_strings(const char *text) {
  for (const char *c = text; *c != '\0'; c++) {
    if (*c == '-' && c[1] == '-') {
      c += strcspn(c, "\n");
    } else if (*c == '"') {
      for (c++; *c != '"'; c++) {
        if (*c == '\\') c++;
        if (*c == '\0' || *c == '\n') abort();
      }
    }
    if (*c == '\0') break;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const classes[] = {NULL, "1", "2", "c"};
  static const data_kind kinds[] = {DATA_ROWS, DATA_MATCHES, DATA_RATINGS, DATA_GRAPH};
  char path[FUZZ_PATH], *text = NULL;
  size_t length = 0;
  if (size == 0) return 0;
  const int file = fuzz_file(data + 1, size - 1, path);
  const data_kind kind = kinds[data[0] & 3];
  const data_request request = {.kind = kind,
                                .name = "fuzz",
                                .title = "Fuzz",
                                .folder = "/dev/shm",
                                .file = path,
                                .class = kind == DATA_ROWS ? classes[data[0] >> 2 & 3] : NULL};
  FILE *out = open_memstream(&text, &length);
  if (out == NULL) abort();
  const status code = new_data(out, &request);
  if (fclose(out) != 0) abort();
  fuzz_check_message(code, NULL);
  if (code == STATUS_OK && (length < 3 || strcmp(text + length - 3, "\n}\n") != 0)) abort();
  if (code == STATUS_OK) check_strings(text);
  free(text);
  (void)close(file);
  return 0;
}
