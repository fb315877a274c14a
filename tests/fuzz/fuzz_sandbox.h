/* Scripts in this process. Where the program gives them seconds, a count of instructions is the limit, after which every further instruction is an
 * error, and a count of the bytes that were ever allocated, because one instruction can fill a megabyte. */
#pragma once

#include "fuzz_input.h"
#include "script/sandbox/sandbox.h"
#include "script/scenario/library.h"

enum { STRIDE = 1000, MOST_ALLOCATED = 64 << 20 };

static size_t strides, most_strides, allocated;
static size_t fail_in; /* allocations from now on; 0: none. Lua collects everything, then tries again */
static lua_Alloc sandbox_allocate;

static inline void *count_bytes(void *context, void *block, size_t old_size, size_t size) {
  const size_t old = block != NULL ? old_size : 0; /* for new blocks old_size is their type */
  if (size > old && fail_in > 0 && --fail_in == 0) return NULL;
  if (size > old) allocated += size;
  if (size > old && allocated > MOST_ALLOCATED) return NULL;
  return sandbox_allocate(context, block, old_size, size);
}

static inline void count_instructions(lua_State *lua, lua_Debug *record) {
  (void)record;
  if (++strides < most_strides) return;
  lua_sethook(lua, count_instructions, LUA_MASKCOUNT, 1); /* pcall may hold this error, but not the next */
  luaL_error(lua, "too many instructions");
}

/* Takes these functions out of the table on the stack: those that can loop in C for as long as they like are the watchdog's, which is not here. */
static inline void forget(lua_State *lua, int table, const char *const *names) {
  for (; *names != NULL; names++) {
    lua_pushstring(lua, *names);
    lua_pushnil(lua);
    lua_rawset(lua, table);
  }
}

static inline sandbox *fuzz_sandbox(const char *text, lua_CFunction forget_loops, size_t most) {
  static const script_limits limits = {.seconds = 1000, .memory = (size_t)4 << 20};
  sandbox *box = NULL;
  if (sandbox_new("fuzz.lua", text, "evaluation", &limits, library_open, &box) != STATUS_OK) abort();
  if (sandbox_call(box, forget_loops, NULL, 0) != STATUS_OK) abort();
  strides = allocated = fail_in = 0;
  most_strides = most;
  void *context = NULL;
  sandbox_allocate = lua_getallocf(box->lua, &context);
  lua_setallocf(box->lua, count_bytes, context);
  lua_sethook(box->lua, count_instructions, LUA_MASKCOUNT, STRIDE);
  return box;
}
