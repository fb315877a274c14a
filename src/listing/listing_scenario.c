#include "listing/listing_scenario.h"

#include <string.h>

#include "base/text.h"

enum { SHOWN = 16, LONGEST = 256 };

/* The values of parameter i that differ, separated by blanks; "..." for those beyond SHOWN. */
static void print_values(FILE *file, const plan *plan, size_t i) {
  char shown[SHOWN][LONGEST], buffer[NUMBER_TEXT];
  size_t count = 0;
  for (size_t p = 0; p < plan->point_count; p++) {
    const char *value = plan_parameter(plan, &plan->points[p], i, buffer);
    size_t k = 0;
    while (k < count && strncmp(shown[k], value, LONGEST - 1) != 0) k++;
    if (k < count) continue;
    if (count == SHOWN) {
      (void)fputs(" ...", file);
      return;
    }
    (void)snprintf(shown[count++], LONGEST, "%s", value);
    (void)fprintf(file, " %s", value);
  }
}

void listing_scenario(FILE *file, const plan *plan) {
  (void)fprintf(file, "%s: %s\n", plan->scenario, plan->title);
  if (*plan->source != 0) (void)fprintf(file, "  source: %s\n", plan->source);
  (void)fprintf(file, "  file: %s\n  grid points: %zu, seeds: %zu, cells: %zu\n", plan->path, plan->point_count,
                plan->seeds, plan->cell_count);
  if (plan->parameter_count == 0) (void)fputs("  no parameters\n", file);
  for (size_t i = 0; i < plan->parameter_count; i++) {
    (void)fprintf(file, "  %-16s", plan->parameters[i]);
    print_values(file, plan, i);
    (void)fputc('\n', file);
  }
}
