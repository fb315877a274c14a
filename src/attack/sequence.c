#include "attack/sequence.h"
#include "base/file.h"
#include <fcntl.h>

static const double unit_tolerance = 1e-9;

static bool has_length_one(const instance *x) {
  double square = 0.0;
  for (size_t i = 0; i < x->count; i++) square += x->value[i] * x->value[i];
  return fabs(square - 1.0) <= unit_tolerance;
}

static void widen_domain(attack_domain *domain, const attack_trial *trial) {
  const instance *x = &trial->x;
  domain->label_low = fmin(domain->label_low, trial->label);
  domain->label_high = fmax(domain->label_high, trial->label);
  if (x->kind != INSTANCE_VECTOR && x->kind != INSTANCE_DYAD) return;
  for (size_t i = 0; i < x->count; i++) {
    domain->low = fmin(domain->low, x->value[i]);
    domain->high = fmax(domain->high, x->value[i]);
    domain->whole = domain->whole && x->value[i] == round(x->value[i]);
  }
  domain->unit = domain->unit && has_length_one(x);
}

static status find_domain(attack_sequence *edited) {
  attack_domain *domain = &edited->domain;
  *domain = (attack_domain){
      .gap_low = NAN, .gap_high = NAN, .whole = true, .unit = true, .label_low = INFINITY, .label_high = -INFINITY};
  const sequence_header header = sequence_header_of(edited->file);
  domain->facts = problem_facts_of(&header);
  domain->comparator = sequence_comparator(edited->file);
  for (size_t t = 0; t < edited->count; t++) widen_domain(domain, &edited->trials[t]);
  const loss cost = problem_loss(&domain->facts);
  if (domain->facts.labels == LABEL_REAL && isfinite(cost.label_low) && isfinite(cost.label_high)) {
    domain->label_low = cost.label_low;
    domain->label_high = cost.label_high;
  }
  if (domain->comparator == NULL) return STATUS_OK;
  TRY(comparator_prepare(domain->comparator, domain->facts.kind, domain->facts.n));
  if (domain->facts.labels == LABEL_REAL) return STATUS_OK;
  domain->gap_low = domain->facts.gap_low;
  domain->gap_high = domain->facts.gap_high;
  return STATUS_OK;
}

status attack_sequence_open(const char *path, size_t room, attack_sequence *out) {
  *out = (attack_sequence){.file = NULL};
  TRY(sequence_open(path, &out->file));
  out->count = sequence_header_of(out->file).trials;
  out->room = room > out->count ? room : out->count;
  TRY(NEW_ARRAY(out->room, out->trials));
  for (size_t t = 0; t < out->count; t++) sequence_trial(out->file, t, &out->trials[t].x, &out->trials[t].label);
  return find_domain(out);
}

void attack_sequence_close(attack_sequence *edited) {
  for (size_t i = 0; i < edited->block_count; i++) free(edited->blocks[i]);
  free(edited->blocks);
  free(edited->trials);
  sequence_close(edited->file);
  memset(edited, 0, sizeof *edited);
}

attack_noise attack_sequence_noise(const attack_sequence *edited) {
  comparator *u = edited->domain.comparator;
  attack_noise noise = {.amount = u == NULL ? NAN : 0.0};
  for (size_t t = 0; u != NULL && t < edited->count; t++) {
    (void)comparator_at(u, t + 1);
    const double amount =
        problem_contradiction(&edited->domain.facts, u, &edited->trials[t].x, edited->trials[t].label);
    if (amount <= problem_contradiction_rounding) continue;
    noise.trials++;
    noise.amount += amount;
  }
  return noise;
}

bool attack_sequence_keeps_length(const attack_sequence *edited) {
  const instance_kind kind = edited->domain.facts.kind;
  bool kept = true;
  if (!edited->domain.unit || (kind != INSTANCE_VECTOR && kind != INSTANCE_DYAD)) return true;
  for (size_t t = 0; t < edited->count; t++) kept = kept && has_length_one(&edited->trials[t].x);
  return kept;
}

static status write_trials(const attack_sequence *edited, FILE *file) {
  const sequence_header header = problem_header(&edited->domain.facts);
  TRY(sequence_write_header(file, &header, edited->domain.comparator));
  for (size_t t = 0; t < edited->count; t++) {
    TRY(sequence_write_trial(file, t + 1, &edited->trials[t].x, edited->trials[t].label, NULL));
  }
  return STATUS_OK;
}

status attack_sequence_write(const attack_sequence *edited, const char *path) {
  FILE *file = NULL;
  TRY(file_stream(path, O_WRONLY | O_CREAT | O_TRUNC, &file));
  const status code = write_trials(edited, file);
  const bool closed = fclose(file) == 0;
  TRY(code);
  return closed ? STATUS_OK : FAIL(STATUS_IO, "%s: %s", path, strerror(errno));
}

status attack_numbers(attack_sequence *edited, size_t count, double **out) {
  TRY(memory_room(&edited->blocks, &edited->block_room, edited->block_count + 1, sizeof *edited->blocks));
  TRY(NEW_ARRAY(count + 1, *out));
  edited->blocks[edited->block_count++] = *out;
  return STATUS_OK;
}

status attack_copy(attack_sequence *edited, const instance *x, instance *out) {
  double *own = NULL;
  size_t count = 0;
  *out = *x;
  switch (x->kind) {
  case INSTANCE_VECTOR:
  case INSTANCE_DYAD:
    TRY(attack_numbers(edited, x->n, &own));
    for (size_t i = 0; i < x->count; i++) own[x->index != NULL ? x->index[i] : i] = x->value[i];
    *out = x->kind == INSTANCE_DYAD ? instance_dense_dyad(x->n, own) : instance_dense_vector(x->n, own);
    return STATUS_OK;
  case INSTANCE_LOW_RANK:
    TRY(attack_numbers(edited, x->rank * (x->n + 1), &own));
    for (size_t i = 0; i < x->rank * x->n; i++) own[i] = x->factors[i];
    for (size_t i = 0; i < x->rank; i++) own[x->rank * x->n + i] = x->weights[i];
    *out = instance_low_rank(x->n, x->rank, own, own + x->rank * x->n, x->shift);
    return STATUS_OK;
  case INSTANCE_MATRIX:
  case INSTANCE_RECTANGULAR:
    count = (x->kind == INSTANCE_MATRIX ? x->n : x->m) * x->n;
    TRY(attack_numbers(edited, count, &own));
    memcpy(own, x->matrix, count * sizeof *own);
    out->matrix = own;
    return STATUS_OK;
  default: return STATUS_OK;
  }
}

/* attack_copy made the numbers: only the instance shows them as constant. */
double *attack_values(const instance *x, size_t *count) {
  const double *shown = NULL;
  double *own = NULL;
  *count = 0;
  switch (x->kind) {
  case INSTANCE_VECTOR:
  case INSTANCE_DYAD: *count = x->n, shown = x->value; break;
  case INSTANCE_LOW_RANK: *count = x->rank * (x->n + 1), shown = x->factors; break;
  case INSTANCE_MATRIX: *count = x->n * x->n, shown = x->matrix; break;
  case INSTANCE_RECTANGULAR: *count = x->m * x->n, shown = x->matrix; break;
  default: break;
  }
  memcpy(&own, &shown, sizeof own);
  return own;
}
