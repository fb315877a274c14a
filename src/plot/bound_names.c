#include "plot/bound_names.h"

#include <string.h>

#include "base/json.h"
#include "bounds/bound.h"
#include "plot/page/letters.h"
#include "plot/result.h"

enum { LONGEST = 28 };

status bound_short_name(arena *memory, const cJSON *manifest, const char *claim, const char **out) {
  const size_t length = strcspn(claim, ".");
  const char *theorem = NULL, *name = NULL, *row = NULL;
  TRY(arena_format(memory, &theorem, "%.*s", (int)length, claim));
  const bound_class *class = bound_find(theorem);
  if (class != NULL && class->about.short_name != NULL) {
    name = class->about.short_name;
  } else {
    const cJSON *entry = manifest != NULL ? manifest_bound(manifest, claim) : NULL;
    const char *title = json_text(entry, "title", theorem);
    name = title;
    if (strlen(title) > LONGEST) TRY(letters_of_name(memory, theorem, &name));
  }
  TRY(letters_of_formula(memory, name, out));
  if (claim[length] == '\0') return STATUS_OK;
  TRY(letters_of_name(memory, claim + length + 1, &row));
  return arena_format(memory, out, "%s (%s)", *out, row);
}
