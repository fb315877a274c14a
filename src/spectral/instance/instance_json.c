#include "spectral/instance/instance_json.h"
#include "base/json.h"

static void write_meeting(FILE *file, const meeting *of) {
  fprintf(file, ",\"side\":%d", of->side);
  if (of->season > 0) fprintf(file, ",\"season\":%zu", of->season);
  if (of->weight == 1.0) return;
  fputs(",\"weight\":", file);
  number_write(file, of->weight);
}

void instance_write_members(FILE *file, const instance *x) {
  if (x->kind == INSTANCE_ENTRY || x->kind == INSTANCE_DISTANCE) {
    fprintf(file, ",\"i\":%zu,\"j\":%zu", x->row + 1, x->column + 1);
    if (x->meeting != NULL) write_meeting(file, x->meeting);
  } else if (x->kind == INSTANCE_LOW_RANK) {
    fputs(",\"factors\":", file);
    json_write_rows(file, x->rank, x->n, x->factors);
    fputs(",\"weights\":", file);
    json_write_numbers(file, x->rank, x->weights);
    fputs(",\"shift\":", file);
    number_write(file, x->shift + 0.0);
  } else if (x->kind == INSTANCE_MATRIX || x->kind == INSTANCE_RECTANGULAR) {
    fputs(",\"X\":", file);
    json_write_rows(file, x->kind == INSTANCE_RECTANGULAR ? x->m : x->n, x->n, x->matrix);
  } else if (x->index == NULL) {
    fputs(",\"x\":", file);
    json_write_numbers(file, x->count, x->value);
  } else {
    fputs(",\"index\":", file);
    json_write_positions(file, x->count, x->index);
    fputs(",\"value\":", file);
    json_write_numbers(file, x->count, x->value);
  }
}

void instance_write_margin(FILE *file, const instance *x) {
  if (x->meeting == NULL || isnan(x->meeting->margin)) return;
  fputs(",\"margin\":", file);
  number_write(file, x->meeting->margin);
}
