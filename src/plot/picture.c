#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "plot/gnuplot.h"

/* Digits for digits: places of other parts, which a pdf lists, stay. */
static status overwrite(const char *path, long from, size_t length) {
  static const char date[] = "20000101000000";
  FILE *file = fopen(path, "r+e");
  if (file == NULL) return FAIL(STATUS_IO, "%s: not written: %s", path, strerror(errno));
  const size_t count = length < sizeof date - 1 ? length : sizeof date - 1;
  const int good = fseek(file, from, SEEK_SET) == 0 && fwrite(date, 1, count, file) == count;
  if (fclose(file) == 0 && good) return STATUS_OK;
  return FAIL(STATUS_IO, "%s: not written: %s", path, strerror(errno));
}

status pdf_forget_date(const char *path) {
  static const char mark[] = "/CreationDate (D:";
  char *bytes = NULL;
  size_t length = 0;
  TRY(file_read(path, &bytes, &length));
  const char *found = memmem(bytes, length, mark, sizeof mark - 1);
  status code = STATUS_OK;
  if (found != NULL) {
    const char *digits = found + sizeof mark - 1;
    code = overwrite(path, (long)(digits - bytes), strspn(digits, "0123456789"));
  }
  free(bytes);
  return code;
}
