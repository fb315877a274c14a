/* What reports make of texts: HTML that holds no tag of the text's, and LaTeX. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plot/page/latex_text.h"
#include "report/html.h"
#include "report/latex.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_all(const char *text) {
  char buffer[NUMBER_TEXT];
  char *out = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&out, &length);
  if (file == NULL) return;
  html_text(file, text);
  (void)fflush(file);
  if (strpbrk(out, "<>\"'") != NULL) abort();
  latex_text(file, text);
  latex_number(file, text);
  html_format(file, "%s", html_number(text, buffer));
  (void)fclose(file);
  free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (text == NULL) return 0;
  if (size > 0) memcpy(text, data, size);
  text[size] = 0;
  write_all(text);
  free(text);
  return 0;
}
