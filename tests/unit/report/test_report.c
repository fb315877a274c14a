/* Parts of reports: texts in HTML and LaTeX, Lua source, pictures. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plot/page/latex_text.h"
#include "report/highlight.h"
#include "report/html.h"
#include "report/latex.h"
#include "report/svg.h"

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
  expect(html_number, "12345678901", "12345678901");
  expect(html_number, "0.123456789", "0.12346");
  expect(html_number, "nan", "–");
  expect(html_number, "-", "–");
  expect(html_number, "inf", "∞");
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
  expect(latex_text, "η ≤ 1 < 2\n", "$\\eta$ $\\le$ 1 $<$ 2 ");
  expect(latex_text, "\xFF", "?");
  expect(latex_text, "x₁⁻² \xE2\x80\xA8", "x$_1$$^-$$^2$  ");
  expect(latex_number, "-1.5e-07", "$-1.5\\cdot 10^{-7}$");
  expect(latex_number, "79.654321", "$79.654$");
  expect(latex_number, "100000", "$100000$");
  expect(latex_number, "nan", "--");
}

Test(report, lua_words) {
  expect(lua_highlight, "local x = 1 -- <b>",
         "<span class=k>local</span> x = <span class=n>1</span> <span class=c>-- &lt;b&gt;</span>");
  expect(lua_highlight, "learner.winnow{}; p.learner", "<span class=m>learner</span>.winnow{}; p.learner");
  expect(lua_highlight, "'a\\'b' .. [==[ ]] ]==]",
         "<span class=s>&#39;a\\&#39;b&#39;</span> .. <span class=s>[==[ ]] ]==]</span>");
  expect(lua_highlight, "--[[ a\nb ]] c", "<span class=c>--[[ a\nb ]]</span> c");
  expect(lua_highlight, "0x1p-4 1e+9 3..x endless",
         "<span class=n>0x1p-4</span> <span class=n>1e+9</span> <span class=n>3..x</span> endless");
}

static char *without_spans(const char *html) {
  char *out = malloc(strlen(html) + 1);
  size_t used = 0;
  while (*html != 0) {
    if (strncmp(html, "<span class=", 12) == 0 || strncmp(html, "</span>", 7) == 0) {
      html = strchr(html, '>') + 1;
    } else {
      out[used++] = *html++;
    }
  }
  out[used] = 0;
  return out;
}

/* Whatever the source: without the spans it is the source. */
Test(report, lua_keeps_the_text) {
  const char *const sources[] = {"",           "\"open",   "'open\\", "--[[ open",  "[===[",
                                 "[=",         "\"a\nb\"", "\\",      "-- </span>", "x = \"\\\"\" y",
                                 "[[]]--[[]]", "1..2",     "…",       "[",          "--[=[ ]] ]=] z"};
  for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
    char *marked = written(lua_highlight, sources[i]), *text = without_spans(marked),
         *plain = written(html_text, sources[i]);
    cr_expect_str_eq(text, plain, "'%s' became '%s'", sources[i], marked);
    free(marked);
    free(text);
    free(plain);
  }
}

static status embed(const char *text, char **out) {
  const svg_request request = {.text = text, .prefix = "e-1", .title = "A <b>", .description = "x & y"};
  return svg_embed(&request, out);
}

Test(report, pictures) {
  char *out = NULL;
  cr_assert_eq(embed("<?xml version=\"1.0\"?>\n<svg viewBox=\"0 0 10 20\" xmlns=\"http://x\">\n<title>Gnuplot</title>"
                     "<defs><circle id='p' r='1'/></defs><g fill=\"none\">\n</g>\n<g stroke=\"rgb( 68,  68,  "
                     "68)\"><path class='a' "
                     "d='M0,0 L1,0 '/><use xlink:href='#p'/><g><text>a &lt; b</text></g></g></svg>\n",
                     &out),
               STATUS_OK, "%s", status_message());
  cr_expect_str_eq(
      out, "<svg role=\"img\" aria-labelledby=\"e-1-title\" aria-describedby=\"e-1-text\" viewBox=\"-8 0 18 20\">"
           "<title id=\"e-1-title\">A &lt;b&gt;</title><desc id=\"e-1-text\">x &amp; y</desc>"
           "<defs><circle id=\"e-1-p\" r=\"1\"/></defs><g stroke=\"#444444\"><path d=\"M0,0 L1,0 \"/>"
           "<use href=\"#e-1-p\"/><g><text>a &lt; b</text></g></g></svg>");
  free(out);
}

/* What could run, load or leave the picture is refused. */
Test(report, pictures_refused) {
  const char *const bad[] = {"",
                             "text",
                             "<svg>",
                             "<svg><g></svg>",
                             "<svg></g></svg>",
                             "<svg><script>alert(1)</script></svg>",
                             "<svg><foreignObject/></svg>",
                             "<svg><style>a{}</style></svg>",
                             "<svg><a href='#x'/></svg>",
                             "<svg><image href='data:image/png;base64,'/></svg>",
                             "<svg><use href='http://x'/></svg>",
                             "<svg><use xlink:href='javascript:1'/></svg>",
                             "<svg><path onclick='x'/></svg>",
                             "<svg><path OnLoad='x'/></svg>",
                             "<svg><path fill='url(http://x)'/></svg>",
                             "<svg><path style='background:url(x)'/></svg>",
                             "<svg><path d=M0/></svg>",
                             "<svg><path d='M0/></svg>",
                             "<svg><svg></svg></svg>",
                             "<path/><svg></svg>",
                             "<svg><desc></svg>",
                             "<svg><path d='M0,0'/<script x='1'/></svg>",
                             "<svg><text>a</p></text></svg>",
                             "<svg></body></svg>",
                             "<svg><text></svg>",
                             "<svg/>"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char *out = (char *)"";
    cr_expect_eq(embed(bad[i], &out), STATUS_INVALID, "'%s' was taken", bad[i]);
    cr_expect_null(out);
  }
}
