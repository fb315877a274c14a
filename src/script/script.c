#include "script/script.h"

#include <lua.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/memory.h"
#include "script/scenario/procedure.h"

struct script {
  char *path, *text;
  cJSON *parameters;
  script_limits limits;
  opened_members *members; /* of the running cell, or NULL */
};

status script_open(const char *path, const char *text, const cJSON *parameters, const script_limits *limits,
                   script **out) {
  CLEANUP(script_close_at) script *s = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, s));
  s->limits = limits != NULL ? *limits : script_default_limits;
  TRY(memory_text(path, &s->path));
  TRY(memory_text(text, &s->text));
  if (parameters != NULL) {
    s->parameters = cJSON_Duplicate(parameters, 1);
    if (s->parameters == NULL) return FAIL(STATUS_MEMORY, "%s: no memory for parameters", path);
  }
  *out = s;
  s = NULL;
  return STATUS_OK;
}

void script_close(script *self) {
  if (self == NULL) return;
  script_close_members(self);
  cJSON_Delete(self->parameters);
  free(self->path);
  free(self->text);
  free(self);
}

status script_procedure(script *self, const cJSON *parameters, uint64_t seed, cJSON **quantities) {
  CLEANUP(json_free_at) cJSON *none = cJSON_CreateObject();
  *quantities = NULL;
  if (none == NULL) return FAIL(STATUS_MEMORY, "%s: no memory for parameters", self->path);
  if (parameters == NULL) parameters = self->parameters != NULL ? self->parameters : none;
  return procedure_run(self->path, self->text, &self->limits, parameters, seed, quantities);
}

status script_open_members(script *self, const script_members *members) {
  script_close_members(self);
  return opened_members_new(self->path, self->text, &self->limits, members, &self->members);
}

void script_close_members(script *self) {
  opened_members_free(self->members);
  self->members = NULL;
}

const char *script_lua_release(void) {
  return LUA_RELEASE;
}
