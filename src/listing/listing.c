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
  char nearest[NEAREST_TEXT];
  return FAIL(STATUS_INVALID, "%s: no such %s%s (winnow list %s)", name, kind->singular,
              nearest_names(name, names, count, true, nearest), kind->plural);
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

bool listing_is(const char *word, const char *plural) {
  const size_t length = strlen(plural) - 1; /* without its s */
  return strncmp(word, plural, length) == 0 && (word[length] == 0 || strcmp(word + length, "s") == 0);
}

/* `winnow list external`: every member of that name. */
static status print_everywhere(FILE *file, const char *name, listing_format format) {
  const char *names[1024] = {"scenarios"};
  size_t count = 1;
  bool found = false;
  for (size_t k = 0; k < LISTED_KINDS; k++) {
    names[count++] = listed_kinds[k].plural;
    for (size_t i = 0; i < *listed_kinds[k].count; i++) {
      const listed_member of = listed_kinds[k].at(i);
      if (count < sizeof names / sizeof names[0]) names[count++] = of.about->name;
      if (strcmp(of.about->name, name) != 0) continue;
      found = true;
      TRY(print_listed(file, &listed_kinds[k], &of, format));
    }
  }
  if (found) return STATUS_OK;
  char nearest[NEAREST_TEXT];
  return FAIL(STATUS_INVALID,
              "%s: expected learners, problems, bounds, scenarios, or the name of a learner, problem or bound%s", name,
              nearest_names(name, names, count, true, nearest));
}

status listing_print(FILE *file, const char *kind, const char *name, const char *data, listing_format format) {
  if (kind != NULL && listing_is(kind, "scenarios")) {
    if (format == LISTING_JSON) return FAIL(STATUS_INVALID, "--format json: winnow list scenarios gives text only");
    return listing_scenarios(file, data);
  }
  if (format == LISTING_JSON && kind == NULL) return listing_json(file, NULL, NULL);
  if (format == LISTING_TYPES && kind == NULL) listing_types_head(file);
  for (size_t i = 0; i < LISTED_KINDS; i++) {
    const listed_kind *listed = &listed_kinds[i];
    if (kind != NULL && !listing_is(kind, listed->plural)) continue;
    TRY(name != NULL ? print_named(file, listed, name, format) : print_listed(file, listed, NULL, format));
    if (kind != NULL) return STATUS_OK;
  }
  if (kind != NULL && name != NULL) {
    return FAIL(STATUS_INVALID, "%s: expected learners, problems, bounds or scenarios before %s", kind, name);
  }
  if (kind != NULL) return print_everywhere(file, kind, format);
  return format == LISTING_TEXT ? listing_scenarios(file, data) : STATUS_OK;
}
