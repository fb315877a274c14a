/* A view of the engine's numbers may be read until the call of the Lua function that it was made for returns.
 *
 * Calls nest (a problem that asks a learner for a score), so each has a serial number on a stack. A view remembers its place there; a
 * vector or matrix that owns its numbers has serial 0 and never ends. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VIEWS_DEEP = 16 };

/* All zeros: no call is running. */
typedef struct views {
  uint64_t last;
  uint64_t running[VIEWS_DEEP];
  size_t depth;
} views;

typedef struct view_mark {
  uint64_t serial; /* 0: owns its numbers */
  size_t depth;
} view_mark;

/* false: calls are nested too deep, and nothing was entered. */
static inline bool views_enter(views *v) {
  if (v->depth == VIEWS_DEEP) return false;
  v->running[v->depth++] = ++v->last;
  return true;
}

/* The views of the innermost call end. Also where it ended with an error. */
static inline void views_leave(views *v) {
  v->depth--;
}

/* Of the innermost call; serial 0 where none is running. */
static inline view_mark views_mark(const views *v) {
  if (v->depth == 0) return (view_mark){0, 0};
  return (view_mark){v->running[v->depth - 1], v->depth - 1};
}

static inline bool views_valid(const views *v, view_mark mark) {
  return mark.serial == 0 || (mark.depth < v->depth && v->running[mark.depth] == mark.serial);
}
