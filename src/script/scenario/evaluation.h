/* The evaluation of a scenario in the child process, and how its parts read the table that it returns. Everything runs in protected mode:
 * errors are raised (sandbox.h), and the evaluation owns what was allocated. */
#pragma once

#include "script/custom/members.h"
#include "script/sandbox/sandbox.h"
#include "script/scenario/request.h"

enum { PARAMETER_NAME = 64 };

/* A parameter of the scenario with the values it takes in the grid. */
typedef struct grid_parameter {
  char name[PARAMETER_NAME];
  int type;      /* LUA_TNUMBER, LUA_TBOOLEAN, LUA_TSTRING */
  bool is_float; /* Lua's subtype of the default, kept by all values */
  bool overridden;
  cJSON *words;        /* the texts that it may be, where params lists them, or NULL */
  cJSON *values;       /* list; one value when it is not swept */
  const cJSON **value; /* the same by place, once the whole grid is read */
  size_t count;
} grid_parameter;

typedef struct evaluation {
  sandbox *box;
  lua_State *lua;
  const script_request *request;
  int desk;     /* where the parent is asked (facts_desk.h) */
  char *folder; /* of the scenario, for data files */
  int table;    /* stack index of the scenario's table */
  bool procedure;
  grid_parameter *parameters; /* sorted by name */
  size_t parameter_count, points;
  cJSON *plan;
  size_t facts_trials; /* that the problem was asked for, when it told `facts`; 0: as many as it has */
  problem_facts facts;
  size_t test;            /* of the current point */
  const member **players; /* its learners so far */
  size_t player_count;
} evaluation;

/* Line of `name = ` in the returned table, or of `entry = ` inside that field's table (entry may be NULL). Falls
 * back on that, then on the last `return`; 1 if there is none. name = NULL: the return. */
int source_line(const char *text, const char *name, const char *entry);

/* Raises "path:line: message" with the line of a field of the scenario (and an entry of it; NULL: the field itself). */
#define REFUSE(e, field, entry, ...) \
  sandbox_refuse((e)->lua, source_line((e)->box->text, (field), (entry)), __VA_ARGS__)

/* The text at `index`, the value of a field or of an entry of it; refuses zero bytes. */
const char *evaluation_word(const evaluation *e, int index, const char *name, const char *entry);
/* Pushes the raw field; its type. */
int evaluation_field(evaluation *e, const char *name);
/* Pushes the field, or, if it is a function, what it returns for the point. */
int evaluation_value(evaluation *e, const char *name, const cJSON *parameters);
/* Pushes p: a new table that refuses unknown fields. */
void evaluation_push_parameters(lua_State *lua, const cJSON *parameters, const grid_parameter *known, size_t count);
/* The same in a worker: numbers have the subtypes that `params` of the scenario's table gives them. */
void evaluation_push_point(lua_State *lua, int table, const cJSON *parameters);
/* Refuses names that are no fields of the table at `index`, the value of field `name`; NULL: the scenario itself. */
void evaluation_check_names(evaluation *e, int index, const char *name, const char *const *names, size_t count);
/* Pops a whole number low..high from the stack, or refuses the value. */
double evaluation_whole(evaluation *e, const char *name, double low, double high);
