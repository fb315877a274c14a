#include "report/report_path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory_stream.h"

typedef struct reader {
  const char *at, *end;
} reader;

typedef struct pen {
  FILE *file;
  long long x, y;           /* where the pen is, as far as it is written */
  long long from_x, from_y; /* where the path began */
  long long dx, dy;         /* a stroke that is not written yet; 0, 0: none */
  bool moved;               /* a move that is not written yet */
} pen;

static const double largest = 1e7;

static void skip_blanks(reader *r) {
  while (r->at < r->end && strchr(" \t\r\n,", *r->at) != NULL) r->at++;
}

/* Digits, one point and a sign only: neither exponents nor names, and the same in every locale. */
static bool read_tenths(reader *r, long long *out) {
  skip_blanks(r);
  const bool negative = r->at < r->end && *r->at == '-';
  double value = 0.0, unit = 1.0;
  bool point = false, digits = false;
  for (r->at += negative; r->at < r->end && (*r->at == '.' || (*r->at >= '0' && *r->at <= '9')); r->at++) {
    if (*r->at == '.') {
      if (point) return false;
      point = true;
      continue;
    }
    digits = true;
    if (point) unit *= 10.0;
    value = 10.0 * value + (*r->at - '0');
    if (value > 1e15) return false;
  }
  value /= unit;
  if (!digits || !(value < largest)) return false;
  *out = llround(10.0 * (negative ? -value : value));
  return true;
}

static void put_tenths(FILE *file, long long value, bool first) {
  const long long size = value < 0 ? -value : value;
  if (!first && value >= 0) (void)fputc(' ', file);
  if (value < 0) (void)fputc('-', file);
  if (size >= 10 || size == 0) (void)fprintf(file, "%lld", size / 10);
  if (size % 10 != 0) (void)fprintf(file, ".%lld", size % 10);
}

static void put_pair(FILE *file, char command, long long x, long long y) {
  (void)fputc(command, file);
  put_tenths(file, x, true);
  put_tenths(file, y, false);
}

static void end_stroke(pen *p) {
  if (p->dx == 0 && p->dy == 0) return;
  if (p->moved) put_pair(p->file, 'M', p->x, p->y);
  p->moved = false;
  if (p->dx == 0) {
    (void)fputc('v', p->file);
    put_tenths(p->file, p->dy, true);
  } else if (p->dy == 0) {
    (void)fputc('h', p->file);
    put_tenths(p->file, p->dx, true);
  } else {
    put_pair(p->file, 'l', p->dx, p->dy);
  }
  p->x += p->dx;
  p->y += p->dy;
  p->dx = p->dy = 0;
}

static void line_to(pen *p, long long x, long long y) {
  const long long dx = x - p->x - p->dx, dy = y - p->y - p->dy;
  if (dx == 0 && dy == 0) return;
  const bool goes_on = p->dx * dy == p->dy * dx && p->dx * dx + p->dy * dy > 0;
  if (!goes_on) end_stroke(p);
  p->dx += dx;
  p->dy += dy;
}

static void move_to(pen *p, long long x, long long y) {
  end_stroke(p);
  p->x = p->from_x = x;
  p->y = p->from_y = y;
  p->moved = true;
}

static void close_path(pen *p) {
  end_stroke(p);
  if (!p->moved) (void)fputc('z', p->file);
  p->x = p->from_x;
  p->y = p->from_y;
  p->moved = true;
}

/* One command and its pairs. A further pair of a move is a line. */
static bool take(reader *r, pen *p, char *command) {
  long long x = 0, y = 0;
  if (strchr("MLZz", *r->at) != NULL) {
    *command = *r->at++;
    if (*command == 'Z' || *command == 'z') {
      close_path(p);
      *command = 0;
      return true;
    }
  } else if (*command == 0) {
    return false;
  }
  if (!read_tenths(r, &x) || !read_tenths(r, &y)) return false;
  if (*command == 'M') {
    move_to(p, x, y);
    *command = 'L';
  } else {
    line_to(p, x, y);
  }
  return true;
}

bool path_shorten(FILE *file, const char *data, size_t length) {
  char *text = NULL, command = 0;
  size_t size = 0;
  pen p = {.file = memory_stream(&text, &size)};
  reader r = {data, data + length};
  bool good = p.file != NULL;
  skip_blanks(&r);
  good = good && r.at < r.end && *r.at == 'M';
  while (good && r.at < r.end) {
    good = *r.at != 0 && take(&r, &p, &command);
    skip_blanks(&r);
  }
  if (good) end_stroke(&p);
  if (p.file != NULL) good = fclose(p.file) == 0 && good;
  if (good) (void)fwrite(text, 1, size, file);
  free(text);
  return good;
}

bool points_shorten(FILE *file, const char *data, size_t length) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = memory_stream(&text, &size);
  reader r = {data, data + length};
  bool good = out != NULL, first = true;
  skip_blanks(&r);
  while (good && r.at < r.end) {
    long long x = 0, y = 0;
    good = read_tenths(&r, &x) && read_tenths(&r, &y);
    if (!good) break;
    put_tenths(out, x, first);
    put_tenths(out, y, false);
    first = false;
    skip_blanks(&r);
  }
  if (out != NULL) good = fclose(out) == 0 && good;
  if (good) (void)fwrite(text, 1, size, file);
  free(text);
  return good;
}
