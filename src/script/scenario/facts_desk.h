/* The facts of problems that read a file. The process that runs the scenario asks its parent, which reads each file once and keeps it for the run
 * (data/shared_data.h). A desk is one end of a socket between the two. */
#pragma once

#include "problems/problem.h"

/* desks[0] for the parent, desks[1] for the child; -1 where the system has no sockets: facts_ask then reads by itself. */
void facts_desk_open(int desks[2]);
void facts_desk_close(int *desk);

/* problem_ask_facts, with at most `memory` bytes for what is read. *reached: this limit is why it failed. */
status facts_ask(int desk, const problem_class *class, const problem_setting *setting, const options *values,
                 size_t memory, problem_facts *facts, bool *reached);
/* In the parent, when the desk can be read: answers one question. False: there will be no more. */
bool facts_answer(int desk);
