#include "spectral/instance/instance_json.h"

#include "base/json.h"
#include "base/text.h"

void instance_write_members(FILE *file, const instance *x) {
  if (x->kind == INSTANCE_ENTRY || x->kind == INSTANCE_DISTANCE) {
    fprintf(file, ",\"i\":%zu,\"j\":%zu", x->row + 1, x->column + 1);
  } else if (x->kind == INSTANCE_LOW_RANK) {
    fputs(",\"factors\":", file);
    json_write_rows(file, x->rank, x->n, x->factors);
    fputs(",\"weights\":", file);
    json_write_numbers(file, x->rank, x->weights);
    fputs(",\"shift\":", file);
    number_write(file, x->shift);
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
