/* Which Lua runs the scenarios, for the manifest. */
#ifndef SCRIPT_SANDBOX_RELEASE_H
#define SCRIPT_SANDBOX_RELEASE_H

const char *script_lua_release(void); /* "Lua 5.4.4" */

#endif
