/* The fields of a definition, the table at index 1 while it is declared (custom_declare.c). Everything here raises the errors of the
 * scenario. */
#ifndef SCRIPT_CUSTOM_CUSTOM_FIELDS_H
#define SCRIPT_CUSTOM_CUSTOM_FIELDS_H

#include "script/custom/custom.h"

/* Refuses unknown names and wrong types, and keeps functions and tables in the slots of `c`. */
void custom_check_fields(lua_State *lua, custom *c);
/* A text, kept alive by the registry; `otherwise` if it is absent. */
const char *custom_text_field(lua_State *lua, const char *name, const char *otherwise);
/* The place of a word among `words`; `otherwise` if it is absent. */
int custom_word_field(lua_State *lua, const custom *c, const char *name, const char *const *words, size_t count,
                      int otherwise);
double custom_number_field(lua_State *lua, const custom *c, const char *name, double low, double high,
                           double otherwise);
bool custom_flag_field(lua_State *lua, const char *name);

#endif
