/* Making a `spectral` value: its options, and what Lua is told of its size. */
#include "script/values/spectral_value.h"

#include <lauxlib.h>
#include <math.h>
#include <string.h>

#include "script/sandbox/sandbox.h"
#include "script/values/operands.h"
#include "script/values/value_json.h"

static const parameter parameters[] = {
    {.name = "n",
     .type = PARAMETER_INTEGER,
     .value = NULL,
     .low = 1,
     .high = 1e9,
     .meaning = "order; of rectangular instances and entries: columns"},
    {.name = "m", .type = PARAMETER_INTEGER, .value = "", .low = 1, .high = 1e9, .meaning = "rows; absent: n"},
    {.name = "kind",
     .type = PARAMETER_CHOICE,
     .value = "vector",
     .choices = "vector dyad low_rank matrix rectangular entry distance",
     .meaning = "instances that will be fed"},
    {.name = "link", .type = PARAMETER_CHOICE, .value = "exp", .choices = "exp identity sinh", .meaning = "f"},
    {.name = "representation",
     .type = PARAMETER_CHOICE,
     .value = "auto",
     .choices = "auto diagonal dense low_rank rectangular updated sparse",
     .meaning = "of H"},
    {.name = "shift", .type = PARAMETER_NUMBER, .value = "0", .meaning = "H starts as shift I"},
    {.name = "capacity",
     .type = PARAMETER_INTEGER,
     .value = "",
     .low = 1,
     .high = 1e9,
     .meaning = "low_rank: the most factors that will be added; absent: n"},
};
enum { PARAMETERS = sizeof parameters / sizeof parameters[0] };

spectral_call *spectral_call_push(lua_State *lua) {
  spectral_call *call = lua_newuserdatauv(lua, sizeof *call, 0);
  *call = (spectral_call){NULL, NULL};
  luaL_setmetatable(lua, SPECTRAL_CALL_TYPE);
  return call;
}

static status read_options(const options *given, spectral_options *out) {
  *out = (spectral_options){.n = option_count(given, "n"),
                            .m = option_given(given, "m") ? option_count(given, "m") : 0,
                            .shift = option_number(given, "shift"),
                            .eigen = &eigen_gsl};
  const char *link = option_text(given, "link");
  out->link = strcmp(link, "exp") == 0 ? LINK_EXP : strcmp(link, "sinh") == 0 ? LINK_SINH : LINK_IDENTITY;
  (void)instance_kind_by_name(option_text(given, "kind"), &out->kind); /* one of its choices */
  (void)spectral_representation_by_name(option_text(given, "representation"), &out->representation);
  out->capacity = option_given(given, "capacity") ? option_count(given, "capacity") : out->n;
  if (out->m != 0 && !instance_kind_has_rows(out->kind))
    return FAIL(STATUS_INVALID, "%s: m is only for kind = rectangular and entry", option_who(given));
  const status code = spectral_check(out);
  return code == STATUS_OK ? code : status_context(code, "%s", option_who(given));
}

/* Doubles behind a parameter that is made so; rather too many. */
static double estimated_numbers(const spectral_options *o) {
  const double n = (double)o->n, m = o->m != 0 ? (double)o->m : n;
  const double limit = fmin(n, (double)o->capacity), rows = fmin(n, limit + SPECTRAL_WINDOW_VECTORS);
  const bool vectors = o->kind == INSTANCE_VECTOR;
  switch (o->representation) {
  case REPRESENTATION_DIAGONAL: return 4.0 * n;
  case REPRESENTATION_DENSE: return 7.0 * n * n;
  case REPRESENTATION_UPDATED: return 12.0 * n * n;
  case REPRESENTATION_LOW_RANK: return rows * n + 5.0 * limit * limit + SPECTRAL_WINDOW_VECTORS * rows + 4.0 * n;
  case REPRESENTATION_RECTANGULAR: return vectors ? 4.0 * n : 4.0 * m * n + fmin(m, n) * fmin(m, n);
  default: return 64.0 * n;
  }
}

int spectral_value_create(lua_State *lua) {
  const int line = sandbox_line(lua);
  if (lua_gettop(lua) != 1 || !lua_istable(lua, 1))
    sandbox_refuse(lua, line, "spectral: write spectral { n = 8, kind = \"dyad\" }");
  spectral_call *call = spectral_call_push(lua);
  spectral_options options;
  const char *who = lua_pushfstring(lua, "%s:%d: spectral", sandbox_of(lua)->path, line);
  value_json(lua, 1, line, SPECTRAL_TYPE, &call->json);
  if (cJSON_IsArray(call->json)) sandbox_refuse(lua, line, "spectral: expected names with values, such as { n = 8 }");
  if (options_read(who, parameters, PARAMETERS, call->json, &call->options) != STATUS_OK ||
      read_options(call->options, &options) != STATUS_OK)
    sandbox_raise_status(lua, line);
  options.representation = spectral_chosen(&options);
  const double numbers = estimated_numbers(&options);
  if (numbers > VECTOR_LONGEST)
    sandbox_refuse(lua, line, "spectral: %s needs more than 8 GiB at this size",
                   spectral_representation_name(options.representation));
  sandbox_make_room(lua, sizeof(spectral_value) + (size_t)numbers * sizeof(double));
  spectral_value *self = lua_newuserdatauv(lua, sizeof *self + (size_t)numbers * sizeof(double), 0);
  *self = (spectral_value){.kind = options.kind,
                           .n = options.n,
                           .m = !instance_kind_has_rows(options.kind) ? 0
                                : options.m != 0                      ? options.m
                                                                      : options.n};
  luaL_setmetatable(lua, SPECTRAL_TYPE);
  argument_check_status(lua, SPECTRAL_TYPE, spectral_new(&options, &self->w));
  return 1;
}
