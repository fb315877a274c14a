/* What a bound asks of its learner and problem, and an adversary of its learner: named constants, as rows that say where the answers go in the
 * struct of who asks. They are answered once, when the cell begins; a name that the other does not have is a fault, never NaN.
 *
 *   static const ask asks[] = {
 *       ASK(schatten_regret, eta),                     a number, a size_t, a bool or an enum, by the type of the member
 *       ASK(schatten_regret, conjugate),               a live_constant: its value is read whenever it is wanted
 *       ASK_OR(exponentiated_loss, radius, 1.0),       1 where the learner has none
 *       ASK_PROBLEM(forced_mistakes, forced),          of the problem
 *   };
 */
#pragma once

#include "learners/learner.h"

/* A constant that changes from trial to trial. */
typedef struct live_constant {
  const learner *learner;
  const char *name; /* NULL: the learner has none, and the value is that of ASK_OR */
  double otherwise;
} live_constant;

typedef enum ask_type { ASK_NUMBER, ASK_COUNT, ASK_FLAG, ASK_CHOICE, ASK_LIVE } ask_type;

typedef struct ask {
  const char *name;
  size_t at; /* PLACE; 0: the answer is not kept, only that there is one */
  ask_type type;
  bool of_problem;
  bool optional;
  double otherwise;
} ask;

#define ASK_ROW(name_, type_, member_) \
  .name = (name_), .at = PLACE(type_, member_),                                                                 \
  .type = _Generic(&((type_ *)0)->member_, double * : ASK_NUMBER, size_t * : ASK_COUNT, bool * : ASK_FLAG,      \
                   int * : ASK_CHOICE, unsigned * : ASK_CHOICE, live_constant * : ASK_LIVE)
#define ASK_AS(name_, type_, member_) \
  { ASK_ROW(name_, type_, member_) }
#define ASK_AS_OR(name_, type_, member_, value_) \
  { ASK_ROW(name_, type_, member_), .optional = true, .otherwise = (value_) }
#define ASK_PROBLEM_AS(name_, type_, member_) \
  { ASK_ROW(name_, type_, member_), .of_problem = true }
#define ASK_PROBLEM_AS_OR(name_, type_, member_, value_) \
  { ASK_ROW(name_, type_, member_), .of_problem = true, .optional = true, .otherwise = (value_) }
#define ASK(type_, member_) ASK_AS(#member_, type_, member_)
#define ASK_OR(type_, member_, value_) ASK_AS_OR(#member_, type_, member_, value_)
#define ASK_PROBLEM(type_, member_) ASK_PROBLEM_AS(#member_, type_, member_)
#define ASK_PROBLEM_OR(type_, member_, value_) ASK_PROBLEM_AS_OR(#member_, type_, member_, value_)

/* Writes an answer into the struct; known false: that of ASK_OR. The name and its owner in the message of STATUS_FAILED where a constant is
 * asked for that is not there. */
status ask_answer(const ask *asked, const char *who, const char *owner, bool known, double value, void *self);
/* Answers of a learner; rows of the problem are left out. */
status ask_learner(const ask *asks, size_t count, const char *who, const learner *player, void *self);

double live_constant_now(const live_constant *constant);
