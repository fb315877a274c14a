/* The reader of the columns of tables takes any bytes: it reads them or refuses them with a message. The first two bytes choose the form. What
 * was read is read again, by its own reading, as the same numbers. */
#include <cjson/cJSON.h>
#include <math.h>

#include "base/json.h"
#include "data/features.h"
#include "fuzz_input.h"

typedef struct table {
  feature_options read;
  column_choice class;
} table;

static const parameter parameters[] = {FEATURE_PARAMETERS(table, read),
                                       OPTION_COLUMN(table, class, ABSENT, 1, 1e6, "")};

static void check_again(const char *path, const feature_options *asked, const feature_form *form, const cJSON *reading,
                        const features *first) {
  features again;
  const status code = features_read(path, asked, form, reading, NULL, &again);
  if (code == STATUS_OK) {
    if (again.n != first->n || again.rows != first->rows + first->dropped) abort();
    if (first->dropped == 0 && memcmp(again.value, first->value, first->rows * first->n * sizeof *again.value) != 0)
      abort();
  } else if (first->dropped == 0) {
    abort();
  }
  features_free(&again);
}

static status read_table(const char *path, const char *json, bool besides) {
  cJSON *given = NULL, *reading = cJSON_CreateObject();
  options *values = NULL;
  features found = {.n = 0};
  table asked = {.class = {.number = 0}};
  if (json_parse(json, &given) != STATUS_OK || reading == NULL) abort();
  if (options_read("table", parameters, sizeof parameters / sizeof *parameters, given, &values) != STATUS_OK) abort();
  options_fill(values, &asked);
  const feature_form form = {
      .who = "table", .target = "class", .column = asked.class, .texts = "texts", .besides = besides};
  const status code = features_read(path, &asked.read, &form, NULL, reading, &found);
  if (code == STATUS_OK) {
    for (size_t k = 0; k < found.rows * found.n; k++) {
      const bool gap =
          isnan(found.value[k]) && (k + 1) % found.n > 0 && found.value[k + 1] == 1.0; /* with its indicator */
      if (!isfinite(found.value[k]) && !gap) abort();
    }
    for (size_t j = 0; j < found.n; j++) {
      if (found.from[j] == found.target + 1) abort();
    }
    if (found.rows == 0 || found.n == 0) abort();
    check_again(path, &asked.read, &form, reading, &found);
  }
  features_free(&found);
  options_free(values);
  cJSON_Delete(given);
  cJSON_Delete(reading);
  return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const separators[] = {"comma", "blank", "tab", "semicolon"};
  static const char *const missing[] = {"refuse", "mean", "indicator", "drop"};
  static const char *const texts[] = {"refuse", "indicator", "omit", "indicator"};
  static const char *const more[] = {"",
                                     ",\"dates\":\"2\"",
                                     ",\"ordered\":\"2=a<b\"",
                                     ",\"one_hot\":\"2\",\"fit\":0.5",
                                     ",\"columns\":\"2\"",
                                     ",\"omit\":\"2\""};
  char path[FUZZ_PATH], json[300], gaps[100] = "";
  if (size < 2) return 0;
  const int file = fuzz_file(data + 2, size - 2, path);
  if ((data[1] & 1) != 0) {
    (void)snprintf(gaps, sizeof gaps, ",\"missing\":\"%s\",\"texts\":\"%s\"", missing[(data[1] >> 1) & 3],
                   texts[(data[1] >> 3) & 3]);
  }
  (void)snprintf(json, sizeof json, "{\"separator\":\"%s\",\"header\":%s,\"class\":%d%s%s}", separators[data[0] & 3],
                 (data[0] & 4) != 0 ? "true" : "false", 1 + ((data[0] >> 3) & 7), gaps, more[(data[1] >> 5) % 6]);
  fuzz_check_message(read_table(path, json, (data[0] & 64) != 0), NULL);
  (void)close(file);
  return 0;
}
