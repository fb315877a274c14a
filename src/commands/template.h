/* Scenarios with gaps, src/commands/templates/NAME.lua.in, which the build embeds (Makefile). One rule fills them: @NAME@ is replaced by the value of
 * NAME, and a line with a NAME that has no value is left out. So @NAME@ with the empty value is a condition of its line. Values are not looked
 * through again. */
#pragma once

#include "base/status.h"

extern const char template_classes[], template_distances[], template_graph[], template_libsvm_classes[];
extern const char template_libsvm_numbers[], template_matches[], template_numbers[], template_plain[];
extern const char template_ratings[];

/* Start with {0}. */
typedef struct template_values {
  status code; /* of the first value for which there was no memory */
  size_t count;
  struct template_value {
    const char *name;
    char *text;
  } * value;
} template_values;

void template_values_free(template_values *values);

/* Appends the formatted text to the value of the name, which outlives the values. */
void template_add(template_values *values, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with the text as a string of Lua, in quotes. */
void template_add_quoted(template_values *values, const char *name, const char *text);
/* Lines with the name stay if `keep`. */
void template_keep(template_values *values, const char *name, bool keep);

/* STATUS_MEMORY if a value could not be kept. Check the stream. */
status template_write(const char *text, const template_values *values, FILE *out);
