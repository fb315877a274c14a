#include "listing/listing.h"

#include <string.h>

#include "base/text.h"
#include "listing/listing_json.h"
#include "listing/listing_markdown.h"
#include "listing/listing_scenario.h"
#include "listing/listing_text.h"
#include "listing/listing_types.h"
#include "listing/member_list.h"

/* one: that member alone; NULL: all of the kind. */
static status print_listed(FILE *file, const listed_kind *kind, const listed_member *one, listing_format format) {
  switch (format) {
  case LISTING_JSON: return listing_json(file, kind, one);
  case LISTING_REFERENCE: listing_reference(file, kind, one); break;
  case LISTING_TYPES: listing_types(file, kind, one); break;
  default:
    if (one != NULL) {
      listing_text_of(file, kind, one);
    } else if (format == LISTING_MARKDOWN) {
      listing_table(file, kind);
    } else {
      listing_text(file, kind);
    }
  }
  return STATUS_OK;
}

static status fail_unknown(const listed_kind *kind, const char *name) {
  const char *names[256];
  size_t count = 0;
  for (; count < *kind->count && count < 256; count++) names[count] = kind->at(count).about->name;
  const char *nearest = nearest_name(name, names, count);
  if (nearest != NULL) return FAIL(STATUS_INVALID, "%s: no such %s; nearest: %s", name, kind->singular, nearest);
  return FAIL(STATUS_INVALID, "%s: no such %s (winnow list %s)", name, kind->singular, kind->plural);
}

static status print_named(FILE *file, const listed_kind *kind, const char *name, listing_format format) {
  for (size_t i = 0; i < *kind->count; i++) {
    const listed_member of = kind->at(i);
    if (strcmp(of.about->name, name) == 0) return print_listed(file, kind, &of, format);
  }
  return fail_unknown(kind, name);
}

status listing_format_read(const char *text, listing_format *format) {
  static const char *const names[] = {"text", "markdown", "reference", "luals", "json"};
  for (int i = 0; i < 5; i++) {
    if (strcmp(text, names[i]) != 0) continue;
    *format = (listing_format)i;
    return STATUS_OK;
  }
  return FAIL(STATUS_INVALID, "--format %s: expected text, markdown, reference, luals or json", text);
}

status listing_print(FILE *file, const char *kind, const char *name, listing_format format) {
  if (kind != NULL && strcmp(kind, "scenarios") == 0) {
    if (format == LISTING_JSON) return FAIL(STATUS_INVALID, "--format json: winnow list scenarios gives text only");
    return listing_scenarios(file);
  }
  bool known = kind == NULL;
  if (format == LISTING_JSON && kind == NULL) return listing_json(file, NULL, NULL);
  if (format == LISTING_TYPES && kind == NULL) listing_types_head(file);
  for (size_t i = 0; i < LISTED_KINDS; i++) {
    if (kind != NULL && strcmp(kind, listed_kinds[i].plural) != 0) continue;
    known = true;
    if (name != NULL) {
      TRY(print_named(file, &listed_kinds[i], name, format));
    } else {
      TRY(print_listed(file, &listed_kinds[i], NULL, format));
    }
  }
  if (!known) return FAIL(STATUS_INVALID, "%s: expected learners, problems, bounds or scenarios", kind);
  return kind == NULL && format == LISTING_TEXT ? listing_scenarios(file) : STATUS_OK;
}
