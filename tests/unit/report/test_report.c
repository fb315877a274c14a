/* Parts of reports: texts in HTML and LaTeX, bytes in base 64. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plot/page/latex_text.h"
#include "report/html.h"
#include "report/latex.h"

static char *written(void (*write)(FILE *, const char *), const char *text) {
  char *out = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&out, &size);
  write(file, text);
  cr_assert_eq(fclose(file), 0);
  return out;
}

static void expect(void (*write)(FILE *, const char *), const char *text, const char *expected) {
  char *out = written(write, text);
  cr_expect_str_eq(out, expected, "of '%s': '%s', expected '%s'", text, out, expected);
  free(out);
}

static void number(FILE *file, const char *text) {
  char buffer[NUMBER_TEXT];
  html_format(file, "%s", html_number(text, buffer));
}

Test(report, html) {
  expect(html_text, "a\xE2\x80\xA8", "a\xEF\xBF\xBD");
  expect(html_text, "<script>\"a\" & 'b'</script>", "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;");
  expect(html_text, "η ≤ 1\n\t", "η ≤ 1\n\t");
  /* a stray byte, one cut off, an overlong '/', a surrogate, beyond Unicode, control characters */
  expect(html_text, "\x80", "\xEF\xBF\xBD");
  expect(html_text, "a\xC3", "a\xEF\xBF\xBD");
  expect(html_text, "\xC0\xAF", "\xEF\xBF\xBD\xEF\xBF\xBD");
  expect(html_text, "\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  expect(html_text, "\xF4\x90\x80\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  expect(html_text, "\x01\x7F", "\xEF\xBF\xBD\xEF\xBF\xBD");
  expect(number, "12345678901", "12345678901");
  expect(number, "0.123456789", "0.12346");
  expect(number, "nan", "–");
  expect(number, "-", "–");
  expect(number, "inf", "∞");
}

static void in_markup(FILE *file, const char *text) {
  html_format(file, "<b a=\"%s\">%d, %zu%s</b>%s", text, -3, (size_t)7, text, text);
}

Test(report, markup) {
  expect(in_markup, "<%s>", "<b a=\"&lt;%s&gt;\">-3, 7&lt;%s&gt;</b>&lt;%s&gt;");
  expect(in_markup, NULL, "<b a=\"\">-3, 7</b>");
}

static void in_base64(FILE *file, const char *text) {
  html_base64(file, text, strlen(text));
}

/* RFC 4648, section 10. */
Test(report, base64) {
  expect(in_base64, "", "");
  expect(in_base64, "f", "Zg==");
  expect(in_base64, "fo", "Zm8=");
  expect(in_base64, "foo", "Zm9v");
  expect(in_base64, "foob", "Zm9vYg==");
  expect(in_base64, "fooba", "Zm9vYmE=");
  expect(in_base64, "foobar", "Zm9vYmFy");
  expect(in_base64, "\xFB\xEF\xBE\xFF\xFF\xFF", "++++////");
}

Test(report, identifiers) {
  char clean[8];
  html_identifier("a b<c>_1", clean, sizeof clean);
  cr_expect_str_eq(clean, "a-b-c-_");
  html_identifier("", clean, sizeof clean);
  cr_expect_str_eq(clean, "x");
}

Test(report, latex) {
  expect(
      latex_text, "50% of a_b & {c} #1 $x$ ^ ~ \\",
      "50\\% of a\\_\\allowbreak{}b \\& \\{c\\} \\#1 \\$x\\$ \\textasciicircum{} \\textasciitilde{} \\textbackslash{}");
  expect(latex_text, "αωςο²³¹⁰₀₉", "$\\alpha$$\\omega$$\\varsigma$$\\mathit{o}$$^2$$^3$$^1$$^0$$_0$$_9$");
  expect(latex_text, "é€ⁱ₊", "é€ⁱ₊");
  expect(latex_text, "[3] a*b „c“.d 1.5", "{[}3] a{*}b ,,c“.\\allowbreak{}d 1.5");
  expect(latex_text, "η ≤ 1 < 2\n", "$\\eta$ $\\le$ 1 $<$ 2 ");
  expect(latex_text, "\xFF", "?");
  expect(latex_text, "x₁⁻² \xE2\x80\xA8", "x$_1$$^-$$^2$  ");
  expect(latex_number, "-1.5e-07", "$-1.5\\cdot 10^{-7}$");
  expect(latex_number, "79.654321", "$79.654$");
  expect(latex_number, "100000", "$100000$");
  expect(latex_number, "nan", "--");
}
