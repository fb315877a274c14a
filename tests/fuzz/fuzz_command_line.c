/* The parser of the command line; the arguments are the lines of the input. */
#include "commands/commands.h"
#include "fuzz_input.h"

enum { LARGEST = 600 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1), *arguments[LARGEST + 2];
  int count = 0;
  if (text == NULL) abort();
  memcpy(text, data, size);
  text[size] = 0;
  char program[] = "winnow";
  arguments[count++] = program;
  for (char *line = text; line != NULL && count <= LARGEST;) {
    char *end = strchr(line, '\n');
    if (end != NULL) *end++ = 0;
    arguments[count++] = line;
    line = end;
  }
  arguments[count] = NULL;
  command_line line;
  const status code = command_line_parse(count, arguments, commands, &line);
  if (code != STATUS_OK && code != STATUS_INVALID) abort();
  fuzz_check_message(code, NULL);
  if (code == STATUS_OK && line.seeds < 0) abort();
  if (code == STATUS_OK && line.help) {
    FILE *nowhere = fopen("/dev/null", "w");
    if (nowhere == NULL) abort();
    command_line_help(nowhere, commands, line.command);
    (void)fclose(nowhere);
  }
  free(text);
  return 0;
}
