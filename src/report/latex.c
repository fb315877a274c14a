#include "report/latex.h"
#include "base/json.h"
#include "plot/page/latex_text.h"
#include "report/html.h"

void latex_number(FILE *file, const char *text) {
  char buffer[NUMBER_TEXT];
  const char *shown = report_number(text, buffer);
  if (shown == NULL) {
    (void)fputs("--", file);
    return;
  }
  if (strcmp(shown, "inf") == 0) shown = "\\infty";
  if (strcmp(shown, "-inf") == 0) shown = "-\\infty";
  const char *power = strchr(shown, 'e');
  if (power == NULL) {
    (void)fprintf(file, "$%s$", shown);
  } else {
    (void)fprintf(file, "$%.*s\\cdot 10^{%ld}$", (int)(power - shown), shown, strtol(power + 1, NULL, 10));
  }
}

static void put_verdict(FILE *file, const report_result *result, size_t row) {
  const verdict found = report_row_verdict(result, row);
  latex_text(file, found == VERDICT_NONE ? "--" : verdict_name(found));
}

static void put_row(FILE *file, const report_result *result, size_t row) {
  const char *citation = report_bound_text(result, row, "citation");
  report_row_parameters(file, result, row, latex_text);
  const char *const texts[] = {report_row_learner(result, row),
                               *citation != 0 ? citation : report_cell(result, row, result->bound),
                               report_cell(result, row, result->measure)};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    (void)fputs(" & ", file);
    latex_text(file, strcmp(texts[i], "-") == 0 ? "--" : texts[i]);
  }
  const size_t numbers[] = {result->mean, result->sd, result->value, result->used};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    (void)fputs(" & ", file);
    latex_number(file, report_cell(result, row, numbers[i]));
  }
  (void)fputs(" & ", file);
  put_verdict(file, result, row);
  (void)fputs(" \\\\\n", file);
}

void latex_columns(FILE *file, const char *size, const int *shares, size_t count) {
  (void)fprintf(file, "\\begingroup\\%s\n\\setlength{\\tabcolsep}{2pt}\n\\begin{longtable}{", size);
  for (size_t i = 0; i < count; i++) { /* the space of no width lets the first word be hyphenated, too */
    if (shares[i] == 0) (void)fputc('r', file);
    if (shares[i] > 0) {
      (void)fprintf(file, ">{\\raggedright\\arraybackslash\\leavevmode\\nobreak\\hspace{0pt}}p{.%03d\\linewidth}",
                    shares[i]);
    }
  }
  (void)fputs("}\n\\caption{", file);
}

static void put_table(FILE *file, const report_result *result) {
  static const int shares[] = {130, 130, 145, 100, 0, 0, 0, 0, 80};
  latex_columns(file, "footnotesize", shares, sizeof shares / sizeof shares[0]);
  latex_text(file, result->heading);
  if (result->source[0] != 0) {
    (void)fputs(". ", file);
    latex_text(file, result->source);
  }
  (void)fprintf(file, ".}\\label{tab:%s}\\\\\n\\toprule\n", result->id);
  (void)fputs("Parameters & Learner & Bound & Measure & Mean & Sd & Value & Used & Verdict" LATEX_HEAD, file);
  for (size_t row = 0; row < result->summary.rows; row++) {
    if (!report_row_invariant(result, row)) put_row(file, result, row);
  }
  (void)fputs(LATEX_END, file);
}

static void put_figure(FILE *file, const report_result *result, const report_plot *plot) {
  (void)fprintf(file, "\n\\begin{figure}\n\\centering\n\\includegraphics[width=\\linewidth]{%s.pdf}\n\\caption{",
                plot->name);
  latex_text(file, plot->title);
  if (plot->caption[0] != 0) {
    (void)fputs(". ", file);
    latex_text(file, plot->caption);
  }
  char clean[REPORT_IDENTIFIER];
  html_identifier(plot->name, clean, sizeof clean);
  (void)fprintf(file, ".}\\label{fig:%s:%s}\n\\end{figure}\n", result->id, clean);
}

void latex_write(FILE *file, const report_result *result) {
  (void)fprintf(file, "%% Experiment %s, winnow ", result->id);
  latex_text(file, json_text(result->manifest, "version", "?"));
  (void)fputs(".\n% Needs \\usepackage{array,booktabs,longtable,graphicx}; set \\graphicspath to this folder.\n", file);
  if (result->summary.rows > 0) put_table(file, result);
  for (size_t i = 0; i < result->plot_count; i++) put_figure(file, result, &result->plots[i]);
}
