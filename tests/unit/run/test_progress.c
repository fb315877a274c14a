/* What a run says of its progress: a bar on a terminal, a line at each tenth otherwise. */
#include <pty.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <criterion/criterion.h>

#include "run/progress.h"

enum { TEXT = 400 };

/* Standard error leads to `end` until restore. */
static int redirect(int end) {
  const int kept = dup(STDERR_FILENO);
  cr_assert(kept >= 0 && dup2(end, STDERR_FILENO) >= 0);
  return kept;
}

static void restore(int kept) {
  (void)fflush(stderr);
  (void)dup2(kept, STDERR_FILENO);
  (void)close(kept);
}

/* What a run says, not on a terminal, that has finished `finished` of `total` cells in `seconds`. */
static void say(double seconds, size_t finished, size_t total, size_t failed, char text[TEXT]) {
  int ends[2];
  progress bar;
  cr_assert_eq(pipe(ends), 0);
  const int kept = redirect(ends[1]);
  progress_start(&bar, stderr, total, 0);
  bar.started -= seconds;
  progress_show(&bar, finished, failed);
  progress_end(&bar);
  restore(kept);
  (void)close(ends[1]);
  const ssize_t length = read(ends[0], text, TEXT - 1);
  (void)close(ends[0]);
  text[length > 0 ? length : 0] = 0;
}

/* As long again as it took for as many cells. */
Test(progress, lines_say_what_is_left) {
  char text[TEXT];
  const struct {
    double seconds;
    const char *text;
  } cases[] = {{29.6, "2 of 4 cells, 30 s left\n"},
               {90.01, "2 of 4 cells, 1 min 30 s left\n"},
               {3600.01, "2 of 4 cells, 1 h 00 min left\n"},
               {3.0 * 3600.0 + 0.01, "2 of 4 cells, 3 h 00 min left\n"},
               {2.0 * 3600.0 + 59.5 * 60.0, "2 of 4 cells, 2 h 59 min left\n"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    say(cases[i].seconds, 2, 4, 0, text);
    cr_expect_str_eq(text, cases[i].text);
  }
}

Test(progress, lines_of_special_runs) {
  char text[TEXT];
  say(10.0, 5, 10, 1, text);
  cr_expect_str_eq(text, "5 of 10 cells, 1 failed, 10 s left\n");
  say(1.0, 5, 10, 0, text);
  cr_expect_str_empty(text, "a short run says '%s'", text);
  say(10.0, 0, 0, 0, text);
  cr_expect_str_empty(text, "a run without cells says '%s'", text);
  say(10.0, 0, 100, 0, text);
  cr_expect_str_empty(text, "before the first tenth it says '%s'", text);
}

Test(progress, one_line_for_each_tenth) {
  int ends[2];
  char text[TEXT];
  progress bar;
  cr_assert_eq(pipe(ends), 0);
  const int kept = redirect(ends[1]);
  progress_start(&bar, stderr, 100, 0);
  bar.started -= 100.0;
  for (size_t finished = 1; finished < 30; finished++) progress_show(&bar, finished, 0);
  restore(kept);
  (void)close(ends[1]);
  const ssize_t length = read(ends[0], text, TEXT - 1);
  (void)close(ends[0]);
  cr_assert(length > 0);
  text[length] = 0;
  size_t lines = 0;
  for (const char *c = text; *c != 0; c++) lines += *c == '\n';
  cr_expect_eq(lines, 2, "%s", text);
  cr_expect(strncmp(text, "10 of 100", 9) == 0 && strstr(text, "\n20 of 100") != NULL, "%s", text);
}

Test(progress, a_terminal_has_a_bar) {
  int master = -1, slave = -1;
  char text[TEXT];
  progress bar;
  if (openpty(&master, &slave, NULL, NULL, NULL) != 0) cr_skip_test("no terminal can be made here: /dev/pts");
  const int kept = redirect(slave);
  progress_start(&bar, stderr, 6, 0);
  bar.started -= 9000.0; /* so long that a slow machine changes no text */
  progress_show(&bar, 3, 0);
  progress_end(&bar);
  restore(kept);
  /* A terminal hands over what was written in parts; with the slave closed an error is the end. */
  (void)close(slave);
  size_t length = 0;
  ssize_t count = 1;
  while (count > 0 && length + 1 < TEXT) {
    count = read(master, text + length, TEXT - 1 - length);
    if (count > 0) length += (size_t)count;
  }
  text[length] = 0;
  cr_expect(strstr(text, "[###############...............] 3/6 cells, 2 h 30 min left") != NULL, "'%s'", text);
  cr_expect(text[0] == '\r' && strstr(text, "\r\033[K") != NULL, "it is wiped at the end: '%s'", text);
  (void)close(master);
}

Test(progress, quiet_runs_say_nothing) {
  int ends[2];
  char text[TEXT];
  progress bar;
  cr_assert_eq(pipe(ends), 0);
  const int kept = redirect(ends[1]);
  progress_start(&bar, NULL, 4, 0);
  bar.started -= 100.0;
  progress_show(&bar, 2, 0);
  progress_end(&bar);
  restore(kept);
  (void)close(ends[1]);
  cr_expect_eq(read(ends[0], text, TEXT - 1), 0);
  (void)close(ends[0]);
}
