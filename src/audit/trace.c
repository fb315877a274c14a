#include "audit/trace.h"
#include "base/json.h"
#include "base/memory_stream.h"
#include "cell/cell_confine.h"
#include "run/pool.h"

enum { DIGITS = 4, SHOWN = 8 /* numbers of an instance */, LARGEST_ORDER = 512, LARGEST_LIST = 1 << 16 };

/* ---- numbers and vectors */

static void tell_number(FILE *out, double value) {
  char text[NUMBER_TEXT];
  (void)fputs(number_short(value, DIGITS, text), out);
}

/* "(0.5, 0, 1, ...)" */
static void tell_list(FILE *out, size_t most, const double *values, size_t count) {
  (void)fputc('(', out);
  for (size_t i = 0; i < count && i < most; i++) {
    if (i > 0) (void)fputs(", ", out);
    tell_number(out, values[i]);
  }
  (void)fputs(count > most ? ", ...)" : ")", out);
}

/* Of a vector with few entries that are not 0 these, otherwise the beginning. */
static void tell_vector(FILE *out, size_t most, const char *name, const instance *x) {
  size_t nonzero = 0, shown = 0;
  bool ones = true;
  for (size_t i = 0; i < x->count; i++) {
    nonzero += x->value[i] != 0.0;
    ones = ones && (x->value[i] == 0.0 || x->value[i] == 1.0);
  }
  if (!ones && x->index == NULL && nonzero > most / 2) {
    (void)fprintf(out, "%s = ", name);
    tell_list(out, most, x->value, x->n);
    return;
  }
  if (nonzero == 0) (void)fprintf(out, "%s = 0", name);
  for (size_t i = 0; i < x->count && shown < 2 * most; i++) {
    if (x->value[i] == 0.0) continue;
    (void)fprintf(out, "%s%s_%zu", shown++ > 0 ? ", " : "", name, (x->index == NULL ? i : x->index[i]) + 1);
    if (ones) continue;
    (void)fputs(" = ", out);
    tell_number(out, x->value[i]);
  }
  if (nonzero > shown) (void)fprintf(out, " and %zu more", nonzero - shown);
  if (ones && nonzero > 0) (void)fputs(nonzero == 1 ? " is 1" : " are 1", out);
  if (nonzero > 0 && nonzero < x->n) (void)fprintf(out, ", the other%s 0", x->n - nonzero == 1 ? "" : "s");
}

static void tell_instance(FILE *out, size_t most, const instance *x) {
  switch (x->kind) {
  case INSTANCE_VECTOR: tell_vector(out, most, "x", x); break;
  case INSTANCE_DYAD:
    (void)fputs("X = z z^T, ", out);
    tell_vector(out, most, "z", x);
    break;
  case INSTANCE_LOW_RANK:
    (void)fprintf(out, "X of rank %zu, weights ", x->rank);
    tell_list(out, most, x->weights, x->rank);
    if (x->shift != 0.0) {
      (void)fputs(", plus I times ", out);
      tell_number(out, x->shift);
    }
    break;
  case INSTANCE_MATRIX:
    (void)fprintf(out, "X, %zu x %zu, of trace ", x->n, x->n);
    tell_number(out, instance_trace(x));
    break;
  case INSTANCE_RECTANGULAR: (void)fprintf(out, "X, %zu x %zu", x->m, x->n); break;
  case INSTANCE_ENTRY: (void)fprintf(out, "the entry (%zu, %zu)", x->row + 1, x->column + 1); break;
  default: (void)fprintf(out, "the distance of %zu and %zu", x->row + 1, x->column + 1);
  }
  (void)fputc('\n', out);
}

/* ---- the state */

/* What can be seen of a learner: of a diagonal parameter its weights, of a square one the eigenvalues, of a rectangular one the entries; and the
 * trace. Of a learner without a parameter the saved state. Too large ones are NULL. */
typedef struct state_view {
  double *values;
  size_t count;
  double trace;
  cJSON *saved;
} state_view;

typedef struct teller {
  FILE *out;
  const plan *plan;
  const cell_address *address;
  size_t trials, most, mistakes; /* most: numbers of a list that are told */
  const problem *problem;
  const learner *learner;
  double potential;
  state_view before;
} teller;

static bool is_diagonal(const spectral *w) {
  return spectral_representation_of(w) == REPRESENTATION_DIAGONAL;
}

static const char *name_of_values(const spectral *w) {
  return is_diagonal(w)                                                ? "weights"
         : spectral_representation_of(w) == REPRESENTATION_RECTANGULAR ? "entries"
                                                                       : "eigenvalues";
}

static status see_weights(spectral *w, state_view *view) {
  const double one = 1.0;
  view->count = spectral_order(w);
  TRY(NEW_ARRAY(view->count, view->values));
  for (size_t i = 0; i < view->count; i++) {
    const instance x = instance_sparse(INSTANCE_VECTOR, view->count, 1, &i, &one);
    TRY(spectral_score(w, &x, &view->values[i]));
  }
  return STATUS_OK;
}

static status see_parameter(spectral *w, state_view *view) {
  const spectral_representation of = spectral_representation_of(w);
  TRY(spectral_trace(w, &view->trace));
  if (is_diagonal(w)) return spectral_order(w) <= LARGEST_LIST ? see_weights(w, view) : STATUS_OK;
  if (of == REPRESENTATION_SPARSE || of == REPRESENTATION_RECTANGULAR || spectral_order(w) > LARGEST_ORDER)
    return STATUS_OK;
  view->count = spectral_order(w);
  TRY(NEW_ARRAY(view->count, view->values));
  return spectral_eigenvalues(w, view->values);
}

static status see(const learner *player, state_view *view) {
  spectral *w = learner_parameter(player);
  *view = (state_view){.trace = NAN};
  if (w != NULL) return see_parameter(w, view);
  if (!learner_saves(player->class)) return STATUS_OK;
  view->saved = cJSON_CreateObject();
  return view->saved == NULL ? FAIL(STATUS_MEMORY, "no memory for a state") : learner_save(player, view->saved);
}

static void forget(state_view *view) {
  free(view->values);
  cJSON_Delete(view->saved);
  *view = (state_view){.values = NULL};
}

/* "0.25 (15 times), 0.9": equal up to rounding. */
static void tell_values(FILE *out, size_t most, const double *values, size_t count) {
  size_t shown = 0, i = 0;
  while (i < count && shown < most) {
    size_t same = 1;
    while (i + same < count && fabs(values[i + same] - values[i]) <= 1e-9 * fabs(values[i])) same++;
    if (shown++ > 0) (void)fputs(", ", out);
    tell_number(out, values[i]);
    if (same > 1) (void)fprintf(out, " (%zu times)", same);
    i += same;
  }
  if (i < count) (void)fprintf(out, ", and %zu more", count - i);
}

/* The next place from `i` on that differs, count if there is none. */
static size_t next_change(const double *before, const double *after, size_t i, size_t count) {
  while (i < count && before[i] == after[i]) i++;
  return i;
}

/* "w_3, w_4: 0.25 -> 0.9; w_7: ..." */
static void tell_changes(FILE *out, size_t most, const char *name, const double *before, const double *after,
                         size_t count) {
  size_t shown = 0, i = next_change(before, after, 0, count);
  if (i == count) (void)fprintf(out, "no %s changed", name);
  while (i < count && shown < most) {
    const size_t next = next_change(before, after, i + 1, count);
    (void)fprintf(out, "%s_%zu", name, i + 1);
    if (next < count && ++shown < most && before[next] == before[i] && after[next] == after[i]) {
      (void)fputs(", ", out);
    } else {
      (void)fputs(": ", out);
      tell_number(out, before[i]);
      (void)fputs(" -> ", out);
      tell_number(out, after[i]);
      if (next < count) (void)fputs("; ", out);
    }
    i = next;
  }
  size_t more = 0;
  for (; i < count; i = next_change(before, after, i + 1, count)) more++;
  if (more > 0) (void)fprintf(out, "and %zu more", more);
}

static void tell_change(FILE *out, const char *name, double before, double after) {
  (void)fprintf(out, "%s ", name);
  tell_number(out, before);
  (void)fputs(" -> ", out);
  tell_number(out, after);
}

/* Members of saved states that differ, numbers only: "s.w[3]: 0 -> 1". *shown counts them. */
static void tell_members(FILE *out, size_t most, const char *path, const cJSON *before, const cJSON *after,
                         size_t *shown) {
  char inner[256];
  size_t place = 1;
  if (cJSON_IsNumber(after) && cJSON_IsNumber(before)) {
    if (before->valuedouble == after->valuedouble) return;
    if ((*shown)++ >= most) return;
    (void)fprintf(out, "%s%s: ", *shown > 1 ? ", " : "", path);
    tell_number(out, before->valuedouble);
    (void)fputs(" -> ", out);
    tell_number(out, after->valuedouble);
    return;
  }
  const cJSON *old = before == NULL ? NULL : before->child;
  for (const cJSON *child = after->child; child != NULL; child = child->next, place++) {
    const cJSON *other = cJSON_IsObject(after) ? json_member(before, child->string) : old;
    if (cJSON_IsObject(after)) {
      (void)snprintf(inner, sizeof inner, "%s%s%s", path, *path == 0 ? "" : ".", child->string);
    } else {
      (void)snprintf(inner, sizeof inner, "%s[%zu]", path, place);
    }
    if (other != NULL) tell_members(out, most, inner, other, child, shown);
    old = old == NULL ? NULL : old->next;
  }
}

static void tell_saved(FILE *out, size_t most, const state_view *before, const state_view *after) {
  size_t shown = 0;
  (void)fputs("  update:     ", out);
  tell_members(out, most, "", before->saved, after->saved, &shown);
  if (shown == 0) (void)fputs("the state grew, or changed in what is no number", out);
  if (shown > most) (void)fprintf(out, ", and %zu numbers more", shown - most);
  (void)fputc('\n', out);
}

static void tell_update(teller *t, const state_view *after) {
  spectral *w = learner_parameter(t->learner);
  FILE *out = t->out;
  if (after->saved != NULL) {
    tell_saved(out, t->most, &t->before, after);
    return;
  }
  if (w == NULL) {
    (void)fputs("  update:     made; the learner shows no state (it has no save)\n", out);
    return;
  }
  if (after->values == NULL) {
    (void)fputs("  update:     ", out);
  } else if (is_diagonal(w)) {
    (void)fputs("  update:     ", out);
    tell_changes(out, t->most, "w", t->before.values, after->values, after->count);
    (void)fputs("\n              ", out);
  } else {
    (void)fprintf(out, "  update:     %s before: ", name_of_values(w));
    tell_values(out, t->most, t->before.values, t->before.count);
    (void)fprintf(out, "\n              %s after:  ", name_of_values(w));
    tell_values(out, t->most, after->values, after->count);
    (void)fputs("\n              ", out);
  }
  tell_change(out, is_diagonal(w) ? "sum" : "trace", t->before.trace, after->trace);
  (void)fputc('\n', out);
}

/* ---- the run */

static void tell_constants(const teller *t) {
  static const char *const names[] = {"eta", "theta", "w0", "r", "gap", "beta", "tau"};
  const char *before = "  ";
  double value = 0.0;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (!learner_constant(t->learner, names[i], &value) || !isfinite(value)) continue;
    (void)fprintf(t->out, "%s%s = ", before, names[i]);
    tell_number(t->out, value);
    before = ", ";
  }
  if (*before == ',') (void)fputc('\n', t->out);
}

static status begin(void *context, const problem *source, const learner *player, double potential) {
  teller *t = context;
  const plan_point *point = t->address->point;
  char buffer[NUMBER_TEXT];
  t->problem = source;
  t->learner = player;
  t->potential = potential;
  (void)fprintf(t->out, "%s: %s\n  ", t->plan->scenario, t->plan->title);
  for (size_t i = 0; i < t->plan->parameter_count; i++) {
    (void)fprintf(t->out, "%s = %s, ", t->plan->parameters[i], plan_parameter(t->plan, point, i, buffer));
  }
  (void)fprintf(t->out, "seed %llu, %s %zu of %zu\n%s: %s\n", (unsigned long long)t->address->seed,
                t->trials == 1 ? "trial" : "trials 1 to", t->trials < point->trials ? t->trials : point->trials,
                point->trials, t->address->learner->label, player->class->about.help);
  tell_constants(t);
  TRY(see(player, &t->before));
  spectral *w = learner_parameter(player);
  if (w != NULL) {
    (void)fputs("before the first trial: ", t->out);
    if (t->before.values != NULL) {
      (void)fprintf(t->out, "%s of W ", name_of_values(w));
      tell_values(t->out, t->most, t->before.values, t->before.count);
      (void)fputs(", ", t->out);
    }
    (void)fprintf(t->out, "%s ", is_diagonal(w) ? "sum" : "trace");
    tell_number(t->out, t->before.trace);
    (void)fputc('\n', t->out);
  }
  if (isfinite(potential)) {
    (void)fputs("potential (divergence of the comparator from W) ", t->out);
    tell_number(t->out, potential);
    (void)fputc('\n', t->out);
  }
  return STATUS_OK;
}

/* The threshold of a learner that states one is told, because it explains the prediction. */
static void tell_prediction(const teller *t, const prediction *predicted) {
  FILE *out = t->out;
  const spectral *w = learner_parameter(t->learner);
  const double threshold = learner_threshold(t->learner);
  double theta = 0.0;
  (void)fprintf(out, "  score:      %s", w == NULL ? "" : is_diagonal(w) ? "w . x = " : "tr(W X) = ");
  tell_number(out, predicted->score);
  const bool signs = t->problem->facts.labels == LABEL_SIGN;
  const bool states = threshold != 0.0 || learner_constant(t->learner, "theta", &theta);
  if (signs && !t->learner->class->randomised && states) {
    (void)fprintf(out, ", %s the threshold ", predicted->score >= threshold ? "not below" : "below");
    tell_number(out, threshold);
  }
  if (t->learner->class->randomised) {
    (void)fputs(", the upper end with probability ", out);
    tell_number(out, predicted->probability);
  }
  (void)fputs("\n  prediction: ", out);
  if (signs && predicted->value > 0.0) (void)fputc('+', out);
  tell_number(out, predicted->value);
  (void)fputc('\n', out);
}

static status before(void *context, const trial_event *event) {
  teller *t = context;
  FILE *out = t->out;
  const bool signs = t->problem->facts.labels == LABEL_SIGN;
  (void)fprintf(out, "\ntrial %zu\n  instance:   ", event->t);
  tell_instance(out, SHOWN, event->x);
  tell_prediction(t, &event->predicted);
  (void)fprintf(out, "  label:      %s", signs && event->label > 0.0 ? "+" : "");
  tell_number(out, event->label);
  if (signs) {
    t->mistakes += event->mistake;
    (void)fputs(event->mistake ? ": a mistake, number " : ": right", out);
    if (event->mistake) (void)fprintf(out, "%zu", t->mistakes);
  } else {
    (void)fputs(": loss ", out);
    tell_number(out, event->loss);
  }
  (void)fputc('\n', out);
  forget(&t->before);
  return see(t->learner, &t->before);
}

static status after(void *context, const trial_event *event, double potential) {
  teller *t = context;
  CLEANUP(forget) state_view now = {.values = NULL};
  if (!event->updated) {
    (void)fputs("  update:     none\n", t->out);
    return STATUS_OK;
  }
  TRY(see(t->learner, &now));
  tell_update(t, &now);
  if (isfinite(potential) && isfinite(t->potential)) {
    (void)fputs("              ", t->out);
    tell_change(t->out, "potential", t->potential, potential);
    (void)fputs(potential < t->potential ? ", " : ", not less: ", t->out);
    tell_number(t->out, fabs(potential - t->potential));
    (void)fputs(potential < t->potential ? " less\n" : " more\n", t->out);
  }
  t->potential = potential;
  return STATUS_OK;
}

/* ---- the worker that tells it */

typedef struct traced {
  const trace_request *request;
  cell_address address;
  bool started;
  char *reason; /* why it failed, NULL: it did not */
} traced;

static status find_learner(const trace_request *request, const plan_point *point, size_t *place) {
  FREED const char **names = NULL;
  size_t count = 0;
  char nearest[NEAREST_TEXT];
  *place = 0;
  if (request->learner == NULL) return STATUS_OK;
  TRY(NEW_ARRAY(2 * point->learner_count, names));
  for (size_t i = 0; i < point->learner_count; i++) names[count++] = point->learners[i].label;
  for (size_t i = 0; i < point->learner_count; i++) names[count++] = point->learners[i].class->about.name;
  size_t found = 0;
  while (found < count && strcmp(names[found], request->learner) != 0) found++;
  *place = found < point->learner_count ? found : found - point->learner_count;
  (void)nearest_names(request->learner, names, count, true, nearest);
  return found < count ? STATUS_OK
                       : FAIL(STATUS_INVALID, "--learner %s: no learner of this scenario%s", request->learner, nearest);
}

static bool next_cell(void *context, size_t *index) {
  traced *self = context;
  *index = 0;
  if (self->started) return false;
  return self->started = true;
}

/* In the worker: a line with the reason of a failure, or an empty one, and the story. */
static status tell_cell(void *context, size_t index, char **told) {
  const traced *self = context;
  cell_settings settings = self->request->settings;
  FREED char *story = NULL;
  size_t length = 0;
  CLEANUP(json_free_at) cJSON *record = NULL;
  FILE *out = memory_stream(&story, &length);
  if (out == NULL) return FAIL(STATUS_MEMORY, "no memory for what is told");
  teller t = {.out = out,
              .plan = settings.plan,
              .address = &self->address,
              .trials = self->request->trials,
              .most = self->request->most};
  const cell_watcher watcher = {.context = &t, .trials = t.trials, .begin = begin, .before = before, .after = after};
  settings.watcher = &watcher;
  const status code = cell_run(&settings, &self->address, "trace", &record);
  forget(&t.before);
  const bool lost = fclose(out) != 0;
  TRY(code);
  if (lost) return FAIL(STATUS_MEMORY, "no memory for what is told");
  return memory_format(told, "%s\n%s", json_text(record, "reason", ""), story);
}

static confinement asks(void *context, size_t index) {
  const traced *self = context;
  return cell_confinement(self->request->settings.plan, &self->address);
}

static status confine_worker(void *context) {
  return cell_confine(&((const traced *)context)->request->settings, NULL);
}

static status print_told(void *context, size_t index, const char *told, size_t length) {
  traced *self = context;
  const size_t reason = strcspn(told, "\n");
  (void)fputs(told + reason + 1, self->request->out);
  return reason == 0 ? STATUS_OK : memory_format(&self->reason, "%.*s", (int)reason, told);
}

static status note_loss(void *context, size_t index, const char *reason, bool timeout) {
  return memory_text(reason, &((traced *)context)->reason);
}

status trace_scenario(const trace_request *request) {
  const plan *planned = request->settings.plan;
  const plan_point *point = &planned->points[0];
  size_t place = 0;
  if (planned->procedure) return FAIL(STATUS_INVALID, "%s: a procedure has no trials to tell", planned->path);
  TRY(find_learner(request, point, &place));
  traced self = {.request = request,
                 .address = {.point = point, .learner = &point->learners[place], .seed = request->seed}};
  const pool_tasks tasks = {.context = &self,
                            .workers = 1,
                            .next = next_cell,
                            .run = tell_cell,
                            .asks = asks,
                            .confine = confine_worker,
                            .done = print_told,
                            .lost = note_loss};
  const status code = pool_run(&tasks);
  FREED char *reason = self.reason;
  if (code != STATUS_OK || reason == NULL) return code;
  return FAIL(STATUS_FAILED, "%s: %s", self.address.learner->label, reason);
}
