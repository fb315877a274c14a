/* With SET_LOCALE in the environment the program takes over the locale that it is run in, as a program that uses the library may; linked into
 * winnow-starved. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

static void __attribute__((constructor)) begin(void) {
  const char *wanted = getenv("SET_LOCALE");
  if (wanted == NULL) return;
  if (setlocale(LC_ALL, "") == NULL) {
    (void)fputs("set_locale: there is no such locale\n", stderr);
    exit(99);
  }
  if (wanted[0] == '?') { /* a control: how a number looks */
    (void)printf("%g\n", 0.5);
    exit(0);
  }
}
