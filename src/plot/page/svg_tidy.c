#include "plot/page/svg_tidy.h"
#include "plot/page/font.h"

/* The canvas says once what gnuplot repeats; what is left out is what svg does anyway. */
static const char *const replacements[][2] = {
    {"<g id=\"gnuplot_canvas\">",
     "<g id=\"gnuplot_canvas\" font-family=\"" PLOT_FONTS "\" fill=\"none\" color=\"black\" stroke=\"currentColor\">"},
    {"fill=\"#ffffff\"/>", "fill=\"#ffffff\" stroke=\"none\"/>"},
    {"<g fill=\"none\" color=\"black\" stroke=\"currentColor\" stroke-width=\"1.00\" stroke-linecap=\"butt\" "
     "stroke-linejoin=\"miter\">",
     "<g>"},
    {"<g fill=\"none\" color=\"black\" stroke=\"currentColor\"", "<g"},
    {" class=\"gridline\" ", ""},
    {" font-family=\"" PLOT_FONT "\"", ""},
    {"<text><tspan font-family=\"" PLOT_FONT "\" >", "<text>"},
    {"</tspan></text>", "</text>"},
    {" stroke-linecap=\"butt\" stroke-linejoin=\"miter\"", ""},
    {"]]>", "]]&gt;"}, /* which no text may hold */
};
enum { REPLACEMENTS = sizeof replacements / sizeof replacements[0] };

/* A number in tenths, without a zero before the point. */
static void put_tenths(long tenths, bool after_number, FILE *out) {
  const long size = labs(tenths);
  if (tenths < 0) {
    fputc('-', out);
  } else if (after_number) {
    fputc(' ', out);
  }
  if (size >= 10 || size == 0) fprintf(out, "%ld", size / 10);
  if (size % 10 > 0) fprintf(out, ".%ld", size % 10);
}

/* Reads "x,y" in tenths of a pixel, rounded. */
static bool read_pair(const char **text, long pair[2]) {
  char *end = NULL;
  pair[0] = lround(10 * strtod(*text, &end));
  if (end == *text || *end != ',') return false;
  const char *second = end + 1;
  pair[1] = lround(10 * strtod(second, &end));
  if (end == second) return false;
  *text = end;
  return true;
}

/* The part of a path from `at` on to the point: lines in relative steps, h and v along the axes. */
static void put_step(const long at[2], const long to[2], FILE *out) {
  const long across = to[0] - at[0], down = to[1] - at[1];
  fputc(down == 0 ? 'h' : across == 0 ? 'v' : 'l', out);
  if (down == 0 || across != 0) put_tenths(across, false, out);
  if (down != 0) put_tenths(down, across != 0, out);
}

/* A path of absolute M and L, up to its quote. Other paths stay: then false, and nothing is written. */
static bool put_path(const char *data, const char *end, FILE *out) {
  long at[2] = {0, 0};
  for (int pass = 0; pass < 2; pass++) { /* first: is it such a path? */
    for (const char *text = data; text < end;) {
      const char command = *text++;
      long to[2];
      if (strchr(" \t\n", command) != NULL) continue;
      if (command == 'Z' || command == 'z') {
        if (pass == 1) fputc('z', out);
        continue;
      }
      if ((command != 'M' && command != 'L') || !read_pair(&text, to)) return false;
      if (pass == 0) continue;
      if (command == 'M') {
        fputc('M', out);
        put_tenths(to[0], false, out);
        put_tenths(to[1], true, out);
      } else {
        put_step(at, to, out);
      }
      memcpy(at, to, sizeof at);
    }
  }
  return true;
}

/* "rgb(  0, 114, 178)" as #0072b2; 0 bytes: it is something else. */
static size_t put_colour(const char *text, FILE *out) {
  unsigned red, green, blue;
  int length = 0;
  if (strncmp(text, "rgb(", 4) != 0) return 0;
  if (sscanf(text, "rgb(%3u,%3u,%3u)%n", &red, &green, &blue, &length) != 3 || length == 0) return 0;
  fprintf(out, "#%02x%02x%02x", red & 255, green & 255, blue & 255);
  return (size_t)length;
}

static void copy_colour(const char *text, size_t length, FILE *out) {
  if (put_colour(text, out) == 0) (void)fwrite(text, 1, length, out);
}

/* "<polygon fill = 'colour' fill-opacity = '0.22' points = 'x,y x,y ...'/>" as a path. The length of what it stands for;
 * 0: it is no such polygon. */
static size_t put_polygon(const char *text, FILE *out) {
  static const char begin[] = "<polygon fill = '", opacity[] = " fill-opacity = '", places[] = " points = '";
  if (strncmp(text, begin, sizeof begin - 1) != 0) return 0;
  const char *colour = text + sizeof begin - 1, *rest = colour + strcspn(colour, "'"), *faint = NULL;
  const size_t colour_length = (size_t)(rest - colour);
  size_t faint_length = 0;
  if (strncmp(rest + (*rest != '\0'), opacity, sizeof opacity - 1) == 0) {
    faint = rest + sizeof opacity;
    faint_length = strcspn(faint, "'");
    rest = faint + faint_length;
  }
  if (strncmp(rest + (*rest != '\0'), places, sizeof places - 1) != 0) return 0;
  rest += sizeof places;
  fputs("<path fill='", out); /* in a group without strokes */
  copy_colour(colour, colour_length, out);
  fputs("'", out);
  if (faint != NULL) fprintf(out, " fill-opacity='%.*s'", (int)faint_length, faint);
  fputs(" d='", out);
  long at[2] = {0, 0}, to[2];
  for (bool first = true; read_pair(&rest, to); first = false) {
    if (first) {
      fputc('M', out);
      put_tenths(to[0], false, out);
      put_tenths(to[1], true, out);
    } else {
      put_step(at, to, out);
    }
    memcpy(at, to, sizeof at);
  }
  fputs("z'/>", out);
  const char *end = strstr(rest, "'/>");
  return end != NULL ? (size_t)(end + 3 - text) : (size_t)(rest - text);
}

/* The length of an empty group of gnuplot's at this place; 0 if there is none. */
static size_t empty_group(const char *text) {
  static const char end[] = "</g>\n";
  if (strncmp(text, "<g fill=", 8) != 0) return 0;
  const char *inside = strstr(text, ">\n");
  if (inside == NULL || strncmp(inside + 2, end, sizeof end - 1) != 0) return 0;
  return (size_t)(inside + 2 - text) + sizeof end - 1;
}

/* "<title>gnuplot_plot_1</title>", which a browser shows when the pointer rests. */
static size_t plot_name(const char *text) {
  static const char begin[] = "<title>gnuplot_plot_", end[] = "</title>";
  if (strncmp(text, begin, sizeof begin - 1) != 0) return 0;
  const char *found = strstr(text, end);
  return found == NULL ? 0 : (size_t)(found - text) + sizeof end - 1;
}

/* A filled circle of gnuplot's. */
typedef struct dot {
  double x, y, size;
  const char *colour;           /* not ended */
  size_t colour_length, length; /* of the element with its end of line */
} dot;

static bool read_dot(const char *text, dot *out) {
  static const char begin[] = "<use xlink:href='#gpPt6' transform='translate(";
  char *end = NULL;
  if (strncmp(text, begin, sizeof begin - 1) != 0) return false;
  out->x = strtod(text + sizeof begin - 1, &end);
  if (*end != ',') return false;
  out->y = strtod(end + 1, &end);
  if (strncmp(end, ") scale(", 8) != 0) return false;
  out->size = strtod(end + 8, &end);
  if (strncmp(end, ")' color='", 10) != 0) return false;
  out->colour = end + 10;
  out->colour_length = strcspn(out->colour, "'");
  const char *rest = out->colour + out->colour_length;
  if (strncmp(rest, "'/>\n", 4) != 0) return false;
  out->length = (size_t)(rest + 4 - text);
  return true;
}

static void begin_dots(const dot *first, FILE *out) {
  fputs("<path fill='none' stroke='", out);
  copy_colour(first->colour, first->colour_length, out);
  fprintf(out, "' stroke-width='%.2f' stroke-linecap='round' d='", 2 * first->size);
}

/* Dots of one size and colour as one path of round ends. Returns what it stands for; 0: fewer than three dots. */
static size_t put_dots(const char *text, FILE *out) {
  dot first, next;
  size_t length = 0, count = 0;
  if (!read_dot(text, &first)) return 0;
  for (int pass = 0; pass < 2; pass++) {
    for (length = count = 0; count == 0 || text[length] == '\t'; length += next.length, count++) {
      const char *at = text + length + (count > 0);
      if (!read_dot(at, &next) || next.size != first.size || next.colour_length != first.colour_length ||
          strncmp(next.colour, first.colour, first.colour_length) != 0)
        break;
      next.length += count > 0;
      if (pass == 0) continue;
      fputc('M', out);
      put_tenths(lround(10 * next.x), false, out);
      put_tenths(lround(10 * next.y), true, out);
      fputs("h0", out);
    }
    if (count < 3) return 0;
    if (pass == 0) begin_dots(&first, out);
  }
  fputs("'/>\n", out);
  return length;
}

/* The white points under others that gnuplot draws with bars. */
static size_t white_point(const char *text) {
  static const char begin[] = "\t<use xlink:href=", white[] = " color='#FFFFFF'/>\n";
  if (strncmp(text, begin, sizeof begin - 1) != 0) return 0;
  const size_t length = strcspn(text, "\n");
  return length + 1 > sizeof white - 1 && strncmp(text + length + 1 - (sizeof white - 1), white, sizeof white - 1) == 0
             ? length + 1
             : 0;
}

/* The picture's title in place of the program's name. */
static size_t put_title(const char *text, const char *title, FILE *out) {
  static const char before[] = "<title>Gnuplot</title>";
  if (strncmp(text, before, sizeof before - 1) != 0) return 0;
  fputs("<title>", out);
  for (const char *at = title; *at != '\0'; at++) {
    const char *mark = *at == '&' ? "&amp;" : *at == '<' ? "&lt;" : *at == '>' ? "&gt;" : NULL;
    if (mark != NULL) {
      fputs(mark, out);
    } else {
      fputc(*at, out);
    }
  }
  fputs("</title>", out);
  return sizeof before - 1;
}

void svg_tidy(const char *svg, const char *title, FILE *out) {
  while (*svg != '\0') {
    size_t skipped = *svg == '<' ? empty_group(svg) + plot_name(svg) : 0;
    if (*svg == '<' && skipped == 0) skipped = put_title(svg, title, out);
    if (*svg == '<' && skipped == 0) skipped = put_dots(svg, out);
    if (*svg == '<' && skipped == 0) skipped = put_polygon(svg, out);
    if (*svg == 'r') skipped = put_colour(svg, out);
    if (*svg == '\t') skipped = white_point(svg) > 0 ? white_point(svg) : 1;
    for (size_t i = 0; i < REPLACEMENTS && skipped == 0; i++) {
      const size_t length = strlen(replacements[i][0]);
      if (strncmp(svg, replacements[i][0], length) != 0) continue;
      fputs(replacements[i][1], out);
      skipped = length;
    }
    const char *end = strncmp(svg, " d='", 4) == 0 ? strchr(svg + 4, '\'') : NULL;
    if (end != NULL) {
      fputs(" d='", out);
      if (!put_path(svg + 4, end, out)) (void)fwrite(svg + 4, 1, (size_t)(end - svg - 4), out);
      skipped = (size_t)(end - svg);
    }
    if (skipped == 0) fputc(*svg, out);
    svg += skipped > 0 ? skipped : 1;
  }
}
