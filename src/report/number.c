#include "report/number.h"

const char *report_number(const char *text, char buffer[NUMBER_TEXT]) {
  double number = 0.0;
  if (strcmp(text, "inf") == 0 || strcmp(text, "-inf") == 0) return text;
  if (!number_parse(text, &number)) return NULL;
  const bool whole = strlen(text) < 12 && strspn(text, "-0123456789") == strlen(text);
  return whole ? text : number_short(number, 5, buffer);
}
