/* Numbers, JSON and tables as text: what is read is written and read again without a change. */
#include <math.h>

#include "base/json.h"
#include "base/text.h"
#include "base/tsv.h"
#include "fuzz_input.h"

static void check_number(const char *text) {
  double value = NAN, again = NAN;
  long long whole = 0;
  char digits[NUMBER_TEXT];
  if (number_parse(text, &value)) {
    char *end = NULL;
    if (strtod(text, &end) != value || *end != 0 || !isfinite(value)) abort(); /* the locale is C here */
    if (!number_parse(number_text(value, digits), &again) || again != value) abort();
    if (strlen(number_short(value, 6, digits)) >= NUMBER_TEXT) abort();
  }
  if (integer_parse(text, &whole)) {
    if (!number_parse(text, &value) || value != (double)whole) abort();
  }
}

static void check_json(const char *text) {
  cJSON *read = NULL, *again = NULL;
  char *first = NULL, *second = NULL;
  const status code = json_parse(text, &read);
  fuzz_check_message(code, json_found_twice() ? NULL : "line ");
  if (code != STATUS_OK) return;
  if (json_print(read, 1, 1, &first) == STATUS_OK) {
    if (json_parse(first, &again) != STATUS_OK || json_print(again, 1, 1, &second) != STATUS_OK) abort();
    if (strcmp(first, second) != 0) abort();
  }
  free(first);
  free(second);
  cJSON_Delete(again);
  cJSON_Delete(read);
}

/* Every name but the empty one is near itself. */
static void check_names(const tsv_table *table) {
  char text[NEAREST_TEXT];
  for (size_t i = 0; i < table->columns; i++) {
    const char *name = table->names[i];
    if (*name == 0 || strlen(name) > 63) continue;
    if (*nearest_names(name, (const char *const *)table->names, table->columns, false, text) == 0) abort();
  }
}

static void write_again(const tsv_table *table) {
  char *text = NULL, path[FUZZ_PATH];
  size_t length = 0;
  tsv_writer writer = {.file = open_memstream(&text, &length)};
  if (writer.file == NULL) abort();
  tsv_comment(&writer, "winnow-lab fuzz 1");
  for (size_t i = 0; i < table->columns; i++) tsv_text(&writer, table->names[i]);
  tsv_end(&writer);
  for (size_t i = 0; i < table->rows * table->columns; i++) {
    tsv_text(&writer, table->cells[i]);
    if ((i + 1) % table->columns == 0) tsv_end(&writer);
  }
  if (fclose(writer.file) != 0) abort();
  const int file = fuzz_file((const uint8_t *)text, length, path);
  tsv_table again;
  const status code = tsv_read(path, &again);
  /* An empty name becomes "-", which another column may have. */
  if (code == STATUS_OK && (again.columns != table->columns || again.rows != table->rows)) abort();
  if (code == STATUS_OK) tsv_free(&again);
  (void)close(file);
  free(text);
}

static void check_table(const uint8_t *data, size_t size) {
  char path[FUZZ_PATH];
  const int file = fuzz_file(data, size, path);
  tsv_table table;
  const status code = tsv_read(path, &table);
  fuzz_check_message(code, path);
  if (code == STATUS_OK) {
    for (size_t i = 0; i < table.rows; i++) {
      for (size_t j = 0; j < table.columns; j++) {
        const double value = tsv_value(&table, i, j);
        double parsed = NAN;
        if (number_parse(tsv_cell(&table, i, j), &parsed) && parsed != value) abort();
      }
    }
    check_names(&table);
    write_again(&table);
    tsv_free(&table);
  }
  (void)close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (text == NULL) abort();
  if (size > 0) memcpy(text, data, size);
  text[size] = 0;
  check_number(text);
  check_json(text);
  check_table(data, size);
  free(text);
  return 0;
}
