#include "plot/page/style.h"

/* The palette of Okabe and Ito, which colour-blind readers can tell apart, too; without its yellow, which is faint on
 * white. */
static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#555555"};
static const char *const pale[] = {"#B3D4E8", "#F2CEB3", "#B3E2D5", "#F0D7E5", "#F8E2B3", "#CCE9F8", "#CCCCCC"};
static const char *const dark[] = {"#00639B", "#B04E00", "#00734F", "#9A4A77", "#8A5D00", "#1F74A3", "#444444"};
static const int point_types[] = {7, 5, 9, 13, 11, 4, 6};
static const char *const dashes[] = {"(14,5)", "(4,4)", "(16,4,3,4)", "(8,3)", "(20,4,3,3,3,4)"};
enum { COLOURS = 7, DASHES = 5 };

const char *key_colour(size_t key) {
  return colours[key % COLOURS];
}

/* Keys beyond the palette have a dashed line and another point. */
const char *key_dash(size_t key) {
  return key < COLOURS ? "1" : dashes[(key / COLOURS - 1) % DASHES];
}

int key_point(size_t key) {
  return point_types[(key + key / COLOURS) % COLOURS];
}

const char *group_colour(const plot_figure *figure, size_t group) {
  return figure->groups[group].shared ? "#000000" : key_colour(figure->groups[group].key);
}

const char *group_dark(const plot_figure *figure, size_t group) {
  return figure->groups[group].shared ? "#000000" : key_dark(figure->groups[group].key);
}

bool has_markers(const plot_figure *figure) {
  return figure->shape == SHAPE_POINTS || figure->shape == SHAPE_DOTS || figure->shape == SHAPE_ITEMS ||
         figure->key_count > 1;
}

const char *key_dark(size_t key) {
  return dark[key % COLOURS];
}

const char *key_pale(size_t key) {
  return pale[key % COLOURS];
}

const char *group_dash(size_t group) {
  return dashes[group % DASHES];
}
