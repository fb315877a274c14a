/* winnow-play REQUEST ANSWER: the answer to a request (commands/play.h), both files. What a browser runs; its own process for each request. */

#include "commands/play.h"
#include "base/file.h"
#include "base/process/process.h"
#include "commands/scenario.h"

static status answer_file(const char *from, const char *to) {
  FREED char *request = NULL, *answer = NULL;
  replacement *file = NULL;
  size_t length = 0;
  TRY(file_read(from, &request, &length));
  TRY(play(request, &answer));
  TRY(replacement_begin(to, &file));
  (void)fputs(answer, replacement_stream(file));
  return replacement_commit(file);
}

int main(int argc, char **argv) {
  scenario_watch_memory();
  if (argc != 3) {
    (void)fputs("usage: winnow-play REQUEST ANSWER\n", stderr);
    return 2;
  }
  const bool answered = answer_file(argv[1], argv[2]) == STATUS_OK && status_memory() == STATUS_OK;
  if (!answered) (void)fprintf(stderr, "winnow-play: %s\n", status_message());
  /* Work that reached a limit has left its memory behind: nobody is to look for leaks. */
  process_exit(answered ? 0 : 1);
}
