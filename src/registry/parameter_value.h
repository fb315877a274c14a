/* One value of a declared parameter: read from JSON, checked against the declaration. For parameter.c only. */
#ifndef REGISTRY_PARAMETER_VALUE_H
#define REGISTRY_PARAMETER_VALUE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "registry/parameter.h"

/* One resolved parameter. Numbers, integers and booleans are in `number`, words in `text`. */
typedef struct resolved {
  bool given, seen, explicit;
  double number;
  char *text;
  double *list;
  size_t length;
  unsigned place; /* of a PARAMETER_CHOICE among the choices, from 0 */
  cJSON *structure;
} resolved;

/* STATUS_INVALID "who: name = value must be ..." if the value is not as declared. */
status resolved_read(const char *who, const parameter *p, const cJSON *value, resolved *out);
/* The declared default; STATUS_INVALID if the parameter must be given. */
status resolved_default(const char *who, const parameter *p, resolved *out);
bool resolved_equal(const resolved *a, const resolved *b);
cJSON *resolved_json(const parameter *p, const resolved *r); /* new; NULL without memory */
void resolved_free(resolved *r);

#endif
