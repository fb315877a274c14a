/* Bitmaps of digits: reader, classes, refusals by line and column, and the real file where it is. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "unit/data_fixture.h"

#define HEAD "some text\n\nentwidth = 3\nentheight = 2\n"
#define ZERO ",\"positive\":0"

static const refusal refusals[] = {
    {"", ZERO, "F:1: no bitmaps, expected lines of 0 and 1"},
    {HEAD, ZERO, "F:5: no bitmaps, expected lines of 0 and 1"},
    {"entwidth = 3\n010\n", ZERO, "F:2: a bitmap, expected a header with entheight first"},
    {"010\n", ZERO, "F:1: a bitmap, expected a header with entwidth first"},
    {"entwidth = x\n", ZERO, "F:1: entwidth is 'x', expected a whole number from 1 to 512"},
    {"entheight = 0\n", ZERO, "F:1: entheight is '0', expected a whole number from 1 to 512"},
    {HEAD "0x0\n", ZERO, "F:5: column 2 is 'x', expected 0 or 1"},
    {HEAD "010\n01\n 0\n", ZERO, "F:6: 2 columns, expected 3 (entwidth)"},
    {HEAD "010\n0100\n 0\n", ZERO, "F:6: 4 columns, expected 3 (entwidth)"},
    {HEAD "010\n", ZERO, "F:6: the end of the file, expected another line of the bitmap"},
    {HEAD "010\n011\n", ZERO, "F:7: the end of the file, expected the class of the bitmap"},
    {HEAD "010\n011\n x\n", ZERO, "F:7: ' x', expected the class of the bitmap above, a digit 0 to 9"},
    {HEAD "010\n011\n 10\n", ZERO, "F:7: ' 10', expected the class of the bitmap above, a digit 0 to 9"},
    {HEAD "010\n011\n 0\n 1\n", ZERO, "F:8: column 1 is '?', expected 0 or 1"},
    {"ntot = 2\n" HEAD "010\n011\n 0\n", ZERO, "F:9: the end of the file after 1 bitmaps, expected 2 (ntot)"},
    {HEAD "010\n011\n 1\n", ZERO, "F: no bitmap of the digit 0, expected at least one"},
    {HEAD "010\n011\n 0\n", ZERO ",\"classes\":[0,1]", "F: no bitmap of the digit 1, expected at least one"},
    {HEAD "010\n011\n 0\n", ZERO ",\"classes\":[1]", "bitmaps: classes must have positive = 0 among them"},
    {HEAD "010\n011\n 0\n", ZERO ",\"classes\":[0.5]", "bitmaps: classes[1] = 0.5 must be a digit"},
};

Test(bitmaps, refusals) {
  REFUSED("bitmaps", refusals);
}

static void plays(const char *text, const char *more, const char *expected) {
  plays_dense("bitmaps", text, more, expected);
}

Test(bitmaps, rows) {
  const char *text = "ntot = 3\r\n" HEAD "111\n100\n 0\n\n000\n000\n 4\n010\n000\n7 \n";
  plays(text, ZERO ",\"instances\":\"vector\"", "1 1 1 1 1 0 0;-1 0 0 0 0 0 0;-1 0 1 0 0 0 0;");
  plays(text, ZERO ",\"classes\":[7,0]", "1 0.5 0.5 0.5 0.5 0 0;-1 0 1 0 0 0 0;");
  plays(text, ",\"positive\":7", "-1 0.5 0.5 0.5 0.5 0 0;-1 0 0 0 0 0 0;1 0 1 0 0 0 0;");
}

/* The file as its source describes it: 1934 bitmaps of 32 x 32, classes 189 198 195 199 186 187 195 201 180 204, 202 to
 * 413 ones each. */
Test(bitmaps, digits) {
  static const size_t sizes[10] = {189, 198, 195, 199, 186, 187, 195, 201, 180, 204};
  const char *data = getenv("DATA");
  char path[600];
  snprintf(path, sizeof path, "%s/optdigits32/optdigits-orig.tra", data != NULL ? data : "");
  if (data == NULL || access(path, R_OK) != 0) cr_skip_test("DATA names no folder with optdigits32/optdigits-orig.tra");
  for (int digit = 0; digit < 10; digit += 4) {
    fixture f;
    char json[200];
    snprintf(json, sizeof json,
             "{\"file\":\"optdigits32/optdigits-orig.tra\",\"instances\":\"vector\",\"positive\":%d}", digit);
    cr_assert_eq(fixture_try("bitmaps", json, 1, data, &f), STATUS_OK, "%s", status_message());
    size_t rows = 0, positive = 0, least = 1024, most = 0;
    instance x;
    double y = 0;
    while (fixture_trial(&f, &x, &y) == STATUS_OK) {
      size_t ones = 0;
      for (size_t i = 0; i < x.n; i++) ones += x.value[i] == 1.0;
      least = ones < least ? ones : least;
      most = ones > most ? ones : most;
      rows++;
      positive += y > 0;
    }
    cr_expect(f.problem.facts.n == 1024 && rows == 1934 && positive == sizes[digit], "digit %d: %zu of %zu", digit,
              positive, rows);
    cr_expect(least == 202 && most == 413, "%zu to %zu ones", least, most);
    fixture_free(&f);
  }
}
