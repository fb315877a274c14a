/* The reader of tables takes any bytes: it reads them or refuses them with a message. The first byte chooses the form. */
#include "data/table_file.h"
#include "fuzz_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char separators[] = ", \t;";
  char path[FUZZ_PATH];
  if (size == 0) return 0;
  const table_format format = {
      .separator = separators[data[0] & 3], .header = (data[0] & 4) != 0, .class_column = (data[0] >> 3) & 7};
  const int file = fuzz_file(data + 1, size - 1, path);
  table_data table;
  const status code = table_read(path, &format, &table);
  fuzz_check_message(code, NULL);
  if (code == STATUS_OK) {
    double sum = 0.0;
    for (size_t i = 0; i < table.rows * table.columns; i++) sum += table.value[i];
    for (size_t i = 0; i < table.rows; i++) sum += (double)strlen(table.class[i]);
    if (table.rows == 0 || table.columns == 0 || table_file_column(&table, 0) == table.class_column || sum != sum)
      abort();
  }
  table_free(&table);
  (void)close(file);
  return 0;
}
