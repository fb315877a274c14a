/* Plots of what is observed of every entry, row, item or eigenvalue: map = "prediction_matrix" or "embedding"; x = "index", y = "ordering" or
 * "spectrum". */
#include "script/scenario/plot_reader.h"

#include <string.h>

#include "base/text.h"
#include "script/scenario/source_line.h"

static const char matrix_name[] = "prediction_matrix", embedding_name[] = "embedding", ordering_name[] = "ordering",
                  spectrum_name[] = "spectrum";

static void refuse_field(const plot_reader *r, const char *name, const char *with) {
  if (plot_field(r, name) != LUA_TNIL) REFUSE(r->e, "plot", name, "plot.%s has no effect with %s", name, with);
  lua_pop(r->e->lua, 1);
}

const char *plot_read_map(const plot_reader *r) {
  static const char *const others[] = {"kind", "x", "y", "z", "log", "fit", "bounds", "panels", "mark", "free"};
  const char *map = plot_text(r, "map");
  if (map == NULL) return NULL;
  if (strcmp(map, matrix_name) != 0 && strcmp(map, embedding_name) != 0)
    REFUSE(r->e, "plot", "map", "plot.map = \"%.80s\": no such map (valid: %s, %s)", map, matrix_name, embedding_name);
  if (!plot_is_observed(r->e, map))
    REFUSE(r->e, "plot", "map", "plot.map = \"%s\" needs observe = { \"%s\" }", map, map);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) refuse_field(r, others[i], "map");
  if (strcmp(map, embedding_name) == 0) refuse_field(r, "zlabel", "map = \"embedding\"");
  return map;
}

bool plot_by_index(const plot_reader *r, const char *x) {
  return strcmp(x, "index") == 0 && !r->e->procedure && grid_find(r->e, x) == NULL;
}

void plot_check_places(const plot_reader *r, const char *x, const char *field, const char *quantity) {
  if (r->e->procedure) return;
  const bool ordering = strcmp(quantity, ordering_name) == 0, places = ordering || strcmp(quantity, spectrum_name) == 0;
  if (strcmp(quantity, matrix_name) == 0 || strcmp(quantity, embedding_name) == 0)
    REFUSE(r->e, "plot", field, "plot.%s = \"%s\": it is drawn by plot = { map = \"%s\" }", field, quantity, quantity);
  if (places && !plot_by_index(r, x))
    REFUSE(r->e, "plot", field, "plot.%s = \"%s\" needs x = \"index\", the %s", field, quantity,
           ordering ? "place in the planted order" : "number of the eigenvalue");
  if (!places && plot_by_index(r, x))
    REFUSE(r->e, "plot", "x", "plot.x = \"index\" is for y = \"%s\" or \"%s\", not for \"%.80s\"", ordering_name,
           spectrum_name, quantity);
  if (places) refuse_field(r, "panels", "x = \"index\"");
}
