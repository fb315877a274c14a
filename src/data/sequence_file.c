#include "data/sequence_file.h"
#include "base/file.h"
#include "base/json.h"
#include "data/data_file.h"
#include "spectral/instance/instance_json.h"

static const double order_limit = 1e7; /* of n and m */
static const double loss_limit = 1e30; /* of the interval's ends and the scale, so that squares of slopes are numbers */
static const double loss_least = 1e-30; /* of the interval's width and the scale */

typedef struct record {
  double label, shift;
  size_t count;     /* stored entries, or factors */
  size_t numbers;   /* where they begin: entries; factors then weights; the matrix */
  size_t positions; /* sparse, entry: where they begin */
  bool sparse, met;
  meeting meeting; /* if met */
} record;

struct sequence {
  sequence_header header; /* trials: those read so far */
  size_t room;
  record *records;
  size_t numbers, numbers_room;
  double *number;
  size_t positions, positions_room;
  size_t *position;
  comparator *comparator;
  cJSON *given; /* what the header says of it */
};

/* --- header --- */

static status read_kind(const field_place *at, const cJSON *header, sequence *file) {
  const char *expected = "expected vector, dyad, low_rank, matrix, entry or distance";
  const cJSON *kind = field_get(header, "instances");
  if (!cJSON_IsString(kind)) return field_refuse(at, "instances", "%s", expected);
  if (!instance_kind_by_name(kind->valuestring, &file->header.kind) || file->header.kind == INSTANCE_RECTANGULAR) {
    return field_refuse(at, "instances", "'%.40s', %s", kind->valuestring, expected);
  }
  return STATUS_OK;
}

/* Members loss, interval and scale of real labels: entries need them, others have (p - y)^2 without. */
static status read_loss(const field_place *at, const cJSON *header, loss *out) {
  const cJSON *kind = field_get(header, "loss"), *interval = field_get(header, "interval");
  const cJSON *scale = field_get(header, "scale");
  double ends[2] = {0.0, 0.0};
  if (!cJSON_IsString(kind) || !loss_kind_by_name(kind->valuestring, &out->kind) || out->kind == LOSS_ZERO_ONE) {
    return field_refuse(at, "loss",
                        "expected \"absolute\", \"square\", \"logistic\", \"hinge\", \"linear\" or \"violation\"");
  }
  if (interval == NULL) return field_refuse(at, "interval", "missing, expected [low,high] of predictions beside loss");
  TRY(field_numbers(at, "interval", interval, 2, ends));
  if (!(ends[1] - ends[0] >= loss_least) || fabs(ends[0]) > loss_limit || fabs(ends[1]) > loss_limit) {
    return field_refuse(at, "interval", "expected two ascending numbers from %g to %g", -loss_limit, loss_limit);
  }
  out->low = ends[0];
  out->high = ends[1];
  out->scale = scale == NULL ? 1.0 : scale->valuedouble;
  if (scale != NULL && (!field_is_finite(scale) || out->scale < loss_least || out->scale > loss_limit)) {
    return field_refuse(at, "scale", "expected a number from %g to %g", loss_least, loss_limit);
  }
  loss_label_range(out->kind, out->low, out->high, &out->label_low, &out->label_high);
  return STATUS_OK;
}

/* The members of a header. */
static const char *header_names(const sequence *file, bool real) {
  if (file->header.kind == INSTANCE_ENTRY || file->header.kind == INSTANCE_MATRIX) {
    return real ? "format instances n m labels loss interval scale comparator"
                : "format instances n m labels gap comparator";
  }
  return real ? "format instances n labels loss interval scale comparator" : "format instances n labels gap comparator";
}

/* The gap that a header does not name. */
static void default_gap(const sequence_header *header, const comparator *u, double gap[2]) {
  gap[0] = gap[1] = NAN;
  if (header->real || u == NULL) return;
  const comparator_kind kind = comparator_kind_of(u);
  const bool mirrored = kind == COMPARATOR_EMBEDDING || kind == COMPARATOR_TRACE_NORM || header->kind == INSTANCE_ENTRY;
  gap[0] = mirrored ? -0.5 : 0.0;
  gap[1] = 0.5;
}

static status read_gap(const field_place *at, const cJSON *given, sequence *file) {
  double gap[2];
  default_gap(&file->header, file->comparator, gap);
  if (given != NULL) {
    TRY(field_numbers(at, "gap", given, 2, gap));
    if (!(gap[0] < gap[1])) return field_refuse(at, "gap", "expected two ascending numbers");
  }
  file->header.gap_low = gap[0];
  file->header.gap_high = gap[1];
  return STATUS_OK;
}

static status read_header(const field_place *at, const cJSON *header, sequence *file) {
  const cJSON *format = field_get(header, "format"), *labels = field_get(header, "labels"), *m = field_get(header, "m");
  if (!cJSON_IsString(format) || strcmp(format->valuestring, "winnow-lab sequence 1") != 0) {
    return field_refuse(at, "format", "expected \"winnow-lab sequence 1\"");
  }
  TRY(read_kind(at, header, file));
  const bool sign = cJSON_IsString(labels) && strcmp(labels->valuestring, "sign") == 0;
  const bool real = cJSON_IsString(labels) && strcmp(labels->valuestring, "real") == 0;
  if (labels != NULL && !sign && !real) return field_refuse(at, "labels", "expected \"sign\" or \"real\"");
  TRY(field_check_names(at, header, header_names(file, real)));
  if (!field_whole(field_get(header, "n"), 1, order_limit, &file->header.n)) {
    return field_refuse(at, "n", "expected a whole number from 1 to %.0f", order_limit);
  }
  if (m != NULL || file->header.kind == INSTANCE_ENTRY) { /* any matrices, with m rows; without m: symmetric ones */
    if (!field_whole(m, 1, order_limit, &file->header.m)) {
      return field_refuse(at, "m", "expected a whole number from 1 to %.0f", order_limit);
    }
    if (file->header.kind == INSTANCE_MATRIX) file->header.kind = INSTANCE_RECTANGULAR;
  }
  if (labels == NULL) return field_refuse(at, "labels", "expected \"sign\" or \"real\"");
  file->header.real = real;
  const bool plain =
      field_get(header, "loss") == NULL && field_get(header, "interval") == NULL && field_get(header, "scale") == NULL;
  if (real && (file->header.kind == INSTANCE_ENTRY || !plain)) TRY(read_loss(at, header, &file->header.loss));
  const cJSON *given = field_get(header, "comparator");
  if (given != NULL) {
    TRY(sequence_read_comparator(at, given, &file->header, &file->comparator));
    file->given = cJSON_Duplicate(given, true);
    if (file->given == NULL) return FAIL(STATUS_MEMORY, "no memory for a comparator");
  }
  return read_gap(at, field_get(header, "gap"), file);
}

/* --- trials --- */

/* At least one number more, so that there is always an array to point into. */
static status room_for_numbers(sequence *file, size_t count) {
  return memory_room(&file->number, &file->numbers_room, file->numbers + count + 1, sizeof *file->number);
}

static status read_sparse(const field_place *at, const cJSON *trial, sequence *file, record *to) {
  const cJSON *index = field_get(trial, "index"), *value = field_get(trial, "value");
  if (!cJSON_IsArray(index))
    return field_refuse(at, "index", "expected a list of indices from 1 to n = %zu", file->header.n);
  if (value == NULL) return field_refuse(at, "value", "missing, expected a list of numbers beside index");
  const size_t count = field_length(index);
  *to = (record){.count = count, .numbers = file->numbers, .positions = file->positions, .sparse = true};
  if (count > file->header.n)
    return field_refuse(at, "index", "%zu indices, expected at most n = %zu", count, file->header.n);
  TRY(memory_room(&file->position, &file->positions_room, file->positions + count + 1, sizeof *file->position));
  TRY(room_for_numbers(file, count));
  TRY(field_positions(at, "index", index, file->header.n, file->position + file->positions));
  TRY(field_numbers(at, "value", value, count, file->number + file->numbers));
  file->positions += count;
  file->numbers += count;
  return STATUS_OK;
}

static status read_dense(const field_place *at, const cJSON *trial, sequence *file, record *to) {
  const cJSON *x = field_get(trial, "x");
  if (x == NULL)
    return field_refuse(at, "x", "missing, expected a list of %zu numbers, or index and value", file->header.n);
  if (cJSON_IsArray(x) && field_length(x) != file->header.n) {
    return field_refuse(at, "x", "%zu numbers, expected %zu", field_length(x), file->header.n);
  }
  *to = (record){.count = file->header.n, .numbers = file->numbers};
  TRY(room_for_numbers(file, file->header.n));
  TRY(field_numbers(at, "x", x, file->header.n, file->number + file->numbers));
  file->numbers += file->header.n;
  return STATUS_OK;
}

static status read_low_rank(const field_place *at, const cJSON *trial, sequence *file, record *to) {
  const cJSON *factors = field_get(trial, "factors"), *weights = field_get(trial, "weights");
  const cJSON *shift = field_get(trial, "shift");
  if (!cJSON_IsArray(factors))
    return field_refuse(at, "factors", "expected a list of lists of %zu numbers", file->header.n);
  if (!cJSON_IsArray(weights)) return field_refuse(at, "weights", "expected a list of numbers, one for each factor");
  const size_t rank = field_length(factors);
  *to = (record){.count = rank, .numbers = file->numbers};
  if (shift != NULL) {
    if (!field_is_finite(shift)) return field_refuse(at, "shift", "expected a finite number");
    to->shift = shift->valuedouble;
  }
  for (const cJSON *row = factors->child; row != NULL; row = row->next) { /* before memory is allocated */
    if (!cJSON_IsArray(row))
      return field_refuse(at, "factors", "expected a list of lists of %zu numbers", file->header.n);
  }
  if (rank > 0 && field_length(factors->child) != file->header.n) {
    return field_refuse(at, "factors[1]", "%zu numbers, expected %zu", field_length(factors->child), file->header.n);
  }
  TRY(room_for_numbers(file, rank * (file->header.n + 1)));
  TRY(field_rows(at, "factors", factors, rank, file->header.n, file->number + file->numbers));
  TRY(field_numbers(at, "weights", weights, rank, file->number + file->numbers + rank * file->header.n));
  file->numbers += rank * (file->header.n + 1);
  return STATUS_OK;
}

static status read_whole(const field_place *at, const cJSON *trial, sequence *file, record *to) {
  const cJSON *x = field_get(trial, "X");
  TRY(field_row_count(at, "X", x, file->header.n));
  *to = (record){.count = file->header.n, .numbers = file->numbers};
  TRY(room_for_numbers(file, file->header.n * file->header.n));
  TRY(field_symmetric(at, "X", x, file->header.n, 0.0, file->number + file->numbers));
  file->numbers += file->header.n * file->header.n;
  return STATUS_OK;
}

static status read_rows(const field_place *at, const cJSON *trial, sequence *file, record *to) {
  const cJSON *x = field_get(trial, "X");
  TRY(field_row_count(at, "X", x, file->header.m));
  for (const cJSON *row = x->child; row != NULL; row = row->next) { /* before memory is allocated */
    if (!cJSON_IsArray(row)) return field_refuse(at, "X", "expected a list of lists of %zu numbers", file->header.n);
  }
  if (field_length(x->child) != file->header.n) {
    return field_refuse(at, "X[1]", "%zu numbers, expected %zu", field_length(x->child), file->header.n);
  }
  *to = (record){.count = file->header.m < file->header.n ? file->header.m : file->header.n, .numbers = file->numbers};
  TRY(room_for_numbers(file, file->header.m * file->header.n));
  TRY(field_rows(at, "X", x, file->header.m, file->header.n, file->number + file->numbers));
  file->numbers += file->header.m * file->header.n;
  return STATUS_OK;
}

/* What is known of a meeting: if one of the members is there, it is one. */
static status read_meeting(const field_place *at, const cJSON *trial, record *to) {
  const cJSON *side = field_get(trial, "side"), *season = field_get(trial, "season");
  const cJSON *weight = field_get(trial, "weight"), *margin = field_get(trial, "margin");
  to->met = side != NULL || season != NULL || weight != NULL || margin != NULL;
  to->meeting = (meeting){.weight = 1.0, .margin = NAN};
  if (side != NULL) {
    if (!cJSON_IsNumber(side) || (side->valuedouble != 1 && side->valuedouble != 0 && side->valuedouble != -1)) {
      return field_refuse(at, "side", "expected 1 (the row is at home), -1 or 0");
    }
    to->meeting.side = side->valueint;
  }
  if (season != NULL && !field_whole(season, 1, 1e9, &to->meeting.season)) {
    return field_refuse(at, "season", "expected a whole number of at least 1");
  }
  if (weight != NULL) {
    if (!field_is_finite(weight) || !(weight->valuedouble > 0)) {
      return field_refuse(at, "weight", "expected a number above 0");
    }
    to->meeting.weight = weight->valuedouble;
  }
  if (margin == NULL) return STATUS_OK;
  if (!field_is_finite(margin) || margin->valuedouble < 0) {
    return field_refuse(at, "margin", "expected a number of at least 0");
  }
  to->meeting.margin = margin->valuedouble;
  return STATUS_OK;
}

/* Row and column are stored as two positions. */
static status read_entry(const field_place *at, const cJSON *trial, sequence *file, record *to) {
  size_t row = 0, column = 0;
  if (!field_whole(field_get(trial, "i"), 1, (double)file->header.m, &row)) {
    return field_refuse(at, "i", "expected a whole number from 1 to m = %zu", file->header.m);
  }
  if (!field_whole(field_get(trial, "j"), 1, (double)file->header.n, &column)) {
    return field_refuse(at, "j", "expected a whole number from 1 to n = %zu", file->header.n);
  }
  *to = (record){.count = 1, .positions = file->positions};
  TRY(memory_room(&file->position, &file->positions_room, file->positions + 2, sizeof *file->position));
  file->position[file->positions++] = row - 1;
  file->position[file->positions++] = column - 1;
  return read_meeting(at, trial, to);
}

static status read_distance(const field_place *at, const cJSON *trial, sequence *file, record *to) {
  const char *names[2] = {"i", "j"};
  *to = (record){.count = 1, .positions = file->positions};
  TRY(memory_room(&file->position, &file->positions_room, file->positions + 2, sizeof *file->position));
  for (size_t k = 0; k < 2; k++) {
    size_t place = 0;
    if (!field_whole(field_get(trial, names[k]), 1, (double)file->header.n, &place)) {
      return field_refuse(at, names[k], "expected a whole number from 1 to n = %zu", file->header.n);
    }
    file->position[file->positions++] = place - 1;
  }
  return STATUS_OK;
}

static status read_instance(const field_place *at, const cJSON *trial, sequence *file, record *to) {
  if (file->header.kind == INSTANCE_MATRIX || file->header.kind == INSTANCE_RECTANGULAR) {
    TRY(field_check_names(at, trial, "t X y score prediction"));
    return file->header.m > 0 ? read_rows(at, trial, file, to) : read_whole(at, trial, file, to);
  }
  if (file->header.kind == INSTANCE_ENTRY) {
    TRY(field_check_names(at, trial, "t i j side season weight margin y score prediction"));
    return read_entry(at, trial, file, to);
  }
  if (file->header.kind == INSTANCE_DISTANCE) {
    TRY(field_check_names(at, trial, "t i j y score prediction"));
    return read_distance(at, trial, file, to);
  }
  if (file->header.kind == INSTANCE_LOW_RANK) {
    TRY(field_check_names(at, trial, "t factors weights shift y score prediction"));
    return read_low_rank(at, trial, file, to);
  }
  TRY(field_check_names(at, trial, "t x index value y score prediction"));
  if (field_get(trial, "index") == NULL && field_get(trial, "value") == NULL) return read_dense(at, trial, file, to);
  if (field_get(trial, "x") != NULL) return field_refuse(at, "x", "expected either x or index and value");
  return read_sparse(at, trial, file, to);
}

static status read_trial(const field_place *at, const cJSON *trial, sequence *file) {
  size_t t = 0;
  if (!field_whole(field_get(trial, "t"), (double)(file->header.trials + 1), (double)(file->header.trials + 1), &t)) {
    return field_refuse(at, "t", "expected %zu", file->header.trials + 1);
  }
  TRY(memory_room(&file->records, &file->room, file->header.trials + 1, sizeof *file->records));
  record *to = &file->records[file->header.trials];
  TRY(read_instance(at, trial, file, to));
  const cJSON *y = field_get(trial, "y"), *score = field_get(trial, "score"), *value = field_get(trial, "prediction");
  if (!field_is_finite(y)) {
    return field_refuse(at, "y", !file->header.real ? "expected 1 or -1" : "expected a finite number");
  }
  if (!file->header.real && y->valuedouble != 1 && y->valuedouble != -1) {
    return field_refuse(at, "y", "expected 1 or -1");
  }
  const loss *l = &file->header.loss;
  if (l->kind != LOSS_ZERO_ONE && (y->valuedouble < l->label_low || y->valuedouble > l->label_high)) {
    char given[NUMBER_TEXT], low[NUMBER_TEXT], high[NUMBER_TEXT];
    return field_refuse(at, "y", "%s, expected a number from %s to %s", number_text(y->valuedouble, given),
                        number_text(l->label_low, low), number_text(l->label_high, high));
  }
  if (score != NULL && !field_is_finite(score)) return field_refuse(at, "score", "expected a finite number");
  if (value != NULL && !field_is_finite(value)) return field_refuse(at, "prediction", "expected a finite number");
  to->label = y->valuedouble;
  if (file->header.kind != INSTANCE_DYAD && to->count > file->header.rank) file->header.rank = to->count;
  file->header.trials++;
  return STATUS_OK;
}

/* --- the file --- */

static status read_line(const field_place *at, char *line, size_t length, sequence *file) {
  const bool whole = length > 0 && line[length - 1] == '\n';
  cJSON *object = NULL;
  if (strlen(line) != length) return FAIL(STATUS_INVALID, "%s:%zu: a 0 byte, expected text", at->path, at->line);
  if (json_parse(line, &object) != STATUS_OK) {
    if (json_found_twice()) return status_context(STATUS_INVALID, "%s:%zu", at->path, at->line);
    return FAIL(STATUS_INVALID, "%s:%zu: %s, expected one JSON object on each line", at->path, at->line,
                whole ? "not JSON" : "not JSON (the last line may be cut short)");
  }
  status code;
  if (!cJSON_IsObject(object)) {
    code = FAIL(STATUS_INVALID, "%s:%zu: not an object, expected one JSON object on each line", at->path, at->line);
  } else {
    code = at->line == 1 ? read_header(at, object, file) : read_trial(at, object, file);
  }
  cJSON_Delete(object);
  return code;
}

static status read_lines(FILE *stream, const char *path, sequence *file) {
  FREED char *line = NULL;
  size_t room = 0;
  field_place at = {.path = path, .line = 0};
  for (;;) {
    errno = 0;
    const ssize_t length = getline(&line, &room, stream);
    if (length < 0) break;
    at.line++;
    TRY(read_line(&at, line, (size_t)length, file));
  }
  if (!feof(stream)) {
    return errno == ENOMEM ? FAIL(STATUS_MEMORY, "%s:%zu: no memory for the line", path, at.line + 1)
                           : FAIL(STATUS_IO, "%s: %s", path, strerror(errno));
  }
  if (file->header.trials > 0) return STATUS_OK;
  return FAIL(STATUS_INVALID, "%s:%zu: the file ends, expected %s", path, at.line + 1,
              at.line == 0 ? "a header" : "at least one trial");
}

/* Frees the unused room of an array. */
static void trim(void *array, size_t count, size_t size) {
  void *old, *smaller;
  memcpy(&old, array, sizeof old);
  if (count == 0 || (smaller = realloc(old, count * size)) == NULL) return;
  memcpy(array, &smaller, sizeof smaller);
}

static void close_sequence(sequence **file) {
  sequence_close(*file);
}

status sequence_open(const char *path, sequence **out) {
  CLEANUP(close_sequence) sequence *file = NULL;
  FREED char *text = NULL; /* freed after the stream */
  CLEANUP(stream_close_at) FILE *stream = NULL;
  *out = NULL;
  TRY(data_file_open(path, &stream, &text));
  TRY(NEW_ARRAY(1, file));
  file->header.rank = 1;
  TRY(read_lines(stream, path, file));
  trim(&file->records, file->header.trials, sizeof *file->records);
  trim(&file->number, file->numbers, sizeof *file->number);
  trim(&file->position, file->positions, sizeof *file->position);
  return HAND_OVER(file, *out);
}

status sequence_begin(const char *path, size_t line, const cJSON *header, sequence **out) {
  const field_place at = {.path = path, .line = line};
  CLEANUP(close_sequence) sequence *file = NULL;
  *out = NULL;
  TRY(NEW_ARRAY(1, file));
  file->header.rank = 1;
  TRY(read_header(&at, header, file));
  return HAND_OVER(file, *out);
}

status sequence_instance(sequence *file, const char *path, size_t line, const cJSON *object, instance *x) {
  const field_place at = {.path = path, .line = line};
  double label;
  file->header.trials = file->numbers = file->positions = 0;
  TRY(memory_room(&file->records, &file->room, 1, sizeof *file->records));
  TRY(read_instance(&at, object, file, &file->records[0]));
  file->records[0].label = NAN;
  sequence_trial(file, 0, x, &label);
  return STATUS_OK;
}

void sequence_close(sequence *file) {
  if (file == NULL) return;
  comparator_free(file->comparator);
  cJSON_Delete(file->given);
  free(file->records);
  free(file->number);
  free(file->position);
  free(file);
}

sequence_header sequence_header_of(const sequence *file) {
  return file->header;
}

comparator *sequence_comparator(const sequence *file) {
  return file->comparator;
}

status sequence_comparator_new(const sequence *file, comparator **out) {
  const field_place at = {.path = "sequence", .line = 1}; /* it has been read before: no message */
  *out = NULL;
  return file->given == NULL ? STATUS_OK : sequence_read_comparator(&at, file->given, &file->header, out);
}

void sequence_trial(const sequence *file, size_t t, instance *x, double *label) {
  const record *from = &file->records[t];
  const double *numbers = file->number != NULL ? file->number + from->numbers : NULL;
  const size_t n = file->header.n;
  static const size_t none = 0; /* a sparse instance without entries also needs an index */
  *label = from->label;
  if (file->header.kind == INSTANCE_MATRIX) {
    *x = instance_matrix(n, numbers);
  } else if (file->header.kind == INSTANCE_RECTANGULAR) {
    *x = instance_rectangular(file->header.m, n, numbers);
  } else if (file->header.kind == INSTANCE_ENTRY) {
    const size_t *place = file->position + from->positions;
    *x = instance_entry(file->header.m, n, place[0], place[1]);
    if (from->met) x->meeting = &from->meeting;
  } else if (file->header.kind == INSTANCE_DISTANCE) {
    const size_t *place = file->position + from->positions;
    *x = instance_distance(n, place[0], place[1]);
  } else if (file->header.kind == INSTANCE_LOW_RANK) {
    const double *weights = numbers != NULL ? numbers + from->count * n : NULL;
    *x = instance_low_rank(n, from->count, numbers, weights, from->shift);
  } else if (from->sparse) {
    *x = instance_sparse(file->header.kind, n, from->count,
                         file->position != NULL ? file->position + from->positions : &none, numbers);
  } else {
    *x = file->header.kind == INSTANCE_DYAD ? instance_dense_dyad(n, numbers) : instance_dense_vector(n, numbers);
  }
}

/* --- writing --- */

static status written(FILE *file) {
  return ferror(file) ? FAIL(STATUS_IO, "a sequence file cannot be written: %s", strerror(errno)) : STATUS_OK;
}

static void write_loss(FILE *file, const loss *l) {
  const double interval[2] = {l->low, l->high};
  fprintf(file, ",\"loss\":\"%s\",\"interval\":", loss_kind_name(l->kind));
  json_write_numbers(file, 2, interval);
  if (l->scale == 1.0) return;
  fputs(",\"scale\":", file);
  number_write(file, l->scale);
}

static void write_gap(FILE *file, const sequence_header *header, const comparator *u) {
  const double gap[2] = {header->gap_low, header->gap_high};
  double otherwise[2];
  default_gap(header, u, otherwise);
  if (header->real || !(gap[0] < gap[1]) || (gap[0] == otherwise[0] && gap[1] == otherwise[1])) return;
  fputs(",\"gap\":", file);
  json_write_numbers(file, 2, gap);
}

status sequence_write_header(FILE *file, const sequence_header *header, const comparator *u) {
  const bool rectangular = header->kind == INSTANCE_RECTANGULAR;
  fprintf(file, "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"%s\"",
          instance_kind_name(rectangular ? INSTANCE_MATRIX : header->kind));
  if (instance_kind_has_rows(header->kind)) fprintf(file, ",\"m\":%zu", header->m);
  fprintf(file, ",\"n\":%zu,\"labels\":\"%s\"", header->n, header->real ? "real" : "sign");
  if (header->real && header->loss.kind != LOSS_ZERO_ONE) write_loss(file, &header->loss);
  write_gap(file, header, u);
  if (u != NULL) {
    fputs(",\"comparator\":", file);
    comparator_save(u, file);
  }
  fputs("}\n", file);
  return written(file);
}

static size_t rows_of(const instance *x) {
  return x->kind == INSTANCE_RECTANGULAR ? x->m : x->n;
}

/* JSON has no number that is not finite. */
static bool all_finite(const instance *x, double label) {
  const size_t n = x->n;
  bool finite = isfinite(label);
  switch (x->kind) {
  case INSTANCE_VECTOR:
  case INSTANCE_DYAD:
    for (size_t i = 0; i < x->count; i++) finite = finite && isfinite(x->value[i]);
    break;
  case INSTANCE_LOW_RANK:
    finite = finite && isfinite(x->shift);
    for (size_t i = 0; i < x->rank; i++) finite = finite && isfinite(x->weights[i]);
    for (size_t i = 0; i < x->rank * n; i++) finite = finite && isfinite(x->factors[i]);
    break;
  case INSTANCE_ENTRY:
  case INSTANCE_DISTANCE: break;
  default:
    for (size_t i = 0; i < rows_of(x) * n; i++) finite = finite && isfinite(x->matrix[i]);
    break;
  }
  return finite;
}

status sequence_write_trial(FILE *file, size_t t, const instance *x, double label, const prediction *predicted) {
  if (!all_finite(x, label)) return FAIL(STATUS_NUMERIC, "trial %zu is not finite and cannot be recorded", t);
  fprintf(file, "{\"t\":%zu", t);
  instance_write_members(file, x);
  instance_write_margin(file, x);
  fputs(",\"y\":", file);
  number_write(file, label + 0.0); /* -0 becomes 0 */
  if (predicted != NULL && isfinite(predicted->score)) {
    fputs(",\"score\":", file);
    number_write(file, predicted->score + 0.0);
  }
  if (predicted != NULL && isfinite(predicted->value)) {
    fputs(",\"prediction\":", file);
    number_write(file, predicted->value + 0.0);
  }
  fputs("}\n", file);
  return written(file);
}
