/* The reader of matches. The first byte chooses how the winner is known, the separator, and what is checked. */
#include "fuzz_entries.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const rules[] = {"", ",\"first_score\":\"x\",\"second_score\":\"y\"", ",\"winner\":\"x\"",
                                      ",\"result\":\"x\""};
  static const char *const separators[] = {"comma", "semicolon", "tab", "comma"};
  char more[400];
  if (size == 0) return 0;
  (void)snprintf(more, sizeof more, ",\"first\":\"a\",\"second\":\"b\",\"separator\":\"%s\"%s%s%s%s%s",
                 separators[data[0] >> 2 & 3], rules[data[0] & 3],
                 (data[0] & 16) != 0 ? ",\"time\":\"d\",\"season\":\"d\",\"season_month\":7" : "",
                 (data[0] & 32) != 0 ? ",\"leave_out\":\"d=0\"" : "", (data[0] & 64) != 0 ? ",\"top_teams\":2" : "",
                 (data[0] & 128) == 0  ? ""
                 : (data[0] & 16) == 0 ? ",\"draws\":\"half\",\"missing\":\"drop\""
                                       : ",\"draws\":\"half\",\"order\":\"time\"");
  fuzz_entries("matches", more, data + 1, size - 1);
  return 0;
}
