#include "cell/cell_members.h"

bool cell_has_custom(const cell_address *address) {
  const plan_point *point = address->point;
  const learner_class *player = address->learner->class;
  bool found = (point->problem != NULL && point->problem->about.definition != NULL) ||
               (player != NULL && player->about.definition != NULL);
  for (size_t i = 0; i < point->bound_count; i++) found = found || point->bounds[i].class->about.definition != NULL;
  return found;
}

static status copy_bounds(prepared_cell *out) {
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

static status copy_classes(prepared_cell *out) {
  const problem_class *source = out->point.problem;
  const learner_class *player = out->learner.class;
  if (source != NULL && source->about.definition != NULL) {
    TRY(NEW_ARRAY(1, out->members.problem));
    *out->members.problem = *source;
    out->point.problem = out->members.problem;
  }
  if (player != NULL && player->about.definition != NULL) {
    TRY(NEW_ARRAY(1, out->members.learner));
    *out->members.learner = *player;
    out->learner.class = out->members.learner;
  }
  return copy_bounds(out);
}

status prepared_cell_open(const cell_custom *custom, const cell_address *address, prepared_cell *out) {
  *out = (prepared_cell){.address = *address, .point = *address->point, .learner = *address->learner};
  if (!cell_has_custom(address)) return STATUS_OK;
  if (custom->open == NULL)
    return FAIL(STATUS_FAILED, "no interpreter for learners, problems and bounds that the scenario defines");
  out->members.bound_count = out->point.bound_count;
  out->address.point = &out->point;
  out->address.learner = &out->learner;
  TRY(copy_classes(out));
  TRY(custom->open(custom->context, address, &out->members));
  out->custom = custom;
  return STATUS_OK;
}

void prepared_cell_close(prepared_cell *cell) {
  if (cell->custom != NULL) cell->custom->close(cell->custom->context);
  if (cell->members.bounds != NULL) {
    for (size_t i = 0; i < cell->members.bound_count; i++) free(cell->members.bounds[i]);
    free(cell->point.bounds);
  }
  free(cell->members.bounds);
  free(cell->members.problem);
  free(cell->members.learner);
  *cell = (prepared_cell){0};
}
