/* Procedures of a scenario, called inside the worker process of a cell. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "script/evaluation.h"
#include "script/sandbox.h"
#include "script/script.h"
#include "script/values.h"

enum { QUANTITIES_LIMIT = 10000, REASON = 512 };

struct script {
  char *path, *text;
  cJSON *parameters;
  script_limits limits;
};

typedef struct call {
  const cJSON *parameters;
  uint64_t seed;
  cJSON *quantities;
} call;

/* Ends the process from a signal handler when C code inside Lua (string.find) never comes back to the instruction
 * hook. */
typedef struct alarm_clock {
  timer_t timer;
  bool set;
  int fd;
  size_t length;
  char reason[REASON];
} alarm_clock;

static void ring(int signal_number, siginfo_t *info, void *context) {
  (void)signal_number;
  (void)context;
  const alarm_clock *alarm = info->si_value.sival_ptr;
  if (info->si_code != SI_TIMER || alarm == NULL) return;
  if (write(alarm->fd, alarm->reason, alarm->length) < 0) _exit(SANDBOX_LIMIT_EXIT);
  _exit(SANDBOX_LIMIT_EXIT);
}

static status set_alarm(const script *self, alarm_clock *alarm) {
  char seconds[NUMBER_TEXT];
  const script_limits *limits = &self->limits;
  snprintf(alarm->reason, sizeof alarm->reason, "%.400s: procedure took longer than %s s", self->path,
           number_short(limits->seconds, 4, seconds));
  alarm->length = strlen(alarm->reason);
  alarm->fd = limits->reason_fd > 0 ? limits->reason_fd : STDERR_FILENO;
  struct sigaction action = {.sa_sigaction = ring, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigemptyset(&action.sa_mask);
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN, .sigev_value.sival_ptr = alarm};
  const double end = 1.1 * limits->seconds + 0.1; /* so that the hook, which knows the line, comes first */
  const struct itimerspec once = {.it_value = {(time_t)end, (long)(1e9 * (end - floor(end)))}};
  if (sigaction(SIGRTMIN, &action, NULL) != 0 || timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &alarm->timer) != 0) {
    return FAIL(STATUS_FAILED, "%s: no timer for its procedure", self->path);
  }
  alarm->set = true;
  if (timer_settime(alarm->timer, 0, &once, NULL) == 0) return STATUS_OK;
  timer_delete(alarm->timer);
  alarm->set = false;
  return FAIL(STATUS_FAILED, "%s: no timer for its procedure", self->path);
}

status script_open(const char *path, const char *text, const cJSON *parameters, const script_limits *limits,
                   script **out) {
  script *s = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, s));
  s->limits = limits != NULL ? *limits : script_default_limits;
  status code = memory_text(path, &s->path);
  if (code == STATUS_OK) code = memory_text(text, &s->text);
  if (code == STATUS_OK && parameters != NULL) {
    s->parameters = cJSON_Duplicate(parameters, 1);
    if (s->parameters == NULL) code = FAIL(STATUS_MEMORY, "%s: no memory for parameters", path);
  }
  if (code != STATUS_OK) {
    script_close(s);
    return code;
  }
  *out = s;
  return STATUS_OK;
}

void script_close(script *self) {
  if (self == NULL) return;
  cJSON_Delete(self->parameters);
  free(self->path);
  free(self->text);
  free(self);
}

/* The defaults of params tell whether whole numbers are floats to Lua (1.0) or integers (1). */
static size_t read_subtypes(lua_State *lua, int table, const cJSON *parameters, grid_parameter *known, size_t size) {
  size_t count = 0;
  lua_getfield(lua, table, "params");
  for (const cJSON *item = parameters->child; item != NULL && count < size && lua_istable(lua, -1); item = item->next) {
    lua_getfield(lua, -1, item->string);
    known[count].is_float = lua_type(lua, -1) == LUA_TNUMBER && !lua_isinteger(lua, -1);
    snprintf(known[count++].name, PARAMETER_NAME, "%s", item->string);
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
  return count;
}

/* The table on top of the stack as JSON. */
static void read_quantities(lua_State *lua, call *c) {
  if (!lua_istable(lua, -1)) {
    sandbox_refuse(lua, 0, "procedure must return a table of names and numbers, not %s", value_kind(lua, -1));
  }
  const int table = lua_gettop(lua);
  const size_t count = tables_sorted_keys(lua, table);
  if (count > QUANTITIES_LIMIT)
    sandbox_refuse(lua, 0, "procedure returned more than %d quantities", (int)QUANTITIES_LIMIT);
  c->quantities = cJSON_CreateObject();
  if (c->quantities == NULL) sandbox_refuse(lua, 0, "no memory for quantities");
  for (size_t i = 1; i <= count; i++) {
    lua_rawgeti(lua, table + 1, (lua_Integer)i);
    const bool named = lua_type(lua, -1) == LUA_TSTRING;
    const char *name = texts_push(lua, -1);
    if (!named || !is_identifier(name)) {
      sandbox_refuse(lua, 0, "procedure returned a quantity called \"%.80s\"; names have letters, digits and _", name);
    }
    lua_pushvalue(lua, -2);
    const int type = lua_rawget(lua, table);
    const double value = type == LUA_TBOOLEAN ? lua_toboolean(lua, -1) : lua_tonumber(lua, -1);
    if (type != LUA_TNUMBER && type != LUA_TBOOLEAN) {
      sandbox_refuse(lua, 0, "procedure: %s must be a number, not %s", name, value_kind(lua, -1));
    }
    if (isinf(value)) sandbox_refuse(lua, 0, "procedure: %s is infinite", name);
    value_add(lua, c->quantities, name, cJSON_CreateNumber(value));
    lua_settop(lua, table + 1);
  }
}

static int run_procedure(lua_State *lua) {
  call *c = lua_touserdata(lua, 1);
  sandbox_run(lua);
  const int table = lua_gettop(lua);
  if (!lua_istable(lua, table)) sandbox_refuse(lua, 0, "a scenario must return one table");
  size_t count = (size_t)cJSON_GetArraySize(c->parameters);
  grid_parameter *known = lua_newuserdatauv(lua, (count + 1) * sizeof *known, 0);
  memset(known, 0, (count + 1) * sizeof *known);
  count = read_subtypes(lua, table, c->parameters, known, count);
  if (sandbox_seed(sandbox_of(lua), c->seed) != STATUS_OK) sandbox_raise_status(lua, 0);
  if (lua_getfield(lua, table, "procedure") != LUA_TFUNCTION) sandbox_refuse(lua, 0, "it has no procedure");
  evaluation_push_parameters(lua, c->parameters, known, count);
  lua_pushinteger(lua, (lua_Integer)c->seed);
  lua_call(lua, 2, 1);
  read_quantities(lua, c);
  return 0;
}

status script_procedure(script *self, const cJSON *parameters, uint64_t seed, cJSON **quantities) {
  sandbox *box = NULL;
  alarm_clock alarm = {0};
  cJSON *none = NULL;
  *quantities = NULL;
  if (parameters == NULL) parameters = self->parameters;
  if (parameters == NULL) parameters = none = cJSON_CreateObject();
  if (parameters == NULL) return FAIL(STATUS_MEMORY, "%s: no memory for parameters", self->path);
  call c = {parameters, seed, NULL};
  status code = sandbox_new(self->path, self->text, "procedure", &self->limits, &box);
  if (code == STATUS_OK) code = set_alarm(self, &alarm);
  if (code == STATUS_OK) {
    sandbox_start_clock(box, false);
    code = sandbox_call(box, run_procedure, &c, 0);
    if (code == STATUS_INVALID) code = STATUS_FAILED; /* of this cell */
  }
  if (alarm.set) timer_delete(alarm.timer);
  sandbox_free(box);
  cJSON_Delete(none);
  if (code == STATUS_OK) {
    *quantities = c.quantities;
  } else {
    cJSON_Delete(c.quantities);
  }
  return code;
}
