#include "cell/cell_members.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

bool cell_has_custom(const cell_address *address) {
  const plan_point *point = address->point;
  const learner_class *learner = address->learner->class;
  bool found = (point->problem != NULL && point->problem->about.definition != NULL) ||
               (learner != NULL && learner->about.definition != NULL);
  for (size_t i = 0; i < point->bound_count; i++) found = found || point->bounds[i].class->about.definition != NULL;
  return found;
}

static status copy_bounds(cell_cast *out) {
  plan_bound *copies = NULL;
  TRY(NEW_ARRAY(out->members.bound_count, out->members.bounds));
  TRY(NEW_ARRAY(out->members.bound_count, copies));
  for (size_t i = 0; i < out->members.bound_count; i++) copies[i] = out->point.bounds[i];
  out->point.bounds = copies;
  for (size_t i = 0; i < out->members.bound_count; i++) {
    const bound_class *class = copies[i].class;
    if (class->about.definition == NULL) continue;
    TRY(NEW_ARRAY(1, out->members.bounds[i]));
    *out->members.bounds[i] = *class;
    copies[i].class = out->members.bounds[i];
  }
  return STATUS_OK;
}

static status copy_classes(cell_cast *out) {
  const problem_class *problem = out->point.problem;
  const learner_class *learner = out->learner.class;
  if (problem != NULL && problem->about.definition != NULL) {
    TRY(NEW_ARRAY(1, out->members.problem));
    *out->members.problem = *problem;
    out->point.problem = out->members.problem;
  }
  if (learner != NULL && learner->about.definition != NULL) {
    TRY(NEW_ARRAY(1, out->members.learner));
    *out->members.learner = *learner;
    out->learner.class = out->members.learner;
  }
  return copy_bounds(out);
}

status cell_cast_open(const cell_custom *custom, const cell_address *address, cell_cast *out) {
  *out = (cell_cast){.address = *address, .point = *address->point, .learner = *address->learner};
  if (!cell_has_custom(address)) return STATUS_OK;
  if (custom->open == NULL) return FAIL(STATUS_FAILED, "no interpreter for members that are written in a scenario");
  out->members.bound_count = out->point.bound_count;
  out->address.point = &out->point;
  out->address.learner = &out->learner;
  status code = copy_classes(out);
  if (code == STATUS_OK) code = custom->open(custom->context, address, &out->members);
  if (code == STATUS_OK) {
    out->custom = custom;
  } else {
    cell_cast_close(out);
  }
  return code;
}

void cell_cast_close(cell_cast *cast) {
  if (cast->custom != NULL) cast->custom->close(cast->custom->context);
  if (cast->members.bounds != NULL) {
    for (size_t i = 0; i < cast->members.bound_count; i++) free(cast->members.bounds[i]);
    free(cast->point.bounds);
  }
  free(cast->members.bounds);
  free(cast->members.problem);
  free(cast->members.learner);
  *cast = (cell_cast){0};
}
