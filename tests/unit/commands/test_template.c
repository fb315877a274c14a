/* The rule of templates, and that values cannot break it. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "commands/template.h"

static void check(const char *text, const template_values *values, const char *expected) {
  char *made = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&made, &length);
  cr_assert_not_null(out);
  cr_assert_eq(template_write(text, values, out), STATUS_OK);
  cr_assert_eq(fclose(out), 0);
  cr_expect_str_eq(made, expected);
  free(made);
}

Test(template, lines_and_values) {
  template_values values = {0};
  template_add(&values, "one", "%d", 1);
  template_keep(&values, "kept", true);
  template_keep(&values, "gone", false);
  template_add(&values, "list", "%s", "a");
  template_add(&values, "list", ", %s", "b");
  check("x = @one@@one@\n@kept@here\n@gone@away\nlist @list@, @one@.\nnothing\n@one@ @unknown@\nend", &values,
        "x = 11\nhere\nlist a, b, 1.\nnothing\nend");
  template_values_free(&values);
}

/* A value is looked through by nobody: neither names in it nor ends of strings count. */
Test(template, hostile_values) {
  template_values values = {0};
  template_add(&values, "one", "%s", "@two@");
  template_add_quoted(&values, "two", "a\"b\\c\nd@one@");
  check("@one@ @two@\n", &values, "@two@ \"a\\\"b\\\\cd@one@\"\n");
  template_values_free(&values);
}

/* Names are closed in their line, so that a template cannot be read past its end. */
Test(template, marks_are_whole) {
  static const char *const templates[] = {template_classes,        template_distances,      template_graph,
                                          template_libsvm_classes, template_libsvm_numbers, template_matches,
                                          template_numbers,        template_plain,          template_ratings};
  for (size_t k = 0; k < sizeof templates / sizeof *templates; k++) {
    for (const char *line = templates[k]; *line != '\0'; line += strcspn(line, "\n") + 1) {
      size_t marks = 0;
      for (const char *c = line; *c != '\n'; c++) marks += *c == '@';
      cr_expect_eq(marks % 2, 0, "template %zu: %.*s", k, (int)strcspn(line, "\n"), line);
    }
  }
}
