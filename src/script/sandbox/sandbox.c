#include "script/sandbox/sandbox.h"
#include "base/clock.h"
#include "base/process/process.h"
#include "base/text.h"
#include "script/sandbox/texts.h"
#include <stdarg.h>
#include <unistd.h>

enum { MESSAGE = 2048, CALLERS = 6, COLLECTOR_PAUSE = 400 /* percent */ };

static void *allocate(void *context, void *block, size_t old_size, size_t size) {
  sandbox *box = context;
  const size_t old = block != NULL ? old_size : 0; /* for new blocks old_size is their type */
  if (size == 0) {
    free(block);
    box->used -= old;
    return NULL;
  }
  if (size > old && size - old > box->limits.memory - box->used) return NULL;
  void *grown = realloc(block, size);
  if (grown == NULL) {
    status_note_memory(); /* scenario code may catch the error */
  } else {
    box->used += size - old;
  }
  return grown;
}

/* Writes "path:line: ACTIVITY took longer than S s" (no line if 0) to reason_fd. */
_Noreturn void sandbox_end_process(const sandbox *box, int line) {
  char reason[MESSAGE], place[24] = "", seconds[NUMBER_TEXT];
  if (line > 0) snprintf(place, sizeof place, ":%d", line);
  int length = snprintf(reason, sizeof reason, "%s%s: %s took longer than %s s", box->path, place, box->activity,
                        number_short(box->limits.seconds, 4, seconds));
  if (length < 0) length = 0;
  if ((size_t)length >= sizeof reason) length = sizeof reason - 1;
  const int fd = box->limits.reason_fd > 0 ? box->limits.reason_fd : STDERR_FILENO;
  if (write(fd, reason, (size_t)length) < 0) process_exit(SANDBOX_LIMIT_EXIT); /* the exit status tells as well */
  process_exit(SANDBOX_LIMIT_EXIT);
}

static void hook(lua_State *lua, lua_Debug *record) {
  const sandbox *box = sandbox_of(lua);
  if (clock_seconds() > box->wall_end || clock_processor_seconds() > box->cpu_end)
    sandbox_end_process(box, sandbox_line(lua));
}

void sandbox_start_clock(sandbox *box) {
  box->cpu_end = clock_processor_seconds() + box->limits.seconds;
  box->wall_end = clock_seconds() + box->limits.seconds;
  lua_sethook(box->lua, hook, LUA_MASKCOUNT, SANDBOX_HOOK_INSTRUCTIONS);
}

/* The kernel ends what the hook cannot end, and the parent what the kernel cannot. */
void sandbox_limit_process(sandbox *box) {
  sandbox_start_clock(box);
  process_limit_processor(box->limits.seconds);
}

void sandbox_limit_again(sandbox *box) {
  sandbox_limit_process(box);
  if (box->limits.reason_fd <= 0) return;
  if (write(box->limits.reason_fd, " ", 1) < 0) return; /* the parent is gone */
}

random_stream *sandbox_random(lua_State *lua) {
  sandbox *box = sandbox_of(lua);
  random_stream *stream = box->random;
  box->drawn = true;
  if (stream == NULL) {
    luaL_error(lua, "no random numbers here: a learner that uses math.random says randomised = true and returns the "
                    "probability of +1");
  }
  return stream;
}

sandbox *sandbox_of(lua_State *lua) {
  sandbox *box;
  memcpy((void *)&box, lua_getextraspace(lua), sizeof(void *));
  return box;
}

int sandbox_line(lua_State *lua) {
  lua_Debug record;
  for (int level = 0; lua_getstack(lua, level, &record); level++) {
    if (lua_getinfo(lua, "l", &record) && record.currentline > 0) return record.currentline;
  }
  return 0;
}

void sandbox_make_room(lua_State *lua, size_t bytes) {
  const sandbox *box = sandbox_of(lua);
  if (bytes <= box->limits.memory - box->used) return;
  lua_gc(lua, LUA_GCCOLLECT); /* calls finalizers; their values go with the next one */
  lua_gc(lua, LUA_GCCOLLECT);
}

/* Raises "[path:line: ]message". Whoever records the message replaces control characters. */
static _Noreturn void raise_text(lua_State *lua, int line, bool with_path, const char *message) {
  if (with_path) {
    lua_pushstring(lua, sandbox_of(lua)->path);
    if (line > 0) lua_pushfstring(lua, ":%d", line);
    lua_pushfstring(lua, ": %s", message);
    lua_concat(lua, line > 0 ? 3 : 2);
  } else {
    lua_pushstring(lua, message);
  }
  lua_error(lua);
  abort(); /* lua_error does not return */
}

void sandbox_refuse(lua_State *lua, int line, const char *format, ...) {
  char message[MESSAGE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  raise_text(lua, line, true, message);
}

void sandbox_raise(lua_State *lua, const char *format, ...) {
  char message[MESSAGE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  raise_text(lua, 0, false, message);
}

static bool begins_with(const char *text, const char *start) {
  return strncmp(text, start, strlen(start)) == 0;
}

void sandbox_raise_status(lua_State *lua, int line) {
  char message[MESSAGE];
  snprintf(message, sizeof message, "%s", status_message());
  raise_text(lua, line, !begins_with(message, sandbox_of(lua)->path), message);
}

/* Adds " (called from lines 20, 31)": the callers of the function that failed. */
static void add_callers(lua_State *lua, luaL_Buffer *buffer) {
  lua_Debug record;
  int seen = 0;
  for (int level = 0; lua_getstack(lua, level, &record); level++) {
    if (!lua_getinfo(lua, "l", &record) || record.currentline <= 0) continue;
    if (++seen == 1) continue;
    char text[48];
    if (seen > CALLERS + 1) {
      luaL_addstring(buffer, ", ...");
      break;
    }
    snprintf(text, sizeof text, "%s%d", seen == 2 ? " (called from line " : ", ", record.currentline);
    luaL_addstring(buffer, text);
  }
  if (seen > 1) luaL_addstring(buffer, ")");
}

/* The message behind its path, NULL if it has none. Lua shortens long paths ("...end/of/path.lua"). */
static const char *after_place(lua_State *lua, const char *message) {
  const sandbox *box = sandbox_of(lua);
  if (begins_with(message, box->path)) return message + strlen(box->path);
  if (begins_with(message, "...")) {
    const char *line = strstr(message, ".lua:");
    const size_t cut = line != NULL ? (size_t)(line - message) + 4 - 3 : 0, length = strlen(box->path);
    if (line != NULL && cut < length && memcmp(box->path + length - cut, message + 3, cut) == 0) return line + 4;
  }
  return NULL;
}

/* Message handler: "path:line: message (called from line N)". */
static int handle_error(lua_State *lua) {
  const sandbox *box = sandbox_of(lua);
  if (lua_type(lua, 1) != LUA_TSTRING && lua_type(lua, 1) != LUA_TNUMBER) {
    lua_pushfstring(lua, "error was called with %s%s, expected a string", lua_isnil(lua, 1) ? "" : "a ",
                    luaL_typename(lua, 1));
    lua_replace(lua, 1);
  }
  const char *message = texts_push(lua, 1);
  const char *rest = after_place(lua, message);
  const bool option = begins_with(message, "--"); /* a message about an override names the option */
  luaL_Buffer buffer;
  luaL_buffinit(lua, &buffer);
  if (!option) luaL_addstring(&buffer, box->path);
  if (rest == NULL && !option) {
    char place[32];
    const int line = sandbox_line(lua);
    if (line > 0) snprintf(place, sizeof place, ":%d: ", line);
    luaL_addstring(&buffer, line > 0 ? place : ": ");
  }
  luaL_addstring(&buffer, rest != NULL ? rest : message);
  add_callers(lua, &buffer);
  luaL_pushresult(&buffer);
  return 1;
}

/* The failure of a protected call as a status; takes the message from the stack. */
static status call_failed(sandbox *box, int result) {
  lua_State *lua = box->lua;
  if (result == LUA_ERRMEM && status_memory() != STATUS_OK) {
    lua_pop(lua, 1);
    return FAIL(STATUS_MEMORY, "%s: no memory for its %s", box->path, box->activity);
  }
  if (result == LUA_ERRMEM) {
    char mebibytes[NUMBER_TEXT];
    lua_pop(lua, 1);
    return FAIL(STATUS_INVALID, "%s: %s needs more than %s MiB of memory", box->path, box->activity,
                number_short((double)box->limits.memory / 1048576, 4, mebibytes));
  }
  const char *message = lua_type(lua, -1) == LUA_TSTRING ? lua_tostring(lua, -1) : "an error without a message";
  const bool placed = begins_with(message, box->path) || begins_with(message, "--");
  const status reason = status_memory() == STATUS_OK ? STATUS_INVALID : STATUS_MEMORY;
  const status code = FAIL(reason, "%s%s%s", placed ? "" : box->path, placed ? "" : ": ", message);
  lua_pop(lua, 1);
  return code;
}

status sandbox_call(sandbox *box, lua_CFunction function, void *argument, int results) {
  lua_State *lua = box->lua;
  const int base = lua_gettop(lua);
  lua_pushcfunction(lua, handle_error); /* light C functions: nothing is allocated outside protected mode */
  lua_pushcfunction(lua, function);
  lua_pushlightuserdata(lua, argument);
  const int result = lua_pcall(lua, 1, results, base + 1);
  if (result == LUA_OK && results == 0) {
    lua_settop(lua, base);
    return STATUS_OK;
  }
  lua_remove(lua, base + 1);
  return result == LUA_OK ? STATUS_OK : call_failed(box, result);
}

status sandbox_seed(sandbox *box, uint64_t seed) {
  if (box->random != NULL && !box->drawn && box->seed == seed) return STATUS_OK; /* already at its beginning */
  random_stream_free(box->random);
  box->random = NULL;
  box->drawn = false;
  box->seed = seed;
  return random_stream_new(seed, "scenario", &box->random);
}

status sandbox_new(const char *path, const char *text, const char *activity, const script_limits *limits,
                   lua_CFunction library, sandbox **out) {
  CLEANUP(sandbox_free_at) sandbox *box = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, box));
  *box = (sandbox){.path = path, .text = text, .activity = activity, .limits = *limits};
  box->lua = lua_newstate(allocate, box);
  if (box->lua == NULL) return FAIL(STATUS_MEMORY, "%s: no memory for Lua", path);
  memcpy(lua_getextraspace(box->lua), (void *)&box, sizeof(void *));
  /* Each cycle of the collector marks the whole library: fewer cycles make the small values of each trial cheaper. Reaching the memory limit
   * starts a cycle as well. */
  lua_gc(box->lua, LUA_GCINC, COLLECTOR_PAUSE, 0, 0);
  TRY(sandbox_seed(box, 0));
  TRY(sandbox_call(box, library, NULL, 0));
  return HAND_OVER(box, *out);
}

void sandbox_free(sandbox *box) {
  if (box == NULL) return;
  if (box->lua != NULL) lua_close(box->lua);
  random_stream_free(box->random);
  free(box);
}

/* The line that ends before the first word of `line`: the last one before it that is neither empty nor a comment. `line` itself if something
 * else stands before the word; 0 if there is none. */
static int line_before(const char *text, int line, const char *word) {
  int last = 0;
  for (int number = 1; number <= line; number++) {
    const char *start = text + strspn(text, " \t\r");
    if (number == line) return begins_with(start, word) ? last : line;
    if (*start != '\n' && !begins_with(start, "--")) last = number;
    text += strcspn(text, "\n");
    if (*text == '\n') text++;
  }
  return 0;
}

/* Where a field follows a field, Lua names the line of the second: the comma is missing in that of the first, or the } that closes it. */
static void explain_comma(lua_State *lua, const char *path, const char *text) {
  const char *message = lua_tostring(lua, -1), *expected = strstr(message, ": '}' expected"),
             *near = strstr(message, " near '");
  char word[64];
  int line = 0;
  if (expected == NULL || near == NULL || sscanf(near, " near '%63[A-Za-z0-9_\"{]'", word) != 1) return;
  while (expected > message && expected[-1] >= '0' && expected[-1] <= '9') expected--;
  if (sscanf(expected, "%d", &line) != 1) return;
  line = line_before(text, line, word);
  if (line > 0)
    lua_pushfstring(lua, "%s:%d: expected a comma or } at the end of the field, before %s", path, line, word);
}

void sandbox_run(lua_State *lua) {
  const sandbox *box = sandbox_of(lua);
  const char *text = begins_with(box->text, "\xef\xbb\xbf") ? box->text + 3 : box->text; /* byte order mark */
  const char *chunk = lua_pushfstring(lua, "@%s", box->path);
  const int base = lua_gettop(lua);
  if (luaL_loadbufferx(lua, text, strlen(text), chunk, "t") != LUA_OK) {
    explain_comma(lua, box->path, text);
    lua_error(lua);
  }
  lua_getfield(lua, LUA_REGISTRYINDEX, "scenario globals");
  if (lua_setupvalue(lua, -2, 1) == NULL) lua_pop(lua, 1);
  lua_call(lua, 0, LUA_MULTRET);
  if (lua_gettop(lua) != base + 1) {
    lua_settop(lua, base);
    lua_pushnil(lua);
  }
}
