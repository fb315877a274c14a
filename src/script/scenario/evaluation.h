/* The evaluation of a scenario: from the table it returns to the plan of script.h. Runs in the child process, in
 * protected mode: errors are raised (sandbox.h), what was allocated is owned by the evaluation. */
#ifndef SCRIPT_SCENARIO_EVALUATION_H
#define SCRIPT_SCENARIO_EVALUATION_H

#include <cjson/cJSON.h>
#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

#include "problems/problem.h"
#include "script/sandbox/sandbox.h"
#include "script/script.h"

enum { PARAMETER_NAME = 64 };

/* A parameter of the scenario with the values it takes in the grid. */
typedef struct grid_parameter {
  char name[PARAMETER_NAME];
  int type;      /* LUA_TNUMBER, LUA_TBOOLEAN, LUA_TSTRING */
  bool is_float; /* Lua's subtype of the default, kept by all values */
  bool overridden;
  cJSON *values;       /* list; one value when it is not swept */
  const cJSON **value; /* the same by place, when the whole grid is read */
  size_t count;
} grid_parameter;

typedef struct evaluation {
  sandbox *box;
  lua_State *lua;
  const script_request *request;
  char *folder; /* of the scenario, for data files */
  int table;    /* stack index of the scenario's table */
  bool procedure;
  grid_parameter *parameters; /* sorted by name */
  size_t parameter_count, points;
  cJSON *plan;
  size_t facts_trials; /* of the question that they answer; 0: the problem was to say */
  problem_facts facts;
  size_t test; /* of the point that is read */
} evaluation;

/* Evaluates the scenario of box->text: *plan is owned by the caller. */
status evaluation_run(sandbox *box, const script_request *request, cJSON **plan);

/* Raises "path:line: message" with the line of a field of the scenario (and an entry of it; NULL: the field itself). */
#define REFUSE(e, field, entry, ...) \
  sandbox_refuse((e)->lua, source_line((e)->box->text, (field), (entry)), __VA_ARGS__)

/* Pushes the raw field; its type. */
int evaluation_field(evaluation *e, const char *name);
/* Pushes the field, or what it returns for the point when it is a function. */
int evaluation_value(evaluation *e, const char *name, const cJSON *parameters);
/* Pushes p: a new table whose unknown fields are refused. */
void evaluation_push_parameters(lua_State *lua, const cJSON *parameters, const grid_parameter *known, size_t count);
/* The same in a worker: the subtypes of numbers are those of `params` of the scenario's table. */
void evaluation_push_point(lua_State *lua, int table, const cJSON *parameters);
/* Refuses names that are no fields of the table at `index`. `what` is NULL for the scenario itself, else the field
 * it belongs to. */
void evaluation_check_names(evaluation *e, int index, const char *field, const char *const *names, size_t count);
/* A whole number low..high as the value on top of the stack, or refuses it; pops. */
double evaluation_whole(evaluation *e, const char *field, double low, double high);

/* grid.c: params, sweep and --set; the points' parameters. */
void grid_read(evaluation *e);
cJSON *grid_point(evaluation *e, size_t point); /* new object; raises without memory */
grid_parameter *grid_find(const evaluation *e, const char *name);
/* points.c: trials, problem, learners and bounds of each point, checked. */
void points_read(evaluation *e, cJSON *points);
/* entries.c: checks that a point has the entries that `observe` asks for, and says their shape and interval. */
void entries_of_point(evaluation *e, const char *source, cJSON *point);
/* kernels.c: checks that `observe` asks a point for what its problem has of kernels. */
void kernels_of_point(evaluation *e, const char *source);
/* plots.c */
void plots_read(evaluation *e, const cJSON *points, cJSON *plots);

#endif
